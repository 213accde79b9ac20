//! What the attacks of one side have found about positions: a table without chains, shared by threads. What
//! is new replaces what was there.

use nexsolve_rhombus::Cell;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard};

/// The stone and the neutral stone of a generate move of the defender.
pub(super) type Reply = [Cell; 2];

/// A reply that is no move.
pub(super) const NO_REPLY: Reply = [Cell(0); 2];

/// What is known about a position, with the attacker or the defender to move.
#[derive(Clone, Copy)]
pub(super) struct Known {
    key: u128,
    pub(super) carrier: u64,
    /// The attacker wins in this many moves; 0 if that is not known.
    pub(super) wins: u8,
    /// He was not found to win in this many.
    pub(super) open: u8,
    /// The defender's move that was not refuted.
    pub(super) saved: Reply,
}

const NOTHING: Known = Known { key: u128::MAX, carrier: 0, wins: 0, open: 0, saved: NO_REPLY };

/// The places of a table at first, and at most: 48 MB.
const FEWEST: usize = 1 << 13;
pub(super) const MOST: usize = 1 << 20;

/// The bit of a key that says that its place is among the first ones: reading another place takes longer than
/// most searches for the replies to a threat to win in two moves.
pub(super) const SHALLOW: u128 = 1 << 127;

/// Each place has a lock of its own, so that threads rarely wait for each other.
pub(in super::super) struct Table {
    places: Box<[Mutex<Known>]>,
    /// How many of them are taken.
    count: AtomicUsize,
    /// How many there may be.
    most: usize,
}

impl Table {
    /// Creates a small table that may grow to this many bytes, within limits.
    pub(in super::super) fn within(memory_bytes: u64) -> Self {
        let places = usize::try_from(memory_bytes / size_of::<Mutex<Known>>() as u64).unwrap_or(MOST);
        Self::new(FEWEST, 1 << places.clamp(FEWEST, MOST).ilog2())
    }

    pub(super) fn new(places: usize, most: usize) -> Self {
        let places = (0..places).map(|_| Mutex::new(NOTHING)).collect();
        Self { places, count: AtomicUsize::new(0), most }
    }

    /// Returns how many places it has.
    pub(in super::super) fn len(&self) -> usize {
        self.places.len()
    }

    fn place_of(&self, key: u128) -> MutexGuard<'_, Known> {
        let mut hash = (key as u64) ^ ((key >> 64) as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        hash = (hash ^ hash >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        hash ^= hash >> 32;
        let places = if key & SHALLOW == 0 { self.places.len() } else { FEWEST };
        self.places[hash as usize & (places - 1)].lock().expect("no thread panics with it")
    }

    /// Returns what is known about a position, if anything is.
    pub(super) fn known(&self, key: u128) -> Option<Known> {
        Some(*self.place_of(key)).filter(|known| known.key == key)
    }

    /// Changes what is known about a position.
    pub(super) fn learn(&self, key: u128, change: impl FnOnce(&mut Known)) {
        let mut known = self.place_of(key);
        if known.key != key {
            self.count.fetch_add(usize::from(known.key == NOTHING.key), Relaxed);
            *known = Known { key, ..NOTHING };
        }
        change(&mut known);
    }

    /// Returns a table with the same contents and twice the places, if more than half of them are taken and
    /// it may grow.
    pub(super) fn grown(&self) -> Option<Self> {
        if self.count.load(Relaxed) <= self.len() / 2 || self.len() >= self.most {
            return None;
        }
        let twice = Self::new(2 * self.len(), self.most);
        for place in &self.places {
            let known = *place.lock().expect("no thread panics with it");
            if known.key != NOTHING.key {
                twice.learn(known.key, |place| *place = known);
            }
        }
        Some(twice)
    }
}
