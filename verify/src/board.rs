//! Verification of a board of the catalogue, without the game's type.

use crate::{Verification, VerifyError, VerifyObserver, VerifySettings, verify};
use nexsolve_db::Database;
use nexsolve_games::{Board, Played, Visitor, visit};
use std::sync::atomic::AtomicBool;

/// As [`verify`], by a board. `None` if there is no such board, or if it has no tables.
///
/// # Errors
/// As [`verify`].
pub fn verify_board(
    board: Board,
    database: &Database,
    settings: &VerifySettings<'_>,
    stop: &AtomicBool,
    observer: &dyn VerifyObserver,
) -> Option<Result<Verification, VerifyError>> {
    visit(board, Verify { board, database, settings, stop, observer }).ok()?
}

struct Verify<'a> {
    board: Board,
    database: &'a Database,
    settings: &'a VerifySettings<'a>,
    stop: &'a AtomicBool,
    observer: &'a dyn VerifyObserver,
}

impl Visitor for Verify<'_> {
    type Done = Option<Result<Verification, VerifyError>>;

    fn on<G: Played>(self, game: G) -> Self::Done {
        let tables = game.tables(self.board.extent)?;
        Some(verify(&tables, self.database, self.settings, self.stop, self.observer))
    }
}
