//! Proofs of wins by lemmas: connections of a side, deduced step by step.
//!
//! A lemma is about one side: *wherever the side has certain stones, and the cells of the carrier are empty,
//! it can connect two ends without a stone on any other cell*, even if the opponent moves first (a full
//! connection), or if the side itself moves first (a semi-connection). An end is an edge of the side, or a
//! cell with a stone of it. The contents of all other cells do not matter. So a lemma holds in many
//! positions, and names no stone of the opponent. A connection of the side's two edges is a win.
//!
//! `docs/CERTIFICATES.md` lists the rules by which lemmas follow from each other; `check.rs` says why they
//! are sound.
//!
//! - `rule.rs` writes and reads lemmas as text.
//! - `check.rs` applies the rules once more. It uses only the shape of the board.
//! - `reasons.rs` records why connections hold. `write.rs` makes a proof from that and from the winners that
//!   a search has found; `join.rs` makes one of several.

mod check;
mod join;
mod reasons;
mod rule;
#[cfg(test)]
mod tests;
mod write;

use super::winners::FilledGame;
use crate::{Hex, HexPosition};
use check::Check;
use nexsolve_core::{Deductions, Game, ProvingFor, Side, Winners};
use nexsolve_rhombus::CellSet;

/// Begins the check of a proof that `side` wins `position`; returns `None` while a swap is still possible.
pub(crate) fn check<'a, S: CellSet>(
    game: &'a Hex<S>,
    position: &HexPosition<S>,
    side: Side,
) -> Option<Box<dyn Deductions + 'a>> {
    Some(Box::new(new_check(game, position, side)?))
}

/// Joins proofs that `side` wins after the replies to `position`.
pub(crate) fn join<S: CellSet>(
    game: &Hex<S>,
    position: &HexPosition<S>,
    side: Side,
    proofs: &[&[String]],
) -> Result<Vec<String>, String> {
    let check = new_check(game, position, side).ok_or("a swap is still possible in the position")?;
    join::join(check, proofs)
}

fn new_check<'a, S: CellSet>(
    game: &'a Hex<S>,
    position: &HexPosition<S>,
    side: Side,
) -> Option<Check<'a, S>> {
    let (own, empty) = (position.stones(side), game.empty(position));
    let check = || Check::new(game.board(), side, own, empty, game.side_to_move(position));
    game.is_free_of_swap(position).then(check)
}

impl ProvingFor<HexPosition<u64>> for FilledGame<'_> {
    /// Returns a state for every position after which no swap can follow.
    fn state(&self, position: &HexPosition<u64>, _winner: Side) -> Option<u128> {
        self.filled(position).map(|filled| self.pack(&filled))
    }

    fn deduce(&self, position: &HexPosition<u64>, winners: &mut dyn Winners) -> Option<Vec<String>> {
        write::proof(self, position, winners)
    }
}
