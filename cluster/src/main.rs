//! The command `nexsolve-cluster`: databases made by several processes together.
//!
//! It reads its arguments, joins the other processes and calls [`nexsolve_tablegen::generate_together`]. If a
//! process fails, it prints the reason to standard error. Process 0 prints the result.

mod args;
mod exchange;
mod watch;

use args::{Cli, Command, Generate};
use clap::Parser;
use exchange::{Member, Mpi};
use mpi::Threading;
use nexsolve_console::units::{at_least, counted};
use nexsolve_console::{Exit, Fault, KindArgs, stop, threads};
use nexsolve_db::{BuildError, Form};
use nexsolve_games::Board;
use nexsolve_tablegen::{
    Alone, AnyTables, GenerateError, GenerateSettings, GenerateSummary, Phase, PlanError, Reach, Reduce,
    TableChoice, generate_together,
};
use std::io::{self, Write as _};
use std::sync::atomic::Ordering::Relaxed;
use std::thread::available_parallelism;
use std::{panic, process};
use watch::Watch;

fn main() {
    nexsolve_console::run(|| {
        let Command::Generate(args) = Cli::parse().command;
        // A process that panics aborts. The launcher then ends all others, which would wait for it otherwise.
        panic::set_hook(Box::new(|info| {
            Fault::of_panic(info).show();
            process::abort();
        }));
        nexsolve_console::apply(&args.global);
        // Launchers of MPI programs (mpirun, srun, others with PMI or PMIx) set one of these. A process
        // without any is alone.
        let launched = ["OMPI_COMM_WORLD_SIZE", "PMIX_RANK", "PMI_RANK", "PMI_SIZE", "MV2_COMM_WORLD_SIZE"];
        let code = if launched.iter().any(|name| std::env::var_os(name).is_some()) {
            together(&args)?
        } else {
            ended(&args, &mut Alone)
        };
        process::exit(code.into())
    })
}

/// Runs as one of the processes that a launcher has started; returns the exit code, the same for all.
fn together(args: &Generate) -> Result<u8, Fault> {
    tune_mpi();
    let Some((universe, threading)) = mpi::initialize_with_threading(Threading::Funneled) else {
        return Err(Fault::new(Exit::Fault, "MPI has been initialised already"));
    };
    if threading < Threading::Funneled {
        return Err(Fault::new(Exit::System, "this MPI supports one thread only")
            .hint("install an MPI with MPI_THREAD_FUNNELED"));
    }
    let mut exchange = Mpi::new(universe.world());
    let code = ended(args, &mut exchange);
    // Finalises MPI.
    drop(exchange);
    drop(universe);
    Ok(code)
}

/// Runs, prints the error if there is one, and returns the greatest exit code of all processes.
fn ended(args: &Generate, exchange: &mut dyn Member) -> u8 {
    let begun = prepare(args);
    // The others must not wait for a process that cannot begin.
    let mut failed = [u64::from(begun.is_err())];
    let agreed = exchange.all_reduce(Reduce::Greatest, &mut failed);
    let result = match begun {
        Err(fault) => Err(fault),
        Ok(_) if failed != [0] => Err(Fault::new(Exit::Done, "another process could not begin")),
        Ok((board, tables, settings)) => agreed
            .map_err(GenerateError::from)
            .and_then(|()| generate(args, board, (&*tables, &settings), exchange))
            .map_err(|error| fault(&error)),
    };
    let mut code = 0;
    if let Err(fault) = &result {
        // Written in one piece, so that the lines of several processes do not mix. An error here cannot be
        // reported.
        let text: Vec<&str> =
            std::iter::once(&fault.message).chain(&fault.hints).map(String::as_str).collect();
        let line = format!("error: process {}: {}\n", exchange.process(), text.join("; "));
        let _ = io::stderr().write_all(line.as_bytes());
        code = fault.exit as u8;
    }
    let mut codes = [u64::from(code)];
    // If this fails, the launcher ends all processes.
    let _ = exchange.all_reduce(Reduce::Greatest, &mut codes);
    if result.is_err() { (codes[0] as u8).max(1) } else { codes[0] as u8 }
}

/// Reads the board, finds its tables and starts the threads.
fn prepare(args: &Generate) -> Result<(Board, Box<dyn AnyTables>, GenerateSettings), Fault> {
    let board = nexsolve_games::board(&args.board)?;
    let tables = nexsolve_kernels::tables(board)?;
    let tables = tables.ok_or_else(|| Fault::usage(format!("{} has no tables", board.title())))?;
    let KindArgs { metric, raw, reach, no_reach } = args.kind;
    let reach = if reach { Some(Reach::Counted) } else { no_reach.then_some(Reach::Left) };
    let form = if raw { Form::Raw } else { Form::Compressed };
    let choice = TableChoice { metric, reach, form, memory_bytes: args.global.memory };
    let settings = tables.chosen(board, &choice).map_err(|error| Fault::usage(error.to_string()))?;
    let threads = threads::number(&args.global)?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build_global();
    pool.map_err(|error| Fault::new(Exit::System, error.to_string()))?;
    // A process that does not end by itself is ended by the launcher.
    let handler = ctrlc::set_handler(|| stop::flag().store(true, Relaxed));
    handler.map_err(|error| Fault::new(Exit::System, error.to_string()))?;
    Ok((board, tables, settings))
}

/// Makes the database; process 0 prints the result.
fn generate(
    args: &Generate,
    board: Board,
    (tables, settings): (&dyn AnyTables, &GenerateSettings),
    exchange: &mut dyn Member,
) -> Result<(), GenerateError> {
    let (quiet, json) = (args.global.quiet, args.global.json);
    let watch = Watch::new(exchange.process() == 0 && !quiet && !json);
    let made = generate_together(tables, &args.out, settings, exchange, stop::flag(), &watch)?;
    let GenerateSummary { entries, exchanged_bytes, .. } = made;
    let seconds = watch.seconds();
    let waiting = waiting_seconds(exchange)?;
    if exchange.process() > 0 || quiet && !json {
        return Ok(());
    }
    let each = if entries == 0 { 0.0 } else { exchanged_bytes as f64 / entries as f64 };
    if json {
        let phases: serde_json::Map<_, _> = Phase::NAMES
            .iter()
            .zip(watch.phases())
            .map(|(name, seconds)| ((*name).to_owned(), seconds.into()))
            .collect();
        let told = serde_json::json!({
            "board": board.to_string(),
            "metric": settings.metric.word(),
            "ranks": exchange.size(),
            "threads_per_rank": rayon::current_num_threads(),
            "tables_made": made.made,
            "tables_found": made.found,
            "entries_made": entries,
            "exchanged_bytes": exchanged_bytes,
            "exchanged_bytes_per_entry": each,
            "seconds": seconds,
            "phase_seconds": phases,
            "waiting_seconds": waiting,
            "operations": exchange.waiting().operations,
        });
        println!("{told:#}");
        return Ok(());
    }
    let tables = counted(made.made as u64, "table", "tables");
    let processes = counted(exchange.size() as u64, "process", "processes");
    println!("{}: {tables} made by {processes} in {seconds:.1} s, {} found", board.title(), made.found);
    if made.made > 0 {
        let entries = counted(entries, "entry", "entries");
        println!("{entries}; {exchanged_bytes} bytes exchanged, {each:.3} an entry");
    }
    Ok(())
}

/// The seconds that each process has spent in exchanges, by process.
fn waiting_seconds(exchange: &mut dyn Member) -> Result<Vec<f64>, GenerateError> {
    let own = exchange.waiting().time.as_secs_f64();
    let all = exchange.all_gather(own.to_le_bytes().to_vec())?;
    Ok(all.iter().map(|bytes| f64::from_le_bytes(*bytes.first_chunk().expect("a number"))).collect())
}

/// The fault of a process whose generation failed.
fn fault(error: &GenerateError) -> Fault {
    let exit = match error {
        GenerateError::Stopped => {
            let message = "stopped; finished tables stay; the same command continues behind them";
            return Fault::new(Exit::Interrupted, message);
        }
        GenerateError::Plan(PlanError::NeedsMemory { needed, .. }) => {
            let least = at_least(*needed);
            let message = format!("each process needs {least} of memory at least");
            return Fault::usage(message).hint(format!("give --memory {least}, or use more processes"));
        }
        // The process that has failed gives the exit code.
        GenerateError::Elsewhere { .. } => Exit::Done,
        GenerateError::Plan(_)
        | GenerateError::Differs { .. }
        | GenerateError::Build(
            BuildError::Locked { .. }
            | BuildError::Foreign { .. }
            | BuildError::Subject { .. }
            | BuildError::Form { .. },
        ) => Exit::Usage,
        GenerateError::Table(_) | GenerateError::Build(BuildError::Tables(_) | BuildError::Open(_)) => {
            Exit::Table
        }
        GenerateError::NotShared { .. } => {
            return Fault::new(Exit::System, error.to_string())
                .hint("give --out a folder of a file system that all nodes share");
        }
        GenerateError::Build(BuildError::Io { .. })
        | GenerateError::Memory { .. }
        | GenerateError::Scratch(_)
        | GenerateError::Threads(_)
        | GenerateError::Exchange(_) => Exit::System,
        _ => Exit::Fault,
    };
    Fault::new(exit, error.to_string())
}

/// Sets what suits the machine, unless the user has set it: Open MPI reads its parameters from the
/// environment when it begins.
fn tune_mpi() {
    let number = |name: &str| std::env::var(name).ok().and_then(|processes| processes.parse::<usize>().ok());
    let (here, all) = (number("OMPI_COMM_WORLD_LOCAL_SIZE"), number("OMPI_COMM_WORLD_SIZE"));
    // With more processes than cores, a process that waits gives its core away: Open MPI would spin while it
    // begins and ends.
    let cores = available_parallelism().map_or(1, usize::from);
    if here.is_some_and(|processes| processes > cores) {
        set_for_mpi("OMPI_MCA_mpi_yield_when_idle", "1");
    }
    // Ranks of one machine use its memory: Open MPI would look for networks first, which takes longer than
    // all else that it does to begin.
    if here.is_some() && here == all {
        set_for_mpi("OMPI_MCA_pml", "ob1");
    }
}

fn set_for_mpi(name: &str, value: &str) {
    if std::env::var_os(name).is_none() {
        #[expect(unsafe_code, reason = "Open MPI reads its parameters from the environment")]
        // SAFETY: the process has one thread so far, and nothing else reads the environment meanwhile.
        unsafe {
            std::env::set_var(name, value);
        }
    }
}
