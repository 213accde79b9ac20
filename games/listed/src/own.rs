//! The games of this run that are not in the program: each was opened from a database, or made.

use crate::card;
use crate::files::game_digest;
use crate::graph::Graph;
use crate::listed::Listed;
use nexsolve_catalogue::{Board, Card, Extent, GameSpec, Measure, NameError, Variant};
use std::sync::{Arc, Mutex, PoisonError};

/// The first word of the boards of such games.
pub const WORD: &str = "own";

/// All of them. A card stays for the rest of the run, as those of the program's games do.
static GAMES: Mutex<Vec<(Board, Arc<Graph>)>> = Mutex::new(Vec::new());

fn games() -> Vec<(Board, Arc<Graph>)> {
    GAMES.lock().unwrap_or_else(PoisonError::into_inner).clone()
}

/// Makes a game known to this run, and returns its board, which is named after it and its contents:
/// `own:nim-3fa29c41`. The same game has the same board.
pub fn register(graph: Graph) -> Board {
    let digest = game_digest(&graph).to_hex();
    let word = format!("{WORD}:{}-{}", graph.about().name, &digest[..8]);
    if let Some(board) = board(&word) {
        return board;
    }
    let card = Box::leak(Box::new(card_of(&graph, &word)));
    let board = GameSpec::new(card, 0).on(Extent::Whole);
    GAMES.lock().unwrap_or_else(PoisonError::into_inner).push((board, Arc::new(graph)));
    board
}

fn card_of(graph: &Graph, word: &str) -> Card {
    let about = graph.about();
    let leaked = |text: &str| &*Box::leak(text.to_owned().into_boxed_str());
    let title = leaked(&about.title);
    let goal = "Its author’s rules say who wins.";
    let variant = Variant { word: "", title, goal, left_out: &[], caveat: None };
    let word = leaked(word);
    let examples = &*Box::leak(Box::new([word]));
    Card {
        word,
        title,
        variants: Box::leak(Box::new([variant])),
        measure: Measure::Count {
            grid: about.grid.unwrap_or((0, 0)),
            what: "positions",
            one: "position",
            least: 1,
            most: 0,
            example: word,
            quick: 0,
            ahead: 0,
            of_layer: |_| None,
        },
        board_examples: examples,
        played_examples: examples,
        sides: [leaked(&about.sides[0]), leaked(&about.sides[1])],
        pieces: &[],
        points: if about.points { ["point", "points"] } else { ["", ""] },
        game: |board| game(board).map(crate::any),
        ..card::CARD
    }
}

/// Returns the board with this name, if this run knows it.
pub fn board(name: &str) -> Option<Board> {
    games().into_iter().map(|(board, _)| board).find(|board| board.game_word() == name)
}

/// Returns whether the game on a board is not in the program.
pub fn is_own(board: Board) -> bool {
    board.game_word().split(':').next() == Some(WORD)
}

/// Returns the positions and moves of the game on a board.
///
/// # Errors
/// If this run does not know the board.
pub fn graph(board: Board) -> Result<Arc<Graph>, NameError> {
    let found = games().into_iter().find(|(own, _)| *own == board);
    let missing = || NameError::new(format!("{board} is not in the program, and its database is not open"));
    found.map(|(_, graph)| graph).ok_or_else(missing)
}

/// Returns the game on a board.
///
/// # Errors
/// As [`graph`].
pub fn game(board: Board) -> Result<Listed, NameError> {
    graph(board).map(|graph| Listed::of(board, graph.rules()))
}
