//! Time over the board: how much each player has, and where it is read from.

use std::fmt;
use std::str::FromStr;
use std::time::{Duration, Instant};

/// Where the time is read from: the machine's clock, or one that a test turns.
pub trait Clock: Send + Sync {
    /// The time now. It never goes back.
    fn now(&self) -> Instant;
}

/// The machine's clock.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> Instant {
        Instant::now()
    }
}

/// How much time the players have. A player who uses more loses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum TimeControl {
    /// As much as they like.
    #[default]
    None,
    /// So much for each move.
    Move(Duration),
    /// So much for all moves of a game, and an increment after each move made.
    Game {
        /// What each player begins with.
        base: Duration,
        /// What each move made adds.
        increment: Duration,
    },
}

impl TimeControl {
    /// Three minutes, and two seconds a move.
    pub const BLITZ: Self = Self::Game { base: Duration::from_mins(3), increment: Duration::from_secs(2) };
    /// Fifteen minutes, and ten seconds a move.
    pub const RAPID: Self = Self::Game { base: Duration::from_mins(15), increment: Duration::from_secs(10) };
}

/// What is wrong with a time control in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected none, move:1s, game:5m+3s, blitz or rapid; times are such as 500ms, 90s, 10m or 2h")]
pub struct NoTimeControl;

impl FromStr for TimeControl {
    type Err = NoTimeControl;

    /// `none`; `move:T`; `game:T+I` or `game:T`, for which `blitz:` and `rapid:` may stand; `blitz` and `rapid` alone are
    /// [`TimeControl::BLITZ`] and [`TimeControl::RAPID`].
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

/// As [`TimeControl::from_str`] reads it.
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

/// Reads `500ms`, `1.5s`, `10m`, `2h`; up to a year.
fn read_time(text: &str) -> Option<Duration> {
    let text = text.trim();
    let units = [("ms", 0.001), ("s", 1.0), ("m", 60.0), ("h", 3_600.0)];
    let &(unit, seconds) = units.iter().find(|(unit, _)| text.ends_with(unit))?;
    let number = text[..text.len() - unit.len()].trim_end();
    let plain = number.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    let number: f64 = if plain { number.parse().ok()? } else { return None };
    let time = Duration::try_from_secs_f64(number * seconds).ok()?;
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

/// What a player has left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Purse {
    control: TimeControl,
    left: Duration,
}

/// A player is asked to keep so much of the time for a move back, for the way there and the machine's other work.
const RESERVE_PARTS: u32 = 10;
/// At least this, for a busy machine that may not come back to a thread at once; but no more than half of the time.
const SHORTEST_RESERVE: Duration = Duration::from_millis(10);
/// And at most this.
const LONGEST_RESERVE: Duration = Duration::from_millis(100);
/// A player is asked to use one of so many parts of what it has left, with most of the increment.
const PARTS: u32 = 30;

impl Purse {
    pub(super) fn new(control: TimeControl) -> Self {
        let left = if let TimeControl::Game { base, .. } = control { base } else { Duration::ZERO };
        Self { control, left }
    }

    /// What is left for the whole game, if that is limited.
    pub(super) fn left(&self) -> Option<Duration> {
        matches!(self.control, TimeControl::Game { .. }).then_some(self.left)
    }

    /// What the next move may take.
    pub(super) fn limit(&self) -> Option<Duration> {
        match self.control {
            TimeControl::None => None,
            TimeControl::Move(time) => Some(time),
            TimeControl::Game { .. } => Some(self.left),
        }
    }

    /// What the player is asked to take for the next move: less than the limit.
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

    /// Pays for a move. Returns whether there was enough.
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
    fn controls_are_read_as_they_are_written() {
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
    fn a_purse_is_paid_from_and_filled() {
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
