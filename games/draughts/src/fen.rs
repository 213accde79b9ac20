//! Positions as FEN: `W:WKg1,a3:Bb6,Kh8`.
//!
//! A FEN names the side to move, then each colour's pieces, with `K` before kings. The reader accepts upper
//! and lower case, the colours in any order, spaces, a final dot, numbers instead of letters (and ranges of
//! numbers, `21-32`). It skips the counters `H` and `F` that lidraughts adds. Of two letters for a side to
//! move (`W:B:W21:B9`, written by py-draughts before version 1.7 for games that White began), the second
//! counts.

use super::board::{Position, Square};
use super::naming::Naming;
use nexsolve_catalogue::scan::{Scanner, illegal, trimmed_span};
use nexsolve_core::{ReadError, ReadFault, Side};
use std::ops::Range;

/// Returns whether a text is meant as a FEN, valid or not: it begins with a colour's letter and a colon, or
/// it is one line with White's letter at the beginning or after a colon. No move contains that letter,
/// because there is no file w.
pub(crate) fn is_fen(text: &str) -> bool {
    let signs: String = text.chars().filter(|c| !c.is_whitespace()).map(|c| c.to_ascii_lowercase()).collect();
    let one_line = !text.trim().contains('\n');
    signs.starts_with("w:")
        || signs.starts_with("b:")
        || one_line && (signs.starts_with('w') || signs.contains(":w"))
}

/// Writes a position, with the squares in the order of their numbers from a1 on.
pub fn format(position: &Position, naming: Naming) -> String {
    let group = |side: Side| {
        let pieces = Square::all(position.pieces(side)).map(|square| {
            let king = if position.kings() & square.bit() == 0 { "" } else { "K" };
            format!("{king}{}", naming.format(square))
        });
        format!("{}{}", side.letter(), pieces.collect::<Vec<_>>().join(","))
    };
    format!("{}:{}:{}", position.side().letter(), group(Side::White), group(Side::Black))
}

/// Reads a position.
///
/// # Errors
/// If the text is not a FEN, or the position is not valid. The error marks the place.
pub fn read(text: &str, naming: Naming) -> Result<Position, ReadError> {
    let mut scanner = Scanner::new(text);
    let Some(mut to_move) = scanner.peek().and_then(side) else {
        return Err(scanner.expected("`W` or `B`, the side to move"));
    };
    scanner.skip();
    scanner.skip_space();
    if scanner.peek() != Some(':') {
        return Err(scanner.expected("`:` after the letter of the side to move"));
    }
    let mut pieces = Pieces::default();
    let mut colours: Vec<Colour> = Vec::new();
    loop {
        scanner.skip_space();
        if scanner.take('.') {
            scanner.end("the end of the position after `.`")?;
        }
        if scanner.rest().is_empty() {
            return pieces.position(to_move, trimmed_span(text));
        }
        if !scanner.take(':') {
            return Err(scanner.expected("`,` and a square, or `:` and the other colour's pieces"));
        }
        scanner.skip_space();
        let letter = scanner.peek();
        if let Some(side) = letter.and_then(side) {
            let place = scanner.at..scanner.at + 1;
            scanner.skip();
            let before = pieces.places.len();
            pieces.read(&mut scanner, side, naming)?;
            let is_empty = pieces.places.len() == before;
            match colours.iter().position(|colour| colour.side == side) {
                None => colours.push(Colour { side, is_empty }),
                // The first group named the side to move once more.
                Some(0) if colours[0].is_empty => {
                    to_move = side;
                    colours[0].is_empty = false;
                }
                Some(_) => return Err(illegal(place, format!("{side}'s pieces are listed twice"))),
            }
        } else if letter.is_some_and(|c| "HhFf".contains(c)) {
            scanner.skip();
            scanner.digits();
        } else {
            return Err(scanner.expected("`W` or `B`, and the squares of its pieces"));
        }
    }
}

/// A colour that the text has named, and whether only its letter stood there.
struct Colour {
    side: Side,
    is_empty: bool,
}

fn side(letter: char) -> Option<Side> {
    match letter {
        'W' | 'w' => Some(Side::White),
        'B' | 'b' => Some(Side::Black),
        _ => None,
    }
}

/// The pieces read so far.
#[derive(Debug, Default)]
pub(super) struct Pieces {
    white: u32,
    black: u32,
    kings: u32,
    /// The place where each square was written.
    places: Vec<(Square, Range<usize>)>,
}

impl Pieces {
    /// Reads the squares of one colour.
    fn read(&mut self, scanner: &mut Scanner<'_>, side: Side, naming: Naming) -> Result<(), ReadError> {
        scanner.skip_space();
        if scanner.peek().is_none_or(|c| c == ':' || c == '.') {
            return Ok(());
        }
        loop {
            scanner.skip_space();
            let is_king = scanner.take('K') || scanner.take('k');
            let is_number = scanner.peek().is_some_and(|c| c.is_ascii_digit());
            let (first, place) = naming.read(scanner)?;
            self.add(first, place.clone(), side, is_king)?;
            scanner.skip_space();
            if is_number && scanner.take('-') {
                let (last, end) = naming.read(scanner)?;
                let both = place.start..end.end;
                let (from, to) = (naming.number(first), naming.number(last));
                if to < from {
                    let fault = ReadFault::expected(format!("a number from {from} on"), &to.to_string());
                    return Err(ReadError::new(end, fault));
                }
                for square in (from + 1..=to).filter_map(|number| naming.numbered(number)) {
                    self.add(square, both.clone(), side, is_king)?;
                }
                scanner.skip_space();
            }
            if !scanner.take(',') {
                return Ok(());
            }
        }
    }

    /// Adds a piece that was written at this place.
    pub(super) fn add(
        &mut self,
        square: Square,
        place: Range<usize>,
        side: Side,
        is_king: bool,
    ) -> Result<(), ReadError> {
        let bit = square.bit();
        if (self.white | self.black) & bit != 0 {
            let reason = format!("{square} already has a piece");
            return Err(illegal(place, reason));
        }
        match side {
            Side::White => self.white |= bit,
            Side::Black => self.black |= bit,
        }
        if is_king {
            self.kings |= bit;
        }
        self.places.push((square, place));
        Ok(())
    }

    /// Returns the position with these pieces, written at the place `whole`.
    pub(super) fn position(self, to_move: Side, whole: Range<usize>) -> Result<Position, ReadError> {
        Position::new(self.white, self.black, self.kings, to_move).map_err(|error| {
            let place = self.places.into_iter().find(|(at, _)| Some(*at) == error.square);
            illegal(place.map_or(whole, |(_, place)| place), error.message)
        })
    }
}
