//! `POST /api/v1/puzzle`: a position in which exactly one move wins, with the refutation of every other move.

use super::lanes::{make, quick, slow, time};
use crate::app::App;
use crate::problem::{Problem, ProblemKind};
use crate::work::{Share, Threads};
#[cfg(feature = "server")]
use nexsolve_core::Plies;
use nexsolve_core::parallel::in_pool;
use nexsolve_core::words::counted;
use nexsolve_core::{Game, Notation, Wdl};
use nexsolve_games::{AnyGame, Board, Shown};
#[cfg(feature = "server")]
use nexsolve_judging::puzzles::PuzzlePack;
use nexsolve_judging::puzzles::{Confirmed, Puzzle, PuzzleFile, Puzzler, Refutation, SearchLimits, Wish};
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;

/// The positions that a search may visit to prove one position: few, so that on large boards the last
/// positions of games are found to be puzzles in time.
const NODES: u64 = 200;

/// A board, and which of its puzzles.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with `board`")]
pub(crate) struct PuzzleRequest {
    board: String,
    number: Option<u64>,
    seconds: Option<f64>,
}

/// Answers with a given puzzle of the board, or with one that is found now.
pub(crate) async fn puzzle(app: Arc<App>, request: PuzzleRequest) -> Result<Value, Problem> {
    let board = app.board(&request.board)?;
    let time = time(&app, request.seconds)?;
    let number = request.number.unwrap_or(0);
    let is_given = |stored: &PuzzleFile| stored.game.board() == board && !stored.puzzles.is_empty();
    if let Some(at) = app.puzzles.iter().position(is_given) {
        return quick(&app, Some(board), move |app| stored_puzzle(app, &app.puzzles[at], number)).await;
    }
    #[cfg(feature = "server")]
    if let Some(pack) = crate::page::pack(board) {
        // A search proves the others as fast as a table is made.
        let needs_tables = board.sides().is_none();
        if needs_tables && let Some(small) = quick(&app, None, move |app| Ok(app.missing(board, 0))).await? {
            make(&app, small).await?;
        }
        let work = move |app: &App, share: &Share| shipped(app, share, board, pack, number);
        return slow(&app, Some(board), time, Threads::One, work).await;
    }
    // Endings have tables even if the start of the game has none.
    if let Some(small) = quick(&app, None, move |app| Ok(app.missing(board, 0))).await? {
        make(&app, small).await?;
    }
    slow(&app, Some(board), time, Threads::Some, move |app, share| find(app, share, board, number)).await
}

/// Answers with a puzzle of a file. Tables prove it again, if there are some.
fn stored_puzzle(app: &App, stored: &PuzzleFile, number: u64) -> Result<Value, Problem> {
    let (board, of) = (stored.game.board(), stored.puzzles.len());
    let number = usize::try_from(number).unwrap_or(0) % of;
    let puzzle = &stored.puzzles[number];
    let basis = match Confirmed::by(&app.oracle(board)?, puzzle)? {
        Confirmed::Proven => Basis::Server,
        Confirmed::Open => Basis::File,
        Confirmed::Wrong(mv) => {
            let (number, title) = (number + 1, board.game_title());
            let message =
                format!("puzzle {number} of {title} is wrong: the tables have another value for {mv}");
            return Err(Problem::new(ProblemKind::Table, message)
                .hint("the file given with --puzzles has to be made again"));
        }
    };
    Ok(answer(&stored.game, puzzle, number as u64, Some(of), basis))
}

/// Answers with a puzzle that ships with the page. Its refutations are found now, as far as the time allows.
#[cfg(feature = "server")]
fn shipped(app: &App, share: &Share, board: Board, pack: &PuzzlePack, number: u64) -> Result<Value, Problem> {
    let oracle = app.oracle(board)?;
    let (game, of) = (oracle.game(), pack.puzzles.len());
    let number = usize::try_from(number).unwrap_or(0) % of;
    let packed = &pack.puzzles[number];
    let damaged = |error: &dyn std::fmt::Display| {
        let message = format!("puzzle {} of {} is damaged: {error}", number + 1, board.game_title());
        Problem::new(ProblemKind::Server, message)
    };
    let position = game.read_position(&packed.position).map_err(|error| damaged(&error.fault))?;
    let limits = SearchLimits { nodes: pack.nodes, time: None, memory_bytes: app.search(share).memory_bytes };
    let wish = Wish { goal: packed.goal(), least: Plies(1), search: limits, ..Wish::default() };
    let found = Puzzler::new(&oracle, wish).in_position(&position, &share.stop)?;
    let (puzzle, basis) = match found {
        Some(puzzle) => (puzzle, Basis::Server),
        None => (packed.bare(game, position).map_err(|error| damaged(&error))?, Basis::File),
    };
    let puzzle = Puzzle { simulations: packed.simulations, ..puzzle };
    Ok(answer(game, &puzzle, number as u64, Some(of), basis))
}

/// What a puzzle rests on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Basis {
    /// The server has proven it, by its tables or a search.
    Server,
    /// The file that it comes from: the server has no table that proves it.
    File,
}

/// Finds a puzzle in games of this seed.
fn find(app: &App, share: &Share, board: Board, seed: u64) -> Result<Value, Problem> {
    let oracle = app.oracle(board)?;
    let limits =
        SearchLimits { nodes: Some(NODES), time: None, memory_bytes: app.search(share).memory_bytes };
    let wish = Wish { count: 1, seed, search: limits, ..Wish::default() };
    let work = || Puzzler::new(&oracle, wish).ungraded().find(&share.stop, &|_, _| ());
    let found = in_pool(share.threads, work).map_err(Problem::no_threads)??;
    let none = || {
        let problem =
            Problem::new(ProblemKind::Limit, format!("no puzzle of {} was found", board.game_title()));
        problem.hint("choose a smaller board, or start the server with --db or --puzzles")
    };
    let puzzle = found.puzzles.first().ok_or_else(none)?;
    Ok(answer(oracle.game(), puzzle, seed, None, Basis::Server))
}

/// The document of a puzzle. `of` is the number of puzzles that were given.
fn answer(game: &AnyGame, puzzle: &Puzzle, number: u64, of: Option<usize>, basis: Basis) -> Value {
    let position = &puzzle.position;
    let full = |mv| game.format_in_full(position, mv);
    let refutation = |&Refutation { mv, value, length, margin, reply }: &Refutation| {
        let after = game.play(position, mv);
        json!({
            "move": full(mv),
            "value": value.map(Wdl::word),
            "distance": length.map(|plies| plies.0),
            "margin": margin.map(|points| points.0),
            "reply": reply.map(|reply| game.format_in_full(&after, reply)),
        })
    };
    let side = game.side(game.side_to_move(position));
    let task = match (puzzle.goal, puzzle.length) {
        (Wdl::Win, Some(length)) => format!("{side} wins in {}", counted(length.0.into(), "ply", "plies")),
        (Wdl::Win, None) => format!("{side} wins"),
        _ => format!("{side} draws"),
    };
    json!({
        "board": game.board().to_string(),
        "number": number,
        "of": of,
        "position": game.format_position(position),
        "to_move": game.side_to_move(position).word(),
        "value": puzzle.goal.word(),
        "distance": puzzle.length.map(|plies| plies.0),
        "simulations": puzzle.simulations,
        "sentence": match basis {
            Basis::Server => format!("{task}, with exactly one move."),
            Basis::File => format!("{task}, with exactly one move, says the file of puzzles."),
        },
        "source": puzzle.source.word(),
        // `server` if the server has proven the values, `file` if only the file says them.
        "basis": if basis == Basis::Server { "server" } else { "file" },
        "solution": puzzle.solutions.iter().copied().map(full).collect::<Value>(),
        "refutations": puzzle.refutations.iter().map(refutation).collect::<Value>(),
    })
}
