//! Which crate may use which: arrows point down only, and each is used.

use super::house::{self, Package, Section};
use super::rust::{Kind, Token, rust, split_tests};
use std::collections::BTreeSet;

/// The floor of each crate, by its folder; the root package has none. A crate may depend on those of lower floors alone.
const FLOORS: &[(&str, u32)] = &[
    ("core", 0),
    ("solver", 1),
    ("proof", 1),
    ("db", 1),
    ("games", 2),
    ("tablegen", 3),
    ("oracle", 3),
    ("players", 4),
    ("viewer", 5),
    ("reports", 5),
    ("research", 6),
    ("", 7),
];

/// What would point down and must not be: the crate, what it may not use, why.
const NEVER: &[(&str, &str, &str)] = &[
    ("tablegen", "solver", "tables and searches check each other"),
    ("tablegen", "proof", "tables and certificates check each other"),
    ("research", "viewer", "a study needs no server"),
    ("", "research", "the command is built without the studies"),
];

/// The packages of the workspace are named by their folders, with this in front.
const PREFIX: &str = "nexsolve-";

fn floor(folder: &str) -> Option<u32> {
    FLOORS.iter().find(|(name, _)| *name == folder).map(|&(_, floor)| floor)
}

#[test]
fn crates_depend_on_lower_ones() {
    let mut wrong = Vec::new();
    for package in house::packages() {
        let Some(own) = floor(&package.folder) else {
            wrong.push(format!("{} has no floor: give it one in FLOORS", package.title()));
            continue;
        };
        for need in package.needs.iter().filter(|need| need.section != Section::Tests) {
            let Some(other) = need.package.strip_prefix(PREFIX) else { continue };
            if floor(other).is_none_or(|other| other >= own) {
                wrong.push(format!("{} depends on {other}, which is not below it", package.title()));
            }
            for (_, _, why) in
                NEVER.iter().filter(|(user, used, _)| *user == package.folder && *used == other)
            {
                wrong.push(format!("{} depends on {other}: {why}", package.title()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn crates_use_what_they_depend_on() {
    let mut unused = Vec::new();
    for package in house::packages() {
        let [product, tests] = names(&package);
        for need in &package.needs {
            let name = need.package.replace('-', "_");
            let used = match need.section {
                Section::Always => product.contains(&name),
                Section::Tests => tests.contains(&name),
                Section::Build => house::read(&package.path("build.rs")).contains(&name),
            };
            if !used {
                unused.push(format!("{}: {} in {:?}", package.title(), need.package, need.section));
            }
        }
    }
    assert!(unused.is_empty(), "dependencies that nothing uses:\n{}", unused.join("\n"));
}

/// The names that the product of a package uses, and those that its tests, benchmarks, examples and documentation use.
fn names(package: &Package) -> [BTreeSet<String>; 2] {
    let [mut product, mut tests] = [BTreeSet::new(), BTreeSet::new()];
    for file in package.sources("src") {
        let (code, tested) = split_tests(&rust(&house::read(&file)));
        let only_tests = file.contains("/tests/") || file.ends_with("/tests.rs");
        if only_tests { &mut tests } else { &mut product }.extend(words(&code, Kind::Name));
        tests.extend(words(&tested, Kind::Name));
        // Examples in documentation are compiled as tests are.
        tests.extend(words(&code, Kind::Doc));
    }
    for file in ["tests", "benches", "examples"].into_iter().flat_map(|folder| package.sources(folder)) {
        tests.extend(words(&rust(&house::read(&file)), Kind::Name));
    }
    [product, tests]
}

fn words(tokens: &[Token], kind: Kind) -> impl Iterator<Item = String> + '_ {
    let of_kind = tokens.iter().filter(move |token| token.kind == kind);
    of_kind.flat_map(|token| token.text.split(|c: char| !c.is_alphanumeric() && c != '_').map(str::to_owned))
}
