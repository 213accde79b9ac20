//! What the readers of records assumed: boards that records do not name, and parts that they could not use.

use nexsolve_console::{fault::safe, output, units::counted};
use nexsolve_games::records::GameRecord;
use nexsolve_games::{Board, Card};
use serde_json::{Value, json};

/// Returns the notes of a game, for a document; null if it has none.
pub(crate) fn document(record: &GameRecord) -> Value {
    let notes = record.notes.iter().map(|note| json!({ "line": note.line, "text": note.text }));
    if record.notes.is_empty() { Value::Null } else { notes.collect() }
}

/// The notes of a file of records, alike ones together.
#[derive(Default)]
pub(crate) struct Notes {
    /// The texts to print, each with the first line that it concerns and the number of times.
    texts: Vec<(String, usize, u64)>,
    /// The number of other notes.
    more: u64,
    /// The games whose record does not name their board, by kind.
    unnamed: Vec<Unnamed>,
}

/// Games of one kind whose records do not name their board.
struct Unnamed {
    card: &'static Card,
    games: u64,
    /// The board of the first of them.
    board: Board,
    /// Whether all were read on that board.
    is_one: bool,
}

impl Notes {
    /// The number of different texts to print.
    const MOST: usize = 20;

    /// Adds those of a game.
    pub(crate) fn add(&mut self, record: &GameRecord) {
        if !record.fits.is_empty() {
            let (card, board) = (record.board.card(), record.board);
            match self.unnamed.iter_mut().find(|unnamed| unnamed.card.word == card.word) {
                Some(unnamed) => {
                    unnamed.games += 1;
                    unnamed.is_one &= unnamed.board == board;
                }
                None => self.unnamed.push(Unnamed { card, games: 1, board, is_one: true }),
            }
        }
        for note in &record.notes {
            let is_full = self.texts.len() == Self::MOST;
            match self.texts.iter_mut().find(|(text, ..)| *text == note.text) {
                Some((.., times)) => *times += 1,
                None if is_full => self.more += 1,
                None => self.texts.push((note.text.clone(), note.line, 1)),
            }
        }
    }

    /// Prints them on standard error. `size` is the option that sets the board of records of the main game,
    /// if the command has one.
    pub(crate) fn print(&self, file: &str, size: Option<&str>) {
        for Unnamed { card, games, board, is_one } in &self.unnamed {
            let who = if *games == 1 { "does not name its board" } else { "do not name their board" };
            let place = if *is_one {
                format!("read as {}", board.game_title())
            } else {
                "read on the smallest board that fits".to_owned()
            };
            let hint = size.filter(|_| card.word == nexsolve_games::main_game().card().word);
            let hint = hint.map_or_else(String::new, |size| format!("; {size} sets another"));
            let (games, field) =
                (counted(*games, "game", "games"), nexsolve_games::records::of(card).board_field());
            output::note(&format!("{file}: {games} {who} ({field} not given): {place}{hint}"));
        }
        for (text, line, times) in &self.texts {
            let more = if *times > 1 { format!(" ({times} times)") } else { String::new() };
            output::note(&format!("{file}:{line}: {}{more}", safe(text)));
        }
        if self.more > 0 {
            let more = counted(self.more, "other note", "other notes");
            output::note(&format!("{file}: {more}; --json lists them"));
        }
    }
}
