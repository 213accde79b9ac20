//! The results of recorded games, as words and counts.

use crate::units::counted;
use nexsolve_core::Side;
use nexsolve_games::records::{How, Verdict};
use serde_json::Value;

/// The results of a game: as a field, as a count's field, and as text.
const RESULTS: [(&str, &str, &str); 4] = [
    ("black", "black_won", "Black won"),
    ("draw", "drawn", "drawn"),
    ("white", "white_won", "White won"),
    ("broken off", "broken_off", "broken off"),
];

/// The place of a result among [`RESULTS`].
fn place(verdict: Verdict) -> usize {
    match verdict {
        Verdict { how: How::BrokenOff, .. } => 3,
        Verdict { winner: Some(Side::Black), .. } => 0,
        Verdict { winner: None, .. } => 1,
        Verdict { winner: Some(Side::White), .. } => 2,
    }
}

/// A result for people.
pub(crate) fn words(verdict: Verdict) -> &'static str {
    RESULTS[place(verdict)].2
}

/// A result in a document: `black`, `white`, `draw` or `broken off`.
pub(crate) fn name(verdict: Verdict) -> &'static str {
    RESULTS[place(verdict)].0
}

/// The number of games with each of the [`RESULTS`].
#[derive(Clone, Copy, Default)]
pub(crate) struct Tally([u64; 4]);

impl Tally {
    /// Counts a game.
    pub(crate) fn add(&mut self, verdict: Verdict) {
        self.0[place(verdict)] += 1;
    }

    /// Returns the number of games.
    pub(crate) fn number(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Returns the number of games in words: `3 games`.
    pub(crate) fn games(&self) -> String {
        counted(self.number(), "game", "games")
    }

    /// Returns the number of games with each result, in words.
    pub(crate) fn text(&self) -> String {
        let parts = RESULTS.iter().zip(self.0).map(|((_, _, words), number)| format!("{words} {number}"));
        parts.collect::<Vec<_>>().join(", ")
    }

    /// The same as fields of a document.
    pub(crate) fn document(&self) -> Value {
        RESULTS.iter().zip(self.0).map(|((_, name, _), number)| (*name, number)).collect()
    }
}
