//! Generates whole databases in a scratch folder, and compares them with known counts.
//!
//!     cargo bench -p nexsolve-tablegen --bench generate

use criterion::{Criterion, criterion_group, criterion_main};
use nexsolve_core::Tabled;
use nexsolve_db::{Form, Metric};
use nexsolve_games::hex::{Hex, Variant};
use nexsolve_games::nex::Nex;
use nexsolve_tablegen::{GenerateSettings, Keep, Kernel, Reach, generate};
use std::sync::atomic::AtomicBool;

/// Generates a database, and asserts its number of reachable positions.
fn make<G: Tabled + Clone>(game: &G, metric: Metric, reachable: u64) {
    let settings = GenerateSettings {
        metric,
        reach: Reach::Counted,
        form: Form::Compressed,
        memory_bytes: 2 << 30,
        kernel: Kernel::Fast,
        keep: Keep::Briefly,
        program: "a benchmark".to_owned(),
        command: "cargo bench".to_owned(),
        game: "game".to_owned(),
        board: "board".to_owned(),
    };
    let scratch = tempfile::tempdir().expect("a folder");
    let made =
        generate(&nexsolve_kernels::joined(game), scratch.path(), &settings, &AtomicBool::new(false), &())
            .expect("a database");
    let tables = made.database.manifest().tables.iter().filter(|table| table.metric == metric);
    let counted: u64 = tables.flat_map(|table| table.counts.reachable.as_ref().expect("counted")).sum();
    assert_eq!(counted, reachable);
}

fn databases(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("generate");
    group.sample_size(10);
    let nex = |rows, cols| Nex::<u64>::new(rows, cols).expect("a board");
    let (small, large) = (nex(3, 4), nex(4, 4));
    let hex = Hex::<u64>::new(4, 4, Variant::default()).expect("a board");
    group.bench_function("nex 3x4 wdl", |bench| bench.iter(|| make(&small, Metric::Wdl, 2_159_137)));
    group.bench_function("nex 3x4 dtw", |bench| bench.iter(|| make(&small, Metric::Dtw, 2_159_137)));
    group.bench_function("nex 4x4 wdl", |bench| bench.iter(|| make(&large, Metric::Wdl, 519_104_521)));
    group.bench_function("hex 4x4 wdl", |bench| bench.iter(|| make(&hex, Metric::Wdl, 9_386_235)));
    group.finish();
}

criterion_group!(benches, databases);
criterion_main!(benches);
