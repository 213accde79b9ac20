//! A puzzle as a document for programs.

use super::{Puzzle, Refutation};
use nexsolve_core::{Game, Notation};
use nexsolve_games::AnyGame;
use serde::{Deserialize, Serialize};

/// The JSON document of a puzzle.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PuzzleDocument {
    /// The position, in a form that every command reads.
    pub position: String,
    /// The side to move: `black` or `white`, in small letters.
    pub to_move: String,
    /// The value that the solution keeps.
    pub value: String,
    /// The move, and others that lead to symmetric positions.
    pub solution: Vec<String>,
    /// Plies to the win; null for a draw, and if unknown.
    #[serde(alias = "length")]
    pub distance: Option<u16>,
    /// The least number of simulations from which on `uct` finds the move; null if it does not.
    pub simulations: Option<u64>,
    /// A line of best play that begins with the solution.
    pub line: Vec<String>,
    /// All other moves.
    pub refutations: Vec<Counter>,
    /// What proves the values: `table` or `search`.
    pub source: String,
}

/// A move that fails, and the reply that refutes it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Counter {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Its value for the mover; null if it is only known not to keep the value.
    pub value: Option<String>,
    /// Plies to the end; null for a draw, and if unknown.
    #[serde(alias = "length")]
    pub distance: Option<u16>,
    /// The mover's points at the end, in a game with points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub margin: Option<i16>,
    /// The reply; null if the move ends the game.
    pub reply: Option<String>,
}

impl PuzzleDocument {
    /// The document of a puzzle of `game`.
    pub fn new(game: &AnyGame, puzzle: &Puzzle) -> Self {
        let position = &puzzle.position;
        let written = |mv| game.format_move(position, mv);
        let counter = |&Refutation { mv, value, length, margin, reply }: &Refutation| {
            let after = game.play(position, mv);
            Counter {
                mv: written(mv),
                value: value.map(|value| value.word().to_owned()),
                distance: length.map(|plies| plies.0),
                margin: margin.map(|points| points.0),
                reply: reply.map(|reply| game.format_move(&after, reply)),
            }
        };
        Self {
            position: game.format_position(position),
            to_move: game.side_to_move(position).word().to_owned(),
            value: puzzle.goal.word().to_owned(),
            solution: puzzle.solutions.iter().copied().map(written).collect(),
            distance: puzzle.length.map(|plies| plies.0),
            simulations: puzzle.simulations,
            line: game.format_line(position, &puzzle.line),
            refutations: puzzle.refutations.iter().map(counter).collect(),
            source: puzzle.source.word().to_owned(),
        }
    }
}

/// Returns the digest of a file of puzzles: BLAKE3 of the board's name and the puzzles, as JSON without
/// spaces.
///
/// # Panics
/// Never: texts, numbers and lists are always JSON.
pub fn digest(board: &str, puzzles: &[PuzzleDocument]) -> String {
    let text = serde_json::to_vec(&(board, puzzles)).expect("text, numbers and lists");
    blake3::hash(&text).to_hex().to_string()
}
