//! How much processor time a piece of work got while other jobs were running.

use crate::progress::{GenerateObserver, Phase};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// The approximate share of the time that threads work on an idle machine: they also wait for each other, and
/// for the disk. Measured with two threads that no other job held up: 0.87 for 4×4 and 3×6 Nex, 0.90 for
/// draughts with 5 pieces.
const USUAL: f64 = 0.87;

/// The time that work took, in seconds.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Load {
    /// By the clock.
    pub wall: f64,
    /// The processor time of all threads together; `None` if the system does not report it.
    pub processor: Option<f64>,
    /// The total time that threads were ready to run and had no processor; `None` if the system does not
    /// report it.
    pub waited: Option<f64>,
}

impl Load {
    /// The part of the clock time that the same work takes on an idle machine, greater than 0 and at most 1,
    /// if `threads` share it.
    pub fn alone(&self, threads: usize) -> f64 {
        let Some(processor) = self.processor.filter(|_| self.wall > 0.0) else { return 1.0 };
        // No more than all threads work at a time.
        let least = processor / threads as f64 / self.wall;
        self.share().unwrap_or(least / USUAL).max(least).clamp(f64::MIN_POSITIVE, 1.0)
    }

    /// The part of the time that threads were ready to run in which they had a processor; `None` if the
    /// system does not report it.
    pub fn share(&self) -> Option<f64> {
        let (processor, waited) = (self.processor?, self.waited?);
        (processor + waited > 0.0).then(|| processor / (processor + waited))
    }

    /// The mean of a number of times.
    pub(crate) fn mean(self, times: u32) -> Self {
        let part = |all: f64| all / f64::from(times);
        Self { wall: part(self.wall), processor: self.processor.map(part), waited: self.waited.map(part) }
    }

    /// The part of the time of one phase of this work that it takes on an idle machine, if its threads waited
    /// as often as in the whole.
    pub(crate) fn alone_in(&self, phase: Load, threads: usize) -> f64 {
        let part = |waited: f64| Some(waited * phase.processor? / self.processor.filter(|&all| all > 0.0)?);
        Load { waited: self.waited.and_then(part), ..phase }.alone(threads)
    }

    /// The sum of both, done one after the other.
    pub(crate) fn and(self, other: Self) -> Self {
        let sum = |a: Option<f64>, b: Option<f64>| Some(a? + b?);
        Self {
            wall: self.wall + other.wall,
            processor: sum(self.processor, other.processor),
            waited: sum(self.waited, other.waited),
        }
    }
}

/// Measures the work of all threads of the process since its creation.
pub(crate) struct Meter {
    began: Instant,
    processor: Option<f64>,
    waited: Option<f64>,
}

impl Meter {
    pub(crate) fn begin() -> Self {
        Self { began: Instant::now(), processor: processor_seconds(), waited: waited_seconds() }
    }

    pub(crate) fn end(&self) -> Load {
        let since = |now: Option<f64>, then: Option<f64>| Some((now? - then?).max(0.0));
        Load {
            wall: self.began.elapsed().as_secs_f64(),
            processor: since(processor_seconds(), self.processor),
            waited: since(waited_seconds(), self.waited),
        }
    }
}

/// Measures the phases of a run, each by the clock and by processor time. Reading how long threads waited
/// takes too long for that.
#[derive(Default)]
pub(crate) struct PhaseMeter(Mutex<Phases>);

#[derive(Default)]
struct Phases {
    loads: [Load; 4],
    /// The running phase, and the clock and the processor time when it began.
    now: Option<(Phase, Instant, Option<f64>)>,
}

impl PhaseMeter {
    /// Ends the running phase. Returns the times of each phase so far, in the order of [`Phase::NAMES`].
    pub(crate) fn end(&self) -> [Load; 4] {
        self.turn(None)
    }

    fn turn(&self, next: Option<Phase>) -> [Load; 4] {
        let (clock, processor) = (Instant::now(), processor_seconds());
        let mut phases = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((phase, since, before)) = phases.now {
            let wall = (clock - since).as_secs_f64();
            let spent = processor.zip(before).map(|(now, before)| now - before);
            let load = &mut phases.loads[phase as usize];
            load.wall += wall;
            load.processor = spent.map(|spent| load.processor.unwrap_or(0.0) + spent);
        }
        phases.now = next.map(|phase| (phase, clock, processor));
        phases.loads
    }
}

impl GenerateObserver for PhaseMeter {
    fn phase(&self, phase: Phase) {
        self.turn(Some(phase));
    }
}

/// Processor time of the process so far.
#[cfg(unix)]
#[expect(clippy::unnecessary_wraps, reason = "other systems do not tell")]
fn processor_seconds() -> Option<f64> {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Some(time.tv_sec as f64 + time.tv_nsec as f64 / 1e9)
}

#[cfg(not(unix))]
fn processor_seconds() -> Option<f64> {
    None
}

/// The time that the threads of the process have waited for a processor so far: the sum of the second numbers
/// in their `schedstat`, in nanoseconds, which only Linux has.
fn waited_seconds() -> Option<f64> {
    let mut waited = 0;
    for thread in std::fs::read_dir("/proc/self/task").ok()? {
        // A thread that has just ended is left out.
        let Ok(text) = std::fs::read_to_string(thread.ok()?.path().join("schedstat")) else { continue };
        waited += text.split_whitespace().nth(1)?.parse::<u64>().ok()?;
    }
    Some(waited as f64 / 1e9)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two threads that work for 17.4 of 20 seconds, alone and with half, a third and a tenth of the
    /// processor.
    #[test]
    fn a_forecast_does_not_depend_on_other_jobs() {
        for share in [1.0, 0.5, 0.33, 0.1] {
            let processor = 17.4;
            let wall = 10.0 / share;
            let load = Load { wall, processor: Some(processor), waited: Some(processor / share - processor) };
            assert!((load.wall * load.alone(2) - 10.0).abs() < 1e-9, "{share}");
            assert!((load.share().expect("told") - share).abs() < 1e-9);
            // Known from processor time alone.
            let load = Load { waited: None, ..load };
            assert!((load.wall * load.alone(2) - 10.0).abs() < 1e-9, "{share}");
            assert_eq!(load.share(), None);
            // Never less than all threads at work all the time, and never more than it took.
            for (waited, least) in [(None, 8.7), (Some(1e9), 8.7), (Some(0.0), wall)] {
                let alone = Load { waited, ..load }.alone(2) * wall;
                assert!((least - 1e-9..=wall + 1e-9).contains(&alone), "{share}, {waited:?}: {alone}");
            }
        }
        // If only the clock is known; and for no time at all.
        let clock = Load { wall: 3.0, processor: None, waited: None };
        assert!((clock.alone(2) - 1.0).abs() < 1e-9 && clock.share().is_none());
        assert!((0.0..=1.0).contains(&Load::default().alone(1)));
        assert_eq!(Load { wall: 1.0, processor: Some(0.0), waited: Some(0.0) }.share(), None);
    }

    /// A phase that sleeps for most of the time, such as for the disk, does not hide what another one takes.
    #[test]
    fn each_phase_has_its_own_share() {
        let (sleeping, working) = (
            Load { wall: 10.0, processor: Some(0.1), waited: None },
            Load { wall: 20.0, processor: Some(17.4), waited: None },
        );
        let whole = Load { waited: Some(17.5), ..sleeping.and(working) };
        assert!((whole.alone_in(working, 2) * working.wall - 10.0).abs() < 1e-9);
        assert!((whole.alone_in(sleeping, 2) * sleeping.wall - 5.0).abs() < 1e-9);
        // However long threads waited, those of a phase did not work for less than its processor time.
        let whole = Load { waited: Some(1e9), ..whole };
        assert!((whole.alone_in(working, 2) * working.wall - 8.7).abs() < 1e-9);
        // Where the system does not tell how long threads waited.
        let whole = Load { waited: None, ..whole };
        assert!((whole.alone_in(working, 2) * working.wall - 10.0).abs() < 1e-9);
        assert!((0.0..=1.0).contains(&Load::default().alone_in(Load::default(), 1)));
        let half = Load { wall: 4.0, processor: Some(2.0), waited: Some(1.0) }.mean(2);
        assert_eq!(half, Load { wall: 2.0, processor: Some(1.0), waited: Some(0.5) });
    }

    #[cfg(unix)]
    #[test]
    fn phases_are_measured_one_by_one() {
        let meter = PhaseMeter::default();
        let began = Instant::now();
        for phase in [Phase::Sweep, Phase::Write, Phase::Sweep] {
            meter.phase(phase);
            let mut sum = 0_u64;
            (0..1_000_000).for_each(|_| sum = std::hint::black_box(sum + 1));
        }
        let loads = meter.end();
        let all = began.elapsed().as_secs_f64();
        assert!(loads.iter().map(|load| load.wall).sum::<f64>() <= all);
        assert!([1, 2].iter().all(|&phase: &usize| loads[phase].processor > Some(0.0)), "{loads:?}");
        assert_eq!([loads[0], loads[3]], [Load::default(); 2]);
        assert_eq!(meter.end(), loads);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn work_is_measured() {
        let meter = Meter::begin();
        let mut sum = 0_u64;
        while meter.began.elapsed().as_millis() < 50 {
            sum = std::hint::black_box(sum + 1);
        }
        let load = meter.end();
        let ready = load.processor.expect("told") + load.waited.expect("told");
        assert!(load.wall >= 0.05 && load.processor > Some(0.0), "{load:?}");
        // Other tests of the process run at the same time.
        assert!(ready > 0.04, "{load:?}");
    }
}
