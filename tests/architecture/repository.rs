//! The files of the repository: its crates, what they depend on, and their sources.

use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::Command;

/// The folder of the repository.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The text of a file, named from the root.
pub(crate) fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The lines of a source file that are not comments, without a test module at its end.
pub(crate) fn code(path: &str) -> String {
    let text = read(path);
    let product = text.split("\n#[cfg(test)]\nmod tests {").next().expect("at least one part");
    let is_code = |line: &&str| !["//", "/*", "* "].iter().any(|mark| line.trim_start().starts_with(mark));
    product.lines().filter(is_code).flat_map(|line| [line, "\n"]).collect()
}

/// The identifiers of a text, and other words of letters, digits and `_`.
pub(crate) fn identifiers(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}

/// All files below a folder whose names end in one of `ends`, as paths from the root with `/`, in order. A
/// missing folder has none. Hidden files, `target` and `node_modules` are skipped.
pub(crate) fn files(folder: &str, ends: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir(root().join(folder)).into_iter().flatten() {
        let path = entry.expect("an entry").path();
        let name = path.file_name().and_then(|name| name.to_str()).expect("a name in UTF-8");
        let from_root = path.strip_prefix(root()).ok().and_then(Path::to_str).expect("a path in UTF-8");
        if name.starts_with('.') || name == "target" || name == "node_modules" {
            continue;
        }
        if path.is_dir() {
            found.extend(files(from_root, ends));
        } else if ends.iter().any(|end| name.ends_with(end)) {
            found.push(from_root.to_owned());
        }
    }
    found.sort();
    found
}

/// A package of the repository.
pub(crate) struct Package {
    /// The folder, as a path from the root; empty for the root package.
    pub(crate) folder: String,
    /// The packages that it depends on, each with its kind: `null`, `"dev"` or `"build"`.
    pub(crate) needs: Vec<(String, Value)>,
}

impl Package {
    /// The sources under a folder of this package, named from the root.
    pub(crate) fn sources(&self, folder: &str) -> Vec<String> {
        files(Path::new(&self.folder).join(folder).to_str().expect("UTF-8"), &[".rs"])
    }

    /// The sources of the package without its tests.
    pub(crate) fn product(&self) -> Vec<String> {
        let all = self.sources("src").into_iter();
        all.filter(|file| !file.contains("/tests/") && !file.ends_with("tests.rs")).collect()
    }
}

/// The manifests of the workspace and of the packages outside it.
const MANIFESTS: [&str; 6] = [
    "Cargo.toml",
    "cluster/Cargo.toml",
    "fuzz/Cargo.toml",
    "play/learn/Cargo.toml",
    "play/web/Cargo.toml",
    "python/Cargo.toml",
];

/// All packages of the repository.
pub(crate) fn packages() -> Vec<Package> {
    MANIFESTS.iter().flat_map(|manifest| packages_of(manifest)).collect()
}

fn packages_of(manifest: &str) -> Vec<Package> {
    let args = ["metadata", "--no-deps", "--offline", "--format-version", "1", "--manifest-path", manifest];
    let output = Command::new(env!("CARGO")).args(args).current_dir(root()).output().expect("cargo");
    let all: Value = serde_json::from_slice(&output.stdout).expect("a document");
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    let package = |package: &Value| {
        let manifest = text(&package["manifest_path"]);
        let folder = Path::new(&manifest).parent().and_then(|folder| folder.strip_prefix(root()).ok());
        let needs = package["dependencies"].as_array().expect("a list").iter();
        Package {
            folder: folder.and_then(Path::to_str).expect("a folder below the root").to_owned(),
            needs: needs.map(|need| (text(&need["name"]), need["kind"].clone())).collect(),
        }
    };
    all["packages"].as_array().expect("packages").iter().map(package).collect()
}
