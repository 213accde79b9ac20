//! Points, for games that count them.

use crate::Wdl;
use std::fmt;
use std::ops::{Add, Neg, Sub};

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
