//! Games that were played over the network, for people and for programs.

use crate::fault::{Fault, safe};
use crate::results::{self, Tally};
use crate::units::counted;
use crate::{files, output};
use nexsolve_games::nex::record::{self, Record};
use serde::Serialize;
use std::path::Path;

/// A game on one line.
pub(super) fn line(record: &Record) -> String {
    let number = record.number.unwrap_or_default();
    let plies = counted((record.init.len() + record.moves.len()) as u64, "ply", "plies");
    let result = results::words(record.result);
    format!("game {number}: {}×{}, {plies}, {result}\n", record.rows, record.cols)
}

/// The games counted.
pub(super) fn tally<'a>(records: impl IntoIterator<Item = &'a Record>) -> Tally {
    let mut tally = Tally::default();
    records.into_iter().for_each(|record| tally.add(record.result));
    tally
}

/// A tally on one line.
pub(super) fn summary(tally: &Tally) -> String {
    format!("{}: {}\n", tally.games(), tally.text())
}

/// A game in a document.
#[derive(Serialize)]
pub(super) struct Game {
    number: u32,
    rows: u32,
    cols: u32,
    black: Option<String>,
    white: Option<String>,
    /// The moves that it began with.
    opening: Vec<String>,
    moves: Vec<String>,
    plies: usize,
    /// `black`, `white`, `draw` or `broken off`.
    result: &'static str,
}

impl Game {
    /// The game of a record.
    pub(super) fn new(record: &Record) -> Self {
        // The record's own words: what `replay` reads.
        let text = record::write(std::slice::from_ref(record));
        let split = |moves: &str| -> Vec<String> {
            moves.split(';').filter(|mv| !mv.is_empty()).map(str::to_owned).collect()
        };
        let opening = text.lines().find_map(|line| line.strip_prefix("Init_State:")).unwrap_or_default();
        let moves = text.lines().last().and_then(|line| line.strip_suffix(record.result.letter()));
        Self {
            number: record.number.unwrap_or_default(),
            rows: record.rows,
            cols: record.cols,
            black: record.black.clone(),
            white: record.white.clone(),
            opening: split(opening),
            moves: split(moves.unwrap_or_default()),
            plies: record.init.len() + record.moves.len(),
            result: results::name(record.result),
        }
    }
}

/// Writes the games into a file, if one is named.
pub(super) fn write(records: &[Record], file: Option<&Path>) -> Result<(), Fault> {
    let Some(file) = file else { return Ok(()) };
    files::replace(file, record::write(records).as_bytes())?;
    let games = counted(records.len() as u64, "game", "games");
    output::note(&format!("{games} written to {}", files::name(file)));
    Ok(())
}

/// That what comes from the network plays no tricks on a terminal.
pub(super) fn told(fault: &impl ToString) -> String {
    safe(&fault.to_string())
}
