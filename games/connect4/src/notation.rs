//! Notation of Connect Four.
//!
//! A move is its column, `4`; columns count from 1 at the left. The cell that the stone falls to is accepted
//! too: `e4`, with the row as a letter from the top. A position is written as the columns of the moves that
//! lead to it, `4453`, as solvers on the web do, or as a diagram of its rows from the top, on one line
//! (`...O/..XX`) or several. The diagram for people ends with a row of column numbers; the row is optional,
//! but must be right:
//!
//! ```text
//! . . . . . . .
//! . . . . . . .
//! . . . . . . .
//! . . . . . . .
//! . . . O . . .
//! . . X X O . .
//! 1 2 3 4 5 6 7
//! ```

use super::{Connect4, Connect4Move, Connect4Position, lines};
use nexsolve_catalogue::scan::{Scanner, illegal, is_start, trimmed_span};
use nexsolve_core::{Game, Notation, ReadError, ReadFault, Side};

/// Returns the sign for the stones of a side.
fn sign(side: Side) -> char {
    match side {
        Side::Black => 'X',
        Side::White => 'O',
    }
}

impl Notation for Connect4 {
    fn read_move(&self, position: &Connect4Position, text: &str) -> Result<Connect4Move, ReadError> {
        let mut scanner = Scanner::new(text);
        let mv = self.read_stone(position, &mut scanner)?;
        scanner.end("the end of the move")?;
        Ok(mv)
    }

    fn format_move(&self, _: &Connect4Position, mv: Connect4Move) -> String {
        (mv.column() + 1).to_string()
    }

    /// Reads the columns or cells of moves, optionally separated by `;` or spaces; `start`; the empty text;
    /// or a diagram.
    fn read_position(&self, text: &str) -> Result<Connect4Position, ReadError> {
        if text.contains(['X', 'O', '.', '/']) {
            return self.read_diagram(text);
        }
        let mut position = self.start();
        if is_start(text) {
            return Ok(position);
        }
        let mut scanner = Scanner::new(text);
        while !scanner.rest().is_empty() {
            let mv = self.read_stone(&position, &mut scanner)?;
            position = self.play(&position, mv);
            scanner.take_while(|c| c.is_whitespace() || c == ';');
        }
        Ok(position)
    }

    fn format_position(&self, position: &Connect4Position) -> String {
        let rows: Vec<String> = self.signs(position).map(String::from_iter).collect();
        rows.join("/")
    }

    fn diagram(&self, position: &Connect4Position) -> String {
        let mut text = String::new();
        for row in self.signs(position).chain([self.columns().collect()]) {
            for (col, sign) in row.into_iter().enumerate() {
                text.extend((col > 0).then_some(' '));
                text.push(sign);
            }
            text.push('\n');
        }
        text
    }
}

impl Connect4 {
    /// Returns the name of the cell that a stone falls to.
    pub(super) fn cell_name(&self, mv: Connect4Move) -> String {
        let row = char::from(b'a' + (self.rows - 1 - mv.row()) as u8);
        format!("{row}{}", mv.column() + 1)
    }

    /// Reads a move: a column, or the cell that the stone falls to.
    fn read_stone(
        &self,
        position: &Connect4Position,
        scanner: &mut Scanner,
    ) -> Result<Connect4Move, ReadError> {
        let at = scanner.at;
        let last = char::from(b'a' + (self.rows - 1) as u8);
        let row = scanner.take_while(|c| ('a'..=last).contains(&c));
        let mv = self.read_column(position, scanner)?;
        let cell = self.cell_name(mv);
        if !row.is_empty() && cell[..1] != *row {
            let reason = format!("a stone in column {} falls to {cell}", mv.column() + 1);
            return Err(illegal(at..scanner.at, reason));
        }
        Ok(mv)
    }

    fn read_column(
        &self,
        position: &Connect4Position,
        scanner: &mut Scanner,
    ) -> Result<Connect4Move, ReadError> {
        let span = scanner.at..scanner.at + 1;
        let column = scanner.peek().and_then(|c| c.to_digit(10));
        let Some(column) = column.filter(|column| (1..=self.cols).contains(column)) else {
            return Err(scanner.expected(format!("a column, 1 to {}", self.cols)));
        };
        scanner.skip();
        if self.outcome(position).is_some() {
            return Err(ReadError::new(span, ReadFault::GameOver));
        }
        let landing = self.landing(position.filled()) & 0xff << (8 * (column - 1));
        if landing == 0 {
            return Err(illegal(span, format!("column {column} is full")));
        }
        Ok(Connect4Move::to(landing))
    }

    /// Returns the names of the columns.
    fn columns(&self) -> impl Iterator<Item = char> + use<> {
        (1..=self.cols).filter_map(|column| char::from_digit(column, 10))
    }

    /// Returns the rows of a diagram, from the top.
    fn signs(&self, position: &Connect4Position) -> impl Iterator<Item = Vec<char>> {
        let sign_at = move |col: u32, row: u32| position.at(1 << (8 * col + row)).map_or('.', sign);
        (0..self.rows).rev().map(move |row| (0..self.cols).map(|col| sign_at(col, row)).collect())
    }

    fn read_diagram(&self, text: &str) -> Result<Connect4Position, ReadError> {
        let mut position = self.start();
        let mut scanner = Scanner::new(text);
        for row in (0..self.rows).rev() {
            self.read_row(row, &mut scanner, &mut position)?;
            let end = scanner.take_while(|c| c == '/' || c.is_whitespace());
            let is_end = end.trim() == "/" || end.contains('\n');
            if row > 0 && !is_end && !scanner.rest().is_empty() {
                let cells = self.cols;
                return Err(
                    scanner.expected(format!("the end of row {} after {cells} cells", self.rows - row))
                );
            }
        }
        if !scanner.rest().is_empty() {
            for column in self.columns() {
                if !scanner.take(column) {
                    return Err(scanner.expected(format!("the end, or the columns 1 to {}", self.cols)));
                }
                scanner.skip_space();
            }
        }
        scanner.end("the end of the diagram")?;
        match fault_of(&position) {
            None => Ok(position),
            Some(reason) => Err(illegal(trimmed_span(text), reason)),
        }
    }

    /// Reads a row into `position`, which already holds the rows above.
    fn read_row(
        &self,
        row: u32,
        scanner: &mut Scanner,
        position: &mut Connect4Position,
    ) -> Result<(), ReadError> {
        for col in 0..self.cols {
            let cell: u64 = 1 << (8 * col + row);
            let place =
                format!("row {} of {}, column {} of {}", self.rows - row, self.rows, col + 1, self.cols);
            match scanner.peek() {
                Some('X' | 'x') => position.black |= cell,
                Some('O' | 'o') => position.white |= cell,
                Some('.') if lines::down(position.filled()) & cell == 0 => {}
                Some('.') => {
                    let span = scanner.at..scanner.at + 1;
                    return Err(illegal(span, format!("{place}: empty below a stone")));
                }
                _ => return Err(scanner.expected(format!("X, O or . for {place}"))),
            }
            scanner.skip();
            scanner.take_while(|c| c == ' ' || c == '\t');
        }
        Ok(())
    }
}

/// Returns why no game leads here, as far as counting and lines can show.
fn fault_of(position: &Connect4Position) -> Option<String> {
    let (black, white) = (position.black.count_ones(), position.white.count_ones());
    if black != white && black != white + 1 {
        return Some(format!(
            "{black} X and {white} O: X moves first, so X needs as many stones as O, or one more"
        ));
    }
    (!position.is_possible()).then(|| "four in a line ended the game before the last move".to_owned())
}
