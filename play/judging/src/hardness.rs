//! How hard a position is: how many moves keep its value, and up to which level players often miss them.

use nexsolve_core::Course;
use nexsolve_games::AnyGame;
use nexsolve_oracle::Answer;
use nexsolve_players::level::risks;
use nexsolve_players::{PlayerError, Roster};

/// How hard a position is for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hardness {
    /// The number of moves that keep the value.
    pub good: usize,
    /// The number of legal moves; the others give value away.
    pub moves: usize,
    /// The highest level that errs at least [`OFTEN`] of the time; 0 if none does. `None` if there are too
    /// many moves to find out quickly.
    pub errs: Option<u8>,
}

/// The share of mistakes from which a level is said to err in a position.
pub const OFTEN: f64 = 0.25;

/// With more legal moves, the levels are not asked.
const MOST_MOVES: usize = 400;

/// Returns how hard the current position is, given what is known about it; `None` if the values of some moves
/// are unknown, or no move gives value away.
///
/// # Errors
/// If the system refuses a thread.
///
/// # Panics
/// If the roster is that of another game.
///
/// ```
/// use nexsolve_core::Course;
/// use nexsolve_games::Board;
/// use nexsolve_judging::hardness::hardness;
/// use nexsolve_kernels::generate_briefly;
/// use nexsolve_oracle::{Oracle, Small};
/// use nexsolve_players::Roster;
///
/// let board = nexsolve_games::board("hex:3x3")?;
/// let small = Small::new(Small::ENOUGH, generate_briefly);
/// small.make(board)?;
/// let oracle = Oracle::new(board, &small.all())?;
/// let course = Course::new(oracle.game());
/// let answer = oracle.answer(&course, 100, None)?;
/// let hardness = hardness(&Roster::new(&oracle), &course, &answer)?.expect("two openings lose");
/// assert_eq!(hardness.moves, 9);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn hardness(
    roster: &Roster,
    course: &Course<'_, AnyGame>,
    answer: &Answer,
) -> Result<Option<Hardness>, PlayerError> {
    let moves = answer.moves.len();
    if moves < answer.count || answer.moves.iter().any(|reply| !reply.worth.is_known()) {
        return Ok(None);
    }
    let best = answer.moves.iter().filter_map(|reply| reply.worth.bounds.wdl()).max();
    let good = answer.count_of(best);
    if good == moves {
        return Ok(None);
    }
    let errs = if moves <= MOST_MOVES {
        let often =
            |risks: [f64; 8]| risks.iter().rposition(|risk| *risk >= OFTEN).map_or(0, |at| at as u8 + 1);
        risks(&|spec, seed| roster.player(spec, seed), course, &answer.moves)?.map(often)
    } else {
        None
    };
    Ok(Some(Hardness { good, moves, errs }))
}
