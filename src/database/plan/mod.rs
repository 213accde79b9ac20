//! `nexsolve plan`: predicts size, memory and time of a database.

mod forecast;
mod hosts;
mod probe;
mod sample;
mod shown;

use super::PlanArgs;
use super::generate::{impossible, settings};
use super::tables;
use crate::args::Global;
use crate::exit::Exit;
use crate::fault::Fault;
use crate::{output, stop, threads};
use forecast::{Expected, Ladder, Measured, Size};
use hosts::Hosts;
use nexsolve_games::Board;
use nexsolve_tablegen::{AnyTables, Plan, PlanError, Settings};
use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::time::Instant;

/// The result of the plan for a board.
struct Found {
    board: Board,
    threads: usize,
    plan: Plan,
    /// The least memory that would do, if the memory given is not enough.
    needs_bytes: Option<u64>,
    /// For each step of the plan; `None` if no smaller board can be made.
    expected: Option<Vec<Expected>>,
    /// The boards measured, the smallest first, and the total time.
    probed: Vec<Board>,
    probe_seconds: f64,
    disk_bytes: Option<u64>,
    /// The plan for several machines, if asked for.
    hosts: Option<Hosts>,
}

/// Runs the command.
pub(crate) fn run(args: &PlanArgs, global: &Global) -> Result<Exit, Fault> {
    let board = args.tables.board.resolve()?;
    let tables = tables(board)?;
    let settings = settings(&*tables, board, &args.tables, global)?;
    let found = threads::with(global, |threads| {
        let (plan, needs_bytes) =
            planned(&*tables, &settings, 1).map_err(|error| impossible(board, &error))?;
        stop::on_interrupt("the plan")?;
        let began = Instant::now();
        let measured = probe::measured(board, &settings, global)?;
        let read_seconds = if plan.steps.iter().any(|step| step.read_entries > 0) {
            reading(board, &measured, &settings, global)?
        } else {
            0.0
        };
        let mut hosts = match args.hosts {
            Some(number) => {
                let asked = (usize::from(number), args.network);
                Some(hosts(asked, board, &*tables, &measured, &settings, threads)?)
            }
            None => None,
        };
        let probed = measured.keys().filter_map(|size| probe::board(board, size)).collect();
        let size = probe::size(board);
        let disorder = if measured.is_empty() || measured.contains_key(&size) {
            None
        } else {
            sample::disorder(board, &*tables)
        };
        let ladder = ladder(board, measured, read_seconds, disorder, &settings);
        let expected = ladder.expected(&size, &plan);
        if let Some(hosts) = &mut hosts {
            hosts.expect(ladder.expected(&size, &hosts.plan));
        }
        let probe_seconds = began.elapsed().as_secs_f64();
        let disk_bytes = args.disk;
        Ok(Found { board, threads, plan, needs_bytes, expected, probed, probe_seconds, disk_bytes, hosts })
    })?;
    output::answer(global, || shown::document(&found), || shown::text(&found))?;
    Ok(Exit::Done)
}

/// Plans for `ranks` processes. If the memory given is not enough, plans with the least that is, and returns that too.
fn planned(
    tables: &dyn AnyTables,
    settings: &Settings,
    ranks: usize,
) -> Result<(Plan, Option<u64>), PlanError> {
    match tables.plan_for(settings, ranks) {
        Err(PlanError::NeedsMemory { needed, .. }) => {
            let settings = Settings { memory_bytes: needed, ..settings.clone() };
            Ok((tables.plan_for(&settings, ranks)?, Some(needed)))
        }
        plan => Ok((plan?, None)),
    }
}

/// The largest board measured.
fn largest(of: Board, measured: &BTreeMap<Size, Measured>) -> Option<(Board, &Measured)> {
    let (size, measured) = measured.iter().max_by_key(|(_, measured)| measured.plan.entries)?;
    Some((probe::board(of, size)?, measured))
}

/// The plan for several machines, extrapolated from the largest board measured.
fn hosts(
    asked: (usize, u64),
    of: Board,
    tables: &dyn AnyTables,
    measured: &BTreeMap<Size, Measured>,
    settings: &Settings,
    threads: usize,
) -> Result<Hosts, Fault> {
    let board = largest(of, measured).map(|(board, _)| board);
    let probe = board.map(<dyn AnyTables>::of).transpose()?.flatten();
    let settings_of = |board: Board| Settings { board: board.to_string(), ..settings.clone() };
    let smaller = board.map(settings_of);
    Hosts::plan(asked, tables, settings, threads, probe.as_deref().zip(smaller.as_ref()))
}

/// Seconds to read back an entry: the largest board measured is made again with the least memory possible.
fn reading(
    of: Board,
    measured: &BTreeMap<Size, Measured>,
    settings: &Settings,
    global: &Global,
) -> Result<f64, Fault> {
    let Some((board, with_memory)) = largest(of, measured) else { return Ok(0.0) };
    let Some(tables) = <dyn AnyTables>::of(board)? else { return Ok(0.0) };
    let mut settings = Settings { board: board.to_string(), memory_bytes: 1, ..settings.clone() };
    let Ok((plan, needs_bytes)) = planned(&*tables, &settings, 1) else { return Ok(0.0) };
    settings.memory_bytes = needs_bytes.unwrap_or(settings.memory_bytes);
    let entries: u64 = plan.steps.iter().map(|step| step.read_entries).sum();
    if entries == 0 {
        return Ok(0.0);
    }
    let without = probe::make(&*tables, plan, &settings, global)?;
    let more = without.seconds.iter().sum::<f64>() - with_memory.seconds.iter().sum::<f64>();
    Ok(more.max(0.0) / entries as f64)
}

/// The boards measured, and a function for the number of entries of other boards.
fn ladder(
    of: Board,
    measured: BTreeMap<Size, Measured>,
    read_seconds: f64,
    disorder: Option<f64>,
    settings: &Settings,
) -> Ladder<impl Fn(&Size) -> Option<u64>> {
    let known: RefCell<HashMap<Size, Option<u64>>> = RefCell::default();
    let entries = move |size: &Size| {
        if let Some(&entries) = known.borrow().get(size) {
            return entries;
        }
        let entries = || {
            let board = probe::board(of, size)?;
            let tables = <dyn AnyTables>::of(board).ok()??;
            let settings = Settings { board: board.to_string(), memory_bytes: u64::MAX, ..settings.clone() };
            Some(tables.plan(&settings).ok()?.entries)
        };
        let entries = entries();
        known.borrow_mut().insert(size.clone(), entries);
        entries
    };
    Ladder { measured, entries, read_seconds, disorder }
}
