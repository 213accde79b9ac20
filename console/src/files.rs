//! Reads and writes files.

use crate::exit::Exit;
use crate::fault::{Fault, safe};
use crate::output;
use nexsolve_db::MANIFEST;
use nexsolve_db::staged::is_leftover;
use serde_json::Value;
use std::ffi::OsStr;
use std::fs::{self, DirEntry, File};
use std::io::{self, Read, Write};
use std::path::Path;

/// The byte-order mark that some editors put before UTF-8 text.
pub const MARK: &[u8] = "\u{feff}".as_bytes();

/// Opens a file for reading; standard input for `-`.
///
/// # Errors
/// If the file cannot be opened.
pub fn open(path: &Path) -> Result<Box<dyn Read + Send>, Fault> {
    if path.as_os_str() == "-" {
        output::awaits("a file");
        return Ok(Box::new(io::stdin()));
    }
    Ok(Box::new(File::open(path).map_err(|error| unreadable(path, &error))?))
}

/// Reads a file; standard input for `-`.
///
/// # Errors
/// If the file cannot be read.
pub fn read(path: &Path) -> Result<Vec<u8>, Fault> {
    let mut bytes = Vec::new();
    open(path)?.read_to_end(&mut bytes).map_err(|error| unreadable(path, &error))?;
    Ok(bytes)
}

/// Reads a regular file that may take one of `parts` equal parts of `memory`. Devices and pipes, which may
/// never end, are refused.
///
/// # Errors
/// If the file cannot be read, or is longer.
pub fn read_part(path: &Path, memory: u64, parts: u64) -> Result<Vec<u8>, Fault> {
    let most = memory / parts;
    let read = nexsolve_db::files::read_at_most(path, most).map_err(|error| unreadable(path, &error))?;
    read.ok_or_else(|| too_large(path, most, parts))
}

/// The same for anything that can be read, such as a pipe, and standard input for `-`.
///
/// # Errors
/// As [`read_part`].
pub fn read_any_part(path: &Path, memory: u64, parts: u64) -> Result<Vec<u8>, Fault> {
    let (most, mut bytes) = (memory / parts, Vec::new());
    open(path)?.take(most + 1).read_to_end(&mut bytes).map_err(|error| unreadable(path, &error))?;
    if bytes.len() as u64 <= most { Ok(bytes) } else { Err(too_large(path, most, parts)) }
}

/// The fault of a file that takes more than `most` bytes, one of `parts` equal parts of the memory.
fn too_large(path: &Path, most: u64, parts: u64) -> Fault {
    let bytes = path.metadata().map_or(0, |data| data.len()).max(most + 1);
    Fault::memory(&format!("{} needs", name(path)), bytes.saturating_mul(parts), "")
}

/// Returns the text of a file: UTF-8, or UTF-16 with a byte-order mark, which some shells write (`>` in
/// PowerShell).
///
/// # Errors
/// If the bytes are no such text.
pub fn text(path: &Path, bytes: Vec<u8>) -> Result<String, Fault> {
    let text = match bytes.strip_prefix(MARK) {
        Some(rest) => String::from_utf8(rest.to_vec()).ok(),
        None if bytes.starts_with(&[0xff, 0xfe]) => utf16(&bytes[2..], u16::from_le_bytes),
        None if bytes.starts_with(&[0xfe, 0xff]) => utf16(&bytes[2..], u16::from_be_bytes),
        None => String::from_utf8(bytes).ok(),
    };
    text.ok_or_else(|| {
        Fault::input(format!("{} is not UTF-8 text", name(path))).hint("save it in the encoding UTF-8")
    })
}

/// Returns UTF-16 as text.
fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Option<String> {
    let (pairs, rest) = bytes.as_chunks::<2>();
    let text = char::decode_utf16(pairs.iter().map(|&pair| unit(pair))).collect::<Result<String, _>>();
    text.ok().filter(|_| rest.is_empty())
}

/// The fault of a file or folder that cannot be read.
pub fn unreadable(path: &Path, error: &io::Error) -> Fault {
    Fault::input(format!("{} cannot be read: {error}", name(path)))
}

/// Replaces a file by these contents, entirely or not at all.
///
/// # Errors
/// If the system refuses to write the file.
pub fn replace(path: &Path, contents: &[u8]) -> Result<(), Fault> {
    write(path, |out| out.write_all(contents).map_err(|error| unwritable(path, &error)))
}

/// Replaces a file by what `contents` writes, entirely or not at all. Removes temporary files that killed
/// processes left.
///
/// # Errors
/// That of `contents`, or if the system refuses to write the file.
pub fn write(
    path: &Path,
    contents: impl FnOnce(&mut (dyn Write + Send)) -> Result<(), Fault>,
) -> Result<(), Fault> {
    let mut fault = None;
    nexsolve_db::files::sweep(path);
    let written =
        nexsolve_db::files::replace(path, |out| contents(out).map_err(|error| held(error, &mut fault)));
    settled(path, written, fault)
}

/// Puts several files into a folder: all of them, or none. `contents` writes them to a temporary folder.
///
/// # Errors
/// That of `contents`, or if the system refuses to write the files.
pub fn write_all(folder: &Path, contents: impl FnOnce(&Path) -> Result<(), Fault>) -> Result<(), Fault> {
    let mut fault = None;
    let written = nexsolve_db::staged::replace_all(folder, |beside| {
        contents(beside).map_err(|error| held(error, &mut fault))
    });
    settled(folder, written, fault)
}

/// Keeps a fault in `aside`, and returns a system error in its place.
fn held(fault: Fault, aside: &mut Option<Fault>) -> io::Error {
    *aside = Some(fault);
    io::Error::other("see the fault")
}

/// Returns the result of writing. A fault kept by [`held`] takes precedence over the system error.
fn settled(path: &Path, written: io::Result<()>, fault: Option<Fault>) -> Result<(), Fault> {
    fault.map_or_else(|| written.map_err(|error| unwritable(path, &error)), Err)
}

/// The fault if the system refuses to write a file.
pub fn unwritable(path: &Path, error: &io::Error) -> Fault {
    refused(format!("{} cannot be written: {error}", name(path)), error)
}

/// The fault if the system refuses something with this error, with a remedy if there is one.
pub fn refused(message: impl Into<String>, error: &io::Error) -> Fault {
    let fault = Fault::new(Exit::System, message);
    match remedy(error) {
        Some(remedy) => fault.hint(remedy),
        None => fault,
    }
}

/// What to do if the system refuses to write a file.
fn remedy(error: &io::Error) -> Option<&'static str> {
    match error.kind() {
        io::ErrorKind::StorageFull => Some("free disk space, or choose a folder on another disk"),
        io::ErrorKind::FileTooLarge => {
            Some("allow larger files (ulimit -f), or choose a folder on another file system")
        }
        // The file itself is a mount point, as in some containers.
        io::ErrorKind::ResourceBusy => {
            Some("mount the folder, not the file: a mounted file cannot be replaced")
        }
        _ => None,
    }
}

/// Returns whether a folder does not exist, is empty, or has only what killed processes have left.
pub fn is_unused(folder: &Path) -> bool {
    match fs::read_dir(folder) {
        Ok(mut entries) => entries.all(is_left),
        Err(_) => true,
    }
}

fn is_left(entry: io::Result<DirEntry>) -> bool {
    entry.is_ok_and(|entry| entry.file_name().to_str().is_some_and(is_leftover))
}

/// Checks, before long work, that a file can be written at `path`: its folder must exist, and it must not
/// belong to a database.
///
/// # Errors
/// Says why no file can be written.
pub fn check_folder(path: &Path) -> Result<(), Fault> {
    match path.parent() {
        _ if path.as_os_str() == "-" => {
            Err(Fault::usage("- means standard input; an output file needs a name")
                .hint("for standard output, give /dev/stdout"))
        }
        _ if is_of_database(path) => {
            Err(Fault::usage(format!("{} belongs to a database", name(path))).hint("choose another name"))
        }
        _ if path.is_dir() => Err(Fault::usage(format!("{} is a folder: give a file", name(path)))),
        Some(folder) if !folder.as_os_str().is_empty() && !folder.is_dir() => {
            Err(Fault::new(Exit::System, format!("the folder {} does not exist", name(folder))))
        }
        _ => Ok(()),
    }
}

/// The greatest size of a manifest that is read to see what belongs to a database.
const MOST_MANIFEST: u64 = 64 << 20;

/// Returns whether a file exists and is a database's manifest, or listed there.
fn is_of_database(path: &Path) -> bool {
    let manifest = path.with_file_name(MANIFEST);
    if !path.is_file() || !manifest.is_file() {
        return false;
    }
    // The manifest of a damaged or newer database counts too.
    let read =
        || serde_json::from_reader(io::BufReader::new(File::open(&manifest).ok()?.take(MOST_MANIFEST))).ok();
    let Some(Value::Object(manifest)) = read() else { return path.ends_with(MANIFEST) };
    let Some(Value::Array(tables)) = manifest.get("tables") else { return false };
    let is_it = |name: &Value| name.as_str().is_some_and(|name| path.file_name() == Some(OsStr::new(name)));
    path.ends_with(MANIFEST) || tables.iter().any(|table| table.get("file").is_some_and(is_it))
}

/// Checks that `path` can be a folder.
///
/// # Errors
/// If the path is a file, or leads through one.
pub fn check_no_file(path: &Path) -> Result<(), Fault> {
    // Any ancestor of the path may also be a file, or a link to nothing.
    let what = match path.ancestors().find(|place| place.symlink_metadata().is_ok()) {
        Some(place) if place.is_dir() => return Ok(()),
        Some(place) => match (place.exists(), place.read_link()) {
            (false, Ok(target)) => {
                format!("{} is a link to {}, which does not exist", name(place), name(&target))
            }
            _ => format!("{} is a file, not a folder", name(place)),
        },
        None => return Ok(()),
    };
    Err(Fault::usage(format!("{what}: choose another name")))
}

/// Returns the name of a file, or an address without its password, as it can be printed.
pub fn name(path: &Path) -> String {
    if path.as_os_str() == "-" {
        "standard input".to_owned()
    } else {
        safe(&nexsolve_db::shown(path).to_string_lossy())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_of_any_unicode_encoding_is_text() {
        let read = |bytes: &[u8]| text(Path::new("file"), bytes.to_vec());
        let utf16 = |unit: fn(u16) -> [u8; 2]| -> Vec<u8> {
            "\u{feff}a棋🂡".encode_utf16().flat_map(unit).collect()
        };
        for bytes in ["a棋🂡".into(), "\u{feff}a棋🂡".into(), utf16(u16::to_le_bytes), utf16(u16::to_be_bytes)]
        {
            let bytes: Vec<u8> = bytes;
            assert_eq!(read(&bytes).as_deref(), Ok("a棋🂡"), "{bytes:?}");
        }
        assert_eq!(read(b"").as_deref(), Ok(""));
        for bytes in [&b"\xff\xfea"[..], b"\xff\xfe\x00\xd8", b"\xef\xbb\xbf\xe4", b"\xe4"] {
            let fault = read(bytes).expect_err("no text");
            assert_eq!(fault.message, "file is not UTF-8 text");
        }
    }
}
