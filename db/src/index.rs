//! The index of a table's blocks.

use crate::TableFault;
use crate::cache::IndexRoom;
use crate::layout::{BlockEncoding, BlockEntry, ENTRY_BYTES};
use std::ops::Range;

/// The index of a table, copied from the file; its checksum matches the trailer.
#[derive(Debug)]
pub(crate) struct Index {
    bytes: Box<[u8]>,
    _room: IndexRoom,
}

/// The place of a block, from the index.
#[derive(Debug)]
pub(crate) struct Place {
    pub(crate) stored: BlockEncoding,
    /// The range of its bytes, counted from the end of the header.
    pub(crate) range: Range<u64>,
    pub(crate) checksum: u64,
}

impl Index {
    /// Creates an index whose checksum has already been compared.
    pub(crate) fn new(bytes: Vec<u8>, room: IndexRoom) -> Self {
        Self { bytes: bytes.into(), _room: room }
    }

    /// The code of a constant block; `None` if the block is not constant.
    #[inline]
    pub(crate) fn constant(&self, block: u64) -> Option<u8> {
        match self.entry(block)?.stored {
            BlockEncoding::Constant(code) => Some(code),
            _ => None,
        }
    }

    /// Returns the place of a block within the `data_bytes` of all blocks. Fails unless `fits` accepts how it
    /// is stored and its range.
    pub(crate) fn place(
        &self,
        data_bytes: u64,
        block: u64,
        fits: impl FnOnce(BlockEncoding, &Range<u64>) -> bool,
    ) -> Result<Place, TableFault> {
        let damaged = TableFault::Index { block };
        let Some(BlockEntry { stored, end, checksum }) = self.entry(block) else { return Err(damaged) };
        let start = match block.checked_sub(1).map(|before| self.entry(before)) {
            None => 0,
            Some(Some(before)) => before.end,
            Some(None) => return Err(damaged),
        };
        let range = start..end;
        if start <= end && end <= data_bytes && fits(stored, &range) {
            Ok(Place { stored, range, checksum })
        } else {
            Err(damaged)
        }
    }

    /// Returns the entry of a block; `None` if it names an unknown kind of block.
    #[inline]
    fn entry(&self, block: u64) -> Option<BlockEntry> {
        let at = block as usize * ENTRY_BYTES;
        BlockEntry::decode(self.bytes[at..].first_chunk().expect("an entry for each block"))
    }
}
