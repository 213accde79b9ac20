//! Creates and extends databases.

use crate::encode::Packing;
use crate::error::failed;
use crate::files::Keep;
use crate::frames::Compressors;
use crate::layout::Header;
use crate::locks;
use crate::manifest::{Manifest, TableRecord};
use crate::memory::MOST_MANIFEST_BYTES;
use crate::note::note;
use crate::spec::is_layer;
use crate::writer::TableWriter;
use crate::{
    BuildError, Counts, Database, FinishedTable, Form, Memory, Metric, OpenError, Provenance, Subject,
    TableErrors, TableSpec,
};
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::Path;
use std::time::Duration;
use tempfile::NamedTempFile;

/// The file that a process locks while it generates tables.
const LOCK: &str = "lock";

/// Creates a database, or extends one. While a builder exists, no other process can write to its folder; any
/// process can read from it. A table becomes part of the database when [`Builder::commit`] lists it in the
/// manifest. The next builder removes or overwrites unlisted files left by an interrupted run. Making the
/// same tables with the same command gives the same bytes, manifest included, with or without interruptions.
/// The example at the top of the crate documentation creates a database.
pub struct Builder {
    database: Database,
    form: Form,
    /// The runs that made the tables, in order; the last one is this builder's.
    runs: Vec<Provenance>,
    /// Files that the manifest listed but that were missing.
    lost: Vec<String>,
    /// The compressors.
    compressors: Compressors,
    keep: Keep,
    /// Holds the lock while it is open. `None` if the file system has no locks.
    _lock: Option<File>,
}

/// A file that exists as long as this value ([`Builder::mark`]). If the process is killed, the next builder
/// removes the file.
pub struct MarkFile {
    file: NamedTempFile,
}

impl MarkFile {
    /// The file's name in the database's folder.
    pub fn name(&self) -> &str {
        let name = self.file.path().file_name().and_then(|name| name.to_str());
        name.unwrap_or_default()
    }
}

impl Builder {
    /// The greatest number of bytes for the packed codes of a strip.
    pub const MOST_STRIP_BYTES: u64 = Packing::of(Form::Small, Metric::Wdl).block_bytes as u64;

    /// Creates a database in a folder, or opens an existing one to extend it. Creates the folder if it does
    /// not exist. Removes files left by an interrupted run, but no others. Drops the records of tables whose
    /// files are missing, so that these tables can be made again ([`Builder::lost`]).
    ///
    /// # Errors
    /// If another process is writing to the folder, the folder has a database of another subject or form, or
    /// other files and no database, a table is damaged ([`Database::check_files`]), or the system refuses
    /// access.
    pub fn open(
        folder: &Path,
        subject: Subject,
        form: Form,
        provenance: Provenance,
    ) -> Result<Self, BuildError> {
        subject.check()?;
        fs::create_dir_all(folder).map_err(failed(folder, "created"))?;
        // Check before creating the lock file, so that nothing is left in a foreign folder.
        refuse_foreign(folder)?;
        let lock = lock(folder)?;
        refuse_foreign(folder)?;
        let mut manifest = match Manifest::read(folder, MOST_MANIFEST_BYTES) {
            Ok(found) => {
                agree(folder, &found, &subject, form)?;
                found
            }
            Err(OpenError::NoDatabase { .. }) => Manifest::new(subject, form),
            Err(error) => return Err(error.into()),
        };
        for name in names(folder)? {
            if is_partial(&name) {
                let file = folder.join(&name);
                fs::remove_file(&file).map_err(failed(&file, "removed"))?;
            }
        }
        // Check each file: if the folder cannot be read, this fails instead of reporting every table as
        // missing.
        let (mut present, mut lost) = (Vec::with_capacity(manifest.tables.len()), Vec::new());
        for record in manifest.tables.drain(..) {
            let file = folder.join(&record.file);
            if file.try_exists().map_err(failed(&file, "read"))? {
                present.push(record);
            } else {
                lost.push(record.file);
            }
        }
        manifest.tables = present;
        Ok(Self {
            database: opened(folder, manifest)?,
            form,
            runs: vec![plain(provenance)],
            lost,
            compressors: Compressors::default(),
            keep: Keep::Durably,
            _lock: lock,
        })
    }

    /// Sets how long the tables must last: [`Builder::commit`] does not sync the files of [`Keep::Briefly`].
    #[must_use]
    pub fn keeping(self, keep: Keep) -> Self {
        Self { keep, ..self }
    }

    /// Opens a database for reading, with the checks of [`Builder::open`]: it must have this subject and
    /// form, and all its tables must exist. Writes, locks and removes nothing.
    ///
    /// # Errors
    /// As [`Builder::open`], and if there is no database.
    pub fn look(folder: &Path, subject: &Subject, form: Form) -> Result<Database, BuildError> {
        let manifest = Manifest::read(folder, MOST_MANIFEST_BYTES)?;
        agree(folder, &manifest, subject, form)?;
        Ok(opened(folder, manifest)?)
    }

    /// Lists `runs` before this run: those that made the tables from which this run's tables are made.
    pub fn credit(&mut self, runs: &[Provenance]) {
        self.runs.splice(0..0, runs.iter().cloned());
    }

    /// Creates a file with a new name in the folder, so that another process can check that it sees the same
    /// folder.
    ///
    /// # Errors
    /// If the file cannot be created.
    pub fn mark(&self) -> Result<MarkFile, BuildError> {
        let folder = self.database.folder();
        let prefix = format!(".{}.", crate::MANIFEST);
        let mut named = tempfile::Builder::new();
        let named = named.prefix(&prefix).suffix(crate::files::PARTIAL).tempfile_in(folder);
        Ok(MarkFile { file: named.map_err(failed(folder, "written to"))? })
    }

    /// The table files that the manifest listed but that were missing when the database was opened.
    pub fn lost(&self) -> &[String] {
        &self.lost
    }

    /// The record of this table, if it is finished.
    pub fn finished(&self, layer: &str, metric: Metric) -> Option<&TableRecord> {
        self.database.manifest().table(layer, metric)
    }

    /// The database of the finished tables, for reading.
    pub fn database(&self) -> &Database {
        &self.database
    }

    /// Returns the database of the finished tables, for reading, and unlocks the folder.
    pub fn into_database(self) -> Database {
        self.database
    }

    /// Begins a table. Several tables can be written at once.
    ///
    /// # Errors
    /// If the specification is invalid, the table is already finished, or its file cannot be created.
    pub fn begin(&self, spec: TableSpec) -> Result<TableWriter, BuildError> {
        self.begin_strips(spec, 0)
    }

    /// Begins a table that is divided into strips of `strip` entries and stores equal strips once. If `strip`
    /// is 0, the table has no strips.
    ///
    /// # Errors
    /// As [`Builder::begin`].
    ///
    /// # Panics
    /// If the strip is longer than [`Builder::MOST_STRIP_BYTES`], or the form is not [`Form::Small`] and
    /// `strip` is not 0.
    pub fn begin_strips(&self, spec: TableSpec, strip: u32) -> Result<TableWriter, BuildError> {
        let fits = u64::from(strip) * u64::from(spec.bits()) <= 8 * Self::MOST_STRIP_BYTES;
        assert!(strip == 0 || self.form == Form::Small && fits, "no such strip");
        self.create(spec, strip, false)
    }

    /// Writes a table without entries of its own, whose values follow from other tables
    /// ([`crate::Table::is_derived`]).
    ///
    /// # Errors
    /// As [`Builder::begin`] and [`TableWriter::finish`].
    ///
    /// # Panics
    /// If the form is not [`Form::Small`].
    pub fn derived(&self, spec: TableSpec) -> Result<FinishedTable, BuildError> {
        assert!(self.form == Form::Small, "no such table");
        let mut left = spec.packed_bytes();
        let mut writer = self.create(spec, 0, true)?;
        let zeros = vec![0; left.min(crate::BATCH_BYTES as u64) as usize];
        while left > 0 {
            let now = left.min(zeros.len() as u64);
            writer.append(&zeros[..now as usize])?;
            left -= now;
        }
        writer.finish()
    }

    fn create(&self, spec: TableSpec, strip: u32, derived: bool) -> Result<TableWriter, BuildError> {
        spec.check()?;
        self.refuse_finished(&spec)?;
        let subject = self.database.manifest().subject.clone();
        let Packing { block_bytes, level } = Packing::of(self.form, spec.metric);
        let (form, version) = (self.form, self.form.version());
        let header = Header { version, subject, form, spec, block_bytes, strip, derived };
        TableWriter::create(self.database.folder(), header, level, self.compressors.clone())
    }

    /// Adds tables to the database in one step: syncs their files, renames them, and replaces the manifest.
    /// Once this returns, the tables survive a crash.
    ///
    /// # Errors
    /// If a file cannot be synced, renamed or written, or the counts do not match the tables' code books. The
    /// database then has none of these tables; earlier tables are unchanged.
    pub fn commit(&mut self, tables: Vec<(FinishedTable, Counts)>) -> Result<(), BuildError> {
        let mut manifest = self.database.manifest().clone();
        for (table, counts) in &tables {
            self.refuse_finished(&table.spec)?;
            let file = &table.file;
            let values = table.spec.values.len();
            if !counts.fit(values) {
                let found = counts.positions.len();
                return Err(BuildError::Counts { file: file.clone(), expected: values, found });
            }
            if self.keep == Keep::Durably {
                table.out.sync_all().map_err(failed(file, "written"))?;
            }
        }
        let folder = self.database.folder().to_owned();
        for (table, counts) in tables {
            let FinishedTable { spec, derived, encoded, partial, .. } = table;
            let name = spec.file_name();
            let file = folder.join(&name);
            partial.persist(&file).map_err(|refused| failed(&file, "written")(refused.error))?;
            let record = TableRecord {
                file: name,
                entries: spec.entries,
                bytes: encoded.bytes,
                digest: encoded.digest.to_hex().to_string(),
                values: spec.values,
                counts,
                layer: spec.layer,
                metric: spec.metric,
                derived,
            };
            match manifest.place(&record.layer, record.metric) {
                Err(place) => manifest.tables.insert(place, record),
                Ok(_) => {
                    return Err(BuildError::Finished { layer: record.layer, metric: record.metric });
                }
            }
        }
        for run in &self.runs {
            if !manifest.runs.contains(run) {
                manifest.runs.push(run.clone());
            }
        }
        if self.keep == Keep::Durably {
            crate::files::sync_folder(&folder).map_err(failed(&folder, "synced"))?;
        }
        let bytes = manifest.to_bytes();
        let file = folder.join(crate::MANIFEST);
        crate::files::replace_keeping(&file, self.keep, |out| out.write_all(&bytes))
            .map_err(failed(&file, "written"))?;
        self.database.replace_manifest(manifest);
        Ok(())
    }

    fn refuse_finished(&self, spec: &TableSpec) -> Result<(), BuildError> {
        match self.finished(&spec.layer, spec.metric) {
            None => Ok(()),
            Some(_) => Err(BuildError::Finished { layer: spec.layer.clone(), metric: spec.metric }),
        }
    }
}

/// Escapes control characters, which no manifest has.
fn plain(provenance: Provenance) -> Provenance {
    let Provenance { program, command } = provenance;
    let plain = |text: String| {
        let escape = |c: char| if c.is_control() { c.escape_default().to_string() } else { c.to_string() };
        if text.contains(char::is_control) { text.chars().map(escape).collect() } else { text }
    };
    Provenance { program: plain(program), command: plain(command) }
}

/// Opens the database of a folder with this manifest, and checks the file of each table.
fn opened(folder: &Path, manifest: Manifest) -> Result<Database, TableErrors> {
    let database = Database::of(folder, manifest, Memory::planned());
    database.check_files()?;
    Ok(database)
}

/// The number of attempts to lock a folder, and the pause between them. A process that has just ended, or a
/// child process that still holds its parent's files, releases the lock within that time.
const ASKED: u32 = 10;
const ASK_PAUSE: Duration = Duration::from_millis(30);

/// Locks a folder. The lock protects against two processes that do the same work; without it, one of them
/// would fail, or tables would be made twice. So a file system without locks is no reason to refuse the work.
/// Returns `None` there.
fn lock(folder: &Path) -> Result<Option<File>, BuildError> {
    let file = folder.join(LOCK);
    let lock = File::options().create(true).truncate(false).write(true).open(&file);
    let lock = lock.map_err(failed(&file, "created"))?;
    for asked in 1.. {
        match attempt(folder, lock.try_lock())? {
            Attempt::Locked => break,
            Attempt::NoLocks => return Ok(None),
            Attempt::Busy if asked < ASKED => std::thread::sleep(ASK_PAUSE),
            Attempt::Busy => return Err(BuildError::Locked { folder: folder.to_owned() }),
        }
    }
    Ok(Some(lock))
}

/// The result of an attempt to lock a folder.
#[derive(Debug, PartialEq, Eq)]
enum Attempt {
    Locked,
    /// Another process has the lock.
    Busy,
    /// The file system has no locks; the user has been told.
    NoLocks,
}

fn attempt(folder: &Path, tried: Result<(), TryLockError>) -> Result<Attempt, BuildError> {
    match tried {
        Ok(()) => Ok(Attempt::Locked),
        Err(TryLockError::WouldBlock) => Ok(Attempt::Busy),
        Err(TryLockError::Error(error)) if locks::has_none(&error) => {
            let folder = folder.display();
            note(&format!(
                "{folder} is not locked, because its file system has no locks: {error}; make sure that no other process generates tables there"
            ));
            Ok(Attempt::NoLocks)
        }
        Err(TryLockError::Error(source)) => Err(failed(&folder.join(LOCK), "locked")(source)),
    }
}

/// Checks that the manifest has the same subject and form, and the version that this program writes.
fn agree(folder: &Path, found: &Manifest, subject: &Subject, form: Form) -> Result<(), BuildError> {
    let folder = || folder.to_owned();
    if found.subject != *subject {
        let (expected, found) = (subject.clone(), found.subject.clone());
        return Err(BuildError::Subject { folder: folder(), expected, found });
    }
    if found.form != form {
        return Err(BuildError::Form { folder: folder(), expected: form, found: found.form });
    }
    if found.version != u64::from(form.version()) {
        return Err(BuildError::Version { folder: folder(), expected: form.version(), found: found.version });
    }
    Ok(())
}

/// Checks that a folder without a manifest contains only files that an interrupted run may have left.
fn refuse_foreign(folder: &Path) -> Result<(), BuildError> {
    let names = names(folder)?;
    if names.iter().any(|name| name == crate::MANIFEST) {
        return Ok(());
    }
    let ours = |name: &String| name == LOCK || is_partial(name) || is_table(name);
    match names.into_iter().filter(|name| !ours(name)).min() {
        None => Ok(()),
        Some(file) => Err(BuildError::Foreign { folder: folder.to_owned(), file }),
    }
}

/// Returns the names in a folder. Bytes that are not UTF-8 are replaced, since such a name is never one of
/// ours.
fn names(folder: &Path) -> Result<Vec<String>, BuildError> {
    let read = || {
        let entries = fs::read_dir(folder)?;
        entries.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned())).collect::<io::Result<_>>()
    };
    read().map_err(failed(folder, "read"))
}

/// Returns whether `name` is the name of a table's file.
fn is_table(name: &str) -> bool {
    name.rsplit_once('.').is_some_and(|(layer, metric)| is_layer(layer) && Metric::parse(metric).is_some())
}

/// Returns whether `name` is the name of an unfinished table or manifest.
fn is_partial(name: &str) -> bool {
    let between = name.strip_prefix('.').and_then(|name| name.strip_suffix(crate::files::PARTIAL));
    let Some(between) = between else { return false };
    let of_manifest = between.strip_prefix(crate::MANIFEST).is_some_and(|rest| rest.starts_with('.'));
    of_manifest || is_table(between)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::file_name;
    use crate::writer::partial_name;

    #[cfg(target_os = "linux")]
    #[test]
    fn a_folder_on_a_file_system_without_locks_is_used_without_one() {
        let tried =
            |code| attempt(Path::new("db"), Err(TryLockError::Error(io::Error::from_raw_os_error(code))));
        // ENOLCK, ENOSYS, EOPNOTSUPP, EINVAL.
        for code in [37, 38, 95, 22] {
            assert_eq!(tried(code).ok(), Some(Attempt::NoLocks), "{code}");
        }
        // EIO.
        assert!(matches!(tried(5), Err(BuildError::Io { action: "locked", .. })));
    }

    #[test]
    fn only_our_file_names_are_recognised() {
        let table = file_name("p05n3", Metric::Wdl);
        assert!(is_table(&table) && !is_partial(&table));
        assert!(is_partial(&partial_name(&table)) && !is_table(&partial_name(&table)));
        assert!(is_partial(".manifest.json.aB3x9Q.partial"));
        for other in ["notes.txt", ".bashrc", "p05n3", "p05n3.wdl.partial", ".x.partial", ".wdl.partial"] {
            assert!(!is_table(other) && !is_partial(other), "{other}");
        }
    }
}
