//! What a forward search asks of a game beyond its rules.

use crate::{Score, Side, Symmetric, Winners};

/// A move that the search must examine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate<M> {
    /// The move.
    pub mv: M,
    /// A guess how good the move is: higher is searched earlier.
    pub prior: i32,
}

/// A bound that answers the question "is the score at least the threshold?". If `score` reaches the
/// threshold, it is a lower bound; otherwise it is an upper bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bound {
    /// The bound.
    pub score: Score,
    /// The region that the win needs, if the bound proves a win for either side: a lower bound of
    /// [`Score::WIN`] or more, or an upper bound of [`Score::LOSS`] or less.
    pub region: Region,
}

impl Bound {
    /// Creates a bound with an unknown region.
    #[inline]
    pub const fn new(score: Score) -> Self {
        Self { score, region: EVERYWHERE }
    }
}

/// The result of a first look at a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Glance<I> {
    /// The question is answered.
    Settled(Bound),
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
    Settled(Bound),
    /// The listed moves must be searched. If none of them reaches the threshold, every other legal move is
    /// worth at most `rest`, which is below the threshold, or at most as much as the best listed move. If the
    /// second holds of all moves left out, `rest` is [`Score::MIN`] without a region.
    Search {
        /// The upper bound for the omitted moves, with the region of the opponent's win if they lose.
        rest: Bound,
    },
}

/// The order in which a search asks about wins of different lengths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asking {
    /// About ever longer wins, until the value is known: where knowledge of short wins settles most
    /// positions.
    Lengths,
    /// Who wins, without a length. For distances, about ever longer wins.
    Winners,
    /// Who wins, without a length. For distances, then about ever shorter wins: where most wins take nearly
    /// until the end of the game.
    WinnersFirst,
}

/// A game that the solver can search: it provides exact keys, and knowledge that saves work.
///
/// The rules must prove whatever the knowledge claims: immediate wins, forced replies, connections.
/// [`crate::laws::search`] compares each claim with a search by the rules alone.
pub trait Searchable: Symmetric {
    /// Whether the game computes regions. If not, the transposition table is smaller.
    const REGIONS: bool = false;

    /// The fastest order of questions.
    const ASKING: Asking = Asking::Lengths;

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

/// A set of up to 64 places of the board, one bit each.
///
/// The region of a win contains the places that the win needs (Hex players call it the carrier). After one
/// losing move, moves that leave the region as it is lose too, and no later
/// ([`crate::Searchable::carries_over`] says which): only the others can do better. (R. Hayward et al.,
/// "Solving 7×7 Hex: virtual connections and game-state reduction", 2003, section 3: the must-play region.)
pub type Region = u64;

/// All places: the region of a win about which nothing is known. It is always correct, and the only region of
/// a game whose [`crate::Searchable::REGIONS`] is false.
pub const EVERYWHERE: Region = Region::MAX;

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

    /// As [`look`](Self::look), at a state after a move from `before`. If the search has looked at that not
    /// long ago, a game can continue from what it found there. What it finds may depend on that.
    fn look_after(&self, _before: u128, state: u128, children: &mut Vec<u128>) -> Verdict {
        self.look(state, children)
    }

    /// Takes memory for what the game itself remembers, at most this much. Returns how much it takes.
    fn take_memory(&mut self, _memory_bytes: u64) -> u64 {
        0
    }

    /// Returns at how many further positions the calls of [`look`](Self::look) since the last call of this
    /// have looked, to decide a state.
    fn take_looks(&self) -> u64 {
        0
    }

    /// Returns the region of `state` itself, if a win in the state `after` one of its moves has this region.
    /// The side to move after that move wins if `mover_wins`.
    fn region_before(&self, _state: u128, _after: u128, _mover_wins: bool, region: Region) -> Region {
        region
    }

    /// Returns whether a win of the side to move in `won` is also one in `other`. Both states arise from
    /// `state` by one move, and the win has this region in `state` ([`region_before`](Self::region_before)).
    fn carries_over(&self, _state: u128, _region: Region, _won: u128, _other: u128) -> bool {
        false
    }

    /// Returns whether the winner of `proven`, whose side to move wins if `mover_wins`, is also the winner of
    /// `other` because that position is no worse for this side.
    fn follows(&self, _proven: u128, _mover_wins: bool, _other: u128) -> bool {
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

    /// Returns the position after a winning move of the side to move, if a look is enough to find one.
    fn after_win(&self, _position: &P) -> Option<P> {
        None
    }

    /// Returns whether a search by proof numbers finds the winner faster than alpha-beta. Otherwise it is
    /// used only for proofs by deduction.
    fn is_faster(&self) -> bool {
        true
    }

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
