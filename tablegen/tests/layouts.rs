//! Tables made by layouts have the bytes of those made position by position.

use crate::common::{files, make, unreached};
use nexsolve_core::parallel::in_pool;
use nexsolve_db::Metric;
use nexsolve_games::draughts::{BRAZILIAN, Draughts, RUSSIAN, Rules};
use nexsolve_tablegen::bits::Level;
use nexsolve_tablegen::{GameWithEngine, Kernel, cyclic, layouts};
use std::ops::RangeInclusive;

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
fn four_pieces_have_the_same_bytes_by_layouts_at_every_level() {
    for rules in [RUSSIAN, BRAZILIAN] {
        for metric in [Metric::Wdl, Metric::Dtw] {
            same_bytes(rules, 4, metric, &Level::available(), 1..=3);
        }
    }
}

#[test]
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
