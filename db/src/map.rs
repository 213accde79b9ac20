//! The bytes of a table file.
#![expect(unsafe_code, reason = "a file mapped into memory")]

use memmap2::Mmap;
use std::fs::File;
use std::io;
use std::ops::Deref;

/// The bytes of a table file.
#[derive(Debug)]
pub(crate) enum Bytes {
    /// A file, mapped.
    Mapped(Mmap),
    /// Bytes in memory.
    Owned(Vec<u8>),
}

impl Bytes {
    /// Maps a file.
    pub(crate) fn map(file: &File) -> io::Result<Self> {
        if file.metadata()?.len() == 0 {
            // An empty file cannot be mapped everywhere.
            return Ok(Self::Owned(Vec::new()));
        }
        // SAFETY: a table file is never changed after it has got its name (it is written beside and renamed), so the
        // bytes behind this shared borrow stay as they are. That another program changes the file all the same cannot
        // be prevented by any check here. All that is read from the map are integers and bytes, each checked after it
        // has been read; no reference of another type is made from it.
        unsafe { Mmap::map(file) }.map(Self::Mapped)
    }
}

impl Deref for Bytes {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        match self {
            Self::Mapped(map) => map,
            Self::Owned(bytes) => bytes,
        }
    }
}
