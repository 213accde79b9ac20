//! `nexsolve tasks prove --together`: one search for the proofs of all tasks, which certifies each as soon as
//! it is proven.

use super::folder::{State, TaskFolder};
use super::list::Task;
use super::prove::Run;
use super::report;
use crate::audit;
use crate::solve::{Proofs, Watch, by_lemmas, write_certificate};
use nexsolve_console::{Display, Exit, Fault, output, stop};
use nexsolve_core::Game;
use nexsolve_oracle::Oracle;
use nexsolve_solver::{Goal, Proved, SearchObserver};
use serde_json::Value;
use std::collections::{HashMap, HashSet};
use std::sync::Mutex;
use std::time::Instant;

impl Run<'_> {
    /// Searches the position of the list until all tasks are proven, or the budget is spent.
    pub(super) fn together(&self) -> Result<Exit, Fault> {
        let Self { folder, oracle, global, threads, .. } = self;
        let list = folder.list;
        let Some(log) = folder.begin(None)? else {
            return Err(Fault::new(Exit::Unproven, "another process works on all tasks together"));
        };
        let mut open = Vec::new();
        for task in &list.tasks {
            if let State::Open = self.known(task)? {
                open.push(task);
            }
        }
        let (display, proofs) = (Display::new(global), Proofs::new(&folder.proofs(None), list.board)?);
        let certifier = Certifier::new(folder, oracle, &open, global.json);
        let listeners: &[&dyn SearchObserver] = &[&Watch(&display), &proofs, &certifier];
        let searcher =
            oracle.searcher(self.options(), stop::flag(), &listeners).map_err(audit::unanswered)?;
        let mut searcher = searcher.expect("a game that is searched");
        if searcher.proofs().is_none() {
            let title = list.board.title();
            return Err(Fault::usage(format!(
                "--together is for searches by proof numbers: {title} has none"
            ))
            .hint("leave out --together"));
        }
        let restored = proofs.restore(&mut *searcher, global.memory)?;
        let (timer, started) = (self.timer()?, Instant::now());
        let mut answer = searcher.solve(&list.position, Goal::Moves)?;
        let entries = searcher.proofs().map(|mut entries| proofs.write(&mut entries));
        drop((timer, searcher));
        display.finish();
        entries.transpose()?;
        let nodes = answer.searched.take().unwrap_or_default().stats.total().nodes;
        folder.end(None, log, nodes, started.elapsed().as_secs_f64(), *threads)?;
        let Certified { documents, open, fault } = certifier.found.into_inner().unwrap_or_default();
        match (fault, restored) {
            (Some(fault), Some(name)) => {
                Err(fault.hint(format!("remove {name}, whose entries may be wrong, and run again")))
            }
            (Some(fault), None) => Err(fault),
            (None, _) => self.conclude(&documents, open.len(), None),
        }
    }
}

/// Writes the certificate of each task as soon as a search proves it.
struct Certifier<'a> {
    folder: &'a TaskFolder<'a>,
    oracle: &'a Oracle,
    /// The open tasks, by the indices of their replies.
    tasks: HashMap<usize, &'a Task>,
    is_json: bool,
    found: Mutex<Certified>,
}

/// What a run over all tasks has certified.
#[derive(Default)]
struct Certified {
    documents: Vec<Value>,
    /// The numbers of the open tasks.
    open: HashSet<usize>,
    /// The first failure.
    fault: Option<Fault>,
}

impl<'a> Certifier<'a> {
    fn new(folder: &'a TaskFolder<'a>, oracle: &'a Oracle, open: &[&'a Task], is_json: bool) -> Self {
        let list = folder.list;
        let after: HashMap<_, _> = open.iter().map(|task| (task.position, *task)).collect();
        let replies = list.game.continuations(&list.position).enumerate();
        let tasks = replies.filter_map(|(at, (_, position))| Some((at, *after.get(&position)?))).collect();
        let open = open.iter().map(|task| task.number).collect();
        let found = Mutex::new(Certified { open, ..Certified::default() });
        Self { folder, oracle, tasks, is_json, found }
    }

    fn certify(&self, task: &Task, proved: &mut Proved<'_>, at: usize) -> Result<(), Fault> {
        let list = self.folder.list;
        let winner = proved.bounds.wdl().and_then(|value| value.winner(list.side.other()));
        // A draw has no lemmas, and a search that is stopped none yet.
        let (Some(winner), Some(lemmas)) = (winner, (proved.lemmas)(at)) else { return Ok(()) };
        let certificate = by_lemmas(self.oracle, &task.position, winner, lemmas)?;
        write_certificate(&certificate, &self.folder.certificate(task))?;
        let state = self.folder.state(task)?;
        let mut found = self.found.lock().expect("no thread panics while it counts");
        found.open.remove(&task.number);
        if self.is_json {
            found.documents.push(report::task(task, &state, None));
            return Ok(());
        }
        output::result(&report::line(list, task, &state, None))
    }
}

impl SearchObserver for Certifier<'_> {
    fn proved(&self, proved: &mut Proved<'_>) {
        let task = proved.moves.iter().find_map(|at| Some((*at, *self.tasks.get(at)?)));
        if let Some((at, task)) = task
            && let Err(fault) = self.certify(task, proved, at)
        {
            self.found.lock().expect("no thread panics while it counts").fault.get_or_insert(fault);
        }
    }
}
