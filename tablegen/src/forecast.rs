//! Predicts the disk and the time that a database takes, from smaller boards of the same game, which are
//! generated to measure them.
//!
//! The time of a board is what each phase would take on an idle machine ([`Load::alone`]), so other jobs
//! hardly change the forecast: with them, measuring takes longer. The range of a forecast ends at the time
//! that the work takes if the other jobs keep running.
//!
//! A step takes a fixed time, and a time for each unit of work: what the engines call effort for the values,
//! entries for the rest. Both times are fitted to the boards measured.
//!
//! Larger boards have fewer bits per entry, but the gain shrinks with size, so the forecast applies only half
//! of the trend that the smaller boards show. If the caller knows the entropy of the values within a layer,
//! the forecast follows the trend of bits per bit of entropy instead, which is steadier: on 3×6 Nex, nearly
//! all positions of a layer have the same value; on 4×4 Nex, they do not.

use crate::any::{AnyTables, TablesOf};
use crate::error::{GenerateError, PlanError};
use crate::generate::{GenerateSummary, generate, generate_together};
use crate::load::{Load, Meter, PhaseMeter};
use crate::plan::{plan, plan_for};
use crate::progress::{GenerateObserver, Phase};
use crate::progress::{Plan, Step};
use crate::settings::GenerateSettings;
use crate::team::Local;
use nexsolve_catalogue::{Board, Extent, Measure};
use nexsolve_db::Metric;
use nexsolve_db::scratch::Scratch;
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::Instant;

/// The approximate minimum time of a probe, if the game has enough boards; the share of a long generation
/// that it may take; and the maximum.
const SECONDS: f64 = 6.0;
const SHARE: f64 = 0.1;
const MOST_SECONDS: f64 = 30.0;

/// On a busy machine a probe may take this many times as long.
const PATIENCE: f64 = 4.0;

/// A board that takes less than `LEAST_SECONDS` is measured up to `MOST_TIMES` times, because on a busy
/// machine a time of a few milliseconds means little.
const LEAST_SECONDS: f64 = 0.2;
const MOST_TIMES: u32 = 8;

/// The error of a forecast, as measured (`docs/benchmarks.md`): boards took between 1 / `MISSES` and `MISSES`
/// times as long as predicted, and boards of a few seconds up to `MISSES_SECONDS` less.
const MISSES: f64 = 1.5;
const MISSES_SECONDS: f64 = 1.0;

/// Boards with fewer entries say nothing about large ones.
const LEAST: u64 = 100_000;

/// The approximate bytes of a table's file in addition to its blocks.
const FILE_BYTES: u64 = 200;

/// Values with less entropy are nearly all alike, and most of a file is headers.
const ALIKE: f64 = 0.1;

/// The spread of the logarithm of entries, as a sum of squares, at which the boards determine half of the
/// slope.
const SLOPE_NEEDS: f64 = 4.0;

/// The disk and the time that a step takes, as predicted.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Expected {
    /// Bytes of its tables.
    pub bytes: f64,
    /// Seconds on an idle machine.
    pub seconds: f64,
    /// The range of this forecast: the minimum, and the maximum if other jobs continue as they did while the
    /// boards were measured.
    pub range: [f64; 2],
}

/// The smaller boards of a game, measured.
pub struct BoardMeasurements<'a> {
    stop: &'a AtomicBool,
    /// The largest board is last.
    measured: Vec<Measured>,
    /// How many of them are not narrower than the board: their tables look most like its own.
    alike: usize,
    /// Seconds to read back an entry from a table.
    read_seconds: f64,
    threads: usize,
}

/// The measured generation of a board.
struct Measured {
    tables: Box<dyn AnyTables>,
    settings: GenerateSettings,
    plan: Plan,
    /// The seconds of each phase (reach, sweep, write, commit). This field, `load` and `idle` are means over
    /// the runs.
    seconds: [f64; 4],
    load: Load,
    /// The same seconds as an idle machine takes.
    idle: [f64; 4],
    /// The time of all runs.
    all: Load,
    /// Bytes of the blocks of each step.
    bytes: Vec<u64>,
    /// The mean entropy of an entry's value, given its layer, in bits.
    disorder: f64,
}

impl<'a> BoardMeasurements<'a> {
    /// Generates boards that are smaller than `board`, the smallest first, as long as time allows. `wanted`
    /// is the plan for the board, and `tables` returns the tables of a board.
    ///
    /// # Errors
    /// As [`generate()`].
    pub fn new(
        board: Board,
        wanted: &Plan,
        settings: &GenerateSettings,
        tables: TablesOf,
        stop: &'a AtomicBool,
    ) -> Result<Self, GenerateError> {
        let threads = rayon::current_num_threads();
        let mut probe = Self { stop, measured: Vec::new(), alike: 0, read_seconds: 0.0, threads };
        let (began, mut took, mut rate) = (Instant::now(), 0.0, 0.0);
        let boards = planned(smaller(board, 0), settings, tables).into_iter().map(|board| (board, 0));
        // Narrower boards are less alike, so they are measured only if the others take too little time to say
        // much of it.
        let narrower = planned(smaller(board, 1), settings, tables).into_iter().map(|board| (board, 1));
        for ((plan, tables, settings), narrower_by) in boards.chain(narrower) {
            if narrower_by > 0
                && let Some(last) = probe.measured.last()
                && (last.idle.iter().sum::<f64>() >= LEAST_SECONDS || plan.entries <= last.plan.entries)
            {
                continue;
            }
            let budget = (SHARE * rate * wanted.entries as f64).clamp(SECONDS, MOST_SECONDS);
            let entries = plan.entries;
            let too_small = entries < LEAST.min(wanted.entries / 100) || entries >= wanted.entries;
            let next = rate * entries as f64;
            let is_late = began.elapsed().as_secs_f64() + next > PATIENCE * budget;
            if too_small || took + next > budget || is_late {
                continue;
            }
            let measured = Measured::new(tables, settings, plan, threads, stop)?;
            took += measured.idle.iter().sum::<f64>();
            // Listing tables takes most of the time on small boards, and no longer on larger ones.
            rate = measured.idle[..3].iter().sum::<f64>() / entries as f64;
            probe.measured.push(measured);
            probe.alike += usize::from(narrower_by == 0);
        }
        if wanted.steps.iter().any(|step| step.read_entries > 0) {
            probe.read_seconds = probe.reading()?;
        }
        Ok(probe)
    }

    /// The names of the boards measured, the largest last.
    pub fn boards(&self) -> Vec<String> {
        self.measured.iter().map(|measured| measured.settings.board.clone()).collect()
    }

    /// The boards whose tables look most like those of the board, the largest last.
    fn alike(&self) -> &[Measured] {
        if self.alike == 0 { &self.measured } else { &self.measured[..self.alike] }
    }

    /// The time that the boards took to measure, all together.
    pub fn load(&self) -> Load {
        self.measured.iter().map(|measured| measured.all).reduce(Load::and).unwrap_or_default()
    }

    /// Seconds to read back an entry: the largest board is made again with the least memory possible.
    fn reading(&self) -> Result<f64, GenerateError> {
        let Some(board) = self.measured.last() else { return Ok(0.0) };
        let mut settings = GenerateSettings { memory_bytes: 1, ..board.settings.clone() };
        if let Err(PlanError::NeedsMemory { needed, .. }) = plan(&*board.tables, &settings) {
            settings.memory_bytes = needed;
        }
        let Ok(plan) = plan(&*board.tables, &settings) else { return Ok(0.0) };
        let entries: u64 = plan.steps.iter().map(|step| step.read_entries).sum();
        if entries == 0 {
            return Ok(0.0);
        }
        let meter = Meter::begin();
        made(&*board.tables, &settings, self.stop, &())?;
        let load = meter.end();
        let more = load.wall * load.alone(self.threads) - board.idle.iter().sum::<f64>();
        Ok(more.max(0.0) / entries as f64)
    }

    /// Predicts each step of a plan; `None` if nothing was measured. `disorder` is the mean entropy of an
    /// entry's value in bits, given its layer, if it is known.
    pub fn expected(&self, plan: &Plan, disorder: Option<f64>) -> Option<Vec<Expected>> {
        let board = self.alike().last()?;
        let growth = self.growth(plan, disorder);
        let (idle, busy) =
            (self.seconds(plan, |board| &board.idle), self.seconds(plan, |board| &board.seconds));
        let step = |(place, step): (usize, &Step)| {
            let bytes = step.entries as f64 * board.density(plan, place) * growth;
            let tables = step.layers.len() as f64;
            let (seconds, most) = (idle[place], idle[place].max(busy[place]));
            let margin = MISSES_SECONDS / plan.steps.len() as f64;
            Expected {
                bytes: bytes.min(step.packed_bytes as f64) + tables * FILE_BYTES as f64,
                seconds,
                range: [(seconds / MISSES - margin).max(0.0), most * MISSES + margin],
            }
        };
        Some(plan.steps.iter().enumerate().map(step).collect())
    }

    /// Predicts the seconds of each step of a plan, from the `times` of each phase of a board.
    fn seconds(&self, plan: &Plan, times: fn(&Measured) -> &[f64; 4]) -> Vec<f64> {
        let Some(board) = self.measured.last() else { return Vec::new() };
        let cost = |phase: usize, work: fn(&Step) -> u64| {
            let is_reach = phase == Phase::Reach as usize;
            let of = |measured: &Measured| {
                let steps =
                    measured.plan.steps.iter().filter(|step| (step.metric == Metric::Reach) == is_reach);
                let (number, work) = steps.fold((0, 0), |(number, all), step| (number + 1, all + work(step)));
                [f64::from(number), work as f64, times(measured)[phase]]
            };
            Cost::of(&self.measured.iter().map(of).collect::<Vec<_>>())
        };
        let reach = cost(Phase::Reach as usize, |step| step.entries);
        let sweep = cost(Phase::Sweep as usize, |step| step.effort);
        let write = cost(Phase::Write as usize, |step| step.entries);
        let tables: usize = board.plan.steps.iter().map(|step| step.layers.len()).sum();
        let commit = times(board)[Phase::Commit as usize] / tables as f64;
        let step = |step: &Step| {
            let entries = step.entries as f64;
            let seconds = match step.metric {
                Metric::Reach => reach.seconds(entries),
                _ => sweep.seconds(step.effort as f64) + write.seconds(entries),
            };
            seconds + step.read_entries as f64 * self.read_seconds + step.layers.len() as f64 * commit
        };
        plan.steps.iter().map(step).collect()
    }

    /// The ratio of the bits of an entry of this plan to those of an entry of the largest board that is not
    /// narrower.
    fn growth(&self, plan: &Plan, disorder: Option<f64>) -> f64 {
        let mixed = |board: &Measured| disorder.map_or(1.0, |_| board.disorder);
        let of = |board: &Measured| {
            let bits = 8.0 * board.bytes.iter().sum::<u64>().max(1) as f64 / board.plan.entries as f64;
            ((board.plan.entries as f64).ln(), (bits / mixed(board)).ln())
        };
        let points: Vec<(f64, f64)> =
            self.alike().iter().filter(|board| mixed(board) > ALIKE).map(of).collect();
        let Some(&(last, _)) = points.last() else { return 1.0 };
        let mean = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / points.len() as f64;
        let (x, y) = (mean(|point| point.0), mean(|point| point.1));
        let above: f64 = points.iter().map(|point| (point.0 - x) * (point.1 - y)).sum();
        let below: f64 = points.iter().map(|point| (point.0 - x).powi(2)).sum();
        // Boards of nearly the same size say little about the slope.
        let slope = above / (below + SLOPE_NEEDS);
        let largest = self.alike().last().map_or(1.0, mixed);
        disorder.unwrap_or(1.0) / largest.max(ALIKE)
            * (slope / 2.0 * ((plan.entries as f64).ln() - last)).exp()
    }

    /// Measures the cost of working together, with teams of two and of four that make the largest board in
    /// this process; `None` if they cannot, or if nothing was measured. `threads` are those of one machine.
    ///
    /// # Errors
    /// As [`generate_together`].
    pub fn costs(&self, threads: usize) -> Result<Option<Costs>, GenerateError> {
        let Some(board) = self.measured.last() else { return Ok(None) };
        let Some((load, two)) = board.team(2, threads.div_ceil(2), self.stop)? else { return Ok(None) };
        let Some((_, four)) = board.team(4, threads.div_ceil(4), self.stop)? else { return Ok(None) };
        let times = load.processor.zip(board.load.processor).unwrap_or((load.wall, board.load.wall));
        Ok(Some(Costs::of(two, four, times.0 / times.1)))
    }
}

/// The time that a phase takes.
struct Cost {
    /// The seconds of a step without work.
    step: f64,
    /// The seconds of a unit of work.
    unit: f64,
}

impl Cost {
    /// Fits a cost to boards, the largest last, with the least sum of squared relative errors. Each board has
    /// its number of steps, their work, and the seconds that they took.
    fn of(points: &[[f64; 3]]) -> Self {
        let sum = |a: usize, b: usize| -> f64 {
            let share = |point: &[f64; 3]| point[a] * point[b] / (point[2] * point[2]);
            points.iter().filter(|point| point[2] > 0.0).map(share).sum()
        };
        let below = sum(0, 0) * sum(1, 1) - sum(0, 1) * sum(0, 1);
        let step = (sum(0, 2) * sum(1, 1) - sum(1, 2) * sum(0, 1)) / below;
        let unit = (sum(1, 2) * sum(0, 0) - sum(0, 2) * sum(0, 1)) / below;
        if step >= 0.0 && unit > 0.0 {
            return Self { step, unit };
        }
        // Too few boards, or times that vary more than their work.
        let [_, work, seconds] = points.last().copied().unwrap_or_default();
        Self { step: 0.0, unit: seconds / work.max(1.0) }
    }

    fn seconds(&self, work: f64) -> f64 {
        self.step + work * self.unit
    }
}

impl Measured {
    fn new(
        tables: Box<dyn AnyTables>,
        settings: GenerateSettings,
        plan: Plan,
        threads: usize,
        stop: &AtomicBool,
    ) -> Result<Self, GenerateError> {
        let (phases, meter) = (PhaseMeter::default(), Meter::begin());
        let mut times = 0;
        let (made, all) = loop {
            let made = made(&*tables, &settings, stop, &phases)?;
            let all = meter.end();
            times += 1;
            if all.wall >= LEAST_SECONDS || times == MOST_TIMES {
                break (made, all);
            }
        };
        let phases = phases.end().map(|phase| phase.mean(times));
        let load = all.mean(times);
        let manifest = made.database.manifest();
        let bytes = |step: &Step| {
            let tables = step.layers.iter().filter_map(|layer| manifest.table(layer, step.metric));
            tables.map(|table| table.bytes.saturating_sub(FILE_BYTES)).sum()
        };
        let bytes = plan.steps.iter().map(bytes).collect();
        let valued = manifest.tables.iter().filter(|table| table.metric != Metric::Reach);
        let (entropies, entries) = valued.fold((0.0, 0), |(entropies, entries), table| {
            (entropies + table.entries as f64 * entropy(&table.counts.positions), entries + table.entries)
        });
        let disorder = entropies / entries.max(1) as f64;
        let idle = phases.map(|phase| phase.wall * load.alone_in(phase, threads));
        let seconds = phases.map(|phase| phase.wall);
        Ok(Self { tables, settings, plan, seconds, load, idle, all, bytes, disorder })
    }

    /// Bytes of an entry at the same point of the work as a step of a larger board's plan.
    fn density(&self, plan: &Plan, place: usize) -> f64 {
        let metric = plan.steps[place].metric;
        let of = |plan: &Plan| -> Vec<usize> {
            (0..plan.steps.len()).filter(|&step| plan.steps[step].metric == metric).collect()
        };
        let (own, all) = (of(&self.plan), of(plan));
        let point = all.iter().position(|&step| step == place).unwrap_or(0) as f64 / all.len() as f64;
        own.get((point * own.len() as f64) as usize)
            .map_or(0.0, |&step| self.bytes[step] as f64 / self.plan.steps[step].entries.max(1) as f64)
    }

    /// Makes the board with a team in this process. Returns the time, and the bytes sent for each entry.
    fn team(
        &self,
        processes: usize,
        threads: usize,
        stop: &AtomicBool,
    ) -> Result<Option<(Load, f64)>, GenerateError> {
        let Self { tables, settings, .. } = self;
        if plan_for(&**tables, settings, processes).is_err() {
            return Ok(None);
        }
        let folder = Scratch::new()?;
        let meter = Meter::begin();
        #[expect(clippy::disallowed_methods, reason = "each thread stands for a process of the team")]
        let made = thread::scope(|scope| {
            let start = |mut exchange: Local| {
                let folder = folder.path();
                scope.spawn(move || {
                    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
                    pool.install(|| generate_together(&**tables, folder, settings, &mut exchange, stop, &()))
                })
            };
            let team: Vec<_> = Local::team(processes).into_iter().map(start).collect();
            team.into_iter().map(|member| member.join().expect("no panic")).collect::<Result<Vec<_>, _>>()
        })?;
        let load = meter.end();
        Ok(Some((load, made[0].exchanged_bytes as f64 / made[0].entries.max(1) as f64)))
    }
}

/// Generates the database of a board in a temporary folder.
fn made(
    tables: &dyn AnyTables,
    settings: &GenerateSettings,
    stop: &AtomicBool,
    phases: &dyn GenerateObserver,
) -> Result<GenerateSummary, GenerateError> {
    let folder = Scratch::new()?;
    generate(tables, folder.path(), settings, stop, phases)
}

/// Boards with their tables and plans, the smallest first; without those that do not fit in memory.
fn planned(
    boards: Vec<Board>,
    settings: &GenerateSettings,
    tables: TablesOf,
) -> Vec<(Plan, Box<dyn AnyTables>, GenerateSettings)> {
    let planned = |board: Board| {
        let tables = tables(board).ok().flatten()?;
        let settings = GenerateSettings { board: board.to_string(), ..settings.clone() };
        Some((plan(&*tables, &settings).ok()?, tables, settings))
    };
    let mut planned: Vec<_> = boards.into_iter().filter_map(planned).collect();
    planned.sort_by_key(|(plan, ..)| plan.entries);
    planned
}

/// The other boards of the same game that are no larger in any dimension, and those with no more cells that
/// are narrower by at most `by`.
fn smaller(of: Board, by: u32) -> Vec<Board> {
    match of.extent {
        Extent::Sides { rows, cols } => {
            let most = rows.max(cols) + by;
            let all = (1..=most).flat_map(|a| (1..=most).map(move |b| (a, b)));
            let fits = |&(a, b): &(u32, u32)| {
                (a, b) != (rows, cols)
                    && ((a <= rows && b <= cols) || (a * b <= rows * cols && a.min(b) + by >= rows.min(cols)))
            };
            all.filter(fits).filter_map(|(rows, cols)| of.spec.sized(rows, cols).ok()).collect()
        }
        Extent::Count(count) => {
            let least = if let Measure::Count { least, .. } = of.spec.card().measure { least } else { 1 };
            (least..count).filter_map(|count| of.spec.counting(count).ok()).collect()
        }
        Extent::Whole => Vec::new(),
    }
}

/// The entropy, in bits, of a value with these frequencies.
pub fn entropy(counts: &[u64]) -> f64 {
    let all = counts.iter().sum::<u64>() as f64;
    let shares = counts.iter().filter(|&&count| count > 0).map(|&count| count as f64 / all);
    shares.map(|share| -share * share.log2()).sum()
}

/// The cost of working together.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Costs {
    /// The bytes for each entry that are sent once, to the process that they belong to, unless they are
    /// already there.
    once: f64,
    /// The bytes for each entry that are sent to all other processes.
    to_all: f64,
    /// The processor time, as a multiple of the time of one process for the same work.
    pub work: f64,
}

impl Costs {
    /// Derives the costs from the bytes for each entry that teams of two and of four sent, and from how much
    /// longer the team of two took.
    fn of(two: f64, four: f64, work: f64) -> Self {
        // With n processes, (n − 1) / n of the bytes that are sent once leave their process; the bytes for
        // all are sent n − 1 times.
        let once = ((3.0 * two - four) * 4.0 / 3.0).clamp(0.0, 2.0 * two);
        Self { once, to_all: two - once / 2.0, work: work.max(1.0) }
    }

    /// The bytes that a number of machines send each other for this many entries.
    pub fn traffic(&self, machines: usize, entries: u64) -> f64 {
        let others = (machines - 1) as f64;
        (self.once * others / machines as f64 + self.to_all * others) * entries as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_goes_once_and_what_goes_to_all_are_told_apart() {
        for (once, to_all) in [(0.2, 0.0), (0.0, 0.3), (0.5, 0.01)] {
            let sent = |processes: f64| once * (processes - 1.0) / processes + to_all * (processes - 1.0);
            let costs = Costs::of(sent(2.0), sent(4.0), 1.1);
            for machines in [1, 2, 4, 16, 100] {
                let found = costs.traffic(machines, 1_000_000) / 1e6;
                assert!(
                    (found - sent(machines as f64)).abs() < 1e-9,
                    "{once}, {to_all}, {machines}: {found}"
                );
            }
        }
        // The measured numbers may contradict each other a little.
        assert!(Costs::of(1.0, 0.9, 0.9).traffic(2, 1) <= 1.0);
        assert!((Costs::of(1.0, 4.0, 0.9).work - 1.0).abs() < 1e-9);
    }

    #[test]
    fn costs_are_those_of_steps_and_of_work() {
        let points = [[10.0, 1e6], [12.0, 5e6], [15.0, 4e7]];
        let timed = points.map(|[steps, work]| [steps, work, 0.002 * steps + 3e-9 * work]);
        let found = Cost::of(&timed);
        assert!((found.step - 0.002).abs() < 1e-9 && (found.unit - 3e-9).abs() < 1e-15);
        // One board, no boards, or decreasing times.
        assert!((Cost::of(&timed[2..]).seconds(4e7) - timed[2][2]).abs() < 1e-9);
        assert!(Cost::of(&[]).seconds(1.0).abs() < 1e-9);
        let falling = Cost::of(&[[1.0, 1e6, 2.0], [1.0, 1e9, 1.0]]);
        assert!(falling.step >= 0.0 && (falling.seconds(1e9) - 1.0).abs() < 1e-9);
    }

    #[test]
    fn smaller_boards_are_not_narrower_unless_that_is_asked_for() {
        let smaller = |name: &str, by| -> Vec<String> {
            let boards = smaller(nexsolve_games::board(name).expect("a board"), by);
            boards.iter().map(Board::to_string).collect()
        };
        let (near, far) = (smaller("nex:4x4", 0), smaller("nex:4x4", 1));
        assert!(near.contains(&"nex:3x4".to_owned()) && !near.contains(&"nex:3x5".to_owned()));
        assert!(far.contains(&"nex:3x5".to_owned()) && near.iter().all(|board| far.contains(board)));
        assert!(!far.iter().any(|board| ["nex:4x4", "nex:2x5", "nex:4x5"].contains(&board.as_str())));
        assert_eq!(smaller("awari:5", 0), smaller("awari:5", 1));
    }

    #[test]
    fn entropy_is_of_shares() {
        let found = [&[3, 0, 3][..], &[1, 1, 2], &[0, 7, 0], &[]].map(entropy);
        assert!(found.iter().zip([1.0, 1.5, 0.0, 0.0]).all(|(found, is)| (found - is).abs() < 1e-12));
    }
}
