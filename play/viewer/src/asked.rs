//! The game of a request: a board, a start and moves.

use crate::app::App;
use crate::problem::{Problem, ProblemKind};
use nexsolve_core::{Course, Game, Notation};
use nexsolve_games::{AnyGame, AnyMove, AnyPosition, Board};
use nexsolve_oracle::Oracle;
use std::sync::Arc;

/// The game of a request, as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Asked {
    pub(crate) board: Board,
    start: Option<String>,
    moves: Vec<String>,
}

/// Documents of requests: their own fields, and those that name a game.
macro_rules! request {
    ($(#[$about:meta])* $name:ident { $($(#[$of:meta])* $field:ident: $kind:ty),* $(,)? }) => {
        $(#[$about])*
        #[derive(Debug, serde::Deserialize)]
        #[serde(deny_unknown_fields, expecting = "an object with `board`")]
        pub(crate) struct $name {
            board: String,
            start: Option<String>,
            moves: Option<Vec<String>>,
            $($(#[$of])* pub(crate) $field: $kind,)*
        }

        impl $name {
            /// The game, and the document without it.
            pub(crate) fn game(
                &mut self,
                app: &$crate::app::App,
            ) -> Result<$crate::asked::Asked, $crate::problem::Problem> {
                let moves = self.moves.take().unwrap_or_default();
                $crate::asked::Asked::new(app, &self.board, self.start.take(), moves)
            }
        }
    };
}

pub(crate) use request;

impl Asked {
    /// The game with this board, start and moves.
    pub(crate) fn new(
        app: &App,
        board: &str,
        start: Option<String>,
        moves: Vec<String>,
    ) -> Result<Self, Problem> {
        let board = app.board(board)?;
        if moves.len() > app.limits.moves {
            let message = format!("{} moves exceed the limit of {} per game", moves.len(), app.limits.moves);
            return Err(Problem::new(ProblemKind::Limit, message));
        }
        app.check_text(ProblemKind::Position, start.as_deref().unwrap_or_default())?;
        for text in &moves {
            app.check_text(ProblemKind::Move, text)?;
        }
        let start =
            start.filter(|text| !text.trim().is_empty() && !text.trim().eq_ignore_ascii_case("start"));
        Ok(Self { board, start, moves })
    }

    /// The start of the game as text; `None` for the start that the rules give.
    pub(crate) fn start(&self) -> Option<&str> {
        self.start.as_deref()
    }

    /// The oracle for the game, and the game after its moves.
    pub(crate) fn open(&self, app: &App) -> Result<(Oracle, Course<'static, AnyGame>), Problem> {
        let oracle = app.oracle(self.board)?;
        let course = self.course(oracle.game())?;
        Ok((oracle, course))
    }

    /// How values are affected by rules that tables leave out, in words; `None` if tables leave out nothing.
    pub(crate) fn left_out(&self) -> Option<&'static str> {
        self.board.spec.variant().caveat
    }

    /// Plays the game.
    fn course(&self, game: &AnyGame) -> Result<Course<'static, AnyGame>, Problem> {
        let start =
            self.start.as_deref().map_or_else(|| Ok(game.start()), |text| read_position(game, text))?;
        let mut course = Course::shared(Arc::new(game.clone()), start);
        for (number, text) in (1..).zip(&self.moves) {
            let placed = |problem: Problem| match problem.hint {
                None => problem.hint(format!("this is ply {number} of the game")),
                Some(_) => problem,
            };
            course.play(read_move(&course, text).map_err(placed)?);
        }
        Ok(course)
    }
}

/// Reads a position.
pub(crate) fn read_position(game: &AnyGame, text: &str) -> Result<AnyPosition, Problem> {
    game.read_position(text).map_err(|error| {
        let problem = Problem::read(ProblemKind::Position, text, &error);
        match game.hint(text) {
            Some(hint) => problem.hint(hint),
            None => problem,
        }
    })
}

/// Reads a move, legal at the end of the course.
pub(crate) fn read_move(course: &Course<'_, AnyGame>, text: &str) -> Result<AnyMove, Problem> {
    if let Some(ending) = course.ending() {
        let why = course.game().why(course.position(), &ending);
        let message = format!("the game is over ({why}); no move can follow");
        return Err(Problem::new(ProblemKind::Move, message).at(text, 0..text.len()));
    }
    let read = course.game().read_move(course.position(), text);
    read.map_err(|error| Problem::read(ProblemKind::Move, text, &error))
}
