//! Players on whole boards, and the protocols.

mod boards;
mod gtp;
mod hub;
mod nexc;
mod strength;

use nexsolve_games::Board;
use nexsolve_oracle::Oracle;

/// The oracle of a board without tables.
fn on(board: &str) -> Oracle {
    Oracle::new(Board::played(board, None).expect(board), &[]).expect(board)
}
