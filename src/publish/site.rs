//! Writes the files of a site.

use super::args::PublishArgs;
use super::layout::{DATABASES, NETWORKS, REPORTS, SITE, VERSION};
use super::name::{self, Misfit};
use super::settings::Settings;
use super::{card, package, packed, place};
use crate::database;
use nexsolve_console::{Exit, Fault, Global, files, stop};
use nexsolve_db::staged::Staged;
use nexsolve_db::{MANIFEST, files as db_files};
use nexsolve_games::listed::{GAME, LIST};
use nexsolve_oracle::Opened;
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering::Relaxed;

/// A file of the site.
pub(super) struct Written {
    /// The path below the site's folder, with slashes.
    pub(super) path: String,
    pub(super) bytes: u64,
    /// The SHA-256 digest, in hexadecimal.
    pub(super) digest: String,
}

/// A database on the site.
pub(super) struct Described {
    name: String,
    /// The manifest and the tables: their names and lengths.
    files: Vec<(String, u64)>,
}

/// The files that are written last.
pub(super) struct Lists {
    /// `site.json`: the databases, and the names at the top of the folder.
    pub(super) list: Vec<u8>,
    /// `version.js`: the version of the page and its files.
    pub(super) version: Vec<u8>,
}

/// A site that is being written.
pub(super) struct Site<'a> {
    /// The files of the site, before they are put into its folder.
    staged: &'a Staged,
    /// The folder that messages name.
    shown: &'a Path,
    /// The files so far.
    pub(super) written: Vec<Written>,
}

impl<'a> Site<'a> {
    /// Begins a site; messages name the folder `shown`.
    pub(super) fn new(staged: &'a Staged, shown: &'a Path) -> Self {
        Self { staged, shown, written: Vec::new() }
    }

    fn failed(&self, path: &str) -> impl Fn(io::Error) -> Fault + use<> {
        let path = self.shown.join(path);
        move |error| files::unwritable(&path, &error)
    }

    /// Writes a file.
    pub(super) fn put(&mut self, path: &str, contents: &[u8]) -> Result<(), Fault> {
        self.staged.write(path, contents).map_err(self.failed(path))?;
        self.list(path, contents);
        Ok(())
    }

    /// Lists a file as written.
    fn list(&mut self, path: &str, contents: &[u8]) {
        let digest = hexadecimal(&Sha256::digest(contents));
        self.written.push(Written { path: path.to_owned(), bytes: contents.len() as u64, digest });
    }

    /// Copies a file. Returns the blake3 digest of the bytes that were written.
    fn copy(&mut self, from: &Path, path: &str) -> Result<blake3::Hash, Fault> {
        let mut source = db_files::open(from).map_err(|error| unreadable(from, &error))?;
        let mut file = self.staged.create(path).map_err(self.failed(path))?;
        let (mut sha, mut blake, mut bytes) = (Sha256::new(), blake3::Hasher::new(), 0);
        let mut buffer = vec![0; 1 << 20];
        loop {
            if stop::flag().load(Relaxed) {
                return Err(Fault::new(Exit::Interrupted, "the incomplete site was discarded"));
            }
            let read = source.read(&mut buffer).map_err(|error| unreadable(from, &error))?;
            if read == 0 {
                break;
            }
            let part = &buffer[..read];
            file.write_all(part).map_err(self.failed(path))?;
            sha.update(part);
            blake.update(part);
            bytes += read as u64;
        }
        file.sync_all().map_err(self.failed(path))?;
        self.written.push(Written { path: path.to_owned(), bytes, digest: hexadecimal(&sha.finalize()) });
        Ok(blake.finalize())
    }

    /// Copies the files below a folder, but no hidden ones, such as `.git`.
    pub(super) fn tree(&mut self, from: &Path, path: &str) -> Result<(), Fault> {
        let mut entries: Vec<PathBuf> = fs::read_dir(from)
            .and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect())
            .map_err(|error| unreadable(from, &error))?;
        entries.sort();
        for entry in entries {
            let Some(name) = entry.file_name().and_then(|name| name.to_str()) else {
                let message = format!("the name {} does not fit into an address", files::name(&entry));
                return Err(Fault::usage(message).hint("rename it"));
            };
            if name.starts_with('.') {
                continue;
            }
            if name::is_changed_by_windows(name) {
                return Err(Misfit::Windows.fault(name));
            }
            // A link might lead to private files, or back to this folder.
            if entry.is_symlink() {
                let message = format!("{} is a link, which is not published", files::name(&entry));
                return Err(Fault::usage(message).hint("put a copy in its place, or remove it"));
            }
            let below = format!("{path}/{name}");
            if entry.is_dir() { self.tree(&entry, &below)? } else { self.copy(&entry, &below).map(drop)? }
        }
        Ok(())
    }

    /// Writes a database: its files, compared with their digests on the way, and what describes them.
    pub(super) fn database(
        &mut self,
        opened: &Opened,
        folder: &Path,
        name: &str,
        args: &PublishArgs,
        global: &Global,
    ) -> Result<Described, Fault> {
        let manifest = opened.database.manifest();
        let own = format!("{DATABASES}/{name}");
        let begin = self.written.len();
        let mut listed = Vec::new();
        for table in &manifest.tables {
            let found = self.copy(&folder.join(&table.file), &format!("{own}/{}", table.file))?;
            if found.to_hex().as_str() != table.digest {
                return Err(Fault::damaged(&format!("{} has changed since it was written", table.file)));
            }
            listed.push((table.file.clone(), table.bytes));
        }
        for beside in [LIST, GAME] {
            if folder.join(beside).is_file() {
                self.copy(&folder.join(beside), &format!("{own}/{beside}"))?;
                listed.extend(self.written.last().map(|copied| (beside.to_owned(), copied.bytes)));
            }
        }
        self.copy(&folder.join(MANIFEST), &format!("{own}/{MANIFEST}"))?;
        let copied = nexsolve_db::Database::open(&self.staged.path().join(&own));
        if copied.ok().is_none_or(|copied| copied.manifest() != manifest) {
            return Err(Fault::damaged("the manifest has changed while it was copied"));
        }
        listed.extend(self.written.last().map(|copied| (MANIFEST.to_owned(), copied.bytes)));
        let samples = database::sample(opened, &self.staged.path().join(&own), global)?;
        for (sample, _) in &samples {
            let path = self.staged.path().join(&own).join(sample);
            let bytes = fs::read(&path).map_err(self.failed(sample))?;
            self.put(&format!("{own}/{sample}"), &bytes)?;
        }
        let example = match (opened.board.sides(), samples.first()) {
            (None, Some((sample, _))) => position_of(&self.staged.path().join(&own).join(sample)),
            _ => None,
        };
        let about = card::About { opened, name, args, samples: &samples, example };
        self.put(&format!("{own}/README.md"), about.text().as_bytes())?;
        let package = package::document(&about, &self.written[begin..], &own);
        let package = serde_json::to_vec_pretty(&package).expect("text and numbers");
        self.put(&format!("{own}/datapackage.json"), &package)?;
        let lines = self.written[begin..].iter();
        let lines = lines.map(|file| format!("{}  {}\n", file.digest, &file.path[own.len() + 1..]));
        let digests: String = lines.collect();
        self.put(&format!("{own}/SHA256SUMS"), digests.as_bytes())?;
        Ok(Described { name: name.to_owned(), files: listed })
    }

    /// Writes what belongs beside the files of the page and of the reports. Databases stay as they are.
    pub(super) fn pack(&mut self) -> Result<(), Fault> {
        let is_packed = |path: &String| [DATABASES, NETWORKS].iter().all(|folder| !path.starts_with(folder));
        let paths: Vec<String> =
            self.written.iter().map(|file| file.path.clone()).filter(is_packed).collect();
        for path in paths.iter().filter(|path| !packed::names(path).is_empty()) {
            let contents = fs::read(self.staged.path().join(path)).map_err(self.failed(path))?;
            for (name, bytes) in packed::beside(path, &contents).map_err(self.failed(path))? {
                self.put(&name, &bytes)?;
            }
        }
        Ok(())
    }

    /// Returns the list of databases, and the list of the page's files with a version that changes whenever a
    /// file does. `entries` are the names at the top of the site's folder.
    pub(super) fn lists(
        &mut self,
        databases: &[Described],
        entries: &BTreeSet<String>,
        settings: &Settings,
    ) -> Lists {
        let described = |of: &Described| {
            let digest = |file: &str| {
                let path = format!("{DATABASES}/{}/{file}", of.name);
                let found = self.written.iter().find(|written| written.path == path);
                found.map(|written| written.digest[..16].to_owned())
            };
            let file = |(name, bytes): &(String, u64)| json!({ "name": name, "bytes": bytes, "digest": digest(name) });
            json!({ "folder": of.name, "files": of.files.iter().map(file).collect::<Value>() })
        };
        let network = |file: &Written| {
            let (folder, name) = file.path.split_once('/')?;
            let described = json!({ "name": name, "bytes": file.bytes, "digest": file.digest[..16] });
            (folder == NETWORKS).then_some(described)
        };
        let list = json!({
            "program": place::PROGRAM,
            "databases": databases.iter().map(described).collect::<Value>(),
            "networks": self.written.iter().filter_map(network).collect::<Value>(),
            // The names in the site's folder, which the next site replaces.
            "entries": entries,
            // Kept for the next time.
            "settings": settings,
        });
        let list = serde_json::to_vec(&list).expect("text and numbers");
        self.list(SITE, &list);
        // What the page needs before it reads a table, with digests.
        let is_page = |file: &&Written| {
            let is_loaded =
                [".css", ".html", ".js", ".json", ".svg"].iter().any(|end| file.path.ends_with(end));
            is_loaded
                && [DATABASES, REPORTS, "puzzles"].iter().all(|folder| !file.path.starts_with(folder))
                && file.path != SITE
        };
        let page =
            self.written.iter().filter(is_page).map(|file| (file.path.clone(), file.digest[..16].into()));
        let page: Map<String, Value> = page.collect();
        let mut all = Sha256::new();
        for file in &self.written {
            all.update(format!("{}  {}\n", file.digest, file.path));
        }
        let version = hexadecimal(&all.finalize());
        let text = format!(
            "/** Written by nexsolve publish. */\nconst VERSION = {};\nconst FILES = {};\n",
            json!(&version[..16]),
            Value::Object(page)
        );
        self.list(VERSION, text.as_bytes());
        Lists { list, version: text.into_bytes() }
    }
}

/// The position in the last line of a sample.
fn position_of(sample: &Path) -> Option<String> {
    let text = fs::read_to_string(sample).ok()?;
    let fields = text.lines().last()?.splitn(3, ',').nth(2)?;
    let position = match fields.strip_prefix('"') {
        Some(quoted) => quoted.split('"').next()?,
        None => fields.split(',').next()?,
    };
    Some(position.to_owned())
}

fn unreadable(path: &Path, error: &io::Error) -> Fault {
    Fault::new(Exit::System, format!("{} cannot be read: {error}", files::name(path)))
}

/// A digest in hexadecimal.
fn hexadecimal(digest: &[u8]) -> String {
    digest.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}
