//! Databases with games of known type, because studies examine the stones themselves.

use nexsolve_core::Ranked;
use nexsolve_db::DbProber;
use nexsolve_db::summary::Summary;
use nexsolve_games::draughts::Draughts;
use nexsolve_games::hex::Hex;
use nexsolve_games::nex::Nex;
use nexsolve_games::{Extent, Played, Visitor, visit};
use nexsolve_reports::{ReportError, Source, Sources};
use std::any::Any;
use std::sync::Arc;

/// A database with the game whose positions it holds.
#[derive(Clone)]
pub struct Known<'a, G> {
    /// The database.
    pub source: &'a Source,
    /// The game.
    pub game: G,
}

impl<G: Ranked + Clone> Known<'_, G> {
    /// Looks positions up.
    pub fn prober(&self) -> DbProber<G> {
        DbProber::new(Arc::new(self.game.clone()), Arc::clone(&self.source.opened.database))
    }

    /// A summary of the layers in the manifest.
    pub fn summary(&self) -> Summary<'_> {
        Summary::new(self.game.layers(), self.source.manifest())
    }

    /// The board for people: `3×3 Nex`.
    pub fn title(&self) -> String {
        self.source.board().title()
    }
}

/// The databases of one type of game.
fn known<G: Any + Clone>(sources: &Sources) -> Result<Vec<Known<'_, G>>, ReportError> {
    struct Of(Extent);

    impl Visitor for Of {
        type Done = Option<Box<dyn Any>>;

        fn on<P: Played>(self, game: P) -> Self::Done {
            game.tables(self.0).map(|tables| Box::new(tables) as Box<dyn Any>)
        }
    }

    let mut all = Vec::new();
    for source in sources.iter() {
        let board = source.board();
        if let Some(game) = visit(board, Of(board.extent))?.and_then(|game| game.downcast::<G>().ok()) {
            all.push(Known { source, game: *game });
        }
    }
    Ok(all)
}

/// The databases of Nex without swap and final moves, by cells and rows.
///
/// # Errors
/// If a database is of an unknown board.
pub fn nex(sources: &Sources) -> Result<Vec<Known<'_, Nex<u64>>>, ReportError> {
    let mut all = known::<Nex<u64>>(sources)?;
    all.retain(|known| !known.game.has_swap() && !known.game.has_final_moves());
    Ok(all)
}

/// The databases of Hex, of all variants.
///
/// # Errors
/// If a database is of an unknown board.
pub fn hex(sources: &Sources) -> Result<Vec<Known<'_, Hex<u64>>>, ReportError> {
    known(sources)
}

/// The databases of draughts, by rules and pieces.
///
/// # Errors
/// If a database is of an unknown board.
pub fn draughts(sources: &Sources) -> Result<Vec<Known<'_, Draughts>>, ReportError> {
    known(sources)
}
