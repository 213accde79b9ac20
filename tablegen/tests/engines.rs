//! The kernels against the engine for all games, and both against verification.

use nexsolve_core::Ranked;
use nexsolve_db::{Database, Form, Metric};
use nexsolve_games::nex::Nex;
use nexsolve_tablegen::verify::{self, Depth, verify};
use nexsolve_tablegen::{Kernel, Reach, Settings, Tabled, generate};
use std::path::Path;
use std::sync::atomic::AtomicBool;

fn settings(metric: Metric, kernel: Kernel) -> Settings {
    Settings {
        metric,
        reach: Reach::Counted,
        form: Form::Compressed,
        memory_bytes: 4 << 30,
        kernel,
        program: "tests".to_owned(),
        command: "a test".to_owned(),
        game: "game".to_owned(),
        board: "board".to_owned(),
    }
}

fn make<G: Tabled>(game: &G, folder: &Path, settings: &Settings) -> Database {
    generate(game, folder, settings, &AtomicBool::new(false), &()).expect("a database").database
}

/// Every number that is not free has the same value in both, and both have the same counts.
fn agree<G: Ranked>(game: &G, one: &Database, other: &Database) {
    assert_eq!(one.manifest().tables.len(), other.manifest().tables.len());
    for (first, second) in one.manifest().tables.iter().zip(&other.manifest().tables) {
        assert_eq!(first.counts, second.counts, "{}", first.file);
        assert_eq!(first.values, second.values, "{}", first.file);
        let table = |database: &Database| {
            database.table(&first.layer, first.metric).expect("whole").expect("there")
        };
        let (first_table, second_table) = (table(one), table(other));
        let layer = game.layers().iter().position(|layer| layer.name == first.layer).expect("a layer");
        game.unrank_range(layer, 0..game.layers()[layer].len, |rank, position| {
            let values = [&first_table, &second_table].map(|table| table.value(rank).expect("whole"));
            assert_eq!(values[0], values[1], "{} {rank} {position:?}", first.file);
        });
    }
}

fn check<G: Tabled>(game: &G, metric: Metric) {
    let scratch = tempfile::tempdir().expect("a folder");
    let fast = make(game, &scratch.path().join("fast"), &settings(metric, Kernel::Fast));
    let generic = make(game, &scratch.path().join("generic"), &settings(metric, Kernel::Generic));
    agree(game, &fast, &generic);
    for database in [&fast, &generic] {
        let how = verify::Settings { depth: Depth::All, memory_bytes: 1 << 30 };
        let report = verify(game, database, &how, &AtomicBool::new(false), &()).expect("read");
        assert!(report.is_right(), "{report:?}");
    }
}

#[test]
fn nex_kernels_agree_with_the_engine_for_all_games() {
    for (rows, cols) in [(1, 1), (1, 2), (2, 2), (1, 5), (2, 3), (3, 2), (2, 4), (3, 3)] {
        let game = Nex::<u64>::new(rows, cols).expect("a board");
        check(&game, Metric::Wdl);
        check(&game, Metric::Dtw);
    }
}
