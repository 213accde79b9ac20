//! An answer with its question and its search: what texts, pictures and JSON documents are made from.

use super::args::Engine;
use nexsolve_console::stop::StopCause;
use nexsolve_core::{Bounds, Game, Notation, Score};
use nexsolve_games::{AnyGame, AnyPosition, Board};
use nexsolve_oracle::{Answer, Effort, Reply};
use nexsolve_solver::Goal;
use nexsolve_solver::counts::GameCounts;
use std::cmp::Reverse;

/// The search's goal, limits, time and counts.
#[derive(Clone, Debug)]
pub(crate) struct Run {
    /// How the values were proven.
    pub(crate) engine: Engine,
    /// The goal of the search.
    pub(crate) goal: Goal,
    /// What it proved, and its counters.
    pub(crate) effort: Effort,
    /// Why the search ended early, if it did.
    pub(crate) stopped: Option<StopCause>,
    /// The time in seconds.
    pub(crate) seconds: f64,
    /// The number of threads.
    pub(crate) threads: usize,
    /// The memory limit.
    pub(crate) memory_bytes: u64,
    /// The game tree and the positions by ply, if they were counted.
    pub(crate) tree: Option<GameCounts>,
    /// The file of `--proofs` from which the search continued, whose winners it takes as proven.
    pub(crate) proofs: Option<String>,
}

/// An answer and its question.
pub(crate) struct SolveReport<'a> {
    /// The requested game and board.
    pub(crate) board: Board,
    /// The game that was searched or looked up.
    pub(crate) game: &'a AnyGame,
    /// The position.
    pub(crate) position: &'a AnyPosition,
    /// What is known about it.
    pub(crate) answer: &'a Answer,
    /// The search; `None` if the answer was looked up.
    pub(crate) run: Option<&'a Run>,
}

impl SolveReport<'_> {
    /// Returns whether the position is the start, whose moves are openings.
    pub(crate) fn is_start(&self) -> bool {
        *self.position == self.game.start()
    }

    /// Returns the names of the side to move and of the other side.
    pub(crate) fn names(&self) -> [&'static str; 2] {
        let mover = self.game.side_to_move(self.position);
        [mover, mover.other()].map(|side| self.game.side(side))
    }

    /// Returns what is proven about the position.
    pub(crate) fn bounds(&self) -> Bounds {
        self.answer.worth.bounds
    }

    /// Returns a move in the game's notation.
    pub(crate) fn text(&self, reply: &Reply) -> String {
        self.game.format_move(self.position, reply.mv)
    }

    /// Returns the words for a move without a known value.
    pub(crate) fn unknown(&self) -> &'static str {
        if self.run.is_some() { "not proven" } else { "in no table" }
    }

    /// Returns the best score proven for a move.
    pub(crate) fn best(&self) -> Option<Score> {
        self.answer.moves.iter().map(|reply| reply.worth.bounds.lo).max()
    }

    /// Returns the moves, best first. Moves with equal bounds stay in the game's order.
    pub(crate) fn ranked(&self) -> Vec<&Reply> {
        let mut moves: Vec<&Reply> = self.answer.moves.iter().collect();
        moves.sort_by_key(|reply| Reverse((reply.worth.bounds.lo, reply.worth.bounds.hi)));
        moves
    }
}
