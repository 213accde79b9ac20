//! A scanner that reads text from left to right, and helpers that the readers of all games share.

use nexsolve_core::{Notation, ReadError, ReadFault};
use std::ops::Range;

/// A cursor in a text. Positions are bytes from the start of the text.
#[derive(Clone, Debug)]
pub struct Scanner<'a> {
    /// The whole text.
    pub text: &'a str,
    /// The first byte that has not been read.
    pub at: usize,
}

impl<'a> Scanner<'a> {
    /// Starts at the first character of `text` that is not a space, and ignores spaces at the end.
    pub fn new(text: &'a str) -> Self {
        let mut scanner = Self { text: text.trim_end(), at: 0 };
        scanner.skip_space();
        scanner
    }

    /// Starts at the first character of a text in which spaces count.
    pub fn of_file(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    /// Returns the unread text.
    pub fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// Returns the next character, if there is one.
    pub fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Skips spaces.
    pub fn skip_space(&mut self) {
        self.take_while(char::is_whitespace);
    }

    /// Skips the next character, if there is one.
    pub fn skip(&mut self) {
        self.at += self.peek().map_or(0, char::len_utf8);
    }

    /// Skips the next character if it is `wanted`, and returns whether it was.
    pub fn take(&mut self, wanted: char) -> bool {
        let taken = self.peek() == Some(wanted);
        if taken {
            self.skip();
        }
        taken
    }

    /// Skips all characters of a kind and returns them.
    pub fn take_while(&mut self, kind: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let taken = rest.split_once(|c| !kind(c)).map_or(rest, |(taken, _)| taken);
        self.at += taken.len();
        taken
    }

    /// Skips digits and returns them.
    pub fn digits(&mut self) -> &'a str {
        self.take_while(|c| c.is_ascii_digit())
    }

    /// Creates the fault "expected `what`" at the current position.
    pub fn expected(&self, what: impl Into<String>) -> ReadError {
        let next = self.peek().map_or(0, char::len_utf8);
        ReadError::new(self.at..self.at + next, ReadFault::expected(what, self.rest()))
    }

    /// Skips spaces to the end of the text.
    ///
    /// # Errors
    /// If there is more text; the fault says that `what` was expected.
    pub fn end(&mut self, what: &str) -> Result<(), ReadError> {
        self.end_or(|| what.to_owned())
    }

    /// Like [`Scanner::end`], but builds the message only if there is more text.
    ///
    /// # Errors
    /// As [`Scanner::end`].
    pub fn end_or(&mut self, what: impl FnOnce() -> String) -> Result<(), ReadError> {
        self.skip_space();
        if self.rest().is_empty() { Ok(()) } else { Err(self.expected(what())) }
    }
}

/// Plays moves that are joined by `;` from the start. One more `;` may follow the last move.
///
/// # Errors
/// At the first text that is not a move, or not a legal one.
pub fn play_moves<G: Notation>(game: &G, text: &str) -> Result<G::Position, ReadError> {
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
            return Err(ReadError::new(at..end, ReadFault::expected("a move", &text[end..])));
        }
        let mv_read = game.read_move(&position, mv).map_err(|error| error.shifted(at))?;
        position = game.play(&position, mv_read);
        at += mv.len() + 1;
    }
    Ok(position)
}

/// Returns the places of the moves from byte `from` of a text to its end. `separators` separate the moves; if
/// there are none, every character is a move, together with small letters before it. A blank place is a
/// missing move.
pub fn places(text: &str, from: usize, separators: &[char]) -> Vec<Range<usize>> {
    let place = |part: &str| {
        let at = part.as_ptr() as usize - text.as_ptr() as usize;
        at..at + part.len()
    };
    let rest = &text[from..];
    if separators.is_empty() {
        let words = rest.split(|c: char| c.is_whitespace() || c == ';');
        let moves = words.flat_map(|word| word.split_inclusive(|c: char| !c.is_ascii_lowercase()));
        return moves.map(place).collect();
    }
    let (blanks, marks): (Vec<char>, Vec<char>) = separators.iter().partition(|c| c.is_whitespace());
    let mut all = Vec::new();
    for part in rest.split(&marks[..]) {
        let before = all.len();
        all.extend(part.split(&blanks[..]).filter(|word| !word.trim().is_empty()).map(place));
        if all.len() == before {
            all.push(place(part));
        }
    }
    // Nothing needs to follow the last separator.
    all.pop_if(|last| text[last.clone()].trim().is_empty());
    all
}

/// Returns the byte range of a text without the spaces around it.
pub fn trimmed_span(text: &str) -> Range<usize> {
    let start = text.len() - text.trim_start().len();
    start..start + text.trim().len()
}

/// Creates the fault that the rules forbid the text at these bytes.
pub fn illegal(span: Range<usize>, reason: impl Into<String>) -> ReadError {
    ReadError::new(span, ReadFault::Illegal(reason.into()))
}

/// Returns the numbers of rows and columns if the text has the cells of a board, row by row with `/` between:
/// `signs`, where `.` is an empty cell. Returns `None` for a single row or for empty cells only, which may be
/// something else.
pub fn rows_of(text: &str, signs: &str) -> Option<(u32, u32)> {
    let rows: Vec<&str> = text.trim().split('/').collect();
    let is_row = |row: &&str| row.len() == rows[0].len() && row.chars().all(|sign| signs.contains(sign));
    let is_board =
        rows.len() > 1 && text.trim().contains(|c| c != '.' && c != '/') && rows.iter().all(is_row);
    is_board.then(|| (rows.len() as u32, rows[0].len() as u32))
}

/// Returns whether a text denotes the start of a game: an empty text or the word `start`.
pub fn is_start(text: &str) -> bool {
    let text = text.trim();
    text.is_empty() || text.eq_ignore_ascii_case("start")
}
