//! What a forward search wants to know of a game beyond its rules.

use crate::{ProvingFor, Score, Symmetric};

/// A move worth searching.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate<M> {
    /// The move.
    pub mv: M,
    /// How promising it looks beforehand: higher is searched earlier.
    pub prior: i32,
}

/// A set of up to 64 places of the board, as bits.
///
/// Behind a win stands the region that it needs (Hex players say carrier): moves of the loser that touch no place of it
/// change nothing about the win, nor about its length. So after one losing move, only those that touch its region are
/// worth a try: the must-play region (R. Hayward et al., "Solving 7×7 Hex: virtual connections and game-state reduction",
/// 2003, section 3).
pub type Region = u64;

/// All places: nothing is known about the region of a win. Always right, and the only region of a game whose
/// [`Searchable::REGIONS`] is false.
pub const EVERYWHERE: Region = Region::MAX;

/// The answer to the question "is the score at least the threshold?": if `score` is the threshold or more, the score is at
/// least this; otherwise the score is at most this.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The bound.
    pub score: Score,
    /// If the bound says that one side wins (it is a lower bound of [`Score::WIN`] or more, or an upper bound of
    /// [`Score::LOSS`] or less): the region that this win needs.
    pub region: Region,
}

impl Answer {
    /// An answer about whose region nothing is known.
    #[inline]
    pub const fn new(score: Score) -> Self {
        Self { score, region: EVERYWHERE }
    }
}

/// What a first look at a position gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Glance<I> {
    /// The question is answered.
    Settled(Answer),
    /// It is not; this was learned on the way.
    Open(I),
}

impl<I> Glance<I> {
    /// The same with what was learned turned into something else.
    #[inline]
    pub fn map<J>(self, turn: impl FnOnce(I) -> J) -> Glance<J> {
        match self {
            Self::Settled(answer) => Glance::Settled(answer),
            Self::Open(insight) => Glance::Open(turn(insight)),
        }
    }
}

/// The moves that a search has to look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Candidates {
    /// The question is answered after all, as in [`Glance::Settled`].
    Settled(Answer),
    /// The listed moves have to be searched. Every legal move left out is worth at most `rest`
    /// (`rest < threshold`; [`Score::MIN`] and no region if none is left out).
    Search {
        /// Upper bound for the moves left out, with the region of the opponent's win if it is a loss.
        rest: Answer,
    },
}

/// A game that the solver can search: exact keys, and knowledge that saves work.
///
/// What the knowledge claims must be proven by the rules: wins at once, forced replies, connections.
/// [`crate::laws::search`] holds it against a search without any.
pub trait Searchable: Symmetric {
    /// Whether the game knows regions. Without, the transposition table is smaller.
    const REGIONS: bool = false;

    /// What [`Searchable::glance`] passes on to [`Searchable::candidates`].
    type Insight: Copy;

    /// Bits that [`Searchable::key`] uses: at most 128. With 64 or fewer, and no regions, the transposition table takes 16
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

    /// A cheap first look: is the game over, won at once, lost whatever is played, or decided by simple bounds?
    /// Where the position is over, it is always settled, by the exact score.
    fn glance(&self, position: &Self::Position, threshold: Score) -> Glance<Self::Insight>;

    /// Lists the moves to search after a [`Glance::Open`] for the same position and threshold, or answers the
    /// question after a closer look. `moves` is replaced.
    fn candidates(
        &self,
        position: &Self::Position,
        threshold: Score,
        insight: Self::Insight,
        moves: &mut Vec<Candidate<Self::Move>>,
    ) -> Candidates;

    /// A game that tells faster who wins than a search of this one, for a game without draws that has one. [`crate::laws::proving`]
    /// holds it against a search.
    fn proving(&self) -> Option<Box<dyn ProvingFor<Self::Position> + '_>> {
        None
    }

    /// The places that a move touches. For a game with regions.
    ///
    /// [`EVERYWHERE`] for a move that is more than its places, such as one that changes the players' sides: no region tells
    /// whether it loses, and how it loses tells nothing of other moves.
    #[inline]
    fn touched(&self, _mv: Self::Move) -> Region {
        EVERYWHERE
    }

    /// The region as it lies in `position`, given as it lies in the canonical form of that position. For a game with
    /// regions.
    #[inline]
    fn region_from_canonical(&self, _position: &Self::Position, region: Region) -> Region {
        region
    }
}
