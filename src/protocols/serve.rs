//! `nexsolve serve nexc`: referees matches over the network. Also chooses between `serve` and `serve nexc`.

use super::page::PageArgs;
use super::report::{self, told};
use super::{listen, page};
use crate::board::BoardArgs;
use crate::board::SizeArgs;
use crate::play::misread;
use clap::{Args, Subcommand};
use nexsolve_attic::nexc::{Cause, Event, GAME, PORT, Referee, Terms};
use nexsolve_console::{Exit, Fault, Global, choice, files, output, stop, units};
use nexsolve_core::{Game as _, Side};
use nexsolve_games::{AnyGame, AnyMove};
use nexsolve_players::matches::Opening;
use serde_json::json;
use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;

/// The server's pause after sending a result. Some clients treat each read as one message; the pause makes
/// them read the result separately.
const PAUSE: Duration = Duration::from_millis(20);

/// The arguments of `serve`.
#[derive(Args, Clone, Debug)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct ServeArgs {
    /// What to serve instead of the page
    #[command(subcommand)]
    pub(crate) kind: Option<ServeKind>,
    #[command(flatten)]
    pub(crate) page: PageArgs,
}

/// What can be served.
#[derive(Subcommand, Clone, Debug)]
pub(crate) enum ServeKind {
    /// Referee a match of Nex between two players over the network
    #[command(after_help = include_str!("../help/nexc.txt").trim_ascii_end())]
    Nexc(NexcArgs),
}

/// The arguments of `serve nexc`.
#[derive(Args, Clone, Debug)]
pub(crate) struct NexcArgs {
    /// Board, such as nex:3x3
    #[arg(value_name = "BOARD")]
    pub(crate) board: Option<String>,
    #[command(flatten)]
    pub(crate) size: SizeArgs,
    /// Port to listen on; 0 chooses a free one and prints it
    #[arg(long, value_name = "PORT", default_value_t = PORT)]
    pub(crate) port: u16,
    /// Address to listen on; 0.0.0.0 admits players on other machines
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1", value_parser = super::bind)]
    pub(crate) bind: IpAddr,
    /// Number of games
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) games: u32,
    /// Time limit for a move or any other reply
    #[arg(long, value_name = "T", default_value = "60s", value_parser = units::duration)]
    pub(crate) time: Duration,
    /// Time limit for both players to connect
    #[arg(long, value_name = "T", default_value = "10m", value_parser = units::duration)]
    pub(crate) wait: Duration,
    /// How the server asks for a move
    #[arg(long, default_value = "long", value_parser = choice([
        ("long", "Move?", "`Move?`, as the old server asks"),
        ("short", "?", "`?`, as the protocol document says"),
    ]))]
    pub(crate) question: &'static str,
    /// Start every game with these moves, such as 'Ba1?b2;Wa2?b1'
    #[arg(long, value_name = "MOVES", default_value = "")]
    pub(crate) opening: String,
    /// Black's name in the records
    #[arg(long, value_name = "NAME")]
    pub(crate) black: Option<String>,
    /// White's name in the records
    #[arg(long, value_name = "NAME")]
    pub(crate) white: Option<String>,
    /// Write the games to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) records: Option<PathBuf>,
}

impl NexcArgs {
    /// Returns the board's arguments, without a game.
    pub(crate) fn board(&self) -> BoardArgs {
        BoardArgs { board: self.board.clone(), game: None, size: self.size }
    }
}

/// Runs the command.
pub(crate) fn run(args: &ServeArgs, global: &Global) -> Result<Exit, Fault> {
    match &args.kind {
        None => page::run(&args.page, global),
        Some(ServeKind::Nexc(args)) => nexc(args, global),
    }
}

fn nexc(args: &NexcArgs, global: &Global) -> Result<Exit, Fault> {
    let board = args.board().played()?;
    let spec = nexsolve_games::spec(GAME)?;
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
        question: args.question,
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
    let fault = played.fault.as_ref();
    let begin = json!({ "board": board.to_string() });
    let end = json!({
        // The reason why the match ended early, and the side that caused it; null if it did not.
        "fault": fault.map(ToString::to_string),
        "faulty": fault.and_then(|fault| fault.side).map(Side::word),
    });
    report::answer(global, &played.games, args.records.as_deref(), [begin, end], |_| json!({}))?;
    Ok(match played.fault {
        None => Exit::Done,
        Some(fault) if fault.cause == Cause::Stopped => Exit::Interrupted,
        Some(_) => Exit::Input,
    })
}

/// Returns the opening moves of all games.
fn opening(game: &AnyGame, text: &str) -> Result<Vec<AnyMove>, Fault> {
    let opening = Opening::read(game, text).map_err(|error| misread("opening", text, &error))?;
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
