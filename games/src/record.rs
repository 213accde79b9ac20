//! What records of all games have in common.

use std::fmt;
use std::ops::Range;

/// The most characters of a name. Every record of a file has a copy, so a name must not be a file's half.
pub(crate) const LONGEST_NAME: usize = 200;

/// What is wrong in a file of records, and where; `R` is what can be wrong with records of a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {reason}")]
pub struct RecordFault<R: fmt::Display> {
    /// The line, from 1.
    pub line: usize,
    /// The character in the line, from 1.
    pub column: usize,
    /// The line, shortened around the fault to at most 70 characters.
    pub text: String,
    /// The characters of `text` at fault; empty at a line's end.
    pub caret: Range<usize>,
    /// What is wrong.
    pub reason: R,
}

impl<R: fmt::Display> RecordFault<R> {
    /// A fault at the bytes `span` of a line, at this place in the file.
    pub(crate) fn new((line, column): (usize, usize), text: &str, span: Range<usize>, reason: R) -> Self {
        let (text, caret) = excerpt(text, span);
        Self { line, column, text, caret, reason }
    }
}

/// The part of a line around a fault, at most 70 characters, and the fault's place in it. Takes no longer for a
/// longer line.
fn excerpt(line: &str, span: Range<usize>) -> (String, Range<usize>) {
    const MOST: usize = 70;
    const BEFORE: usize = 30;
    let seen = |c: char| if c.is_control() { ' ' } else { c };
    let back = line[..span.start].char_indices().rev().take(BEFORE).last().map_or(span.start, |(at, _)| at);
    let (start, cut) = if line[..back].chars().nth(2).is_some() { (back, "…") } else { (0, "") };
    let mut text: String = cut.to_owned();
    text.extend(line[start..].chars().map(seen).take(MOST - 1));
    let mut length = text.chars().count();
    if line[start..].chars().nth(MOST - 1).is_some() {
        length = MOST - 1;
        text = text.chars().take(length).collect::<String>() + "…";
    }
    let caret = cut.chars().count() + line[start..span.start].chars().count();
    let marked = line[span].chars().take(MOST).count();
    (text, caret..(caret + marked).min(length))
}
