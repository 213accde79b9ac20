//! The time and memory of a generation by several machines like this one, each with one process on all its threads (the package `cluster`).
//!
//! Teams of two and of four ranks generate a smaller board in this process, which measures the bytes that they send. Some bytes go to one
//! rank, the others to all ranks; the difference between the two teams shows how many there are of either kind.

use super::forecast::Expected;
use super::planned;
use super::probe::{failed, scratch};
use crate::fault::Fault;
use crate::stop;
use nexsolve_tablegen::{AnyTables, Local, Plan, Settings};
use std::thread;
use std::time::Instant;

/// The forecast for several machines.
pub(super) struct Hosts {
    pub(super) number: usize,
    /// Bytes per second that each machine can send, and receive at the same time.
    pub(super) network: u64,
    /// The plan of each machine: with the given memory if that is enough, else with the least that is.
    pub(super) plan: Plan,
    /// The least memory for each machine; `None` if the given memory is enough.
    pub(super) needs_bytes: Option<u64>,
    /// The measured cost of working together; `None` if the game has no smaller board to measure.
    pub(super) costs: Option<Costs>,
    /// The forecast for one machine with enough memory; `None` if the game has no smaller board to measure.
    pub(super) alone: Option<Expected>,
}

/// The cost of working together.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Costs {
    /// Bytes for each entry that go once to where they belong, unless they are there.
    once: f64,
    /// Bytes for each entry that go to all others.
    to_all: f64,
    /// Processor time, as a multiple of what one process takes for the same.
    work: f64,
}

impl Costs {
    /// Costs by the bytes for each entry that teams of two and of four sent, and how much longer two took.
    fn of(two: f64, four: f64, work: f64) -> Self {
        // Of n ranks, (n − 1) / n of what goes once is sent, and what goes to all n − 1 times.
        let once = ((3.0 * two - four) * 4.0 / 3.0).clamp(0.0, 2.0 * two);
        Self { once, to_all: two - once / 2.0, work: work.max(1.0) }
    }

    /// Bytes that `machines` machines send each other for `entries` entries.
    pub(super) fn traffic(&self, hosts: usize, entries: u64) -> f64 {
        let others = (hosts - 1) as f64;
        (self.once * others / hosts as f64 + self.to_all * others) * entries as f64
    }
}

impl Hosts {
    /// Plans for several machines, extrapolated from `probe`, the largest board made here.
    pub(super) fn plan(
        (number, network): (usize, u64),
        tables: &dyn AnyTables,
        settings: &Settings,
        threads: usize,
        probe: Option<(&dyn AnyTables, &Settings)>,
    ) -> Result<Self, Fault> {
        let planned = planned(tables, settings, number);
        let (plan, needs_bytes) = planned.map_err(|error| Fault::usage(error.to_string()))?;
        let costs = match probe {
            Some((board, settings)) if number > 1 => costs(board, settings, threads)?,
            _ => None,
        };
        Ok(Self { number, network, plan, needs_bytes, costs, alone: None })
    }

    /// Takes what is expected of the steps of the plan on one machine.
    pub(super) fn expect(&mut self, steps: Option<Vec<Expected>>) {
        self.alone = steps.map(|steps| Expected::all(&steps));
    }

    /// Bytes that the machines send each other.
    pub(super) fn traffic(&self) -> Option<f64> {
        Some(self.costs?.traffic(self.number, self.plan.entries))
    }

    /// Seconds that the machines work, and that they send.
    pub(super) fn seconds(&self) -> Option<(f64, f64)> {
        let Expected { seconds, bytes } = self.alone?;
        if self.number == 1 {
            return Some((seconds, 0.0));
        }
        // Traffic is spread over all machines, but for finished blocks, which all go to the one that writes them.
        let sent = self.traffic()? / self.number as f64 + bytes;
        Some((seconds * self.costs?.work / self.number as f64, sent / self.network as f64))
    }
}

/// Measures what working together costs; `None` if no team can make the board with the memory given.
fn costs(board: &dyn AnyTables, settings: &Settings, threads: usize) -> Result<Option<Costs>, Fault> {
    let Some((alone, _)) = team(board, settings, 1, threads)? else { return Ok(None) };
    let Some((two_seconds, two)) = team(board, settings, 2, threads.div_ceil(2))? else { return Ok(None) };
    let Some((_, four)) = team(board, settings, 4, threads.div_ceil(4))? else { return Ok(None) };
    Ok(Some(Costs::of(two, four, two_seconds / alone)))
}

/// Makes the board by a team in this process: the seconds, and the bytes sent for each entry.
fn team(
    board: &dyn AnyTables,
    settings: &Settings,
    ranks: usize,
    threads: usize,
) -> Result<Option<(f64, f64)>, Fault> {
    if board.plan_for(settings, ranks).is_err() {
        return Ok(None);
    }
    let folder = scratch()?;
    let began = Instant::now();
    let made = thread::scope(|scope| {
        let start = |mut exchange: Local| {
            let folder = folder.path();
            scope.spawn(move || {
                let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
                let pool = pool.map_err(|error| crate::threads::refused(threads, &error))?;
                let made = pool
                    .install(|| board.generate_together(folder, settings, &mut exchange, stop::flag(), &()));
                made.map_err(|error| failed(error, folder))
            })
        };
        let ranks: Vec<_> = Local::team(ranks).into_iter().map(start).collect();
        ranks.into_iter().map(|rank| rank.join().expect("no panic")).collect::<Result<Vec<_>, Fault>>()
    })?;
    let seconds = began.elapsed().as_secs_f64();
    let first = made.first().expect("a rank");
    Ok(Some((seconds, first.exchanged_bytes as f64 / first.entries.max(1) as f64)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_goes_once_and_what_goes_to_all_are_told_apart() {
        for (once, to_all) in [(0.2, 0.0), (0.0, 0.3), (0.5, 0.01)] {
            let sent = |ranks: f64| once * (ranks - 1.0) / ranks + to_all * (ranks - 1.0);
            let costs = Costs::of(sent(2.0), sent(4.0), 1.1);
            for hosts in [1, 2, 4, 16, 100] {
                let found = costs.traffic(hosts, 1_000_000) / 1e6;
                assert!((found - sent(hosts as f64)).abs() < 1e-9, "{once}, {to_all}, {hosts}: {found}");
            }
        }
        // Measured, they may contradict each other a little.
        assert!(Costs::of(1.0, 0.9, 0.9).traffic(2, 1) <= 1.0);
        assert!((Costs::of(1.0, 4.0, 0.9).work - 1.0).abs() < 1e-9);
    }
}
