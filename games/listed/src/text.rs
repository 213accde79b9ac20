//! Notation of listed games. A cell is written as its row, a letter from the top, and its column: `b3`. A
//! move is its cells, joined by `-`. A position is its rows from the top, with the signs of the players'
//! stones and `?` for a neutral one, `XX./.O./...`, followed by the sign of the side to move if the stones do
//! not say it; or the moves that lead to it, joined by `;`; or a diagram with the names of rows and columns:
//!
//! ```text
//!   1 2 3
//! a X X .
//! b . O .
//! c . . .
//! ```

use crate::listed::Listed;
use crate::rules::Key;
use nexsolve_catalogue::picture::{Piece, svg_size};
use nexsolve_catalogue::scan::{Scanner, illegal, is_start, play_moves, trimmed_span};
use nexsolve_core::{Game, Notation, ReadError, ReadFault, Side, words};

impl Notation for Listed {
    fn read_move(&self, position: &Key, text: &str) -> Result<u32, ReadError> {
        let legal = self.legal_moves(position);
        let Some(&first) = legal.first() else {
            return Err(ReadError::new(trimmed_span(text), ReadFault::GameOver));
        };
        // Own games may have moves that differ only in letter case.
        let has_texts = self.rules.texts().is_some();
        let word =
            if has_texts { text.trim().to_owned() } else { text.to_lowercase().split_whitespace().collect() };
        let other = |mv| self.other_name(mv).is_some_and(|name| name == word);
        if let Some(&mv) = legal.iter().find(|&&mv| self.move_name(mv) == word || other(mv)) {
            return Ok(mv);
        }
        if has_texts {
            let moves: Vec<String> = legal.iter().take(5).map(|&mv| self.move_name(mv)).collect();
            return Err(Scanner::new(text).expected(format!("a move, such as {}", words::list(&moves))));
        }
        let (rows, cols) = self.rules.grid();
        let is_cell = |name: &str| (0..rows * cols).any(|cell| self.cell_name(cell) == name);
        if !word.is_empty() && word.split('-').all(is_cell) {
            return Err(illegal(trimmed_span(text), format!("{word} is not a legal move here")));
        }
        Err(Scanner::new(text).expected(format!("a move, such as {}", self.move_name(first))))
    }

    fn format_move(&self, _: &Key, mv: u32) -> String {
        self.move_name(mv)
    }

    fn read_position(&self, text: &str) -> Result<Key, ReadError> {
        if is_start(text) {
            return Ok(self.start());
        }
        if let Some(texts) = self.rules.texts() {
            return texts.read(text.trim()).map_or_else(|| self.read_moves(text), Ok);
        }
        if !text.contains(self.signs()) && !text.contains(['.', '?']) {
            return play_moves(self, text);
        }
        let (pieces, side) = self.read_pieces(&mut Scanner::new(text))?;
        let fault = |reason| illegal(trimmed_span(text), reason);
        if let Some(side) = side {
            return self.rules.set_up(&pieces, side).map_err(fault);
        }
        let [black, white] = [Side::Black, Side::White].map(|side| self.rules.set_up(&pieces, side));
        match (black, white) {
            (Ok(_), Ok(_)) => {
                let [black, white] = self.signs();
                Err(fault(format!("say who is to move: end the position with {black} or {white}")))
            }
            (Ok(position), _) | (_, Ok(position)) => Ok(position),
            (Err(reason), _) => Err(fault(reason)),
        }
    }

    fn format_position(&self, position: &Key) -> String {
        if let Some(texts) = self.rules.texts() {
            return texts.text(*position);
        }
        let rows: Vec<String> = self.rows(position).map(String::from_iter).collect();
        let (text, side) = (rows.join("/"), self.side_to_move(position));
        let is_ambiguous = self.rules.set_up(&self.pieces(position), side.other()).is_ok();
        if is_ambiguous { format!("{text} {}", self.signs()[side as usize]) } else { text }
    }

    fn diagram(&self, position: &Key) -> String {
        if let Some(texts) = self.rules.texts() {
            let (text, shown) = (texts.text(*position), texts.shown(*position).trim_end());
            let is_in_text = text.starts_with(shown) || svg_size(shown).is_some();
            return if is_in_text { text + "\n" } else { format!("{shown}\n") };
        }
        let (_, cols) = self.rules.grid();
        let columns = (0..cols).map(|col| format!(" {}", col + 1));
        let mut text = format!(" {}\n", columns.collect::<String>());
        for (row, signs) in self.rows(position).enumerate() {
            text.push(row_name(row as u32));
            text.extend(signs.into_iter().flat_map(|sign| [' ', sign]));
            text.push('\n');
        }
        let written = self.format_position(position);
        text.extend(written.split_once(' ').map(|(_, side)| format!("{side} to move\n")));
        text
    }
}

fn row_name(row: u32) -> char {
    char::from(b'a' + row as u8)
}

impl Listed {
    /// The signs of the players' stones: the first letters of their names.
    fn signs(&self) -> [char; 2] {
        self.board().card().sides.map(|name| name.chars().next().expect("the name of a side"))
    }

    pub(crate) fn cell_name(&self, cell: u32) -> String {
        let (_, cols) = self.rules.grid();
        format!("{}{}", row_name(cell / cols), cell % cols + 1)
    }

    pub(crate) fn move_name(&self, mv: u32) -> String {
        if let Some(texts) = self.rules.texts() {
            return texts.move_text(mv);
        }
        let names: Vec<String> = self.rules.cells(mv).into_iter().map(|cell| self.cell_name(cell)).collect();
        names.join("-")
    }

    /// The same from the last cell to the first, if a player may name the cells so.
    pub(crate) fn other_name(&self, mv: u32) -> Option<String> {
        let reversed = || self.move_name(mv).rsplit('-').collect::<Vec<&str>>().join("-");
        self.rules.any_order().then(reversed)
    }

    /// Reads moves from the start, where the text is not a position in the game's own words.
    fn read_moves(&self, text: &str) -> Result<Key, ReadError> {
        play_moves(self, text).map_err(|fault| {
            let start = self.format_position(&self.start());
            let example =
                format!("no such position: positions are written as {start}, or as moves from the start");
            if text.contains(';') { fault } else { illegal(trimmed_span(text), example) }
        })
    }

    fn pieces(&self, position: &Key) -> Vec<Option<Piece>> {
        let (rows, cols) = self.rules.grid();
        (0..rows * cols).map(|cell| self.rules.piece(*position, cell)).collect()
    }

    /// The signs of a diagram, row by row from the top.
    fn rows(&self, position: &Key) -> impl Iterator<Item = Vec<char>> {
        let (_, cols) = self.rules.grid();
        let signs = self.signs();
        let sign = |piece: &Option<Piece>| match piece {
            Some(Piece::Stone(side)) => signs[*side as usize],
            Some(_) => '?',
            None => '.',
        };
        let all: Vec<char> = self.pieces(position).iter().map(sign).collect();
        let rows: Vec<Vec<char>> = all.chunks(cols as usize).map(<[char]>::to_vec).collect();
        rows.into_iter()
    }

    /// Reads the rows of a diagram, with or without names of rows and columns, and the side to move if the
    /// text has it.
    fn read_pieces(&self, scanner: &mut Scanner) -> Result<(Vec<Option<Piece>>, Option<Side>), ReadError> {
        let ((rows, cols), signs) = (self.rules.grid(), self.signs());
        let side = |sign: Option<char>| {
            let sign = sign?.to_uppercase().next();
            [Side::Black, Side::White].into_iter().find(|&side| Some(signs[side as usize]) == sign)
        };
        let kinds: Vec<&str> = self.board().card().pieces.iter().map(|(sign, _)| *sign).collect();
        let word =
            |kind: &&str| ["B", "W"].iter().position(|sign| sign == kind).map_or('?', |side| signs[side]);
        let words: Vec<String> = kinds.iter().map(|kind| word(kind).to_string()).collect();
        let mut pieces = Vec::new();
        scanner.take_while(|c| c.is_ascii_digit() || c.is_whitespace());
        for row in 0..rows {
            if scanner.rest().starts_with(&format!("{} ", row_name(row))) {
                scanner.skip();
                scanner.take_while(|c| c == ' ');
            }
            for col in 0..cols {
                let piece = match scanner.peek() {
                    Some('?') => Some(Piece::Neutral),
                    sign => side(sign).map(Piece::Stone),
                };
                let is_known = |piece: Piece| kinds.contains(&piece.sign());
                if !piece.map_or(scanner.peek() == Some('.'), is_known) {
                    let name = self.cell_name(row * cols + col);
                    return Err(scanner.expected(format!("{} or . for {name}", words.join(", "))));
                }
                pieces.push(piece);
                scanner.skip();
                if col + 1 < cols {
                    scanner.take_while(|c| c == ' ');
                }
            }
            let end = scanner.take_while(|c| c == '/' || c.is_whitespace());
            if row + 1 < rows && end.trim() != "/" && !end.contains('\n') && !scanner.rest().is_empty() {
                let row = row_name(row);
                return Err(scanner.expected(format!("the end of row {row} after {cols} cells")));
            }
        }
        let to_move = side(scanner.peek());
        if to_move.is_some() {
            scanner.skip();
            scanner.skip_space();
            scanner.take_while(|c| "to move".contains(c));
        }
        scanner.end("the end of the diagram")?;
        Ok((pieces, to_move))
    }
}
