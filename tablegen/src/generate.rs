//! A database, made step by step.

use crate::Reach;
use crate::engine::{Engine, Output};
use crate::plan::{PlanError, beside, metrics, plan};
use crate::tabled::{Kernel, Settings, Tabled, engine};
use nexsolve_db::{
    BuildError, Builder, Counts, Database, FinishedTable, Metric, Provenance, Subject, TableError,
};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// Finished tables wait to be listed until they have so many packed bytes together: to list them takes the disk a few
/// milliseconds, which small boards would spend most of their time on.
const COMMIT_BYTES: u64 = 64 << 20;

/// What the manifest says of tables by the engine for all games, behind the program.
const GENERIC: &str = " (the engine for all games)";

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

/// What a run is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Finding out what play can reach, its tables included.
    Reach,
    /// Working values out.
    Sweep,
    /// Turning values into codes, compressing and writing them.
    Write,
    /// Making finished tables part of the database.
    Commit,
}

/// Hears of a run's progress.
pub trait Observer: Sync {
    /// Another phase begins. Called from one thread.
    fn phase(&self, _: Phase) {}

    /// It has come this far. Called from any thread.
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
    /// Tables of another engine are there. A game's own engine goes on from what its tables hold in free numbers.
    #[error("the tables there were made by another engine")]
    Kernel,
    /// A distance is longer than the engine can count.
    #[error("a game lasts longer than {} plies: such distances cannot be counted", crate::cyclic::MOST_PLIES)]
    Distance,
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
    let generic = if settings.kernel == Kernel::Generic { GENERIC } else { "" };
    let program = format!("{}{generic}", settings.program);
    let provenance = Provenance { program, command: settings.command.clone() };
    let mut builder = Builder::open(folder, subject, settings.form, provenance)?;
    let mut runs = builder.database().manifest().runs.iter();
    if runs.any(|run| run.program.ends_with(GENERIC) == generic.is_empty()) {
        return Err(GenerateError::Kernel);
    }
    let (mut made, mut found) = (0, 0);
    let done = AtomicU64::new(0);
    let mut steps = plan.steps.iter();
    for metric in metrics(settings) {
        let mut engine = engine(game, metric, settings.kernel);
        let (mut waiting, mut waiting_bytes) = (Vec::new(), 0);
        for (step, (work, planned)) in engine.steps().iter().zip(steps.by_ref()).enumerate() {
            let missing = |&&layer: &&usize| builder.finished(&game.layers()[layer].name, metric).is_none();
            let missing = work.layers.iter().filter(missing).count();
            found += work.layers.len() - missing;
            if missing == 0 {
                let entries: u64 = work.layers.iter().map(|&layer| game.layers()[layer].len).sum();
                done.fetch_add(entries, Relaxed);
                continue;
            }
            let beside = beside(planned.layers.len(), planned.packed_bytes);
            let memory_bytes = settings.memory_bytes.saturating_sub(beside);
            if engine.reads_tables(step, memory_bytes) {
                observer.phase(Phase::Commit);
                builder.commit(std::mem::take(&mut waiting))?;
                waiting_bytes = 0;
            }
            let reach = settings.reach == Reach::Counted && metric != Metric::Reach;
            let output = Output::new(
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
            let finished = match make(&mut *engine, step, &work.layers, output, metric, observer) {
                Ok(finished) => finished,
                Err(error) => {
                    let kept = builder.commit(waiting);
                    return Err(if matches!(error, GenerateError::Stopped) {
                        kept.err().map_or(error, Into::into)
                    } else {
                        error
                    });
                }
            };
            for (table, counts) in finished {
                made += 1;
                waiting_bytes += table.spec().packed_bytes();
                waiting.push((table, counts));
            }
            if waiting_bytes >= COMMIT_BYTES {
                observer.phase(Phase::Commit);
                builder.commit(std::mem::take(&mut waiting))?;
                waiting_bytes = 0;
            }
        }
        observer.phase(Phase::Commit);
        builder.commit(waiting)?;
    }
    Ok(Summary { database: builder.into_database(), made, found })
}

/// Makes the tables of a step.
fn make(
    engine: &mut dyn Engine,
    step: usize,
    layers: &[usize],
    mut output: Output<'_>,
    metric: Metric,
    observer: &dyn Observer,
) -> Result<Vec<(FinishedTable, Counts)>, GenerateError> {
    engine.prepare(step, &output)?;
    observer.phase(if metric == Metric::Reach { Phase::Reach } else { Phase::Write });
    output.begin(layers, engine)?;
    engine.make(step, &mut output)?;
    if output.stopped() {
        return Err(GenerateError::Stopped);
    }
    Ok(output.finish()?)
}
