//! `POST /api/v1/write`: the game as a record.

use super::quick;
use crate::app::App;
use crate::asked::{Asked, request};
use crate::problem::{Kind, Problem};
use nexsolve_games::records::{GameRecord, Verdict};
use nexsolve_players::matches::Opening;
use serde_json::{Value, json};
use std::sync::Arc;

request! {
    /// A game, and who has played it.
    WriteRequest {
        black: Option<String>,
        white: Option<String>,
    }
}

/// No name is longer, in characters: records are read back.
const LONGEST_NAME: usize = 200;

/// Answers: a record, and a name for its file.
pub(crate) async fn write(app: Arc<App>, mut request: WriteRequest) -> Result<Value, Problem> {
    let asked = request.game(&app)?;
    let names = [request.black, request.white].map(|name| name.filter(|name| !name.trim().is_empty()));
    for name in names.iter().flatten() {
        if name.chars().count() > LONGEST_NAME || name.chars().any(char::is_control) {
            let message = format!("a player's name is one line of {LONGEST_NAME} characters at most");
            return Err(Problem::new(Kind::Record, message));
        }
    }
    quick(&app, move |app| record(app, &asked, names)).await
}

fn record(app: &App, asked: &Asked, names: [Option<String>; 2]) -> Result<Value, Problem> {
    let (oracle, course) = asked.open(app)?;
    // A start that is given as moves stays moves: some records know no other.
    let opening = asked.start().and_then(|text| Opening::read(oracle.game(), text).ok());
    let ending = course.ending();
    let record = GameRecord {
        board: asked.board,
        names,
        start: course.positions()[0],
        prelude: opening.map(|opening| opening.moves).unwrap_or_default(),
        moves: course.moves().to_vec(),
        verdict: ending.map_or(Verdict::BROKEN_OFF, |ending| Verdict::by_rules(ending.winner)),
        number: Some(1),
        line: 1,
    };
    let form = asked.board.card().records;
    let text = form.write(&[record]).map_err(|error| Problem::new(Kind::Record, error.to_string()))?;
    let name = format!("{}.{}", asked.board.game_word(), form.extension());
    Ok(json!({ "text": text, "name": name }))
}
