//! The contracts that a game fulfils. Their laws are in [`crate::laws`].

use crate::{Bounds, Layer, LayerId, Plies, Score, Side, Wdl};
use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{ControlFlow, Range};

/// The rules of a two-player game of perfect information.
pub trait Game: Send + Sync {
    /// All that decides the future, the side to move included.
    type Position: Copy + Eq + Hash + Debug + Send + Sync;
    /// One ply.
    type Move: Copy + Eq + Hash + Ord + Debug + Send + Sync;

    /// The position that a game begins with.
    fn start(&self) -> Self::Position;

    /// Whose turn it is (in a finished game: whose turn it would be).
    fn side_to_move(&self, position: &Self::Position) -> Side;

    /// What the rules award at the end of a game, for the side to move; `None` while it goes on.
    fn outcome(&self, position: &Self::Position) -> Option<Wdl>;

    /// Replaces the contents of `moves` by the legal moves, each once, in a fixed order. There are none
    /// exactly if the game is over.
    fn moves(&self, position: &Self::Position, moves: &mut Vec<Self::Move>);

    /// The position after a legal move. What comes of an illegal move is unspecified, but not a panic
    /// for a move whose cells are on the board.
    fn play(&self, position: &Self::Position, mv: Self::Move) -> Self::Position;

    /// The legal moves as a list of their own, in the order of [`Game::moves`].
    fn legal_moves(&self, position: &Self::Position) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        self.moves(position, &mut moves);
        moves
    }

    /// Whether a move is one of the legal ones.
    fn is_legal(&self, position: &Self::Position, mv: Self::Move) -> bool {
        self.legal_moves(position).contains(&mv)
    }

    /// Each legal move with the position after it, in the order of [`Game::moves`].
    fn continuations(&self, position: &Self::Position) -> impl Iterator<Item = (Self::Move, Self::Position)> {
        let position = *position;
        self.legal_moves(&position).into_iter().map(move |mv| (mv, self.play(&position, mv)))
    }

    /// No game from this position lasts longer; [`Plies::ENDLESS`] where play can go on for ever.
    fn longest(&self, position: &Self::Position) -> Plies;
}

/// Symmetries that keep the value for the side to move.
pub trait Symmetric: Game {
    /// The representative of the position under the game's symmetries: the same for all symmetric
    /// positions, and one of them. The default is a game without symmetry.
    fn canonical(&self, position: &Self::Position) -> Self::Position {
        *position
    }

    /// How many different positions are symmetric to this one, itself among them. The default is a game without
    /// symmetry.
    fn copies(&self, _position: &Self::Position) -> u64 {
        1
    }
}

/// The positions from which one move leads to a given one.
pub trait Unmoves: Game {
    /// Replaces the contents of `positions` by all positions of the ranked set, not over, from which a
    /// legal move leads to `position`; each once.
    fn predecessors(&self, position: &Self::Position, positions: &mut Vec<Self::Position>);
}

/// A numbering of positions up to symmetry, in layers.
///
/// Two positions have the same number exactly if they are symmetric. The positions numbered may be more than those
/// that play can arrive at, and some numbers may be free; both cost space in a table, and nothing else.
pub trait Ranked: Symmetric {
    /// The layers, in an order in which every move leads from a layer to a later one, or, in a game with cycles, to one
    /// that play can return from: such layers stand next to each other.
    fn layers(&self) -> &[Layer];

    /// Whether the position has a number. In games of which only the last part is numbered, most have none. A move from a
    /// position that has one leads to one that has, or to the end of the game.
    fn is_ranked(&self, _position: &Self::Position) -> bool {
        true
    }

    /// Whether there are positions that tables leave out ([`Ranked::is_omitted`]), or layers whose tables a small database leaves
    /// out ([`Ranked::counterpart`]).
    const OMITS: bool = false;

    /// Whether tables leave the value of this position out, although it has a number: the entry there means nothing, and
    /// the value is the best of what the moves lead to. There is a move, and from where a move leads play never comes back to
    /// the position's layer; so following the moves ends. The same for all symmetric positions.
    ///
    /// Of a position that has no number nothing is said.
    fn is_omitted(&self, _position: &Self::Position) -> bool {
        false
    }

    /// The layer with the same pieces and the other side to move, if play can go from each of the two to the other; `None` if there
    /// is none. Every other move from either of them leads to a layer from which play never returns. So the values of one of the two
    /// layers follow from those of the other and of later layers, and a small database leaves one of them out.
    ///
    /// # Panics
    /// If there is no such layer.
    fn counterpart(&self, _layer: LayerId) -> Option<LayerId> {
        None
    }

    /// The position's layer, and its number there (below [`Layer::len`]): the same for all symmetric
    /// positions.
    ///
    /// # Panics
    /// If the position has no number ([`Ranked::is_ranked`]).
    fn rank(&self, position: &Self::Position) -> (LayerId, u64);

    /// One of the symmetric positions with this number, always the same, and not necessarily the canonical one; or
    /// `None` if the number is free (two chains, a chain of the side to move, the other number of a position that
    /// would have two, …).
    ///
    /// # Panics
    /// If there is no such layer or number.
    fn unrank(&self, layer: LayerId, rank: u64) -> Option<Self::Position>;

    /// Calls `visit` with each of these numbers that is not free and its position ([`Ranked::unrank`]), in order. A
    /// game whose next position is found faster from the last does so.
    ///
    /// # Panics
    /// If there is no such layer or number.
    fn unrank_range(&self, layer: LayerId, ranks: Range<u64>, mut visit: impl FnMut(u64, Self::Position)) {
        for rank in ranks {
            if let Some(position) = self.unrank(layer, rank) {
                visit(rank, position);
            }
        }
    }

    /// The same with a visitor that can fail: after the first error it is not called again.
    ///
    /// # Errors
    /// The first of `visit`.
    ///
    /// # Panics
    /// If there is no such layer or number.
    fn try_unrank_range<E>(
        &self,
        layer: LayerId,
        ranks: Range<u64>,
        mut visit: impl FnMut(u64, Self::Position) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut visited = Ok(());
        self.unrank_range(layer, ranks, |rank, position| {
            if visited.is_ok() {
                visited = visit(rank, position);
            }
        });
        visited
    }

    /// Calls `visit` with those of these numbers whose positions tables leave out ([`Ranked::is_omitted`]), in order, until it
    /// fails.
    ///
    /// # Errors
    /// The first of `visit`.
    ///
    /// # Panics
    /// If there is no such layer or number.
    fn omitted_range<E>(
        &self,
        layer: LayerId,
        ranks: Range<u64>,
        mut visit: impl FnMut(u64, Self::Position) -> Result<(), E>,
    ) -> Result<(), E> {
        if !Self::OMITS {
            return Ok(());
        }
        self.try_unrank_range(layer, ranks, |rank, position| {
            if self.is_omitted(&position) { visit(rank, position) } else { Ok(()) }
        })
    }

    /// How many neighbouring numbers of a layer, from 0 on, have values that often come together in the same order, such as those of
    /// all sets of neutral stones beside the same stones; 0 if there are none. Tables may hold such a pattern once.
    ///
    /// # Panics
    /// If there is no such layer.
    fn strip(&self, _layer: LayerId) -> u64 {
        0
    }

    /// Calls `visit` with the layer and number of the position after each legal move, in any order, until it breaks:
    /// what [`Game::moves`], [`Game::play`] and [`Ranked::rank`] give. A game that finds these numbers faster
    /// together does so.
    fn ranks_after(
        &self,
        position: &Self::Position,
        mut visit: impl FnMut(After) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.continuations(position).try_for_each(|(_, after)| {
            visit(if self.is_ranked(&after) {
                let (layer, rank) = self.rank(&after);
                After::Ranked { layer, rank }
            } else {
                After::Over(self.outcome(&after).expect("a move leads to a number or to the end"))
            })
        })
    }
}

/// What a move leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum After {
    /// A position with a number.
    Ranked {
        /// Its layer.
        layer: LayerId,
        /// Its number there.
        rank: u64,
    },
    /// A position without a number, which is over: its outcome for the side whose turn it would be.
    Over(Wdl),
}

/// What a database knows of a position, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Probe {
    /// Bounds that are proven; they meet where the score is known.
    Known(Bounds),
    /// There is no table for the position.
    Absent,
}

/// A table could not be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("table {table} cannot be read: {reason}")]
pub struct ProbeError {
    /// The table.
    pub table: String,
    /// What is wrong with it.
    pub reason: String,
}

/// A source of known values: a database of perfect play.
pub trait Prober<G: Game>: Send + Sync {
    /// Looks the position up.
    ///
    /// # Errors
    /// If the table is damaged. A missing table is no error but [`Probe::Absent`].
    fn probe(&self, position: &G::Position) -> Result<Probe, ProbeError>;

    /// Looks many positions up; the answers are in their order. A database that finds neighbours together does so.
    ///
    /// # Errors
    /// As [`Prober::probe`], for one of them.
    fn probe_all(&self, positions: &[G::Position]) -> Result<Vec<Probe>, ProbeError> {
        positions.iter().map(|position| self.probe(position)).collect()
    }

    /// What the moves of a position lead to: how many lose, draw and win for the side that makes them; `None` unless all are
    /// known.
    ///
    /// # Errors
    /// As [`Prober::probe`].
    fn replies(&self, game: &G, position: &G::Position) -> Result<Option<[u32; 3]>, ProbeError> {
        replies_by_position(self, game, position)
    }
}

/// What is known of positions, in their order: by the rules where the game is over, else by looking them up.
///
/// # Errors
/// As [`Prober::probe`].
pub fn known_bounds<G: Game>(
    prober: &(impl Prober<G> + ?Sized),
    game: &G,
    positions: &[G::Position],
) -> Result<Vec<Option<Bounds>>, ProbeError> {
    let over = |outcome| Bounds::exact(Score::of_outcome(outcome));
    let mut known: Vec<Option<Bounds>> = positions.iter().map(|at| game.outcome(at).map(over)).collect();
    let open: Vec<usize> = (0..positions.len()).filter(|&i| known[i].is_none()).collect();
    let asked: Vec<G::Position> = open.iter().map(|&i| positions[i]).collect();
    for (i, probe) in open.into_iter().zip(prober.probe_all(&asked)?) {
        if let Probe::Known(bounds) = probe {
            known[i] = Some(bounds);
        }
    }
    Ok(known)
}

/// [`Prober::replies`] by the rules, and each position looked up.
///
/// # Errors
/// As [`Prober::probe`].
pub fn replies_by_position<G: Game>(
    prober: &(impl Prober<G> + ?Sized),
    game: &G,
    position: &G::Position,
) -> Result<Option<[u32; 3]>, ProbeError> {
    let after: Vec<G::Position> = game.continuations(position).map(|(_, after)| after).collect();
    let mut found = [0; 3];
    for bounds in known_bounds(prober, game, &after)? {
        let Some(value) = bounds.and_then(Bounds::wdl) else { return Ok(None) };
        found[(-value) as usize] += 1;
    }
    Ok(Some(found))
}
