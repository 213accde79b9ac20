//! The inner loops of an Awari database: `cargo bench -p nexsolve-games --bench awari`.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use nexsolve_core::{After, LayerId, Outlook, Ranked, Retrograde};
use nexsolve_games::awari::Seeds;
use std::hint::black_box;
use std::ops::Range;

/// Positions per round.
const COUNT: u64 = 1 << 16;

/// Neighbouring positions per place; the places are spread over all ranks.
const RUN: u64 = 1 << 12;

/// Adds up the ranks it receives.
#[derive(Default)]
struct Sum {
    leaves: u64,
    stays: u64,
    numbers: u64,
}

impl Outlook for Sum {
    #[inline]
    fn leave(&mut self, to: After) {
        let After::Ranked { layer, rank } = to else { panic!("all positions have numbers") };
        self.leaves += 1;
        self.numbers = self.numbers.wrapping_add(rank ^ layer.index() as u64);
    }
    #[inline]
    fn end(&mut self, rank: u64, stay: u32) {
        self.stays += u64::from(stay);
        self.numbers = self.numbers.wrapping_add(rank);
    }
}

fn seeds(criterion: &mut Criterion) {
    for seeds in [16, 24] {
        let game = Seeds::new(seeds).expect("the game has more");
        let layer = LayerId::new(0);
        let len = game.layers()[layer].len;
        let runs = COUNT / RUN;
        let ranges =
            (0..runs).map(|run| (2 * run + 1) * (len - RUN) / (2 * runs)).map(|from| from..from + RUN);
        let ranges: Vec<Range<u64>> = ranges.collect();
        let mut group = criterion.benchmark_group(format!("awari, {seeds} seeds"));
        group.throughput(Throughput::Elements(COUNT));
        group.bench_function("unrank_range", |b| {
            b.iter(|| {
                let mut sum = 0_u64;
                for ranks in black_box(&ranges) {
                    game.unrank_range(layer, ranks.clone(), |rank, position| {
                        sum = sum.wrapping_add(rank ^ u64::from(position.pit(3)));
                    });
                }
                sum
            });
        });
        let mut positions = Vec::new();
        for ranks in &ranges {
            game.unrank_range(layer, ranks.clone(), |_, position| positions.push(position));
        }
        group.bench_function("rank", |b| {
            let expected = ranges.iter().cloned().flatten().sum::<u64>();
            b.iter(|| assert_eq!(positions.iter().map(|p| game.rank(black_box(p)).1).sum::<u64>(), expected));
        });
        group.bench_function("outlook", |b| {
            b.iter(|| {
                let mut sum = Sum::default();
                for ranks in black_box(&ranges) {
                    game.outlook(layer, ranks.clone(), &mut sum);
                }
                assert!(sum.leaves > COUNT / 16 && sum.stays > COUNT);
                sum.numbers
            });
        });
        for (name, step) in [("all", 1), ("one in 10", 10), ("one in 100", 100), ("one in 1,000", 1_000)] {
            let spread = |range: &Range<u64>| {
                let from = range.start.min(len - step * RUN);
                (0..RUN).map(move |i| from + i * step)
            };
            let ranks: Vec<u64> = ranges.iter().flat_map(spread).collect();
            group.bench_function(format!("before, {name}"), |b| {
                b.iter(|| {
                    let (mut sum, mut count) = (0_u64, 0_u64);
                    game.before(layer, black_box(&ranks), |_, rank| {
                        sum = sum.wrapping_add(rank);
                        count += 1;
                    });
                    assert!(count > COUNT);
                    sum
                });
            });
        }
        group.finish();
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20).measurement_time(std::time::Duration::from_secs(2));
    targets = seeds
}
criterion_main!(benches);
