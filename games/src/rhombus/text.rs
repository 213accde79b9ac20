//! What Nex and Hex share in writing: cells, diagrams, and the forms in which a position can be given.
//!
//! A cell is its row's letter and its column's number: `b3`. A diagram holds one row of cells after another, from
//! the top; rows end with a line or with `/`, so `B?./.W./...` is a diagram on one line. For people there are
//! column numbers above, a label before each row, and the players' edges as small letters; each row is shifted to
//! the right under the one above, as the cells lie on the board:
//!
//! ```text
//!   1 2 3
//!    b b b
//! a w B ? . w
//!  b w . W . w
//!   c w . . . w
//!        b b b
//! ```
//!
//! Whatever is there for people may be left out, but what is there must be right: a row with another row's label
//! is a fault.

use super::board::Rhombus;
use super::cells::{Cell, CellSet};
use nexsolve_core::{Fault, Notation, ReadError};
use std::ops::Range;

/// How a diagram looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// Rows are letters, columns numbers from 1; an empty cell is `.`, a neutral stone `?`.
    Nex,
    /// The same without neutral stones.
    Hex,
    /// The course sheet's for Hex: rows and columns are numbers from 0, an empty cell is `-`, and Black's edges are
    /// left and right. Read too: the sheet's own margins (the word `white` above and below, the letters of `black`
    /// beside the rows), and the labels of [`Look::Hex`].
    Sheet,
}

/// Who has what where; the rest is empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stones<S> {
    /// Black's stones.
    pub black: S,
    /// White's stones.
    pub white: S,
    /// The neutral stones.
    pub neutral: S,
}

/// Which of its forms a position is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Nothing, or the word `start`.
    Start,
    /// Moves from the start, joined by `;`.
    Moves,
    /// A diagram, on one line or more.
    Diagram,
}

impl Form {
    /// The form of this text. What is neither a start nor a diagram passes for moves, one perhaps, so that a fault
    /// in it is told as a fault in a move. Time is linear.
    pub fn of(text: &str) -> Self {
        let text = text.trim();
        if text.is_empty() || text.eq_ignore_ascii_case("start") {
            Self::Start
        } else if text.contains(';') {
            Self::Moves
        } else if text.contains(['/', '\n']) || text.chars().all(|c| c.is_whitespace() || "BW?.-".contains(c))
        {
            Self::Diagram
        } else {
            Self::Moves
        }
    }
}

/// A place in a text, moved on by what is read. All positions are bytes from the text's beginning.
#[derive(Clone, Debug)]
pub struct Scanner<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Scanner<'a> {
    /// At the first character of `text` that is no space; spaces at the end do not count as text.
    pub fn new(text: &'a str) -> Self {
        let mut scanner = Self { text: text.trim_end(), at: 0 };
        scanner.skip_space();
        scanner
    }

    /// Where the scanner stands.
    pub fn at(&self) -> usize {
        self.at
    }

    /// All that has not been read.
    pub fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// The next character, if there is one.
    pub fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Moves past spaces.
    pub fn skip_space(&mut self) {
        self.take_while(char::is_whitespace);
    }

    /// Moves past the next character, if there is one.
    pub fn skip(&mut self) {
        self.at += self.peek().map_or(0, char::len_utf8);
    }

    /// Moves past the next character if it is `wanted`, and tells whether it was.
    pub fn take(&mut self, wanted: char) -> bool {
        let taken = self.peek() == Some(wanted);
        if taken {
            self.skip();
        }
        taken
    }

    /// Moves past all characters of a kind, which it returns.
    pub fn take_while(&mut self, kind: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let taken = rest.split_once(|c| !kind(c)).map_or(rest, |(taken, _)| taken);
        self.at += taken.len();
        taken
    }

    /// The fault that something else was expected here.
    pub fn expected(&self, what: impl Into<String>) -> ReadError {
        let next = self.peek().map_or(0, char::len_utf8);
        ReadError::new(self.at..self.at + next, Fault::expected(what, self.rest()))
    }

    /// Reads a cell such as `b3`; returns it with its place.
    ///
    /// # Errors
    /// If there is none, or none of this board.
    pub fn cell<S: CellSet>(&mut self, board: &Rhombus<S>) -> Result<(Cell, Range<usize>), ReadError> {
        let start = self.at;
        let Some(letter) = self.peek().filter(char::is_ascii_lowercase) else {
            return Err(self.expected("a cell such as a1"));
        };
        self.take(letter);
        let digits_at = self.at;
        let digits = self.take_while(|c| c.is_ascii_digit());
        if digits.is_empty() {
            return Err(self.expected("a column number"));
        }
        if digits.len() > 1 && digits.starts_with('0') {
            let fault = Fault::expected("a column number that does not begin with 0", digits);
            return Err(ReadError::new(digits_at..self.at, fault));
        }
        let row = u32::from(letter) - u32::from('a');
        let col = digits.parse::<u32>().ok().and_then(|n| n.checked_sub(1));
        if let Some(col) = col.filter(|&col| row < board.rows() && col < board.cols()) {
            return Ok((Cell((row * board.cols() + col) as u16), start..self.at));
        }
        let mut cell: String = self.text[start..self.at].chars().take(8).collect();
        if self.at - start > 8 {
            cell.push('…');
        }
        let last = cell_name(board.cols(), Cell((board.len() - 1) as u16));
        Err(ReadError::new(start..self.at, Fault::OffBoard { cell, last }))
    }
}

/// Writes a cell of a board with so many columns, such as `b3`.
pub fn cell_name(cols: u32, cell: Cell) -> String {
    let (row, col) = (u32::from(cell.0) / cols.max(1), u32::from(cell.0) % cols.max(1));
    format!("{}{}", row_letter(row), col + 1)
}

/// Plays moves that are joined by `;`, from the start. One more `;` may stand at the end.
///
/// # Errors
/// At the first move that is none, or not legal.
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
            return Err(ReadError::new(at..end, Fault::expected("a move", &text[end..])));
        }
        let mv_read = game.read_move(&position, mv).map_err(|error| error.shifted(at))?;
        position = game.play(&position, mv_read);
        at += mv.len() + 1;
    }
    Ok(position)
}

/// The place of a text without the spaces around it.
pub fn trimmed_span(text: &str) -> Range<usize> {
    let start = text.len() - text.trim_start().len();
    start..start + text.trim().len()
}

/// Writes a diagram on one line: rows joined by `/`, an empty cell as `.`.
pub fn format_stones<S: CellSet>(board: &Rhombus<S>, stones: &Stones<S>) -> String {
    let rows: Vec<String> = (0..board.rows())
        .map(|row| (0..board.cols()).map(|col| sign(board, stones, row, col)).collect())
        .collect();
    rows.join("/")
}

/// Draws a diagram for people: column numbers (tens above ones where there are ten or more), row labels, and each
/// player's edges. At most 65 characters wide.
pub fn draw_stones<S: CellSet>(board: &Rhombus<S>, stones: &Stones<S>, look: Look) -> String {
    let (rows, cols) = (board.rows(), board.cols());
    let width = look.label(rows - 1).len();
    // Row r of cells begins here plus r. The edge above is as row -1, the numbers as row -2.
    let base = width + 3;
    let first = look.first_number();
    let numbers = |sign: fn(u32) -> char| spaced((first..first + cols).map(sign));
    let edge = spaced((0..cols).map(|_| look.end_mark()));
    let mut lines = Vec::new();
    if first + cols > 10 {
        lines.push((base - 2, numbers(tens)));
    }
    lines.push((base - 2, numbers(ones)));
    lines.push((base - 1, edge.clone()));
    for row in 0..rows {
        let cells = spaced((0..cols).map(|col| match sign(board, stones, row, col) {
            '.' => look.empty(),
            other => other,
        }));
        let (label, mark) = (look.label(row), look.side_mark());
        lines.push((row as usize, format!("{label:>width$} {mark} {cells} {mark}")));
    }
    lines.push((base + rows as usize, edge));
    lines.into_iter().fold(String::new(), |mut out, (indent, line)| {
        out.extend(std::iter::repeat_n(' ', indent));
        out.push_str(line.trim_end());
        out.push('\n');
        out
    })
}

/// Reads a diagram, on one line or more.
///
/// # Errors
/// At the first row or label that does not fit the board.
pub fn read_stones<S: CellSet>(board: &Rhombus<S>, text: &str, look: Look) -> Result<Stones<S>, ReadError> {
    let mut stones = Stones { black: S::EMPTY, white: S::EMPTY, neutral: S::EMPTY };
    let (mut row, mut at) = (0, 0);
    for part in text.split_inclusive(['/', '\n']) {
        let line = part.strip_suffix(['/', '\n']).unwrap_or(part);
        if line.trim().is_empty() {
            if part.ends_with('/') {
                let end = at + line.len();
                return Err(ReadError::new(end..end + 1, Fault::expected("a row of cells", "/")));
            }
        } else if !look.frames(board, line, row).map_err(|error| error.shifted(at))? {
            read_row(board, line, row, look, &mut stones).map_err(|error| error.shifted(at))?;
            row += 1;
        }
        at += part.len();
    }
    if row < board.rows() {
        let expected = format!("row {}, one of {}", look.label(row), board.rows());
        return Err(ReadError::new(text.len()..text.len(), Fault::expected(expected, "")));
    }
    Ok(stones)
}

/// Reads one row of a diagram into `stones`.
fn read_row<S: CellSet>(
    board: &Rhombus<S>,
    line: &str,
    row: u32,
    look: Look,
    stones: &mut Stones<S>,
) -> Result<(), ReadError> {
    let cols = board.cols();
    let mut scanner = Scanner::new(line);
    look.read_margin(&mut scanner, row)?;
    for col in 0..cols {
        scanner.skip_space();
        let cell = S::one(Cell((row * cols + col) as u16));
        let next = scanner.peek().filter(|&c| look.signs().contains(c));
        match next {
            Some('B') => stones.black |= cell,
            Some('W') => stones.white |= cell,
            Some('?') => stones.neutral |= cell,
            Some(_) => {}
            None if scanner.rest().is_empty() => {
                let reason = format!("row {} ends after {col} of {cols} cells", look.label(row));
                return Err(ReadError::new(scanner.at()..scanner.at(), Fault::Illegal(reason)));
            }
            None => {
                let what = format!("a cell of row {} (one of {})", look.label(row), look.signs());
                return Err(scanner.expected(what));
            }
        }
        scanner.skip();
    }
    look.read_margin(&mut scanner, row)?;
    if scanner.rest().is_empty() {
        return Ok(());
    }
    Err(scanner.expected(format!("the end of row {} after {cols} cells", look.label(row))))
}

impl Look {
    /// The characters of cells.
    fn signs(self) -> &'static str {
        match self {
            Self::Nex => "BW?.-",
            Self::Hex | Self::Sheet => "BW.-",
        }
    }

    /// What an empty cell is drawn as.
    fn empty(self) -> char {
        if self == Self::Sheet { '-' } else { '.' }
    }

    /// The mark of the player who joins top and bottom.
    fn end_mark(self) -> char {
        if self == Self::Sheet { 'w' } else { 'b' }
    }

    /// The mark of the player who joins left and right.
    fn side_mark(self) -> char {
        if self == Self::Sheet { 'b' } else { 'w' }
    }

    /// The first column's number.
    fn first_number(self) -> u32 {
        u32::from(self != Self::Sheet)
    }

    fn label(self, row: u32) -> String {
        if self == Self::Sheet { row.to_string() } else { row_letter(row).to_string() }
    }

    /// Whether the line belongs to what stands above the first row or below the last: column numbers, an edge.
    fn frames<S: CellSet>(self, board: &Rhombus<S>, line: &str, row: u32) -> Result<bool, ReadError> {
        if 0 < row && row < board.rows() {
            return Ok(false);
        }
        let cols = board.cols();
        let signs = || line.chars().filter(|c| !c.is_whitespace());
        if signs().all(|c| c == self.end_mark()) && signs().count() == cols as usize {
            return Ok(true);
        }
        if self == Self::Sheet && ["white", "black"].iter().any(|word| line.trim().eq_ignore_ascii_case(word))
        {
            return Ok(true);
        }
        let first = self.first_number();
        if signs().all(|c| c.is_ascii_digit()) {
            let digits: String = signs().take(64).collect();
            if (first..=1).any(|first| column_numbers(first, cols).contains(&digits)) {
                return Ok(true);
            }
            let what = format!("the column numbers from {first} to {}", first + cols - 1);
            return Err(ReadError::new(trimmed_span(line), Fault::expected(what, line.trim())));
        }
        if row < board.rows() {
            return Ok(false);
        }
        let what = format!("the end of a diagram of {row} rows");
        Err(ReadError::new(trimmed_span(line), Fault::expected(what, line.trim())))
    }

    /// Reads what may stand beside the cells of a row: a label, an edge.
    fn read_margin(self, scanner: &mut Scanner, row: u32) -> Result<(), ReadError> {
        for _ in 0..2 {
            scanner.skip_space();
            let start = scanner.at;
            let rest = scanner.rest();
            if scanner.take_while(|c| c.is_ascii_digit()).is_empty() {
                if !scanner.peek().is_some_and(|c| c.is_ascii_lowercase()) {
                    return Ok(());
                }
                scanner.skip();
            }
            let token = &scanner.text[start..scanner.at];
            let label = self.label(row);
            let of_sheet = |letter: char| {
                self == Self::Sheet
                    && (letter == row_letter(row) || "black".chars().nth(row as usize) == Some(letter))
            };
            if token != label && !token.starts_with(self.side_mark()) && !token.starts_with(of_sheet) {
                let fault = Fault::expected(format!("the label `{label}` or a cell of this row"), rest);
                return Err(ReadError::new(start..scanner.at, fault));
            }
        }
        Ok(())
    }
}

/// What is on a cell, as the one-line form writes it.
fn sign<S: CellSet>(board: &Rhombus<S>, stones: &Stones<S>, row: u32, col: u32) -> char {
    let cell = Cell((row * board.cols() + col) as u16);
    if stones.black.has(cell) {
        'B'
    } else if stones.white.has(cell) {
        'W'
    } else if stones.neutral.has(cell) {
        '?'
    } else {
        '.'
    }
}

fn row_letter(row: u32) -> char {
    char::from_u32(u32::from('a') + row).unwrap_or('?')
}

fn spaced(signs: impl Iterator<Item = char>) -> String {
    signs.map(String::from).collect::<Vec<_>>().join(" ")
}

fn ones(n: u32) -> char {
    char::from_digit(n % 10, 10).unwrap_or(' ')
}

fn tens(n: u32) -> char {
    if n < 10 { ' ' } else { ones(n / 10) }
}

/// The numbers of columns in every way that a diagram may have them, without spaces: whole, tens alone, ones alone.
fn column_numbers(first: u32, cols: u32) -> [String; 3] {
    let numbers = first..first + cols;
    [
        numbers.clone().map(|n| n.to_string()).collect(),
        numbers.clone().map(tens).filter(|&c| c != ' ').collect(),
        numbers.map(ones).collect(),
    ]
}
