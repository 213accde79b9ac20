//! A database at an address on the web, of which only the needed parts are read.
//!
//! The server may be wrong or hostile: nothing that it sends is trusted. Answers have at most the expected
//! length and end in time, and tables are checked like those of a folder.

mod address;
mod answer;
mod file;
mod guard;
#[cfg(test)]
mod tests;
mod wait;

use self::address::Address;
use self::answer::Client;
use self::file::{Pieces, RemoteFile};
use crate::manifest::{self, Manifest};
use crate::memory::MOST_MANIFEST_BYTES;
use crate::{MANIFEST, OpenError, TableRecord};
use std::io::{self, ErrorKind};
use std::path::Path;
use std::sync::Arc;

/// A site with a database.
#[derive(Debug)]
pub(crate) struct Site {
    address: Address,
    client: Client,
    pieces: Arc<Pieces>,
}

impl Site {
    /// Creates the site at this address, which may end with a slash or the name of the manifest.
    /// `memory_bytes` is for pieces of files. Sends no request.
    pub(crate) fn new(address: &str, memory_bytes: u64) -> Self {
        let address = Address::new(address);
        let client = Client::new(&address.file(MANIFEST));
        Self { address, client, pieces: Arc::new(Pieces::new(memory_bytes)) }
    }

    /// Returns the address of a file as people may see it.
    pub(crate) fn shown(&self, file: &str) -> String {
        format!("{}/{file}", self.address.shown())
    }

    /// Reads the manifest, of at most `most` bytes. If the server redirects this request, the tables are read
    /// from where it led.
    pub(crate) fn manifest(&mut self, most: u64) -> Result<Manifest, OpenError> {
        let shown = self.shown(MANIFEST);
        let file = Path::new(&shown);
        let most = most.min(MOST_MANIFEST_BYTES);
        let answer = self.client.whole(&self.address.file(MANIFEST), most);
        let answer = answer.map_err(|source| match source.kind() {
            ErrorKind::NotFound => OpenError::NoSite { address: self.address.shown() },
            _ => OpenError::Io { file: file.to_owned(), source },
        })?;
        let (bytes, found) = match answer {
            Ok(answer) => answer,
            Err(length) => return Err(manifest::too_large(file, length, most)),
        };
        let manifest = Manifest::parse(file, bytes)?;
        if let Some(address) = self.address.moved(&found) {
            self.client = Client::new(&found);
            self.address = address;
        }
        Ok(manifest)
    }

    /// Reads a file beside the tables, of at most `most` bytes; `None` if it is larger.
    pub(crate) fn beside(&self, name: &str, most: u64) -> io::Result<Option<Vec<u8>>> {
        Ok(self.client.whole(&self.address.file(name), most)?.ok().map(|(bytes, _)| bytes))
    }

    /// Opens a table's file, which has the length that the manifest lists. Sends no request.
    pub(crate) fn file(&self, record: &TableRecord) -> RemoteFile {
        RemoteFile::new(self.address.file(&record.file), record.bytes, self.client.clone(), &self.pieces)
    }
}
