//! The limits of a search, which `level` sets.

use super::line::Request;
use nexsolve_players::Budget;
use std::time::Duration;

/// The limits of the next search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct MoveLimits {
    pub(super) depth: Option<u32>,
    pub(super) nodes: Option<u64>,
    move_time: Option<Duration>,
    /// The time left on the clock.
    clock: Option<Duration>,
    /// The increment before each move.
    increment: Duration,
    /// The number of moves that the clock must cover.
    moves: Option<u32>,
    is_infinite: bool,
}

impl MoveLimits {
    /// Adds the limits of a line.
    ///
    /// # Errors
    /// If there are none, or a value is wrong; with a message. The limits are then unchanged.
    pub(super) fn add(&mut self, level: &Request) -> Result<(), String> {
        if level.is_bare() {
            return Err("level needs depth=, nodes=, move-time=, time= or infinite".to_owned());
        }
        let mut more = *self;
        let moves = number(level, "moves", "a number of moves, at least 1")?;
        more.depth = number(level, "depth", "a number of plies, at least 1")?.or(more.depth);
        more.nodes = number(level, "nodes", "a number of positions, at least 1")?.or(more.nodes);
        more.move_time = seconds(level, "move-time")?.or(more.move_time);
        let increment = seconds(level, "inc")?.unwrap_or_default();
        if let Some(time) = seconds(level, "time")? {
            (more.clock, more.increment, more.moves) = (Some(time), increment, moves);
        }
        more.is_infinite |= level.get("infinite").is_some();
        *self = more;
        Ok(())
    }

    /// Returns whether nothing ends the search but the interface. `is_free`: a search without limits does not
    /// end by itself either.
    pub(super) fn is_endless(&self, is_free: bool) -> bool {
        self.is_infinite || is_free && *self == Self::default()
    }

    /// Returns the time for the move, if it is limited.
    pub(super) fn time(&self) -> Option<Duration> {
        let share = self.clock.map(|clock| {
            // The increment comes before the move.
            let most = clock.saturating_add(self.increment).mul_f64(0.9);
            let share = Budget::share(clock, self.moves).saturating_add(self.increment.mul_f64(0.9));
            share.min(most).max(Duration::from_millis(1))
        });
        Budget::least(share, self.move_time)
    }
}

/// Reads a positive number.
fn number<N: std::str::FromStr + Default + PartialOrd>(
    level: &Request,
    name: &str,
    what: &str,
) -> Result<Option<N>, String> {
    let read = |text: &str| text.parse().ok().filter(|number| *number > N::default());
    level.get(name).map(|text| read(text).ok_or_else(|| format!("level {name}= needs {what}"))).transpose()
}

/// Reads a time in seconds. A negative time is none at all, as after the clock has run out.
fn seconds(level: &Request, name: &str) -> Result<Option<Duration>, String> {
    let read = |text: &str| {
        let seconds = text.parse::<f64>().ok().filter(|seconds| seconds.is_finite())?;
        Duration::try_from_secs_f64(seconds.max(0.0)).ok()
    };
    let wrong = || format!("level {name}= needs a time in seconds, such as 1.5");
    level.get(name).map(|text| read(text).ok_or_else(wrong)).transpose()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(lines: &[&str]) -> Result<MoveLimits, String> {
        let mut limits = MoveLimits::default();
        for line in lines {
            limits.add(&Request::parse(line.as_bytes()).expect("a line").expect("a command"))?;
        }
        Ok(limits)
    }

    #[test]
    fn times_are_shares_of_the_clock() {
        let time = |lines: &[&str]| limits(lines).expect("right").time().map(|time| time.as_secs_f64());
        assert_eq!(time(&["level depth=3"]), None);
        assert_eq!(time(&["level move-time=1.5"]), Some(1.5));
        assert_eq!(time(&["level time=100"]), Some(3.6));
        assert_eq!(time(&["level moves=10 time=100"]), Some(9.0));
        assert_eq!(time(&["level time=100 inc=10"]), Some(12.6));
        assert_eq!(time(&["level moves=1 time=1 inc=1"]), Some(1.8), "never more than there is");
        assert_eq!(time(&["level time=100", "level move-time=1"]), Some(1.0), "lines add up");
        assert_eq!(time(&["level time=-5"]), Some(0.001));
        assert_eq!(time(&["level moves=5"]), None, "moves alone limit nothing");
    }

    #[test]
    fn searches_without_limits_are_told() {
        assert!(limits(&["level infinite"]).expect("right").is_endless(false));
        assert!(limits(&["level handicap=3"]).expect("unknown arguments are ignored").is_endless(true));
        assert!(!limits(&[]).expect("none").is_endless(false));
        assert!(!limits(&["level nodes=5"]).expect("right").is_endless(true));
    }

    #[test]
    fn faulty_levels_are_told() {
        for (line, says) in [
            ("level", "level needs depth="),
            ("level depth=0", "level depth= needs a number of plies"),
            ("level depth=-1", "level depth= needs"),
            ("level nodes=many", "level nodes= needs"),
            ("level moves=0 time=3", "level moves= needs"),
            ("level time=nan", "level time= needs a time in seconds"),
            ("level time=inf", "level time= needs"),
            ("level move-time", "level move-time= needs"),
            ("level time=1 inc=1e99", "level inc= needs"),
        ] {
            let message = limits(&[line]).map(|limits| format!("{limits:?}"));
            assert!(message.expect_err(line).contains(says), "{line}");
        }
    }
}
