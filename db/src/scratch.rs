//! Folders for what is needed only briefly.

use crate::files::{PARTIAL, plain, sweep_of};
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A folder for what is needed only as long as this value lives, which deletes the folder.
///
/// A process that was killed leaves its folder (`.nexsolve.…` with the suffix [`PARTIAL`]) behind. The next
/// [`Scratch`] in the same place removes it, unless the file system has no locks.
#[derive(Debug)]
pub struct Scratch {
    folder: TempDir,
    /// Keeps the folder locked. On systems that cannot lock folders, it stays unlocked.
    _locked: io::Result<File>,
}

/// The variable of the environment that chooses the place of temporary folders.
const VARIABLE: &str = if cfg!(windows) { "TMP" } else { "TMPDIR" };

/// The system refused a temporary folder.
#[derive(Debug, thiserror::Error)]
#[error("no temporary folder can be made in {}: {source}; {VARIABLE} names another place", place.display())]
pub struct ScratchError {
    /// The place of temporary folders.
    pub place: PathBuf,
    /// Why.
    pub source: io::Error,
}

impl Scratch {
    /// Creates a folder where the system keeps temporary files.
    ///
    /// # Errors
    /// If the folder cannot be created.
    pub fn new() -> Result<Self, ScratchError> {
        // The host of a WebAssembly module provides this folder.
        Self::within(if cfg!(target_family = "wasm") { "/tmp".into() } else { std::env::temp_dir() })
    }

    fn within(place: PathBuf) -> Result<Self, ScratchError> {
        Self::named(&place, SCRATCH).map_err(|source| ScratchError { place, source })
    }

    /// Returns the path of the folder.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Creates a folder whose name begins with `prefix`, and sweeps those that killed processes left.
    pub(crate) fn named(place: &Path, prefix: &str) -> io::Result<Self> {
        sweep_of(place, OsStr::new(prefix));
        loop {
            let folder = tempfile::Builder::new().prefix(prefix).suffix(PARTIAL).tempdir_in(place);
            let folder = folder.map_err(|error| fs::metadata(place).err().unwrap_or_else(|| plain(error)))?;
            let locked = File::open(folder.path()).and_then(|folder| folder.lock().map(|()| folder));
            // Before the lock, another process may have removed the folder as a leftover.
            if folder.path().exists() {
                return Ok(Self { folder, _locked: locked });
            }
        }
    }

    /// Deletes the folder.
    pub(crate) fn close(self) -> io::Result<()> {
        self.folder.close()
    }
}

/// The beginning of the name of a [`Scratch`].
const SCRATCH: &str = ".nexsolve.";

#[cfg(test)]
mod tests {
    use super::*;
    use std::error::Error;

    #[test]
    fn an_error_names_the_place_and_the_variable() {
        let folder = tempfile::tempdir().expect("a folder");
        let missing = folder.path().join("missing");
        let error = Scratch::within(missing.clone()).expect_err("no such folder");
        let text = error.to_string();
        assert!(text.contains(&missing.display().to_string()) && text.contains(VARIABLE), "{text}");
        assert!(!text.contains(PARTIAL), "{text}");
        assert!(error.source().is_some());
    }

    #[cfg(unix)]
    #[test]
    fn leftovers_of_killed_processes_are_swept_and_folders_in_use_are_not() {
        let folder = tempfile::tempdir().expect("a folder");
        fs::create_dir(folder.path().join(".nexsolve.a1.partial")).expect("made");
        fs::write(folder.path().join(".nexsolve.a1.partial/one"), "half").expect("written");
        let lives = Scratch::named(folder.path(), SCRATCH).expect("made");
        fs::write(lives.path().join("two"), "2").expect("written");
        drop(Scratch::named(folder.path(), SCRATCH).expect("made"));
        assert_eq!(fs::read(lives.path().join("two")).expect("still there"), b"2");
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
    }
}
