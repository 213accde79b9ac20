//! Adaptive move ordering: counts how often a move has answered the question elsewhere.
//!
//! J. Schaeffer, "The history heuristic and alpha-beta search enhancements in practice", IEEE PAMI 11(11),
//! 1989, with updates that shrink as a counter nears its limit.

use std::sync::atomic::{AtomicI32, Ordering::Relaxed};

/// One thread's counters, by side and history slot. Other threads may occasionally read and write them, when
/// a piece of work moves between threads; a lost update does no harm.
pub(crate) struct History {
    slots: usize,
    counters: Vec<AtomicI32>,
}

/// The bound for the absolute value of a counter.
const LIMIT: i32 = 1 << 14;

impl History {
    #[inline]
    pub(crate) fn new(slots: usize) -> Self {
        Self { slots, counters: (0..2 * slots).map(|_| AtomicI32::new(0)).collect() }
    }

    #[inline]
    pub(crate) fn get(&self, side: usize, slot: usize) -> i32 {
        self.counters[side * self.slots + slot].load(Relaxed)
    }

    #[inline]
    pub(crate) fn add(&self, side: usize, slot: usize, amount: i32) {
        let counter = &self.counters[side * self.slots + slot];
        let old = counter.load(Relaxed);
        let amount = amount.clamp(-LIMIT / 4, LIMIT / 4);
        counter.store(old + amount - old * amount.abs() / LIMIT, Relaxed);
    }
}
