//! Documents name existing paths, links, commands, flags and types, and agree on results.

use super::repository;
use crate::support::said;
use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};
use std::collections::{BTreeMap, BTreeSet};

/// The documents about the present. The changelog is about the past.
fn documents() -> Vec<String> {
    let fixed = ["README", "ARCHITECTURE", "FORMAT", "GLOSSARY", "CONTRIBUTING", "SECURITY"];
    let mut all: Vec<String> = fixed.map(|name| format!("{name}.md")).into();
    all.extend(
        ["solver", "tablegen", "play/players", "play/viewer"].map(|folder| format!("{folder}/README.md")),
    );
    all.push("play/viewer/INTERFACE.md".to_owned());
    all.extend(repository::files("docs", &[".md"]));
    all
}

/// File extensions by which names of files are recognised.
const ENDS: &[&str] = &[".rs", ".md", ".toml", ".js", ".html", ".css"];

/// Words that look like a path, a flag or a type of this project, but are not.
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
fn what_documents_name_exists() {
    let names = Names::of_the_repository();
    let mut wrong = Vec::new();
    for document in documents() {
        let Parts { spans, links, .. } = Parts::of(&repository::read(&document));
        for span in spans {
            wrong.extend(
                names.faults(&document, &span).iter().map(|why| format!("{document}: `{span}`: {why}")),
            );
        }
        for link in links.iter().filter(|link| !link.contains(':')) {
            let (file, heading) = link.split_once('#').unwrap_or((link, ""));
            let target = repository::root().join(&document).with_file_name(file);
            let target = if file.is_empty() { repository::root().join(&document) } else { target };
            let text = std::fs::read_to_string(&target).unwrap_or_default();
            if !target.exists() || !heading.is_empty() && !Parts::of(&text).headings.contains(heading) {
                wrong.push(format!("{document}: the link to {link} leads nowhere"));
            }
        }
    }
    assert!(wrong.is_empty(), "documents name what does not exist:\n{}", wrong.join("\n"));
}

/// The parts of a document that can be compared with the repository.
#[derive(Default)]
struct Parts {
    /// Each text between back-ticks, and each line of an indented block that is a command.
    spans: Vec<String>,
    links: Vec<String>,
    /// The headings as links name them.
    headings: BTreeSet<String>,
}

impl Parts {
    fn of(text: &str) -> Self {
        let mut parts = Self::default();
        let (mut heading, mut indented) = (None::<String>, false);
        for event in Parser::new_ext(text, Options::ENABLE_TABLES) {
            if let (Some(heading), Event::Text(text) | Event::Code(text)) = (&mut heading, &event) {
                heading.push_str(text);
            }
            match event {
                Event::Code(text) => parts.spans.push(text.to_string()),
                Event::Start(Tag::Link { dest_url, .. }) => parts.links.push(dest_url.to_string()),
                Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
                Event::End(TagEnd::Heading(_)) => {
                    let words = heading.take().expect("begun").to_lowercase().replace(' ', "-");
                    let is_kept = |c: &char| c.is_alphanumeric() || ['-', '_'].contains(c);
                    parts.headings.insert(words.chars().filter(is_kept).collect());
                }
                Event::Start(Tag::CodeBlock(kind)) => indented = kind == CodeBlockKind::Indented,
                Event::Text(text) if indented && text.starts_with("nexsolve ") => {
                    // Two spaces after a command begin its description.
                    parts.spans.extend(text.split("  ").next().map(|command| command.trim_end().to_owned()));
                }
                Event::End(TagEnd::CodeBlock) => indented = false,
                _ => {}
            }
        }
        parts
    }
}

/// All names that documents may use.
struct Names {
    /// The flags of each command, by the words after `nexsolve`.
    commands: BTreeMap<String, BTreeSet<String>>,
    /// The names in the code of all crates.
    code: BTreeSet<String>,
    /// All files, each with a leading `/`, because a document may omit the folders that it is about.
    files: Vec<String>,
    /// The folders of the root, with which a path can begin.
    folders: BTreeSet<String>,
}

impl Names {
    fn of_the_repository() -> Self {
        let files = repository::files("", &[""]);
        let mut code = BTreeSet::new();
        for file in repository::files("", &[".rs"]) {
            code.extend(repository::identifiers(&repository::code(&file)).map(str::to_owned));
        }
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
            let at = repository::root().join(whole);
            let exists = at.exists() || repository::root().join(document).with_file_name(whole).exists();
            let ending = format!("/{whole}");
            let found = exists || self.files.iter().any(|file| file.ends_with(&ending));
            (!found).then(|| "there is no such file".to_owned()).into_iter().collect()
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
        // An unknown command is read as a board.
        let first = words.first().copied().unwrap_or_default();
        let unknown = name.is_empty()
            && first.chars().all(char::is_alphabetic)
            && first.chars().any(char::is_lowercase);
        let mut faults: Vec<String> =
            unknown.then(|| format!("there is no command {first}")).into_iter().collect();
        // Another command follows a pipe.
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
            // A material class such as `KmvKK` is not a type.
            && !name.chars().all(|c| "Kmv".contains(c));
        if !identifiers || !(type_like || parts.len() > 1 || span.ends_with("()")) {
            return Vec::new();
        }
        let missing = parts.iter().filter(|part| !self.code.contains(**part));
        missing.map(|part| format!("no source has the name {part}")).collect()
    }
}

/// The rows of a document's tables whose first cell names a board such as `Nex 3×3`: the board, its value and
/// its openings.
fn boards(document: &str) -> BTreeMap<String, [String; 2]> {
    let text = repository::read(document);
    let cells = |line: &str| line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect();
    let rows = text.lines().filter(|line| line.starts_with('|')).map(cells);
    let values = ["win", "loss", "draw", "not proven"];
    let boards = rows.filter(|row: &Vec<String>| {
        row.len() > 2 && row[0].contains('×') && values.iter().any(|value| row[1].starts_with(value))
    });
    boards.map(|row| (row[0].clone(), [row[1].clone(), row[2].replace(" / ", ", ")])).collect()
}

#[test]
fn results_are_the_same_in_every_document() {
    let all = boards("docs/BOARDS.md");
    let front = boards("README.md");
    assert!(front.len() > 7, "the table of results was not found");
    let mut wrong = Vec::new();
    for (board, shown) in front {
        match all.get(&board) {
            None => wrong.push(format!("{board} is not in docs/BOARDS.md")),
            Some(figures) if *figures != shown => {
                wrong.push(format!("{board}: {shown:?} in README.md; {figures:?} in docs/BOARDS.md"));
            }
            Some(_) => {}
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The flags that a text names.
fn flag_names(text: &str) -> impl Iterator<Item = String> + '_ {
    let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-'));
    words.filter(|word| word.starts_with("--") && word.len() > 2).map(str::to_owned)
}

/// All commands, with the flags that their help lists. The short form has the flags of `solve`.
fn commands() -> BTreeMap<String, BTreeSet<String>> {
    let mut commands = BTreeMap::new();
    let mut waiting = vec![String::new()];
    while let Some(command) = waiting.pop() {
        let help = said(&format!("{command} --help"));
        // The commands of the program are in groups, before the options. Examples have only one space after
        // their first word.
        let listed = match command.as_str() {
            "" => help.split("\nOptions:\n").next(),
            _ => help.split("\nCommands:\n").nth(1).and_then(|rest| rest.split("\n\n").next()),
        };
        for line in listed.unwrap_or_default().lines() {
            let Some((name, _)) = line.strip_prefix("  ").and_then(|line| line.split_once("  ")) else {
                continue;
            };
            if !name.is_empty() && name != "help" && name.chars().all(|c| c.is_ascii_lowercase()) {
                waiting.push(format!("{command} {name}").trim().to_owned());
            }
        }
        commands.insert(command, flag_names(&help).collect::<BTreeSet<String>>());
    }
    assert!(commands.len() > 30, "the commands are not found: {:?}", commands.keys());
    let solve = commands["solve"].clone();
    commands.entry(String::new()).or_default().extend(solve);
    commands
}
