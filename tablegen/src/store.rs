//! The database in the folder of a run. Process 0 writes it, and the others read it.

use crate::error::GenerateError;
use crate::settings::{GenerateSettings, Kernel};
use crate::team::{Reader, Reduce, Team, Writer};
use nexsolve_db::{BuildError, Builder, Counts, Database, FinishedTable, Metric, OpenError, Provenance};
use std::path::Path;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Finished tables wait to be listed until they have this many packed bytes together, or have taken
/// [`COMMIT_TIME`]. Listing takes the disk a few milliseconds, which would be most of the time of small
/// boards.
pub(crate) const COMMIT_BYTES: u64 = 64 << 20;

/// A power failure can lose the work of this time, and of the current step.
pub(crate) const COMMIT_TIME: Duration = Duration::from_secs(2);

/// How often a process looks for a file that process 0 has written, and the pause between two looks. Network
/// file systems may take seconds.
const LOOKS: u32 = 100;
const LOOK_PAUSE: Duration = Duration::from_millis(100);

/// The text after the program's name in the manifest, if the engine for all games made the tables.
const GENERIC: &str = " (the engine for all games)";

/// Checks that all processes run the same program with the same settings.
pub(crate) fn compare(settings: &GenerateSettings, team: &mut Team<'_>) -> Result<(), GenerateError> {
    let GenerateSettings {
        metric,
        reach,
        form,
        memory_bytes: _,
        kernel,
        keep: _,
        program,
        command,
        game,
        board,
    } = settings;
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
    for (process, block) in all.iter().enumerate() {
        let own = values(block);
        let pairs = facts.iter().zip(first.iter().zip(&own)).filter(|(_, (first, own))| first != own);
        let differences: Vec<String> = pairs
            .map(|((what, _), (first, own))| format!("{what}: {first} at process 0, {own} there"))
            .collect();
        if !differences.is_empty() {
            return Err(GenerateError::Differs { process, differences });
        }
    }
    Ok(())
}

/// The database in the folder. Process 0 builds it, and the others read it.
pub(crate) struct Store {
    pub(crate) builder: Option<Builder>,
    /// The database as processes other than 0 read it.
    read: Option<Database>,
    /// Finished tables that are not listed yet, on process 0.
    pub(crate) waiting: Vec<(FinishedTable, Counts)>,
    /// When tables were listed last.
    listed: Instant,
}

impl Store {
    /// Opens the folder and checks that all processes see the same one.
    pub(crate) fn open(
        folder: &Path,
        settings: &GenerateSettings,
        team: &mut Team<'_>,
    ) -> Result<Self, GenerateError> {
        let (subject, form) = (settings.subject(), settings.form);
        let mut builder = match team.process() {
            0 => {
                let builder = Builder::open(folder, subject.clone(), form, provenance(settings))?;
                Some(builder.keeping(settings.keep))
            }
            _ => None,
        };
        if team.is_one() {
            return Ok(Self { builder, read: None, waiting: Vec::new(), listed: Instant::now() });
        }
        if let Some(builder) = &mut builder {
            // The list in the folder may name tables that no longer exist. It is written again, because the
            // other processes read it.
            let listed = Database::open(folder).map_or(0, |database| database.manifest().tables.len());
            if listed != builder.database().manifest().tables.len() {
                builder.commit(Vec::new())?;
            }
        }
        let mark = builder.as_ref().map(Builder::mark).transpose()?;
        let name = mark.as_ref().map(|mark| mark.name().to_owned()).unwrap_or_default();
        let name = team.told(name.into_bytes())?;
        let name = String::from_utf8(name).expect("process 0 has sent text");
        let sees = (0..LOOKS).any(|look| {
            let sees = folder.join(&name).is_file();
            // For a folder that does not exist, a process waits a tenth of the time.
            if !sees && look + 1 < LOOKS && (folder.is_dir() || look < LOOKS / 10) {
                sleep(LOOK_PAUSE);
            }
            sees
        });
        let blind = if sees { u64::MAX } else { team.process() as u64 };
        let blind = team.reduced(Reduce::Least, blind)?;
        if blind != u64::MAX {
            return Err(GenerateError::NotShared { folder: folder.to_owned(), process: blind as usize });
        }
        drop(mark);
        let read =
            if builder.is_none() { Some(Database::without_tables(folder, subject, form)) } else { None };
        let mut store = Self { builder, read, waiting: Vec::new(), listed: Instant::now() };
        store.follow(team)?;
        Ok(store)
    }

    pub(crate) fn database(&self) -> &Database {
        let built = self.builder.as_ref().map(Builder::database);
        built.or(self.read.as_ref()).expect("one of both")
    }

    pub(crate) fn into_database(self) -> Database {
        self.builder.map(Builder::into_database).or(self.read).expect("one of both")
    }

    /// For each name, whether its table is missing. Process 0 decides.
    pub(crate) fn missing(
        &self,
        names: &[String],
        metric: Metric,
        team: &mut Team<'_>,
    ) -> Result<Vec<bool>, GenerateError> {
        let finished = |name: &String| {
            let waits = |(table, _): &(FinishedTable, Counts)| {
                table.spec().layer == *name && table.spec().metric == metric
            };
            self.database().manifest().table(name, metric).is_some() || self.waiting.iter().any(waits)
        };
        let missing: Vec<u8> = names.iter().map(|name| u8::from(!finished(name))).collect();
        Ok(team.told(missing)?.into_iter().map(|missing| missing == 1).collect())
    }

    /// Returns whether the finished tables are to be listed now: because there are many, or because they have
    /// waited for long. Process 0 decides.
    pub(crate) fn is_due(&self, team: &mut Team<'_>) -> Result<bool, GenerateError> {
        let bytes = self.waiting.iter().map(|(table, _)| table.spec().packed_bytes());
        let is_due = bytes.sum::<u64>() >= COMMIT_BYTES || self.listed.elapsed() >= COMMIT_TIME;
        Ok(team.told(vec![is_due.into()])? == [1])
    }

    /// Lists the finished tables, on process 0. If there are none, the list stays as it is: it may name
    /// tables that are missing and could not be made again.
    pub(crate) fn list(&mut self) -> Result<(), BuildError> {
        if self.waiting.is_empty() {
            return Ok(());
        }
        let waiting = std::mem::take(&mut self.waiting);
        self.builder.as_mut().map_or(Ok(()), |builder| builder.commit(waiting))
    }

    /// Lists the finished tables, and waits until all processes see them.
    pub(crate) fn commit(&mut self, team: &mut Team<'_>) -> Result<(), GenerateError> {
        self.list()?;
        self.listed = Instant::now();
        if team.is_one() { Ok(()) } else { self.follow(team) }
    }

    /// Waits until the other processes see the tables that process 0 has listed.
    fn follow(&mut self, team: &mut Team<'_>) -> Result<(), GenerateError> {
        let listed = self.database().manifest().tables.len() as u64;
        let listed = if team.process() == 0 { listed } else { 0 };
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
        let blind = team.reduced(Reduce::Least, if sees { u64::MAX } else { team.process() as u64 })?;
        if blind == u64::MAX {
            return Ok(());
        }
        let folder = self.database().folder().to_owned();
        Err(GenerateError::NotShared { folder, process: blind as usize })
    }
}

/// The manifest's facts about how the tables were made.
fn provenance(settings: &GenerateSettings) -> Provenance {
    let generic = if settings.kernel == Kernel::Generic { GENERIC } else { "" };
    Provenance { program: format!("{}{generic}", settings.program), command: settings.command.clone() }
}

/// Checks that the tables in the folder were made by the engine of the settings.
pub(crate) fn check_kernel(database: &Database, settings: &GenerateSettings) -> Result<(), GenerateError> {
    let is_generic = settings.kernel == Kernel::Generic;
    let mut runs = database.manifest().runs.iter();
    if runs.any(|run| run.program.ends_with(GENERIC) != is_generic) {
        return Err(GenerateError::Kernel);
    }
    Ok(())
}
