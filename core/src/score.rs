//! What a position is worth, with and without the distance to the end.

use crate::Side;
use std::fmt;
use std::ops::Neg;

/// The worth of a position under best play, for the side to move.
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
    /// A win for a number above 0, a loss for one below: of points, and of what a table of values stores.
    #[inline]
    pub const fn of_sign(number: i16) -> Self {
        Score(number).wdl()
    }

    /// The value in lower case, as machine output spells it.
    #[inline]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Loss => "loss",
            Self::Draw => "draw",
            Self::Win => "win",
        }
    }

    /// Who wins when `mover` is the side to move: the one place where a value for the side to move
    /// becomes Black or White. `None` for a draw.
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

/// A number of plies: single moves by one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Plies(pub u16);

impl Plies {
    /// More plies than any distance has: of games whose rules do not end them.
    pub const ENDLESS: Self = Self(16_382);
}

impl fmt::Display for Plies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad_integral(true, "", &self.0.to_string())
    }
}

/// A value with its distance to the end (DTW), for the side to move, as one number in the order of
/// preference: an early loss < a late loss < a draw < a late win < an early win.
///
/// The winner hurries and the loser delays, so backing scores up by maximum of [`Score::lift`] gives
/// exact distances. A score also serves as a bound: [`Score::WIN`] is the least winning score ("wins,
/// in however many plies") and [`Score::LOSS`] the greatest losing one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Score(i16);

impl Score {
    const TOP: i16 = 16_384;
    /// The draw.
    pub const DRAW: Self = Self(0);
    /// A win in however many plies: no winning score is below it.
    pub const WIN: Self = Self(1);
    /// A loss in however many plies: no losing score is above it.
    pub const LOSS: Self = Self(-1);
    /// No score is above it: the side to move has won already.
    pub const MAX: Self = Self(Self::TOP);
    /// No score is below it: the side to move has lost already.
    pub const MIN: Self = Self(-Self::TOP);

    /// A win for the side to move in `plies` plies.
    ///
    /// # Panics
    /// If `plies` is 16,383 or more.
    #[inline]
    pub const fn win_in(plies: Plies) -> Self {
        assert!(plies.0 < 16_383);
        Self(Self::TOP - plies.0 as i16)
    }

    /// A loss for the side to move in `plies` plies.
    ///
    /// # Panics
    /// If `plies` is 16,383 or more.
    #[inline]
    pub const fn loss_in(plies: Plies) -> Self {
        Self(-Self::win_in(plies).0)
    }

    /// The score of a finished game.
    #[inline]
    pub const fn of_outcome(outcome: Wdl) -> Self {
        match outcome {
            Wdl::Win => Self::MAX,
            Wdl::Draw => Self::DRAW,
            Wdl::Loss => Self::MIN,
        }
    }

    /// Win, draw or loss.
    #[inline]
    pub const fn wdl(self) -> Wdl {
        match self.0 {
            1.. => Wdl::Win,
            0 => Wdl::Draw,
            ..=-1 => Wdl::Loss,
        }
    }

    /// Plies to the end; `None` for a draw and for a win or loss of unknown length
    /// ([`Score::WIN`], [`Score::LOSS`]).
    #[inline]
    pub const fn distance(self) -> Option<Plies> {
        if matches!(self.0, -1..=1) { None } else { Some(Plies((Self::TOP - self.0.abs()) as u16)) }
    }

    /// The score of the position before the move, given the score after it: the other side's view, and
    /// one ply further from the end. Order-reversing and one to one on scores with a distance.
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

    /// The inverse of [`Score::lift`]: a move lifts to `self` or better exactly if the position after
    /// it is worth `self.unlift()` or less. Saturates at the ends: no move lifts to [`Score::MAX`].
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

    /// The least number above: `x > s` exactly if `x >= s.next()`.
    #[inline]
    pub const fn next(self) -> Self {
        Self(if self.0 < Self::TOP { self.0 + 1 } else { Self::TOP })
    }

    /// The score as a number that keeps the order, for storage.
    #[inline]
    pub const fn to_raw(self) -> i16 {
        self.0
    }

    /// The inverse of [`Score::to_raw`]; `None` for a number that is no score.
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

/// What is proven about a score: it lies in `lo..=hi`.
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

    /// The score is known.
    #[inline]
    pub const fn exact(score: Score) -> Self {
        Self { lo: score, hi: score }
    }

    /// The value is known, and nothing of the distance: a draw is exact.
    #[inline]
    pub const fn of_value(value: Wdl) -> Self {
        match value {
            Wdl::Win => Self { lo: Score::WIN, hi: Score::MAX },
            Wdl::Draw => Self::exact(Score::DRAW),
            Wdl::Loss => Self { lo: Score::MIN, hi: Score::LOSS },
        }
    }

    /// The same without what they say of the distance, if they agree on the value.
    #[inline]
    pub fn without_distance(self) -> Self {
        self.wdl().map_or(self, Self::of_value)
    }

    /// The score with its distance, if the bounds meet. A draw is exact without a distance.
    #[inline]
    pub fn score(self) -> Option<Score> {
        (self.lo == self.hi).then_some(self.lo)
    }

    /// Win, draw or loss, if the bounds agree on it.
    #[inline]
    pub fn wdl(self) -> Option<Wdl> {
        (self.lo.wdl() == self.hi.wdl()).then_some(self.lo.wdl())
    }

    /// The bounds of the position before the move, given those after it (see [`Score::lift`]).
    #[inline]
    pub fn lift(self) -> Self {
        Self { lo: self.hi.lift(), hi: self.lo.lift() }
    }

    /// Both pieces of knowledge together.
    ///
    /// # Panics
    /// In debug builds, if they contradict each other.
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
    fn the_order_is_that_of_preference() {
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
    fn raw_numbers_outside_are_refused() {
        assert_eq!(Score::from_raw(i16::MAX), None);
        for score in scores() {
            assert_eq!(Score::from_raw(score.to_raw()), Some(score));
        }
    }
}
