//! The search compared with the rules alone: every value, distance and line, under every switch.

use crate::{ALL_ON, NEVER, answer_of, in_pool, solver};
use nexsolve_core::laws::{self, Positions, SplitMix};
use nexsolve_core::{Bounds, Game, Plies, Score, Searchable, Side, Wdl};
use nexsolve_games::connect4::Connect4;
use nexsolve_games::hex::{Hex, Swap, Technique, Variant};
use nexsolve_games::nex::Nex;
use nexsolve_solver::{Goal, Knowledge, Options, ProofEntry, Proved, SearchObserver, Solution, Solver};
use std::collections::HashMap;
use std::sync::Mutex;

fn solve<G: Searchable>(game: &G, options: Options, goal: Goal) -> Solution<G::Move> {
    solver(game, options).solve(&game.start(), goal).expect("no tables")
}

/// Checks values and distances of all positions, and lines that keep them to the end.
fn check_positions<G: Searchable>(game: &G) {
    let all = laws::positions(game, Positions::All);
    check_some(game, &laws::scores(game, &all), all.iter(), ALL_ON);
}

fn check_some<'a, G: Searchable>(
    game: &G,
    scores: &HashMap<G::Position, Score>,
    some: impl Iterator<Item = &'a G::Position>,
    options: Options,
) where
    G::Position: 'a,
{
    let mut solver = solver(game, options);
    for position in some {
        let solution = solver.solve(position, Goal::Distances).expect("no tables");
        assert!(solution.complete);
        assert_eq!(solution.bounds, Bounds::exact(scores[position]), "{position:?}");
        for report in &solution.moves {
            let child = game.play(position, report.mv);
            assert_eq!(report.bounds, Bounds::exact(scores[&child].lift()), "{position:?} {:?}", report.mv);
            check_line(game, scores, position, &report.line);
        }
    }
}

fn check_line<G: Game>(game: &G, scores: &HashMap<G::Position, Score>, from: &G::Position, line: &[G::Move]) {
    let mut position = *from;
    let mut after_first = None;
    for &mv in line {
        assert_eq!(game.outcome(&position), None);
        position = game.play(&position, mv);
        let score = scores[&position];
        let expected = after_first.map_or(score, Score::unlift);
        assert_eq!(score, expected, "{from:?} {line:?}");
        after_first = Some(score);
    }
    assert!(game.outcome(&position).is_some(), "the line stops early");
}

/// Keeps what a search tells about the moves of the root.
struct Heard(Mutex<Vec<(Bounds, u32)>>);

impl SearchObserver for Heard {
    fn proved(&self, &mut Proved { moves, bounds, .. }: &mut Proved<'_>) {
        let mut heard = self.0.lock().expect("no panic");
        for &mv in moves {
            heard[mv].0 = heard[mv].0.meet(bounds);
            heard[mv].1 += 1;
        }
    }
}

/// Checks that a search tells everything that it proves about moves.
fn check_told<G: Searchable>(game: &G) {
    for threads in [1, 2] {
        let start = game.start();
        let heard = Heard(Mutex::new(vec![(Bounds::UNKNOWN, 0); game.legal_moves(&start).len()]));
        let solution = in_pool(threads, || {
            let mut solver = Solver::new(game, ALL_ON, &NEVER, &heard).expect("a little memory");
            solver.solve(&start, Goal::Moves).expect("no tables")
        });
        let heard = heard.0.into_inner().expect("no panic");
        for (report, (bounds, times)) in solution.moves.iter().zip(heard) {
            assert_eq!(report.bounds.wdl(), bounds.wdl(), "{:?}", report.mv);
            assert!(bounds.wdl().is_some() && times > 0, "{:?}", report.mv);
        }
    }
}

#[test]
fn what_is_proven_about_moves_is_told() {
    check_told(&Nex::<u64>::new(3, 3).expect("small"));
    check_told(&Hex::<u64>::new(4, 4, Variant::default()).expect("small"));
    check_told(&Connect4::new(4, 5).expect("small"));
}

#[test]
fn every_position_of_small_boards() {
    for (rows, cols) in [(1, 3), (2, 2), (2, 3), (3, 2)] {
        check_positions(&Nex::<u64>::new(rows, cols).expect("small"));
    }
    for swap in [Swap::Off, Swap::On] {
        for (rows, cols) in [(1, 1), (2, 2), (2, 3), (3, 2), (3, 3)] {
            let variant = Variant { swap, ..Variant::default() };
            check_positions(&Hex::<u64>::new(rows, cols, variant).expect("small"));
        }
    }
}

/// Checks late positions of boards that are too large as a whole, with large and small tables.
fn check_endings<G: Searchable>(game: &G, longest: u16) {
    const GAMES: usize = 12;
    const SEED: u64 = 3;
    let all = laws::endings(game, GAMES as u32, Plies(longest), SEED);
    eprintln!("seed {SEED}: {} positions", all.len());
    let scores = laws::scores(game, &all);
    let later = all.iter().step_by(all.len() / 40 + 1);
    for (threads, memory_bytes) in [(1, ALL_ON.memory_bytes), (2, ALL_ON.memory_bytes), (2, 1 << 12)] {
        let options = Options { memory_bytes, ..ALL_ON };
        let some = all.iter().take(GAMES).chain(later.clone());
        in_pool(threads, || check_some(game, &scores, some, options));
    }
}

#[test]
fn late_positions_of_larger_boards() {
    for (rows, cols, longest) in [(3, 4, 6), (4, 3, 6), (4, 4, 4), (3, 5, 4), (2, 6, 6)] {
        check_endings(&Nex::<u64>::new(rows, cols).expect("small"), longest);
    }
    for (rows, cols, longest) in [(3, 4, 10), (4, 3, 10), (4, 4, 9), (4, 5, 9), (2, 6, 10)] {
        variants(rows, cols).for_each(|hex| check_endings(&hex, longest));
    }
}

#[test]
fn every_position_of_3x3_nex() {
    in_pool(2, || check_positions(&Nex::<u64>::new(3, 3).expect("small")));
}

/// Values, distances and lines, without the counters.
fn answer<G: Searchable>(game: &G, options: Options) -> String {
    answer_of(&solve(game, options, Goal::Distances))
}

/// The same, found by the rules alone.
fn without_knowledge<G: Searchable>(game: &G) -> String {
    answer(game, Options { knowledge: Knowledge::Ignored, ..ALL_ON })
}

fn check_switches<G: Searchable>(game: &G) {
    let expected = answer(game, ALL_ON);
    for options in [
        Options { symmetry: false, ..ALL_ON },
        Options { ordering: false, ..ALL_ON },
        Options { memory_bytes: 0, ..ALL_ON },
        Options { memory_bytes: 256, ..ALL_ON },
        Options { memory_bytes: 0, symmetry: false, ordering: false, ..ALL_ON },
    ] {
        assert_eq!(answer(game, options), expected, "{options:?}");
    }
    assert_eq!(without_knowledge(game), expected);
    for threads in [2, 3] {
        assert_eq!(in_pool(threads, || answer(game, ALL_ON)), expected, "{threads} threads");
    }
}

#[test]
fn no_switch_changes_an_answer() {
    check_switches(&Nex::<u64>::new(2, 3).expect("small"));
    check_switches(&Nex::<u64>::new(3, 2).expect("small"));
    check_switches(&Hex::<u64>::new(3, 3, Variant::default()).expect("small"));
    check_switches(&Hex::<u64>::new(2, 4, Variant::default()).expect("small"));
}

/// All variants of Hex on a board.
fn variants(rows: u32, cols: u32) -> impl Iterator<Item = Hex<u64>> {
    Variant::all().map(move |variant| Hex::new(rows, cols, variant).expect("small"))
}

#[test]
fn no_switch_changes_an_answer_of_a_variant() {
    for (rows, cols) in [(1, 3), (3, 1), (2, 2), (2, 3), (3, 2), (3, 3)] {
        variants(rows, cols).for_each(|hex| check_switches(&hex));
    }
}

#[test]
fn knowledge_changes_no_answer_on_larger_boards() {
    let nex = Nex::<u64>::new(3, 3).expect("small");
    assert_eq!(without_knowledge(&nex), answer(&nex, ALL_ON));
    for (rows, cols) in [(3, 4), (4, 3), (4, 4)] {
        let hex = Hex::<u64>::new(rows, cols, Variant::default()).expect("small");
        assert_eq!(without_knowledge(&hex), answer(&hex, ALL_ON));
        assert_eq!(in_pool(2, || answer(&hex, ALL_ON)), answer(&hex, ALL_ON));
    }
}

#[test]
fn values_alone_agree_with_distances() {
    fn check<G: Searchable>(game: &G) {
        let exact = solve(game, ALL_ON, Goal::Distances);
        let values = solve(game, ALL_ON, Goal::Moves);
        assert!(values.complete);
        assert_eq!(values.bounds.wdl(), exact.bounds.wdl());
        for (value, exact) in values.moves.iter().zip(&exact.moves) {
            assert_eq!(value.bounds.wdl(), exact.bounds.wdl());
            assert!(value.bounds.wdl().is_some());
        }
        let value = solve(game, ALL_ON, Goal::Value);
        assert!(value.complete);
        assert_eq!(value.bounds.wdl(), exact.bounds.wdl());
        for (some, exact) in value.moves.iter().zip(&exact.moves) {
            assert!(some.bounds.wdl().is_none_or(|value| exact.bounds.wdl() == Some(value)));
        }
    }
    for (rows, cols) in [(2, 2), (2, 3), (3, 2), (3, 3), (2, 5)] {
        check(&Nex::<u64>::new(rows, cols).expect("small"));
        variants(rows, cols).for_each(|hex| check(&hex));
    }
}

#[test]
fn a_win_by_proof_numbers_names_a_winning_move() {
    let game = Nex::<u64>::new(3, 6).expect("small");
    for threads in [1, 2] {
        let found = in_pool(threads, || solve(&game, ALL_ON, Goal::Value));
        assert_eq!(found.bounds.wdl(), Some(Wdl::Win));
        assert!(found.moves.iter().any(|report| report.bounds.wdl() == Some(Wdl::Win)));
    }
}

#[test]
fn no_part_of_the_search_for_winners_changes_an_answer() {
    fn winners<M>(solution: &Solution<M>) -> Vec<Option<Wdl>> {
        assert!(solution.complete);
        solution.moves.iter().map(|report| report.bounds.wdl()).collect()
    }
    for (rows, cols) in [(3, 3), (4, 3), (4, 4)] {
        let game = || Hex::<u64>::new(rows, cols, Variant::default()).expect("small");
        let whole = winners(&solve(&game(), ALL_ON, Goal::Moves));
        for technique in Technique::ALL {
            assert_eq!(
                winners(&solve(&game().without(technique), ALL_ON, Goal::Moves)),
                whole,
                "{technique:?}"
            );
        }
        let hex = game();
        let mut at_once = solver(&hex, Options { widening: false, ..ALL_ON });
        assert_eq!(winners(&at_once.solve(&hex.start(), Goal::Moves).expect("no tables")), whole);
    }
}

#[test]
fn a_search_goes_on_from_what_another_found() {
    let hex = Hex::<u64>::new(5, 5, Variant::default()).expect("small");
    let mut first = solver(&hex, ALL_ON);
    let whole = first.solve(&hex.start(), Goal::Moves).expect("no tables");
    let entries: Vec<ProofEntry> = first.proofs().expect("Hex has proof numbers").collect();
    assert!(!entries.is_empty());
    let mut second = solver(&hex, ALL_ON);
    second.restore(&mut entries.into_iter());
    let again = second.solve(&hex.start(), Goal::Moves).expect("no tables");
    let bounds =
        |solution: &Solution<_>| solution.moves.iter().map(|report| report.bounds).collect::<Vec<_>>();
    assert_eq!(bounds(&again), bounds(&whole));
    assert!(again.stats.total().nodes < whole.stats.total().nodes);
    let nex = Nex::<u64>::new(2, 2).expect("small");
    assert!(solver(&nex, ALL_ON).proofs().is_none());
}

#[test]
fn a_bounded_search_claims_only_what_is_true() {
    let game = Nex::<u64>::new(3, 3).expect("small");
    let exact = solve(&game, ALL_ON, Goal::Distances);
    for nodes in [1, 100, 2_000, 10_000, 20_000] {
        let options = Options { nodes: Some(nodes), ..ALL_ON };
        for goal in [Goal::Value, Goal::Moves, Goal::Distances] {
            let partial = solve(&game, options, goal);
            for (part, whole) in partial.moves.iter().zip(&exact.moves) {
                let score = whole.bounds.lo;
                assert!(part.bounds.lo <= score && score <= part.bounds.hi, "{nodes} {part:?}");
            }
            assert!(partial.bounds.lo <= exact.bounds.lo && exact.bounds.hi <= partial.bounds.hi);
        }
        let partial = solve(&game, options, Goal::Distances);
        assert!(!partial.complete || nodes > 10_000, "{nodes} cannot do");
    }
}

/// Follows a strategy against every reply, or against random replies on larger boards.
fn check_strategy<G: Searchable>(game: &G, side: Side, bound: Score) {
    let mut solver = solver(game, ALL_ON);
    solver.solve(&game.start(), Goal::Distances).expect("no tables");
    let strategy =
        solver.strategy(&game.start(), side, bound).expect("no tables").expect("the bound is true");
    let strategy: HashMap<_, _> = strategy.into_iter().collect();
    let mut random = SplitMix(7);
    let mut moves = Vec::new();
    for _ in 0..2_000 {
        let (mut position, mut plies) = (game.start(), 0);
        let outcome = loop {
            if let Some(outcome) = game.outcome(&position) {
                break outcome.winner(game.side_to_move(&position));
            }
            game.moves(&position, &mut moves);
            let mv = if game.side_to_move(&position) == side {
                strategy[&position]
            } else {
                moves[random.below(moves.len())]
            };
            position = game.play(&position, mv);
            plies += 1;
        };
        match bound.distance() {
            Some(limit) => assert!(outcome == Some(side) && plies <= limit.0),
            None => assert!(outcome != Some(side.other())),
        }
    }
    let other = if side == Side::White {
        bound.next()
    } else {
        Score::from_raw(bound.to_raw() - 1).expect("not the least")
    };
    assert!(
        solver.strategy(&game.start(), side.other(), other).expect("no tables").is_none(),
        "both sides cannot have a strategy"
    );
}

#[test]
fn strategies_hold() {
    let nex = Nex::<u64>::new(3, 3).expect("small");
    let best = solve(&nex, ALL_ON, Goal::Distances).bounds.lo;
    check_strategy(&nex, Side::Black, best);
    let lost = Nex::<u64>::new(3, 2).expect("small");
    let worst = solve(&lost, ALL_ON, Goal::Distances).bounds.lo;
    check_strategy(&lost, Side::White, worst);
    let hex = Hex::<u64>::new(4, 4, Variant::default()).expect("small");
    check_strategy(&hex, Side::Black, solve(&hex, ALL_ON, Goal::Distances).bounds.lo);
}

#[test]
fn a_finished_game_has_a_strategy_for_its_outcome_only() {
    let hex = Hex::<u64>::new(1, 1, Variant::default()).expect("small");
    let mut moves = Vec::new();
    hex.moves(&hex.start(), &mut moves);
    let over = hex.play(&hex.start(), moves[0]);
    let mut solver = solver(&hex, ALL_ON);
    assert_eq!(solver.strategy(&over, Side::White, Score::WIN), Ok(None));
    assert_eq!(solver.strategy(&over, Side::Black, Score::LOSS), Ok(Some(Vec::new())));
    assert_eq!(solver.strategy(&over, Side::White, Score::MIN), Ok(Some(Vec::new())));
}

#[test]
fn one_thread_finds_the_same_strategy_each_time() {
    let game = Nex::<u64>::new(3, 4).expect("a small board");
    // In a table this small, the order of the look-ups decides what is still there.
    let options = Options { memory_bytes: 1 << 12, ..ALL_ON };
    let found = || {
        in_pool(1, || {
            let mut solver = solver(&game, options);
            solver
                .strategy(&game.start(), Side::Black, Score::win_in(Plies(9)))
                .expect("no tables")
                .expect("a win")
        })
    };
    assert!(found() == found());
}
