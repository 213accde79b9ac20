//! `POST /api/v1/position`: the game as it stands.

use super::{MOST_MOVES, quick};
use crate::app::App;
use crate::asked::{Asked, request};
use crate::problem::Problem;
use nexsolve_core::{Course, Ending, Notation, Side};
use nexsolve_games::{AnyGame, Cells};
use serde_json::{Value, json};
use std::sync::Arc;

request! {
    /// A game.
    PositionRequest {}
}

/// Answers: the game as it stands.
pub(crate) async fn position(app: Arc<App>, mut request: PositionRequest) -> Result<Value, Problem> {
    let asked = request.game(&app)?;
    quick(&app, move |app| show(app, &asked)).await
}

fn show(app: &App, asked: &Asked) -> Result<Value, Problem> {
    let (oracle, course) = asked.open(app)?;
    let (game, board, position) = (oracle.game(), asked.board, course.position());
    let legal = course.legal();
    let write = || legal.iter().map(|&mv| game.format_in_full(position, mv)).collect::<Value>();
    let (rows, cols) = board.sides().unzip();
    let start = match asked.start() {
        None => "start".to_owned(),
        Some(_) => game.format_position(&course.positions()[0]),
    };
    let over = |ending: Ending| {
        json!({
            "winner": ending.winner.map(Side::word),
            "reason": game.why(position, &ending),
            "chain": ending.winner.map(|winner| game.chain(position, winner)).unwrap_or_default(),
        })
    };
    Ok(json!({
        "board": board.to_string(),
        "game": board.game_word(),
        "title": board.game_title(),
        "rows": rows,
        "cols": cols,
        "start": start,
        "moves": written(&course),
        "position": game.format_position(position),
        "to_move": course.side().word(),
        // What stands where.
        "cells": match game.cells(position) {
            Cells::Rows(rows) => json!(rows),
            Cells::Pits { pits, stores } => json!({ "pits": pits, "stores": stores }),
            Cells::Named(named) => json!(named),
        },
        "changed_colours": course.has_changed_colours(),
        // How the game has ended.
        "over": course.ending().map(over),
        "legal": (legal.len() <= MOST_MOVES).then(write),
        "legal_count": legal.len(),
    }))
}

/// The moves so far.
pub(super) fn written(course: &Course<'_, AnyGame>) -> Vec<String> {
    let moves = course.positions().iter().zip(course.moves());
    moves.map(|(position, &mv)| course.game().format_in_full(position, mv)).collect()
}
