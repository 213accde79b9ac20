//! Sides, values, distances, scores and points: what a position can be worth.

use std::fmt;
use std::ops::{Add, Neg, Sub};

/// One of the two sides. They alternate in every game; each game's rules say which side begins.
///
/// ```
/// use nexsolve_core::Side;
///
/// assert_eq!(Side::Black.other(), Side::White);
/// assert_eq!((Side::White.letter(), Side::White.word()), ('W', "white"));
/// assert_eq!(format!("{}'s turn", Side::Black), "Black's turn");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    /// Black, the side that moves first in Nex and Hex.
    Black,
    /// White.
    White,
}

impl Side {
    /// The opponent.
    #[inline]
    pub const fn other(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }

    /// Returns the letter that records and diagrams use: `B` or `W`.
    #[inline]
    pub const fn letter(self) -> char {
        match self {
            Self::Black => 'B',
            Self::White => 'W',
        }
    }

    /// Returns the side's name in lower case, for machine-readable output.
    #[inline]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Black => "black",
            Self::White => "white",
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Black => "Black",
            Self::White => "White",
        })
    }
}

/// Exact points (Awari: seeds) of the side to move minus those of the opponent, unless stated otherwise.
///
/// Unlike an evaluation, points are not a guess; unlike a [`crate::Score`], they have no distance.
///
/// ```
/// use nexsolve_core::{Points, Wdl};
/// // A move captures 3 seeds, and the opponent then gains 1 more than the mover.
/// let points = Points(3) - Points(1);
/// assert_eq!((points.to_string().as_str(), points.wdl()), ("+2", Wdl::Win));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Points(pub i16);

impl Points {
    /// Returns the value of a game that ends with this difference.
    #[inline]
    pub const fn wdl(self) -> Wdl {
        Wdl::of_sign(self.0)
    }
}

impl Neg for Points {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Add for Points {
    type Output = Self;
    #[inline]
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Sub for Points {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

/// Formats the points with their sign: `+3`, `0`, `-2`.
impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == 0 { f.pad("0") } else { f.pad(&format!("{:+}", self.0)) }
    }
}

/// The value of a position under best play, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Wdl {
    /// The side to move loses.
    Loss,
    /// Neither side can force a win.
    Draw,
    /// The side to move wins.
    Win,
}

impl Wdl {
    /// Returns a win if `number` is positive, a loss if it is negative, and a draw if it is 0. It applies to
    /// points and to the numbers that tables store.
    #[inline]
    pub const fn of_sign(number: i16) -> Self {
        Score(number).wdl()
    }

    /// Returns the value's name in lower case, for machine-readable output.
    #[inline]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Loss => "loss",
            Self::Draw => "draw",
            Self::Win => "win",
        }
    }

    /// Returns the side that wins if `mover` is the side to move; `None` for a draw.
    ///
    /// Values are converted to Black or White here and nowhere else.
    ///
    /// ```
    /// use nexsolve_core::{Side, Wdl};
    /// assert_eq!(Wdl::Loss.winner(Side::Black), Some(Side::White));
    /// assert_eq!(Wdl::Draw.winner(Side::Black), None);
    /// ```
    #[inline]
    pub const fn winner(self, mover: Side) -> Option<Side> {
        match self {
            Self::Win => Some(mover),
            Self::Draw => None,
            Self::Loss => Some(mover.other()),
        }
    }
}

impl Neg for Wdl {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }
}

impl fmt::Display for Wdl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

/// A number of plies (moves by one side).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Plies(pub u16);

impl Plies {
    /// Greater than every distance. [`crate::Game::longest`] returns it for games that the rules do not
    /// bound.
    pub const ENDLESS: Self = Self(16_382);
}

impl fmt::Display for Plies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad_integral(true, "", &self.0.to_string())
    }
}

/// A value with its distance to the end (DTW), for the side to move, as one number in order of preference: an
/// early loss < a late loss < a draw < a late win < an early win.
///
/// The winner wins as soon as possible and the loser loses as late as possible, so taking the maximum of
/// [`Score::lift`] over all moves gives exact distances. A score also serves as a bound: [`Score::WIN`] is
/// the least winning score ("wins in any number of plies"), and [`Score::LOSS`] is the greatest losing score.
///
/// ```
/// use nexsolve_core::{Plies, Score};
/// let (soon, late) = (Score::win_in(Plies(3)), Score::win_in(Plies(9)));
/// assert!(soon > late && late > Score::DRAW);
/// // Each move leads to a position where the opponent loses in 2, or wins in 4, plies.
/// let moves = [Score::loss_in(Plies(2)), Score::win_in(Plies(4))];
/// assert_eq!(moves.into_iter().map(Score::lift).max(), Some(soon));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Score(i16);

impl Score {
    const TOP: i16 = 16_384;
    /// The draw.
    pub const DRAW: Self = Self(0);
    /// A win of unknown length: the least winning score.
    pub const WIN: Self = Self(1);
    /// A loss of unknown length: the greatest losing score.
    pub const LOSS: Self = Self(-1);
    /// The greatest score: the side to move has already won.
    pub const MAX: Self = Self(Self::TOP);
    /// The least score: the side to move has already lost.
    pub const MIN: Self = Self(-Self::TOP);

    /// Returns the score of a win in `plies` plies for the side to move.
    ///
    /// # Panics
    /// If `plies` is 16,383 or more.
    #[inline]
    pub const fn win_in(plies: Plies) -> Self {
        assert!(plies.0 < 16_383);
        Self(Self::TOP - plies.0 as i16)
    }

    /// Returns the score of a loss in `plies` plies for the side to move.
    ///
    /// # Panics
    /// If `plies` is 16,383 or more.
    #[inline]
    pub const fn loss_in(plies: Plies) -> Self {
        Self(-Self::win_in(plies).0)
    }

    /// Returns the score of a finished game.
    #[inline]
    pub const fn of_outcome(outcome: Wdl) -> Self {
        match outcome {
            Wdl::Win => Self::MAX,
            Wdl::Draw => Self::DRAW,
            Wdl::Loss => Self::MIN,
        }
    }

    /// Returns the value: win, draw or loss.
    #[inline]
    pub const fn wdl(self) -> Wdl {
        match self.0 {
            1.. => Wdl::Win,
            0 => Wdl::Draw,
            ..=-1 => Wdl::Loss,
        }
    }

    /// Returns the plies to the end; `None` for a draw, and for a win or loss of unknown length
    /// ([`Score::WIN`], [`Score::LOSS`]).
    #[inline]
    pub const fn distance(self) -> Option<Plies> {
        if matches!(self.0, -1..=1) { None } else { Some(Plies((Self::TOP - self.0.abs()) as u16)) }
    }

    /// Converts the score after a move to the score before it, through that move: the other side's view, one
    /// ply further from the end.
    ///
    /// It reverses the order, and is one to one on scores with a distance.
    #[inline]
    pub const fn lift(self) -> Self {
        match self.0 {
            0 => Self::DRAW,
            1 => Self::LOSS,
            -1 => Self::WIN,
            s @ 2.. => Self(1 - s),
            s => Self(-1 - s),
        }
    }

    /// The inverse of [`Score::lift`]: a move lifts to `self` or better if and only if the position after it
    /// is worth `self.unlift()` or less. It saturates at the ends: no move lifts to [`Score::MAX`].
    ///
    /// ```
    /// use nexsolve_core::{Plies, Score};
    /// assert_eq!(Score::win_in(Plies(5)).unlift(), Score::loss_in(Plies(4)));
    /// ```
    #[inline]
    pub const fn unlift(self) -> Self {
        match self.0 {
            0 => Self::DRAW,
            1 => Self::LOSS,
            -1 => Self::WIN,
            Self::TOP => Self::MIN,
            s if s == -Self::TOP => Self::MAX,
            s @ 2.. => Self(-1 - s),
            s => Self(1 - s),
        }
    }

    /// Returns the next greater number: `x > s` if and only if `x >= s.next()`. [`Score::MAX`] returns
    /// itself.
    #[inline]
    pub const fn next(self) -> Self {
        Self(if self.0 < Self::TOP { self.0 + 1 } else { Self::TOP })
    }

    /// Returns the score as an integer of the same order, for storage.
    #[inline]
    pub const fn to_raw(self) -> i16 {
        self.0
    }

    /// The inverse of [`Score::to_raw`]; `None` if `raw` is out of range.
    #[inline]
    pub const fn from_raw(raw: i16) -> Option<Self> {
        if raw >= -Self::TOP && raw <= Self::TOP { Some(Self(raw)) } else { None }
    }
}

impl fmt::Debug for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.distance() {
            Some(plies) => write!(f, "{} in {plies}", self.wdl()),
            None => write!(f, "{}", self.wdl()),
        }
    }
}

/// Proven bounds: the score lies in `lo..=hi`.
///
/// ```
/// use nexsolve_core::{Bounds, Plies, Score, Wdl};
/// let winning = Bounds::of_value(Wdl::Win);
/// let at_most_7 = Bounds { lo: Score::win_in(Plies(7)), hi: Score::MAX };
/// let at_least_7 = Bounds { lo: Score::MIN, hi: Score::win_in(Plies(7)) };
/// assert_eq!((winning.wdl(), winning.score()), (Some(Wdl::Win), None));
/// assert_eq!(at_most_7.meet(at_least_7).score(), Some(Score::win_in(Plies(7))));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bounds {
    /// The score is at least this.
    pub lo: Score,
    /// The score is at most this.
    pub hi: Score,
}

impl Bounds {
    /// Nothing is known.
    pub const UNKNOWN: Self = Self { lo: Score::MIN, hi: Score::MAX };

    /// Both bounds are `score`.
    #[inline]
    pub const fn exact(score: Score) -> Self {
        Self { lo: score, hi: score }
    }

    /// Bounds for a known value with an unknown distance. A draw is exact.
    #[inline]
    pub const fn of_value(value: Wdl) -> Self {
        match value {
            Wdl::Win => Self { lo: Score::WIN, hi: Score::MAX },
            Wdl::Draw => Self::exact(Score::DRAW),
            Wdl::Loss => Self { lo: Score::MIN, hi: Score::LOSS },
        }
    }

    /// Widens bounds that agree on the value to [`Bounds::of_value`]; returns other bounds unchanged.
    #[inline]
    pub fn without_distance(self) -> Self {
        self.wdl().map_or(self, Self::of_value)
    }

    /// Returns the exact score if the bounds meet. A draw has no distance.
    #[inline]
    pub fn score(self) -> Option<Score> {
        (self.lo == self.hi).then_some(self.lo)
    }

    /// Returns the distance if the bounds meet; `None` for a draw.
    #[inline]
    pub fn distance(self) -> Option<Plies> {
        self.score().and_then(Score::distance)
    }

    /// Returns the value if both bounds agree on it.
    #[inline]
    pub fn wdl(self) -> Option<Wdl> {
        (self.lo.wdl() == self.hi.wdl()).then_some(self.lo.wdl())
    }

    /// Converts the bounds after a move to bounds before it, through that move (see [`Score::lift`]).
    #[inline]
    pub fn lift(self) -> Self {
        Self { lo: self.hi.lift(), hi: self.lo.lift() }
    }

    /// The inverse of [`Bounds::lift`] (see [`Score::unlift`]).
    #[inline]
    pub fn unlift(self) -> Self {
        Self { lo: self.hi.unlift(), hi: self.lo.unlift() }
    }

    /// Returns the bounds of a position from those of all its moves: the best move decides. Returns `None`
    /// without a move.
    pub fn of_moves(moves: impl IntoIterator<Item = Self>) -> Option<Self> {
        let best = |one: Self, other: Self| Self { lo: one.lo.max(other.lo), hi: one.hi.max(other.hi) };
        moves.into_iter().reduce(best)
    }

    /// Intersects two bounds for the same position; `None` if they contradict each other.
    #[inline]
    pub fn checked_meet(self, other: Self) -> Option<Self> {
        let both = Self { lo: self.lo.max(other.lo), hi: self.hi.min(other.hi) };
        (both.lo <= both.hi).then_some(both)
    }

    /// Intersects two bounds for the same position.
    ///
    /// # Panics
    /// In debug builds, if the bounds contradict each other.
    #[inline]
    pub fn meet(self, other: Self) -> Self {
        let both = Self { lo: self.lo.max(other.lo), hi: self.hi.min(other.hi) };
        debug_assert!(both.lo <= both.hi, "bounds contradict: {self:?} and {other:?}");
        both
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scores() -> Vec<Score> {
        let plies = (0..40).map(Plies);
        let mut all: Vec<_> = plies.clone().map(Score::loss_in).collect();
        all.push(Score::DRAW);
        all.extend(plies.rev().map(Score::win_in));
        all
    }

    #[test]
    fn scores_are_ordered_by_preference() {
        assert!(scores().is_sorted());
        assert!(Score::WIN > Score::DRAW && Score::LOSS < Score::DRAW);
        assert!(scores().iter().all(|s| (*s >= Score::WIN) == (s.wdl() == Wdl::Win)));
    }

    #[test]
    fn lift_reverses_the_order_and_adds_a_ply() {
        for a in scores() {
            assert_eq!(a.lift().wdl(), -a.wdl());
            assert_eq!(a.lift().distance(), a.distance().map(|d| Plies(d.0 + 1)));
            assert_eq!(a.lift().unlift(), a);
            for b in scores() {
                assert_eq!(a < b, a.lift() > b.lift());
                assert!(b == Score::MAX || (a.lift() >= b) == (a <= b.unlift()), "{a} {b}");
            }
        }
    }

    #[test]
    fn raw_numbers_out_of_range_are_rejected() {
        assert_eq!(Score::from_raw(i16::MAX), None);
        for score in scores() {
            assert_eq!(Score::from_raw(score.to_raw()), Some(score));
        }
    }
}
