//! How long a player may think.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

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

/// Looks whether a budget is over, as often as it takes: seldom where steps are quick, because reading the clock takes time too,
/// and after each where they are slow.
#[derive(Clone, Debug)]
pub(crate) struct Watch<'a> {
    budget: Budget<'a>,
    /// Steps from one look to the next, and those that are left.
    every: u32,
    left: u32,
    last: Option<Instant>,
}

/// Looks follow each other in about this time.
const BETWEEN_LOOKS: Duration = Duration::from_micros(100);

/// Steps between looks at most.
const MOST_STEPS: u32 = 64;

impl<'a> Watch<'a> {
    /// Over this budget. The first step is looked at.
    pub(crate) fn new(budget: Budget<'a>) -> Self {
        Self { budget, every: 1, left: 0, last: None }
    }

    /// To be asked at each step: whether the budget was over when it was last looked at.
    #[inline]
    pub(crate) fn is_over(&mut self) -> bool {
        if self.left > 0 {
            self.left -= 1;
            return false;
        }
        self.look()
    }

    #[cold]
    fn look(&mut self) -> bool {
        if self.budget.is_over() {
            return true;
        }
        if self.budget.until.is_some() {
            let now = Instant::now();
            let is_quick = self.last.is_none_or(|last| now - last < BETWEEN_LOOKS);
            self.every = if is_quick { (2 * self.every).min(MOST_STEPS) } else { (self.every / 4).max(1) };
            self.last = Some(now);
        } else {
            self.every = MOST_STEPS;
        }
        self.left = self.every - 1;
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_watch_looks_at_the_first_step_and_within_so_many() {
        let stop = AtomicBool::new(true);
        let mut watch = Watch::new(Budget { stop: Some(&stop), ..Budget::default() });
        assert!(watch.is_over() && watch.is_over());
        stop.store(false, Relaxed);
        assert!(!watch.is_over());
        stop.store(true, Relaxed);
        assert!((0..MOST_STEPS).any(|_| watch.is_over()) && watch.is_over());
        let past = Some(Instant::now());
        assert!(Watch::new(Budget { until: past, ..Budget::default() }).is_over());
        let mut endless = Watch::new(Budget::default());
        assert!((0..1_000).all(|_| !endless.is_over()));
    }

    #[test]
    fn slow_steps_are_all_looked_at() {
        let begin = Instant::now();
        let until = begin + Duration::from_hours(1);
        let mut watch = Watch::new(Budget { until: Some(until), ..Budget::default() });
        for _ in 0..MOST_STEPS {
            assert!(!watch.is_over());
        }
        for _ in 0..3 * MOST_STEPS {
            std::thread::sleep(BETWEEN_LOOKS);
            watch.is_over();
        }
        assert_eq!((watch.every, watch.left), (1, 0));
    }
}
