//! The time that a controller grants.

use nexsolve_core::Side;
use std::time::Duration;

/// Moves that the main time is taken to have to last for.
const MOVES_TO_GO: u32 = 25;

/// Both sides' time: main time, and then periods of some time for some moves (Canadian byo-yomi), as the protocol has it.
#[derive(Clone, Debug, Default)]
pub struct Clock {
    /// `None` where time is not limited.
    settings: Option<Settings>,
    left: [Left; 2],
}

#[derive(Clone, Copy, Debug)]
struct Settings {
    main: Duration,
    period: Duration,
    /// Moves in a period; 0 where there is none.
    moves: u32,
}

#[derive(Clone, Copy, Debug, Default)]
struct Left {
    time: Duration,
    /// Moves that it has to last for; 0 in the main time.
    moves: u32,
}

impl Clock {
    /// Sets the times of both sides. A period without moves means that time is not limited.
    pub(super) fn set(&mut self, main: Duration, period: Duration, moves: u32) {
        let unlimited = moves == 0 && !period.is_zero();
        self.settings = (!unlimited).then_some(Settings { main, period, moves });
        self.restart();
    }

    /// A new game begins.
    pub(super) fn restart(&mut self) {
        let Some(settings) = self.settings else { return };
        let left = Left { time: settings.main, moves: 0 };
        self.left = [left; 2].map(|left| if left.time.is_zero() { settings.next_period() } else { left });
    }

    /// What the controller says that a side has left: time, and for how many moves; 0 moves in the main time.
    pub(super) fn tell(&mut self, side: Side, time: Duration, moves: u32) {
        self.settings.get_or_insert(Settings { main: time, period: Duration::ZERO, moves: 0 });
        self.left[side as usize] = Left { time, moves };
    }

    /// The time for the next move of a side, if time is limited: a share of what is left, and a little less.
    pub(super) fn share(&self, side: Side) -> Option<Duration> {
        self.settings?;
        let Left { time, moves } = self.left[side as usize];
        let share = time / if moves == 0 { MOVES_TO_GO } else { moves };
        Some(share.mul_f64(0.9).max(Duration::from_millis(1)))
    }

    /// A side has thought for so long, and made its move.
    pub(super) fn take(&mut self, side: Side, time: Duration) {
        let Some(settings) = self.settings else { return };
        let left = &mut self.left[side as usize];
        let over = time.saturating_sub(left.time);
        left.time = left.time.saturating_sub(time);
        if left.moves > 0 {
            left.moves -= 1;
            if left.moves == 0 {
                *left = settings.next_period();
            }
        } else if left.time.is_zero() && settings.moves > 0 {
            let period = settings.next_period();
            *left = Left { time: period.time.saturating_sub(over), moves: period.moves };
        }
    }
}

impl Settings {
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
    fn time_is_shared_out() {
        let mut clock = Clock::default();
        assert_eq!(clock.share(Black), None);
        clock.take(Black, seconds(5));
        clock.set(seconds(100), seconds(20), 4);
        assert_eq!(clock.share(Black), Some(Duration::from_millis(3_600)));
        clock.take(Black, seconds(110));
        // Half a period is gone already, for four moves.
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
    fn what_the_controller_tells_counts() {
        let mut clock = Clock::default();
        clock.tell(White, seconds(10), 10);
        assert_eq!(clock.share(White), Some(Duration::from_millis(900)));
        clock.set(seconds(0), seconds(30), 3);
        assert_eq!(clock.share(White), Some(seconds(9)));
        clock.set(seconds(0), seconds(0), 0);
        assert_eq!(clock.share(Black), Some(Duration::from_millis(1)), "no time at all");
    }
}
