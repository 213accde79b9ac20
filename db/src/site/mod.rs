//! A database at an address on the web, of which only the needed parts are read.
//!
//! The server may be wrong or hostile: nothing that it sends is trusted. Answers have at most the expected length, and
//! tables are checked like those of a folder.

mod answer;
mod file;
#[cfg(test)]
mod tests;

use self::answer::Client;
use self::file::{Pieces, RemoteFile};
use crate::{MANIFEST, Manifest, OpenError, TableRecord, manifest};
use std::io::ErrorKind;
use std::path::Path;
use std::sync::Arc;

/// A site with a database.
#[derive(Debug)]
pub(crate) struct Site {
    /// Without a slash at the end.
    address: String,
    client: Client,
    pieces: Arc<Pieces>,
}

impl Site {
    /// Creates the site at this address, which may end with a slash or the name of the manifest. `memory_bytes` is for
    /// pieces of files. Sends no request.
    pub(crate) fn new(address: &str, memory_bytes: u64) -> Self {
        let folder = address.strip_suffix(MANIFEST).filter(|folder| folder.ends_with('/')).unwrap_or(address);
        let host = folder.find("://").map_or(0, |scheme| scheme + 3);
        let address = format!("{}{}", &folder[..host], folder[host..].trim_end_matches('/'));
        Self { address, client: Client::new(), pieces: Arc::new(Pieces::new(memory_bytes)) }
    }

    /// Returns the address of a file.
    pub(crate) fn address_of(&self, file: &str) -> String {
        format!("{}/{file}", self.address)
    }

    /// Reads the manifest. If the server redirects this request, the tables are read from where it led.
    pub(crate) fn manifest(&mut self) -> Result<Manifest, OpenError> {
        let address = self.address_of(MANIFEST);
        let file = Path::new(&address);
        let (bytes, found) = match self.client.whole(&address, manifest::MOST_BYTES) {
            Ok(answer) => answer,
            Err(error) if error.kind() == ErrorKind::NotFound => {
                return Err(OpenError::NoSite { address: self.address.clone() });
            }
            Err(source) => return Err(OpenError::Io { file: file.to_owned(), source }),
        };
        let manifest = Manifest::parse(file, bytes)?;
        if let Some(folder) = found.strip_suffix(MANIFEST).and_then(|folder| folder.strip_suffix('/')) {
            folder.clone_into(&mut self.address);
        }
        Ok(manifest)
    }

    /// Opens a table's file, which has the length that the manifest lists. Sends no request.
    pub(crate) fn file(&self, record: &TableRecord) -> RemoteFile {
        RemoteFile::new(self.address_of(&record.file), record.bytes, self.client.clone(), &self.pieces)
    }
}
