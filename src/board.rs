//! The board given by the arguments.

use crate::database::not_opened;
use clap::Args;
use nexsolve_console::Fault;
use nexsolve_core::Chance;
use nexsolve_games::listed::GAME;
use nexsolve_games::{
    AnyGame, Board, Card, Extent, GAMES, GameSpec, Measure, examples, played_examples, typos,
};
use nexsolve_oracle::Opened;
use std::path::Path;

/// The game and its board.
#[derive(Args, Clone, Debug, Default)]
#[command(mut_arg("size", |size| size.help(sizes())))]
pub(crate) struct BoardArgs {
    #[arg(value_name = "BOARD", help = boards())]
    pub(crate) board: Option<String>,
    #[arg(long, value_name = "GAME", help = games())]
    pub(crate) game: Option<String>,
    #[command(flatten)]
    pub(crate) size: SizeArgs,
}

/// The help text of BOARD.
fn boards() -> String {
    format!("Board, such as {}", GAMES.map(|card| card.board_examples.join(", ")).join(", "))
}

/// The help text of `--game`.
fn games() -> String {
    let specs =
        |card: &'static Card| (0..card.variants.len()).map(move |variant| GameSpec::new(card, variant));
    let all: Vec<String> = GAMES.iter().flat_map(|card| specs(card)).map(|spec| spec.to_string()).collect();
    format!("Game: {} [default: {}]", all.join(", "), nexsolve_games::main_game())
}

/// The help text of BOARD in the commands that play.
pub(crate) fn played_boards() -> String {
    format!("Game and board: {}", GAMES.map(|card| card.played_examples.join(", ")).join(", "))
}

/// The help text of `--size`.
fn sizes() -> String {
    let counted = |card: &&'static Card| match card.measure {
        Measure::Count { what, .. } => Some(format!("; number of {what} ({})", card.title)),
        Measure::Sides { .. } => None,
    };
    let counted: String = GAMES.iter().filter_map(counted).collect();
    format!("Side length of a square board{counted}")
}

/// The size of the board.
#[derive(Args, Clone, Copy, Debug, Default)]
pub(crate) struct SizeArgs {
    /// Side length of a square board
    #[arg(long, value_name = "N", value_parser = side_length)]
    pub(crate) size: Option<u32>,
    /// Number of rows, lettered from the top
    #[arg(long, value_name = "N", value_parser = side_length)]
    pub(crate) rows: Option<u32>,
    /// Number of columns, numbered from the left
    #[arg(long, value_name = "N", value_parser = side_length)]
    pub(crate) cols: Option<u32>,
}

pub(crate) fn side_length(text: &str) -> Result<u32, String> {
    let number = if text.bytes().all(|b| b.is_ascii_digit()) { text.parse().ok() } else { None };
    number.ok_or_else(|| {
        "give a whole number, at least 1; for a board that is not square: --rows 3 --cols 4".to_owned()
    })
}

impl BoardArgs {
    /// Returns the board that the arguments name.
    pub(crate) fn resolve(&self) -> Result<Board, Fault> {
        let sides = self.sides(examples)?;
        if let Some(text) = &self.board {
            return nexsolve_games::board(text).or_else(|error| {
                let meant = || typos::board(text, |meant| nexsolve_games::board(meant).is_ok());
                of_folder(text).unwrap_or_else(|| Err(Fault::name(error, meant())))
            });
        }
        let spec =
            self.game.as_deref().map_or_else(|| Ok(nexsolve_games::main_game()), nexsolve_games::spec)?;
        let none = || Fault::usage("no board is given");
        match (spec.card().measure, sides, self.size.size) {
            (Measure::Sides { .. }, Some((rows, cols)), _) => Ok(spec.sized(rows, cols)?),
            (Measure::Sides { .. }, None, _) => Err(none().hint(examples()).hint(pieces())),
            (Measure::Count { .. }, _, Some(number)) => Ok(spec.counting(number)?),
            (Measure::Count { what, example, .. }, ..) => {
                let no_sides = |_| Fault::usage(format!("{} has no rows and columns", spec.variant().title));
                let fault = sides.map_or_else(none, no_sides);
                Err(fault.hint(format!("give the number of {what} with --size, or as {example}")))
            }
        }
    }

    /// Returns the board to search. Like [`resolve`](Self::resolve), but a game with only one board can be
    /// given by its name alone.
    pub(crate) fn searched(&self) -> Result<Board, Fault> {
        if let (None, Some(text)) = (self.sides(examples)?, self.board.as_ref().or(self.game.as_ref()))
            && let Ok(board) = nexsolve_games::played(text, None)
            && board.extent == Extent::Whole
        {
            return Ok(board);
        }
        self.resolve()
    }

    /// Returns the board to solve: one to search, or a larger one on which the game finds forced wins.
    pub(crate) fn solved(&self) -> Result<Board, Fault> {
        self.searched().or_else(|fault| {
            let name = self.board.clone().or_else(|| self.game.clone());
            let name = name.unwrap_or_else(|| nexsolve_games::main_game().to_string());
            let board = nexsolve_games::played(&name, self.sides(examples)?).ok();
            let finds = |board: &Board| AnyGame::on(*board).is_ok_and(|game| game.forcing().is_some());
            board.filter(finds).ok_or(fault)
        })
    }

    /// Returns the board to play on.
    pub(crate) fn played(&self) -> Result<Board, Fault> {
        let sides = self.sides(played_examples)?;
        match self.board.as_ref().or(self.game.as_ref()) {
            Some(text) => played(text, sides),
            None if sides.is_some() => {
                Ok(nexsolve_games::played(nexsolve_games::main_game().card().word, sides)?)
            }
            None => Err(Fault::usage("no board is given").hint(played_examples())),
        }
    }

    /// Returns the rows and columns, if given. Refuses them if the board is named as well.
    pub(crate) fn sides(&self, examples: fn() -> String) -> Result<Option<(u32, u32)>, Fault> {
        let sides = self.size.sides()?;
        if self.board.is_some() && (self.game.is_some() || sides.is_some()) {
            let others = "use either BOARD or --game, --size, --rows and --cols";
            return Err(Fault::usage(format!("the board is given twice: {others}")).hint(examples()));
        }
        Ok(sides)
    }
}

/// Returns the board to play on with this name.
pub(crate) fn played(text: &str, sides: Option<(u32, u32)>) -> Result<Board, Fault> {
    let is_board = |meant: &str| nexsolve_games::played(meant, None).is_ok();
    nexsolve_games::played(text, sides).or_else(|error| {
        of_folder(text).unwrap_or_else(|| Err(Fault::name(error, typos::board(text, is_board))))
    })
}

/// Returns the board of the database in a folder, if it is of a game that is not in the program.
fn of_folder(text: &str) -> Option<Result<Board, Fault>> {
    let folder = Path::new(text);
    if !folder.join(GAME).is_file() {
        return None;
    }
    Some(Opened::open_unchecked(folder, 0).map(|opened| opened.board).map_err(|error| not_opened(&error)))
}

/// The hint about giving a board by options.
fn pieces() -> String {
    let others = GAMES.iter().skip(1).find(|card| matches!(card.measure, Measure::Sides { .. }));
    let with =
        others.map_or_else(String::new, |card| format!(", with --game {} for {}", card.word, card.title));
    format!("or give --size 3, or --rows 3 --cols 4{with}; see --help")
}

impl SizeArgs {
    /// Returns the rows and columns from `--size`, or from `--rows` and `--cols`.
    pub(crate) fn sides(self) -> Result<Option<(u32, u32)>, Fault> {
        let (message, n) = match (self.size, self.rows, self.cols) {
            (None, None, None) => return Ok(None),
            (Some(n), None, None) => return Ok(Some((n, n))),
            (None, Some(rows), Some(cols)) => return Ok(Some((rows, cols))),
            (Some(n), ..) => {
                let message =
                    "--size sets both rows and columns: it cannot be combined with --rows or --cols";
                return Err(
                    Fault::usage(message).hint(format!("give --size {n} alone, or --rows and --cols"))
                );
            }
            (None, Some(n), None) => (format!("--rows {n} needs --cols"), n),
            (None, None, Some(n)) => (format!("--cols {n} needs --rows"), n),
        };
        Err(Fault::usage(message).hint(format!("for a square board: --size {n}")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nexsolve_console::Exit;

    #[test]
    fn options_make_one_board_or_an_error() {
        let nothing = BoardArgs::default();
        assert!(nothing.resolve().is_err());
        let sized = |size| BoardArgs { size, ..BoardArgs::default() };
        let size = |n| sized(SizeArgs { size: Some(n), ..SizeArgs::default() });
        let sides = |rows, cols| sized(SizeArgs { size: None, rows, cols });
        assert_eq!(size(3).resolve().expect("a board").to_string(), "nex:3x3");
        let of = |game: &str, wanted: BoardArgs| BoardArgs { game: Some(game.into()), ..wanted };
        let hex = of("hex:swap", sides(Some(3), Some(4)));
        assert_eq!(hex.resolve().expect("a board").to_string(), "hex:swap:3x4");
        for (game, number, board) in [
            ("awari", 12, "awari:12"),
            ("draughts", 3, "draughts:russian:3"),
            ("draughts:brazilian", 4, "draughts:brazilian:4"),
        ] {
            assert_eq!(of(game, size(number)).resolve().expect("a board").to_string(), board);
            for wrong in [nothing.clone(), size(60), sides(Some(3), Some(3))] {
                let wrong = of(game, wrong);
                assert_eq!(wrong.resolve().expect_err("no board").exit, Exit::Usage, "{wrong:?}");
            }
        }
        for wrong in [
            size(0),
            size(20),
            size(26),
            size(9),
            sized(SizeArgs { size: Some(3), rows: Some(3), cols: None }),
            sides(Some(3), None),
            sides(None, Some(3)),
            BoardArgs { board: Some("nex:3x3".into()), ..size(3) },
            of("go", size(3)),
            of("nex:3x3", size(3)),
        ] {
            assert_eq!(wrong.resolve().expect_err("no board").exit, Exit::Usage, "{wrong:?}");
        }
    }
}
