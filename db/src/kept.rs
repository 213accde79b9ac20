//! The blocks of a raw table that is kept entirely in memory.
#![expect(unsafe_code, reason = "blocks that are filled once, and read without a lock from then on")]

use crate::cache::Shared;
use memmap2::{MmapMut, MmapRaw};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// The greatest number of blocks that threads fill at the same time.
const LOCKS: usize = 16;

/// Memory for all blocks of a table, one after the other. Each block is filled on first use and takes no
/// physical memory before.
pub(crate) struct Kept {
    map: MmapRaw,
    block_bytes: usize,
    data_bytes: usize,
    /// One bit per block, set when the block is filled. A block whose bit is set is never written again.
    filled: Box<[AtomicU64]>,
    /// One lock for all blocks whose numbers are equal modulo [`LOCKS`]. A thread that fills a block holds
    /// its lock.
    filling: [Mutex<()>; LOCKS],
    shared: Arc<Shared>,
}

impl Kept {
    /// Reserves memory for blocks of `block_bytes` bytes, `data_bytes` in all. Returns `None` if not enough
    /// of the memory for blocks is left.
    pub(crate) fn new(shared: &Arc<Shared>, block_bytes: usize, data_bytes: u64) -> Option<Self> {
        let bytes = usize::try_from(data_bytes).ok()?;
        if !shared.has_room(data_bytes) {
            return None;
        }
        // One byte more, because an empty map is not allowed.
        let map = MmapRaw::from(MmapMut::map_anon(bytes.checked_add(1)?).ok()?);
        shared.take(data_bytes)?;
        let words = bytes.div_ceil(block_bytes).div_ceil(64);
        Some(Self {
            map,
            block_bytes,
            data_bytes: bytes,
            filled: (0..words).map(|_| AtomicU64::new(0)).collect(),
            filling: Default::default(),
            shared: Arc::clone(shared),
        })
    }

    /// Returns the block, after `fill` has filled it if it is still empty.
    ///
    /// # Errors
    /// Returns the error of `fill`; the block then stays empty.
    #[inline]
    pub(crate) fn block<E>(
        &self,
        block: u64,
        fill: impl FnOnce(&mut [u8]) -> Result<(), E>,
    ) -> Result<&[u8], E> {
        let (start, len) = self.place(block);
        if !self.is_filled(block) {
            self.fill(block, fill)?;
        }
        // SAFETY: `place` keeps the bytes inside the map, which lives as long as `self`. The block's bit is
        // set, so its bytes have been written (the bit is read by acquire and set by release) and are never
        // written again.
        Ok(unsafe { std::slice::from_raw_parts(self.map.as_ptr().add(start), len) })
    }

    #[cold]
    fn fill<E>(&self, block: u64, fill: impl FnOnce(&mut [u8]) -> Result<(), E>) -> Result<(), E> {
        let (start, len) = self.place(block);
        let lock = &self.filling[(block % LOCKS as u64) as usize];
        let _alone = lock.lock().unwrap_or_else(PoisonError::into_inner);
        if self.is_filled(block) {
            return Ok(());
        }
        // SAFETY: `place` keeps the bytes inside the map, and blocks do not overlap. The block's bit is not
        // set, so nobody reads these bytes, and the lock, which is held until the bit is set, keeps other
        // writers of this block away.
        let bytes = unsafe { std::slice::from_raw_parts_mut(self.map.as_mut_ptr().add(start), len) };
        fill(bytes)?;
        self.filled[(block / 64) as usize].fetch_or(1 << (block % 64), Ordering::Release);
        Ok(())
    }

    #[inline]
    fn is_filled(&self, block: u64) -> bool {
        self.filled[(block / 64) as usize].load(Ordering::Acquire) >> (block % 64) & 1 != 0
    }

    /// Returns the offset and the length of a block.
    ///
    /// # Panics
    /// If there is no such block.
    #[inline]
    fn place(&self, block: u64) -> (usize, usize) {
        let start = block as usize * self.block_bytes;
        assert!(start < self.data_bytes, "no such block");
        (start, self.block_bytes.min(self.data_bytes - start))
    }
}

impl Drop for Kept {
    fn drop(&mut self) {
        self.shared.give_back(self.data_bytes as u64);
    }
}

impl std::fmt::Debug for Kept {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Kept").field("data_bytes", &self.data_bytes).finish_non_exhaustive()
    }
}
