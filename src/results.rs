//! What recorded games came to, in words and counted, and what is wrong with them.

use crate::units::counted;
use nexsolve_core::Side;
use nexsolve_games::record::RecordFault;
use nexsolve_games::records::{How, Verdict};
use serde::Serialize;

/// A result for people.
pub(crate) fn words(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict { how: How::BrokenOff, .. } => "broken off",
        Verdict { winner: Some(Side::Black), .. } => "Black won",
        Verdict { winner: Some(Side::White), .. } => "White won",
        Verdict { winner: None, .. } => "drawn",
    }
}

/// A result in a document.
pub(crate) fn name(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict { how: How::BrokenOff, .. } => "broken off",
        Verdict { winner: Some(winner), .. } => winner.word(),
        Verdict { winner: None, .. } => "draw",
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
    pub(crate) fn add(&mut self, verdict: Verdict) {
        *match verdict {
            Verdict { how: How::BrokenOff, .. } => &mut self.broken_off,
            Verdict { winner: Some(Side::Black), .. } => &mut self.black_won,
            Verdict { winner: Some(Side::White), .. } => &mut self.white_won,
            Verdict { winner: None, .. } => &mut self.drawn,
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
    pub(crate) fn new(fault: &RecordFault) -> Self {
        let RecordFault { line, column, text, reason, .. } = fault;
        Self { line: *line, column: *column, reason: reason.clone(), text: text.clone() }
    }
}
