//! `nexsolve play`: a game at the terminal, between people, programs, or both.

mod input;
mod seat;
mod session;
mod words;

use crate::args::{Global, PlayArgs};
use crate::exit::Exit;
use crate::fault::{Fault, snippet};
use crate::{files, played, players, stop, threads};
use input::Input;
use nexsolve_core::SplitMix;
use nexsolve_players::Roster;
use nexsolve_players::matches::{Opening, OpeningError};
use seat::Seat;
use session::Session;
use std::io::{self, IsTerminal};

/// Who plays, and who gives hints, if the user names nobody and there are no tables.
const OPPONENT: &str = "uct(10000)";

/// Runs the command.
pub(crate) fn run(args: &PlayArgs, global: &Global) -> Result<Exit, Fault> {
    if global.json {
        let message = "a game at the terminal has no JSON document";
        return Err(Fault::usage(message).hint("nexsolve match plays games between programs, and has one"));
    }
    let board = args.board.played()?;
    let white = args.white.as_deref().unwrap_or(if args.db.is_some() { "table" } else { OPPONENT });
    let [black, white] = [players::spec(&args.black)?, players::spec(white)?];
    let oracle = played::oracle(board, args.db.as_deref(), global)?;
    let opening = match &args.position {
        Some(text) => Opening::read(oracle.game(), text).map_err(|error| misread(text, &error))?,
        None => Opening::start(oracle.game()),
    };
    if let Some(file) = &args.record {
        files::check_folder(file)?;
    }
    let roster = Roster::new(&oracle);
    let mut lots = SplitMix(global.seed);
    let seats = [Seat::of(&roster, &black, lots.next_word())?, Seat::of(&roster, &white, lots.next_word())?];
    let people = seats.iter().any(Seat::is_person);
    if !people {
        // A person's game ends with Ctrl-C at once: its record is whole after every move.
        stop::on_interrupt("the game")?;
    }
    let session = Session::new(&oracle, &roster, args, opening, seats);
    threads::with(global, |_| {
        let stdin = io::stdin();
        let shown = stdin.is_terminal();
        session.run(&mut Input::new(&mut stdin.lock(), shown))
    })?;
    Ok(stop::cause().map_or(Exit::Done, stop::Cause::exit))
}

/// A `--position` that no game can begin with.
fn misread(text: &str, error: &OpeningError) -> Fault {
    match error {
        OpeningError::Read(error) => Fault::read("position", text, error),
        other => Fault::input(format!("position: {other}\n{}", snippet(text, 0..text.len()))),
    }
}
