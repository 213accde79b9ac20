//! The board given by the arguments.

use crate::fault::{Fault, snippet};
use clap::Args;
use nexsolve_games::{Board, Card, GAMES, GameSpec, Measure, NameError, examples};

/// The help of `--rows` and `--cols` in every command.
pub(crate) const ROWS: &str = "Number of rows, lettered from the top";
pub(crate) const COLUMNS: &str = "Number of columns, numbered from the left";

/// The game and its board.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct BoardArgs {
    #[arg(value_name = "BOARD", help = boards())]
    pub(crate) board: Option<String>,
    #[arg(long, value_name = "GAME", help = games())]
    pub(crate) game: Option<String>,
    #[arg(long, value_name = "N", value_parser = side_length, help = sizes())]
    pub(crate) size: Option<u32>,
    #[arg(long, value_name = "N", value_parser = side_length, help = ROWS)]
    pub(crate) rows: Option<u32>,
    #[arg(long, value_name = "N", value_parser = side_length, help = COLUMNS)]
    pub(crate) cols: Option<u32>,
}

/// The help of BOARD.
fn boards() -> String {
    format!("Board, such as {}", GAMES.map(|card| card.board_examples.join(", ")).join(", "))
}

/// The help of `--game`.
fn games() -> String {
    let specs =
        |card: &'static Card| (0..card.variants.len()).map(move |variant| GameSpec::new(card, variant));
    let all: Vec<String> = GAMES.iter().flat_map(|card| specs(card)).map(|spec| spec.to_string()).collect();
    format!("Game: {} [default: {}]", all.join(", "), GameSpec::default())
}

/// The help of BOARD in the commands that play.
pub(crate) fn played() -> String {
    format!("Game and board: {}", GAMES.map(|card| card.played_examples.join(", ")).join(", "))
}

/// The help of `--size`.
fn sizes() -> String {
    let counted = |card: &&'static Card| match card.measure {
        Measure::Count { what, .. } => Some(format!("; number of {what} ({})", card.title)),
        Measure::Sides { .. } => None,
    };
    let counted: String = GAMES.iter().filter_map(counted).collect();
    format!("Side length of a square board{counted}")
}

/// The game and board of a whole game.
#[derive(Args, Clone, Debug)]
pub(crate) struct WholeArgs {
    #[arg(value_name = "BOARD", help = played())]
    pub(crate) board: Option<String>,
    #[arg(long, value_name = "GAME", help = games())]
    pub(crate) game: Option<String>,
    #[command(flatten)]
    pub(crate) size: SizeArgs,
}

impl WholeArgs {
    /// The same as the arguments of a board.
    pub(crate) fn board(&self) -> BoardArgs {
        self.size.of(self.board.as_ref(), self.game.as_ref())
    }
}

/// The size of the board.
#[derive(Args, Clone, Debug)]
pub(crate) struct SizeArgs {
    /// Side length of a square board
    #[arg(long, value_name = "N", value_parser = side_length)]
    pub(crate) size: Option<u32>,
    #[arg(long, value_name = "N", value_parser = side_length, help = ROWS)]
    pub(crate) rows: Option<u32>,
    #[arg(long, value_name = "N", value_parser = side_length, help = COLUMNS)]
    pub(crate) cols: Option<u32>,
}

impl SizeArgs {
    /// The arguments of a board of this size.
    pub(crate) fn of(&self, board: Option<&String>, game: Option<&String>) -> BoardArgs {
        let Self { size, rows, cols } = *self;
        BoardArgs { board: board.cloned(), game: game.cloned(), size, rows, cols }
    }
}

pub(crate) fn side_length(text: &str) -> Result<u32, String> {
    let number = if text.bytes().all(|b| b.is_ascii_digit()) { text.parse().ok() } else { None };
    number.ok_or_else(|| {
        "give a whole number, at least 1; for a board that is not square: --rows 3 --cols 4".to_owned()
    })
}

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
