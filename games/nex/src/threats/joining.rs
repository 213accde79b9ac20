//! A side and its ways to complete a chain.

use crate::NexMove;
use nexsolve_core::Side;
use nexsolve_rhombus::paths::{Reach, shortest_chain};
use nexsolve_rhombus::{Cell, CellSet, Rhombus};

/// A threat to complete a chain by a transform move.
#[derive(Clone, Copy)]
pub(super) struct Transform<S> {
    pub(super) mv: NexMove,
    pub(super) chain: S,
}

/// A side on its board.
#[derive(Clone, Copy)]
pub(super) struct Joining<'a, S> {
    pub(super) board: &'a Rhombus<S>,
    pub(super) side: Side,
}

impl<S: CellSet> Joining<'_, S> {
    /// Returns the reach of these stones.
    pub(super) fn reach(self, own: S) -> Reach<S> {
        Reach::of(self.board, own, self.side)
    }

    /// Returns the cells of a shortest chain of `stones`.
    pub(super) fn chain(self, stones: S) -> Option<S> {
        let (first, last) = self.board.ends(self.side);
        let cells = shortest_chain(self.board, stones, first, last)?;
        Some(cells.into_iter().fold(S::EMPTY, |chain, cell| chain | S::one(cell)))
    }

    /// Returns a transform move that completes a chain.
    pub(super) fn transform(self, own: S, neutral: S, reach: Reach<S>) -> Option<Transform<S>> {
        let (starts, ends) = (neutral & reach.from, neutral & reach.to);
        if starts.is_empty() || ends.is_empty() || neutral.count() < 2 {
            return None;
        }
        let (first, _) = self.board.ends(self.side);
        // A neutral stone beside the first edge's chain and the last edge's needs no second one, so that
        // chain can be left out.
        let apart = own.without(self.board.flood(first, own));
        for i in starts.iter() {
            let set = S::one(i);
            if ends.has(i) {
                // Any partner will do, unless it has to replace the stone given up.
                let chain = self.chain(own | set)?;
                let with = |partner| self.spared(own, [i, partner], chain);
                if let Some(found) = neutral.without(set).iter().find_map(with) {
                    return Some(found);
                }
            }
            let group = self.board.flood(set, apart | set);
            let partners = self.board.neighbours(group) & ends.without(set);
            for j in partners.iter() {
                let chain = self.chain(own | set | S::one(j))?;
                if let Some(found) = self.spared(own, [i, j], chain) {
                    return Some(found);
                }
            }
        }
        None
    }

    /// Returns whether some transform move completes a chain.
    pub(super) fn transforms(self, own: S, neutral: S, reach: Reach<S>) -> bool {
        self.transform(own, neutral, reach).is_some()
    }

    /// Returns the transform move that gains these stones and completes this chain, if a stone is left to
    /// give up.
    fn spared(self, own: S, gained: [Cell; 2], chain: S) -> Option<Transform<S>> {
        let mv = |given| {
            let [i, j] = gained;
            NexMove::Transform { gained: [i.min(j), i.max(j)], given }
        };
        if let Some(given) = own.without(chain).first() {
            return Some(Transform { mv: mv(given), chain });
        }
        let all = own | S::one(gained[0]) | S::one(gained[1]);
        let without =
            |given| Some(Transform { mv: mv(given), chain: self.chain(all.without(S::one(given)))? });
        own.iter().find_map(without)
    }

    /// Returns the cells where a neutral stone completes a chain together with one of the `neutral` stones.
    pub(super) fn partners(self, own: S, neutral: S, reach: Reach<S>) -> S {
        if neutral.is_empty() {
            return S::EMPTY;
        }
        let mut cells = reach.from & reach.to;
        let (first, last) = self.board.ends(self.side);
        let apart = own.without(self.board.flood(first | last, own));
        for i in (neutral & (reach.from | reach.to)).iter() {
            let set = S::one(i);
            let around = self.board.neighbours(self.board.flood(set, apart | set));
            if reach.from.has(i) {
                cells |= around & reach.to;
            }
            if reach.to.has(i) {
                cells |= around & reach.from;
            }
        }
        cells
    }
}
