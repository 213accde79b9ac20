//! Positions and moves as the Hub protocol writes them.
//!
//! The protocol's document describes boards of 50 squares. On 32 squares, the numbers of squares are those of
//! lidraughts and py-draughts ([`Naming::Numeric`]), a position has a letter for each square, and the
//! variants have lidraughts' names, `russian` and `brazilian`. (The package pydraughts 0.6 counts from a1 in
//! moves but not in its start position, and cannot be supported.)

use super::board::{Position, Square};
use super::fen::Pieces;
use super::moves::Move;
use super::naming::Naming;
use super::{Draughts, moves};
use nexsolve_catalogue::HubNotation;
use nexsolve_catalogue::scan::{Scanner, illegal, trimmed_span};
use nexsolve_core::{ReadError, ReadFault, Side};

/// The number of squares.
const SQUARES: usize = 32;

impl HubNotation<Position, Move> for Draughts {
    fn variant(&self) -> &'static str {
        self.rules().word()
    }

    fn read_position(&self, text: &str) -> Result<Position, ReadError> {
        let count = text.chars().count();
        if count != 1 + SQUARES {
            let reason = format!(
                "a position on 8×8 squares has 33 letters (the side to move, then {SQUARES} squares), not {count}"
            );
            return Err(illegal(0..text.len(), reason));
        }
        let mut scanner = Scanner::of_file(text);
        let to_move = match scanner.peek() {
            Some('W' | 'w') => Side::White,
            Some('B' | 'b') => Side::Black,
            _ => return Err(scanner.expected("`W` or `B`, the side to move")),
        };
        scanner.skip();
        let mut pieces = Pieces::default();
        for number in 1..=SQUARES as u32 {
            let place = scanner.at..scanner.at + 1;
            let square = Naming::Numeric.numbered(number).expect("a number of a square");
            match scanner.peek() {
                Some('e') => {}
                Some('w') => pieces.add(square, place, Side::White, false)?,
                Some('W') => pieces.add(square, place, Side::White, true)?,
                Some('b') => pieces.add(square, place, Side::Black, false)?,
                Some('B') => pieces.add(square, place, Side::Black, true)?,
                _ => return Err(scanner.expected(format!("square {number}: one of `w`, `b`, `W`, `B`, `e`"))),
            }
            scanner.skip();
        }
        pieces.position(to_move, 0..text.len())
    }

    fn format_position(&self, position: &Position) -> String {
        let sign = |number| {
            let bit = Naming::Numeric.numbered(number).expect("a number of a square").bit();
            match (position.white() & bit != 0, position.black() & bit != 0, position.kings() & bit != 0) {
                (true, _, false) => 'w',
                (true, _, true) => 'W',
                (_, true, false) => 'b',
                (_, true, true) => 'B',
                _ => 'e',
            }
        };
        std::iter::once(position.side().letter()).chain((1..=SQUARES as u32).map(sign)).collect()
    }

    /// A capture may leave out its captured pieces if only one is possible between its squares.
    fn read_move(&self, position: &Position, text: &str) -> Result<Move, ReadError> {
        let (is_capture, squares) = read_squares(text)?;
        let mut legal = Vec::new();
        moves::generate(self.rules(), position, &mut legal);
        let taken = squares[2..].iter().fold(0, |set, square| set | square.bit());
        let fits = |mv: &&Move| {
            (mv.from(), mv.to(), mv.captured() != 0) == (squares[0], squares[1], is_capture)
                && (taken == 0 || taken == mv.captured())
        };
        let found: Vec<&Move> = legal.iter().filter(fits).collect();
        match found[..] {
            [mv] => Ok(*mv),
            [] if legal.is_empty() => Err(ReadError::new(trimmed_span(text), ReadFault::GameOver)),
            [] => Err(illegal(trimmed_span(text), format!("{} is not a legal move here", text.trim()))),
            _ => {
                let reason = format!("{} is ambiguous: add the captured pieces", text.trim());
                Err(illegal(trimmed_span(text), reason))
            }
        }
    }

    fn format_move(&self, mv: Move) -> String {
        let number = |square| Naming::Numeric.number(square);
        let (from, to) = (number(mv.from()), number(mv.to()));
        if mv.captured() == 0 {
            return format!("{from}-{to}");
        }
        let mut captured: Vec<u32> = Square::all(mv.captured()).map(number).collect();
        captured.sort_unstable();
        let squares = [from, to].into_iter().chain(captured).map(|number| number.to_string());
        squares.collect::<Vec<_>>().join("x")
    }
}

/// Reads the squares of a move, at least two, and whether it is a capture.
fn read_squares(text: &str) -> Result<(bool, Vec<Square>), ReadError> {
    let mut scanner = Scanner::new(text);
    let mut squares = vec![Naming::Numeric.read(&mut scanner)?.0];
    let is_capture = match scanner.peek() {
        Some('x') => true,
        Some('-') => false,
        _ => return Err(scanner.expected("`-` and a square, or for a capture `x` and a square")),
    };
    while scanner.peek().is_some() && (is_capture || squares.len() < 2) {
        if !scanner.take(if is_capture { 'x' } else { '-' }) {
            return Err(scanner.expected("`x` and the square of a captured piece"));
        }
        squares.push(Naming::Numeric.read(&mut scanner)?.0);
    }
    scanner.end("the end of the move")?;
    Ok((is_capture, squares))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BRAZILIAN, RUSSIAN};
    use nexsolve_core::{Game, Notation, SplitMix};
    use proptest::prelude::*;

    const START: &str = "Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww";

    fn position(fen: &str) -> Position {
        Notation::read_position(&Draughts::new(RUSSIAN), fen).expect(fen)
    }

    #[test]
    fn squares_are_numbered_from_blacks_home_row_on() {
        let game = Draughts::new(RUSSIAN);
        assert_eq!(HubNotation::format_position(&game, &Position::START), START);
        assert_eq!(HubNotation::read_position(&game, START), Ok(Position::START));
        let text = "BeeeBeeeeeeeeeeeeeeeeeeeeeeeeWeee";
        let read = HubNotation::read_position(&game, text).expect("a position");
        assert_eq!(read, position("B:WKa1:BKh8"));
        assert_eq!(
            [RUSSIAN, BRAZILIAN].map(|rules| Draughts::new(rules).variant()),
            ["russian", "brazilian"]
        );
    }

    #[test]
    fn all_positions_and_moves_of_random_games_are_read_back() {
        for (rules, seed) in [(RUSSIAN, 1), (BRAZILIAN, 2)] {
            let (game, mut random) = (Draughts::new(rules), SplitMix(seed));
            for _ in 0..20 {
                let mut position = game.start();
                for _ in 0..150 {
                    let text = HubNotation::format_position(&game, &position);
                    assert_eq!(HubNotation::read_position(&game, &text), Ok(position));
                    let legal = game.legal_moves(&position);
                    for &mv in &legal {
                        let text = HubNotation::format_move(&game, mv);
                        assert_eq!(HubNotation::read_move(&game, &position, &text), Ok(mv), "{text}");
                    }
                    if legal.is_empty() {
                        break;
                    }
                    position = game.play(&position, legal[random.below(legal.len())]);
                }
            }
        }
    }

    #[test]
    fn captures_name_what_they_capture() {
        let game = Draughts::new(RUSSIAN);
        // The king takes d4 or d2, among others, and can return to its square.
        let circle = position("W:WKc3:BKb2,Kd2,Kd4");
        let written: Vec<String> =
            game.legal_moves(&circle).into_iter().map(|mv| HubNotation::format_move(&game, mv)).collect();
        assert_eq!(written.len(), 6, "{written:?}");
        let read = |text: &str| HubNotation::read_move(&game, &circle, text);
        for text in &written {
            let numbers: Vec<&str> = text.split('x').collect();
            let turned: Vec<&str> = numbers[..2].iter().chain(numbers[2..].iter().rev()).copied().collect();
            assert_eq!(read(&turned.join("x")), read(text), "the order of the pieces is free");
        }
        let start = |text: &str| HubNotation::read_move(&game, &Position::START, text);
        assert!(start("22-18").is_ok() && start(" 21-17 ").is_ok());
        for (text, fault) in [
            ("", "expected a square such as c3, or its number, but the text ends"),
            ("22", "expected `-` and a square, or for a capture `x` and a square, but the text ends"),
            ("22-", "expected a square such as c3, or its number, but the text ends"),
            ("22-18-14", "expected the end of the move, found `-14`"),
            ("22-33", "squares have the numbers 1 to 32, not 33"),
            ("22-17x", "expected the end of the move, found `x`"),
            ("22x17", "22x17 is not a legal move here"),
            ("22-13", "22-13 is not a legal move here"),
            ("10-14", "10-14 is not a legal move here"),
        ] {
            assert_eq!(start(text).expect_err(text).to_string(), fault, "{text}");
        }
    }

    #[test]
    fn faulty_positions_are_told_with_their_place() {
        let game = Draughts::new(RUSSIAN);
        let whole = |square: usize, letter: &str| {
            let mut text = START.to_owned();
            text.replace_range(square..=square, letter);
            text
        };
        for (text, place, says) in [
            (String::new(), 0, "33 letters"),
            (START.repeat(2), 0, "not 66"),
            (format!("W{}", "e".repeat(50)), 0, "not 51"),
            (whole(0, "x"), 0, "the side to move"),
            (whole(13, "."), 13, "square 13"),
            (whole(13, "ä"), 13, "square 13"),
            (whole(13, "w"), 0, "13 pieces"),
            (whole(1, "w"), 1, "row where men become kings"),
            (format!("W{}", "e".repeat(32)), 0, "no pieces"),
        ] {
            let error = HubNotation::read_position(&game, &text).expect_err(&text);
            assert!(error.span.start == place && error.to_string().contains(says), "{text}: {error:?}");
        }
    }

    proptest! {
        #[test]
        fn no_text_makes_the_readers_panic(text in any::<String>(), letters in "[WB][wbWBe]{32}", mv in "[0-9x-]{0,12}") {
            let game = Draughts::new(BRAZILIAN);
            let _ = HubNotation::read_position(&game, &text);
            let _ = HubNotation::read_move(&game, &Position::START, &text);
            let _ = HubNotation::read_move(&game, &Position::START, &mv);
            if let Ok(position) = HubNotation::read_position(&game, &letters) {
                prop_assert_eq!(HubNotation::format_position(&game, &position), letters);
            }
        }
    }
}
