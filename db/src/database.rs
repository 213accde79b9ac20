//! A database, open for reading.

use crate::cache::Shared;
use crate::source::FileSource;
use crate::{Form, Manifest, Memory, Metric, OpenError, Subject, Table, TableError, TableErrors, TableFault};
use nexsolve_core::{Layer, LayerId};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

/// A database, open for reading by any number of threads. Opening reads the manifest.
/// [`Database::check_files`] checks the file of each table; a file is opened for reading when its table is
/// first needed, and stays open. No program of this project changes the file of a finished table. If another
/// program does so, a probe returns the value that the file had when it was opened, or an error. Only
/// [`crate::digest::check`], which compares digests, notices that an intact table was replaced by another
/// intact one before opening.
///
/// With the feature `http`, a database can also be at an address ([`crate::is_address`]) where a server
/// offers the files of its folder. Only the parts of tables that are needed are read, in pieces of 16 KiB,
/// and are checked like files. If the server does not send parts, each table is downloaded into a temporary
/// file when it is first needed ([`crate::on_note`]).
#[derive(Debug)]
pub struct Database {
    folder: PathBuf,
    source: FileSource,
    manifest: Manifest,
    tables: Vec<OnceLock<Arc<Table>>>,
    shared: Arc<Shared>,
}

impl Database {
    /// Creates the database of a folder without finished tables. Reads and writes no files.
    pub fn without_tables(folder: &Path, subject: Subject, form: Form) -> Self {
        Self::of(folder, Manifest::new(subject, form), Memory::planned())
    }

    /// Opens the database in a folder or at an address.
    ///
    /// # Errors
    /// If there is no database, its manifest is damaged or too new, or the server gives no answer.
    pub fn open(folder: &Path) -> Result<Self, OpenError> {
        Self::open_within(folder, Memory::default())
    }

    /// Opens the database in a folder or at an address within some memory, such as a number of bytes for
    /// blocks. All tables share a cache of this size; raw tables that fit into half of it are kept entirely
    /// in memory instead ([`Table`]). Memory is allocated as blocks are read. For an address, a quarter of
    /// the memory is for pieces of files.
    ///
    /// # Errors
    /// As [`Database::open`], and if the manifest does not fit into the memory.
    pub fn open_within(folder: &Path, memory: impl Into<Memory>) -> Result<Self, OpenError> {
        let mut memory = memory.into();
        let pieces = memory.blocks_bytes / 4;
        let mut source = FileSource::of(folder, pieces);
        let manifest = source.manifest(memory.manifest_bytes)?;
        if source.is_remote() {
            memory.blocks_bytes -= pieces;
        }
        Ok(Self::from_source(folder, source, manifest, memory))
    }

    pub(crate) fn of(folder: &Path, manifest: Manifest, memory: Memory) -> Self {
        Self::from_source(folder, FileSource::Folder(folder.to_owned()), manifest, memory)
    }

    fn from_source(folder: &Path, source: FileSource, manifest: Manifest, memory: Memory) -> Self {
        let tables = manifest.tables.iter().map(|_| OnceLock::new()).collect();
        Self { folder: folder.to_owned(), source, manifest, tables, shared: Arc::new(Shared::new(memory)) }
    }

    /// The manifest.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// Reads a file that games of some databases need beside their tables; `None` if there is none. The
    /// caller checks its contents.
    ///
    /// # Errors
    /// If the system or the server refuses, or the file has more than `most` bytes.
    pub fn beside(&self, name: &str, most: u64) -> io::Result<Option<Vec<u8>>> {
        self.source.beside(name, most)
    }

    /// The folder or the address, as it was given: an address may have a password ([`crate::shown`]).
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Returns the table of this layer and metric; `None` if the manifest does not list it.
    ///
    /// # Errors
    /// If the table's file is missing, its header or trailer is damaged, or it differs from its record in the
    /// manifest.
    pub fn table(&self, layer: &str, metric: Metric) -> Result<Option<Arc<Table>>, TableError> {
        self.manifest.place(layer, metric).ok().map(|place| self.table_at(place)).transpose()
    }

    /// Returns the table of a game's layer, with one entry for each rank; `None` if the manifest does not
    /// list it.
    ///
    /// # Errors
    /// As [`Database::table`], and if the number of entries is not the number of the layer's ranks.
    pub fn table_of(&self, layer: &Layer, metric: Metric) -> Result<Option<Arc<Table>>, TableError> {
        let Ok(place) = self.manifest.place(&layer.name, metric) else { return Ok(None) };
        // Before the file is opened: a server could send a file of any length for a table of too many
        // entries.
        let record = &self.manifest.tables[place];
        if record.entries != layer.len {
            let fault = TableFault::Numbers { entries: record.entries, numbers: layer.len };
            return Err(TableError { file: self.source.file(record), fault });
        }
        self.table_at(place).map(Some)
    }

    /// Returns whether looking at a file is a request to a server.
    pub fn is_remote(&self) -> bool {
        self.source.is_remote()
    }

    /// Checks that the file of each table exists, has the length listed in the manifest, and has the header
    /// and trailer of this table. Does not read blocks: a block is checked when a value is read from it, and
    /// [`crate::digest::check`] checks them all. Leaves no file open. Of a database at an address, each table
    /// would take requests to the server, so this checks nothing; a table is checked when it is first needed.
    ///
    /// # Errors
    /// One error for each missing or damaged table, in the order of the manifest.
    pub fn check_files(&self) -> Result<(), TableErrors> {
        if self.source.is_remote() {
            return Ok(());
        }
        let none = Arc::new(Shared::new(Memory::from(0)));
        let places = 0..self.manifest.tables.len();
        let faults = places.filter_map(|place| self.open_sharing(place, Arc::clone(&none)).err());
        let faults: Vec<TableError> = faults.collect();
        if faults.is_empty() { Ok(()) } else { Err(TableErrors { folder: self.folder.clone(), faults }) }
    }

    /// Checks that the values of derived tables ([`Table::is_derived`]) follow from other tables and not from
    /// themselves. `layers` are the layers of the database's game. A [`crate::DbProber`] makes this check
    /// itself.
    ///
    /// # Errors
    /// If a move leads from the layer of a derived table to the layer of another derived table that does not
    /// come later.
    pub fn check_derived(&self, layers: &[Layer]) -> Result<(), TableError> {
        for record in self.manifest.tables.iter().filter(|table| table.derived) {
            let Some(layer) = LayerId::named(layers, &record.layer) else { continue };
            let is_derived = |&&next: &&LayerId| {
                let table = self.manifest.table(&layers[next].name, record.metric);
                next <= layer && table.is_some_and(|table| table.derived)
            };
            if let Some(&next) = layers[layer].successors.iter().find(is_derived) {
                let fault = TableFault::Circular { layer: layers[next].name.clone() };
                return Err(TableError { file: self.source.file(record), fault });
            }
        }
        Ok(())
    }

    /// Returns the table at this index in the manifest's list.
    pub(crate) fn table_at(&self, place: usize) -> Result<Arc<Table>, TableError> {
        let slot = &self.tables[place];
        if let Some(table) = slot.get() {
            return Ok(Arc::clone(table));
        }
        let table = self.open_table(place)?;
        // If another thread was faster, its table stays.
        Ok(Arc::clone(slot.get_or_init(|| Arc::new(table))))
    }

    /// Opens the file of a table, for the caller alone, and compares the table with its record.
    pub(crate) fn open_table(&self, place: usize) -> Result<Table, TableError> {
        self.open_sharing(place, Arc::clone(&self.shared))
    }

    fn open_sharing(&self, place: usize, shared: Arc<Shared>) -> Result<Table, TableError> {
        let record = &self.manifest.tables[place];
        let file = self.source.file(record);
        let table = Table::open_shared(&file, self.source.open(record), shared)?;
        record.compare(&self.manifest.subject, (self.manifest.version, self.manifest.form), &table)?;
        Ok(table)
    }

    /// Replaces the manifest, which may list more or fewer tables. Open tables that are still listed stay
    /// open.
    pub(crate) fn replace_manifest(&mut self, manifest: Manifest) {
        let mut tables: Vec<_> = manifest.tables.iter().map(|_| OnceLock::new()).collect();
        for (record, slot) in self.manifest.tables.iter().zip(self.tables.drain(..)) {
            if let Ok(place) = manifest.place(&record.layer, record.metric) {
                tables[place] = slot;
            }
        }
        self.tables = tables;
        self.manifest = manifest;
    }
}
