//! Budgets: how long a player may think.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// The limits for one choice of a move; the first one reached ends it. Without any limit, the player uses its
/// own defaults.
///
/// ```
/// use nexsolve_games::Board;
/// use nexsolve_oracle::Oracle;
/// use nexsolve_players::{Budget, Course, Roster};
///
/// let oracle = Oracle::new(nexsolve_games::played("hex:5x5", None)?, &[])?;
/// let mut player = Roster::new(&oracle).player(&"uct".parse()?, 1)?;
/// let budget = Budget { playouts: Some(100), ..Budget::default() };
/// let thought = player.choose(&Course::new(oracle.game()), &budget)?;
/// assert_eq!(thought.nodes, 100);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Budget<'a> {
    /// Positions to visit in a search.
    pub nodes: Option<u64>,
    /// Random games to play out.
    pub playouts: Option<u64>,
    /// Plies to search ahead.
    pub depth: Option<u32>,
    /// The time by which the move must be chosen. A player with a time limit is not deterministic.
    pub until: Option<Instant>,
    /// The caller sets this flag to get the move at once.
    pub stop: Option<&'a AtomicBool>,
}

impl Budget<'_> {
    /// Returns whether the time is up or the stop flag is set. It reads the clock if there is a time limit,
    /// so do not call it for every position.
    pub fn is_over(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Relaxed))
            || self.until.is_some_and(|until| Instant::now() >= until)
    }

    /// Returns the middle of the remaining time, for a player that thinks in two phases.
    pub fn half_time(&self) -> Option<Instant> {
        let now = Instant::now();
        self.until.map(|until| now + until.saturating_duration_since(now) / 2)
    }

    /// Returns the time for the next move if `time` must suffice for this number of moves, or without a
    /// number for the rest of the game: slightly less than an equal share.
    pub fn share(time: Duration, moves: Option<u32>) -> Duration {
        let share = time / moves.unwrap_or(MOVES_TO_GO).max(1);
        share.mul_f64(0.9).max(Duration::from_millis(1))
    }

    /// Returns the smaller of two optional limits.
    pub fn least<T: Ord>(one: Option<T>, other: Option<T>) -> Option<T> {
        match (one, other) {
            (Some(one), Some(other)) => Some(one.min(other)),
            (one, other) => one.or(other),
        }
    }
}

/// The assumed number of moves of one side in the rest of a game.
const MOVES_TO_GO: u32 = 25;

/// Checks a budget at adaptive intervals: rarely where steps are quick, because reading the clock takes time,
/// and after each step where steps are slow.
#[derive(Clone, Debug)]
pub(crate) struct Watch<'a> {
    budget: Budget<'a>,
    /// The number of steps from one check to the next, and the steps left until then.
    every: u32,
    left: u32,
    last: Option<Instant>,
}

/// The intended time between checks.
const BETWEEN_LOOKS: Duration = Duration::from_micros(100);

/// The maximum number of steps between checks.
const MOST_STEPS: u32 = 64;

impl<'a> Watch<'a> {
    /// Watches `budget`. The first step triggers a check.
    pub(crate) fn new(budget: Budget<'a>) -> Self {
        Self { budget, every: 1, left: 0, last: None }
    }

    /// Call once per step: returns whether the budget was exhausted at the last check.
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
    fn a_watch_checks_the_first_step_and_then_regularly() {
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
    fn slow_steps_are_all_checked() {
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
