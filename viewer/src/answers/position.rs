//! `POST /api/v1/position`: the game as it stands.

use super::QUICK;
use crate::app::{App, Task};
use crate::asked::{Asked, request};
use crate::games::{Cells, Viewed};
use crate::known::MOST_MOVES;
use crate::problem::Problem;
use crate::tables::Stack;
use crate::work::Threads;
use nexsolve_core::Side;
use nexsolve_players::Course;
use serde::Serialize;
use std::sync::Arc;

request! {
    /// A game.
    PositionRequest {}
}

/// The game as it stands.
#[derive(Serialize)]
pub(crate) struct PositionAnswer {
    board: String,
    game: &'static str,
    title: String,
    rows: Option<u32>,
    cols: Option<u32>,
    start: String,
    moves: Vec<String>,
    position: String,
    to_move: &'static str,
    cells: Cells,
    changed_colours: bool,
    over: Option<Over>,
    legal: Option<Vec<String>>,
    legal_count: usize,
}

/// How the game has ended.
#[derive(Serialize)]
struct Over {
    winner: Option<&'static str>,
    reason: String,
    chain: Vec<String>,
}

/// Answers.
pub(crate) async fn position(app: Arc<App>, mut request: PositionRequest) -> Result<PositionAnswer, Problem> {
    let asked = request.game(&app)?;
    let quick = Arc::clone(&app);
    quick.quick.run(QUICK, Threads::One, move |_| app.with(asked.arena, Show(&asked))).await
}

struct Show<'a>(&'a Asked);

impl Task for Show<'_> {
    type Done = PositionAnswer;

    fn on<G: Viewed>(self, game: &G, _: &Stack<'_, G>) -> Result<PositionAnswer, Problem> {
        let course = self.0.course(game)?;
        let position = course.position();
        let legal = course.legal();
        let legal_count = legal.len();
        let write = |legal: Vec<G::Move>| legal.iter().map(|&mv| game.write_move(position, mv)).collect();
        let sides = game.sides();
        Ok(PositionAnswer {
            board: self.0.arena.to_string(),
            game: G::WORD,
            title: self.0.arena.title(),
            rows: sides.map(|(rows, _)| rows),
            cols: sides.map(|(_, cols)| cols),
            start: start(game, self.0, &course),
            moves: written(&course),
            position: game.format_position(position),
            to_move: course.side().word(),
            cells: game.cells(position),
            changed_colours: course.has_changed_colours(),
            over: over(&course),
            legal: (legal_count <= MOST_MOVES).then(|| write(legal)),
            legal_count,
        })
    }
}

/// What the game begins with.
fn start<G: Viewed>(game: &G, asked: &Asked, course: &Course<'_, G>) -> String {
    match asked.start() {
        None => "start".to_owned(),
        Some(_) => game.format_position(&course.positions()[0]),
    }
}

/// The moves so far.
pub(super) fn written<G: Viewed>(course: &Course<'_, G>) -> Vec<String> {
    let moves = course.positions().iter().zip(course.moves());
    moves.map(|(position, &mv)| course.game().write_move(position, mv)).collect()
}

fn over<G: Viewed>(course: &Course<'_, G>) -> Option<Over> {
    let ending = course.ending()?;
    let reason = course.game().why(course.position(), &ending);
    let chain =
        ending.winner.map(|winner| course.game().chain(course.position(), winner)).unwrap_or_default();
    Some(Over { winner: ending.winner.map(Side::word), reason, chain })
}
