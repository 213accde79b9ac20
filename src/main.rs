//! The `nexsolve` command: parses arguments; prints text, JSON and progress.
//!
//! Results go to standard output, everything else to standard error. The libraries compute the answers.

mod audit;
mod board;
mod book;
mod candidate;
mod check;
mod cli;
mod complete;
mod database;
mod drill;
mod exam;
mod exploit;
mod facts;
mod help;
mod manual;
mod matches;
mod notation;
mod notes;
mod play;
mod players;
mod proofs;
mod protocols;
mod publish;
mod puzzles;
mod records;
mod replay;
mod report;
mod results;
mod solve;
mod tables;
mod tasks;

use clap::CommandFactory;
use cli::{Cli, Command};
use nexsolve_console::{Exit, Fault};

fn main() {
    nexsolve_console::run(run)
}

fn run() -> Result<Exit, Fault> {
    let Cli { command, solve, global, book: books } = match Cli::read() {
        Ok(cli) => cli,
        Err(end) => return end,
    };
    nexsolve_console::apply(&global);
    books.iter().try_for_each(|path| book::give(path, &global))?;
    match command {
        None => solve::run(&solve, &global).map_err(|fault| cli::misspelt(&solve, fault)),
        Some(Command::Solve(args)) => solve::run(&args, &global),
        Some(Command::Generate(args)) => database::generate::run(&args, &global),
        Some(Command::Plan(args)) => database::plan(&args, &global),
        Some(Command::Shrink(args)) => database::shrink(&args, &global),
        Some(Command::Query(args)) => database::query(&args, &global),
        Some(Command::Info(args)) => database::info(&args, &global),
        Some(Command::Verify(args)) => database::verify(&args, &global),
        Some(Command::Compare(args)) => database::compare(&args, &global),
        Some(Command::Export(args)) => database::export(&args, &global),
        Some(Command::Publish(args)) => publish::run(&args, &global),
        Some(Command::Facts) => facts::run(&global),
        Some(Command::Replay(args)) => replay::run(&args, &global),
        Some(Command::Check(args)) => check::run(&args, &global),
        Some(Command::Report(args)) => report::run(&args, &global),
        Some(Command::Play(args)) => play::run(&args, &global),
        Some(Command::Match(args)) => matches::run(&args, &global),
        Some(Command::Serve(args)) => protocols::serve(&args, &global),
        Some(Command::Connect(args)) => protocols::connect(&args, &global),
        Some(Command::Gtp(args)) => protocols::gtp(&args, &global),
        Some(Command::Hub(args)) => protocols::hub(&args, &global),
        Some(Command::Audit(args)) => audit::run(&args, &global),
        Some(Command::Drill(args)) => drill::run(&args, &global),
        Some(Command::Exam(args)) => exam::run(&args, &global),
        Some(Command::Exploit(args)) => exploit::run(&args, &global),
        Some(Command::Puzzles(args)) => puzzles::run(&args, &global),
        Some(Command::Book(args)) => book::run(&args, &global),
        Some(Command::Proofs(args)) => proofs::run(&args, &global),
        Some(Command::Tasks(args)) => tasks::run(&args, &global),
        Some(Command::Players) => players::list(&global),
        Some(Command::Completions { shell }) => complete::completions(shell, &Cli::command()),
        Some(Command::Man(args)) => manual::run(&args, Cli::command()),
    }
}
