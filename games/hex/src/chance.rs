//! Hex as a contest, and random play.

use super::connections::guide::by_connections;
use super::{Hex, HexMove, HexPosition, Swap};
use nexsolve_core::{Chance, Contest, Draw, Game, Guide, Playout, SplitMix, Wdl};
use nexsolve_rhombus::CellSet;
use nexsolve_rhombus::board::half_of;

impl<S: CellSet> Contest for Hex<S> {
    type Memory = ();

    fn begin(&self, _position: &HexPosition<S>) {}

    fn reason(&self, _outcome: Wdl) -> &'static str {
        "the edges are joined"
    }
}

impl<S: CellSet> Chance for Hex<S> {
    fn draw(&self, position: &HexPosition<S>, _: Draw, random: &mut SplitMix) -> Option<HexMove> {
        if self.outcome(position).is_some() {
            return None;
        }
        let empty = self.empty(position);
        let count = empty.count();
        let number = random.below((count + u32::from(position.may_swap)) as usize) as u32;
        Some(if number == count { HexMove::Swap } else { HexMove::Place(empty.nth(number)) })
    }

    fn guide(&self) -> Option<Box<dyn Guide<HexPosition<S>, HexMove>>> {
        Some(by_connections(self))
    }

    /// Fills the board and looks for the connection once: moves after a connection do not change who is
    /// connected. All moves of the filling count as plies.
    fn playout(&self, position: &HexPosition<S>, how: Draw, random: &mut SplitMix) -> Playout {
        if let Some(value) = self.outcome(position) {
            return Playout { value, plies: 0 };
        }
        let (mut position, mut plies) = (*position, 0);
        // Every move, even a swap, passes the turn to the other player.
        let mut is_first_players = true;
        while self.variant.swap == Swap::On
            && (position.may_swap || (position.black | position.white).is_empty())
        {
            // The only cell of the smallest board ends the game before anyone can swap.
            let Some(mv) = self.draw(&position, how, random) else { break };
            position = self.play(&position, mv);
            is_first_players = !is_first_players;
            plies += 1;
        }
        let side = position.side_to_move();
        let empty = self.empty(&position);
        let own = position.stones(side) | half_of(empty, random);
        let wins = self.board.connects(own, side) == is_first_players;
        Playout { value: if wins { Wdl::Win } else { Wdl::Loss }, plies: plies + empty.count() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Variant;
    use nexsolve_core::laws::{self, Positions};
    use nexsolve_rhombus::Wide;

    #[test]
    fn random_play_follows_the_rules() {
        for variant in Variant::all() {
            let game = Hex::<u64>::new(3, 4, variant).expect("small");
            let positions = laws::positions(&game, Positions::Games { count: 3, seed: 5 });
            laws::chance(&game, &positions, 4_000, 0.12, 1);
        }
        let game = Hex::<Wide>::new(9, 8, Variant::default()).expect("fits");
        laws::chance(&game, &[game.start()], 2_000, 0.2, 2);
    }
}
