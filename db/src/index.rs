//! Where the blocks of a table are.

use crate::layout::{ENTRY_BYTES, Entry, Header, Stored};
use crate::{Form, TableFault};
use std::ops::Range;

/// The index of a table: a copy whose checksum fits the trailer.
#[derive(Debug)]
pub(crate) struct Index {
    bytes: Box<[u8]>,
}

/// Where a block is, by the index.
#[derive(Debug)]
pub(crate) struct Place {
    pub(crate) stored: Stored,
    /// Where its bytes are, counted from the end of the header.
    pub(crate) range: Range<u64>,
    pub(crate) checksum: u64,
}

impl Index {
    /// An index whose checksum has been compared.
    pub(crate) fn new(bytes: Vec<u8>) -> Self {
        Self { bytes: bytes.into() }
    }

    /// The code of all entries of a block, if it is one and the same.
    #[inline]
    pub(crate) fn constant(&self, block: u64) -> Option<u8> {
        match self.entry(block)?.stored {
            Stored::Constant(code) => Some(code),
            _ => None,
        }
    }

    /// Where a block is: in the `data_bytes` of all blocks, and with as many bytes as its kind allows.
    pub(crate) fn place(&self, header: &Header, data_bytes: u64, block: u64) -> Result<Place, TableFault> {
        let damaged = TableFault::Index { block };
        let Some(Entry { stored, end, checksum }) = self.entry(block) else { return Err(damaged) };
        let start = match block.checked_sub(1).map(|before| self.entry(before)) {
            None => 0,
            Some(Some(before)) => before.end,
            Some(None) => return Err(damaged),
        };
        if start > end || end > data_bytes {
            return Err(damaged);
        }
        let (len, whole) = (end - start, header.bytes_of(block) as u64);
        let fits = match stored {
            Stored::Plain => len == whole,
            Stored::Zstd => len < whole,
            Stored::Constant(code) => len == 0 && usize::from(code) < header.spec.values.len(),
        };
        let here = block * header.block_bytes as u64;
        let raw_fits = header.form == Form::Compressed || stored == Stored::Plain && start == here;
        if fits && raw_fits { Ok(Place { stored, range: start..end, checksum }) } else { Err(damaged) }
    }

    /// `None` if the entry names no kind of block.
    #[inline]
    fn entry(&self, block: u64) -> Option<Entry> {
        let at = block as usize * ENTRY_BYTES;
        Entry::decode(self.bytes[at..].first_chunk().expect("an entry for each block"))
    }
}
