//! Depth-first proof-number search (df-pn): which side wins, in games without draws.
//!
//! Each state has two numbers, estimated from the states after it: `prove`, the least work left to prove that its side to move wins, and
//! `refute`, the least work left to prove that it loses. The search goes where the least work is left. (A. Nagai, "Df-pn algorithm
//! for searching AND/OR trees and its applications", 2002.) Two changes keep it small:
//!
//! - The work to refute all children is the most work of one child plus 1 for each other, not the sum: many ways lead to the same state,
//!   and a sum counts its work twice. (Compare T. Ueda, T. Hashimoto, J. Hashimoto, H. Iida, "Weak proof-number search", 2008.)
//! - *Widening*: only the most promising of the open children are searched, as [`nexsolve_core::Proving::look`] orders them. (P. Henderson,
//!   "Playing and solving the game of Hex", 2010: focused df-pn.)
//!
//! The search turns to the second-best child as soon as the best one has more work left. A margin (1 + ε; J. Pawlewicz, Ł. Lew, "Improving
//! depth-first pn-search: 1 + ε trick", 2007) takes 12 % more nodes on 7×7 Hex: a look at a state is expensive, and returning to one is cheap.
//!
//! Threads work on the same root and share numbers and lists of children. Each prefers children where no other thread works. The numbers
//! that other threads write decide where a thread goes next, never whether it goes back.

use dashmap::DashMap;
use foldhash::fast::FixedState;
use nexsolve_core::{ProofEntry, Proving, ProvingFor, Verdict};
use std::sync::Arc;

/// A number above all work.
const INFINITE: u32 = 1 << 28;

/// The work left for a state, seen from its side to move. If the winner is proven, one number is 0 and the other infinite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Numbers {
    prove: u32,
    refute: u32,
}

impl Numbers {
    const NEW: Self = Self { prove: 1, refute: 1 };
    const WON: Self = Self { prove: 0, refute: INFINITE };
    const LOST: Self = Self { prove: INFINITE, refute: 0 };
    const NO_BOUND: Self = Self { prove: INFINITE, refute: INFINITE };

    fn wins(self) -> Option<bool> {
        match self {
            Self { prove: 0, .. } => Some(true),
            Self { refute: 0, .. } => Some(false),
            _ => None,
        }
    }

    /// Returns whether a number reaches its bound, as it does if the winner is proven.
    fn passes(self, bound: Self) -> bool {
        self.prove >= bound.prove || self.refute >= bound.refute
    }
}

/// The least work of an entry worth keeping: with less, looking at the state again is as cheap.
const KEPT_WORK: u32 = 4;

/// What is known about a state.
#[derive(Clone, Copy, Debug)]
struct Known {
    numbers: Numbers,
    /// The looks that led to the numbers.
    work: u32,
    /// The threads that work below the state.
    busy: u16,
}

/// Bytes that a known state takes, with its part of the map.
const KNOWN_BYTES: u64 = 64;

/// Bytes that a list of children takes with its part of the map: more than twice the mean on 7×7 Hex.
const LIST_BYTES: u64 = 512;

/// A search for the winners of positions `P`.
pub(crate) struct Prover<'a, P> {
    pub(crate) game: Box<dyn ProvingFor<P> + 'a>,
    pub(crate) search: ProofNumbers,
}

/// A search for the winners of states. It keeps its results from one question to the next. It does not depend on the type of
/// positions, so that it is compiled once.
pub(crate) struct ProofNumbers {
    known: DashMap<u128, Known, FixedState>,
    /// The greatest number of known states.
    room: u64,
    /// The children of states that were looked at.
    children: DashMap<u128, Arc<[u128]>, FixedState>,
    /// The greatest number of lists of children.
    children_room: u64,
    /// Whether only the most promising children are searched at a time.
    widens: bool,
}

/// The data of one thread.
struct Thread<'t> {
    game: &'t dyn Proving,
    /// Called at every look; returns whether the search goes on.
    goes_on: &'t mut dyn FnMut() -> bool,
    /// The states from the root to the present one.
    path: Vec<u128>,
}

/// Why a thread stopped its work.
enum Left {
    /// `goes_on` ended the search.
    Ended,
    /// Another thread has proven the winner of a state on the path.
    Done,
}

impl<'a, P> Prover<'a, P> {
    /// Creates a search within this much memory.
    pub(crate) fn new(game: Box<dyn ProvingFor<P> + 'a>, memory_bytes: u64, widens: bool) -> Self {
        let (known, children) = (DashMap::default(), DashMap::default());
        let mut search = ProofNumbers { known, room: 0, children, children_room: 0, widens };
        search.stay_within(memory_bytes);
        Self { game, search }
    }

    /// Sorts the states after the moves of a position, the most promising moves first, as the game lists them.
    pub(crate) fn order(&self, position: &P, after: &mut [u128]) {
        let Some(state) = self.game.state(position) else { return };
        let mut listed = Vec::new();
        self.game.look(state, &mut listed);
        after.sort_by_key(|state| listed.iter().position(|one| one == state).unwrap_or(listed.len()));
    }

    /// Returns whether the side to move of a state wins; `None` if `goes_on`, which is called at every look, has ended the search. Several
    /// threads may call this at once: they share the work.
    pub(crate) fn prove(&self, root: u128, goes_on: &mut dyn FnMut() -> bool) -> Option<bool> {
        self.search.prove(Thread { game: &*self.game, goes_on, path: Vec::new() }, root)
    }
}

impl ProofNumbers {
    /// Sets how much memory the search may use from now on.
    pub(crate) fn stay_within(&mut self, memory_bytes: u64) {
        let quarter = memory_bytes / 4;
        self.room = ((memory_bytes - quarter) / KNOWN_BYTES).max(1 << 10);
        self.children_room = (quarter / LIST_BYTES).max(1 << 8);
    }

    /// Returns whether the side to move wins, if that is proven.
    pub(crate) fn known(&self, state: u128) -> Option<bool> {
        self.known.get(&state)?.numbers.wins()
    }

    /// The results with which a later search can continue.
    pub(crate) fn entries(&self) -> impl Iterator<Item = ProofEntry> + '_ {
        self.known.iter().filter(|known| known.work >= KEPT_WORK).map(|known| {
            let Known { numbers: Numbers { prove, refute }, work, .. } = *known;
            ProofEntry { state: *known.key(), prove, refute, work }
        })
    }

    /// Adopts the results of an earlier search.
    pub(crate) fn restore(&self, entries: &mut dyn Iterator<Item = ProofEntry>) {
        for ProofEntry { state, prove, refute, work } in entries {
            let numbers = match (prove, refute) {
                (0, _) => Numbers::WON,
                (_, 0) => Numbers::LOST,
                _ => Numbers { prove: prove.min(INFINITE - 1), refute: refute.min(INFINITE - 1) },
            };
            self.note(state, numbers, work);
            if self.known.len() as u64 > self.room {
                self.make_room();
            }
        }
    }

    /// Returns whether a thread works below a state.
    pub(crate) fn is_busy(&self, state: u128) -> bool {
        self.known.get(&state).is_some_and(|known| known.busy > 0)
    }

    fn prove(&self, mut thread: Thread<'_>, root: u128) -> Option<bool> {
        loop {
            if let Some(wins) = self.known(root) {
                return Some(wins);
            }
            thread.path.clear();
            // `Left::Done`: another thread has proven a state on the path, so this thread starts again at the root.
            if let Err(Left::Ended) = self.visit(&mut thread, root, Numbers::NO_BOUND) {
                return None;
            }
        }
    }

    fn visit(&self, thread: &mut Thread<'_>, state: u128, bound: Numbers) -> Result<Numbers, Left> {
        if thread.path.iter().any(|&above| self.known(above).is_some()) {
            return Err(Left::Done);
        }
        let mut work = 0;
        let children = if let Some(children) = self.children.get(&state).map(|list| Arc::clone(&list)) {
            children
        } else {
            work = 1;
            if !(thread.goes_on)() {
                return Err(Left::Ended);
            }
            let mut children = Vec::new();
            match thread.game.look(state, &mut children) {
                Verdict::Win => return Ok(self.note(state, Numbers::WON, work)),
                Verdict::Loss => return Ok(self.note(state, Numbers::LOST, work)),
                Verdict::Open => {}
            }
            let children: Arc<[u128]> = children.into();
            self.keep_children(state, Arc::clone(&children));
            let numbers = Numbers { prove: 1, refute: children.len() as u32 };
            if numbers.passes(bound) {
                return Ok(self.note(state, numbers, work));
            }
            children
        };
        self.enter(state);
        thread.path.push(state);
        let found = self.below(thread, &children, bound, &mut work);
        thread.path.pop();
        self.leave(state);
        found.map(|numbers| self.note(state, numbers, work))
    }

    /// Searches the children of a state until its numbers pass the bound.
    fn below(
        &self,
        thread: &mut Thread<'_>,
        children: &[u128],
        bound: Numbers,
        work: &mut u32,
    ) -> Result<Numbers, Left> {
        let mut open: Vec<(u128, Numbers)> = children.iter().map(|&child| (child, Numbers::NEW)).collect();
        loop {
            let mut busy = [0_u16; 256];
            let mut won = false;
            let mut place = 0;
            open.retain_mut(|(child, numbers)| {
                // Keeps the numbers of children that the table has dropped.
                if let Some(known) = self.known.get(child) {
                    *numbers = known.numbers;
                    busy[place.min(255)] = known.busy;
                }
                won |= numbers.refute == 0;
                let stays = numbers.prove != 0;
                place += usize::from(stays);
                stays
            });
            if won {
                return Ok(Numbers::WON);
            }
            if open.is_empty() {
                return Ok(Numbers::LOST);
            }
            let part = if self.widens { 1 + open.len().div_ceil(4) } else { open.len() };
            let among = part.min(open.len());
            let least = open[..among].iter().map(|(_, child)| child.refute).min().unwrap_or(INFINITE);
            let most = open[..among].iter().map(|(_, child)| child.prove).max().unwrap_or(0);
            let others = open.len() as u32 - 1;
            let numbers = Numbers { prove: least, refute: (most + others).min(INFINITE - 1) };
            if numbers.passes(bound) {
                return Ok(numbers);
            }
            // A child with other threads below it counts as more work.
            let seeming = |i: usize| open[i].1.refute.saturating_mul(1 + u32::from(busy[i.min(255)]));
            let mut order: Vec<usize> = (0..among).collect();
            order.sort_by_key(|&i| seeming(i));
            let best = order[0];
            let second = order.get(1).map_or(INFINITE, |&i| open[i].1.refute);
            let (child, before) = open[best];
            let below = Numbers {
                prove: bound.refute.saturating_sub(others).max(before.prove + 1).min(INFINITE),
                refute: bound.prove.min(second + 1).max(before.refute + 1).min(INFINITE),
            };
            open[best].1 = self.visit(thread, child, below)?;
            *work += self.known.get(&child).map_or(0, |known| known.work);
        }
    }

    /// Stores the numbers of a state and returns the stored ones. A proven winner is never overwritten.
    fn note(&self, state: u128, numbers: Numbers, work: u32) -> Numbers {
        let mut known = self.known.entry(state).or_insert(Known { numbers, work: 0, busy: 0 });
        if known.numbers.wins().is_none() {
            known.numbers = numbers;
        }
        known.work = known.work.max(work);
        known.numbers
    }

    fn enter(&self, state: u128) {
        self.known.entry(state).or_insert(Known { numbers: Numbers::NEW, work: 0, busy: 0 }).busy += 1;
    }

    fn leave(&self, state: u128) {
        if let Some(mut known) = self.known.get_mut(&state) {
            known.busy = known.busy.saturating_sub(1);
        }
        if self.known.len() as u64 > self.room {
            self.make_room();
        }
    }

    /// Stores a list of children; if there are too many, half of the others are dropped.
    fn keep_children(&self, state: u128, children: Arc<[u128]>) {
        if self.children.len() as u64 >= self.children_room {
            let mut keeps = false;
            self.children.retain(|_, _| {
                keeps = !keeps;
                keeps
            });
        }
        self.children.insert(state, children);
    }

    /// Drops the states that took the least work, except those below which a thread works.
    fn make_room(&self) {
        let mut least = 2;
        while self.known.len() as u64 > self.room / 2 {
            self.known.retain(|_, known| known.busy > 0 || known.work >= least);
            least = least.saturating_mul(2);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A game whose positions are its states, and whose root lists the states after its moves in an order of its own.
    struct Listed;

    impl Proving for Listed {
        fn look(&self, _: u128, children: &mut Vec<u128>) -> Verdict {
            *children = vec![3, 1, 2];
            Verdict::Open
        }
    }

    impl ProvingFor<u128> for Listed {
        fn state(&self, position: &u128) -> Option<u128> {
            Some(*position)
        }
    }

    #[test]
    fn promising_moves_come_first_and_those_left_out_last() {
        let mut after = [8, 1, 2, 9, 3];
        Prover::new(Box::new(Listed), 1 << 20, true).order(&0, &mut after);
        assert_eq!(after, [3, 1, 2, 8, 9]);
    }
}
