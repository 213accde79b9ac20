//! What readers of records assume or leave out.

use super::encoding::FALLBACK;
use std::fmt;

/// Something in a record that its reader assumed or could not use, without harm to the moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordNote {
    /// The line of the file, counted from 1.
    pub line: usize,
    /// What it is, and what the reader did.
    pub text: String,
}

/// Something that a reader assumed about a valid record, or left out of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notice {
    /// The file is not UTF-8 and does not name its encoding.
    Encoding,
    /// The text is not in the encoding that the record names, or there is no such encoding.
    WrongEncoding {
        /// The name in the record, shortened.
        stated: String,
    },
    /// The record has information that is not kept.
    LeftOut {
        /// Its name in the record's format.
        name: String,
    },
    /// The record has information twice, and the first is not kept.
    Repeated {
        /// Its name in the record's format.
        name: &'static str,
    },
    /// A name is shortened, because an earlier game has it whole.
    CutName {
        /// The maximum length in characters.
        most: usize,
    },
    /// Text outside of the games was skipped.
    Skipped,
    /// White moved first, so the record contains the mirror image with the colours exchanged.
    Mirrored,
    /// The swap may be one of sides or of pieces, and no move shows which.
    OpenSwap,
}

impl Notice {
    /// Returns the note about the record that begins on a line.
    pub fn at(&self, line: usize) -> RecordNote {
        RecordNote { line, text: self.to_string() }
    }
}

impl fmt::Display for Notice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Encoding => {
                write!(f, "not UTF-8, and no encoding is named: names and comments are read as {FALLBACK}")
            }
            Self::WrongEncoding { stated } => {
                write!(f, "the text is not in the encoding {stated}: it is read as UTF-8 or {FALLBACK}")
            }
            Self::LeftOut { name } => write!(f, "{name} is not kept"),
            Self::Repeated { name } => write!(f, "{name} appears twice: the last one is kept"),
            Self::CutName { most } => {
                write!(f, "only the first game below a name of more than {most} characters keeps it whole")
            }
            Self::Skipped => f.write_str("text before the game is skipped"),
            Self::Mirrored => f.write_str(
                "White moves first: read as the mirror image with the colours exchanged, so that Black moves first",
            ),
            Self::OpenSwap => {
                f.write_str("the swap is read as one of pieces, since no move after it shows that sides are swapped")
            }
        }
    }
}
