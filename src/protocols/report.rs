//! Games that were played over the network, for people and for programs.

use crate::fault::{Fault, safe};
use crate::records;
use crate::results::{self, Tally};
use crate::units::counted;
use nexsolve_core::{Game as _, Notation};
use nexsolve_games::records::GameRecord;
use nexsolve_games::{AnyGame, AnyMove};
use serde_json::{Value, json};
use std::path::Path;

/// A game on one line.
pub(super) fn line(record: &GameRecord) -> String {
    let (number, (rows, cols)) = (record.number.unwrap_or_default(), record.board.grid());
    let plies = counted(records::plies(record) as u64, "ply", "plies");
    format!("game {number}: {rows}×{cols}, {plies}, {}\n", results::words(record.verdict))
}

/// The games counted.
pub(super) fn tally<'a>(records: impl IntoIterator<Item = &'a GameRecord>) -> Tally {
    let mut tally = Tally::default();
    records.into_iter().for_each(|record| tally.add(record.verdict));
    tally
}

/// A tally on one line.
pub(super) fn summary(tally: &Tally) -> String {
    format!("{}: {}\n", tally.games(), tally.text())
}

/// A game in a document.
pub(super) fn document(record: &GameRecord) -> Result<Value, Fault> {
    let game = AnyGame::on(record.board)?;
    let mut position = game.start();
    let mut words = |moves: &[AnyMove]| {
        let word = |&mv: &AnyMove| {
            let word = game.format_move(&position, mv);
            position = game.play(&position, mv);
            word
        };
        moves.iter().map(word).collect::<Value>()
    };
    let (opening, moves) = (words(&record.prelude), words(&record.moves));
    let (rows, cols) = record.board.grid();
    let [black, white] = &record.names;
    Ok(json!({
        "number": record.number.unwrap_or_default(),
        "rows": rows,
        "cols": cols,
        "black": black,
        "white": white,
        // The moves that it began with.
        "opening": opening,
        "moves": moves,
        "plies": records::plies(record),
        "result": results::name(record.verdict),
    }))
}

/// Writes the games into a file, if one is named.
pub(super) fn write(games: &[GameRecord], file: Option<&Path>) -> Result<(), Fault> {
    if let Some(file) = file {
        records::write(games, file)?;
        records::written(games.len(), file);
    }
    Ok(())
}

/// The text of a fault, without control characters from the network.
pub(super) fn told(fault: &impl ToString) -> String {
    safe(&fault.to_string())
}
