//! Look-ups and stores of the transposition table, compared with a map that keeps every entry; one thread.
//! Each round asserts what it finds.
//!
//! The table is private to the crate, so the benchmark compiles its file directly.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use dashmap::DashMap;
use nexsolve_core::{Bounds, EVERYWHERE, Plies, Score};
use std::hint::black_box;
use table::{EntryWidth, Recalled, TranspositionTable};

#[allow(dead_code, unreachable_pub, reason = "the benchmark uses a part of the file")]
#[path = "../src/table.rs"]
mod table;

/// Keys per round: more than a processor's caches hold.
const KEYS: u64 = 1 << 20;

fn known(i: u64) -> Recalled {
    Recalled { bounds: Bounds::exact(Score::win_in(Plies((i % 60) as u16 + 1))), best: 1, region: EVERYWHERE }
}

/// Unrelated keys below 2⁵⁰.
fn key(i: u64) -> u128 {
    u128::from(i.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 14)
}

/// A table with spare room, so that almost nothing is replaced.
fn roomy(form: EntryWidth) -> TranspositionTable {
    let mut table = TranspositionTable::new(1 << 28, form).expect("memory for a table");
    table.make_room(4 * KEYS);
    table
}

fn put_and_get(c: &mut Criterion) {
    let mut group = c.benchmark_group("table");
    group.throughput(Throughput::Elements(KEYS)).sample_size(20);
    for (name, form) in [("16 bytes", EntryWidth::Narrow), ("32 bytes", EntryWidth::Wide)] {
        let table = roomy(form);
        group.bench_function(format!("put, {name}"), |b| {
            b.iter(|| (0..KEYS).for_each(|i| table.put(black_box(key(i)), known(i), 1)));
        });
        group.bench_function(format!("get, {name}"), |b| {
            b.iter(|| {
                let found = (0..KEYS).filter(|&i| table.get(black_box(key(i))) == Some(known(i))).count();
                assert!(found as u64 > KEYS / 10 * 9, "{found} of {KEYS}");
            });
        });
        group.bench_function(format!("get what is not there, {name}"), |b| {
            b.iter(|| assert!((KEYS..2 * KEYS).all(|i| table.get(black_box(key(i))).is_none())));
        });
    }
    let map = DashMap::with_capacity(KEYS as usize);
    group.bench_function("put, dashmap", |b| {
        b.iter(|| (0..KEYS).for_each(|i| _ = map.insert(black_box(key(i)), known(i))));
    });
    group.bench_function("get, dashmap", |b| {
        b.iter(|| assert!((0..KEYS).all(|i| *map.get(&black_box(key(i))).expect("put before") == known(i))));
    });
    group.bench_function("get what is not there, dashmap", |b| {
        b.iter(|| assert!((KEYS..2 * KEYS).all(|i| map.get(&black_box(key(i))).is_none())));
    });
    group.finish();
}

criterion_group!(benches, put_and_get);
criterion_main!(benches);
