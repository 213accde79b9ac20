//! The protocols, line by line.

mod gtp;
mod hub;

use nexsolve_oracle::Oracle;

/// The oracle of a board without tables.
fn on(board: &str) -> Oracle {
    Oracle::new(nexsolve_games::played(board, None).expect(board), &[]).expect(board)
}
