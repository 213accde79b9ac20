//! `nexsolve serve nexc`: the referee of matches over the network; and which of the two `serve` is.

use super::report::{self, told};
use super::{listen, page};
use crate::args::Global;
use crate::args::{NexcArgs, ServeArgs, ServeKind};
use crate::exit::Exit;
use crate::fault::Fault;
use crate::{files, output, stop};
use nexsolve_core::{Game as _, Side};
use nexsolve_db::json::joined;
use nexsolve_games::{AnyGame, AnyMove, GameSpec};
use nexsolve_players::matches::{Opening, OpeningError};
use nexsolve_players::nexc::{Cause, Event, GAME, Referee, Terms};
use serde_json::{Value, json};
use std::time::Duration;

/// The pause of the server after it has sent a result. A player who takes each read as one message then gets the result alone.
const PAUSE: Duration = Duration::from_millis(20);

/// Runs the command.
pub(crate) fn run(args: &ServeArgs, global: &Global) -> Result<Exit, Fault> {
    match &args.kind {
        None => page::run(&args.page, global),
        Some(ServeKind::Nexc(args)) => nexc(args, global),
    }
}

fn nexc(args: &NexcArgs, global: &Global) -> Result<Exit, Fault> {
    let board = args.board().played()?;
    let spec = GameSpec::parse(GAME)?;
    if board.spec != spec {
        let message = format!("NexC plays {} only, not {}", spec.card().title, board.game_title());
        return Err(Fault::usage(message).hint("nexsolve gtp plays all games"));
    }
    let game = AnyGame::on(board)?;
    let opening = opening(&game, &args.opening)?;
    if let Some(file) = &args.records {
        files::check_folder(file)?;
    }
    let terms = Terms {
        opening,
        games: args.games,
        question: args.question.into(),
        answer: args.time,
        connect: args.wait,
        pause: PAUSE,
        names: [args.black.clone(), args.white.clone()],
    };
    let (listener, address) = listen(args.bind, args.port)?;
    stop::on_interrupt("the match")?;
    output::note(&format!("{} served on {address}", board.game_title()));
    let mut unheard = None;
    let mut watch = |event: Event<'_>| {
        if let Err(fault) = tell(event, global) {
            unheard.get_or_insert(fault);
        }
    };
    let played = Referee::new(&game, &terms, stop::flag(), &mut watch).run(listener);
    unheard.map_or(Ok(()), Err)?;
    report::write(&played.games, args.records.as_deref())?;
    let tally = report::tally(&played.games);
    let games = played.games.iter().map(report::document).collect::<Result<Value, _>>()?;
    let document = || {
        let fault = played.fault.as_ref();
        joined([
            json!({ "board": board.to_string(), "games": games }),
            tally.document(),
            json!({
                // The reason and the side that ended the match early; null if none did.
                "fault": fault.map(ToString::to_string),
                "faulty": fault.and_then(|fault| fault.side).map(Side::word),
            }),
        ])
    };
    output::answer(global, document, || report::summary(&tally))?;
    Ok(match played.fault {
        None => Exit::Done,
        Some(fault) if fault.cause == Cause::Stopped => Exit::Interrupted,
        Some(_) => Exit::Input,
    })
}

/// The moves that games begin with.
fn opening(game: &AnyGame, text: &str) -> Result<Vec<AnyMove>, Fault> {
    let opening = Opening::read(game, text).map_err(|error| match error {
        OpeningError::Read(error) => Fault::read("opening", text, &error),
        other => Fault::input(format!("opening: {other}")),
    })?;
    if opening.moves.is_empty() && opening.position != game.start() {
        let message = "an opening is sent to the players as moves: it cannot be a position";
        return Err(Fault::input(message).hint("give moves, such as 'Ba1?b2;Wa2?b1'"));
    }
    Ok(opening.moves)
}

/// Prints an event.
fn tell(event: Event<'_>, global: &Global) -> Result<(), Fault> {
    match event {
        Event::Connected(side, address) if !global.quiet => {
            output::note(&format!("{side} connected from {address}"));
        }
        Event::TurnedAway(address, cause) if !global.quiet => {
            output::note(&format!("{address} turned away: it {cause}"));
        }
        Event::Ended(record) if !global.json => output::result(&report::line(record))?,
        Event::BrokenOff(fault) => output::note(&format!("match broken off: {}", told(fault))),
        _ => {}
    }
    Ok(())
}
