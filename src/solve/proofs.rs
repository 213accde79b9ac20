//! The file of `--proofs` ([`Finds`]): read before a search, written at intervals and at the end.

use nexsolve_console::{Display, Exit, Fault, files, output, units::rate};
use nexsolve_core::Wdl;
use nexsolve_games::Board;
use nexsolve_oracle::Searcher;
use nexsolve_proof::{Finds, FindsError};
use nexsolve_solver::{Entries, ProofEntry, SearchObserver, SearchProgress};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// The time between two writes of the file during a search.
const INTERVAL: Duration = Duration::from_mins(5);

/// A file of proofs for one board.
pub(crate) struct Proofs {
    path: PathBuf,
    board: Board,
    /// When the file was last written, or else when the search began. Locked while a thread writes.
    written: Mutex<Instant>,
}

impl Proofs {
    /// Uses the file at this path, which need not exist yet.
    pub(crate) fn new(path: &Path, board: Board) -> Result<Self, Fault> {
        files::check_folder(path)?;
        Ok(Self { path: path.to_owned(), board, written: Mutex::new(Instant::now()) })
    }

    /// Hands the entries of the file, if there is one, to a search, and returns its name. `memory` bounds the
    /// size of the file.
    pub(crate) fn restore(&self, searcher: &mut dyn Searcher, memory: u64) -> Result<Option<String>, Fault> {
        if searcher.proofs().is_none() {
            // The options that exclude such a search are refused before: what is left is the board.
            let message = format!(
                "--proofs keeps the results of a search by proof numbers, and {} is searched in another way",
                self.board.title()
            );
            return Err(Fault::usage(message)
                .hint("solve without --proofs; nexsolve solve --help says on which boards it works"));
        }
        let name = files::name(&self.path);
        if self.path.metadata().is_err_and(|error| error.kind() == io::ErrorKind::NotFound) {
            return Ok(None);
        }
        let bytes = files::read_part(&self.path, memory, 2)?;
        let finds = Finds::read(&bytes, &self.board.to_string()).map_err(|error| self.refusal(error))?;
        let count = finds.entries().len();
        searcher.restore(&mut finds.entries());
        output::note(&format!("{name}: continuing from {count} states"));
        Ok(Some(name))
    }

    fn refusal(&self, error: FindsError) -> Fault {
        let name = files::name(&self.path);
        match error {
            FindsError::Other => {
                Fault::usage(format!("{name} is {error}")).hint("give the name of a new file")
            }
            FindsError::Version { .. } => Fault::usage(format!("{name} has {error}"))
                .hint("use the version of nexsolve that wrote it, or another file name"),
            FindsError::Board { found } => {
                Fault::usage(format!("{name} has proofs of {found}, not of {}", self.board))
                    .hint(format!("solve {found}, or give another file name"))
            }
            FindsError::Damaged | FindsError::Contradiction { .. } => {
                Fault::new(Exit::Table, format!("{name} is {error}"))
                    .hint("remove it; the search then starts from the beginning")
            }
        }
    }

    /// Writes the proofs of a search.
    pub(crate) fn write(&self, entries: &mut dyn Iterator<Item = ProofEntry>) -> Result<(), Fault> {
        let bytes = Finds::write(&self.board.to_string(), entries);
        files::write(&self.path, |out| {
            out.write_all(&bytes).map_err(|error| files::unwritable(&self.path, &error))
        })
    }
}

/// Writes the file at intervals.
impl SearchObserver for Proofs {
    fn proofs<'e>(&self, entries: &'e dyn Fn() -> Entries<'e>) {
        // One thread writes; the others continue.
        let Ok(mut written) = self.written.try_lock() else { return };
        if written.elapsed() >= INTERVAL {
            if let Err(fault) = self.write(&mut entries()) {
                output::note(&format!("{}; the search continues", fault.message));
            }
            *written = Instant::now();
        }
    }
}

/// Shows the progress of a search.
pub(crate) struct Watch<'a>(pub(crate) &'a Display);

impl SearchObserver for Watch<'_> {
    fn progress(&self, progress: SearchProgress) {
        let SearchProgress { settled, moves, .. } = progress;
        let line = || question(progress, self.0.seconds());
        self.0.show(settled as u64, moves as u64, "moves proven", &line);
    }
}

/// Describes the search's current question, its nodes and its speed.
fn question(progress: SearchProgress, seconds: f64) -> String {
    let question = match (progress.threshold.wdl(), progress.threshold.distance()) {
        (Wdl::Win, Some(plies)) => format!("win in {plies}?"),
        (Wdl::Win, None) => "win?".to_owned(),
        (Wdl::Draw, _) => "draw?".to_owned(),
        (Wdl::Loss, Some(plies)) => format!("no loss in {plies}?"),
        (Wdl::Loss, None) => "loss?".to_owned(),
    };
    let per_second = progress.nodes as f64 / seconds.max(0.001);
    format!("{question} {} nodes, {}/s", rate(progress.nodes as f64), rate(per_second))
}
