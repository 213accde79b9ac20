//! The files of the repository: its crates, what they depend on, and their sources.

use std::fs;
use std::path::{Path, PathBuf};

/// The folder of the repository.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The text of a file, named from the root.
pub(crate) fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// All files under a folder that end in one of `ends`, named from the root with `/`, in order. A folder that is not there has
/// none. What begins with a dot, `target` and `node_modules` are passed over.
pub(crate) fn files(folder: &str, ends: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    let mut folders = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        let Ok(entries) = fs::read_dir(&folder) else { continue };
        for entry in entries {
            let path = entry.expect("an entry").path();
            let name = path.file_name().and_then(|name| name.to_str()).expect("a name in UTF-8");
            if name.starts_with('.') || name == "target" || name == "node_modules" {
                continue;
            }
            if path.is_dir() {
                folders.push(path);
            } else if ends.iter().any(|end| name.ends_with(end)) {
                found.push(from_root(&path));
            }
        }
    }
    found.sort();
    found
}

fn from_root(path: &Path) -> String {
    let path = path.strip_prefix(root()).expect("under the root");
    path.to_str().expect("a path in UTF-8").to_owned()
}

/// A package of the workspace.
pub(crate) struct Package {
    /// The folder, named from the root; of the root package nothing.
    pub(crate) folder: String,
    /// What it depends on, by the sections of its manifest.
    pub(crate) needs: Vec<Need>,
}

/// A line of a manifest that names a package to depend on.
pub(crate) struct Need {
    /// The name of the package.
    pub(crate) package: String,
    /// Where the manifest says so.
    pub(crate) section: Section,
}

/// The kinds of dependencies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Section {
    /// `[dependencies]`
    Always,
    /// `[dev-dependencies]`
    Tests,
    /// `[build-dependencies]`
    Build,
}

impl Package {
    /// The package's folder as messages name it.
    pub(crate) fn title(&self) -> &str {
        if self.folder.is_empty() { "the root package" } else { &self.folder }
    }

    /// The sources under a folder of this package, named from the root.
    pub(crate) fn sources(&self, folder: &str) -> Vec<String> {
        files(&self.path(folder), &[".rs"])
    }

    /// The name of something in this package, from the root.
    pub(crate) fn path(&self, name: &str) -> String {
        if self.folder.is_empty() { name.to_owned() } else { format!("{}/{name}", self.folder) }
    }
}

/// All packages of the workspace, the root package first.
pub(crate) fn packages() -> Vec<Package> {
    let manifest = read("Cargo.toml");
    let (_, members) = manifest.split_once("\nmembers = [").expect("a workspace");
    let (members, _) = members.split_once(']').expect("the list's end");
    let members = members.split(',').map(|member| member.trim().trim_matches('"').to_owned());
    let folders = std::iter::once(String::new()).chain(members.filter(|member| !member.is_empty()));
    folders
        .map(|folder| {
            let path = PathBuf::from(&folder).join("Cargo.toml");
            let needs = needs(&read(path.to_str().expect("a path in UTF-8")));
            Package { folder, needs }
        })
        .collect()
}

/// The dependencies that a manifest lists.
fn needs(manifest: &str) -> Vec<Need> {
    let mut section = None;
    let mut needs = Vec::new();
    for line in manifest.lines().map(str::trim) {
        if let Some(title) = line.strip_prefix('[') {
            let title = title.trim_matches(['[', ']']);
            section = match title.rsplit('.').next() {
                _ if title.starts_with("workspace") => None,
                Some("dependencies") => Some(Section::Always),
                Some("dev-dependencies") => Some(Section::Tests),
                Some("build-dependencies") => Some(Section::Build),
                _ => None,
            };
        } else if let (Some(section), Some((name, _))) = (section, line.split_once(['.', '=', ' ']))
            && !line.starts_with('#')
        {
            needs.push(Need { package: name.trim().to_owned(), section });
        }
    }
    needs
}
