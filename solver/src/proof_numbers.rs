//! Depth-first proof-number search: which side wins, where there are two answers.
//!
//! Each state has two numbers: `prove`, the least work that is still to be done to prove that its side to move wins, and `refute`, to prove
//! that it loses, both by what is known of the states after it. The search goes where the least work is left. (A. Nagai, "Df-pn algorithm
//! for searching AND/OR trees and its applications", 2002.) Two things keep it small:
//!
//! - *The most work of one child, and one for each other*, in place of the sum over all: states are reached in many ways, and a sum counts
//!   work twice. (Compare T. Ueda, T. Hashimoto, J. Hashimoto, H. Iida, "Weak proof-number search", 2008.)
//! - *A part of the children at a time*, the most promising, as [`nexsolve_core::Proving::look`] lists them (P. Henderson, "Playing and solving the game of
//!   Hex", 2010: focused df-pn).
//!
//! The search turns to the second-best child as soon as the best one has more work left than it. A margin before it turns (1 + ε;
//! J. Pawlewicz, Ł. Lew, "Improving depth-first pn-search: 1 + ε trick", 2007) costs 12 % more nodes on 7×7 Hex: here a look at a
//! state is dear, and going back to one is cheap.
//!
//! Threads work on the same root and share what they find. Each turns to children where no other is at work; the numbers that others have
//! brought about decide where it goes, never whether it goes back.

use dashmap::DashMap;
use nexsolve_core::{ProvingFor, Verdict, Winners};
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::Arc;

/// More than any work.
const INFINITE: u32 = 1 << 28;

/// Work left to do for a state, seen from its side to move. One of them is 0 and the other infinite exactly if it is done.
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

    /// Whether there is more work than a bound allows, or none at all.
    fn passes(self, bound: Self) -> bool {
        self.prove >= bound.prove || self.refute >= bound.refute
    }
}

/// What is known of a state.
#[derive(Clone, Copy, Debug)]
struct Known {
    numbers: Numbers,
    /// Looks that it took.
    work: u32,
    /// Threads that are below it.
    busy: u16,
}

/// A hash of states, which are nearly random in their low bits as they are.
#[derive(Clone, Copy, Debug, Default)]
struct StateHasher(u64);

impl Hasher for StateHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        }
    }

    fn write_u128(&mut self, state: u128) {
        let mixed = (state as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ ((state >> 64) as u64).wrapping_mul(0xd1b5_4a32_d192_ed03);
        self.0 = (mixed ^ (mixed >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        self.0 ^= self.0 >> 32;
    }
}

/// Bytes that a known state takes, with its part of the map.
const KNOWN_BYTES: u64 = 64;

/// States whose children each thread remembers.
const REMEMBERED: usize = 1 << 12;

/// A search for winners: what it has found stays from one question to the next.
pub(crate) struct Prover<'a, P> {
    game: Box<dyn ProvingFor<P> + 'a>,
    known: DashMap<u128, Known, BuildHasherDefault<StateHasher>>,
    /// The most states that are known at a time.
    room: u64,
}

/// What each thread has for itself.
struct Thread<'t> {
    /// Called at every look: whether the search is to go on.
    goes_on: &'t mut dyn FnMut() -> bool,
    /// The states from the root to where it stands.
    path: Vec<u128>,
    remembered: Vec<Option<(u128, Arc<[u128]>)>>,
}

/// Why a thread left its work.
enum Left {
    /// The search is ended.
    Ended,
    /// A state on the way down is done.
    Done,
}

impl<'a, P> Prover<'a, P> {
    /// A search of a game within so many bytes.
    pub(crate) fn new(game: Box<dyn ProvingFor<P> + 'a>, memory_bytes: u64) -> Self {
        Self { game, known: DashMap::default(), room: (memory_bytes / KNOWN_BYTES).max(1 << 10) }
    }

    /// The state that stands for a position, if there is one.
    pub(crate) fn state(&self, position: &P) -> Option<u128> {
        self.game.state(position)
    }

    /// A proof by deduction of who wins a position; `winners` are those that this search finds.
    pub(crate) fn deduce(&self, position: &P, winners: &mut dyn Winners) -> Option<Vec<String>> {
        self.game.deduce(position, winners)
    }

    /// Whether the side to move wins, if that is proven by now.
    pub(crate) fn known(&self, state: u128) -> Option<bool> {
        self.known.get(&state)?.numbers.wins()
    }

    /// Whether a thread is at work on a state.
    pub(crate) fn is_busy(&self, state: u128) -> bool {
        self.known.get(&state).is_some_and(|known| known.busy > 0)
    }

    /// Works on a state together with all other threads that are called to do so. `goes_on` is called at every look at a state. Whether
    /// the side to move wins; `None` if the search was ended.
    pub(crate) fn prove(&self, root: u128, goes_on: &mut dyn FnMut() -> bool) -> Option<bool> {
        let mut thread = Thread { goes_on, path: Vec::new(), remembered: vec![None; REMEMBERED] };
        loop {
            if let Some(wins) = self.known(root) {
                return Some(wins);
            }
            thread.path.clear();
            // Where another thread has done what this one was at, it goes on with what that found.
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
        let children = if let Some(children) = thread.children(state) {
            children
        } else {
            work = 1;
            if !(thread.goes_on)() {
                return Err(Left::Ended);
            }
            let mut children = Vec::new();
            match self.game.look(state, &mut children) {
                Verdict::Win => return Ok(self.note(state, Numbers::WON, work)),
                Verdict::Loss => return Ok(self.note(state, Numbers::LOST, work)),
                Verdict::Open => {}
            }
            let children: Arc<[u128]> = children.into();
            thread.remember(state, Arc::clone(&children));
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

    /// Works below a state until its numbers pass the bound.
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
                // What the table has lost is as it was.
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
            let among = (1 + open.len().div_ceil(4)).min(open.len());
            let least = open[..among].iter().map(|(_, child)| child.refute).min().unwrap_or(INFINITE);
            let most = open[..among].iter().map(|(_, child)| child.prove).max().unwrap_or(0);
            let others = open.len() as u32 - 1;
            let numbers = Numbers { prove: least, refute: (most + others).min(INFINITE - 1) };
            if numbers.passes(bound) {
                return Ok(numbers);
            }
            // Where others are at work there seems to be more of it.
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

    /// Notes what a state's numbers are now. What is done stays so.
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

    /// Forgets what took the least work, and is no answer on the way of a thread.
    fn make_room(&self) {
        let mut least = 2;
        while self.known.len() as u64 > self.room / 2 {
            self.known.retain(|_, known| known.busy > 0 || known.work >= least);
            least = least.saturating_mul(2);
        }
    }
}

impl Thread<'_> {
    fn children(&self, state: u128) -> Option<Arc<[u128]>> {
        let (kept, children) = self.remembered[place(state)].as_ref()?;
        (*kept == state).then(|| Arc::clone(children))
    }

    fn remember(&mut self, state: u128, children: Arc<[u128]>) {
        self.remembered[place(state)] = Some((state, children));
    }
}

/// Where the children of a state are remembered.
fn place(state: u128) -> usize {
    let mut hasher = StateHasher::default();
    hasher.write_u128(state);
    (hasher.finish() >> 20) as usize % REMEMBERED
}
