//! The cache of checked blocks and the zstd contexts that the tables of a database share.

use foldhash::fast::RandomState;
use quick_cache::Weighter;
use quick_cache::sync::{Cache, DefaultLifecycle};
use std::io;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use zstd::zstd_safe::{DCtx, find_frame_compressed_size};

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
    blocks: Cache<Key, Arc<[u8]>, Weight, RandomState>,
    decompressors: Mutex<Vec<DCtx<'static>>>,
    tables: AtomicU32,
}

impl std::fmt::Debug for Shared {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Shared").field("blocks", &self.blocks.len()).finish_non_exhaustive()
    }
}

impl Shared {
    /// Creates a cache of about this size.
    pub(crate) fn new(memory_bytes: u64) -> Self {
        let usual = crate::encode::Packing::of(crate::Form::Compressed, crate::Metric::Wdl).block_bytes
            as u64
            + OVERHEAD_BYTES;
        let items = (memory_bytes / usual) as usize;
        let blocks =
            Cache::with(items, memory_bytes, Weight, RandomState::default(), DefaultLifecycle::default());
        let (decompressors, tables) = (Mutex::default(), AtomicU32::new(0));
        Self { memory_bytes, kept_bytes: Mutex::new(0), blocks, decompressors, tables }
    }

    /// Returns whether `bytes` fit into half of the memory, the part that is available for whole tables.
    pub(crate) fn has_room(&self, bytes: u64) -> bool {
        bytes <= self.memory_bytes / 2
    }

    /// Takes `bytes` from the cache for a whole table. Whole tables use at most half of the memory, to leave room for
    /// the others. Returns `None` if they would use more.
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

    /// Returns a new number for a table.
    pub(crate) fn number(&self) -> u32 {
        self.tables.fetch_add(1, Ordering::Relaxed)
    }

    /// Returns the block from the cache, or else from `load`. If several threads need the same block, one loads it and
    /// the others wait.
    pub(crate) fn block<E>(
        &self,
        table: u32,
        block: u64,
        load: impl FnOnce() -> Result<Arc<[u8]>, E>,
    ) -> Result<Arc<[u8]>, E> {
        self.blocks.get_or_insert_with(&(table, block), load)
    }

    /// Decompresses one zstd frame. Returns whether `frame` contains nothing else and fills `codes` exactly.
    ///
    /// # Errors
    /// If there is no memory for a context.
    pub(crate) fn decompress(&self, frame: &[u8], codes: &mut [u8]) -> io::Result<bool> {
        if find_frame_compressed_size(frame) != Ok(frame.len()) {
            return Ok(false);
        }
        let spare = self.decompressors.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut context = spare.or_else(DCtx::try_create).ok_or(io::ErrorKind::OutOfMemory)?;
        let written = context.decompress(codes, frame);
        self.decompressors.lock().unwrap_or_else(PoisonError::into_inner).push(context);
        Ok(written == Ok(codes.len()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_is_one_frame() {
        let shared = Shared::new(0);
        let codes = [7; 1000];
        let frame = zstd::bulk::compress(&codes, 3).expect("compressed");
        // An empty skippable frame (RFC 8878, section 3.1.2).
        let skipped = [&0x184D_2A50_u32.to_le_bytes()[..], &4_u32.to_le_bytes(), b"none"].concat();
        let mut found = [0; 1000];
        assert!(shared.decompress(&frame, &mut found).expect("memory") && found == codes);
        for bytes in
            [[&frame[..], &skipped].concat(), [&skipped[..], &frame].concat(), [&frame[..], &[0]].concat()]
        {
            assert!(!shared.decompress(&bytes, &mut found).expect("memory"));
        }
    }
}
