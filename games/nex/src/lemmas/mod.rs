//! Proofs of wins by lemmas: wins of one side in classes of positions, deduced step by step.
//!
//! A lemma is about positions after a move of the side: its opponent is to move. It *covers* all positions
//! that agree in a region of the board and in the numbers of black, white and neutral stones, and says that
//! the side wins them. It *answers* a position if the side can move to one that it covers. A lemma follows
//! from earlier ones that answer all replies in one of its positions.
//!
//! `docs/CERTIFICATES.md` has the rules, and says why they are sound.
//!
//! - `rule.rs` writes and reads lemmas as text.
//! - `check.rs` applies the rules. It uses only the rules of the game and the shape of the board.
//! - `write.rs` makes a proof from the winners that a search has found; `join.rs` makes one of several.

mod check;
mod join;
mod rule;
#[cfg(test)]
mod tests;
mod write;

use crate::{Nex, NexPosition};
use nexsolve_core::{Deductions, Side};
use nexsolve_rhombus::CellSet;

pub(crate) use write::{WinningMove, proof};

/// Begins the check of a proof that `side` wins `position`; `None` in games with final moves or the swap
/// rule.
pub(crate) fn check<'a, S: CellSet>(
    game: &'a Nex<S>,
    position: &NexPosition<S>,
    side: Side,
) -> Option<Box<dyn Deductions + 'a>> {
    let has_lemmas = !game.has_final_moves() && !game.has_swap();
    has_lemmas.then(|| Box::new(check::Check::new(game, *position, side)) as Box<_>)
}
