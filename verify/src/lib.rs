//! Derives every value again from the values that follow it.
//!
//! A position that is over has the value that the rules award. Any other position has the value of its best
//! move, which is the value of the position after it, seen from the other side. So a table is right if this
//! holds for each of its positions, and the tables of the layers that moves lead to are right. A position can
//! be reached if it is the start, or if a reachable position that is not over has a move to it. So tables of
//! reachable positions follow from the layers before them.
//!
//! A position that its table omits has no value to verify. If another value depends on it, its value is
//! derived from its own moves.
//!
//! If play can return to a layer, tables of wins, draws and losses, and of points, can fulfil all this and
//! still be wrong: two positions may each be called a win because of the other. After all positions of such
//! layers have been checked one by one, a second pass finds every win that follows only from itself
//! (`ground.rs` has the proof). A distance cannot follow from itself, because it is longer than the one from
//! which it follows. Endless play is a draw, or worth 0 points.
//!
//! This crate shares the rules and the ranking with generation, and nothing else: no kernel, no plan, no
//! vector of positions. A mistake in both would have to be a mistake in the rules, which have laws and tests
//! of their own. Damage to a file after it was written is found by [`nexsolve_db::digest`]; call that first.
//!
//! [`Depth::All`] also checks the counts in the manifest. [`Depth::Sample`] skips the second pass, and the
//! report says so.
//!
//! # Cost
//!
//! At most one look-up for each move: the first move to a loss proves a win. The tables that a layer depends
//! on are held in memory in packed form, as far as [`VerifySettings::memory_bytes`] allows; what does not fit
//! is read through the cache of the database, and takes many times as long. The second look takes a bit for
//! each rank of a group of layers, and examines the positions that are not settled again, at most as often
//! as the longest win has moves.

#![cfg_attr(not(test), deny(clippy::disallowed_macros, clippy::disallowed_methods, clippy::disallowed_types))]

mod board;
mod derive;
mod error;
mod ground;
mod groups;
mod observer;
mod report;
mod shelf;
mod source;
mod sweep;
mod task;
#[cfg(test)]
mod tests;
mod wrong;

pub use board::verify_board;
pub use error::VerifyError;
pub use observer::{VerifyObserver, VerifyProgress};
pub use report::{Verification, WrongCounts};
pub use wrong::WrongValue;

use derive::{Derivation, is_circular};
use ground::Ground;
use groups::{Group, groups};
use nexsolve_core::{Layer, LayerId, Ranked, Unmoves};
use nexsolve_db::{Database, Metric};
use shelf::Shelf;
use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;
use sweep::Sweep;
use task::{Task, tasks};

/// The values that are derived again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// All, and the counts.
    All,
    /// `count` values of each table, chosen at random. A table with no more ranks than that is verified as
    /// with [`Depth::All`].
    Sample {
        /// Values of each table.
        count: u64,
        /// Seed of the choice: the same seed gives the same choice.
        seed: u64,
    },
}

/// How to verify.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VerifySettings<'a> {
    /// The layers to verify, each together with its group; all layers if the list is empty.
    pub layers: &'a [LayerId],
    /// Which values are derived again.
    pub depth: Depth,
    /// Bytes for tables held in memory, or for a sample. The database's cache, the indices of its tables, and
    /// a few blocks per thread come on top.
    pub memory_bytes: u64,
}

/// Derives the values of all tables of a database again, in the current rayon pool. The caller checks that
/// the database belongs to this game and board ([`nexsolve_db::Manifest::subject`]).
///
/// The order of the tables is such that the first wrong value found is wrong by itself. Values found later
/// may look wrong or right because they follow from it.
///
/// # Errors
/// If a table is damaged; if a table from which others follow is missing; if a table does not belong to the
/// game, has reachable positions of a game with cycles, or takes too much memory. [`VerifyError::Stopped`]
/// soon after `stop` is set. A wrong value is not an error: see [`Verification::is_right`].
///
/// # Panics
/// If the game breaks a law of its ranking, or a move raises a layer's stake.
pub fn verify<G: Ranked + Unmoves>(
    game: &G,
    database: &Database,
    settings: &VerifySettings<'_>,
    stop: &AtomicBool,
    observer: &dyn VerifyObserver,
) -> Result<Verification, VerifyError> {
    let layers = game.layers();
    let groups = groups(layers).map_err(|layer| VerifyError::Cyclic { layer })?;
    let mut tasks = tasks(game, &groups, database)?;
    let is_wanted = |group: &Group| {
        settings.layers.is_empty() || settings.layers.iter().any(|layer| group.layers.contains(layer))
    };
    tasks.retain(|task| is_wanted(&groups[task.group]));
    let batches: Vec<&[Task]> =
        tasks.chunk_by(|a, b| (a.table.metric(), a.group) == (b.table.metric(), b.group)).collect();
    let total = batches.iter().map(|batch| settings.depth.work(batch, &groups)).sum();
    let sweep = Sweep { stop, observer, done: 0.into(), total };
    let mut run = Run {
        game,
        database,
        settings,
        sweep,
        shelf: Shelf::default(),
        report: Verification {
            missing: missing(layers, groups.iter().filter(|group| is_wanted(group)), database),
            ..Verification::default()
        },
    };
    for batch in batches {
        let wrong = run.report.wrong;
        for task in batch {
            run.one_by_one(task)?;
        }
        let group = &groups[batch[0].group];
        if needs_ground(batch, group) {
            // The second pass would only find the wrong values again, and others that follow from them.
            if settings.depth.is_whole(batch) && run.report.wrong == wrong {
                run.together(batch, group)?;
            } else {
                run.report.leave_ungrounded(batch);
                run.sweep.progress(if settings.depth.is_whole(batch) { entries(batch) } else { 0 });
            }
        }
    }
    Ok(run.report)
}

/// Verification in progress.
struct Run<'a, G: Ranked> {
    game: &'a G,
    database: &'a Database,
    settings: &'a VerifySettings<'a>,
    sweep: Sweep<'a>,
    shelf: Shelf,
    report: Verification,
}

impl<G: Ranked + Unmoves> Run<'_, G> {
    /// Checks each position of a table by itself.
    fn one_by_one(&mut self, task: &Task) -> Result<(), VerifyError> {
        let Self { game, database, settings, sweep, shelf, report } = self;
        let record = database.manifest().table(task.name(), task.table.metric());
        let counts = &record.expect("the tasks are the manifest's tables").counts;
        sweep.observer.table(task.name(), task.table.metric());
        let whole = settings.depth.numbers(task.table.entries()) == task.table.entries();
        let (memory_bytes, counted) =
            if whole { (settings.memory_bytes, counts.reachable.is_some()) } else { (0, false) };
        let layers = game.layers();
        let left = shelf.prepare(*game, sweep, database, task.table.metric(), &task.needs, memory_bytes)?;
        let reach = if counted { Shelf::reach(layers, database, task.layer, left)? } else { None };
        let derivation = Derivation::new(*game, task.table.metric(), task.layer, &shelf.sources, &task.needs);
        let found = match settings.depth {
            Depth::Sample { count, seed } if !whole => {
                sweep.sample(&derivation, task, (count, seed), settings.memory_bytes)?
            }
            _ => sweep.all(&derivation, task, reach.as_ref())?,
        };
        report.add(task, found, whole.then_some(counts), reach.is_some());
        Ok(())
    }

    /// Looks for wins that follow only from each other, in all tables of a group of one metric.
    fn together(&mut self, batch: &[Task], group: &Group) -> Result<(), VerifyError> {
        let Self { game, database, settings, sweep, shelf, report } = self;
        let metric = batch[0].table.metric();
        let needed = ground::bytes(batch.iter().map(|task| task.table.entries()));
        let given = settings.memory_bytes;
        let Some(memory_bytes) = given.checked_sub(needed) else {
            let layer = game.layers()[group.layers.start].name.clone();
            return Err(VerifyError::NeedsMemory { layer, needed, given });
        };
        let needs = batch.iter().flat_map(|task| task.needs.iter().copied()).chain(group.ids());
        let needs: Vec<LayerId> = needs.collect::<BTreeSet<_>>().into_iter().collect();
        shelf.prepare(*game, sweep, database, metric, &needs, memory_bytes)?;
        let found = Ground::new(*game, sweep, shelf, group, batch, &needs).find()?;
        report.add_left(found);
        Ok(())
    }
}

/// Returns whether wins of these tables, all those of a group and one metric, could follow only from each
/// other.
fn needs_ground(batch: &[Task], group: &Group) -> bool {
    group.cyclic && is_circular(batch[0].table.metric())
}

/// The number of ranks in these tables.
fn entries(batch: &[Task]) -> u64 {
    batch.iter().map(|task| task.table.entries()).sum()
}

impl Depth {
    /// The number of entries that are checked in a table of `entries` entries.
    fn numbers(self, entries: u64) -> u64 {
        match self {
            Self::All => entries,
            Self::Sample { count, .. } => count.min(entries),
        }
    }

    /// Returns whether all ranks of these tables are checked.
    fn is_whole(self, batch: &[Task]) -> bool {
        batch.iter().all(|task| self.numbers(task.table.entries()) == task.table.entries())
    }

    /// The number of checks in these tables: ranks that are checked twice count twice.
    fn work(self, batch: &[Task], groups: &[Group]) -> u64 {
        let once: u64 = batch.iter().map(|task| self.numbers(task.table.entries())).sum();
        let twice = self.is_whole(batch) && needs_ground(batch, &groups[batch[0].group]);
        if twice { 2 * once } else { once }
    }
}

/// The tables of these groups and metrics that the database lacks.
fn missing<'g>(
    layers: &[Layer],
    groups: impl Iterator<Item = &'g Group>,
    database: &Database,
) -> Vec<(String, Metric)> {
    let wanted: Vec<LayerId> = groups.flat_map(Group::ids).collect();
    let tables = &database.manifest().tables;
    let metrics = Metric::ALL.into_iter().filter(|&metric| tables.iter().any(|table| table.metric == metric));
    let all =
        metrics.flat_map(|metric| wanted.iter().map(move |&layer| (layers[layer].name.clone(), metric)));
    all.filter(|(layer, metric)| database.manifest().table(layer, *metric).is_none()).collect()
}
