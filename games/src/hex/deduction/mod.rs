//! Wins proven by lemmas: what a side can connect, deduced step by step.
//!
//! A lemma is about one side and says: *wherever the side has these stones and those cells (the carrier) are empty, it can connect its
//! two ends without any other cell*, if the opponent moves first (a full connection) or if the side moves first (a semi-connection). Ends
//! are the side's edges, and cells that it has or is to have. What stands on the other cells does not matter, so a lemma holds
//! in many positions, and the opponent's stones are never named. A connection of the two edges is a win.
//!
//! `docs/CERTIFICATES.md` lists the rules by which lemmas follow from each other, and says why they are sound.
//!
//! - `rule.rs` spells lemmas.
//! - `check.rs` applies the rules once more. It uses nothing but the shape of the board.
//! - `search.rs` finds connections, with reasons. `write.rs` makes a proof from them and from the winners that a search has found.

mod check;
mod rule;
mod search;
#[cfg(test)]
mod tests;
mod write;

use super::proving::ByConnections;
use super::{Hex, HexPosition};
use crate::rhombus::CellSet;
use nexsolve_core::{Deductions, Game, ProvingFor, Side, Winners};

/// The check of a proof that a side wins a position from which the game goes on by placing stones.
pub(super) fn check<'a, S: CellSet>(
    game: &'a Hex<S>,
    position: &HexPosition<S>,
    side: Side,
) -> Option<Box<dyn Deductions + 'a>> {
    if !game.is_free_of_swap(position) {
        return None;
    }
    let (own, empty) = (position.stones(side), game.empty(position));
    Some(Box::new(check::Check::new(game.board(), side, own, empty, game.side_to_move(position))))
}

impl ProvingFor<HexPosition<u64>> for ByConnections<'_> {
    /// A state for every position from which the game goes on by placing stones.
    fn state(&self, position: &HexPosition<u64>) -> Option<u128> {
        self.filled(position).map(|filled| self.pack(&filled))
    }

    fn deduce(&self, position: &HexPosition<u64>, winners: &mut dyn Winners) -> Option<Vec<String>> {
        write::proof(self, position, winners)
    }
}
