//! Positions to numbers and back: `cargo bench -p nexsolve-games`.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use nexsolve_core::Ranked;
use nexsolve_core::laws::SplitMix;
use nexsolve_games::hex::{Hex, Variant};
use nexsolve_games::nex::Nex;
use std::hint::black_box;

const COUNT: usize = 1 << 12;

/// Random positions of random layers, and the numbers of what follows on them in one layer.
fn bench<G: Ranked>(criterion: &mut Criterion, name: &str, game: &G) {
    let mut random = SplitMix(1);
    let layers = game.layers();
    let mut numbers = Vec::new();
    while numbers.len() < COUNT {
        let layer = random.below(layers.len());
        let number = random.next_word() % layers[layer].len;
        if game.unrank(layer, number).is_some() {
            numbers.push((layer, number));
        }
    }
    let positions: Vec<_> =
        numbers.iter().map(|&(layer, rank)| game.unrank(layer, rank).expect("chosen so")).collect();
    for (position, &number) in positions.iter().zip(&numbers) {
        assert_eq!(game.rank(position), number);
    }
    let mut group = criterion.benchmark_group(name);
    group.throughput(Throughput::Elements(COUNT as u64));
    group.bench_function("rank, any positions", |b| {
        b.iter(|| positions.iter().fold(0, |sum: u64, p| sum.wrapping_add(game.rank(black_box(p)).1)));
    });
    group.bench_function("unrank, any numbers", |b| {
        b.iter(|| {
            numbers.iter().filter(|&&(layer, rank)| game.unrank(layer, black_box(rank)).is_some()).count()
        });
    });
    let mut moves = Vec::new();
    let after: Vec<_> = positions
        .iter()
        .flat_map(|p| {
            game.moves(p, &mut moves);
            moves.iter().map(|&mv| game.play(p, mv)).collect::<Vec<_>>()
        })
        .take(COUNT)
        .collect();
    assert_eq!(after.len(), COUNT);
    group.bench_function("rank, after all moves of a position", |b| {
        b.iter(|| after.iter().fold(0, |sum: u64, p| sum.wrapping_add(game.rank(black_box(p)).1)));
    });
    group.finish();
}

fn ranks(criterion: &mut Criterion) {
    bench(criterion, "Nex 4x4", &Nex::<u64>::new(4, 4).expect("fits"));
    bench(criterion, "Nex 5x5", &Nex::<u64>::new(5, 5).expect("fits"));
    bench(criterion, "Hex 4x4", &Hex::<u64>::new(4, 4, Variant::default()).expect("fits"));
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20).measurement_time(std::time::Duration::from_secs(2));
    targets = ranks
}
criterion_main!(benches);
