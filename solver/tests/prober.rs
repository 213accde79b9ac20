//! The search with a database: the same answers for less work, and no answer if a table cannot be read.

use crate::{ALL_ON, Metric, Mock, answer_of, broken, in_pool, solver};
use nexsolve_core::laws::{self, Positions, SplitMix};
use nexsolve_core::{Game, Plies, ProbeError, Prober, Score, Searchable, Side, Symmetric, Wdl};
use nexsolve_games::hex::{Hex, Swap, Variant};
use nexsolve_games::nex::Nex;
use nexsolve_solver::{Goal, Knowledge, Options, Solution};
use std::collections::HashMap;
use std::sync::atomic::Ordering::Relaxed;

impl<G: Game> Mock<G> {
    /// Restricts the database to the positions for which `keep` returns true.
    fn keeping(mut self, mut keep: impl FnMut(&G::Position) -> bool) -> Self {
        self.scores.retain(|position, _| keep(position));
        self
    }

    fn failing_at(self, probe: u64) -> Self {
        Self { fails_at: probe, ..self }
    }
}

fn solve<G: Searchable>(
    game: &G,
    options: Options,
    goal: Goal,
    mock: Option<&dyn Prober<G>>,
) -> Result<Solution<G::Move>, ProbeError> {
    let mut solver = solver(game, options);
    if let Some(mock) = mock {
        solver = solver.with_prober(mock);
    }
    solver.solve(&game.start(), goal)
}

fn scores<G: Game>(game: &G) -> HashMap<G::Position, Score> {
    laws::scores(game, &laws::positions(game, Positions::All))
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
                assert_eq!(answer_of(&found), answer_of(&exact), "{what}");
                let moves = solve(game, options, Goal::Moves, Some(mock)).expect("sound");
                let worth =
                    |s: &Solution<G::Move>| s.moves.iter().map(|m| m.bounds.wdl()).collect::<Vec<_>>();
                assert_eq!((worth(&moves), moves.complete), (worth(&exact), true), "{what}");
                let value = solve(game, options, Goal::Value, Some(mock)).expect("sound");
                assert_eq!(value.bounds.wdl(), exact.bounds.wdl(), "{what}");
            }
            let parallel = in_pool(2, || solve(game, ALL_ON, Goal::Distances, Some(mock))).expect("sound");
            assert_eq!(answer_of(&parallel), answer_of(&exact), "{name} {metric:?}");
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
        assert_eq!(answer_of(&found), answer_of(&exact));
        let (with, without) = (found.stats.total().nodes, exact.stats.total().nodes);
        assert!((with as f64) < most * without as f64, "{metric:?}: {with} nodes, without {without}");
    }
    // The rules alone, with the same tables.
    let mock = Mock::<Nex<u64>>::new(&scores, Metric::Distances);
    let options = Options { knowledge: Knowledge::Ignored, ..ALL_ON };
    let mut solver = solver(&game, options).with_prober(&mock);
    let found = solver.solve(&game.start(), Goal::Distances).expect("sound");
    assert_eq!(answer_of(&found), answer_of(&exact));
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
    let mut solver = solver(&game, ALL_ON).with_prober(&failing);
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
        let mut solver = solver(&game, ALL_ON).with_prober(&mock);
        let bounds = solver.solve(&game.start(), Goal::Value).expect("sound").bounds;
        assert_eq!(bounds.wdl(), Some(Wdl::Win));
        let strategy = solver.strategy(&game.start(), Side::Black, bounds.lo).expect("sound");
        for (position, mv) in strategy.expect("the bound is true") {
            assert_eq!(scores[&game.play(&position, mv)].wdl(), Wdl::Loss, "{position:?}");
        }
    }
}
