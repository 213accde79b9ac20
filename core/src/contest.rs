//! Games over the board, where earlier moves can decide the result; random play.

use crate::{Forcing, Guide, Notation, Playout, Side, SplitMix, Wdl};
use std::fmt::Debug;

/// A game as it is played over the board, where the moves before a position can end it (repetition, counts of
/// moves).
pub trait Contest: Notation {
    /// What the rules remember about the game besides its position; `()` if they remember nothing.
    type Memory: Clone + Debug + Send + Sync + 'static;

    /// Returns the memory of a game that begins with `position`.
    fn begin(&self, position: &Self::Position) -> Self::Memory;

    /// Records a legal move made in `before`. The default is for a game without memory.
    fn remember(&self, _memory: &mut Self::Memory, _before: &Self::Position, _mv: Self::Move) {}

    /// Returns how the game ended, if it is over by any rule that holds over the board. The default is for a
    /// game without memory, which ends where [`crate::Game::outcome`] says so.
    fn ending(&self, _memory: &Self::Memory, position: &Self::Position) -> Option<Ending> {
        let outcome = self.outcome(position)?;
        Some(Ending::of_outcome(outcome, self.side_to_move(position), self.reason(outcome)))
    }

    /// Returns in a few words why a finished position is over; `outcome` is for the side to move.
    fn reason(&self, outcome: Wdl) -> &'static str;

    /// Returns whether no position up to `before` can occur again after this move. The default is for a game
    /// whose positions never repeat.
    fn is_irreversible(&self, _before: &Self::Position, _mv: Self::Move) -> bool {
        true
    }

    /// Returns the result, for the side to move, if play repeats positions from here until the rules end it.
    fn value_of_repetition(&self, _position: &Self::Position) -> Wdl {
        Wdl::Draw
    }

    /// Returns the kind of a move, a number below [`Contest::kinds`].
    fn kind(&self, _mv: Self::Move) -> usize {
        0
    }

    /// Returns the number of kinds of moves (Nex: generate moves are kind 0, transform moves kind 1).
    fn kinds(&self) -> usize {
        1
    }
}

/// The end of a game over the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// The winner; `None` for a draw.
    pub winner: Option<Side>,
    /// The reason, in a few words.
    pub reason: String,
}

impl Ending {
    /// Creates the ending of a finished position; `outcome` is for `mover`, the side to move.
    pub fn of_outcome(outcome: Wdl, mover: Side, reason: impl Into<String>) -> Self {
        Self { winner: outcome.winner(mover), reason: reason.into() }
    }

    /// Returns the result for `side`.
    ///
    /// ```
    /// use nexsolve_core::{Ending, Side, Wdl};
    /// let ending = Ending::of_outcome(Wdl::Loss, Side::White, "no legal move");
    /// assert_eq!(ending.winner, Some(Side::Black));
    /// assert_eq!(ending.value_for(Side::White), Wdl::Loss);
    /// ```
    pub fn value_for(&self, side: Side) -> Wdl {
        match self.winner {
            None => Wdl::Draw,
            Some(winner) if winner == side => Wdl::Win,
            Some(_) => Wdl::Loss,
        }
    }
}

/// The distribution of a random move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Draw {
    /// All legal moves are equally likely.
    #[default]
    Uniform,
    /// All kinds with a legal move are equally likely ([`Contest::kind`]), then all moves of the chosen kind.
    ByKind,
    /// All moves of the lowest kind that has a legal move are equally likely.
    FirstKind,
}

/// Random play. The defaults list the legal moves. A game that draws moves without a list is many times as
/// fast; [`crate::laws::chance`] compares its distribution with the default.
pub trait Chance: Contest {
    /// Draws a random legal move; `None` if the position is over.
    fn draw(&self, position: &Self::Position, how: Draw, random: &mut SplitMix) -> Option<Self::Move> {
        choose(self, &self.legal_moves(position), how, random)
    }

    /// Plays random moves to the end, as if the game began with `position`.
    ///
    /// A game in which play can continue forever may call a draw earlier than the rules do if nothing has
    /// happened for long; its documentation states when.
    fn playout(&self, position: &Self::Position, how: Draw, random: &mut SplitMix) -> Playout {
        played_out(self, position, |position| self.draw(position, how, random))
    }

    /// Returns the game's knowledge beyond the rules. The default is for a game without such knowledge.
    fn guide(&self) -> Option<Box<dyn Guide<Self::Position, Self::Move>>> {
        None
    }

    /// Returns the game's search for forced wins. The default is for a game without one.
    fn forcing(&self) -> Option<&dyn Forcing<Self::Position, Self::Move>> {
        None
    }
}

/// Draws one of `moves` at random; `None` if the list is empty.
pub fn choose<G: Contest + ?Sized>(
    game: &G,
    moves: &[G::Move],
    how: Draw,
    random: &mut SplitMix,
) -> Option<G::Move> {
    let count = |kind: usize| moves.iter().filter(|&&mv| game.kind(mv) == kind).count();
    let of_kind = |kind: usize, random: &mut SplitMix| {
        let number = random.below(count(kind));
        moves.iter().copied().filter(|&mv| game.kind(mv) == kind).nth(number)
    };
    if moves.is_empty() {
        return None;
    }
    let mut kinds = (0..game.kinds()).filter(|&kind| count(kind) > 0);
    match how {
        Draw::Uniform => Some(moves[random.below(moves.len())]),
        Draw::ByKind => {
            let kinds: Vec<usize> = kinds.collect();
            of_kind(kinds[random.below(kinds.len())], random)
        }
        Draw::FirstKind => of_kind(kinds.next()?, random),
    }
}

/// Plays from `position` to the end, as if the game began with it, using the moves that `choose` returns.
pub(crate) fn played_out<G: Contest + ?Sized>(
    game: &G,
    position: &G::Position,
    mut choose: impl FnMut(&G::Position) -> Option<G::Move>,
) -> Playout {
    let mut side = game.side_to_move(position);
    let (mut position, mut memory, mut plies) = (*position, game.begin(position), 0);
    loop {
        if let Some(ending) = game.ending(&memory, &position) {
            return Playout { value: ending.value_for(side), plies };
        }
        let mv = choose(&position).expect("a game that is not over has a move");
        if game.changes_colours(mv) {
            side = side.other();
        }
        game.remember(&mut memory, &position, mv);
        position = game.play(&position, mv);
        plies += 1;
    }
}
