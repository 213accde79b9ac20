//! The notation shared by Nex and Hex: cells, diagrams, and the forms in which a position can be given.
//!
//! A cell is its row's letter and its column's number: `b3`. A diagram lists rows of cells from the top; rows
//! end with a line break or with `/`, so `B?./.W./...` is a diagram on one line. For readers, a diagram can
//! also have column numbers above, a label before each row, and the players' edges as small letters; each row
//! is shifted to the right under the one above, as the cells lie on the board:
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
//! These additions are optional, but those that are present must be right: a row with another row's label is
//! an error.

use super::board::Rhombus;
use super::cells::{Cell, CellSet};
use super::stones::Stones;
use nexsolve_catalogue::picture::Piece;
use nexsolve_catalogue::scan::{Scanner, illegal, is_start, trimmed_span};
use nexsolve_core::{ReadError, ReadFault};
use std::ops::Range;

/// Which of a cell's two names is the letter; the other is the number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Letters {
    /// The row's, as everywhere in Nex: `b3` is in the second row.
    #[default]
    Rows,
    /// The column's, as on most sites for Hex: the same cell is `c2`.
    Columns,
}

/// The style of a diagram.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// The characters that cells may have.
    signs: &'static str,
    /// The character drawn for an empty cell.
    empty: char,
    /// The edge mark of the player who joins top and bottom, and of the one who joins left and right.
    marks: [char; 2],
    /// The number of the first column.
    pub first: u32,
    /// Whether rows or columns have letters.
    letters: Letters,
}

impl Look {
    /// Rows are letters, columns numbers from 1; an empty cell is `.`, a neutral stone `?`.
    pub const NEX: Self =
        Self { signs: "BW?.-", empty: '.', marks: ['b', 'w'], first: 1, letters: Letters::Rows };
    /// As [`Look::NEX`], without neutral stones.
    pub const HEX: Self = Self { signs: "BW.-", ..Self::NEX };
    /// As [`Look::HEX`], but columns are letters and rows numbers from 1.
    pub const HEX_COLUMNS: Self = Self { letters: Letters::Columns, ..Self::HEX };
    /// The style of the course sheet for Hex: rows and columns are numbers from 0, an empty cell is `-`, and
    /// Black's edges are left and right. The reader also accepts the sheet's own margins (the word `white`
    /// above and below, the letters of `black` beside the rows) and the labels of [`Look::HEX`].
    pub const SHEET: Self = Self { empty: '-', marks: ['w', 'b'], first: 0, ..Self::HEX };
}

/// The form in which a position is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextForm {
    /// An empty text or the word `start`.
    Start,
    /// Moves from the start, joined by `;`.
    Moves,
    /// A diagram, on one line or more.
    Diagram,
}

impl TextForm {
    /// Detects the form of a text in linear time. A text that is neither a start nor a diagram counts as
    /// moves, possibly a single one, so that faults in it are reported as faults of a move.
    pub fn of(text: &str) -> Self {
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

/// Reads a cell such as `b3` and returns it with its byte range.
///
/// # Errors
/// If there is no cell, or it is not on this board.
pub fn read_cell<S: CellSet>(
    board: &Rhombus<S>,
    scanner: &mut Scanner<'_>,
) -> Result<(Cell, Range<usize>), ReadError> {
    read_cell_by(Letters::Rows, board, scanner)
}

/// Reads a cell as [`read_cell`], with these letters.
///
/// # Errors
/// As [`read_cell`].
pub fn read_cell_by<S: CellSet>(
    letters: Letters,
    board: &Rhombus<S>,
    scanner: &mut Scanner<'_>,
) -> Result<(Cell, Range<usize>), ReadError> {
    let what = match letters {
        Letters::Rows => "a column number",
        Letters::Columns => "a row number",
    };
    let start = scanner.at;
    let Some(letter) = scanner.peek().filter(char::is_ascii_lowercase) else {
        return Err(scanner.expected("a cell such as a1"));
    };
    scanner.skip();
    let digits_at = scanner.at;
    let digits = scanner.digits();
    if digits.is_empty() {
        return Err(scanner.expected(what));
    }
    if digits.len() > 1 && digits.starts_with('0') {
        let fault = ReadFault::expected(format!("{what} that does not begin with 0"), digits);
        return Err(ReadError::new(digits_at..scanner.at, fault));
    }
    let letter = u32::from(letter) - u32::from('a');
    let number = digits.parse::<u32>().ok().and_then(|n| n.checked_sub(1));
    let place = number.map(|number| match letters {
        Letters::Rows => (letter, number),
        Letters::Columns => (number, letter),
    });
    if let Some((row, col)) = place.filter(|&(row, col)| row < board.rows() && col < board.cols()) {
        return Ok((Cell((row * board.cols() + col) as u16), start..scanner.at));
    }
    let mut cell: String = scanner.text[start..scanner.at].chars().take(8).collect();
    if scanner.at - start > 8 {
        cell.push('…');
    }
    let last = cell_name_by(letters, board.cols(), Cell((board.len() - 1) as u16));
    Err(ReadError::new(start..scanner.at, ReadFault::OffBoard { cell, last }))
}

/// Formats a cell of a board with `cols` columns, such as `b3`.
///
/// ```
/// use nexsolve_rhombus::{Cell, text::cell_name};
///
/// assert_eq!(cell_name(5, Cell(7)), "b3");
/// ```
pub fn cell_name(cols: u32, cell: Cell) -> String {
    let mut text = String::new();
    push_cell(&mut text, cols, cell);
    text
}

/// Formats a cell as [`cell_name`], with these letters.
///
/// ```
/// use nexsolve_rhombus::Cell;
/// use nexsolve_rhombus::text::{Letters, cell_name_by};
///
/// assert_eq!(cell_name_by(Letters::Columns, 5, Cell(7)), "c2");
/// ```
pub fn cell_name_by(letters: Letters, cols: u32, cell: Cell) -> String {
    let mut text = String::new();
    push_cell_by(letters, &mut text, cols, cell);
    text
}

/// Appends a cell to `text`, formatted as by [`cell_name`].
pub fn push_cell(text: &mut String, cols: u32, cell: Cell) {
    push_cell_by(Letters::Rows, text, cols, cell);
}

fn push_cell_by(letters: Letters, text: &mut String, cols: u32, cell: Cell) {
    let (row, col) = (u32::from(cell.0) / cols.max(1), u32::from(cell.0) % cols.max(1));
    let (first, second) = match letters {
        Letters::Rows => (row, col),
        Letters::Columns => (col, row),
    };
    text.push(letter(first));
    match char::from_digit(second + 1, 10) {
        Some(digit) => text.push(digit),
        None => text.push_str(&(second + 1).to_string()),
    }
}

/// The end of the text of a position in which the next move may be a swap.
pub const SWAP_MARK: &str = "swap?";

/// Splits off the mark of a position in which the next move may be a swap.
pub fn unmarked(text: &str) -> Option<&str> {
    text.trim_end().strip_suffix(SWAP_MARK)
}

/// Returns the text without the mark if it is a diagram with one, and whether it is.
pub fn split_mark(text: &str) -> (&str, bool) {
    let diagram = unmarked(text).filter(|rest| TextForm::of(rest) == TextForm::Diagram);
    (diagram.unwrap_or(text), diagram.is_some())
}

/// Formats the stones as a diagram on one line: rows joined by `/`, an empty cell as `.`. If a swap may
/// follow, a space and the mark stand at the end.
pub fn format_stones<S: CellSet>(board: &Rhombus<S>, stones: &Stones<S>) -> String {
    let rows: Vec<String> = (0..board.rows())
        .map(|row| (0..board.cols()).map(|col| sign(board, stones, row, col)).collect())
        .collect();
    let rows = rows.join("/");
    if stones.may_swap { format!("{rows} {SWAP_MARK}") } else { rows }
}

/// Draws a diagram for readers, with column numbers (tens above ones if there are ten or more), row labels,
/// and each player's edges. At most 65 characters wide. If a swap may follow, the last line is the mark.
pub fn draw_stones<S: CellSet>(board: &Rhombus<S>, stones: &Stones<S>, look: Look) -> String {
    let (rows, cols) = (board.rows(), board.cols());
    let width = look.label(rows - 1).len();
    // Row r of cells starts at column `base` + r. The upper edge counts as row -1, the column numbers as row
    // -2.
    let base = width + 3;
    let first = look.first;
    let numbers = |sign: fn(u32) -> char| spaced((first..first + cols).map(sign));
    let edge = spaced((0..cols).map(|_| look.marks[0]));
    let mut lines = Vec::new();
    match look.letters {
        Letters::Columns => lines.push((base - 2, spaced((0..cols).map(letter)))),
        Letters::Rows => {
            if first + cols > 10 {
                lines.push((base - 2, numbers(tens)));
            }
            lines.push((base - 2, numbers(ones)));
        }
    }
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
    if stones.may_swap {
        lines.push((0, SWAP_MARK.to_owned()));
    }
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
    let mut stones = Stones { black: S::EMPTY, white: S::EMPTY, neutral: S::EMPTY, may_swap: false };
    let (mut row, mut at) = (0, 0);
    for part in text.split_inclusive(['/', '\n']) {
        let line = part.strip_suffix(['/', '\n']).unwrap_or(part);
        if line.trim().is_empty() {
            if part.ends_with('/') {
                let end = at + line.len();
                return Err(ReadError::new(end..end + 1, ReadFault::expected("a row of cells", "/")));
            }
        } else if !look.frames(board, line, row).map_err(|error| error.shifted(at))? {
            read_row(board, line, row, look, &mut stones).map_err(|error| error.shifted(at))?;
            row += 1;
        }
        at += part.len();
    }
    if row < board.rows() {
        let expected = format!("row {}, one of {}", look.label(row), board.rows());
        return Err(ReadError::new(text.len()..text.len(), ReadFault::expected(expected, "")));
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
    /// The same with the labels of [`Look::HEX`]: letters, and numbers from 1.
    pub fn with_letters(self) -> Self {
        Self { first: Self::HEX.first, ..self }
    }

    /// Returns whether this is the style of the course sheet.
    fn is_sheet(self) -> bool {
        self.first == 0
    }

    /// Returns the label of a row.
    pub fn label(self, row: u32) -> String {
        match self.letters {
            Letters::Columns => (row + 1).to_string(),
            Letters::Rows if self.is_sheet() => row.to_string(),
            Letters::Rows => letter(row).to_string(),
        }
    }

    /// Returns the label of a column.
    pub fn column_label(self, col: u32) -> String {
        match self.letters {
            Letters::Columns => letter(col).to_string(),
            Letters::Rows => (self.first + col).to_string(),
        }
    }

    /// Returns whether the line belongs above the first row or below the last: the columns' labels or an
    /// edge.
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
        if self.letters == Letters::Columns && signs().eq((0..cols).map(letter)) {
            return Ok(true);
        }
        let first = self.first;
        if self.letters == Letters::Rows && signs().all(|c| c.is_ascii_digit()) {
            let digits: String = signs().take(64).collect();
            if (first..=1).any(|first| column_numbers(first, cols).contains(&digits)) {
                return Ok(true);
            }
            let what = format!("the column numbers from {first} to {}", first + cols - 1);
            return Err(ReadError::new(trimmed_span(line), ReadFault::expected(what, line.trim())));
        }
        if row < board.rows() {
            return Ok(false);
        }
        let what = format!("the end of a diagram of {row} rows");
        Err(ReadError::new(trimmed_span(line), ReadFault::expected(what, line.trim())))
    }

    /// Skips a label and an edge mark beside the cells of a row.
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
            let of_sheet = |sign: char| {
                self.is_sheet() && (sign == letter(row) || "black".chars().nth(row as usize) == Some(sign))
            };
            if token != label && !token.starts_with(self.marks[1]) && !token.starts_with(of_sheet) {
                let fault = ReadFault::expected(format!("the label `{label}` or a cell of this row"), rest);
                return Err(ReadError::new(start..scanner.at, fault));
            }
        }
        Ok(())
    }
}

/// Returns the character of a cell in the one-line form.
fn sign<S: CellSet>(board: &Rhombus<S>, stones: &Stones<S>, row: u32, col: u32) -> char {
    match stones.at(Cell((row * board.cols() + col) as u16)) {
        Some(Piece::Stone(side)) => side.letter(),
        Some(_) => '?',
        None => '.',
    }
}

/// Returns the letter of a row or column.
fn letter(number: u32) -> char {
    char::from_u32(u32::from('a') + number).unwrap_or('?')
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

/// Returns all spellings of the column numbers that a diagram may use, without spaces: whole numbers, only
/// tens, only ones.
fn column_numbers(first: u32, cols: u32) -> [String; 3] {
    let numbers = first..first + cols;
    [
        numbers.clone().map(|n| n.to_string()).collect(),
        numbers.clone().map(tens).filter(|&c| c != ' ').collect(),
        numbers.map(ones).collect(),
    ]
}
