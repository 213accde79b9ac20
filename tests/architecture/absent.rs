//! What ARCHITECTURE.md says is absent: printing, clocks, threads and unsafe code, but where it says so.

use super::house;
use super::rust::{Kind, Token, rust, split_tests};
use std::collections::BTreeSet;

/// Packages that people run. All others are libraries.
const PROGRAMS: &[&str] = &["", "research"];

/// The libraries that read clocks.
const CLOCKS: &[&str] = &["players", "tablegen", "viewer"];

/// The libraries that start threads of their own.
const THREADS: &[&str] = &["players"];

#[test]
fn libraries_do_not_print() {
    let macros = ["print", "println", "eprint", "eprintln", "dbg"];
    let prints = |tokens: &[Token]| {
        let mut pairs = tokens.windows(2);
        pairs.any(|pair| macros.contains(&pair[0].text.as_str()) && pair[1].text == "!")
    };
    assert_eq!(libraries_with(prints), [""; 0], "libraries that print");
}

#[test]
fn clocks_are_read_where_the_plan_says() {
    let reads = |tokens: &[Token]| names(tokens).any(|name| name == "Instant" || name == "SystemTime");
    assert_eq!(libraries_with(reads), CLOCKS, "libraries that read clocks");
}

#[test]
fn threads_are_started_where_the_plan_says() {
    let starts = |tokens: &[Token]| {
        let names: Vec<&str> = names(tokens).collect();
        names.windows(2).any(|pair| pair[0] == "thread" && ["spawn", "scope", "Builder"].contains(&pair[1]))
    };
    assert_eq!(libraries_with(starts), THREADS, "libraries that start threads");
}

#[test]
fn unsafe_code_is_where_the_plan_says() {
    let plan = house::read("ARCHITECTURE.md");
    let is_unsafe = |file: &str| {
        let tokens = rust(&house::read(file));
        names(&tokens).any(|name| name == "unsafe")
    };
    let mut unlisted = Vec::new();
    let mut found = 0;
    for package in house::packages() {
        for file in package.sources("src").into_iter().filter(|file| is_unsafe(file)) {
            found += 1;
            if !plan.contains(&format!("`{file}`")) {
                unlisted.push(file);
            }
        }
    }
    assert!(found > 3, "unsafe code is not found");
    assert_eq!(unlisted, [""; 0], "files with unsafe code that ARCHITECTURE.md does not list");
}

fn names(tokens: &[Token]) -> impl Iterator<Item = &str> {
    tokens.iter().filter(|token| token.kind == Kind::Name).map(|token| token.text.as_str())
}

/// The libraries with a file whose product has such code, in order.
fn libraries_with(has: impl Fn(&[Token]) -> bool) -> Vec<String> {
    let mut found = BTreeSet::new();
    for package in house::packages() {
        if PROGRAMS.contains(&package.folder.as_str()) {
            continue;
        }
        let split = |file: String| {
            let (product, tests) = split_tests(&rust(&house::read(&file)));
            (file, product, tests)
        };
        let files: Vec<_> = package.sources("src").into_iter().map(split).collect();
        let tests: BTreeSet<String> =
            files.iter().flat_map(|(file, _, tests)| modules(file, tests)).collect();
        let mut product = files.iter().filter(|(file, ..)| !tests.iter().any(|test| file.starts_with(test)));
        if product.any(|(_, code, _)| has(code)) {
            found.insert(package.folder.clone());
        }
    }
    found.into_iter().collect()
}

/// The files of the modules that these tokens of a file declare, without the ends of their names.
fn modules(file: &str, tokens: &[Token]) -> Vec<String> {
    let path = file.strip_suffix(".rs").unwrap_or(file);
    let folder = path.strip_suffix("/mod").or_else(|| path.strip_suffix("/lib")).unwrap_or(path);
    let declared = tokens.windows(3).filter(|three| three[0].is("mod") && three[2].is(";"));
    declared.flat_map(|three| [".rs", "/"].map(|end| format!("{folder}/{}{end}", three[1].text))).collect()
}
