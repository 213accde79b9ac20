//! The rules of draughts on 64 squares, each with its article.
//!
//! `moves.rs` implements what Russian and Brazilian draughts have in common: men step forward one square and
//! capture forward and backward, kings fly and capture at a distance, a capture is compulsory and is carried
//! on to its end, captured pieces are removed after the whole move, and a side that cannot move has lost.
//!
//! Articles of Russian draughts refer to the *Official rules of draughts-64* of the FMJD (section 64).
//! Brazilian draughts is played by the *Official FMJD rules for international draughts* (annex 1) on the
//! smaller board.

/// A set of rules, with the name that boards and records use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rules {
    /// Russian draughts, PDN game type 25.
    Russian,
    /// Brazilian draughts, PDN game type 26.
    Brazilian,
}

/// Russian draughts.
pub const RUSSIAN: Rules = Rules::Russian;

/// Brazilian draughts.
pub const BRAZILIAN: Rules = Rules::Brazilian;

impl Rules {
    /// Returns the name in lower case, as part of a board's name: `russian`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Russian => "russian",
            Self::Brazilian => "brazilian",
        }
    }

    /// Returns whether a side with several captures must choose one that takes the greatest number of pieces.
    ///
    /// Annex 1, chapter 4: the capture of the greatest number of pieces has precedence; a king counts no more
    /// than a man. Draughts-64, the capture: the player may choose any capture, whatever the number and kind
    /// of pieces, and must carry it on to its end.
    pub const fn takes_most(self) -> bool {
        matches!(self, Self::Brazilian)
    }

    /// Returns whether a man that reaches its far row and can continue to capture from there becomes a king
    /// at once and continues as one. If not, it continues as a man, and becomes a king only if the capture
    /// ends there.
    ///
    /// Draughts-64, the capture: a man that reaches the far row during a capture becomes a king and continues
    /// capturing by the rules for kings. Annex 1, chapter 3: a man that only passes over its far row during a
    /// capture does not become a king.
    pub const fn crowns_in_passing(self) -> bool {
        matches!(self, Self::Russian)
    }
}
