//! What a forward search asks of a game beyond its rules.

use crate::{EVERYWHERE, ProvingFor, Region, Score, Symmetric};

/// A move that the search must examine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate<M> {
    /// The move.
    pub mv: M,
    /// A guess how good the move is: higher is searched earlier.
    pub prior: i32,
}

/// The answer to the question "is the score at least the threshold?". If `score` reaches the threshold, it is
/// a lower bound; otherwise it is an upper bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The bound.
    pub score: Score,
    /// The region that the win needs, if the bound proves a win for either side: a lower bound of
    /// [`Score::WIN`] or more, or an upper bound of [`Score::LOSS`] or less.
    pub region: Region,
}

impl Answer {
    /// Creates an answer with an unknown region.
    #[inline]
    pub const fn new(score: Score) -> Self {
        Self { score, region: EVERYWHERE }
    }
}

/// The result of a first look at a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Glance<I> {
    /// The question is answered.
    Settled(Answer),
    /// The question is still open. The insight saves work in [`Searchable::candidates`].
    Open(I),
}

impl<I> Glance<I> {
    /// Converts the insight.
    #[inline]
    pub fn map<J>(self, turn: impl FnOnce(I) -> J) -> Glance<J> {
        match self {
            Self::Settled(answer) => Glance::Settled(answer),
            Self::Open(insight) => Glance::Open(turn(insight)),
        }
    }
}

/// The moves that a search must examine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Candidates {
    /// A closer look answered the question, as [`Glance::Settled`] does.
    Settled(Answer),
    /// The listed moves must be searched. If none of them reaches the threshold, every other legal move is
    /// worth at most `rest`, which is below the threshold, or at most as much as the best listed move. If the
    /// second holds of all moves left out, `rest` is [`Score::MIN`] without a region.
    Search {
        /// The upper bound for the omitted moves, with the region of the opponent's win if they lose.
        rest: Answer,
    },
}

/// A game that the solver can search: it provides exact keys, and knowledge that saves work.
///
/// The rules must prove whatever the knowledge claims: immediate wins, forced replies, connections.
/// [`crate::laws::search`] compares each claim with a search by the rules alone.
pub trait Searchable: Symmetric {
    /// Whether the game computes regions. If not, the transposition table is smaller.
    const REGIONS: bool = false;

    /// Whether to ask who wins without asking for short wins first. Where knowledge of short wins settles
    /// most positions, asking for ever longer wins is faster.
    const ASKS_OPENLY: bool = false;

    /// What [`Searchable::glance`] passes to [`Searchable::candidates`].
    type Insight: Copy;

    /// Returns the number of bits that [`Searchable::key`] uses, at most 128. A transposition table entry
    /// takes 16 bytes if the key has at most 64 bits and the game has no regions, else 32 bytes.
    fn key_bits(&self) -> u32;

    /// Packs the whole position: different positions have different keys.
    fn key(&self, position: &Self::Position) -> u128;

    /// Packs a move into 24 bits; never 0.
    fn pack_move(&self, mv: Self::Move) -> u32;

    /// Returns a small number, below [`Searchable::history_len`], shared by moves that tend to be good or bad
    /// together.
    fn history_slot(&self, mv: Self::Move) -> usize;

    /// Returns the number of history slots of one side.
    fn history_len(&self) -> usize;

    /// Returns whether an opening book has the exact score of this position. A line of play that begins in
    /// the book ends with it: to prove another move would take the search that the book saves.
    fn is_booked(&self, _position: &Self::Position) -> bool {
        false
    }

    /// Takes a cheap first look: is the game over, won at once, lost whatever is played, or decided by simple
    /// bounds? If the game is over, the result is always [`Glance::Settled`] with the exact score.
    fn glance(&self, position: &Self::Position, threshold: Score) -> Glance<Self::Insight>;

    /// Replaces `moves` with the moves to search after a [`Glance::Open`] for the same position and
    /// threshold, or answers the question after a closer look.
    fn candidates(
        &self,
        position: &Self::Position,
        threshold: Score,
        insight: Self::Insight,
        moves: &mut Vec<Candidate<Self::Move>>,
    ) -> Candidates;

    /// Returns a form of this game in which a search finds the winner faster, if there is one.
    /// [`crate::laws::proving`] compares its winners with those of a search.
    fn proving(&self) -> Option<Box<dyn ProvingFor<Self::Position> + '_>> {
        None
    }

    /// Returns the region before `mv` of a win whose region after it is `region`, in a game with regions. The
    /// mover is the winner if `wins`.
    #[inline]
    fn region_before(&self, _mv: Self::Move, _region: Region, _wins: bool) -> Region {
        EVERYWHERE
    }

    /// Returns whether the opponent's win against the losing move `lost`, which has this region after that
    /// move, also answers `mv` and takes no longer, in a game with regions.
    #[inline]
    fn carries_over(&self, _region: Region, _lost: Self::Move, _mv: Self::Move) -> bool {
        false
    }

    /// Maps a region of the canonical form of `position` to `position` itself, in a game with regions.
    #[inline]
    fn region_from_canonical(&self, _position: &Self::Position, region: Region) -> Region {
        region
    }
}
