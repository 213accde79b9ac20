//! Puts a finished site into its folder, file by file: whatever else is in the folder (`.git`, `CNAME`) stays
//! where it is, at every moment.

use super::layout::{SITE, VERSION};
use super::settings::Settings;
use nexsolve_console::{Fault, files};
use nexsolve_db::files::replace;
use nexsolve_db::staged::{self, Move};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

/// The program's name in the list of a site.
pub(super) const PROGRAM: &str = concat!("nexsolve ", env!("CARGO_PKG_VERSION"));

/// The site that is in a folder already.
#[derive(Default)]
pub(super) struct Earlier {
    /// Its list; `None` if there is no site.
    list: Option<Value>,
    /// The names of its files and folders at the top of the folder.
    pub(super) entries: BTreeSet<String>,
}

impl Earlier {
    /// Reads the list of the site in a folder. Refuses a folder that has other files and no site.
    pub(super) fn read(folder: &Path) -> Result<Self, Fault> {
        if let Some(site) = Self::found(folder) {
            return Ok(site);
        }
        if files::is_unused(folder) {
            return Ok(Self::default());
        }
        let message = format!("{} has other files and no site", files::name(folder));
        Err(Fault::usage(message).hint("choose a new or empty folder"))
    }

    /// Reads the list of the site in a folder; `None` if it has no list of this program.
    pub(super) fn found(folder: &Path) -> Option<Self> {
        let list: Value = serde_json::from_slice(&fs::read(folder.join(SITE)).ok()?).ok()?;
        list["program"].as_str().filter(|name| name.starts_with("nexsolve "))?;
        let names = list["entries"].as_array().into_iter().flatten();
        let entries =
            names.filter_map(Value::as_str).filter(|name| is_entry(name)).map(str::to_owned).collect();
        Some(Self { list: Some(list), entries })
    }

    /// What the operator has said about the site.
    pub(super) fn settings(&self) -> Settings {
        let settings = self.list.as_ref().map(|list| list["settings"].clone());
        settings.and_then(|settings| serde_json::from_value(settings).ok()).unwrap_or_default()
    }

    /// Refuses a folder in which something that is not of the site has a name that the new site needs.
    pub(super) fn refuse_foreign(&self, folder: &Path, entries: &BTreeSet<String>) -> Result<(), Fault> {
        let is_foreign =
            |name: &&String| folder.join(name).symlink_metadata().is_ok() && !self.entries.contains(*name);
        let Some(name) = entries.iter().find(is_foreign) else { return Ok(()) };
        let message =
            format!("{} is not of the site, which has a file of this name", files::name(&folder.join(name)));
        Err(Fault::usage(message).hint("move it to another place"))
    }

    /// The list of this site while files of both sites are in the folder: it names those of both as the
    /// site's.
    fn with(&self, entries: &BTreeSet<String>) -> Value {
        let mut list = self.list.clone().unwrap_or_else(|| json!({ "program": PROGRAM, "databases": [] }));
        list["entries"] = self.entries.union(entries).map(String::as_str).collect();
        list
    }
}

/// Returns whether a name, which anybody may have written, is that of a file or folder directly in the site's
/// folder.
fn is_entry(name: &str) -> bool {
    let mut parts = Path::new(name).components();
    matches!((parts.next(), parts.next()), (Some(Component::Normal(_)), None))
}

/// A change of the folder.
pub(super) enum FolderChange {
    /// Replaces a file.
    Write(PathBuf, Vec<u8>),
    /// Moves a file to its place.
    Move(Move),
    /// Removes a file, a link or a folder.
    Remove(PathBuf),
    /// Syncs the folders to which these files were moved.
    Sync(Vec<Move>),
}

impl FolderChange {
    /// Makes the change.
    pub(super) fn make(&self) -> io::Result<()> {
        match self {
            Self::Write(path, bytes) => replace(path, |out| out.write_all(bytes)),
            Self::Move(way) => way.make(),
            Self::Remove(path) if path.symlink_metadata()?.is_dir() => fs::remove_dir_all(path),
            Self::Remove(path) => fs::remove_file(path),
            Self::Sync(moves) => staged::sync(moves),
        }
    }
}

/// The changes that put the files below `from` into the folder `out`, with `list` and `version` as the last
/// two. After each of them, and if the program is killed between two, the folder has a list that names
/// everything of the site in it, so that the next run can go on. Visitors keep the earlier page until the
/// version changes, and take the databases from the list.
pub(super) fn steps(
    from: &Path,
    out: &Path,
    earlier: &Earlier,
    entries: &BTreeSet<String>,
    list: &[u8],
    version: &[u8],
) -> io::Result<Vec<FolderChange>> {
    let moves = staged::moves(from, out)?;
    let mut steps = Vec::new();
    if earlier.list.is_none() || !entries.is_subset(&earlier.entries) {
        steps.push(FolderChange::Write(out.join(SITE), serde_json::to_vec(&earlier.with(entries))?));
    }
    let lists = [out.join(SITE), out.join(VERSION)];
    let files: BTreeSet<&Path> =
        moves.iter().map(|way| way.to.as_path()).chain(lists.iter().map(PathBuf::as_path)).collect();
    let folders = files.iter().flat_map(|file| file.ancestors().skip(1)).collect();
    let wanted = Wanted { files, folders };
    // Before the moves: some file systems do not tell capitals from small letters, and would lose the file
    // that was moved.
    for name in earlier.entries.union(entries) {
        wanted.clear(out.join(name), &mut steps)?;
    }
    steps.extend(moves.iter().cloned().map(FolderChange::Move));
    steps.push(FolderChange::Sync(moves));
    steps.push(FolderChange::Write(out.join(VERSION), version.to_vec()));
    steps.push(FolderChange::Write(out.join(SITE), list.to_vec()));
    Ok(steps)
}

/// The files of the new site, and the folders above them.
struct Wanted<'a> {
    files: BTreeSet<&'a Path>,
    folders: BTreeSet<&'a Path>,
}

impl Wanted<'_> {
    /// Adds the removals of what is at `path` and below it, but not of the site. Links are not followed.
    fn clear(&self, path: PathBuf, steps: &mut Vec<FolderChange>) -> io::Result<()> {
        let Ok(there) = path.symlink_metadata() else { return Ok(()) };
        let is_wanted = if self.folders.contains(path.as_path()) {
            if there.is_dir() {
                for entry in fs::read_dir(&path)? {
                    self.clear(entry?.path(), steps)?;
                }
            }
            // A link to a folder stays.
            path.is_dir()
        } else {
            self.files.contains(path.as_path()) && !there.is_dir()
        };
        if !is_wanted {
            steps.push(FolderChange::Remove(path));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    /// The files below a folder with their contents, but not those that killed processes have left.
    fn files(folder: &Path) -> BTreeMap<String, String> {
        let all = staged::moves(folder, Path::new("")).expect("a folder");
        let read = |way: Move| {
            let name = way.to.to_str().expect("UTF-8").replace('\\', "/");
            (name, fs::read_to_string(way.from).expect("text"))
        };
        all.into_iter().map(read).filter(|(name, _)| !name.starts_with(".files.")).collect()
    }

    fn write(folder: &Path, files: &[(&str, &str)]) {
        for (path, text) in files {
            let file = folder.join(path);
            fs::create_dir_all(file.parent().expect("a folder")).expect("made");
            fs::write(file, text).expect("written");
        }
    }

    fn set(names: &[&str]) -> BTreeSet<String> {
        names.iter().map(|name| (*name).to_owned()).collect()
    }

    const FOREIGN: &[(&str, &str)] =
        &[("CNAME", "example.org"), (".git/HEAD", "ref"), (".git/objects/a", "blob")];
    const OLD: &[(&str, &str)] = &[
        ("index.html", "old"),
        ("gone.js", "old"),
        ("databases/a/t", "old"),
        ("databases/b/t", "old"),
        ("kind", "old"),
    ];
    /// `kind` becomes a folder, and `databases/b` a file.
    const NEW: &[(&str, &str)] = &[
        ("index.html", "new"),
        ("added.js", "new"),
        ("databases/a/t", "new"),
        ("databases/b", "new"),
        ("kind/x", "new"),
    ];

    /// The steps from what is in `out` to the new site, whose files are in a folder that a killed process
    /// would leave.
    fn next(out: &Path) -> Vec<FolderChange> {
        let from = out.join(".files.a1.partial");
        write(&from, NEW);
        let entries = set(&["index.html", "added.js", "databases", "kind", SITE, VERSION]);
        let earlier = Earlier::read(out).expect("a site, or an unused folder");
        earlier.refuse_foreign(out, &entries).expect("nothing foreign is in the way");
        let list =
            serde_json::to_vec(&json!({ "program": PROGRAM, "databases": ["new"], "entries": entries }))
                .expect("JSON");
        steps(&from, out, &earlier, &entries, &list, b"2").expect("readable")
    }

    fn site(out: &Path) {
        write(out, OLD);
        write(out, FOREIGN);
        let list = json!({ "program": PROGRAM, "entries": set(&["index.html", "gone.js", "databases", "kind", SITE, VERSION]) });
        write(out, &[(VERSION, "1"), (SITE, &list.to_string())]);
    }

    #[test]
    fn a_kill_at_any_step_loses_nothing_foreign_and_the_next_run_finishes() {
        let undisturbed = tempfile::tempdir().expect("a folder");
        site(undisturbed.path());
        let steps = next(undisturbed.path());
        steps.iter().try_for_each(FolderChange::make).expect("put");
        let expected = files(undisturbed.path());
        assert_eq!(expected["kind/x"], "new");
        assert!(!expected.contains_key("gone.js") && expected["CNAME"] == "example.org");
        for killed in 0..=steps.len() {
            for is_first in [false, true] {
                let folder = tempfile::tempdir().expect("a folder");
                let out = folder.path();
                if !is_first {
                    site(out);
                }
                next(out).iter().take(killed).try_for_each(FolderChange::make).expect("put");
                for (path, text) in FOREIGN.iter().filter(|_| !is_first) {
                    assert_eq!(fs::read_to_string(out.join(path)).expect("there"), *text, "{killed}: {path}");
                }
                // Visitors take the new version only when all its files are there.
                if !is_first && fs::read_to_string(out.join(VERSION)).expect("there") == "2" {
                    for (path, text) in NEW {
                        assert_eq!(fs::read_to_string(out.join(path)).expect("there"), *text);
                    }
                }
                next(out).iter().try_for_each(FolderChange::make).expect("put");
                let mut expected = expected.clone();
                expected.retain(|path, _| !is_first || !FOREIGN.iter().any(|(name, _)| name == path));
                assert_eq!(files(out), expected, "{killed}");
            }
        }
    }

    #[test]
    fn a_list_that_names_other_folders_harms_nothing_there() {
        let above = tempfile::tempdir().expect("a folder");
        let (out, other) = (above.path().join("s"), above.path().join("other"));
        site(&out);
        write(&other, &[("mine", "mine")]);
        let names = [
            "../other",
            "..",
            ".",
            "",
            "/",
            other.to_str().expect("UTF-8"),
            "databases/../../other",
            "gone.js",
            SITE,
        ];
        let list = json!({ "program": PROGRAM, "entries": names });
        fs::write(out.join(SITE), list.to_string()).expect("written");
        assert_eq!(Earlier::found(&out).expect("a site").entries, set(&["gone.js", SITE]));
        for name in ["index.html", "databases", "kind", VERSION] {
            let path = out.join(name);
            FolderChange::Remove(path).make().expect("removed");
        }
        next(&out).iter().try_for_each(FolderChange::make).expect("put");
        for path in [other.join("mine"), out.join("CNAME"), out.join(".git/HEAD")] {
            assert!(path.exists(), "{}", path.display());
        }
        assert!(!out.join("gone.js").exists());
    }

    #[test]
    fn what_is_in_the_way_but_not_of_the_site_is_named() {
        let folder = tempfile::tempdir().expect("a folder");
        site(folder.path());
        write(folder.path(), &[("added.js", "mine")]);
        let earlier = Earlier::found(folder.path()).expect("a site");
        let fault =
            earlier.refuse_foreign(folder.path(), &set(&["index.html", "added.js"])).expect_err("refused");
        assert!(fault.message.contains("added.js is not of the site"), "{}", fault.message);
    }

    #[cfg(unix)]
    #[test]
    fn links_are_not_followed_when_files_are_removed() {
        use std::os::unix::fs::symlink;
        let (folder, elsewhere) =
            (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
        site(folder.path());
        write(elsewhere.path(), &[("mine", "mine"), ("big/a/t", "old"), ("big/mine", "mine")]);
        symlink(elsewhere.path(), folder.path().join("databases/link")).expect("linked");
        fs::remove_file(folder.path().join("kind")).expect("removed");
        symlink(elsewhere.path().join("big"), folder.path().join("kind")).expect("linked");
        next(folder.path()).iter().try_for_each(FolderChange::make).expect("put");
        assert_eq!(fs::read_to_string(elsewhere.path().join("mine")).expect("there"), "mine");
        assert_eq!(fs::read_to_string(elsewhere.path().join("big/mine")).expect("there"), "mine");
        assert!(!folder.path().join("databases/link").exists());
        // A folder of the site that somebody has put on another disk stays there.
        assert_eq!(fs::read_to_string(elsewhere.path().join("big/x")).expect("there"), "new");
    }
}
