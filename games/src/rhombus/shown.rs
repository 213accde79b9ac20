//! Positions on the rhombus as surfaces see them.

use crate::any::{AnyPosition, WORDS};
use crate::played::Cells;
use crate::rhombus::text::cell_name;
use crate::rhombus::{Cell, CellSet, Rhombus};
use nexsolve_core::{Ending, Side};

/// The stones row by row.
pub(crate) fn cells<S: CellSet>(board: &Rhombus<S>, black: S, white: S, neutral: S) -> Cells {
    let sign = |i: u32| {
        let cell = Cell(i as u16);
        let signs = [(black, "B"), (white, "W"), (neutral, "?")];
        signs.into_iter().find(|(set, _)| set.has(cell)).map_or("", |(_, sign)| sign)
    };
    Cells::Rows((0..board.len()).map(sign).collect())
}

/// What the winner has done; of a draw what the rules say.
pub(crate) fn why<S: CellSet>(board: &Rhombus<S>, ending: &Ending) -> String {
    let top = (0..board.cols()).fold(S::EMPTY, |set, col| set | S::one(Cell(col as u16)));
    match ending.winner {
        None => ending.reason.clone(),
        Some(winner) if board.ends(winner).0 == top => "it has joined top and bottom".to_owned(),
        Some(_) => "it has joined left and right".to_owned(),
    }
}

/// The cells of a shortest chain of these stones that joins the side's edges; none if they do not.
pub(crate) fn chain<S: CellSet>(board: &Rhombus<S>, stones: S, side: Side) -> Vec<String> {
    let (from, to) = board.ends(side);
    // The stones that so many steps lead to, ring by ring.
    let mut rings = vec![stones & from];
    let mut seen = rings[0];
    while (seen & to).is_empty() {
        let last = rings[rings.len() - 1];
        let next = (board.neighbours(last) & stones).without(seen);
        if next.is_empty() {
            return Vec::new();
        }
        seen |= next;
        rings.push(next);
    }
    let mut set = rings[rings.len() - 1] & to;
    let mut chain = Vec::with_capacity(rings.len());
    for ring in rings.iter().rev() {
        let cell = (*ring & set).first().expect("each ring has come from the one before it");
        chain.push(cell_name(board.cols(), cell));
        set = board.neighbours(S::one(cell));
    }
    chain.reverse();
    chain
}

/// The last word of a small value, which no set of cells needs.
pub(crate) const LAST: usize = WORDS - 1;

/// Words of a set of cells in a small value.
const SET: usize = WORDS / 3;

/// Sets of cells as a small value, the same whatever their type.
pub(crate) fn pack<S: CellSet>(sets: [S; 3]) -> AnyPosition {
    let mut words = [0; WORDS];
    for (set, words) in sets.into_iter().zip(words.chunks_mut(SET)) {
        for (place, word) in words.iter_mut().enumerate() {
            *word = set.word(place);
        }
    }
    AnyPosition(words)
}

/// The inverse of [`pack`].
pub(crate) fn unpack<S: CellSet>(position: &AnyPosition) -> [S; 3] {
    let mut sets = position.0.chunks(SET).map(S::of_words);
    std::array::from_fn(|_| sets.next().expect("three sets"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rhombus::Edges;

    fn set(cells: &[u16]) -> u64 {
        cells.iter().fold(0, |set, &cell| set | u64::one(Cell(cell)))
    }

    #[test]
    fn the_chain_is_a_shortest_one() {
        let board = Rhombus::<u64>::new(3, 3, Edges::BlackTopBottom).expect("a board");
        assert_eq!(chain(&board, set(&[1, 4, 3, 6]), Side::Black), ["a2", "b1", "c1"]);
        assert_eq!(chain(&board, set(&[0, 1, 4, 7, 8, 6, 3]), Side::Black), ["a1", "b1", "c1"]);
        assert_eq!(chain(&board, set(&[3, 4, 5]), Side::White), ["b1", "b2", "b3"]);
        assert_eq!(chain(&board, set(&[3, 4, 5]), Side::Black), [""; 0]);
        let row = Rhombus::<u64>::new(1, 3, Edges::BlackTopBottom).expect("a board");
        assert_eq!(chain(&row, set(&[1]), Side::Black), ["a2"]);
    }
}

/// Rows and columns of a text that looks like the cells of a board, row by row with `/` between.
pub(crate) fn rows(text: &str) -> Option<(u32, u32)> {
    let text = text.trim();
    let is_cells = text.contains('/') && text.chars().all(|c| "BW?.-/".contains(c));
    is_cells.then(|| (text.split('/').count() as u32, text.find('/').unwrap_or_default() as u32))
}
