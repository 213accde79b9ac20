//! What something is worth, and how that is known.

use nexsolve_core::{Bounds, Points, Wdl};

/// What something is worth: a position for the side to move, a move for the side that makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Worth {
    /// Who wins, and how soon. Where points are counted plies are not: tables of points say nothing of them.
    pub bounds: Bounds,
    /// Points from here on, in a game that is played for them.
    pub points: Option<Points>,
    /// Points at the end of the game, where the position tells how many there were so far.
    pub margin: Option<Points>,
}

impl Worth {
    /// Nothing is known.
    pub const UNKNOWN: Self = Self { bounds: Bounds::UNKNOWN, points: None, margin: None };

    /// Of who wins, and how soon.
    pub const fn of(bounds: Bounds) -> Self {
        Self { bounds, points: None, margin: None }
    }

    /// Of who wins, in however many plies.
    pub const fn of_value(value: Wdl) -> Self {
        Self::of(Bounds::of_value(value))
    }

    /// Of points from here on, with those so far where they are known.
    pub(crate) fn of_points(points: Points, lead: Option<Points>) -> Self {
        let margin = lead.map(|lead| lead + points);
        Self { points: Some(points), margin, ..Self::of_value(margin.unwrap_or(points).wdl()) }
    }

    /// Whether it is known who wins.
    pub fn is_known(&self) -> bool {
        self.bounds.wdl().is_some()
    }

    /// Whether anything is proven of who wins.
    pub fn says_something(&self) -> bool {
        self.bounds.lo.wdl() != Wdl::Loss || self.bounds.hi.wdl() != Wdl::Win
    }
}

/// A legal move and its worth for the side that makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveWorth<M> {
    /// The move.
    pub mv: M,
    /// Its worth.
    pub worth: Worth,
    /// Which of the databases tells it, by its place in [`Oracle::databases`](crate::Oracle::databases); `None` if none does.
    pub source: Option<usize>,
}

/// How something is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// By the rules: the game is over, or every move ends it.
    Rules,
    /// By tables.
    Table,
    /// By a search, which may have had tables.
    Search,
    /// It is not.
    Nothing,
}

impl Source {
    /// As documents spell it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Rules => "rules",
            Self::Table => "table",
            Self::Search => "search",
            Self::Nothing => "none",
        }
    }
}
