//! The commands that the start program leaves out.

mod audit;
mod complete;
mod matches;
mod play;
mod played;
mod players;
mod protocols;
mod report;

use crate::args::Global;
use crate::args::whole::WholeCommand;
use crate::exit::Exit;
use crate::fault::Fault;

/// Runs a command.
pub(crate) fn run(command: &WholeCommand, global: &Global) -> Result<Exit, Fault> {
    match command {
        WholeCommand::Report(args) => report::run(args, global),
        WholeCommand::Play(args) => play::run(args, global),
        WholeCommand::Match(args) => matches::run(args, global),
        WholeCommand::Serve(args) => protocols::serve(args, global),
        WholeCommand::Connect(args) => protocols::connect(args, global),
        WholeCommand::Gtp(args) => protocols::gtp(args, global),
        WholeCommand::Audit(args) => audit::run(args, global),
        WholeCommand::Players => players::list(global),
        WholeCommand::Completions { shell } => complete::completions(*shell),
        WholeCommand::Man => complete::man(),
    }
}
