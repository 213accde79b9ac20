//! Where the files of a database are: in a folder, or at an address on the web.

#[cfg(feature = "http")]
use crate::site::Site;
use crate::storage::{PositionedFile, Storage};
use crate::{Manifest, OpenError, TableRecord};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
#[cfg(feature = "http")]
use std::sync::OnceLock;

/// Returns whether this is the address of a database on the web, and not the path of a folder: it begins with `http://`
/// or `https://`. (`./http:` is a folder.)
///
/// ```
/// use nexsolve_db::is_address;
/// use std::path::Path;
///
/// assert!(is_address(Path::new("https://example.org/databases/nex33")));
/// assert!(!is_address(Path::new("databases/nex33")));
/// ```
pub fn is_address(path: &Path) -> bool {
    let begins = |text: &str, scheme: &str| {
        text.get(..scheme.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(scheme))
    };
    path.to_str().is_some_and(|text| begins(text, "http://") || begins(text, "https://"))
}

/// Returns whether errors of this kind mean that a server was not reached or gave no answer. It may be reached later, and
/// nothing is known about the database.
pub fn is_unreached(kind: ErrorKind) -> bool {
    use ErrorKind::{
        ConnectionAborted, ConnectionRefused, ConnectionReset, HostUnreachable, NetworkUnreachable, TimedOut,
    };
    [ConnectionRefused, ConnectionReset, ConnectionAborted, HostUnreachable, NetworkUnreachable, TimedOut]
        .contains(&kind)
}

#[cfg(feature = "http")]
static TELL: OnceLock<fn(&str)> = OnceLock::new();

/// Sets the function that receives what a user should know about a server: one sentence if it sends whole files instead
/// of the parts that are needed. Only the first call counts. The function may be called by any thread during a probe.
pub fn on_note(tell: fn(&str)) {
    #[cfg(feature = "http")]
    let _ = TELL.set(tell);
    #[cfg(not(feature = "http"))]
    let _ = tell;
}

/// Passes a sentence to the function of [`on_note`].
#[cfg(feature = "http")]
pub(crate) fn note(text: &str) {
    if let Some(tell) = TELL.get() {
        tell(text);
    }
}

/// The source of a database's files.
#[derive(Debug)]
pub(crate) enum Source {
    Folder(PathBuf),
    #[cfg(feature = "http")]
    Site(Site),
}

impl Source {
    /// Returns the source at a path or an address. `memory_bytes` is for the parts of files that were read over a network.
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

    /// Reads the manifest.
    pub(crate) fn manifest(&mut self) -> Result<Manifest, OpenError> {
        match self {
            Self::Folder(folder) if is_address(folder) => {
                Err(OpenError::NoHttp { address: folder.display().to_string() })
            }
            Self::Folder(folder) => Manifest::read(folder),
            #[cfg(feature = "http")]
            Self::Site(site) => site.manifest(),
        }
    }

    /// Returns the path or the address of a table's file.
    pub(crate) fn file(&self, record: &TableRecord) -> PathBuf {
        match self {
            Self::Folder(folder) => folder.join(&record.file),
            #[cfg(feature = "http")]
            Self::Site(site) => site.address_of(&record.file).into(),
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
