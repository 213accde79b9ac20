//! The kernels compared with the engine for all games, and both with verification.

use crate::common::{assert_right, least, make, settings, unreached};
use nexsolve_core::{LayerId, Ranked, Tabled};
use nexsolve_db::{Database, Metric};
use nexsolve_games::awari::Seeds;
use nexsolve_games::draughts::{Draughts, RUSSIAN};
use nexsolve_games::hex::{Convention, End, Hex, Swap, Variant};
use nexsolve_games::nex::Nex;
use nexsolve_tablegen::{GenerateSettings, Kernel, Tables};

/// Every rank that is not free has the same value in both, and both have the same counts.
fn agree<G: Ranked>(game: &G, one: &Database, other: &Database) {
    assert_eq!(one.manifest().tables.len(), other.manifest().tables.len());
    for (first, second) in one.manifest().tables.iter().zip(&other.manifest().tables) {
        assert_eq!(first.counts, second.counts, "{}", first.file);
        assert_eq!(first.values, second.values, "{}", first.file);
        let table =
            |database: &Database| database.table(&first.layer, first.metric).expect("whole").expect("there");
        let (first_table, second_table) = (table(one), table(other));
        let layer = LayerId::named(game.layers(), &first.layer).expect("a layer");
        game.unrank_range(layer, 0..game.layers()[layer].len, |rank, position| {
            let values = [&first_table, &second_table].map(|table| table.value(rank).expect("whole"));
            assert_eq!(values[0], values[1], "{} {rank} {position:?}", first.file);
        });
    }
}

fn check<G: Tabled + Clone>(game: &G, metric: Metric) {
    let scratch = tempfile::tempdir().expect("a folder");
    let fast =
        make(&nexsolve_kernels::joined(game), &scratch.path().join("fast"), &settings(metric, Kernel::Fast));
    let generic = make(
        &nexsolve_kernels::joined(game),
        &scratch.path().join("generic"),
        &settings(metric, Kernel::Generic),
    );
    agree(game, &fast, &generic);
    for database in [&fast, &generic] {
        assert_right(game, database, "a kernel or the engine for all games");
    }
}

#[test]
fn nex_kernels_agree_with_the_engine_for_all_games() {
    for (rows, cols) in [(1, 1), (1, 2), (2, 2), (1, 5), (2, 3), (3, 2), (2, 4), (3, 3)] {
        let game = Nex::<u64>::new(rows, cols).expect("a board");
        check(&game, Metric::Wdl);
        check(&game, Metric::Dtw);
        let with_swap = game.with_swap();
        check(&with_swap, Metric::Wdl);
        check(&with_swap, Metric::Dtw);
    }
}

#[test]
fn nex_kernels_with_final_moves_agree_with_the_engine_for_all_games() {
    for (rows, cols) in
        [(1, 1), (1, 2), (2, 1), (1, 3), (3, 1), (2, 2), (1, 5), (2, 3), (3, 2), (2, 4), (3, 3)]
    {
        let game = Nex::<u64>::with_final_moves(rows, cols).expect("a board");
        check(&game, Metric::Wdl);
        check(&game, Metric::Dtw);
        let with_swap = game.with_swap();
        check(&with_swap, Metric::Wdl);
        check(&with_swap, Metric::Dtw);
    }
}

#[test]
fn hex_kernels_agree_with_the_engine_for_all_games() {
    for (rows, cols) in [(1, 1), (1, 2), (2, 1), (2, 2), (1, 5), (2, 3), (3, 2), (3, 3), (3, 4)] {
        for convention in [Convention::Standard, Convention::Course] {
            let variant = Variant { convention, ..Variant::default() };
            check(&Hex::new(rows, cols, variant).expect("a board"), Metric::Wdl);
        }
    }
}

#[test]
fn variants_without_a_kernel_have_databases_too() {
    for variant in [
        Variant { swap: Swap::On, ..Variant::default() },
        Variant { end: End::AtFullBoard, ..Variant::default() },
        Variant::default(),
    ] {
        let game = Hex::new(3, 2, variant).expect("a board");
        check(&game, Metric::Wdl);
        check(&game, Metric::Dtw);
    }
}

#[test]
fn the_published_numbers_of_positions_are_found() {
    let count = |database: &Database| {
        let tables = database.manifest().tables.iter().filter(|table| table.metric == Metric::Wdl);
        tables.fold(vec![0; 3], |mut sums, table| {
            for (sum, count) in sums.iter_mut().zip(table.counts.reachable.as_ref().expect("counted")) {
                *sum += count;
            }
            sums
        })
    };
    let scratch = tempfile::tempdir().expect("a folder");
    let how = settings(Metric::Wdl, Kernel::Fast);
    let nex = |size| {
        let game = Nex::<u64>::new(size, size).expect("a board");
        count(&make(&nexsolve_kernels::joined(&game), &scratch.path().join(format!("nex{size}")), &how))
    };
    // Lost, drawn, won.
    assert_eq!(nex(2), [8, 22, 7]);
    assert_eq!(nex(3), [5_828, 13_814, 16_755]);
    let hex = |size| {
        let game = Hex::new(size, size, Variant::default()).expect("a board");
        count(&make(&nexsolve_kernels::joined(&game), &scratch.path().join(format!("hex{size}")), &how))
            .iter()
            .sum::<u64>()
    };
    assert_eq!((hex(2), hex(3), hex(4)), (32, 5_514, 9_386_235));
}

/// With the least memory that the plan allows, and any number of threads, the tables are the same byte for
/// byte.
#[test]
fn memory_and_threads_change_no_byte() {
    let wdl = settings(Metric::Wdl, Kernel::Fast);
    let left = |metric| unreached(metric, Kernel::Fast);
    let nex = Nex::<u64>::new(3, 4).expect("a board");
    let (draughts, awari) = (Draughts::endings(RUSSIAN, 4), Seeds::new(9).expect("the game has 48"));
    let games: [(&dyn Tables, GenerateSettings); 5] = [
        (&nexsolve_kernels::joined(&nex), wdl),
        (&nexsolve_kernels::joined(&nex), settings(Metric::Dtw, Kernel::Fast)),
        (&nexsolve_kernels::joined(&draughts), left(Metric::Wdl)),
        (&nexsolve_kernels::joined(&draughts), left(Metric::Dtw)),
        (&nexsolve_kernels::joined(&awari), left(Metric::Score)),
    ];
    for (game, most) in games {
        let scratch = tempfile::tempdir().expect("a folder");
        let mut first: Option<Vec<String>> = None;
        for threads in 1..=3 {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
            for how in [most.clone(), pool.install(|| least(game, &most))] {
                let folder = scratch.path().join(format!("{threads} {}", how.memory_bytes));
                let database = pool.install(|| make(game, &folder, &how));
                let digests = database.manifest().tables.iter().map(|table| table.digest.clone());
                let digests: Vec<String> = digests.collect();
                let first = first.get_or_insert_with(|| digests.clone());
                assert_eq!(*first, digests, "{threads} threads, {} bytes", how.memory_bytes);
            }
        }
    }
}
