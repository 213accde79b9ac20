//! Awari's notation: positions, moves, diagrams and records, and the location of every fault in them.

use nexsolve_core::{Game, Notation, ReadFault, Side, Wdl};
use nexsolve_games::awari::{Awari, AwariPosition, Pit, Pits, Seeds};
use nexsolve_games::records::{GameRecord, Given, ReadGame, Verdict};
use nexsolve_games::{Board, Packed};

fn position(text: &str) -> AwariPosition {
    Awari.read_position(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn board() -> Board {
    nexsolve_games::played("awari", None).expect("Awari")
}

fn read(bytes: &[u8]) -> Vec<ReadGame> {
    nexsolve_games::records::of(board().card()).read(bytes, Given::Nothing)
}

#[test]
fn positions_read_in_all_forms() {
    let expected = position("1 1 1 1 1 2 | 4 2 3 0 0 0 | 20 12");
    assert_eq!(expected.stores_by_side(), [20, 12]);
    for text in [
        "1 1 1 1 1 2 4 2 3 0 0 0 20 12",
        "  1 1 1 1 1 2|4 2 3 0 0 0|20 12 | first ",
        "f e d c b a\n20 2 1 1 1 1 1\n4 2 3 0 0 0 12\nA B C D E F",
        "20  2 1 1 1 1 1\n    4 2 3 0 0 0 12\nfirst to move\n",
        "20  2 1 1 1 1 1\n    4 2 3 0 0 0 12\n    A B C D E F",
    ] {
        assert_eq!(position(text), expected, "{text}");
    }
    let second = position("4 2 3 0 0 0 | 1 1 1 1 1 2 | 12 20 | second");
    assert_eq!(second.side_to_move(), Side::White);
    assert_eq!(second.stores_by_side(), [20, 12]);
    assert_eq!(Awari.diagram(&expected).replace("first to", "second to"), Awari.diagram(&second));
    assert_eq!(Awari.format_position(&second), "4 2 3 0 0 0 | 1 1 1 1 1 2 | 12 20 | second");
    let drawn = "        f   e   d   c   b   a\n   \
                 20   2   1   1   1   1   1\n        \
                 4   2   3   0   0   0  12\n        \
                 A   B   C   D   E   F\nfirst to move\n";
    assert_eq!(Awari.diagram(&expected), drawn);
    assert_eq!(position(""), Awari.start());
    assert_eq!(position(" start "), Awari.start());
    assert_eq!(position("c; A5"), position("c4;A;"));
    let seeds = Seeds::new(16).expect("few");
    let board = seeds.read_position("1 1 1 1 1 2 | 4 2 3 0 0 0").expect("right");
    assert_eq!(board, expected.pits());
    assert_eq!(seeds.diagram(&board).lines().nth(1), Some("        2   1   1   1   1   1"));
    assert_eq!(seeds.read_position("c4;c4").expect("moves").turned().pit(2), 0);
}

/// Other programs write both rows from left to right, or both stores at the right.
#[test]
fn two_rows_without_letters_have_one_meaning_or_none() {
    let seeds = Seeds::new(16).expect("few");
    for text in ["3 1 0 0 0 0\n0 0 0 0 0 0", "1 1 1 1 1 2\n4 2 3 0 0 0"] {
        let error = seeds.read_position(text).expect_err(text);
        assert!(error.to_string().contains("write the letters"), "{error}");
    }
    for text in
        ["4 4 4 4 4 5 0\n4 4 0 5 5 5 0", "20 2 1 1 1 1 1\n4 2 3 0 0 0 12", "20 2 1 1 1 1 1\n   4 2 3 0 0 0"]
    {
        assert!(Awari.read_position(text).is_err(), "{text}");
    }
}

#[test]
fn moves_are_formatted() {
    // Sows four seeds from C; the last falls into a, which then holds two.
    let second = position("0 0 4 0 0 1 | 1 2 0 0 0 5 | 15 20 | second");
    let pit = Pit::ALL[2];
    assert_eq!(Awari.format_move(&second, pit), "C4 x 2");
    for text in ["C", "C4", "C4x2", "C4 x 2", " C x2 ", "C4 x2"] {
        assert_eq!(Awari.read_move(&second, text), Ok(pit), "{text}");
    }
    let after = Awari.play(&second, pit);
    assert_eq!(Awari.format_position(&after), "0 2 0 0 0 5 | 0 0 0 1 1 2 | 20 17");
    assert_eq!(Awari.format_move(&Awari.start(), Pit::ALL[2]), "c4");
}

#[test]
fn faults_in_moves_are_located() {
    let second = position("0 0 4 0 0 1 | 1 2 0 0 0 5 | 15 20 | second");
    let fault = |text: &str| {
        let error = Awari.read_move(&second, text).expect_err(text);
        (error.span.clone(), error.to_string())
    };
    assert_eq!(fault("C5"), (1..2, "pit C holds 4 seeds".to_owned()));
    assert_eq!(fault("C4 x 3"), (5..6, "the move captures 2 seeds".to_owned()));
    assert_eq!(fault("F1x3"), (3..4, "the move captures 2 seeds".to_owned()));
    assert_eq!(fault("A"), (0..1, "A is empty; the move needs a seed there".to_owned()));
    assert_eq!(fault(" c4").0, 1..2);
    assert!(fault("c4").1.contains("the player to move has A … F"));
    assert_eq!(fault("x").0, 0..1);
    assert_eq!(fault("C4 y").0, 3..4);
    assert_eq!(fault("C4 x").0, 4..4);
    assert_eq!(fault("C99").0, 1..3);
    assert_eq!(fault("").0, 0..0);
    let starving = position("1 0 0 0 0 2 | 0 0 0 0 0 0 | 20 25");
    assert_eq!(Awari.outcome(&starving), Some(Wdl::Loss));
    assert_eq!(Awari.read_move(&starving, "f2").expect_err("over").fault, ReadFault::GameOver);
    let starving = position("1 0 0 0 0 2 | 0 0 0 0 0 0 | 22 23");
    let error = Awari.read_move(&starving, "a").expect_err("starves");
    assert!(error.to_string().ends_with("other moves do not: f"), "{error}");
}

#[test]
fn faults_in_positions_are_located() {
    let fault = |text: &str| {
        let error = Awari.read_position(text).expect_err(text);
        (error.span.clone(), error.to_string())
    };
    for (text, place) in [
        ("1 1 1", 5..5),
        ("1 1 1 1 1 2 | 4 2 3 0 0 0", 25..25),
        ("1 1 1 1 1 2 | 4 2 3 0 0 0 | 20 13", 28..33),
        ("1 1 1 1 1 2 | 4 2 3 0 0 0 | 20 12 13", 34..35),
        ("1 1 1 1 1 2 | 4 2 3 0 0 0 | 20 12 | third", 36..37),
        ("1 1 1 1 1 2 | 4 2 3 0 0 x", 24..25),
        ("1 1 1 1 1 49 | 4 2 3 0 0 0 | 0 0", 10..12),
        ("9 9 9 9 9 9 | 9 9 9 9 9 9 | 0 0", 0..25),
        ("c4;c4", 3..4),
        ("c4;;A5", 3..3),
        ("2 1 1 1 1 1\n4 2 3 0 0 0", 23..23),
        ("f e d c b x\n", 10..11),
        ("20 2 1 1 1 1 1 1\n4", 15..16),
        ("20 2 1 1 1 1 1\n4 2 3 0 0 0 12\nsecond two move", 37..38),
    ] {
        assert_eq!(fault(text).0, place, "{text}: {}", fault(text).1);
    }
    assert!(fault("1 1 1 1 1 2 | 4 2 3 0 0 0").1.contains("together 32"));
    let seeds = Seeds::new(16).expect("few");
    assert_eq!(seeds.read_position("1 1 1 1 1 2 | 4 2 3 0 0 0 | 20 12").expect_err("stores").span, 26..27);
    assert_eq!(seeds.read_position("20 1 1 1 1 1 2\n4 2 3 0 0 0").expect_err("a store").span, 0..2);
}

const GAMES: &str = "\
First:solver
Second:random

Start:0 0 0 0 0 1 | 1 0 0 0 0 3 | 24 19
f1 x 2;26-19
c4, A5, d, B!";

#[test]
fn handwritten_records_are_read() {
    let text = GAMES.replace("B!", "!");
    let found: Vec<GameRecord> = read(text.as_bytes()).into_iter().map(|game| game.expect("right")).collect();
    assert_eq!(found.len(), 2);
    let first = Verdict::by_rules(Some(Side::Black));
    assert_eq!((found[0].line, found[0].moves.len(), found[0].verdict), (5, 1, first));
    assert_eq!((found[1].line, found[1].moves.len(), found[1].verdict), (6, 3, Verdict::BROKEN_OFF));
    assert_eq!(found[1].names[1].as_deref(), Some("random"));
    assert_eq!(found[1].start, Awari::pack(&Awari.start()));
}

/// `OpenSpiel` gives the seeds left on the board to the players whose pits hold them.
#[test]
fn a_result_may_distribute_the_seeds_left_on_the_board() {
    let game =
        |result: &str| read(format!("Start:0 0 0 0 0 1 | 1 0 0 0 0 3 | 24 19\nf1;{result}").as_bytes());
    for result in ["26-19", "29-19", "26-22", "27-21", "27½-20½"] {
        assert_eq!(game(result)[0].as_ref().expect(result).verdict, Verdict::by_rules(Some(Side::Black)));
    }
    for result in ["26-23", "25-23", "22-26", "19-29", "48-0"] {
        assert!(game(result)[0].is_err(), "{result}");
    }
}

#[test]
fn faults_in_records_are_located() {
    for (text, line, column, reason) in [
        ("", 1, 1, "no game here"),
        ("First:a\n", 1, 1, "no game here"),
        (GAMES, 6, 13, "the number of seeds sown"),
        ("c4;A5;\nc4;A5", 1, 7, "without a result"),
        ("c4;A4;!", 1, 5, "pit A holds 5 seeds"),
        ("c4;;A5;!", 1, 4, "expected a move"),
        ("c4;!;A4", 1, 4, "expected a pit"),
        ("c4;A5;25-18", 1, 7, "the game goes on"),
        ("c4;25to18", 1, 4, "expected a pit"),
        ("c4;49-0", 1, 4, "the game goes on"),
        ("Start:1 2 3\n!", 1, 12, "the text ends"),
        ("Start:start\n", 1, 7, "no game begins"),
        ("Start:0 0 0 0 0 1 | 1 0 0 0 0 3 | 24 19\nf1;A;26-19", 2, 4, "more than half of all seeds: 26-19"),
        ("Start:0 0 0 0 0 1 | 1 0 0 0 0 3 | 24 19\nf1;25-20", 2, 4, "claims 25-20"),
        ("Start:0 0 0 0 0 1 | 1 0 0 0 0 3 | 24 19\nf1;26.5-19½", 2, 4, "claims 26½-19½"),
    ] {
        let found = read(text.as_bytes());
        let fault = found
            .iter()
            .rev()
            .find_map(|game| game.as_ref().err())
            .unwrap_or_else(|| panic!("{text}: {found:?}"));
        assert_eq!((fault.line, fault.column), (line, column), "{text}: {fault}");
        assert!(fault.to_string().contains(reason), "{text}: {fault}");
        assert!(fault.caret.end <= fault.text.chars().count());
    }
    let found = read(b"c4;A5;\xff;!");
    assert!(matches!(&found[0], Err(fault) if fault.column == 7), "{found:?}");
}

#[test]
fn pits_hold_at_most_all_seeds() {
    assert!(Pits::new([4; 12]).is_ok());
    assert_eq!(Pits::new([5; 12]).expect_err("sixty").to_string(), "60 seeds: the game has only 48");
    assert!(Pits::new([255; 12]).is_err());
    assert!(Seeds::new(49).is_err());
}
