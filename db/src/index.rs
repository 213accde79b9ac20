//! The index: where the blocks of a table are.

use crate::TableFault;
use crate::layout::{ENTRY_BYTES, Entry, Stored};
use std::ops::Range;

/// The index of a table: a copy whose checksum fits the trailer.
#[derive(Debug)]
pub(crate) struct Index {
    bytes: Box<[u8]>,
}

/// The place of a block, by the index.
#[derive(Debug)]
pub(crate) struct Place {
    pub(crate) stored: Stored,
    /// The range of its bytes, counted from the end of the header.
    pub(crate) range: Range<u64>,
    pub(crate) checksum: u64,
}

impl Index {
    /// An index whose checksum has been compared.
    pub(crate) fn new(bytes: Vec<u8>) -> Self {
        Self { bytes: bytes.into() }
    }

    /// The code of all entries of a constant block.
    #[inline]
    pub(crate) fn constant(&self, block: u64) -> Option<u8> {
        match self.entry(block)?.stored {
            Stored::Constant(code) => Some(code),
            _ => None,
        }
    }

    /// The place of a block within the `data_bytes` of all blocks, if `fits` accepts its kind, its first byte and its length.
    pub(crate) fn place(
        &self,
        data_bytes: u64,
        block: u64,
        fits: impl FnOnce(Stored, &Range<u64>) -> bool,
    ) -> Result<Place, TableFault> {
        let damaged = TableFault::Index { block };
        let Some(Entry { stored, end, checksum }) = self.entry(block) else { return Err(damaged) };
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

    /// `None` if the entry names no kind of block.
    #[inline]
    fn entry(&self, block: u64) -> Option<Entry> {
        let at = block as usize * ENTRY_BYTES;
        Entry::decode(self.bytes[at..].first_chunk().expect("an entry for each block"))
    }
}
