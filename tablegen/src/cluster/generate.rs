//! A database, made step by step by several ranks together.

use super::engine::SharedEngine;
use super::output::SharedOutput;
use super::team::Team;
use super::wire::{Reader, Writer};
use crate::engine::Context;
use crate::error::GenerateError;
use crate::exchange::{Exchange, Reduce};
use crate::generate::{self, Summary, generate};
use crate::plan::{beside, plan_for, shared_engine, wanted};
use crate::progress::{Observer, Phase};
use crate::settings::{Reach, Settings};
use nexsolve_core::{LayerId, Tabled};
use nexsolve_db::{BuildError, Builder, Counts, Database, FinishedTable, Metric, OpenError, Subject};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// How often a rank looks for a file that rank 0 has written, and the pause between two looks. Network file systems may take seconds.
const LOOKS: u32 = 100;
const LOOK_PAUSE: Duration = Duration::from_millis(100);

/// The result of a run of several ranks.
pub struct Together {
    /// The database, and the number of tables made.
    pub summary: Summary,
    /// Entries of the tables that were made.
    pub entries: u64,
    /// Bytes that all ranks together have sent to each other.
    pub exchanged_bytes: u64,
}

/// Makes the missing tables in a folder that all ranks see, together with all other ranks that call it.
///
/// The work runs in the current rayon pool. Call it from outside of the pool if the exchange must always be called from the same thread.
/// Each rank stays within `memory_bytes` of its settings. The files have the same bytes as those of [`generate()`] with the same settings.
/// After an interruption, any number of ranks continues behind the last finished step that was listed. A single rank calls [`generate()`].
///
/// # Errors
/// As [`generate()`]; also if the ranks have different settings, or do not see the same folder. If one rank fails, or is asked to stop,
/// all return an error. Only if the exchange itself fails, other ranks may wait for ever.
pub fn generate_together<G: Tabled>(
    game: &G,
    folder: &Path,
    settings: &Settings,
    exchange: &mut dyn Exchange,
    stop: &AtomicBool,
    observer: &dyn Observer,
) -> Result<Together, GenerateError> {
    if exchange.size() == 1 {
        let before = finished_entries(folder);
        let summary = generate(game, folder, settings, stop, observer)?;
        let entries = entries(&summary.database).saturating_sub(before);
        return Ok(Together { summary, entries, exchanged_bytes: 0 });
    }
    let mut team = Team::new(exchange);
    let made = make(game, folder, settings, &mut team, stop, observer);
    team.end(made)
}

fn finished_entries(folder: &Path) -> u64 {
    Database::open(folder).map_or(0, |database| entries(&database))
}

fn entries(database: &Database) -> u64 {
    database.manifest().tables.iter().map(|table| table.entries).sum()
}

fn make<G: Tabled>(
    game: &G,
    folder: &Path,
    settings: &Settings,
    team: &mut Team<'_>,
    stop: &AtomicBool,
    observer: &dyn Observer,
) -> Result<Together, GenerateError> {
    compare(settings, team)?;
    // All ranks plan with the same memory: the least that any of them has.
    let memory_bytes = team.reduced(Reduce::Least, settings.memory_bytes)?;
    let settings = &Settings { memory_bytes, ..settings.clone() };
    let plan = plan_for(game, settings, team.size())?;
    let mut store = Store::open(folder, settings, team)?;
    generate::check_kernel(store.database(), settings)?;
    let (mut made, mut found, mut entries) = (0, 0, 0);
    let done = AtomicU64::new(0);
    let mut steps = plan.steps.iter();
    for metric in wanted(settings) {
        let mut engine = shared_engine(game, metric, settings.kernel, team.size());
        let mut listed = Instant::now();
        for (step, (work, planned)) in engine.steps().iter().zip(steps.by_ref()).enumerate() {
            let names = work.layers.iter().map(|&layer| &game.layers()[layer].name);
            let missing: Vec<bool> = store.missing(names, metric, team)?;
            let missing_tables = missing.iter().filter(|&&missing| missing).count();
            found += work.layers.len() - missing_tables;
            if missing_tables == 0 {
                done.fetch_add(planned.entries, Relaxed);
                continue;
            }
            if engine.reads_tables(step) {
                observer.phase(Phase::Commit);
                store.commit(team)?;
            }
            let room = settings.memory_bytes.saturating_sub(beside(&plan, planned));
            let context = Context {
                layers: game.layers(),
                database: store.database(),
                memory_bytes: team.reduced(Reduce::Least, room)?,
                reach: settings.reach == Reach::Counted && metric != Metric::Reach,
                stop,
                observer,
                metric,
                done: &done,
                total: plan.entries,
            };
            let finished =
                make_step(&mut *engine, step, &work.layers, &missing, context, store.builder.as_ref(), team);
            let finished = match finished {
                Ok(finished) => finished,
                Err(error) => {
                    // Finished tables stay, if rank 0 can still list them.
                    let _ = store.list();
                    return Err(error);
                }
            };
            made += missing_tables;
            let lens = work.layers.iter().zip(&missing).filter(|(_, missing)| **missing);
            entries += lens.map(|(&layer, _)| game.layers()[layer].len).sum::<u64>();
            store.waiting.extend(finished);
            let full = store.is_full() || listed.elapsed() >= generate::COMMIT_TIME;
            if team.reduced(Reduce::Greatest, u64::from(full && team.rank() == 0))? == 1 {
                observer.phase(Phase::Commit);
                store.commit(team)?;
                listed = Instant::now();
            }
        }
        observer.phase(Phase::Commit);
        store.commit(team)?;
    }
    let exchanged_bytes = team.exchanged_bytes()?;
    let summary = Summary { database: store.into_database(), made, found };
    Ok(Together { summary, entries, exchanged_bytes })
}

/// Makes the tables of a step.
fn make_step(
    engine: &mut dyn SharedEngine,
    step: usize,
    layers: &[LayerId],
    missing: &[bool],
    context: Context<'_>,
    builder: Option<&Builder>,
    team: &mut Team<'_>,
) -> Result<Vec<(FinishedTable, Counts)>, GenerateError> {
    engine.prepare(step, &context, team)?;
    context.phase(if context.metric == Metric::Reach { Phase::Reach } else { Phase::Write });
    let mut output = SharedOutput::begin(context, builder, layers, missing, |layer| engine.values(layer))?;
    engine.make(step, &mut output, team)?;
    output.check_stop()?;
    output.finish(team)
}

/// Checks that all ranks run the same program with the same settings.
fn compare(settings: &Settings, team: &mut Team<'_>) -> Result<(), GenerateError> {
    let Settings { metric, reach, form, memory_bytes: _, kernel, keep: _, program, command, game, board } =
        settings;
    let facts = [
        ("program", program.clone()),
        ("command", command.clone()),
        ("game", game.clone()),
        ("board", board.clone()),
        ("metric", metric.to_string()),
        ("form", form.to_string()),
        ("reach", format!("{reach:?}")),
        ("kernel", format!("{kernel:?}")),
    ];
    let mut own = Writer::default();
    for (_, value) in &facts {
        own.bytes(value.as_bytes());
    }
    let all = team.all_gather(own.done())?;
    let values = |block| {
        let mut reader = Reader::new(block);
        facts.each_ref().map(|_| String::from_utf8_lossy(reader.bytes()).into_owned())
    };
    let first = values(&all[0]);
    for (rank, block) in all.iter().enumerate() {
        let own = values(block);
        let pairs = facts.iter().zip(first.iter().zip(&own)).filter(|(_, (first, own))| first != own);
        let differences: Vec<String> = pairs
            .map(|((what, _), (first, own))| format!("{what}: {first} at rank 0, {own} there"))
            .collect();
        if !differences.is_empty() {
            return Err(GenerateError::Differs { rank, differences });
        }
    }
    Ok(())
}

/// The database in the folder. Rank 0 builds it, and the others read it.
struct Store {
    builder: Option<Builder>,
    /// The database as ranks other than 0 read it.
    read: Option<Database>,
    /// Finished tables that are not listed yet, on rank 0.
    waiting: Vec<(FinishedTable, Counts)>,
}

impl Store {
    /// Opens the folder and checks that all ranks see the same one.
    fn open(folder: &Path, settings: &Settings, team: &mut Team<'_>) -> Result<Self, GenerateError> {
        let subject = Subject { game: settings.game.clone(), board: settings.board.clone() };
        let form = settings.form;
        let provenance = generate::provenance(settings);
        let mut builder = match team.rank() {
            0 => Some(Builder::open(folder, subject.clone(), form, provenance)?.keeping(settings.keep)),
            _ => None,
        };
        if let Some(builder) = &mut builder {
            // The list in the folder may name tables that no longer exist. It is written again, because the other ranks read it.
            let listed = Database::open(folder).map_or(0, |database| database.manifest().tables.len());
            if listed != builder.database().manifest().tables.len() {
                builder.commit(Vec::new())?;
            }
        }
        let mark = builder.as_ref().map(Builder::mark).transpose()?;
        let name = mark.as_ref().map(|mark| mark.name().to_owned()).unwrap_or_default();
        let name = team.told(name.into_bytes())?;
        let name = String::from_utf8(name).expect("rank 0 has sent text");
        let sees = (0..LOOKS).any(|look| {
            let sees = folder.join(&name).is_file();
            // For a folder that does not exist, a rank waits a tenth of the time.
            if !sees && look + 1 < LOOKS && (folder.is_dir() || look < LOOKS / 10) {
                sleep(LOOK_PAUSE);
            }
            sees
        });
        let blind = if sees { u64::MAX } else { team.rank() as u64 };
        let blind = team.reduced(Reduce::Least, blind)?;
        if blind != u64::MAX {
            return Err(GenerateError::NotShared { folder: folder.to_owned(), rank: blind as usize });
        }
        drop(mark);
        let read =
            if builder.is_none() { Some(Database::without_tables(folder, subject, form)) } else { None };
        let mut store = Self { builder, read, waiting: Vec::new() };
        store.follow(team)?;
        Ok(store)
    }

    fn database(&self) -> &Database {
        let built = self.builder.as_ref().map(Builder::database);
        built.or(self.read.as_ref()).expect("one of both")
    }

    fn into_database(self) -> Database {
        self.builder.map(Builder::into_database).or(self.read).expect("one of both")
    }

    /// For each name, whether its table is missing. Rank 0 decides.
    fn missing<'n>(
        &self,
        names: impl Iterator<Item = &'n String>,
        metric: Metric,
        team: &mut Team<'_>,
    ) -> Result<Vec<bool>, GenerateError> {
        let finished = |name: &String| {
            let waits = |(table, _): &(FinishedTable, Counts)| {
                table.spec().layer == *name && table.spec().metric == metric
            };
            self.database().manifest().table(name, metric).is_some() || self.waiting.iter().any(waits)
        };
        let missing: Vec<u8> = names.map(|name| u8::from(!finished(name))).collect();
        Ok(team.told(missing)?.into_iter().map(|missing| missing == 1).collect())
    }

    /// Returns whether the finished tables are large enough to be listed now.
    fn is_full(&self) -> bool {
        let bytes = self.waiting.iter().map(|(table, _)| table.spec().packed_bytes());
        bytes.sum::<u64>() >= generate::COMMIT_BYTES
    }

    /// Lists the finished tables, on rank 0.
    fn list(&mut self) -> Result<(), BuildError> {
        let waiting = std::mem::take(&mut self.waiting);
        self.builder.as_mut().map_or(Ok(()), |builder| builder.commit(waiting))
    }

    /// Lists the finished tables, and waits until all ranks see them.
    fn commit(&mut self, team: &mut Team<'_>) -> Result<(), GenerateError> {
        self.list()?;
        self.follow(team)
    }

    /// Waits until the other ranks see the tables that rank 0 has listed.
    fn follow(&mut self, team: &mut Team<'_>) -> Result<(), GenerateError> {
        let listed = self.database().manifest().tables.len() as u64;
        let listed = if team.rank() == 0 { listed } else { 0 };
        let listed = team.reduced(Reduce::Greatest, listed)?;
        let mut sees = true;
        if let Some(read) = &mut self.read {
            let subject = read.manifest().subject.clone();
            let (folder, form) = (read.folder().to_owned(), read.manifest().form);
            let mut look = 0;
            while read.manifest().tables.len() as u64 != listed {
                match Builder::look(&folder, &subject, form) {
                    Ok(database) => *read = database,
                    Err(BuildError::Open(OpenError::NoDatabase { .. })) => {}
                    Err(error) => return Err(error.into()),
                }
                look += 1;
                if look == LOOKS {
                    break;
                }
                if read.manifest().tables.len() as u64 != listed {
                    sleep(LOOK_PAUSE);
                }
            }
            sees = read.manifest().tables.len() as u64 == listed;
        }
        let blind = team.reduced(Reduce::Least, if sees { u64::MAX } else { team.rank() as u64 })?;
        if blind == u64::MAX {
            return Ok(());
        }
        let folder = self.database().folder().to_owned();
        Err(GenerateError::NotShared { folder, rank: blind as usize })
    }
}
