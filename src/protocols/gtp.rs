//! `nexsolve gtp`: an engine for programs that speak the Go Text Protocol.

use crate::args::{Global, GtpArgs};
use crate::exit::Exit;
use crate::fault::Fault;
use crate::{played, players, threads};
use nexsolve_core::SplitMix;
use nexsolve_games::{Board, Extent, GameSpec, Measure};
use nexsolve_oracle::Oracle;
use nexsolve_players::gtp::{Clock, Ended, Loading, Session, Setup};
use nexsolve_players::{Roster, Spec};
use std::io::{self, BufRead, Write};
use std::sync::atomic::AtomicBool;

/// Runs the command.
pub(crate) fn run(args: &GtpArgs, global: &Global) -> Result<Exit, Fault> {
    if global.json {
        return Err(Fault::usage("gtp answers in the protocol's own form: --json cannot stand here"));
    }
    let first = board(args)?;
    let spec = players::spec(&args.player)?;
    threads::with(global, |_| {
        let (mut input, mut output) = (io::stdin().lock(), io::stdout().lock());
        let (mut clock, mut board, mut number, mut loading) = (Clock::default(), first, 0, None);
        loop {
            // A database knows one board.
            let folder = args.db.as_deref().filter(|_| board == first);
            let talk = Talk {
                args,
                global,
                spec: &spec,
                oracle: played::oracle(board, folder, global)?,
                first,
                seed: SplitMix::part(global.seed, number).next_word(),
            };
            let (rows, cols) = match talk.hold(loading.take(), &mut clock, &mut input, &mut output)? {
                Ended::Quit | Ended::Silence => return Ok(Exit::Done),
                Ended::Resized(rows, cols, game) => {
                    loading = game.map(|game| *game);
                    (rows, cols)
                }
            };
            board = board.spec.on(Extent::Sides { rows, cols });
            number += 1;
        }
    })
}

/// What is played; a board of the usual size where only the game is told.
fn board(args: &GtpArgs) -> Result<Board, Fault> {
    let mut board = args.whole.board();
    if board.board.is_none() && board.size.or(board.rows).or(board.cols).is_none() {
        let spec = board.game.as_deref().map_or_else(|| Ok(GameSpec::default()), GameSpec::parse);
        if let Ok(Measure::Sides { usual: (rows, cols), .. }) = spec.map(|spec| spec.card().measure) {
            (board.rows, board.cols) = (Some(rows), Some(cols));
        }
    }
    played::board(&board)
}

/// A session on one board.
struct Talk<'a> {
    args: &'a GtpArgs,
    global: &'a Global,
    spec: &'a Spec,
    oracle: Oracle,
    /// What the first session was on.
    first: Board,
    seed: u64,
}

impl Talk<'_> {
    /// Holds it; `loading` is what the controller has loaded for this board.
    fn hold(
        self,
        loading: Option<Loading>,
        clock: &mut Clock,
        input: &mut dyn BufRead,
        output: &mut dyn Write,
    ) -> Result<Ended, Fault> {
        let oracle = &self.oracle;
        let never = AtomicBool::new(false);
        // A player that needs tables stays on the board that has them.
        let without = Roster::new(&Oracle::new(oracle.board(), &[])?);
        let is_free = players::make(&without, self.spec, 0).is_ok();
        let can_be = |rows, cols| match (self.first.sides(), self.first.card().measure) {
            (Some(first), Measure::Sides { most, .. }) => {
                let is_size = (1..=most).contains(&rows) && (1..=most).contains(&cols);
                is_size && (is_free || first == (rows, cols))
            }
            _ => false,
        };
        let setup = Setup {
            oracle,
            player: players::make(&Roster::new(oracle), self.spec, self.seed)?,
            most: self.args.time,
            nodes: self.args.nodes,
            memory_bytes: self.global.memory / 2,
            version: env!("CARGO_PKG_VERSION"),
            sizes: &can_be,
            stop: &never,
        };
        let mut session = Session::new(setup);
        if let Some(loading) = loading {
            session.load(loading);
        }
        match session.run(clock, input, output) {
            Ok(ended) => Ok(ended),
            // Nobody listens any more.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(Ended::Silence),
            Err(error) => Err(Fault::new(Exit::Fault, format!("the session is broken: {error}"))),
        }
    }
}
