//! Searches and counts, compared with independent ones.

mod connect4;
mod counts;
mod endless;
mod prober;
mod search;

use nexsolve_core::{Bounds, Game, Probe, ProbeError, Prober, Score, Searchable, Wdl};
use nexsolve_solver::{Options, Solution, Solver};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

const ALL_ON: Options = Options::within(1 << 24);
static NEVER: AtomicBool = AtomicBool::new(false);

fn in_pool<R: Send>(threads: usize, work: impl FnOnce() -> R + Send) -> R {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads").install(work)
}

fn solver<G: Searchable>(game: &G, options: Options) -> Solver<'_, G> {
    Solver::new(game, options, &NEVER, &()).expect("a little memory")
}

/// Values, distances and lines, without the counters.
fn answer_of<M: std::fmt::Debug>(solution: &Solution<M>) -> String {
    assert!(solution.complete);
    let moves: Vec<_> = solution.moves.iter().map(|m| (&m.mv, m.bounds, &m.line)).collect();
    format!("{:?} {moves:?}", solution.bounds)
}

/// What the mock database stores about a position.
#[derive(Clone, Copy, Debug)]
enum Metric {
    Values,
    Distances,
}

/// A mock database made of plain scores.
struct Mock<G: Game> {
    scores: HashMap<G::Position, Score>,
    metric: Metric,
    /// The number of the probe that fails, counted from 1; 0 if none fails.
    fails_at: u64,
    probes: AtomicU64,
}

impl<G: Game> Mock<G> {
    fn new(scores: &HashMap<G::Position, Score>, metric: Metric) -> Self {
        Self { scores: scores.clone(), metric, fails_at: 0, probes: AtomicU64::new(0) }
    }
}

fn broken() -> ProbeError {
    ProbeError { table: "p02n2.wdl".to_owned(), reason: "block 7 is damaged".to_owned(), refused: None }
}

impl<G: Game> Prober<G> for Mock<G> {
    fn probe(&self, position: &G::Position) -> Result<Probe, ProbeError> {
        if self.probes.fetch_add(1, Relaxed) + 1 == self.fails_at {
            return Err(broken());
        }
        Ok(self.scores.get(position).map_or(Probe::Absent, |&score| {
            Probe::Known(match (self.metric, score.wdl()) {
                (Metric::Values, Wdl::Win) => Bounds { lo: Score::WIN, hi: Score::MAX },
                (Metric::Values, Wdl::Loss) => Bounds { lo: Score::MIN, hi: Score::LOSS },
                _ => Bounds::exact(score),
            })
        }))
    }
}
