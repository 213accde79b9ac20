//! Checks that the files of a database are unchanged: every file's digest, and every block's checksum.
//! Reading a database checks only the blocks that it needs. This module checks all of them, for example after
//! copying a database over a network or when a disk may be faulty. It does not check that the values are
//! right, which takes the rules of the game.

use crate::table::unreadable;
use crate::{Database, FilePart, Table, TableError, TableFault, TableRecord};
use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};

/// The number of bytes of packed codes to check between two reads of the stop flag.
const BATCH_BYTES: u64 = 1 << 24;

/// The number of bytes of a file to hash at a time.
const PIECE_BYTES: u64 = 1 << 20;

/// The result of a check.
#[derive(Debug, Default)]
pub struct Checked {
    /// The number of tables checked.
    pub tables: usize,
    /// The number of their blocks.
    pub blocks: u64,
    /// The total length of their files, in bytes.
    pub bytes: u64,
    /// The faults found.
    pub faults: Vec<TableError>,
}

/// The check was interrupted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("interrupted")]
pub struct Interrupted;

/// Checks all tables, in the caller's rayon pool. Continues after a fault, to find all of them. `progress`
/// receives the current table and the number of bytes checked so far, over all files.
///
/// ```
/// use nexsolve_db::{Database, Form, Subject, digest};
/// use std::path::Path;
/// use std::sync::atomic::AtomicBool;
///
/// let subject = Subject { game: "nex".into(), board: "nex:2x2".into() };
/// let database = Database::without_tables(Path::new("nowhere"), subject, Form::Small);
/// let checked = digest::check(&database, &AtomicBool::new(false), &|_, _| ())?;
/// assert_eq!((checked.tables, checked.faults.len()), (0, 0));
/// # Ok::<(), digest::Interrupted>(())
/// ```
///
/// # Errors
/// [`Interrupted`], soon after `stop` is set.
pub fn check(
    database: &Database,
    stop: &AtomicBool,
    progress: &dyn Fn(&TableRecord, u64),
) -> Result<Checked, Interrupted> {
    let mut checked = Checked::default();
    for (place, record) in database.manifest().tables.iter().enumerate() {
        progress(record, checked.bytes);
        // The file does not stay open: there may be more tables than files that the system lets a process
        // open.
        match database.open_table(place) {
            Ok(table) => check_table(&table, record, stop, progress, &mut checked)?,
            Err(error) => checked.faults.push(error),
        }
        checked.tables += 1;
        checked.bytes += record.bytes;
    }
    Ok(checked)
}

fn check_table(
    table: &Table,
    record: &TableRecord,
    stop: &AtomicBool,
    progress: &dyn Fn(&TableRecord, u64),
    checked: &mut Checked,
) -> Result<(), Interrupted> {
    let mut file = Hashing::new(table);
    let index = table.check_index();
    // Without an index, no block can be found.
    let blocks = if index.is_ok() { table.blocks() } else { 0 };
    checked.faults.extend(index.err());
    let step = (BATCH_BYTES * 8 / u64::from(table.bits()) / table.block_entries()).max(1);
    for first in (0..blocks).step_by(step as usize) {
        let last = (first + step).min(blocks);
        let faults =
            (first..last).into_par_iter().map_init(Vec::new, |packed, block| table.load(block, packed));
        checked.faults.par_extend(faults.filter_map(Result::err));
        // Hash the file in step with its blocks, so that it is read from the disk only once.
        while file.bytes < table.block_end(last - 1) && file.fault.is_none() {
            file.hash_some(stop)?;
            progress(record, checked.bytes + file.bytes);
        }
        if stop.load(Ordering::Relaxed) {
            return Err(Interrupted);
        }
    }
    while !file.is_whole() {
        file.hash_some(stop)?;
        progress(record, checked.bytes + file.bytes);
    }
    checked.blocks += table.blocks();
    let digest = file.hasher.finalize();
    let fault = match file.fault {
        None if !file.is_as_long() || digest.to_hex().as_str() != record.digest => {
            Some(TableFault::Checksum { part: FilePart::File })
        }
        fault => fault,
    };
    checked.faults.extend(fault.map(|fault| table.error(fault)));
    Ok(())
}

/// A file that is being hashed.
struct Hashing<'a> {
    table: &'a Table,
    hasher: blake3::Hasher,
    /// The number of bytes hashed so far.
    bytes: u64,
    piece: Vec<u8>,
    /// The error that prevents further reading.
    fault: Option<TableFault>,
}

impl<'a> Hashing<'a> {
    fn new(table: &'a Table) -> Self {
        Self { table, hasher: blake3::Hasher::new(), bytes: 0, piece: Vec::new(), fault: None }
    }

    /// Returns whether the whole file has been read, or reading has failed.
    fn is_whole(&self) -> bool {
        self.bytes == self.table.file_bytes() || self.fault.is_some()
    }

    /// Returns whether the hash covers the whole file.
    fn is_as_long(&self) -> bool {
        self.table.storage().bytes().is_ok_and(|bytes| bytes == self.bytes)
    }

    /// Hashes the next piece of the file.
    fn hash_some(&mut self, stop: &AtomicBool) -> Result<(), Interrupted> {
        if stop.load(Ordering::Relaxed) {
            return Err(Interrupted);
        }
        let piece = PIECE_BYTES.min(self.table.file_bytes() - self.bytes);
        self.piece.resize(piece as usize, 0);
        match self.table.storage().read(self.bytes, &mut self.piece) {
            Ok(()) => {
                self.hasher.update_rayon(&self.piece);
                self.bytes += piece;
            }
            Err(error) => self.fault = Some(unreadable(error)),
        }
        Ok(())
    }
}
