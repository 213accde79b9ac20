//! Tables made by layouts have the bytes of those made position by position.

use crate::common::{files, make, unreached};
use nexsolve_core::parallel::in_pool;
use nexsolve_db::Metric;
use nexsolve_games::draughts::{BRAZILIAN, Draughts, RUSSIAN, Rules};
use nexsolve_tablegen::bits::Level;
use nexsolve_tablegen::{GameWithEngine, GenerateSettings, Kernel, cyclic, layouts};
use nexsolve_verify::{Depth, VerifySettings, verify};
use std::ops::RangeInclusive;
use std::sync::atomic::AtomicBool;

fn same_bytes(rules: Rules, pieces: u32, metric: Metric, levels: &[Level], threads: RangeInclusive<usize>) {
    let scratch = tempfile::tempdir().expect("a folder");
    let game = Draughts::endings(rules, pieces);
    let settings = unreached(metric, Kernel::Fast);
    let slow = GameWithEngine::new(game.clone(), cyclic::engine::<Draughts>);
    let folder = scratch.path().join("slow");
    make(&slow, &folder, &settings);
    let expected = files(&folder);
    for &level in levels {
        for threads in threads.clone() {
            let fast = match level {
                Level::Portable => by_layouts::<0>(&game),
                #[cfg(target_arch = "x86_64")]
                Level::Avx2(_) => by_layouts::<1>(&game),
                #[cfg(target_arch = "x86_64")]
                Level::Avx512(_) => by_layouts::<2>(&game),
            };
            let folder = scratch.path().join(format!("{level:?}{threads}"));
            in_pool(threads, || drop(make(&fast, &folder, &settings))).expect("threads");
            let found = files(&folder);
            assert!(expected.keys().eq(found.keys()), "{:?}", found.keys());
            for (name, bytes) in &expected {
                assert!(
                    found[name] == *bytes,
                    "{rules:?} {pieces} {metric} {level:?}, {threads} threads: {name}"
                );
            }
        }
    }
}

/// The game with the engine at one of the levels that this processor has.
fn by_layouts<const LEVEL: usize>(game: &Draughts) -> GameWithEngine<Draughts> {
    GameWithEngine::new(game.clone(), |game, metric, processes| {
        layouts::engine(game, metric, processes, Level::available()[LEVEL])
    })
}

#[test]
fn small_endings_have_the_same_bytes_by_layouts_at_every_level() {
    for rules in [RUSSIAN, BRAZILIAN] {
        for metric in [Metric::Wdl, Metric::Dtw] {
            same_bytes(rules, 4, metric, &Level::available(), 2..=2);
            same_bytes(rules, 3, metric, &[Level::best()], 1..=3);
        }
    }
}

#[test]
#[ignore = "slow: a minute of processor time"]
fn five_pieces_have_the_same_bytes_by_layouts() {
    same_bytes(RUSSIAN, 5, Metric::Dtw, &[Level::best()], 2..=2);
}

#[test]
#[ignore = "slow: half an hour and 5 GB"]
fn six_pieces_have_the_same_bytes_by_layouts() {
    for rules in [RUSSIAN, BRAZILIAN] {
        for metric in [Metric::Wdl, Metric::Dtw] {
            same_bytes(rules, 6, metric, &[Level::best()], 2..=2);
        }
    }
}

#[test]
fn fewer_classes_have_the_same_tables() {
    let scratch = tempfile::tempdir().expect("a folder");
    let settings = unreached(Metric::Wdl, Kernel::Fast);
    let [all, some] = ["all", "some"].map(|name| scratch.path().join(name));
    make(&nexsolve_kernels::joined(&Draughts::endings(RUSSIAN, 4)), &all, &settings);
    let against_one = Draughts::endings_against(RUSSIAN, 4, 1);
    make(&nexsolve_kernels::joined(&against_one), &some, &settings);
    let (all, some) = (files(&all), files(&some));
    let tables: Vec<&String> = some.keys().filter(|name| *name != "manifest.json").collect();
    assert_eq!(tables.len(), 4 + 12 + 16);
    for name in tables {
        assert!(all[name] == some[name], "{name}");
    }
}

/// Prints the lines of `docs/draughts.csv`.
#[test]
#[ignore = "slow: half an hour, 18 GB of memory and 1 GB of disk"]
fn seven_pieces_against_one() {
    let scratch = tempfile::tempdir().expect("a folder");
    let game = Draughts::endings_against(RUSSIAN, 8, 1);
    let settings = GenerateSettings { memory_bytes: 20 << 30, ..unreached(Metric::Wdl, Kernel::Fast) };
    let database = make(&nexsolve_kernels::joined(&game), scratch.path(), &settings);
    for table in &database.manifest().tables {
        let [lost, drawn, won] = table.counts.positions[..] else { panic!("three values: {table:?}") };
        assert_eq!(lost + drawn + won, 2 * table.entries, "{}", table.layer);
        println!("{},{},{},{},{}", table.layer, table.entries, lost / 2, drawn / 2, won / 2);
    }
    let how = VerifySettings {
        layers: &[],
        depth: Depth::Sample { count: 100_000, seed: 7 },
        memory_bytes: 4 << 30,
    };
    let report = verify(&game, &database, &how, &AtomicBool::new(false), &()).expect("read");
    println!("{report:?}");
    assert!(report.is_right());
}
