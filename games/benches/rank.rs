//! Positions to ranks and back: `cargo bench -p nexsolve-games`.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use nexsolve_core::laws::SplitMix;
use nexsolve_core::{LayerId, Ranked};
use nexsolve_games::hex::{Hex, Variant};
use nexsolve_games::nex::Nex;
use std::hint::black_box;
use std::ops::ControlFlow;

const COUNT: usize = 1 << 12;

/// Random positions of random layers, and neighbouring positions with all their successors.
fn bench<G: Ranked>(criterion: &mut Criterion, name: &str, game: &G) {
    let mut random = SplitMix(1);
    let layers = game.layers();
    let mut numbers = Vec::new();
    while numbers.len() < COUNT {
        let layer = LayerId::new(random.below(layers.len()));
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
    // From the middle of a layer in the middle of the game.
    let layer = LayerId::new(layers.len() / 2);
    let ranks = layers[layer].len / 2..layers[layer].len / 2 + COUNT as u64;
    group.bench_function("unrank, a range", |b| {
        b.iter(|| {
            let mut count = 0;
            game.unrank_range(layer, black_box(ranks.clone()), |_, _| count += 1);
            count
        });
    });
    let mut before = Vec::new();
    game.unrank_range(layer, ranks, |_, position| before.push(position));
    let mut moves = Vec::new();
    let mut after = Vec::new();
    for position in &before {
        game.moves(position, &mut moves);
        after.extend(moves.iter().map(|&mv| game.play(position, mv)));
    }
    let expected = after.iter().fold(0, |sum: u64, p| sum.wrapping_add(game.rank(p).1));
    group.throughput(Throughput::Elements(after.len() as u64));
    group.bench_function("rank, after all moves", |b| {
        b.iter(|| after.iter().fold(0, |sum: u64, p| sum.wrapping_add(game.rank(black_box(p)).1)));
    });
    group.bench_function("all moves, played and ranked", |b| {
        b.iter(|| {
            let mut sum = 0_u64;
            for position in &before {
                game.moves(position, &mut moves);
                for &mv in &moves {
                    sum = sum.wrapping_add(game.rank(&game.play(position, mv)).1);
                }
            }
            assert_eq!(sum, expected);
        });
    });
    group.bench_function("ranks after all moves", |b| {
        b.iter(|| {
            let mut sum = 0_u64;
            for position in &before {
                let _ = game.ranks_after(position, |after| {
                    let nexsolve_core::After::Ranked { rank, .. } = after else {
                        unreachable!("all positions have numbers")
                    };
                    sum = sum.wrapping_add(rank);
                    ControlFlow::Continue(())
                });
            }
            assert_eq!(sum, expected);
        });
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
