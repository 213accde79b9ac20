//! Storages: sources of the bytes of a table file.

use std::fmt::Debug;
use std::fs::File;
use std::io;
use std::path::Path;

/// The bytes of a table file, wherever they are stored. A storage only copies bytes. They may change between
/// two reads, and the file may become shorter. A [`Table`](crate::Table) checks each copy and uses only that
/// copy, so whatever a storage returns, a probe gives the right value or an error.
/// | storage | use | possible faults |
/// |---|---|---|
/// | [`PositionedFile`] | files; the default | none: a shorter file is an error |
/// | `Vec<u8>` | bytes in memory: tests, files received over a network | none |
pub trait Storage: Debug + Send + Sync {
    /// Returns the current length in bytes.
    ///
    /// # Errors
    /// If the system refuses.
    fn bytes(&self) -> io::Result<u64>;

    /// Fills `buffer` with the bytes that begin at `offset`.
    ///
    /// # Errors
    /// [`io::ErrorKind::UnexpectedEof`] if the storage ends before the buffer is full, or the system's error.
    /// The contents of `buffer` are then unspecified.
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

/// A file that any number of threads can read. Each read is one system call.
#[derive(Debug)]
pub struct PositionedFile {
    #[cfg(unix)]
    file: File,
    /// On other systems, a read moves the position that all readers share.
    #[cfg(not(unix))]
    file: std::sync::Mutex<File>,
}

impl PositionedFile {
    /// Opens a file.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn open(path: &Path) -> io::Result<Self> {
        crate::files::open(path).map(Self::of)
    }

    /// Reads an open file.
    pub(crate) fn of(file: File) -> Self {
        #[cfg(not(unix))]
        let file = std::sync::Mutex::new(file);
        Self { file }
    }
}

#[cfg(unix)]
impl Storage for PositionedFile {
    fn bytes(&self) -> io::Result<u64> {
        Ok(self.file.metadata()?.len())
    }

    fn read(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
        std::os::unix::fs::FileExt::read_exact_at(&self.file, buffer, offset)
    }
}

#[cfg(not(unix))]
impl Storage for PositionedFile {
    fn bytes(&self) -> io::Result<u64> {
        let file = self.file.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        Ok(file.metadata()?.len())
    }

    fn read(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
        use std::io::{Read, Seek, SeekFrom};
        let mut file = self.file.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        file.seek(SeekFrom::Start(offset))?;
        file.read_exact(buffer)
    }
}
