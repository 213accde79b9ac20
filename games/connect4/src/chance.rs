//! Connect Four as a contest, and random play.

use super::lines::has_four;
use super::{Connect4, Connect4Move, Connect4Position};
use nexsolve_core::{Chance, Contest, Draw, Game, Playout, SplitMix, Wdl, pdep};

impl Contest for Connect4 {
    type Memory = ();

    fn begin(&self, _position: &Connect4Position) {}

    fn reason(&self, outcome: Wdl) -> &'static str {
        if outcome == Wdl::Draw { "the board is full" } else { "four in a line" }
    }
}

/// Returns a random cell of `cells`, as a set. `cells` must not be empty.
fn one_of(cells: u64, random: &mut SplitMix) -> u64 {
    pdep(1 << random.below(cells.count_ones() as usize), cells)
}

impl Chance for Connect4 {
    fn draw(&self, position: &Connect4Position, _: Draw, random: &mut SplitMix) -> Option<Connect4Move> {
        if self.outcome(position).is_some() {
            return None;
        }
        let stone = one_of(self.landing(position.filled()), random);
        Some(Connect4Move::to(stone))
    }

    fn playout(&self, position: &Connect4Position, _: Draw, random: &mut SplitMix) -> Playout {
        let side = position.side_to_move();
        let (mut own, mut others) = (position.stones(side), position.stones(side.other()));
        let mut plies = 0;
        let ends_with = loop {
            // `own` holds the stones of the side to move.
            if has_four(others) {
                break Wdl::Loss;
            }
            let landing = self.landing(own | others);
            if landing == 0 {
                break Wdl::Draw;
            }
            (own, others) = (others, own | one_of(landing, random));
            plies += 1;
        };
        Playout { value: if plies % 2 == 0 { ends_with } else { -ends_with }, plies }
    }
}
