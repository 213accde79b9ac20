//! Records of all games: detecting the form of a file, what a file contains, and what a form cannot express.

use nexsolve_core::{Game, Notation, Side};
use nexsolve_games::records::{self, GameRecord, Given, How, Unwritable, Verdict, form_of, recognised};
use nexsolve_games::{AnyGame, Board, Extent};

fn board(text: &str) -> Board {
    nexsolve_games::played(text, None).expect(text)
}

/// A game without moves.
fn empty(board: Board, verdict: Verdict) -> GameRecord {
    let start = AnyGame::on(board).expect("a board").start();
    let names = [None, Some("x".to_owned())];
    GameRecord { names, number: Some(1), ..GameRecord::new(board, start, Vec::new(), verdict) }
}

#[test]
fn records_are_recognised_by_their_start() {
    for (text, word) in [
        ("Ba1?b2;Wa2?b1;!", "nex"),
        ("?b2Ba1;!", "nex"),
        ("Black:one\nWhite:two\n", "nex"),
        ("<<<<<<< HEAD\nBa1?b2;!", "nex"),
        ("\u{feff}\r\n (;FF[4]GM[11]", "hex"),
        ("[Event \"?\"]\n", "draughts"),
        ("1. c3-d4 *", "draughts"),
        ("a4;A5;!", "awari"),
        ("Second:two\na4;!", "awari"),
        ("Board:4x4\n1 !", "connect4"),
        (" Board:hex:4x4\nb2;!", "hex"),
        ("Board:nex:", "nex"),
        ("", ""),
        ("<<<<<<< HEAD\n", ""),
        ("g4;!", ""),
        ("a5;A5;!", ""),
        ("Board:chess\n", ""),
    ] {
        let words: Vec<&str> = recognised(text.as_bytes()).iter().map(|card| card.word).collect();
        assert_eq!(words.join(" "), word, "{text}");
    }
    let fault = |bytes: &[u8], given| form_of(bytes, given).expect_err("not recognised").to_string();
    assert!(
        fault(b"\n a game", None)
            .starts_with("line 2, column 2: no game here: this is not a record of nex, hex")
    );
    assert!(fault(&[0xff; 9_000], None).contains("no game here"));
    assert!(fault(b"", None).starts_with("line 1, column 1: no game here"));
    assert!(form_of(b"b2;!", Some(board("hex:4x4"))).is_ok());
    assert_eq!(records::read(b"b2;!", None).len(), 1);
}

#[test]
fn records_of_all_forms_are_decoded_and_no_letter_is_lost() {
    let utf_16 = |text: &str| -> Vec<u8> {
        "\u{feff}".encode_utf16().chain(text.encode_utf16()).flat_map(u16::to_be_bytes).collect()
    };
    for (text, place) in [
        ("[White \"Ga?l\"]\n[Result \"*\"]\n\n1. c3-d4 *\n", 1),
        ("(;FF[4]GM[11]SZ[3]PB[Ga?l];B[b2])", 0),
        ("Board:hex:3x3\nBlack:Ga?l\nb2;!\n", 0),
        ("Black:Ga?l\nWhite:x\n#games:1;\n\nGame#1\nBoard:r3-c3\nInit_State:;\nBa3?b1;!\n", 0),
        ("First:Ga?l\nc4;A5;!\n", 0),
    ] {
        let name = text.replace("Ga?l", "Gaël");
        let latin = name.chars().map(|c| u8::try_from(c).expect("a letter of ISO 8859-1")).collect();
        for (bytes, notes) in [
            (latin, 1),
            (name.clone().into_bytes(), 0),
            (format!("\u{feff}{name}").into_bytes(), 0),
            (utf_16(&name), 0),
        ] {
            let found = records::read(&bytes, None);
            let [Ok(record)] = &found[..] else { panic!("{text}: {found:?}") };
            assert_eq!(record.names[place].as_deref(), Some("Gaël"), "{text}");
            let assumed = record.notes.iter().filter(|note| note.text.contains("windows-1252"));
            assert_eq!(assumed.count(), notes, "{text}");
            let written = nexsolve_games::records::of(record.board.card())
                .write(std::slice::from_ref(record))
                .expect("a record");
            assert!(written.contains("Gaël") && !written.contains('\u{fffd}'), "{written}");
        }
    }
}

#[test]
fn a_result_may_be_written_twice() {
    for text in [
        "c4;A5;!;!\n",
        "c4;A5;! !\n",
        "Ba1?b1;Wa2?b2;Bb1Bb2?a1;# #\n",
        "Board:connect4:4x4\n1;2;1;2;1;2;1;X;X\n",
    ] {
        let games = records::read(text.as_bytes(), None);
        assert!(games.len() == 1 && games[0].is_ok(), "{text}: {games:?}");
    }
    let games = records::read(b"Board:connect4:4x4\n1;2;1;2;1;2;1;O;X\n", None);
    assert!(games.len() == 1 && games[0].is_err(), "{games:?}");
}

#[test]
fn names_and_tags_belong_to_one_game() {
    let read = |text: &str| records::read(text.as_bytes(), None);
    // Two files in one: the second one's players are unknown.
    let games = read("Board:connect4:4x4\nX:a\n1;!\nBoard:connect4:4x4\n2;!\nBoard:connect4:4x5\n2;!\n");
    let names: Vec<_> = games.iter().map(|game| game.as_ref().expect("a game").names[0].as_deref()).collect();
    assert_eq!(names, [Some("a"), None, None]);
    // The first header has no game.
    let games = read("Board:connect4:4x4\nGame:1\nTag:event:x\nGame:2\nTag:event:y\n1;!\n");
    let [Err(fault), Ok(game)] = &games[..] else { panic!("{games:?}") };
    assert!(fault.line == 2 && fault.reason.contains("no game follows"), "{fault}");
    assert_eq!((game.number, &game.beside.tags[..]), (Some(2), &[("event".to_owned(), "y".to_owned())][..]));
}

/// Describes games and faults, each by its line, its names and its number, or its reason.
fn outline(text: &str) -> Vec<String> {
    let one = |found: records::ReadGame| match found {
        Ok(GameRecord { names, number, line, beside, prelude, board, .. }) => {
            let names = names.map(Option::unwrap_or_default).join("-");
            let number = number.map_or(String::new(), |number| number.to_string());
            let beside = beside.tags.len() + beside.comments.len();
            format!("{line}: {board} {names} {number} {beside} {}", prelude.len())
        }
        Err(fault) => format!("{}: {}", fault.line, fault.reason),
    };
    records::read(text.as_bytes(), None).into_iter().map(one).collect()
}

#[test]
fn what_no_game_has_is_a_fault_at_its_place() {
    let none =
        |line: usize| format!("{line}: no game follows: expected its moves and its result on a line below");
    let unnamed =
        |line: usize| format!("{line}: no game has this name: expected moves and a result on a line below");
    let no_start = |line: usize| {
        format!("{line}: no game begins with this position: expected its moves on a line below")
    };
    let orphan = |line: usize| format!("{line}: no game stands above this annotation");
    let game = |text: &str| text.to_owned();
    for (text, expected) in [
        // At the end.
        ("Board:hex:3x3\nb2;!\nTag:Event:E\n", vec![game("2: hex:3x3 -  0 0"), none(3)]),
        ("Board:hex:3x3\nb2;!\nGame:7\nBlack:x\n", vec![game("2: hex:3x3 -  0 0"), none(3), unnamed(4)]),
        (
            "Board:hex:3x3\nBlack:a\nWhite:b\n",
            vec![game(
                "1: no game here: expected moves and a result, on a line below the board and the players",
            )],
        ),
        ("Board:hex:3x3\nGame:1\nInit:b2;\n", vec![none(2), no_start(3)]),
        // Before other names, and another number.
        ("Board:hex:3x3\nBlack:a\nBlack:c\nb2;!\n", vec![unnamed(2), game("4: hex:3x3 c-  0 0")]),
        ("Board:hex:3x3\nGame:1\nGame:2\nb2;!\n", vec![none(2), game("4: hex:3x3 - 2 0 0")]),
        ("Board:hex:3x3\nInit:b2;\nInit:a1;\nb2;!\n", vec![no_start(2), game("4: hex:3x3 -  0 1")]),
        // Before another file, joined to this one.
        (
            "Board:hex:3x3\nBlack:a\nGame:7\nTag:x:y\nBoard:hex:3x3\nb2;!\n",
            vec![none(3), unnamed(2), game("6: hex:3x3 -  0 0")],
        ),
        ("Board:awari\nInit:c4;\nBoard:hex:4x4\nb2;!\n", vec![no_start(2), game("4: hex:4x4 -  0 0")]),
        // The board of the joined file counts, even if the one before ends in the middle.
        ("Board:hex:3x3\nBlack:a\nBoard:hex:4x4\nb2;!\n", vec![game("4: hex:4x4 a-  0 0")]),
        // An annotation below the head of a game without moves is not one of the game before.
        ("Board:hex:3x3\nb2;!\nGame:2\nNote:1:x\n", vec![game("2: hex:3x3 -  0 0"), orphan(4), none(3)]),
        ("Board:hex:3x3\nb2;!\n\nNote:1:x\n", vec![game("2: hex:3x3 -  1 0")]),
        ("First:one\nBoard:awari\nc4;!\n", vec![game("3: awari one-  0 0")]),
        // Nex records.
        (
            "Black:a\nWhite:b\n#games:1;\n\nGame#1\nBoard:r3-c3\nInit_State:;\nGame#2\nBoard:r3-c3\nBa1?b1;!\n",
            vec![
                game("5: no game follows this header: expected its moves and its result on a line below"),
                game("10: nex:3x3 a-b 2 0 0"),
            ],
        ),
        (
            "Black:a\nBlack:c\nGame#7\nBa1?b1;!\nGame#8\nNote:1:x\n",
            vec![
                unnamed(1),
                game("4: nex:2x2 c- 7 0 0"),
                orphan(6),
                game("5: no game follows this header: expected its moves and its result on a line below"),
            ],
        ),
        (
            "Board:r3-c3\nInit_State:Ba1?b1;\nInit_State:Ba1?b2;\nWa2?c1;!\n",
            vec![game("2: no game begins with these moves: others stand below"), game("4: nex:3x3 -  0 1")],
        ),
        ("Black:a\nBa1?b1;!\nWhite:b\n", vec![game("2: nex:2x2 a-  0 0"), unnamed(3)]),
        ("Black:a\nWhite:b\n#games:0;\n", vec![]),
    ] {
        assert_eq!(outline(text), expected, "{text}");
    }
}

#[test]
fn long_names_are_kept_without_filling_the_memory() {
    let long = format!("{}  {}", "é".repeat(300), "y");
    for text in [
        format!("Board:hex:3x3\nBlack:{long}\nb2;!\na1;!\na2;!\n"),
        format!("Black:{long}\nWhite:b\nBa1?b1;!\nBa1?b1;!\nBa1?b1;!\n"),
    ] {
        let found = records::read(text.as_bytes(), None);
        let games: Vec<&GameRecord> = found.iter().map(|game| game.as_ref().expect("a game")).collect();
        assert_eq!(games[0].names[0].as_ref(), Some(&long), "{text}");
        assert!(games[0].notes.is_empty());
        for game in &games[1..] {
            let name = game.names[0].as_ref().expect("a name");
            assert!(name.chars().count() == 200 && name.ends_with("é…"), "{name}");
            assert!(
                game.notes[0].text.contains("only the first game below a name of more than 200 characters")
            );
        }
        // A writer repeats a long name, so that every game has it again.
        let twice = [games[0].clone(), games[0].clone()];
        let form = nexsolve_games::records::of(twice[0].board.card());
        for file in ["x", &format!("x.{}", form.extension())] {
            let text = form.write_for(file.as_ref(), &twice).expect("written");
            for game in records::read(text.as_bytes(), None) {
                let game = game.expect("a game");
                assert_eq!((game.names[0].as_ref(), game.notes.len()), (Some(&long), 0), "{text}");
            }
        }
    }
    let spaced = "[Event \"a   b\"]\n[White \"x  y\"]\n\n1. c3-d4 *\n";
    let game = records::read(spaced.as_bytes(), None).remove(0).expect("a game");
    assert_eq!((game.beside.tags[0].1.as_str(), game.names[1].as_deref()), ("a   b", Some("x  y")));
}

#[test]
fn tags_above_moves_of_an_unknown_game_are_not_draughts() {
    for text in [
        // Oware Game Notation, and chess.
        "[Event \"Oware match\"]\n[South \"A\"]\n[North \"B\"]\n[Result \"*\"]\n\n1. C f 2. A b *\n",
        "[Event \"x\"]\n[Result \"1-0\"]\n\n1. e4 {a} e5 2. Nf3 Nc6 3. O-O 1-0\n",
        "[Event \"x\"]\n\n1. d4 d5 2. 0-0 0-0 1/2-1/2\n",
    ] {
        assert!(recognised(text.as_bytes()).is_empty(), "{text}");
        let fault = records::read(text.as_bytes(), None).remove(0).expect_err(text);
        assert!(
            fault.line == 1 && fault.reason.starts_with("no game here: this is not a record of nex"),
            "{fault}"
        );
    }
    for text in [
        "[Event \"x\"]\n[Result \"1-1\"]\n\n",
        "[Event \"x\"]\nby hand\n1. c3-d4 *\n",
        "[Event \"x\"]\n\n1. c3d9 *\n",
        "[GameType \"20\"]\n\n1. one two *\n",
        "[Event \"x\"]\n[Result \"1/2-1/2\"]\n\n1/2-1/2\n",
    ] {
        assert_eq!(recognised(text.as_bytes())[0].word, "draughts", "{text}");
    }
}

#[test]
fn a_board_that_no_record_names_is_one_that_fits() {
    for (text, board, fits) in [
        ("(;B[b2])", "hex:11x11", 1),
        ("(;B[m13])", "hex:13x13", 1),
        ("Ba1?b2;!", "nex:2x2", 1),
        ("1. c3-d4 *", "draughts:russian", 2),
        ("4453", "connect4:6x7", 6),
        ("(;SZ[3];B[b2])", "hex:3x3", 0),
    ] {
        let game = records::read(text.as_bytes(), None).remove(0).expect(text);
        assert_eq!((game.board.to_string().as_str(), game.fits.len()), (board, fits), "{text}");
        assert!(game.fits.is_empty() || game.fits[0] == game.board);
    }
}

/// Describes what is found in a text whose games are read on the board `given`.
fn found(given: Board, text: &str) -> Vec<String> {
    let one = |found: records::ReadGame| match found {
        Ok(GameRecord { board, moves, line, .. }) => format!("{line}: {} moves on {board}", moves.len()),
        Err(fault) => format!("{}: fault", fault.line),
    };
    nexsolve_games::records::of(given.card())
        .read(text.as_bytes(), Given::Is(given))
        .into_iter()
        .map(one)
        .collect()
}

#[test]
fn only_the_last_game_may_have_no_result() {
    let nex = "Ba1?a2;Wb2?c2";
    assert_eq!(found(board("nex:3x3"), nex), ["1: 2 moves on nex:3x3"]);
    assert_eq!(found(board("nex:3x3"), &format!("{nex}\n{nex};\n")), ["1: fault", "2: 2 moves on nex:3x3"]);
    assert_eq!(found(board("connect4:4x4"), "1;2"), ["1: 2 moves on connect4:4x4"]);
    assert_eq!(found(board("draughts"), "1. c3-d4 b6-a5"), ["1: 2 moves on draughts:russian"]);
    // A fault shows the line as the file has it.
    let games = nexsolve_games::records::of(board("nex:3x3").card())
        .read(b"Ba1?a2;Wb2?zz;", Given::Is(board("nex:3x3")));
    assert_eq!(games[0].as_ref().expect_err("no cell").text, "Ba1?a2;Wb2?zz;");
}

#[test]
fn records_name_their_board_or_use_the_given_one() {
    let nex = board("nex:3x3");
    let text = "Ba1?b1;Wa2?b2;Bb1Bb2?a1;#\nBa3?b1;Wa1?a2;Bc1?c2;Wb2?b3;Bb3Bc2?c1;B\nBa1?a1;#\n";
    assert_eq!(found(nex, text), ["1: fault", "2: 5 moves on nex:3x3", "3: fault"]);
    // A game without a size is put on the smallest board on which it is valid.
    let smallest = ["1: 3 moves on nex:2x2", "2: 5 moves on nex:3x3", "3: fault"];
    assert_eq!(found(nex.spec.on(Extent::Whole), text), smallest);
    let text = "(;SZ[3];B[a1])\n(;SZ[4:3];B[a1])\n(;SZ[3];B[a1];W[swap-sides])";
    let expected = ["1: 1 moves on hex:3x3", "2: 1 moves on hex:3x4", "3: 2 moves on hex:swap:3x3"];
    assert_eq!(found(board("hex:3x3"), text), expected);
    let text = "[GameType \"26\"]\n[Result \"*\"]\n\n*\n";
    assert_eq!(found(board("draughts"), text), ["1: 0 moves on draughts:brazilian"]);
}

#[test]
fn an_end_outside_the_rules_is_kept_if_the_form_has_it() {
    for how in [How::Rules, How::Time, How::Forfeit, How::Resigned, How::Length, How::BrokenOff] {
        let winner = (!matches!(how, How::Length | How::BrokenOff)).then_some(Side::Black);
        let record = empty(board("draughts"), Verdict { winner, how });
        for file in ["x.pdn", "x.txt"] {
            let text = write(std::slice::from_ref(&record), file);
            let line = if file == "x.pdn" { 1 } else { 4 };
            assert_eq!(
                records::read(text.as_bytes(), None),
                [Ok(GameRecord { line, ..record.clone() })],
                "{text}"
            );
        }
    }
}

fn write(records: &[GameRecord], file: &str) -> String {
    nexsolve_games::records::of(records[0].board.card()).write_for(file.as_ref(), records).expect("written")
}

#[test]
fn one_file_holds_games_of_all_kinds() {
    let boards =
        ["nex:3x3", "hex:swap:4x4", "awari", "awari", "draughts:brazilian", "connect4:4x4"].map(board);
    let games = boards.map(|board| empty(board, Verdict::BROKEN_OFF));
    let text = write(&games, "all");
    assert_eq!(text.matches("Board:").count(), 5, "{text}");
    let read: Vec<GameRecord> =
        records::read(text.as_bytes(), None).into_iter().map(|game| game.expect(&text)).collect();
    let unplaced = |game: &GameRecord| GameRecord { line: 0, ..game.clone() };
    assert_eq!(
        read.iter().map(unplaced).collect::<Vec<_>>(),
        games.iter().map(unplaced).collect::<Vec<_>>(),
        "{text}"
    );
}

#[test]
fn nex_records_need_moves_for_another_start() {
    let board = board("nex:2x2");
    let game = AnyGame::on(board).expect("a board");
    let mv = game.read_move(&game.start(), "Ba1?b1").expect("a move");
    let start = game.play(&game.start(), mv);
    let position = GameRecord { start, ..empty(board, Verdict::BROKEN_OFF) };
    let form = nexsolve_games::records::of(board.card());
    assert_eq!(form.write(std::slice::from_ref(&position)), Err(Unwritable::NoPrelude));
    assert_eq!(
        write(std::slice::from_ref(&position), "x"),
        "Board:nex:2x2\nWhite:x\nGame:1\nStart:B./?.\n!\n"
    );
    let moves = GameRecord { prelude: vec![mv], ..position };
    let shared = write(std::slice::from_ref(&moves), "x");
    assert_eq!(
        records::read(shared.as_bytes(), None),
        [Ok(GameRecord { line: 5, ..moves.clone() })],
        "{shared}"
    );
    let text = form.write(std::slice::from_ref(&moves)).expect("with moves to begin with");
    let [Ok(read)] = &records::read(text.as_bytes(), None)[..] else { panic!("{text}") };
    assert_eq!((read.start, &read.prelude, read.number), (start, &moves.prelude, Some(1)));
}
