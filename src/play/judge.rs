//! The values of moves in a game at the terminal: by the given database, or on small boards by a table made
//! when it is first needed.

use crate::tables;
use nexsolve_console::{Fault, Global};
use nexsolve_games::AnyPosition;
use nexsolve_oracle::{Oracle, Reply, Small};
use std::cell::OnceCell;

/// Judges the moves of a position.
pub(super) struct Judge<'a> {
    oracle: &'a Oracle,
    global: &'a Global,
    /// The oracle with the table made; `None` if it could not be made.
    made: OnceCell<Option<Oracle>>,
}

impl<'a> Judge<'a> {
    /// Judges by the tables of the oracle if it has any, else by a table made on the spot.
    pub(super) fn new(oracle: &'a Oracle, global: &'a Global) -> Self {
        Self { oracle, global, made: OnceCell::new() }
    }

    /// Returns the moves of a position with their worth, best first; `None` if a value is unknown.
    pub(super) fn moves(&self, position: &AnyPosition) -> Result<Option<Vec<Reply>>, Fault> {
        let Some(oracle) = self.tables(position)? else { return Ok(None) };
        let mut moves = oracle.moves(std::slice::from_ref(position))?.swap_remove(0);
        if moves.iter().any(|known| known.worth.bounds.wdl().is_none()) {
            return Ok(None);
        }
        moves.sort_by_key(|known| std::cmp::Reverse((known.worth.bounds.lo, known.worth.points)));
        Ok(Some(moves))
    }

    /// Returns the oracle with tables for a position.
    fn tables(&self, position: &AnyPosition) -> Result<Option<&Oracle>, Fault> {
        if self.oracle.has_tables() {
            return Ok(Some(self.oracle));
        }
        let game = self.oracle.game();
        let Some(small) = Small::board_with(game.board(), nexsolve_games::Shown::count(game, position))
        else {
            return Ok(None);
        };
        if self.made.get().is_none() {
            let made = tables::make(small, self.global)?;
            let _ = self.made.set(made.map(|made| Oracle::new(game.board(), &[made])).transpose()?);
        }
        Ok(self.made.get().and_then(Option::as_ref))
    }
}
