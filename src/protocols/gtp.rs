//! `nexsolve gtp`: an engine for programs that speak the Go Text Protocol.

use super::EngineArgs;
use crate::board::{BoardArgs, played_boards};
use crate::{players, tables};
use clap::Args;
use nexsolve_console::{Exit, Fault, Global, output, threads, units};
use nexsolve_core::SplitMix;
use nexsolve_games::{Board, Extent, Measure};
use nexsolve_oracle::Oracle;
use nexsolve_protocols::gtp::{Clock, Ended, GtpSession, GtpSetup};
use std::io;
use std::sync::atomic::AtomicBool;

/// The arguments of `gtp`.
#[derive(Args, Clone, Debug)]
#[command(
    mut_arg("board", |board| board.help(played_boards())),
    mut_arg("size", |size| size.help("Side length of a square board"))
)]
pub(crate) struct GtpArgs {
    #[command(flatten)]
    pub(crate) board: BoardArgs,
    /// Player that chooses the moves, such as random or 'uct(10000)'
    #[arg(long, value_name = "PLAYER", default_value = "uct")]
    pub(crate) player: String,
    #[command(flatten)]
    pub(crate) engine: EngineArgs,
    /// Limit of nodes in an analysis
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = units::count)]
    pub(crate) nodes: u64,
}

/// Runs the command.
pub(crate) fn run(args: &GtpArgs, global: &Global) -> Result<Exit, Fault> {
    super::no_document("gtp", global)?;
    let first = board(args)?;
    let spec = players::spec(&args.player)?;
    output::awaits("commands of GTP (list_commands lists them)");
    threads::with(global, |_| {
        let (mut input, mut output) = (io::stdin().lock(), io::stdout().lock());
        let (mut clock, mut board, mut number, mut loading) = (Clock::default(), first, 0, None);
        let never = AtomicBool::new(false);
        loop {
            // A database covers one board.
            let folders = if board == first { args.engine.db.as_slice() } else { &[] };
            let oracle = &tables::oracle_for(&[&spec], board, folders, global)?;
            // A player that needs tables can play only on their board, and where they are made on the spot.
            let is_free = |rows, cols| {
                let board = board.spec.on(Extent::Sides { rows, cols });
                if spec.name == players::TABLE {
                    return tables::small(board).is_some();
                }
                let without = Oracle::new(board, &[]);
                without.is_ok_and(|oracle| players::make(&players::roster(&oracle), &spec, 0).is_ok())
            };
            let can_be = |rows, cols| match (first.sides(), first.card().measure) {
                (Some(first), Measure::Sides { most, .. }) => {
                    let is_size = (1..=most).contains(&rows) && (1..=most).contains(&cols);
                    is_size && (first == (rows, cols) || is_free(rows, cols))
                }
                _ => false,
            };
            let seed = SplitMix::part(global.seed, number).next_word();
            let roster = players::roster(oracle);
            players::make(&roster, &spec, seed)?;
            let create = |seed| roster.player(&spec, seed).expect("made once before the session");
            let mut session = GtpSession::new(GtpSetup {
                oracle,
                create: Box::new(create),
                seed,
                name: spec.to_string(),
                most: args.engine.time,
                nodes: args.nodes,
                memory_bytes: global.memory / 2,
                version: env!("CARGO_PKG_VERSION"),
                sizes: &can_be,
                stop: &never,
            });
            if let Some(loading) = loading.take() {
                session.load(loading);
            }
            let (rows, cols) = match super::ended(session.run(&mut clock, &mut input, &mut output))? {
                None | Some(Ended::Quit | Ended::Silence) => return Ok(Exit::Done),
                Some(Ended::Resized(rows, cols, game)) => {
                    loading = game.map(|game| *game);
                    (rows, cols)
                }
            };
            board = board.spec.on(Extent::Sides { rows, cols });
            number += 1;
        }
    })
}

/// Returns the board. If only the game is given, it has the usual size.
fn board(args: &GtpArgs) -> Result<Board, Fault> {
    let mut board = args.board.clone();
    if board.board.is_none() && matches!(board.size.sides(), Ok(None)) {
        let spec =
            board.game.as_deref().map_or_else(|| Ok(nexsolve_games::main_game()), nexsolve_games::spec);
        if let Ok(Measure::Sides { usual: (rows, cols), .. }) = spec.map(|spec| spec.card().measure) {
            (board.size.rows, board.size.cols) = (Some(rows), Some(cols));
        }
    }
    board.played()
}
