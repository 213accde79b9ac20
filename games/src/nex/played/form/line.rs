//! One line of records: the places of its games, moves and results.

use crate::contract::records::{Results, Verdict};
use nexsolve_core::Side;
use std::ops::Range;

/// The texts for results.
pub(super) const RESULTS: Results = [
    ("B", Verdict::by_rules(Some(Side::Black))),
    ("W", Verdict::by_rules(Some(Side::White))),
    ("#", Verdict::by_rules(None)),
    ("!", Verdict::BROKEN_OFF),
];

/// A game before it is replayed: the places of its moves and its result in the text.
#[derive(Debug)]
pub(super) struct Raw {
    pub(super) moves: Vec<Range<usize>>,
    pub(super) result: Option<(Verdict, Range<usize>)>,
    pub(super) end: usize,
}

/// Returns the next game from `at` on, if the line, which ends with the text, has more.
pub(super) fn raw_game(text: &str, mut at: usize) -> Option<Raw> {
    let mut moves = Vec::new();
    loop {
        at = text.len() - text[at..].trim_start().len();
        let rest = &text[at..];
        if rest.is_empty() {
            return (!moves.is_empty()).then_some(Raw { moves, result: None, end: at });
        }
        if let Some(result) = result_at(rest) {
            return Some(Raw { moves, result: Some((result, at..at + 1)), end: at + 1 });
        }
        let end = at + rest.find(';').unwrap_or(rest.len());
        moves.push(at..end);
        at = (end + 1).min(text.len());
    }
}

/// Returns the result at the beginning of the text. A `B` or `W` is a result only before a space, the next game or the
/// end; before anything else it begins a move, perhaps a damaged one.
pub(super) fn result_at(text: &str) -> Option<Verdict> {
    let (_, verdict) = RESULTS.into_iter().find(|(letter, _)| text.starts_with(letter))?;
    let next = text[1..].chars().next();
    let ends = next.is_none_or(|c| c.is_whitespace() || "BW?#!".contains(c));
    (ends || verdict.winner.is_none()).then_some(verdict)
}

/// Returns the places of the moves, each ended by `;`, from `at` to the end of the text.
pub(super) fn split_moves(text: &str, mut at: usize) -> Vec<Range<usize>> {
    let mut moves = Vec::new();
    for mv in text[at..].split(';') {
        if !mv.trim().is_empty() {
            moves.push(at..at + mv.len());
        }
        at += mv.len() + 1;
    }
    moves
}

/// Returns the greatest row and the greatest column of the cells in a move, legal or not.
pub(super) fn largest_coordinates(mv: &str) -> (u32, u32) {
    let cells = mv.split(|c: char| !c.is_ascii_lowercase() && !c.is_ascii_digit());
    let coordinates = |cell: &str| {
        let letter = cell.chars().next().filter(char::is_ascii_lowercase)?;
        let col: u32 = cell[1..].parse().ok()?;
        Some((u32::from(letter) - u32::from('a') + 1, col))
    };
    cells.filter_map(coordinates).fold((1, 1), |(r, c), (row, col)| (r.max(row), c.max(col)))
}
