//! `nexsolve play`: plays a game at the terminal between people, programs, or both.

mod input;
mod judge;
mod session;
mod words;

use crate::args::Global;
use crate::board::BoardArgs;
use crate::exit::Exit;
use crate::fault::Fault;
use crate::matches::time_control;
use crate::{files, stop, threads};
use crate::{played, players};
use clap::Args;
use input::Input;
use nexsolve_core::SplitMix;
use nexsolve_games::AnyGame;
use nexsolve_players::matches::TimeControl;
use nexsolve_players::matches::{Opening, OpeningError};
use nexsolve_players::{Player, Roster, Spec};
use session::Session;
use std::io::{self, IsTerminal};
use std::path::PathBuf;

/// The default opponent and the source of hints if there are no tables.
const OPPONENT: &str = "uct(10000)";

/// The arguments of `play`.
#[derive(Args, Clone, Debug)]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    pub(crate) board: BoardArgs,
    /// The player who starts as Black (in Awari: the first player)
    #[arg(long, value_name = "PLAYER", default_value = "human")]
    pub(crate) black: String,
    /// The player who starts as White (in draughts White moves first) [default: table with --db, else uct(10000)]
    #[arg(long, value_name = "PLAYER")]
    pub(crate) white: Option<String>,
    /// Start from this position, or these moves joined by `;`
    #[arg(long, value_name = "P", allow_hyphen_values = true)]
    pub(crate) position: Option<String>,
    /// Database of the board, for the table player, hints and values [default: on small boards, a table made when it is needed]
    #[arg(long, value_name = "DIR")]
    pub(crate) db: Option<PathBuf>,
    /// Time for each player: none, move:1s, game:5m+3s, blitz or rapid. The clock is checked when a move arrives
    #[arg(long, value_name = "TIME", default_value_t, value_parser = time_control)]
    pub(crate) time_control: TimeControl,
    /// Save the record of the game in this file after every move
    #[arg(long, value_name = "FILE")]
    pub(crate) record: Option<PathBuf>,
}

/// Runs the command.
pub(crate) fn run(args: &PlayArgs, global: &Global) -> Result<Exit, Fault> {
    if global.json {
        let message = "play has no --json output";
        return Err(Fault::usage(message).hint("nexsolve match plays games between programs and has --json"));
    }
    let board = args.board.played()?;
    let white = args.white.as_deref().unwrap_or(if args.db.is_some() { "table" } else { OPPONENT });
    let [black, white] = [players::spec(&args.black)?, players::spec(white)?];
    let equipped = played::equipped(board, args.db.as_deref(), &[&black, &white], global)?;
    let oracle = &equipped.oracle;
    let opening = match &args.position {
        Some(text) => {
            Opening::read(oracle.game(), text).map_err(|error| misread("position", text, &error))?
        }
        None => Opening::start(oracle.game()),
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
    let session = Session::new(oracle, &roster, (args, global), opening, seats, names);
    threads::with(global, |_| {
        let stdin = io::stdin();
        let shown = stdin.is_terminal();
        session.run(&mut Input::new(&mut stdin.lock(), shown))
    })?;
    Ok(stop::cause().map_or(Exit::Done, stop::Cause::exit))
}

/// A program, or `None` for a person.
type Seat = Option<Box<dyn Player<AnyGame>>>;

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
