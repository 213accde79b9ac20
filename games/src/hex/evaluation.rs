//! Evaluations of Hex.
//!
//! While the swap is possible, the player to move takes the better colour: the points are those of the colour to move
//! or of the other, whichever are more.

use crate::hex::{Hex, HexPosition};
use crate::rhombus::circuit;
use crate::rhombus::paths::chains;
use crate::rhombus::{Cell, CellSet};
use crate::{difference, limited};
use nexsolve_core::{Evaluation, Side, Symmetric};

/// All evaluations, the default first.
pub(super) fn evaluations<S: CellSet>() -> &'static [Evaluation<Hex<S>>] {
    &[
        Evaluation {
            name: "better",
            what: "two-distance: how close each side is to joining its edges against the best single reply",
            points: better,
        },
        Evaluation {
            name: "resistance",
            what: "the electrical resistance between a side's edges, the opponent's relative to the own",
            points: resistance,
        },
        Evaluation {
            name: "basic",
            what: "stones that touch a stone of their own colour, minus the opponent's",
            points: basic,
        },
    ]
}

/// `basic`: the course's `countConnected`. A side has a point for each of its stones that touches another one; the
/// evaluation is the own points minus the opponent's.
fn basic<S: CellSet>(game: &Hex<S>, position: &HexPosition<S>) -> i32 {
    let connected = |stones: S| (stones & game.board().neighbours(stones)).count() as i32;
    with_swap(position, difference(position.side_to_move(), |side| connected(position.stones(side))))
}

/// `better`: two-distance, the evaluation of Queenbee (J. van Rijswijck, "Search and evaluation in Hex", 2002, section
/// 3).
///
/// An empty cell's *two-distance* from an edge is one more than that of the **second** nearest of its neighbours,
/// because the opponent takes the nearest; cells at the edge have 1. Cells that touch the same chain of own stones are
/// neighbours; the opponent's stones block. A cell's *potential* is the sum of its two-distances from both edges of a
/// side. The side's potential is the least of all cells, and its *mobility* is the number of cells that have it. The
/// evaluation is [`POTENTIAL`] points for each ply by which the opponent's potential exceeds the own, plus the
/// difference of the mobilities.
///
/// The time is proportional to cells × levels for each edge, a few microseconds on a board of 6×6.
fn better<S: CellSet>(game: &Hex<S>, position: &HexPosition<S>) -> i32 {
    with_swap(position, difference(position.side_to_move(), |side| two_distance(game, position, side)))
}

/// The weight of a ply of potential, in cells of mobility.
const POTENTIAL: i32 = 32;

/// Returns the points of a side in `better`; a greater potential gives fewer points.
fn two_distance<S: CellSet>(game: &Hex<S>, position: &HexPosition<S>, side: Side) -> i32 {
    let stones = position.stones(side);
    if game.board().connects(stones, side) {
        return 0;
    }
    let near = Near::of(game, stones, game.empty(position));
    let (first, last) = game.board().ends(side);
    let (from, to) = (near.distances(game, first), near.distances(game, last));
    let (mut potential, mut mobility) = (2 * UNREACHED, 0);
    for cell in near.empty.iter() {
        let own = from[usize::from(cell.0)] + to[usize::from(cell.0)];
        if own < potential {
            (potential, mobility) = (own, 0);
        }
        mobility += i32::from(own == potential);
    }
    if potential >= UNREACHED { -POTENTIAL * UNREACHED } else { mobility - POTENTIAL * potential }
}

/// The two-distance of unreachable cells: greater than any other.
const UNREACHED: i32 = 1 << 10;

/// The empty cells, and the neighbourhoods that a side's chains create.
struct Near<S> {
    stones: S,
    empty: S,
    /// For each empty cell, the others next to it, or next to a chain that touches it.
    beside: Vec<S>,
}

impl<S: CellSet> Near<S> {
    fn of(game: &Hex<S>, stones: S, empty: S) -> Self {
        let board = game.board();
        let mut beside = vec![S::EMPTY; board.len() as usize];
        for cell in empty.iter() {
            beside[usize::from(cell.0)] = board.neighbours(S::one(cell)) & empty;
        }
        for chain in chains(board, stones) {
            let liberties = board.neighbours(chain) & empty;
            for cell in liberties.iter() {
                beside[usize::from(cell.0)] |= liberties.without(S::one(cell));
            }
        }
        Self { stones, empty, beside }
    }

    /// Returns the two-distance of each cell from an edge.
    fn distances(&self, game: &Hex<S>, edge: S) -> Vec<i32> {
        let board = game.board();
        let mut distances = vec![UNREACHED; board.len() as usize];
        let mut wave = (edge | board.neighbours(board.flood(edge, self.stones))) & self.empty;
        let (mut reached, mut level) = (S::EMPTY, 0);
        while wave.any() {
            level += 1;
            for cell in wave.iter() {
                distances[usize::from(cell.0)] = level;
            }
            reached |= wave;
            let is_next = |cell: &Cell| (self.beside[usize::from(cell.0)] & reached).count() >= 2;
            let next = self.empty.without(reached).iter().filter(is_next);
            wave = next.fold(S::EMPTY, |set, cell| set | S::one(cell));
        }
        distances
    }
}

/// The points for a factor of e in resistance.
const SCALE: f64 = 1000.0;
/// The points of a side that is connected, or whose opponent is cut off.
const MOST: f64 = 20_000.0;

/// `resistance`: the board as an electrical circuit, the evaluation of Hexy (V. Anshelevich, "A hierarchical approach
/// to computer Hex", 2002, section 4), without its virtual connections.
///
/// For a side, an own stone is a conductor, an empty cell has a resistance of 1, and an opponent's stone insulates; a
/// voltage is applied between the two edges. The evaluation is the natural logarithm of the opponent's resistance
/// divided by the own, times [`SCALE`]. For a side that has joined its edges, or has cut off the opponent, it is
/// infinite and limited to [`MOST`].
///
/// For each side it solves a system with one equation for each empty cell and chain, by conjugate gradients: about ten
/// times as slow as [`better`].
fn resistance<S: CellSet>(game: &Hex<S>, position: &HexPosition<S>) -> i32 {
    // Sums of fractions depend on their order, so use the same order for symmetric positions.
    let position = &game.canonical(position);
    let empty = game.empty(position);
    let ln = |side| circuit::conductance(game.board(), position.stones(side), empty, side).ln();
    let side = position.side_to_move();
    // Only one side can be connected, and then the other is cut off.
    let points = ((ln(side) - ln(side.other())) * SCALE).clamp(-MOST, MOST);
    with_swap(position, points.round() as i32)
}

/// Returns the points for the player to move, who may take the other colour if the swap is possible.
fn with_swap<S: CellSet>(position: &HexPosition<S>, points: i32) -> i32 {
    limited(if position.may_swap { points.abs() } else { points })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hex::{Swap, Variant};
    use nexsolve_core::{Game, Notation};

    type Points = fn(&Hex<u64>, &HexPosition<u64>) -> i32;

    fn points(evaluation: Points, size: u32, moves: &str) -> i32 {
        let game = Hex::<u64>::new(size, size, Variant::default()).expect("a small board");
        evaluation(&game, &game.read_position(moves).expect("moves"))
    }

    /// The board of the course sheet: five connected black pieces and four connected white ones.
    #[test]
    fn basic_counts_as_the_course_does() {
        use crate::hex::Convention;
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
    fn two_distance_by_hand() {
        // 2×2, empty. From the upper edge a1 and a2 are at 1. b1 touches both: 2. b2 touches a2 and b1: 3. From the
        // lower edge the distances are the same, turned around. So a2 and b1 have a potential of 3, the others of 4;
        // likewise for White.
        let game = Hex::<u64>::new(2, 2, Variant::default()).expect("a small board");
        assert_eq!(two_distance(&game, &game.start(), Side::Black), 2 - 3 * POTENTIAL);
        assert_eq!(points(better, 2, "start"), 0);
        // Black on a2, White to move. Black's stone is at the upper edge: b1 and b2 are at 1 from both edges. For
        // White, b1 and a1 are at 1 from the left and b2 from the right, but b1 has no second neighbour towards the
        // other edge.
        let black = 2 - 2 * POTENTIAL;
        assert_eq!(points(better, 2, "a2"), -POTENTIAL * UNREACHED - black);
        // Joined.
        assert_eq!(points(better, 2, "a2;a1;b1"), -POTENTIAL * UNREACHED);
    }

    #[test]
    fn resistance_by_hand() {
        // One row: White must join its two ends, one cell each. Black needs any one cell, which touches both edges: two
        // in parallel.
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
