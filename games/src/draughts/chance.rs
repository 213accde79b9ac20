//! Draughts over the board, and by chance.

use super::draws::History;
use super::{Draughts, Move, Position};
use nexsolve_core::{Chance, Contest, Ending, Game, Wdl};

impl Contest for Draughts {
    type Memory = History;

    fn begin(&self, position: &Position) -> History {
        History::new(self, *position)
    }

    fn remember(&self, memory: &mut History, _before: &Position, mv: Move) {
        memory.play(mv);
    }

    /// Who cannot move has lost, whatever the counts say.
    fn ending(&self, memory: &History, position: &Position) -> Option<Ending> {
        if let Some(outcome) = self.outcome(position) {
            return Some(Ending::of_outcome(outcome, position.side(), self.reason(outcome)));
        }
        let rule = memory.draw()?;
        Some(Ending { winner: None, reason: rule.to_string() })
    }

    fn reason(&self, _outcome: Wdl) -> &'static str {
        "the player to move cannot"
    }
}

impl Chance for Draughts {}
