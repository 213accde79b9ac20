//! Makes a database step by step.

use crate::any::Tables;
use crate::context::Context;
use crate::engine::Engine;
use crate::error::GenerateError;
use crate::output::Output;
use crate::plan::{beside, engine, plan_for, usable, wanted};
use crate::progress::{GenerateObserver, Phase, Plan};
use crate::settings::{GenerateSettings, Reach};
use crate::store::{Store, check_kernel, compare};
use crate::team::{Alone, Exchange, Reduce, Team};
use nexsolve_core::LayerId;
use nexsolve_db::files;
use nexsolve_db::{BuildError, Builder, Counts, Database, FinishedTable, Metric, OpenError};
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// The result of a run.
pub struct GenerateSummary {
    /// The database.
    pub database: Database,
    /// Tables that were made.
    pub made: usize,
    /// Tables that were already finished.
    pub found: usize,
    /// The files of tables that were in the manifest but missing: they have been made again if they belong to
    /// the tables of this run.
    pub lost: Vec<String>,
    /// Entries of the tables that were made.
    pub entries: u64,
    /// Bytes that the processes of the run have sent to each other.
    pub exchanged_bytes: u64,
}

/// Makes the missing tables in a folder, in the current rayon pool. After an interruption at any moment, the
/// same call continues after the last finished step that was listed, and ends with the same bytes.
///
/// # Errors
/// See [`GenerateError`]; [`GenerateError::Stopped`] soon after `stop` is set.
pub fn generate(
    game: &dyn Tables,
    folder: &Path,
    settings: &GenerateSettings,
    stop: &AtomicBool,
    observer: &dyn GenerateObserver,
) -> Result<GenerateSummary, GenerateError> {
    generate_together(game, folder, settings, &mut Alone, stop, observer)
}

/// Makes the missing tables in a folder that all processes see, together with all other processes that call
/// it.
///
/// The work runs in the current rayon pool. Call it from outside of the pool if the exchange must always be
/// called from the same thread. Each process stays within `memory_bytes` of its settings. The files have the
/// same bytes as those of [`generate()`] with the same settings. After an interruption, any number of
/// processes can continue after the last finished step that was listed.
///
/// # Errors
/// As [`generate()`]; also if the processes have different settings, or do not see the same folder. If one
/// process fails, or is asked to stop, all return an error. Only if the exchange itself fails, other
/// processes may wait for ever.
pub fn generate_together(
    game: &dyn Tables,
    folder: &Path,
    settings: &GenerateSettings,
    exchange: &mut dyn Exchange,
    stop: &AtomicBool,
    observer: &dyn GenerateObserver,
) -> Result<GenerateSummary, GenerateError> {
    let mut team = Team::new(exchange);
    let made = make(game, folder, settings, &mut team, stop, observer);
    team.end(made)
}

fn make(
    game: &dyn Tables,
    folder: &Path,
    settings: &GenerateSettings,
    team: &mut Team<'_>,
    stop: &AtomicBool,
    observer: &dyn GenerateObserver,
) -> Result<GenerateSummary, GenerateError> {
    compare(settings, team)?;
    // All processes plan with the same memory: the least that any of them has.
    let memory_bytes = team.reduced(Reduce::Least, settings.memory_bytes)?;
    let settings = &GenerateSettings { memory_bytes, ..settings.clone() };
    let plan = plan_for(game, settings, team.size())?;
    observer.planned(&plan);
    let mut store = match Store::open(folder, settings, team) {
        // A folder that cannot be written is enough if it already has all tables.
        Err(GenerateError::Build(error)) if team.is_one() && is_closed(&error) => {
            return complete(folder, settings, &plan)?.ok_or_else(|| error.into());
        }
        store => store?,
    };
    check_kernel(store.database(), settings)?;
    if store.builder.is_some() {
        write_beside(game, folder)?;
    }
    let layers = game.layers();
    let (mut made, mut found, mut entries) = (0, 0, 0);
    let done = AtomicU64::new(0);
    let mut steps = plan.steps.iter();
    for metric in wanted(settings) {
        let mut engine = engine(game, metric, settings.kernel, team.size());
        for (step, (work, planned)) in engine.steps().iter().zip(steps.by_ref()).enumerate() {
            let missing = store.missing(&planned.layers, metric, team)?;
            let missing_tables = missing.iter().filter(|&&missing| missing).count();
            found += work.layers.len() - missing_tables;
            if missing_tables == 0 {
                done.fetch_add(planned.entries, Relaxed);
                continue;
            }
            let memory_bytes = usable(settings.memory_bytes).saturating_sub(beside(&plan, planned));
            let memory_bytes = team.reduced(Reduce::Least, memory_bytes)?;
            if engine.reads_tables(step, memory_bytes) {
                observer.phase(Phase::Commit);
                store.commit(team)?;
            }
            let context = Context {
                layers,
                database: store.database(),
                memory_bytes,
                reach: settings.reach == Reach::Counted && metric != Metric::Reach,
                stop,
                observer,
                metric,
                done: &done,
                total: plan.entries,
            };
            let finished =
                make_step(&mut *engine, step, &work.layers, &missing, context, store.builder.as_ref(), team);
            let finished = finished.map_err(|error| {
                // Finished tables stay, if they can still be listed.
                let kept = store.list().err().filter(|_| matches!(error, GenerateError::Stopped));
                kept.map_or(error, Into::into)
            })?;
            made += missing_tables;
            let lens = work.layers.iter().zip(&missing).filter(|(_, missing)| **missing);
            entries += lens.map(|(&layer, _)| layers[layer].len).sum::<u64>();
            store.waiting.extend(finished);
            if store.is_due(team)? {
                observer.phase(Phase::Commit);
                store.commit(team)?;
            }
        }
        observer.phase(Phase::Commit);
        store.commit(team)?;
    }
    let exchanged_bytes = team.exchanged_bytes()?;
    let lost = store.builder.as_ref().map_or_else(Vec::new, |builder| builder.lost().to_vec());
    Ok(GenerateSummary { database: store.into_database(), made, found, lost, entries, exchanged_bytes })
}

/// Writes the file beside the tables, unless it is there already.
pub(crate) fn write_beside(game: &dyn Tables, folder: &Path) -> Result<(), GenerateError> {
    let io = |file: &Path| {
        let file = file.to_owned();
        move |source| GenerateError::Build(BuildError::Io { action: "write", file, source })
    };
    let Some((name, contents)) = game.beside().map_err(io(folder))? else { return Ok(()) };
    let file = folder.join(name);
    let there = files::read_at_most(&file, contents.len() as u64);
    if there.is_ok_and(|there| there.as_ref() == Some(&contents)) {
        return Ok(());
    }
    files::replace(&file, |out| out.write_all(&contents)).map_err(io(&file))
}

/// Makes the tables of a step.
fn make_step(
    engine: &mut dyn Engine,
    step: usize,
    layers: &[LayerId],
    missing: &[bool],
    context: Context<'_>,
    builder: Option<&Builder>,
    team: &mut Team<'_>,
) -> Result<Vec<(FinishedTable, Counts)>, GenerateError> {
    engine.prepare(step, &context, team)?;
    context.phase(if context.metric == Metric::Reach { Phase::Reach } else { Phase::Write });
    let mut output = Output::begin(context, builder, layers, missing, |layer| engine.values(layer))?;
    engine.make(step, &mut output, team)?;
    output.check_stop()?;
    output.finish(team)
}

/// Returns whether the folder cannot be written, although it may be readable.
fn is_closed(error: &BuildError) -> bool {
    let closed = [io::ErrorKind::PermissionDenied, io::ErrorKind::ReadOnlyFilesystem];
    matches!(error, BuildError::Io { source, .. } if closed.contains(&source.kind()))
}

/// The database in a folder that cannot be written, if it has all tables of the plan.
fn complete(
    folder: &Path,
    settings: &GenerateSettings,
    plan: &Plan,
) -> Result<Option<GenerateSummary>, GenerateError> {
    let database = match Builder::look(folder, &settings.subject(), settings.form) {
        Ok(database) => database,
        Err(BuildError::Open(OpenError::NoDatabase { .. })) => return Ok(None),
        Err(error) => return Err(error.into()),
    };
    check_kernel(&database, settings)?;
    let mut tables = plan.steps.iter().flat_map(|step| step.layers.iter().map(|layer| (layer, step.metric)));
    let found = tables.clone().count();
    if !tables.all(|(layer, metric)| database.manifest().table(layer, metric).is_some()) {
        return Ok(None);
    }
    Ok(Some(GenerateSummary { database, made: 0, found, lost: Vec::new(), entries: 0, exchanged_bytes: 0 }))
}
