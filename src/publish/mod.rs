//! `nexsolve publish`: writes a folder that any static host can serve: the page, and databases with what readers need to use them.

mod card;
mod package;

use crate::args::Global;
use crate::database::{self, folder::check_local};
use crate::exit::Exit;
use crate::fault::Fault;
use crate::units::{counted, size};
use crate::{files, output, stop};
use clap::Args;
use nexsolve_db::json::number;
use nexsolve_db::{MANIFEST, files as db_files};
use nexsolve_oracle::Opened;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering::Relaxed;

/// The file that marks a folder as a site: its databases and their files.
const SITE: &str = "site.json";

/// The WebAssembly module. Its address has its digest, because browsers keep it.
const WASM: &str = "nexsolve.wasm";

/// The address of the module, for the page.
const MODULE: &str = "module.js";

/// The version of the page and the list of its files, for the service worker.
const VERSION: &str = "version.js";

/// The folder of the databases.
const DATABASES: &str = "databases";

/// The folder of the networks that come with the program.
const NETWORKS: &str = "networks";

/// The arguments of `publish`.
#[derive(Args, Clone, Debug)]
pub(crate) struct PublishArgs {
    /// Database folders; without any, the site has the page alone
    #[arg(value_name = "DIR")]
    pub(crate) databases: Vec<PathBuf>,
    /// Folder for the site: new, empty, or that of an earlier site, which is replaced
    #[arg(long, value_name = "SITE")]
    pub(crate) out: PathBuf,
    /// Licence of the databases, as an SPDX identifier
    #[arg(long, value_name = "LICENCE", default_value = "MIT")]
    pub(crate) licence: String,
    /// Who publishes the databases, for their citation
    #[arg(long, value_name = "NAME", default_value = "The nexsolve maintainers")]
    pub(crate) author: String,
    /// Reports of nexsolve report to publish too
    #[arg(long, value_name = "DIR")]
    pub(crate) report: Vec<PathBuf>,
}

/// A file of the site.
struct Written {
    /// The path below the site's folder, with slashes.
    path: String,
    bytes: u64,
    /// The SHA-256 digest, in hexadecimal.
    digest: String,
}

/// Runs the command.
pub(crate) fn run(args: &PublishArgs, global: &Global) -> Result<Exit, Fault> {
    args.databases.iter().chain([&args.out]).try_for_each(|folder| check_local(folder))?;
    files::check_no_file(&args.out)?;
    // Of a link, the folder that it leads to.
    let out = args.out.canonicalize().unwrap_or_else(|_| args.out.clone());
    let earlier = earlier(&out)?;
    let names = names(&args.databases, "databases")?;
    let reports = self::names(&args.report, "reports")?;
    let mut opened = Vec::new();
    for folder in &args.databases {
        opened.push(database::open_among(args.databases.len() as u64, folder, global)?);
    }
    for report in &args.report {
        if !report.join("index.md").is_file() {
            let message = format!("{} is not a report", files::name(report));
            return Err(Fault::usage(message).hint("nexsolve report writes one"));
        }
    }
    stop::on_interrupt("the site")?;
    let at = |path: &Path| {
        let path = path.to_owned();
        move |error: io::Error| files::unwritable(&path, &error)
    };
    let above = out.parent().filter(|path| !path.as_os_str().is_empty()).unwrap_or(Path::new("."));
    fs::create_dir_all(above).map_err(at(above))?;
    let beside = tempfile::Builder::new().prefix(".site.").suffix(db_files::PARTIAL).tempdir_in(above);
    let beside = beside.map_err(at(&args.out))?;
    let mut site = Site { root: beside.path().to_owned(), shown: args.out.clone(), written: Vec::new() };
    for (name, bytes) in nexsolve_viewer::site() {
        site.put(name, bytes)?;
    }
    for (name, network) in nexsolve_net::STORED {
        site.put(&format!("{NETWORKS}/{name}"), network)?;
    }
    let mut described = Vec::new();
    for ((opened, folder), name) in opened.iter().zip(&args.databases).zip(&names) {
        described.push(site.database(opened, folder, name, args, global)?);
    }
    for (report, name) in args.report.iter().zip(&reports) {
        site.tree(report, &format!("reports/{name}"))?;
    }
    site.index(&described)?;
    put_in_place(beside, &out, &earlier)?;
    let bytes: u64 = site.written.iter().map(|file| file.bytes).sum();
    let document = || {
        json!({
            "out": files::name(&args.out),
            "databases": names,
            "files": number(site.written.len() as u64),
            "bytes": number(bytes),
        })
    };
    let text = || {
        let count = counted(site.written.len() as u64, "file", "files");
        let folder = files::name(&args.out);
        format!("{count} written, {}; any web server can serve the folder {folder}\n", size(bytes))
    };
    output::answer(global, document, text)?;
    Ok(Exit::Done)
}

/// Moves the finished site to its place. An earlier site is first moved aside, and deleted last; what others have put into its folder
/// (`.git`, `CNAME`) is kept. `earlier` are the names of its own files.
fn put_in_place(beside: tempfile::TempDir, out: &Path, earlier: &BTreeSet<String>) -> Result<(), Fault> {
    let failed = |error: io::Error| files::unwritable(out, &error);
    let old = beside.path().with_extension("old");
    let is_replaced = out.exists();
    if is_replaced {
        fs::rename(out, &old).map_err(failed)?;
    }
    if let Err(error) = fs::rename(beside.path(), out) {
        if is_replaced {
            fs::rename(&old, out).map_err(failed)?;
        }
        return Err(failed(error));
    }
    // Nothing is at its former place any more.
    let _ = beside.keep();
    if !is_replaced {
        return Ok(());
    }
    for entry in fs::read_dir(&old).map_err(failed)? {
        let name = entry.map_err(failed)?.file_name();
        let is_own = name.to_str().is_some_and(|name| earlier.contains(name));
        if !is_own && !out.join(&name).exists() {
            fs::rename(old.join(&name), out.join(&name)).map_err(failed)?;
        }
    }
    fs::remove_dir_all(&old).map_err(failed)
}

/// The names of the files and folders of an earlier site in this folder; none if it is new or empty. Refuses a folder with other files.
fn earlier(folder: &Path) -> Result<BTreeSet<String>, Fault> {
    let Ok(mut entries) = fs::read_dir(folder) else { return Ok(BTreeSet::new()) };
    if entries.next().is_none() {
        return Ok(BTreeSet::new());
    }
    let list: Option<Value> =
        fs::read(folder.join(SITE)).ok().and_then(|bytes| serde_json::from_slice(&bytes).ok());
    let is_ours = |list: &Value| list["program"].as_str().is_some_and(|name| name.starts_with("nexsolve "));
    if let Some(list) = list.filter(is_ours) {
        let names = list["entries"].as_array().into_iter().flatten();
        return Ok(names.filter_map(|name| name.as_str().map(str::to_owned)).collect());
    }
    let message = format!("{} has other files and no site", files::name(folder));
    Err(Fault::usage(message).hint("choose a new or empty folder"))
}

/// The last part of a path.
fn last(path: &Path) -> String {
    let whole = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    whole.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// The names of the databases or reports on the site: those of their folders, which must differ and fit into an address.
fn names(folders: &[PathBuf], what: &str) -> Result<Vec<String>, Fault> {
    let names: Vec<String> = folders.iter().map(|folder| last(folder)).collect();
    let fits = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    for (at, name) in names.iter().enumerate() {
        if name.is_empty() || name.starts_with('.') || !name.chars().all(fits) {
            let message = format!("the name `{name}` does not fit into an address");
            return Err(Fault::usage(message).hint("rename the folder: letters, digits, and - _ ."));
        }
        if names[..at].contains(name) {
            return Err(Fault::usage(format!("two {what} are named `{name}`")).hint("rename a folder"));
        }
    }
    Ok(names)
}

/// A database on the site.
struct Described {
    name: String,
    /// The manifest and the tables: their names and lengths.
    files: Vec<(String, u64)>,
}

/// A site that is being written.
struct Site {
    /// The folder in which it is written.
    root: PathBuf,
    /// The folder that messages name.
    shown: PathBuf,
    written: Vec<Written>,
}

impl Site {
    fn failed(&self, path: &str) -> impl Fn(io::Error) -> Fault + use<> {
        let path = self.shown.join(path);
        move |error| files::unwritable(&path, &error)
    }

    /// Creates a file and the folders above it.
    fn create(&self, path: &str) -> Result<File, Fault> {
        let place = self.root.join(path);
        let made = place.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| File::create(&place));
        made.map_err(self.failed(path))
    }

    /// Writes a file.
    fn put(&mut self, path: &str, contents: &[u8]) -> Result<(), Fault> {
        let mut file = self.create(path)?;
        file.write_all(contents).and_then(|()| file.sync_all()).map_err(self.failed(path))?;
        let digest = hexadecimal(&Sha256::digest(contents));
        self.written.push(Written { path: path.to_owned(), bytes: contents.len() as u64, digest });
        Ok(())
    }

    /// Copies a file. Returns the blake3 digest of the bytes that were written.
    fn copy(&mut self, from: &Path, path: &str) -> Result<blake3::Hash, Fault> {
        let mut source = db_files::open(from).map_err(|error| unreadable(from, &error))?;
        let mut file = self.create(path)?;
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

    /// Copies the files below a folder.
    fn tree(&mut self, from: &Path, path: &str) -> Result<(), Fault> {
        let mut entries: Vec<PathBuf> = fs::read_dir(from)
            .and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect())
            .map_err(|error| unreadable(from, &error))?;
        entries.sort();
        for entry in entries {
            let name = entry.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let below = format!("{path}/{name}");
            if entry.is_dir() { self.tree(&entry, &below)? } else { self.copy(&entry, &below).map(drop)? }
        }
        Ok(())
    }

    /// Writes a database: its files, compared with their digests on the way, and what describes them.
    fn database(
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
                return Err(database::damaged(&format!("{} has changed since it was written", table.file)));
            }
            listed.push((table.file.clone(), table.bytes));
        }
        self.copy(&folder.join(MANIFEST), &format!("{own}/{MANIFEST}"))?;
        let copied = nexsolve_db::Database::open(&self.root.join(&own));
        if copied.ok().is_none_or(|copied| copied.manifest() != manifest) {
            return Err(database::damaged("the manifest has changed while it was copied"));
        }
        listed.extend(self.written.last().map(|copied| (MANIFEST.to_owned(), copied.bytes)));
        let samples = database::sample(opened, &self.root.join(&own), global)?;
        for (sample, _) in &samples {
            let path = self.root.join(&own).join(sample);
            let bytes = fs::read(&path).map_err(self.failed(sample))?;
            self.put(&format!("{own}/{sample}"), &bytes)?;
        }
        let example = match (opened.board.sides(), samples.first()) {
            (None, Some((sample, _))) => position_of(&self.root.join(&own).join(sample)),
            _ => None,
        };
        let about = card::About { opened, name, args, samples: &samples, example };
        self.put(&format!("{own}/README.md"), about.text()?.as_bytes())?;
        let package = package::document(&about, &self.written[begin..], &own);
        let package = serde_json::to_vec_pretty(&package).expect("text and numbers");
        self.put(&format!("{own}/datapackage.json"), &package)?;
        let lines = self.written[begin..].iter();
        let lines = lines.map(|file| format!("{}  {}\n", file.digest, &file.path[own.len() + 1..]));
        let digests: String = lines.collect();
        self.put(&format!("{own}/SHA256SUMS"), digests.as_bytes())?;
        Ok(Described { name: name.to_owned(), files: listed })
    }

    /// Writes the list of databases, and the list of the page's files with a version that changes whenever a file does.
    fn index(&mut self, databases: &[Described]) -> Result<(), Fault> {
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
        let made_here = [SITE, MODULE, VERSION].into_iter();
        let first = |file: &'_ Written| file.path.split('/').next().unwrap_or_default().to_owned();
        let entries: BTreeSet<String> =
            self.written.iter().map(first).chain(made_here.map(str::to_owned)).collect();
        let list = json!({
            "program": concat!("nexsolve ", env!("CARGO_PKG_VERSION")),
            "databases": databases.iter().map(described).collect::<Value>(),
            "networks": self.written.iter().filter_map(network).collect::<Value>(),
            // The names in the site's folder, which the next site replaces.
            "entries": entries,
        });
        self.put(SITE, &serde_json::to_vec(&list).expect("text and numbers"))?;
        let module = self.written.iter().find(|file| file.path == WASM).map(|file| &file.digest[..16]);
        let module = format!("{WASM}?{}", module.unwrap_or_default());
        let text = format!("/** Written by nexsolve publish. */\nexport const MODULE = {};\n", json!(module));
        self.put(MODULE, text.as_bytes())?;
        // What the page needs before it reads a table.
        let is_page = |path: &&str| (!path.contains('/') || path.starts_with("rules/")) && *path != WASM;
        let page: BTreeSet<&str> =
            self.written.iter().map(|file| file.path.as_str()).filter(is_page).collect();
        let mut all = Sha256::new();
        for file in &self.written {
            all.update(format!("{}  {}\n", file.digest, file.path));
        }
        let version = hexadecimal(&all.finalize());
        let text = format!(
            "/** Written by nexsolve publish. */\nconst VERSION = {};\nconst FILES = {};\n",
            json!(&version[..16]),
            json!(page)
        );
        self.put(VERSION, text.as_bytes())
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
