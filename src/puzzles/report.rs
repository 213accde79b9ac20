//! The puzzles that a run has found, to be printed.

use super::args::PuzzleArgs;
use nexsolve_console::stop::{self, StopCause};
use nexsolve_console::{Exit, Fault, units::counted};
use nexsolve_games::{AnyGame, Board};
use nexsolve_judging::puzzles::{PuzzleDocument, PuzzleSet, digest};
use nexsolve_oracle::Oracle;
use serde_json::{Value, json};

/// The puzzles, to be printed.
pub(super) struct PuzzleReport<'a> {
    pub(super) board: Board,
    /// The game on the board.
    pub(super) game: &'a AnyGame,
    pub(super) args: &'a PuzzleArgs,
    pub(super) seed: u64,
    pub(super) found: &'a PuzzleSet,
}

impl PuzzleReport<'_> {
    pub(super) fn document(&self, oracle: &Oracle) -> Value {
        let Self { board, game, args, seed, found } = self;
        let puzzles: Vec<PuzzleDocument> =
            found.puzzles.iter().map(|puzzle| PuzzleDocument::new(game, puzzle)).collect();
        json!({
            "board": board.to_string(),
            "goal": args.goal.word(),
            "least_plies": args.least_plies,
            "seed": seed,
            "wanted": args.count,
            // The games that were played to find the puzzles.
            "games": found.games,
            // The databases whose values count as proven.
            "databases": oracle.databases().iter().map(|held| held.name.as_str()).collect::<Value>(),
            // Of the board and the puzzles.
            "digest": digest(&board.to_string(), &puzzles),
            "puzzles": puzzles,
        })
    }

    /// How the run ended. Says on standard error why there are fewer puzzles than wanted.
    pub(super) fn end(&self) -> Exit {
        let Self { args, found, .. } = self;
        if let Some(cause) = stop::cause() {
            return cause.exit();
        }
        if found.puzzles.len() as u64 >= args.count {
            return Exit::Done;
        }
        let number = counted(found.puzzles.len() as u64, "puzzle", "puzzles");
        let games = counted(found.games, "game", "games");
        Fault::new(Exit::Unproven, format!("found only {number} in {games}; the last games had no new one"))
            .hint("give fewer --least-plies, another --seed, --db, or more --nodes or --time")
            .show();
        StopCause::Nodes.exit()
    }
}
