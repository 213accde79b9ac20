//! Proves puzzles from a file again, by the rules and tables.

use super::Puzzle;
use nexsolve_core::{Notation, Plies, ProbeError};
use nexsolve_oracle::{Oracle, Reply};

/// What the rules and the tables of an oracle say about a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Confirmed {
    /// All values that the puzzle claims are right.
    Proven,
    /// They leave the value of a move open.
    Open,
    /// A value is wrong: the move.
    Wrong(String),
}

impl Confirmed {
    /// Compares the values of a puzzle, and its distances where tables have them, with the rules and the
    /// tables of an oracle.
    ///
    /// # Errors
    /// If a table is damaged.
    pub fn by(oracle: &Oracle, puzzle: &Puzzle) -> Result<Self, ProbeError> {
        let moves = oracle.moves(&[puzzle.position])?.pop().unwrap_or_default();
        if let Some(known) = moves.iter().find(|known| is_wrong(puzzle, known)) {
            return Ok(Self::Wrong(oracle.game().format_move(&puzzle.position, known.mv)));
        }
        let is_proven = moves.iter().all(|known| known.worth.is_known());
        Ok(if is_proven { Self::Proven } else { Self::Open })
    }
}

/// Returns whether a move has another worth than the puzzle says.
fn is_wrong(puzzle: &Puzzle, known: &Reply) -> bool {
    let (Some(value), distance) = (known.worth.bounds.wdl(), known.worth.bounds.distance()) else {
        return false;
    };
    let differs = |told: Option<Plies>| told != distance && told.is_some() && distance.is_some();
    if puzzle.solutions.contains(&known.mv) {
        return value != puzzle.goal || differs(puzzle.length);
    }
    let refuted = puzzle.refutations.iter().find(|refutation| refutation.mv == known.mv);
    value >= puzzle.goal
        || refuted.is_some_and(|refuted| {
            refuted.value.is_some_and(|told| told != value)
                || differs(refuted.length)
                || known.worth.margin.is_some_and(|margin| refuted.margin.is_some_and(|told| told != margin))
        })
}
