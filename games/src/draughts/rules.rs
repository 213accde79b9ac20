//! The rules that draughts on 64 squares are played by, each a constant with its article.
//!
//! What Russian and Brazilian draughts have in common is not told here but done in `moves.rs`: men step forward one square and
//! take forward and backward, kings fly and take at a distance, capturing is compulsory and carried on to its end, captured
//! pieces are removed after the whole move, and who cannot move has lost.
//!
//! Articles of Russian draughts are those of the *Official rules of draughts-64* of the FMJD (section 64); Brazilian draughts
//! are played by the *Official FMJD rules for international draughts* (annex 1) on the smaller board.

/// Which of several captures a side may choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Choice {
    /// Any one that is carried on to its end.
    Free,
    /// One that takes as many pieces as can be taken; kings and men count alike.
    Majority,
}

/// What becomes of a man that comes to its far row and can take on from there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Passing {
    /// He is a king at once, and takes on as one.
    Crowned,
    /// He takes on as a man, and is a king only if the capture ends there.
    Uncrowned,
}

/// The name that boards and records know the rules by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Variant {
    /// Russian draughts, PDN game type 25.
    Russian,
    /// Brazilian draughts, PDN game type 26.
    Brazilian,
}

/// A set of rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// What the rules are called.
    pub variant: Variant,
    /// Which capture a side may choose.
    pub choice: Choice,
    /// What becomes of a man in passing.
    pub passing: Passing,
}

/// Russian draughts: draughts-64, the capture. Of several captures the player may choose any, whatever the number and the rank of
/// the pieces, and has to carry it on to its end. A man that reaches the far row while it captures becomes a king and goes on
/// capturing by the rules for kings.
pub const RUSSIAN: Rules =
    Rules { variant: Variant::Russian, choice: Choice::Free, passing: Passing::Crowned };

/// Brazilian draughts: annex 1. The capture of the greatest number of pieces comes before all others; a king has no more weight
/// than a man (chapter 4). A man that only passes over its far row while it captures does not become a king (chapter 3).
pub const BRAZILIAN: Rules =
    Rules { variant: Variant::Brazilian, choice: Choice::Majority, passing: Passing::Uncrowned };

impl Variant {
    /// The name in lower case, as boards are named: `russian`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Russian => "russian",
            Self::Brazilian => "brazilian",
        }
    }

    /// The rules of this name.
    pub const fn rules(self) -> Rules {
        match self {
            Self::Russian => RUSSIAN,
            Self::Brazilian => BRAZILIAN,
        }
    }
}
