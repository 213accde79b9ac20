//! `nexsolve play`: plays a game at the terminal between people, programs, or both.

mod args;
mod input;
mod judge;
mod session;
mod words;

pub(crate) use args::PlayArgs;

use crate::{players, tables};
use args::OPPONENT;
use input::Input;
use nexsolve_console::{Exit, Fault, Global, files, stop, threads};
use nexsolve_core::SplitMix;
use nexsolve_players::matches::{Opening, OpeningError};
use nexsolve_players::{Roster, Spec};
use session::{Seat, Session};
use std::io::{self, IsTerminal};

/// Runs the command.
pub(crate) fn run(args: &PlayArgs, global: &Global) -> Result<Exit, Fault> {
    if global.json {
        let message = "play has no --json output";
        return Err(Fault::usage(message).hint("nexsolve match plays games between programs and has --json"));
    }
    let board = args.board.played()?;
    let white = args.white.as_deref().unwrap_or(if args.db.is_some() { "table" } else { OPPONENT });
    let [black, white] = [players::spec(&args.black)?, players::spec(white)?];
    let oracle = &tables::oracle_for(&[&black, &white], board, args.db.as_slice(), global)?;
    let game = args.notation.game(oracle.game(), global)?;
    let opening = match &args.position {
        Some(text) => Opening::read(&game, text).map_err(|error| misread("position", text, &error))?,
        None => Opening::start(&game),
    };
    if let Some(file) = &args.record {
        files::check_folder(file)?;
    }
    let roster = players::roster(oracle);
    let mut lots = SplitMix(global.seed);
    let seats = [seat(&roster, &black, lots.next_word())?, seat(&roster, &white, lots.next_word())?];
    if seats.iter().all(Option::is_some) {
        // If a person plays, Ctrl-C ends the process at once; the record is complete after every move.
        stop::on_interrupt("the game")?;
    }
    let names = [black, white].map(|spec| spec.to_string());
    let session = Session::new((oracle, &game), &roster, (args, global), opening, seats, names);
    threads::with(global, |_| {
        let stdin = io::stdin();
        let shown = stdin.is_terminal();
        session.run(&mut Input::new(&mut stdin.lock(), shown))
    })?;
    Ok(stop::cause().map_or(Exit::Done, stop::StopCause::exit))
}

/// Creates the player that the user names.
fn seat(roster: &Roster, spec: &Spec, seed: u64) -> Result<Seat, Fault> {
    if spec.name != players::HUMAN {
        return players::make(roster, spec, seed).map(Some);
    }
    if spec.number.is_some() || !spec.options.is_empty() {
        return Err(Fault::usage(format!("player {spec}: human takes no options")));
    }
    Ok(None)
}

/// The fault of a text (a `position` or `opening`) from which no game can start.
pub(crate) fn misread(what: &str, text: &str, error: &OpeningError) -> Fault {
    match error {
        OpeningError::Read(error) => Fault::read(what, text, error),
        other => Fault::input(format!("{what}: {other}")).at(text, 0..text.len()),
    }
}
