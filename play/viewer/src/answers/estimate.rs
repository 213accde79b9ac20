//! `POST /api/v1/estimate`: what the best judge of the board makes of a position whose value nobody knows.
//!
//! An estimate is no value: the answer has none of the fields that values have, and nothing else reads it.

use super::lanes::{slow, time};
use super::play::{LATE, bounded, refuse_end};
use crate::app::App;
use crate::asked::{Asked, request};
use crate::problem::{Problem, ProblemKind};
use crate::work::{Share, Threads};
use nexsolve_core::{Chance, Game, Notation};
use nexsolve_games::AnyMove;
use nexsolve_oracle::Oracle;
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

/// What judges the positions that a search reaches.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Judge {
    /// The network that the program has for the board.
    Network,
    /// The game's knowledge of connections, and random games guided by it.
    Connections,
    /// Random games.
    Playouts,
}

impl Judge {
    /// The best judge of the oracle's board.
    fn best(app: &App, oracle: &Oracle) -> Self {
        if app.networks.missing(oracle.board()).is_none() {
            Self::Network
        } else if oracle.game().guide().is_some() {
            Self::Connections
        } else {
            Self::Playouts
        }
    }

    /// The word in answers.
    const fn word(self) -> &'static str {
        match self {
            Self::Network => "network",
            Self::Connections => "connections",
            Self::Playouts => "playouts",
        }
    }

    /// The player whose search estimates. By its own constant, `uct` gives a move up whose first playout is
    /// lost, which is right only where playouts are too few to try all moves again.
    const fn player(self, has_many_playouts: bool) -> &'static str {
        match self {
            Self::Network => "net(fresh)",
            Self::Connections => "uct(connections,unforced)",
            Self::Playouts if has_many_playouts => "uct(c=0.4,unforced)",
            Self::Playouts => "uct(unforced)",
        }
    }
}

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
    let judge = Judge::best(app, &oracle);
    let text = judge.player(playouts / MANY >= moves);
    let spec: Spec = text.parse().map_err(|error| Problem::player(text, &error))?;
    if judge == Judge::Network {
        app.networks.load(oracle.board()).map_err(|reason| Problem::new(ProblemKind::Table, reason))?;
    }
    let player = Roster::with_networks(&oracle, &app.networks).player(&bounded(spec, text, app)?, seed);
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
            "error": rounded(error(tried)),
        })
    };
    let whole = if is_settled || tried[0].playouts >= ENOUGH { tried[0].share } else { mean(&tried) };
    Ok(json!({
        "position": game.format_position(position),
        "to_move": game.side_to_move(position).word(),
        "judge": judge.word(),
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

/// The standard error of a move's share, which the judge's own errors come on top of. One game more of each
/// result keeps it from being 0 after a few equal results.
fn error(tried: &Tried<AnyMove>) -> f64 {
    let playouts = tried.playouts as f64 + 2.0;
    let share = (tried.share * tried.playouts as f64 + 1.0) / playouts;
    (share * (1.0 - share) / playouts).sqrt()
}

/// Four decimals: more would claim what playouts cannot tell.
fn rounded(share: f64) -> f64 {
    (share * 10_000.0).round() / 10_000.0
}
