//! Recognises PDN.

use super::tokens::{Kind, Tokens};

/// Recognises the beginning of a file, as the reader understands it: tags, a numbered move, or a move with its sign, perhaps below
/// comments.
pub(crate) fn is_record(head: &str) -> bool {
    match Tokens::new(head).map(|token| token.kind).find(|kind| !matches!(kind, Kind::Comment(_))) {
        None => head.starts_with(['{', '%']),
        Some(Kind::Tag(_) | Kind::Bracketed(_) | Kind::Unclosed) => true,
        Some(Kind::Number(_, dots)) => dots > 0,
        Some(Kind::Move(squares)) => is_move(&squares),
        Some(_) => false,
    }
}

/// Returns whether all squares of a written move exist. Four digits without a sign may be anything.
fn is_move(squares: &str) -> bool {
    let is_square = |text: &str| match text.chars().next() {
        Some('a'..='h') => matches!(text[1..].parse(), Ok(1..=8)),
        _ => matches!(text.parse(), Ok(1..=32)),
    };
    squares.split(['-', 'x', ' ']).all(is_square)
        && (!squares.contains(' ') || squares.starts_with(char::is_alphabetic))
}
