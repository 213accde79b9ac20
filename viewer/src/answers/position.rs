//! `POST /api/v1/position`: the game as it stands.

use super::{MOST_MOVES, quick};
use crate::app::App;
use crate::asked::{Asked, request};
use crate::problem::Problem;
use nexsolve_core::{Course, Notation, Side};
use nexsolve_games::{AnyGame, Cells};
use serde::Serialize;
use std::collections::BTreeMap;
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
    cells: CellsAnswer,
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

/// What stands where.
#[derive(Serialize)]
#[serde(untagged)]
enum CellsAnswer {
    Rows(Vec<&'static str>),
    Pits { pits: Vec<u8>, stores: [u8; 2] },
    Named(BTreeMap<String, &'static str>),
}

impl CellsAnswer {
    fn of(cells: Cells) -> Self {
        match cells {
            Cells::Rows(rows) => Self::Rows(rows),
            Cells::Pits { pits, stores } => Self::Pits { pits, stores },
            Cells::Named(named) => Self::Named(named),
        }
    }
}

/// Answers.
pub(crate) async fn position(app: Arc<App>, mut request: PositionRequest) -> Result<PositionAnswer, Problem> {
    let asked = request.game(&app)?;
    quick(&app, move |app, _| show(app, &asked)).await
}

fn show(app: &App, asked: &Asked) -> Result<PositionAnswer, Problem> {
    let (oracle, course) = asked.open(app)?;
    let (game, board, position) = (oracle.game(), asked.board, course.position());
    let legal = course.legal();
    let legal_count = legal.len();
    let write = |legal: Vec<_>| legal.iter().map(|&mv| game.format_in_full(position, mv)).collect();
    let sides = board.sides();
    Ok(PositionAnswer {
        board: board.to_string(),
        game: board.game_word(),
        title: board.game_title(),
        rows: sides.map(|(rows, _)| rows),
        cols: sides.map(|(_, cols)| cols),
        start: match asked.start() {
            None => "start".to_owned(),
            Some(_) => game.format_position(&course.positions()[0]),
        },
        moves: written(&course),
        position: game.format_position(position),
        to_move: course.side().word(),
        cells: CellsAnswer::of(game.cells(position)),
        changed_colours: course.has_changed_colours(),
        over: over(&course),
        legal: (legal_count <= MOST_MOVES).then(|| write(legal)),
        legal_count,
    })
}

/// The moves so far.
pub(super) fn written(course: &Course<'_, AnyGame>) -> Vec<String> {
    let moves = course.positions().iter().zip(course.moves());
    moves.map(|(position, &mv)| course.game().format_in_full(position, mv)).collect()
}

fn over(course: &Course<'_, AnyGame>) -> Option<Over> {
    let ending = course.ending()?;
    let reason = course.game().why(course.position(), &ending);
    let chain =
        ending.winner.map(|winner| course.game().chain(course.position(), winner)).unwrap_or_default();
    Some(Over { winner: ending.winner.map(Side::word), reason, chain })
}
