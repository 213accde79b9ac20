//! Documents name existing paths, links, commands, flags and types, and agree on results.

use super::house::{self, Package};
use super::rust::{Kind, rust};
use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

/// The documents about the present. The changelog is about the past.
fn documents() -> Vec<String> {
    let fixed = ["README", "ARCHITECTURE", "FORMAT", "GLOSSARY", "CONTRIBUTING", "SECURITY"];
    let mut all: Vec<String> = fixed.map(|name| format!("{name}.md")).into();
    all.extend(
        ["solver", "tablegen", "players", "reports", "viewer"].map(|room| format!("{room}/README.md")),
    );
    all.extend(house::files("docs", &[".md"]));
    all
}

/// The ends of names that are those of files of the repository.
const ENDS: &[&str] = &[".rs", ".md", ".toml", ".js", ".html", ".css"];

/// Words that look like a path, a flag or a type of this project, and are none.
const FOREIGN: &[(&str, &str)] = &[
    ("--release", "cargo"),
    ("--workspace", "cargo"),
    ("--ignored", "cargo's tests"),
    ("--nocapture", "cargo's tests"),
    ("--bench", "cargo"),
    ("--test", "cargo and node"),
    ("--example", "cargo"),
    ("--oversubscribe", "mpirun"),
    ("nexsolve certificate 1", "the first line of certificates"),
    ("nexsolve certificate 2", "the first line of certificates of lemmas"),
];

#[test]
fn what_documents_name_is_there() {
    let names = Names::of_the_house();
    let mut wrong = Vec::new();
    for document in documents() {
        let text = house::read(&document);
        for (line, span) in spans(&text) {
            for fault in names.faults(&document, &span) {
                wrong.push(format!("{document}:{line}: `{span}`: {fault}"));
            }
        }
        for (line, target) in links(&text) {
            if !there(&document, &target) {
                wrong.push(format!("{document}:{line}: the link to {target} leads nowhere"));
            }
        }
    }
    assert!(wrong.is_empty(), "documents name what is not there:\n{}", wrong.join("\n"));
}

/// Each text between single back-ticks, and each line of an indented block that is a command, with its line.
fn spans(text: &str) -> Vec<(usize, String)> {
    let mut spans = Vec::new();
    let mut fenced = false;
    for (i, line) in text.lines().enumerate() {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
        } else if let Some(command) = line.strip_prefix("    ").filter(|line| line.starts_with("nexsolve ")) {
            // Two spaces after a command begin its description.
            let command = command.split("  ").next().unwrap_or(command);
            spans.push((i + 1, command.to_owned()));
        } else if !fenced && !line.starts_with("    ") {
            spans.extend(line.split('`').skip(1).step_by(2).map(|span| (i + 1, span.to_owned())));
        }
    }
    spans
}

/// The targets of links that lead to files, with their lines.
fn links(text: &str) -> Vec<(usize, String)> {
    let mut links = Vec::new();
    for (i, line) in text.lines().enumerate() {
        for rest in line.split("](").skip(1) {
            let target = rest.split([')', '#', ' ']).next().unwrap_or_default();
            if !target.is_empty() && !target.contains(':') {
                links.push((i + 1, target.to_owned()));
            }
        }
    }
    links
}

#[test]
fn links_into_documents_lead_to_headings() {
    let mut wrong = Vec::new();
    for document in documents() {
        let text = house::read(&document);
        for (i, line) in text.lines().enumerate() {
            for rest in line.split("](").skip(1) {
                let target = rest.split([')', ' ']).next().unwrap_or_default();
                let Some((file, anchor)) = target.split_once('#').filter(|(file, _)| !file.contains(':'))
                else {
                    continue;
                };
                let linked = match file {
                    "" => text.clone(),
                    _ => linked(&document, file),
                };
                if !linked.lines().any(|line| line.starts_with('#') && slug(line) == anchor) {
                    wrong.push(format!("{document}:{}: {target} names no heading", i + 1));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The text of a document that another one links to; nothing if it cannot be read.
fn linked(from: &str, file: &str) -> String {
    let path = house::root().join(from);
    path.parent().and_then(|folder| std::fs::read_to_string(folder.join(file)).ok()).unwrap_or_default()
}

/// A heading as links name it.
fn slug(heading: &str) -> String {
    let words = heading.trim_start_matches('#').trim().to_lowercase().replace(' ', "-");
    words.chars().filter(|c| c.is_alphanumeric() || ['-', '_'].contains(c)).collect()
}

/// Returns whether a path that a document names is there, from the document's folder.
fn there(document: &str, target: &str) -> bool {
    let folder = house::root().join(document);
    folder.parent().is_some_and(|folder| folder.join(target).exists())
}

/// All that documents may name.
struct Names {
    /// Flags of each command, by its words behind `nexsolve`.
    commands: BTreeMap<String, BTreeSet<String>>,
    /// Names that the code of any crate has.
    code: BTreeSet<String>,
    /// All files, each with a `/` before it, since a document may leave out the folders that it speaks of.
    files: Vec<String>,
    /// The folders of the root, in which a path can begin.
    folders: BTreeSet<String>,
}

impl Names {
    fn of_the_house() -> Self {
        let mut code = BTreeSet::new();
        for file in house::packages().iter().flat_map(|package: &Package| package.sources("")) {
            let tokens = rust(&house::read(&file));
            code.extend(tokens.into_iter().filter(|token| token.kind == Kind::Name).map(|token| token.text));
        }
        let files = house::files("", &[""]);
        let first = |path: &String| path.split_once('/').map(|(first, _)| first.to_owned());
        let folders: BTreeSet<String> = files.iter().filter_map(first).collect();
        // Crates are named by their folders.
        code.extend(folders.iter().cloned());
        Self {
            commands: commands(),
            code,
            folders,
            files: files.iter().map(|file| format!("/{file}")).collect(),
        }
    }

    /// The faults of a text between back-ticks.
    fn faults(&self, document: &str, span: &str) -> Vec<String> {
        if FOREIGN.iter().any(|(word, _)| *word == span) {
            Vec::new()
        } else if let Some(command) = span.strip_prefix("nexsolve ") {
            self.faults_of_command(command)
        } else if span.starts_with("--") {
            let flags: BTreeSet<&String> = self.commands.values().flatten().collect();
            let named = flag_names(span).filter(|flag| !flags.iter().any(|known| *known == flag));
            named.map(|flag| format!("no command has {flag}")).collect()
        } else if self.is_path(span) {
            // GAME means any game: try the first.
            let path = span.replace("/GAME/", "/nex/");
            let whole = path.trim_end_matches('/');
            let exists = house::root().join(whole).exists() || there(document, whole);
            let ending = format!("/{whole}");
            if exists || self.files.iter().any(|file| file.ends_with(&ending)) {
                Vec::new()
            } else {
                vec!["there is no such file".to_owned()]
            }
        } else {
            self.faults_of_name(span)
        }
    }

    fn is_path(&self, span: &str) -> bool {
        let plain = span.chars().all(|c| c.is_ascii_alphanumeric() || "/_-.".contains(c));
        let below = span.split_once('/').is_some_and(|(first, _)| self.folders.contains(first));
        plain && !span.contains("//") && (below || ENDS.iter().any(|end| span.ends_with(end) && span != *end))
    }

    fn faults_of_command(&self, command: &str) -> Vec<String> {
        let words: Vec<&str> = command.split_whitespace().collect();
        let deepest = (0..=words.len().min(2))
            .rev()
            .find_map(|len| self.commands.get_key_value(&words[..len].join(" ")));
        let Some((name, flags)) = deepest else { return Vec::new() };
        // A command that is not known is read as a board.
        let first = words.first().copied().unwrap_or_default();
        let unknown = name.is_empty()
            && first.chars().all(char::is_alphabetic)
            && first.chars().any(char::is_lowercase);
        let mut faults: Vec<String> =
            unknown.then(|| format!("there is no command {first}")).into_iter().collect();
        // What comes behind a pipe is another command.
        let own = command.split([';', '|']).next().unwrap_or(command);
        let wrong = flag_names(own).filter(|flag| !flags.contains(flag));
        faults.extend(wrong.map(|flag| format!("nexsolve {name} has no {flag}")));
        faults
    }

    /// A type such as `DbProber`, a path such as `Level::Avx2`, a function such as `write_file()`.
    fn faults_of_name(&self, span: &str) -> Vec<String> {
        let name = span.strip_suffix("()").unwrap_or(span);
        let parts: Vec<&str> = name.split("::").collect();
        let identifiers = parts.iter().all(|part| {
            part.starts_with(|c: char| c.is_ascii_alphabetic())
                && part.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        });
        let humps = name.chars().filter(char::is_ascii_uppercase).count();
        let type_like = name.starts_with(|c: char| c.is_ascii_uppercase())
            && humps > 1
            && name.chars().any(|c| c.is_ascii_lowercase())
            && !name.chars().any(|c| c.is_ascii_digit())
            // A class of material such as `KmvKK` is no type.
            && !name.chars().all(|c| "Kmv".contains(c));
        if !identifiers || !(type_like || parts.len() > 1 || span.ends_with("()")) {
            return Vec::new();
        }
        let missing = parts.iter().filter(|part| !self.code.contains(**part));
        missing.map(|part| format!("no source has the name {part}")).collect()
    }
}

/// The rows of a document's tables whose first cell names a board such as `Nex 3×3`: the board, its value and its openings.
fn boards(document: &str) -> BTreeMap<String, [String; 2]> {
    let text = house::read(document);
    let cells = |line: &str| line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect();
    let rows = text.lines().filter(|line| line.starts_with('|')).map(cells);
    let values = ["win", "loss", "loses", "draw"];
    let boards = rows.filter(|row: &Vec<String>| {
        row.len() > 3 && row[0].contains('×') && values.iter().any(|value| row[1].starts_with(value))
    });
    boards.map(|row| (row[0].clone(), [row[1].clone(), row[2].replace(" / ", ", ")])).collect()
}

#[test]
fn results_are_the_same_in_every_document() {
    let front = boards("README.md");
    let mut wrong = Vec::new();
    let mut compared = 0;
    let mut compare = |document: &str, board: &str, figures: &[String; 2]| {
        let Some([value, openings]) = front.get(board) else { return };
        compared += 1;
        // One of them may leave out the distance.
        let same = value.starts_with(&figures[0]) || figures[0].starts_with(value);
        if !same || *openings != figures[1] {
            wrong.push(format!("{board}: {value}, {openings} in README.md; {figures:?} in {document}"));
        }
    };
    for (board, figures) in boards("docs/benchmarks.md") {
        compare("docs/benchmarks.md", &board, &figures);
    }
    // The guide for players leaves out the game, and says "wins" for "win".
    for (board, [value, openings]) in boards("docs/guide/nex-for-players.md") {
        let value = value.replace("wins", "win").replace("loses", "loss");
        compare("docs/guide/nex-for-players.md", &format!("Nex {board}"), &[value, openings]);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(compared > 15, "the tables of boards are not found");
}

/// The flags that a text names.
fn flag_names(text: &str) -> impl Iterator<Item = String> + '_ {
    let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-'));
    words.filter(|word| word.starts_with("--") && word.len() > 2).map(str::to_owned)
}

/// All commands, with the flags that their help lists.
fn commands() -> BTreeMap<String, BTreeSet<String>> {
    let mut commands = BTreeMap::new();
    let mut waiting = vec![String::new()];
    while let Some(command) = waiting.pop() {
        let help = help(&command);
        let listed =
            help.split("\nCommands:\n").nth(1).and_then(|rest| rest.split("\n\n").next()).unwrap_or_default();
        for line in listed.lines() {
            let name = line.split_whitespace().next().unwrap_or_default();
            if line.starts_with("  ") && !line.starts_with("   ") && name != "help" {
                waiting.push(format!("{command} {name}").trim().to_owned());
            }
        }
        commands.insert(command, flag_names(&help).collect());
    }
    commands
}

fn help(command: &str) -> String {
    let words = command.split_whitespace().chain(["--help"]);
    let output =
        Command::new(env!("CARGO_BIN_EXE_nexsolve")).args(words).output().expect("the command starts");
    String::from_utf8(output.stdout).expect("UTF-8")
}
