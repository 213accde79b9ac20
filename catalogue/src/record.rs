//! Parts shared by the records of all games: the text of a file and the locations of its faults.

use super::scan::Scanner;
use nexsolve_core::ReadError;
use std::ops::Range;

/// A fault in a file of records and its location.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {reason}")]
pub struct RecordFault {
    /// The line, counted from 1.
    pub line: usize,
    /// The character within the line, counted from 1.
    pub column: usize,
    /// The line, shortened around the fault to at most 70 characters.
    pub text: String,
    /// The faulty characters of `text`; empty if the fault is at the end of the line.
    pub caret: Range<usize>,
    /// The reason, as a message.
    pub reason: String,
}

/// The first fault of a game, located by its byte range in the file.
#[derive(Clone, Debug)]
pub struct Broken {
    span: Range<usize>,
    reason: String,
}

impl Broken {
    /// Creates a fault at these bytes.
    pub fn new(span: Range<usize>, reason: impl Into<String>) -> Self {
        Self { span, reason: reason.into() }
    }

    /// Returns the reason, as a message.
    pub fn reason(&self) -> &str {
        &self.reason
    }

    /// Adds what explains the fault.
    pub fn because(self, cause: &str) -> Self {
        Self { reason: format!("{} ({cause})", self.reason), ..self }
    }

    /// Creates the fault "expected `what`" at these bytes.
    pub fn expected(span: Range<usize>, what: &str) -> Self {
        Self::new(span, format!("expected {what}"))
    }

    /// Creates the fault "expected `what`" at the scanner's next character.
    pub fn next(scanner: &Scanner<'_>, what: &str) -> Self {
        let next = scanner.peek().filter(|&c| c != '\n').map_or(0, char::len_utf8);
        Self::expected(scanner.at..scanner.at + next, what)
    }

    /// Converts a read error of a text that starts at byte `at` of the file.
    pub fn read(error: ReadError, at: usize) -> Self {
        let ReadError { span, fault } = error.shifted(at);
        Self::new(span, fault.to_string())
    }
}

/// The text of a file of records. Locating its faults in order takes time linear in the file for all of them
/// together.
#[derive(Debug)]
pub struct RecordText<'a> {
    /// The text of the file.
    pub text: &'a str,
    /// The number of the line located last, from 1.
    line: usize,
    /// Where that line starts, where it ends (without trailing spaces), and where the next one starts.
    start: usize,
    end: usize,
    next: usize,
    /// The byte whose column was counted last, and the number of characters before it in its line.
    counted: (usize, usize),
}

impl<'a> RecordText<'a> {
    /// Starts at the first line of a file.
    pub fn new(text: &'a str) -> Self {
        Self { text, line: 0, start: 0, end: 0, next: 0, counted: (0, 0) }
    }

    /// Returns, for each line, where it starts, and the whole text up to its end without trailing spaces.
    pub fn lines(&self) -> impl Iterator<Item = (usize, &'a str)> + use<'a> {
        let (text, mut next) = (self.text, 0);
        text.split_inclusive('\n').map(move |line| {
            let start = next;
            next += line.len();
            (start, &text[..start + line.trim_end().len()])
        })
    }

    /// Returns the number of the line that contains byte `at`, from 1.
    pub fn line_of(&mut self, at: usize) -> usize {
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

    /// Converts a fault to line and column numbers.
    pub fn fault(&mut self, Broken { span, reason }: Broken) -> RecordFault {
        let line = self.line_of(span.start);
        let (from, before) = if self.counted.0 <= span.start { self.counted } else { (self.start, 0) };
        let before = before + self.text[from..span.start].chars().count();
        self.counted = (span.start, before);
        let shown = &self.text[self.start..self.end];
        let within = |at: usize| (at - self.start).min(shown.len());
        let (text, caret) = excerpt(shown, within(span.start)..within(span.end));
        RecordFault { line, column: before + 1, text, caret, reason }
    }
}

/// Returns the text on one line: line breaks, with the spaces beside them, become single spaces. Other spaces
/// within the text are kept.
pub fn one_line(text: &str) -> String {
    let lines = text.split(['\n', '\r']).map(str::trim).filter(|line| !line.is_empty());
    lines.collect::<Vec<_>>().join(" ")
}

/// Returns the part of a line around a fault, at most 70 characters, and the fault's range in it. The time
/// does not depend on the length of the line.
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
