//! Puzzles in a file, as `nexsolve puzzles --json` prints them.

use super::{Puzzle, PuzzleDocument, Refutation, digest};
use nexsolve_core::{Game, Notation, Plies, Points, Wdl};
use nexsolve_games::{AnyGame, AnyMove, AnyPosition};
use nexsolve_oracle::Source;
use serde::Deserialize;
use std::collections::HashSet;

/// The puzzles of a file.
#[derive(Clone, Debug)]
pub struct PuzzleFile {
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
    /// The puzzles are not as they were written.
    #[error(
        "it has been changed since it was written: its digest does not match; make it again, or remove `digest` to use it as it is"
    )]
    Changed,
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
    puzzles: Vec<PuzzleDocument>,
    /// Files of earlier programs have none.
    digest: Option<String>,
}

impl PuzzleFile {
    /// Reads the text of a file. Checks its digest, that positions and moves are legal, that no legal move is
    /// missing, and that values and distances agree with each other and with the ends of lines. Nothing else
    /// proves the values: see [`Confirmed`](super::Confirmed).
    ///
    /// # Errors
    /// If the text has another form, has changed, or a puzzle does not agree with the rules or with itself.
    pub fn read(text: &str) -> Result<Self, StoredError> {
        let file: File =
            serde_json::from_str(text).map_err(|error| StoredError::Document(error.to_string()))?;
        if file.digest.is_some_and(|told| told != digest(&file.board, &file.puzzles)) {
            return Err(StoredError::Changed);
        }
        let board = nexsolve_games::board(&file.board).or_else(|_| nexsolve_games::played(&file.board, None));
        let board = board.map_err(|error| StoredError::Board(error.message))?;
        let game = AnyGame::on(board.over_the_board()).map_err(|error| StoredError::Board(error.message))?;
        let read = |(number, document): (usize, &PuzzleDocument)| {
            puzzle(&game, document).map_err(|reason| StoredError::Puzzle { number, reason })
        };
        let puzzles = (1..).zip(&file.puzzles).map(read).collect::<Result<_, _>>()?;
        Ok(Self { game, puzzles })
    }
}

/// Reads a puzzle of `game`.
fn puzzle(game: &AnyGame, document: &PuzzleDocument) -> Result<Puzzle, String> {
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
    let puzzle = Puzzle {
        position,
        goal: value(&document.value)?,
        solutions,
        length: document.distance.map(Plies),
        line,
        refutations,
        simulations: document.simulations,
        source,
    };
    agrees(game, &puzzle)?;
    Ok(puzzle)
}

/// Checks that a puzzle agrees with itself and with the rules.
fn agrees(game: &AnyGame, puzzle: &Puzzle) -> Result<(), String> {
    let Puzzle { position, goal, solutions, length, line, refutations, .. } = puzzle;
    let written = |mv| game.format_move(position, mv);
    if *goal == Wdl::Loss || *goal == Wdl::Draw && length.is_some() {
        return Err("exactly one move must win, in some plies, or draw".to_owned());
    }
    if line.first().is_some_and(|first| !solutions.contains(first)) {
        return Err("the line does not begin with the solution".to_owned());
    }
    // The value for the mover if a move ends the game.
    let ended = |mv| game.outcome(&game.play(position, mv)).map(|outcome| -outcome);
    if let Some(&mv) = solutions.iter().find(|&&mv| ended(mv).is_some_and(|value| value != *goal)) {
        return Err(format!("{} ends the game, but not with this value", written(mv)));
    }
    for &Refutation { mv, value, length, reply, .. } in refutations {
        let text = written(mv);
        if solutions.contains(&mv) || value.is_some_and(|value| value >= *goal) {
            return Err(format!("{text} is refuted, but keeps the value"));
        }
        if value == Some(Wdl::Draw) && length.is_some() {
            return Err(format!("{text} draws, and has a distance"));
        }
        match (ended(mv), reply) {
            (None, None) => return Err(format!("{text} has no reply that refutes it")),
            (Some(end), _) if value.is_some_and(|value| value != end) => {
                return Err(format!("{text} ends the game, but not with this value"));
            }
            _ => {}
        }
    }
    let end = line.iter().fold(*position, |at, &mv| game.play(&at, mv));
    let mover = game.side_to_move(position);
    let winner = game.outcome(&end).map(|outcome| outcome.winner(game.side_to_move(&end)));
    let Ok(plies) = u16::try_from(line.len()) else { return Err("the line is too long".to_owned()) };
    let plies = Plies(plies);
    let fits = match (winner, length) {
        (Some(winner), _) if winner != goal.winner(mover) => false,
        (Some(_), Some(length)) => plies == *length,
        // The line is not known to its end.
        (None, Some(length)) => plies < *length,
        (_, None) => true,
    };
    if fits { Ok(()) } else { Err("the line does not have this value or this length".to_owned()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzles::{Confirmed, Puzzler, Wish};
    use nexsolve_oracle::Oracle;
    use serde_json::{Value, json};
    use std::sync::atomic::AtomicBool;

    /// Damages a document.
    type Change<'a> = &'a dyn Fn(&mut Value);

    fn document() -> (Vec<Puzzle>, Value) {
        let oracle = Oracle::new(nexsolve_games::board("nex:3x3").expect("a board"), &[]).expect("a board");
        let puzzler = Puzzler::new(&oracle, Wish { count: 2, ..Wish::default() }).ungraded();
        let found = puzzler.find(&AtomicBool::new(false), &|_, _| ()).expect("no fault");
        let documents: Vec<PuzzleDocument> =
            found.puzzles.iter().map(|puzzle| PuzzleDocument::new(oracle.game(), puzzle)).collect();
        (found.puzzles, json!({ "board": "nex:3x3", "puzzles": documents }))
    }

    #[test]
    fn what_is_written_can_be_read() {
        let (puzzles, document) = document();
        assert_eq!(puzzles.len(), 2);
        assert_eq!(PuzzleFile::read(&document.to_string()).expect("a file").puzzles, puzzles);
    }

    #[test]
    fn a_changed_file_is_noticed_and_a_forged_one_is_contradicted() {
        let (_, mut document) = document();
        let puzzles: Vec<PuzzleDocument> =
            serde_json::from_value(document["puzzles"].clone()).expect("puzzles");
        document["digest"] = json!(digest("nex:3x3", &puzzles));
        assert!(PuzzleFile::read(&document.to_string()).is_ok());
        document["puzzles"][0]["simulations"] = json!(7);
        assert_eq!(PuzzleFile::read(&document.to_string()).err(), Some(StoredError::Changed));

        // The solution and a losing move change places, and the digest is right.
        let mut forged = puzzles[0].clone();
        let place = forged.refutations.iter().position(|counter| counter.reply.is_some()).expect("one");
        let (solution, refuted) = (forged.solution[0].clone(), forged.refutations[place].mv.clone());
        let position = forged.position.clone();
        forged.refutations[place].mv = solution;
        forged.solution[0].clone_from(&refuted);
        forged.line = vec![refuted];
        let game = AnyGame::on(nexsolve_games::board("nex:3x3").expect("a board")).expect("a board");
        // A reply that is legal after the other move.
        let position = game.read_position(&position).expect("a position");
        let mv = game.read_move(&position, &forged.refutations[place].mv).expect("a move");
        let after = game.play(&position, mv);
        let reply = game.legal_moves(&after).first().map(|&reply| game.format_move(&after, reply));
        forged.refutations[place].reply = reply;
        let file = json!({ "board": "nex:3x3", "puzzles": [forged], "digest": digest("nex:3x3", &[forged]) });
        let stored = PuzzleFile::read(&file.to_string()).expect("a file");

        let folder = tempfile::tempdir().expect("a folder");
        let made = nexsolve_kernels::generate_briefly(
            nexsolve_games::board("nex:3x3").expect("a board"),
            folder.path(),
            1 << 26,
            &AtomicBool::new(false),
            &|_, _| (),
        );
        made.expect("a database");
        let opened = nexsolve_oracle::Opened::open(folder.path(), 1 << 20).expect("a database");
        let held = std::sync::Arc::new(nexsolve_oracle::OracleDatabase::in_folder(opened, folder.path()));
        let tables = Oracle::new(stored.game.board(), &[held]).expect("a board");
        let none = Oracle::new(stored.game.board(), &[]).expect("a board");
        let confirmed = |oracle, puzzle: &Puzzle| Confirmed::by(oracle, puzzle).expect("no fault");
        let (puzzles, _) = self::document();
        assert!(matches!(confirmed(&tables, &stored.puzzles[0]), Confirmed::Wrong(_)));
        assert_eq!(confirmed(&none, &stored.puzzles[0]), Confirmed::Open);
        assert!(puzzles.iter().all(|puzzle| confirmed(&tables, puzzle) == Confirmed::Proven));
        let longer =
            Puzzle { length: puzzles[0].length.map(|Plies(plies)| Plies(plies + 2)), ..puzzles[0].clone() };
        assert_ne!(confirmed(&tables, &longer), Confirmed::Open);
    }

    #[test]
    fn wrong_files_are_refused_with_the_reason() {
        let (_, document) = document();
        let with = |change: &dyn Fn(&mut Value)| {
            let mut changed = document.clone();
            change(&mut changed);
            PuzzleFile::read(&changed.to_string()).expect_err("wrong").to_string()
        };
        let wrong: [(Change<'_>, &str); 13] = [
            (&|file| *file = json!([]), "not a document of nexsolve puzzles --json"),
            (&|file| file["board"] = json!("chess"), "no such game"),
            (&|file| file["puzzles"][1]["position"] = json!("B"), "puzzle 2: "),
            (&|file| file["puzzles"][0]["solution"] = json!(["Ba9?b1"]), "puzzle 1: Ba9?b1: "),
            (&|file| file["puzzles"][0]["value"] = json!("good"), "good is not a value"),
            (&|file| file["puzzles"][0]["source"] = json!("hearsay"), "hearsay is not a source of proofs"),
            (&|file| file["puzzles"][0]["refutations"] = json!([]), "is neither the solution nor refuted"),
            (&|file| file["puzzles"][0]["value"] = json!("loss"), "must win, in some plies, or draw"),
            (&|file| file["puzzles"][0]["value"] = json!("draw"), "must win, in some plies, or draw"),
            (&|file| file["puzzles"][0]["distance"] = json!(99), "this value or this length"),
            (
                &|file| file["puzzles"][0]["line"] = json!([file["puzzles"][0]["refutations"][0]["move"]]),
                "does not begin with the solution",
            ),
            (&|file| file["puzzles"][1]["refutations"][0]["value"] = json!("win"), "puzzle 2: "),
            (&|file| file["digest"] = json!("0"), "its digest does not match"),
        ];
        for (change, says) in wrong {
            let said = with(change);
            assert!(said.contains(says), "{said}");
        }
    }
}
