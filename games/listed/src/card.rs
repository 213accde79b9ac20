//! The usual card of a simple game.

use nexsolve_catalogue::{AnyGame, Board, Card, Extent, GameSpec, Measure, NameError, Variant, scan};

/// A card with the usual properties of a simple game, for `..CARD` at the end of another. What is empty here
/// must be replaced: the words, the examples, the measure, and the game.
pub const CARD: Card = Card {
    word: "",
    title: "",
    variants: &[],
    options: "this game has no options",
    measure: Measure::Sides { most: 0, cells: 0, usual: (0, 0), first: (0, 0), quick: 0, proves: 0 },
    board_examples: &[],
    played_examples: &[],
    sides: ["X", "O"],
    points: ["", ""],
    pieces: &[("B", "X"), ("W", "O")],
    looks_like: |_| None,
    game: nothing,
};

fn nothing(board: Board) -> Result<AnyGame, NameError> {
    Err(NameError::new(format!("the card of {board} names no game")))
}

/// The rules by which a game is played: the word of their option (empty for the usual rules), their title,
/// and how a player wins, in a sentence.
pub const fn variant(word: &'static str, title: &'static str, goal: &'static str) -> Variant {
    Variant { word, title, goal, left_out: &[], caveat: None }
}

/// Returns the rows and columns of a board, if its game can be played on it.
///
/// # Errors
/// If it has more rows or columns than the card allows, or none.
pub fn sides(board: Board) -> Result<(u32, u32), NameError> {
    let (Measure::Sides { most, .. }, Some((rows, cols))) = (board.card().measure, board.sides()) else {
        return Err(NameError::new(format!("{} has rows and columns", board.card().title)));
    };
    if (1..=most).contains(&rows) && (1..=most).contains(&cols) {
        return Ok((rows, cols));
    }
    let limits = format!("a board of {} has 1 to {most} rows and columns", board.card().title);
    Err(NameError::new(format!("{limits}, not {rows}x{cols}")))
}

/// Recognises the rows of a board of this game, on one line, for [`Card::looks_like`].
pub fn looks_like(text: &str, card: &'static Card) -> Option<Board> {
    let signs: String = card.sides.iter().filter_map(|name| name.chars().next()).chain(['.']).collect();
    let (rows, cols) = scan::rows_of(text, &signs)?;
    let board = GameSpec::new(card, 0).on(Extent::Sides { rows, cols });
    sides(board).is_ok().then_some(board)
}
