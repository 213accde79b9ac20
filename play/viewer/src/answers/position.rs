//! `POST /api/v1/position`: the current position of a game.

use super::lanes::quick;
use super::picture;
use super::values::MOST_MOVES;
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
        /// Moves of variations; only their legality is checked.
        variations: Option<Vec<BranchText>>,
        /// Whether to leave out the moves, which the client knows, and which are most of the answer in a long
        /// game.
        brief: Option<bool>,
        /// Whether to add the shapes of the board.
        picture: Option<bool>,
    }
}

/// Answers with the current position.
pub(crate) async fn position(app: Arc<App>, mut request: PositionRequest) -> Result<Value, Problem> {
    let asked = request.game(&app)?;
    let beside = request.variations.map(|variations| Beside { variations, ..Beside::default() });
    let (is_brief, is_drawn) = (request.brief == Some(true), request.picture == Some(true));
    quick(&app, None, move |app| {
        let (oracle, course) = asked.open(app)?;
        let mut answer = show(&asked, oracle.game(), &course);
        if !is_brief {
            answer["moves"] = json!(written(&course));
        }
        if let Some(beside) = beside {
            answer["variations"] = json!(Beside::of(&beside.read(app, &course)?, &course, 0).variations);
        }
        if is_drawn {
            answer["picture"] = picture::board(&oracle.game().picture(course.position()));
        }
        Ok(answer)
    })
    .await
}

fn show(asked: &Asked, game: &AnyGame, course: &Course<'_, AnyGame>) -> Value {
    let (board, position) = (asked.board, course.position());
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
            Cells::Drawn(drawn) => json!(drawn),
        },
        "changed_colours": course.has_changed_colours(),
        // How the game has ended.
        "over": course.ending().map(over),
        "legal": (legal.len() <= MOST_MOVES).then(write),
        "legal_count": legal.len(),
        "goal": board.spec.variant().goal,
        // How the legal moves are chosen place by place.
        "choices": picture::choices(&if legal.is_empty() { Vec::new() } else { game.choices(position) }),
    });
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
    answer
}

/// The moves so far.
pub(super) fn written(course: &Course<'_, AnyGame>) -> Vec<String> {
    let moves = course.positions().iter().zip(course.moves());
    moves.map(|(position, &mv)| course.game().format_in_full(position, mv)).collect()
}
