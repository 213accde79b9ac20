//! How long a player may think.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Instant;

/// The bounds of one choice: whichever comes first ends it. Without any, a player's own habits hold.
#[derive(Clone, Copy, Debug, Default)]
pub struct Budget<'a> {
    /// Positions to visit in a search.
    pub nodes: Option<u64>,
    /// Games to play out at random.
    pub playouts: Option<u64>,
    /// Plies to look ahead.
    pub depth: Option<u32>,
    /// When the move has to be there. A player that counts on time is not deterministic.
    pub until: Option<Instant>,
    /// Set from outside to have the move at once.
    pub stop: Option<&'a AtomicBool>,
}

impl Budget<'_> {
    /// Whether time is up, or somebody wants the move at once. Reads the clock where there is a time: not for each position.
    pub fn is_over(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Relaxed))
            || self.until.is_some_and(|until| Instant::now() >= until)
    }

    /// The middle of the time that is left, for a player that thinks in two parts.
    pub fn half_time(&self) -> Option<Instant> {
        let now = Instant::now();
        self.until.map(|until| now + until.saturating_duration_since(now) / 2)
    }

    /// The lesser of two limits.
    pub fn least<T: Ord>(one: Option<T>, other: Option<T>) -> Option<T> {
        match (one, other) {
            (Some(one), Some(other)) => Some(one.min(other)),
            (one, other) => one.or(other),
        }
    }
}
