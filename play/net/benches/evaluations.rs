//! Evaluations per second on one core, alone and in batches.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use nexsolve_core::{Game, SplitMix};
use nexsolve_games::nex::Nex;
use nexsolve_net::{ChangeKind, Network, NetworkShape, Seen};
use std::hint::black_box;

fn network(channels: usize, blocks: usize) -> Network {
    let kinds = [(0, 1), (0, 5), (5, 1), (1, 5)].map(|(before, after)| ChangeKind { before, after }).to_vec();
    let shape = NetworkShape { channels, blocks, dims: 8, hidden: 32, kinds };
    let mut random = SplitMix(1);
    let mut number = move || random.below(2_001) as f32 / 10_000.0 - 0.1;
    let tensors: Vec<Vec<f32>> = shape
        .tensors()
        .iter()
        .map(|(_, shape)| (0..shape.iter().product()).map(|_| number()).collect())
        .collect();
    Network::new(shape, &tensors)
}

fn evaluations(criterion: &mut Criterion) {
    let game = Nex::<u64>::new(4, 4).expect("a board");
    let position = game.play(&game.start(), game.legal_moves(&game.start())[17]);
    let moves = game.legal_moves(&position);
    let mut group = criterion.benchmark_group("evaluations");
    group.throughput(Throughput::Elements(1));
    group.bench_function("seen 4x4", |bench| bench.iter(|| Seen::of(&game, black_box(&position), &moves)));
    let seen = Seen::of(&game, &position, &moves);
    for (channels, blocks) in [(32, 3), (64, 4)] {
        let network = network(channels, blocks);
        for batch in [1, 8, 64, 256] {
            let asked = vec![seen.clone(); batch];
            group.throughput(Throughput::Elements(batch as u64));
            group.bench_function(format!("{blocks}x{channels} batch {batch}"), |bench| {
                bench.iter(|| network.evaluate(black_box(&asked)));
            });
        }
    }
}

criterion_group!(benches, evaluations);
criterion_main!(benches);
