//! A database, made step by step.

use crate::engine::{Context, Engine, Output};
use crate::error::GenerateError;
use crate::plan::{Plan, beside, engine, plan, wanted};
use crate::progress::{Observer, Phase};
use crate::settings::{Kernel, Reach, Settings};
use nexsolve_core::{LayerId, Tabled};
use nexsolve_db::{
    BuildError, Builder, Counts, Database, FinishedTable, Metric, OpenError, Provenance, Subject,
};
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// Finished tables wait to be listed until they have this many packed bytes together, or have taken [`COMMIT_TIME`]. Listing takes the
/// disk a few milliseconds, which would be most of the time of small boards.
pub(crate) const COMMIT_BYTES: u64 = 64 << 20;

/// A power failure can lose the work of this time, and that of the step in work.
pub(crate) const COMMIT_TIME: Duration = Duration::from_secs(2);

/// Follows the program's name in the manifest of tables made by the engine for all games.
const GENERIC: &str = " (the engine for all games)";

/// The result of a run.
pub struct Summary {
    /// The database.
    pub database: Database,
    /// Tables that were made.
    pub made: usize,
    /// Tables that were found finished.
    pub found: usize,
}

/// Makes the missing tables in a folder, in the current rayon pool. After an interruption at any moment, the same call continues behind
/// the last finished step that was listed, and ends with the same bytes.
///
/// # Errors
/// See [`GenerateError`]; [`GenerateError::Stopped`] soon after `stop` is set.
pub fn generate<G: Tabled>(
    game: &G,
    folder: &Path,
    settings: &Settings,
    stop: &AtomicBool,
    observer: &dyn Observer,
) -> Result<Summary, GenerateError> {
    let plan = plan(game, settings)?;
    let subject = Subject { game: settings.game.clone(), board: settings.board.clone() };
    let provenance = provenance(settings);
    let mut builder = match Builder::open(folder, subject.clone(), settings.form, provenance) {
        Ok(builder) => builder.keeping(settings.keep),
        Err(error) => {
            // Where nothing can be written, nothing has to be if all is there.
            let found = if is_closed(&error) { complete(folder, &subject, settings, &plan)? } else { None };
            return found.ok_or_else(|| error.into());
        }
    };
    check_kernel(builder.database(), settings)?;
    let (mut made, mut found) = (0, 0);
    let done = AtomicU64::new(0);
    let mut steps = plan.steps.iter();
    for metric in wanted(settings) {
        let mut engine = engine(game, metric, settings.kernel);
        let mut waiting: Vec<(FinishedTable, Counts)> = Vec::new();
        let mut listed = Instant::now();
        for (step, (work, planned)) in engine.steps().iter().zip(steps.by_ref()).enumerate() {
            let missing = |&&layer: &&LayerId| builder.finished(&game.layers()[layer].name, metric).is_none();
            let missing = work.layers.iter().filter(missing).count();
            found += work.layers.len() - missing;
            if missing == 0 {
                done.fetch_add(planned.entries, Relaxed);
                continue;
            }
            let beside = beside(&plan, planned);
            let memory_bytes = settings.memory_bytes.saturating_sub(beside);
            if engine.reads_tables(step, memory_bytes) {
                observer.phase(Phase::Commit);
                builder.commit(std::mem::take(&mut waiting))?;
            }
            let reach = settings.reach == Reach::Counted && metric != Metric::Reach;
            let context = Context {
                layers: game.layers(),
                database: builder.database(),
                memory_bytes,
                reach,
                stop,
                observer,
                metric,
                done: &done,
                total: plan.entries,
            };
            let output = Output { context, builder: &builder, tables: Vec::new() };
            let finished = match make(&mut *engine, step, &work.layers, output) {
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
            made += finished.len();
            waiting.extend(finished);
            let waiting_bytes: u64 = waiting.iter().map(|(table, _)| table.spec().packed_bytes()).sum();
            if waiting_bytes >= COMMIT_BYTES || listed.elapsed() >= COMMIT_TIME {
                observer.phase(Phase::Commit);
                builder.commit(std::mem::take(&mut waiting))?;
                listed = Instant::now();
            }
        }
        observer.phase(Phase::Commit);
        builder.commit(waiting)?;
    }
    Ok(Summary { database: builder.into_database(), made, found })
}

/// The manifest's facts about how the tables were made.
pub(crate) fn provenance(settings: &Settings) -> Provenance {
    let generic = if settings.kernel == Kernel::Generic { GENERIC } else { "" };
    Provenance { program: format!("{}{generic}", settings.program), command: settings.command.clone() }
}

/// Returns whether the folder can be read, if at all, and not be written.
fn is_closed(error: &BuildError) -> bool {
    let closed = [io::ErrorKind::PermissionDenied, io::ErrorKind::ReadOnlyFilesystem];
    matches!(error, BuildError::Io { source, .. } if closed.contains(&source.kind()))
}

/// The database in a folder that cannot be written, if it has all tables of the plan.
fn complete(
    folder: &Path,
    subject: &Subject,
    settings: &Settings,
    plan: &Plan,
) -> Result<Option<Summary>, GenerateError> {
    let database = match Builder::look(folder, subject, settings.form) {
        Ok(database) => database,
        Err(BuildError::Open(OpenError::NoDatabase { .. })) => return Ok(None),
        Err(error) => return Err(error.into()),
    };
    check_kernel(&database, settings)?;
    let tables = || plan.steps.iter().flat_map(|step| step.layers.iter().map(|layer| (layer, step.metric)));
    let has = |(layer, metric): (&String, Metric)| database.manifest().table(layer, metric).is_some();
    if !tables().all(has) {
        return Ok(None);
    }
    Ok(Some(Summary { found: tables().count(), database, made: 0 }))
}

/// Checks that the tables in the folder were made by the engine of the settings.
pub(crate) fn check_kernel(database: &Database, settings: &Settings) -> Result<(), GenerateError> {
    let is_generic = settings.kernel == Kernel::Generic;
    let mut runs = database.manifest().runs.iter();
    if runs.any(|run| run.program.ends_with(GENERIC) != is_generic) {
        return Err(GenerateError::Kernel);
    }
    Ok(())
}

/// Makes the tables of a step.
fn make(
    engine: &mut dyn Engine,
    step: usize,
    layers: &[LayerId],
    mut output: Output<'_>,
) -> Result<Vec<(FinishedTable, Counts)>, GenerateError> {
    engine.prepare(step, &output)?;
    output.phase(if output.metric == Metric::Reach { Phase::Reach } else { Phase::Write });
    output.begin(layers, engine)?;
    engine.make(step, &mut output)?;
    output.check_stop()?;
    Ok(output.finish()?)
}
