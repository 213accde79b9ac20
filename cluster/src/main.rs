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
use nexsolve_core::words::counted;
use nexsolve_db::BuildError;
use nexsolve_games::Board;
use nexsolve_tablegen::{Alone, AnyTables, GenerateError, Phase, PlanError, Reach, Reduce, Summary};
use std::io::{self, Write as _};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread::available_parallelism;
use std::{panic, process};
use watch::Watch;

static STOP: AtomicBool = AtomicBool::new(false);

/// The reason why a process ends. The exit codes are those of `nexsolve`.
struct Fault {
    code: u8,
    message: String,
}

impl Fault {
    fn usage(message: impl Into<String>) -> Self {
        Self { code: 2, message: message.into() }
    }
}

fn main() {
    let Command::Generate(args) = Cli::parse().command;
    // A process that panics aborts. The launcher then ends all others, which would wait for it otherwise.
    let tell = panic::take_hook();
    panic::set_hook(Box::new(move |about| {
        tell(about);
        process::abort();
    }));
    give_back(&args);
    make_size_limits_errors();
    if !args.quiet {
        nexsolve_db::on_note(|text| eprintln!("note: {text}"));
    }
    // Launchers of MPI programs (mpirun, srun, others with PMI or PMIx) set one of these. A process without
    // any is alone.
    let launched = ["OMPI_COMM_WORLD_SIZE", "PMIX_RANK", "PMI_RANK", "PMI_SIZE", "MV2_COMM_WORLD_SIZE"];
    let code = if launched.iter().any(|name| std::env::var_os(name).is_some()) {
        together(&args)
    } else {
        ended(&args, &mut Alone)
    };
    process::exit(code.into());
}

/// Runs as one of the processes that a launcher has started; returns the exit code, the same for all.
fn together(args: &Generate) -> u8 {
    tune_mpi();
    let Some((universe, threading)) = mpi::initialize_with_threading(Threading::Funneled) else {
        eprintln!("error: MPI has been initialised already");
        return 1;
    };
    if threading < Threading::Funneled {
        eprintln!("error: this MPI supports one thread only: install an MPI with MPI_THREAD_FUNNELED");
        return 7;
    }
    let mut exchange = Mpi::new(universe.world());
    let code = ended(args, &mut exchange);
    // Finalises MPI.
    drop(exchange);
    drop(universe);
    code
}

/// Runs, prints the error if there is one, and returns the greatest exit code of all processes.
fn ended(args: &Generate, exchange: &mut dyn Member) -> u8 {
    let begun = prepare(args);
    // The others must not wait for a process that cannot begin.
    let mut failed = [u64::from(begun.is_err())];
    let agreed = exchange.all_reduce(Reduce::Greatest, &mut failed);
    let result = match begun {
        Err(fault) => Err(fault),
        Ok(_) if failed != [0] => {
            Err(Fault { code: 0, message: "another process could not begin".to_owned() })
        }
        Ok((board, tables)) => agreed
            .map_err(GenerateError::from)
            .and_then(|()| generate(args, board, &*tables, exchange))
            .map_err(|error| fault(&error)),
    };
    let mut code = 0;
    if let Err(fault) = &result {
        // Written in one piece, so that the lines of several processes do not mix. An error here cannot be
        // reported.
        let line = format!("error: process {}: {}\n", exchange.process(), fault.message);
        let _ = io::stderr().write_all(line.as_bytes());
        code = fault.code;
    }
    let mut codes = [u64::from(code)];
    // If this fails, the launcher ends all processes.
    let _ = exchange.all_reduce(Reduce::Greatest, &mut codes);
    if result.is_err() { (codes[0] as u8).max(1) } else { codes[0] as u8 }
}

/// Reads the board, finds its tables and starts the threads.
fn prepare(args: &Generate) -> Result<(Board, Box<dyn AnyTables>), Fault> {
    let named = |error: nexsolve_games::NameError| {
        let hints: Vec<String> = error.hints.iter().map(|hint| format!("; {hint}")).collect();
        Fault::usage(format!("{}{}", error.message, hints.concat()))
    };
    let board = Board::parse(&args.board).map_err(named)?;
    let tables = <dyn AnyTables>::of(board).map_err(named)?;
    let tables = tables.ok_or_else(|| Fault::usage(format!("{} has no tables", board.title())))?;
    let metric = args.metric.map_or(tables.metrics()[0], args::MetricArg::metric);
    if !tables.metrics().contains(&metric) {
        let words: Vec<&str> = tables.metrics().iter().map(|metric| metric.word()).collect();
        let words = words.join(" or ");
        return Err(Fault::usage(format!(
            "no tables of {metric} for {}: give --metric {words}",
            board.title()
        )));
    }
    let threads = args.threads.map_or_else(|| available_parallelism().map_or(1, usize::from), usize::from);
    let system = |error: &dyn std::error::Error| Fault { code: 7, message: error.to_string() };
    rayon::ThreadPoolBuilder::new().num_threads(threads).build_global().map_err(|error| system(&error))?;
    let stop = || {
        // A process that does not end by itself is ended by the launcher.
        STOP.store(true, Relaxed);
    };
    ctrlc::set_handler(stop).map_err(|error| system(&error))?;
    Ok((board, tables))
}

/// Makes the database; process 0 prints the result.
fn generate(
    args: &Generate,
    board: Board,
    tables: &dyn AnyTables,
    exchange: &mut dyn Member,
) -> Result<(), GenerateError> {
    let metric = args.metric.map_or(tables.metrics()[0], args::MetricArg::metric);
    let reach = if args.no_reach { Reach::Left } else { tables.reach() };
    let settings = tables.settings(board, metric, reach, args.form(), args.memory);
    let watch = Watch::new(exchange.process() == 0 && !args.quiet && !args.json);
    let made = nexsolve_tablegen::generate_together(tables, &args.out, &settings, exchange, &STOP, &watch)?;
    let Summary { entries, exchanged_bytes, .. } = made;
    let seconds = watch.seconds();
    let waiting = waiting_seconds(exchange)?;
    if exchange.process() > 0 || args.quiet && !args.json {
        return Ok(());
    }
    let each = if entries == 0 { 0.0 } else { exchanged_bytes as f64 / entries as f64 };
    if args.json {
        let phases: serde_json::Map<_, _> = Phase::NAMES
            .iter()
            .zip(watch.phases())
            .map(|(name, seconds)| ((*name).to_owned(), seconds.into()))
            .collect();
        let told = serde_json::json!({
            "board": board.to_string(),
            "metric": metric.word(),
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

/// The message and the exit code for an error.
fn fault(error: &GenerateError) -> Fault {
    let again = "finished tables stay; the same command continues behind them";
    let code = match error {
        GenerateError::Stopped => {
            return Fault { code: 130, message: format!("stopped; {again}") };
        }
        GenerateError::Plan(PlanError::NeedsMemory { needed, .. }) => {
            let mib = needed.div_ceil(1 << 20);
            let message = format!(
                "each process needs {mib}MiB of memory at least: give --memory {mib}MiB, or use more processes"
            );
            return Fault::usage(message);
        }
        // The process that has failed gives the exit code.
        GenerateError::Elsewhere { .. } => 0,
        GenerateError::Plan(_)
        | GenerateError::Differs { .. }
        | GenerateError::Build(
            BuildError::Locked { .. }
            | BuildError::Foreign { .. }
            | BuildError::Subject { .. }
            | BuildError::Form { .. },
        ) => 2,
        GenerateError::Table(_) | GenerateError::Build(BuildError::Tables(_) | BuildError::Open(_)) => 4,
        GenerateError::NotShared { .. } => {
            let message = format!("{error}; give --out a folder of a file system that all nodes share");
            return Fault { code: 7, message };
        }
        GenerateError::Build(BuildError::Io { .. })
        | GenerateError::Memory { .. }
        | GenerateError::Scratch(_)
        | GenerateError::Threads(_)
        | GenerateError::Exchange(_) => 7,
        _ => 1,
    };
    Fault { code, message: error.to_string() }
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

/// Makes a write beyond the limit on the size of files an error, instead of a signal that ends the process.
fn make_size_limits_errors() {
    #[cfg(unix)]
    #[expect(unsafe_code, reason = "changes what a signal does")]
    // SAFETY: ignoring a signal runs no code when it arrives.
    unsafe {
        libc::signal(libc::SIGXFSZ, libc::SIG_IGN);
    }
}

/// Makes glibc's allocator return large buffers to the system. Otherwise it keeps some for each thread, in
/// addition to the memory that `--memory` allows.
fn give_back(args: &Generate) {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    {
        let threads =
            args.threads.map_or_else(|| available_parallelism().map_or(1, usize::from), usize::from);
        let kept = (args.memory / 32 / threads as u64).clamp(128 << 10, 32 << 20) as i32;
        #[expect(unsafe_code, reason = "sets an option of the C library's allocator")]
        // SAFETY: `mallopt` takes two numbers and changes nothing but how later allocations are made. There
        // is one thread yet.
        unsafe {
            libc::mallopt(libc::M_MMAP_THRESHOLD, kept);
            libc::mallopt(libc::M_TRIM_THRESHOLD, kept);
        }
    }
    #[cfg(not(all(target_os = "linux", target_env = "gnu")))]
    let _ = args;
}
