//! The rules that draughts on 64 squares are played by, each with its article.
//!
//! What Russian and Brazilian draughts have in common is not told here but done in `moves.rs`: men step forward one square and
//! take forward and backward, kings fly and take at a distance, capturing is compulsory and carried on to its end, captured
//! pieces are removed after the whole move, and who cannot move has lost.
//!
//! Articles of Russian draughts are those of the *Official rules of draughts-64* of the FMJD (section 64); Brazilian draughts
//! are played by the *Official FMJD rules for international draughts* (annex 1) on the smaller board.

/// A set of rules, and the name that boards and records know it by.
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
    /// The name in lower case, as boards are named: `russian`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Russian => "russian",
            Self::Brazilian => "brazilian",
        }
    }

    /// Whether of several captures a side has to choose one that takes as many pieces as can be taken.
    ///
    /// Annex 1, chapter 4: the capture of the greatest number of pieces comes before all others; a king has no more weight than a
    /// man. Draughts-64, the capture: the player may choose any, whatever the number and the rank of the pieces, and has to carry it
    /// on to its end.
    pub const fn takes_most(self) -> bool {
        matches!(self, Self::Brazilian)
    }

    /// Whether a man that comes to its far row and can take on from there is a king at once, and takes on as one. If not, he
    /// takes on as a man, and is a king only if the capture ends there.
    ///
    /// Draughts-64, the capture: a man that reaches the far row while it captures becomes a king and goes on capturing by the rules
    /// for kings. Annex 1, chapter 3: a man that only passes over its far row while it captures does not become a king.
    pub const fn crowns_in_passing(self) -> bool {
        matches!(self, Self::Russian)
    }
}
