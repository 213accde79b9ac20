//! The connections of both sides in a position, on boards of any size.

use super::fill_in::{Fillable, fill};
use super::h_search::{Connections, EndNumber, Link, Seek};
use crate::{Convention, Hex, HexPosition};
use nexsolve_core::{Connected, Edge, Game, Hold, Joint, Side, Strength, Wire};
use nexsolve_rhombus::{Cell, CellSet};
use std::sync::atomic::AtomicBool;

impl<S: CellSet> nexsolve_catalogue::Connections<HexPosition<S>> for Hex<S> {
    fn connected(&self, position: &HexPosition<S>, stop: &AtomicBool) -> Option<Connected> {
        if !self.is_free_of_swap(position) || self.outcome(position).is_some() {
            return None;
        }
        let (board, empty, mover) = (&self.board, self.empty(position), position.side_to_move());
        let mut connections = Connections::<S>::new(board.len() as usize);
        let mut find = |side| {
            connections.find_until(board, position.stones(side), empty, side, Seek::All, stop);
            (connections.link(), connections.key(), connections.must_play())
        };
        let ((own, key, _), (other, _, must_play)) = (find(mover), find(mover.other()));
        let key = key.filter(|_| matches!(own, Link::Semi(_))).map(|key| usize::from(key.0));
        let must_play = if matches!(other, Link::Full(_)) { S::EMPTY } else { must_play };
        Some(Connected { own: hold(own), other: hold(other), key, must_play: numbers(must_play) })
    }

    fn wires(
        &self,
        position: &HexPosition<S>,
        side: Side,
        from: Joint,
        to: Option<Joint>,
    ) -> Option<Vec<Wire>> {
        let own = position.stones(side);
        let from = self.end(own, position, side, from)?;
        let to = match to {
            Some(to) => Some(self.end(own, position, side, to)?),
            None => None,
        };
        if !self.is_free_of_swap(position) || self.outcome(position).is_some() {
            return None;
        }
        if to == Some(from) {
            let to = self.joint(from, side);
            return Some(vec![Wire { to, strength: Strength::Full, carrier: Vec::new() }]);
        }
        let empty = self.empty(position);
        let mut connections = Connections::<S>::new(self.board.len() as usize);
        connections.find(&self.board, own, empty, side, Seek::Everything);
        let mut wires = Vec::new();
        let mut tell = |other, carriers: &[S], strength| {
            let to = self.joint(other, side);
            wires.extend(carriers.iter().map(|&carrier| Wire { to, strength, carrier: numbers(carrier) }));
        };
        for other in connections.all_ends(empty) {
            if other != from && to.is_none_or(|to| to == other) {
                let (fulls, semis) = connections.between(from, other);
                tell(other, fulls, Strength::Full);
                tell(other, semis, Strength::Semi);
            }
        }
        Some(wires)
    }

    fn filled_in(&self, position: &HexPosition<S>) -> Option<[Vec<usize>; 2]> {
        if !self.is_free_of_swap(position) || self.outcome(position).is_some() {
            return None;
        }
        let before = [position.black, position.white];
        let mut after = before;
        fill(&self.board, &mut after, Fillable::All);
        Some([0, 1].map(|side| numbers(after[side].without(before[side]))))
    }
}

impl<S: CellSet> Hex<S> {
    /// The edges that a side joins, the first one first.
    fn edges(&self, side: Side) -> [Edge; 2] {
        let is_black = side == Side::Black;
        if is_black == (self.variant.convention == Convention::Standard) {
            [Edge::North, Edge::South]
        } else {
            [Edge::West, Edge::East]
        }
    }

    /// The end at a joint; `None` for a cell with a stone of the opponent, and for the opponent's edges.
    fn end(&self, own: S, position: &HexPosition<S>, side: Side, joint: Joint) -> Option<EndNumber> {
        let edge = |number: usize| (self.board.len() as usize + number) as EndNumber;
        let cell = match joint {
            Joint::Edge(name) => return self.edges(side).iter().position(|&known| known == name).map(edge),
            Joint::Cell(cell) => Cell(cell as u16),
        };
        let at = (u32::from(cell.0) < self.board.len()).then(|| S::one(cell))?;
        if (position.stones(side.other()) & at).any() {
            return None;
        }
        let chain = self.board.flood(at, own);
        let (first, last) = self.board.ends(side);
        if let Some(number) = [first, last].iter().position(|&edge| (chain & edge).any()) {
            return Some(edge(number));
        }
        Some(chain.first().map_or(cell.0, |first| first.0))
    }

    fn joint(&self, end: EndNumber, side: Side) -> Joint {
        match usize::from(end).checked_sub(self.board.len() as usize) {
            Some(edge) => Joint::Edge(self.edges(side)[edge]),
            None => Joint::Cell(end.into()),
        }
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
    use super::*;
    use crate::Variant;
    use nexsolve_catalogue::Connections as _;
    use nexsolve_core::Notation;
    use nexsolve_rhombus::Wide;

    #[test]
    fn narrow_and_wide_boards_find_the_same() {
        let (narrow, wide) =
            (Hex::<u64>::new(5, 5, Variant::default()), Hex::<Wide>::new(5, 5, Variant::default()));
        let (narrow, wide) = (narrow.expect("a board"), wide.expect("a board"));
        let never = AtomicBool::new(false);
        for moves in [&[][..], &["c3"], &["c3", "b4"], &["a1", "c3"]] {
            let (mut one, mut other) = (narrow.start(), wide.start());
            for text in moves {
                one = narrow.play(&one, narrow.read_move(&one, text).expect("a move"));
                other = wide.play(&other, wide.read_move(&other, text).expect("a move"));
            }
            let found = narrow.connected(&one, &never).expect("the game goes on");
            assert_eq!(Some(&found), wide.connected(&other, &never).as_ref());
            assert_ne!(found, Connected::default());
        }
    }
}
