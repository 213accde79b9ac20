//! `nexsolve hub`: an engine for draughts programs, which speak the Hub protocol.

use super::EngineArgs;
use crate::board::BoardArgs;
use crate::{players, tables};
use clap::Args;
use nexsolve_console::{Exit, Fault, Global, fault::safe, output, threads};
use nexsolve_core::SplitMix;
use nexsolve_games::{AnyGame, Board, GAMES, GameSpec, HubNotation, Measure};
use nexsolve_oracle::Oracle;
use nexsolve_protocols::hub::{HubPlayer, HubSession, HubSetup, Param, ParamKind};
use std::io;
use std::path::PathBuf;

/// The arguments of `hub`.
#[derive(Args, Clone, Debug)]
pub(crate) struct HubArgs {
    #[arg(value_name = "BOARD", help = boards())]
    pub(crate) board: Option<String>,
    /// Player that chooses the moves [default: table with a database, uct without]
    #[arg(long, value_name = "PLAYER")]
    pub(crate) player: Option<String>,
    #[command(flatten)]
    pub(crate) engine: EngineArgs,
}

/// The players that are used if none is named, with and without a database.
const WITH_TABLES: &str = "table";
const WITHOUT_TABLES: &str = "uct";

/// The names of the parameters.
const VARIANT: &str = "variant";
const PLAYER: &str = "player";
const DB: &str = "db";

/// The help text of BOARD.
fn boards() -> String {
    let names: Vec<String> = variants().iter().map(|(_, board)| board.to_string()).collect();
    format!("Game, which the interface can change: {} [default: {}]", names.join(", "), names[0])
}

/// Runs the command.
pub(crate) fn run(args: &HubArgs, global: &Global) -> Result<Exit, Fault> {
    super::no_document("hub", global)?;
    let variants = variants();
    let variant = match &args.board {
        None => variants[0].0,
        Some(text) => {
            let board = BoardArgs { board: Some(text.clone()), ..BoardArgs::default() }.played()?;
            of(board).ok_or_else(|| not_spoken(text, &variants))?
        }
    };
    let db = args.engine.db.as_ref().map(|db| {
        let given = db.to_str();
        given.map(str::to_owned).ok_or_else(|| Fault::usage("the protocol can name only folders in UTF-8"))
    });
    let words = variants.iter().map(|(variant, _)| *variant).collect();
    let params = vec![
        Param { name: VARIANT, value: variant.to_owned(), kind: ParamKind::OneOf(words) },
        Param { name: PLAYER, value: args.player.clone().unwrap_or_default(), kind: ParamKind::Text },
        Param { name: DB, value: db.transpose()?.unwrap_or_default(), kind: ParamKind::Text },
    ];
    threads::with(global, |_| {
        // Wrong arguments are reported before the session.
        seat(&params, 0, global)?;
        let mut number = 0;
        let mut seat = |params: &[Param]| {
            number += 1;
            seat(params, number, global).map_err(|fault| told(&fault))
        };
        let setup =
            HubSetup { params, seat: &mut seat, most: args.engine.time, version: env!("CARGO_PKG_VERSION") };
        output::awaits("lines of the Hub protocol");
        super::ended(HubSession::run(setup, io::BufReader::new(io::stdin()), io::stdout()))?;
        Ok(Exit::Done)
    })
}

/// Returns the games that the protocol knows, each with the protocol's name.
fn variants() -> Vec<(&'static str, Board)> {
    let specs = GAMES.iter().flat_map(|card| (0..card.variants.len()).map(|i| GameSpec::new(card, i)));
    let boards = specs.filter_map(|spec| {
        let sides = match spec.card().measure {
            Measure::Sides { usual, .. } => Some(usual),
            Measure::Count { .. } => None,
        };
        nexsolve_games::played(&spec.to_string(), sides).ok()
    });
    boards.filter_map(|board| Some((of(board)?, board))).collect()
}

/// Returns the protocol's name of the game on a board.
fn of(board: Board) -> Option<&'static str> {
    AnyGame::on(board).ok()?.hub().map(HubNotation::variant)
}

fn not_spoken(text: &str, variants: &[(&'static str, Board)]) -> Fault {
    let names: Vec<String> = variants.iter().map(|(_, board)| board.to_string()).collect();
    Fault::usage(format!("the Hub protocol has no {}", safe(text)))
        .hint(format!("the boards are {}; nexsolve gtp plays all games", names.join(" and ")))
}

/// Creates the game that the parameters describe, and what creates its players. `number` counts the games
/// begun.
fn seat(params: &[Param], number: u64, global: &Global) -> Result<HubPlayer, Fault> {
    let value = |name| {
        let param = params.iter().find(|param| param.name == name);
        param.map(|param| param.value.as_str()).filter(|value| !value.is_empty())
    };
    let variants = variants();
    let board = variants.iter().find(|(variant, _)| Some(*variant) == value(VARIANT));
    let (_, board) = *board.expect("one of the variants");
    let folder = value(DB).map(PathBuf::from);
    let oracle = Oracle::new(board, &tables::open(board, folder.as_slice(), global)?)?;
    let default = if folder.is_some() { WITH_TABLES } else { WITHOUT_TABLES };
    let spec = players::spec(value(PLAYER).unwrap_or(default))?;
    let roster = players::roster(&oracle);
    players::make(&roster, &spec, 0)?;
    let mut random = SplitMix::part(global.seed, number);
    Ok(HubPlayer {
        game: oracle.game().clone(),
        player: Box::new(move || {
            players::make(&roster, &spec, random.next_word()).map_err(|fault| told(&fault))
        }),
    })
}

/// Returns a fault on one line.
fn told(fault: &Fault) -> String {
    std::iter::once(fault.line())
        .chain(fault.hints.iter().map(|hint| safe(hint)))
        .collect::<Vec<_>>()
        .join("; ")
}
