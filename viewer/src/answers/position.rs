//! `POST /api/v1/position`: the current position of a game.

use super::{MOST_MOVES, quick};
use crate::app::App;
use crate::asked::{Asked, request};
use crate::beside::{Beside, BranchText};
use crate::problem::Problem;
use nexsolve_core::{Course, Ending, Game, Notation, Side};
use nexsolve_games::{AnyGame, Cells};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;

request! {
    /// A game.
    PositionRequest {
        /// Moves of other lines; only their legality is checked.
        variations: Option<Vec<BranchText>>,
        /// Whether to leave out the moves, which the client knows and which are most of the answer in a long game.
        brief: Option<bool>,
    }
}

/// Answers with the current position.
pub(crate) async fn position(app: Arc<App>, mut request: PositionRequest) -> Result<Value, Problem> {
    let asked = request.game(&app)?;
    let beside = request.variations.map(|variations| Beside { variations, ..Beside::default() });
    let moves = if request.brief == Some(true) { Moves::LeftOut } else { Moves::Told };
    quick(&app, move |app| show(app, &asked, beside.as_ref(), moves)).await
}

/// Whether an answer has the moves of the game.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Moves {
    Told,
    LeftOut,
}

fn show(app: &App, asked: &Asked, beside: Option<&Beside>, moves: Moves) -> Result<Value, Problem> {
    let (oracle, course) = asked.open(app)?;
    let beside = beside.map(|beside| beside.read(app, &course)).transpose()?;
    let variations = beside.map(|beside| Beside::of(&beside, &course, 0).variations);
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
    let mut answer = json!({
        "board": board.to_string(),
        "game": board.game_word(),
        "title": board.game_title(),
        "rows": rows,
        "cols": cols,
        "start": start,
        "position": game.format_position(position),
        "to_move": course.side().word(),
        // The colour that makes the first of the moves.
        "begins": game.side_to_move(&course.positions()[0]).word(),
        // The contents of the cells.
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
    });
    if moves == Moves::Told {
        answer["moves"] = json!(written(&course));
    }
    let mut ways = BTreeMap::new();
    for &mv in legal.iter().take(MOST_MOVES) {
        let others = game.other_ways(position, mv);
        if !others.is_empty() {
            ways.insert(game.format_in_full(position, mv), others);
        }
    }
    if !ways.is_empty() {
        // Other ways to make a move, with the same outcome.
        answer["ways"] = json!(ways);
    }
    if let Some(variations) = variations {
        answer["variations"] = json!(variations);
    }
    Ok(answer)
}

/// The moves so far.
pub(super) fn written(course: &Course<'_, AnyGame>) -> Vec<String> {
    let moves = course.positions().iter().zip(course.moves());
    moves.map(|(position, &mv)| course.game().format_in_full(position, mv)).collect()
}
