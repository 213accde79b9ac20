//! Notation of positions and moves.

use super::positions::{at, random};
use nexsolve_core::laws::{self, Positions, SplitMix};
use nexsolve_core::{Game, Notation, ReadFault};
use nexsolve_games::draughts::{BRAZILIAN, Draughts, Naming, Position, RUSSIAN, fen};

fn russian() -> Draughts {
    Draughts::new(RUSSIAN)
}

#[test]
fn positions_and_moves_are_read_back() {
    const SEED: u64 = 5;
    let mut dice = SplitMix(SEED);
    for rules in [RUSSIAN, BRAZILIAN] {
        let game = Draughts::new(rules);
        let mut all = laws::positions(&game, Positions::Games { count: 20, seed: SEED });
        all.extend((0..4_000).map(|_| random(&mut dice, 12)));
        for naming in [Naming::Algebraic, Naming::Numeric, Naming::NumericFromA1] {
            laws::notation(&game.clone().named(naming), &all);
        }
        laws::rules(&game, &all);
        laws::symmetry(&game, &all);
    }
}

#[test]
fn fen_is_read_in_every_form() {
    let position = at("W:WKg1,a3:Bb6,Kh8");
    assert_eq!(russian().format_position(&position), "W:WKg1,a3:Bb6,Kh8");
    for text in [
        "W:Bb6,Kh8:Wa3,Kg1",
        "w:wkG1,A3:bB6,kH8.",
        " W : W Kg1 , a3 : B b6 , K h8 . ",
        "W:WK32,21:B5+".replace("5+", "9,K4").as_str(),
        "W:WKg1,a3:Bb6,Kh8:H0:F1",
    ] {
        assert_eq!(russian().read_position(text), Ok(position), "{text}");
    }
    let numeric = russian().named(Naming::Numeric);
    assert_eq!(numeric.format_position(&position), "W:WK32,21:B9,K4");
    let from_a1 = russian().named(Naming::NumericFromA1);
    assert_eq!(from_a1.format_position(&position), "W:WK4,9:B21,K32");
    assert_eq!(from_a1.read_position("W:WK4,9:B21,K32."), Ok(position));
    assert_eq!(at("W:W21-32:B1-12"), Position::START);
    assert_eq!(from_a1.read_position("W:W1-12:B21-32"), Ok(Position::START));
    assert_eq!(at("W:WK21-22,32:BK1-2"), at("W:WK21,K22,32:BK1,K2"));
    let seed = at("W:WKG7:BH6,KD2.");
    assert_eq!(fen::format(&seed, Naming::Algebraic), "W:WKg7:BKd2,h6");
    assert_eq!(at("B:WKa1:B"), at("B:WKa1"));
    assert_eq!(at("W:W09:BK01"), at("W:W9:BK1"));
    // py-draughts before 1.7 wrote the side that began before the side to move.
    assert_eq!(at("W:B:WK1:BK32"), at("B:WK1:BK32"));
    assert_eq!(at("W:W:WK1:BK32"), at("W:WK1:BK32"));
    assert_eq!(at("B:W:BK32:WK1"), at("W:WK1:BK32"));
}

/// Returns the faulty text and the message.
fn fault<T: std::fmt::Debug>(text: &str, read: Result<T, nexsolve_core::ReadError>) -> (String, String) {
    let error = read.expect_err(text);
    (text[error.span.clone()].to_owned(), error.to_string())
}

#[test]
fn faults_in_positions_are_located() {
    for (text, at, message) in [
        ("W:Wa1,a2:Bh8", "a2", "a2 is a light square"),
        ("W:Wa1:Bi9", "i9", "off the board"),
        ("W:Wa1,:Bb6", ":", "expected a square"),
        ("W:Wa1,33:Bb6", "33", "1 to 32"),
        ("W:Wa1,a1:Bb6", "a1", "a1 already has a piece"),
        ("W:Wa1:Ba1", "a1", "a1 already has a piece"),
        ("W:Wb8:BKa1", "b8", "men become kings"),
        ("W:Wa1:Bb6 x", "x", "expected `,`"),
        ("W:Wa1:Bb6. x", "x", "the end"),
        ("W:Wa1:Cb6", "C", "expected `W` or `B`"),
        ("W:Wa1", "W:Wa1", "Black has no pieces"),
        ("W:W12-1:BKh8", "1", "a number from 12 on"),
        ("W:", "", "the text ends"),
        ("W:WKa1:BKh8:Bb6", "B", "Black's pieces are listed twice"),
        ("W:B:B:WKa1:BKh8", "B", "Black's pieces are listed twice"),
        // The letter of the side to move is missing or wrong.
        ("X:WKa1:BKh8", "X", "expected `W` or `B`, the side to move"),
        (":WKa1:BKh8", ":", "expected `W` or `B`, the side to move"),
        ("WKa1:BKh8", "K", "expected `:` after the letter of the side to move"),
        ("bkh8:wka1", "k", "expected `:` after the letter of the side to move"),
    ] {
        let (found, reason) = fault(text, russian().read_position(text));
        assert!(found == at && reason.contains(message), "{text}: `{found}`, {reason}");
    }
}

#[test]
fn boards_are_drawn_and_read() {
    let drawn = "\
8    b   b   b   b
7  b   b   b   b
6    b   b   b   b
5  .   .   .   .
4    .   .   .   .
3  w   w   w   w
2    w   w   w   w
1  w   w   w   w
   a b c d e f g h
White to move
";
    assert_eq!(russian().diagram(&Position::START), drawn);
    let whole =
        "Black to move\n.b.b.b.b\nb.b.b.b.\n.b.b.b.b\n........\n........\nw.w.w.w.\n.w.w.w.w\nw.w.w.w.";
    assert_eq!(russian().read_position(whole).map(|p| p.mirrored()), Ok(Position::START));
    for (from, to, at, message) in [
        ("5  .", "6  .", "6", "expected row 5"),
        ("3  w   w   w   w", "3  w   w   w", "3  w   w   w", "3 squares"),
        ("3  w", "3  z", "z", "expected a square of row 3"),
        ("8    b", "8    w", "w", "a man cannot stand on b8"),
        ("White to move\n", "\n", "", "to move"),
        ("1  w   w   w   w\n", "", "", "row 1"),
        ("White to move", "1  w   w   w   w\nWhite to move", "1  w   w   w   w", "letters of the columns"),
    ] {
        let text = drawn.replace(from, to);
        let (found, reason) = fault(&text, russian().read_position(&text));
        assert!(found == at && reason.contains(message), "{from}: `{found}`, {reason}");
    }
    let light = whole.replacen(".b", "bb", 1);
    assert!(fault(&light, russian().read_position(&light)).1.contains("light square"));
}

#[test]
fn moves_from_the_start_give_a_position() {
    let game = russian();
    assert_eq!(game.read_position(" start "), Ok(Position::START));
    let moves = game.read_position("c3-d4; b6-c5; d4:b6; a7xc5;").expect("moves");
    assert_eq!(game.read_position("22-18;9-14;18x9;5x14"), Ok(moves));
    let text = "c3-d4;b6-c5;e3-f4";
    let (found, reason) = fault(text, game.read_position(text));
    assert_eq!((found.as_str(), reason.as_str()), ("e3-f4", "White must capture, for example d4:b6"));
}

#[test]
fn moves_are_read_in_every_form() {
    let game = russian();
    let position = game.read_position("c3-d4;b6-c5").expect("moves");
    let capture = game.read_move(&position, "d4:b6").expect("a capture");
    for text in ["d4xb6", "D4:B6", " d4 x b6 ", "18x9", "18:9", "d4×b6"] {
        assert_eq!(game.read_move(&position, text), Ok(capture), "{text}");
    }
    assert_eq!(game.clone().named(Naming::Numeric).format_move(&position, capture), "18x9");
    assert_eq!(game.named(Naming::NumericFromA1).format_move(&position, capture), "14x21");
}

#[test]
fn captures_between_the_same_squares_are_distinguished() {
    let game = russian();
    let position = at("W:Wc3:Bd4,b4,b6,d6,d2");
    let mut moves = Vec::new();
    game.moves(&position, &mut moves);
    let ambiguous =
        moves.iter().any(|a| moves.iter().any(|b| a != b && (a.from(), a.to()) == (b.from(), b.to())));
    let texts: Vec<String> = moves.iter().map(|&mv| game.format_move(&position, mv)).collect();
    assert!(ambiguous, "{texts:?}");
    for (text, &mv) in texts.iter().zip(&moves) {
        assert_eq!(game.read_move(&position, text), Ok(mv), "{text}");
    }
}

#[test]
fn full_captures_name_every_square_and_are_read_back() {
    let game = russian();
    for (fen, expected) in [
        ("W:Wf6,a1:Bb6,e7,h6", &["f6:d8:a5"][..]),
        ("W:Wc3:Bb4,d4,f6", &["c3:a5", "c3:e5:g7"]),
        ("W:WKe1:Bc3,e3,d6,f6,h8", &["e1:b4:e7:g5:c1", "e1:b4:e7:g5:d2"]),
        ("W:Wa1:Bh8", &["a1-b2"]),
    ] {
        let position = at(fen);
        let mut moves = Vec::new();
        game.moves(&position, &mut moves);
        let mut texts = Vec::new();
        for &mv in &moves {
            let text = game.format_in_full(&position, mv);
            assert_eq!(game.read_move(&position, &text), Ok(mv), "{text}");
            texts.push(text);
        }
        texts.sort();
        assert_eq!(texts, expected, "{fen}");
    }
}

#[test]
fn a_capture_is_read_by_each_of_its_paths() {
    let game = russian();
    for (fen, in_full, others) in [
        ("W:WKc3:Bg7,c7,d6,d4", "c3:e5:h8", &["c3:f6:h8"][..]),
        ("W:WKg1:Bb6,f4,e3,d2", "g1:d4:a7", &["g1:c5:a7"]),
        ("W:Wc3:Bb4", "c3:a5", &[]),
        ("W:Wa1:Bh8", "a1-b2", &[]),
    ] {
        let position = at(fen);
        let mut moves = Vec::new();
        game.moves(&position, &mut moves);
        assert_eq!(moves.len(), 1, "{fen}");
        assert_eq!(game.format_in_full(&position, moves[0]), in_full);
        assert_eq!(game.other_ways(&position, moves[0], 9), others, "{fen}");
        for way in others {
            assert_eq!(game.read_move(&position, way), Ok(moves[0]), "{way}");
        }
        assert!(game.other_ways(&position, moves[0], 0).is_empty());
    }
}

#[test]
fn faults_in_moves_are_located() {
    let game = russian();
    let at_start = |text: &str| fault(text, game.read_move(&Position::START, text));
    for (text, found, message) in [
        ("", "", "expected a square"),
        ("c3", "", "expected `-`"),
        ("c3-", "", "expected a square"),
        ("c3-d4-e5", "-", "the end of the move"),
        ("c3-d5", "d5", "light square"),
        ("c5-d6", "c5", "c5 is empty; the move needs a white piece there"),
        ("d6-c5", "d6", "it is White's turn"),
        ("c3-e5", "c3-e5", "men move one square forward"),
        ("b2-c3", "b2-c3", "c3 is occupied"),
        ("c3:e5", "c3:e5", "cannot capture anything"),
    ] {
        let (at, reason) = at_start(text);
        assert!(at == found && reason.contains(message), "{text}: `{at}`, {reason}");
    }
    let capture = at("W:Wc3:Bd4,f6,Kh8");
    let (_, reason) = fault("c3:e5", game.read_move(&capture, "c3:e5"));
    assert!(
        reason.contains("no legal capture follows this path to its end; one that does is c3:g7"),
        "{reason}"
    );
    let majority = at("W:Wc3,g3:Bd4,f6,h4,Ka7");
    let brazilian = Draughts::new(BRAZILIAN);
    let (_, reason) = fault("c3:e5", brazilian.read_move(&majority, "c3:e5"));
    assert!(reason.contains("follows this path"), "{reason}");
    let over = at("B:WKa1");
    assert_eq!(game.read_move(&over, "a1-b2").map_err(|e| e.fault), Err(ReadFault::GameOver));
}
