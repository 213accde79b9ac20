//! Shell completions and the manual.

use crate::exit::{self, Exit};
use crate::fault::Fault;
use crate::{files, help, output, typos};
use clap::{Args, Command};
use clap_complete::Shell;
use std::path::PathBuf;

/// The arguments of `man`.
#[derive(Args, Clone, Debug)]
pub(crate) struct ManArgs {
    /// Command, such as solve or serve nexc [default: all]
    #[arg(value_name = "COMMAND", num_args = 0..=2)]
    pub(crate) command: Vec<String>,
    /// Write each page to a file of this folder, such as nexsolve-solve.1
    #[arg(long, value_name = "DIR", conflicts_with = "command")]
    pub(crate) out: Option<PathBuf>,
}

/// Prints the completion script of a shell for the whole command.
pub(crate) fn completions(shell: Shell, mut command: Command) -> Result<Exit, Fault> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command, "nexsolve", &mut script);
    print(&script)
}

/// Prints the manual of the whole command: a page for the program, and one for each command. Writes them to files with `--out`.
pub(crate) fn man(args: &ManArgs, command: Command) -> Result<Exit, Fault> {
    let pages = pages(command);
    if let Some(folder) = &args.out {
        files::check_no_file(folder)?;
        std::fs::create_dir_all(folder).map_err(|error| files::unwritable(folder, &error))?;
        for (name, page) in &pages {
            files::replace(&folder.join(format!("{name}.1")), &roff(page)?)?;
        }
        output::note(&format!("{} pages written to {}", pages.len(), files::name(folder)));
        return Ok(Exit::Done);
    }
    let wanted = args.command.iter().fold("nexsolve".to_owned(), |name, word| format!("{name}-{word}"));
    let shown: Vec<&(String, Command)> =
        pages.iter().filter(|(name, _)| args.command.is_empty() || *name == wanted).collect();
    if shown.is_empty() {
        let words = args.command.join(" ");
        let names = pages.iter().filter_map(|(name, _)| name.strip_prefix("nexsolve-"));
        let meant = typos::nearest(&wanted["nexsolve-".len()..], names).map(|name| name.replace('-', " "));
        let fault = Fault::usage(format!("there is no command {}", crate::fault::safe(&words)));
        return Err(fault.meant(meant).hint("nexsolve --help lists the commands"));
    }
    let mut text = Vec::new();
    for (_, page) in shown {
        text.extend(roff(page)?);
    }
    print(&text)
}

/// Returns the pages of the manual with their names: the program, then every command and its own commands.
fn pages(command: Command) -> Vec<(String, Command)> {
    // Building passes the options of every command on.
    let mut root = command.disable_help_subcommand(true);
    root.build();
    let subs: Vec<Command> = root.get_subcommands().cloned().collect();
    let program = help::paged(root).after_long_help(exit::HELP);
    let mut pages = vec![("nexsolve".to_owned(), program)];
    for sub in subs {
        add("nexsolve", sub, &mut pages);
    }
    pages
}

/// Adds the page of a command, and those of its own commands.
fn add(above: &str, command: Command, pages: &mut Vec<(String, Command)>) {
    let name = format!("{above}-{}", command.get_name());
    let subs: Vec<Command> = command.get_subcommands().cloned().collect();
    let usage = command.clone().render_usage().to_string();
    let usage = usage.trim_start_matches("Usage:").trim().to_owned();
    pages.push((name.clone(), command.display_name(name.clone()).override_usage(usage)));
    for sub in subs {
        add(&name, sub, pages);
    }
}

/// Returns a page in the format of `man`.
fn roff(page: &Command) -> Result<Vec<u8>, Fault> {
    let mut text = Vec::new();
    clap_mangen::Man::new(page.clone())
        .render(&mut text)
        .map_err(|error| Fault::new(Exit::Fault, format!("cannot write the manual page: {error}")))?;
    Ok(text)
}

fn print(bytes: &[u8]) -> Result<Exit, Fault> {
    output::result(&String::from_utf8_lossy(bytes))?;
    Ok(Exit::Done)
}
