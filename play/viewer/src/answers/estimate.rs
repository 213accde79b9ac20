//! `POST /api/v1/estimate`: what random games make of a position whose value nobody knows.
//!
//! An estimate is no value: the answer has none of the fields that values have, and nothing else reads it.

use super::lanes::{slow, time};
use super::play::{LATE, bounded, refuse_end};
use crate::app::App;
use crate::asked::{Asked, request};
use crate::problem::{Problem, ProblemKind};
use crate::work::{Share, Threads};
use nexsolve_core::{Game, Notation};
use nexsolve_games::AnyMove;
use nexsolve_players::{Budget, Roster, Spec, Tried};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::{Duration, Instant};

request! {
    /// A game, and the random games by which to estimate it.
    EstimateRequest {
        playouts: Option<u64>,
        seed: Option<u64>,
        seconds: Option<f64>,
    }
}

/// The player whose search estimates: with many moves for the playouts, and with few. By its own constant it
/// gives a move up whose first playout is lost, which is right only where playouts are too few to try all
/// moves again.
const PLAYER: &str = "uct(unforced)";
const THOROUGH: &str = "uct(c=0.4,unforced)";

/// Playouts for each move that are many.
const MANY: u64 = 100;

/// Playouts if the request does not say, and the most that it can ask for.
const PLAYOUTS: u64 = 10_000;
const MOST_PLAYOUTS: u64 = 1_000_000;

/// With fewer playouts, the share of the best move says more about its luck than about the position.
const ENOUGH: u64 = 100;

/// The most moves of an answer.
const LISTED: usize = 10;

/// Answers with the share of points that the side to move can expect, and the moves that look best.
pub(crate) async fn estimate(app: Arc<App>, mut request: EstimateRequest) -> Result<Value, Problem> {
    let asked = request.game(&app)?;
    let time = time(&app, request.seconds)?;
    let playouts = request.playouts.unwrap_or(PLAYOUTS);
    if !(1..=MOST_PLAYOUTS).contains(&playouts) {
        let message = format!("`playouts` must be from 1 to {MOST_PLAYOUTS}, not {playouts}");
        return Err(Problem::new(ProblemKind::Limit, message));
    }
    let seed = request.seed.unwrap_or(0);
    slow(&app, Some(asked.board), time + LATE, Threads::One, move |app, share| {
        estimated(app, &asked, (playouts, seed), time, share)
    })
    .await
}

fn estimated(
    app: &App,
    asked: &Asked,
    (playouts, seed): (u64, u64),
    time: Duration,
    share: &Share,
) -> Result<Value, Problem> {
    let (oracle, course) = asked.open(app)?;
    refuse_end(&course)?;
    let moves = course.legal().len() as u64;
    let text = if playouts / MANY >= moves { THOROUGH } else { PLAYER };
    let spec: Spec = text.parse().map_err(|error| Problem::player(text, &error))?;
    let player = Roster::new(&oracle).player(&bounded(spec, text, app)?, seed);
    let mut player = player.map_err(|error| Problem::player(text, &error))?;
    let until = Some(Instant::now() + time);
    let budget = Budget { playouts: Some(playouts), until, stop: Some(&share.stop), ..Budget::default() };
    let thought = player.choose(&course, &budget)?;
    let tried = player.tried();
    let is_settled = thought.estimate.proven().is_some();
    let (game, position) = (oracle.game(), course.position());
    let line = |tried: &Tried<AnyMove>| {
        json!({
            "move": game.format_in_full(position, tried.mv),
            "share": rounded(tried.share),
            "playouts": tried.playouts,
        })
    };
    let whole = if is_settled || tried[0].playouts >= ENOUGH { tried[0].share } else { mean(&tried) };
    Ok(json!({
        "position": game.format_position(position),
        "to_move": game.side_to_move(position).word(),
        "share": rounded(whole),
        "playouts": thought.nodes,
        "complete": is_settled || thought.nodes >= playouts,
        "moves": tried.iter().filter(|tried| tried.playouts > 0).take(LISTED).map(line).collect::<Value>(),
    }))
}

/// The share of points in all playouts.
fn mean(tried: &[Tried<AnyMove>]) -> f64 {
    let playouts: u64 = tried.iter().map(|tried| tried.playouts).sum();
    let points: f64 = tried.iter().map(|tried| tried.share * tried.playouts as f64).sum();
    points / playouts as f64
}

/// Four decimals: more would claim what playouts cannot tell.
fn rounded(share: f64) -> f64 {
    (share * 10_000.0).round() / 10_000.0
}
