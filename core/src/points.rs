//! Points, in games that are played for them.

use crate::Wdl;
use std::fmt;
use std::ops::{Add, Neg, Sub};

/// Exact points, such as Awari's seeds: those of the side to move less those of the opponent, where nothing else is said. No
/// evaluation, which is a guess, and no [`crate::Score`], which has a distance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Points(pub i16);

impl Points {
    /// Who wins with so many points more than the opponent.
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

/// With the sign: `+3`, `0`, `-2`.
impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == 0 { f.pad("0") } else { f.pad(&format!("{:+}", self.0)) }
    }
}
