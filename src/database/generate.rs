//! `nexsolve generate`: generates a database, or resumes generating it.

use super::folder::check_local;
use super::watch::Watch;
use super::{Opened, broken, check_manifest, info, tables, unreadable};
use crate::board::BoardArgs;
use clap::Args;
use nexsolve_console::fault::{MORE_FILES, safe};
use nexsolve_console::units::counted;
use nexsolve_console::{Exit, Fault, Global, KindArgs, files, output, stop, threads};
use nexsolve_db::files::is_out_of_files;
use nexsolve_db::{BuildError, Form, MANIFEST};
use nexsolve_games::Board;
use nexsolve_tablegen::{
    AnyTables, ChoiceError, GenerateError, GenerateSettings, GenerateSummary, PlanError, Reach, TableChoice,
    check_metric,
};
use std::io::ErrorKind;
use std::path::Path;
use std::path::PathBuf;

/// The arguments of `generate`.
#[derive(Args, Clone, Debug)]
pub(crate) struct GenerateArgs {
    #[command(flatten)]
    pub(crate) tables: TablesArgs,
    /// Folder for the database: new, empty, or begun by an earlier run
    #[arg(long, value_name = "DIR")]
    pub(crate) out: PathBuf,
}

/// The board and the kind of tables.
#[derive(Args, Clone, Debug)]
pub(crate) struct TablesArgs {
    #[command(flatten)]
    pub(crate) board: BoardArgs,
    #[command(flatten)]
    pub(crate) kind: KindArgs,
}

/// Runs the command.
pub(crate) fn run(args: &GenerateArgs, global: &Global) -> Result<Exit, Fault> {
    let board = args.tables.board.resolve()?;
    let tables = tables(board)?;
    let settings = settings(&*tables, board, &args.tables, global)?;
    check_local(&args.out)?;
    files::check_no_file(&args.out)?;
    check_manifest(&args.out, global)?;
    if args.tables.kind.metric.is_none() {
        check_metric(&args.out, board, settings.metric).map_err(|error| choice_fault(&error))?;
    }
    let watch = Watch::new(global, (!global.quiet).then_some(board));
    stop::on_interrupt("the generation")?;
    let made = threads::with(global, |_| {
        let made = nexsolve_tablegen::generate(&*tables, &args.out, &settings, stop::flag(), &watch);
        made.map_err(|error| match error {
            GenerateError::Plan(error) => impossible(board, &error),
            error => fault(&error, &args.out),
        })
    });
    let (seconds, phases) = watch.finish();
    let GenerateSummary { database, made, found, lost, .. } = made?;
    let took = info::Took { made, found, seconds, seconds_by_phase: phases };
    if !global.quiet {
        output::note(&took.sentence());
        if !lost.is_empty() {
            output::note(&format!(
                "listed in the manifest, but missing in {}: {}",
                files::name(&args.out),
                lost.join(", ")
            ));
        }
        if found > 0 {
            let tables = counted(found as u64, "table", "tables");
            output::note(&format!(
                "of {tables} already there, only file size and header were checked; nexsolve verify {} checks the values",
                files::name(&args.out)
            ));
        }
    }
    info::show(&Opened::new(database, board)?, &args.out, Some(took), global)?;
    Ok(Exit::Done)
}

pub(super) fn settings(
    tables: &dyn AnyTables,
    board: Board,
    args: &TablesArgs,
    global: &Global,
) -> Result<GenerateSettings, Fault> {
    let KindArgs { metric, raw, reach, no_reach } = args.kind;
    let reach = if reach { Some(Reach::Counted) } else { no_reach.then_some(Reach::Left) };
    let form = if raw { Form::Raw } else { Form::Compressed };
    let choice = TableChoice { metric, reach, form, memory_bytes: global.memory };
    tables.chosen(board, &choice).map_err(|error| choice_fault(&error))
}

/// The fault of a choice that is refused.
fn choice_fault(error: &ChoiceError) -> Fault {
    let hint = match error {
        ChoiceError::Metric { metrics, .. } => {
            let words: Vec<&str> = metrics.iter().map(|metric| metric.word()).collect();
            format!("give --metric {}", words.join(" or "))
        }
        ChoiceError::Reach { .. } => "omit --reach".to_owned(),
        ChoiceError::Other { folder, metric, other } => {
            let message = format!("{} has tables of {other}, but none of {metric}", files::name(folder));
            let hint = format!("give --metric {other} to resume, or --metric {metric} to add such tables");
            return Fault::usage(message).hint(hint);
        }
        _ => return Fault::usage(error.to_string()),
    };
    Fault::usage(error.to_string()).hint(hint)
}

/// The fault if a database cannot be planned.
pub(crate) fn impossible(board: Board, error: &PlanError) -> Fault {
    let title = board.title();
    match error {
        PlanError::NeedsMemory { needed, .. } => {
            Fault::memory(&format!("generating {title} needs"), *needed, "")
        }
        _ => Fault::usage(format!("{title} cannot be generated: {error}"))
            .hint("nexsolve solve searches boards without a database"),
    }
}

/// The fault if a database could not be finished.
pub(crate) fn fault(error: &GenerateError, folder: &Path) -> Fault {
    let message = safe(&error.to_string());
    let goes_on = "finished tables are kept; the same command resumes";
    let begun = folder.join(MANIFEST).exists();
    match error {
        GenerateError::Stopped => {
            let fault = Fault::new(Exit::Interrupted, format!("{} is not finished", files::name(folder)));
            let nothing = "no table is finished yet; the same command starts again";
            fault.hint(if begun { goes_on } else { nothing })
        }
        GenerateError::Table(error) => unreadable(error),
        GenerateError::Build(BuildError::Tables(errors)) => broken(folder, &errors.faults),
        GenerateError::Build(BuildError::Compress { source, .. })
            if source.kind() == ErrorKind::OutOfMemory =>
        {
            Fault::out_of_memory(&error.to_string())
        }
        GenerateError::Build(BuildError::Open(_)) => Fault::new(Exit::Table, message),
        GenerateError::Build(
            BuildError::Locked { .. }
            | BuildError::Foreign { .. }
            | BuildError::Subject { .. }
            | BuildError::Form { .. },
        )
        | GenerateError::Plan(_) => Fault::usage(message),
        GenerateError::Build(BuildError::Io { source, .. }) => {
            let mut fault = files::refused(message, source);
            if is_out_of_files(source) {
                fault = fault.hint(MORE_FILES);
            }
            // The run can be resumed only if a manifest exists.
            if begun { fault.hint(goes_on) } else { fault }
        }
        GenerateError::Memory { .. } => Fault::new(Exit::System, message)
            .hint("give less --memory: the work is then done in smaller pieces"),
        GenerateError::Scratch(_) | GenerateError::Threads(_) => Fault::new(Exit::System, message),
        _ => Fault::new(Exit::Fault, message),
    }
}
