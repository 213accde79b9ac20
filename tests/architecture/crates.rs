//! Dependencies between crates: each leads to a lower floor, and each is used. Also lists files with unsafe code.

use super::house;
use std::collections::BTreeSet;

/// The crates by floors, each named by its folder; the last is the command. A crate may only depend on crates of lower floors.
const FLOORS: &[&[&str]] = &[
    &["core"],
    &["solver", "proof", "db"],
    &["games"],
    &["tablegen", "verify", "oracle"],
    &["players"],
    &["viewer", "reports"],
    &["research"],
    &[""],
];

/// Forbidden dependencies on a lower floor: the crate, the one that it may not use, and why.
const NEVER: &[(&str, &str, &str)] = &[
    ("tablegen", "solver", "tables and searches check each other"),
    ("tablegen", "proof", "tables and certificates check each other"),
    ("verify", "tablegen", "generation and verification check each other"),
    ("research", "viewer", "a study needs no server"),
    ("", "research", "the command is built without the studies"),
];

fn floor(folder: &str) -> usize {
    let place = FLOORS.iter().position(|crates| crates.contains(&folder));
    place.unwrap_or_else(|| panic!("`{folder}` has no floor: give it one in FLOORS"))
}

#[test]
fn crates_depend_on_lower_ones() {
    for package in house::packages() {
        let own = package.folder.as_str();
        for (need, kind) in &package.needs {
            let Some(other) = need.strip_prefix("nexsolve-").filter(|_| *kind != "dev") else { continue };
            assert!(floor(other) < floor(own), "`{own}` depends on {other}, which is not below it");
            let never = NEVER.iter().find(|(user, used, _)| (*user, *used) == (own, other));
            assert_eq!(never, None, "what must not be");
        }
    }
}

#[test]
fn crates_use_what_they_depend_on() {
    let mut unused = Vec::new();
    for package in house::packages() {
        let texts = |files: Vec<String>| files.iter().map(|file| house::read(file)).collect::<String>();
        let folders = ["src", "tests", "benches", "examples"];
        let all = folders.iter().flat_map(|folder| package.sources(folder)).collect();
        let (product, all) = (texts(package.product()), texts(all));
        for (need, kind) in &package.needs {
            let text = if *kind == "dev" { &all } else { &product };
            let name = need.replace('-', "_");
            if !house::identifiers(text).any(|word| word == name) {
                unused.push(format!("{}: {need} ({kind})", package.folder));
            }
        }
    }
    assert_eq!(unused, [""; 0], "dependencies that nothing uses");
}

#[test]
fn unsafe_code_is_where_the_plan_says() {
    let plan = house::read("ARCHITECTURE.md");
    let files: Vec<String> = house::packages().iter().flat_map(house::Package::product).collect();
    let is_unsafe = |file: &&String| house::identifiers(&house::code(file)).any(|word| word == "unsafe");
    let found: BTreeSet<&String> = files.iter().filter(is_unsafe).collect();
    assert!(found.len() > 3, "unsafe code is not found");
    let unlisted: Vec<_> = found.iter().filter(|file| !plan.contains(&format!("`{file}`"))).collect();
    assert_eq!(unlisted, [&&""; 0], "files with unsafe code that ARCHITECTURE.md does not list");
}
