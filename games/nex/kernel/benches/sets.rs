//! Sets of numbers as bits: our own words compared with `bitvec`. Each round asserts its results.
//!
//! - Operations on whole sets, as in the kernels for Nex: `bitvec` shifts one bit string after another, while
//!   our own code shifts whole words at once.
//! - Single bits that threads share, as verification needs them: it uses `bitvec`.
//!
//! The kernel is private to its crate, so its file is compiled into the benchmark.
//!
//!     cargo bench -p nexsolve-nex-kernel --bench sets

#![allow(
    clippy::inline_always,
    dead_code,
    unused_imports,
    unused_macros,
    reason = "the benchmark uses a part of the files"
)]

use bitvec::prelude::BitVec;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use vectors::shadow;

#[path = "../src/vectors.rs"]
mod vectors;

/// Bits of an index of the set: those of a Nex position with fourteen empty or neutral cells.
const AXES: usize = 13;

/// A set that contains about half of the numbers.
fn some(words: usize) -> Vec<u64> {
    (1..=words as u64).map(|word| word.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(17)).collect()
}

/// As [`shadow`], by shifts of the whole set. `below` has for each axis the numbers where it is 0, and last
/// those with the parity of the sets.
fn shadow_by_shifts(from: &BitVec<u64>, into: &mut BitVec<u64>, below: &[BitVec<u64>]) {
    let (parity, below) = below.split_last().expect("the parity at least");
    let mut moved = from.clone();
    moved &= parity;
    *into |= &moved;
    for (axis, below) in below.iter().enumerate() {
        moved.copy_from_bitslice(from);
        moved.shift_start(1 << axis);
        moved &= below;
        *into |= &moved;
    }
}

fn whole_sets(c: &mut Criterion) {
    let words = (1 << AXES) / 64;
    let from = some(words);
    let has = |axis: usize| (0..1_usize << AXES).map(move |number| number >> axis & 1 == 0).collect();
    let even = (0..1_usize << AXES).map(|number| number.count_ones() % 2 == 0).collect();
    let below: Vec<BitVec<u64>> = (0..AXES).map(has).chain([even]).collect();
    let bits = BitVec::from_vec(from.clone());
    let mut expected = vec![0; words];
    shadow(&from, &mut expected, AXES, 0);
    let mut group = c.benchmark_group("shadow of 2^13 sets");
    group.throughput(Throughput::Elements(1 << AXES));
    let mut into = vec![0; words];
    group.bench_function("own words", |b| {
        b.iter(|| {
            into.fill(0);
            shadow(black_box(&from), &mut into, AXES, 0);
        });
        assert_eq!(into, expected);
    });
    let mut into = BitVec::repeat(false, 1 << AXES);
    group.bench_function("bitvec", |b| {
        b.iter(|| {
            into.fill(false);
            shadow_by_shifts(black_box(&bits), &mut into, &below);
        });
        assert_eq!(into.as_raw_slice(), expected);
    });
    group.finish();
}

/// Numbers of a set that threads share.
const NUMBERS: u64 = 1 << 20;

/// Every third number, in an order that jumps about.
fn thirds() -> impl Iterator<Item = u64> {
    (0..NUMBERS / 4).map(|i| i.wrapping_mul(0x9e37_79b1) % (NUMBERS - 3) / 3 * 3)
}

fn single_bits(c: &mut Criterion) {
    let mut group = c.benchmark_group("bits that threads share");
    group.throughput(Throughput::Elements(NUMBERS / 4));
    let words: Vec<AtomicU64> = (0..NUMBERS / 64).map(|_| AtomicU64::new(0)).collect();
    let bits = BitVec::<AtomicU64>::repeat(false, NUMBERS as usize);
    let is_set = |number: u64| words[(number / 64) as usize].load(Relaxed) >> (number % 64) & 1 == 1;
    let set = |number: u64| words[(number / 64) as usize].fetch_or(1 << (number % 64), Relaxed);
    group.bench_function("set, own words", |b| {
        b.iter(|| thirds().for_each(|number| _ = black_box(set(number))));
    });
    group.bench_function("set, bitvec", |b| {
        b.iter(|| thirds().for_each(|number| bits.set_aliased(black_box(number) as usize, true)));
    });
    group.bench_function("look, own words", |b| {
        b.iter(|| assert!(thirds().all(|number| is_set(number) && !is_set(number + 1))));
    });
    group.bench_function("look, bitvec", |b| {
        b.iter(|| assert!(thirds().all(|number| bits[number as usize] && !bits[number as usize + 1])));
    });
    group.bench_function("all that are not set, own words", |b| {
        b.iter(|| {
            let mut sum = 0;
            for (at, word) in words.iter().enumerate() {
                let mut open = !word.load(Relaxed);
                while open != 0 {
                    sum += 64 * at + open.trailing_zeros() as usize;
                    open &= open - 1;
                }
            }
            sum
        });
    });
    group.bench_function("all that are not set, bitvec", |b| {
        b.iter(|| bits.iter_zeros().sum::<usize>());
    });
    assert!(bits.iter_zeros().all(|number| !is_set(number as u64)));
    group.finish();
}

criterion_group!(benches, whole_sets, single_bits);
criterion_main!(benches);
