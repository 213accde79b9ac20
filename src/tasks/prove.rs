//! `nexsolve tasks prove`: searches for the proofs of tasks.

use super::folder::{Spent, State, TaskFolder};
use super::list::{Task, TaskList};
use super::report;
use crate::audit;
use crate::solve::{Asked, Proofs, Watch, certificate, write_certificate};
use clap::Args;
use nexsolve_console::stop::{self, StopCause, Timer};
use nexsolve_console::{Display, Exit, Fault, Global, output, threads, units};
use nexsolve_core::Wdl;
use nexsolve_oracle::Oracle;
use nexsolve_solver::{Goal, Options, SearchObserver};
use serde_json::{Value, json};
use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// The arguments of `tasks prove`.
#[derive(Args, Clone, Debug)]
pub(crate) struct ProveArgs {
    /// The list
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Numbers of tasks [default: all, those first on which the fewest nodes were spent]
    #[arg(value_name = "N", value_hint = clap::ValueHint::Other)]
    tasks: Vec<usize>,
    /// Search for all proofs in one search: what one task finds helps the others, but they share the memory
    #[arg(long, conflicts_with = "tasks")]
    together: bool,
    /// Search at most N nodes for each task, or for all together
    #[arg(long, value_name = "N", value_parser = units::count)]
    nodes: Option<u64>,
    /// Stop after this time: 500ms, 90s, 10m, 2h
    #[arg(long, value_name = "T", value_parser = units::duration)]
    time: Option<Duration>,
}

/// Runs the command.
pub(crate) fn run(args: &ProveArgs, global: &Global) -> Result<Exit, Fault> {
    let list = TaskList::read(&args.file, global)?;
    let folder = TaskFolder::new(&list, &args.file, global.memory);
    let mut tasks = Vec::new();
    for &number in &args.tasks {
        let task = number.checked_sub(1).and_then(|at| list.tasks.get(at));
        let count = list.tasks.len();
        tasks.push(
            task.ok_or_else(|| Fault::usage(format!("there are tasks 1 to {count}, but no {number}")))?,
        );
    }
    if tasks.is_empty() {
        tasks.extend(&list.tasks);
        tasks.sort_by_key(|task| folder.spent(Some(task)).unwrap_or_default().nodes);
    }
    stop::on_interrupt("the search")?;
    threads::with(global, |threads| {
        let run = Run { folder: &folder, oracle: Oracle::new(list.board, &[])?, args, global, threads };
        if args.together { run.together() } else { run.all(&tasks) }
    })
}

/// A run over some tasks.
pub(super) struct Run<'a> {
    pub(super) folder: &'a TaskFolder<'a>,
    pub(super) oracle: Oracle,
    args: &'a ProveArgs,
    pub(super) global: &'a Global,
    pub(super) threads: usize,
}

impl Run<'_> {
    /// Works on these tasks, and prints each result.
    fn all(&self, tasks: &[&Task]) -> Result<Exit, Fault> {
        let (list, global) = (self.folder.list, self.global);
        let is_chosen = !self.args.tasks.is_empty();
        let timer = self.timer()?;
        let (mut documents, mut refused, mut open) = (Vec::new(), None, tasks.len());
        for task in tasks {
            if stop::cause().is_some() {
                break;
            }
            let (state, spent) = match self.one(task) {
                Ok(Some(result)) => result,
                Ok(None) => {
                    if is_chosen {
                        output::note(&format!("task {}: another process works on it", task.number));
                    }
                    continue;
                }
                // Other tasks do not depend on the files of this one.
                Err(fault) if matches!(fault.exit, Exit::Usage | Exit::Input | Exit::Table | Exit::Check) => {
                    output::note(&format!("task {}: {}", task.number, fault.message.trim_end()));
                    for hint in &fault.hints {
                        output::note(&format!("hint: {hint}"));
                    }
                    refused.get_or_insert(fault.exit);
                    continue;
                }
                Err(fault) => return Err(fault),
            };
            open -= usize::from(!matches!(state, State::Open));
            if spent.is_none() && !is_chosen {
                continue;
            }
            if global.json {
                documents.push(report::task(task, &state, Some(spent.unwrap_or_default())));
            } else {
                let effort = spent.map_or_else(|| "before".to_owned(), report::effort);
                output::result(&report::line(list, task, &state, Some(&effort)))?;
            }
        }
        drop(timer);
        self.conclude(&documents, open, refused)
    }

    /// Says how many tasks are open after a run.
    pub(super) fn conclude(
        &self,
        documents: &[Value],
        open: usize,
        refused: Option<Exit>,
    ) -> Result<Exit, Fault> {
        let list = self.folder.list;
        if self.global.json {
            let (board, position, side) = (list.board.to_string(), list.root(), list.side.word());
            let document = json!({ "board": board, "position": position, "side": side, "tasks": documents, "left": open });
            output::json(&document)?;
        } else if self.args.tasks.is_empty() {
            output::result(&format!("{} left.\n", units::counted(open as u64, "task is", "tasks are")))?;
        }
        Ok(match (stop::cause(), refused) {
            _ if open == 0 => Exit::Done,
            (Some(StopCause::Interrupt), _) => Exit::Interrupted,
            (_, Some(exit)) => exit,
            _ => Exit::Unproven,
        })
    }

    /// Returns what is proven about a task.
    pub(super) fn known(&self, task: &Task) -> Result<State, Fault> {
        let state = self.folder.state(task);
        state.map_err(|fault| fault.hint("remove the file to prove the task again"))
    }

    /// Starts the time limit.
    pub(super) fn timer(&self) -> Result<Timer, Fault> {
        Timer::start(self.args.time)
    }

    /// The options of a search.
    pub(super) fn options(&self) -> Options {
        let beside = (8 << 20) + self.threads as u64 * (1 << 20);
        Options { nodes: self.args.nodes, ..Options::within(self.global.memory.saturating_sub(beside)) }
    }

    /// Proves a task, or continues its proof within the budget. Returns what is known, and what this run has
    /// spent on it; `None` if another process works on it.
    fn one(&self, task: &Task) -> Result<Option<(State, Option<Spent>)>, Fault> {
        let before = self.known(task)?;
        if !matches!(before, State::Open) {
            return Ok(Some((before, None)));
        }
        let Some(log) = self.folder.begin(Some(task))? else { return Ok(None) };
        // Another process may have finished just before.
        let before = self.known(task)?;
        if !matches!(before, State::Open) {
            return Ok(Some((before, None)));
        }
        let started = Instant::now();
        let nodes = self.search(task)?;
        let seconds = started.elapsed().as_secs_f64();
        self.folder.end(Some(task), log, nodes, seconds, self.threads)?;
        let spent = Spent { nodes, seconds: seconds * self.threads as f64 };
        Ok(Some((self.folder.state(task)?, Some(spent))))
    }

    /// Searches, and writes the certificate, or else the file from which the next run continues. Returns the
    /// number of nodes.
    fn search(&self, task: &Task) -> Result<u64, Fault> {
        let Self { folder, oracle, global, .. } = self;
        let path = folder.proofs(Some(task));
        let (display, proofs) = (Display::new(global), Proofs::new(&path, folder.list.board)?);
        let listeners: &[&dyn SearchObserver] = &[&Watch(&display), &proofs];
        let searcher =
            oracle.searcher(self.options(), stop::flag(), &listeners).map_err(audit::unanswered)?;
        let mut searcher = searcher.expect("a game that is searched");
        let keeps_proofs = searcher.proofs().is_some();
        let restored = if keeps_proofs { proofs.restore(&mut *searcher, global.memory)? } else { None };
        let mut answer = searcher.solve(&task.position, Goal::Value)?;
        display.finish();
        if let Some(mut entries) = searcher.proofs() {
            proofs.write(&mut entries)?;
        }
        let bounds = answer.worth.bounds;
        // For a draw, a strategy of the other side shows that this one does not win.
        let side = (bounds.wdl() == Some(Wdl::Draw)).then(|| folder.list.side.other());
        let asked = Asked { side, length: false };
        let made = certificate(oracle, &mut *searcher, &task.position, bounds, asked);
        let made = made.map_err(|fault| match restored {
            Some(name) => fault.hint(format!("remove {name}, whose entries may be wrong, and run again")),
            None => fault,
        })?;
        if let Some(certificate) = made {
            write_certificate(&certificate, &folder.certificate(task))?;
            let _ = fs::remove_file(path);
        }
        Ok(answer.searched.take().unwrap_or_default().stats.total().nodes)
    }
}
