//! The files of tasks, in the folder of the list: `N.txt`, the certificate of task N; `N.proofs`, from which
//! the next run continues; and `N.log`, with a line for each run. Runs over all tasks together have
//! `together.proofs` and `together.log`.

use super::list::{Task, TaskList};
use crate::check;
use nexsolve_console::{Exit, Fault, files};
use nexsolve_core::words::counted;
use nexsolve_proof::{Certificate, Claim, Evidence, Finds, Theorem};
use std::collections::HashSet;
use std::fs::{self, File, TryLockError};
use std::io::Write as _;
use std::ops::AddAssign;
use std::path::{Path, PathBuf};

/// The folder of a list.
pub(crate) struct TaskFolder<'a> {
    pub(crate) list: &'a TaskList,
    folder: PathBuf,
    memory: u64,
}

/// What is proven about a task.
#[derive(Clone, Debug)]
pub(crate) enum State {
    /// The side wins.
    Proven(Theorem),
    /// The side does not win.
    Refuted(Theorem),
    Open,
}

impl State {
    pub(crate) fn word(&self) -> &'static str {
        match self {
            Self::Proven(_) => "proven",
            Self::Refuted(_) => "refuted",
            Self::Open => "open",
        }
    }

    /// Returns the length of the certificate in words.
    pub(crate) fn length(&self) -> Option<String> {
        let (Self::Proven(theorem) | Self::Refuted(theorem)) = self else { return None };
        Some(match theorem.evidence {
            Evidence::Strategy { positions, .. } => counted(positions, "position", "positions"),
            Evidence::Lemmas(lemmas) => counted(lemmas, "lemma", "lemmas"),
        })
    }
}

/// What runs have spent on a task, as they say themselves.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Spent {
    pub(crate) nodes: u64,
    /// The seconds of each run, times its threads.
    pub(crate) seconds: f64,
}

impl AddAssign for Spent {
    fn add_assign(&mut self, other: Self) {
        self.nodes = self.nodes.saturating_add(other.nodes);
        self.seconds += other.seconds;
    }
}

/// What is known about a task.
pub(crate) struct Report<'a> {
    pub(crate) task: &'a Task,
    pub(crate) state: State,
    pub(crate) spent: Spent,
}

impl<'a> TaskFolder<'a> {
    pub(crate) fn new(list: &'a TaskList, file: &Path, memory: u64) -> Self {
        Self { list, folder: file.parent().unwrap_or(Path::new("")).to_owned(), memory }
    }

    pub(crate) fn certificate(&self, task: &Task) -> PathBuf {
        self.folder.join(format!("{}.txt", task.number))
    }

    /// The file from which the next run on a task continues, or the next one on all tasks together.
    pub(crate) fn proofs(&self, task: Option<&Task>) -> PathBuf {
        self.folder.join(format!("{}.proofs", stem(task)))
    }

    fn log(&self, task: Option<&Task>) -> PathBuf {
        self.folder.join(format!("{}.log", stem(task)))
    }

    /// Returns what is proven about a task.
    pub(crate) fn state(&self, task: &Task) -> Result<State, Fault> {
        Ok(self.read(task)?.map_or(State::Open, |(state, _)| state))
    }

    /// Reads and checks the certificate of a task, if there is one.
    pub(crate) fn read(&self, task: &Task) -> Result<Option<(State, Certificate)>, Fault> {
        let path = self.certificate(task);
        if !path.exists() {
            return Ok(None);
        }
        let found = files::read_part(&path, self.memory, 4).and_then(|bytes| {
            let (certificate, theorem) = check::verify(&bytes)?;
            Ok((self.proven(task, theorem)?, certificate))
        });
        let named =
            |fault: Fault| Fault { message: format!("{}: {}", files::name(&path), fault.message), ..fault };
        found.map(Some).map_err(named)
    }

    /// Returns what a theorem says about a task.
    fn proven(&self, task: &Task, theorem: Theorem) -> Result<State, Fault> {
        let list = self.list;
        let failed = |what: String| Err(Fault::new(Exit::Check, what));
        if theorem.board != list.board.to_string() {
            return failed(format!("this is a certificate of {}, not of {}", theorem.board, list.board));
        }
        if theorem.position != task.text {
            let other = list.tasks.iter().find(|other| other.text == theorem.position);
            let is = other.map_or_else(
                || format!("this certificate is of the position {}", theorem.position),
                |other| format!("this is the certificate of task {}", other.number),
            );
            return failed(format!("{is}, not of task {}", task.number));
        }
        match theorem.claim {
            _ if theorem.side != list.side => Ok(State::Refuted(theorem)),
            Claim::Draws => failed(format!("{} only draws by this certificate", list.game.side(list.side))),
            Claim::Wins(_) | Claim::WinsSometime => Ok(State::Proven(theorem)),
        }
    }

    /// Checks that the file from which the next run continues is whole, if there is one.
    pub(crate) fn check_proofs(&self, task: Option<&Task>) -> Result<(), Fault> {
        let path = self.proofs(task);
        if !path.exists() {
            return Ok(());
        }
        let bytes = files::read_part(&path, self.memory, 2)?;
        let read = Finds::read(&bytes, &self.list.board.to_string());
        read.map(drop).map_err(|error| Fault::new(Exit::Table, format!("{}: {error}", files::name(&path))))
    }

    /// Returns what runs have spent on a task, or on all tasks together.
    pub(crate) fn spent(&self, task: Option<&Task>) -> Result<Spent, Fault> {
        let (path, mut sum) = (self.log(task), Spent::default());
        if !path.exists() {
            return Ok(sum);
        }
        let text = files::text(&path, files::read_part(&path, self.memory, 4)?)?;
        for (number, line) in (1..).zip(text.lines()) {
            sum += read_run(line).ok_or_else(|| {
                let name = files::name(&path);
                Fault::new(Exit::Check, format!("{name}:{number}: expected `nodes N seconds S threads T`"))
            })?;
        }
        Ok(sum)
    }

    /// Begins a run. Returns the log, locked while it is held; `None` if another process has locked it.
    pub(crate) fn begin(&self, task: Option<&Task>) -> Result<Option<File>, Fault> {
        let path = self.log(task);
        let log = File::options().append(true).create(true).open(&path);
        let log = log.map_err(|error| files::unwritable(&path, &error))?;
        match log.try_lock() {
            Err(TryLockError::WouldBlock) => Ok(None),
            // Without locks, the files are still replaced as a whole.
            Ok(()) | Err(TryLockError::Error(_)) => Ok(Some(log)),
        }
    }

    /// Adds the line of a run to the log.
    pub(crate) fn end(
        &self,
        task: Option<&Task>,
        mut log: File,
        nodes: u64,
        seconds: f64,
        threads: usize,
    ) -> Result<(), Fault> {
        let line = format!("nodes {nodes} seconds {seconds:.3} threads {threads}\n");
        log.write_all(line.as_bytes()).map_err(|error| files::unwritable(&self.log(task), &error))
    }

    /// Returns the names of files that would be those of tasks if there were tasks of that number.
    pub(crate) fn misnamed(&self) -> Vec<String> {
        let folder = if self.folder.as_os_str().is_empty() { Path::new(".") } else { &self.folder };
        let names = fs::read_dir(folder).into_iter().flatten().flatten();
        let names = names.filter_map(|entry| entry.file_name().into_string().ok());
        let numbers: HashSet<String> = self.list.tasks.iter().map(|task| task.number.to_string()).collect();
        let is_wrong = |name: &String| {
            is_numbered(Path::new(name))
                && name.rsplit_once('.').is_none_or(|(stem, _)| !numbers.contains(stem))
        };
        let mut wrong: Vec<String> = names.filter(is_wrong).collect();
        wrong.sort();
        wrong
    }
}

/// The name of the files of a task, or of all tasks together, without the ending.
fn stem(task: Option<&Task>) -> String {
    task.map_or_else(|| "together".to_owned(), |task| task.number.to_string())
}

/// Returns whether a file is named as those of tasks.
pub(crate) fn is_numbered(path: &Path) -> bool {
    let begins_with_digit = path.file_name().is_some_and(|name| name.as_encoded_bytes()[0].is_ascii_digit());
    begins_with_digit
        && path.extension().is_some_and(|end| ["txt", "proofs", "log"].iter().any(|own| end == *own))
}

/// Reads a line of a log.
fn read_run(line: &str) -> Option<Spent> {
    let words: Vec<&str> = line.split(' ').collect();
    let ["nodes", nodes, "seconds", seconds, "threads", threads] = words[..] else { return None };
    let (seconds, threads): (f64, u32) = (seconds.parse().ok()?, threads.parse().ok()?);
    let seconds = seconds * f64::from(threads);
    (seconds.is_finite() && seconds >= 0.0).then_some(Spent { nodes: nodes.parse().ok()?, seconds })
}
