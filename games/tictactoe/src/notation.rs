//! Notation of Tic-tac-toe. A move is its cell, `b3`. A position is its rows from the top, `XX./.O./...`, the
//! moves that lead to it, joined by `;`, or a diagram with the names of rows and columns:
//!
//! ```text
//!   1 2 3
//! a X X .
//! b . O .
//! c . . .
//! ```

use super::{Stones, TicTacToe};
use nexsolve_catalogue::Shown;
use nexsolve_catalogue::scan::{Scanner, illegal, is_start, play_moves, trimmed_span};
use nexsolve_core::{Game, Notation, ReadError, ReadFault, Side};

impl Notation for TicTacToe {
    fn read_move(&self, position: &Stones, text: &str) -> Result<u8, ReadError> {
        let mut all = 0..(self.rows * self.cols) as u8;
        let Some(cell) = all.find(|&cell| self.cell_name(cell) == text.trim()) else {
            let last = self.cell_name(all.end - 1);
            return Err(Scanner::new(text).expected(format!("a cell, a1 to {last}")));
        };
        if self.outcome(position).is_some() {
            return Err(ReadError::new(trimmed_span(text), ReadFault::GameOver));
        }
        if position.at(cell).is_some() {
            return Err(illegal(trimmed_span(text), format!("{} is taken", text.trim())));
        }
        Ok(cell)
    }

    fn format_move(&self, _: &Stones, cell: u8) -> String {
        self.cell_name(cell)
    }

    fn read_position(&self, text: &str) -> Result<Stones, ReadError> {
        if is_start(text) || !text.contains(['X', 'O', '.']) {
            return if is_start(text) { Ok(self.start()) } else { play_moves(self, text) };
        }
        let position = self.read_rows(&mut Scanner::new(text))?;
        let (black, all) = (position.black.count_ones(), position.filled.count_ones());
        let reason = if black != all.div_ceil(2) {
            let white = all - black;
            format!("{black} X and {white} O: X moves first, so X needs as many stones as O, or one more")
        } else if !self.is_possible(position) {
            "a line ended the game before the last move".to_owned()
        } else {
            return Ok(position);
        };
        Err(illegal(trimmed_span(text), reason))
    }

    fn format_position(&self, position: &Stones) -> String {
        self.signs(position).map(String::from_iter).collect::<Vec<_>>().join("/")
    }

    fn diagram(&self, position: &Stones) -> String {
        let columns = (0..self.cols).map(|col| format!(" {}", self.col_name(col as usize)));
        let mut text = format!(" {}\n", columns.collect::<String>());
        for (row, signs) in self.signs(position).enumerate() {
            text += &self.row_name(row);
            text.extend(signs.into_iter().flat_map(|sign| [' ', sign]));
            text.push('\n');
        }
        text
    }
}

impl TicTacToe {
    pub(super) fn cell_name(&self, cell: u8) -> String {
        let (cell, cols) = (usize::from(cell), self.cols as usize);
        self.row_name(cell / cols) + &self.col_name(cell % cols)
    }

    /// Returns the rows of a diagram, from the top.
    fn signs(&self, position: &Stones) -> impl Iterator<Item = Vec<char>> {
        let sign = |cell: u32| match position.at(cell as u8) {
            Some(Side::Black) => 'X',
            Some(Side::White) => 'O',
            None => '.',
        };
        (0..self.rows).map(move |row| (0..self.cols).map(|col| sign(row * self.cols + col)).collect())
    }

    /// Reads the rows of a diagram, with or without names of rows and columns.
    fn read_rows(&self, scanner: &mut Scanner) -> Result<Stones, ReadError> {
        let mut position = self.start();
        scanner.take_while(|c| c.is_ascii_digit() || c.is_whitespace());
        for row in 0..self.rows as usize {
            if self.row_name(row).chars().all(|name| scanner.take(name)) {
                scanner.take_while(|c| c == ' ');
            }
            for col in 0..self.cols as usize {
                let cell = 1 << (row * self.cols as usize + col);
                match scanner.peek() {
                    Some('X' | 'x') => position.black |= cell,
                    Some('O' | 'o') => position.filled |= cell,
                    Some('.') => {}
                    _ => {
                        let name = self.row_name(row) + &self.col_name(col);
                        return Err(scanner.expected(format!("X, O or . for {name}")));
                    }
                }
                scanner.skip();
                scanner.take_while(|c| c == ' ');
            }
            let end = scanner.take_while(|c| c == '/' || c.is_whitespace());
            let is_last = row + 1 == self.rows as usize;
            if !is_last && end.trim() != "/" && !end.contains('\n') && !scanner.rest().is_empty() {
                let row = self.row_name(row);
                return Err(scanner.expected(format!("the end of row {row} after {} cells", self.cols)));
            }
        }
        scanner.end("the end of the diagram")?;
        position.filled |= position.black;
        Ok(position)
    }
}
