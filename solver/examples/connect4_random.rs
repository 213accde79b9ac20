//! Measures the search of Connect Four: random positions of the usual board, one thread, no opening book.
//!
//!     cargo run --release -p nexsolve-solver --example connect4_random -- PLIES COUNT SEED [value] [MIB]
//!
//! Prints the columns and the points of COUNT unfinished positions after PLIES random moves, as P. Pons'
//! program (<https://github.com/PascalPons/connect4>) does for the same columns; with `value` only the sign,
//! which that program finds with the option `-w`. Nodes and seconds follow on the standard error. All
//! positions share a search table of MIB MiB (128 by default).

use nexsolve_core::{Chance, Draw, Game, Notation, Plies, Score, SplitMix};
use nexsolve_games::connect4::Connect4;
use nexsolve_solver::{Goal, Options, Solver};
use std::error::Error;
use std::io::{self, Write as _};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [plies, count, seed, more @ ..] = &args[..] else {
        return Err("usage: connect4_random PLIES COUNT SEED [value] [MIB]".into());
    };
    let (plies, count): (usize, usize) = (plies.parse()?, count.parse()?);
    let is_value = more.iter().any(|word| word == "value");
    let mib: u64 = more.iter().find_map(|word| word.parse().ok()).unwrap_or(128);
    let game = Connect4::new(6, 7)?.without_book();
    let mut random = SplitMix(seed.parse()?);
    let games: Vec<String> =
        std::iter::repeat_with(|| random_columns(&game, plies, &mut random)).flatten().take(count).collect();
    rayon::ThreadPoolBuilder::new().num_threads(1).build_global()?;
    let never = AtomicBool::new(false);
    let mut solver = Solver::new(&game, Options::within(mib << 20), &never, &())?;
    let began = Instant::now();
    for columns in games {
        let position = game.read_position(&columns)?;
        let points = if is_value {
            let value = solver.solve(&position, Goal::Value)?.bounds.wdl();
            value.ok_or("the search ended early")? as i32 - 1
        } else {
            points(solver.score(&position)?.ok_or("the search ended early")?, plies)
        };
        writeln!(io::stdout(), "{columns} {points}")?;
    }
    let seconds = began.elapsed().as_secs_f64();
    // A finished game takes no search: the counters are those of the search so far.
    let nodes = solver.solve(&game.read_position("1212121")?, Goal::Value)?.stats.total().nodes;
    writeln!(io::stderr(), "{nodes} nodes, {seconds:.3} s")?;
    Ok(())
}

/// Plays random moves; returns their columns, or `None` if the game ends.
fn random_columns(game: &Connect4, plies: usize, random: &mut SplitMix) -> Option<String> {
    let mut position = game.start();
    let mut columns = String::new();
    for _ in 0..plies {
        let mv = game.draw(&position, Draw::Uniform, random)?;
        position = game.play(&position, mv);
        columns.push(char::from(b'1' + mv.column() as u8));
    }
    game.outcome(&position).is_none().then_some(columns)
}

/// Returns the number of stones that the winner has left when he wins, plus 1; negative for a loss.
fn points(score: Score, stones: usize) -> i32 {
    let left = |Plies(plies): Plies| (44 - stones as i32 - i32::from(plies)) / 2;
    match score.distance() {
        None => 0,
        Some(plies) if score > Score::DRAW => left(plies),
        Some(plies) => -left(plies),
    }
}
