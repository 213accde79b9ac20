//! The blocks of a raw table that is kept entirely in memory.

use crate::cache::Shared;
use nexsolve_core::memory::Blocks;
use std::ops::Deref;
use std::sync::Arc;

/// Memory for all blocks of a table, counted as long as it lives.
pub(crate) struct BlockMemory {
    blocks: Blocks,
    shared: Arc<Shared>,
}

impl BlockMemory {
    /// Reserves memory for blocks of `block_bytes` bytes, `data_bytes` in all. Returns `None` if not enough
    /// of the memory for blocks is left.
    pub(crate) fn new(shared: &Arc<Shared>, block_bytes: usize, data_bytes: u64) -> Option<Self> {
        let bytes = usize::try_from(data_bytes).ok()?;
        if !shared.has_room(data_bytes) {
            return None;
        }
        let blocks = Blocks::new(bytes, block_bytes).ok()?;
        shared.take(data_bytes)?;
        Some(Self { blocks, shared: Arc::clone(shared) })
    }
}

impl Deref for BlockMemory {
    type Target = Blocks;

    #[inline]
    fn deref(&self) -> &Blocks {
        &self.blocks
    }
}

impl Drop for BlockMemory {
    fn drop(&mut self) {
        self.shared.give_back(self.blocks.bytes() as u64);
    }
}

impl std::fmt::Debug for BlockMemory {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Kept").field("bytes", &self.blocks.bytes()).finish_non_exhaustive()
    }
}
