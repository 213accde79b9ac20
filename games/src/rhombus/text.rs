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
use super::stones::Stones;
use crate::picture::Piece;
use crate::scan::{Scanner, illegal, is_start, trimmed_span};
use nexsolve_core::{Fault, ReadError};
use std::ops::Range;

/// How a diagram looks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Look {
    /// The characters of cells.
    signs: &'static str,
    /// What an empty cell is drawn as.
    empty: char,
    /// The mark of the player who joins top and bottom, and of the one who joins left and right.
    marks: [char; 2],
    /// The first column's number.
    pub(crate) first: u32,
}

impl Look {
    /// Rows are letters, columns numbers from 1; an empty cell is `.`, a neutral stone `?`.
    pub(crate) const NEX: Self = Self { signs: "BW?.-", empty: '.', marks: ['b', 'w'], first: 1 };
    /// The same without neutral stones.
    pub(crate) const HEX: Self = Self { signs: "BW.-", ..Self::NEX };
    /// The course sheet's for Hex: rows and columns are numbers from 0, an empty cell is `-`, and Black's edges are
    /// left and right. Read too: the sheet's own margins (the word `white` above and below, the letters of `black`
    /// beside the rows), and the labels of [`Look::HEX`].
    pub(crate) const SHEET: Self = Self { signs: "BW.-", empty: '-', marks: ['w', 'b'], first: 0 };
}

/// Which of its forms a position is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TextForm {
    /// Nothing, or the word `start`.
    Start,
    /// Moves from the start, joined by `;`.
    Moves,
    /// A diagram, on one line or more.
    Diagram,
}

impl TextForm {
    /// The form of this text. What is neither a start nor a diagram passes for moves, one perhaps, so that a fault
    /// in it is told as a fault in a move. Time is linear.
    pub(crate) fn of(text: &str) -> Self {
        let text = text.trim();
        if is_start(text) {
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

/// Reads a cell such as `b3`; returns it with its place.
///
/// # Errors
/// If there is none, or none of this board.
pub(crate) fn read_cell<S: CellSet>(
    board: &Rhombus<S>,
    scanner: &mut Scanner<'_>,
) -> Result<(Cell, Range<usize>), ReadError> {
    let start = scanner.at;
    let Some(letter) = scanner.peek().filter(char::is_ascii_lowercase) else {
        return Err(scanner.expected("a cell such as a1"));
    };
    scanner.skip();
    let digits_at = scanner.at;
    let digits = scanner.digits();
    if digits.is_empty() {
        return Err(scanner.expected("a column number"));
    }
    if digits.len() > 1 && digits.starts_with('0') {
        let fault = Fault::expected("a column number that does not begin with 0", digits);
        return Err(ReadError::new(digits_at..scanner.at, fault));
    }
    let row = u32::from(letter) - u32::from('a');
    let col = digits.parse::<u32>().ok().and_then(|n| n.checked_sub(1));
    if let Some(col) = col.filter(|&col| row < board.rows() && col < board.cols()) {
        return Ok((Cell((row * board.cols() + col) as u16), start..scanner.at));
    }
    let mut cell: String = scanner.text[start..scanner.at].chars().take(8).collect();
    if scanner.at - start > 8 {
        cell.push('…');
    }
    let last = cell_name(board.cols(), Cell((board.len() - 1) as u16));
    Err(ReadError::new(start..scanner.at, Fault::OffBoard { cell, last }))
}

/// Writes a cell of a board with so many columns, such as `b3`.
pub fn cell_name(cols: u32, cell: Cell) -> String {
    let mut text = String::new();
    push_cell(&mut text, cols, cell);
    text
}

/// Writes a cell, as [`cell_name`] does, behind a text.
pub(crate) fn push_cell(text: &mut String, cols: u32, cell: Cell) {
    let (row, col) = (u32::from(cell.0) / cols.max(1), u32::from(cell.0) % cols.max(1));
    text.push(row_letter(row));
    match char::from_digit(col + 1, 10) {
        Some(digit) => text.push(digit),
        None => text.push_str(&(col + 1).to_string()),
    }
}

/// Writes a diagram on one line: rows joined by `/`, an empty cell as `.`.
pub(crate) fn format_stones<S: CellSet>(board: &Rhombus<S>, stones: &Stones<S>) -> String {
    let rows: Vec<String> = (0..board.rows())
        .map(|row| (0..board.cols()).map(|col| sign(board, stones, row, col)).collect())
        .collect();
    rows.join("/")
}

/// Draws a diagram for people: column numbers (tens above ones where there are ten or more), row labels, and each
/// player's edges. At most 65 characters wide.
pub(crate) fn draw_stones<S: CellSet>(board: &Rhombus<S>, stones: &Stones<S>, look: Look) -> String {
    let (rows, cols) = (board.rows(), board.cols());
    let width = look.label(rows - 1).len();
    // Row r of cells begins here plus r. The edge above is as row -1, the numbers as row -2.
    let base = width + 3;
    let first = look.first;
    let numbers = |sign: fn(u32) -> char| spaced((first..first + cols).map(sign));
    let edge = spaced((0..cols).map(|_| look.marks[0]));
    let mut lines = Vec::new();
    if first + cols > 10 {
        lines.push((base - 2, numbers(tens)));
    }
    lines.push((base - 2, numbers(ones)));
    lines.push((base - 1, edge.clone()));
    for row in 0..rows {
        let cells = spaced((0..cols).map(|col| match sign(board, stones, row, col) {
            '.' => look.empty,
            other => other,
        }));
        let (label, mark) = (look.label(row), look.marks[1]);
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
pub(crate) fn read_stones<S: CellSet>(
    board: &Rhombus<S>,
    text: &str,
    look: Look,
) -> Result<Stones<S>, ReadError> {
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
        let next = scanner.peek().filter(|&c| look.signs.contains(c));
        match next {
            Some('B') => stones.black |= cell,
            Some('W') => stones.white |= cell,
            Some('?') => stones.neutral |= cell,
            Some(_) => {}
            None if scanner.rest().is_empty() => {
                let reason = format!("row {} ends after {col} of {cols} cells", look.label(row));
                return Err(illegal(scanner.at..scanner.at, reason));
            }
            None => {
                let what = format!("a cell of row {} (one of {})", look.label(row), look.signs);
                return Err(scanner.expected(what));
            }
        }
        scanner.skip();
    }
    look.read_margin(&mut scanner, row)?;
    scanner.end_or(|| format!("the end of row {} after {cols} cells", look.label(row)))
}

impl Look {
    /// Whether it is the course sheet's.
    fn is_sheet(self) -> bool {
        self.first == 0
    }

    /// How a row is named.
    pub(crate) fn label(self, row: u32) -> String {
        if self.is_sheet() { row.to_string() } else { row_letter(row).to_string() }
    }

    /// Whether the line belongs to what stands above the first row or below the last: column numbers, an edge.
    fn frames<S: CellSet>(self, board: &Rhombus<S>, line: &str, row: u32) -> Result<bool, ReadError> {
        if 0 < row && row < board.rows() {
            return Ok(false);
        }
        let cols = board.cols();
        let signs = || line.chars().filter(|c| !c.is_whitespace());
        if signs().all(|c| c == self.marks[0]) && signs().count() == cols as usize {
            return Ok(true);
        }
        if self.is_sheet() && ["white", "black"].iter().any(|word| line.trim().eq_ignore_ascii_case(word)) {
            return Ok(true);
        }
        let first = self.first;
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
            if scanner.digits().is_empty() {
                if !scanner.peek().is_some_and(|c| c.is_ascii_lowercase()) {
                    return Ok(());
                }
                scanner.skip();
            }
            let token = &scanner.text[start..scanner.at];
            let label = self.label(row);
            let of_sheet = |letter: char| {
                self.is_sheet()
                    && (letter == row_letter(row) || "black".chars().nth(row as usize) == Some(letter))
            };
            if token != label && !token.starts_with(self.marks[1]) && !token.starts_with(of_sheet) {
                let fault = Fault::expected(format!("the label `{label}` or a cell of this row"), rest);
                return Err(ReadError::new(start..scanner.at, fault));
            }
        }
        Ok(())
    }
}

/// What is on a cell, as the one-line form writes it.
fn sign<S: CellSet>(board: &Rhombus<S>, stones: &Stones<S>, row: u32, col: u32) -> char {
    match stones.at(Cell((row * board.cols() + col) as u16)) {
        Some(Piece::Stone(side)) => side.letter(),
        Some(_) => '?',
        None => '.',
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
