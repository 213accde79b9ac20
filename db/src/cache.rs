//! What the tables of a database share: the memory for blocks that have been read and checked, and zstd's contexts.

use quick_cache::Weighter;
use quick_cache::sync::Cache;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use zstd::bulk::Decompressor;

/// A block of a table, by the table's number.
type Key = (u32, u64);

/// What the cache keeps beside a block's bytes: key, pointers, its place in the queues.
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
    /// What all blocks may take.
    memory_bytes: u64,
    /// What tables that are kept whole take of it.
    kept_bytes: Mutex<u64>,
    blocks: Cache<Key, Arc<[u8]>, Weight>,
    decompressors: Mutex<Vec<Decompressor<'static>>>,
    tables: AtomicU32,
}

impl std::fmt::Debug for Shared {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Shared").field("blocks", &self.blocks.len()).finish_non_exhaustive()
    }
}

impl Shared {
    /// Memory of about this size.
    pub(crate) fn new(memory_bytes: u64) -> Self {
        let usual = crate::encode::Packing::of(crate::Form::Compressed, crate::Metric::Wdl).block_bytes
            as u64
            + OVERHEAD_BYTES;
        let blocks = Cache::with_weighter((memory_bytes / usual) as usize, memory_bytes, Weight);
        let (decompressors, tables) = (Mutex::default(), AtomicU32::new(0));
        Self { memory_bytes, kept_bytes: Mutex::new(0), blocks, decompressors, tables }
    }

    /// Takes so many bytes from the cache; no more than half of the memory in all, so that other tables find room too.
    fn take(&self, bytes: u64) -> Option<()> {
        let mut kept = self.kept_bytes.lock().unwrap_or_else(PoisonError::into_inner);
        let more = kept.checked_add(bytes).filter(|&more| more <= self.memory_bytes / 2)?;
        *kept = more;
        self.blocks.set_capacity(self.memory_bytes - more);
        Some(())
    }

    fn give_back(&self, bytes: u64) {
        let mut kept = self.kept_bytes.lock().unwrap_or_else(PoisonError::into_inner);
        *kept -= bytes;
        self.blocks.set_capacity(self.memory_bytes - *kept);
    }

    /// A number for one more table.
    pub(crate) fn number(&self) -> u32 {
        self.tables.fetch_add(1, Ordering::Relaxed)
    }

    /// The block from the cache, or else from `load`. Threads that want the same block wait for the first.
    pub(crate) fn block<E>(
        &self,
        table: u32,
        block: u64,
        load: impl FnOnce() -> Result<Arc<[u8]>, E>,
    ) -> Result<Arc<[u8]>, E> {
        self.blocks.get_or_insert_with(&(table, block), load)
    }

    /// Decompresses a frame that must fill `codes` exactly. `None` if it does not.
    pub(crate) fn decompress(&self, frame: &[u8], codes: &mut [u8]) -> Option<()> {
        let spare = self.decompressors.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut context = match spare {
            Some(context) => context,
            None => Decompressor::new().ok()?,
        };
        let written = context.decompress_to_buffer(frame, codes);
        self.decompressors.lock().unwrap_or_else(PoisonError::into_inner).push(context);
        (written.ok()? == codes.len()).then_some(())
    }
}

/// The blocks of a table that has room for all of them: a place for each, filled when it is first asked for.
pub(crate) struct Kept {
    blocks: Box<[OnceLock<Arc<[u8]>>]>,
    bytes: u64,
    shared: Arc<Shared>,
}

impl Kept {
    /// Room for so many blocks that take so many bytes; `None` if the memory has no such room.
    pub(crate) fn new(shared: &Arc<Shared>, blocks: u64, bytes: u64) -> Option<Self> {
        let bytes = bytes.checked_add(blocks.checked_mul(size_of::<OnceLock<Arc<[u8]>>>() as u64)?)?;
        shared.take(bytes)?;
        let blocks = (0..blocks).map(|_| OnceLock::new()).collect();
        Some(Self { blocks, bytes, shared: Arc::clone(shared) })
    }

    /// The block from its place, or else from `load`.
    #[inline]
    pub(crate) fn block<E>(
        &self,
        block: u64,
        load: impl FnOnce() -> Result<Arc<[u8]>, E>,
    ) -> Result<&[u8], E> {
        let place = &self.blocks[block as usize];
        if let Some(found) = place.get() {
            return Ok(found);
        }
        // If another thread was faster, its copy stays.
        let loaded = load()?;
        Ok(place.get_or_init(|| loaded))
    }
}

impl Drop for Kept {
    fn drop(&mut self) {
        self.shared.give_back(self.bytes);
    }
}

impl std::fmt::Debug for Kept {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Kept").field("bytes", &self.bytes).finish_non_exhaustive()
    }
}
