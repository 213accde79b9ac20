//! Replaces files atomically, and opens only regular files.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

/// The suffix of the name of every unfinished file. The name begins with a dot and the name of the final
/// file.
pub const PARTIAL: &str = ".partial";

/// How long a file must survive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Keep {
    /// Permanently: the file is synced and survives a crash of the machine.
    #[default]
    Durably,
    /// As long as the process that made it: the file is not synced.
    Briefly,
}

/// Replaces the file at `path` by the bytes that `write` writes. The data goes to a temporary file in the
/// same folder (`.NAME.…` with the suffix [`PARTIAL`]), which is synced and then renamed. Nobody ever sees a
/// half-written file, and after a crash either the old or the new file exists. If anything fails, the
/// temporary file is removed. If the process is killed, the temporary file stays until [`sweep`] removes it.
///
/// A symbolic link is followed: its target is replaced, or created. Anything else that exists and is not a
/// file (a pipe, a terminal, a device) is written to directly. A file that is replaced keeps its mode and, if
/// the user may set it, its group.
///
/// # Errors
/// If `write` fails, the file is read-only, or it cannot be created, synced or renamed. An existing file is
/// then unchanged.
pub fn replace(path: &Path, write: impl FnOnce(&mut (dyn Write + Send)) -> io::Result<()>) -> io::Result<()> {
    replace_keeping(path, Keep::Durably, write)
}

/// Like [`replace`], but syncs the file only if `keep` is [`Keep::Durably`].
///
/// # Errors
/// As [`replace`].
pub fn replace_keeping(
    path: &Path,
    keep: Keep,
    write: impl FnOnce(&mut (dyn Write + Send)) -> io::Result<()>,
) -> io::Result<()> {
    let there = fs::metadata(path);
    let target = match &there {
        // WASI has no permissions, and the standard library says there that every file is read-only.
        Ok(there) if there.is_file() && there.permissions().readonly() && !cfg!(target_os = "wasi") => {
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, "the file is read-only"));
        }
        Ok(there) if there.is_file() => fs::canonicalize(path)?,
        Ok(there) if !there.is_dir() => return pour(path, write),
        _ => end_of_links(path)?,
    };
    let path = target.as_path();
    let Some(name) = path.file_name() else {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "the path does not name a file"));
    };
    let (folder, prefix) = (folder_of(path), prefix_of(name));
    let mut beside = tempfile::Builder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // The permissions of an ordinary new file, before the process's mask removes some.
        beside.permissions(std::fs::Permissions::from_mode(0o666));
    }
    beside.prefix(&prefix).suffix(PARTIAL);
    let mut file = beside.tempfile_in(folder).map_err(plain)?;
    // The lock lasts as long as this process. Before it is taken, another process may remove the file as a
    // leftover.
    while file.as_file().lock().is_ok() && !file.path().exists() {
        file = beside.tempfile_in(folder).map_err(plain)?;
    }
    let mut out = BufWriter::new(file.as_file_mut());
    write(&mut out)?;
    out.flush()?;
    drop(out);
    if let Ok(there) = there {
        keep_access(file.as_file(), &there)?;
    }
    if keep == Keep::Durably {
        file.as_file().sync_all()?;
    }
    file.persist(path).map_err(|error| error.error)?;
    if keep == Keep::Durably { sync_folder(folder) } else { Ok(()) }
}

/// The beginning of the name of a file's temporary file.
fn prefix_of(name: &OsStr) -> OsString {
    let mut prefix = OsString::from(".");
    prefix.push(name);
    prefix.push(".");
    prefix
}

/// Removes what killed processes have left of the file at `path`: temporary files that no process has locked.
pub fn sweep(path: &Path) {
    if let Some(name) = path.file_name() {
        sweep_of(folder_of(path), &prefix_of(name));
    }
}

/// Removes leftovers whose names begin with `prefix`. Leftovers that cannot be removed stay.
pub(crate) fn sweep_of(folder: &Path, prefix: &OsStr) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let (name, path) = (entry.file_name(), entry.path());
        let name = name.as_encoded_bytes();
        if name.starts_with(prefix.as_encoded_bytes())
            && name.ends_with(PARTIAL.as_bytes())
            // Opening a pipe, which anybody can put into a shared folder, might block.
            && entry.file_type().is_ok_and(|kind| kind.is_file() || kind.is_dir())
            && let Ok(left) = File::open(&path)
            && left.try_lock().is_ok()
        {
            let _ = if path.is_dir() { fs::remove_dir_all(&path) } else { fs::remove_file(&path) };
        }
    }
}

/// Follows links to where a file would be created.
fn end_of_links(path: &Path) -> io::Result<PathBuf> {
    let mut at = path.to_owned();
    // As many as Linux follows.
    for _ in 0..40 {
        match fs::read_link(&at) {
            Ok(link) => at = folder_of(&at).join(link),
            Err(_) => return Ok(at),
        }
    }
    Err(io::Error::new(io::ErrorKind::InvalidInput, "the link leads through too many links"))
}

/// Gives a new file the mode and the group of the file that it replaces.
#[cfg(unix)]
fn keep_access(file: &File, there: &fs::Metadata) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};
    let mut mode = there.mode() & 0o777;
    let is_other_group = file.metadata()?.gid() != there.gid();
    if is_other_group && fchown(file, None, Some(there.gid())).is_err() {
        // The rights of a group are not those of another.
        mode &= 0o707;
    }
    file.set_permissions(fs::Permissions::from_mode(mode))
}

#[cfg(not(unix))]
fn keep_access(_: &File, _: &fs::Metadata) -> io::Result<()> {
    Ok(())
}

/// Writes to something that is not a regular file.
fn pour(path: &Path, write: impl FnOnce(&mut (dyn Write + Send)) -> io::Result<()>) -> io::Result<()> {
    let mut out = BufWriter::new(fs::OpenOptions::new().write(true).open(path)?);
    write(&mut out)?;
    out.flush()
}

/// Removes the name of the temporary file from an error, because it would only confuse.
pub(crate) fn plain(error: io::Error) -> io::Error {
    if error.get_ref().is_some() { error.kind().into() } else { error }
}

/// Opens a regular file for reading. Pipes and devices, which could block the reader, are refused.
///
/// # Errors
/// If the file cannot be opened, or `path` is not a regular file. If too many files are open, the error's
/// kind is [`io::ErrorKind::QuotaExceeded`].
pub fn open(path: &Path) -> io::Result<File> {
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "not a regular file"));
    }
    File::open(path).map_err(|error| {
        if is_out_of_files(&error) {
            let message = "too many files are open: the limit is that of `ulimit -n`";
            return io::Error::new(io::ErrorKind::QuotaExceeded, message);
        }
        error
    })
}

/// Returns whether the system refused because this process or all of them have too many files open.
pub fn is_out_of_files(error: &io::Error) -> bool {
    // EMFILE and ENFILE, which have these numbers on every Unix.
    cfg!(unix) && matches!(error.raw_os_error(), Some(23 | 24))
}

/// Reads a regular file of at most `most` bytes; returns `None` if it is larger.
///
/// # Errors
/// As [`open`].
pub fn read_at_most(path: &Path, most: u64) -> io::Result<Option<Vec<u8>>> {
    let file = open(path)?;
    let mut bytes = Vec::with_capacity(file.metadata()?.len().min(most + 1) as usize);
    file.take(most + 1).read_to_end(&mut bytes)?;
    Ok((bytes.len() as u64 <= most).then_some(bytes))
}

/// Syncs a folder, so that its current names survive a crash. Does nothing on systems that cannot sync
/// folders (other than Unix).
///
/// # Errors
/// If the folder cannot be opened or synced.
pub fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}

/// Returns the folder of the file at `path`.
fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::staged::replace_all;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).expect("a folder");
        entries.map(|entry| entry.expect("an entry").file_name().into_string().expect("text")).collect()
    }

    #[test]
    fn a_file_is_replaced_and_no_temporary_file_is_left() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("file.txt");
        for contents in ["old", "newer"] {
            replace(&path, |out| out.write_all(contents.as_bytes())).expect("writes");
            assert_eq!(fs::read_to_string(&path).expect("reads"), contents);
        }
        assert_eq!(names(folder.path()), ["file.txt"]);
    }

    #[test]
    fn all_files_are_replaced_or_none() {
        let folder = tempfile::tempdir().expect("a folder");
        let (new, old) = (folder.path().join("new"), folder.path().join("old"));
        fs::create_dir(&old).expect("made");
        fs::write(old.join("one"), "as it was").expect("written");
        let fails = |beside: &Path| {
            fs::write(beside.join("one"), "1")?;
            Err(io::Error::other("no more"))
        };
        for place in [&new, &old] {
            assert_eq!(replace_all(place, fails).expect_err("fails").to_string(), "no more");
        }
        assert!(!new.exists() && names(&old) == ["one"]);
        assert_eq!(fs::read(old.join("one")).expect("there"), b"as it was");
        for place in [&new, &old] {
            replace_all(place, |beside| fs::write(beside.join("one"), "1")).expect("written");
            assert_eq!(
                (names(place), fs::read(place.join("one")).expect("there")),
                (vec!["one".to_owned()], vec![b'1'])
            );
        }
    }

    #[cfg(unix)]
    #[test]
    fn leftovers_of_killed_processes_are_swept_and_work_in_progress_is_not() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        fs::write(at(".file.txt.a1.partial"), "half").expect("written");
        fs::write(at(".other.txt.a1.partial"), "half").expect("written");
        fs::create_dir(at(".files.a1.partial")).expect("made");
        fs::write(at(".files.a1.partial/one"), "half").expect("written");
        replace(&at("file.txt"), |out| {
            sweep(&at("file.txt"));
            out.write_all(b"whole")
        })
        .expect("writes");
        replace_all(folder.path(), |beside| {
            sweep_of(folder.path(), OsStr::new(".files."));
            fs::write(beside.join("two"), "2")
        })
        .expect("writes");
        let mut names = names(folder.path());
        names.sort();
        assert_eq!(names, [".other.txt.a1.partial", "file.txt", "two"]);
        assert_eq!(fs::read(at("file.txt")).expect("there"), b"whole");
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_and_devices_are_written_to() {
        use std::os::unix::fs::symlink;
        let folder = tempfile::tempdir().expect("a folder");
        let (file, link) = (folder.path().join("file.txt"), folder.path().join("link.txt"));
        fs::write(&file, "old").expect("writes");
        symlink("file.txt", &link).expect("links");
        replace(&link, |out| out.write_all(b"new")).expect("writes");
        assert!(fs::symlink_metadata(&link).expect("there").is_symlink());
        assert_eq!(fs::read_to_string(&file).expect("reads"), "new");
        fs::create_dir(folder.path().join("disk")).expect("made");
        let to_nothing = folder.path().join("to-nothing");
        symlink("link-on", &to_nothing).expect("links");
        symlink("disk/big", folder.path().join("link-on")).expect("links");
        replace(&to_nothing, |out| out.write_all(b"large")).expect("writes");
        assert!(fs::symlink_metadata(&to_nothing).expect("there").is_symlink());
        assert_eq!(fs::read_to_string(folder.path().join("disk/big")).expect("created"), "large");
        symlink("round", folder.path().join("round")).expect("links");
        assert!(replace(&folder.path().join("round"), |_| Ok(())).is_err());
        for name in ["round", "to-nothing", "link-on", "disk/big"] {
            fs::remove_file(folder.path().join(name)).expect("removed");
        }
        fs::remove_dir(folder.path().join("disk")).expect("removed");
        // Through a link, so that a bug here destroys the link and not the system's device.
        let device = folder.path().join("device");
        symlink("/dev/null", &device).expect("links");
        replace(&device, |out| out.write_all(b"gone")).expect("writes");
        assert!(fs::symlink_metadata(&device).expect("there").is_symlink());
        let mut names = names(folder.path());
        names.sort();
        assert_eq!(names, ["device", "file.txt", "link.txt"]);
    }

    #[cfg(unix)]
    #[test]
    fn an_error_does_not_name_the_temporary_file() {
        let folder = tempfile::tempdir().expect("a folder");
        let error = replace(&folder.path().join("none/file.txt"), |_| Ok(())).expect_err("no such folder");
        assert_eq!(error.kind(), io::ErrorKind::NotFound);
        assert!(!error.to_string().contains(PARTIAL), "{error}");
    }

    #[test]
    fn a_failure_leaves_the_old_file() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("file.txt");
        replace(&path, |out| out.write_all(b"old")).expect("writes");
        let failed = replace(&path, |out| {
            out.write_all(b"half of it")?;
            Err(io::Error::other("no more"))
        });
        assert_eq!(failed.expect_err("fails").to_string(), "no more");
        assert_eq!(fs::read_to_string(&path).expect("reads"), "old");
        assert_eq!(names(folder.path()), ["file.txt"]);
        assert!(replace(Path::new("/"), |_| Ok(())).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn permissions_are_those_of_a_new_file() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().expect("a folder");
        let (path, ordinary) = (folder.path().join("file"), folder.path().join("ordinary"));
        replace(&path, |_| Ok(())).expect("writes");
        fs::write(&ordinary, "").expect("writes");
        let mode = |path: &Path| fs::metadata(path).expect("a file").permissions().mode();
        assert_eq!(mode(&path), mode(&ordinary));
        // A private file stays private, and a read-only one unchanged.
        for (bits, is_replaced) in [(0o600, true), (0o640, true), (0o400, false)] {
            fs::set_permissions(&path, fs::Permissions::from_mode(bits)).expect("set");
            let written = replace(&path, |out| out.write_all(format!("{bits:o}").as_bytes()));
            assert_eq!((written.is_ok(), mode(&path) & 0o777), (is_replaced, bits));
        }
        assert_eq!(fs::read_to_string(&path).expect("reads"), "640");
    }
}
