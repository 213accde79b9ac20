//! Dependencies between crates: each leads to a lower level, and each is used. Also lists files with unsafe
//! code.

use super::repository;
use std::collections::BTreeSet;

/// The crates by levels, each named by its folder; the last is the command. A crate may only depend on crates
/// on lower levels.
const LEVELS: &[&[&str]] = &[
    &["core"],
    &["solver", "proof", "db", "catalogue"],
    &["games/listed", "games/rhombus"],
    &[
        "games/awari",
        "games/connect4",
        "games/dodgem",
        "games/domineering",
        "games/draughts",
        "games/hex",
        "games/nex",
        "games/tictactoe",
    ],
    &["games", "tablegen"],
    &["games/hex/kernel", "games/listed/kernel", "games/nex/kernel", "verify", "oracle", "play/net"],
    &["games/kernels"],
    &["play/players"],
    &["play/attic", "play/judging", "play/protocols"],
    &["play/viewer", "reports"],
    &["console"],
    &["capi", "cluster", "fuzz", "python", "play/learn", "play/web"],
    &[""],
];

/// Forbidden dependencies on a lower level: the crate, the one that it may not use, and why.
const NEVER: &[(&str, &str, &str)] = &[
    ("tablegen", "games", "each game brings its own engine"),
    ("oracle", "tablegen", "values are looked up where none are generated"),
    ("tablegen", "solver", "tables and searches check each other"),
    ("tablegen", "proof", "tables and certificates check each other"),
    ("verify", "games/kernels", "generation and verification check each other"),
    ("verify", "tablegen", "generation and verification check each other"),
    ("console", "games", "a changed game does not compile it again"),
];

fn level(folder: &str) -> usize {
    let place = LEVELS.iter().position(|crates| crates.contains(&folder));
    place.unwrap_or_else(|| panic!("`{folder}` has no level: give it one in LEVELS"))
}

/// Returns the folder of the crate `nexsolve-NAME`: the only one whose path ends in the name, with `-` for
/// `/`.
fn folder_of(name: &str) -> &'static str {
    let mut folders = LEVELS.iter().copied().flatten().copied();
    let path = name.replace('-', "/");
    let is_it = |folder: &&str| {
        *folder == path || ["games/", "play/"].iter().any(|room| folder.strip_prefix(room) == Some(&path))
    };
    folders.find(is_it).unwrap_or_else(|| panic!("nexsolve-{name} has no level: give it one in LEVELS"))
}

#[test]
fn crates_depend_on_lower_ones() {
    for package in repository::packages() {
        let own = package.folder.as_str();
        for (need, kind) in &package.needs {
            let Some(name) = need.strip_prefix("nexsolve-").filter(|_| *kind != "dev") else { continue };
            let other = folder_of(name);
            assert!(level(other) < level(own), "`{own}` depends on {other}, which is not below it");
            let never = NEVER.iter().find(|(user, used, _)| (*user, *used) == (own, other));
            assert_eq!(never, None, "a forbidden dependency");
        }
    }
}

#[test]
fn the_exact_crates_use_nothing_of_the_playing_wing() {
    let may_play = |folder: &str| {
        folder.is_empty() || ["fuzz", "python"].contains(&folder) || folder.starts_with("play/")
    };
    for package in repository::packages().iter().filter(|package| !may_play(&package.folder)) {
        let needs = package.needs.iter().filter(|(_, kind)| *kind != "dev");
        for name in needs.filter_map(|(need, _)| need.strip_prefix("nexsolve-")) {
            assert!(!folder_of(name).starts_with("play/"), "`{}` uses {name}", package.folder);
        }
    }
}

#[test]
fn crates_use_what_they_depend_on() {
    let mut unused = Vec::new();
    for package in repository::packages() {
        let texts = |files: Vec<String>| files.iter().map(|file| repository::read(file)).collect::<String>();
        let folders = ["src", "tests", "benches", "examples"];
        let all = folders.iter().flat_map(|folder| package.sources(folder)).collect();
        let (product, all) = (texts(package.product()), texts(all));
        for (need, kind) in &package.needs {
            let text = if *kind == "dev" { &all } else { &product };
            let name = need.replace('-', "_");
            if !repository::identifiers(text).any(|word| word == name) {
                unused.push(format!("{}: {need} ({kind})", package.folder));
            }
        }
    }
    assert_eq!(unused, [""; 0], "dependencies that nothing uses");
}

#[test]
fn unsafe_code_is_only_in_the_listed_files() {
    let plan = repository::read("ARCHITECTURE.md");
    let files: Vec<String> = repository::packages().iter().flat_map(repository::Package::product).collect();
    let is_unsafe =
        |file: &&String| repository::identifiers(&repository::code(file)).any(|word| word == "unsafe");
    let found: BTreeSet<&String> = files.iter().filter(is_unsafe).collect();
    assert!(found.len() > 3, "unsafe code is not found");
    let unlisted: Vec<_> = found.iter().filter(|file| !plan.contains(&format!("`{file}`"))).collect();
    assert_eq!(unlisted, [&&""; 0], "files with unsafe code that ARCHITECTURE.md does not list");
}
