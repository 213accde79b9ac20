//! Notation of Nex and Hex: all forms that are read, and the location of every fault.

use nexsolve_core::{Game, Notation, ReadError, ReadFault, Side};
use nexsolve_games::hex::{Convention, Hex, HexMove, Letters, Swap, Variant};
use nexsolve_games::nex::Nex;
use nexsolve_games::rhombus::Wide;

fn nex(rows: u32, cols: u32) -> Nex<u64> {
    Nex::new(rows, cols).expect("a small board")
}

fn hex(size: u32, convention: Convention, swap: Swap) -> Hex<u64> {
    Hex::new(size, size, Variant { convention, swap, ..Variant::default() }).expect("a small board")
}

/// Returns the position after these moves.
fn after<G: Notation>(game: &G, moves: &str) -> G::Position {
    game.read_position(moves).expect("legal moves")
}

/// Returns the faulty text and the fault.
fn fault<T: std::fmt::Debug>(text: &str, read: Result<T, ReadError>) -> (&str, ReadFault) {
    let error = read.expect_err(text);
    (&text[error.span], error.fault)
}

#[test]
fn nex_moves_are_read_in_every_order() {
    let game = nex(3, 3);
    let start = game.start();
    for text in ["Ba1?c2", "?c2Ba1", " Ba1 ?c2\r\n"] {
        let mv = game.read_move(&start, text).expect(text);
        assert_eq!(game.format_move(&start, mv), "Ba1?c2");
    }
    let position = after(&game, "Ba1?a2;Wb1?c2");
    for text in ["Ba2Bc2?a1", "Bc2Ba2?a1", "?a1Ba2Bc2", "?a1Bc2Ba2", "Ba2?a1Bc2", "Bc2?a1Ba2"] {
        let mv = game.read_move(&position, text).expect(text);
        assert_eq!(game.format_move(&position, mv), "Ba2Bc2?a1");
    }
    let wide = Nex::<Wide>::new(19, 19).expect("a board");
    assert!(wide.read_move(&wide.start(), "Bs19?a10").is_ok());
}

#[test]
fn faults_in_nex_moves_are_located() {
    let game = nex(3, 3);
    let position = after(&game, "Ba1?a2;Wb1?c2");
    let read = |text| fault(text, game.read_move(&position, text));
    let wrong = |cell: &str, holds, needs| ReadFault::WrongCell { cell: cell.to_owned(), holds, needs };
    let off = |cell: &str| ReadFault::OffBoard { cell: cell.to_owned(), last: "c3".to_owned() };
    assert_eq!(read("Ba1?c3"), ("a1", wrong("a1", "a black stone", "an empty cell")));
    assert_eq!(read("Bc3?a2"), ("a2", wrong("a2", "a neutral stone", "an empty cell")));
    let transform = "a transform move names two neutral stones to convert, then the own stone to give up";
    assert_eq!(read("Ba2Bc3?a1"), ("c3", ReadFault::Illegal(format!("c3 is empty; {transform}"))));
    assert_eq!(read("Ba1Ba2?c2"), ("a1", ReadFault::Illegal(format!("a1 is a black stone; {transform}"))));
    assert_eq!(read("Ba2Bc2?b1"), ("b1", wrong("b1", "a white stone", "a black stone")));
    assert_eq!(read("?b1Ba2Bc2"), ("b1", wrong("b1", "a white stone", "a black stone")));
    assert_eq!(read("Bc3?d4"), ("d4", off("d4")));
    assert_eq!(read("Bc3?c4"), ("c4", off("c4")));
    assert_eq!(read("Bc0?c1"), ("c0", off("c0")));
    assert_eq!(read("Bc99999999999?c1"), ("c99999999999", off("c9999999…")));
    assert_eq!(read("Bc01?c1").0, "01");
    assert_eq!(read("Wc3?b3"), ("W", ReadFault::WrongColour { to_move: Side::Black }));
    assert_eq!(read("Ba2Wc2?a1"), ("W", ReadFault::WrongColour { to_move: Side::Black }));
    assert_eq!(read("Bc3?c3"), ("c3", ReadFault::SameCell { cell: "c3".to_owned() }));
    assert_eq!(read("Ba2Ba2?a1"), ("a2", ReadFault::SameCell { cell: "a2".to_owned() }));
    for (text, at) in [
        ("", ""),
        ("B", ""),
        ("Bc3", ""),
        ("?c3", ""),
        ("Bc3?", ""),
        ("Bc3?c1?b2", "?"),
        ("Ba2Bc2Bb2", "B"),
        ("Ba2Bc2?a1?b3", "?"),
        ("Bc3?b3x", "x"),
        ("bc3?b3", "b"),
        ("é", "é"),
        ("BA1?a2", "A"),
    ] {
        let (shown, fault) = read(text);
        assert_eq!(shown, at, "{text}");
        assert!(matches!(fault, ReadFault::Expected { .. }), "{text}: {fault}");
    }
    let over = after(&nex(2, 2), "Ba1?a2;Wb1?b2;Ba2Bb2?a1");
    assert_eq!(fault(" Wa1?a2 ", nex(2, 2).read_move(&over, " Wa1?a2 ")), ("Wa1?a2", ReadFault::GameOver));
}

#[test]
fn nex_positions_are_read_in_every_form() {
    let game = nex(3, 3);
    for text in ["", " \n", "start", ";", ".../.../...", "---/---/---/"] {
        assert_eq!(game.read_position(text), Ok(game.start()), "{text:?}");
    }
    let position = after(&game, "Ba2?a3; Wb2?b1 ;\n");
    assert_eq!(game.format_position(&position), ".B?/?W./...");
    for text in [
        "Ba2?a3;Wb2?b1",
        ".B?/?W./...",
        "- B ? / ? W - / - - -",
        ".B?\n?W.\n...\n",
        "  1 2 3\r\na . B ?\r\n b ? W .\r\n\r\n  c . . .\r\n",
        "a.B?\nb?W.a\nc...",
        "  b b b\nw . B ? w\n w ? W . w\n  w . . . w\n  b b b\n  1 2 3",
    ] {
        let read = game.read_position(text);
        if text.starts_with("a.B?") {
            assert_eq!(fault(text, read).0, "a", "a row with another row's label");
        } else {
            assert_eq!(read, Ok(position), "{text}");
        }
    }
    assert_eq!(
        game.diagram(&position),
        "  1 2 3\n   b b b\na w . B ? w\n b w ? W . w\n  c w . . . w\n       b b b\n"
    );
}

#[test]
fn large_diagrams_line_up_and_are_narrow() {
    let game = Nex::<Wide>::new(19, 19).expect("a board");
    let position = after(&game, "Ba1?a19;Ws1?j10");
    let diagram = game.diagram(&position);
    assert!(diagram.lines().all(|line| line.len() <= 65), "{diagram}");
    let lines: Vec<&str> = diagram.lines().collect();
    assert_eq!(lines[0].trim(), "1 1 1 1 1 1 1 1 1 1");
    assert_eq!(lines[1], "  1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9");
    // A column number stands two rows above the first row, and each row is shifted one character to the
    // right.
    let column = lines[1].chars().position(|c| c == '0').expect("column 10");
    assert_eq!(lines[3 + 9].chars().nth(column + 2 + 9), Some('?'));
    let course = Variant { convention: Convention::Course, ..Variant::default() };
    let game = Hex::<Wide>::new(12, 12, course).expect("a board");
    let diagram = game.diagram(&after(&game, "11, 11"));
    assert!(diagram.starts_with("                       1 1\n"), "{diagram}");
    assert!(diagram.contains("\n           11 b - - - - - - - - - - - B b\n"), "{diagram}");
}

#[test]
fn faults_in_diagrams_are_located() {
    let game = nex(3, 3);
    for (text, at) in [
        (".../.../....", "."),
        (".../.../..", ""),
        (".../...", ""),
        (".../.../.../...", "..."),
        (".../..x/...", "x"),
        (".../.b./...", "b"),
        ("...//...", "/"),
        ("1 2 4\n...\n...\n...", "1 2 4"),
        ("1 2 3\na ...\na ...\nc ...", "a"),
        ("Ba1?a2;;Wb1?b2", ";"),
        ("Ba1?a2;Ba3?b3", "B"),
        ("Ba1?a2;Wa3?b4;", "b4"),
        ("hello", "h"),
    ] {
        let text_at_fault = match game.read_position(text) {
            Err(error) if text.contains(";;") => &text[error.span.start..=error.span.start],
            read => fault(text, read).0,
        };
        assert_eq!(text_at_fault, at, "{text}");
    }
    let reason = |text| fault(text, game.read_position(text)).1.to_string();
    for (text, words) in [
        ("BB?/.../...", "2 black and 0 white"),
        ("W?./.../...", "0 black and 1 white"),
        ("BW./.../...", "always a neutral stone"),
        ("???/.../...", "3 neutral stones after 0 moves"),
        ("BW?/.../...", "both even or both odd"),
        ("BW?/.../...", "1 neutral stone after 2 moves"),
        ("B?./?../...", "2 neutral stones after 1 move:"),
        ("B?W/B?W/B?W", "both even or both odd"),
        ("BW?/BW?/BW.", "already connected"),
    ] {
        let message = reason(text);
        assert!(message.contains(words), "{text}: {message}");
    }
}

#[test]
fn hex_moves_are_read_in_both_conventions() {
    let standard = hex(3, Convention::Standard, Swap::Off);
    let position = after(&standard, "b3;Wa1");
    for text in ["a2", "Ba2", " a2 "] {
        let mv = standard.read_move(&position, text).expect(text);
        assert_eq!(standard.format_move(&position, mv), "a2");
    }
    let read = |text| fault(text, standard.read_move(&position, text));
    assert_eq!(read("Wa2"), ("W", ReadFault::WrongColour { to_move: Side::Black }));
    assert_eq!(read("b3").0, "b3");
    assert_eq!(read("d1").0, "d1");
    assert_eq!(read("a2a3").0, "a");
    assert_eq!(read("0, 1").0, "0");
    assert_eq!(read("swap").0, "swap");

    let course = hex(3, Convention::Course, Swap::Off);
    let start = course.start();
    for text in ["1, 2", "1,2", "B 1 , 2", "b3"] {
        let mv = course.read_move(&start, text).expect(text);
        assert_eq!(course.format_move(&start, mv), "1, 2");
    }
    for (text, at) in
        [("3, 0", "3"), ("0, 3", "3"), ("0", ""), ("0 1", "1"), ("0, 99999999999", "99999999999")]
    {
        assert_eq!(fault(text, course.read_move(&start, text)).0, at);
    }
    assert_eq!(after(&course, "0, 0;1,1"), after(&course, "B--/-W-/---"));
    // Black joins left and right.
    let over = after(&course, "0,0;1,0;0,1;1,1;0,2");
    assert_eq!(fault("2,2", course.read_move(&over, "2,2")), ("2,2", ReadFault::GameOver));
}

#[test]
fn the_course_sheets_diagram_is_read() {
    let game = hex(6, Convention::Course, Swap::Off);
    let sheet = " white\nb W - B W B B b\n l B W B - W B l\n  a W B W - B W a\n   c - B B B B W c\n    k B W W W W B k\n     W - W B B W\n     white\n";
    let position = game.read_position(sheet).expect("the sheet's example");
    assert_eq!(game.format_position(&position), "W.BWBB/BWB.WB/WBW.BW/.BBBBW/BWWWWB/W.WBBW");
    let small = hex(2, Convention::Course, Swap::Off);
    let drawn = small.diagram(&after(&small, "0, 1"));
    assert_eq!(drawn, "  0 1\n   w w\n0 b - B b\n 1 b - - b\n      w w\n");

    assert!(small.read_position("a . B\n b . .").is_ok());
    assert!(small.read_position("1 . B\n 0 . .").is_err());
}

#[test]
fn positions_before_and_after_a_swap_are_distinguished() {
    let game = hex(2, Convention::Standard, Swap::On);
    let before = after(&game, "a1");
    let swapped = after(&game, "a1;swap");
    assert_ne!(before, swapped);
    assert_eq!(game.format_position(&before), "B./.. swap?");
    assert_eq!(game.format_position(&swapped), "B./..");
    assert!(game.diagram(&before).ends_with("\nswap?\n"));
    assert_eq!(game.read_move(&before, " swap "), Ok(HexMove::Swap));
    assert!(game.read_move(&swapped, "swap").is_err());
    assert!(game.read_position("BW/.. swap?").is_err());
    assert!(hex(2, Convention::Standard, Swap::Off).read_position("B./.. swap?").is_err());
    let reason = |text| fault(text, game.read_position(text)).1.to_string();
    assert!(reason("BB/..").contains("2 black and 0 white"));
    let over = hex(3, Convention::Standard, Swap::Off);
    assert!(
        fault("BWB/B.W/BWW", over.read_position("BWB/B.W/BWW")).1.to_string().contains("already connected")
    );
}

#[test]
fn errors_for_ten_megabytes_are_short() {
    for unit in ["B", ".", "/", "Ba1?a2;", "a", "1 ", ";", " ", "\n", "?", "b\n", "é", "B9"] {
        let text = unit.repeat(10_000_000 / unit.len());
        let faults = [
            nex(3, 3).read_position(&text).err(),
            hex(3, Convention::Course, Swap::On).read_position(&text).err(),
            nex(3, 3).read_move(&nex(3, 3).start(), &format!("Ba{text}")).err(),
        ];
        assert!(faults.into_iter().flatten().all(|error| error.to_string().len() < 200), "{unit}");
    }
}

#[test]
fn hex_cells_have_letters_for_rows_or_for_columns() {
    let rows = Hex::<u64>::new(2, 3, Variant::default()).expect("a small board");
    let columns = rows.clone().with_letters(Letters::Columns);
    let position = after(&rows, "a3;b1");
    assert_eq!(after(&columns, "c1;a2"), position);
    let mv = rows.read_move(&position, "b3").expect("legal");
    assert_eq!(columns.format_move(&position, mv), "c2");
    assert_eq!(columns.read_move(&position, "Bc2").expect("legal"), mv);
    assert_eq!(rows.diagram(&position), "  1 2 3\n   b b b\na w . . B w\n b w W . . w\n      b b b\n");
    assert_eq!(columns.diagram(&position), "  a b c\n   b b b\n1 w . . B w\n 2 w W . . w\n      b b b\n");
    for game in [&rows, &columns] {
        assert_eq!(game.read_position(&game.diagram(&position)).expect("drawn by itself"), position);
    }
    let off = ReadFault::OffBoard { cell: "b3".to_owned(), last: "c2".to_owned() };
    assert_eq!(fault("b3", columns.read_move(&position, "b3")), ("b3", off));
    let expected = |read: Result<HexMove, ReadError>| read.expect_err("a fault").to_string();
    assert!(expected(columns.read_move(&position, "b")).contains("a row number"));
    assert!(expected(rows.read_move(&position, "b")).contains("a column number"));
    let wide = Hex::<Wide>::new(11, 12, Variant::default()).expect("a board").with_letters(Letters::Columns);
    let drawn = wide.diagram(&wide.start());
    assert!(drawn.starts_with("   a b c d e f g h i j k l\n"), "{drawn}");
    assert!(drawn.contains("\n          11 w"), "{drawn}");
    assert_eq!(wide.read_position(&drawn).expect("drawn by itself"), wide.start());
}
