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
    /// The electrical resistance between the edges, in a game that is won by connections.
    Resistance,
    /// Random games.
    Playouts,
}

impl Judge {
    /// The best judge of the oracle's board.
    fn best(app: &App, oracle: &Oracle) -> Self {
        if app.networks.missing(oracle.board()).is_none() {
            Self::Network
        } else if oracle.game().connections().is_some() {
            Self::Resistance
        } else {
            Self::Playouts
        }
    }

    /// The word in answers.
    const fn word(self) -> &'static str {
        match self {
            Self::Network => "network",
            Self::Resistance => "resistance",
            Self::Playouts => "playouts",
        }
    }
}

/// The players whose searches estimate: with a network, with many random games for each move, and with few. By
/// its own constant, `uct` gives a move up whose first playout is lost, which is right only where playouts are
/// too few to try all moves again.
const NETWORK: &str = "net(fresh)";
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
    if judge == Judge::Resistance
        && let Some(found) = by_resistance(&oracle, &course)
    {
        return Ok(found);
    }
    let text = match judge {
        Judge::Network => NETWORK,
        _ if playouts / MANY >= moves => THOROUGH,
        _ => PLAYER,
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

/// The estimate by the resistance of the board after each move; `None` if the game has no such evaluation.
fn by_resistance(oracle: &Oracle, course: &Course<'_, AnyGame>) -> Option<Value> {
    let (game, position) = (oracle.game(), course.position());
    let mut moves = visit(oracle.board(), Resistances(position)).expect("the board of an oracle")?;
    moves.sort_by(|(one, a), (other, b)| b.total_cmp(a).then(one.cmp(other)));
    let line = |&(mv, share): &(AnyMove, f64)| {
        let text = game.format_in_full(position, mv);
        json!({ "move": text, "share": rounded(share), "playouts": 0, "error": null })
    };
    Some(json!({
        "position": game.format_position(position),
        "to_move": game.side_to_move(position).word(),
        "judge": Judge::Resistance.word(),
        "share": rounded(moves[0].1),
        "playouts": 0,
        "complete": true,
        "moves": moves.iter().take(LISTED).map(line).collect::<Value>(),
    }))
}

/// Evaluates the position after each move.
struct Resistances<'a>(&'a AnyPosition);

impl Visitor for Resistances<'_> {
    type Done = Option<Vec<(AnyMove, f64)>>;

    fn on<G: Played>(self, game: G) -> Self::Done {
        let evaluation = G::EVALUATIONS.iter().find(|one| one.name == Judge::Resistance.word())?;
        let position = G::unpack(self.0);
        let share = |mv| {
            let points = f64::from(evaluation.evaluate(&game, &game.play(&position, mv)));
            // The opponent's points are a thousand times the logarithm of the ratio of the two resistances.
            (G::pack_move(mv), 1.0 / (1.0 + (points / 1_000.0).exp()))
        };
        Some(game.legal_moves(&position).into_iter().map(share).collect())
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
