use super::*;
use crate::AnyGame;
use crate::contract::record::RecordFault;
use crate::contract::records::{Beside, Given, How, Verdict};
use crate::contract::{Board, Extent, GameSpec};
use nexsolve_core::{Course, Notation, Side, SplitMix};

/// These rules, without a board.
fn given(word: &str) -> Board {
    GameSpec::parse(word).expect(word).on(Extent::Whole)
}

fn read(text: &[u8], word: &str) -> Vec<ReadGame> {
    HexRecords.read(text, Given::Is(given(word)))
}

fn one(text: &str) -> Result<GameRecord, RecordFault> {
    let mut all = read(text.as_bytes(), "hex");
    assert_eq!(all.len(), 1, "{text}");
    all.remove(0)
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
        ("(;SZ[3];W[a1])", 1, 11, "it is Black's turn"),
        ("(;SZ[3];B[a1];W[b1];B[swap])", 1, 23, "no swap is possible here"),
        ("(;SZ[3];B[a1];W[b1]AB[c1])", 1, 23, "set up after the first move"),
        ("(;SZ[3]AB[a1][b1][c1])", 1, 11, "3 black and 0 white stones"),
        ("(;SZ[3]AB[a1]AW[a1])", 1, 17, "a1 is a black stone"),
        ("(;SZ[3]AB[a1]PL[B])", 1, 17, "it is White's turn"),
        ("(;SZ[1]RE[W+];B[a1])", 1, 11, "claims that White won, but Black"),
        ("(;SZ[1]RE[0];B[a1])", 1, 11, "a result"),
        ("(;SZ[1];B[a1];W[a1])", 1, 17, "the game is over"),
        ("(;SZ[3];B[resign];W[a1])", 1, 21, "Black has resigned"),
        ("(;SZ[3]\n;B[a1]\n@)", 3, 1, "a property"),
    ];
    for (text, line, column, says) in cases {
        let fault = one(text).expect_err(text);
        assert_eq!((fault.line, fault.column), (line, column), "{text}: {fault}");
        assert!(fault.to_string().contains(says), "{text}: {fault}");
    }
    let fault = read(b"(;SZ[3];B[\xff])", "hex").remove(0).expect_err("no text");
    assert!(fault.reason.contains("UTF-8"), "{fault}");
    // A fault affects only its own game.
    let text = b"(;SZ[3];B[x])\n(;SZ[3];B[a1]\n(;GM[11];B[z9])\n(;SZ[3]@\n(;SZ[3];B[a1])";
    let found = read(text, "hex");
    assert!(matches!(&found[..], [Err(_), Err(_), Err(_), Err(_), Ok(_)]), "{found:?}");
    let long = "(;B[\n(;".repeat(200_000);
    assert!(read(long.as_bytes(), "hex").iter().all(Result::is_err));
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
