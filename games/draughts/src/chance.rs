//! Draughts with the rules that depend on the history of a game, and random play.

use super::draws::History;
use super::{Draughts, Move, Position, masks, moves};
use nexsolve_core::{Chance, Contest, Draw, Ending, Game, Playout, SplitMix, Wdl};

impl Contest for Draughts {
    type Memory = History;

    fn begin(&self, position: &Position) -> History {
        History::new(self, *position)
    }

    fn remember(&self, memory: &mut History, _before: &Position, mv: Move) {
        memory.play(mv);
    }

    /// A player who cannot move has lost, whatever the counts say.
    fn ending(&self, memory: &History, position: &Position) -> Option<Ending> {
        if let Some(outcome) = self.outcome(position) {
            return Some(Ending::of_outcome(outcome, position.side(), self.reason(outcome)));
        }
        memory.draw().map(|rule| Ending { winner: None, reason: rule.text().to_owned() })
    }

    /// Men never move back, and captured pieces never return.
    fn is_irreversible(&self, before: &Position, mv: Move) -> bool {
        mv.captured() != 0 || before.kings() & mv.from().bit() == 0
    }

    fn reason(&self, _outcome: Wdl) -> &'static str {
        "the player to move has no legal move"
    }
}

/// A playout is a draw after this many plies by kings without a capture: the 15 moves of Russian draughts.
const PATIENCE: u32 = 30;

impl Chance for Draughts {
    fn draw(&self, position: &Position, _: Draw, random: &mut SplitMix) -> Option<Move> {
        self.lot(position, random, &mut Vec::new())
    }

    /// Among the draw rules, playouts apply only the rule of 15 moves by kings, in all variants; the others
    /// seldom decide a random game.
    fn playout(&self, position: &Position, _: Draw, random: &mut SplitMix) -> Playout {
        let (mut position, mut list) = (*position, Vec::with_capacity(16));
        let (mut plies, mut patience) = (0, PATIENCE);
        while patience > 0 {
            let Some(mv) = self.lot(&position, random, &mut list) else {
                // A player who cannot move has lost.
                let value = if plies % 2 == 0 { Wdl::Loss } else { Wdl::Win };
                return Playout { value, plies };
            };
            let by_king = position.kings() & mv.from().bit() != 0;
            patience = if by_king && mv.captured() == 0 { patience - 1 } else { PATIENCE };
            position = self.play(&position, mv);
            plies += 1;
        }
        Playout { value: Wdl::Draw, plies }
    }
}

impl Draughts {
    /// Draws a random legal move, if there is one; it lists only captures.
    #[inline]
    fn lot(&self, position: &Position, random: &mut SplitMix, list: &mut Vec<Move>) -> Option<Move> {
        let own = position.own();
        if !masks::can_capture(own, position.other(), own & position.kings()) {
            return moves::draw_quiet(position, random);
        }
        list.clear();
        moves::captures(self.rules, position, list);
        Some(list[random.below(list.len())])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BRAZILIAN, RUSSIAN};
    use nexsolve_core::Notation;
    use nexsolve_core::laws::{self, Positions};

    #[test]
    fn random_play_follows_the_rules() {
        for rules in [RUSSIAN, BRAZILIAN] {
            let game = Draughts::new(rules);
            laws::irreversible(&game, 200, 2);
            let played = laws::positions(&game, Positions::Games { count: 1, seed: 3 });
            let mut positions: Vec<_> = played.into_iter().step_by(17).collect();
            for fen in ["W:WKc3,a1:BKb2,Kd2,Kd4", "B:WKd2,g3,g5:BKe1,a7", "W:WKg1,a3,Kd4:Bb6,c7,Kh8"] {
                positions.push(game.read_position(fen).expect(fen));
            }
            laws::chance(&game, &positions, 2_000, 0.16, 1);
        }
    }
}
