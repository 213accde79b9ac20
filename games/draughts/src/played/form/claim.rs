//! Recognises PDN.

use super::tokens::{TokenKind, Tokens};
use super::words::result;

/// Recognises the beginning of a file, as the reader understands it: tags, a numbered move, or a move with
/// its sign, perhaps below comments.
pub(crate) fn is_record(head: &str) -> bool {
    match Tokens::new(head).map(|token| token.kind).find(|kind| !matches!(kind, TokenKind::Comment(_))) {
        None => head.starts_with(['{', '%']),
        Some(TokenKind::Tag(_)) => !has_other_moves(head),
        Some(TokenKind::Bracketed(_) | TokenKind::Unclosed) => true,
        Some(TokenKind::Number(_, dots)) => dots > 0,
        Some(TokenKind::Move(squares)) => is_move(&squares),
        Some(_) => false,
    }
}

/// Returns whether the game below the first tags, which do not name its rules, is of another kind, such as
/// chess: it has words, but no draughts moves.
fn has_other_moves(head: &str) -> bool {
    let mut words = 0;
    for token in Tokens::new(head) {
        match token.kind {
            TokenKind::Tag(tag) if tag.is("GameType") => return false,
            TokenKind::Move(squares) if is_move(&squares) => return false,
            // The last word may be cut off.
            TokenKind::Word(word) if result(word).is_none() && token.span.end < head.len() => words += 1,
            _ => {}
        }
    }
    words > 1
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
