//! Records of Nex games: the old program's files, faults of every kind, and what is written is read again.

use nexsolve_core::laws::SplitMix;
use nexsolve_core::{Fault, Game, Side, Wdl};
use nexsolve_games::nex::record::{self, GameResult, Record, RecordFault, RecordReason};
use nexsolve_games::nex::{Nex, NexMove};
use nexsolve_games::rhombus::Wide;
use proptest::prelude::*;

const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/data/nexc-games");

/// A file, how many games are good, on how large a board, and the line and column of each fault.
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
    // Broken off; it names a4 and b4, so it was not on 3x3, whatever the file's name says.
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
    // Three conflict marks, and on line 2 a game that White begins.
    ("log_solver1.0-solver1.0-3x3-6-1-8197933d.txt", 1, 3, &[(1, 1), (2, 1), (3, 1), (5, 1)]),
];

fn good(found: &[Result<Record, RecordFault>]) -> Vec<&Record> {
    found.iter().flatten().collect()
}

fn faults(found: &[Result<Record, RecordFault>]) -> Vec<&RecordFault> {
    found.iter().filter_map(|found| found.as_ref().err()).collect()
}

fn places(text: &str, size: Option<(u32, u32)>) -> (usize, Vec<(usize, usize)>) {
    let found = record::read(text.as_bytes(), size);
    (good(&found).len(), faults(&found).iter().map(|fault| (fault.line, fault.column)).collect())
}

/// The only fault in a text, which has as many good games as told.
fn only_fault(text: &str, size: Option<(u32, u32)>, games: usize) -> RecordFault {
    let found = record::read(text.as_bytes(), size);
    assert_eq!((good(&found).len(), faults(&found).len()), (games, 1), "{found:#?}");
    faults(&found)[0].clone()
}

#[test]
fn the_old_programs_files_are_read_and_their_faults_found() {
    let mut names: Vec<_> = std::fs::read_dir(DATA)
        .expect("the data are in the repository")
        .map(|entry| entry.expect("readable").file_name().into_string().expect("ASCII names"))
        .filter(|name| name != "README.md")
        .collect();
    names.sort();
    assert_eq!(names, FILES.map(|(name, ..)| name));
    for (name, games, side, expected) in FILES {
        let found = record::read(&std::fs::read(format!("{DATA}/{name}")).expect("readable"), None);
        let places: Vec<_> = faults(&found).iter().map(|fault| (fault.line, fault.column)).collect();
        assert_eq!(places, expected, "{name}");
        assert_eq!(good(&found).len(), games, "{name}");
        assert!(good(&found).iter().all(|game| (game.rows, game.cols) == (side, side)), "{name}");
        let again = record::read(record::write(&cloned(&found)).as_bytes(), None);
        assert_eq!(without_lines(cloned(&again)), without_lines(cloned(&found)), "{name}");
    }
}

fn cloned(found: &[Result<Record, RecordFault>]) -> Vec<Record> {
    good(found).into_iter().cloned().collect()
}

fn without_lines(mut records: Vec<Record>) -> Vec<Record> {
    for record in &mut records {
        record.line = 0;
    }
    records
}

#[test]
fn the_later_form_tells_all_there_is() {
    let found = record::read(
        &std::fs::read(format!("{DATA}/games_pseudoRand_solver2-24074494.txt")).expect("readable"),
        Some((7, 7)),
    );
    let records = good(&found);
    assert_eq!(records.iter().map(|r| r.number).collect::<Vec<_>>(), (1..=50).map(Some).collect::<Vec<_>>());
    assert!(records.iter().all(|r| r.black.as_deref() == Some("pseudoRand")));
    assert!(records.iter().all(|r| r.white.as_deref() == Some("solver1.0")));
    assert_eq!(records[1].line, 13);
    let count = |result| records.iter().filter(|r| r.result == result).count();
    assert_eq!([GameResult::Black, GameResult::Draw, GameResult::White].map(count), [2, 22, 26]);
}

#[test]
fn a_given_size_is_the_size_of_the_early_form() {
    let fault = only_fault("Bc3?b3;Wa2?a1;Ba4?b4;Wb3Wb4?a2;!", Some((3, 3)), 0);
    assert_eq!((fault.line, fault.column), (1, 16));
    assert_eq!(fault.to_string(), "line 1, column 16: a4 is off the board, whose cells run from a1 to c3");
    let fault = only_fault("Ba1?a2;Wb1?b2;Ba2Bb2?a1;B", Some((3, 3)), 0);
    assert_eq!(fault.column, 25);
    assert_eq!(
        fault.reason.to_string(),
        "the record claims that Black won, but on 3x3 Black has not joined top and bottom, and the game goes on"
    );
    assert_eq!(places("Ba1?a2;Wb1?b2;Ba2Bb2?a1;B", Some((2, 2))), (1, vec![]));
    let found = record::read(b"Ba1?a2;!", Some((20, 3)));
    assert!(matches!(faults(&found)[0].reason, RecordReason::Board(_)));
}

#[test]
fn the_size_is_found_where_it_is_not_given() {
    // All cells are on 3x3, but there Black wins with the fifth move, and White moves once more.
    let text = "Ba1?a3;Wc2?c3;Bb1?b3;Wa3Wc3?c2;Bc1?a2;Wc2Wb3?a3;!";
    assert_eq!(good(&record::read(text.as_bytes(), None))[0].rows, 4);
    assert_eq!(only_fault(text, Some((3, 3)), 0).column, 39);
    let fault = only_fault("Ba1?a2;Wb1?b2;Ba2Bb2?a1;Wc1?c2;W", None, 0);
    assert_eq!(fault.column, 32, "{fault}");
}

#[test]
fn a_fault_costs_one_game() {
    let good_game = "Ba1?a2;Wb1?b2;Ba2Bb2?a1;B";
    let text = format!("{good_game}Ba1?a1;Wb1?b2;W{good_game}{good_game}");
    let fault = only_fault(&text, None, 3);
    assert_eq!(
        (fault.column, &fault.reason),
        (30, &RecordReason::Move(Fault::SameCell { cell: "a1".into() }))
    );
    assert_eq!(fault.text.chars().collect::<Vec<_>>()[fault.caret.clone()], ['a', '1']);
    // A result before the end, an end before the result, a move after the end.
    assert_eq!(places(&format!("Ba1?a2;#{good_game}"), Some((2, 2))), (1, vec![(1, 8)]));
    assert_eq!(places(&format!("Ba1?a2;\n\n{good_game}\r\n"), None), (1, vec![(1, 8)]));
    assert_eq!(places("Ba1?a2;Wb1?b2;Ba2Bb2?a1;Wa1Wb1?b1;W", Some((2, 2))), (0, vec![(1, 25)]));
    assert_eq!(places(&format!("Ba1?a2\n{good_game}"), None), (1, vec![(1, 7)]));
    assert_eq!(places(&format!("<<<<<<< a\n{good_game}\n|||||||\n=======\n>>>>>>> b"), None).1.len(), 4);
    // A result without a game: one fault for a run of them, but a header can have a game without moves.
    assert_eq!(places(&format!("{good_game}W#!{good_game}\n!"), None), (2, vec![(1, 26), (2, 1)]));
    assert_eq!(places("Board:r3-c3\n!", None), (1, vec![]));
    // A game broken off after its last move is still a game.
    assert_eq!(places("Ba1?a2;Wb1?b2;Ba2Bb2?a1;!", Some((2, 2))), (1, vec![]));
}

#[test]
fn headers_are_checked() {
    let game = "Ba1?a2;Wb1?b2;Ba2Bb2?a1;B\n";
    let head = |lines: &str| format!("{lines}\n{game}");
    let fault = only_fault(&head("Black:x\nWhite:y\n#games:2;"), None, 1);
    assert_eq!((fault.line, fault.column), (3, 8));
    assert_eq!(fault.reason, RecordReason::Count { said: 2, found: 1 });
    assert!(record::read(head("#games:2;").as_bytes(), None)[0].is_err(), "in the file's order");
    for (board, column) in [("r0-c3", 7), ("r3-c20", 7), ("r99999999999-c3", 7), ("3x3", 7), ("r3-c+3", 7)] {
        let fault = only_fault(&head(&format!("Board:{board}")), None, 0);
        assert_eq!((fault.line, fault.column), (1, column), "{board}");
    }
    // The game under a good header is read again.
    let text = format!("Game#1\nBoard:r0-c3\n{game}Game#2\nBoard:r2-c2\n{game}Game#x\n{game}");
    assert_eq!(places(&text, None), (2, vec![(2, 7), (7, 6)]));
    assert_eq!(only_fault(&head("Board:r2-c2\nInit_State:Ba1?a2;Ba1?a2;"), None, 0).line, 2);
    let found = record::read(b"Board:r2-c2\nInit_State:Ba1?a2;Wb1?b2;\nBa2Bb2?a1;B", None);
    assert_eq!((good(&found)[0].init.len(), good(&found)[0].moves.len()), (2, 1));
    assert_eq!(only_fault("#games:many;", None, 0).column, 8);
}

#[test]
fn an_empty_file_is_one_fault_and_no_games_can_be_told() {
    for text in ["", "\n\r\n  ", "\u{feff}", "Black:x\nWhite:y\n"] {
        assert_eq!(only_fault(text, None, 0).reason, RecordReason::Empty);
    }
    assert_eq!(record::read(record::write(&[]).as_bytes(), None), []);
}

#[test]
fn bytes_that_are_no_text_are_a_fault_of_their_game() {
    let mut bytes = b"Ba1?a2;W\xff1?b2;B".to_vec();
    bytes.extend(b"Ba1?a2;Wb1?b2;Ba2Bb2?a1;B\nBlack:\xfe\n");
    let found = record::read(&bytes, None);
    assert_eq!(good(&found).len(), 1);
    let places: Vec<_> = faults(&found).iter().map(|f| (f.line, f.column, f.reason.clone())).collect();
    assert_eq!(places, [(1, 9, RecordReason::NotText), (2, 7, RecordReason::NotText)]);
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
        for fault in faults(&record::read(text.as_bytes(), size)) {
            assert!(fault.text.chars().count() <= 70 && fault.reason.to_string().len() < 200);
        }
    }
}

/// A random game, with so many of its moves as initial ones (or all, if it is shorter), broken off after `most`.
fn random_game(rows: u32, cols: u32, seed: u64, init: usize, most: usize) -> Record {
    let game = Nex::<Wide>::new(rows, cols).expect("a board");
    let (mut position, mut random) = (game.start(), SplitMix(seed));
    let (mut list, mut moves): (Vec<NexMove>, Vec<NexMove>) = (Vec::new(), Vec::new());
    game.moves(&position, &mut list);
    while !list.is_empty() && moves.len() < most {
        let mv = list[random.below(list.len())];
        position = game.play(&position, mv);
        moves.push(mv);
        game.moves(&position, &mut list);
    }
    let result = match (game.outcome(&position), position.side_to_move()) {
        (None, _) => GameResult::BrokenOff,
        (Some(Wdl::Draw), _) => GameResult::Draw,
        (Some(Wdl::Loss), Side::White) | (Some(Wdl::Win), Side::Black) => GameResult::Black,
        (Some(_), _) => GameResult::White,
    };
    let rest = moves.split_off(init.min(moves.len()));
    Record { rows, cols, black: None, white: None, number: None, init: moves, moves: rest, result, line: 0 }
}

fn names() -> impl Strategy<Value = Option<String>> {
    prop::option::of(prop_oneof![Just("solver1.0"), Just(""), Just("é #games:3; B"), Just("!")])
        .prop_map(|name| name.map(str::to_owned))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn records_written_are_read_again(
        games in prop::collection::vec(
            (prop::sample::select(vec![(2, 2), (3, 5), (1, 4), (11, 11), (19, 19)]), any::<u64>(), 0_usize..4,
             0_usize..400, names(), names(), prop::option::of(any::<u32>())),
            0..6,
        )
    ) {
        let records: Vec<Record> = games
            .into_iter()
            .map(|((rows, cols), seed, init, most, black, white, number)| Record {
                black, white, number, ..random_game(rows, cols, seed, init, most)
            })
            .collect();
        let text = record::write(&records);
        let found = record::read(text.as_bytes(), None);
        prop_assert_eq!(faults(&found), Vec::<&RecordFault>::new(), "{}", text);
        prop_assert_eq!(without_lines(cloned(&found)), records);
    }

    #[test]
    fn no_bytes_break_the_reader(
        bytes in prop_oneof![
            prop::collection::vec(any::<u8>(), 0..200),
            "([BW?][a-e][1-5]|;|\n|B|W|#|!|\r\n|Black:|White:|#games:2;|Game#1|Board:r3-c3|Init_State:|=======|é|\t){0,40}"
                .prop_map(String::into_bytes),
        ],
        size in prop::option::of((0_u32..25, 0_u32..25)),
    ) {
        let lines = bytes.split(|&b| b == b'\n').count();
        for fault in faults(&record::read(&bytes, size)) {
            prop_assert!((1..=lines).contains(&fault.line) && fault.column >= 1);
            let length = fault.text.chars().count();
            prop_assert!(length <= 70 && fault.caret.start <= fault.caret.end && fault.caret.end <= length);
            prop_assert!(!fault.text.chars().any(char::is_control) && !fault.to_string().is_empty());
        }
    }
}
