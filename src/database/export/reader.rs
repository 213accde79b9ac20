//! Reads tables for all formats of export.

use super::super::unreadable;
use nexsolve_console::{Display, Exit, Fault, output, stop};
use nexsolve_core::{LayerId, Score};
use nexsolve_db::{Metric, Table};
use nexsolve_oracle::{Entries, EntriesError, EntrySlice};
use rayon::prelude::*;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The greatest number of entries to process at a time.
const ENTRIES: u64 = 1 << 20;

/// Tables with their layers.
pub(super) type LayerTables = Vec<(LayerId, Arc<Table>)>;

/// Reads tables for all formats of export.
pub(super) struct Export {
    pub(super) entries: Entries,
    pub(super) metric: Metric,
    pub(super) tables: LayerTables,
    pub(super) display: Display,
    /// The number of entries in the tables read so far.
    pub(super) done: AtomicU64,
    /// The available memory.
    pub(super) memory_bytes: u64,
}

impl Export {
    /// A layer's name.
    pub(super) fn name(&self, layer: LayerId) -> &str {
        &self.entries.layers()[layer].name
    }

    /// Reads a table. `make` processes its parts in parallel; `take` receives the results in order. Each
    /// entry needs `entry_bytes` of memory.
    pub(super) fn read<T: Send>(
        &self,
        layer: LayerId,
        table: &Table,
        entry_bytes: u64,
        make: impl Fn(EntrySlice) -> T + Sync,
        mut take: impl FnMut(Vec<T>) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        // Enough blocks for all threads. A value takes two bytes, and the parts, copies included, may use
        // half of the memory.
        let threads = rayon::current_num_threads() as u64;
        let room = self.memory_bytes / 8 / table.block_entries().max(1);
        let blocks = (2 * threads).clamp(4, 64).min(room.max(1));
        let piece = at_a_time(self.memory_bytes, entry_bytes).div_ceil(2 * threads) as usize;
        let total = self.tables.iter().map(|(_, table)| table.entries()).sum();
        let mut next = 0;
        while next < table.blocks() && output::is_read() {
            if stop::flag().load(Relaxed) {
                return Err(Fault::new(Exit::Interrupted, "the incomplete export was discarded"));
            }
            let end = table.blocks().min(next + blocks);
            let read = |block| self.entries.read(layer, table, block);
            let parts: Result<Vec<EntrySlice>, EntriesError> =
                (next..end).into_par_iter().map(read).collect();
            let parts = parts.map_err(|error| match error {
                EntriesError::Table(error) => unreadable(&error),
                EntriesError::Probe(error) => error.into(),
                error => Fault::damaged(&error.to_string()),
            })?;
            let pieces: Vec<Piece<'_>> = parts.iter().flat_map(|part| pieces(part, piece)).collect();
            for pieces in pieces.chunks(2 * threads as usize) {
                take(
                    pieces
                        .par_iter()
                        .map(|&(part, first, values)| {
                            make(EntrySlice { layer: part.layer, first, values: values.to_vec() })
                        })
                        .collect(),
                )?;
            }
            next = end;
            let done = self.done.load(Relaxed) + table.entries().min(end * table.block_entries());
            let about = || format!("layer {}", self.name(layer));
            self.display.show(done, total, "entries written", &about);
        }
        self.done.fetch_add(table.entries(), Relaxed);
        Ok(())
    }
}

/// Returns how many entries of `entry_bytes` to process at a time in this memory.
pub(super) fn at_a_time(memory_bytes: u64, entry_bytes: u64) -> u64 {
    (memory_bytes / entry_bytes).clamp(1 << 10, ENTRIES)
}

/// Consecutive entries of a part: the part, the rank of the first one, and the values.
type Piece<'a> = (&'a EntrySlice, u64, &'a [i16]);

/// Divides a part into pieces of `entries` entries.
fn pieces(part: &EntrySlice, entries: usize) -> impl Iterator<Item = Piece<'_>> {
    let first = (part.first..).step_by(entries);
    first.zip(part.values.chunks(entries)).map(move |(first, values)| (part, first, values))
}

/// Returns a value as a word and a distance.
pub(super) fn words(raw: i16) -> (&'static str, Option<u16>) {
    let score = Score::from_raw(raw).expect("checked when it was read");
    (score.wdl().word(), score.distance().map(|plies| plies.0))
}
