//! Look-ups in a database: of positions of the board that its tables number, or of the game played on it.

use super::{Opened, check_numbers};
use nexsolve_console::Fault;
use nexsolve_core::{Game, Notation, Points, ProbeError, ReadError};
use nexsolve_games::{AnyGame, AnyMove, AnyPosition};
use nexsolve_oracle::{Held, MoveWorth, Oracle, Worth};
use std::path::Path;
use std::sync::Arc;

/// The oracles of a database.
pub(super) struct Lookup {
    /// One for the board whose positions the tables number, and one for the game played on it, whose
    /// positions include their history.
    oracles: [Oracle; 2],
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
        check_numbers(opened.board)?;
        let held = [Arc::new(Held::in_folder(opened.clone(), folder))];
        let board = opened.board;
        let oracles = [Oracle::new(board, &held)?, Oracle::new(board.over_the_board(), &held)?];
        let game = oracles[0].game();
        let has_points = game.points(&game.start()).is_some();
        Ok(Self { oracles, has_points })
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
        let game = usize::from(!self.game().is_about(text));
        Ok(Question { game, position: self.oracles[game].game().read_position(text)? })
    }

    /// Returns the question about the start.
    pub(super) fn start(&self) -> Question {
        Question { game: 0, position: self.game().start() }
    }

    /// Returns the value of each position.
    pub(super) fn worths(&self, questions: &[Question]) -> Result<Vec<Worth>, Fault> {
        self.each(questions, Oracle::worths)
    }

    /// Returns the moves of each position, with their values.
    pub(super) fn moves(&self, questions: &[Question]) -> Result<Vec<Vec<MoveWorth<AnyMove>>>, Fault> {
        self.each(questions, Oracle::moves)
    }

    /// Returns the points of a finished game with points left on the board, as if play went on.
    pub(super) fn points(&self, question: &Question) -> Result<Option<Points>, Fault> {
        let found = self.oracle(question).look(&[question.position])?;
        Ok(found[0].and_then(|found| found.points))
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
        let mut answers = [of(0)?, of(1)?];
        Ok(questions.iter().filter_map(|question| answers[question.game].next()).collect())
    }
}
