//! Time over the board: how much each player has.

use nexsolve_core::words::{TIMES, measured};
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// A time control. A player that exceeds its time loses.
///
/// ```
/// use nexsolve_players::matches::TimeControl;
/// let blitz: TimeControl = "game:3m+2s".parse()?;
/// assert_eq!(blitz, TimeControl::BLITZ);
/// assert_eq!(TimeControl::RAPID.to_string(), "game:15m+10s");
/// # Ok::<(), nexsolve_players::matches::NoTimeControl>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum TimeControl {
    /// No time limit.
    #[default]
    None,
    /// A fixed time for each move.
    Move(Duration),
    /// A fixed time for all moves of a game, and an increment after each move.
    Game {
        /// The time that each player begins with.
        base: Duration,
        /// The time added after each move.
        increment: Duration,
    },
}

impl TimeControl {
    /// Three minutes, and two seconds per move.
    pub const BLITZ: Self = Self::Game { base: Duration::from_mins(3), increment: Duration::from_secs(2) };
    /// Fifteen minutes, and ten seconds per move.
    pub const RAPID: Self = Self::Game { base: Duration::from_mins(15), increment: Duration::from_secs(10) };
}

/// The error for an invalid time control.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected none, move:1s, game:5m+3s, blitz or rapid; times are such as 500ms, 90s, 10m or 2h")]
pub struct NoTimeControl;

impl FromStr for TimeControl {
    type Err = NoTimeControl;

    /// Reads `none`; `move:T`; `game:T+I` or `game:T`, where `blitz:` and `rapid:` are synonyms of `game:`;
    /// or `blitz` and `rapid` alone for [`TimeControl::BLITZ`] and [`TimeControl::RAPID`].
    fn from_str(text: &str) -> Result<Self, NoTimeControl> {
        let text = text.trim().to_ascii_lowercase();
        let (kind, times) = match text.split_once(':') {
            None => (text.as_str(), None),
            Some((kind, times)) => (kind, Some(times)),
        };
        match (kind, times) {
            ("none", None) => Ok(Self::None),
            ("blitz", None) => Ok(Self::BLITZ),
            ("rapid", None) => Ok(Self::RAPID),
            ("move", Some(time)) => {
                Ok(Self::Move(read_time(time).filter(|t| !t.is_zero()).ok_or(NoTimeControl)?))
            }
            ("game" | "blitz" | "rapid", Some(times)) => {
                let (base, increment) = times.split_once('+').unwrap_or((times, "0s"));
                let base = read_time(base).filter(|base| !base.is_zero()).ok_or(NoTimeControl)?;
                Ok(Self::Game { base, increment: read_time(increment).ok_or(NoTimeControl)? })
            }
            _ => Err(NoTimeControl),
        }
    }
}

/// Formats the time control in the form that [`TimeControl::from_str`] reads.
impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => f.write_str("none"),
            Self::Move(time) => write!(f, "move:{}", write_time(*time)),
            Self::Game { base, increment } if increment.is_zero() => write!(f, "game:{}", write_time(*base)),
            Self::Game { base, increment } => {
                write!(f, "game:{}+{}", write_time(*base), write_time(*increment))
            }
        }
    }
}

/// Reads `500ms`, `1.5s`, `10m`, `2h`; at most a year.
fn read_time(text: &str) -> Option<Duration> {
    let time = Duration::try_from_secs_f64(measured(text.trim(), &TIMES)?).ok()?;
    (time <= Duration::from_hours(24 * 366)).then_some(time)
}

fn write_time(time: Duration) -> String {
    let millis = time.as_millis();
    match millis {
        0 => "0s".to_owned(),
        m if m.is_multiple_of(3_600_000) => format!("{}h", m / 3_600_000),
        m if m.is_multiple_of(60_000) => format!("{}m", m / 60_000),
        m if m.is_multiple_of(1_000) => format!("{}s", m / 1_000),
        m => format!("{m}ms"),
    }
}

/// A player's remaining time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Purse {
    control: TimeControl,
    left: Duration,
}

/// A player is asked to leave this part of the time for a move unused, for transmission and the machine's
/// other work.
const RESERVE_PARTS: u32 = 10;
/// The minimum reserve, because a machine with other jobs may not return to a thread at once; but no more
/// than half of the time.
const SHORTEST_RESERVE: Duration = Duration::from_millis(10);
/// The maximum reserve.
const LONGEST_RESERVE: Duration = Duration::from_millis(100);
/// A player is asked to use this part of its remaining time, plus most of the increment.
const PARTS: u32 = 30;

impl Purse {
    pub(super) fn new(control: TimeControl) -> Self {
        let left = if let TimeControl::Game { base, .. } = control { base } else { Duration::ZERO };
        Self { control, left }
    }

    /// Returns the remaining time for the whole game, if it is limited.
    pub(super) fn left(&self) -> Option<Duration> {
        matches!(self.control, TimeControl::Game { .. }).then_some(self.left)
    }

    /// Returns the time that the next move may take.
    pub(super) fn limit(&self) -> Option<Duration> {
        match self.control {
            TimeControl::None => None,
            TimeControl::Move(time) => Some(time),
            TimeControl::Game { .. } => Some(self.left),
        }
    }

    /// Returns the time that the player is asked to use for the next move, which is less than the limit.
    pub(super) fn share(&self) -> Option<Duration> {
        let limit = self.limit()?;
        let reserve = (limit / RESERVE_PARTS).clamp(SHORTEST_RESERVE, LONGEST_RESERVE);
        let usable = limit.saturating_sub(reserve.min(limit / 2));
        match self.control {
            TimeControl::Game { increment, .. } => {
                Some(usable.min(self.left / PARTS + increment.mul_f64(0.8)))
            }
            _ => Some(usable),
        }
    }

    /// Deducts the time of a move and adds the increment. Returns whether there was enough time.
    #[must_use]
    pub(super) fn pay(&mut self, time: Duration) -> bool {
        if self.limit().is_some_and(|limit| time > limit) {
            self.left = Duration::ZERO;
            return false;
        }
        if let TimeControl::Game { increment, .. } = self.control {
            self.left = self.left.saturating_sub(time) + increment;
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds(n: u64) -> Duration {
        Duration::from_secs(n)
    }

    #[test]
    fn time_controls_are_read_as_written() {
        for text in ["none", "move:1s", "move:250ms", "game:5m+3s", "game:1h", "game:90s+500ms"] {
            assert_eq!(text.parse::<TimeControl>().expect(text).to_string(), text);
        }
        assert_eq!("blitz".parse(), Ok(TimeControl::BLITZ));
        assert_eq!(
            "Rapid:5m+3s".parse(),
            Ok(TimeControl::Game { base: seconds(300), increment: seconds(3) })
        );
        assert_eq!("move:1.5s".parse(), Ok(TimeControl::Move(Duration::from_millis(1_500))));
        for wrong in
            ["", "move", "move:", "move:1", "move:0s", "game:+3s", "game:1s+", "none:1s", "move:-1s", "x"]
        {
            assert_eq!(wrong.parse::<TimeControl>(), Err(NoTimeControl), "{wrong}");
        }
        assert!("move:1e400s".parse::<TimeControl>().is_err());
        assert!("game:99999999999h".parse::<TimeControl>().is_err());
    }

    #[test]
    fn a_purse_loses_time_and_gains_the_increment() {
        let mut purse = Purse::new(TimeControl::Game { base: seconds(60), increment: seconds(2) });
        assert_eq!(purse.limit(), Some(seconds(60)));
        assert!(purse.share() < Some(seconds(4)));
        assert!(purse.pay(seconds(10)));
        assert_eq!(purse.left(), Some(seconds(52)));
        assert!(!purse.pay(seconds(53)));
        assert_eq!(purse.left(), Some(Duration::ZERO));
        let mut purse = Purse::new(TimeControl::Move(seconds(1)));
        assert!(purse.pay(seconds(1)) && purse.pay(seconds(1)) && !purse.pay(seconds(2)));
        assert_eq!((purse.left(), purse.share()), (None, Some(Duration::from_millis(900))));
        for (limit, share) in [(2, 1), (20, 10), (50, 40), (100, 90), (400, 360), (9_000, 8_900)] {
            let purse = Purse::new(TimeControl::Move(Duration::from_millis(limit)));
            assert_eq!(purse.share(), Some(Duration::from_millis(share)));
        }
        let mut purse = Purse::new(TimeControl::None);
        assert!(purse.pay(seconds(1_000_000)) && purse.share().is_none());
    }
}
