//! Games that were played over the network, for people and for programs.

use crate::fault::{Fault, safe};
use crate::results::{self, Tally};
use crate::units::counted;
use crate::{files, output};
use nexsolve_core::{Game as _, Notation};
use nexsolve_games::records::GameRecord;
use nexsolve_games::{AnyGame, AnyMove, GameSpec};
use serde::Serialize;
use std::path::Path;

/// A game on one line.
pub(super) fn line(record: &GameRecord) -> String {
    let (number, (rows, cols)) = (record.number.unwrap_or_default(), record.board.grid());
    let plies = counted((record.prelude.len() + record.moves.len()) as u64, "ply", "plies");
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
    pub(super) fn new(record: &GameRecord) -> Result<Self, Fault> {
        let game = AnyGame::on(record.board)?;
        let mut position = game.start();
        let mut word = |&mv: &AnyMove| {
            let word = game.format_move(&position, mv);
            position = game.play(&position, mv);
            word
        };
        let opening: Vec<String> = record.prelude.iter().map(&mut word).collect();
        let moves: Vec<String> = record.moves.iter().map(&mut word).collect();
        let (rows, cols) = record.board.grid();
        let [black, white] = record.names.clone();
        Ok(Self {
            number: record.number.unwrap_or_default(),
            rows,
            cols,
            black,
            white,
            plies: opening.len() + moves.len(),
            opening,
            moves,
            result: results::name(record.verdict),
        })
    }
}

/// Writes the games into a file, if one is named.
pub(super) fn write(records: &[GameRecord], file: Option<&Path>) -> Result<(), Fault> {
    let Some(file) = file else { return Ok(()) };
    let card = records.first().map_or(GameSpec::default(), |record| record.board.spec).card();
    let text = card.records.write(records).map_err(|error| Fault::usage(error.to_string()))?;
    files::replace(file, text.as_bytes())?;
    let games = counted(records.len() as u64, "game", "games");
    output::note(&format!("{games} written to {}", files::name(file)));
    Ok(())
}

/// That what comes from the network plays no tricks on a terminal.
pub(super) fn told(fault: &impl ToString) -> String {
    safe(&fault.to_string())
}
