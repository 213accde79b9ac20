//! Evaluations of Nex, as listed in the plan of the old program.
//!
//! A cell is *free* for a side if the side can obtain a stone there: empty and neutral cells. An opponent's
//! stone can become neutral only by the opponent's own choice, and counts as a wall.
//!
//! While the swap is possible, the player to move takes the better colour: the points are those of the colour
//! to move or of the other, whichever are more.

use crate::{Nex, NexPosition};
use nexsolve_catalogue::{difference, limited};
use nexsolve_core::{Evaluation, Side, Symmetric};
use nexsolve_rhombus::CellSet;
use nexsolve_rhombus::circuit;
use nexsolve_rhombus::paths::{Shortest, chains};
use nexsolve_rhombus::two_distance::two_distance;

/// All evaluations, the default first.
pub(super) const fn evaluations<S: CellSet>() -> &'static [Evaluation<Nex<S>>] {
    &[
        Evaluation {
            name: "must-play",
            what: "stones needed for a win, and the number of cells where the win can be delayed, compared with the opponent",
            points: must_play,
        },
        Evaluation {
            name: "least-stones",
            what: "stones that the opponent needs for a win, minus one's own",
            points: least_stones,
        },
        Evaluation {
            name: "dominance",
            what: "cells closer to own stones than to the opponent's, minus those closer to the opponent's",
            points: dominance,
        },
        Evaluation {
            name: "connections",
            what: "links between chains and edges: 3 points over two or more cells, 1 point over one cell, minus the opponent's",
            points: connections,
        },
        Evaluation {
            name: "chains",
            what: "the number of the opponent's chains minus one's own",
            points: |game, position| {
                balance(position, |side| -(chains(game.board(), position.stones(side)).count() as i32))
            },
        },
        Evaluation {
            name: "two-distance",
            what: "how near both sides are to joining their edges against the best single reply",
            points: |game, position| {
                let free = game.empty(position) | position.neutral;
                balance(position, |side| two_distance(game.board(), position.stones(side), free, side))
            },
        },
        Evaluation {
            name: "resistance",
            what: "the electrical resistance between a side's edges, the opponent's divided by one's own",
            points: resistance,
        },
        Evaluation {
            name: "legal-moves",
            what: "the number of legal moves of the side to move",
            points: legal_moves,
        },
    ]
}

/// `legal-moves`: e(e − 1) generate moves with e empty cells, plus n(n − 1)/2 · s transform moves with n
/// neutral and s own stones.
///
/// It is not a difference: on a given board and ply, the opponent's number follows from the mover's.
fn legal_moves<S: CellSet>(game: &Nex<S>, position: &NexPosition<S>) -> i32 {
    let empty = game.empty(position).count() as i32;
    let neutral = position.neutral.count() as i32;
    let stones = position.stones(position.side_to_move()).count() as i32;
    let generates = empty * (empty - 1);
    let transforms = neutral * (neutral - 1) / 2 * stones;
    limited(generates + transforms)
}

/// The number of stones that a side with separated edges counts as needing: more than any path takes.
pub const CUT_OFF: i32 = 400;

/// `least-stones`: the fewest stones with which each side could join its edges over free cells if the other
/// never moved; the opponent's number minus the own. A side that is cut off needs [`CUT_OFF`].
fn least_stones<S: CellSet>(game: &Nex<S>, position: &NexPosition<S>) -> i32 {
    balance(position, |side| -shortest(game, position, side).map_or(CUT_OFF, |ways| ways.stones()))
}

/// The weight of a stone in `must-play`, in cells of the region.
const STONE: i32 = 32;

/// `must-play`: [`least_stones`], and how many cells the opponent can choose from to make the side need one
/// stone more.
///
/// The shortest paths of a side have a first cell, a second, and so on. If all of them have the same cell at
/// some place, the opponent can play there to make the side need another stone; these cells form the side's
/// must-play region. The evaluation is [`STONE`] points for each stone that the opponent needs more than the
/// own side, plus one point for each cell that the opponent's region has more than the own: the fewer cells
/// where a side can be stopped, the better for it.
fn must_play<S: CellSet>(game: &Nex<S>, position: &NexPosition<S>) -> i32 {
    balance(position, |side| {
        let Some(ways) = shortest(game, position, side) else {
            return -STONE * CUT_OFF;
        };
        let region = ways.places.iter().filter(|place| place.count() == 1).count() as i32;
        -STONE * ways.stones() - region
    })
}

/// `dominance`: the free cells that are closer to own stones than to the opponent's, minus those closer to
/// the opponent's. A path leads over free cells and a side's own stones, and each step counts one.
fn dominance<S: CellSet>(game: &Nex<S>, position: &NexPosition<S>) -> i32 {
    let board = game.board();
    let free = game.empty(position) | position.neutral;
    let side = position.side_to_move();
    let (mut own, mut others) = (position.stones(side), position.stones(side.other()));
    let (mut mine, mut theirs) = (S::EMPTY, S::EMPTY);
    loop {
        let (wider, wider_others) =
            (own | board.neighbours(own) & free, others | board.neighbours(others) & free);
        if (wider, wider_others) == (own, others) {
            return with_swap(position, mine.count() as i32 - theirs.count() as i32);
        }
        mine |= wider.without(own | wider_others) & free;
        theirs |= wider_others.without(others | wider) & free;
        (own, others) = (wider, wider_others);
    }
}

/// `connections`: strong and weak connections, the own minus the opponent's.
///
/// Two chains of a side, or a chain and one of its edges, are connected *strongly* if at least two free cells
/// touch both, and *weakly* if one does; one stone joins them. A chain at an edge is part of the edge. A
/// strong connection counts three points, a weak one one.
fn connections<S: CellSet>(game: &Nex<S>, position: &NexPosition<S>) -> i32 {
    let board = game.board();
    let free = game.empty(position) | position.neutral;
    let of = |side| {
        let stones = position.stones(side);
        let (first, last) = board.ends(side);
        let edges = [first, last].map(|edge| (edge, board.flood(edge, stones)));
        let apart = stones.without(edges[0].1 | edges[1].1);
        let liberties: Vec<S> = edges
            .iter()
            .map(|&(edge, joined)| (edge | board.neighbours(joined)) & free)
            .chain(chains(board, apart).map(|chain| board.neighbours(chain) & free))
            .collect();
        let worth = |one: S, other: S| [0, 1, 3][(one & other).count().min(2) as usize];
        let pairs = liberties
            .iter()
            .enumerate()
            .flat_map(|(i, &one)| liberties[..i].iter().map(move |&other| worth(one, other)));
        pairs.sum()
    };
    balance(position, of)
}

/// `resistance`: the [board as an electrical circuit](circuit), a neutral stone with the resistance of an
/// empty cell.
fn resistance<S: CellSet>(game: &Nex<S>, position: &NexPosition<S>) -> i32 {
    // Sums of fractions depend on their order: the same for symmetric positions.
    let position = &game.canonical(position);
    let free = game.empty(position) | position.neutral;
    let conductance = |side| circuit::conductance(game.board(), position.stones(side), free, side);
    let side = position.side_to_move();
    with_swap(position, circuit::points(conductance(side), conductance(side.other())))
}

/// Returns the points of the player to move minus those of the other; see [`with_swap`].
fn balance<S: CellSet>(position: &NexPosition<S>, points: impl Fn(Side) -> i32) -> i32 {
    with_swap(position, difference(position.side_to_move(), points))
}

/// Returns the points for the player to move, who may take the other colour if the swap is possible.
fn with_swap<S: CellSet>(position: &NexPosition<S>, points: i32) -> i32 {
    limited(if position.may_swap { points.abs() } else { points })
}

/// Returns the shortest paths of a side; `None` if it is cut off.
fn shortest<S: CellSet>(game: &Nex<S>, position: &NexPosition<S>, side: Side) -> Option<Shortest<S>> {
    let free = game.empty(position) | position.neutral;
    Shortest::of(game.board(), position.stones(side), free, side)
}

#[cfg(test)]
mod tests {
    use super::*;
    use nexsolve_core::{Game, Notation};

    fn points(name: &str, moves: &str) -> i32 {
        let game = Nex::<u64>::new(3, 3).expect("a small board");
        let evaluation = evaluations().iter().find(|evaluation| evaluation.name == name).expect(name);
        evaluation.evaluate(&game, &game.read_position(moves).expect("moves"))
    }

    #[test]
    fn nobody_has_more_at_the_start() {
        for evaluation in evaluations::<u64>() {
            let expected = if evaluation.name == "legal-moves" { 72 } else { 0 };
            assert_eq!(points(evaluation.name, "start"), expected, "{}", evaluation.name);
        }
    }

    /// Black b2 with a neutral stone on a1, White c3 with one on a3; Black to move.
    const EARLY: &str = "Bb2?a1;Wc3?a3";

    #[test]
    fn by_hand() {
        // Five empty cells, two neutral stones, one own stone.
        assert_eq!(points("legal-moves", EARLY), 5 * 4 + 1);
        // Black needs a2 or a3, then c1 or c2. White must come from the left to c3 around b2, through c1 and
        // c2.
        assert_eq!(points("least-stones", EARLY), 2 - 2);
        // Both of White's cells are must-play, none of Black's are.
        assert_eq!(points("must-play", EARLY), 2);
        // a2, a3, b1, c1, c2 and b3 touch b2; c2 and b3 touch c3 as well; a1 is two steps from b2.
        assert_eq!(points("dominance", EARLY), 5);
        assert_eq!(points("chains", EARLY), 0);
        // Black's stone in the middle is nearer to both edges than White's at his own.
        assert!(points("two-distance", EARLY) > 0 && points("resistance", EARLY) > 0);
        // Black: the stone reaches each edge through two cells. White: the stone is at its edge; c2 and b3 do
        // not lead towards the left.
        assert_eq!(points("connections", EARLY), 6);
    }

    #[test]
    fn a_side_that_is_cut_off_has_a_very_low_score() {
        let game = Nex::<u64>::new(2, 2).expect("a small board");
        let over = game.read_position("Ba1?a2;Wb2?b1;Ba2Bb1?a1").expect("moves");
        assert!(game.outcome(&over).is_some());
        assert_eq!(least_stones(&game, &over), -CUT_OFF);
    }
}
