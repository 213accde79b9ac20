//! `POST /api/v1/puzzle`: a position in which exactly one move wins, with the refutation of every other move.

use super::{make, quick, slow, time};
use crate::app::App;
use crate::problem::{Kind, Problem};
use crate::work::{Share, Threads};
use nexsolve_core::parallel::in_pool;
use nexsolve_core::words::counted;
use nexsolve_core::{Game, Notation, Wdl};
use nexsolve_games::{AnyGame, Board, Shown};
use nexsolve_players::puzzles::{Limits, Puzzle, Puzzler, Refutation, Wish};
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;

/// The positions that a search may visit to prove one position.
const NODES: u64 = 20_000;

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
    let given = app.puzzles.iter().find(|stored| stored.game.board() == board);
    if let Some(stored) = given.filter(|stored| !stored.puzzles.is_empty()) {
        let of = stored.puzzles.len();
        let number = usize::try_from(number).unwrap_or(0) % of;
        return Ok(answer(&stored.game, &stored.puzzles[number], number as u64, Some(of)));
    }
    // Endings have tables even if the start of the game has none.
    if let Some(small) = quick(&app, move |app| Ok(app.missing(board, 0))).await? {
        make(&app, small).await?;
    }
    slow(&app, time, Threads::Some, move |app, share| find(app, share, board, number)).await
}

/// Finds a puzzle in games of this seed.
fn find(app: &App, share: &Share, board: Board, seed: u64) -> Result<Value, Problem> {
    let oracle = app.oracle(board)?;
    let limits = Limits { nodes: Some(NODES), time: None, memory_bytes: app.search(share).memory_bytes };
    let wish = Wish { count: 1, seed, search: limits, ..Wish::default() };
    let work = || Puzzler::new(&oracle, wish).ungraded().find(&share.stop, &|_, _| ());
    let found = in_pool(share.threads, work).map_err(Problem::no_threads)??;
    let none = || {
        let problem = Problem::new(Kind::Limit, format!("no puzzle of {} was found", board.game_title()));
        problem.hint("choose a smaller board, or start the server with --db or --puzzles")
    };
    let puzzle = found.puzzles.first().ok_or_else(none)?;
    Ok(answer(oracle.game(), puzzle, seed, None))
}

/// The document of a puzzle. `of` is the number of puzzles that were given.
fn answer(game: &AnyGame, puzzle: &Puzzle, number: u64, of: Option<usize>) -> Value {
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
        "sentence": format!("{task}, with exactly one move."),
        "source": puzzle.source.word(),
        "solution": puzzle.solutions.iter().copied().map(full).collect::<Value>(),
        "refutations": puzzle.refutations.iter().map(refutation).collect::<Value>(),
    })
}
