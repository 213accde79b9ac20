//! Look-ups in a table, writing a table, and opening thousands. Each round asserts its results.
//!
//! Four groups measure positioned reads: `probe` (blocks in memory, no storage involved), `storage` (every
//! block read again, the file in the system's cache), `batch` (probes in the order of places) and `cold` (the
//! file not in the system's cache; needs `dd`).

#[path = "../tests/numbers.rs"]
mod numbers;

use criterion::measurement::WallTime;
use criterion::{BatchSize, BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use nexsolve_core::{Probe, Prober, Wdl};
use nexsolve_db::{
    Builder, Counts, Database, DbProber, Form, Keep, Metric, PositionedFile, Provenance, Storage, Subject,
    Table, TableSpec, packed,
};
use numbers::Numbers;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use tempfile::TempDir;

/// Entries of the table: 64 MiB of packed codes, more than the caches of a processor hold.
const ENTRIES: u64 = 1 << 28;
/// Look-ups of a round.
const PROBES: u64 = 1 << 12;
/// Look-ups of a round in a file that is not in memory.
const COLD_PROBES: usize = 200;

/// Unrelated numbers.
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

/// Random places, round after round.
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

    fn file(&self) -> PathBuf {
        self.folder.path().join("p05n3.wdl")
    }

    fn database(&self, cache_bytes: u64) -> Arc<Database> {
        Arc::new(Database::open_within(self.folder.path(), cache_bytes).expect("just made"))
    }

    fn table(&self, cache_bytes: u64) -> Arc<Table> {
        self.database(cache_bytes).table("p05n3", Metric::Wdl).expect("sound").expect("listed")
    }

    /// The table, read from a storage without memory for blocks.
    fn open(&self, storage: &str) -> Table {
        let file = self.file();
        let storage: Box<dyn Storage> = match storage {
            "positioned" => Box::new(PositionedFile::open(&file).expect("there")),
            _ => Box::new(std::fs::read(&file).expect("there")),
        };
        Table::from_storage(&file, storage, 0).expect("sound")
    }

    /// Makes the system drop the file from its cache.
    fn evict(&self) {
        std::fs::File::open(self.file()).and_then(|file| file.sync_all()).expect("room");
        let input = format!("if={}", self.file().display());
        let status = Command::new("dd").args([&input, "iflag=nocache", "count=0", "status=none"]).status();
        assert!(status.is_ok_and(|status| status.success()), "dd evicts a file");
    }
}

fn check(table: &Table, index: u64) {
    assert_eq!(table.code(black_box(index)).expect("sound"), code(index));
}

fn probe(table: &Table, round: &mut u64) {
    places(round).for_each(|index| check(table, index));
}

/// Many positions at a time, as in a search or `query -`.
fn batch(group: &mut BenchmarkGroup<'_, WallTime>, name: &str, database: Arc<Database>, round: &mut u64) {
    let prober = DbProber::new(Numbers::new("p05n3", ENTRIES), database);
    let warm: Vec<u64> = (0..ENTRIES).step_by(1 << 12).collect();
    prober.probe_all(&warm).expect("sound");
    group.bench_function(name, |b| {
        b.iter(|| {
            let asked: Vec<u64> = places(round).collect();
            let found = prober.probe_all(black_box(&asked)).expect("sound");
            for (index, probe) in asked.into_iter().zip(found) {
                let Probe::Known(bounds) = probe else { panic!("a table of all numbers") };
                assert_eq!(bounds.wdl(), Some([Wdl::Loss, Wdl::Draw, Wdl::Win][usize::from(code(index))]));
            }
        });
    });
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
    let table = raw.table(1 << 30);
    (0..ENTRIES).step_by(1 << 12).for_each(|i| assert_eq!(table.code(i).expect("sound"), code(i)));
    group.bench_function("raw", |b| b.iter(|| probe(&table, &mut round)));
    group.bench_function("raw, blocks not yet checked", |b| {
        b.iter_batched(|| raw.table(1 << 30), |table| probe(&table, &mut round), BatchSize::PerIteration);
    });
    let table = raw.table(100 << 20);
    (0..ENTRIES).step_by(1 << 12).for_each(|i| assert_eq!(table.code(i).expect("sound"), code(i)));
    group.bench_function("raw, in the cache", |b| b.iter(|| probe(&table, &mut round)));
    let table = compressed.table(1 << 30);
    (0..ENTRIES).step_by(1 << 12).for_each(|i| assert_eq!(table.code(i).expect("sound"), code(i)));
    group.bench_function("compressed, in the cache", |b| b.iter(|| probe(&table, &mut round)));
    let table = compressed.table(0);
    group.bench_function("compressed, not in the cache", |b| b.iter(|| probe(&table, &mut round)));
    group.finish();

    let mut group = c.benchmark_group("storage");
    group.throughput(Throughput::Elements(PROBES)).sample_size(20);
    for (form, scratch) in [("raw", &raw), ("compressed", &compressed)] {
        for storage in ["positioned", "memory"] {
            let table = scratch.open(storage);
            group.bench_function(format!("{form}, {storage}"), |b| b.iter(|| probe(&table, &mut round)));
        }
    }
    group.finish();

    let mut group = c.benchmark_group("batch");
    group.throughput(Throughput::Elements(PROBES)).sample_size(20);
    batch(&mut group, "raw", raw.database(1 << 30), &mut round);
    batch(&mut group, "raw, not in the cache", raw.database(0), &mut round);
    batch(&mut group, "compressed, in the cache", compressed.database(1 << 30), &mut round);
    batch(&mut group, "compressed, not in the cache", compressed.database(0), &mut round);
    group.finish();

    let mut group = c.benchmark_group("cold");
    group.throughput(Throughput::Elements(COLD_PROBES as u64)).sample_size(10);
    for (form, scratch) in [("raw", &raw), ("compressed", &compressed)] {
        group.bench_function(form, |b| {
            let fresh = || {
                scratch.evict();
                scratch.open("positioned")
            };
            let cold = |table: Table| places(&mut round).take(COLD_PROBES).for_each(|i| check(&table, i));
            b.iter_batched(fresh, cold, BatchSize::PerIteration);
        });
    }
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

/// Tables of a database to open.
const TABLES: usize = 4_000;

fn open(c: &mut Criterion) {
    let folder = tempfile::tempdir().expect("a scratch folder");
    let mut builder = builder(folder.path(), Form::Compressed).keeping(Keep::Briefly);
    let table = |number: usize| {
        let spec = TableSpec { layer: format!("p{number}"), entries: 4, ..spec() };
        let mut writer = builder.begin(spec).expect("a new table");
        writer.append(&[0]).expect("room");
        (writer.finish().expect("room"), Counts { positions: vec![4, 0, 0], reachable: None })
    };
    let tables = (0..TABLES).map(table).collect();
    builder.commit(tables).expect("room");
    let open = || Database::open(folder.path()).expect("just made");
    let mut group = c.benchmark_group("open");
    group.throughput(Throughput::Elements(TABLES as u64)).sample_size(20);
    group.bench_function("the manifest", |b| b.iter(open));
    let database = open();
    group.bench_function("all files checked", |b| b.iter(|| database.check_files().expect("sound")));
    group.finish();
}

criterion_group!(benches, open, look_ups);
criterion_main!(benches);
