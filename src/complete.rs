//! Shell completions and the manual page.

use crate::cli::Cli;
use crate::exit::Exit;
use crate::fault::Fault;
use crate::output;
use clap::CommandFactory;
use clap_complete::Shell;

/// Prints the completion script of a shell.
pub(crate) fn completions(shell: Shell) -> Result<Exit, Fault> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "nexsolve", &mut script);
    print(&script)
}

/// Prints the manual: a page for the command, and a page for each subcommand.
pub(crate) fn man() -> Result<Exit, Fault> {
    let command = Cli::command();
    let mut pages = vec![command.clone()];
    for sub in command.get_subcommands().filter(|sub| sub.get_name() != "help") {
        let name = format!("nexsolve-{}", sub.get_name());
        pages.push(sub.clone().display_name(name));
    }
    let mut text = Vec::new();
    for page in pages {
        clap_mangen::Man::new(page)
            .render(&mut text)
            .map_err(|error| Fault::new(Exit::Fault, format!("cannot write the manual page: {error}")))?;
    }
    print(&text)
}

fn print(bytes: &[u8]) -> Result<Exit, Fault> {
    output::result(&String::from_utf8_lossy(bytes))?;
    Ok(Exit::Done)
}
