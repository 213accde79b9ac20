//! The game that a request is about: a board, what it begins with, and moves.

use crate::app::App;
use crate::games::Viewed;
use crate::problem::{Kind, Problem};
use nexsolve_boards::Arena;
use nexsolve_players::Course;

/// The game of a request, as it is written there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Asked {
    pub(crate) arena: Arena,
    start: Option<String>,
    moves: Vec<String>,
}

/// Documents of requests: their own fields, and those that name a game.
macro_rules! request {
    ($(#[$about:meta])* $name:ident { $($(#[$of:meta])* $field:ident: $kind:ty),* $(,)? }) => {
        $(#[$about])*
        #[derive(Debug, serde::Deserialize)]
        #[serde(deny_unknown_fields)]
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
        let arena = app.arena(board)?;
        if moves.len() > app.limits.moves {
            let message = format!(
                "{} moves are more than the {} that a game may have here",
                moves.len(),
                app.limits.moves
            );
            return Err(Problem::new(Kind::Limit, message));
        }
        app.check_text(Kind::Position, start.as_deref().unwrap_or_default())?;
        for text in &moves {
            app.check_text(Kind::Move, text)?;
        }
        let start =
            start.filter(|text| !text.trim().is_empty() && !text.trim().eq_ignore_ascii_case("start"));
        Ok(Self { arena, start, moves })
    }

    /// What the game begins with, as it was written; `None` for the start of the rules.
    pub(crate) fn start(&self) -> Option<&str> {
        self.start.as_deref()
    }

    /// Plays the game.
    pub(crate) fn course<'g, G: Viewed>(&self, game: &'g G) -> Result<Course<'g, G>, Problem> {
        let mut course = match &self.start {
            None => Course::new(game),
            Some(text) => Course::from(game, read_position(game, text)?),
        };
        for (number, text) in (1..).zip(&self.moves) {
            let placed = |problem: Problem| match problem.hint {
                None => problem.hint(format!("it is move {number} of the game")),
                Some(_) => problem,
            };
            if let Some(ending) = course.ending() {
                let message = format!(
                    "the game is over ({}); no move can follow",
                    game.why(course.position(), &ending)
                );
                return Err(placed(Problem::new(Kind::Move, message).at(text, 0..text.len())));
            }
            course.play(read_move(&course, text).map_err(placed)?);
        }
        Ok(course)
    }
}

/// Reads a position.
pub(crate) fn read_position<G: Viewed>(game: &G, text: &str) -> Result<G::Position, Problem> {
    game.read_position(text).map_err(|error| {
        let problem = Problem::read(Kind::Position, text, &error);
        match game.hint(text) {
            Some(hint) => problem.hint(hint),
            None => problem,
        }
    })
}

/// Reads a move, legal at the end of the course.
pub(crate) fn read_move<G: Viewed>(course: &Course<'_, G>, text: &str) -> Result<G::Move, Problem> {
    let read = course.game().read_move(course.position(), text);
    read.map_err(|error| Problem::read(Kind::Move, text, &error))
}
