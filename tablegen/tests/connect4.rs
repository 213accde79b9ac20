//! Databases of Connect Four, by the engine for all games, against published counts.

use crate::common::{assert_right, make, settings};
use nexsolve_core::{Ranked, Score, Wdl};
use nexsolve_db::{Manifest, Metric, TableRecord};
use nexsolve_games::connect4::Connect4;
use nexsolve_tablegen::Kernel;

/// Positions of 5×5 by ply, won, drawn and lost for the side to move: M. Böck, "Strongly solving Connect-Four
/// on consumer grade hardware", 2025, <https://github.com/markus7800/Connect4-Strong-Solver>,
/// `solution_w5_h5/results_solve_w5_h5.csv`.
const VALUES_OF_5X5: [[u64; 3]; 26] = [
    [0, 1, 0],
    [0, 5, 0],
    [10, 15, 0],
    [12, 73, 10],
    [196, 139, 10],
    [213, 625, 237],
    [1_985, 1_146, 219],
    [2_670, 4_002, 2_683],
    [15_432, 6_863, 2_765],
    [20_897, 19_616, 20_329],
    [85_493, 32_021, 22_118],
    [114_865, 76_558, 108_341],
    [356_731, 116_426, 122_979],
    [459_878, 235_063, 433_467],
    [1_120_140, 331_971, 496_845],
    [1_342_188, 572_587, 1_316_566],
    [2_584_341, 746_420, 1_439_076],
    [2_748_641, 1_118_666, 2_922_583],
    [4_190_967, 1_322_485, 2_882_893],
    [3_702_331, 1_712_167, 4_541_032],
    [4_300_149, 1_785_757, 3_727_019],
    [2_769_392, 1_959_697, 4_291_454],
    [2_303_386, 1_692_161, 2_636_933],
    [843_204, 1_447_451, 2_055_258],
    [333_513, 897_921, 780_164],
    [0, 339_437, 244_812],
];

fn board(rows: u32, cols: u32) -> Connect4 {
    Connect4::new(rows, cols).expect("a board")
}

/// The won, drawn and lost reachable positions of a layer.
fn values(table: &TableRecord) -> [u64; 3] {
    let reachable = table.counts.reachable.as_ref().expect("counted");
    let mut sums = [0; 3];
    for (&raw, count) in table.values.iter().zip(reachable) {
        let value = Score::from_raw(raw).expect("a score").wdl();
        sums[match value {
            Wdl::Win => 0,
            Wdl::Draw => 1,
            Wdl::Loss => 2,
        }] += count;
    }
    sums
}

/// By layer.
fn all_values(game: &Connect4, manifest: &Manifest, metric: Metric) -> Vec<[u64; 3]> {
    let table = |layer: &str| manifest.tables.iter().find(|t| t.layer == layer && t.metric == metric);
    game.layers().iter().map(|layer| values(table(&layer.name).expect("a table"))).collect()
}

#[test]
fn positions_of_a_database_are_as_many_as_published() {
    for (rows, cols, positions) in [(2, 5, 4_688), (4, 3, 6_000), (4, 4, 161_029)] {
        let game = board(rows, cols);
        for metric in [Metric::Wdl, Metric::Dtw] {
            let scratch = tempfile::tempdir().expect("a folder");
            let database =
                make(&nexsolve_kernels::joined(&game), scratch.path(), &settings(metric, Kernel::Fast));
            let sum: u64 = all_values(&game, database.manifest(), metric).into_iter().flatten().sum();
            assert_eq!(sum, positions, "{rows}x{cols}");
            assert_right(&game, &database, "Connect Four");
        }
    }
}

#[test]
#[ignore = "slow: minutes of processor time"]
fn values_of_5x5_are_as_published() {
    let (game, scratch) = (board(5, 5), tempfile::tempdir().expect("a folder"));
    let database =
        make(&nexsolve_kernels::joined(&game), scratch.path(), &settings(Metric::Wdl, Kernel::Fast));
    assert_eq!(all_values(&game, database.manifest(), Metric::Wdl), VALUES_OF_5X5);
}
