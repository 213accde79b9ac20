//! Where the bytes of a table file are read from.

use std::fmt::Debug;
use std::fs::File;
use std::io;

/// The bytes of a table file, wherever they are: a [`File`], or a `Vec<u8>` in memory.
///
/// A storage copies bytes and promises nothing else: they may change between two reads, and the file may become shorter.
/// A [`Table`](crate::Table) checks each copy and uses that copy alone, so whatever a storage returns leads to the
/// right value or to an error.
pub trait Storage: Debug + Send + Sync {
    /// The length in bytes, now.
    ///
    /// # Errors
    /// If the system refuses.
    fn bytes(&self) -> io::Result<u64>;

    /// Fills `buffer` with the bytes that begin at `offset`.
    ///
    /// # Errors
    /// [`io::ErrorKind::UnexpectedEof`] if the storage ends before the buffer is full, or what the system reports. What
    /// `buffer` holds is then unspecified.
    fn read(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()>;
}

impl Storage for Vec<u8> {
    fn bytes(&self) -> io::Result<u64> {
        Ok(self.len() as u64)
    }

    fn read(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
        let rest = usize::try_from(offset).ok().and_then(|offset| self.get(offset..));
        let found = rest.and_then(|rest| rest.get(..buffer.len())).ok_or(io::ErrorKind::UnexpectedEof)?;
        buffer.copy_from_slice(found);
        Ok(())
    }
}

/// Read with one call to the system for each piece, by any number of threads.
impl Storage for File {
    fn bytes(&self) -> io::Result<u64> {
        Ok(self.metadata()?.len())
    }

    #[cfg(unix)]
    fn read(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
        std::os::unix::fs::FileExt::read_exact_at(self, buffer, offset)
    }

    #[cfg(not(unix))]
    fn read(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
        use std::io::{Read, Seek, SeekFrom};
        use std::sync::{Mutex, PoisonError};
        /// A read moves the place that all readers of a file share.
        static READING: Mutex<()> = Mutex::new(());
        let _alone = READING.lock().unwrap_or_else(PoisonError::into_inner);
        let mut file = self;
        file.seek(SeekFrom::Start(offset))?;
        file.read_exact(buffer)
    }
}
