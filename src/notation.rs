//! How the text of a command names the cells of Hex, which have two names in use.

use clap::Args;
use nexsolve_console::{Fault, Global, choice};
use nexsolve_games::{AnyGame, in_columns};

/// The option of commands whose text names cells.
#[derive(Args, Clone, Copy, Debug, Default)]
pub(crate) struct NotationArgs {
    /// How text and typed moves name the cells of Hex [default: row]. JSON, records and certificates always
    /// use row
    #[arg(long, value_name = "LETTER", value_parser = choice([
        ("row", CellLetter::Row, "The row's letter, then the column's number: b3"),
        ("column", CellLetter::Column, "The column's letter, then the row's number, as most sites do: c2"),
    ]))]
    notation: Option<CellLetter>,
}

/// Whether rows or columns have letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CellLetter {
    Row,
    Column,
}

impl NotationArgs {
    /// Returns the same game with the notation to use in text.
    ///
    /// # Errors
    /// If the option is given with `--json`, or for a game whose cells have only one name.
    pub(crate) fn game(self, game: &AnyGame, global: &Global) -> Result<AnyGame, Fault> {
        let Some(letter) = self.notation else { return Ok(game.clone()) };
        if global.json {
            return Err(Fault::usage("--notation applies to text: it cannot be combined with --json")
                .hint("documents name a cell by the row's letter and the column's number"));
        }
        let columns = in_columns(game.board()).ok_or_else(|| {
            let message =
                format!("--notation does not apply: {} has one notation", game.board().game_title());
            Fault::usage(message)
        })?;
        Ok(if letter == CellLetter::Column { columns } else { game.clone() })
    }

    /// Returns the first line of text about a game with two notations; nothing for others.
    pub(crate) fn line(self, game: &AnyGame) -> &'static str {
        match self.notation {
            _ if in_columns(game.board()).is_none() => "",
            Some(CellLetter::Column) => "Cells: column letter, row number, as in c2.\n",
            _ => "Cells: row letter, column number, as in b3 (--notation column: c2).\n",
        }
    }
}
