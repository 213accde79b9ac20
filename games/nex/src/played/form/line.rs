//! One line of records: the places of its games, moves and results.

use nexsolve_catalogue::records::Verdict;
use nexsolve_catalogue::scan::places;
use nexsolve_core::Side;
use std::ops::Range;

/// The texts for results.
pub(super) const RESULTS: [(&str, Verdict); 4] = [
    ("B", Verdict::by_rules(Some(Side::Black))),
    ("W", Verdict::by_rules(Some(Side::White))),
    ("#", Verdict::by_rules(None)),
    ("!", Verdict::BROKEN_OFF),
];

/// The beginnings of the lines of headers.
pub(super) const KEYS: [&str; 7] =
    ["Black:", "White:", "#games:", "Game#", "Board:", "Rules:", "Init_State:"];

/// Recognises the beginning of a file: a line of a header, or a move.
pub(crate) fn is_record(head: &str) -> bool {
    let line = head.lines().find(|line| !is_conflict_mark(line)).unwrap_or_default().trim_start();
    let mut signs = line.chars();
    let is_move = signs.next().is_some_and(|c| "BW?".contains(c))
        && signs.next().is_some_and(|c| c.is_ascii_lowercase())
        && signs.next().is_some_and(|c| c.is_ascii_digit());
    let is_header =
        KEYS.iter().any(|key| line.starts_with(key) && (*key != "Board:" || line.starts_with("Board:r")));
    is_move || is_header
}

/// Returns whether a version-control system left this line.
pub(super) fn is_conflict_mark(line: &str) -> bool {
    ["<<<<<<<", "=======", ">>>>>>>", "|||||||"].iter().any(|mark| line.starts_with(mark))
}

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

/// Returns the result at the beginning of the text. A `B` or `W` is a result only before a space, the next
/// game or the end; before anything else it begins a move, perhaps a damaged one. `B?c2` is a move too: a
/// game does not begin with `?c2` alone.
pub(super) fn result_at(text: &str) -> Option<Verdict> {
    let (_, verdict) = RESULTS.into_iter().find(|(letter, _)| text.starts_with(letter))?;
    let next = text[1..].chars().next();
    let is_turn = text[1..].strip_prefix('?').is_some_and(|cell| {
        let end = cell.find(|c: char| !c.is_ascii_lowercase() && !c.is_ascii_digit()).unwrap_or(cell.len());
        cell[end..].starts_with(';') && end > 0
    });
    let ends = next.is_none_or(|c| c.is_whitespace() || "BW?#!".contains(c)) && !is_turn;
    (ends || verdict.winner.is_none()).then_some(verdict)
}

/// Returns the places of the moves, each ended by `;`, from `at` to the end of the text.
pub(super) fn split_moves(text: &str, at: usize) -> Vec<Range<usize>> {
    places(text, at, &[';']).into_iter().filter(|span| !text[span.clone()].trim().is_empty()).collect()
}
