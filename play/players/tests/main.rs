//! Players on whole boards.

mod boards;
mod levels;
mod net;
mod strength;

use nexsolve_kernels::generate_briefly;
use nexsolve_oracle::{Oracle, Small};

/// The oracle of a board without tables.
fn on(board: &str) -> Oracle {
    Oracle::new(nexsolve_games::played(board, None).expect(board), &[]).expect(board)
}

/// The oracle of a board with its small database, and the value that keeps the files.
fn with_tables(board: &str) -> (Oracle, Small) {
    let small = Small::new(Small::ENOUGH, generate_briefly);
    let board = nexsolve_games::board(board).expect("a board");
    small.make(board).expect("generated");
    (Oracle::new(board.over_the_board(), &small.all()).expect("a board"), small)
}
