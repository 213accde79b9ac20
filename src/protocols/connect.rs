//! `nexsolve connect`: plays on a Nex server.

use super::report::{self, told};
use crate::{database, players, tables};
use clap::Args;
use nexsolve_attic::nexc::{Attended, Cause, ClientFault, GAME, Guest, PORT, Patience, attend};
use nexsolve_console::{Exit, Fault, Global, files, output, stop, units};
use nexsolve_core::{Side, SplitMix};
use nexsolve_games::records::GameRecord;
use nexsolve_games::{AnyGame, Board};
use nexsolve_oracle::{Oracle, OracleDatabase};
use nexsolve_players::{Player, Spec};
use serde_json::json;
use std::net::{TcpStream, ToSocketAddrs};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// The time limit for reaching the server.
const CONNECT: Duration = Duration::from_secs(10);

/// The arguments of `connect`.
#[derive(Args, Clone, Debug)]
pub(crate) struct ConnectArgs {
    /// Server; the default port is 21299
    #[arg(value_name = "HOST:PORT")]
    pub(crate) server: String,
    /// Player, such as random or 'uct(1000)'
    #[arg(long, value_name = "PLAYER")]
    pub(crate) player: String,
    /// Database of Nex, for players that look up positions; used if its board is the server's
    #[arg(long, value_name = "DIR")]
    pub(crate) db: Option<PathBuf>,
    /// Time limit for a move [default: none]
    #[arg(long, value_name = "T", value_parser = units::duration)]
    pub(crate) time: Option<Duration>,
    /// Time limit for the server's next message, while the other player thinks
    #[arg(long, value_name = "T", default_value = "1h", value_parser = units::duration)]
    pub(crate) wait: Duration,
    /// Write the games to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) records: Option<PathBuf>,
}

/// Runs the command.
pub(crate) fn run(args: &ConnectArgs, global: &Global) -> Result<Exit, Fault> {
    let spec = players::spec(&args.player)?;
    let mut held = Vec::new();
    if let Some(folder) = args.db.as_deref() {
        held.push(Arc::new(OracleDatabase::in_folder(database::open(folder, global)?, folder)));
    } else {
        // A wrong player is reported before connecting.
        let small = nexsolve_games::played(GAME, Some((2, 2)))?;
        players::make(&players::roster(&tables::oracle_for(&[&spec], small, &[], global)?), &spec, 0)?;
    }
    if let Some(file) = &args.records {
        files::check_folder(file)?;
    }
    let stream = connect(&args.server)?;
    stop::on_interrupt("the games")?;
    let mut guest = ServedPlayer { spec, held, oracles: Vec::new(), global, fault: None };
    let patience = Patience { server: args.wait, mv: args.time };
    let (games, outcome) = attend(stream, patience, stop::flag(), &mut guest);
    if let Some(fault) = guest.fault {
        return Err(fault);
    }
    let records: Vec<GameRecord> = games.iter().map(|game| game.record.clone()).collect();
    let begin = json!({ "server": args.server });
    // Why the connection ended early; null if it did not.
    let end = json!({ "fault": outcome.as_ref().err().map(ToString::to_string) });
    // `black` or `white`, null if unknown; and whether the server's result agrees with the rules.
    let more = |i: usize| json!({ "colour": games[i].side.map(Side::word), "borne_out": games[i].borne_out });
    report::answer(global, &records, args.records.as_deref(), [begin, end], more)?;
    match outcome {
        Ok(()) => Ok(Exit::Done),
        Err(ClientFault::Server(Cause::Stopped)) => Ok(Exit::Interrupted),
        Err(error) => Err(Fault::new(Exit::Fault, told(&error))),
    }
}

/// Connects to the server with this name.
fn connect(server: &str) -> Result<TcpStream, Fault> {
    let with_port = |text: &str| text.to_socket_addrs();
    let found = with_port(server).or_else(|error| {
        // A name without a port, or an IPv6 address.
        if server.is_empty() { Err(error) } else { (server.trim_matches(['[', ']']), PORT).to_socket_addrs() }
    });
    let addresses = found.map_err(|error| {
        let message = format!("unknown server `{}`: {error}", nexsolve_console::fault::safe(server));
        Fault::usage(message).hint("write a server as localhost, localhost:21299 or 192.0.2.1:4000")
    })?;
    let mut last = None;
    for address in addresses {
        match TcpStream::connect_timeout(&address, CONNECT) {
            Ok(stream) => return Ok(stream),
            Err(error) if address.to_string() == server => last = Some(error.to_string()),
            Err(error) => last = Some(format!("{address}: {error}")),
        }
    }
    let reason = last.unwrap_or_else(|| "it has no address".to_owned());
    let message = format!("cannot reach {}: {reason}", nexsolve_console::fault::safe(server));
    Err(Fault::new(Exit::System, message).hint("nexsolve serve nexc --size 3 starts a server"))
}

/// Creates a player for each game.
struct ServedPlayer<'a> {
    spec: Spec,
    held: Vec<Arc<OracleDatabase>>,
    /// The oracles of the boards played on.
    oracles: Vec<(Board, Oracle)>,
    global: &'a Global,
    /// The first fault while printing results.
    fault: Option<Fault>,
}

impl ServedPlayer<'_> {
    /// Creates the oracle of a board, with the tables that the player needs.
    fn oracle(&self, board: Board) -> Result<Oracle, Fault> {
        match &self.held[..] {
            [] => tables::oracle_for(&[&self.spec], board, &[], self.global),
            held => Ok(Oracle::new(board, held)?),
        }
    }
}

impl Guest for ServedPlayer<'_> {
    fn player(&mut self, game: &AnyGame, number: u32) -> Result<Box<dyn Player<AnyGame>>, String> {
        let board = game.board();
        if !self.oracles.iter().any(|(known, _)| *known == board) {
            self.oracles.push((board, self.oracle(board).map_err(|fault| fault.line())?));
        }
        let (_, oracle) = self.oracles.iter().find(|(known, _)| *known == board).expect("just added");
        let seed = SplitMix::part(self.global.seed, number.into()).next_word();
        let player = players::roster(oracle).player(&self.spec, seed);
        player.map_err(|error| format!("{}: {error}", self.spec))
    }

    fn name(&self) -> String {
        self.spec.to_string()
    }

    fn ended(&mut self, game: &Attended) {
        if !game.borne_out {
            output::note("the server's result contradicts the rules");
        }
        if !self.global.json
            && let Err(fault) = output::result(&report::line(&game.record))
        {
            self.fault.get_or_insert(fault);
        }
    }
}
