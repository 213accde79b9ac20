//! What retrograde analysis of a game with cycles asks of its numbering.

use crate::{After, Ranked, Unmoves};
use std::ops::{ControlFlow, Range};

/// Layers that play can return to, worked on by numbers alone.
///
/// Layers that lead to each other make a **group**; a move from a layer to one of its own group **stays**, any other
/// **leaves**. The defaults are the rules and the ranking; a game that finds the same faster does so, and
/// [`crate::laws::retrograde`] holds it to them. A game that is over is lost by the side to move, or drawn where points are
/// counted and none are left.
pub trait Retrograde: Ranked + Unmoves {
    /// How many positions each number stands for ([`crate::Symmetric::copies`]).
    const COPIES: u64 = 1;

    /// For each number of the range that is not free, in order: calls `leave` of `visit` with what each leaving move leads
    /// to, once at least, then `end` with the number and how many moves stay.
    ///
    /// # Panics
    /// If there is no such layer or number.
    fn outlook(&self, layer: usize, ranks: Range<u64>, visit: &mut impl Outlook) {
        let layers = self.layers();
        self.unrank_range(layer, ranks, |rank, position| {
            let mut stay = 0;
            let _ = self.ranks_after(&position, |after| {
                match after {
                    After::Ranked { layer: next, .. } if layers[next].successors.contains(&layer) => {
                        stay += 1;
                    }
                    leaving => visit.leave(leaving),
                }
                ControlFlow::Continue(())
            });
            visit.end(rank, stay);
        });
    }

    /// For each of these numbers, none of them free: calls `visit` with the layer and number of each position that a staying
    /// move leads from to it, once for each such move. It may also be called, any number of times, for positions from which
    /// no move stays.
    ///
    /// # Panics
    /// If there is no such layer or number.
    fn before(&self, layer: usize, ranks: &[u64], mut visit: impl FnMut(usize, u64)) {
        let (mut positions, mut next) = (Vec::new(), Vec::new());
        for &rank in ranks {
            let position = self.unrank(layer, rank).expect("a number that is not free");
            self.predecessors(&position, &mut positions);
            for before in &positions {
                let (from, number) = self.rank(before);
                if !self.layers()[layer].successors.contains(&from) {
                    continue;
                }
                // Symmetric positions are one number: a move to each of them is a move to it.
                self.moves(before, &mut next);
                let same = next.iter().filter(|&&mv| self.play(before, mv) == position);
                same.for_each(|_| visit(from, number));
            }
        }
    }
}

/// Hears what the moves of positions come to ([`Retrograde::outlook`]).
pub trait Outlook {
    /// A move leaves the group.
    fn leave(&mut self, to: After);

    /// All moves that leave from the position with this number have been told, and so many stay.
    fn end(&mut self, rank: u64, stay: u32);
}
