//! `nexsolve tasks`: a long proof, divided into tasks for many runs and machines.

mod folder;
mod list;
mod prove;
mod report;
mod together;

use crate::board::BoardArgs;
use crate::solve::write_certificate;
use clap::{Args, Subcommand};
use folder::{Report, State, TaskFolder};
use list::TaskList;
use nexsolve_console::{Display, Exit, Fault, Global, files, output, stop, threads, units};
use nexsolve_core::{Game, Notation};
use nexsolve_games::{AnyGame, typos};
use nexsolve_proof::Certificate;
use prove::ProveArgs;
use rayon::prelude::*;
use serde_json::json;
use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The arguments of `tasks`.
#[derive(Args, Clone, Debug)]
pub(crate) struct TasksArgs {
    #[command(subcommand)]
    command: TasksCommand,
}

#[derive(Subcommand, Clone, Debug)]
enum TasksCommand {
    /// List the replies to a position: the player who just moved must win after each
    #[command(after_help = include_str!("../help/tasks-list.txt").trim_ascii_end())]
    List(ListArgs),
    /// Prove tasks, each within a budget; later runs continue
    #[command(after_help = include_str!("../help/tasks-prove.txt").trim_ascii_end())]
    Prove(ProveArgs),
    /// Check the certificates of all tasks, and say what is proven
    #[command(after_help = include_str!("../help/tasks-status.txt").trim_ascii_end())]
    Status(FileArgs),
    /// Join the certificates of all tasks to one of the position
    #[command(after_help = include_str!("../help/tasks-join.txt").trim_ascii_end())]
    Join(JoinArgs),
}

/// The arguments of `tasks list`.
#[derive(Args, Clone, Debug)]
struct ListArgs {
    #[command(flatten)]
    board: BoardArgs,
    /// The position, as for solve: moves such as 'Ba1?a2;Wb2?b1', or a diagram [default: the start]
    #[arg(long, value_name = "P", allow_hyphen_values = true)]
    position: Option<String>,
    /// Write the list to this file; the files of its tasks will lie in the same folder, which is made if
    /// necessary
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

/// The arguments of commands about a list.
#[derive(Args, Clone, Debug)]
struct FileArgs {
    /// The list
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

/// The arguments of `tasks join`.
#[derive(Args, Clone, Debug)]
struct JoinArgs {
    /// The list
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Write the certificate to this file
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

/// Runs the command.
pub(crate) fn run(args: &TasksArgs, global: &Global) -> Result<Exit, Fault> {
    match &args.command {
        TasksCommand::List(args) => list(args, global),
        TasksCommand::Prove(args) => prove::run(args, global),
        TasksCommand::Status(args) => status(args, global),
        TasksCommand::Join(args) => join(args, global),
    }
}

fn list(args: &ListArgs, global: &Global) -> Result<Exit, Fault> {
    let board = args.board.searched()?;
    let game = AnyGame::on(board)?;
    let position = match &args.position {
        Some(text) => game.read_position(text).map_err(|error| {
            let meant = typos::position(text, |meant| game.read_position(meant).is_ok());
            Fault::read("position", text, &error).meant(meant)
        })?,
        None => game.start(),
    };
    if folder::is_numbered(&args.out) {
        let message = format!("{} is the name of a file of a task", files::name(&args.out));
        return Err(Fault::usage(message).hint("choose a name that does not begin with a digit"));
    }
    let list = TaskList::new(board, position)?;
    if let Some(folder) = args.out.parent() {
        files::check_no_file(folder)?;
        fs::create_dir_all(folder).map_err(|error| files::unwritable(folder, &error))?;
    }
    files::check_folder(&args.out)?;
    files::replace(&args.out, list.write().as_bytes())?;
    let (out, count) = (files::name(&args.out), list.tasks.len());
    let document = || json!({ "board": board.to_string(), "position": list.root(), "side": list.side.word(), "tasks": count, "out": out });
    let side = list.game.side(list.side);
    let text = || {
        let tasks = units::counted(count as u64, "task", "tasks");
        format!("{out}: {tasks}, to prove that {side} wins {}.\n", report::place(&list))
    };
    output::answer(global, document, text)?;
    Ok(Exit::Done)
}

fn status(args: &FileArgs, global: &Global) -> Result<Exit, Fault> {
    let list = TaskList::read(&args.file, global)?;
    stop::on_interrupt("the check")?;
    let (folder, (reports, mut refused)) = threads::with(global, |threads| {
        let folder = TaskFolder::new(&list, &args.file, global.memory / threads as u64);
        let checked = check_all(&folder, global);
        Ok((folder, checked))
    })?;
    if stop::cause().is_some() {
        return Err(stop::interrupted());
    }
    let expected = format!("expected the number of a task, from 1 to {}", list.tasks.len());
    refused.extend(folder.misnamed().into_iter().map(|name| format!("{name}: {expected}")));
    let mut refuse = |fault: Fault| refused.push(fault.line());
    let together = folder.spent(None).map_err(&mut refuse).unwrap_or_default();
    let _ = folder.check_proofs(None).map_err(&mut refuse);
    for refused in &refused {
        output::note(&format!("refused: {refused}"));
    }
    output::answer(
        global,
        || report::document(&list, &reports, together, &refused),
        || report::text(&list, &reports, together, refused.len()),
    )?;
    Ok(if refused.is_empty() { Exit::Done } else { Exit::Check })
}

/// Checks the files of all tasks. Returns what is known, and why files were refused.
fn check_all<'a>(folder: &TaskFolder<'a>, global: &Global) -> (Vec<Report<'a>>, Vec<String>) {
    let (display, done) = (Display::new(global), AtomicU64::new(0));
    let tasks = &folder.list.tasks;
    let check = |task: &'a list::Task| {
        let mut refused = Vec::new();
        let mut refuse = |fault: Fault| refused.push(fault.line());
        let is_over = stop::cause().is_some();
        let state = if is_over { Ok(State::Open) } else { folder.state(task) };
        let state = state.map_err(&mut refuse).unwrap_or(State::Open);
        let spent = folder.spent(Some(task)).map_err(&mut refuse).unwrap_or_default();
        if matches!(state, State::Open) && !is_over {
            match folder.check_proofs(Some(task)) {
                // The next run may have enough memory.
                Err(fault) if fault.exit == Exit::System => output::note(&fault.line()),
                checked => drop(checked.map_err(&mut refuse)),
            }
        }
        let done = done.fetch_add(1, Relaxed) + 1;
        display.show(done, tasks.len() as u64, "tasks checked", &String::new);
        (Report { task, state, spent }, refused)
    };
    let (reports, refused): (Vec<_>, Vec<_>) = tasks.par_iter().map(check).unzip();
    display.finish();
    (reports, refused.into_iter().flatten().collect())
}

fn join(args: &JoinArgs, global: &Global) -> Result<Exit, Fault> {
    files::check_folder(&args.out)?;
    let list = TaskList::read(&args.file, global)?;
    let folder = TaskFolder::new(&list, &args.file, global.memory);
    let mut certificates = Vec::new();
    for task in &list.tasks {
        match folder.read(task)? {
            Some((State::Proven(_), certificate)) => certificates.push(certificate),
            other => {
                let word = other.map_or("open", |(state, _)| state.word());
                return Err(Fault::new(Exit::Unproven, format!("task {} is {word}", task.number)));
            }
        }
    }
    let joined = Certificate::join(&list.game, &list.position, &certificates);
    let joined =
        joined.map_err(|error| Fault::usage(format!("the certificates cannot be joined: {error}")))?;
    write_certificate(&joined, &args.out)?;
    let (out, length) = (files::name(&args.out), joined.length());
    let document = || json!({ "board": list.board.to_string(), "position": list.root(), "side": list.side.word(), "proof": length, "out": out });
    let side = list.game.side(list.side);
    output::answer(global, document, || {
        format!("{out}: {side} wins {}, by {length}.\n", report::place(&list))
    })?;
    Ok(Exit::Done)
}
