//! Measures the contribution of each technique of the searches of Nex: nodes and time without it.
//!
//!     cargo run --release -p nexsolve-solver --example nex_techniques -- 4x4 4x5 7x3
//!
//! Proves the value of each board on one thread, first with all techniques, then without one at a time, and
//! prints a table in Markdown. It compares the answers. It stops a search that takes more than `LIMIT` times
//! the nodes of the search with all techniques.

use nexsolve_core::{Game, Wdl};
use nexsolve_games::nex::{Nex, Technique};
use nexsolve_solver::{Goal, Options, Solver};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// The greatest ratio of the nodes without a technique to the nodes with all of them.
const LIMIT: u64 = 50;

static NEVER: AtomicBool = AtomicBool::new(false);

/// The proven value, the nodes, and the seconds.
type Found = (Option<Wdl>, u64, f64);

fn solve(game: &Nex<u64>, nodes: Option<u64>, widening: bool) -> Found {
    let options = Options { nodes, widening, ..Options::within(4 << 30) };
    let mut solver = Solver::new(game, options, &NEVER, &()).expect("memory for the search");
    let start = Instant::now();
    let solution = solver.solve(&game.start(), Goal::Value).expect("no table is read");
    (solution.bounds.wdl(), solution.stats.total().nodes, start.elapsed().as_secs_f64())
}

fn table(board: &str) {
    let sides = board.split_once('x').and_then(|(rows, cols)| Some((rows.parse().ok()?, cols.parse().ok()?)));
    let (rows, cols) = sides.expect("a board such as 4x5");
    let game = || Nex::<u64>::new(rows, cols).expect("a board of up to 64 cells");
    let (whole, nodes, seconds) = solve(&game(), None, true);
    println!("\n| {board} without | nodes | | time |\n|---|---|---|---|");
    println!("| nothing | {nodes} | 1 | {seconds:.2} s |");
    let row = |name: &str, (value, more, seconds): Found| {
        assert!(value.is_none() || value == whole, "without {name} the answer differs");
        let unproven = if value.is_none() { ", not proven" } else { "" };
        println!("| {name} | {more}{unproven} | {:.2} | {seconds:.2} s |", more as f64 / nodes as f64);
    };
    for technique in Technique::ALL {
        row(&format!("{technique:?}"), solve(&game().without(technique), Some(LIMIT * nodes), true));
    }
    row("Widening", solve(&game(), Some(LIMIT * nodes), false));
}

fn main() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    pool.install(|| std::env::args().skip(1).for_each(|board| table(&board)));
}
