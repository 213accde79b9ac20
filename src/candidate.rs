//! A player to be tested, with the tables that judge it: what `exam` and `exploit` have in common.

use crate::board::BoardArgs;
use crate::{players, tables};
use clap::Args;
use nexsolve_console::{Exit, Fault, Global, stop, threads, units::at_least};
use nexsolve_games::{AnyGame, Board};
use nexsolve_oracle::Oracle;
use nexsolve_players::{FixedError, Player, Roster, Spec};
use std::path::PathBuf;

/// The arguments that choose a player and its judge.
#[derive(Args, Clone, Debug)]
pub(crate) struct CandidateArgs {
    #[command(flatten)]
    pub(crate) board: BoardArgs,
    /// The player, such as random or 'uct(1000)'
    #[arg(long, value_name = "PLAYER")]
    player: String,
    /// Database of the board, which judges the moves [default: on small boards, a table made for the test]
    #[arg(long, value_name = "DIR")]
    db: Vec<PathBuf>,
}

/// A player under test, and its judge.
pub(crate) struct Candidate {
    pub(crate) board: Board,
    pub(crate) spec: Spec,
    pub(crate) judge: Oracle,
    roster: Roster,
}

/// Whether a test requires tables.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum TableUse {
    /// They judge every move.
    Required,
    /// They judge the moves, if there are any.
    Optional,
}

/// Opens the tables, or makes one on a small board, and calls `work` with the player and the number of
/// threads, in their pool. Ctrl-C ends `what`. Faults that need no table come first.
pub(crate) fn tested(
    args: &CandidateArgs,
    global: &Global,
    required: TableUse,
    what: &'static str,
    work: impl FnOnce(&Candidate, usize) -> Result<Exit, Fault> + Send,
) -> Result<Exit, Fault> {
    let board = args.board.searched()?;
    let spec = players::spec(&args.player)?;
    let mut held = tables::open(board, &args.db, global)?;
    let small = tables::small(board).filter(|_| held.is_empty());
    let has_tables = !held.is_empty() || small.is_some();
    if required == TableUse::Required && !has_tables {
        let message = format!("{} is too large for a table made on the spot: give --db", board.title());
        return Err(Fault::usage(message).hint("nexsolve generate makes a database of the board"));
    }
    if spec.name != players::TABLE || !has_tables {
        players::make(&roster(board, None, &spec)?, &spec, 0)?;
    }
    stop::on_interrupt(what)?;
    threads::with(global, |threads| {
        if let Some(small) = small {
            held.push(tables::make(small, global)?.ok_or_else(stop::interrupted)?);
        }
        let judge = Oracle::new(board.over_the_board(), &held)?;
        let roster = roster(board, Some(&judge), &spec)?;
        players::make(&roster, &spec, 0)?;
        work(&Candidate { board, spec, judge, roster }, threads)
    })
}

/// Creates the roster for a player that is judged by tables. Only players that play by tables see them.
fn roster(board: Board, judge: Option<&Oracle>, spec: &Spec) -> Result<Roster, Fault> {
    Ok(match judge.filter(|_| players::uses_tables(spec)) {
        Some(judge) => players::roster(judge),
        None => players::roster(&Oracle::new(board.over_the_board(), &[])?),
    })
}

impl Candidate {
    /// Creates the player from a seed.
    pub(crate) fn player(&self, seed: u64) -> Box<dyn Player<AnyGame>> {
        self.roster.player(&self.spec, seed).expect("made once before the test")
    }
}

/// The fault of a player without a move.
pub(crate) fn unplayed(error: FixedError) -> Fault {
    match error {
        FixedError::Player(error) => players::fault(error),
        FixedError::Stopped => stop::interrupted(),
        error @ FixedError::Illegal { .. } => Fault::new(Exit::Fault, format!("player: {error}")),
    }
}

/// Returns how much memory is enough for work on all positions of a board, if that is known, after it needed
/// more than `most` positions. `bytes` is the `--memory` for each.
pub(crate) fn enough(judge: &Oracle, most: usize, bytes: u64) -> String {
    // Positions that are symmetric to each other count once, here and there.
    let all = judge.layers().iter().map(|layer| layer.len).fold(0, u64::saturating_add);
    if all > most as u64 {
        let enough = at_least(all.saturating_mul(bytes));
        return format!("--memory {enough} is enough for all positions of the board");
    }
    // Rounded down, because the memory for a position is rounded up.
    let used = at_least((most as u64).saturating_mul(bytes) >> 20 << 20);
    format!("give more --memory than {used}; how much is enough is not known")
}
