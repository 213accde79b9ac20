//! `nexsolve plan`: predicts the size, memory and time of a database.

mod forecast;
mod sample;
mod shown;

use super::generate::{TablesArgs, fault, impossible, settings};
use super::tables;
use clap::Args;
use forecast::{Forecast, Hosts, all};
use nexsolve_console::{Exit, Fault, Global, output, stop, threads, units};
use nexsolve_tablegen::{
    BoardMeasurements, Expected, GenerateError, GenerateSettings, Plan, PlanError, Tables, plan_for,
};
use std::path::Path;
use std::time::Instant;

/// The arguments of `plan`.
#[derive(Args, Clone, Debug)]
pub(crate) struct PlanArgs {
    #[command(flatten)]
    pub(crate) tables: TablesArgs,
    /// Available disk space, such as 500GB: report whether the database fits
    #[arg(long, value_name = "SIZE", value_parser = disk)]
    pub(crate) disk: Option<u64>,
    /// Do not measure smaller boards: an answer at once, without the size on disk and the time
    #[arg(long, conflicts_with_all = ["hosts", "disk"])]
    pub(crate) quick: bool,
    /// Also predict for N machines like this one, each with --memory
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=10_000))]
    pub(crate) hosts: Option<u16>,
    /// Bytes that each machine can send per second
    #[arg(long, value_name = "SIZE", default_value = "1.25GB", value_parser = network, requires = "hosts")]
    pub(crate) network: u64,
}

/// Reads the value of `--network`.
fn network(text: &str) -> Result<u64, String> {
    match units::bytes_as(text, "125MB (1 Gbit/s) or 1.25GB (10 Gbit/s)")? {
        0 => Err("the least is 1B".to_owned()),
        bytes => Ok(bytes),
    }
}

/// Reads the value of `--disk`.
fn disk(text: &str) -> Result<u64, String> {
    units::bytes_as(text, "500GB or 2TiB")
}

/// Runs the command.
pub(crate) fn run(args: &PlanArgs, global: &Global) -> Result<Exit, Fault> {
    let board = args.tables.board.resolve()?;
    let tables = tables(board)?;
    let settings = settings(&*tables, board, &args.tables, global)?;
    let found = threads::with(global, |threads| {
        let (plan, needs_bytes) =
            planned(&*tables, &settings, 1).map_err(|error| impossible(board, &error))?;
        let mut forecast = Forecast {
            board,
            threads,
            plan,
            needs_bytes,
            expected: None,
            probed: Vec::new(),
            probe_seconds: 0.0,
            processor_share: None,
            is_quick: args.quick,
            disk_bytes: args.disk,
            hosts: None,
        };
        if args.quick {
            return Ok(forecast);
        }
        let plan = &forecast.plan;
        if !global.quiet {
            // What is known at once; measuring can take a minute.
            output::note(&format!(
                "{}; measuring smaller boards for disk and time",
                shown::known(board, plan)
            ));
        }
        stop::on_interrupt("the plan")?;
        let began = Instant::now();
        let probe = BoardMeasurements::new(board, plan, &settings, nexsolve_kernels::tables, stop::flag())
            .map_err(failed)?;
        let probed = probe.boards();
        let disorder = if probed.is_empty() { None } else { sample::disorder(board, &*tables) };
        let expected = probe.expected(plan, disorder);
        if let Some(number) = args.hosts {
            let number = usize::from(number);
            let planned = planned(&*tables, &settings, number);
            let (plan, needs_bytes) = planned.map_err(|error| Fault::usage(error.to_string()))?;
            let costs = if number > 1 { probe.costs(threads).map_err(failed)? } else { None };
            let traffic = costs.map(|costs| costs.traffic(number, plan.entries));
            let alone = probe.expected(&plan, disorder).map(|steps| all(&steps));
            let seconds = alone.and_then(|Expected { bytes, seconds, .. }| {
                if number == 1 {
                    return Some((seconds, 0.0));
                }
                // Traffic is spread over all machines, except finished blocks, which all go to the machine
                // that writes them.
                let sent = traffic? / number as f64 + bytes;
                Some((seconds * costs?.work / number as f64, sent / args.network as f64))
            });
            forecast.hosts =
                Some(Hosts { number, network: args.network, plan, needs_bytes, traffic, seconds });
        }
        forecast.probe_seconds = began.elapsed().as_secs_f64();
        forecast.processor_share = probe.load().share();
        (forecast.expected, forecast.probed) = (expected, probed);
        Ok(forecast)
    })?;
    output::answer(global, || shown::document(&found), || shown::text(&found))?;
    Ok(Exit::Done)
}

/// The fault if a smaller board cannot be generated.
fn failed(error: GenerateError) -> Fault {
    match error {
        GenerateError::Stopped => {
            Fault::new(Exit::Interrupted, "interrupted before the smaller boards were measured")
        }
        error => fault(&error, Path::new("a scratch folder")),
    }
}

/// Plans for a number of processes. If the memory given is not enough, plans with the least that is, and also
/// returns that.
fn planned(
    tables: &dyn Tables,
    settings: &GenerateSettings,
    processes: usize,
) -> Result<(Plan, Option<u64>), PlanError> {
    match plan_for(tables, settings, processes) {
        Err(PlanError::NeedsMemory { needed, .. }) => {
            let settings = GenerateSettings { memory_bytes: needed, ..settings.clone() };
            Ok((plan_for(tables, &settings, processes)?, Some(needed)))
        }
        plan => Ok((plan?, None)),
    }
}
