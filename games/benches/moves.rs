//! Moves of draughts, generated and played: `cargo bench -p nexsolve-games --bench moves`.
//!
//! A move counts only once its position has been made, even at the last ply; nothing is counted by the length
//! of a list alone.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use nexsolve_core::Game;
use nexsolve_games::draughts::{Draughts, Move, Position, RUSSIAN};
use std::hint::black_box;

/// Plays all moves to the depth of `lists.len()` plies; returns their number.
fn walk(game: &Draughts, position: &Position, lists: &mut [Vec<Move>]) -> u64 {
    let Some((moves, deeper)) = lists.split_first_mut() else { return 0 };
    game.moves(position, moves);
    let mut count = moves.len() as u64;
    for &mv in &*moves {
        let after = black_box(game.play(position, mv));
        count += walk(game, &after, deeper);
    }
    count
}

fn moves(criterion: &mut Criterion) {
    let game = Draughts::new(RUSSIAN);
    let position = |white, black, kings| {
        Position::new(white, black, kings, nexsolve_core::Side::White).expect("a position")
    };
    let mut group = criterion.benchmark_group("draughts, moves generated and played");
    let positions = [
        // The sums of the known counts of each depth.
        ("start", Position::START, 8, 1_167_340),
        // W:WKg1,a3,Kd4:Bb6,c7,Kh8
        (
            "men and kings",
            position(1 << 3 | 1 << 8 | 1 << 13, 1 << 20 | 1 << 25 | 1 << 31, 1 << 3 | 1 << 13 | 1 << 31),
            6,
            45_598,
        ),
        // W:WKa1,Kc3:BKf8,Kh8
        ("kings", position(1 | 1 << 9, 1 << 30 | 1 << 31, 1 | 1 << 9 | 1 << 30 | 1 << 31), 6, 191_026),
    ];
    for (name, position, depth, expected) in positions {
        let mut lists = vec![Vec::new(); depth];
        group.throughput(Throughput::Elements(expected));
        group.bench_function(name, |b| {
            b.iter(|| assert_eq!(walk(&game, black_box(&position), &mut lists), expected));
        });
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20).measurement_time(std::time::Duration::from_secs(3));
    targets = moves
}
criterion_main!(benches);
