//! The manual: a page for the program, and one for each command.

use crate::help;
use clap::{Args, Command};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, roman};
use nexsolve_console::{Exit, Fault, fault::safe, files, output};
use nexsolve_games::typos;
use std::path::PathBuf;

/// The program and its version, in the footer of each page.
const PROGRAM: &str = concat!("nexsolve ", env!("CARGO_PKG_VERSION"));

/// The arguments of `man`.
#[derive(Args, Clone, Debug)]
pub(crate) struct ManArgs {
    /// Command, such as solve or serve nexc [default: all]
    #[arg(value_name = "COMMAND", num_args = 0..=2, value_hint = clap::ValueHint::Other)]
    pub(crate) command: Vec<String>,
    /// Write each page to a file of this folder, such as nexsolve-solve.1
    #[arg(long, value_name = "DIR", conflicts_with = "command")]
    pub(crate) out: Option<PathBuf>,
}

/// Prints the pages of the manual, or the page of one command. Writes them to files with `--out`.
pub(crate) fn run(args: &ManArgs, command: Command) -> Result<Exit, Fault> {
    let pages = pages(command);
    if let Some(folder) = &args.out {
        files::check_no_file(folder)?;
        std::fs::create_dir_all(folder).map_err(|error| files::unwritable(folder, &error))?;
        for page in &pages {
            files::replace(&folder.join(format!("{}.1", page.name)), page.roff().as_bytes())?;
        }
        output::note(&format!("{} pages written to {}", pages.len(), files::name(folder)));
        return Ok(Exit::Done);
    }
    let wanted = args.command.iter().fold("nexsolve".to_owned(), |name, word| format!("{name}-{word}"));
    let shown: Vec<&Page> =
        pages.iter().filter(|page| args.command.is_empty() || page.name == wanted).collect();
    if shown.is_empty() {
        let names = pages.iter().filter_map(|page| page.name.strip_prefix("nexsolve-"));
        let meant = typos::nearest(&wanted["nexsolve-".len()..], names).map(|name| name.replace('-', " "));
        let fault = Fault::usage(format!("there is no command {}", safe(&args.command.join(" "))));
        return Err(fault.meant(meant).hint("nexsolve --help lists the commands"));
    }
    let text: Vec<String> = shown.into_iter().map(Page::roff).collect();
    output::result(&text.concat())?;
    Ok(Exit::Done)
}

/// A page of the manual.
struct Page {
    /// The name, such as `nexsolve-serve-nexc`.
    name: String,
    command: Command,
    /// What follows the options in the help: examples, exit codes and explanations.
    notes: String,
}

/// Returns the pages: the program, then every command and its own commands.
fn pages(command: Command) -> Vec<Page> {
    // Building passes the options of every command on.
    let mut root = command.disable_help_subcommand(true);
    root.build();
    let subs: Vec<Command> = root.get_subcommands().cloned().collect();
    let notes = format!("{}\n\n{}", help::EXAMPLES, help::EXITS);
    let mut pages = vec![Page { name: "nexsolve".to_owned(), command: help::paged(root), notes }];
    for sub in subs {
        add("nexsolve", sub, &mut pages);
    }
    pages
}

/// Adds the page of a command, and those of its own commands.
fn add(above: &str, command: Command, pages: &mut Vec<Page>) {
    let name = format!("{above}-{}", command.get_name());
    let subs: Vec<Command> = command.get_subcommands().cloned().collect();
    let usage = command.clone().render_usage().to_string();
    let usage = usage.trim_start_matches("Usage:").trim().to_owned();
    let notes = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let command = command.display_name(name.clone()).override_usage(usage);
    pages.push(Page { name: name.clone(), command, notes });
    for sub in subs {
        add(&name, sub, pages);
    }
}

impl Page {
    /// Returns the page in the format of `man`.
    fn roff(&self) -> String {
        let mut page = Vec::new();
        let command = self.command.clone().after_help(None::<&str>).after_long_help(None::<&str>);
        // Without quotes, an empty date would be no argument, and the program would stand in its place.
        let man = Man::new(command).date("\"\"").source(PROGRAM);
        man.render(&mut page).expect("a vector takes everything");
        let notes = notes(&self.notes).render();
        // Every rendered text has the same beginning, which a page needs once.
        let begin = Roff::new().render();
        String::from_utf8_lossy(&page).into_owned() + notes.strip_prefix(&begin).unwrap_or(&notes)
    }
}

/// Returns the sections that follow the options of a page.
fn notes(text: &str) -> Roff {
    let mut sections: [(&str, Vec<&str>); 3] =
        [("NOTES", vec![]), ("EXIT STATUS", vec![]), ("EXAMPLES", vec![])];
    for paragraph in text.split("\n\n").filter(|paragraph| !paragraph.is_empty()) {
        let (at, paragraph) = match paragraph.split_once(['\n', ' ']) {
            Some(("Examples:" | "Example:", examples)) => (2, examples),
            Some(("Exit", codes)) => (1, codes.strip_prefix("codes:\n").unwrap_or(paragraph)),
            _ => (0, paragraph),
        };
        sections[at].1.push(paragraph);
    }
    let mut roff = Roff::new();
    for (title, paragraphs) in sections {
        for (number, paragraph) in paragraphs.into_iter().enumerate() {
            if number == 0 {
                roff.control("SH", [title])
            } else {
                roff.control("PP", [])
            };
            let is_kept = |line: &&str| title == "EXAMPLES" || line.starts_with(' ');
            let lines: Vec<&str> = paragraph.lines().collect();
            for lines in lines.chunk_by(|one, next| is_kept(one) == is_kept(next)) {
                add_lines(lines, is_kept(&lines[0]), &mut roff);
            }
        }
    }
    roff
}

/// Adds lines. Those that are kept are not filled: each stays a line, with its spaces.
fn add_lines(lines: &[&str], is_kept: bool, roff: &mut Roff) {
    if is_kept {
        roff.control("nf", []);
    }
    for line in lines {
        roff.text([roman(line.trim_start())]);
    }
    if is_kept {
        roff.control("fi", []);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::Cli;
    use clap::CommandFactory;

    /// Every page that a page names exists, and the commands of commands have pages.
    #[test]
    fn the_pages_name_only_pages_that_exist() {
        let pages = pages(Cli::command());
        let names: Vec<&str> = pages.iter().map(|page| page.name.as_str()).collect();
        for name in ["nexsolve", "nexsolve-solve", "nexsolve-serve-nexc", "nexsolve-proofs-merge"] {
            assert!(names.contains(&name), "{name}");
        }
        let mut named = 0;
        for page in &pages {
            let text = page.roff().replace("\\-", "-");
            assert!(text.contains(&format!("\n.TH {} 1 ", page.name)), "{text}");
            for (before, _) in text.match_indices("(1)").map(|(at, _)| text.split_at(at)) {
                let name = before.rsplit([' ', '\n']).next().unwrap_or_default();
                assert!(names.contains(&name), "{} names {name}", page.name);
                named += 1;
            }
        }
        assert_eq!(named, names.len() - 1, "every page but the first is named once");
    }

    #[test]
    fn every_page_has_the_version_in_its_footer_and_its_examples_as_lines() {
        for page in pages(Cli::command()) {
            let text = page.roff();
            let title = text.lines().find(|line| line.starts_with(".TH")).expect("a title");
            assert_eq!(title.trim_end(), format!(".TH {} 1 \"\" \"{PROGRAM}\"", page.name));
            assert!(!text.contains("EXTRA") && text.matches(".el .ds").count() == 1, "{text}");
            let has_examples = page.notes.lines().any(|line| line.starts_with("Example"));
            assert_eq!(text.contains(".SH EXAMPLES\n.nf\n"), has_examples, "{text}");
        }
    }

    #[test]
    fn notes_are_sorted_into_sections() {
        let text = "Examples:\n  one   the first\n  'two'\n\nSome words.\n\n  W:B   a line\nmore\n\nExit code 3 if it fails.";
        let begin = Roff::new().render();
        let shown = notes(text).render();
        assert_eq!(
            shown.strip_prefix(&begin),
            Some(
                ".SH NOTES\nSome words.\n.PP\n.nf\nW:B   a line\n.fi\nmore\n.SH \"EXIT STATUS\"\nExit code 3 if it fails.\n\
                 .SH EXAMPLES\n.nf\none   the first\n\\*(Aqtwo\\*(Aq\n.fi\n"
            )
        );
        assert!(
            notes("Exit codes:\n  0    done")
                .render()
                .ends_with(".SH \"EXIT STATUS\"\n.nf\n0    done\n.fi\n")
        );
    }
}
