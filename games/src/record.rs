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

/// The last place of a text whose line and column were counted, so that many faults take linear time.
#[derive(Debug, Default)]
pub(crate) struct Counted {
    at: usize,
    /// Where its line begins.
    line_start: usize,
    /// Lines before its line.
    lines: usize,
    /// Characters before it in its line.
    chars: usize,
}

impl Counted {
    /// The line of a byte, from 1, where it begins, and the characters before the byte there.
    pub(crate) fn count(&mut self, text: &str, at: usize) -> (usize, usize, usize) {
        if at < self.at {
            *self = Self::default();
        }
        for (byte, sign) in text[self.at..at].char_indices() {
            if sign == '\n' {
                self.lines += 1;
                self.line_start = self.at + byte + 1;
                self.chars = 0;
            } else {
                self.chars += 1;
            }
        }
        self.at = at;
        (self.lines + 1, self.line_start, self.chars)
    }

    /// A fault at these bytes of the text.
    pub(crate) fn fault<R: fmt::Display>(
        &mut self,
        text: &str,
        span: Range<usize>,
        reason: R,
    ) -> RecordFault<R> {
        let (line, start, before) = self.count(text, span.start);
        let shown = text[start..].split('\n').next().unwrap_or_default().trim_end();
        let within = |at: usize| (at - start).min(shown.len());
        RecordFault::new((line, before + 1), shown, within(span.start)..within(span.end), reason)
    }
}

impl<R: fmt::Display> RecordFault<R> {
    /// The same fault, its reason in words: for records of whichever game.
    pub fn in_words(self) -> RecordFault<String> {
        let Self { line, column, text, caret, reason } = self;
        RecordFault { line, column, text, caret, reason: reason.to_string() }
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
