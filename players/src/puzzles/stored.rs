//! Puzzles in a file, as `nexsolve puzzles --json` prints them.

use super::{Document, Puzzle, Refutation};
use nexsolve_core::{Game, Notation, Plies, Points, Wdl};
use nexsolve_games::{AnyGame, AnyMove, AnyPosition, Board};
use nexsolve_oracle::Source;
use serde::Deserialize;
use std::collections::HashSet;

/// The puzzles of a file.
#[derive(Clone, Debug)]
pub struct Stored {
    /// The game in which they are set.
    pub game: AnyGame,
    /// The puzzles.
    pub puzzles: Vec<Puzzle>,
}

/// Why a file of puzzles cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoredError {
    /// The text is not a document of `nexsolve puzzles --json`.
    #[error("not a document of nexsolve puzzles --json: {0}")]
    Document(String),
    /// There is no such board.
    #[error("{0}")]
    Board(String),
    /// A puzzle does not agree with the rules.
    #[error("puzzle {number}: {reason}")]
    Puzzle {
        /// The number of the puzzle, from 1.
        number: usize,
        /// What is wrong.
        reason: String,
    },
}

#[derive(Deserialize)]
struct File {
    board: String,
    puzzles: Vec<Document>,
}

impl Stored {
    /// Reads the text of a file. Checks that positions and moves are legal and that no legal move is missing, but not the values.
    ///
    /// # Errors
    /// If the text has another form, or a puzzle does not agree with the rules.
    pub fn read(text: &str) -> Result<Self, StoredError> {
        let file: File =
            serde_json::from_str(text).map_err(|error| StoredError::Document(error.to_string()))?;
        let board = Board::parse(&file.board).or_else(|_| Board::played(&file.board, None));
        let board = board.map_err(|error| StoredError::Board(error.message))?;
        let game = AnyGame::on(board.over_the_board()).map_err(|error| StoredError::Board(error.message))?;
        let read = |(number, document): (usize, &Document)| {
            puzzle(&game, document).map_err(|reason| StoredError::Puzzle { number, reason })
        };
        let puzzles = (1..).zip(&file.puzzles).map(read).collect::<Result<_, _>>()?;
        Ok(Self { game, puzzles })
    }
}

/// Reads a puzzle of `game`.
fn puzzle(game: &AnyGame, document: &Document) -> Result<Puzzle, String> {
    let position = game.read_position(&document.position).map_err(|error| error.fault.to_string())?;
    let read = |at: &AnyPosition, text: &str| {
        game.read_move(at, text).map_err(|error| format!("{text}: {}", error.fault))
    };
    let value = |word: &str| {
        let known = [Wdl::Win, Wdl::Draw, Wdl::Loss].into_iter().find(|value| value.word() == word);
        known.ok_or_else(|| format!("{word} is not a value"))
    };
    let known = [Source::Table, Source::Search].into_iter().find(|source| source.word() == document.source);
    let source = known.ok_or_else(|| format!("{} is not a source of proofs", document.source))?;
    let solutions =
        document.solution.iter().map(|text| read(&position, text)).collect::<Result<Vec<_>, _>>()?;
    let mut at = position;
    let mut line = Vec::new();
    for text in &document.line {
        let mv = read(&at, text)?;
        line.push(mv);
        at = game.play(&at, mv);
    }
    let mut refutations = Vec::new();
    for counter in &document.refutations {
        let mv = read(&position, &counter.mv)?;
        let after = game.play(&position, mv);
        refutations.push(Refutation {
            mv,
            value: counter.value.as_deref().map(value).transpose()?,
            length: counter.distance.map(Plies),
            margin: counter.margin.map(Points),
            reply: counter.reply.as_deref().map(|text| read(&after, text)).transpose()?,
        });
    }
    let told = solutions.iter().copied().chain(refutations.iter().map(|refutation| refutation.mv));
    let told: HashSet<AnyMove> = told.collect();
    let legal = game.legal_moves(&position);
    if solutions.is_empty() || told.len() != legal.len() {
        let message = "is neither the solution nor refuted";
        let missing = legal.into_iter().find(|mv| !told.contains(mv));
        return Err(missing.map_or_else(
            || "there is no solution".to_owned(),
            |mv| format!("{} {message}", game.format_move(&position, mv)),
        ));
    }
    Ok(Puzzle {
        position,
        goal: value(&document.value)?,
        solutions,
        length: document.distance.map(Plies),
        line,
        refutations,
        simulations: document.simulations,
        source,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzles::{Puzzler, Wish};
    use nexsolve_oracle::Oracle;
    use serde_json::{Value, json};
    use std::sync::atomic::AtomicBool;

    /// Damages a document.
    type Change<'a> = &'a dyn Fn(&mut Value);

    fn document() -> (Vec<Puzzle>, Value) {
        let oracle = Oracle::new(Board::parse("nex:3x3").expect("a board"), &[]).expect("a board");
        let puzzler = Puzzler::new(&oracle, Wish { count: 2, ..Wish::default() }).ungraded();
        let found = puzzler.find(&AtomicBool::new(false), &|_, _| ()).expect("no fault");
        let documents: Vec<Document> =
            found.puzzles.iter().map(|puzzle| Document::new(oracle.game(), puzzle)).collect();
        (found.puzzles, json!({ "board": "nex:3x3", "puzzles": documents }))
    }

    #[test]
    fn what_is_written_can_be_read() {
        let (puzzles, document) = document();
        assert_eq!(puzzles.len(), 2);
        assert_eq!(Stored::read(&document.to_string()).expect("a file").puzzles, puzzles);
    }

    #[test]
    fn wrong_files_are_refused_with_the_reason() {
        let (_, document) = document();
        let with = |change: &dyn Fn(&mut Value)| {
            let mut changed = document.clone();
            change(&mut changed);
            Stored::read(&changed.to_string()).expect_err("wrong").to_string()
        };
        let wrong: [(Change<'_>, &str); 7] = [
            (&|file| *file = json!([]), "not a document of nexsolve puzzles --json"),
            (&|file| file["board"] = json!("chess"), "no such game"),
            (&|file| file["puzzles"][1]["position"] = json!("B"), "puzzle 2: "),
            (&|file| file["puzzles"][0]["solution"] = json!(["Ba9?b1"]), "puzzle 1: Ba9?b1: "),
            (&|file| file["puzzles"][0]["value"] = json!("good"), "good is not a value"),
            (&|file| file["puzzles"][0]["source"] = json!("hearsay"), "hearsay is not a source of proofs"),
            (&|file| file["puzzles"][0]["refutations"] = json!([]), "is neither the solution nor refuted"),
        ];
        for (change, says) in wrong {
            let said = with(change);
            assert!(said.contains(says), "{said}");
        }
    }
}
