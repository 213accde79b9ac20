//! Records of games: from a course, and back to one.

use super::AnyGame;
use crate::played::Played;
use crate::records::{Beside, GameRecord, Verdict};
use crate::{Board, NameError};
use nexsolve_core::Course;

impl GameRecord {
    /// Creates the record of a game between unnamed players, on line 1 of its file.
    pub(crate) fn of<G: Played>(board: Board, course: &Course<'_, G>, verdict: Verdict) -> Self {
        Self {
            board,
            names: [None, None],
            start: G::pack(&course.positions()[0]),
            prelude: Vec::new(),
            moves: course.moves().iter().map(|&mv| G::pack_move(mv)).collect(),
            verdict,
            number: None,
            line: 1,
            beside: Beside::default(),
            fits: Vec::new(),
        }
    }

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
