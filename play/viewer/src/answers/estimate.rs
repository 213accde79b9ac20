//! `POST /api/v1/estimate`: what the best judge of the board makes of a position whose value nobody knows.
//!
//! An estimate is no value: the answer has none of the fields that values have, and nothing else reads it.

use super::lanes::{slow, time};
use super::play::{LATE, bounded, refuse_end};
use crate::app::App;
use crate::asked::{Asked, request};
use crate::problem::{Problem, ProblemKind};
use crate::work::{Share, Threads};
use nexsolve_core::{Course, Game, Notation};
use nexsolve_games::{AnyGame, AnyMove, AnyPosition, Played, Shown, Visitor, visit};
use nexsolve_oracle::Oracle;
use nexsolve_players::{Budget, Roster, Spec, Tried};
use serde_json::{Value, json};
use std::collections::HashMap;
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

/// Who estimates.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Judge {
    /// The network that the program has for the board.
    Network,
    /// The game's knowledge of connections: it weighs the moves, and guides random games.
    Connections,
    /// Random games.
    Playouts,
}

impl Judge {
    /// The best judge of the oracle's board.
    fn best(app: &App, oracle: &Oracle) -> Self {
        if app.networks.missing(oracle.board()).is_none() {
            Self::Network
        } else if oracle.game().connects() {
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
}

/// The players whose searches estimate: with a network, with connections, with many random games for each
/// move, and with few. By its own constant, `uct` gives a move up whose first playout is lost, which is right
/// only where playouts are too few to try all moves again.
const NETWORK: &str = "net(fresh)";
const CONNECTED: &str = "uct(connections,unforced)";
const THOROUGH: &str = "uct(c=0.4,unforced)";
const PLAYER: &str = "uct(unforced)";

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
    let text = match judge {
        Judge::Network => NETWORK,
        Judge::Connections => CONNECTED,
        _ if playouts / MANY >= moves => THOROUGH,
        Judge::Playouts => PLAYER,
    };
    let spec: Spec = text.parse().map_err(|error| Problem::player(text, &error))?;
    if judge == Judge::Network {
        app.networks.load(oracle.board()).map_err(|reason| Problem::new(ProblemKind::Table, reason))?;
    }
    let player = Roster::with_networks(&oracle, &app.networks).player(&bounded(spec, text, app)?, seed);
    let mut player = player.map_err(|error| Problem::player(text, &error))?;
    let until = Some(Instant::now() + time);
    let budget = Budget { playouts: Some(playouts), until, stop: Some(&share.stop), ..Budget::default() };
    let thought = player.choose(&course, &budget)?;
    let mut tried = player.tried();
    let weights = if judge == Judge::Connections { weights(&oracle, &course) } else { HashMap::new() };
    let weight = |tried: &Tried<AnyMove>| weights.get(&tried.mv).copied();
    let is_settled = thought.estimate.proven().is_some();
    let whole = if is_settled || tried[0].playouts >= ENOUGH { tried[0].share } else { mean(&tried) };
    tried.sort_by(|a, b| weight(b).partial_cmp(&weight(a)).expect("a number"));
    let (game, position) = (oracle.game(), course.position());
    let line = |tried: &Tried<AnyMove>| {
        json!({
            "move": game.format_in_full(position, tried.mv),
            "share": rounded(tried.share),
            "playouts": tried.playouts,
            "error": rounded(error(tried)),
            "weight": weight(tried).map(rounded),
        })
    };
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

/// The weights of moves by the game's knowledge of connections, 1 for the greatest.
fn weights(oracle: &Oracle, course: &Course<'_, AnyGame>) -> HashMap<AnyMove, f64> {
    let weights = visit(oracle.board(), Weights(course.position())).expect("the board of an oracle");
    let most = weights.iter().map(|(_, weight)| *weight).fold(f32::MIN_POSITIVE, f32::max);
    weights.into_iter().map(|(mv, weight)| (mv, f64::from(weight / most))).collect()
}

/// Weighs the moves of a position, by a close look.
struct Weights<'a>(&'a AnyPosition);

impl Visitor for Weights<'_> {
    type Done = Vec<(AnyMove, f32)>;

    fn on<G: Played>(self, game: G) -> Self::Done {
        let Some(mut guide) = game.guide() else { return Vec::new() };
        let position = G::unpack(self.0);
        let (moves, mut advice) = (game.legal_moves(&position), Vec::new());
        guide.advise(&position, &moves, &mut advice);
        moves.into_iter().map(G::pack_move).zip(advice.into_iter().map(|advice| advice.weight)).collect()
    }
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
