//! `POST /api/v1/players`: which players can play on a board, and why others cannot.

use super::lanes::quick;
use super::lists::{READY, what};
use super::play::bounded;
use crate::app::App;
use crate::asked::{Asked, request};
use crate::problem::Problem;
use nexsolve_players::{PlayerSpecError, Roster, Spec};
use serde_json::{Value, json};
use std::sync::Arc;

request! {
    /// A game.
    PlayersRequest {}
}

/// Answers with the players, each with the reason why it cannot play on this board, if there is one.
pub(crate) async fn players(app: Arc<App>, mut request: PlayersRequest) -> Result<Value, Problem> {
    let asked = request.game(&app)?;
    quick(&app, None, move |app| list(app, &asked)).await
}

fn list(app: &App, asked: &Asked) -> Result<Value, Problem> {
    let (oracle, course) = asked.open(app)?;
    let roster = Roster::with_networks(&oracle, &app.networks);
    // A small database is made when the player is first asked for a move.
    let is_made = app.missing(asked.board, oracle.game().count(course.position())).is_some();
    let why_not = |text: &str| -> Option<String> {
        let spec: Spec = text.parse().expect("a player that is ready to use");
        if spec.name == "table" && is_made {
            return None;
        }
        if spec.name == "net" {
            // It is read when the player is first asked for a move.
            let reason = app.networks.missing(asked.board);
            return reason.map(|reason| Problem::player(text, &PlayerSpecError::whole(text, reason)).message);
        }
        let spec = match bounded(spec, text, app) {
            Ok(spec) => spec,
            Err(problem) => return Some(problem.message),
        };
        roster.player(&spec, 0).err().map(|error| Problem::player(text, &error).message)
    };
    let player = |(spec, name): &(&str, &str)| json!({ "spec": spec, "name": name, "what": what(spec), "why_not": why_not(spec) });
    Ok(json!({ "players": READY.iter().map(player).collect::<Value>() }))
}
