//! `POST /api/v1/play`: a player's move.

use super::lanes::{prepare, slow, time};
use crate::app::App;
use crate::asked::request;
use crate::problem::{Problem, ProblemKind};
use crate::work::Threads;
use nexsolve_core::{Bounds, Course, Wdl};
use nexsolve_games::{AnyGame, AnyMove};
use nexsolve_oracle::words::{does, limit};
use nexsolve_players::prover::MEMORY;
use nexsolve_players::{Budget, Estimate, PlayerSpecError, Roster, Spec, Thought};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::{Duration, Instant};

request! {
    /// A game, and who makes the next move.
    PlayRequest {
        player: String,
        seconds: Option<f64>,
        seed: Option<u64>,
    }
}

/// Bytes of a position in a player's tree, about, and the most positions of one.
const NODE: u64 = 64;
const MOST_NODES: u64 = 1 << 20;

/// Players watch the clock themselves. A player that does not is stopped this much later.
pub(super) const LATE: Duration = Duration::from_millis(500);

/// Answers with a move and the player's estimate.
pub(crate) async fn play(app: Arc<App>, mut request: PlayRequest) -> Result<Value, Problem> {
    let asked = Arc::new(request.game(&app)?);
    let time = time(&app, request.seconds)?;
    let (text, seed) = (request.player, request.seed.unwrap_or(0));
    app.check_text(ProblemKind::Player, &text)?;
    let spec: Spec = text.parse().map_err(|error| Problem::player(&text, &error))?;
    let name = spec.to_string();
    let spec = bounded(spec, &text, &app)?;
    if ["table", "level", "perfect"].contains(&spec.name.as_str()) {
        prepare(&app, &asked).await?;
    }
    slow(&app, Some(asked.board), time + LATE, Threads::One, move |app, share| {
        let (oracle, course) = asked.open(app)?;
        refuse_end(&course)?;
        if spec.name == "net" {
            app.networks.load(oracle.board()).map_err(|reason| Problem::new(ProblemKind::Table, reason))?;
        }
        let player = Roster::with_networks(&oracle, &app.networks).player(&spec, seed);
        let mut player = player.map_err(|error| Problem::player(&text, &error))?;
        let begun = Instant::now();
        let budget = Budget { until: Some(begun + time), stop: Some(&share.stop), ..Budget::default() };
        let thought = player.choose(&course, &budget)?;
        Ok(json!({
            "move": oracle.game().format_in_full(course.position(), thought.mv),
            "player": name,
            "estimate": if spec.name == "perfect" { certain(thought.estimate) } else { estimate(thought.estimate) },
            "line": line(course, &thought),
            "nodes": thought.nodes,
            "seconds": (begun.elapsed().as_secs_f64() * 1_000.0).round() / 1_000.0,
        }))
    })
    .await
}

/// Refuses a game that is over.
pub(super) fn refuse_end(course: &Course<'_, AnyGame>) -> Result<(), Problem> {
    let Some(ending) = course.ending() else { return Ok(()) };
    let why = course.game().why(course.position(), &ending);
    Err(Problem::new(ProblemKind::Position, format!("the game is over ({why}); no move can follow")))
}

/// The player with no more memory and threads than it may have.
pub(super) fn bounded(mut spec: Spec, text: &str, app: &App) -> Result<Spec, Problem> {
    let mut rest = spec.clone();
    let mut given = |option: &str, most: u64| {
        let number =
            rest.take_as::<u64>(option, "a number").map_err(|error| Problem::player(text, &error))?;
        match number {
            Some(number) if number > most => {
                let reason = format!("{option} is limited to {most} on this server");
                Err(Problem::player(text, &PlayerSpecError::whole(text, reason)))
            }
            number => Ok(number),
        }
    };
    let nodes = (app.player_bytes / NODE).min(MOST_NODES);
    let mebibytes = app.player_bytes >> 20;
    let (own_nodes, own_memory) = (given("nodes", nodes)?, given("memory", mebibytes)?);
    given("threads", 1)?;
    // The player's own default may be more.
    let mut bound = |option: &str, most: u64| spec.options.push((option.to_owned(), most.to_string()));
    match spec.name.as_str() {
        "mcts" | "uct" | "puct" | "net" if own_nodes.is_none() => bound("nodes", nodes),
        "solver3" if own_memory.is_none() => bound("memory", mebibytes.min(MEMORY)),
        _ => {}
    }
    Ok(spec)
}

/// The player's estimate of its position, in words.
fn estimate(estimate: Estimate) -> String {
    match estimate {
        Estimate::Unknown => "gives no estimate".to_owned(),
        Estimate::Proven(bounds) => proven(bounds),
        Estimate::Share(share) => format!("estimates a {:.0} % score", share * 100.0),
        Estimate::Points(points) => format!("evaluates the position as {points:+}"),
    }
}

/// The estimate of a player that should be perfect: it says where it is not.
fn certain(estimate: Estimate) -> String {
    match estimate {
        Estimate::Proven(_) => self::estimate(estimate),
        Estimate::Share(share) => format!("is not certain here: it estimates a {:.0} % score", share * 100.0),
        Estimate::Unknown | Estimate::Points(_) => "is not certain here".to_owned(),
    }
}

fn proven(bounds: Bounds) -> String {
    let proven = match bounds.wdl() {
        Some(Wdl::Draw) => return "has proven a draw".to_owned(),
        Some(value) => Some(does(value, bounds)),
        None => limit(bounds).map(|limit| format!("has {limit}")),
    };
    proven.map_or_else(|| "gives no estimate".to_owned(), |proven| format!("has proven that it {proven}"))
}

/// The continuation that the player expects, up to its first illegal move.
fn line(mut course: Course<'_, AnyGame>, thought: &Thought<AnyMove>) -> Vec<String> {
    let mut line = Vec::new();
    for &mv in &thought.line {
        if !course.allows(mv) {
            break;
        }
        line.push(course.game().format_in_full(course.position(), mv));
        course.play(mv);
    }
    line
}
