//! Recorded games, played again.

use super::AnyGame;
use crate::NameError;
use crate::records::GameRecord;
use nexsolve_core::Course;

impl GameRecord {
    /// The game played again, on the game of [`GameRecord::board`].
    ///
    /// # Errors
    /// If there is no such board.
    pub fn course(&self) -> Result<Course<'static, AnyGame>, NameError> {
        let mut course = Course::shared(AnyGame::on(self.board)?.into(), self.start);
        for &mv in &self.moves {
            course.play(mv);
        }
        Ok(course)
    }
}
