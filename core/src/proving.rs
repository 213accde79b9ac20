//! Questions with two answers, asked of a smaller game than the one that is played.

use crate::Winners;

/// What is known of a state of a [`Proving`] at first sight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// The side to move wins.
    Win,
    /// The other side wins.
    Loss,
    /// One of the two: the side to move wins exactly if the other side loses one of the states listed.
    Open,
}

/// A game in which one side wins, packed for a search that asks which: proof numbers.
///
/// Its states need not be positions of the game that it serves ([`crate::Searchable::proving`]): cells that no longer matter may be
/// filled, symmetric positions be one state, moves that cannot be needed be left out. What it promises is that the value is the same.
///
/// Play ends: no state leads back to itself.
pub trait Proving: Send + Sync {
    /// A look at a state. If it is open, `children` is replaced by the states after the moves that have to be tried, each once and
    /// the most promising first, each for its own side to move; there is at least one.
    fn look(&self, state: u128, children: &mut Vec<u128>) -> Verdict;
}

/// A [`Proving`] that stands for positions of a game.
pub trait ProvingFor<P>: Proving {
    /// The state with the same winner; `None` for a position that this game does not stand for.
    fn state(&self, position: &P) -> Option<u128>;

    /// A proof by deduction that the winner wins, one lemma a line, as [`crate::Notation::deductions`] checks it. `winners` answers for
    /// the states of this game. `None` if the game has no such proofs, or the search was stopped.
    fn deduce(&self, _position: &P, _winners: &mut dyn Winners) -> Option<Vec<String>> {
        None
    }
}
