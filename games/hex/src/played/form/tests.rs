use super::reader::{MIRRORED, OPEN_SWAP, SKIPPED};
use super::*;
use nexsolve_catalogue::encoding;
use nexsolve_catalogue::record::RecordFault;
use nexsolve_catalogue::records::{Beside, Given, How, Verdict};
use nexsolve_catalogue::{AnyGame, Board, Extent, GameSpec};
use nexsolve_core::{Course, Notation, Side, SplitMix};

/// These rules, without a board.
fn given(word: &str) -> Board {
    let options = word.strip_prefix("hex:").map(|options| CARD.with_options(options).expect(word));
    options.unwrap_or(GameSpec::new(&CARD, 0)).on(Extent::Whole)
}

fn read(text: &[u8], word: &str) -> Vec<ReadGame> {
    HexRecords.read(&HexRecords.decode(text), Given::Is(given(word)))
}

fn one(text: &str) -> Result<GameRecord, RecordFault> {
    let mut all = read(text.as_bytes(), "hex");
    assert_eq!(all.len(), 1, "{text}");
    all.remove(0)
}

/// The texts of a record's notes.
fn noted(record: &GameRecord) -> Vec<String> {
    record.notes.iter().map(|note| note.text.clone()).collect()
}

/// The moves of a record in the game's notation.
fn moves(record: &GameRecord) -> Vec<String> {
    let course = record.course().expect("a board");
    course.moves().iter().map(|&mv| course.game().format_move(course.position(), mv)).collect()
}

fn won(winner: Side) -> Verdict {
    Verdict::by_rules(Some(winner))
}

#[test]
fn a_game_is_read() {
    let text =
        "(;FF[4]GM[11]SZ[3]PB[A\\]b]PW[ c ]RE[B+];B[c2]C[first (one)];W[A1]\n;B[b2];W[a2];B[c1];W[a3];B[b3])";
    let record = one(text).expect("a game");
    assert_eq!(moves(&record), ["b3", "a1", "b2", "b1", "a3", "c1", "c2"]);
    assert_eq!(record.names, ["A]b", "c"].map(|name| Some(name.to_owned())));
    assert_eq!(record.verdict, won(Side::Black));
    assert_eq!(record.board.to_string(), "hex:3x3");
}

#[test]
fn the_main_line_is_read_and_other_games_too() {
    let text = "(;GM[11]SZ[3];B[a1](;W[b2](;B[c3])(;B[b1];W[a2]))(;W[c1]))\n\n (;SZ[2:3];B[b3])";
    let found = read(text.as_bytes(), "hex");
    let [Ok(first), Ok(second)] = &found[..] else { panic!("two games: {found:?}") };
    assert_eq!(moves(first), ["a1", "b2", "c3"]);
    assert_eq!((second.board.sides(), second.line), (Some((3, 2)), 3));
    assert_eq!(moves(second), ["c2"]);
    // The course's board is the mirror image.
    let record = read(b"(;SZ[2:3];B[b3])", "hex:course").remove(0).expect("a game");
    assert_eq!(record.board.sides(), Some((2, 3)));
    assert_eq!(moves(&record), ["1, 2"]);
}

#[test]
fn both_swaps_are_the_same_game() {
    let sides = one("(;SZ[3]RE[W+];B[a2];W[swap-sides];W[b2];B[a1];W[a3];B[c3];W[c1])").expect("a game");
    let pieces = one("(;SZ[3]RE[B+];B[a2];W[swap-pieces];B[b2];W[a1];B[c1];W[c3];B[a3])").expect("a game");
    assert_eq!(moves(&sides), ["b1", "swap", "b2", "a1", "c1", "c3", "a3"]);
    assert_eq!(sides.moves, pieces.moves);
    assert_eq!((sides.verdict, pieces.verdict), (won(Side::White), won(Side::White)));
    assert_eq!(sides.board.to_string(), "hex:swap:3x3");
    assert!(one("(;SZ[3:2];B[a2];W[swap-pieces])").is_err());
}

#[test]
fn stones_are_set_up_and_players_give_up() {
    let record = one("(;SZ[3]AB[a1][b1]AW[c3]PL[W];W[b2];B[resign])").expect("a game");
    let start: HexPosition<Wide> = Hex::unpack(&record.start);
    assert_eq!((start.black.count(), start.white.count(), record.moves.len()), (2, 1, 1));
    assert_eq!(record.verdict, Verdict { winner: Some(Side::White), how: How::Resigned });
    let may_swap = |record: GameRecord| {
        let start: HexPosition<Wide> = Hex::unpack(&record.start);
        start.may_swap
    };
    assert!(may_swap(one("(;SZ[3];AB[a1];W[swap])").expect("the swap may follow one stone")));
    let text = b"(;SZ[3];AB[a1];W[b2])";
    assert!(!may_swap(read(text, "hex").remove(0).expect("a game")));
    assert!(may_swap(read(text, "hex:swap").remove(0).expect("a game")));
}

#[test]
fn faults_mark_their_places() {
    let cases = [
        ("", 1, 1, "no game here"),
        ("hello", 1, 1, "expected `(`"),
        ("(GM[11])", 1, 2, "expected `;`"),
        ("(;GM[11]SZ[3]", 1, 1, "expected `)`"),
        ("(;GM[11", 1, 5, "expected `]`"),
        ("(;GM)", 1, 5, "expected `[`"),
        ("(;GM[1]SZ[3])", 1, 6, "Hex is GM[11]"),
        ("(;SZ[x])", 1, 6, "a size"),
        ("(;SZ[20])", 1, 6, "19"),
        ("(;SZ[0:3])", 1, 6, "1"),
        ("(;SZ[3]\n;B[a1];W[a1])", 2, 10, "a1 is a black stone"),
        ("(;SZ[3];B[d1])", 1, 11, "d1 is off the board"),
        ("(;SZ[3];B[a4])", 1, 11, "off the board"),
        ("(;SZ[3];B[11])", 1, 11, "a column's letter"),
        ("(;SZ[3];B[])", 1, 11, "passing is not allowed"),
        ("(;SZ[3];B[a1];B[b1])", 1, 17, "it is White's turn"),
        ("(;SZ[3];W[a1];W[b1])", 1, 17, "it is Black's turn"),
        ("(;SZ[3];B[a1][b1])", 1, 15, "B has one value"),
        ("(;SZ[3]PL[3])", 1, 11, "the side to move"),
        ("(;SZ[3];B[a1];W[b1];B[swap])", 1, 23, "no swap is possible here"),
        ("(;SZ[3];B[a1];W[b1]AB[c1])", 1, 23, "set up after the first move"),
        ("(;SZ[3]PB[a];B[a1] (;SZ[3]PB[b];W[b1]))", 1, 25, "is `)` missing"),
        ("(;(;SZ[3];B[a1]))", 1, 8, "belongs in the first node"),
        ("(;SZ[3]AB[a1][b1][c1])", 1, 11, "3 black and 0 white stones"),
        ("(;SZ[3]AW[a1][b1][c1]PL[B])", 1, 11, "0 black and 3 white stones: in a game"),
        ("(;SZ[3]AB[a1]AW[a1])", 1, 17, "a1 is a black stone"),
        ("(;SZ[3]AB[a1]PL[B])", 1, 17, "it is White's turn"),
        ("(;SZ[1]RE[W+];B[a1])", 1, 11, "claims that White won, but Black"),
        ("(;SZ[3]RE[B+];B[a1];B[resign])", 1, 11, "claims that Black won, but Black has resigned"),
        ("(;SZ[1];B[a1];W[a1])", 1, 17, "the game is over"),
        ("(;SZ[1];B[a1];B[resign])", 1, 17, "the game is over"),
        ("(;SZ[3];B[resign];W[a1])", 1, 21, "Black has resigned"),
        ("(;SZ[3]\n;B[a1]\n@)", 3, 1, "a property"),
    ];
    for (text, line, column, says) in cases {
        let fault = one(text).expect_err(text);
        assert_eq!((fault.line, fault.column), (line, column), "{text}: {fault}");
        assert!(fault.to_string().contains(says), "{text}: {fault}");
    }
    let fault = read(b"(;SZ[3];B[\xff])", "hex").remove(0).expect_err("no cell");
    assert!(fault.reason.contains("a column's letter"), "{fault}");
    // A fault affects only its own game.
    let text = b"(;SZ[3];B[x])\n(;SZ[3];B[a1]\n(;GM[11];B[z9])\n(;SZ[3]@\n(;SZ[3];B[a1])";
    let found = read(text, "hex");
    assert!(matches!(&found[..], [Err(_), Err(_), Err(_), Err(_), Ok(_)]), "{found:?}");
    let long = "(;B[\n(;".repeat(200_000);
    assert!(read(long.as_bytes(), "hex").iter().all(Result::is_err));
}

/// The games and the reasons of the faults in a text.
fn games_and_faults(text: &[u8]) -> (Vec<GameRecord>, Vec<String>) {
    let (mut games, mut faults) = (Vec::new(), Vec::new());
    for found in read(text, "hex") {
        match found {
            Ok(game) => games.push(game),
            Err(fault) => faults.push(fault.to_string()),
        }
    }
    (games, faults)
}

#[test]
fn the_next_move_shows_which_swap_is_meant() {
    let sides = ["b1", "swap", "b2", "a1"];
    for (text, expected) in [
        // HexGui and Benzene wrote swap-pieces for a swap of sides.
        ("(;SZ[3];B[a2];W[swap-pieces];W[b2];B[a1])", sides),
        ("(;SZ[3];B[a2];W[SWAP];W[b2];B[a1])", sides),
        ("(;SZ[3];B[a2];W[swap-pieces];B[b2];W[a1])", sides),
        ("(;SZ[3];B[a2];W[swap];B[b2];W[a1])", sides),
        // The main line decides.
        ("(;SZ[3];B[a2];W[swap-pieces]C[x];C[y];W[b2];B[a1])", sides),
    ] {
        assert_eq!(moves(&one(text).expect(text)), expected, "{text}");
    }
    let winner = |text: &str| one(text).expect(text).verdict.winner;
    // Without another move, the program decides.
    assert_eq!(winner("(;SZ[3]RE[W+];B[a2];W[swap-pieces])"), Some(Side::Black));
    assert_eq!(winner("(;AP[HexGui:0.2]SZ[3]RE[W+];B[a2];W[swap-pieces])"), Some(Side::White));
    assert_eq!(winner("(;SZ[3]RE[W+];B[a2];W[swap-sides])"), Some(Side::White));
    let open = one("(;SZ[3];B[a2];W[swap-pieces])").expect("a game");
    assert_eq!(noted(&open), [OPEN_SWAP]);
    // A board that is not square has no swap of pieces.
    assert_eq!(moves(&one("(;SZ[3:2];B[a2];W[swap-pieces];W[a1])").expect("a game")), ["b1", "swap", "a1"]);
}

#[test]
fn a_swap_of_pieces_may_be_a_reflected_stone() {
    let expected = moves(&one("(;SZ[3];B[a2];W[swap-pieces];B[b2];W[a1])").expect("a game"));
    for text in ["(;SZ[3];B[a2];W[b1]AE[a2];B[b2];W[a1])", "(;SZ[3];B[a2];AE[a2]W[b1];B[b2];W[a1])"] {
        assert_eq!(moves(&one(text).expect(text)), expected, "{text}");
    }
    // On the long diagonal, the stone changes its colour only.
    assert_eq!(
        moves(&one("(;AP[Sabaki:0.52.2]SZ[3];B[b2];W[b2];B[a2])").expect("a game")),
        ["b2", "swap", "a2"]
    );
    assert!(one("(;SZ[3];B[b2];W[b2];B[a2])").is_err());
    assert!(one("(;SZ[3];B[a2];W[b2]AE[a2])").is_err());
    assert!(one("(;SZ[3];B[a2];W[a2])").is_err());
    assert_eq!(moves(&one("(;SZ[3];B[a2];W[b1])").expect("a game")), ["b1", "a2"]);
}

#[test]
fn the_loser_may_resign_once_more() {
    for end in ["W[resign]", "W[forfeit]", "W[]", "W[pass]", "W[resign];W[resign]"] {
        let text = format!("(;FF[4]GM[11]SZ[2]RE[B+];B[a2];W[a1];B[b1];{end})");
        let record = one(&text).expect(&text);
        assert_eq!((record.moves.len(), record.verdict), (3, won(Side::Black)), "{text}");
    }
    let record = one("(;SZ[3];B[a1];W[resign];W[resign])").expect("a game");
    assert_eq!(record.verdict, Verdict { winner: Some(Side::Black), how: How::Resigned });
    assert!(one("(;SZ[3];B[a1];W[resign];B[resign])").is_err());
}

#[test]
fn games_of_little_golem_are_read() {
    // The head of a real game: W marks the first player, who is PB and wins with RE[B].
    let text = "(;FF[4]EV[hex.ch.32.2.1]PB[one]PW[two;]]SZ[13]RE[B]GC[ game #1]SO[http://www.littlegolem.com]\
                ;W[am];B[ii];W[de];B[resign])";
    let record = one(text).expect("a game");
    assert_eq!(moves(&record), ["m1", "i9", "e4"]);
    assert_eq!(record.names, ["one", "two;]"].map(|name| Some(name.to_owned())));
    assert_eq!(record.verdict, Verdict { winner: Some(Side::Black), how: How::Resigned });
    assert!(record.notes.is_empty());
    // The swap is one of pieces. The first player has resigned, and won the board's black stones by the swap.
    let text = "(;FF[4]EV[hex.ch.23.1.1]PB[one]PW[two]SZ[13]RE[W];W[mf];B[swap];W[kj];B[ie];W[resign])";
    let record = one(text).expect("a game");
    assert_eq!(moves(&record), ["f13", "swap", "k10", "i5"]);
    assert_eq!(record.verdict, Verdict { winner: Some(Side::Black), how: How::Resigned });
}

#[test]
fn white_may_move_first() {
    let record = one("(;FF[4]GM[11]SZ[3]PB[b]PW[w]RE[W+];W[c2];B[b2])").expect("a game");
    assert_eq!(moves(&record), ["c2", "b2"]);
    assert_eq!(record.names, ["w", "b"].map(|name| Some(name.to_owned())));
    assert_eq!((record.verdict, noted(&record)), (won(Side::Black), vec![MIRRORED.to_owned()]));
    // On a rectangle, rows and columns are exchanged.
    let record = one("(;SZ[3:2];W[c1])").expect("a game");
    assert_eq!((record.board.sides(), moves(&record)), (Some((3, 2)), vec!["c1".to_owned()]));
    assert_eq!(
        one("(;SZ[3:2];W[c3])").expect_err("off the board").reason,
        "c3 is off the board, whose cells run from a1 to c2"
    );
    for (text, stones, count) in [
        ("(;SZ[3]AB[a1]AW[b1]PL[W])", (1, 1), 0),
        ("(;SZ[3]AB[a1]AW[b1];W[c1])", (1, 1), 1),
        ("(;SZ[3]AW[b1])", (1, 0), 0),
        ("(;SZ[3]AB[a1]AW[b1][c1];B[c3])", (2, 1), 1),
        ("(;SZ[3]AB[a1][a2]AW[b1]AE[a2]PL[W])", (1, 1), 0),
    ] {
        let record = one(text).expect(text);
        let start: HexPosition<Wide> = Hex::unpack(&record.start);
        assert_eq!((start.black.count(), start.white.count()), stones, "{text}");
        assert_eq!((record.moves.len(), noted(&record)), (count, vec![MIRRORED.to_owned()]), "{text}");
    }
    let pieces = one("(;SZ[3];W[a2];B[swap-pieces];W[b2])").expect("a game");
    let sides = one("(;SZ[3];W[a2];B[swap-pieces];B[b2])").expect("a game");
    assert_eq!(moves(&pieces), ["a2", "swap", "b2"]);
    assert_eq!(moves(&sides), ["a2", "swap", "b2"]);
}

#[test]
fn names_of_properties_before_version_4_are_read() {
    let record = one("(;GaMe[11]SiZe[3]PlayerBlack[x];Black[b2];White[a1];b[c3])").expect("a game");
    assert_eq!((record.board.to_string().as_str(), record.moves.len()), ("hex:3x3", 3));
    assert_eq!(record.names[0].as_deref(), Some("x"));
    let record = one("(;SZ[3]FOO[1]N[x];B[b2]LB[a1:1][b1:2];W[a1]LB[a1:1])").expect("a game");
    assert_eq!(noted(&record), ["FOO is not kept", "LB is not kept", "N is not kept"]);
}

#[test]
fn a_letter_around_a_game_is_skipped() {
    let text = b"From: someone (;-)\nSubject: a game\n\n(;GM[11]SZ[3];B[b2])\n--\n(;SZ[3];B[a1])\n";
    let (games, faults) = games_and_faults(text);
    assert_eq!(games.iter().map(|game| game.line).collect::<Vec<_>>(), [4, 6], "{faults:?}");
    assert!(faults.is_empty() && games.iter().all(|game| noted(game) == [SKIPPED]));
    assert!((crate::EXTRAS.claims)(std::str::from_utf8(text).expect("ASCII")));
}

#[test]
fn brackets_in_texts_need_no_escape() {
    let comment = |text: &str| one(text).expect(text).beside.comments[&1].clone();
    for (text, expected) in [
        ("(;SZ[3];B[b2]C[see [1\\] and [2\\]];W[a1])", "see [1] and [2]"),
        ("(;SZ[3];B[b2]C[see [1] and [2]];W[a1])", "see [1] and [2]"),
        ("(;SZ[3];B[b2]C[one [a][b]; two];W[a1])", "one [a][b]; two"),
        ("(;SZ[3];B[b2]C[x] ;W[a1])", "x"),
    ] {
        assert_eq!(comment(text), expected, "{text}");
    }
    // A text ends before the next game.
    let (games, faults) = games_and_faults(b"(;SZ[3];B[b2]C[x] y)\n(;SZ[3];B[a1]C[z])");
    assert_eq!((games.len(), faults.len()), (1, 1), "{games:?} {faults:?}");
    // It takes linear time.
    let long = format!("(;SZ[3]{}", format!("C[a]{}", " ".repeat(120)).repeat(20_000));
    assert!(read(long.as_bytes(), "hex").iter().all(Result::is_err));
    assert!(read("C[".repeat(200_000).as_bytes(), "hex").iter().all(Result::is_err));
    assert!(read("(;)x\n".repeat(50_000).as_bytes(), "hex").len() >= 50_000);
}

#[test]
fn a_fault_is_that_on_the_usual_board() {
    let (games, faults) = games_and_faults(b"(;GM[11];B[c2];W[c2])");
    assert!(games.is_empty() && faults[0].contains("c2 is a black stone"), "{faults:?}");
    // One node swaps once.
    let (games, faults) = games_and_faults(b"(;GM[11]SZ[3]AP[Sabaki];B[b1];W[a2]W[a2]AE[b1];B[c1])");
    assert!(games.is_empty() && faults.len() == 1, "{games:?} {faults:?}");
}

#[test]
fn each_game_names_its_encoding() {
    let text = b"(;CA[windows-1251]SZ[3]PB[\xc8\xe2\xe0\xed];B[b2])\n(;SZ[3]PB[Ga\xc3\xabl];B[b2])\n(;CA[ISO-8859-1]SZ[3]PB[Ga\xebl];B[b2])\n\
        (;CA[Shift_JIS]SZ[3]PB[\x83\x5c];B[b2])\n(;SZ[3]PB[Ga\xebl];B[b2])\n(;CA[UTF-8]SZ[3]PB[Ga\xebl];B[b2])\n(;CA[none]SZ[3]PB[Ga\xc3\xabl];B[b2])";
    let (games, faults) = games_and_faults(text);
    assert!(faults.is_empty(), "{faults:?}");
    let names: Vec<&str> = games.iter().filter_map(|game| game.names[0].as_deref()).collect();
    assert_eq!(names, ["Иван", "Gaël", "Gaël", "ソ", "Gaël", "Gaël", "Gaël"]);
    let wrong = |stated: &str| {
        format!("the text is not in the encoding {stated}: it is read as UTF-8 or windows-1252")
    };
    let notices: Vec<String> = games.iter().flat_map(noted).collect();
    assert_eq!(notices, [encoding::ASSUMED.to_owned(), wrong("UTF-8"), wrong("none")]);
    // A file in UTF-16 with a byte-order mark.
    let wide: Vec<u8> = "\u{feff}(;SZ[3]PB[Иван];B[b2])".encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_eq!(games_and_faults(&wide).0[0].names[0].as_deref(), Some("Иван"));
}

#[test]
fn an_unreadable_ornament_does_not_lose_the_game() {
    let (games, faults) =
        games_and_faults(b"(;SZ[3]RE[Draw];B[b2](;W[a1](;B[c3])(;B[a1];W[c1]))(;W[b2]C[x]))");
    assert_eq!((games.len(), faults.len()), (1, 3), "{faults:?}");
    assert_eq!((moves(&games[0]).len(), games[0].beside.branches.len()), (3, 0));
    assert!(
        faults[0].contains("a1 is a black stone") || faults[0].contains("a1 is a white stone"),
        "{faults:?}"
    );
    assert!(faults[2].contains("expected a result"), "{faults:?}");
}

/// What programs write, from their sources and tests; the games are shortened.
#[test]
fn files_of_programs_are_read() {
    for (program, text, expected) in [
        (
            "PlayHex",
            "(;FF[4]CA[UTF-8]AP[PlayHex:0.0.0]SO[PlayHex.org]GM[11]SZ[11]PB[Random bot]PW[aaa]DT[2024-08-27]HA[0]RE[B+Resign]\
             TM[600]OT[fischer 5 capped];B[a2]BL[600];W[swap-pieces]WL[595];B[k5]BL[595];W[f6]WL[590];B[e3]BL[580])",
            "b1 swap k5 f6 e3",
        ),
        ("hexp2p", "(;FF[4]GM[11]SZ[14]AP[hexp2p];B[cd];W[aa];B[ee])", "d3 a1 e5"),
        (
            "Sabaki for Hex",
            "(;GM[11]FF[4]CA[UTF-8]AP[Sabaki:0.52.2]SZ[11];B[ba];W[ab]AE[ba];B[cd])",
            "a2 swap c4",
        ),
        ("RainbowHex", "(;AP[RainbowHex]FF[4]GM[11]SZ[11]PL[W]PW[red]PB[blue]\n;W[a2]\n;B[c4])", "a2 c4"),
        (
            "Benzene",
            "(;AP[Hex-benzene:0.1]FF[4]GM[11]PB[player1]PW[player2]SZ[11]\n;B[b2];W[SWAP];W[f6])",
            "b2 swap f6",
        ),
        (
            "twogtp.py of Benzene",
            "(\n;GM[11]SZ[11]PB[Mohex 0.9.GIT]PW[Six 0.5.4]\nRE[B+]DT[2009-05-12]GN[ms1/0000]US[twogtp.py]\nGC[Generated by twogtp.py.\nBlack \
             Cmd: mohex --quiet\n]\n;B[a4]BL[0]WL[0];BL[0]W[f6]WL[44])",
            "d1 f6",
        ),
        (
            "HexGui",
            "(;AP[HexGui:0.9.GIT]FF[4]GM[11]SZ[11];B[a2];W[swap-pieces];W[d8];B[g6]\n(;W[d3];B[e3])(;W[e3]))",
            "b1 swap h4 f7 c4 c5",
        ),
    ] {
        let record = one(text).unwrap_or_else(|fault| panic!("{program}: {fault}"));
        assert_eq!(moves(&record).join(" "), expected, "{program}");
    }
}

#[test]
fn random_games_are_read_as_written() {
    let mut random = SplitMix(11);
    for round in 0..300 {
        let (rows, cols) = (1 + random.below(6) as u32, 1 + random.below(6) as u32);
        let word = if round % 2 == 0 { "hex:swap" } else { "hex:course+swap" };
        let board = given(word).spec.on(Extent::Sides { rows, cols });
        let game = AnyGame::on(board).expect("a board");
        let mut course = Course::new(&game);
        for _ in 0..random.below(30) {
            let legal = course.legal();
            if legal.is_empty() {
                break;
            }
            course.play(legal[random.below(legal.len())]);
        }
        let record = GameRecord {
            board,
            names: [
                (round % 3 > 0).then(|| "a \\ b] : c".to_owned()),
                (round % 5 > 0).then(|| "mcts(1000, c=0.7)".to_owned()),
            ],
            start: course.positions()[0],
            prelude: Vec::new(),
            moves: course.moves().to_vec(),
            verdict: course.ending().map_or(Verdict::BROKEN_OFF, |ending| Verdict::by_rules(ending.winner)),
            number: None,
            line: 1,
            beside: Beside::default(),
            fits: Vec::new(),
            notes: Vec::new(),
        };
        let text = HexRecords.write(std::slice::from_ref(&record)).expect("all can be written");
        let again = read(text.as_bytes(), word);
        assert_eq!(again, [Ok(record)], "round {round}: {text}");
        // Damaged text must not make the reader panic.
        for _ in 0..20 {
            let mut bytes = text.clone().into_bytes();
            let at = random.below(bytes.len());
            bytes[at] = random.next_word() as u8;
            bytes.truncate(1 + random.below(bytes.len()));
            read(&bytes, word);
        }
    }
}

#[test]
fn what_a_collection_says_of_one_game_stays_with_it() {
    let described = |text: &str| -> Vec<String> {
        let one = |found: ReadGame| match found {
            Ok(record) => {
                let names = record.names.clone().map(Option::unwrap_or_default).join("-");
                format!("{} {names} {} {}", record.board, record.beside.tags.len(), record.moves.len())
            }
            Err(fault) => format!("{}: {}", fault.line, fault.reason),
        };
        read(text.as_bytes(), "hex").into_iter().map(one).collect()
    };
    let empty = "(;SZ[3]PB[a]EV[x]RU[swap]RE[B+R])";
    let plain = "(;GM[11]SZ[4];B[b2])";
    // Nothing goes over to the next game, from a game without moves either.
    assert_eq!(described(&format!("{empty}{plain}")), ["hex:swap:3x3 a- 1 0", "hex:4x4 - 0 1"]);
    assert_eq!(described(&format!("(;)\n{empty}")), ["hex:11x11 - 0 0", "hex:swap:3x3 a- 1 0"]);
    let unclosed = "1: expected `)` at the end of the game that begins here";
    for next in ["(;SZ[4]PB[b];B[b2])", "(; SZ[4]PB[b];B[b2])", "(;CA[UTF-8]SZ[4]PB[b];B[b2])"] {
        let text = format!("(;SZ[4]PB[a];B[a1];W[c3]\n{next}");
        assert_eq!(described(&text), [unclosed, "hex:4x4 b- 0 1"], "{next}");
    }
    let none = "1: expected `;` and a node's properties";
    assert_eq!(described(&format!("(){plain}")), [none, "hex:4x4 - 0 1"]);
}

#[test]
fn a_second_name_is_noted() {
    let record = one("(;SZ[3]PB[a]PW[b];B[a1];PB[c]PW[b])").expect("a game");
    assert_eq!(record.names, [Some("c".to_owned()), Some("b".to_owned())]);
    assert_eq!(noted(&record), ["PB appears twice: the last one is kept"]);
}

#[test]
fn long_names_and_spaces_are_kept() {
    let name = format!("{}  {}", "x".repeat(5_000), "y");
    let record = one(&format!("(;SZ[3]PB[{name}]EV[a   b\n  c];B[a1])")).expect("a game");
    assert_eq!(record.names[0].as_ref(), Some(&name));
    assert_eq!(record.beside.tags, [("EV".to_owned(), "a   b c".to_owned())]);
    let text = HexRecords.write(std::slice::from_ref(&record)).expect("written");
    assert_eq!(one(&text).expect("a game"), record);
}

#[test]
fn links_of_hexworld_are_read() {
    // The first is an example of PlayHex, which writes such links.
    for (text, board, line, verdict) in [
        (
            "https://hexworld.org/board/#15c1,e6:sf7i8g10,j10\n",
            "hex:swap:15x15",
            "f5 swap f7 i8 g10 j10",
            Verdict::BROKEN_OFF,
        ),
        ("\nhttp://www.hexworld.org/board#3r9c1n,,a1:s", "hex:swap:3x3", "a1 swap", Verdict::BROKEN_OFF),
        (
            "hexworld.org/board/#4x3,d3a1b2:rw",
            "hex:3x4",
            "c4 a1 b2",
            Verdict { winner: Some(Side::Black), how: How::Resigned },
        ),
        ("https://hexworld.org/board/#,k11", "hex:11x11", "k11", Verdict::BROKEN_OFF),
    ] {
        let record = one(text).expect(text);
        assert_eq!(
            (record.board.to_string().as_str(), moves(&record).join(" ").as_str()),
            (board, line),
            "{text}"
        );
        assert_eq!((record.verdict, noted(&record).len()), (verdict, 0), "{text}");
    }
    // After a swap of pieces, the first stone is a white one at its mirror image.
    let link = one("https://hexworld.org/board/#3,a2:sc1").expect("a game");
    let sgf = one("(;SZ[3];B[a2];W[swap-pieces];B[c1])").expect("a game");
    assert_eq!((&link.moves, link.board), (&sgf.moves, sgf.board));
    for (text, line, column, says) in [
        ("https://hexworld.org/board/#3,a1:pb2", 1, 33, "passing is not allowed"),
        ("https://hexworld.org/board/#3,a1:Sb2", 1, 33, "expected a cell such as c2"),
        ("https://hexworld.org/board/#3,a1a1", 1, 33, "a1 is a black stone"),
        ("https://hexworld.org/board/#3,a1d1", 1, 33, "off the board"),
        ("https://hexworld.org/board/#25,a1", 1, 29, "19"),
        ("https://hexworld.org/board/#3,a1 x", 1, 33, "expected a cell"),
    ] {
        let fault = one(text).expect_err(text);
        assert_eq!((fault.line, fault.column), (line, column), "{text}: {fault}");
        assert!(fault.to_string().contains(says), "{text}: {fault}");
    }
    let found = read(b"hexworld.org/board/#3,a1\n\nmine\nhexworld.org/board/#4,a1", "hex");
    assert!(matches!(&found[..], [Ok(_), Err(fault), Ok(_)] if fault.line == 3), "{found:?}");
}
