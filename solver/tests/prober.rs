//! The search with a database: the same answers for less work, and no answer if a table cannot be read.

use nexsolve_core::laws::{self, Reach, SplitMix};
use nexsolve_core::{
    Bounds, Game, Plies, Probe, ProbeError, Prober, Score, Searchable, Side, Symmetric, Wdl,
};
use nexsolve_games::hex::{Hex, Swap, Variant};
use nexsolve_games::nex::Nex;
use nexsolve_solver::{Goal, Knowledge, Options, Solution, Solver};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

const ALL_ON: Options = Options { memory_bytes: 1 << 24, nodes: None, symmetry: true, ordering: true };
static NEVER: AtomicBool = AtomicBool::new(false);

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

    /// Restricts the database to the positions for which `keep` returns true.
    fn keeping(mut self, mut keep: impl FnMut(&G::Position) -> bool) -> Self {
        self.scores.retain(|position, _| keep(position));
        self
    }

    fn failing_at(self, probe: u64) -> Self {
        Self { fails_at: probe, ..self }
    }
}

fn broken() -> ProbeError {
    ProbeError { table: "p02n2.wdl".to_owned(), reason: "block 7 is damaged".to_owned() }
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

fn in_pool<R: Send>(threads: usize, work: impl FnOnce() -> R + Send) -> R {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads").install(work)
}

fn solve<G: Searchable>(
    game: &G,
    options: Options,
    goal: Goal,
    mock: Option<&dyn Prober<G>>,
) -> Result<Solution<G::Move>, ProbeError> {
    let solver = Solver::new(game, options, &NEVER, &()).expect("a little memory");
    let mut solver = match mock {
        Some(mock) => solver.with_prober(mock),
        None => solver,
    };
    solver.solve(&game.start(), goal)
}

fn scores<G: Game>(game: &G) -> HashMap<G::Position, Score> {
    laws::scores(game, &laws::positions(game, Reach::All))
}

/// Values, distances and lines, without the counters.
fn answer<M: std::fmt::Debug>(solution: &Solution<M>) -> String {
    assert!(solution.complete);
    let moves: Vec<_> = solution.moves.iter().map(|m| (&m.mv, m.bounds, &m.line)).collect();
    format!("{:?} {moves:?}", solution.bounds)
}

/// Tests every goal, with databases of all positions, of some, and of none.
fn check<G: Searchable>(game: &G) {
    const SEED: u64 = 5;
    let scores = scores(game);
    let plain = |goal| solve(game, ALL_ON, goal, None).expect("no tables");
    let exact = plain(Goal::Distances);
    for metric in [Metric::Values, Metric::Distances] {
        let mut random = SplitMix(SEED);
        let all = Mock::<G>::new(&scores, metric);
        let some = Mock::<G>::new(&scores, metric).keeping(|_| random.below(3) == 0);
        let ends = Mock::<G>::new(&scores, metric).keeping(|p| game.longest(p) <= Plies(3));
        let none = Mock::<G>::new(&scores, metric).keeping(|_| false);
        for (name, mock) in [("all", &all), ("some", &some), ("ends", &ends), ("none", &none)] {
            for options in [ALL_ON, Options { symmetry: false, memory_bytes: 0, ..ALL_ON }] {
                let what = format!("{name} {metric:?} {options:?}");
                let found = solve(game, options, Goal::Distances, Some(mock)).expect("sound");
                assert_eq!(answer(&found), answer(&exact), "{what}");
                let moves = solve(game, options, Goal::Moves, Some(mock)).expect("sound");
                let worth =
                    |s: &Solution<G::Move>| s.moves.iter().map(|m| m.bounds.wdl()).collect::<Vec<_>>();
                assert_eq!((worth(&moves), moves.complete), (worth(&exact), true), "{what}");
                let value = solve(game, options, Goal::Value, Some(mock)).expect("sound");
                assert_eq!(value.bounds.wdl(), exact.bounds.wdl(), "{what}");
            }
            let parallel = in_pool(2, || solve(game, ALL_ON, Goal::Distances, Some(mock))).expect("sound");
            assert_eq!(answer(&parallel), answer(&exact), "{name} {metric:?}");
        }
        let total = |goal, mock| solve(game, ALL_ON, goal, Some(mock)).expect("sound").stats.total();
        let without = plain(Goal::Value).stats.total();
        assert_eq!((without.probes, without.probe_hits), (0, 0));
        let with = total(Goal::Moves, &all);
        assert!(with.probe_hits > 0 && with.probes >= with.probe_hits, "{with:?}");
        assert_eq!(
            (total(Goal::Value, &all).nodes, without.nodes > 0),
            (0, true),
            "the root is in the database"
        );
        assert_eq!(total(Goal::Moves, &none).probe_hits, 0);
    }
}

#[test]
fn a_database_changes_no_answer() {
    for (rows, cols) in [(2, 2), (2, 3), (3, 2), (2, 4)] {
        check(&Nex::<u64>::new(rows, cols).expect("small"));
    }
    for swap in [Swap::Off, Swap::On] {
        let variant = Variant { swap, ..Variant::default() };
        check(&Hex::<u64>::new(3, 3, variant).expect("small"));
    }
}

#[test]
fn a_database_of_3x3_nex_saves_most_of_the_work() {
    let game = Nex::<u64>::new(3, 3).expect("small");
    let scores = scores(&game);
    let exact = solve(&game, ALL_ON, Goal::Distances, None).expect("no tables");
    let late = |position: &_| game.longest(position) <= Plies(4);
    for (metric, most) in [(Metric::Values, 0.9), (Metric::Distances, 0.6)] {
        let mock = Mock::<Nex<u64>>::new(&scores, metric).keeping(late);
        let found = solve(&game, ALL_ON, Goal::Distances, Some(&mock)).expect("sound");
        assert_eq!(answer(&found), answer(&exact));
        let (with, without) = (found.stats.total().nodes, exact.stats.total().nodes);
        assert!((with as f64) < most * without as f64, "{metric:?}: {with} nodes, without {without}");
    }
    // The rules alone, with the same tables.
    let mock = Mock::<Nex<u64>>::new(&scores, Metric::Distances);
    let solver = Solver::new(&game, ALL_ON, &NEVER, &()).expect("a little memory");
    let mut solver = solver.with_knowledge(Knowledge::Ignored).with_prober(&mock);
    let found = solver.solve(&game.start(), Goal::Distances).expect("sound");
    assert_eq!(answer(&found), answer(&exact));
}

#[test]
fn a_table_that_cannot_be_read_ends_the_search_without_an_answer() {
    fn check<G: Searchable + Symmetric>(game: &G) {
        let scores = scores(game);
        // The upper part of the tree is not in the database, so that probes happen deep in the search.
        let reach = game.longest(&game.start()).0 - 2;
        let mock = || Mock::<G>::new(&scores, Metric::Values).keeping(|p| game.longest(p) <= Plies(reach));
        let counted = mock();
        in_pool(1, || solve(game, ALL_ON, Goal::Distances, Some(&counted))).expect("sound");
        let probes = counted.probes.load(Relaxed);
        assert!(probes > 10, "{probes}");
        for threads in [1, 2] {
            // With two threads, the order and the number of probes vary.
            let last = if threads == 1 { probes } else { probes / 4 };
            for at in (1..=last).step_by(usize::try_from(last / 20).expect("few").max(1)) {
                let failing = mock().failing_at(at);
                let found = in_pool(threads, || solve(game, ALL_ON, Goal::Distances, Some(&failing)));
                assert_eq!(found.err(), Some(broken()), "probe {at} of {probes}, {threads} threads");
            }
        }
        for goal in [Goal::Value, Goal::Moves] {
            let failing = mock().failing_at(1);
            assert_eq!(solve(game, ALL_ON, goal, Some(&failing)).err(), Some(broken()), "{goal:?}");
        }
    }
    check(&Nex::<u64>::new(2, 4).expect("small"));
    check(&Hex::<u64>::new(3, 3, Variant::default()).expect("small"));
}

#[test]
fn a_failed_look_up_ends_all_later_searches() {
    let game = Nex::<u64>::new(2, 3).expect("small");
    let failing = Mock::<Nex<u64>>::new(&scores(&game), Metric::Values).failing_at(1);
    let solver = Solver::new(&game, ALL_ON, &NEVER, &()).expect("a little memory");
    let mut solver = solver.with_prober(&failing);
    for _ in 0..2 {
        assert_eq!(solver.solve(&game.start(), Goal::Value).err(), Some(broken()));
        assert_eq!(solver.strategy(&game.start(), Side::Black, Score::WIN), Err(broken()));
    }
}

#[test]
fn strategies_come_from_tables_too() {
    let game = Nex::<u64>::new(3, 3).expect("small");
    let scores = scores(&game);
    for metric in [Metric::Values, Metric::Distances] {
        let mock = Mock::<Nex<u64>>::new(&scores, metric);
        let solver = Solver::new(&game, ALL_ON, &NEVER, &()).expect("a little memory");
        let mut solver = solver.with_prober(&mock);
        let bounds = solver.solve(&game.start(), Goal::Value).expect("sound").bounds;
        assert_eq!(bounds.wdl(), Some(Wdl::Win));
        let strategy = solver.strategy(&game.start(), Side::Black, bounds.lo).expect("sound");
        for (position, mv) in strategy.expect("the bound is true") {
            assert_eq!(scores[&game.play(&position, mv)].wdl(), Wdl::Loss, "{position:?}");
        }
    }
}
