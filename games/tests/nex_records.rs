//! Records of Nex games: the old program's files, and faults of every kind.

use nexsolve_core::Side;
use nexsolve_games::record::RecordFault;
use nexsolve_games::records::{GameRecord, ReadGame, Verdict, recognised};
use nexsolve_games::{Board, Extent};

const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/data/nexc-games");

/// A file, its number of valid games, their board size, and the line and column of each fault.
type File = (&'static str, usize, u32, &'static [(usize, usize)]);

const FILES: [File; 33] = [
    ("games_2_1_black-9877a8f3.txt", 1, 3, &[]),
    ("games_mevme-e848a818.txt", 1, 5, &[]),
    ("games_mevme2-d86921ed.txt", 1, 5, &[]),
    // White's fourth move puts a stone on c3, which Black has just made neutral.
    ("games_mevme3-722c0b43.txt", 0, 0, &[(1, 54)]),
    ("games_pseudoRand_solver2-24074494.txt", 50, 3, &[]),
    ("games_rand_solver2_blackwin-602a4b25.txt", 1, 3, &[]),
    ("games_random_solver3x3-a5c381fe.txt", 1, 3, &[]),
    ("games_random_solver3x3_1-f850bb2b.txt", 1, 3, &[]),
    ("games_random_solver3x3_2-cc1e717a.txt", 1, 3, &[]),
    ("games_random_solver3x3_3-777c3e8e.txt", 1, 3, &[]),
    ("games_random_solver3x3_draw-1d73b422.txt", 1, 3, &[]),
    ("games_solver2_solver1_1-e19a4b95.txt", 1, 3, &[]),
    ("games_solver2_solver2_temp-94f72fb6.txt", 10, 3, &[]),
    ("games_solver_solver3x3-4f9da50e.txt", 1, 3, &[]),
    ("games_solver_solver3x3-9acff689.txt", 1, 3, &[]),
    ("log_anshil-solver1.0-1-0755891e.txt", 1, 3, &[]),
    ("log_anshil-solver1.0-2x2-0-f81267b4.txt", 1, 2, &[]),
    ("log_anshil-solver1.0-3x3-0-df68abc3.txt", 1, 3, &[]),
    // A game broken off; it names a4 and b4, so it was not played on 3x3, whatever the file name says.
    ("log_anshil-solver1.0-3x3-3-737e7b32.txt", 1, 4, &[]),
    ("log_anshil-solver1.0-d395a94d.txt", 1, 3, &[]),
    ("log_rand-anshil-395db0d8.txt", 1, 5, &[]),
    ("log_random-solver1.0-3x3-3-79bd0959.txt", 1, 3, &[]),
    ("log_solver1.0-anshil-2x2-0-b6496214.txt", 1, 2, &[]),
    ("log_solver1.0-anshil-3x3-0-4d376aa0.txt", 1, 3, &[]),
    ("log_solver1.0-random-1-5990dcc5.txt", 1, 3, &[]),
    ("log_solver1.0-random-3x3-4-d317b5aa.txt", 1, 3, &[]),
    ("log_solver1.0-random-71129e88.txt", 1, 3, &[]),
    ("log_solver1.0-solver1.0-0-f71fe401.txt", 1, 3, &[]),
    ("log_solver1.0-solver1.0-2x2-0-544f1b90.txt", 1, 2, &[]),
    ("log_solver1.0-solver1.0-2x2-1-3f7b1bf2.txt", 1, 2, &[]),
    ("log_solver1.0-solver1.0-3x3-3-91d7e327.txt", 1, 3, &[]),
    ("log_solver1.0-solver1.0-3x3-5-9338c4e9.txt", 2, 3, &[(1, 1), (3, 1), (5, 1)]),
    // Three conflict marks, and on line 2 a game in which White begins.
    ("log_solver1.0-solver1.0-3x3-6-1-8197933d.txt", 1, 3, &[(1, 1), (2, 1), (3, 1), (5, 1)]),
];

fn board(rows: u32, cols: u32) -> Board {
    nexsolve_games::spec("nex").expect("Nex").on(Extent::Sides { rows, cols })
}

fn read(bytes: &[u8], size: Option<(u32, u32)>) -> Vec<ReadGame> {
    let given = size.map(|(rows, cols)| board(rows, cols));
    nexsolve_games::records::of(board(3, 3).card()).read(bytes, given)
}

fn write(records: &[GameRecord]) -> String {
    nexsolve_games::records::of(board(3, 3).card()).write(records).expect("moves from the start")
}

fn good(found: &[ReadGame]) -> Vec<&GameRecord> {
    found.iter().flatten().collect()
}

fn faults(found: &[ReadGame]) -> Vec<&RecordFault> {
    found.iter().filter_map(|found| found.as_ref().err()).collect()
}

fn places(text: &str, size: Option<(u32, u32)>) -> (usize, Vec<(usize, usize)>) {
    let found = read(text.as_bytes(), size);
    (good(&found).len(), faults(&found).iter().map(|fault| (fault.line, fault.column)).collect())
}

/// Returns the only fault in a text that has this number of valid games.
fn only_fault(text: &str, size: Option<(u32, u32)>, games: usize) -> RecordFault {
    let found = read(text.as_bytes(), size);
    assert_eq!((good(&found).len(), faults(&found).len()), (games, 1), "{found:#?}");
    faults(&found)[0].clone()
}

#[test]
fn old_files_are_read_and_their_faults_located() {
    let mut names: Vec<_> = std::fs::read_dir(DATA)
        .expect("the data are in the repository")
        .map(|entry| entry.expect("readable").file_name().into_string().expect("ASCII names"))
        .filter(|name| name != "README.md")
        .collect();
    names.sort();
    assert_eq!(names, FILES.map(|(name, ..)| name));
    for (name, games, side, expected) in FILES {
        let bytes = std::fs::read(format!("{DATA}/{name}")).expect("readable");
        assert!(matches!(recognised(&bytes)[..], [card] if card.word == "nex"), "{name}");
        let found = read(&bytes, None);
        let places: Vec<_> = faults(&found).iter().map(|fault| (fault.line, fault.column)).collect();
        assert_eq!(places, expected, "{name}");
        assert_eq!(good(&found).len(), games, "{name}");
        assert!(good(&found).iter().all(|game| game.board == board(side, side)), "{name}");
        let again = read(write(&cloned(&found)).as_bytes(), None);
        assert_eq!(without_lines(cloned(&again)), without_lines(cloned(&found)), "{name}");
    }
}

fn cloned(found: &[ReadGame]) -> Vec<GameRecord> {
    good(found).into_iter().cloned().collect()
}

fn without_lines(mut records: Vec<GameRecord>) -> Vec<GameRecord> {
    for record in &mut records {
        record.line = 0;
        record.fits = Vec::new();
    }
    records
}

#[test]
fn the_later_form_contains_numbers_names_and_results() {
    let found = read(
        &std::fs::read(format!("{DATA}/games_pseudoRand_solver2-24074494.txt")).expect("readable"),
        Some((7, 7)),
    );
    let records = good(&found);
    assert_eq!(records.iter().map(|r| r.number).collect::<Vec<_>>(), (1..=50).map(Some).collect::<Vec<_>>());
    assert!(records.iter().all(|r| r.names == ["pseudoRand", "solver1.0"].map(|name| Some(name.to_owned()))));
    assert_eq!(records[1].line, 13);
    let count = |winner| records.iter().filter(|r| r.verdict == Verdict::by_rules(winner)).count();
    assert_eq!([Some(Side::Black), None, Some(Side::White)].map(count), [2, 22, 26]);
}

#[test]
fn a_given_size_applies_to_the_early_form() {
    let fault = only_fault("Bc3?b3;Wa2?a1;Ba4?b4;Wb3Wb4?a2;!", Some((3, 3)), 0);
    assert_eq!((fault.line, fault.column), (1, 16));
    assert_eq!(fault.to_string(), "line 1, column 16: a4 is off the board, whose cells run from a1 to c3");
    let fault = only_fault("Ba1?a2;Wb1?b2;Ba2Bb2?a1;B", Some((3, 3)), 0);
    assert_eq!(fault.column, 25);
    assert_eq!(
        fault.reason,
        "the record claims that Black won, but on 3x3 Black has not joined top and bottom, and the game goes on"
    );
    assert_eq!(places("Ba1?a2;Wb1?b2;Ba2Bb2?a1;B", Some((2, 2))), (1, vec![]));
    let found = read(b"Ba1?a2;!", Some((20, 3)));
    assert_eq!(faults(&found)[0].reason, "a board has 1 to 19 rows and columns, not 20x3");
}

#[test]
fn a_missing_size_is_inferred() {
    // All cells fit 3x3, but there Black would win with the fifth move, and White moves once more.
    let text = "Ba1?a3;Wc2?c3;Bb1?b3;Wa3Wc3?c2;Bc1?a2;Wc2Wb3?a3;!";
    assert_eq!(good(&read(text.as_bytes(), None))[0].board, board(4, 4));
    assert_eq!(only_fault(text, Some((3, 3)), 0).column, 39);
    let fault = only_fault("Ba1?a2;Wb1?b2;Ba2Bb2?a1;Wc1?c2;W", None, 0);
    assert_eq!(fault.column, 32, "{fault}");
}

#[test]
fn a_fault_rejects_one_game() {
    let good_game = "Ba1?a2;Wb1?b2;Ba2Bb2?a1;B";
    let text = format!("{good_game}Ba1?a1;Wb1?b2;W{good_game}{good_game}");
    let fault = only_fault(&text, None, 3);
    assert_eq!((fault.column, fault.reason.as_str()), (30, "the move names a1 twice"));
    assert_eq!(fault.text.chars().collect::<Vec<_>>()[fault.caret.clone()], ['a', '1']);
    // A result before the end, an end before the result, a move after the end.
    assert_eq!(places(&format!("Ba1?a2;#{good_game}"), Some((2, 2))), (1, vec![(1, 8)]));
    assert_eq!(places(&format!("Ba1?a2;\n\n{good_game}\r\n"), None), (1, vec![(1, 8)]));
    assert_eq!(places("Ba1?a2;Wb1?b2;Ba2Bb2?a1;Wa1Wb1?b1;W", Some((2, 2))), (0, vec![(1, 25)]));
    assert_eq!(places(&format!("Ba1?a2\n{good_game}"), None), (1, vec![(1, 7)]));
    assert_eq!(places(&format!("<<<<<<< a\n{good_game}\n|||||||\n=======\n>>>>>>> b"), None).1.len(), 4);
    // A run of results without games is one fault, but a header can introduce a game without moves.
    assert_eq!(places(&format!("{good_game}W#!{good_game}\n!"), None), (2, vec![(1, 26), (2, 1)]));
    assert_eq!(places("Board:r3-c3\n!", None), (1, vec![]));
    // A game broken off after its last move is still a game.
    assert_eq!(places("Ba1?a2;Wb1?b2;Ba2Bb2?a1;!", Some((2, 2))), (1, vec![]));
    // An unfinished game, as it is pasted.
    assert_eq!(places("Ba1?a2;Wb1?b2", Some((2, 2))), (1, vec![]));
    assert_eq!(places("Ba1?a2;swap", Some((2, 2))), (1, vec![]));
}

#[test]
fn headers_are_checked() {
    let game = "Ba1?a2;Wb1?b2;Ba2Bb2?a1;B\n";
    let head = |lines: &str| format!("{lines}\n{game}");
    let fault = only_fault(&head("Black:x\nWhite:y\n#games:2;"), None, 1);
    assert_eq!((fault.line, fault.column), (3, 8));
    assert_eq!(fault.reason, "the header says 2 games, but 1 follow it");
    assert!(read(head("#games:2;").as_bytes(), None)[0].is_err(), "in the file's order");
    for (board, column) in [("r0-c3", 7), ("r3-c20", 7), ("r99999999999-c3", 7), ("3x3", 7), ("r3-c+3", 7)] {
        let fault = only_fault(&head(&format!("Board:{board}")), None, 0);
        assert_eq!((fault.line, fault.column), (1, column), "{board}");
    }
    // The game under a valid header is read on its own.
    let text = format!("Game#1\nBoard:r0-c3\n{game}Game#2\nBoard:r2-c2\n{game}Game#x\n{game}");
    assert_eq!(places(&text, None), (2, vec![(2, 7), (7, 6)]));
    assert_eq!(only_fault(&head("Board:r2-c2\nInit_State:Ba1?a2;Ba1?a2;"), None, 0).line, 2);
    let found = read(b"Board:r2-c2\nInit_State:Ba1?a2;Wb1?b2;\nBa2Bb2?a1;B", None);
    assert_eq!((good(&found)[0].prelude.len(), good(&found)[0].moves.len()), (2, 1));
    assert_eq!(only_fault("#games:many;", None, 0).column, 8);
}

#[test]
fn an_empty_file_is_a_fault_unless_written_for_no_games() {
    for text in ["", "\n\r\n  ", "\u{feff}", "Black:x\nWhite:y\n"] {
        assert!(only_fault(text, None, 0).reason.starts_with("no game here"));
    }
    assert_eq!(read(write(&[]).as_bytes(), None), []);
}

#[test]
fn bytes_that_are_not_utf_8_in_a_move_are_a_fault_of_its_game() {
    let mut bytes = b"Ba1?a2;W\xff1?b2;B".to_vec();
    bytes.extend(b"Ba1?a2;Wb1?b2;Ba2Bb2?a1;B\nBlack:\xfe\n");
    let found = read(&bytes, None);
    assert_eq!(good(&found).len(), 1);
    let places: Vec<_> = faults(&found).iter().map(|fault| (fault.line, fault.column)).collect();
    // No game has the name.
    assert_eq!(places, [(1, 9), (2, 1)]);
}

#[test]
fn ten_megabytes_on_one_line_are_read() {
    let repeat = |text: &str| text.repeat(10_000_000 / text.len());
    for (text, size) in [
        (repeat("Ba1?a1;B"), Some((2, 2))),
        (repeat("Ba1?a2;"), None),
        (repeat("x"), None),
        (repeat(" "), None),
        (repeat("!"), Some((3, 3))),
        (format!("Black:{}", repeat("n")), None),
        (format!("Ba1?a{}", repeat("9")), None),
        (format!("Board:r{}-c3", repeat("9")), None),
    ] {
        for fault in faults(&read(text.as_bytes(), size)) {
            assert!(fault.text.chars().count() <= 70 && fault.reason.len() < 200);
        }
    }
}

#[test]
fn a_game_with_the_swap_rule_says_so() {
    let swap = |text: &str| nexsolve_games::board(text).expect("a board");
    let game = "Ba1?a2;swap;Wb1?b2;Ba2Bb2?a1;B";
    // By the swap itself, in the main line or a variation, or by a line of the header.
    for (text, board) in [
        (game.to_owned(), "nex:swap:2x2"),
        ("Ba1?a2;Wb1?b2;Ba2Bb2?a1;B\nVariation:1:swap;Wb1?b2;".to_owned(), "nex:swap:2x2"),
        ("Board:r2-c2\nRules:swap\nBa1?a2;Wb1?b2;Ba2Bb2?a1;B".to_owned(), "nex:swap:2x2"),
        ("Board:r2-c2\nBa1?a2;Wb1?b2;Ba2Bb2?a1;B".to_owned(), "nex:2x2"),
        ("Board:r2-c2\nRules:swap\n!\nGame#2\nBoard:r2-c2\n!".to_owned(), "nex:swap:2x2"),
        ("Board:r2-c2\nRules:swap\nInit_State:Ba1?a2;\nswap;Wb1?b2;!".to_owned(), "nex:swap:2x2"),
    ] {
        let found = read(text.as_bytes(), None);
        assert_eq!(faults(&found), [] as [&RecordFault; 0], "{text}");
        assert_eq!(good(&found)[0].board, swap(board), "{text}");
        let again = read(write(&cloned(&found)).as_bytes(), None);
        assert_eq!(without_lines(cloned(&again)), without_lines(cloned(&found)), "{text}");
    }
    let found = read(b"Board:r2-c2\nRules:swap\n!\nGame#2\nBoard:r2-c2\n!", None);
    assert_eq!(good(&found)[1].board, swap("nex:2x2"), "the rule is that of one board");
    assert_eq!(only_fault("Ba1?a2;Wb1?b2;swap;!", Some((2, 2)), 0).column, 15);
    assert_eq!(only_fault("Board:r2-c2\nRules:pie\nBa1?a2;!", None, 1).column, 7);
    // A variation after a prelude of the plain game cannot swap.
    let late = "Board:r2-c2\nInit_State:Ba1?a2;\nWb1?b2;!\nVariation:0:swap;";
    assert_eq!(only_fault(late, None, 1).line, 4);
}
