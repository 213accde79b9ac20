//! Records of games of any kind: which format a file has, and which board a record's moves are played on.

pub use crate::contract::records::*;

use super::{AnyGame, FORMS, GAMES, place};
use crate::contract::{Card, NameError};
use nexsolve_core::Course;

impl GameRecord {
    /// Replays the game on [`GameRecord::board`].
    ///
    /// # Errors
    /// If the board does not exist.
    pub fn course(&self) -> Result<Course<'static, AnyGame>, NameError> {
        let mut course = Course::shared(AnyGame::on(self.board)?.into(), self.start);
        for &mv in &self.moves {
            course.play(mv);
        }
        Ok(course)
    }
}

impl Card {
    /// Returns the format of the game's records.
    ///
    /// # Panics
    /// If the game is not in the list.
    pub fn records(&self) -> &'static dyn RecordForm {
        FORMS[place(self.word).expect("a game of the list")]
    }
}

/// The number of bytes at the beginning of a file that determine its format.
const HEAD: usize = 4_096;

/// Returns the game whose format the beginning of a file has; the main game if no other claims it.
pub fn form_of(bytes: &[u8]) -> &'static Card {
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(HEAD)]);
    let head = text.trim_start_matches('\u{feff}').trim_start();
    GAMES.into_iter().find(|card| card.records().claims(head)).unwrap_or(GAMES[0])
}

/// Reads a file of games of any kind; `given` supplies the board of games whose record does not name it.
///
/// ```
/// use nexsolve_games::records::read;
///
/// let games = read(b"Board:r2-c2\nBa1?a2;Wb1?b2;Ba2Bb2?a1;!\n", None);
/// let record = games[0].as_ref().expect("legal moves");
/// assert_eq!((record.board.to_string().as_str(), record.moves.len()), ("nex:2x2", 3));
/// ```
pub fn read(bytes: &[u8], given: impl Into<Given>) -> Vec<ReadGame> {
    form_of(bytes).records().read(bytes, given.into())
}
