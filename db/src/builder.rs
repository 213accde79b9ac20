//! Making a database, or adding to one.

use crate::encode::{Contexts, Packing};
use crate::error::failed;
use crate::files::Keep;
use crate::layout::Header;
use crate::manifest::{Manifest, TableRecord};
use crate::spec::is_layer;
use crate::writer::TableWriter;
use crate::{
    BuildError, Counts, Database, FinishedTable, Form, Metric, OpenError, Provenance, Subject, TableErrors,
    TableSpec,
};
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use tempfile::NamedTempFile;

/// The name of the file that a process locks while it makes tables.
const LOCK: &str = "lock";

/// Makes a database, or adds to one. While a builder lives, no other process can write to its folder; any process can read.
///
/// A table is part of the database once [`Builder::commit`] has listed it in the manifest. The next builder removes or overwrites
/// unlisted files of an interrupted run. A program that makes the same tables by the same command gets the same bytes, manifest
/// included, whether it was interrupted or not. The crate's first example makes a database.
pub struct Builder {
    database: Database,
    form: Form,
    /// The runs that the tables come from, in order; the last one is this builder's.
    runs: Vec<Provenance>,
    /// The files of tables that the manifest listed and that were missing.
    lost: Vec<String>,
    /// What compresses blocks.
    contexts: Contexts,
    keep: Keep,
    /// Locked as long as it is open.
    _lock: File,
}

/// A file that is there as long as this lives ([`Builder::mark`]). If a process is killed, the next builder removes it.
pub struct Mark {
    file: NamedTempFile,
}

impl Mark {
    /// Its name in the database's folder.
    pub fn name(&self) -> &str {
        let name = self.file.path().file_name().and_then(|name| name.to_str());
        name.unwrap_or_default()
    }
}

impl Builder {
    /// The most bytes that the packed codes of a strip take.
    pub const MOST_STRIP_BYTES: u64 = Packing::of(Form::Small, Metric::Wdl).block_bytes as u64;

    /// Creates a database in a folder, or opens one to add to it. A folder that is not there is created. Files left by
    /// an interrupted run are removed, files of other people left alone. Records of tables whose files are missing
    /// are forgotten, so that they can be made again ([`Builder::lost`]).
    ///
    /// # Errors
    /// If another process is at work in the folder, the folder holds the database of something else or other files and no
    /// database, a table there is damaged ([`Database::check_files`]), or the system refuses.
    pub fn open(
        folder: &Path,
        subject: Subject,
        form: Form,
        provenance: Provenance,
    ) -> Result<Self, BuildError> {
        subject.check()?;
        fs::create_dir_all(folder).map_err(failed(folder, "created"))?;
        // First without a trace, should the folder be somebody else's.
        refuse_foreign(folder)?;
        let lock = lock(folder)?;
        refuse_foreign(folder)?;
        let mut manifest = match Manifest::read(folder) {
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
        // One by one, so that a folder that cannot be read is not taken for one without tables.
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
            runs: vec![provenance],
            lost,
            contexts: Contexts::default(),
            keep: Keep::Durably,
            _lock: lock,
        })
    }

    /// The same builder for tables that are kept as `keep` says: [`Builder::commit`] does not sync what is kept briefly.
    #[must_use]
    pub fn keeping(self, keep: Keep) -> Self {
        Self { keep, ..self }
    }

    /// Opens a database for reading, as [`Builder::open`] finds it: of this subject and form, and each of its tables there.
    /// Nothing is written, locked or removed.
    ///
    /// # Errors
    /// As [`Builder::open`], and if there is no database.
    pub fn look(folder: &Path, subject: &Subject, form: Form) -> Result<Database, BuildError> {
        let manifest = Manifest::read(folder)?;
        agree(folder, &manifest, subject, form)?;
        Ok(opened(folder, manifest)?)
    }

    /// Lists `runs`, which made the tables that these come from, before this run.
    pub fn credit(&mut self, runs: &[Provenance]) {
        self.runs.splice(0..0, runs.iter().cloned());
    }

    /// A file in the folder by which another process can see that it looks into the same one. Its name was not there before.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn mark(&self) -> Result<Mark, BuildError> {
        let folder = self.database.folder();
        let prefix = format!(".{}.", crate::MANIFEST);
        let mut named = tempfile::Builder::new();
        let named = named.prefix(&prefix).suffix(crate::files::PARTIAL).tempfile_in(folder);
        Ok(Mark { file: named.map_err(failed(folder, "written to"))? })
    }

    /// The files of tables that the manifest listed and that were missing when the database was opened.
    pub fn lost(&self) -> &[String] {
        &self.lost
    }

    /// The record of this table, if it is finished.
    pub fn finished(&self, layer: &str, metric: Metric) -> Option<&TableRecord> {
        self.database.manifest().table(layer, metric)
    }

    /// The finished tables, for reading.
    pub fn database(&self) -> &Database {
        &self.database
    }

    /// Gives the finished tables away for reading, and unlocks the folder.
    pub fn into_database(self) -> Database {
        self.database
    }

    /// Begins a table. Several may be written at a time.
    ///
    /// # Errors
    /// If no such table can be made, it is finished already, or the file cannot be created.
    pub fn begin(&self, spec: TableSpec) -> Result<TableWriter, BuildError> {
        self.begin_strips(spec, 0)
    }

    /// Begins a table that is cut into strips of `strip` entries and holds each different strip once; without strips if `strip` is 0.
    ///
    /// # Errors
    /// As [`Builder::begin`].
    ///
    /// # Panics
    /// If the strip is longer than [`Builder::MOST_STRIP_BYTES`], or the form is another one.
    pub fn begin_strips(&self, spec: TableSpec, strip: u32) -> Result<TableWriter, BuildError> {
        let fits = u64::from(strip) * u64::from(spec.bits()) <= 8 * Self::MOST_STRIP_BYTES;
        assert!(strip == 0 || self.form == Form::Small && fits, "no such strip");
        self.create(spec, strip, false)
    }

    /// Writes a table without entries of its own, whose values follow from those of other tables ([`crate::Table::is_derived`]).
    /// The form is [`Form::Small`].
    ///
    /// # Errors
    /// As [`Builder::begin`] and [`TableWriter::finish`].
    ///
    /// # Panics
    /// If the form is another one.
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
        TableWriter::create(self.database.folder(), header, level, Arc::clone(&self.contexts))
    }

    /// Makes tables part of the database, all together: syncs their files, gives them their names, and replaces the
    /// manifest. After this returns, no crash takes them away.
    ///
    /// # Errors
    /// If a file cannot be synced, renamed or written, or the counts do not match the tables' code books. None of these tables is then part of the
    /// database; earlier ones are not touched.
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

/// The database of a folder with this manifest; the file of each table has been checked.
fn opened(folder: &Path, manifest: Manifest) -> Result<Database, TableErrors> {
    let database = Database::of(folder, manifest, Database::CACHE_BYTES);
    database.check_files()?;
    Ok(database)
}

/// How often to try to lock a folder that another process holds, and how long to wait between. A process that has just ended, or a child
/// process that has just started and still holds its parent's files, releases the lock within that time.
const ASKED: u32 = 10;
const ASK_PAUSE: Duration = Duration::from_millis(30);

fn lock(folder: &Path) -> Result<File, BuildError> {
    let file = folder.join(LOCK);
    let lock = File::options().create(true).truncate(false).write(true).open(&file);
    let lock = lock.map_err(failed(&file, "created"))?;
    for asked in 1.. {
        match lock.try_lock() {
            Ok(()) => break,
            Err(TryLockError::WouldBlock) if asked < ASKED => std::thread::sleep(ASK_PAUSE),
            Err(TryLockError::WouldBlock) => return Err(BuildError::Locked { folder: folder.to_owned() }),
            Err(TryLockError::Error(source)) => return Err(failed(&file, "locked")(source)),
        }
    }
    Ok(lock)
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

/// Returns the names in a folder. Bytes that are not UTF-8 are replaced, since such a name is never one of ours.
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

    #[test]
    fn names_of_ours_are_known() {
        let table = file_name("p05n3", Metric::Wdl);
        assert!(is_table(&table) && !is_partial(&table));
        assert!(is_partial(&partial_name(&table)) && !is_table(&partial_name(&table)));
        assert!(is_partial(".manifest.json.aB3x9Q.partial"));
        for other in ["notes.txt", ".bashrc", "p05n3", "p05n3.wdl.partial", ".x.partial", ".wdl.partial"] {
            assert!(!is_table(other) && !is_partial(other), "{other}");
        }
    }
}
