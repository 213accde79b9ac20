//! The examples of the README and of the guides print the output that they show.
//!
//! An example is an indented block of commands, followed by a fenced block with their standard output, and perhaps a second
//! one with their standard error. `…` marks omissions: of lines if it is alone on its line, otherwise of the beginning or the
//! end of a line. Times, rates and the counters of a search are masked, because they differ from run to run. A comment
//! `<!-- not run: REASON -->` before the commands marks an example that takes too long, or needs something that readers do not have.

#![cfg(unix)]

use super::repository;
use crate::support::{command, ended, scratch, words};
use std::path::Path;

struct Example {
    line: usize,
    commands: Vec<String>,
    /// The shown output: standard output, then standard error.
    printed: Vec<String>,
    run: bool,
}

#[test]
fn the_readme_and_the_guides_print_what_they_say() {
    let mut documents = vec!["README.md".to_owned()];
    documents.extend(repository::files("docs/guide", &[".md"]));
    let folder = scratch();
    let [tests, link] = [repository::root().join("tests"), folder.path().join("tests")];
    std::os::unix::fs::symlink(tests, link).expect("a link");
    let (mut wrong, mut ran) = (Vec::new(), 0);
    for document in documents {
        let examples = examples(&repository::read(&document));
        for example in examples.iter().filter(|example| example.run) {
            ran += 1;
            let runs: Vec<[String; 2]> =
                example.commands.iter().map(|command| run(command, folder.path())).collect();
            let Some([out, err]) = runs.last() else { continue };
            for (said, shown) in example.printed.iter().zip([out, err]) {
                // The example may show the output of all commands, of the last one, or both streams of the last one.
                let all: String = runs.iter().map(|[out, _]| out.as_str()).collect();
                let told = [shown, &all, &format!("{err}{out}")].map(|shown| compared(said, shown));
                if let [Err(difference), Err(_), Err(_)] = told {
                    let commands = example.commands.join("; ");
                    wrong.push(format!("{document}:{}: {commands}\n{difference}", example.line));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    assert!(ran > 8, "the examples are not found");
}

/// The rows of the table of commands can be run in order, starting from nothing.
#[test]
fn the_commands_of_the_readme_can_be_run_in_order() {
    let (folder, mut ran) = (scratch(), 0);
    let text = repository::read("README.md");
    let (_, table) = text.split_once("\n## What it does\n").expect("the table");
    for row in table.lines().take_while(|line| !line.starts_with("## ")).filter(|line| line.starts_with("| "))
    {
        let Some((_, command_line)) = row.split_once("`nexsolve ") else { continue };
        let args = command_line.split('`').next().unwrap_or_default();
        if args.starts_with("serve") {
            continue;
        }
        let mut command = command(&format!("{args} --threads 2"));
        let (code, out, err) = ended(command.current_dir(folder.path()).spawn().expect("it starts"));
        assert_eq!(code, 0, "{args}: {out}{err}");
        ran += 1;
    }
    assert!(ran > 10, "the table is not found");
}

fn examples(text: &str) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    let mut lines = text.lines().enumerate().peekable();
    let mut run = true;
    while let Some((i, line)) = lines.next() {
        if line.starts_with("<!-- not run: ") {
            run = false;
        } else if line.starts_with("```") {
            let mut printed = String::new();
            for (_, line) in lines.by_ref().take_while(|(_, line)| !line.starts_with("```")) {
                printed += line;
                printed.push('\n');
            }
            if let Some(example) = examples.last_mut().filter(|example| example.printed.len() < 2) {
                example.printed.push(printed);
            }
        } else if line.starts_with("    ") {
            let mut block = vec![line];
            while let Some((_, line)) = lines.next_if(|(_, line)| line.starts_with("    ")) {
                block.push(line);
            }
            let commands = block.into_iter().filter_map(arguments).collect();
            examples.push(Example {
                line: i + 1,
                commands,
                printed: Vec::new(),
                run: std::mem::replace(&mut run, true),
            });
        } else if line.starts_with('#') {
            // The next block under another heading is not what these commands print.
            examples.push(Example { line: i + 1, commands: Vec::new(), printed: Vec::new(), run: false });
        }
    }
    examples.retain(|example| !example.commands.is_empty());
    for example in &mut examples {
        example.run &= !example.printed.is_empty() || makes_files(example);
    }
    examples
}

/// Returns whether later examples may need what this one writes.
fn makes_files(example: &Example) -> bool {
    example.commands.iter().any(|command| command.contains(" --out ") || command.contains(" --certificate "))
}

/// The arguments of a line that runs nexsolve. Two spaces after a command begin its description.
fn arguments(line: &str) -> Option<String> {
    let line = line.trim();
    let line = line.split("  ").next().unwrap_or(line);
    let args = line.strip_prefix("cargo run --release -- ").or_else(|| line.strip_prefix("nexsolve "))?;
    Some(args.to_owned())
}

/// Returns what a command prints to both streams.
fn run(args: &str, folder: &Path) -> [String; 2] {
    let words = words(args);
    // Files of earlier examples do not exist for this one.
    if let Some(out) = words.iter().position(|word| word == "--out").and_then(|at| words.get(at + 1)) {
        let _ = std::fs::remove_dir_all(folder.join(out));
    }
    let mut command = command(&format!("{args} --threads 2"));
    let (_, out, err) = ended(command.current_dir(folder).spawn().expect("it starts"));
    [out, err]
}

/// Compares an example with the real output, except omissions and masked numbers.
fn compared(said: &str, shown: &str) -> Result<(), String> {
    let [said, shown] = [said, shown].map(masked);
    let mut at = 0;
    let mut anywhere = false;
    for line in &said {
        if line == "…" {
            anywhere = true;
            continue;
        }
        let found = if anywhere {
            shown[at..].iter().position(|other| same(line, other)).map(|skipped| at + skipped)
        } else {
            shown.get(at).filter(|other| same(line, other)).map(|_| at)
        };
        let Some(found) = found else {
            let instead = shown.get(at).map_or("nothing more", String::as_str);
            return Err(format!("  says:   {line}\n  prints: {instead}"));
        };
        (at, anywhere) = (found + 1, false);
    }
    match shown.get(at) {
        Some(more) if !anywhere => Err(format!("  says no more, and prints: {more}")),
        _ => Ok(()),
    }
}

/// Returns whether a line matches, where `…` stands for its beginning, its end or its middle.
fn same(said: &str, shown: &str) -> bool {
    match said.split_once('…') {
        Some((begin, end)) => {
            shown.len() >= begin.len() + end.len() && shown.starts_with(begin) && shown.ends_with(end)
        }
        None => said == shown,
    }
}

/// The lines of a text, without empty lines at its end. Times are masked, and all numbers in the lines about a search.
fn masked(text: &str) -> Vec<String> {
    let mut of_a_search = false;
    let mut lines = Vec::new();
    // JSON documents are broken into lines where they are shown.
    let json = text.starts_with('{');
    let text = if json { text.replace("\n ", "").replace(" …", "…") } else { text.to_owned() };
    for line in text.lines() {
        of_a_search = line.starts_with("Search ") || of_a_search && line.starts_with(' ');
        let of_a_strategy = line.ends_with(" replies checked.");
        lines.push(
            if of_a_strategy || of_a_search && !line.contains("game tree") && !line.contains("up to symmetry")
            {
                without_numbers(line)
            } else {
                without_times(line)
            },
        );
    }
    while lines.last().is_some_and(String::is_empty) {
        lines.pop();
    }
    lines
}

fn is_number(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_digit())
        && word.chars().all(|c| c.is_ascii_digit() || ",.".contains(c))
}

/// The words of a line, without numbers and units.
fn without_numbers(line: &str) -> String {
    let words = line.split_whitespace().map(|word| word.trim_matches(['(', ')', ',']));
    let measures = ["ns", "µs", "ms", "s", "under", "million", "thousand", "a", "per", "second"];
    words.filter(|word| !is_number(word) && !measures.contains(word)).collect::<Vec<_>>().join(" ")
}

/// A line with its times masked.
fn without_times(line: &str) -> String {
    let mut words: Vec<&str> = line.split(' ').collect();
    for i in 1..words.len() {
        if is_number(words[i - 1]) && ["ns", "µs", "ms", "s"].contains(&words[i].trim_end_matches(',')) {
            words[i - 1] = "TIME";
            words[i] = if words[i].ends_with(',') { "," } else { "" };
        }
    }
    words.join(" ").trim_end().to_owned()
}
