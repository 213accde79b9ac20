//! Databases with games of known type, because studies examine the stones themselves.

use nexsolve_core::{Bounds, Ranked};
use nexsolve_db::DbProber;
use nexsolve_db::summary::Summary;
use nexsolve_games::draughts::Draughts;
use nexsolve_games::hex::Hex;
use nexsolve_games::nex::Nex;
use nexsolve_games::{Extent, Packed, Played, Visitor, visit};
use nexsolve_oracle::best;
use nexsolve_reports::{BoardDatabase, BoardDatabases, ReportError};
use std::any::Any;
use std::sync::Arc;

/// A database with the game whose positions it holds.
#[derive(Clone)]
pub struct TypedDatabase<'a, G> {
    /// The database.
    pub source: &'a BoardDatabase,
    /// The game.
    pub game: G,
}

impl<G: Ranked + Packed + Clone> TypedDatabase<'_, G> {
    /// Returns the bounds of the position for the side to move: by the rules if the game is over, otherwise
    /// by the tables.
    ///
    /// # Errors
    /// If a table is missing or damaged.
    pub fn worth(&self, position: &G::Position) -> Result<Bounds, ReportError> {
        self.source.worth(&G::pack(position))
    }

    /// Returns the legal moves in the game's order, each with its bounds for the side that makes it.
    ///
    /// # Errors
    /// As [`TypedDatabase::worth`].
    pub fn moves(&self, position: &G::Position) -> Result<Vec<(G::Move, Bounds)>, ReportError> {
        let moves = self.source.moves(&G::pack(position))?;
        Ok(moves.into_iter().map(|reply| (G::unpack_move(reply.mv), reply.worth.bounds)).collect())
    }

    /// Returns the first of the best moves in the game's order: those that keep the position's value, and
    /// among them the fastest wins or slowest losses if the tables have distances. `None` if the game is
    /// over.
    ///
    /// # Errors
    /// As [`TypedDatabase::worth`].
    pub fn best(&self, position: &G::Position) -> Result<Option<G::Move>, ReportError> {
        let moves = self.source.moves(&G::pack(position))?;
        Ok(best(&moves).map(|reply| G::unpack_move(reply.mv)))
    }

    /// Returns a line of the best moves to the end of the game. In a game without end it stops after `most`
    /// plies.
    ///
    /// # Errors
    /// As [`TypedDatabase::worth`].
    pub fn line(&self, position: &G::Position, most: usize) -> Result<Vec<G::Move>, ReportError> {
        let (mut line, mut at) = (Vec::new(), *position);
        while line.len() < most
            && let Some(mv) = self.best(&at)?
        {
            line.push(mv);
            at = self.game.play(&at, mv);
        }
        Ok(line)
    }

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
fn known<G: Any + Clone>(sources: &BoardDatabases) -> Result<Vec<TypedDatabase<'_, G>>, ReportError> {
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
            all.push(TypedDatabase { source, game: *game });
        }
    }
    Ok(all)
}

/// The databases of Nex without swap and final moves, by cells and rows.
///
/// # Errors
/// If a database is of an unknown board.
pub fn nex(sources: &BoardDatabases) -> Result<Vec<TypedDatabase<'_, Nex<u64>>>, ReportError> {
    let mut all = known::<Nex<u64>>(sources)?;
    all.retain(|known| !known.game.has_swap() && !known.game.has_final_moves());
    Ok(all)
}

/// The databases of Hex, of all variants.
///
/// # Errors
/// If a database is of an unknown board.
pub fn hex(sources: &BoardDatabases) -> Result<Vec<TypedDatabase<'_, Hex<u64>>>, ReportError> {
    known(sources)
}

/// The databases of draughts, by rules and pieces.
///
/// # Errors
/// If a database is of an unknown board.
pub fn draughts(sources: &BoardDatabases) -> Result<Vec<TypedDatabase<'_, Draughts>>, ReportError> {
    known(sources)
}
