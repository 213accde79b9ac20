//! The memory of an open database.

/// The greatest size of a manifest: enough for tens of thousands of tables.
pub(crate) const MOST_MANIFEST_BYTES: u64 = 64 << 20;

/// The memory that a [`Database`](crate::Database) may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Memory {
    /// For blocks of all tables. For a database at an address, a quarter of it is for pieces of files.
    pub blocks_bytes: u64,
    /// For the indices of all tables together. A table whose index does not fit cannot be read.
    pub indices_bytes: u64,
    /// The size of the largest manifest that is read. What is made of a manifest takes several times as much.
    pub manifest_bytes: u64,
}

impl Memory {
    /// The usual memory for blocks: 64 MiB.
    pub const USUAL_BYTES: u64 = 64 << 20;

    /// Returns the memory of a run that makes tables: its plan counts the indices.
    pub(crate) fn planned() -> Self {
        Self { indices_bytes: u64::MAX, ..Self::default() }
    }
}

impl Default for Memory {
    fn default() -> Self {
        Self::from(Self::USUAL_BYTES)
    }
}

impl From<u64> for Memory {
    /// Returns the memory of a program that only decides how much is for blocks: as much for indices, but at
    /// least [`Memory::USUAL_BYTES`], and enough for any manifest.
    fn from(blocks_bytes: u64) -> Self {
        let indices_bytes = blocks_bytes.max(Self::USUAL_BYTES);
        Self { blocks_bytes, indices_bytes, manifest_bytes: MOST_MANIFEST_BYTES }
    }
}
