//! What both sides connect in a position, on boards of any size.

use super::connections::{Connections, Link, Seek};
use super::{Hex, HexPosition};
use crate::rhombus::{Cell, CellSet};
use nexsolve_core::{Connected, Game, Hold};

impl<S: CellSet> Hex<S> {
    /// The connections of both sides; `None` where the game is over or the next move may be a swap.
    pub(super) fn held(&self, position: &HexPosition<S>) -> Option<Connected> {
        if position.may_swap || self.outcome(position).is_some() {
            return None;
        }
        let (board, empty, mover) = (&self.board, self.empty(position), position.side_to_move());
        let beside: Vec<S> =
            (0..board.len()).map(|cell| board.neighbours(S::one(Cell(cell as u16)))).collect();
        let mut connections = Connections::new(beside.len());
        let mut find = |side| {
            connections.find(board, &beside, position.stones(side), empty, side, Seek::All);
            (connections.link(), connections.must_play())
        };
        let ((own, _), (other, must_play)) = (find(mover), find(mover.other()));
        let must_play = if matches!(other, Link::Full(_)) { S::EMPTY } else { must_play };
        Some(Connected { own: hold(own), other: hold(other), must_play: numbers(must_play) })
    }
}

fn hold<S: CellSet>(link: Link<S>) -> Hold {
    match link {
        Link::Open => Hold::Open,
        Link::Semi(carrier) => Hold::First(numbers(carrier)),
        Link::Full(carrier) => Hold::Always(numbers(carrier)),
    }
}

fn numbers<S: CellSet>(cells: S) -> Vec<usize> {
    cells.iter().map(|cell| usize::from(cell.0)).collect()
}

#[cfg(test)]
mod tests {
    use super::super::Variant;
    use super::*;
    use crate::rhombus::Wide;
    use nexsolve_core::Notation;

    #[test]
    fn narrow_and_wide_boards_find_the_same() {
        let (narrow, wide) =
            (Hex::<u64>::new(5, 5, Variant::default()), Hex::<Wide>::new(5, 5, Variant::default()));
        let (narrow, wide) = (narrow.expect("a board"), wide.expect("a board"));
        for moves in [&[][..], &["c3"], &["c3", "b4"], &["a1", "c3"]] {
            let (mut one, mut other) = (narrow.start(), wide.start());
            for text in moves {
                one = narrow.play(&one, narrow.read_move(&one, text).expect("a move"));
                other = wide.play(&other, wide.read_move(&other, text).expect("a move"));
            }
            let found = narrow.held(&one).expect("the game goes on");
            assert_eq!(Some(&found), wide.held(&other).as_ref());
            assert_ne!(found, Connected::default());
        }
    }

    #[test]
    #[ignore = "slow: how long it takes on large boards"]
    fn time_on_large_boards() {
        for size in [8, 9, 10, 11, 12, 13] {
            let game = Hex::<Wide>::new(size, size, Variant::default()).expect("a board");
            let start = std::time::Instant::now();
            let found = game.held(&game.start());
            eprintln!("{size}: {:?} {}", start.elapsed(), found.map_or(0, |found| found.must_play.len()));
        }
    }
}
