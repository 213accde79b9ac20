//! Completions for shells, and the manual page.

use crate::args::Cli;
use crate::exit::Exit;
use crate::fault::Fault;
use crate::output;
use clap::CommandFactory;
use clap_complete::Shell;

/// Prints the completions of a shell.
pub(crate) fn completions(shell: Shell) -> Result<Exit, Fault> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "nexsolve", &mut script);
    print(&script)
}

/// Prints the manual page.
pub(crate) fn man() -> Result<Exit, Fault> {
    let mut page = Vec::new();
    clap_mangen::Man::new(Cli::command())
        .render(&mut page)
        .map_err(|error| Fault::new(Exit::Fault, format!("the manual page cannot be made: {error}")))?;
    print(&page)
}

fn print(bytes: &[u8]) -> Result<Exit, Fault> {
    output::result(&String::from_utf8_lossy(bytes))?;
    Ok(Exit::Done)
}
