//! Compares forward search with backward generation: a search without tables proves the same values as the
//! tables. The two share only the rules.

use crate::support::scratch;
use nexsolve_core::laws::{self, Positions, SplitMix};
use nexsolve_core::{
    Bounds, Game, Layer, LayerId, Notation, Plies, Points, Probe, Prober, Ranked, Score, Searchable, Side,
    Tabled, Wdl,
};
use nexsolve_db::{Database, DbProber, Form, Metric, TableRecord};
use nexsolve_games::awari::{Awari, AwariPosition, Seeds};
use nexsolve_games::connect4::Connect4;
use nexsolve_games::dodgem::Dodgem;
use nexsolve_games::domineering::Domineering;
use nexsolve_games::draughts::{BRAZILIAN, Draughts, RUSSIAN};
use nexsolve_games::hex::{Hex, Variant};
use nexsolve_games::listed::{About, Graph, Listed, Node, own, walk};
use nexsolve_games::nex::Nex;
use nexsolve_games::tictactoe::TicTacToe;
use nexsolve_games::{Board, Extent, GAMES, GameSpec, Measure, Played, Visitor, visit};
use nexsolve_solver::{Goal, Options, Solver};
use nexsolve_tablegen::{GenerateSettings, Keep, Kernel, generate};

use std::collections::{BTreeMap, HashMap};
use std::hash::{BuildHasher, RandomState};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use tempfile::TempDir;

/// Returns the seed of the positions to try; a failing test prints it. If it is not set, each run tries
/// different positions.
const SEED: &str = "NEXSOLVE_SEED";

fn seed() -> u64 {
    match std::env::var(SEED) {
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("{SEED} is not a number: {text}")),
        Err(_) => RandomState::new().hash_one(0),
    }
}

/// Generates the database of the game in this folder, with the kernels that the command uses.
fn make<G: Tabled + Clone>(game: &G, folder: &Path, metric: Metric) -> Arc<Database> {
    let settings = GenerateSettings {
        metric,
        reach: nexsolve_tablegen::Reach::of(game),
        form: Form::Compressed,
        memory_bytes: 8 << 30,
        kernel: Kernel::Fast,
        keep: Keep::Briefly,
        program: "a test".to_owned(),
        command: "forward against backward".to_owned(),
        game: "game".to_owned(),
        board: "board".to_owned(),
    };
    let made = generate(&nexsolve_kernels::joined(game), folder, &settings, &AtomicBool::new(false), &())
        .expect("a database");
    Arc::new(made.database)
}

fn nex(rows: u32, cols: u32) -> Nex<u64> {
    Nex::new(rows, cols).expect("a small board")
}

fn hex(rows: u32, cols: u32) -> Hex<u64> {
    Hex::new(rows, cols, Variant::default()).expect("a small board")
}

/// Creates a search without tables, limited to this many nodes per position.
fn solver<G: Searchable>(game: &G, nodes: Option<u64>) -> Solver<'_, G> {
    static GO_ON: AtomicBool = AtomicBool::new(false);
    let options = Options { nodes, ..Options::within(64 << 20) };
    Solver::new(game, options, &GO_ON, &()).expect("memory for the search")
}

/// Returns what the search proves about the position.
fn proven<G: Searchable>(solver: &mut Solver<'_, G>, position: &G::Position, goal: Goal) -> Bounds {
    solver.solve(position, goal).expect("no table can fail").bounds
}

fn distance<G: Searchable>(solver: &mut Solver<'_, G>, position: &G::Position) -> Score {
    proven(solver, position, Goal::Distances).score().expect("proven")
}

fn value<G: Searchable>(solver: &mut Solver<'_, G>, position: &G::Position) -> Wdl {
    proven(solver, position, Goal::Value).wdl().expect("proven")
}

/// Returns the value in the tables of this metric, for a layer and a rank.
fn stored<G: Ranked>(game: &G, database: &Database, metric: Metric, layer: LayerId, rank: u64) -> Score {
    let table = database.table(&game.layers()[layer].name, metric).expect("whole").expect("there");
    Score::from_raw(table.value(rank).expect("whole")).expect("a score")
}

/// Searches every position that play can reach on a small board, and looks it up in tables of both metrics.
struct AgreeOnBoard(Board);

impl Visitor for AgreeOnBoard {
    /// Whether the game has a search and tables on the board.
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
        let mut solver = solver(&searched, None);
        for position in laws::positions(&game, Positions::All) {
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
            for (rows, cols) in [(1, 1), (1, 4), (2, 2), (2, 3), (3, 2)] {
                let board = GameSpec::new(card, variant).on(Extent::Sides { rows, cols });
                let is_sized = matches!(card.measure, Measure::Sides { .. });
                agreed += u32::from(is_sized && visit(board, AgreeOnBoard(board)) == Ok(true));
            }
        }
    }
    assert!(agreed > 0, "some games are searched and tabled");
    for board in ["nex:3x3", "hex:3x3", "hex:3x4", "hex:4x3"] {
        let board = nexsolve_games::board(board).expect("a board");
        assert_eq!(visit(board, AgreeOnBoard(board)), Ok(true));
    }
}

/// Searches random positions of each layer and looks them up: `later` for the distance, `earlier` before ply
/// 4 for the value.
fn agree_on_some<G: Tabled + Searchable>(
    game: &G,
    database: &Database,
    metric: Metric,
    [later, earlier]: [usize; 2],
) {
    agree(game, database, metric, &|layer| if layer < EARLY { earlier } else { later });
}

/// The first layer of Nex whose distances are searched for.
const EARLY: &str = "p04";

/// Searches as many random positions of each layer as `wanted` says for its name, and looks them up.
fn agree<G: Tabled + Searchable>(
    game: &G,
    database: &Database,
    metric: Metric,
    wanted: &dyn Fn(&str) -> usize,
) {
    let seed = seed();
    let mut random = SplitMix(seed);
    let mut solver = solver(game, None);
    for (number, layer) in Layer::with_ids(game.layers()) {
        let early = layer.name.as_str() < EARLY;
        let (mut left, mut tries) = (wanted(&layer.name), 0);
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
        println!("{}: {} positions agree", layer.name, wanted(&layer.name));
    }
}

/// The values of the start and of the openings in a database, and the number of reachable positions.
#[derive(Debug, PartialEq, Eq)]
struct DatabaseValues {
    start: Score,
    /// How many openings have each score, for the player who makes them.
    openings: BTreeMap<Score, u64>,
    reachable: u64,
}

impl DatabaseValues {
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
        let counted =
            |table: &TableRecord| table.counts.reachable.clone().unwrap_or(table.counts.positions.clone());
        let reachable = tables.flat_map(counted).sum();
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
    agree_on_some(&game, &database, Metric::Wdl, [10, 1]);
}

#[test]
#[ignore = "slow: many positions of each layer"]
fn nex_4x4_is_what_is_known_and_what_a_search_proves_of_many_positions() {
    let (game, folder) = (nex(4, 4), scratch());
    let database = make(&game, folder.path(), Metric::Dtw);
    let openings = [(win(9), 48), (win(11), 122), (win(13), 36), (loss(12), 28), (loss(14), 6)];
    let known = DatabaseValues { start: win(9), openings: openings.into(), reachable: 519_104_521 };
    assert_eq!(DatabaseValues::of(&game, &database), known);
    agree_on_some(&game, &database, Metric::Dtw, [2_000, 40]);
}

#[test]
fn oblong_nex_is_what_is_known() {
    for (rows, cols, start, reachable) in [(3, 4, win(7), 2_159_137), (4, 3, loss(8), 2_192_919)] {
        let (game, folder) = (nex(rows, cols), scratch());
        let found = DatabaseValues::of(&game, &make(&game, folder.path(), Metric::Dtw));
        assert_eq!((found.start, found.reachable), (start, reachable), "{rows}x{cols}");
        let agree: u64 = found.openings.iter().filter(|(s, _)| s.wdl() == start.wdl()).map(|(_, n)| n).sum();
        assert_eq!((agree, found.openings.values().sum::<u64>()), (132, 132), "{rows}x{cols}");
    }
}

#[test]
fn hex_4x4_is_what_is_known() {
    let (game, folder) = (hex(4, 4), scratch());
    let database = make(&game, folder.path(), Metric::Dtw);
    agree_on_some(&game, &database, Metric::Dtw, [500, 20]);
    let found = DatabaseValues::of(&game, &database);
    assert_eq!((found.start, found.reachable), (win(9), 9_386_235));
    let wins: u64 = found.openings.iter().filter(|(score, _)| **score > Score::DRAW).map(|(_, n)| n).sum();
    assert_eq!((wins, found.openings.values().sum::<u64>()), (4, 16));
}

#[test]
fn tic_tac_toe_is_what_is_known() {
    for (name, start, positions) in [
        ("tictactoe:3x3", Score::DRAW, 5_478),
        ("tictactoe:4x4", win(5), 6_036_001),
        ("tictactoe:four:4x4", Score::DRAW, 9_722_011),
    ] {
        let board = nexsolve_games::board(name).expect(name);
        let game = Listed::new(board, TicTacToe::new(board).expect(name)).tables(board.extent).expect(name);
        let folder = scratch();
        let database = make(&game, folder.path(), Metric::Dtw);
        agree_on_some(&game, &database, Metric::Dtw, [20, 20]);
        let found = DatabaseValues::of(&game, &database);
        assert_eq!((found.start, found.reachable), (start, positions), "{name}");
    }
}

/// The scores of positions with these outcomes and moves, by repeated application of the rules: a score is
/// added when it follows from those before it, the shortest first.
fn plain_scores(nodes: &[Node]) -> Vec<Score> {
    let mut scores: Vec<Option<Score>> =
        nodes.iter().map(|node| node.outcome.map(Score::of_outcome)).collect();
    for plies in 1..=nodes.len() as u16 {
        let after = |node: &Node| node.moves.iter().map(|&(_, to)| scores[to as usize]).collect::<Vec<_>>();
        let new = nodes.iter().map(|node| {
            let after = after(node);
            let [win, loss] = [Score::win_in(Plies(plies)), Score::loss_in(Plies(plies))];
            let wins = after.contains(&Some(win.unlift()));
            let loses = after.iter().all(|score| score.is_some_and(|score| score.wdl() == Wdl::Win));
            if wins { Some(win) } else { loses.then_some(loss) }
        });
        let new: Vec<Option<Score>> = new.collect();
        for (score, new) in scores.iter_mut().zip(new) {
            *score = score.or(new);
        }
    }
    scores.into_iter().map(|score| score.unwrap_or(Score::DRAW)).collect()
}

/// Random positions and moves of a game.
fn random_nodes(random: &mut SplitMix, repeats: bool) -> Vec<Node> {
    let len = 2 + random.below(40);
    let node = |at: usize| {
        let first = if repeats { 0 } else { at + 1 };
        let count = if first < len && random.below(4) > 0 { 1 + random.below(3) } else { 0 };
        let mut to = |word: usize| (word as u32, (first + random.below(len - first)) as u32);
        let moves: Vec<(u32, u32)> = (0..count).map(&mut to).collect();
        let outcome = [Wdl::Loss, Wdl::Draw, Wdl::Win, Wdl::Loss][random.below(4)];
        let outcome = moves.is_empty().then_some(outcome);
        Node { text: format!("n{at}"), outcome, moves, ..Node::default() }
    };
    (0..len).map(node).collect()
}

/// The game of these positions and moves.
fn own_game(nodes: Vec<Node>, repeats: bool, points: bool) -> Listed {
    let about = About {
        name: "any".to_owned(),
        title: "Any".to_owned(),
        sides: ["First".to_owned(), "Second".to_owned()],
        repeats,
        has_sides: false,
        grid: None,
        points,
    };
    let words = ["a", "b", "c"].map(str::to_owned).to_vec();
    let board = own::register(Graph::new(about, nodes, words).expect("a game"));
    own::game(board).expect("known").tables(board.extent).expect("a list")
}

#[test]
fn tables_of_own_games_are_what_plain_iteration_finds() {
    let mut random = SplitMix(seed());
    for number in 0..60 {
        let repeats = number % 3 > 0;
        let nodes = random_nodes(&mut random, repeats);
        let game = own_game(nodes.clone(), repeats, false);
        for metric in [Metric::Wdl, Metric::Dtw] {
            let folder = scratch();
            let prober = DbProber::new(Arc::new(game.clone()), make(&game, folder.path(), metric));
            for (node, score) in nodes.iter().zip(plain_scores(&nodes)) {
                let position = game.read_position(&node.text).expect("a position");
                let expected =
                    if metric == Metric::Wdl { Bounds::of_value(score.wdl()) } else { Bounds::exact(score) };
                assert_eq!(
                    prober.probe(&position),
                    Ok(Probe::Known(expected)),
                    "{SEED}, {number}: {nodes:?}"
                );
            }
        }
    }
}

/// Compares the tables of a game with those that its rules alone give, and returns the number of positions.
fn agree_with_the_rules_alone<G: Tabled + Clone>(game: &G, title: &str) -> usize {
    let (graph, texts) = walk(game, title).expect("a game");
    let board = own::register(graph);
    let alone = own::game(board).expect("known").tables(board.extent).expect("a list");
    let folders = [scratch(), scratch()];
    let tables = DbProber::new(Arc::new(game.clone()), make(game, folders[0].path(), Metric::Dtw));
    let alone_tables = DbProber::new(Arc::new(alone.clone()), make(&alone, folders[1].path(), Metric::Dtw));
    for (position, text) in texts.iter().filter(|(position, _)| game.outcome(position).is_none()) {
        let own = alone.read_position(text).expect("a position");
        assert_eq!(tables.probe(position), alone_tables.probe(&own), "{title}: {text}");
    }
    texts.len()
}

#[test]
fn the_rules_alone_give_the_same_values() {
    let connect4 = Connect4::new(4, 4).expect("a board");
    assert_eq!(agree_with_the_rules_alone(&connect4, "Connect Four 4x4"), 161_029);
    agree_with_the_rules_alone(&Connect4::new(3, 5).expect("a board"), "Connect Four 3x5");
    assert_eq!(agree_with_the_rules_alone(&hex(3, 3), "Hex 3x3"), 5_514);
    agree_with_the_rules_alone(&nex(2, 3), "Nex 2x3");
}

#[test]
fn points_of_own_games_are_what_plain_recursion_finds() {
    let mut random = SplitMix(seed());
    for number in 0..40 {
        let mut nodes = random_nodes(&mut random, false);
        for node in nodes.iter_mut().filter(|node| node.outcome.is_some()) {
            node.points = random.below(255) as i16 - 127;
            node.outcome = Some(Points(node.points).wdl());
        }
        // Moves lead to later positions.
        let mut points = vec![0; nodes.len()];
        for (at, node) in nodes.iter().enumerate().rev() {
            let best = node.moves.iter().map(|&(_, to)| -points[to as usize]).max();
            points[at] = best.unwrap_or(node.points);
        }
        let (game, folder) = (own_game(nodes.clone(), false, true), scratch());
        let prober = DbProber::new(Arc::new(game.clone()), make(&game, folder.path(), Metric::Score));
        for (node, points) in nodes.iter().zip(points) {
            let position = game.read_position(&node.text).expect("a position");
            assert_eq!(prober.score(&position), Ok(Some(Points(points))), "{SEED}, {number}: {nodes:?}");
        }
    }
}

#[test]
fn wins_of_own_games_that_take_hundreds_of_plies_are_no_draws() {
    // A line of positions, each with the one move to the next.
    for repeats in [false, true] {
        let node = |at: u32| Node {
            text: format!("n{at}"),
            outcome: (at == 300).then_some(Wdl::Loss),
            moves: if at < 300 { vec![(0, at + 1)] } else { Vec::new() },
            ..Node::default()
        };
        let (game, folder) = (own_game((0..=300).map(node).collect(), repeats, false), scratch());
        let prober = DbProber::new(Arc::new(game.clone()), make(&game, folder.path(), Metric::Wdl));
        for at in 0..=300 {
            let position = game.read_position(&format!("n{at}")).expect("a position");
            let value = if at % 2 == 0 { Wdl::Loss } else { Wdl::Win };
            assert_eq!(prober.probe(&position), Ok(Probe::Known(Bounds::of_value(value))), "{at}, {repeats}");
        }
    }
}

#[test]
fn domineering_is_what_is_known() {
    for (name, start, positions) in [
        ("domineering:2x2", win(1), 3),
        ("domineering:4x4", win(7), 2_443),
        ("domineering:5x5", loss(12), 455_317),
    ] {
        let board = nexsolve_games::board(name).expect(name);
        let game = Listed::new(board, Domineering::new(board).expect(name)).tables(board.extent).expect(name);
        let folder = scratch();
        let database = make(&game, folder.path(), Metric::Dtw);
        agree_on_some(&game, &database, Metric::Dtw, [20, 20]);
        let found = DatabaseValues::of(&game, &database);
        assert_eq!((found.start, found.reachable), (start, positions), "{name}");
    }
}

/// A position of Dodgem as a person would see it: the sign of each cell, row by row, and who is to move.
type Street = (Vec<u8>, u8);

/// The positions after the moves, and the outcome for the side to move if the game is over.
fn drive((signs, mover): &Street, size: usize) -> (Vec<Street>, Option<Wdl>) {
    let other = if *mover == b'B' { b'W' } else { b'B' };
    let mut after = Vec::new();
    for (from, _) in signs.iter().enumerate().filter(|(_, sign)| *sign == mover) {
        let (row, col) = ((from / size) as isize, (from % size) as isize);
        let ways = if *mover == b'B' { [(0, 1), (1, 0), (-1, 0)] } else { [(-1, 0), (0, 1), (0, -1)] };
        for (down, right) in ways {
            let (row, col) = (row + down, col + right);
            let is_on_board = (0..size as isize).contains(&row) && (0..size as isize).contains(&col);
            let has_left = if *mover == b'B' { col == size as isize } else { row < 0 };
            let mut moved = signs.clone();
            moved[from] = b'.';
            if is_on_board && signs[row as usize * size + col as usize] == b'.' {
                moved[row as usize * size + col as usize] = *mover;
                after.push((moved, other));
            } else if has_left {
                after.push((moved, other));
            }
        }
    }
    if !signs.contains(&other) {
        return (Vec::new(), Some(Wdl::Loss));
    }
    let outcome = after.is_empty().then_some(Wdl::Win);
    (after, outcome)
}

#[test]
fn dodgem_is_what_is_known_and_what_a_plain_iteration_finds() {
    for (size, start, positions) in [(2, Wdl::Win, 15), (3, Wdl::Win, 1_963), (4, Wdl::Draw, 393_900)] {
        let first = |cell: usize| match (cell / size, cell % size) {
            (row, 0) if row + 1 < size => b'B',
            (row, col) if row + 1 == size && col > 0 => b'W',
            _ => b'.',
        };
        let mut all: Vec<Street> = vec![((0..size * size).map(first).collect(), b'B')];
        let mut numbers = HashMap::from([(all[0].clone(), 0)]);
        let (mut after, mut scores) = (Vec::new(), Vec::new());
        while let Some(street) = all.get(after.len()).cloned() {
            let (next, outcome) = drive(&street, size);
            scores.push(outcome.map(Score::of_outcome));
            let number = |street: Street| {
                *numbers.entry(street.clone()).or_insert_with(|| {
                    all.push(street);
                    all.len() - 1
                })
            };
            after.push(next.into_iter().map(number).collect::<Vec<usize>>());
        }
        // In each round, positions whose moves have values get one.
        loop {
            let found = |at: usize| {
                let values = || after[at].iter().map(|&to: &usize| scores[to].map(Score::lift));
                let best = values().flatten().max().filter(|score| *score > Score::DRAW);
                best.or_else(|| values().collect::<Option<Vec<Score>>>()?.into_iter().max())
            };
            let new: Vec<(usize, Score)> = (0..all.len())
                .filter(|&at| scores[at].is_none())
                .filter_map(|at| Some((at, found(at)?)))
                .collect();
            if new.is_empty() {
                break;
            }
            for (at, score) in new {
                scores[at] = Some(score);
            }
        }
        let name = format!("dodgem:{size}x{size}");
        let board = nexsolve_games::board(&name).expect(&name);
        let game = Listed::new(board, Dodgem::new(board).expect(&name)).tables(board.extent).expect(&name);
        let folder = scratch();
        let database = make(&game, folder.path(), Metric::Dtw);
        let found = DatabaseValues::of(&game, &database);
        assert_eq!((found.start.wdl(), found.reachable, all.len()), (start, positions, positions as usize));
        let tables = DbProber::new(Arc::new(game.clone()), database);
        for at in (0..all.len()).step_by(1 + all.len() / 20_000) {
            let rows: Vec<&str> =
                all[at].0.chunks(size).map(|row| str::from_utf8(row).expect("signs")).collect();
            let position = game.read_position(&format!("{} {}", rows.join("/"), all[at].1 as char));
            let score = match position {
                Ok(position) => tables.value(&position, Metric::Dtw).expect("whole").expect("a table"),
                Err(error) => panic!("{:?}: {error}", all[at]),
            };
            assert_eq!(score, scores[at].unwrap_or(Score::DRAW).to_raw(), "{:?}", all[at]);
        }
    }
}

#[test]
fn winners_by_connections_are_in_the_tables_of_hex_4x5() {
    let (game, folder) = (hex(4, 5), scratch());
    let database = make(&game, folder.path(), Metric::Wdl);
    agree_on_some(&game, &database, Metric::Wdl, [100, 20]);
}

#[test]
#[ignore = "slow: a million positions each; the tables of 5×5 take minutes, 6 GiB of memory and 2 GB of disk"]
fn winners_by_connections_are_in_the_tables_of_hex_to_5x5() {
    for (rows, cols, each) in [(4, 5, 50_000), (5, 4, 50_000), (5, 5, 40_000)] {
        let (game, folder) = (hex(rows, cols), scratch());
        let database = make(&game, folder.path(), Metric::Wdl);
        agree_on_some(&game, &database, Metric::Wdl, [each, each]);
    }
}

#[test]
#[ignore = "slow: tables of 4×5 and 5×4 Nex take ten minutes, 6 GiB of memory and 3 GB of disk, and a million searches each take longer"]
fn winners_by_proof_numbers_are_in_the_tables_of_nex_4x5_and_5x4() {
    // Before these layers, a search can take minutes.
    for (rows, cols, first, each) in [(4, 5, "p06", 25_000), (5, 4, "p09", 30_000)] {
        let (game, folder) = (nex(rows, cols), scratch());
        let database = make(&game, folder.path(), Metric::Wdl);
        agree(&game, &database, Metric::Wdl, &|layer| if layer < first { 0 } else { each });
    }
}

/// If positions can repeat, a search proves a win or a loss together with its length; of a draw it only
/// proves that neither side can force a win within the plies that it has searched.
const NODES: Option<u64> = Some(20_000);

fn holds(bounds: Bounds, score: Score) -> bool {
    bounds.lo <= score && score <= bounds.hi
}

#[test]
fn draughts_endings_are_what_a_search_proves() {
    const EACH: usize = 12;
    let seed = seed();
    let mut random = SplitMix(seed);
    for rules in [RUSSIAN, BRAZILIAN] {
        let game = Draughts::endings(rules, 3);
        let scratch = scratch();
        let prober = DbProber::new(Arc::new(game.clone()), make(&game, scratch.path(), Metric::Dtw));
        let (mut asked, mut settled) = (0, 0);
        for (layer, about) in Layer::with_ids(game.layers()) {
            for _ in 0..EACH {
                let rank = random.below(about.len as usize) as u64;
                let position = game.unrank(layer, rank).expect("no free numbers");
                let score = prober.value(&position, Metric::Dtw).expect("whole").expect("a table");
                let score = Score::from_raw(score).expect("a score");
                let found = proven(&mut solver(&game, NODES), &position, Goal::Distances);
                assert!(
                    holds(found, score),
                    "{SEED}={seed}: {position:?}: {score}, the search says {found:?}"
                );
                if score.wdl() != Wdl::Draw {
                    asked += 1;
                    settled += usize::from(found == Bounds::exact(score));
                }
            }
        }
        assert!(2 * settled > asked, "{SEED}={seed}: a search proves {settled} of {asked}");
    }
}

#[test]
fn games_of_awari_are_what_a_search_proves() {
    const EACH: usize = 30;
    let seed = seed();
    let mut random = SplitMix(seed);
    let seeds = Seeds::new(8).expect("the game has 48");
    let scratch = scratch();
    let prober = DbProber::new(Arc::new(seeds.clone()), make(&seeds, scratch.path(), Metric::Score));
    let (mut asked, mut settled) = (0, 0);
    for (layer, about) in Layer::with_ids(seeds.layers()) {
        for _ in 0..EACH {
            let rank = random.below(about.len as usize) as u64;
            let pits = seeds.unrank(layer, rank).expect("no free numbers");
            let score = prober.score(&pits).expect("whole").expect("a table");
            // With these stores, either side can still win.
            let rest = 48 - pits.seeds() as u8;
            let own = rest / 2 - 2 + random.below(4) as u8;
            let position = AwariPosition::new(pits, [own, rest - own], Side::Black).expect("all seeds");
            let value = match i32::from(own) - i32::from(rest - own) + i32::from(score.0) {
                1.. => Wdl::Win,
                0 => Wdl::Draw,
                _ => Wdl::Loss,
            };
            let found = proven(&mut solver(&Awari, NODES), &position, Goal::Value);
            let right = match value {
                Wdl::Win => found.hi >= Score::WIN,
                Wdl::Draw => holds(found, Score::DRAW),
                Wdl::Loss => found.lo <= Score::LOSS,
            };
            let place = format!("{SEED}={seed}: {pits:?} {own}");
            assert!(right, "{place}: {value}, the search says {found:?}");
            if value != Wdl::Draw {
                asked += 1;
                settled += usize::from(found.wdl() == Some(value));
            }
        }
    }
    assert!(2 * settled > asked, "{SEED}={seed}: a search proves {settled} of {asked}");
}
