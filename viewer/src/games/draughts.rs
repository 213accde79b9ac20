//! Draughts.

use super::{Cells, Viewed};
use crate::problem::Problem;
use crate::search::{Search, Searched};
use nexsolve_core::{Ending, Prober};
use nexsolve_games::draughts::{Draughts, Move, Position, Square};

impl Viewed for Draughts {
    const WORD: &'static str = "draughts";

    fn cells(&self, position: &Position) -> Cells {
        let piece = |square: Square| {
            let (is_white, is_king) =
                (position.white() & square.bit() != 0, position.kings() & square.bit() != 0);
            let sign = match (is_white, is_king) {
                (true, false) => "w",
                (true, true) => "W",
                (false, false) => "b",
                (false, true) => "B",
            };
            (square.to_string(), sign)
        };
        Cells::Draughts(Square::all(position.occupied()).map(piece).collect())
    }

    fn why(&self, position: &Position, ending: &Ending) -> String {
        match ending.winner {
            None => ending.reason.clone(),
            Some(winner) if position.pieces(winner.other()) == 0 => "all pieces are taken".to_owned(),
            Some(winner) => format!("{} cannot move", winner.other()),
        }
    }

    /// A page shows and asks for every square that a capture lands on.
    fn write_move(&self, position: &Position, mv: Move) -> String {
        self.format_in_full(position, mv)
    }

    fn extent(&self, position: &Position) -> u32 {
        position.occupied().count_ones()
    }

    fn search(
        &self,
        position: &Position,
        tables: &dyn Prober<Self>,
        search: &Search<'_>,
    ) -> Option<Result<Searched<Move>, Problem>> {
        Some(search.run(self, position, tables))
    }
}
