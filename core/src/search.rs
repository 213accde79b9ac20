//! What a forward search wants to know of a game beyond its rules.

use crate::{Score, Symmetric};

/// A move worth searching.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate<M> {
    /// The move.
    pub mv: M,
    /// How promising it looks beforehand: higher is searched earlier.
    pub prior: i32,
}

/// What the game's own knowledge makes of a position, given the question "is its score at least
/// `threshold`?".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Candidates {
    /// The question is answered: if this is `threshold` or more, the score is at least this; otherwise
    /// the score is at most this.
    Decided(Score),
    /// The listed moves have to be searched. Every legal move left out is worth at most `rest`
    /// (`rest < threshold`; [`Score::MIN`] if none is left out).
    Search {
        /// Upper bound for the moves left out.
        rest: Score,
    },
}

/// A game that the solver can search: exact keys, and knowledge that saves work.
pub trait Searchable: Symmetric {
    /// Bits that [`Searchable::key`] uses: at most 128. With 64 or fewer the transposition table takes 16
    /// bytes an entry, else 32.
    fn key_bits(&self) -> u32;

    /// The whole position packed: different positions have different keys.
    fn key(&self, position: &Self::Position) -> u128;

    /// A move packed into 24 bits; never 0.
    fn pack_move(&self, mv: Self::Move) -> u32;

    /// A small number, below [`Searchable::history_len`], that is the same for moves that are likely to
    /// be good or bad together.
    fn history_slot(&self, mv: Self::Move) -> usize;

    /// The number of history slots of one side.
    fn history_len(&self) -> usize;

    /// Answers "is the score at least `threshold`?" outright, or lists the moves to search. The position
    /// is not over. What is claimed must be proven by the rules: wins at once, forced replies,
    /// connections. `moves` is replaced.
    fn candidates(
        &self,
        position: &Self::Position,
        threshold: Score,
        moves: &mut Vec<Candidate<Self::Move>>,
    ) -> Candidates;
}
