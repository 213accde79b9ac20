//! Sizes of game trees: compared with plain walks and published numbers; large trees.

use crate::in_pool;
use nexsolve_core::{Ranked, Symmetric, Unmoves};
use nexsolve_games::hex::{End, Hex, Variant};
use nexsolve_games::nex::Nex;
use nexsolve_solver::counts::{self, CountError, CountProgress, GameCounts, PlyCounts};
use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

const GIB: u64 = 1 << 30;

fn nex(rows: u32, cols: u32) -> Nex<u64> {
    Nex::new(rows, cols).expect("fits")
}

fn hex(rows: u32, cols: u32, variant: Variant) -> Hex<u64> {
    Hex::new(rows, cols, variant).expect("fits")
}

fn count<G: Ranked + Unmoves>(game: &G) -> GameCounts {
    counts::count(game, 8 * GIB, &AtomicBool::new(false), &|_| {}).expect("small enough")
}

/// Makes the same counts by walking the whole tree.
fn walk<G: Symmetric>(game: &G) -> Vec<PlyCounts> {
    type Ply<P> = (u128, HashSet<P>, HashSet<P>, HashSet<P>);
    fn visit<G: Symmetric>(game: &G, position: &G::Position, ply: usize, plies: &mut Vec<Ply<G::Position>>) {
        if plies.len() == ply {
            plies.push(Ply::default());
        }
        let (nodes, positions, canonical, finished) = &mut plies[ply];
        *nodes += 1;
        positions.insert(*position);
        canonical.insert(game.canonical(position));
        if game.outcome(position).is_some() {
            finished.insert(*position);
        }
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        for mv in moves {
            visit(game, &game.play(position, mv), ply + 1, plies);
        }
    }
    let mut plies = Vec::new();
    visit(game, &game.start(), 0, &mut plies);
    let numbered = plies.iter().zip(0..);
    let counts = numbered.map(|((nodes, positions, canonical, finished), ply)| PlyCounts {
        ply,
        nodes: *nodes,
        positions: positions.len() as u64,
        canonical: canonical.len() as u64,
        finished: finished.len() as u64,
    });
    counts.collect()
}

#[test]
fn counts_agree_with_a_walk_through_the_tree() {
    for (rows, cols) in [(1, 1), (1, 4), (4, 1), (2, 2), (2, 3), (3, 2)] {
        let game = nex(rows, cols);
        assert_eq!(count(&game).plies, walk(&game), "Nex {rows}x{cols}");
        for variant in Variant::all() {
            let game = hex(rows, cols, variant);
            assert_eq!(count(&game).plies, walk(&game), "Hex {rows}x{cols} {variant:?}");
        }
    }
}

#[test]
fn trees_of_the_smallest_boards_are_as_published() {
    let nodes = |counts: &GameCounts| counts.plies.iter().map(|ply| ply.nodes).collect::<Vec<_>>();
    let nex_2x2 = count(&nex(2, 2));
    assert_eq!(nodes(&nex_2x2), [1, 12, 24, 24]);
    assert_eq!((nex_2x2.total.nodes, nex_2x2.total.positions), (61, 37));
    let nex_3x3 = count(&nex(3, 3)).total;
    assert_eq!((nex_3x3.nodes, nex_3x3.positions), (132_759_721, 36_397));

    let played_on = Variant { end: End::AtFullBoard, ..Variant::default() };
    let hex_2x2 = count(&hex(2, 2, Variant::default())).total;
    assert_eq!((hex_2x2.nodes, hex_2x2.positions), (53, 32));
    assert_eq!(nodes(&count(&hex(2, 2, played_on))), [1, 4, 12, 24, 24]);
    let hex_3x3 = count(&hex(3, 3, Variant::default())).total;
    assert_eq!((hex_3x3.nodes, hex_3x3.positions), (548_650, 5_514));
    // If games are played on after a win, every order of the nine cells is a game.
    assert_eq!(count(&hex(3, 3, played_on)).plies[9].nodes, 362_880);
}

#[test]
fn counts_do_not_depend_on_the_threads() {
    let with = |threads| in_pool(threads, || count(&hex(3, 4, Variant::default())));
    assert_eq!(with(1), with(3));
}

/// The bytes that a count needs at its peak.
fn needed_by<G: Ranked + Unmoves>(game: &G) -> Result<u64, CountError> {
    match counts::count(game, 0, &AtomicBool::new(false), &|_| {}) {
        Err(CountError::NeedsMemory { needed, given: 0 }) => Ok(needed),
        other => Err(other.expect_err("a count takes memory")),
    }
}

#[test]
fn impossible_counts_are_errors() {
    let go_on = AtomicBool::new(false);
    let needed = needed_by(&nex(4, 4)).expect("ranked");
    assert!(needed < 2 * GIB, "{needed}");
    let too_little = counts::count(&nex(4, 4), needed - 1, &go_on, &|_| {});
    assert_eq!(too_little, Err(CountError::NeedsMemory { needed, given: needed - 1 }));
    assert_eq!(needed_by(&nex(8, 8)), Err(CountError::NotRanked));
    assert!(needed_by(&hex(6, 6, Variant::default())).expect("ranked") > 1 << 40);
    let stopped = counts::count(&nex(3, 3), GIB, &AtomicBool::new(true), &|_| {});
    assert_eq!(stopped, Err(CountError::Stopped));
}

#[test]
fn the_plan_is_just_enough_and_progress_ends_at_the_total() {
    for game in [nex(3, 3), nex(2, 4)] {
        let last = AtomicU64::new(0);
        let report = |progress: CountProgress| {
            assert!(progress.done <= progress.total && progress.ply > 0);
            last.fetch_max(progress.done, Relaxed);
        };
        let needed = needed_by(&game).expect("ranked");
        counts::count(&game, needed, &AtomicBool::new(false), &report).expect("enough");
        let all_but_the_start: u64 = game.layers().iter().map(|layer| layer.len).skip(1).sum();
        assert_eq!(last.into_inner(), all_but_the_start);
    }
}

#[test]
fn trees_of_twelve_cells_agree_with_a_forward_count() {
    for (rows, cols, nodes) in [(3, 4, 1_106_764_105_378_453), (4, 3, 1_169_704_391_585_173)] {
        assert_eq!(count(&nex(rows, cols)).total.nodes, nodes);
    }
}

#[test]
#[ignore = "slow: five minutes of processor time in release, 1.4 GiB"]
fn the_tree_of_4x4_nex() {
    // For each ply: nodes, positions, positions up to symmetry, finished positions.
    let expected: [(u128, u64, u64, u64); 16] = [
        (1, 1, 1, 0),
        (240, 240, 120, 0),
        (43_680, 21_840, 10_920, 0),
        (5_809_440, 502_320, 251_160, 0),
        (541_981_440, 6_126_120, 3_063_648, 0),
        (37_408_250_880, 27_867_840, 13_933_920, 0),
        (1_971_889_920_000, 74_474_400, 37_237_200, 0),
        (103_090_405_017_600, 102_102_000, 51_051_000, 1_122_000),
        (4_457_588_889_600_000, 113_157_000, 56_581_425, 1_257_300),
        (198_149_549_875_200_000, 91_238_400, 45_619_200, 4_815_360),
        (6_892_507_377_810_432_000, 59_293_080, 29_646_540, 3_265_416),
        (223_601_776_908_049_612_800, 30_602_880, 15_301_440, 4_669_056),
        (4_878_144_293_222_406_205_440, 10_069_500, 5_035_410, 1_702_260),
        (97_534_872_864_493_706_280_960, 3_288_000, 1_644_000, 1_149_120),
        (1_092_008_793_321_208_799_907_840, 288_720, 144_360, 123_120),
        (4_557_142_729_457_040_825_188_352, 72_180, 36_090, 72_180),
    ];
    let counts = count(&nex(4, 4));
    for ply in &counts.plies {
        println!("{ply:?}");
    }
    let found: Vec<_> =
        counts.plies.iter().map(|p| (p.nodes, p.positions, p.canonical, p.finished)).collect();
    assert_eq!(found, expected);
    assert_eq!(counts.total.nodes, 5_751_795_236_932_490_613_450_673);
    assert_eq!(counts.total.positions, 519_104_521);
    assert_eq!(counts.total.canonical, 259_556_434);
}
