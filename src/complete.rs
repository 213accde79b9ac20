//! Shell completions.

use clap::Command;
use clap_complete::Shell;
use nexsolve_console::{Exit, Fault, output};

/// Prints the completion script of a shell for the whole command.
pub(crate) fn completions(shell: Shell, command: &Command) -> Result<Exit, Fault> {
    output::result(&String::from_utf8_lossy(&script(shell, command)))?;
    Ok(Exit::Done)
}

/// Returns the completion script of a shell.
fn script(shell: Shell, command: &Command) -> Vec<u8> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut without_board(command), "nexsolve", &mut script);
    script
}

/// Returns the command without the BOARD of the short form: zsh's script would take the name of a command for
/// it, and complete nothing after that name.
fn without_board(command: &Command) -> Command {
    Command::new("nexsolve")
        .version(env!("CARGO_PKG_VERSION"))
        .args(command.get_arguments().filter(|arg| !arg.is_positional()))
        .subcommands(command.get_subcommands())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::Cli;
    use clap::CommandFactory;

    #[test]
    fn nothing_comes_before_the_commands_in_the_script_of_zsh() {
        let script = script(Shell::Zsh, &Cli::command());
        let script = std::str::from_utf8(&script).expect("UTF-8");
        let (_, arguments) = script.split_once("_arguments \"${_arguments_options[@]}\"").expect("arguments");
        let (arguments, _) = arguments.split_once("&& ret=0").expect("an end");
        for option in ["'--goal", "'--json"] {
            assert!(arguments.lines().any(|line| line.starts_with(option)), "{arguments}");
        }
        let words: Vec<&str> = arguments.lines().filter(|line| line.starts_with(['"', ':', '*'])).collect();
        assert_eq!(words, ["\":: :_nexsolve_commands\" \\", "\"*::: :->nexsolve\" \\"]);
        let is_word = |line: &&str| line.starts_with("':") || line.starts_with("'*:");
        assert_eq!(arguments.lines().find(is_word), None);
        assert!(script.contains("case $line[1] in") && !script.contains("$line[2]"));
    }

    /// The `_default` of several words completes the names of programs, because zsh then takes the first of
    /// them for a command.
    #[test]
    fn repeated_words_complete_files_or_nothing() {
        let script = script(Shell::Zsh, &Cli::command());
        let script = std::str::from_utf8(&script).expect("UTF-8");
        let repeated: Vec<&str> = script.lines().filter(|line| line.starts_with("'*::")).collect();
        assert!(!repeated.is_empty());
        for line in repeated {
            assert!(!line.contains("_default"), "{line}");
        }
        let query =
            script.lines().find(|line| line.contains("words") && line.contains("Database folder or its"));
        assert!(query.is_some_and(|line| line.contains(":_files'")), "{query:?}");
    }
}
