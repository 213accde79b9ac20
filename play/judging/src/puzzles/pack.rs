//! Puzzles in the short form in which they are shipped: without lines and refutations, which follow from the
//! position.

use super::{Puzzle, Puzzler};
use nexsolve_core::{Notation, Plies, Wdl};
use nexsolve_games::{AnyGame, AnyPosition, Shown};
use nexsolve_oracle::{OracleError, Source};
use serde::{Deserialize, Serialize};
use std::sync::atomic::AtomicBool;

/// Puzzles of one board, the easiest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PuzzlePack {
    /// The board on which the puzzles are played.
    pub board: String,
    /// The number of positions with which a search proves each of them again; null if tables prove them.
    pub nodes: Option<u64>,
    /// The puzzles.
    pub puzzles: Vec<PackedPuzzle>,
}

/// A puzzle of a [`PuzzlePack`]: in its file a list of the values below, in this order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Row", into = "Row")]
pub struct PackedPuzzle {
    /// The position, in a form that every command reads.
    pub position: String,
    /// The move, and others that lead to symmetric positions, as the page writes them.
    pub solution: Vec<String>,
    /// The value that the solution keeps: `win` or `draw`.
    pub value: String,
    /// Plies to the win; null for a draw, and if unknown.
    pub distance: Option<u16>,
    /// The grade: see [`grade`](super::grade()).
    pub simulations: Option<u64>,
}

type Row = (String, Vec<String>, String, Option<u16>, Option<u64>);

impl From<Row> for PackedPuzzle {
    fn from((position, solution, value, distance, simulations): Row) -> Self {
        Self { position, solution, value, distance, simulations }
    }
}

impl From<PackedPuzzle> for Row {
    fn from(puzzle: PackedPuzzle) -> Self {
        let PackedPuzzle { position, solution, value, distance, simulations } = puzzle;
        (position, solution, value, distance, simulations)
    }
}

impl PuzzlePack {
    /// Packs puzzles of `game`; `nodes` is the limit of the search that proved them.
    pub fn new(game: &AnyGame, puzzles: &[Puzzle], nodes: Option<u64>) -> Self {
        let mut sorted: Vec<&Puzzle> = puzzles.iter().collect();
        sorted.sort_by_key(|puzzle| {
            (puzzle.simulations.unwrap_or(u64::MAX), puzzle.length.map_or(u16::MAX, |length| length.0))
        });
        let packed = |puzzle: &Puzzle| PackedPuzzle {
            position: game.format_position(&puzzle.position),
            solution: puzzle.solutions.iter().map(|&mv| game.format_in_full(&puzzle.position, mv)).collect(),
            value: puzzle.goal.word().to_owned(),
            distance: puzzle.length.map(|length| length.0),
            simulations: puzzle.simulations,
        };
        let puzzles = sorted.into_iter().map(packed).collect();
        Self { board: game.board().to_string(), nodes, puzzles }
    }

    /// Reads the text of a file.
    ///
    /// # Errors
    /// If it has another form.
    pub fn read(text: &[u8]) -> Result<Self, serde_json::Error> {
        serde_json::from_slice(text)
    }

    /// Returns the text of a file: a line for each puzzle.
    ///
    /// # Panics
    /// Never: texts, numbers and lists are always JSON.
    pub fn write(&self) -> String {
        let rows: Vec<String> = self.puzzles.iter().map(json).collect();
        let (board, nodes) = (json(&self.board), json(&self.nodes));
        format!("{{\"board\":{board},\"nodes\":{nodes},\"puzzles\":[\n{}\n]}}\n", rows.join(",\n"))
    }
}

impl PackedPuzzle {
    /// Returns the value that the solution keeps.
    pub fn goal(&self) -> Wdl {
        if self.value == Wdl::Draw.word() { Wdl::Draw } else { Wdl::Win }
    }

    /// Returns the puzzle in `position`, which is its position in `game`, without refutations.
    ///
    /// # Errors
    /// If a solution is not a move.
    pub fn bare(&self, game: &AnyGame, position: AnyPosition) -> Result<Puzzle, String> {
        let read = |text: &String| {
            game.read_move(&position, text).map_err(|error| format!("{text}: {}", error.fault))
        };
        let solutions = self.solution.iter().map(read).collect::<Result<Vec<_>, _>>()?;
        Ok(Puzzle {
            position,
            goal: self.goal(),
            length: self.distance.map(Plies),
            line: solutions.first().copied().into_iter().collect(),
            solutions,
            refutations: Vec::new(),
            simulations: self.simulations,
            source: Source::Search,
        })
    }
}

impl Puzzler<'_> {
    /// Returns the puzzle in one position, not graded, with its line and refutations; `None` if it is not one
    /// of the wished kind, or not proven within the limits.
    ///
    /// # Errors
    /// If a table cannot be read, or the system refuses memory or threads for a search.
    pub fn in_position(
        &self,
        position: &AnyPosition,
        stop: &AtomicBool,
    ) -> Result<Option<Puzzle>, OracleError> {
        Ok(self.proven(std::slice::from_ref(position), stop)?.pop())
    }
}

fn json<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("texts, numbers and lists")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzles::Wish;
    use nexsolve_core::Game;
    use nexsolve_oracle::Oracle;

    #[test]
    fn a_pack_is_read_as_it_is_written_and_proven_again() {
        let oracle = Oracle::new(nexsolve_games::board("hex:4x4").expect("a board"), &[]).expect("a board");
        let stop = AtomicBool::new(false);
        let wish = Wish { count: 6, least: Plies(1), ..Wish::default() };
        let puzzler = Puzzler::new(&oracle, wish);
        let found = puzzler.find(&stop, &|_, _| ()).expect("no fault").puzzles;
        let pack = PuzzlePack::new(oracle.game(), &found, wish.search.nodes);
        assert_eq!((pack.board.as_str(), pack.puzzles.len()), ("hex:4x4", 6));
        assert_eq!(PuzzlePack::read(pack.write().as_bytes()).expect("a pack"), pack);
        assert_eq!(pack.write().lines().count(), 8);
        let grade = |puzzle: &PackedPuzzle| puzzle.simulations.unwrap_or(u64::MAX);
        assert!(pack.puzzles.is_sorted_by_key(grade));
        for puzzle in &found {
            let again = puzzler.in_position(&puzzle.position, &stop).expect("no fault").expect("a puzzle");
            assert_eq!(Puzzle { simulations: puzzle.simulations, ..again }, *puzzle);
        }
        let start = oracle.game().start();
        assert_eq!(puzzler.in_position(&start, &stop).expect("no fault"), None, "several openings win");
    }
}
