//! Makes blocks for a table that another process writes.

use crate::encode::{Blocks, Packer, Packing};
use crate::frames::Compressors;
use crate::layout::{BlockEntry, Header};
use crate::{BuildError, Form, Subject, TableSpec};
use std::path::Path;

/// Makes the blocks that [`crate::TableWriter::append`] would make, without the table's file. A block's bytes
/// depend only on the table's subject, form and specification, and on the block's number and codes. So the
/// blocks of one table can be made anywhere and in any order, and then written in order.
pub struct BlockMaker {
    packer: Packer,
}

impl BlockMaker {
    /// Creates a maker of this table's blocks. Errors name the table's future file in `folder`.
    ///
    /// # Errors
    /// If such a table cannot exist.
    pub fn new(folder: &Path, subject: Subject, form: Form, spec: TableSpec) -> Result<Self, BuildError> {
        subject.check()?;
        spec.check()?;
        let Packing { block_bytes, level } = Packing::of(form, spec.metric);
        let file = folder.join(spec.file_name());
        let version = form.version();
        let header = Header { version, subject, form, spec, block_bytes, strip: 0, derived: false };
        Ok(Self { packer: Packer::new(file, header, level, Compressors::default()) })
    }

    /// The number of bytes of packed codes per block; the table's last block may have fewer.
    pub fn block_bytes(&self) -> usize {
        self.packer.header.block_bytes
    }

    /// Makes the blocks from number `first` on, in the caller's rayon pool. `packed` contains the packed
    /// codes of whole blocks; only the table's last block may be shorter.
    ///
    /// # Errors
    /// If a code has no value.
    ///
    /// # Panics
    /// If the table has no such blocks.
    pub fn blocks(&self, first: u64, packed: &[u8]) -> Result<Blocks, BuildError> {
        let (entries, bytes) = self.packer.blocks(first, packed)?;
        let entries = entries.into_iter().flat_map(BlockEntry::encode).collect();
        Ok(Blocks { first, entries, bytes: bytes.into_owned() })
    }
}
