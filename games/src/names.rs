//! Reads the names of games and boards.

use crate::{GAMES, find};
use nexsolve_catalogue::{Board, Card, Extent, GameSpec, Measure, NameError};
use nexsolve_listed::own;
use std::ops::Range;

/// Returns the games' names, for a sentence.
pub fn names() -> String {
    nexsolve_core::words::list(&GAMES.map(|card| card.word))
}

/// Describes by examples how to write boards that can be searched or tabled.
pub fn examples() -> String {
    written("boards are", |card| card.board_examples)
}

/// Describes by examples how to write boards that can be played on.
pub fn played_examples() -> String {
    written("games to play are", |card| card.played_examples)
}

fn written(what: &str, of: fn(&Card) -> &'static [&'static str]) -> String {
    let all: Vec<&str> = GAMES.iter().flat_map(|card| of(card)).copied().collect();
    let (last, others) = all.split_last().expect("each game has some");
    format!("{what} written as {} or {last}", others.join(", "))
}

/// Returns the main game, by its usual rules: the first of the list.
pub fn main_game() -> GameSpec {
    GameSpec::new(GAMES[0], 0)
}

/// Reads a game from its name and options: `hex:swap`.
///
/// # Errors
/// If the text is not a game. The error marks the place.
pub fn spec(text: &str) -> Result<GameSpec, NameError> {
    read_spec(text, text.len())
}

/// Reads a board that can be searched or tabled, as it appears in arguments, certificates and manifests.
///
/// # Errors
/// If the text is not such a board. The error marks the place.
pub fn board(text: &str) -> Result<Board, NameError> {
    if let Some(own) = own::board(text) {
        return Ok(own);
    }
    let Some((names, last)) = text.rsplit_once(':') else {
        let (at, message) = match find(text) {
            Some(_) => (text.len()..text.len(), "the size is missing"),
            None => (0..text.len(), "not a command or a board"),
        };
        return Err(wrong(text, at, message).hint("nexsolve --help lists the commands"));
    };
    let spec = read_spec(text, names.len())?;
    let at = names.len() + 1;
    let Measure::Count { what, example, .. } = spec.card().measure else {
        let (rows, cols) = read_sides(text, at)?;
        return spec.sized(rows, cols);
    };
    let Some(number) = number(last) else {
        let message = format!("expected the number of {what}, as in {example}");
        return Err(wrong(text, at..text.len(), &message));
    };
    spec.counting(number)
}

/// Reads a game to be played from the start. `size` supplies the rows and columns if the name does not
/// contain them.
///
/// # Errors
/// If no such board exists; the error points to the faulty part of the name.
pub fn played(text: &str, size: Option<(u32, u32)>) -> Result<Board, NameError> {
    if let Some(own) = own::board(text) {
        return Ok(own);
    }
    let split = text.rfind(':');
    let at = split.map_or(0, |colon| colon + 1);
    let sized = split.filter(|_| text[at..].starts_with(|c: char| c.is_ascii_digit()));
    let end = sized.unwrap_or(text.len());
    let spec = read_spec(text, end)?;
    let fault = |span: Range<usize>, message: &str| NameError::at(text, span, message);
    let Measure::Sides { most, .. } = spec.card().measure else {
        if sized.is_some() || size.is_some() {
            let message = "this game has no size when it is played; only its databases do";
            return Err(fault(at..text.len(), message).hint(played_examples()));
        }
        return Ok(spec.on(Extent::Whole));
    };
    let (rows, cols) = match (sized, size) {
        (Some(_), _) => read_sides(text, at)?,
        (None, Some(size)) => size,
        (None, None) => {
            return Err(fault(end..end, "the size is missing").hint(played_examples()));
        }
    };
    if !(1..=most).contains(&rows) || !(1..=most).contains(&cols) {
        let message = format!("a board has 1 to {most} rows and columns, not {rows}x{cols}");
        return Err(fault(at..text.len(), &message));
    }
    Ok(spec.on(Extent::Sides { rows, cols }))
}

/// Returns a sort key for lists of boards: by game, then by size.
pub fn place(board: &Board) -> (usize, u32, u32) {
    let game = GAMES.iter().position(|card| card.word == board.game_word()).unwrap_or(GAMES.len());
    match board.extent {
        Extent::Whole => (game, 0, 0),
        Extent::Sides { rows, cols } => (game, rows.saturating_mul(cols), rows),
        Extent::Count(number) => (game, number, 0),
    }
}

fn number(text: &str) -> Option<u32> {
    if text.bytes().all(|b| b.is_ascii_digit()) { text.parse().ok() } else { None }
}

/// Reads the rows and columns at the end of the text, from byte `at` on.
fn read_sides(text: &str, at: usize) -> Result<(u32, u32), NameError> {
    let sides: Vec<&str> = text[at..].split(['x', 'X', '×']).collect();
    let (rows, cols) = match sides[..] {
        [n] => (number(n), number(n)),
        [rows, cols] => (number(rows), number(cols)),
        _ => (None, None),
    };
    let (Some(rows), Some(cols)) = (rows, cols) else {
        return Err(wrong(text, at..text.len(), "expected the size as rows x columns, such as 4x4"));
    };
    Ok((rows, cols))
}

/// Reads the game and its options, which end at byte `end` of `text`.
fn read_spec(text: &str, end: usize) -> Result<GameSpec, NameError> {
    let name = text[..end].split(':').next().unwrap_or_default();
    let Some(card) = find(name) else {
        if name == own::WORD {
            let message = "this game is in a database, which is not open: give its folder";
            return Err(NameError::at(text, 0..text.len(), message));
        }
        let message = format!("no such game; the games are {}", names());
        return Err(wrong(text, 0..name.len(), &message));
    };
    let at = name.len() + 1;
    let Some(options) = text[..end].get(at..) else { return Ok(GameSpec::new(card, 0)) };
    card.with_options(options).map_err(|reason| wrong(text, at..end.max(at), reason))
}

fn wrong(text: &str, span: Range<usize>, message: &str) -> NameError {
    NameError::at(text, span, message).hint(examples())
}

#[cfg(test)]
mod tests;
