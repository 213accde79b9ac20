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
use check::Check;
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
    Some(Box::new(new_check(game, position, side)?))
}

/// Joins proofs that `side` wins after the replies to `position`.
pub(crate) fn join<S: CellSet>(
    game: &Nex<S>,
    position: &NexPosition<S>,
    side: Side,
    proofs: &[&[String]],
) -> Result<Vec<String>, String> {
    let check = new_check(game, position, side).ok_or("there are no proofs by lemmas in this game")?;
    join::join(check, proofs)
}

fn new_check<'a, S: CellSet>(
    game: &'a Nex<S>,
    position: &NexPosition<S>,
    side: Side,
) -> Option<Check<'a, S>> {
    (!game.has_final_moves() && !game.has_swap()).then(|| Check::new(game, *position, side))
}
