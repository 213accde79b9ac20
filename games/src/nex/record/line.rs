//! One line of records: where its games, moves and results are.

use super::GameResult;
use std::ops::Range;

/// A game before it is played: the places of its moves and its result in the line.
#[derive(Debug)]
pub(super) struct Raw {
    pub(super) moves: Vec<Range<usize>>,
    pub(super) result: Option<(GameResult, Range<usize>)>,
    pub(super) end: usize,
}

/// The next game of a line, from `at` on, if anything is left there.
pub(super) fn raw_game(line: &str, mut at: usize) -> Option<Raw> {
    let mut moves = Vec::new();
    loop {
        at = line.len() - line[at..].trim_start().len();
        let rest = &line[at..];
        if rest.is_empty() {
            return (!moves.is_empty()).then_some(Raw { moves, result: None, end: at });
        }
        if let Some(result) = result_at(rest) {
            return Some(Raw { moves, result: Some((result, at..at + 1)), end: at + 1 });
        }
        let end = at + rest.find(';').unwrap_or(rest.len());
        moves.push(at..end);
        at = (end + 1).min(line.len());
    }
}

/// The result that the text begins with. A `B` or `W` is one only before a space, the next game or the end: before
/// anything else it is the beginning of a move, perhaps a damaged one.
pub(super) fn result_at(text: &str) -> Option<GameResult> {
    let mut chars = text.chars();
    let (first, second) = (chars.next()?, chars.next());
    match first {
        '#' => Some(GameResult::Draw),
        '!' => Some(GameResult::BrokenOff),
        'B' | 'W' if !second.is_none_or(|c| c.is_whitespace() || "BW?#!".contains(c)) => None,
        'B' => Some(GameResult::Black),
        'W' => Some(GameResult::White),
        _ => None,
    }
}

/// The moves, each ended by `;`, from `at` to the end of the line.
pub(super) fn split_moves(line: &str, mut at: usize) -> Vec<Range<usize>> {
    let mut moves = Vec::new();
    for mv in line[at..].split(';') {
        if !mv.trim().is_empty() {
            moves.push(at..at + mv.len());
        }
        at += mv.len() + 1;
    }
    moves
}

/// The largest row or column of the cells that a move names, legal or not.
pub(super) fn largest_coordinate(mv: &str) -> u32 {
    let cells = mv.split(|c: char| !c.is_ascii_lowercase() && !c.is_ascii_digit());
    cells
        .filter_map(|cell| {
            let letter = cell.chars().next().filter(char::is_ascii_lowercase)?;
            let col: u32 = cell[1..].parse().ok()?;
            Some(col.max(u32::from(letter) - u32::from('a') + 1))
        })
        .max()
        .unwrap_or(1)
}
