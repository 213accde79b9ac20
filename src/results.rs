//! What recorded games came to, in words and counted, and what is wrong with them.

use crate::units::counted;
use nexsolve_games::nex::record::GameResult;
use nexsolve_games::record::RecordFault;
use serde::Serialize;

/// A result for people.
pub(crate) fn words(result: GameResult) -> &'static str {
    match result {
        GameResult::Black => "Black won",
        GameResult::White => "White won",
        GameResult::Draw => "drawn",
        GameResult::BrokenOff => "broken off",
    }
}

/// A result in a document.
pub(crate) fn name(result: GameResult) -> &'static str {
    match result {
        GameResult::Black => "black",
        GameResult::White => "white",
        GameResult::Draw => "draw",
        GameResult::BrokenOff => "broken off",
    }
}

/// All games together.
#[derive(Default, Serialize)]
pub(crate) struct Tally {
    black_won: u64,
    drawn: u64,
    white_won: u64,
    broken_off: u64,
}

impl Tally {
    /// Counts a game.
    pub(crate) fn add(&mut self, result: GameResult) {
        *match result {
            GameResult::Black => &mut self.black_won,
            GameResult::Draw => &mut self.drawn,
            GameResult::White => &mut self.white_won,
            GameResult::BrokenOff => &mut self.broken_off,
        } += 1;
    }

    /// How many games there are: `3 games`.
    pub(crate) fn games(&self) -> String {
        let Self { black_won, drawn, white_won, broken_off } = self;
        counted(black_won + drawn + white_won + broken_off, "game", "games")
    }

    /// How many of each kind.
    pub(crate) fn text(&self) -> String {
        let Self { black_won, drawn, white_won, broken_off } = self;
        format!("Black won {black_won}, drawn {drawn}, White won {white_won}, broken off {broken_off}")
    }
}

/// What is wrong with a record, in a document.
#[derive(Serialize)]
pub(crate) struct FaultLine {
    line: usize,
    column: usize,
    reason: String,
    text: String,
}

impl FaultLine {
    pub(crate) fn new(fault: &RecordFault<String>) -> Self {
        let RecordFault { line, column, text, reason, .. } = fault;
        Self { line: *line, column: *column, reason: reason.clone(), text: text.clone() }
    }
}
