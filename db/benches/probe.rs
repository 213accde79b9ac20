//! Look-ups in a table, in nanoseconds, and writing one. Each round asserts what it finds.

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use nexsolve_db::{Builder, Counts, Database, Form, Metric, Provenance, Subject, Table, TableSpec, packed};
use std::hint::black_box;
use std::path::Path;
use std::sync::Arc;
use tempfile::TempDir;

/// Entries of the table: 64 MiB of packed codes, more than the caches of a processor hold.
const ENTRIES: u64 = 1 << 28;
/// Look-ups of a round.
const PROBES: u64 = 1 << 12;

/// Numbers that have nothing to do with each other.
fn scramble(i: u64) -> u64 {
    let x = (i + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (x ^ x >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 13
}

/// Codes that compress about as well as those of a game.
fn code(i: u64) -> u8 {
    match scramble(i / 3 % 100_000 + i / 50_000) % 24 {
        0 => 1,
        1..4 => 0,
        _ => 2,
    }
}

/// Random places, a round of them after the other.
fn places(round: &mut u64) -> impl Iterator<Item = u64> + use<> {
    *round += 1;
    let first = *round * PROBES;
    (first..first + PROBES).map(|i| scramble(i) % ENTRIES)
}

fn spec() -> TableSpec {
    TableSpec { layer: "p05n3".into(), metric: Metric::Wdl, entries: ENTRIES, values: vec![-1, 0, 1] }
}

fn builder(folder: &Path, form: Form) -> Builder {
    let subject = Subject { game: "nex".into(), board: "nex:4x4".into() };
    let provenance = Provenance { program: "bench".into(), command: "bench".into() };
    Builder::open(folder, subject, form, provenance).expect("a scratch folder")
}

fn write(folder: &Path, form: Form, spec: TableSpec, packed: &[u8]) {
    let mut builder = builder(folder, form);
    let counts = Counts { positions: vec![0; spec.values.len()], reachable: None };
    let mut writer = builder.begin(spec).expect("a new table");
    writer.append(packed).expect("room");
    let table = writer.finish().expect("room");
    builder.commit(vec![(table, counts)]).expect("room");
}

struct Scratch {
    folder: TempDir,
}

impl Scratch {
    fn new(form: Form, packed: &[u8]) -> Self {
        let folder = tempfile::tempdir().expect("a scratch folder");
        write(folder.path(), form, spec(), packed);
        Self { folder }
    }

    fn table(&self, cache_bytes: u64) -> Arc<Table> {
        let database = Database::open_with_cache(self.folder.path(), cache_bytes).expect("just made");
        database.table("p05n3", Metric::Wdl).expect("sound").expect("listed")
    }
}

fn probe(table: &Table, round: &mut u64) {
    for index in places(round) {
        assert_eq!(table.code(black_box(index)).expect("sound"), code(index));
    }
}

fn look_ups(c: &mut Criterion) {
    let mut all = vec![0; packed::bytes(ENTRIES, 2) as usize];
    (0..ENTRIES).for_each(|i| packed::set(&mut all, 2, i as usize, code(i)));
    let (raw, compressed) = (Scratch::new(Form::Raw, &all), Scratch::new(Form::Compressed, &all));
    let mut group = c.benchmark_group("probe");
    group.throughput(Throughput::Elements(PROBES)).sample_size(20);
    let mut round = 0;
    group.bench_function("what the round itself costs", |b| {
        b.iter(|| assert!(places(&mut round).map(code).map(u64::from).sum::<u64>() > PROBES));
    });
    let table = raw.table(0);
    (0..ENTRIES).step_by(1 << 12).for_each(|i| assert_eq!(table.code(i).expect("sound"), code(i)));
    group.bench_function("raw", |b| b.iter(|| probe(&table, &mut round)));
    group.bench_function("raw, blocks not yet checked", |b| {
        b.iter_batched(|| raw.table(0), |table| probe(&table, &mut round), BatchSize::PerIteration);
    });
    let table = compressed.table(1 << 30);
    (0..ENTRIES).step_by(1 << 12).for_each(|i| assert_eq!(table.code(i).expect("sound"), code(i)));
    group.bench_function("compressed, in the cache", |b| b.iter(|| probe(&table, &mut round)));
    let table = compressed.table(0);
    group.bench_function("compressed, not in the cache", |b| b.iter(|| probe(&table, &mut round)));
    group.finish();

    let mut group = c.benchmark_group("write");
    group.throughput(Throughput::Bytes(all.len() as u64)).sample_size(10);
    let constant = vec![0xaa; all.len()];
    for (name, form, packed) in [
        ("one code, compressed", Form::Compressed, &constant),
        ("one code, raw", Form::Raw, &constant),
        ("a game's codes, raw", Form::Raw, &all),
        ("a game's codes, compressed", Form::Compressed, &all),
    ] {
        group.bench_function(name, |b| {
            b.iter_batched(
                || tempfile::tempdir().expect("a scratch folder"),
                |folder| {
                    let builder = builder(folder.path(), form);
                    let mut writer = builder.begin(spec()).expect("a new table");
                    packed.chunks(1 << 20).for_each(|piece| writer.append(piece).expect("room"));
                    let table = writer.finish().expect("room");
                    assert!(form == Form::Compressed || table.bytes() > packed.len() as u64);
                    folder
                },
                BatchSize::PerIteration,
            );
        });
    }
    group.finish();
}

criterion_group!(benches, look_ups);
criterion_main!(benches);
