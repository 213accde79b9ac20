//! Forward against backward: what a search proves of a position, by itself, is what the tables say of it, which were made
//! from the ends of the game backwards. The two share the rules and nothing else.

use nexsolve_core::laws::{self, Reach, SplitMix};
use nexsolve_core::{Game, Layer, LayerId, Plies, Probe, Prober, Ranked, Score, Searchable, Tabled, Wdl};
use nexsolve_db::{Database, DbProber, Metric};
use nexsolve_games::hex::{Hex, Variant};
use nexsolve_games::nex::Nex;
use nexsolve_games::tictactoe::TicTacToe;
use nexsolve_games::{Board, Extent, GAMES, GameSpec, Measure, Played, Visitor, visit};
use nexsolve_solver::{Goal, Knowledge, Options, Solution, Solver};

use crate::support::engines::{SEED, make, scratch, seed};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use tempfile::TempDir;

fn nex(rows: u32, cols: u32) -> Nex<u64> {
    Nex::new(rows, cols).expect("a small board")
}

fn hex(rows: u32, cols: u32) -> Hex<u64> {
    Hex::new(rows, cols, Variant::default()).expect("a small board")
}

const OPTIONS: Options = Options::within(256 << 20);

/// A search without tables.
fn solver<G: Searchable>(game: &G, options: Options) -> Solver<'_, G> {
    static GO_ON: AtomicBool = AtomicBool::new(false);
    Solver::new(game, options, &GO_ON, &()).expect("memory for the search")
}

/// What the search proves of the position.
fn solve<G: Searchable>(solver: &mut Solver<'_, G>, position: &G::Position, goal: Goal) -> Solution<G::Move> {
    let solution = solver.solve(position, goal).expect("no table can fail");
    assert!(solution.complete, "{position:?}");
    solution
}

fn distance<G: Searchable>(solver: &mut Solver<'_, G>, position: &G::Position) -> Score {
    solve(solver, position, Goal::Distances).bounds.score().expect("proven")
}

fn value<G: Searchable>(solver: &mut Solver<'_, G>, position: &G::Position) -> Wdl {
    solve(solver, position, Goal::Value).bounds.wdl().expect("proven")
}

/// What the tables of this metric say of a number.
fn stored<G: Ranked>(game: &G, database: &Database, metric: Metric, layer: LayerId, rank: u64) -> Score {
    let table = database.table(&game.layers()[layer].name, metric).expect("whole").expect("there");
    Score::from_raw(table.value(rank).expect("whole")).expect("a score")
}

/// Searches every position that has a number, from the start on, and looks it up in tables of both metrics.
fn agree_everywhere<G: Tabled + Searchable>(game: &G) {
    let (values, distances) = (scratch(), scratch());
    let values = make(game, values.path(), Metric::Wdl);
    let distances = make(game, distances.path(), Metric::Dtw);
    let (mut for_distance, mut for_value) = (solver(game, OPTIONS), solver(game, OPTIONS));
    for (number, layer) in Layer::with_ids(game.layers()) {
        game.unrank_range(number, 0..layer.len, |rank, position| {
            let proven = distance(&mut for_distance, &position);
            assert_eq!(stored(game, &distances, Metric::Dtw, number, rank), proven, "{position:?}");
            let proven = value(&mut for_value, &position);
            assert_eq!(stored(game, &values, Metric::Wdl, number, rank).wdl(), proven, "{position:?}");
        });
    }
}

#[test]
fn every_position_of_small_nex_is_what_a_search_proves() {
    for (rows, cols) in [(1, 1), (1, 2), (2, 2), (2, 3), (3, 2), (1, 6), (3, 3)] {
        agree_everywhere(&nex(rows, cols));
    }
}

#[test]
fn every_position_of_small_hex_is_what_a_search_proves() {
    for (rows, cols) in [(1, 1), (2, 2), (2, 3), (3, 3), (3, 4), (4, 3)] {
        agree_everywhere(&hex(rows, cols));
    }
}

/// Searches every position that play can reach on a small board, and looks it up in tables of both metrics.
struct AgreeOnBoard(Board);

impl Visitor for AgreeOnBoard {
    /// Whether the game is searched and tabled there.
    type Done = bool;

    fn on<G: Played>(self, game: G) -> bool {
        let (Some(searched), Some(tabled)) = (game.searcher(), game.tables(self.0.extent)) else {
            return false;
        };
        if searched.longest(&searched.start()) == Plies::ENDLESS {
            return false;
        }
        let tabled = Arc::new(tabled);
        let (values, distances) = (scratch(), scratch());
        let prober = |folder: &TempDir, metric| {
            DbProber::new(Arc::clone(&tabled), make(&*tabled, folder.path(), metric))
        };
        let (values, distances) = (prober(&values, Metric::Wdl), prober(&distances, Metric::Dtw));
        let mut solver = solver(&searched, OPTIONS);
        for position in laws::positions(&game, Reach::All) {
            let proven = distance(&mut solver, &game.to_searched(&position));
            let at = game.to_tabled(&position);
            if !tabled.is_ranked(&at) {
                continue;
            }
            let probe = |prober: &dyn Prober<G::Tabled>| match prober.probe(&at).expect("whole") {
                Probe::Known(bounds) => bounds,
                Probe::Absent => panic!("{} {position:?} is in no table", self.0),
            };
            assert_eq!(probe(&distances).score(), Some(proven), "{} {position:?}", self.0);
            assert_eq!(probe(&values).wdl(), Some(proven.wdl()), "{} {position:?}", self.0);
        }
        true
    }
}

#[test]
fn every_game_of_the_list_is_searched_as_it_is_tabled() {
    let mut agreed = 0;
    for card in GAMES {
        for variant in 0..card.variants.len() {
            for (rows, cols) in [(1, 4), (2, 2), (2, 3), (3, 2)] {
                let board = GameSpec::new(card, variant).on(Extent::Sides { rows, cols });
                let is_sized = matches!(card.measure, Measure::Sides { .. });
                agreed += u32::from(is_sized && visit(board, AgreeOnBoard(board)) == Ok(true));
            }
        }
    }
    assert!(agreed > 0, "some games are searched and tabled");
}

/// How many positions of a layer are searched.
#[derive(Clone, Copy)]
struct Sample {
    /// For the distance, after ply 4.
    later: usize,
    /// For the value, before.
    earlier: usize,
}

/// Searches random positions of each layer and looks them up.
fn agree_on_some<G: Tabled + Searchable>(game: &G, database: &Database, metric: Metric, sample: Sample) {
    let seed = seed();
    let mut random = SplitMix(seed);
    let mut solver = solver(game, OPTIONS);
    for (number, layer) in Layer::with_ids(game.layers()) {
        let early = layer.name.as_str() < "p04";
        let (mut left, mut tries) = (if early { sample.earlier } else { sample.later }, 0);
        while left > 0 && tries < 1_000_000 {
            tries += 1;
            let rank = random.below(layer.len as usize) as u64;
            let Some(position) = game.unrank(number, rank) else { continue };
            left -= 1;
            let stored = stored(game, database, metric, number, rank);
            let place = format!("{SEED}={seed}: {} {rank}: {position:?}", layer.name);
            if early || metric == Metric::Wdl {
                assert_eq!(stored.wdl(), value(&mut solver, &position), "{place}");
            } else {
                assert_eq!(stored, distance(&mut solver, &position), "{place}");
            }
        }
        assert_eq!(left, 0, "{}: next to all numbers are free", layer.name);
    }
}

/// What a database says of the start and of the openings, and how many positions play can reach.
#[derive(Debug, PartialEq, Eq)]
struct Known {
    start: Score,
    /// How many openings have each score, for the player who makes them.
    openings: BTreeMap<Score, u64>,
    reachable: u64,
}

impl Known {
    fn of<G: Tabled + Clone>(game: &G, database: &Arc<Database>) -> Self {
        let prober = DbProber::new(Arc::new(game.clone()), database.clone());
        let score = |position: &G::Position| match prober.probe(position).expect("whole") {
            Probe::Known(bounds) => bounds.score().expect("a score"),
            Probe::Absent => panic!("a table is missing"),
        };
        let start = game.start();
        let mut moves = Vec::new();
        game.moves(&start, &mut moves);
        let mut openings = BTreeMap::new();
        for mv in moves {
            *openings.entry(score(&game.play(&start, mv)).lift()).or_insert(0) += 1;
        }
        let tables = database.manifest().tables.iter().filter(|table| table.metric == Metric::Dtw);
        let reachable = tables.flat_map(|table| table.counts.reachable.as_ref().expect("counted")).sum();
        Self { start: score(&start), openings, reachable }
    }
}

fn win(plies: u16) -> Score {
    Score::win_in(Plies(plies))
}

fn loss(plies: u16) -> Score {
    Score::loss_in(Plies(plies))
}

#[test]
fn values_of_nex_4x4_are_what_is_known_and_what_a_search_proves() {
    let (game, folder) = (nex(4, 4), scratch());
    let database = make(&game, folder.path(), Metric::Wdl);
    let tables = || database.manifest().tables.iter().filter(|table| table.metric == Metric::Wdl);
    let openings = tables().find(|table| table.layer == "p01n1").expect("the first ply");
    assert_eq!((&*openings.values, &*openings.counts.positions), (&[-1, 0, 1][..], &[206, 0, 34][..]));
    let reachable = tables().flat_map(|table| table.counts.reachable.as_ref().expect("counted"));
    assert_eq!(reachable.sum::<u64>(), 519_104_521);
    agree_on_some(&game, &database, Metric::Wdl, Sample { later: 10, earlier: 1 });
}

#[test]
#[ignore = "slow: many positions of each layer"]
fn nex_4x4_is_what_is_known_and_what_a_search_proves_of_many_positions() {
    let (game, folder) = (nex(4, 4), scratch());
    let database = make(&game, folder.path(), Metric::Dtw);
    let openings = [(win(9), 48), (win(11), 122), (win(13), 36), (loss(12), 28), (loss(14), 6)];
    let known = Known { start: win(9), openings: openings.into(), reachable: 519_104_521 };
    assert_eq!(Known::of(&game, &database), known);
    agree_on_some(&game, &database, Metric::Dtw, Sample { later: 2_000, earlier: 40 });
}

#[test]
fn oblong_nex_is_what_is_known() {
    for (rows, cols, start, reachable) in [(3, 4, win(7), 2_159_137), (4, 3, loss(8), 2_192_919)] {
        let (game, folder) = (nex(rows, cols), scratch());
        let found = Known::of(&game, &make(&game, folder.path(), Metric::Dtw));
        assert_eq!((found.start, found.reachable), (start, reachable), "{rows}x{cols}");
        let agree: u64 = found.openings.iter().filter(|(s, _)| s.wdl() == start.wdl()).map(|(_, n)| n).sum();
        assert_eq!((agree, found.openings.values().sum::<u64>()), (132, 132), "{rows}x{cols}");
    }
}

#[test]
fn hex_4x4_is_what_is_known() {
    let (game, folder) = (hex(4, 4), scratch());
    let database = make(&game, folder.path(), Metric::Dtw);
    agree_on_some(&game, &database, Metric::Dtw, Sample { later: 500, earlier: 20 });
    let found = Known::of(&game, &database);
    assert_eq!((found.start, found.reachable), (win(9), 9_386_235));
    let wins: u64 = found.openings.iter().filter(|(score, _)| **score > Score::DRAW).map(|(_, n)| n).sum();
    assert_eq!((wins, found.openings.values().sum::<u64>()), (4, 16));
}

#[test]
fn tic_tac_toe_is_what_is_known() {
    for (size, length, start, reachable) in
        [(3, 3, Score::DRAW, 5_478), (4, 3, win(5), 6_036_001), (4, 4, Score::DRAW, 9_722_011)]
    {
        let (game, folder) = (TicTacToe::new(size, size, length).expect("a board"), scratch());
        let database = make(&game, folder.path(), Metric::Dtw);
        agree_on_some(&game, &database, Metric::Dtw, Sample { later: 20, earlier: 20 });
        let found = Known::of(&game, &database);
        assert_eq!((found.start, found.reachable), (start, reachable), "{size}x{size}, {length}");
    }
}

#[test]
fn winners_by_connections_are_in_the_tables_of_hex_4x5() {
    let (game, folder) = (hex(4, 5), scratch());
    let database = make(&game, folder.path(), Metric::Wdl);
    agree_on_some(&game, &database, Metric::Wdl, Sample { later: 100, earlier: 20 });
}

#[test]
#[ignore = "slow: a million positions each; the tables of 5×5 take minutes, 6 GiB of memory and 2 GB of disk"]
fn winners_by_connections_are_in_the_tables_of_hex_to_5x5() {
    for (rows, cols, each) in [(4, 5, 50_000), (5, 4, 50_000), (5, 5, 40_000)] {
        let (game, folder) = (hex(rows, cols), scratch());
        let database = make(&game, folder.path(), Metric::Wdl);
        agree_on_some(&game, &database, Metric::Wdl, Sample { later: each, earlier: each });
    }
}

/// Moves with their proven bounds.
fn answers<M: Copy>(solution: &Solution<M>) -> Vec<(M, Score)> {
    solution.moves.iter().map(|report| (report.mv, report.bounds.score().expect("proven"))).collect()
}

#[test]
fn a_search_with_tables_gives_the_answers_of_one_without() {
    let game = nex(3, 3);
    for metric in [Metric::Wdl, Metric::Dtw] {
        let folder = scratch();
        let prober = DbProber::new(Arc::new(game.clone()), make(&game, folder.path(), metric));
        let mut moves = Vec::new();
        game.moves(&game.start(), &mut moves);
        let after_each = moves.iter().map(|&mv| game.play(&game.start(), mv));
        for position in after_each.chain([game.start()]) {
            let without = solve(&mut solver(&game, OPTIONS), &position, Goal::Distances);
            let with = solve(&mut solver(&game, OPTIONS).with_prober(&prober), &position, Goal::Distances);
            assert_eq!(answers(&with), answers(&without), "{metric} {position:?}");
            assert_eq!(with.bounds, without.bounds);
            assert!(with.stats.total().probe_hits > 0 && without.stats.total().probes == 0);
        }
    }
}

#[test]
fn a_search_by_the_rules_alone_agrees_too() {
    let (game, folder) = (nex(2, 4), scratch());
    let database = make(&game, folder.path(), Metric::Dtw);
    let options = Options { knowledge: Knowledge::Ignored, ..OPTIONS };
    let mut solver = solver(&game, options);
    for (number, layer) in Layer::with_ids(game.layers()) {
        game.unrank_range(number, 0..layer.len, |rank, position| {
            let stored = stored(&game, &database, Metric::Dtw, number, rank);
            assert_eq!(stored, distance(&mut solver, &position), "{position:?}");
        });
    }
}
