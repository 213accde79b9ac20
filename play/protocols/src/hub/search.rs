//! Searches: within limits, or until the interface ends them.

use super::limits::MoveLimits;
use super::output::{Failure, Output, quoted};
use super::reader::Signal;
use nexsolve_core::{Bounds, Plies, Wdl};
use nexsolve_games::{AnyGame, AnyMove, AnyPosition, HubNotation};
use nexsolve_players::{Budget, Course, Estimate, Player, Thought};
use std::io;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::time::{Duration, Instant};

/// The time of an endless search before it first gives information, and the longest time between information.
const FIRST_PART: Duration = Duration::from_millis(500);
const LONGEST_PART: Duration = Duration::from_secs(30);

/// The notation of a game of any kind.
pub(super) type Hub<'a> = &'a dyn HubNotation<AnyPosition, AnyMove>;

/// How to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// For a move to play.
    Think,
    /// For information.
    Analyze,
    /// While the opponent thinks.
    Ponder,
}

/// A search.
pub(super) struct Search<'a> {
    pub(super) course: &'a Course<'static, AnyGame>,
    pub(super) player: &'a mut dyn Player<AnyGame>,
    pub(super) notation: Hub<'a>,
    pub(super) output: &'a Output,
    /// The maximum time.
    pub(super) most: Option<Duration>,
    pub(super) begun: Instant,
    /// The positions visited so far.
    pub(super) nodes: u64,
}

impl Search<'_> {
    /// Searches, and returns the chosen move.
    pub(super) fn run(
        &mut self,
        mode: Mode,
        limits: &MoveLimits,
        signal: &Signal,
    ) -> Result<Thought<AnyMove>, Failure> {
        if mode == Mode::Ponder {
            let thought = self.endlessly(&signal.pondered)?;
            if signal.stop.load(SeqCst) || !signal.pondered.load(SeqCst) {
                return Ok(thought);
            }
            (self.begun, self.nodes) = (Instant::now(), 0);
        }
        if limits.is_endless(mode == Mode::Analyze) {
            return self.endlessly(&signal.stop);
        }
        let thought = self.choose(Budget {
            nodes: limits.nodes,
            playouts: limits.nodes,
            depth: limits.depth,
            until: self.until(limits.time()),
            stop: Some(&signal.stop),
        })?;
        self.inform(&thought)?;
        Ok(thought)
    }

    /// Searches in parts until `stop` is set, the value is proven, the player needs no more time, or the
    /// maximum time has passed.
    fn endlessly(&mut self, stop: &AtomicBool) -> Result<Thought<AnyMove>, Failure> {
        let mut part = FIRST_PART;
        loop {
            let begun = Instant::now();
            let until = Budget::least(begun.checked_add(part), self.until(None));
            let thought = self.choose(Budget { until, stop: Some(stop), ..Budget::default() })?;
            self.inform(&thought)?;
            let has_time = self.until(None).is_none_or(|until| Instant::now() < until);
            if stop.load(SeqCst)
                || thought.estimate.proven().is_some()
                || begun.elapsed() < part / 2
                || !has_time
            {
                return Ok(thought);
            }
            part = (2 * part).min(LONGEST_PART);
        }
    }

    /// Returns when to end, with this time and at most the maximum.
    fn until(&self, time: Option<Duration>) -> Option<Instant> {
        Budget::least(time, self.most).and_then(|time| self.begun.checked_add(time))
    }

    fn choose(&mut self, budget: Budget<'_>) -> Result<Thought<AnyMove>, Failure> {
        let thought = self.player.choose(self.course, &budget).map_err(|error| error.to_string())?;
        self.nodes += thought.nodes;
        Ok(thought)
    }

    /// Tells the interface what the player thinks.
    fn inform(&self, thought: &Thought<AnyMove>) -> io::Result<()> {
        let seconds = self.begun.elapsed().as_secs_f64();
        let line: Vec<String> = thought.line.iter().map(|&mv| self.notation.format_move(mv)).collect();
        let parts = [
            score(thought.estimate).map(|score| format!("score={score:.2}")),
            Some(format!("nodes={} time={seconds:.3}", self.nodes)),
            (seconds > 0.0).then(|| format!("nps={:.3}", self.nodes as f64 / seconds / 1e6)),
            (!line.is_empty()).then(|| format!("pv={}", quoted(&line.join(" ")))),
        ];
        self.output.say(&format!("info {}", parts.into_iter().flatten().collect::<Vec<_>>().join(" ")))
    }
}

/// The score of a win in no plies, and that of a win whose distance is unknown.
const WON: f64 = 100.0;
const WON_SOME_TIME: f64 = 90.0;

/// Returns the score in men for the side to move; `None` without an estimate.
fn score(estimate: Estimate) -> Option<f64> {
    /// The share of points is never certain.
    const LEAST: f64 = 0.000_1;
    Some(match estimate {
        Estimate::Unknown => return None,
        Estimate::Proven(bounds) => proven(bounds)?,
        Estimate::Share(share) => {
            let share = share.clamp(LEAST, 1.0 - LEAST);
            (share / (1.0 - share)).ln()
        }
        Estimate::Points(points) => f64::from(points) / 100.0,
    })
}

/// Returns the score of a proven value; `None` if only bounds are proven.
fn proven(bounds: Bounds) -> Option<f64> {
    let won = match bounds.distance() {
        Some(Plies(plies)) => (WON - f64::from(plies) / 100.0).max(WON_SOME_TIME),
        None => WON_SOME_TIME,
    };
    Some(match bounds.wdl()? {
        Wdl::Win => won,
        Wdl::Draw => 0.0,
        Wdl::Loss => -won,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use nexsolve_core::Score;

    #[test]
    fn scores_are_in_men() {
        let exact = |score| Estimate::Proven(Bounds::exact(score));
        for (estimate, expected) in [
            (exact(Score::DRAW), Some(0.0)),
            (exact(Score::win_in(Plies(7))), Some(99.93)),
            (exact(Score::loss_in(Plies(8))), Some(-99.92)),
            (exact(Score::win_in(Plies(3_001))), Some(90.0)),
            (Estimate::Proven(Bounds::of_value(Wdl::Loss)), Some(-90.0)),
            (Estimate::Share(0.5), Some(0.0)),
            (Estimate::Points(-150), Some(-1.5)),
            (Estimate::Unknown, None),
        ] {
            assert_eq!(score(estimate), expected, "{estimate:?}");
        }
        assert!(score(Estimate::Share(1.0)).is_some_and(|score| (9.0..10.0).contains(&score)));
        let open = Bounds { lo: Score::DRAW, hi: Score::win_in(Plies(1)) };
        assert_eq!(score(Estimate::Proven(open)), None);
    }
}
