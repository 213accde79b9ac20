//! Evaluations of Hex.
//!
//! While the swap is possible, the player to move takes the better colour: the points are those of the colour
//! to move or of the other, whichever are more.

use crate::{Hex, HexPosition};
use nexsolve_catalogue::{difference, limited};
use nexsolve_core::{Evaluation, Symmetric};
use nexsolve_rhombus::CellSet;
use nexsolve_rhombus::circuit;
use nexsolve_rhombus::two_distance::two_distance;

/// All evaluations, the default first.
pub(super) const fn evaluations<S: CellSet>() -> &'static [Evaluation<Hex<S>>] {
    &[
        Evaluation {
            name: "better",
            what: "two-distance: how close each side is to joining its edges against the best single reply",
            points: better,
        },
        Evaluation {
            name: "resistance",
            what: "the electrical resistance between a side's edges, the opponent's divided by one's own",
            points: resistance,
        },
        Evaluation {
            name: "basic",
            what: "stones that touch a stone of their own colour, minus the opponent's",
            points: basic,
        },
    ]
}

/// `basic`: the course's `countConnected`. A side has a point for each of its stones that touches another
/// one; the evaluation is the own points minus the opponent's.
fn basic<S: CellSet>(game: &Hex<S>, position: &HexPosition<S>) -> i32 {
    let connected = |stones: S| (stones & game.board().neighbours(stones)).count() as i32;
    with_swap(position, difference(position.side_to_move(), |side| connected(position.stones(side))))
}

/// `better`: [two-distance](nexsolve_rhombus::two_distance), the own points less the opponent's.
fn better<S: CellSet>(game: &Hex<S>, position: &HexPosition<S>) -> i32 {
    let empty = game.empty(position);
    let of = |side| two_distance(game.board(), position.stones(side), empty, side);
    with_swap(position, difference(position.side_to_move(), of))
}

/// `resistance`: the [board as an electrical circuit](nexsolve_rhombus::circuit).
///
/// For each side it solves a system with one equation for each empty cell and chain, by conjugate gradients:
/// about ten times as slow as [`better`].
fn resistance<S: CellSet>(game: &Hex<S>, position: &HexPosition<S>) -> i32 {
    // Sums of fractions depend on their order, so use the same order for symmetric positions.
    let position = &game.canonical(position);
    let empty = game.empty(position);
    let conductance = |side| circuit::conductance(game.board(), position.stones(side), empty, side);
    let side = position.side_to_move();
    with_swap(position, circuit::points(conductance(side), conductance(side.other())))
}

/// Returns the points for the player to move, who may take the other colour if the swap is possible.
fn with_swap<S: CellSet>(position: &HexPosition<S>, points: i32) -> i32 {
    limited(if position.may_swap { points.abs() } else { points })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Swap, Variant};
    use nexsolve_core::{Game, Notation, Side};
    use nexsolve_rhombus::circuit::{MOST, SCALE};
    use nexsolve_rhombus::two_distance::{POTENTIAL, UNREACHED};

    type Points = fn(&Hex<u64>, &HexPosition<u64>) -> i32;

    fn points(evaluation: Points, size: u32, moves: &str) -> i32 {
        let game = Hex::<u64>::new(size, size, Variant::default()).expect("a small board");
        evaluation(&game, &game.read_position(moves).expect("moves"))
    }

    /// The board of the course sheet: five connected black pieces and four connected white ones.
    #[test]
    fn basic_counts_as_the_course_does() {
        use crate::Convention;
        let variant = Variant { convention: Convention::Course, ..Variant::default() };
        let game = Hex::<u64>::new(6, 6, variant).expect("a small board");
        let rows = ["W-W--B", "W--BB-", "B-W-WW", "--B-BB", "---W--", "W---B-"];
        let cells = |colour: char| {
            let all = rows.iter().flat_map(|row| row.chars()).enumerate();
            all.filter(|&(_, c)| c == colour).fold(0, |set, (cell, _)| set | 1_u64 << cell)
        };
        let position = HexPosition { black: cells('B'), white: cells('W'), may_swap: false };
        // Eight stones each: Black to move.
        assert_eq!((position.black.count_ones(), position.white.count_ones()), (8, 8));
        assert_eq!(basic(&game, &position), 5 - 4);
    }

    #[test]
    fn two_distance_is_that_of_both_sides() {
        // By hand in `rhombus::two_distance`: Black needs 2 from each edge, White has no second way to the
        // right.
        let black = 2 - 2 * POTENTIAL;
        assert_eq!(points(better, 2, "start"), 0);
        assert_eq!(points(better, 2, "a2"), -POTENTIAL * UNREACHED - black);
        assert_eq!(points(better, 2, "a2;a1;b1"), -POTENTIAL * UNREACHED);
    }

    #[test]
    fn resistance_by_hand() {
        // One row: White must join its two ends, one cell each. Black needs any one cell, which touches both
        // edges: two in parallel.
        let game = Hex::<u64>::new(1, 2, Variant::default()).expect("a small board");
        let start = game.start();
        let conductance = |side| circuit::conductance(game.board(), 0_u64, 0b11, side);
        assert!((conductance(Side::Black) - 1.0).abs() < 1e-9, "each cell 1 to both edges, two of them");
        assert!((conductance(Side::White) - 0.25).abs() < 1e-9, "1 + 2 + 1 in a row");
        assert_eq!(resistance(&game, &start), (4.0_f64.ln() * SCALE).round() as i32);
        assert_eq!(points(resistance, 2, "a2;a1;b1"), -MOST as i32);
        assert!(points(resistance, 5, "c3;a1") > 0);
    }

    #[test]
    fn a_player_who_may_swap_has_the_better_colour() {
        let plain = Hex::<u64>::new(5, 5, Variant::default()).expect("a small board");
        let swap = Hex::<u64>::new(5, 5, Variant { swap: Swap::On, ..Variant::default() }).expect("a board");
        for evaluation in evaluations::<u64>() {
            for opening in ["a1", "c3", "e3"] {
                let without = evaluation.evaluate(&plain, &plain.read_position(opening).expect("a move"));
                let with = evaluation.evaluate(&swap, &swap.read_position(opening).expect("a move"));
                assert_eq!(with, without.abs(), "{} {opening}", evaluation.name);
            }
        }
    }
}
