//! The cache of checked blocks, and the decompressors, that the tables of a database share.

use crate::frames::Decompressors;
use crate::{Memory, TableFault};
use foldhash::fast::RandomState;
use quick_cache::Weighter;
use quick_cache::sync::{Cache, DefaultLifecycle};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// The number of a table, and the number of a block in it.
type Key = (u32, u64);

/// The memory for a block besides its bytes: key, pointers, entries in the queues.
const OVERHEAD_BYTES: u64 = 128;

#[derive(Clone, Debug)]
struct Weight;

impl Weighter<Key, Arc<[u8]>> for Weight {
    fn weight(&self, _: &Key, block: &Arc<[u8]>) -> u64 {
        block.len() as u64 + OVERHEAD_BYTES
    }
}

/// Shared by the tables of a database.
pub(crate) struct Shared {
    /// The memory for all blocks.
    memory_bytes: u64,
    /// The part of it that tables kept entirely in memory use.
    kept_bytes: Mutex<u64>,
    /// The memory for indices that is not used.
    indices_bytes: Mutex<u64>,
    blocks: Cache<Key, Arc<[u8]>, Weight, RandomState>,
    pub(crate) decompressors: Decompressors,
    tables: AtomicU32,
}

impl std::fmt::Debug for Shared {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Shared").field("blocks", &self.blocks.len()).finish_non_exhaustive()
    }
}

impl Shared {
    /// Creates the cache of tables with this memory.
    pub(crate) fn new(memory: Memory) -> Self {
        let memory_bytes = memory.blocks_bytes;
        let usual = crate::encode::Packing::of(crate::Form::Compressed, crate::Metric::Wdl).block_bytes
            as u64
            + OVERHEAD_BYTES;
        let items = (memory_bytes / usual) as usize;
        let blocks =
            Cache::with(items, memory_bytes, Weight, RandomState::default(), DefaultLifecycle::default());
        let (decompressors, tables) = (Decompressors::default(), AtomicU32::new(0));
        let indices_bytes = Mutex::new(memory.indices_bytes);
        Self { memory_bytes, kept_bytes: Mutex::new(0), indices_bytes, blocks, decompressors, tables }
    }

    /// Returns whether `bytes` fit into half of the memory, the part that is available for whole tables.
    pub(crate) fn has_room(&self, bytes: u64) -> bool {
        bytes <= self.memory_bytes / 2
    }

    /// Takes `bytes` from the cache for a whole table. Whole tables use at most half of the memory, to leave
    /// room for the others. Returns `None` if they would use more.
    pub(crate) fn take(&self, bytes: u64) -> Option<()> {
        let mut kept = self.kept_bytes.lock().unwrap_or_else(PoisonError::into_inner);
        let more = kept.checked_add(bytes).filter(|&more| self.has_room(more))?;
        *kept = more;
        self.blocks.set_capacity(self.memory_bytes - more);
        Some(())
    }

    /// Returns `bytes` to the cache.
    pub(crate) fn give_back(&self, bytes: u64) {
        let mut kept = self.kept_bytes.lock().unwrap_or_else(PoisonError::into_inner);
        *kept -= bytes;
        self.blocks.set_capacity(self.memory_bytes - *kept);
    }

    /// Takes memory for an index.
    ///
    /// # Errors
    /// If less is left.
    pub(crate) fn take_index(self: &Arc<Self>, bytes: u64) -> Result<IndexRoom, TableFault> {
        let mut left = self.indices_bytes.lock().unwrap_or_else(PoisonError::into_inner);
        match left.checked_sub(bytes) {
            Some(rest) => *left = rest,
            None => return Err(TableFault::IndexMemory { bytes, left: *left }),
        }
        Ok(IndexRoom { shared: Arc::clone(self), bytes })
    }

    /// Returns a new number for a table.
    pub(crate) fn number(&self) -> u32 {
        self.tables.fetch_add(1, Ordering::Relaxed)
    }

    /// Returns the block from the cache, or else from `load`. If several threads need the same block, one
    /// loads it and the others wait.
    pub(crate) fn block<E>(
        &self,
        table: u32,
        block: u64,
        load: impl FnOnce() -> Result<Arc<[u8]>, E>,
    ) -> Result<Arc<[u8]>, E> {
        self.blocks.get_or_insert_with(&(table, block), load)
    }
}

/// The memory of an index. Dropping it gives it back.
#[derive(Debug)]
pub(crate) struct IndexRoom {
    shared: Arc<Shared>,
    bytes: u64,
}

impl Drop for IndexRoom {
    fn drop(&mut self) {
        *self.shared.indices_bytes.lock().unwrap_or_else(PoisonError::into_inner) += self.bytes;
    }
}
