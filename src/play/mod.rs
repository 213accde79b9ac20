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
use nexsolve_console::{Exit, Fault, Global, fault::safe, files, stop, threads};
use nexsolve_core::{Game, Side, SplitMix};
use nexsolve_games::{AnyGame, Board};
use nexsolve_players::level::LEVELS;
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
    let [black, white] = seated(args, board)?;
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

/// Returns the players who start as Black and White.
fn seated(args: &PlayArgs, board: Board) -> Result<[Spec; 2], Fault> {
    let given = [&args.black, &args.white].map(Option::as_deref);
    let Some(level) = &args.level else {
        let white = if args.db.is_some() { players::TABLE } else { OPPONENT };
        return Ok([
            players::spec(given[0].unwrap_or(players::HUMAN))?,
            players::spec(given[1].unwrap_or(white))?,
        ]);
    };
    let opponent = opponent(level)?;
    let game = AnyGame::on(board)?;
    let person = match given {
        [None, None] => game.side_to_move(&game.start()),
        [Some(players::HUMAN), None] => Side::Black,
        [None, Some(players::HUMAN)] => Side::White,
        _ => {
            let message = "--level is for a game of a person against a program: \
                           beside it, give only --black human or --white human";
            return Err(
                Fault::usage(message).hint(format!("without --level, '{opponent}' is a player like others"))
            );
        }
    };
    let human = Spec::named(players::HUMAN);
    Ok(if person == Side::Black { [human, opponent] } else { [opponent, human] })
}

/// Returns the player of a level.
fn opponent(level: &str) -> Result<Spec, Fault> {
    let spec = match level.trim() {
        "perfect" => Spec::named("perfect"),
        text => Spec { number: text.parse().ok(), ..Spec::named("level") },
    };
    match spec.number {
        Some(number) if (1..=LEVELS.into()).contains(&number) => Ok(spec),
        None if spec.name == "perfect" => Ok(spec),
        _ => {
            let message =
                format!("there is no level {}: the levels are 1 to {LEVELS}, and perfect", safe(level));
            Err(Fault::usage(message))
        }
    }
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
