//! What records of all games have in common: the text of a file, and the places of its faults.

use crate::scan::Scanner;
use nexsolve_core::ReadError;
use std::fmt::Write;
use std::ops::Range;

/// What is wrong in a file of records, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {reason}")]
pub struct RecordFault {
    /// The line, from 1.
    pub line: usize,
    /// The character in the line, from 1.
    pub column: usize,
    /// The line, shortened around the fault to at most 70 characters.
    pub text: String,
    /// The characters of `text` at fault; empty at a line's end.
    pub caret: Range<usize>,
    /// What is wrong.
    pub reason: String,
}

/// The first fault of a game: its bytes in the file, and what is wrong.
#[derive(Debug)]
pub(crate) struct Broken {
    span: Range<usize>,
    reason: String,
}

impl Broken {
    /// A fault at these bytes.
    pub(crate) fn new(span: Range<usize>, reason: impl Into<String>) -> Self {
        Self { span, reason: reason.into() }
    }

    /// The fault that something else stands at these bytes than was expected.
    pub(crate) fn expected(span: Range<usize>, what: &str) -> Self {
        Self::new(span, format!("expected {what}"))
    }

    /// The fault that something else stands next in the file than was expected.
    pub(crate) fn next(scanner: &Scanner<'_>, what: &str) -> Self {
        let next = scanner.peek().filter(|&c| c != '\n').map_or(0, char::len_utf8);
        Self::expected(scanner.at..scanner.at + next, what)
    }

    /// A fault in a text that begins at this byte.
    pub(crate) fn read(error: ReadError, at: usize) -> Self {
        let ReadError { span, fault } = error.shifted(at);
        Self::new(span, fault.to_string())
    }
}

/// A file of records as text. Finding the places of its faults, in order, takes linear time for all of them together.
#[derive(Debug)]
pub(crate) struct Source<'a> {
    /// The text without a byte-order mark.
    pub(crate) text: &'a str,
    /// Whether bytes that are no text have been replaced by U+FFFD.
    is_replaced: bool,
    /// The number of the line that was last looked at, from 1.
    line: usize,
    /// Where this line begins, where it ends but for spaces, and where the next one begins.
    start: usize,
    end: usize,
    next: usize,
    /// The last byte whose column was counted, and the characters before it in this line.
    counted: (usize, usize),
}

impl<'a> Source<'a> {
    /// The file with these bytes, as [`String::from_utf8_lossy`] decodes them.
    pub(crate) fn new(bytes: &[u8], decoded: &'a str) -> Self {
        let text = decoded.strip_prefix('\u{feff}').unwrap_or(decoded);
        let is_replaced = decoded.as_bytes() != bytes;
        Self { text, is_replaced, line: 0, start: 0, end: 0, next: 0, counted: (0, 0) }
    }

    /// For each line: where it begins, and the whole text up to its end, without the spaces there.
    pub(crate) fn lines(&self) -> impl Iterator<Item = (usize, &'a str)> + use<'a> {
        let (text, mut next) = (self.text, 0);
        text.split_inclusive('\n').map(move |line| {
            let start = next;
            next += line.len();
            (start, &text[..start + line.trim_end().len()])
        })
    }

    /// The number of the line on which a byte stands, from 1.
    pub(crate) fn line_of(&mut self, at: usize) -> usize {
        if at < self.start {
            (self.line, self.next) = (0, 0);
        }
        let is_behind = |this: &Self| this.start < this.next && this.next <= at;
        while self.line == 0 || is_behind(self) && self.text[..self.next].ends_with('\n') {
            let rest = &self.text[self.next..];
            let length = rest.find('\n').map_or(rest.len(), |end| end + 1);
            self.line += 1;
            self.start = self.next;
            self.end = self.start + rest[..length].trim_end().len();
            self.next += length;
            self.counted = (self.start, 0);
        }
        self.line
    }

    /// Whether the text here stands for bytes that are no text.
    pub(crate) fn is_damaged(&self, span: Range<usize>) -> bool {
        let rest = &self.text[span.start..];
        self.is_replaced && (rest.starts_with('\u{fffd}') || rest[..span.len()].contains('\u{fffd}'))
    }

    /// A fault with its place as people count.
    pub(crate) fn fault(&mut self, Broken { span, mut reason }: Broken) -> RecordFault {
        let line = self.line_of(span.start);
        let (from, before) = if self.counted.0 <= span.start { self.counted } else { (self.start, 0) };
        let before = before + self.text[from..span.start].chars().count();
        self.counted = (span.start, before);
        if self.is_damaged(span.clone()) {
            "this is not UTF-8 text; save the file as UTF-8".clone_into(&mut reason);
        }
        let shown = &self.text[self.start..self.end];
        let within = |at: usize| (at - self.start).min(shown.len());
        let (text, caret) = excerpt(shown, within(span.start)..within(span.end));
        RecordFault { line, column: before + 1, text, caret, reason }
    }
}

/// The most characters of a name. Every record of a file has a copy, so a name must not be a file's half.
pub(crate) const LONGEST_NAME: usize = 200;

/// A player's name as records keep it; `None` for an empty one.
pub(crate) fn name(text: &str) -> Option<String> {
    let name: String = text.trim().chars().take(LONGEST_NAME).collect();
    Some(name.trim_end().to_owned()).filter(|name| !name.is_empty())
}

/// Writes the names of a game's players, each under its key, where they are not those of the game before.
pub(crate) fn write_names(
    text: &mut String,
    keys: [&str; 2],
    last: &mut [String; 2],
    names: &[Option<String>; 2],
) {
    for ((key, last), name) in keys.into_iter().zip(last).zip(names) {
        let name = name.as_deref().unwrap_or_default().replace(['\n', '\r'], " ").trim().to_owned();
        if name != *last {
            let _ = writeln!(text, "{key}:{name}");
            *last = name;
        }
    }
}

/// The text on one line, with single spaces.
pub(crate) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
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
