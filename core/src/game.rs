//! The contracts that a game implements. [`crate::laws`] checks their laws.

use crate::{Bounds, Plies, Score, Side, Wdl};
use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{ControlFlow, Index, Range};

/// The rules of a two-player game with perfect information.
///
/// Implement this first; all other contracts build on it. The smallest whole game is
/// Tic-tac-toe, in `games/tictactoe/src/`.
pub trait Game: Send + Sync {
    /// Everything that decides the future of a game, the side to move included.
    type Position: Copy + Eq + Hash + Debug + Send + Sync;
    /// One ply.
    type Move: Copy + Eq + Hash + Ord + Debug + Send + Sync;

    /// Returns the position in which a game begins.
    fn start(&self) -> Self::Position;

    /// Returns the side to move. In a finished game, it is the side whose turn it would be. Where positions
    /// do not record it, it is always Black (the boards of Awari's tables hold seeds alone).
    fn side_to_move(&self, position: &Self::Position) -> Side;

    /// Returns the result that the rules award in a finished game, for the side to move; `None` while the
    /// game goes on.
    fn outcome(&self, position: &Self::Position) -> Option<Wdl>;

    /// Replaces the contents of `moves` by the legal moves, each once, in a fixed order. The list is empty
    /// exactly if the game is over.
    fn moves(&self, position: &Self::Position, moves: &mut Vec<Self::Move>);

    /// Returns the position after a legal move, in which the other player is to move: the other side, unless
    /// the move swaps the colours ([`Game::changes_colours`]). The players alternate in every game.
    ///
    /// Playing an illegal move returns an unspecified position; it does not panic if the move's cells are on
    /// the board.
    fn play(&self, position: &Self::Position, mv: Self::Move) -> Self::Position;

    /// Returns whether the players swap colours with this move (Hex: the swap), so that afterwards each
    /// colour belongs to the other player, and the same side is to move again.
    fn changes_colours(&self, _mv: Self::Move) -> bool {
        false
    }

    /// Returns the legal moves as a new list, in the order of [`Game::moves`].
    fn legal_moves(&self, position: &Self::Position) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        self.moves(position, &mut moves);
        moves
    }

    /// Returns whether `mv` is legal in `position`.
    fn is_legal(&self, position: &Self::Position, mv: Self::Move) -> bool {
        self.legal_moves(position).contains(&mv)
    }

    /// Returns each legal move with the position after it, in the order of [`Game::moves`].
    fn continuations(&self, position: &Self::Position) -> impl Iterator<Item = (Self::Move, Self::Position)>
    where
        Self: Sized,
    {
        let position = *position;
        self.legal_moves(&position).into_iter().map(move |mv| (mv, self.play(&position, mv)))
    }

    /// Returns an upper bound for the length of any game from `position`; [`Plies::ENDLESS`] if play can
    /// continue forever.
    fn longest(&self, position: &Self::Position) -> Plies;
}

/// Symmetries that preserve the value for the side to move.
pub trait Symmetric: Game {
    /// Returns the canonical form: one representative of all positions that are symmetric to `position`. The
    /// default is for a game without symmetry.
    fn canonical(&self, position: &Self::Position) -> Self::Position {
        *position
    }

    /// Returns the number of different positions that are symmetric to this one, itself included. The default
    /// is for a game without symmetry.
    fn copies(&self, _position: &Self::Position) -> u64 {
        1
    }
}

/// The inverse of play: the positions from which one move leads to a given position.
pub trait Unmoves: Game {
    /// Replaces the contents of `positions` by the positions that have a rank, are not over, and have a legal
    /// move to `position`; each appears once.
    fn predecessors(&self, position: &Self::Position, positions: &mut Vec<Self::Position>);
}

/// A numbering of positions up to symmetry, in layers.
///
/// Two positions have the same rank exactly if they are symmetric. The numbering may include positions that
/// play cannot reach, and may leave some numbers free. Both cost space in a table and have no other effect.
pub trait Ranked: Symmetric {
    /// Returns the layers, ordered so that every move leads to a later layer. In a game with cycles, a move
    /// may also lead to its own layer or to one from which play can return; such layers are adjacent.
    fn layers(&self) -> &[Layer];

    /// Returns whether `position` has a rank. A game may number only its last part, so that most positions
    /// have none. Every move from a position with a rank leads to a position with a rank or ends the game.
    fn is_ranked(&self, _position: &Self::Position) -> bool {
        true
    }

    /// Returns the points that the side to move wins in a finished game, in a game with points in which they
    /// are not the whole [`Layer::stake`]; at most that.
    fn at_the_end(&self, _position: &Self::Position) -> Option<i16> {
        None
    }

    /// Whether tables omit the values of some positions ([`Ranked::is_omitted`]), or shrunk databases omit
    /// the tables of some layers ([`Ranked::counterpart`]).
    const OMITS: bool = false;

    /// Returns whether tables omit the value of `position` although it has a rank.
    ///
    /// The entry of an omitted position is meaningless; its value is the best over its moves. An omitted
    /// position has at least one move, and play after any of its moves never returns to its layer, so
    /// following the moves terminates. Symmetric positions agree. The result is unspecified for a position
    /// without a rank.
    fn is_omitted(&self, _position: &Self::Position) -> bool {
        false
    }

    /// Returns the counterpart of `layer`: the layer with the same pieces and the other side to move. Returns
    /// `None` unless moves lead from each of the two to the other.
    ///
    /// Every other move from either of them must lead to a layer from which play never returns. Then the
    /// values of one of the two layers follow from those of the other and of later layers, and a shrunk
    /// database omits one of them.
    ///
    /// # Panics
    /// If `layer` does not exist.
    fn counterpart(&self, _layer: LayerId) -> Option<LayerId> {
        None
    }

    /// Returns the layer of `position` and its rank there, which is less than [`Layer::len`]. Symmetric
    /// positions have the same rank.
    ///
    /// # Panics
    /// If the position has no rank ([`Ranked::is_ranked`]).
    fn rank(&self, position: &Self::Position) -> (LayerId, u64);

    /// Returns one of the symmetric positions with this rank: always the same one, but not necessarily the
    /// canonical form. Returns `None` if the number is free, for instance because the stones would connect
    /// both sides, or because the position is numbered elsewhere.
    ///
    /// # Panics
    /// If the layer or the rank does not exist.
    fn unrank(&self, layer: LayerId, rank: u64) -> Option<Self::Position>;

    /// Calls `visit` with each number of `ranks` that is not free and its position ([`Ranked::unrank`]), in
    /// order. Games override the default where finding the next position from the last one is faster.
    ///
    /// # Panics
    /// If the layer or a rank does not exist.
    fn unrank_range(&self, layer: LayerId, ranks: Range<u64>, mut visit: impl FnMut(u64, Self::Position)) {
        for rank in ranks {
            if let Some(position) = self.unrank(layer, rank) {
                visit(rank, position);
            }
        }
    }

    /// Like [`Ranked::unrank_range`], but stops calling `visit` after its first error.
    ///
    /// # Errors
    /// Returns the first error of `visit`.
    ///
    /// # Panics
    /// If the layer or a rank does not exist.
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

    /// Calls `visit` with each omitted position of `ranks` ([`Ranked::is_omitted`]) and its rank, in order,
    /// until `visit` fails.
    ///
    /// # Errors
    /// Returns the first error of `visit`.
    ///
    /// # Panics
    /// If the layer or a rank does not exist.
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

    /// Returns the length of a strip: a run of consecutive ranks, aligned at multiples of this length, whose
    /// values often repeat in the same order (such as all sets of neutral stones around the same coloured
    /// stones). Tables may store each such pattern once. Returns 0 if the layer has no strips.
    ///
    /// # Panics
    /// If the layer does not exist.
    fn strip(&self, _layer: LayerId) -> u64 {
        0
    }

    /// Calls `visit` with the layer and rank of the position after each legal move, in any order, until
    /// `visit` breaks. The default combines [`Game::moves`], [`Game::play`] and [`Ranked::rank`]; games
    /// override it where ranking all moves together is faster.
    fn ranks_after(
        &self,
        position: &Self::Position,
        mut visit: impl FnMut(After) -> ControlFlow<()>,
    ) -> ControlFlow<()>
    where
        Self: Sized,
    {
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

/// The result of a move, as [`Ranked::ranks_after`] reports it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum After {
    /// A position with a rank.
    Ranked {
        /// The position's layer.
        layer: LayerId,
        /// The position's rank in that layer.
        rank: u64,
    },
    /// A finished game without a rank: its outcome for the side whose turn it would be.
    Over(Wdl),
}

/// The answer of a probe, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Probe {
    /// Proven bounds. They meet where the score is known.
    Known(Bounds),
    /// No table covers the position.
    Absent,
}

/// An error reading a table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("table {table} cannot be read: {reason}")]
pub struct ProbeError {
    /// The table's name.
    pub table: String,
    /// What is wrong with the table.
    pub reason: String,
    /// Why the system did not let it be read; `None` if the table is missing or damaged.
    pub refused: Option<std::io::ErrorKind>,
}

/// A source of known values: a database of perfect play.
pub trait Prober<G: Game>: Send + Sync {
    /// Looks up one position.
    ///
    /// # Errors
    /// If the table is damaged or cannot be read. A missing table is not an error: it returns
    /// [`Probe::Absent`].
    fn probe(&self, position: &G::Position) -> Result<Probe, ProbeError>;

    /// Looks up many positions and returns the answers in the same order. Databases override the default to
    /// read neighbouring entries together.
    ///
    /// # Errors
    /// As [`Prober::probe`], if any look-up fails.
    fn probe_all(&self, positions: &[G::Position]) -> Result<Vec<Probe>, ProbeError> {
        positions.iter().map(|position| self.probe(position)).collect()
    }

    /// Counts the moves of `position` that lose, draw and win for the side to move, in this order. Returns
    /// `None` unless the value of every move is known.
    ///
    /// # Errors
    /// As [`Prober::probe`].
    fn replies(&self, game: &G, position: &G::Position) -> Result<Option<[u32; 3]>, ProbeError> {
        replies_by_position(self, game, position)
    }
}

impl<G: Game, P: Prober<G> + ?Sized> Prober<G> for &P {
    fn probe(&self, position: &G::Position) -> Result<Probe, ProbeError> {
        (**self).probe(position)
    }

    fn probe_all(&self, positions: &[G::Position]) -> Result<Vec<Probe>, ProbeError> {
        (**self).probe_all(positions)
    }

    fn replies(&self, game: &G, position: &G::Position) -> Result<Option<[u32; 3]>, ProbeError> {
        (**self).replies(game, position)
    }
}

/// Returns the known bounds of each position, in order: from the rules if the game is over, else from
/// `prober`.
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

/// Implements [`Prober::replies`] by looking up the position after each move.
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

/// Positions that are numbered together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layer {
    /// A short name, valid as part of a file name: `p03n1`.
    pub name: String,
    /// The number of ranks, free ones included.
    pub len: u64,
    /// The layers that moves from this layer lead to.
    pub successors: Vec<LayerId>,
    /// The points still to be won (Awari: the seeds on the board); 0 in a game that is only won, drawn or
    /// lost. A move wins the difference between the stakes of its layer and the next for the mover. At the
    /// end of the game, the winner takes the whole stake, unless [`Ranked::at_the_end`] says otherwise.
    pub stake: u16,
}

impl Layer {
    /// Returns the first layer with a move to itself or to an earlier layer; `None` if play never returns to
    /// a layer.
    pub fn first_to_return(layers: &[Self]) -> Option<&Self> {
        let returns = |(at, layer): &(LayerId, &Self)| layer.successors.iter().any(|next| next <= at);
        Self::with_ids(layers).find(returns).map(|(_, layer)| layer)
    }

    /// Returns the layers that play from `layer` can lead to, itself among them if play can return to it.
    pub fn all_after(layers: &[Self], layer: LayerId) -> Vec<LayerId> {
        let mut after = layers[layer].successors.clone();
        let mut seen = 0;
        while seen < after.len() {
            let next = layers[after[seen]].successors.iter().filter(|next| !after.contains(next));
            let next: Vec<LayerId> = next.copied().collect();
            after.extend(next);
            seen += 1;
        }
        after
    }

    /// Returns all layers with their ids, in order.
    #[inline]
    pub fn with_ids(
        layers: &[Self],
    ) -> impl DoubleEndedIterator<Item = (LayerId, &Self)> + ExactSizeIterator {
        LayerId::all(layers).zip(layers)
    }

    /// Returns an upper bound, from the layers alone, for the plies of a game from a layer on. The game has
    /// no cycles.
    pub fn longest(layers: &[Self], layer: LayerId) -> usize {
        let mut longest = vec![0; layers.len()];
        for (at, layer) in Self::with_ids(layers).rev() {
            longest[at.index()] =
                layer.successors.iter().map(|next| 1 + longest[next.index()]).max().unwrap_or(0);
        }
        longest[layer.index()]
    }
}

/// The index of a layer in [`crate::Ranked::layers`], so that `game.layers()[id]` is the layer.
///
/// An id has no meaning without its game. Output for people shows the layer's name instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct LayerId(usize);

impl LayerId {
    /// Creates the id of the layer at `index`.
    #[inline]
    pub const fn new(index: usize) -> Self {
        Self(index)
    }

    /// Returns the index, for arrays with one element for each layer.
    #[inline]
    pub const fn index(self) -> usize {
        self.0
    }

    /// Returns the ids of all `layers`, in order.
    #[inline]
    pub fn all(
        layers: &[Layer],
    ) -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator + Clone + use<> {
        (0..layers.len()).map(Self)
    }

    /// Returns the layer with this name, if there is one.
    pub fn named(layers: &[Layer], name: &str) -> Option<Self> {
        layers.iter().position(|layer| layer.name == name).map(Self)
    }
}

impl Index<LayerId> for [Layer] {
    type Output = Layer;

    #[inline]
    fn index(&self, id: LayerId) -> &Layer {
        &self[id.0]
    }
}
