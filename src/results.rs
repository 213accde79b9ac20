//! Counts and describes the results of recorded games.

use nexsolve_console::units::counted;
use nexsolve_core::Side;
use nexsolve_games::records::{GameRecord, How, Verdict};
use serde_json::Value;

/// The possible results of a game: the value of the field `result`, and the name of the field that counts it.
const RESULTS: [(&str, &str); 4] =
    [("black", "black_won"), ("draw", "drawn"), ("white", "white_won"), ("broken off", "broken_off")];

/// Returns the index of a result in [`RESULTS`].
fn place(verdict: Verdict) -> usize {
    match verdict {
        Verdict { how: How::BrokenOff, .. } => 3,
        Verdict { winner: Some(Side::Black), .. } => 0,
        Verdict { winner: None, .. } => 1,
        Verdict { winner: Some(Side::White), .. } => 2,
    }
}

/// Describes each of the [`RESULTS`], with these names of the sides.
fn texts([first, second]: [&str; 2]) -> [String; 4] {
    [format!("{first} won"), "drawn".to_owned(), format!("{second} won"), "broken off".to_owned()]
}

/// Describes the result of a game.
pub(crate) fn words(record: &GameRecord) -> String {
    texts(record.board.card().sides)[place(record.verdict)].clone()
}

/// Returns the name of a result in a document: `black`, `white`, `draw` or `broken off`.
pub(crate) fn name(verdict: Verdict) -> &'static str {
    RESULTS[place(verdict)].0
}

/// The number of games with each of the [`RESULTS`].
#[derive(Clone, Copy)]
pub(crate) struct ResultTally {
    numbers: [u64; 4],
    /// The names of the sides; those of the default game if they differ between the games.
    sides: [&'static str; 2],
}

impl ResultTally {
    /// Counts these games.
    pub(crate) fn of<'a>(records: impl IntoIterator<Item = &'a GameRecord>) -> Self {
        let mut tally = Self { numbers: [0; 4], sides: nexsolve_games::main_game().card().sides };
        records.into_iter().for_each(|record| tally.add(record));
        tally
    }

    /// Counts a game.
    pub(crate) fn add(&mut self, record: &GameRecord) {
        let sides = record.board.card().sides;
        let is_alike = self.number() == 0 || self.sides == sides;
        self.sides = if is_alike { sides } else { nexsolve_games::main_game().card().sides };
        self.numbers[place(record.verdict)] += 1;
    }

    /// Returns the number of games.
    pub(crate) fn number(&self) -> u64 {
        self.numbers.iter().sum()
    }

    /// Returns the number of games in words: `3 games`.
    pub(crate) fn games(&self) -> String {
        counted(self.number(), "game", "games")
    }

    /// Returns the number of games with each result, in words.
    pub(crate) fn text(&self) -> String {
        let parts = texts(self.sides).into_iter().zip(self.numbers);
        parts.map(|(words, number)| format!("{words} {number}")).collect::<Vec<_>>().join(", ")
    }

    /// Returns the number of games with each result, as fields of a document.
    pub(crate) fn document(&self) -> Value {
        RESULTS.iter().zip(self.numbers).map(|((_, name), number)| (*name, number)).collect()
    }
}
