//! Awari.

use super::{Cells, Points, Viewed};
use crate::problem::Problem;
use crate::search::{Search, Searched};
use nexsolve_core::{Prober, Side};
use nexsolve_games::awari::{Awari, AwariPosition, OWN, Pit};

impl Viewed for Awari {
    const WORD: &'static str = "awari";

    fn cells(&self, position: &AwariPosition) -> Cells {
        let mut pits = position.pits().to_array();
        if position.side_to_move() == Side::White {
            pits.rotate_left(OWN);
        }
        Cells::Awari { pits: pits.to_vec(), stores: position.stores_by_side() }
    }

    fn name(&self, side: Side) -> &'static str {
        match side {
            Side::Black => "First",
            Side::White => "Second",
        }
    }

    /// Twelve pits alone are a position of the databases, which know no stores: who wins a game they do not tell.
    fn hint(&self, text: &str) -> Option<&'static str> {
        let is_numbers = text.chars().all(|c| c.is_ascii_digit() || c.is_whitespace() || c == '|');
        let numbers = text.split(|c: char| !c.is_ascii_digit()).filter(|number| !number.is_empty()).count();
        (is_numbers && numbers == 12).then_some(
            "twelve pits do not tell who is ahead; add the stores, the mover's first, so that all are 48: \
             1 1 1 1 1 2 | 4 2 3 0 0 0 | 16 16",
        )
    }

    fn extent(&self, position: &AwariPosition) -> u32 {
        position.pits().seeds()
    }

    fn points(&self, position: &AwariPosition) -> Option<Points> {
        let [mine, theirs] = position.stores().map(i16::from);
        let pits = position.pits();
        Some(Points { lead: mine - theirs, rest: pits.seeds() as i16, is_blocked: !pits.can_move() })
    }

    fn search(
        &self,
        position: &AwariPosition,
        tables: &dyn Prober<Self>,
        search: &Search<'_>,
    ) -> Option<Result<Searched<Pit>, Problem>> {
        Some(search.run(self, position, tables))
    }
}
