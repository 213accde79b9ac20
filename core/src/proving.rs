//! Win-or-loss questions, in a reduced form of the game that is played.

use crate::{Region, Side, Winners};

/// What a first look shows about a state of a [`Proving`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// The side to move wins. The region is what the win needs.
    Win(Region),
    /// The other side wins. The region is what the win needs.
    Loss(Region),
    /// Undecided: the side to move wins if and only if the opponent loses at least one of the listed states.
    /// The region is what the opponent's wins against moves that are not listed need.
    Open(Region),
}

/// A game without draws, packed for a search by proof numbers that asks only for the winner. A game with
/// draws becomes two: does Black win, or not; and does White.
///
/// A state need not be a position of the original game ([`crate::Searchable::proving`]): it may fill cells
/// that no longer matter, merge symmetric positions, or leave out moves that are never needed. It must have
/// the same winner.
///
/// Play is finite: no state leads back to itself.
pub trait Proving: Send + Sync {
    /// Looks at a state. If it is open, the call replaces `children` with the states after all moves that
    /// must be tried: at least one, each once, the most promising first, each for its own side to move.
    fn look(&self, state: u128, children: &mut Vec<u128>) -> Verdict;

    /// Returns whether a win of the side to move in `won`, which needs this region, is also one in `other`.
    /// Both states arise from the same state by one move. Regions of children are also regions of the state
    /// itself.
    fn carries_over(&self, _region: Region, _won: u128, _other: u128) -> bool {
        false
    }

    /// Returns whether states have hundreds of children that differ little. The search then tries first what
    /// won after another move, and rereads only the numbers of the children that it searches.
    fn has_many_moves(&self) -> bool {
        false
    }

    /// Returns how many of the `open` children of a state are searched at a time, the most promising ones: at
    /// least 1.
    fn breadth(&self, _state: u128, open: usize) -> usize {
        1 + open.div_ceil(4)
    }

    /// Returns how much the work to refute all of `open` children is estimated to exceed the work for one of
    /// them.
    fn beside(&self, _state: u128, open: usize) -> u32 {
        open as u32 - 1
    }
}

/// A [`Proving`] whose states represent positions `P`.
pub trait ProvingFor<P>: Proving {
    /// Returns the state that decides whether `winner` wins: its side to move wins if and only if it is that
    /// side and wins the position, or is the other side and does not lose it. Without draws, it is the same
    /// for both. `None` if no state represents `position`.
    fn state(&self, position: &P, winner: Side) -> Option<u128>;

    /// Returns a proof by deduction that the winner of `position` wins: one lemma a line, as
    /// [`crate::Notation::deductions`] checks it. `winners` answers who wins the states of this game. Returns
    /// `None` if the game has no such proofs, or the search was stopped.
    fn deduce(&self, _position: &P, _winners: &mut dyn Winners) -> Option<Vec<String>> {
        None
    }
}

/// What a search by proof numbers knows about a state of a [`Proving`]. It can be kept for a later search of
/// the same game.
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
    /// What the win needs, if the winner is proven.
    pub region: Region,
}
