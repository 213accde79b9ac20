//! Names of squares: letters with numbers, or one of two numberings.

use super::board::Square;
use nexsolve_catalogue::scan::{Scanner, illegal};
use nexsolve_core::{ReadError, ReadFault};
use std::ops::Range;

/// The notation of squares. Every notation also reads letters, and [`Naming::Algebraic`] reads numbers like
/// [`Naming::Numeric`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Naming {
    /// `a1` … `h8`.
    #[default]
    Algebraic,
    /// 1 is b8, and 32 is g1: from Black's home row on, as lidraughts and most programs number.
    Numeric,
    /// 1 is a1, and 32 is h8: from White's home row on, as some programs number.
    NumericFromA1,
    /// 1 is g1, and 32 is b8: from White's home row on, from right to left.
    NumericFromG1,
    /// 1 is h8, and 32 is a1: from Black's home row on, from right to left.
    NumericFromH8,
}

impl Naming {
    /// Returns the name of a square.
    pub fn format(self, square: Square) -> String {
        match self {
            Self::Algebraic => square.to_string(),
            _ => self.number(square).to_string(),
        }
    }

    /// Returns the sign between the squares of a capture.
    pub(crate) fn capture_sign(self) -> &'static str {
        match self {
            Self::Algebraic => ":",
            _ => "x",
        }
    }

    /// Returns the number of a square, 1 … 32.
    pub(crate) fn number(self, square: Square) -> u32 {
        match self {
            Self::Algebraic | Self::Numeric => (7 - square.row()) * 4 + square.index() % 4 + 1,
            Self::NumericFromA1 => square.index() + 1,
            Self::NumericFromG1 => 33 - Self::Numeric.number(square),
            Self::NumericFromH8 => 32 - square.index(),
        }
    }

    /// Returns the square with a number, 1 … 32.
    pub(crate) fn numbered(self, number: u32) -> Option<Square> {
        Square::all(!0).find(|&square| self.number(square) == number)
    }

    /// Reads a square; returns it with its place.
    ///
    /// # Errors
    /// If the text is not a dark square of the board.
    pub(crate) fn read(self, scanner: &mut Scanner<'_>) -> Result<(Square, Range<usize>), ReadError> {
        scanner.skip_space();
        let start = scanner.at;
        let is_letter = |c: &char| c.is_ascii_alphabetic();
        let letter = scanner.peek().filter(is_letter).map(|c| c.to_ascii_lowercase());
        if letter.is_some() {
            scanner.skip();
        } else if !scanner.peek().is_some_and(|c| c.is_ascii_digit()) {
            return Err(scanner.expected("a square such as c3, or its number"));
        }
        let digits = scanner.digits();
        if digits.is_empty() {
            return Err(scanner.expected("the number of a row, 1 to 8"));
        }
        let place = start..scanner.at;
        let number = digits.parse::<u32>().ok();
        let Some(letter) = letter else {
            // PDN 3.0 allows a zero before a number, `09`.
            let square = number.and_then(|number| self.numbered(number));
            return square.map(|square| (square, place.clone())).ok_or_else(|| {
                let reason = format!("squares have the numbers 1 to 32, not {}", shortened(digits));
                illegal(place, reason)
            });
        };
        let col = u32::from(letter) - u32::from('a');
        let row = number.filter(|_| !digits.starts_with('0')).and_then(|number| number.checked_sub(1));
        let cell = format!("{letter}{}", shortened(digits));
        let fault = match row.filter(|&row| row < 8 && col < 8) {
            None => ReadFault::OffBoard { cell, last: "h8".to_owned() },
            Some(row) => match Square::at(col, row) {
                Some(square) => return Ok((square, place)),
                None => ReadFault::Illegal(format!(
                    "{cell} is a light square; pieces stand on dark squares such as a1"
                )),
            },
        };
        Err(ReadError::new(place, fault))
    }
}

/// Shortens a number to a length that a message can hold.
fn shortened(digits: &str) -> String {
    if digits.len() > 8 { format!("{}…", &digits[..7]) } else { digits.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_run_from_either_home() {
        let square = |naming: Naming, number| naming.numbered(number).expect("a number").to_string();
        assert_eq!([1, 4, 5, 32].map(|n| square(Naming::Numeric, n)), ["b8", "h8", "a7", "g1"]);
        assert_eq!([1, 4, 5, 32].map(|n| square(Naming::NumericFromA1, n)), ["a1", "g1", "b2", "h8"]);
        assert_eq!([1, 4, 5, 32].map(|n| square(Naming::NumericFromG1, n)), ["g1", "a1", "h2", "b8"]);
        assert_eq!([1, 4, 5, 32].map(|n| square(Naming::NumericFromH8, n)), ["h8", "b8", "g7", "a1"]);
        assert_eq!((Naming::Numeric.numbered(0), Naming::Numeric.numbered(33)), (None, None));
    }

    #[test]
    fn a_number_may_begin_with_a_zero() {
        let read = Naming::Numeric.read(&mut Scanner::new("09")).expect("a square");
        assert_eq!(read, (Naming::Numeric.numbered(9).expect("a square"), 0..2));
    }

    #[test]
    fn squares_are_read_as_written() {
        let corners = [Naming::NumericFromA1, Naming::NumericFromG1, Naming::NumericFromH8];
        for naming in [Naming::Algebraic, Naming::Numeric].into_iter().chain(corners) {
            for square in Square::all(!0) {
                let text = naming.format(square);
                let read = naming.read(&mut Scanner::new(&text));
                assert_eq!(read, Ok((square, 0..text.len())), "{text}");
                let upper = square.to_string().to_uppercase();
                assert_eq!(naming.read(&mut Scanner::new(&upper)).expect("a square").0, square);
            }
        }
    }

    #[test]
    fn anything_but_dark_squares_is_rejected() {
        for text in [
            "",
            "b",
            "a0",
            "a2",
            "a9",
            "i1",
            "0",
            "00",
            "033",
            "33",
            "a01",
            "99999999999",
            "*",
            "ä1",
            "a11111111111",
        ] {
            assert!(Naming::Algebraic.read(&mut Scanner::new(text)).is_err(), "{text}");
        }
    }
}
