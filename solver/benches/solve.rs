//! Benchmarks of complete solves, run as the command runs them. Each asserts its result.
//!
//! `cargo bench -p nexsolve-solver --bench solve` runs all of them, `cargo bench -p nexsolve-solver --bench
//! solve -- hex` only those with `hex` in their names. Every iteration starts with an empty table and uses
//! all threads of the machine.

use criterion::{Criterion, criterion_group, criterion_main};
use nexsolve_core::{Score, Searchable, Wdl};
use nexsolve_games::hex::{Hex, Variant};
use nexsolve_games::nex::Nex;
use nexsolve_solver::{Goal, Options, Solution, Solver};
use std::hint::black_box;
use std::sync::atomic::AtomicBool;

static NEVER: AtomicBool = AtomicBool::new(false);

fn solve<G: Searchable>(game: &G, goal: Goal) -> Solution<G::Move> {
    let options = Options::within(1 << 30);
    let mut solver = Solver::new(game, options, &NEVER, &()).expect("a table");
    solver.solve(black_box(&game.start()), goal).expect("no table can be damaged")
}

/// Returns the value, the distance, and the numbers of openings that win, draw and lose.
fn summary<M>(solution: &Solution<M>) -> (Option<Wdl>, Option<u16>, [usize; 3]) {
    assert!(solution.complete);
    let count = |value| solution.moves.iter().filter(|m| m.bounds.wdl() == Some(value)).count();
    let distance = solution.bounds.score().and_then(Score::distance).map(|plies| plies.0);
    (solution.bounds.wdl(), distance, [Wdl::Win, Wdl::Draw, Wdl::Loss].map(count))
}

fn nex_3x3(c: &mut Criterion) {
    let game = Nex::<u64>::new(3, 3).expect("a small board");
    c.bench_function("nex 3x3, all openings with distances", |b| {
        b.iter(|| {
            let solution = solve(&game, Goal::Distances);
            assert_eq!(summary(&solution), (Some(Wdl::Win), Some(7), [42, 30, 0]));
        });
    });
}

fn hex_4x4(c: &mut Criterion) {
    let game = Hex::<u64>::new(4, 4, Variant::default()).expect("a small board");
    c.bench_function("hex 4x4, all openings with distances", |b| {
        b.iter(|| {
            let solution = solve(&game, Goal::Distances);
            assert_eq!(summary(&solution), (Some(Wdl::Win), Some(9), [4, 0, 12]));
        });
    });
}

fn nex_4x4(c: &mut Criterion) {
    let game = Nex::<u64>::new(4, 4).expect("a small board");
    let mut group = c.benchmark_group("long");
    group.sample_size(10);
    group.bench_function("nex 4x4, value", |b| {
        b.iter(|| {
            let solution = solve(&game, Goal::Value);
            assert!(solution.complete);
            assert_eq!(solution.bounds.wdl(), Some(Wdl::Win));
        });
    });
    group.finish();
}

criterion_group!(benches, nex_3x3, hex_4x4, nex_4x4);
criterion_main!(benches);
