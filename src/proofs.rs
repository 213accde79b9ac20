//! `nexsolve proofs`: works on files of `solve --proofs`.

use clap::{Args, Subcommand};
use nexsolve_console::{Exit, Fault, Global, files, output, units::grouped};
use nexsolve_games::Board;
use nexsolve_proof::{Finds, FindsError};
use nexsolve_solver::ProofEntry;
use serde_json::json;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// The arguments of `proofs`.
#[derive(Args, Clone, Debug)]
pub(crate) struct ProofsArgs {
    #[command(subcommand)]
    command: ProofsCommand,
}

#[derive(Subcommand, Clone, Debug)]
enum ProofsCommand {
    /// Join files of one board, made by several runs or machines
    #[command(after_help = "Example: nexsolve proofs merge a.proofs b.proofs --out all.proofs")]
    Merge(MergeArgs),
}

/// The arguments of `proofs merge`.
#[derive(Args, Clone, Debug)]
struct MergeArgs {
    /// Files of solve --proofs, all of the same board
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Write the joined file here; it may be one of the files
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

/// Runs the command.
pub(crate) fn run(args: &ProofsArgs, global: &Global) -> Result<Exit, Fault> {
    let ProofsCommand::Merge(args) = &args.command;
    files::check_folder(&args.out)?;
    let mut joined = Joined { board: None, entries: HashMap::new() };
    for path in &args.files {
        joined.add(path, global.memory)?;
    }
    let Joined { board, entries } = joined;
    let board = board.expect("there is at least one file");
    let bytes = Finds::write(&board.to_string(), entries.values().copied());
    files::write(&args.out, |out| {
        out.write_all(&bytes).map_err(|error| files::unwritable(&args.out, &error))
    })?;
    let proven = entries.values().filter(|entry| wins(entry).is_some()).count();
    let (states, count, out) = (entries.len(), args.files.len(), files::name(&args.out));
    let document = || json!({ "board": board.to_string(), "files": count, "states": states, "proven": proven, "out": out });
    let (states, proven) = (grouped(states as u64), grouped(proven as u64));
    let text = || format!("{out}: {states} states of {}, the winners of {proven} proven.\n", board.title());
    output::answer(global, document, text)?;
    Ok(Exit::Done)
}

/// The entries of the files read so far.
struct Joined {
    board: Option<Board>,
    entries: HashMap<u128, ProofEntry>,
}

impl Joined {
    fn add(&mut self, path: &Path, memory: u64) -> Result<(), Fault> {
        let name = files::name(path);
        // An entry takes about twice as much in the map, and the bytes are held beside it.
        let bytes = files::read_part(path, memory, 4)?;
        let found = Finds::board(&bytes).map_err(|error| refusal(&name, &error))?;
        let board = nexsolve_games::board(found)?;
        if let Some(first) = self.board
            && first != board
        {
            return Err(Fault::usage(format!(
                "{name} has proofs of {board}, not of {first} as the files before"
            )));
        }
        self.board = Some(board);
        let finds = Finds::read(&bytes, found).map_err(|error| refusal(&name, &error))?;
        for entry in finds.entries() {
            let before = self.entries.entry(entry.state).or_insert(entry);
            let (one, other) = (wins(before), wins(&entry));
            if one.is_some() && other.is_some() && one != other {
                let message = format!(
                    "{name} contradicts the files before about the winner of state {:x}",
                    entry.state
                );
                return Err(Fault::new(Exit::Check, message)
                    .hint("one of the files is wrong: search again without them"));
            }
            if one.is_none() && (other.is_some() || entry.work > before.work) {
                *before = entry;
            }
        }
        Ok(())
    }
}

fn refusal(name: &str, error: &FindsError) -> Fault {
    let exit = if matches!(error, FindsError::Damaged | FindsError::Contradiction { .. }) {
        Exit::Table
    } else {
        Exit::Usage
    };
    Fault::new(exit, format!("{name}: {error}"))
}

/// Returns who wins a state, if that is proven.
fn wins(entry: &ProofEntry) -> Option<bool> {
    match (entry.prove, entry.refute) {
        (0, _) => Some(true),
        (_, 0) => Some(false),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_that_contradict_each_other_are_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = |name: &str, prove, refute| {
            let entry = ProofEntry { state: 77, prove, refute, work: 9, region: 1 };
            let path = folder.path().join(name);
            std::fs::write(&path, Finds::write("hex:3x3", [entry].into_iter())).expect("written");
            path
        };
        let [won, lost, open] = [file("won", 0, 5), file("lost", 5, 0), file("open", 5, 5)];
        let mut joined = Joined { board: None, entries: HashMap::new() };
        for path in [&open, &won, &open] {
            joined.add(path, 1 << 20).expect("a good file");
        }
        assert_eq!(joined.entries.values().map(wins).collect::<Vec<_>>(), [Some(true)]);
        let fault = joined.add(&lost, 1 << 20).expect_err("a contradiction");
        assert_eq!(fault.exit, Exit::Check);
        assert!(fault.message.contains("state 4d"), "{}", fault.message);
    }
}
