//! Games in PDN.

use nexsolve_core::{Notation, Side};
use nexsolve_games::draughts::{Draughts, Position};
use nexsolve_games::records::{GameRecord, Given, ReadGame, Verdict};
use nexsolve_games::{Board, Packed};

fn board(text: &str) -> Board {
    nexsolve_games::played(text, None).expect(text)
}

pub(crate) fn read(text: impl AsRef<[u8]>) -> Vec<ReadGame> {
    nexsolve_games::records::of(board("draughts").card()).read(text.as_ref(), Given::Nothing)
}

pub(crate) fn write(records: &[GameRecord]) -> String {
    nexsolve_games::records::of(board("draughts").card()).write(records).expect("all can be written")
}

pub(crate) fn one(text: &str) -> GameRecord {
    let mut games = read(text);
    assert_eq!(games.len(), 1, "{games:?}");
    games.remove(0).expect(text)
}

/// Formats the moves of a game by the squares' letters and digits.
pub(crate) fn moves(record: &GameRecord) -> String {
    let course = record.course().expect("a board");
    let moves = course.positions().iter().zip(course.moves());
    moves.map(|(position, &mv)| course.game().format_move(position, mv)).collect::<Vec<_>>().join(" ")
}

fn won(side: Side) -> Verdict {
    Verdict::by_rules(Some(side))
}

const GAME: &str = r#"[Event "Cup, \"first\""]
[White "Ivanov"]
[Black "Petrov"]
[GameType "25,W,8,8,A0,0"]
[Result "2-0"]

{Before} 1. c3-d4 $1 b6-c5!? 2. d4:b6 {a
 remark} (2. d4xb6 {no (} 2... a7:c5 (2... c7:a5) 3. b2-c3) 2... a7:c5 ; well
3.b2-c3 2-0
"#;

#[test]
fn a_game_is_read_with_tags_and_comments() {
    let game = one(GAME);
    assert_eq!(moves(&game), "c3-d4 b6-c5 d4:b6 a7:c5 b2-c3");
    assert_eq!(game.names, ["Petrov", "Ivanov"].map(|name| Some(name.to_owned())));
    assert_eq!(
        (game.verdict, game.board, game.start, game.line),
        (won(Side::White), board("draughts:russian"), Draughts::pack(&Position::START), 1)
    );
    let comments =
        [(0, "Before"), (3, "a\n remark\nno ("), (4, "well")].map(|(at, text)| (at, text.to_owned()));
    assert_eq!(game.beside.comments.clone().into_iter().collect::<Vec<_>>(), comments);
    assert_eq!((game.beside.branches.len(), game.beside.branches[0].after), (1, 3));
    assert_eq!(game.beside.tags, [("Event".to_owned(), "Cup, \"first\"".to_owned())]);
    let written = write(std::slice::from_ref(&game));
    assert_eq!(one(&written), GameRecord { number: Some(1), ..game }, "{written}");
}

#[test]
fn numeric_squares_are_read_in_either_order() {
    let letters = "c3-d4 b6-c5 d4:b6 a7:c5";
    for text in [
        "22-18 9-14 18x9 5x14 1/2-1/2",
        "[GameType \"25,W,8,8,N2,0\"]\n1. 22-18 9-14 2. 18x9 5x14 1-1",
        "[GameType \"25,W,8,8,N0,0\"]\n1. 10-14 21-18 2. 14x21 25x18 1-1",
    ] {
        let game = one(text);
        assert_eq!((moves(&game).as_str(), game.verdict), (letters, Verdict::by_rules(None)), "{text}");
        assert_eq!(one(&write(std::slice::from_ref(&game))).moves, game.moves);
    }
}

#[test]
fn results_are_read_in_every_spelling() {
    for (text, verdict) in [
        ("2-0", won(Side::White)),
        ("1-0", won(Side::White)),
        ("0-2", won(Side::Black)),
        ("0-1", won(Side::Black)),
        ("1-1", Verdict::by_rules(None)),
        ("1/2-1/2", Verdict::by_rules(None)),
        ("*", Verdict::BROKEN_OFF),
    ] {
        assert_eq!(one(&format!("1. c3-d4 {text}")).verdict, verdict);
        assert_eq!(one(&format!("[Result \"{text}\"]\n1. c3-d4")).verdict, verdict);
        assert_eq!(one(&format!("[Result \"{text}\"]\n1. c3-d4 *")).verdict, verdict);
    }
}

#[test]
fn a_game_can_start_from_any_position() {
    let text = "[SetUp \"1\"]\n[FEN \"B:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29\"]\n1... 16-19 *";
    let game = one(text);
    assert_eq!(Draughts::unpack(&game.start).side(), Side::Black);
    let written = write(std::slice::from_ref(&game));
    assert!(written.contains("1... ") && written.contains("[FEN \"B:W"), "{written}");
    assert_eq!(one(&written), GameRecord { number: Some(1), fits: Vec::new(), ..game });
}

#[test]
fn a_fault_rejects_only_its_own_game() {
    let bad = [
        ("[White \"x\"]\n1. c3-d4 e3-f4 2-0\n", 2, 10, "it is Black's turn"),
        ("[White \"x\"]\n1. c3-d5 2-0\n", 2, 7, "light square"),
        ("[GameType \"20\"]\n1. c3-d4 2-0\n", 1, 12, "game type 20 (international draughts) cannot be read"),
        ("[GameType \"99\"]\n1. c3-d4 2-0\n", 1, 12, "game type 99 (unknown) cannot be read"),
        ("[FEN \"W:Wa1,a2:Bh8\"]\n1. a1-b2 *\n", 1, 13, "a2 is a light square"),
        ("[Result \"2-0\"]\n1. c3-d4 1-1\n", 2, 10, "the tag says 2-0"),
        ("[White \"x\"]\n1. c3-d4 (c3-b4 2-0\n", 2, 10, "`(` and `)`"),
        ("[White \"x\"]\n1. c3-d4 {b6-c5 2-0\n", 2, 10, "`{` and `}`"),
        ("[White \"x\"]\n1. c3-d4 2-0 0-2\n", 2, 14, "ends with 2-0 and with 0-2"),
        ("[White \"x\"]\n1. c3-d4 - 2. e3-f4 *\n", 2, 15, "the move before this one is unknown"),
        ("[White \"x\"]\n1. c3-d4 /FEN \"W:Wa1:Bh8\"/ *\n", 2, 10, "set up within the game"),
    ];
    for (text, line, column, message) in bad {
        let games = read(format!("{text}\n{GAME}"));
        assert_eq!(games.len(), 2, "{text}: {games:?}");
        let fault = games[0].as_ref().expect_err(text);
        assert_eq!((fault.line, fault.column), (line, column), "{text}: {fault}");
        assert!(fault.to_string().contains(message), "{text}: {fault}");
        assert_eq!(games[1].as_ref().map(|game| game.moves.len()), Ok(5), "{text}");
    }
    // This also holds if no tags separate the games.
    let games = read("1. c3-d5 2-0 1. c3-d4 2-0");
    assert!(games.len() == 2 && games[0].is_err() && games[1].is_ok(), "{games:?}");
}

#[test]
fn a_player_who_cannot_move_has_lost() {
    let game = |result: &str| read(format!("[FEN \"W:WKg1,e1:Bf2\"]\n1. e1:g3 {result}"))[0].clone();
    assert_eq!(game("2-0").map(|game| game.verdict), Ok(won(Side::White)));
    assert_eq!(game("*").map(|game| game.verdict), Ok(Verdict::BROKEN_OFF));
    let fault = game("0-2").expect_err("Black has nothing left");
    assert!(
        fault.to_string().contains("the record claims 0-2, but Black cannot move and has lost"),
        "{fault}"
    );
}

#[test]
fn a_file_without_games_is_rejected() {
    for text in ["", " \n\n", "\u{feff}"] {
        let fault = read(text).remove(0).expect_err("nothing");
        assert!(fault.to_string().contains("no game here"), "{fault}");
    }
    for bytes in [&b"[White \"\xc8\"]\n1. c3-d4 *"[..], b"1. c3-d4 {\xc8} *"] {
        let record = read(bytes).remove(0).expect("names and comments do not touch the moves");
        assert!(record.notes.iter().any(|note| note.text.contains("windows-1252")), "{:?}", record.notes);
    }
    assert!(read(b"1. c3-d\xc8 *").remove(0).is_err());
}
