//! Prints games that were played over the network, as text and as JSON.

use crate::records;
use crate::results::ResultTally;
use nexsolve_console::{Fault, Global, fault::safe, output};
use nexsolve_core::{Game as _, Notation};
use nexsolve_db::json::joined;
use nexsolve_games::AnyGame;
use nexsolve_games::records::GameRecord;
use serde_json::{Value, json};
use std::path::Path;

/// Describes a game on one line.
pub(super) fn line(record: &GameRecord) -> String {
    let (number, (rows, cols)) = (record.number.unwrap_or_default(), record.board.grid());
    format!("game {number}: {rows}×{cols}, {}\n", records::outcome(record))
}

/// Writes the games to a file, if one is given, and prints the answer. Its document has `begin`, the games,
/// each with the fields of `more`, their results, and `end`.
pub(super) fn answer(
    global: &Global,
    records: &[GameRecord],
    file: Option<&Path>,
    [begin, end]: [Value; 2],
    more: impl Fn(usize) -> Value,
) -> Result<(), Fault> {
    if let Some(file) = file {
        records::write(records, file)?;
        records::written(records.len(), file);
    }
    let tally = ResultTally::of(records);
    let game = |(i, record)| Ok::<_, Fault>(joined([more(i), document(record)?]));
    let games = records.iter().enumerate().map(game).collect::<Result<Value, _>>()?;
    let document = || joined([begin, json!({ "games": games }), tally.document(), end]);
    output::answer(global, document, || format!("{}: {}\n", tally.games(), tally.text()))
}

/// Returns the document of a game.
fn document(record: &GameRecord) -> Result<Value, Fault> {
    let game = AnyGame::on(record.board)?;
    let mut moves = game.format_line(&game.start(), &[&record.prelude[..], &record.moves].concat());
    let opening: Vec<String> = moves.drain(..record.prelude.len()).collect();
    // The opening moves, and those of the players.
    Ok(joined([json!({ "opening": opening, "moves": moves }), records::document(record)]))
}

/// Returns the text of a fault, without control characters from the network.
pub(super) fn told(fault: &impl ToString) -> String {
    safe(&fault.to_string())
}
