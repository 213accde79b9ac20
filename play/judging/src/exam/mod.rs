//! Exams: the moves of a player in many positions, each judged by tables of perfect play.
//!
//! An audit judges the moves of games, so it sees the positions to which the players lead. An exam asks a
//! player, made a [function of the position](nexsolve_players::FixedPlayer), for a move in every position of
//! a [`Selection`]: all that play can reach, or a random sample. It counts the moves that give value away,
//! and the plies wasted where the value was kept, and compares the player's estimates with the values.
//!
//! ```
//! use nexsolve_games::Board;
//! use nexsolve_oracle::{Oracle, Small};
//! use nexsolve_judging::exam::{Selection, examine};
//! use nexsolve_players::{FixedPlayer, Roster};
//! use nexsolve_kernels::generate_briefly;
//! use std::sync::atomic::AtomicBool;
//!
//! let board = nexsolve_games::board("nex:2x2")?;
//! let small = Small::new(Small::ENOUGH, generate_briefly);
//! small.make(board)?;
//! let judge = Oracle::new(board, &small.all())?;
//! let (roster, spec) = (Roster::new(&judge), "table".parse()?);
//! let create = |seed| roster.player(&spec, seed).expect("there are tables");
//! let player = FixedPlayer::new(judge.game(), &create, 1);
//! let stop = AtomicBool::new(false);
//! let all = Selection::all(judge.game(), 1_000, &stop)?;
//! let report = examine(&player, &judge, &all, 5, &stop, &|_| ())?;
//! assert!(report.all.once.could() > 0 && report.all.once.gave() == 0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod document;
mod estimates;
mod report;
mod selection;

pub use estimates::{Class, Estimates};
pub use report::{ExamResults, GOOD, Mistake, MoveTallies, Wasted, interval};
pub use selection::{Selection, SelectionError, SelectionKind, Staging};

use crate::audit::{MoveJudgement, judge, judge_by_search};
use nexsolve_core::parallel;
use nexsolve_games::AnyMove;
use nexsolve_oracle::{Oracle, OracleError};
use nexsolve_players::{Estimate, FixedError, FixedPlayer};
use selection::Item;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// Why an exam ended without a result.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ExamError {
    /// The player has no move.
    #[error(transparent)]
    Player(#[from] FixedError),
    /// A move cannot be judged.
    #[error(transparent)]
    Judge(#[from] OracleError),
}

/// The positions that a thread examines at a time.
const PART: usize = 16;

/// Asks `player` for a move in each position of `selection`, and judges it by `oracle`, which must be of the
/// same game: by its tables, or if it has none by a search of at most [`SEARCHED`] positions. The report
/// keeps at most `mistakes` of the worst mistakes. Uses the threads of the current rayon pool; the report
/// does not depend on their number. Calls `heard` with the number of positions examined. If `stop` is set,
/// reports on the positions examined so far.
///
/// # Errors
/// If the player has no move, a table cannot be read, or the tables contradict each other.
pub fn examine(
    player: &FixedPlayer<'_>,
    oracle: &Oracle,
    selection: &Selection,
    mistakes: usize,
    stop: &AtomicBool,
    heard: &(dyn Fn(u64) + Sync),
) -> Result<ExamResults, ExamError> {
    let done = AtomicU64::new(0);
    let parts: Vec<&[Item]> = selection.items.chunks(PART).collect();
    let of_part = |part: usize| -> Result<ExamResults, ExamError> {
        let mut report = ExamResults::new(selection);
        for item in parts[part] {
            match answer(player, oracle, item, stop) {
                Err(ExamError::Player(FixedError::Stopped)) => break,
                answer => report.add(item, answer?, mistakes),
            }
            heard(done.fetch_add(1, Relaxed) + 1);
        }
        Ok(report)
    };
    let mut report = ExamResults::new(selection);
    for part in parallel::try_map(parts.len(), of_part)? {
        report.join(part, mistakes);
    }
    report.stages.retain(|(_, counted)| counted.once.moves > 0);
    Ok(report)
}

/// Asks the player for a move in one position, and judges it.
fn answer(
    player: &FixedPlayer<'_>,
    oracle: &Oracle,
    item: &Item,
    stop: &AtomicBool,
) -> Result<(AnyMove, MoveJudgement, Estimate), ExamError> {
    if stop.load(Relaxed) {
        return Err(FixedError::Stopped.into());
    }
    let (mv, estimate) = player.think(&item.position, stop)?;
    let judged = if oracle.has_tables() {
        judge(oracle, &item.position, mv)?
    } else {
        judge_by_search(oracle, &item.position, mv, SEARCHED, stop)?
    };
    Ok((mv, judged, estimate))
}

/// The positions that a search visits to judge a move where there are no tables.
pub const SEARCHED: u64 = 5_000_000;
