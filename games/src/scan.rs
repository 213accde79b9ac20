//! Text read from left to right, and what all games' readers share.

use nexsolve_core::{Fault, Notation, ReadError};
use std::ops::Range;

/// A place in a text, moved on by what is read. All positions are bytes from the text's beginning.
#[derive(Clone, Debug)]
pub(crate) struct Scanner<'a> {
    pub(crate) text: &'a str,
    pub(crate) at: usize,
}

impl<'a> Scanner<'a> {
    /// At the first character of `text` that is no space; spaces at the end do not count as text.
    pub(crate) fn new(text: &'a str) -> Self {
        let mut scanner = Self { text: text.trim_end(), at: 0 };
        scanner.skip_space();
        scanner
    }

    /// At the first character of a text whose spaces count.
    pub(crate) fn of_file(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    /// All that has not been read.
    pub(crate) fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// The next character, if there is one.
    pub(crate) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Moves past spaces.
    pub(crate) fn skip_space(&mut self) {
        self.take_while(char::is_whitespace);
    }

    /// Moves past the next character, if there is one.
    pub(crate) fn skip(&mut self) {
        self.at += self.peek().map_or(0, char::len_utf8);
    }

    /// Moves past the next character if it is `wanted`, and tells whether it was.
    pub(crate) fn take(&mut self, wanted: char) -> bool {
        let taken = self.peek() == Some(wanted);
        if taken {
            self.skip();
        }
        taken
    }

    /// Moves past all characters of a kind, which it returns.
    pub(crate) fn take_while(&mut self, kind: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let taken = rest.split_once(|c| !kind(c)).map_or(rest, |(taken, _)| taken);
        self.at += taken.len();
        taken
    }

    /// Moves past digits, which it returns.
    pub(crate) fn digits(&mut self) -> &'a str {
        self.take_while(|c| c.is_ascii_digit())
    }

    /// The fault that something else was expected here.
    pub(crate) fn expected(&self, what: impl Into<String>) -> ReadError {
        let next = self.peek().map_or(0, char::len_utf8);
        ReadError::new(self.at..self.at + next, Fault::expected(what, self.rest()))
    }

    /// Moves past spaces to the end.
    ///
    /// # Errors
    /// If there is more text; `what` was expected instead.
    pub(crate) fn end(&mut self, what: &str) -> Result<(), ReadError> {
        self.end_or(|| what.to_owned())
    }

    /// The same, with words that are made only if there is more text.
    pub(crate) fn end_or(&mut self, what: impl FnOnce() -> String) -> Result<(), ReadError> {
        self.skip_space();
        if self.rest().is_empty() { Ok(()) } else { Err(self.expected(what())) }
    }
}

/// Plays moves that are joined by `;`, from the start. One more `;` may stand at the end.
///
/// # Errors
/// At the first move that is none, or not legal.
pub(crate) fn play_moves<G: Notation>(game: &G, text: &str) -> Result<G::Position, ReadError> {
    let mut position = game.start();
    let text = text.trim_end();
    let moves = text.strip_suffix(';').unwrap_or(text);
    if moves.trim().is_empty() {
        return Ok(position);
    }
    let mut at = 0;
    for mv in moves.split(';') {
        if mv.trim().is_empty() {
            let end = at + mv.len();
            return Err(ReadError::new(at..end, Fault::expected("a move", &text[end..])));
        }
        let mv_read = game.read_move(&position, mv).map_err(|error| error.shifted(at))?;
        position = game.play(&position, mv_read);
        at += mv.len() + 1;
    }
    Ok(position)
}

/// The place of a text without the spaces around it.
pub(crate) fn trimmed_span(text: &str) -> Range<usize> {
    let start = text.len() - text.trim_start().len();
    start..start + text.trim().len()
}

/// The fault that the rules forbid what stands at these bytes.
pub(crate) fn illegal(span: Range<usize>, reason: impl Into<String>) -> ReadError {
    ReadError::new(span, Fault::Illegal(reason.into()))
}

/// Whether a text is the position that a game begins with: nothing, or the word `start`.
pub(crate) fn is_start(text: &str) -> bool {
    let text = text.trim();
    text.is_empty() || text.eq_ignore_ascii_case("start")
}
