//! Awari over the board, and by chance.

use super::{Awari, AwariPosition, History, Pit};
use nexsolve_core::{Chance, Contest, Ending, Wdl};

impl Contest for Awari {
    type Memory = History;

    fn begin(&self, position: &AwariPosition) -> History {
        History::new(*position)
    }

    fn remember(&self, memory: &mut History, _before: &AwariPosition, mv: Pit) {
        memory.play(mv);
    }

    fn ending(&self, memory: &History, _position: &AwariPosition) -> Option<Ending> {
        let ending = memory.ending()?;
        let [first, second] = ending.seeds;
        Some(Ending { winner: ending.winner(), reason: format!("{}: {first}-{second}", ending.reason) })
    }

    fn reason(&self, _outcome: Wdl) -> &'static str {
        "a store holds more than half of all seeds, or the player to move cannot"
    }
}

impl Chance for Awari {}
