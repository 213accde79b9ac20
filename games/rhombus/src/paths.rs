//! Chains on the rhombus: those a side has, and the stones it still needs to join its edges.

use crate::{Cell, CellSet, Rhombus};
use nexsolve_core::Side;

/// The shortest paths by which a side can still join its edges if the opponent never moves.
#[derive(Clone, Debug)]
pub struct Shortest<S> {
    /// The cells at the first place of a shortest path, at the second, and so on; each path has one cell of
    /// each set. Empty if the edges are already joined.
    pub places: Vec<S>,
}

impl<S: CellSet> Shortest<S> {
    /// Finds the shortest paths over own `stones` and over `free` cells, each of which takes a stone. Returns
    /// `None` if the opponent has cut the side off. Runs two breadth-first searches, one from each edge.
    pub fn of(board: &Rhombus<S>, stones: S, free: S, side: Side) -> Option<Self> {
        let (first, last) = board.ends(side);
        let (from, length) = waves(board, stones, free, first, last);
        let length = length?;
        if length == 0 {
            return Some(Self { places: Vec::new() });
        }
        let (to, _) = waves(board, stones, free, last, first);
        // Both searches count the cell itself, so a path through it takes one stone fewer than their sum.
        let places = (0..length).map(|i| from[i] & to[length - 1 - i]).collect();
        Some(Self { places })
    }

    /// Returns the number of stones that a shortest path takes.
    #[inline]
    pub fn stones(&self) -> i32 {
        self.places.len() as i32
    }
}

/// How far the stones of a side reach from its two edges.
#[derive(Clone, Copy, Debug, Default)]
pub struct Reach<S> {
    /// The cells where a stone would be connected to the first edge.
    pub from: S,
    /// The cells where a stone would be connected to the last edge.
    pub to: S,
    /// Whether the stones join both edges.
    pub connected: bool,
}

impl<S: CellSet> Reach<S> {
    #[inline]
    /// The chains of `side`, whose stones are `stones`.
    pub fn of(board: &Rhombus<S>, stones: S, side: Side) -> Self {
        let (first, last) = board.ends(side);
        let from = board.flood(first, stones);
        let to = board.flood(last, stones);
        Self {
            from: (first | board.neighbours(from)).without(stones),
            to: (last | board.neighbours(to)).without(stones),
            connected: (from & last).any(),
        }
    }
}

impl<S: CellSet> Reach<S> {
    /// Returns the reach after one more stone; `stones` include it. The edges must not have been joined
    /// before.
    #[inline]
    pub fn with(self, board: &Rhombus<S>, stones: S, stone: S) -> Self {
        let (joins_first, joins_last) = ((self.from & stone).any(), (self.to & stone).any());
        let around = if joins_first || joins_last {
            board.neighbours(board.flood(stone, stones)).without(stones)
        } else {
            S::EMPTY
        };
        let grown = |cells: S, joins: bool| if joins { cells | around } else { cells }.without(stones);
        Self {
            from: grown(self.from, joins_first),
            to: grown(self.to, joins_last),
            connected: joins_first && joins_last,
        }
    }
}

/// Returns the minimum number of stones on `free` cells that join the edges of `side` if the opponent never
/// moves, or `None` if the opponent has cut it off.
#[inline]
pub fn missing<S: CellSet>(board: &Rhombus<S>, stones: S, free: S, side: Side) -> Option<u16> {
    let (first, last) = board.ends(side);
    let mut group = board.flood(first, stones);
    let mut missing = 0;
    while (group & last).is_empty() {
        let wave = group | ((first | board.neighbours(group)) & free);
        let next = board.flood(wave, stones | wave);
        if next == group {
            return None;
        }
        group = next;
        missing += 1;
    }
    Some(missing)
}

/// Returns the `free` cells that one stone joins to the edge `first`, those that take two stones, and so on
/// up to those that join `last`; and the number of stones needed to reach `last`, if it can be reached.
fn waves<S: CellSet>(board: &Rhombus<S>, stones: S, free: S, first: S, last: S) -> (Vec<S>, Option<usize>) {
    let mut waves = Vec::new();
    let mut joined = board.flood(first, stones);
    if (joined & last).any() {
        return (waves, Some(0));
    }
    let mut reached = S::EMPTY;
    let mut wave = (first | board.neighbours(joined)) & free;
    while wave.any() {
        waves.push(wave);
        reached |= wave;
        joined = board.flood(board.neighbours(wave), stones);
        if ((wave | joined) & last).any() {
            let length = waves.len();
            return (waves, Some(length));
        }
        wave = board.neighbours(wave | joined) & free & !reached;
    }
    (waves, None)
}

/// Returns the cells of a shortest chain of `stones` that joins the edges of `side`, as a set; `None` if they
/// are not joined.
pub fn chain_of<S: CellSet>(board: &Rhombus<S>, stones: S, side: Side) -> Option<S> {
    let (first, last) = board.ends(side);
    let mut rings = [S::EMPTY; 64];
    let mut ring = stones & first;
    let mut seen = ring;
    let mut length = 0;
    while (ring & last).is_empty() {
        rings[length] = ring;
        ring = (board.neighbours(ring) & stones).without(seen);
        if ring.is_empty() {
            return None;
        }
        seen |= ring;
        length += 1;
    }
    let mut cell = S::one((ring & last).first()?);
    let mut chain = cell;
    for &ring in rings[..length].iter().rev() {
        cell = S::one((board.neighbours(cell) & ring).first()?);
        chain |= cell;
    }
    Some(chain)
}

/// Returns the cells of a shortest chain of `stones` from one set of cells to another, in order; `None` if
/// there is none.
pub fn shortest_chain<S: CellSet>(board: &Rhombus<S>, stones: S, from: S, to: S) -> Option<Vec<Cell>> {
    // Breadth-first search: ring n holds the stones reached in n steps.
    let mut ring = stones & from;
    let (mut rings, mut seen) = (vec![ring], ring);
    while (ring & to).is_empty() {
        ring = (board.neighbours(ring) & stones).without(seen);
        if ring.is_empty() {
            return None;
        }
        seen |= ring;
        rings.push(ring);
    }
    let mut set = to;
    let mut chain = Vec::with_capacity(rings.len());
    for &ring in rings.iter().rev() {
        let cell = (ring & set).first()?;
        chain.push(cell);
        set = board.beside(cell);
    }
    chain.reverse();
    Some(chain)
}

/// Iterates over the chains of `stones`: the maximal connected sets.
pub fn chains<S: CellSet>(board: &Rhombus<S>, stones: S) -> impl Iterator<Item = S> {
    let mut rest = stones;
    std::iter::from_fn(move || {
        let chain = board.flood(S::one(rest.first()?), rest);
        rest = rest.without(chain);
        Some(chain)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Edges;

    fn set(cells: &[u16]) -> u64 {
        cells.iter().fold(0, |set, &cell| set | u64::one(Cell(cell)))
    }

    #[test]
    fn all_shortest_paths_are_found() {
        let board = Rhombus::<u64>::new(3, 3, Edges::BlackTopBottom).expect("a small board");
        let shortest = |stones: &[u16], free: u64, side| Shortest::of(&board, set(stones), free, side);
        // On an empty board a path takes three stones, straight down or slanting. From the first cell of a
        // row, only the cell below in its own column can be reached.
        let all = shortest(&[], board.full(), Side::Black).expect("open");
        assert_eq!(all.places, [set(&[0, 1, 2]), set(&[3, 4, 5]), set(&[6, 7, 8])]);
        // A stone in the centre leaves one stone to each edge, with two cells to choose from each time.
        let middle = shortest(&[4], board.full() & !set(&[4]), Side::Black).expect("open");
        assert_eq!(middle.places, [set(&[1, 2]), set(&[6, 7])]);
        // With the lowest row not free, the side is cut off. A complete chain needs no stone.
        assert!(shortest(&[4], set(&[0, 1, 2, 3, 5]), Side::Black).is_none());
        assert_eq!(shortest(&[1, 4, 7], set(&[0]), Side::Black).expect("joined").stones(), 0);
    }

    #[test]
    fn chains_partition_the_stones() {
        let board = Rhombus::<u64>::new(3, 3, Edges::BlackTopBottom).expect("a small board");
        let stones = set(&[0, 1, 5, 7, 8]);
        assert_eq!(chains(&board, stones).collect::<Vec<_>>(), [set(&[0, 1]), set(&[5, 7, 8])]);
        assert_eq!(chains(&board, 0).count(), 0);
    }
}
