//! Several files that are put into a folder together.
//!
//! All files are first written to a temporary folder inside their folder, then moved one by one. Each move
//! replaces one file completely, so whatever else is in the folder stays where it is, at every moment. A
//! process that is killed before the first move has changed nothing. One that is killed between two moves
//! leaves some files of each version; the same call again moves all of them.

use crate::files::{self, PARTIAL};
use crate::scratch::Scratch;
use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The beginning of the name of the temporary folder.
const FILES: &str = ".files.";

/// Files that are being written for a folder. Dropped, they are deleted; so is the folder, if it was created
/// for them and is empty.
#[derive(Debug)]
pub struct Staged {
    folder: PathBuf,
    is_new: bool,
    /// `None` once it has been deleted.
    scratch: Option<Scratch>,
}

/// Moves a file, and replaces a file at its new place.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Move {
    /// Where the file is.
    pub from: PathBuf,
    /// Where it goes.
    pub to: PathBuf,
}

impl Move {
    /// Makes the move. Creates the folders above the new place. On another file system (a folder that is a
    /// mount point, or a link), the file is copied.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn make(&self) -> io::Result<()> {
        if let Some(above) = self.to.parent() {
            fs::create_dir_all(above)?;
        }
        match fs::rename(&self.from, &self.to) {
            Err(error) if error.kind() == io::ErrorKind::CrossesDevices => {
                let mut from = fs::File::open(&self.from)?;
                files::replace(&self.to, |out| io::copy(&mut from, out).map(drop))
            }
            moved => moved,
        }
    }
}

/// Puts several files into `folder`. `write` writes them to a temporary folder inside `folder` (`.files.…`
/// with the suffix [`PARTIAL`]). Only when all are written, they are moved to `folder`, one by one, and
/// replace files of the same names. A missing folder is created, and removed again if `write` fails.
///
/// # Errors
/// If `write` fails, or a file or folder cannot be created, synced or renamed.
pub fn replace_all(folder: &Path, write: impl FnOnce(&Path) -> io::Result<()>) -> io::Result<()> {
    let staged = Staged::begin(folder)?;
    write(staged.path())?;
    staged.put()
}

impl Staged {
    /// Begins to write files for `folder`, which is created if it is missing. Removes what killed processes
    /// have left of earlier attempts.
    ///
    /// # Errors
    /// If a folder cannot be created.
    pub fn begin(folder: &Path) -> io::Result<Self> {
        let is_new = !folder.exists();
        fs::create_dir_all(folder)?;
        let mut staged = Self { folder: folder.to_owned(), is_new, scratch: None };
        staged.scratch = Some(Scratch::named(folder, FILES)?);
        Ok(staged)
    }

    /// The temporary folder, to which the files are written.
    ///
    /// # Panics
    /// Never: it exists as long as this value.
    pub fn path(&self) -> &Path {
        self.scratch.as_ref().expect("not deleted yet").path()
    }

    /// Creates a file and the folders above it. `path` is relative.
    ///
    /// # Errors
    /// If the file or a folder above it cannot be created.
    pub fn create(&self, path: &str) -> io::Result<fs::File> {
        let file = self.path().join(path);
        if let Some(above) = file.parent() {
            fs::create_dir_all(above)?;
        }
        fs::File::create(file)
    }

    /// Writes a file, and syncs it. `path` is relative.
    ///
    /// # Errors
    /// If the file or a folder above it cannot be created or written.
    pub fn write(&self, path: &str, bytes: &[u8]) -> io::Result<()> {
        let mut file = self.create(path)?;
        file.write_all(bytes)?;
        file.sync_all()
    }

    /// Moves all files to their folder, those at the top first, in the order of their names.
    ///
    /// # Errors
    /// If a file cannot be moved.
    pub fn put(mut self) -> io::Result<()> {
        put(self.path(), &self.folder)?;
        self.scratch.take().map_or(Ok(()), Scratch::close)
    }
}

impl Drop for Staged {
    fn drop(&mut self) {
        drop(self.scratch.take());
        if self.is_new {
            // The removal fails if there are files in the folder; that is not an error.
            let _ = fs::remove_dir(&self.folder);
        }
    }
}

/// Returns whether `name` is that of a temporary folder which a killed process has left.
pub fn is_leftover(name: &str) -> bool {
    name.starts_with(FILES) && name.ends_with(PARTIAL)
}

/// The moves that put the files below `from` into the folder `to`: those at the top first, in the order of
/// their names.
///
/// # Errors
/// If a folder cannot be read.
pub fn moves(from: &Path, to: &Path) -> io::Result<Vec<Move>> {
    let (mut moves, mut folders) = (Vec::new(), Vec::new());
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let way = Move { from: entry.path(), to: to.join(entry.file_name()) };
        if entry.file_type()?.is_dir() { folders.push(way) } else { moves.push(way) }
    }
    moves.sort();
    folders.sort();
    for Move { from, to } in folders {
        moves.extend(self::moves(&from, &to)?);
    }
    Ok(moves)
}

/// Syncs the folders above these files, so that the moves survive a crash.
///
/// # Errors
/// If a folder cannot be synced.
pub fn sync(moves: &[Move]) -> io::Result<()> {
    let folders: BTreeSet<&Path> = moves.iter().filter_map(|way| way.to.parent()).collect();
    folders.into_iter().try_for_each(files::sync_folder)
}

/// Moves all files below `from` into the folder `to`.
fn put(from: &Path, to: &Path) -> io::Result<()> {
    let moves = moves(from, to)?;
    moves.iter().try_for_each(Move::make)?;
    sync(&moves)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    /// The files below a folder with their contents, and what killed processes have left as `None`.
    fn files(folder: &Path) -> BTreeMap<String, String> {
        let all = moves(folder, Path::new("")).expect("a folder");
        let read = |way: Move| {
            let name = way.to.to_str().expect("UTF-8").replace('\\', "/");
            (name, fs::read_to_string(way.from).expect("text"))
        };
        all.into_iter().map(read).filter(|(name, _)| !name.starts_with(FILES)).collect()
    }

    fn write(folder: &Path, files: &[(&str, &str)]) {
        for (path, text) in files {
            let file = folder.join(path);
            fs::create_dir_all(file.parent().expect("a folder")).expect("made");
            fs::write(file, text).expect("written");
        }
    }

    const OLD: &[(&str, &str)] = &[("index", "old"), ("a/one", "old"), ("mine", "mine"), ("a/mine", "mine")];
    const NEW: &[(&str, &str)] = &[("index", "new"), ("a/one", "new"), ("a/b/two", "new"), ("zoo", "new")];

    #[test]
    fn a_kill_between_two_moves_loses_nothing_and_the_next_run_finishes() {
        let steps = NEW.len();
        for done in 0..=steps {
            let folder = tempfile::tempdir().expect("a folder");
            write(folder.path(), OLD);
            let killed = folder.path().join(".files.a1.partial");
            write(&killed, NEW);
            let all = moves(&killed, folder.path()).expect("read");
            assert_eq!(all.len(), steps);
            // The file at the top by which the folder is recognised goes first.
            assert!(all[0].to.ends_with("index"));
            all[..done].iter().try_for_each(Move::make).expect("moved");
            let between = files(folder.path());
            for (path, old) in OLD {
                let new = NEW.iter().find(|(name, _)| name == path).map_or(old, |(_, text)| text);
                assert!([old, new].contains(&&between[*path].as_str()), "{done}: {path}");
            }
            let staged = Staged::begin(folder.path()).expect("begun");
            for (path, text) in NEW {
                staged.write(path, text.as_bytes()).expect("written");
            }
            staged.put().expect("put");
            let expected: BTreeMap<String, String> =
                OLD.iter().chain(NEW).map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect();
            assert_eq!(files(folder.path()), expected, "{done}");
            let left = fs::read_dir(folder.path()).expect("a folder");
            let left = left.filter(|entry| {
                entry.as_ref().is_ok_and(|entry| entry.file_name().to_str().is_some_and(is_leftover))
            });
            assert_eq!(left.count(), usize::from(!cfg!(unix)), "{done}: leftovers are swept");
        }
    }

    #[test]
    fn a_new_folder_is_removed_if_nothing_is_put_into_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let new = folder.path().join("some/new");
        let staged = Staged::begin(&new).expect("begun");
        staged.write("a/one", b"1").expect("written");
        assert!(new.is_dir());
        drop(staged);
        assert!(!new.exists());
        let staged = Staged::begin(&new).expect("begun");
        staged.write("a/one", b"1").expect("written");
        staged.put().expect("put");
        assert_eq!(files(&new).into_iter().collect::<Vec<_>>(), [("a/one".to_owned(), "1".to_owned())]);
    }
}
