//! Simulations of tree searches: `cargo bench -p nexsolve-players --bench simulations`.
//!
//! One thread, from the start of each game; the rate is in simulations per second.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use nexsolve_games::Played;
use nexsolve_games::awari::Awari;
use nexsolve_games::draughts::{Draughts, RUSSIAN};
use nexsolve_games::hex::{Hex, Variant};
use nexsolve_games::nex::Nex;
use nexsolve_games::rhombus::Wide;
use nexsolve_players::{Budget, Cast, Course, Spec};

/// Simulations per measurement.
const SIMULATIONS: u64 = 10_000;

fn of<G: Played>(criterion: &mut Criterion, name: &str, game: &G) {
    let mut group = criterion.benchmark_group(name);
    group.throughput(Throughput::Elements(SIMULATIONS));
    let cast = Cast::new(game.clone());
    for player in ["mcts", "uct", "puct"] {
        let spec: Spec = format!("{player}({SIMULATIONS})").parse().expect("a player");
        let course = Course::new(game);
        let mut seed = 0;
        group.bench_function(player, |b| {
            b.iter(|| {
                seed += 1;
                let mut player = cast.player(&spec, seed).expect("this game's");
                let thought = player.choose(&course, &Budget::default()).expect("it moves");
                assert_eq!(thought.nodes, SIMULATIONS);
                thought.mv
            });
        });
    }
    group.finish();
}

fn simulations(criterion: &mut Criterion) {
    of(criterion, "3x3 Nex", &Nex::<u64>::new(3, 3).expect("small"));
    of(criterion, "4x4 Nex", &Nex::<u64>::new(4, 4).expect("small"));
    of(criterion, "11x11 Hex", &Hex::<Wide>::new(11, 11, Variant::default()).expect("fits"));
    of(criterion, "Awari", &Awari);
    of(criterion, "Russian draughts", &Draughts::new(RUSSIAN));
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(10).measurement_time(std::time::Duration::from_secs(2));
    targets = simulations
}
criterion_main!(benches);
