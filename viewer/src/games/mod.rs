//! What the viewer has to know of each game beyond its rules.

mod awari;
mod draughts;
mod hex;
mod nex;
mod rhombus;

use crate::problem::Problem;
use crate::search::{Search, Searched};
use nexsolve_core::{Ending, Prober, Side};
use nexsolve_players::Playable;
use serde::Serialize;

/// A game that can be shown.
pub(crate) trait Viewed: Playable {
    /// The game alone, as boards are named.
    const WORD: &'static str;

    /// Whether [`Viewed::search`] searches.
    const SEARCHES: bool = true;

    /// Rows and columns, of a game whose boards differ.
    fn sides(&self) -> Option<(u32, u32)> {
        None
    }

    /// What stands where.
    fn cells(&self, position: &Self::Position) -> Cells;

    /// The cells of a shortest chain that joins the winner's edges, from one edge to the other; none in other games.
    fn chain(&self, _position: &Self::Position, _winner: Side) -> Vec<String> {
        Vec::new()
    }

    /// Why the game is over, in words that go on from who has won, or from a draw.
    fn why(&self, _position: &Self::Position, ending: &Ending) -> String {
        ending.reason.clone()
    }

    /// A move as the interface writes it.
    fn write_move(&self, position: &Self::Position, mv: Self::Move) -> String {
        self.format_move(position, mv)
    }

    /// What a side is called.
    fn name(&self, side: Side) -> &'static str {
        match side {
            Side::Black => "Black",
            Side::White => "White",
        }
    }

    /// What may help with a text that is no position.
    fn hint(&self, _text: &str) -> Option<&'static str> {
        None
    }

    /// The men or seeds that decide how large a table has to be to know the position; 0 where the board does.
    fn extent(&self, _position: &Self::Position) -> u32 {
        0
    }

    /// Of a game that is played for points: those that the side to move has more than the other, and those on the board.
    fn points(&self, _position: &Self::Position) -> Option<Points> {
        None
    }

    /// Searches all moves, if the game is one that is searched.
    ///
    /// # Errors
    /// If a table cannot be read, or the system refuses memory or threads.
    fn search(
        &self,
        _position: &Self::Position,
        _tables: &dyn Prober<Self>,
        _search: &Search<'_>,
    ) -> Option<Result<Searched<Self::Move>, Problem>> {
        None
    }
}

/// Points of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Points {
    /// Those that the side to move has had so far, less those of the other.
    pub(crate) lead: i16,
    /// Those that are still to be won.
    pub(crate) rest: i16,
    /// Whether the side to move has no move on this board, so that the rest is the other's.
    pub(crate) is_blocked: bool,
}

/// What stands where, as the page reads it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub(crate) enum Cells {
    /// Row by row: `B`, `W`, `?`, or nothing.
    Rhombus(Vec<&'static str>),
    /// The pits a … f and A … F, and the stores of the first and of the second player.
    Awari {
        /// The pits.
        pits: Vec<u8>,
        /// The stores.
        stores: [u8; 2],
    },
    /// By square: `w`, `b`, and kings `W`, `B`.
    Draughts(std::collections::BTreeMap<String, &'static str>),
}
