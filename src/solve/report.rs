//! The answer of a solve or a look-up as data, for any game. Text, pictures and JSON documents are made from
//! it.

use super::args::Engine;
use nexsolve_console::stop::Cause;
use nexsolve_core::{Bounds, Game, Notation, Score, Symmetric, Wdl};
use nexsolve_games::{AnyGame, AnyMove, AnyPosition, Board, Spot};
use nexsolve_solver::counts::Counts;
use nexsolve_solver::{Goal, MoveReport, Solution, Stats};
use std::collections::HashMap;

/// A legal move and what is proven about it.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    /// The move in the game's notation.
    pub(crate) text: String,
    /// Its place on the board.
    pub(crate) spot: Spot,
    /// The first move that leads to a symmetric position, or this move itself: an index into
    /// [`Findings::moves`].
    pub(crate) alike: usize,
    /// Its bounds for the side that makes it.
    pub(crate) bounds: Bounds,
    /// Best play that begins with the move, if known.
    pub(crate) line: Vec<String>,
}

/// The search's goal, limits, time and counts.
#[derive(Clone, Debug)]
pub(crate) struct Run {
    /// How the values were proven.
    pub(crate) engine: Engine,
    /// The goal of the search.
    pub(crate) goal: Goal,
    /// Why the search ended early, if it did.
    pub(crate) stopped: Option<Cause>,
    /// The time in seconds.
    pub(crate) seconds: f64,
    /// The number of threads.
    pub(crate) threads: usize,
    /// The memory limit.
    pub(crate) memory_bytes: u64,
    /// The game tree and the positions by ply, if they were counted.
    pub(crate) tree: Option<Counts>,
    /// The file of `--proofs` from which the search continued, whose winners it takes as proven.
    pub(crate) proofs: Option<String>,
}

/// The source of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    /// From a search.
    Search,
    /// From tables.
    Tables,
}

/// The answer of a solve or a look-up.
#[derive(Clone, Debug)]
pub(crate) struct Findings {
    /// The source of the answer.
    pub(crate) source: Source,
    /// The requested game and board.
    pub(crate) board: Board,
    /// The game that was searched or looked up.
    pub(crate) game: AnyGame,
    /// The position.
    pub(crate) at: AnyPosition,
    /// The position on one line; `None` for the start.
    pub(crate) position: Option<String>,
    /// The names of the side to move and of the other side.
    pub(crate) names: [&'static str; 2],
    /// Whether play from the start can reach the position; `None` if no table says.
    pub(crate) reachable: Option<bool>,
    /// The proven bounds of the position.
    pub(crate) bounds: Bounds,
    /// Whether everything requested is proven.
    pub(crate) complete: bool,
    /// The moves with their proven bounds, in the game's order.
    pub(crate) moves: Vec<Row>,
    /// The counters of the search.
    pub(crate) stats: Stats,
    /// The search's goal, limits and time.
    pub(crate) run: Run,
}

impl Findings {
    /// Creates the answer of a search.
    pub(crate) fn new(
        game: &AnyGame,
        board: Board,
        position: &AnyPosition,
        solution: &Solution<AnyMove>,
        run: Run,
    ) -> Self {
        let mut classes = HashMap::new();
        let row = |(index, report): (usize, &MoveReport<AnyMove>)| {
            let child = game.canonical(&game.play(position, report.mv));
            let mut at = *position;
            let line = report.line.iter().map(|&mv| {
                let text = game.format_move(&at, mv);
                at = game.play(&at, mv);
                text
            });
            let line = line.collect();
            Row {
                text: game.format_move(position, report.mv),
                spot: game.spot(report.mv),
                alike: *classes.entry(child).or_insert(index),
                bounds: report.bounds,
                line,
            }
        };
        let moves = solution.moves.iter().enumerate().map(row).collect();
        let mover = game.side_to_move(position);
        Self {
            source: Source::Search,
            board,
            game: game.clone(),
            at: *position,
            position: (*position != game.start()).then(|| game.format_position(position)),
            names: [mover, mover.other()].map(|side| game.side(side)),
            reachable: None,
            bounds: solution.bounds,
            complete: solution.complete,
            moves,
            stats: solution.stats.clone(),
            run,
        }
    }

    /// Creates the answer of a look-up. A move that is in no table has no bounds.
    pub(crate) fn looked_up(
        game: &AnyGame,
        position: &AnyPosition,
        bounds: Bounds,
        moves: Vec<MoveReport<AnyMove>>,
    ) -> Self {
        let known = |b: Bounds| b.score().is_some();
        let exact = known(bounds) && moves.iter().all(|m| known(m.bounds));
        let goal = if exact { Goal::Distances } else { Goal::Moves };
        let solution = Solution { bounds, moves, complete: true, exhausted: false, stats: Stats::default() };
        let run = Run {
            engine: Engine::Table,
            goal,
            stopped: None,
            seconds: 0.0,
            threads: 0,
            memory_bytes: 0,
            tree: None,
            proofs: None,
        };
        Self { source: Source::Tables, ..Self::new(game, game.board(), position, &solution, run) }
    }

    /// Returns the words for a move without a known value.
    pub(crate) fn unknown(&self) -> &'static str {
        match self.source {
            Source::Search => "not proven",
            Source::Tables => "in no table",
        }
    }

    /// Returns the number of moves that are proven to have this value; with `None`, the number of unproven
    /// moves.
    pub(crate) fn count(&self, value: Option<Wdl>) -> usize {
        self.moves.iter().filter(|row| row.bounds.wdl() == value).count()
    }

    /// Like [`Findings::count`], up to symmetry.
    pub(crate) fn count_up_to_symmetry(&self, value: Option<Wdl>) -> usize {
        let first = |(index, row): &(usize, &Row)| *index == row.alike && row.bounds.wdl() == value;
        self.moves.iter().enumerate().filter(first).count()
    }

    /// Returns the best score proven for a move.
    pub(crate) fn best(&self) -> Option<Score> {
        self.moves.iter().map(|row| row.bounds.lo).max()
    }

    /// Returns the moves, best first. Moves with equal bounds stay in the game's order.
    pub(crate) fn ranked(&self) -> Vec<&Row> {
        let mut rows: Vec<&Row> = self.moves.iter().collect();
        rows.sort_by_key(|row| std::cmp::Reverse((row.bounds.lo, row.bounds.hi)));
        rows
    }
}
