//! Where the files of a database are: in a folder, or at an address on the web.

use crate::address::is_address;
#[cfg(feature = "http")]
use crate::site::Site;
use crate::storage::{PositionedFile, Storage};
use crate::{Manifest, OpenError, TableRecord};
use std::io;
use std::path::{Path, PathBuf};

/// The source of a database's files.
#[derive(Debug)]
pub(crate) enum FileSource {
    Folder(PathBuf),
    #[cfg(feature = "http")]
    Site(Site),
}

impl FileSource {
    /// Returns the source at a path or an address. `memory_bytes` is for the parts of files that were read
    /// over a network.
    #[cfg(feature = "http")]
    pub(crate) fn of(place: &Path, memory_bytes: u64) -> Self {
        match place.to_str().filter(|_| is_address(place)) {
            Some(address) => Self::Site(Site::new(address, memory_bytes)),
            None => Self::Folder(place.to_owned()),
        }
    }

    #[cfg(not(feature = "http"))]
    pub(crate) fn of(place: &Path, _: u64) -> Self {
        Self::Folder(place.to_owned())
    }

    /// Returns whether looking at a file is a request to a server.
    pub(crate) fn is_remote(&self) -> bool {
        !matches!(self, Self::Folder(_))
    }

    /// Reads the manifest, of at most `most` bytes.
    pub(crate) fn manifest(&mut self, most: u64) -> Result<Manifest, OpenError> {
        match self {
            Self::Folder(folder) if is_address(folder) => {
                Err(OpenError::NoHttp { address: crate::shown(folder).display().to_string() })
            }
            Self::Folder(folder) => Manifest::read(folder, most),
            #[cfg(feature = "http")]
            Self::Site(site) => site.manifest(most),
        }
    }

    /// Reads a file beside the tables, of at most `most` bytes; `None` if there is none.
    pub(crate) fn beside(&self, name: &str, most: u64) -> io::Result<Option<Vec<u8>>> {
        let found = match self {
            Self::Folder(folder) => crate::files::read_at_most(&folder.join(name), most),
            #[cfg(feature = "http")]
            Self::Site(site) => site.beside(name, most),
        };
        match found {
            Ok(None) => {
                Err(io::Error::new(io::ErrorKind::FileTooLarge, "the file does not fit into the memory"))
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            found => found,
        }
    }

    /// Returns the path or the address of a table's file.
    pub(crate) fn file(&self, record: &TableRecord) -> PathBuf {
        match self {
            Self::Folder(folder) => folder.join(&record.file),
            #[cfg(feature = "http")]
            Self::Site(site) => site.shown(&record.file).into(),
        }
    }

    /// Opens a table's file. That of a site is not read before a part of it is needed.
    pub(crate) fn open(&self, record: &TableRecord) -> io::Result<Box<dyn Storage>> {
        match self {
            Self::Folder(folder) => Ok(Box::new(PositionedFile::open(&folder.join(&record.file))?)),
            #[cfg(feature = "http")]
            Self::Site(site) => Ok(Box::new(site.file(record))),
        }
    }
}
