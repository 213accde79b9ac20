//! Reads files of game records, continuing after faults, and writes them.

use crate::results;
use nexsolve_console::{Fault, fault::snippet, files, output, units::counted};
use nexsolve_games::record::RecordFault;
use nexsolve_games::records::{GameRecord, ReadGame};
use serde_json::{Value, json};
use std::path::Path;

/// The faults of a file of records.
pub(crate) struct Faults {
    /// The error if the file could not be read.
    pub(crate) error: Option<String>,
    /// The faults in its records, for a document.
    pub(crate) faults: Vec<Value>,
}

impl Faults {
    /// Returns the number of faults.
    pub(crate) fn number(&self) -> u64 {
        self.faults.len() as u64 + u64::from(self.error.is_some())
    }
}

/// Reads a file. `games` parses it; `take` receives each game. Prints every fault and continues.
pub(crate) fn read(
    path: &Path,
    games: impl FnOnce(&[u8]) -> Vec<ReadGame>,
    mut take: impl FnMut(GameRecord) -> Result<(), Fault>,
) -> Result<Faults, Fault> {
    let mut all = Faults { error: None, faults: Vec::new() };
    match files::read(path) {
        Ok(bytes) => {
            for found in games(&bytes) {
                match found {
                    Ok(record) => take(record)?,
                    Err(fault) => {
                        output::note(in_record(&files::name(path), &fault).trim_end());
                        all.faults.push(json!({
                            "line": fault.line,
                            "column": fault.column,
                            "reason": fault.reason,
                            "text": fault.text,
                        }));
                    }
                }
            }
        }
        Err(fault) => {
            fault.show();
            all.error = Some(fault.message);
        }
    }
    Ok(all)
}

/// Describes a fault in a file of records: its place, and the line with carets.
fn in_record(file: &str, fault: &RecordFault) -> String {
    let RecordFault { line, column, text, caret, reason } = fault;
    let byte = |chars: usize| text.char_indices().nth(chars).map_or(text.len(), |(at, _)| at);
    let span = byte(caret.start)..byte(caret.end);
    format!("{file}:{line}:{column}: {reason}\n{}", snippet(text, span))
}

/// Writes games of one kind to a file, in the record format of their game.
pub(crate) fn write(records: &[GameRecord], file: &Path) -> Result<(), Fault> {
    files::check_folder(file)?;
    let card = records.first().map_or(nexsolve_games::main_game(), |record| record.board.spec).card();
    let text = nexsolve_games::records::of(card)
        .write_for(file, records)
        .map_err(|error| Fault::usage(error.to_string()))?;
    files::replace(file, text.as_bytes())
}

/// Prints how many games were written, and where.
pub(crate) fn written(number: usize, place: &Path) {
    output::note(&format!("{} written to {}", counted(number as u64, "game", "games"), files::name(place)));
}

/// Returns the document of a game: its number, board, players, length and result.
pub(crate) fn document(record: &GameRecord) -> Value {
    let GameRecord { board, names: [black, white], verdict, number, .. } = record;
    let (rows, cols) = board.sides().unzip();
    json!({
        "number": number,
        // Null if the game has only one board.
        "rows": rows,
        "cols": cols,
        "black": black,
        "white": white,
        "plies": plies(record),
        "result": results::name(*verdict),
    })
}

/// Describes the length and result of a game: `5 plies, Black won`.
pub(crate) fn outcome(record: &GameRecord) -> String {
    format!("{}, {}", counted(plies(record), "ply", "plies"), results::words(record))
}

/// Returns the number of plies of a game, including those of its opening.
fn plies(record: &GameRecord) -> u64 {
    (record.prelude.len() + record.moves.len()) as u64
}
