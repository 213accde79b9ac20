//! `POST /api/v1/write`: the game as a record.

use super::lanes::quick;
use crate::app::App;
use crate::asked::{Asked, request};
use crate::beside::{self, Beside, BranchText};
use crate::problem::{Problem, ProblemKind};
use nexsolve_core::Course;
use nexsolve_games::records::{GameRecord, Verdict};
use nexsolve_players::matches::Opening;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;

request! {
    /// A game, its players, and its variations, comments and tags.
    WriteRequest {
        black: Option<String>,
        white: Option<String>,
        /// The result, if the rules have not ended the game; `how` says why it ended.
        result: Option<String>,
        how: Option<String>,
        variations: Option<Vec<BranchText>>,
        comments: Option<BTreeMap<usize, String>>,
        tags: Option<Vec<(String, String)>>,
    }
}

/// Answers: a record, and a name for its file.
pub(crate) async fn write(app: Arc<App>, mut request: WriteRequest) -> Result<Value, Problem> {
    let asked = request.game(&app)?;
    let names = [request.black, request.white].map(|name| name.filter(|name| !name.trim().is_empty()));
    for name in names.iter().flatten() {
        if name.chars().any(char::is_control) {
            let message = "a player's name must be one line, without control characters";
            return Err(Problem::new(ProblemKind::Record, message));
        }
    }
    let verdict = beside::verdict(request.result.as_deref(), request.how.as_deref())?;
    let beside = Beside {
        variations: request.variations.unwrap_or_default(),
        comments: request.comments.unwrap_or_default(),
        tags: request.tags.unwrap_or_default(),
    };
    quick(&app, None, move |app| record(app, &asked, names, verdict, &beside)).await
}

fn record(
    app: &App,
    asked: &Asked,
    names: [Option<String>; 2],
    verdict: Verdict,
    beside: &Beside,
) -> Result<Value, Problem> {
    let (oracle, course) = asked.open(app)?;
    // A start that is given as moves stays moves: some records know no other.
    let opening = asked.start().and_then(|text| Opening::read(oracle.game(), text).ok());
    let prelude = opening.map(|opening| opening.moves).unwrap_or_default();
    let beside = beside.read(app, &course)?;
    let played = GameRecord::played(&course, 0, verdict);
    let record = GameRecord { names, prelude, number: Some(1), beside, ..played };
    // In its order: a variation after the last move goes on with the main line.
    let tree = record.tree();
    let mut record = record.with_tree(&tree);
    let mut course = Course::from(oracle.game(), record.start);
    record.moves.iter().for_each(|&mv| course.play(mv));
    if let Some(ending) = course.ending() {
        record.verdict = Verdict::by_rules(ending.winner);
    }
    let form = nexsolve_games::records::of(asked.board.card());
    let text = form.write(&[record]).map_err(|error| Problem::new(ProblemKind::Record, error.to_string()))?;
    let name = format!("{}.{}", asked.board.game_word(), form.extension());
    Ok(json!({ "text": text, "name": name }))
}
