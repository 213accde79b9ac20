//! Whether the files of a database are as they were written: every file's digest, and every block's checksum.
//!
//! Reading checks each block that it needs anyway. This is for a copy that has come over a network, or a disk that one
//! does not trust. Whether the values are right is another question, which takes the rules of the game.

use crate::{Database, Part, Table, TableError, TableFault, TableRecord};
use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};

/// Bytes of packed codes that are checked between two looks at the flag.
const BATCH_BYTES: u64 = 1 << 24;

/// Follows a check.
pub trait Observer: Sync {
    /// The check of a table begins.
    fn table(&self, _record: &TableRecord) {}

    /// So many bytes of the table's file are checked.
    fn progress(&self, _record: &TableRecord, _bytes: u64) {}
}

/// Nobody follows.
impl Observer for () {}

/// What a check has found.
#[derive(Debug, Default)]
pub struct Report {
    /// Tables checked.
    pub tables: usize,
    /// Their blocks.
    pub blocks: u64,
    /// The bytes of their files.
    pub bytes: u64,
    /// What is wrong with any of them.
    pub faults: Vec<TableError>,
}

/// The check was interrupted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("interrupted")]
pub struct Interrupted;

/// Checks all tables, in the rayon pool of the caller. Goes on behind a fault, to find all of them.
///
/// # Errors
/// [`Interrupted`], soon after `stop` is set.
pub fn check(database: &Database, stop: &AtomicBool, observer: &dyn Observer) -> Result<Report, Interrupted> {
    let mut report = Report::default();
    for (place, record) in database.manifest().tables.iter().enumerate() {
        observer.table(record);
        match database.table_at(place) {
            Ok(table) => check_table(&table, record, stop, observer, &mut report)?,
            Err(error) => report.faults.push(error),
        }
        report.tables += 1;
        report.bytes += record.bytes;
    }
    Ok(report)
}

fn check_table(
    table: &Table,
    record: &TableRecord,
    stop: &AtomicBool,
    observer: &dyn Observer,
    report: &mut Report,
) -> Result<(), Interrupted> {
    let file = table.file_bytes();
    let (mut hasher, mut hashed) = (blake3::Hasher::new(), 0);
    let step = (BATCH_BYTES * 8 / u64::from(table.bits()) / table.block_entries()).max(1);
    for first in (0..table.blocks()).step_by(step as usize) {
        let last = (first + step).min(table.blocks());
        let faults =
            (first..last).into_par_iter().map_init(Vec::new, |packed, block| table.load(block, packed));
        report.faults.par_extend(faults.filter_map(Result::err));
        // The file in pace with its blocks, so that it is read from the disk once.
        while hashed < table.block_end(last - 1).max(hashed) {
            hashed = hash_some(&mut hasher, file, hashed, stop)?;
            observer.progress(record, hashed as u64);
        }
        if stop.load(Ordering::Relaxed) {
            return Err(Interrupted);
        }
    }
    while hashed < file.len() {
        hashed = hash_some(&mut hasher, file, hashed, stop)?;
        observer.progress(record, hashed as u64);
    }
    report.blocks += table.blocks();
    report.faults.extend(table.check_index().err());
    if hasher.finalize().to_hex().as_str() != record.digest {
        report.faults.push(table.error(TableFault::Checksum { part: Part::File }));
    }
    Ok(())
}

/// Hashes a piece of the file; returns where the next one begins.
fn hash_some(
    hasher: &mut blake3::Hasher,
    file: &[u8],
    from: usize,
    stop: &AtomicBool,
) -> Result<usize, Interrupted> {
    if stop.load(Ordering::Relaxed) {
        return Err(Interrupted);
    }
    let to = file.len().min(from + BATCH_BYTES as usize);
    hasher.update_rayon(&file[from..to]);
    Ok(to)
}
