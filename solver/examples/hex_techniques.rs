//! Measures the contribution of each technique of the search for winners of Hex: nodes and time without it.
//!
//!     cargo run --release -p nexsolve-solver --example hex_techniques -- 6
//!
//! Solves all openings of a square board on one thread, first with all techniques, then without one at a
//! time, and prints a table in Markdown. It compares the answers. It stops a search that takes more than
//! `LIMIT` times the nodes of the search with all techniques. Names of techniques after the size restrict the
//! table to them: `hex_techniques -- 7 Own Killed`.

use nexsolve_core::{Game, Wdl};
use nexsolve_games::hex::{Hex, Technique, Variant};
use nexsolve_solver::{Goal, Options, Solver};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// The greatest ratio of the nodes without a technique to the nodes with all of them.
const LIMIT: u64 = 50;

static NEVER: AtomicBool = AtomicBool::new(false);

/// The proven values of the openings, the nodes, and the seconds.
type Found = (Vec<Option<Wdl>>, u64, f64);

fn solve(game: &Hex<u64>, nodes: Option<u64>, widening: bool) -> Found {
    let options = Options { nodes, widening, ..Options::within(1 << 30) };
    let mut solver = Solver::new(game, options, &NEVER, &()).expect("memory for the search");
    let start = Instant::now();
    let solution = solver.solve(&game.start(), Goal::Moves).expect("no table is read");
    let values = solution.moves.iter().map(|report| report.bounds.wdl()).collect();
    (values, solution.stats.total().nodes, start.elapsed().as_secs_f64())
}

fn table(size: u32, names: &[String]) {
    let game = || Hex::<u64>::new(size, size, Variant::default()).expect("a board of up to 64 cells");
    let (whole, nodes, seconds) = solve(&game(), None, true);
    println!("| without | nodes | | time |\n|---|---|---|---|");
    println!("| nothing | {nodes} | 1 | {seconds:.2} s |");
    let row = |name: &str, found: Found| {
        let (values, more, seconds) = found;
        let differs = |(one, other): (&Option<Wdl>, &Option<Wdl>)| other.is_some() && one != other;
        assert!(!whole.iter().zip(&values).any(differs), "without {name} an answer differs");
        let open = values.iter().filter(|value| value.is_none()).count();
        let unproven = if open == 0 { String::new() } else { format!(", {open} openings not proven") };
        println!("| {name} | {more}{unproven} | {:.2} | {seconds:.2} s |", more as f64 / nodes as f64);
    };
    let wanted = |name: &str| names.is_empty() || names.iter().any(|one| one == name);
    for technique in Technique::ALL {
        let name = format!("{technique:?}");
        if wanted(&name) {
            row(&name, solve(&game().without(technique), Some(LIMIT * nodes), true));
        }
    }
    if wanted("Widening") {
        row("Widening", solve(&game(), Some(LIMIT * nodes), false));
    }
}

fn main() {
    let mut args = std::env::args().skip(1);
    let size = args.next().and_then(|size| size.parse().ok()).unwrap_or(5);
    let names: Vec<String> = args.collect();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    pool.install(|| table(size, &names));
}
