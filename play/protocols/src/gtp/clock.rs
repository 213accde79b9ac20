//! The time that a controller grants.

use nexsolve_core::Side;
use nexsolve_players::Budget;
use std::time::Duration;

/// Both sides' time, as the protocol defines it: main time, then periods of a fixed time for a fixed number
/// of moves (Canadian byo-yomi).
#[derive(Clone, Debug, Default)]
pub struct Clock {
    /// `None` if time is not limited.
    allowance: Option<Allowance>,
    left: [Left; 2],
}

#[derive(Clone, Copy, Debug)]
struct Allowance {
    main: Duration,
    period: Duration,
    /// Moves per period; 0 without byo-yomi.
    moves: u32,
}

#[derive(Clone, Copy, Debug, Default)]
struct Left {
    time: Duration,
    /// Moves that the time must cover; 0 during the main time.
    moves: u32,
}

impl Clock {
    /// Sets the times of both sides. A period with 0 moves means that time is not limited.
    pub(super) fn set(&mut self, main: Duration, period: Duration, moves: u32) {
        let unlimited = moves == 0 && !period.is_zero();
        self.allowance = (!unlimited).then_some(Allowance { main, period, moves });
        self.restart();
    }

    /// Resets the clock for a new game.
    pub(super) fn restart(&mut self) {
        let Some(allowance) = self.allowance else { return };
        let left = Left { time: allowance.main, moves: 0 };
        self.left = [left; 2].map(|left| if left.time.is_zero() { allowance.next_period() } else { left });
    }

    /// Records the controller's report of a side's remaining time and moves; 0 moves means main time.
    pub(super) fn tell(&mut self, side: Side, time: Duration, moves: u32) {
        self.allowance.get_or_insert(Allowance { main: time, period: Duration::ZERO, moves: 0 });
        self.left[side as usize] = Left { time, moves };
    }

    /// Returns the time for the next move of a side, if time is limited: slightly less than an equal share of
    /// what is left.
    pub(super) fn share(&self, side: Side) -> Option<Duration> {
        self.allowance?;
        let Left { time, moves } = self.left[side as usize];
        Some(Budget::share(time, (moves > 0).then_some(moves)))
    }

    /// Deducts the time of a move.
    pub(super) fn take(&mut self, side: Side, time: Duration) {
        let Some(allowance) = self.allowance else { return };
        let left = &mut self.left[side as usize];
        let over = time.saturating_sub(left.time);
        left.time = left.time.saturating_sub(time);
        if left.moves > 0 {
            left.moves -= 1;
            if left.moves == 0 {
                *left = allowance.next_period();
            }
        } else if left.time.is_zero() && allowance.moves > 0 {
            let period = allowance.next_period();
            *left = Left { time: period.time.saturating_sub(over), moves: period.moves };
        }
    }
}

impl Allowance {
    fn next_period(self) -> Left {
        Left { time: self.period, moves: self.moves }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Side::{Black, White};

    fn seconds(n: u64) -> Duration {
        Duration::from_secs(n)
    }

    #[test]
    fn time_is_divided_among_the_moves() {
        let mut clock = Clock::default();
        assert_eq!(clock.share(Black), None);
        clock.take(Black, seconds(5));
        clock.set(seconds(100), seconds(20), 4);
        assert_eq!(clock.share(Black), Some(Duration::from_millis(3_600)));
        clock.take(Black, seconds(110));
        // Half of the period is gone, and four moves are left.
        assert_eq!(clock.share(Black), Some(Duration::from_millis(2_250)));
        for _ in 0..4 {
            clock.take(Black, seconds(1));
        }
        assert_eq!(clock.share(Black), Some(Duration::from_millis(4_500)));
        assert_eq!(clock.share(White), Some(Duration::from_millis(3_600)), "each has a clock");
        clock.restart();
        assert_eq!(clock.share(Black), Some(Duration::from_millis(3_600)));
        clock.set(seconds(0), seconds(1), 0);
        assert_eq!(clock.share(Black), None, "a period without moves is no limit");
    }

    #[test]
    fn reports_of_the_controller_take_effect() {
        let mut clock = Clock::default();
        clock.tell(White, seconds(10), 10);
        assert_eq!(clock.share(White), Some(Duration::from_millis(900)));
        clock.set(seconds(0), seconds(30), 3);
        assert_eq!(clock.share(White), Some(seconds(9)));
        clock.set(seconds(0), seconds(0), 0);
        assert_eq!(clock.share(Black), Some(Duration::from_millis(1)), "no time at all");
    }
}
