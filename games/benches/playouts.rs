//! Random games played to the end: `cargo bench -p nexsolve-games --bench playouts`.
//!
//! One thread; the rate is in games per second.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use nexsolve_core::{Chance, Draw, SplitMix};
use nexsolve_games::awari::Awari;
use nexsolve_games::draughts::{Draughts, RUSSIAN};
use nexsolve_games::hex::{Hex, Variant};
use nexsolve_games::nex::Nex;
use nexsolve_games::rhombus::Wide;
use std::hint::black_box;

/// Games per measurement.
const GAMES: u32 = 1_000;

fn of<G: Chance>(criterion: &mut Criterion, name: &str, game: &G) {
    let mut group = criterion.benchmark_group("playouts");
    group.throughput(Throughput::Elements(GAMES.into()));
    let mut random = SplitMix(1);
    let start = game.start();
    group.bench_function(name, |b| {
        b.iter(|| {
            let plies: u32 =
                (0..GAMES).map(|_| game.playout(black_box(&start), Draw::Uniform, &mut random).plies).sum();
            assert!(plies > GAMES);
            plies
        });
    });
    let plies: u32 = (0..GAMES).map(|_| game.playout(&start, Draw::Uniform, &mut random).plies).sum();
    eprintln!("{name}: {:.1} plies a game", f64::from(plies) / f64::from(GAMES));
    group.finish();
}

fn playouts(criterion: &mut Criterion) {
    of(criterion, "3x3 Nex", &Nex::<u64>::new(3, 3).expect("small"));
    of(criterion, "4x4 Nex", &Nex::<u64>::new(4, 4).expect("small"));
    of(criterion, "11x11 Nex", &Nex::<Wide>::new(11, 11).expect("fits"));
    of(criterion, "8x8 Hex", &Hex::<u64>::new(8, 8, Variant::default()).expect("fits"));
    of(criterion, "11x11 Hex", &Hex::<Wide>::new(11, 11, Variant::default()).expect("fits"));
    of(criterion, "Awari", &Awari);
    of(criterion, "Russian draughts", &Draughts::new(RUSSIAN));
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20).measurement_time(std::time::Duration::from_secs(2));
    targets = playouts
}
criterion_main!(benches);
