//! The examples of the documents print the output that they show.
//!
//! An example is an indented block of commands, followed by a fenced block with their standard output, and
//! perhaps a second one with their standard error. `…` marks omissions: of lines if it is alone on its line,
//! otherwise of a part of the line. Everything else is compared exactly. So documents show no numbers that
//! differ from run to run, such as times and counts of nodes; a test refuses them. A comment `<!-- not run:
//! REASON -->` before the commands marks an example that takes too long, or needs something that readers do
//! not have.

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

/// The documents with commands and their output.
fn documents() -> Vec<String> {
    let mut documents = repository::files("", &["README.md"]);
    documents.extend(repository::files("docs", &[".md"]));
    // If a document shows no output at all, its commands describe long work.
    documents.retain(|document| {
        examples(&repository::read(document)).iter().any(|example| !example.printed.is_empty())
    });
    documents
}

#[test]
fn documents_show_what_the_commands_print() {
    let documents = documents();
    assert!(documents.iter().any(|document| document == "README.md"), "{documents:?}");
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
                // The example may show the output of all commands, of the last one, or both streams of the
                // last one.
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

/// A time or a count of nodes differs from run to run, and from version to version.
#[test]
fn shown_output_has_no_numbers_that_vary() {
    let mut wrong = Vec::new();
    for document in documents() {
        for example in examples(&repository::read(&document)).iter().filter(|example| example.run) {
            let lines = example.printed.iter().flat_map(|printed| printed.lines());
            for line in lines.filter(|line| has_a_measure(line)) {
                wrong.push(format!("{document}:{}: write … for the number in: {line}", example.line));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(has_a_measure("Search       32,755 nodes in 5.2 ms (6.3 million per second)"));
    assert!(!has_a_measure("Search       … nodes in … (… per second)"));
}

/// Returns whether a number in the line counts nodes or measures time.
fn has_a_measure(line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().map(|word| word.trim_matches(['(', ')', ','])).collect();
    let measures = ["ns", "µs", "ms", "s", "min", "nodes", "simulations/s"];
    words
        .windows(2)
        .any(|pair| pair[0].starts_with(|c: char| c.is_ascii_digit()) && measures.contains(&pair[1]))
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

/// Compares an example with the real output, except omissions.
fn compared(said: &str, shown: &str) -> Result<(), String> {
    let [said, shown] = [said, shown].map(lines);
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

/// Returns whether a line matches, where each `…` stands for any text.
fn same(said: &str, shown: &str) -> bool {
    let (mut rest, mut parts) = (shown, said.split('…'));
    let begin = parts.next().unwrap_or_default();
    let Some(after) = rest.strip_prefix(begin) else { return false };
    let parts: Vec<&str> = parts.collect();
    let Some((end, middle)) = parts.split_last() else { return after.is_empty() };
    rest = after;
    for part in middle {
        let Some((_, after)) = rest.split_once(part) else { return false };
        rest = after;
    }
    rest.ends_with(end)
}

/// The lines of a text, without spaces at their ends and without empty lines at its end.
fn lines(text: &str) -> Vec<String> {
    // JSON documents are broken into lines where they are shown.
    let text =
        if text.starts_with('{') { text.replace("\n ", "").replace(" …", "…") } else { text.to_owned() };
    let lines = text.trim_end().lines().map(str::trim_end);
    lines.map(str::to_owned).collect()
}

#[test]
fn omissions_are_the_only_differences() {
    for (said, shown, is_same) in [
        ("a 7 b", "a 7 b", true),
        ("a 7 b", "a 8 b", false),
        ("a … b", "a 8 b", true),
        ("… nodes in …", "3 nodes in 5 ms", true),
        ("… nodes in … c", "3 nodes in 5 ms", false),
        ("…a", "a", true),
        ("a…a", "a", false),
    ] {
        assert_eq!(same(said, shown), is_same, "{said}: {shown}");
    }
    assert!(compared("a\n…\nd\n", "a\nb\nc\nd\n\n").is_ok());
    assert!(compared("a\nd\n", "a\nb\n").is_err() && compared("a\n", "a\nb\n").is_err());
}
