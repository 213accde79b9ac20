//! Puzzles: positions in which exactly one move keeps the value, with a proof that it does.
//!
//! A [`Puzzler`] plays games from the start, partly at random, and looks for positions with one winning move.
//! Tables or a search prove the value of every move; moves that lead to symmetric positions count as one.
//! Each move that fails has a reply that refutes it. The grade of a puzzle is the number of simulations from
//! which on the player `uct(unforced)` finds the move.
//!
//! ```
//! use nexsolve_games::Board;
//! use nexsolve_oracle::Oracle;
//! use nexsolve_judging::puzzles::{Puzzler, Wish};
//! use std::sync::atomic::AtomicBool;
//!
//! let oracle = Oracle::new(nexsolve_games::board("nex:3x3")?, &[])?;
//! let puzzler = Puzzler::new(&oracle, Wish { count: 2, ..Wish::default() });
//! let found = puzzler.find(&AtomicBool::new(false), &|_, _| ())?;
//! assert!(found.puzzles.iter().all(|puzzle| puzzle.solutions.len() >= 1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod confirm;
mod document;
mod grade;
mod pack;
mod play;
mod prove;
mod stored;

pub use confirm::Confirmed;
pub use document::{Counter, PuzzleDocument, digest};
pub use grade::{GRADES, grade};
pub use pack::{PackedPuzzle, PuzzlePack};
pub use stored::{PuzzleFile, StoredError};

use nexsolve_core::{Plies, Points, SplitMix, Symmetric, Wdl, parallel};
use nexsolve_games::{AnyMove, AnyPosition, Extent};
use nexsolve_oracle::{Oracle, OracleError, Source};
use nexsolve_players::{Roster, Spec};
use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

/// Which puzzles to find.
#[derive(Clone, Copy, Debug)]
pub struct Wish {
    /// How many.
    pub count: usize,
    /// The value that only one move keeps: a win, or a draw.
    pub goal: Wdl,
    /// The least number of plies to the win. A win of unknown length counts as long enough unless the move
    /// ends the game.
    pub least: Plies,
    /// The seed of the games. The same seed finds the same puzzles, unless a search has a time limit.
    pub seed: u64,
    /// The limits of a search, where tables leave a value open.
    pub search: SearchLimits,
}

impl Default for Wish {
    fn default() -> Self {
        Self { count: 10, goal: Wdl::Win, least: Plies(3), seed: 0, search: SearchLimits::default() }
    }
}

/// The limits of the search for one position.
#[derive(Clone, Copy, Debug)]
pub struct SearchLimits {
    /// The maximum number of positions visited.
    pub nodes: Option<u64>,
    /// The maximum time.
    pub time: Option<Duration>,
    /// The size of the transposition table, in bytes.
    pub memory_bytes: u64,
}

impl SearchLimits {
    /// The default number of positions visited.
    pub const NODES: u64 = 100_000;
}

impl Default for SearchLimits {
    fn default() -> Self {
        Self { nodes: Some(Self::NODES), time: None, memory_bytes: 16 << 20 }
    }
}

/// A position in which exactly one move keeps the value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// The position, which play from the start has reached.
    pub position: AnyPosition,
    /// The value that the move keeps.
    pub goal: Wdl,
    /// The move that keeps it, and all other moves that lead to symmetric positions.
    pub solutions: Vec<AnyMove>,
    /// Plies to the win, from before the move; `None` for a draw, and if unknown.
    pub length: Option<Plies>,
    /// A line of best play that begins with a solution; only the move itself if no more is known.
    pub line: Vec<AnyMove>,
    /// All other moves.
    pub refutations: Vec<Refutation>,
    /// The least of [`GRADES`] from which on `uct` with this number of simulations plays a solution; `None`
    /// if it does not with the greatest.
    pub simulations: Option<u64>,
    /// What proves the values: tables, or a search.
    pub source: Source,
}

/// A move that does not keep the value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refutation {
    /// The move.
    pub mv: AnyMove,
    /// The value of the move for the mover; `None` if only known not to keep the value.
    pub value: Option<Wdl>,
    /// Plies to the end of the game, from before the move; `None` for a draw, and if unknown.
    pub length: Option<Plies>,
    /// The points of the mover at the end of the game, in a game with points.
    pub margin: Option<Points>,
    /// The reply that refutes the move; `None` if the move ends the game.
    pub reply: Option<AnyMove>,
}

/// The puzzles found.
#[derive(Clone, Debug)]
pub struct PuzzleSet {
    /// The puzzles, one from a game, no two symmetric.
    pub puzzles: Vec<Puzzle>,
    /// The number of games played.
    pub games: u64,
}

/// Finds puzzles of one game.
pub struct Puzzler<'a> {
    oracle: &'a Oracle,
    roster: Roster,
    wish: Wish,
    /// The greatest number of seeds or pieces in a position, if tables end there.
    most: Option<u32>,
    is_graded: bool,
}

/// The number of games in the first round; each round has twice as many as the last, up to [`LARGEST_ROUND`].
const FIRST_ROUND: u64 = 8;

const LARGEST_ROUND: u64 = 256;

/// The search for puzzles ends after this many games without a new one.
const PATIENCE: u64 = 4_096;

/// The player `uct` with this number of simulations. It does not look for forced wins, so that all games are
/// graded alike.
fn uct(simulations: u64) -> Spec {
    Spec {
        file: None,
        name: "uct".to_owned(),
        number: Some(simulations),
        options: vec![("unforced".to_owned(), String::new())],
    }
}

impl<'a> Puzzler<'a> {
    /// Creates a puzzler for the game of `oracle`, whose databases it uses.
    pub fn new(oracle: &'a Oracle, wish: Wish) -> Self {
        let extents = oracle.databases().iter().map(|held| match held.opened.board.extent {
            Extent::Count(most) => most,
            _ => u32::MAX,
        });
        let most = extents.max().filter(|&most| most < u32::MAX);
        Self { oracle, roster: Roster::new(oracle), wish, most, is_graded: true }
    }

    /// The same for positions with at most this many seeds or pieces.
    pub fn up_to(self, most: u32) -> Self {
        Self { most: Some(self.most.map_or(most, |own| own.min(most))), ..self }
    }

    /// The same without grades, which take most of the time.
    pub fn ungraded(self) -> Self {
        Self { is_graded: false, ..self }
    }

    /// Finds puzzles, until there are as many as wished, or thousands of games had no new one, or `stop` is
    /// set. Uses the threads of the current rayon pool. Calls `heard` with the number of puzzles and of games
    /// so far.
    ///
    /// # Errors
    /// If a table cannot be read, or the system refuses memory or threads for a search.
    pub fn find(
        &self,
        stop: &AtomicBool,
        heard: &(dyn Fn(usize, u64) + Sync),
    ) -> Result<PuzzleSet, OracleError> {
        let (mut puzzles, mut games, mut last) = (Vec::new(), 0, 0);
        let mut seen = HashSet::new();
        let mut round = FIRST_ROUND;
        while puzzles.len() < self.wish.count && games - last < PATIENCE && !stop.load(Relaxed) {
            let of_game = |number: usize| self.of_game(games + number as u64, &seen, stop);
            let found = parallel::try_map(round as usize, of_game)?;
            let mut new = Vec::new();
            for (number, puzzle) in (games..).zip(found) {
                let Some(puzzle) = puzzle else { continue };
                let is_wanted = puzzles.len() + new.len() < self.wish.count;
                if is_wanted && seen.insert(self.oracle.game().canonical(&puzzle.position)) {
                    new.push(puzzle);
                    last = number;
                }
            }
            let grades = parallel::map(new.len(), |at| {
                let Puzzle { position, solutions, .. } = &new[at];
                self.is_graded.then(|| grade(self.oracle, &self.roster, position, solutions, stop)).flatten()
            });
            if self.is_graded && stop.load(Relaxed) {
                // A player that was stopped has not shown what it can find.
                break;
            }
            for (puzzle, simulations) in new.into_iter().zip(grades) {
                puzzles.push(Puzzle { simulations, ..puzzle });
            }
            games += round;
            round = (2 * round).min(LARGEST_ROUND);
            heard(puzzles.len(), games);
        }
        Ok(PuzzleSet { puzzles, games })
    }

    /// Returns a puzzle of one game, not graded; `None` if the game has none.
    fn of_game(
        &self,
        number: u64,
        seen: &HashSet<AnyPosition>,
        stop: &AtomicBool,
    ) -> Result<Option<Puzzle>, OracleError> {
        let mut random = SplitMix::part(self.wish.seed, number);
        let positions = self.played(number, &mut random, stop);
        let game = self.oracle.game();
        let is_new = |puzzle: &Puzzle| !seen.contains(&game.canonical(&puzzle.position));
        let mut found = self.proven(&positions, stop)?;
        found.retain(is_new);
        Ok((!found.is_empty()).then(|| found.swap_remove(random.below(found.len()))))
    }
}
