//! A line of a file as a fault shows it.

use std::ops::Range;

/// The part of a line around a fault, at most 70 characters, and the fault's place in it. Takes no longer for a
/// longer line.
pub(crate) fn excerpt(line: &str, span: Range<usize>) -> (String, Range<usize>) {
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
