//! Every value derived again from the values that it rests on.
//!
//! A position that is over is worth what the rules say. Any other is worth the best of what its moves lead to, seen
//! from the other side; so a table is right if that holds for each of its positions and the tables of the layers
//! that moves lead to are right. A position can be reached if it is the start, or one that can be reached and is not
//! over has a move to it; so there it is the layers before that count. [`verify`] looks at each position by itself,
//! and at nothing else.
//!
//! This shares the rules and the ranking with the generation of tables, and no more: no kernel, no plan, no vector
//! of positions. A mistake of both would have to be one of the rules, whose laws have tests of their own; and what
//! is wrong with a file since it was written is the business of [`nexsolve_db::digest`], which belongs before this.
//!
//! With all values, the counts in the manifest are counted again too.
//!
//! # Cost
//!
//! One look-up for each move, or fewer: a win is a win with the first move that leads to a loss. The tables that a
//! layer rests on are held in memory as they are packed, as far as [`Settings::memory_bytes`] allows; what does not
//! fit is read through the cache of the database, and takes many times as long.

mod derive;
mod report;
mod source;
mod sweep;
#[cfg(test)]
mod tests;

pub use report::{Report, WrongCounts, WrongValue};

use derive::{Derivation, Rule};
use nexsolve_core::{Layer, Ranked, Unmoves};
use nexsolve_db::{Database, Metric, Table, TableError, TableFault};
use source::Source;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use sweep::Sweep;

/// Which values are derived again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// All, and the counts.
    All,
    /// So many of each table, chosen at random. A table with no more numbers is verified as with [`Depth::All`].
    Sample {
        /// Values of each table.
        count: u64,
        /// Seed of the choice: the same seed makes the same one.
        seed: u64,
    },
}

/// How to verify.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Which values are derived again.
    pub depth: Depth,
    /// Bytes that may be spent on tables held in memory. The database's cache comes on top, and a few blocks a thread.
    pub memory_bytes: u64,
}

/// A database was not verified.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum VerifyError {
    /// A table cannot be read.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The database has a table that is none of the game's.
    #[error(
        "the table {file} is none of this game: it has no layer {layer}, or its values cannot be derived"
    )]
    Foreign {
        /// The table's file.
        file: String,
        /// The layer that it names.
        layer: String,
    },
    /// A table that others rest on is not there.
    #[error("the table {file} cannot be verified: its values rest on {needed}, which is not there")]
    Absent {
        /// The table's file.
        file: String,
        /// The table that it needs.
        needed: String,
    },
    /// Positions can rest on themselves, so that values which agree with each other prove nothing.
    #[error("play can return to layer {layer}: its values cannot be verified one by one")]
    Cyclic {
        /// A layer that play can return to.
        layer: String,
    },
    /// The caller's flag said so.
    #[error("verification was stopped")]
    Stopped,
}

/// How far verification has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Numbers worked through so far, free ones among them.
    pub done: u64,
    /// Numbers to work through.
    pub total: u64,
}

/// Follows verification.
pub trait Observer: Sync {
    /// Work on a table begins.
    fn table(&self, _layer: &str, _metric: Metric) {}

    /// So much is done; called from any thread, dozens of times a second.
    fn progress(&self, _progress: Progress) {}
}

/// Nobody follows.
impl Observer for () {}

/// Derives the values of all tables of a database again, in the rayon pool that it is called in. That the database
/// is of this game and board is for the caller to see to ([`nexsolve_db::Manifest::subject`]).
///
/// Tables come in such an order that the first wrong value found is wrong by itself: behind it, others may look
/// wrong or right because they rest on it.
///
/// # Errors
/// If a table is damaged or missing that others rest on, is none of the game's, or the game has cycles; and
/// [`VerifyError::Stopped`] soon after `stop` is set. A wrong value is no error: [`Report::is_right`].
///
/// # Panics
/// If the game breaks a law of its ranking.
pub fn verify<G: Ranked + Unmoves>(
    game: &G,
    database: &Database,
    settings: &Settings,
    stop: &AtomicBool,
    observer: &dyn Observer,
) -> Result<Report<G::Position>, VerifyError> {
    let tasks = tasks(game.layers(), database)?;
    let total = tasks.iter().map(|task| settings.depth.numbers(task.table.entries())).sum();
    let mut report = Report::new(missing(game.layers(), database));
    let mut shelf = Shelf::default();
    let sweep = Sweep { stop, observer, done: 0.into(), total };
    for task in &tasks {
        let record = database.manifest().table(task.name(), task.table.metric());
        let counts = &record.expect("the tasks are the manifest's tables").counts;
        observer.table(task.name(), task.table.metric());
        let whole = settings.depth.numbers(task.table.entries()) == task.table.entries();
        let (memory_bytes, counted) = match (settings.depth, whole) {
            (Depth::Sample { .. }, false) => (0, false),
            _ => (settings.memory_bytes, counts.reachable.is_some()),
        };
        let reach = shelf.prepare(game.layers(), database, task, counted, memory_bytes)?;
        let derivation = Derivation::new(game, task.rule, &shelf.sources, &task.needs);
        let found = match settings.depth {
            Depth::Sample { count, seed } if !whole => sweep.sample(&derivation, task, count, seed)?,
            _ => sweep.all(&derivation, task, reach.as_ref())?,
        };
        report.add(task, found, whole.then_some(counts), reach.is_some());
    }
    Ok(report)
}

impl Depth {
    /// How many numbers of a table with so many are looked at.
    fn numbers(self, entries: u64) -> u64 {
        match self {
            Self::All => entries,
            Self::Sample { count, .. } => count.min(entries),
        }
    }
}

/// A table to verify.
struct Task {
    layer: usize,
    table: Arc<Table>,
    rule: Rule,
    /// The layers that its values rest on.
    needs: Vec<usize>,
}

impl Task {
    /// The layer's name.
    fn name(&self) -> &str {
        &self.table.spec().layer
    }
}

/// All tables, those first that others rest on.
fn tasks(layers: &[Layer], database: &Database) -> Result<Vec<Task>, VerifyError> {
    let returns = |(index, layer): &(usize, &Layer)| layer.successors.iter().any(|next| next <= index);
    if let Some((_, layer)) = layers.iter().enumerate().find(returns) {
        return Err(VerifyError::Cyclic { layer: layer.name.clone() });
    }
    let mut tasks = Vec::new();
    for record in &database.manifest().tables {
        let layer = layers.iter().position(|layer| layer.name == record.layer);
        let (Some(layer), Some(rule)) = (layer, Rule::of(record.metric)) else {
            return Err(VerifyError::Foreign { file: record.file.clone(), layer: record.layer.clone() });
        };
        let needs: Vec<usize> = match rule {
            Rule::Reach => (0..layer).filter(|&before| layers[before].successors.contains(&layer)).collect(),
            Rule::Wdl | Rule::Dtw => layers[layer].successors.clone(),
        };
        let absent = |&&need: &&usize| database.manifest().table(&layers[need].name, record.metric).is_none();
        if let Some(&need) = needs.iter().find(absent) {
            let needed = format!("{}.{}", layers[need].name, record.metric);
            return Err(VerifyError::Absent { file: record.file.clone(), needed });
        }
        let table = open(database, &layers[layer], record.metric)?.expect("listed");
        tasks.push(Task { layer, table, rule, needs });
    }
    tasks.sort_by_key(|task| match task.rule {
        Rule::Reach => (task.rule, task.layer),
        Rule::Wdl | Rule::Dtw => (task.rule, layers.len() - task.layer),
    });
    Ok(tasks)
}

/// The table of a layer, which has as many entries as the layer has numbers.
fn open(database: &Database, layer: &Layer, metric: Metric) -> Result<Option<Arc<Table>>, TableError> {
    let Some(table) = database.table(&layer.name, metric)? else { return Ok(None) };
    if table.entries() != layer.len {
        let fault = TableFault::Numbers { entries: table.entries(), numbers: layer.len };
        return Err(TableError { file: table.file().to_owned(), fault });
    }
    Ok(Some(table))
}

/// The tables that a database with tables of these metrics would have, and this one has not.
fn missing(layers: &[Layer], database: &Database) -> Vec<(String, Metric)> {
    let tables = &database.manifest().tables;
    let metrics = Metric::ALL.into_iter().filter(|&metric| tables.iter().any(|table| table.metric == metric));
    let all = metrics.flat_map(|metric| layers.iter().map(move |layer| (layer.name.clone(), metric)));
    all.filter(|(layer, metric)| database.manifest().table(layer, *metric).is_none()).collect()
}

/// The tables that a task rests on.
#[derive(Default)]
struct Shelf {
    metric: Option<Metric>,
    /// By layer.
    sources: Vec<Option<Source>>,
}

impl Shelf {
    /// Puts the tables there that the task needs, in memory if they fit, and takes the others away. With `counted`,
    /// returns the table of what can be reached in the task's layer, if there is one.
    fn prepare(
        &mut self,
        layers: &[Layer],
        database: &Database,
        task: &Task,
        counted: bool,
        memory_bytes: u64,
    ) -> Result<Option<Source>, TableError> {
        let metric = task.table.metric();
        if self.metric != Some(metric) {
            *self = Self { metric: Some(metric), sources: layers.iter().map(|_| None).collect() };
        }
        for (layer, source) in self.sources.iter_mut().enumerate() {
            if !task.needs.contains(&layer) {
                *source = None;
            }
        }
        let mut left = memory_bytes;
        let mut load = |source: &mut Source| {
            if source.packed_bytes() <= left {
                left -= source.packed_bytes();
                source.load()
            } else {
                source.unload();
                Ok(())
            }
        };
        for &need in &task.needs {
            let source = &mut self.sources[need];
            if source.is_none() {
                *source = open(database, &layers[need], metric)?.map(Source::new);
            }
            load(source.as_mut().expect("seen before"))?;
        }
        if !counted {
            return Ok(None);
        }
        let Some(table) = open(database, &layers[task.layer], Metric::Reach)? else { return Ok(None) };
        let mut reach = Source::new(table);
        load(&mut reach)?;
        Ok(Some(reach))
    }
}
