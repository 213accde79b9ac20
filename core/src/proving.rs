//! Win-or-loss questions, in a reduced form of the game that is played.

use crate::Winners;

/// What a first look shows about a state of a [`Proving`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// The side to move wins.
    Win,
    /// The other side wins.
    Loss,
    /// Undecided: the side to move wins if and only if the opponent loses at least one of the listed states.
    Open,
}

/// A game without draws, packed for a search by proof numbers that asks only for the winner.
///
/// A state need not be a position of the original game ([`crate::Searchable::proving`]): it may fill cells that no
/// longer matter, merge symmetric positions, or leave out moves that are never needed. It must have the same winner.
///
/// Play is finite: no state leads back to itself.
pub trait Proving: Send + Sync {
    /// Looks at a state. If it is open, the call replaces `children` with the states after all moves that must be tried:
    /// at least one, each once, the most promising first, each for its own side to move.
    fn look(&self, state: u128, children: &mut Vec<u128>) -> Verdict;
}

/// A [`Proving`] whose states represent positions `P`.
pub trait ProvingFor<P>: Proving {
    /// Returns the state with the same winner; `None` if no state represents `position`.
    fn state(&self, position: &P) -> Option<u128>;

    /// Returns a proof by deduction that the winner of `position` wins: one lemma a line, as [`crate::Notation::deductions`] checks it.
    /// `winners` answers who wins the states of this game. Returns `None` if the game has no such proofs, or the search was stopped.
    fn deduce(&self, _position: &P, _winners: &mut dyn Winners) -> Option<Vec<String>> {
        None
    }
}

/// What a search by proof numbers knows about a state of a [`Proving`]. It can be kept for a later search of the same game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProofEntry {
    /// The state.
    pub state: u128,
    /// The work left to prove that its side to move wins. 0 if that is proven.
    pub prove: u32,
    /// The work left to prove that its side to move loses. 0 if that is proven.
    pub refute: u32,
    /// The looks at states that led to this.
    pub work: u32,
}
