//! Simulations of tree searches: `cargo bench -p nexsolve-players --bench simulations`.
//!
//! One thread, from the start of each game; the rate is in simulations per second.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use nexsolve_oracle::Oracle;
use nexsolve_players::{Budget, Course, Roster, Spec};

/// Simulations per measurement.
const SIMULATIONS: u64 = 10_000;

fn of(criterion: &mut Criterion, name: &str, board: &str) {
    let mut group = criterion.benchmark_group(name);
    group.throughput(Throughput::Elements(SIMULATIONS));
    let oracle = Oracle::new(nexsolve_games::played(board, None).expect(board), &[]).expect(board);
    let roster = Roster::new(&oracle);
    for player in ["mcts", "uct", "puct"] {
        let spec: Spec = format!("{player}({SIMULATIONS})").parse().expect("a player");
        let course = Course::new(oracle.game());
        let mut seed = 0;
        group.bench_function(player, |b| {
            b.iter(|| {
                seed += 1;
                let mut player = roster.player(&spec, seed).expect("this game's");
                let thought = player.choose(&course, &Budget::default()).expect("it moves");
                assert_eq!(thought.nodes, SIMULATIONS);
                thought.mv
            });
        });
    }
    group.finish();
}

fn simulations(criterion: &mut Criterion) {
    of(criterion, "3x3 Nex", "nex:3x3");
    of(criterion, "4x4 Nex", "nex:4x4");
    of(criterion, "11x11 Hex", "hex:11x11");
    of(criterion, "Awari", "awari");
    of(criterion, "Russian draughts", "draughts");
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(10).measurement_time(std::time::Duration::from_secs(2));
    targets = simulations
}
criterion_main!(benches);
