//! A database, made step by step.

use crate::engine::Output;
use crate::plan::{PlanError, engine_bytes, metrics, plan};
use crate::tabled::{Settings, Tabled, engine};
use crate::Reach;
use nexsolve_db::{BuildError, Builder, Database, Metric, Provenance, Subject, TableError};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// Finished tables wait to be listed until they have so many packed bytes together: to list them takes the disk a few
/// milliseconds, which small boards would spend most of their time on.
const COMMIT_BYTES: u64 = 64 << 20;

/// How far a run has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// What is being made.
    pub metric: Metric,
    /// Entries done, those found finished included.
    pub done: u64,
    /// Entries of all tables.
    pub total: u64,
}

/// Hears of a run's progress, from any thread.
pub trait Observer: Sync {
    /// It has come this far.
    fn progress(&self, progress: Progress);
}

impl Observer for () {
    fn progress(&self, _: Progress) {}
}

/// What a run did.
pub struct Summary {
    /// The database.
    pub database: Database,
    /// Tables that were made.
    pub made: usize,
    /// Tables that were there.
    pub found: usize,
}

/// A database was not finished. What is finished stays, and the same call goes on from there.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GenerateError {
    /// There can be no such database.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// A table cannot be written.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// A finished table cannot be read.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The system gave no memory.
    #[error("the system gives no {bytes} bytes of memory: {source}")]
    Memory {
        /// How much was asked for.
        bytes: u64,
        /// Why not.
        source: std::io::Error,
    },
    /// The caller's flag said so.
    #[error("stopped")]
    Stopped,
}

/// Makes the tables that are missing in a folder, in the rayon pool that it is called in. Interrupted at any moment, the same call
/// goes on after the last finished step that was listed, and ends with the same bytes.
///
/// # Errors
/// As [`GenerateError`] says; also [`GenerateError::Stopped`] soon after `stop` is set.
pub fn generate<G: Tabled>(
    game: &G,
    folder: &Path,
    settings: &Settings,
    stop: &AtomicBool,
    observer: &dyn Observer,
) -> Result<Summary, GenerateError> {
    let plan = plan(game, settings)?;
    let subject = Subject { game: settings.game.clone(), board: settings.board.clone() };
    let provenance = Provenance { program: settings.program.clone(), command: settings.command.clone() };
    let mut builder = Builder::open(folder, subject, settings.form, provenance)?;
    let (mut made, mut found) = (0, 0);
    let done = AtomicU64::new(0);
    for metric in metrics(settings) {
        let mut engine = engine(game, metric, settings.kernel);
        let (mut waiting, mut waiting_bytes) = (Vec::new(), 0);
        for (step, work) in engine.steps().iter().enumerate() {
            let missing = |&&layer: &&usize| builder.finished(&game.layers()[layer].name, metric).is_none();
            let missing = work.layers.iter().filter(missing).count();
            found += work.layers.len() - missing;
            if missing == 0 {
                let entries: u64 = work.layers.iter().map(|&layer| game.layers()[layer].len).sum();
                done.fetch_add(entries, Relaxed);
                continue;
            }
            let memory_bytes = engine_bytes(settings);
            if engine.reads_tables(step, memory_bytes) {
                builder.commit(std::mem::take(&mut waiting))?;
                waiting_bytes = 0;
            }
            let reach = settings.reach == Reach::Counted && metric != Metric::Reach;
            let mut output = Output::new(
                game.layers(),
                &builder,
                memory_bytes,
                reach,
                stop,
                observer,
                metric,
                &done,
                plan.entries,
            );
            output.begin(&work.layers, &*engine)?;
            engine.make(step, &mut output)?;
            if output.stopped() {
                return Err(GenerateError::Stopped);
            }
            for (table, counts) in output.finish()? {
                made += 1;
                waiting_bytes += table.spec().packed_bytes();
                waiting.push((table, counts));
            }
            if waiting_bytes >= COMMIT_BYTES {
                builder.commit(std::mem::take(&mut waiting))?;
                waiting_bytes = 0;
            }
        }
        builder.commit(waiting)?;
    }
    Ok(Summary { database: builder.into_database(), made, found })
}
