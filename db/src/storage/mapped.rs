//! A file mapped into memory.
#![expect(unsafe_code, reason = "a file mapped into memory")]

use super::{Access, Storage, copy};
use memmap2::Mmap;
use std::io;
use std::path::Path;

/// How far a reader of a whole file is read ahead of.
#[cfg(unix)]
const READ_AHEAD: u64 = 1 << 20;

/// A file mapped into memory when it is opened.
///
/// **Only for files that no other program shortens**: reading a page that the file no longer has ends the process with
/// `SIGBUS`. No check can prevent this, so [`PositionedFile`](super::PositionedFile) is the default. A file whose bytes
/// change is no hazard: a table uses the copy that it has checked.
#[derive(Debug)]
pub struct MappedFile {
    map: Mmap,
}

impl MappedFile {
    /// Maps the bytes that the file has now.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn open(path: &Path) -> io::Result<Self> {
        let file = nexsolve_files::open(path)?;
        // SAFETY: a table file is never changed after it has got its name (it is written beside and renamed). That another
        // program changes the file all the same cannot be prevented by any check here. All that is done with the map is to
        // copy bytes out of it, and nothing is concluded from two reads of the same byte.
        let map = unsafe { Mmap::map(&file)? };
        Ok(Self { map })
    }

    /// Asks for the next bytes each time that a reader of the whole file begins a new part of it.
    #[cfg(unix)]
    fn read_ahead(&self, offset: u64, bytes: usize) {
        let next = offset.next_multiple_of(READ_AHEAD);
        if next < offset + bytes as u64 && next < self.map.len() as u64 {
            let ahead = READ_AHEAD.min(self.map.len() as u64 - next);
            // That advice cannot be followed changes no byte.
            let _ = self.map.advise_range(memmap2::Advice::WillNeed, next as usize, ahead as usize);
        }
    }

    #[cfg(not(unix))]
    fn read_ahead(&self, _: u64, _: usize) {}
}

impl Storage for MappedFile {
    /// The length when the file was mapped.
    fn bytes(&self) -> io::Result<u64> {
        Ok(self.map.len() as u64)
    }

    fn read(&self, offset: u64, buffer: &mut [u8], access: Access) -> io::Result<()> {
        if access == Access::Sequential {
            self.read_ahead(offset, buffer.len());
        }
        copy(&self.map, offset, buffer)
    }
}
