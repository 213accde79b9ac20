//! Checks that wins and losses are grounded: that they do not follow only from each other.
//!
//! If play can return to a layer, values that agree with each other may be wrong. If a move of A leads to B,
//! a move of B leads to A, and no other move matters, then "A wins, B loses" agrees with the rules at each
//! position. But play can go round for ever, and endless play is worth 0. So after the first pass, over
//! single positions, a second pass examines each **group** of layers that lead to each other.
//!
//! # Grounded positions
//!
//! All values are points for the side to move; for `wdl` they are 1, 0 and −1 with a stake of 0, which makes
//! `lift` the negation. The stake is the same in the whole group, because no move raises it; so a move that
//! stays in the group has the negated value of the position to which it leads. A move *achieves* the value of
//! a position if it has that value. A position with a value other than 0 is **grounded**
//!
//! - if it is over;
//! - with a value above 0: if a move that achieves it leaves the group, or leads to a grounded position;
//! - with a value below 0: if all moves that stay lead to grounded positions.
//!
//! The grounded positions are the least set of this kind, which repeated application finds, starting with the
//! empty set. A position with a value above 0 that is not in it follows only from itself and others like it.
//!
//! # Why that is right
//!
//! Let *v* be the values of a group, each the best value of its moves by these same values (the first pass),
//! and let those of later groups be right. Let *V* be the true values.
//!
//! *(1) V(p) lies between 0 and v(p).* Say v(p) ≥ 0. A player who always makes a move that achieves the value
//! has, at each of his turns in the group, at least v(p) before him: the opponent's moves cannot raise what
//! the opponent has. Either play leaves the group or ends, with at least v(p) for him, or it goes on for ever
//! and is worth 0. So V(p) ≥ 0. The opponent who plays like this from the positions after p on grants no more
//! than v(p) where play leaves or ends, and no more than 0 ≤ v(p) where it does not. So V(p) ≤ v(p). For v(p)
//! ≤ 0 the same holds with the sides exchanged. In particular, v(p) = 0 is always right.
//!
//! *(2) Grounded values are right.* Say x = v(p) > 0, and p is grounded. The player makes the move that
//! grounds p. If it leaves the group, he has x. If not, it leads to a grounded q with v(q) = −x that was
//! found before p. Whatever the opponent does there: the game is over, or his move leaves the group, and he
//! has at most −x; or it stays, and leads to a grounded position, found before q, with a value of at least x.
//! Each turn is at a position found before the last one, so this ends, and V(p) ≥ x. With (1), V(p) = x; and
//! for values below 0 by the same argument.
//!
//! *(3) If some positions are not grounded, some of their values are wrong:* those farthest from 0. Let y be
//! their distance from 0, and p one of them, with v(p) = y. All moves that achieve it lead to positions left,
//! with −y; from each of those some move leads to a position left, which is worth at least y to the player,
//! and y at most, since none is farther from 0. The opponent makes this move each time. If the player always
//! achieves y, play goes on for ever, and he has 0. If he once makes another move, it is worth some z < y by
//! v, and by (1) no more than the greater of z and 0 in truth, which the opponent can hold him to. So V(p) <
//! y. Of positions left with −y it is the same: the opponent's move leads to one with y. (Values nearer to 0
//! that are left may be right, and only rest on wrong ones.)
//!
//! So after both passes, all values of a group are right if and only if no position is left, and, group by
//! group from the last to the first, all values of all tables.
//!
//! **Distances need no second pass.** For `dtw` the first pass suffices, by induction over the distance d: if
//! the positions with a win or loss in fewer than d plies are the true ones, then so are those with d,
//! because a value of d agrees with the rules only if it follows from values with smaller distances.
//! Positions without a distance are draws, in the table and in truth.
//!
//! # Cost
//!
//! Only the rules and the ranking are used: forward moves and their ranks. A bit for each rank says whether
//! there is nothing more to find out about it. Each round goes over the positions whose bit is not set, in
//! parallel; what one thread finds, others see in the same round, which saves rounds and cannot change the
//! result, because bits are only ever set. There are at most as many rounds as the longest win has moves;
//! most positions are settled in the first few.

use crate::derive::Derivation;
use crate::error::VerifyError;
use crate::groups::Group;
use crate::shelf::Shelf;
use crate::source::TableCodes;
use crate::sweep::Sweep;
use crate::task::Task;
use crate::wrong::{NAMED, WrongValue};
use bitvec::prelude::{BitSlice, BitVec};
use nexsolve_core::parallel;
use nexsolve_core::{LayerId, Ranked, Unmoves};
use nexsolve_db::TableError;
use std::cmp::Reverse;
use std::ops::Range;
use std::sync::atomic::AtomicU64;

/// A bit for each rank, which all threads read and set.
type Done = BitSlice<AtomicU64>;

/// The number of ranks that a thread processes at a time: a multiple of 64, so each word of bits has one
/// writer.
const PART: u64 = 1 << 12;

/// Bytes that the second pass over this group takes, in addition to the tables.
pub(crate) fn bytes(entries: impl Iterator<Item = u64>) -> u64 {
    entries.map(|entries| entries.div_ceil(64) * 8).sum()
}

/// The findings of the second pass: the number of positions that are not grounded, and those with values
/// farthest from 0, in the order of ranks.
#[derive(Default)]
pub(crate) struct Ungrounded {
    pub(crate) left: u64,
    pub(crate) first: Vec<WrongValue>,
}

impl Ungrounded {
    fn and(mut self, other: Self) -> Self {
        self.left += other.left;
        self.first.extend(other.first);
        self.first.sort_by_key(|left| (Reverse(left.stored.abs()), left.layer, left.rank));
        self.first.truncate(NAMED);
        self
    }
}

/// The second pass over a group, in progress.
pub(crate) struct Ground<'a, G> {
    game: &'a G,
    sweep: &'a Sweep<'a>,
    shelf: &'a Shelf,
    group: &'a Group,
    /// For each layer of the group.
    derivations: Vec<Derivation<'a, G>>,
    /// For each layer of the group, by rank: whether the position is settled.
    done: Vec<BitVec<AtomicU64>>,
}

impl<'a, G: Ranked + Unmoves> Ground<'a, G> {
    /// `tasks` are those of the group's layers, for one metric, in any order; `needs` are all layers from
    /// which their values follow.
    pub(crate) fn new(
        game: &'a G,
        sweep: &'a Sweep<'a>,
        shelf: &'a Shelf,
        group: &'a Group,
        tasks: &[Task],
        needs: &[LayerId],
    ) -> Self {
        let metric = tasks[0].table.metric();
        let layers = game.layers();
        let stake = layers[group.layers.start].stake;
        assert!(
            group.ids().all(|layer| layers[layer].stake == stake),
            "a move of layer {} raises the stake",
            layers[group.layers.start].name
        );
        let derivation = |layer| Derivation::new(game, metric, layer, &shelf.sources, needs);
        let none = |layer: LayerId| BitVec::repeat(false, layers[layer].len as usize);
        let derivations = group.ids().map(derivation).collect();
        let done = group.ids().map(none).collect();
        Self { game, sweep, shelf, group, derivations, done }
    }

    /// Runs the second pass. The values of the group must have passed the first.
    pub(crate) fn find(&self) -> Result<Ungrounded, VerifyError> {
        let mut found = self.round(Self::begin)?;
        while found > 0 {
            found = self.round(Self::go_on)?;
        }
        let parts = self.parts();
        let runs = parallel::try_runs(parts.len() as u64, |run| {
            let mut found = Ungrounded::default();
            for (layer, ranks) in parts[run.start as usize..run.end as usize].iter().cloned() {
                found = found.and(self.left(layer, ranks)?);
            }
            Ok::<_, VerifyError>(found)
        })?;
        Ok(runs.into_iter().fold(Ungrounded::default(), Ungrounded::and))
    }

    /// All ranks, in parts.
    fn parts(&self) -> Vec<(LayerId, Range<u64>)> {
        let parts = |layer: LayerId| {
            let len = self.game.layers()[layer].len;
            (0..len).step_by(PART as usize).map(move |first| (layer, first..len.min(first + PART)))
        };
        self.group.ids().flat_map(parts).collect()
    }

    /// Processes all parts. Returns how many ranks it has settled.
    fn round(
        &self,
        work: fn(&Self, LayerId, Range<u64>) -> Result<u64, VerifyError>,
    ) -> Result<u64, VerifyError> {
        let parts = self.parts();
        let work = |at: usize| {
            self.sweep.check_stop()?;
            let (layer, ranks) = parts[at].clone();
            let found = work(self, layer, ranks)?;
            self.sweep.progress(found);
            Ok::<_, VerifyError>(found)
        };
        Ok(parallel::try_map(parts.len(), work)?.into_iter().sum())
    }

    /// The first round. It also marks free ranks and values of 0 as settled.
    fn begin(&self, layer: LayerId, ranks: Range<u64>) -> Result<u64, VerifyError> {
        let done = self.done(layer, &ranks);
        let mut open = BitVec::<u64>::repeat(false, done.len());
        self.game.try_unrank_range(layer, ranks.clone(), |rank, position| {
            let is_done = self.is_done(layer, rank, &position)?;
            open.set((rank - ranks.start) as usize, !is_done);
            Ok::<_, TableError>(())
        })?;
        for at in open.iter_zeros() {
            done.set_aliased(at, true);
        }
        Ok(open.count_zeros() as u64)
    }

    /// A later round.
    fn go_on(&self, layer: LayerId, ranks: Range<u64>) -> Result<u64, VerifyError> {
        let done = self.done(layer, &ranks);
        let mut found = 0;
        for (at, rank, position) in self.open(layer, &ranks) {
            if self.is_done(layer, rank, &position)? {
                done.set_aliased(at, true);
                found += 1;
            }
        }
        Ok(found)
    }

    /// Returns whether this position is settled.
    #[inline]
    fn is_done(&self, layer: LayerId, rank: u64, position: &G::Position) -> Result<bool, TableError> {
        let derivation = &self.derivations[self.group.place(layer)];
        if derivation.is_omitted(position) {
            return Ok(true);
        }
        let value = self.value(layer, rank, position)?;
        if value == 0 {
            return Ok(true);
        }
        let group = self.group;
        derivation.is_grounded(position, value, |layer, rank| {
            // A move that achieves the value leads to a value other than 0, so a set bit means that the
            // position is grounded.
            group.layers.contains(&layer).then(|| self.done[group.place(layer)][rank as usize])
        })
    }

    /// The positions left at the end.
    fn left(&self, layer: LayerId, ranks: Range<u64>) -> Result<Ungrounded, VerifyError> {
        let (mut found, metric) = (Ungrounded::default(), self.source(layer).table().metric());
        for (_, rank, position) in self.open(layer, &ranks) {
            let stored = self.value(layer, rank, &position)?;
            self.sweep.progress(1);
            let wrong = WrongValue { layer, metric, rank, stored, derived: None };
            found = found.and(Ungrounded { left: 1, first: vec![wrong] });
        }
        Ok(found)
    }

    /// The bits of a part.
    fn done(&self, layer: LayerId, ranks: &Range<u64>) -> &Done {
        &self.done[self.group.place(layer)][ranks.start as usize..ranks.end as usize]
    }

    /// The ranks of a part that are not settled: each with its place in the part and its position.
    fn open(&self, layer: LayerId, ranks: &Range<u64>) -> impl Iterator<Item = (usize, u64, G::Position)> {
        self.done(layer, ranks).iter_zeros().map(move |at| {
            let rank = ranks.start + at as u64;
            (at, rank, self.game.unrank(layer, rank).expect("a number that is not free"))
        })
    }

    fn value(&self, layer: LayerId, rank: u64, position: &G::Position) -> Result<i16, TableError> {
        let source = self.source(layer);
        if source.table().is_derived() && !source.is_complete() {
            let derivation = &self.derivations[self.group.place(layer)];
            return derivation.value((layer, rank), position, &mut Vec::new());
        }
        Ok(source.table().values()[usize::from(source.code(rank)?)])
    }

    fn source(&self, layer: LayerId) -> &TableCodes {
        self.shelf.sources[layer.index()].as_ref().expect("a layer that the group rests on")
    }
}
