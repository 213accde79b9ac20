//! `POST /api/v1/play`: a player's move.

use super::{prepare, time};
use crate::app::{App, Task};
use crate::asked::{Asked, request};
use crate::games::Viewed;
use crate::problem::{Kind, Problem};
use crate::tables::Stack;
use crate::words;
use crate::work::{Share, Threads};
use nexsolve_core::{Bounds, Prober, Wdl};
use nexsolve_players::{Budget, Course, Estimate, Roster, Spec, SpecError, Thought};
use serde::Serialize;
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

/// A move, and what the player thought.
#[derive(Serialize)]
pub(crate) struct PlayAnswer {
    #[serde(rename = "move")]
    text: String,
    player: String,
    estimate: String,
    line: Vec<String>,
    nodes: u64,
    seconds: f64,
}

/// What a player takes at most, beside its time: MiB of a table, and positions of a tree.
const MOST_MEMORY: u64 = 64;
const MOST_NODES: u64 = 1 << 20;

/// Players look at the clock themselves; what does not is told to end a little later.
const LATE: Duration = Duration::from_millis(500);

/// Answers.
pub(crate) async fn play(app: Arc<App>, mut request: PlayRequest) -> Result<PlayAnswer, Problem> {
    let asked = Arc::new(request.game(&app)?);
    let time = time(&app, request.seconds)?;
    app.check_text(Kind::Player, &request.player)?;
    let spec: Spec = request.player.parse().map_err(|error| Problem::player(&request.player, &error))?;
    let threads = check(&spec, &request.player, app.threads)?;
    if spec.name == "table" {
        prepare(&app, &asked).await?;
    }
    let (lane, text, seed) = (Arc::clone(&app), request.player, request.seed.unwrap_or(0));
    let work = move |share: &Share| {
        app.with(asked.arena, Choose { asked: &asked, spec: &spec, text: &text, seed, time, share })
    };
    lane.slow.run(time + LATE, threads, work).await
}

/// That a player takes no more than it may; the threads that it needs.
fn check(spec: &Spec, text: &str, threads: usize) -> Result<Threads, Problem> {
    let wrong = |reason: String| Problem::player(text, &SpecError::whole(text, reason));
    let mut rest = spec.clone();
    let mut most = |option: &str, most: u64| {
        let given = rest.take_as::<u64>(option, "a number").map_err(|error| Problem::player(text, &error))?;
        match given {
            Some(number) if number > most => Err(wrong(format!("{option} is {most} at most on this server"))),
            _ => Ok(()),
        }
    };
    most("memory", MOST_MEMORY)?;
    most("nodes", MOST_NODES)?;
    most("threads", 1.max(threads as u64 / 2))?;
    Ok(Threads::One)
}

struct Choose<'a> {
    asked: &'a Asked,
    spec: &'a Spec,
    text: &'a str,
    seed: u64,
    time: Duration,
    share: &'a Share,
}

impl Task for Choose<'_> {
    type Done = PlayAnswer;

    fn on<G: Viewed>(self, game: &G, tables: &Stack<'_, G>) -> Result<PlayAnswer, Problem> {
        let course = self.asked.course(game)?;
        if let Some(ending) = course.ending() {
            let message = format!(
                "the game is over ({}): there is no move to make",
                game.why(course.position(), &ending)
            );
            return Err(Problem::new(Kind::Position, message));
        }
        let table = (!tables.is_empty()).then_some(tables as &dyn Prober<G>);
        let roster = Roster { game, table };
        let player = roster.player(self.spec, self.seed);
        let mut player = player.map_err(|error| Problem::player(self.text, &error))?;
        let begun = Instant::now();
        let until = Some(begun + self.time);
        let budget = Budget { until, stop: Some(&self.share.stop), ..Budget::default() };
        let thought = player.choose(&course, &budget)?;
        Ok(PlayAnswer {
            text: game.write_move(course.position(), thought.mv),
            player: player.name(),
            estimate: estimate(thought.estimate),
            line: line(&course, &thought),
            nodes: thought.nodes,
            seconds: (begun.elapsed().as_secs_f64() * 1_000.0).round() / 1_000.0,
        })
    }
}

/// What the player takes the position to be worth for itself.
fn estimate(estimate: Estimate) -> String {
    match estimate {
        Estimate::Unknown => "has no opinion".to_owned(),
        Estimate::Proven(bounds) => proven(bounds),
        Estimate::Share(share) => format!("expects {:.0} % of the points", share * 100.0),
        Estimate::Points(points) => format!("evaluates it at {points:+}"),
    }
}

fn proven(bounds: Bounds) -> String {
    let value = bounds.wdl();
    match value {
        Some(Wdl::Draw) => "has proven a draw".to_owned(),
        Some(value) => format!("has proven that it {}", words::does(value, bounds)),
        None => match words::least(bounds) {
            Some(words) => format!("has proven that it {words}"),
            None => "has no opinion".to_owned(),
        },
    }
}

/// The play that it expects, as far as it is legal.
fn line<G: Viewed>(course: &Course<'_, G>, thought: &Thought<G::Move>) -> Vec<String> {
    let mut course = course.clone();
    let mut line = Vec::new();
    for &mv in &thought.line {
        if !course.legal().contains(&mv) {
            break;
        }
        line.push(course.game().write_move(course.position(), mv));
        course.play(mv);
    }
    line
}
