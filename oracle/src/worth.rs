//! The worth of a position or a move, and its source.

use nexsolve_core::{Bounds, Points, Wdl};

/// The worth of a position for the side to move, or of a move for the mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Worth {
    /// Bounds for the score. They have no distance in games with points, whose tables do not store it.
    pub bounds: Bounds,
    /// The points from here on, in a game with points.
    pub points: Option<Points>,
    /// The points at the end of the game, if the position determines the points so far.
    pub margin: Option<Points>,
}

impl Worth {
    /// Nothing is known.
    pub const UNKNOWN: Self = Self { bounds: Bounds::UNKNOWN, points: None, margin: None };

    /// Creates a worth of these bounds, without points.
    pub const fn of(bounds: Bounds) -> Self {
        Self { bounds, points: None, margin: None }
    }

    /// Creates a worth of this value, at an unknown distance.
    pub const fn of_value(value: Wdl) -> Self {
        Self::of(Bounds::of_value(value))
    }

    /// Creates a worth of these points from here on; `lead` is the difference so far, if known.
    pub(crate) fn of_points(points: Points, lead: Option<Points>) -> Self {
        let margin = lead.map(|lead| lead + points);
        Self { points: Some(points), margin, ..Self::of_value(margin.unwrap_or(points).wdl()) }
    }

    /// Returns whether the value is known.
    pub fn is_known(&self) -> bool {
        self.bounds.wdl().is_some()
    }

    /// Returns whether anything is proven about the value.
    pub fn says_something(&self) -> bool {
        self.bounds.lo.wdl() != Wdl::Loss || self.bounds.hi.wdl() != Wdl::Win
    }
}

/// The source of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The rules: the game is over, or every move ends it.
    Rules,
    /// Tables.
    Table,
    /// The book of the board: proofs that come with the program.
    Book,
    /// A search, perhaps with tables.
    Search,
    /// Nothing: the answer is unknown.
    Nothing,
}

impl Source {
    /// Returns the word used in JSON documents.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Rules => "rules",
            Self::Table => "table",
            Self::Book => "book",
            Self::Search => "search",
            Self::Nothing => "none",
        }
    }
}
