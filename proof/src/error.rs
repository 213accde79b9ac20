//! Reasons why a certificate proves nothing.

use nexsolve_core::{Plies, ReadError, Wdl};

/// The reason why a certificate cannot be read, or does not prove its claim.
///
/// Lines count from 1. `play` is the line of moves from the certificate's position to the place of the fault,
/// and `diagram` the position there as the game draws it, for people.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CheckError {
    /// The file has no bytes.
    #[error("the file is empty; expected a certificate")]
    Empty,
    /// The file is not a certificate.
    #[error("this is not a certificate: a certificate begins with the line `{}`", crate::MAGIC)]
    NotACertificate,
    /// This program does not know the certificate's version.
    #[error("certificate of version {found}; this program reads versions 1 and 2")]
    Version {
        /// The version as written.
        found: String,
    },
    /// Lines end in CR LF, because a program has converted the file.
    #[error(
        "the lines end in CR LF, but those of a certificate end in LF: the file was converted; convert it back, or get the original file"
    )]
    LineEnds,
    /// The file begins with a byte-order mark, because a program has converted the file.
    #[error(
        "the file begins with a byte-order mark, a certificate with the letter `n`: the file was converted; convert it back, or get the original file"
    )]
    ByteOrderMark,
    /// The first line has been changed.
    #[error("line 1 is damaged: expected `{}`", crate::MAGIC)]
    Magic,
    /// There is no digest: the end of the file is missing.
    #[error("line {line}: the file ends without its line `digest …`: its end is missing")]
    Truncated {
        /// The last line of the file.
        line: usize,
    },
    /// The digest in the file is not that of the file.
    #[error("line {line}: the digest does not match: the file has been changed since it was written")]
    Digest {
        /// The line of the digest.
        line: usize,
        /// The digest as written.
        written: String,
        /// The digest of the lines before it.
        computed: String,
    },
    /// Something follows the digest.
    #[error("line {line}: the file continues after its digest")]
    Trailing {
        /// The first line after the digest.
        line: usize,
    },
    /// The bytes of a line are not UTF-8.
    #[error("line {line} is not UTF-8 text")]
    Encoding {
        /// The line.
        line: usize,
    },
    /// A line does not have the form that the format requires there.
    #[error("line {line}: expected {expected}, found `{found}`")]
    Field {
        /// The line.
        line: usize,
        /// What the format requires.
        expected: &'static str,
        /// The text found, shortened.
        found: String,
    },
    /// A position cannot be read.
    #[error("line {line}: `{text}` is not a position of this board: {error}")]
    Position {
        /// The line.
        line: usize,
        /// The position as written.
        text: String,
        /// What is wrong with it.
        error: Box<ReadError>,
    },
    /// A move cannot be read, or is not legal.
    #[error("line {line}: `{text}` is not a legal move there: {error}\n{diagram}")]
    Move {
        /// The line.
        line: usize,
        /// The move as written.
        text: String,
        /// What is wrong with it.
        error: Box<ReadError>,
        /// The position.
        diagram: String,
    },
    /// A position or a move is spelled in a way that the game reads, but certificates do not allow.
    #[error("line {line}: `{text}` is spelled `{expected}` in a certificate")]
    Spelling {
        /// The line.
        line: usize,
        /// The text in the file.
        text: String,
        /// The only spelling that certificates allow.
        expected: String,
    },
    /// The lines of moves are not in ascending order of their bytes.
    #[error("line {line} should come before line {}: lines of moves must be in order", line - 1)]
    Order {
        /// The line.
        line: usize,
    },
    /// A position has two lines.
    #[error("line {line} names another move for the position of line {earlier}\n{diagram}")]
    Duplicate {
        /// The later line.
        line: usize,
        /// The earlier line.
        earlier: usize,
        /// The position.
        diagram: String,
    },
    /// The number of lines is not the announced one.
    #[error("the file announces {announced} {what}, but has {found}")]
    Count {
        /// What the lines are: moves, or lemmas.
        what: &'static str,
        /// The number that the file announces.
        announced: u64,
        /// The number that it has.
        found: u64,
    },
    /// A line is not a lemma, or the lemma does not follow from earlier ones, or no later lemma uses it.
    #[error("line {line}: {reason}")]
    Lemma {
        /// The line.
        line: usize,
        /// What is wrong.
        reason: String,
    },
    /// The lemmas do not prove the win.
    #[error("{reason}")]
    Inconclusive {
        /// Why.
        reason: String,
    },
    /// The game has no proofs by deduction, or none for the position.
    #[error("a win of this position cannot be proven by lemmas")]
    NoDeductions,
    /// A move is given for a position that cannot arise, or in which the other side is to move.
    #[error("line {line}: this position cannot arise with the side to move\n{diagram}")]
    Unreached {
        /// The line.
        line: usize,
        /// The position.
        diagram: String,
    },
    /// A game that the strategy allows does not go as claimed.
    #[error("{fault} {}\n{diagram}", if play.is_empty() { "no moves" } else { play })]
    Play {
        /// What is wrong.
        fault: PlayFault,
        /// The moves that lead there.
        play: String,
        /// The position after these moves.
        diagram: String,
    },
}

/// What is wrong in a game that a strategy allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayFault {
    /// A position that can arise has no move.
    #[error("no move is given for a position that can arise, after")]
    Missing,
    /// The game ends worse than claimed: with this result for the side that follows the strategy.
    #[error("a game ends in a {0} for the side, after")]
    Worse(Wdl),
    /// The game is not over within these plies, which are claimed.
    #[error("a game is not over after the {0} plies claimed:")]
    TooLong(Plies),
    /// A position occurs again. Strategies are for games without cycles, so the game's rules are at fault.
    #[error("a position is repeated, after")]
    Cycle,
}

impl CheckError {
    /// Returns whether the file is not a certificate of a known version. A damaged certificate that can still
    /// be recognised is one that fails, so the result is `false`.
    pub fn is_format(&self) -> bool {
        matches!(
            self,
            Self::Empty | Self::NotACertificate | Self::Version { .. } | Self::LineEnds | Self::ByteOrderMark
        )
    }
}
