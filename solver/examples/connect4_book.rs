//! Makes the opening book of a board of Connect Four by search.
//!
//!     cargo run --release -p nexsolve-solver --example connect4_book -- 6 7 PLIES FILE [GIB]
//!
//! The book has the exact scores of all positions after PLIES plies. The search table has GIB GiB (1 by
//! default). Scores found so far are in FILE.part: after an interruption, the same command continues from
//! there.

use nexsolve_core::{Plies, Score};
use nexsolve_games::connect4::book::Book;
use nexsolve_games::connect4::{Connect4, Connect4Position};
use nexsolve_solver::{Options, Solver};
use std::error::Error;
use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// The positions between two lines of progress.
const LINE: usize = 50;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [rows, cols, plies, file, more @ ..] = &args[..] else {
        return Err("usage: connect4_book ROWS COLUMNS PLIES FILE [GIB]".into());
    };
    let board = [rows.parse()?, cols.parse()?];
    let game = Connect4::new(board[0], board[1])?.without_book();
    let gib: u64 = more.first().map_or(Ok(1), |gib| gib.parse())?;
    let plies = plies.parse()?;
    let positions = Book::positions(&game, plies);
    let part = format!("{file}.part");
    let mut kept = OpenOptions::new().read(true).append(true).create(true).open(&part)?;
    // One line per position: the plies to a win, or negative to a loss; 0 for a draw.
    let lines = fs::read_to_string(&part)?;
    let mut scores =
        lines.lines().map(|line| Ok(score(line.parse()?))).collect::<Result<Vec<_>, Box<dyn Error>>>()?;
    let (stop, began, first) = (AtomicBool::new(false), Instant::now(), scores.len());
    let mut solver = Solver::new(&game, Options::within(gib << 30), &stop, &())?;
    for position in &positions[scores.len()..] {
        let score = solver.score(position)?.ok_or("the search ended early")?;
        let distance = score.distance().map_or(0, |Plies(plies)| i32::from(plies));
        writeln!(kept, "{}", if score < Score::DRAW { -distance } else { distance })?;
        scores.push(score);
        if scores.len().is_multiple_of(LINE) {
            let (done, all) = (scores.len(), positions.len());
            let each = began.elapsed().as_secs_f64() / (done - first) as f64;
            writeln!(
                io::stderr(),
                "{done} of {all}, {each:.2} s each, {:.0} min left",
                each * (all - done) as f64 / 60.
            )?;
        }
    }
    fs::write(file, Book::<Connect4Position>::write(board, plies, &scores))?;
    Ok(())
}

/// The score in a line.
fn score(signed: i16) -> Score {
    let distance = Plies(signed.unsigned_abs());
    match signed {
        0 => Score::DRAW,
        1.. => Score::win_in(distance),
        _ => Score::loss_in(distance),
    }
}
