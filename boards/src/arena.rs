//! What is played over the board, and on which: `nex:13x13`, `hex:swap:11x11`, `awari`, `draughts:brazilian`.

use crate::board::{read_game, read_sides, wrong};
use crate::{Board, NameError, Played, Rhombus, rules_title};
use nexsolve_games::draughts::Variant;
use std::fmt;

/// A game on a board that can be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arena {
    /// A game on a rhombus, of up to 19 rows and columns.
    Rhombus(Rhombus),
    /// Awari, from four seeds in each pit.
    Awari,
    /// Draughts, from the start.
    Draughts(Variant),
}

impl Arena {
    /// How arenas are written.
    pub const EXAMPLES: &str = "what is played is written as nex:3x3, hex:11x11, hex:swap:5x5, awari, draughts or draughts:brazilian";

    /// The arena with this name; `size` are its rows and columns where the name does not tell them.
    ///
    /// # Errors
    /// With the place, if there is no such arena.
    pub fn parse(text: &str, size: Option<(u32, u32)>) -> Result<Self, NameError> {
        let mut parts: Vec<&str> = text.split(':').collect();
        let last = parts.last().copied().unwrap_or_default();
        let at = text.len() - last.len();
        let sized = parts.len() > 1 && last.starts_with(|c: char| c.is_ascii_digit());
        if sized {
            parts.pop();
        }
        let end = if sized { at - 1 } else { text.len() };
        let played = read_game(text, &parts, 0..end)?;
        let Played::Rhombus(kind) = played else {
            if sized || size.is_some() {
                let message = "the whole game is played, which has no size; databases have";
                return Err(wrong(text, at..text.len(), message).hint(Self::EXAMPLES));
            }
            return Ok(match played {
                Played::Draughts(variant) => Self::Draughts(variant),
                _ => Self::Awari,
            });
        };
        let (rows, cols) = match size {
            _ if sized => read_sides(text, at)?,
            Some(size) => size,
            None => return Err(wrong(text, end..end, "the size is missing").hint(Self::EXAMPLES)),
        };
        Ok(Self::Rhombus(Rhombus { kind, rows, cols }))
    }

    /// The arena with this name, which tells all.
    ///
    /// # Errors
    /// As [`Arena::parse`].
    pub fn named(text: &str) -> Result<Self, NameError> {
        Self::parse(text, None)
    }

    /// The arena for people: `3×3 Nex`.
    pub fn title(self) -> String {
        match self {
            Self::Rhombus(rhombus) => rhombus.title(),
            Self::Awari => "Awari".to_owned(),
            Self::Draughts(variant) => format!("{} draughts", rules_title(variant)),
        }
    }

    /// The game whose positions a database of this board knows.
    pub fn of_tables(board: Board) -> Self {
        match board {
            Board::Rhombus(rhombus) => Self::Rhombus(rhombus),
            Board::Awari { .. } => Self::Awari,
            Board::Draughts { rules, .. } => Self::Draughts(rules),
        }
    }

    /// What tables leave out that holds over the board, if anything.
    pub fn left_out(self) -> Option<&'static str> {
        match self {
            Self::Rhombus(_) => None,
            Self::Awari => Some(
                "The tables know no repetition: over the board a position that occurs for the third time ends the game, and the rest \
                 is split.",
            ),
            Self::Draughts(_) => Some(
                "The tables leave out the draws that are counted over the board (repetition, moves by kings only, and others): a \
                 win may have been a draw by the count.",
            ),
        }
    }

    /// Whether a database of this board knows positions of the game.
    pub fn has_tables_of(self, board: Board) -> bool {
        match (self, board) {
            (Self::Rhombus(mine), Board::Rhombus(theirs)) => mine == theirs,
            (Self::Awari, Board::Awari { .. }) => true,
            (Self::Draughts(mine), Board::Draughts { rules, .. }) => mine == rules,
            _ => false,
        }
    }
}

impl fmt::Display for Arena {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rhombus(rhombus) => rhombus.fmt(f),
            Self::Awari => f.write_str("awari"),
            Self::Draughts(variant) => write!(f, "draughts:{variant}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arenas_are_read_as_they_are_written() {
        let written =
            ["nex:3x3", "nex:13x13", "hex:11x11", "hex:course+swap:6x6", "awari", "draughts:russian"];
        for text in written {
            assert_eq!(Arena::parse(text, None).expect(text).to_string(), text);
        }
        let sized = |text: &str| Arena::parse(text, Some((3, 4))).expect(text).to_string();
        assert_eq!((sized("nex"), sized("hex:swap")), ("nex:3x4".into(), "hex:swap:3x4".into()));
        assert_eq!(Arena::parse("draughts", None).expect("draughts").title(), "Russian draughts");
        for wrong in ["nex", "go", "awari:12", "draughts:russian:4", "nex:3x", "hex:swap", "", ":"] {
            let error = Arena::parse(wrong, None).expect_err(wrong);
            assert!(error.place.is_some() && !error.hints.is_empty(), "{wrong}");
        }
        assert!(Arena::parse("awari", Some((3, 3))).is_err());
    }
}
