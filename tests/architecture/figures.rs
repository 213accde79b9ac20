//! The figures of the documents: `docs/figures.toml` has the commands that compute them, or the reason why
//! none does.
//!
//! - A *run* is a list of commands, and the texts that its documents must say. In a text, `{totals.won}` is a
//!   value of the JSON that the commands print (later commands replace equal fields), `{mean:2}` has two
//!   decimals, `{share%1}` is a percentage with one, `{positions/2}` is half, and `{bytes_of.win}` is the
//!   length of the file `win`. With `for`, `@` is each of a list of boards.
//! - A *page* is a document whose other figures are in what the studies print; `research/make` compares them.
//! - What is *unchecked* has a reason, such as times on one machine.
//!
//! The tests compare texts with all spaces and line breaks taken as one space.

use super::repository;
use crate::support::{command, ended, scratch};
use nexsolve_core::words::grouped;
use serde::Deserialize;
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::ops::Range;
use std::path::Path;

const FILE: &str = "docs/figures.toml";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Figures {
    run: Vec<Run>,
    page: Vec<Page>,
    unchecked: Vec<Unchecked>,
}

/// Commands, and what documents say about their results.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Run {
    commands: Vec<String>,
    /// Replacements for `@` in commands and texts; in texts with `×` for `x`.
    #[serde(default, rename = "for")]
    boards: Vec<String>,
    /// When the commands are run.
    #[serde(default)]
    cost: Cost,
    /// Texts by document.
    says: BTreeMap<String, Vec<String>>,
}

/// When a run is repeated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Cost {
    /// With all tests: it takes a few seconds at most.
    #[default]
    Seconds,
    /// By `tests/slow`: it takes minutes.
    Minutes,
    /// By `tests/slow`: it takes hours, or many gigabytes.
    Hours,
}

/// A document whose other figures the studies print.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Page {
    document: String,
}

/// Figures that no command repeats.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Unchecked {
    document: String,
    /// A heading; if absent, the whole document. Sections below it are included.
    section: Option<String>,
    /// Or only this text.
    text: Option<String>,
    /// Why no command repeats them.
    why: String,
}

impl Figures {
    /// Reads the file, with one run for each board.
    fn read() -> Self {
        let mut figures: Self =
            toml::from_str(&repository::read(FILE)).unwrap_or_else(|e| panic!("{FILE}: {e}"));
        figures.run = figures.run.iter().flat_map(Run::on_each_board).collect();
        figures
    }
}

impl Run {
    fn on_each_board(&self) -> Vec<Self> {
        if self.boards.is_empty() {
            return vec![self.clone()];
        }
        let on = |board: &String| {
            let mut run = self.clone();
            run.commands.iter_mut().for_each(|command| *command = command.replace('@', board));
            let title = board.replace('x', "×");
            run.says.values_mut().flatten().for_each(|text| *text = text.replace('@', &title));
            run
        };
        self.boards.iter().map(on).collect()
    }

    /// Each text with its document.
    fn texts(&self) -> impl Iterator<Item = (&str, &str)> {
        self.says
            .iter()
            .flat_map(|(document, texts)| texts.iter().map(|text| (document.as_str(), text.as_str())))
    }

    /// Runs the commands and returns the texts that their documents do not say.
    fn faults(&self) -> Vec<String> {
        let folder = scratch();
        for name in ["tests", "research"] {
            #[cfg(unix)]
            std::os::unix::fs::symlink(repository::root().join(name), folder.path().join(name))
                .expect("a link");
        }
        let mut values = Map::new();
        for line in &self.commands {
            match printed(line, folder.path()) {
                Ok(more) => values.extend(more),
                Err(fault) => return vec![fault],
            }
        }
        values.insert("bytes_of".to_owned(), Value::Object(lengths(folder.path())));
        let values = Value::Object(values);
        let check = |(document, text): (&str, &str)| match filled(text, &values) {
            Ok(text) if is_said(document, &text) => None,
            Ok(text) => Some(format!("{document} does not say: {text}\n  by {}", self.commands.join("; "))),
            Err(fault) => Some(format!("{fault}\n  of {}", self.commands.join("; "))),
        };
        self.texts().filter_map(check).collect()
    }
}

/// The JSON that a command prints, run in a folder.
fn printed(line: &str, folder: &Path) -> Result<Map<String, Value>, String> {
    let own = line.strip_prefix("nexsolve ").ok_or_else(|| format!("{line} does not begin with nexsolve"))?;
    let child = command(&format!("{own} --json")).current_dir(folder).spawn().expect("the command starts");
    let (code, out, err) = ended(child);
    match serde_json::from_str(&out) {
        Ok(Value::Object(values)) => Ok(values),
        _ => Err(format!("{line}: exit code {code}, no JSON: {out}{err}")),
    }
}

/// The lengths of the files in a folder, in bytes.
fn lengths(folder: &Path) -> Map<String, Value> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry"));
    let of = |entry: fs::DirEntry| {
        let length = entry.metadata().expect("metadata").len();
        (entry.file_name().to_string_lossy().into_owned(), Value::from(length))
    };
    entries.map(of).collect()
}

/// A text with its values. Integers have thousands separators.
fn filled(text: &str, values: &Value) -> Result<String, String> {
    let mut parts = text.split('{');
    let mut filled = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (name, rest) = part.split_once('}').ok_or_else(|| format!("{text}: a brace is not closed"))?;
        filled.push_str(&value(name, values).ok_or_else(|| format!("there is no value {name}"))?);
        filled.push_str(rest);
    }
    Ok(filled)
}

/// A value as documents write it. `None` if there is none of this name, or it is not a number where one is
/// needed.
fn value(name: &str, values: &Value) -> Option<String> {
    let (path, form) = name.find([':', '%', '/']).map_or((name, ""), |at| name.split_at(at));
    let found = values.pointer(&format!("/{}", path.replace('.', "/")))?;
    match (form.split_at_checked(1), found) {
        (Some((":", decimals)), _) => Some(rounded(found.as_f64()?, decimals.parse().ok()?)),
        (Some(("%", decimals)), _) => Some(rounded(100.0 * found.as_f64()?, decimals.parse().ok()?)),
        (Some((_, divisor)), _) => Some(grouped(found.as_u64()? / divisor.parse::<u64>().ok()?)),
        (None, Value::Number(number)) => number.as_u64().map(grouped),
        (None, Value::String(text)) => Some(text.parse::<u128>().map_or_else(|_| text.clone(), grouped)),
        (None, _) => None,
    }
}

fn rounded(number: f64, decimals: usize) -> String {
    format!("{number:.decimals$}")
}

/// All spaces and line breaks as one space.
fn plain(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn is_said(document: &str, text: &str) -> bool {
    plain(&repository::read(document)).contains(&plain(text))
}

/// Runs what costs this much. `FIGURES=WORD` chooses runs with a document, command or text that contains the
/// word.
fn run_all(cost: Cost) {
    let word = std::env::var("FIGURES").unwrap_or_default();
    let runs = Figures::read().run.into_iter().filter(|run| {
        let texts = run.texts().flat_map(|(document, text)| [document, text]);
        texts.chain(run.commands.iter().map(String::as_str)).any(|text| text.contains(&word))
    });
    let faults: Vec<String> = runs.filter(|run| run.cost == cost).flat_map(|run| run.faults()).collect();
    assert!(faults.is_empty(), "stale figures:\n{}", faults.join("\n"));
}

#[test]
fn figures_of_seconds_are_computed_again() {
    run_all(Cost::Seconds);
}

#[test]
#[ignore = "slow: minutes of search and generation"]
fn figures_of_minutes_are_computed_again() {
    run_all(Cost::Minutes);
}

#[test]
#[ignore = "slow: hours, up to 16 GiB of memory"]
fn figures_of_hours_are_computed_again() {
    run_all(Cost::Hours);
}

/// A part of a document under one heading, as [`plain`] text without blocks of code.
struct Section {
    /// The headings above it, the outermost first.
    headings: Vec<String>,
    text: String,
}

fn sections(document: &str) -> Vec<Section> {
    let mut sections = vec![Section { headings: Vec::new(), text: String::new() }];
    let (mut levels, mut in_code): (Vec<usize>, bool) = (Vec::new(), false);
    for line in repository::read(document).lines() {
        let level = line.bytes().take_while(|byte| *byte == b'#').count();
        if line.starts_with("```") {
            in_code = !in_code;
        } else if in_code || line.starts_with("    ") {
            // Examples have tests of their own.
        } else if level > 0 {
            let keep = levels.iter().filter(|above| **above < level).count();
            let mut headings = sections.last().expect("one at least").headings[..keep].to_vec();
            levels.truncate(keep);
            levels.push(level);
            headings.push(line[level..].trim().to_owned());
            sections.push(Section { headings, text: String::new() });
        } else {
            let text = &mut sections.last_mut().expect("one at least").text;
            text.push_str(line);
            text.push('\n');
        }
    }
    for section in &mut sections {
        section.text = plain(&without_addresses(&section.text));
    }
    sections
}

/// A text without the addresses of its links, which may have numbers.
fn without_addresses(text: &str) -> String {
    let mut parts = text.split("](");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + "]" + part.split_once(')').map_or("", |(_, rest)| rest))
}

/// The figures of a text: numbers with a thousands separator, and numbers that fill a cell of a table.
fn figures(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(begin) = text[at..].find(|c: char| c.is_ascii_digit()).map(|begin| at + begin) {
        let is_inside = |c: char| c.is_ascii_digit() || c == ',' || c == '.';
        let end = begin + text[begin..].find(|c| !is_inside(c)).unwrap_or(text.len() - begin);
        let number = text[begin..end].trim_end_matches([',', '.']);
        let groups: Vec<&str> = number.split(',').collect();
        let separated = groups.len() > 1 && groups[1..].iter().all(|group| group.len() == 3);
        let fills = text[..begin].ends_with("| ") && text[end..].starts_with(" |");
        if separated || fills {
            found.push(begin..begin + number.len());
        }
        at = end;
    }
    found
}

/// The places where a text with unknown values stands.
fn places(pattern: &str, text: &str) -> Vec<Range<usize>> {
    let pattern = plain(pattern);
    let mut parts = pattern.split('{').map(|part| part.split_once('}').map_or(part, |(_, rest)| rest));
    let first = parts.next().unwrap_or_default();
    let rest: Vec<&str> = parts.collect();
    let begins = text.match_indices(first).map(|(begin, _)| begin);
    begins.filter_map(|begin| Some(begin..end(&rest, text, begin + first.len())?)).collect()
}

/// The end of a text whose rest begins here: a value before each part.
fn end(parts: &[&str], text: &str, at: usize) -> Option<usize> {
    let Some((part, rest)) = parts.split_first() else { return Some(at) };
    let is_value = |c: char| c.is_alphanumeric() || [',', '.', '-'].contains(&c);
    let length = text[at..].find(|c| !is_value(c)).unwrap_or(text.len() - at);
    let ends = (at + 1..=at + length).rev().filter(|end| text.is_char_boundary(*end));
    ends.filter(|end| text[*end..].starts_with(part)).find_map(|value| end(rest, text, value + part.len()))
}

/// The documents with figures about the present.
fn documents() -> Vec<String> {
    let all = repository::files("", &[".md"]);
    all.into_iter().filter(|file| file != "CHANGELOG.md" && !file.starts_with("tests/")).collect()
}

#[test]
fn every_figure_has_a_command_or_a_reason() {
    let Figures { run, page, unchecked } = Figures::read();
    let mut wrong = Vec::new();
    let mut used = BTreeSet::new();
    for (document, text) in run.iter().flat_map(Run::texts) {
        if places(text, &plain(&repository::read(document))).is_empty() {
            wrong.push(format!("{document} no longer says: {text}"));
        }
    }
    for document in documents() {
        let is_page = page.iter().any(|page| page.document == document);
        for Section { headings, text } in sections(&document) {
            let texts = run.iter().flat_map(Run::texts).filter(|(of, _)| *of == document);
            let mut covered: Vec<Range<usize>> = texts.flat_map(|(_, said)| places(said, &text)).collect();
            let figures = figures(&text);
            for (i, reason) in unchecked.iter().enumerate().filter(|(_, reason)| reason.document == document)
            {
                if reason.section.as_ref().is_some_and(|section| !headings.contains(section)) {
                    continue;
                }
                let places = match &reason.text {
                    Some(said) => places(said, &text),
                    None => std::iter::once(0..text.len()).collect(),
                };
                let has_figures = figures.iter().any(|figure| is_covered(figure, &places));
                if has_figures || reason.text.is_some() && !places.is_empty() {
                    used.insert(i);
                }
                covered.extend(places);
            }
            for figure in figures.iter().filter(|figure| !is_page && !is_covered(figure, &covered)) {
                let heading = headings.last().map_or("", String::as_str);
                wrong.push(format!("{document}, {heading}: {}", &text[figure.clone()]));
            }
        }
    }
    for (_, reason) in unchecked.iter().enumerate().filter(|(i, _)| !used.contains(i)) {
        wrong.push(format!("{}: nothing needs this reason: {}", reason.document, reason.why));
    }
    let gone = page.iter().filter(|page| !repository::root().join(&page.document).is_file());
    wrong.extend(gone.map(|page| format!("{} does not exist", page.document)));
    assert!(wrong.is_empty(), "figures that {FILE} does not explain:\n{}", wrong.join("\n"));
}

fn is_covered(figure: &Range<usize>, places: &[Range<usize>]) -> bool {
    places.iter().any(|place| place.start <= figure.start && figure.end <= place.end)
}

/// The rows of `docs/ENDINGS.md` for each number of pieces, and for all, are sums over the classes in
/// `docs/draughts.csv`.
#[test]
fn rows_of_draughts_are_sums_of_their_classes() {
    let mut sums: BTreeMap<usize, [u64; 4]> = BTreeMap::new();
    for line in repository::read("docs/draughts.csv").lines().skip(1) {
        let cells: Vec<&str> = line.split(',').collect();
        let pieces = cells[0].replace('v', "").len();
        for (i, cell) in cells[1..5].iter().enumerate() {
            let count: u64 = cell.parse().expect("a count");
            sums.entry(pieces).or_default()[i] += count;
        }
    }
    let all = sums.values().fold([0; 4], |all, sum| std::array::from_fn(|i| all[i] + sum[i]));
    let mut rows: Vec<(String, [u64; 4])> =
        sums.iter().map(|(pieces, sum)| (pieces.to_string(), *sum)).collect();
    rows.push(("all".to_owned(), all));
    assert_eq!(rows.len(), 7);
    for (name, sum) in rows {
        let row = format!("| {name} | {} |", sum.map(grouped).join(" | "));
        assert!(is_said("docs/ENDINGS.md", &row), "docs/ENDINGS.md does not say: {row}");
    }
}

#[test]
fn texts_are_found_and_filled() {
    let values =
        serde_json::json!({ "n": 12_345, "tree": "1234567", "share": 0.1234, "at": { "value": "win" } });
    assert_eq!(
        filled("{at.value}: {n} of {tree}, {share%1} %, {share:2}, {n/5}", &values),
        Ok("win: 12,345 of 1,234,567, 12.3 %, 0.12, 2,469".to_owned())
    );
    assert_eq!(filled("{m}", &values), Err("there is no value m".to_owned()));
    let only = 6..22;
    assert_eq!(places("{n} of {all}, then", "It is 9 of 1,200, then"), std::slice::from_ref(&only));
    assert!(places("{n} of {all}, then", "9 of many parts, then").is_empty());
    let text = "Of 1,234 there are 5,67 or 12 and | 7 | 8.5 | 9 × 9 |";
    let found: Vec<&str> = figures(text).into_iter().map(|figure| &text[figure]).collect();
    assert_eq!(found, ["1,234", "7", "8.5"]);
}
