//! Look-ups in a database: of positions of the board that its tables number, or of the game played on it.

use super::Opened;
use nexsolve_console::Fault;
use nexsolve_core::{Game, Notation, Points, ProbeError, ReadError};
use nexsolve_games::{AnyGame, AnyPosition, Board};
use nexsolve_oracle::{Answer, Oracle, OracleDatabase, Worth};
use std::path::Path;
use std::sync::Arc;

/// The oracles of a database.
pub(super) struct Lookup {
    /// One for the board whose positions the tables number; if the positions of the game played on it are
    /// others, which include their history, one for this game.
    oracles: Vec<Oracle>,
    /// The game of each oracle with the notation of text.
    told: Vec<AnyGame>,
    /// Whether the tables store points.
    pub(super) has_points: bool,
}

/// A position to look up.
#[derive(Clone, Copy)]
pub(super) struct Question {
    /// The index of its game.
    game: usize,
    pub(super) position: AnyPosition,
}

impl Lookup {
    /// Creates the oracles of the database opened from a folder.
    pub(super) fn new(opened: &Opened, folder: &Path) -> Result<Self, Fault> {
        let held = [Arc::new(OracleDatabase::in_folder(opened.clone(), folder))];
        Self::of(opened.board, &held)
    }

    /// Creates the oracle of a board without databases.
    pub(super) fn of_book(board: Board) -> Result<Self, Fault> {
        Self::of(board, &[])
    }

    fn of(board: Board, held: &[Arc<OracleDatabase>]) -> Result<Self, Fault> {
        let mut boards = vec![board, board.over_the_board()];
        boards.dedup();
        let oracles: Vec<Oracle> =
            boards.into_iter().map(|board| Oracle::new(board, held)).collect::<Result<_, _>>()?;
        let game = oracles[0].game();
        let has_points = game.points(&game.start()).is_some();
        let told = oracles.iter().map(|oracle| oracle.game().clone()).collect();
        Ok(Self { oracles, told, has_points })
    }

    /// The same, reading and writing positions as the games that `notation` returns do.
    pub(super) fn with_notation(
        self,
        notation: impl FnMut(&AnyGame) -> Result<AnyGame, Fault>,
    ) -> Result<Self, Fault> {
        let told = self.told.iter().map(notation).collect::<Result<_, _>>()?;
        Ok(Self { told, ..self })
    }

    /// Returns the game of a question with the notation of text.
    pub(super) fn told(&self, question: &Question) -> &AnyGame {
        &self.told[question.game]
    }

    /// Returns the game on the board whose positions the tables number.
    pub(super) fn game(&self) -> &AnyGame {
        self.oracles[0].game()
    }

    /// Returns the oracle for a question.
    pub(super) fn oracle(&self, question: &Question) -> &Oracle {
        &self.oracles[question.game]
    }

    /// Parses a position.
    pub(super) fn read(&self, text: &str) -> Result<Question, ReadError> {
        let game = if self.game().is_about(text) { 0 } else { self.oracles.len() - 1 };
        Ok(Question { game, position: self.told[game].read_position(text)? })
    }

    /// Returns the question about the start.
    pub(super) fn start(&self) -> Question {
        Question { game: 0, position: self.game().start() }
    }

    /// Returns the value of each position.
    pub(super) fn worths(&self, questions: &[Question]) -> Result<Vec<Worth>, Fault> {
        self.each(questions, Oracle::worths)
    }

    /// Returns the value of each position and of its moves.
    pub(super) fn answers(&self, questions: &[Question]) -> Result<Vec<Answer>, Fault> {
        self.each(questions, Oracle::answers)
    }

    /// Returns the points of a finished game with points left on the board, as if play went on.
    pub(super) fn points(&self, question: &Question) -> Result<Option<Points>, Fault> {
        let found = self.oracle(question).look(&[question.position])?;
        Ok(found[0].and_then(|(worth, _)| worth.points))
    }

    /// Asks the oracle of each question. Returns the answers in the order of the questions.
    fn each<T>(
        &self,
        questions: &[Question],
        ask: fn(&Oracle, &[AnyPosition]) -> Result<Vec<T>, ProbeError>,
    ) -> Result<Vec<T>, Fault> {
        let of = |game: usize| {
            let positions: Vec<AnyPosition> = questions
                .iter()
                .filter(|question| question.game == game)
                .map(|question| question.position)
                .collect();
            ask(&self.oracles[game], &positions).map(Vec::into_iter)
        };
        let mut answers: Vec<_> = (0..self.oracles.len()).map(of).collect::<Result<_, _>>()?;
        Ok(questions.iter().filter_map(|question| answers[question.game].next()).collect())
    }
}
