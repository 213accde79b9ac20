//! The board given by the arguments.

use crate::args::BoardArgs;
use crate::fault::{Fault, snippet};
use nexsolve_games::{Board, GAMES, GameSpec, Measure, NameError, examples};

impl BoardArgs {
    /// The board, if the arguments make one.
    pub(crate) fn resolve(&self) -> Result<Board, Fault> {
        let sides = self.sides(examples)?;
        if let Some(text) = &self.board {
            return Ok(Board::parse(text)?);
        }
        let spec = self.game.as_deref().map_or_else(|| Ok(GameSpec::default()), GameSpec::parse)?;
        let none = || Fault::usage("no board is given");
        match (spec.card().measure, sides, self.size) {
            (Measure::Sides { .. }, Some((rows, cols)), _) => Ok(spec.sized(rows, cols)?),
            (Measure::Sides { .. }, None, _) => Err(none().hint(examples()).hint(pieces())),
            (Measure::Count { .. }, _, Some(number)) => Ok(spec.counting(number)?),
            (Measure::Count { what, example, .. }, ..) => {
                let no_sides = |_| Fault::usage(format!("{} has no --rows and --cols", spec.variant().title));
                let fault = sides.map_or_else(none, no_sides);
                Err(fault.hint(format!("give the number of {what} with --size, or as {example}")))
            }
        }
    }

    /// Rows and columns, where they are given and the board is not named as well.
    pub(crate) fn sides(&self, examples: fn() -> String) -> Result<Option<(u32, u32)>, Fault> {
        let sides = size_of(self.size, self.rows, self.cols)?;
        if self.board.is_some() && (self.game.is_some() || sides.is_some()) {
            let others = "use either BOARD or --game, --size, --rows and --cols";
            return Err(Fault::usage(format!("the board is given twice: {others}")).hint(examples()));
        }
        Ok(sides)
    }
}

/// The hint for a board given by options.
fn pieces() -> String {
    let others = GAMES.iter().skip(1).find(|card| matches!(card.measure, Measure::Sides { .. }));
    let with =
        others.map_or_else(String::new, |card| format!(", with --game {} for {}", card.word, card.title));
    format!("or give --size 3, or --rows 3 --cols 4{with}; see --help")
}

/// Rows and columns from `--size`, or from `--rows` and `--cols`.
pub(crate) fn size_of(
    size: Option<u32>,
    rows: Option<u32>,
    cols: Option<u32>,
) -> Result<Option<(u32, u32)>, Fault> {
    match (size, rows, cols) {
        (None, None, None) => Ok(None),
        (Some(n), None, None) => Ok(Some((n, n))),
        (None, Some(rows), Some(cols)) => Ok(Some((rows, cols))),
        (Some(n), ..) => Err(Fault::usage(
            "--size sets both rows and columns: it cannot be combined with --rows or --cols",
        )
        .hint(format!("give --size {n} alone, or --rows and --cols"))),
        (None, Some(n), None) => {
            Err(Fault::usage(format!("--rows {n} needs --cols"))
                .hint(format!("for a square board: --size {n}")))
        }
        (None, None, Some(n)) => {
            Err(Fault::usage(format!("--cols {n} needs --rows"))
                .hint(format!("for a square board: --size {n}")))
        }
    }
}

impl From<NameError> for Fault {
    fn from(error: NameError) -> Self {
        let message = match error.place {
            Some((text, span)) => format!("{}\n{}", error.message, snippet(&text, span)),
            None => error.message,
        };
        error.hints.into_iter().fold(Self::usage(message), Self::hint)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exit::Exit;

    #[test]
    fn pieces_make_one_board_or_a_message() {
        let nothing = BoardArgs::default();
        assert!(nothing.resolve().is_err());
        let size = |n| BoardArgs { size: Some(n), ..BoardArgs::default() };
        assert_eq!(size(3).resolve().expect("a board").to_string(), "nex:3x3");
        let hex =
            BoardArgs { game: Some("hex:swap".into()), rows: Some(3), cols: Some(4), ..BoardArgs::default() };
        assert_eq!(hex.resolve().expect("a board").to_string(), "hex:swap:3x4");
        let of = |game: &str, wanted: BoardArgs| BoardArgs { game: Some(game.into()), ..wanted };
        for (game, number, board) in [
            ("awari", 12, "awari:12"),
            ("draughts", 3, "draughts:russian:3"),
            ("draughts:brazilian", 4, "draughts:brazilian:4"),
        ] {
            assert_eq!(of(game, size(number)).resolve().expect("a board").to_string(), board);
            let rows = BoardArgs { rows: Some(3), cols: Some(3), ..nothing.clone() };
            for wrong in [of(game, nothing.clone()), of(game, size(60)), of(game, rows)] {
                assert_eq!(wrong.resolve().expect_err("no board").exit, Exit::Usage, "{wrong:?}");
            }
        }
        for wrong in [
            size(0),
            size(20),
            size(26),
            size(9),
            BoardArgs { rows: Some(3), ..size(3) },
            BoardArgs { rows: Some(3), ..nothing.clone() },
            BoardArgs { cols: Some(3), ..nothing.clone() },
            BoardArgs { board: Some("nex:3x3".into()), ..size(3) },
            BoardArgs { game: Some("go".into()), ..size(3) },
            BoardArgs { game: Some("nex:3x3".into()), ..size(3) },
        ] {
            assert_eq!(wrong.resolve().expect_err("no board").exit, Exit::Usage, "{wrong:?}");
        }
    }
}
