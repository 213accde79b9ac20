//! Bad input, whatever it is: one short message that shows the place, the right exit code, and nothing else.

use crate::support::{command, document, outcome, outcome_of, path};
use std::path::{Path, PathBuf};

/// A message that people can read: short, with a caret, without a line wider than a terminal should have to show.
fn check_message(what: &str, message: &str) {
    assert!(message.contains('^'), "{what}: {message}");
    assert!(message.len() < 2_000, "{what}: {} bytes", message.len());
    assert!(message.lines().all(|line| line.chars().count() < 200), "{what}: {message}");
    assert!(message.chars().all(|c| c == '\n' || !c.is_control()), "{what}: {message:?}");
}

#[test]
fn bad_positions_are_exit_3_with_a_caret() {
    let long = "Ba1?a2;".repeat(15_000);
    for (board, position, says) in [
        ("nex:3x3", "Ba1?b1;Wa1?c1", "a1 is a black stone; the move needs an empty cell there"),
        ("nex:3x3", "Ba9?b1", "a9 is off the board"),
        ("nex:3x3", "Bd1?b1", "d1 is off the board"),
        ("nex:3x3", "Wa1?b1", "it is Black's turn"),
        (
            "nex:3x3",
            "Ba1?b1;Wb2?c1;Ba2Bb1?a1",
            "a2 is empty; a transform move names two neutral stones to convert, then the own stone to give up",
        ),
        ("nex:3x3", "Ba1?b1;Wb2?c1;Bb1Bc1?b2", "b2 is a white stone; the move needs a black stone there"),
        ("nex:3x3", "Ba1?a1", "the move names a1 twice"),
        ("nex:3x3", "nonsense", "expected a move such as"),
        ("nex:3x3", "Ba1", "but the text ends"),
        ("nex:3x3", "Ba1?b1;;Wb2?c1", "expected a move"),
        ("nex:3x3", "Ba3?b1;Wa1?a2;Bc1?c2;Wb2?b3;Bb3Bc2?c1;Wa2?b1", "the game is over"),
        ("nex:3x3", "../..", "row a ends after 2 of 3 cells"),
        ("nex:2x2", ".../.../...", "expected the end of row a after 2 cells"),
        ("nex:3x3", ".../...", "row"),
        ("nex:3x3", "BBB/.../...", "3 black and 0 white stones"),
        ("nex:3x3", "B../.../...", "there is always a neutral stone"),
        ("nex:3x3", "\u{1b}[31m", "expected"),
        ("nex:3x3", "棋", "expected"),
        ("nex:3x3", &long, "it is White's turn"),
        ("nex:3x3", &"x".repeat(100_000), "expected a move"),
        ("hex:3x3", "Ba1;Bb2", "it is White's turn"),
        ("hex:3x3", "a1;a1", "a1 is a black stone"),
        ("hex:3x3", "a1;swap", "swap"),
        ("hex:course:3x3", "3, 0", "a row from 0 to 2"),
        ("hex:course:3x3", "0; 0", "`,` and a column"),
    ] {
        let (code, out, err) = outcome(&["solve", board, "--goal", "value", "--position", position]);
        let shown: String = position.chars().take(60).collect();
        assert_eq!((code, out.as_str()), (3, ""), "{shown}: {err}");
        assert!(err.contains(says), "{shown}: {err}");
        check_message(&shown, &err);
    }
}

#[test]
fn nothing_and_start_are_the_start() {
    for position in ["", " ", "start", "\n"] {
        let (code, out, err) = outcome(&["solve", "nex:2x2", "--position", position]);
        assert_eq!((code, err.as_str()), (0, ""), "{position:?}");
        assert!(out.starts_with("Black, who moves first, wins 2×2 Nex in 3 plies.\n"), "{out}");
    }
}

/// Files with these contents, in a scratch folder.
fn written(folder: &Path, contents: &[u8]) -> PathBuf {
    let file = folder.join("input.txt");
    std::fs::write(&file, contents).expect("written");
    file
}

#[test]
fn bad_records_are_exit_3_with_a_caret() {
    let folder = tempfile::tempdir().expect("a scratch folder");
    let (moves, garbage) = ("Ba1?a2;".repeat(1_500_000), vec![b'x'; 10_000_000]);
    let cases: [(&[u8], &str); 13] = [
        (b"Ba1?b1;Wa1?c1;B\n", "a1 is a black stone"),
        (b"Ba1?b1;Wd1?c1;B\n", "d1 is off the board"),
        (b"Ba1?b1;Bb2?c1;B\n", "it is White's turn"),
        (b"Ba1?b1;Wb2?c1;Ba2Bb1?a1;B\n", "a2 is empty"),
        (b"Ba1?a1;B\n", "names a1 twice"),
        (b"Ba3?b1;Wa1?a2;Bc1?c2;Wb2?b3;Bb3Bc2?c1;W\n", "claims that White won"),
        (b"Ba3?b1;Wa1?a2;\n", "without a result"),
        (b"nonsense\n", "expected a move"),
        (b"\xff\xfe\n", "not UTF-8"),
        (b"", "no game here"),
        (b"Game#1\nBoard:r2-c2\nInit_State:;\nBa3?b1;Wa1?a2;Bc1?c2;Wb2?b3;Bb3Bc2?c1;B\n", "off the board"),
        (moves.as_bytes(), "it is White's turn"),
        (&garbage, "expected a move"),
    ];
    for (contents, says) in cases {
        let file = written(folder.path(), contents);
        let (code, out, err) = outcome(&["replay", "--size", "3", path(&file)]);
        assert_eq!(code, 3, "{says}: {err}");
        assert!(err.contains(says) && err.contains("input.txt:"), "{says}: {err}");
        assert!(out.starts_with("0 games in 1 file: ") && out.lines().count() == 1, "{out}");
        check_message(says, &err);
    }
    // A record of another board than --size says.
    let file = written(folder.path(), b"Ba3?b1;Wa1?a2;Bc1?c2;Wb2?b3;Bb3Bc2?c1;B\n");
    let (code, _, err) = outcome(&["replay", "--size", "2", path(&file)]);
    assert!(code == 3 && err.contains("a3 is off the board, whose cells run from a1 to b2"), "{err}");
}

/// A certificate with a digest that fits.
fn sealed(body: &str) -> String {
    format!("{body}digest {}\n", blake3::hash(body.as_bytes()).to_hex())
}

#[test]
fn what_is_no_certificate_is_exit_3() {
    let folder = tempfile::tempdir().expect("a scratch folder");
    let garbage = vec![b'x'; 10_000_000];
    let cases: [&[u8]; 5] = [b"", b"nonsense\n", b"Ba1?a2;#\n", b"\xff\xfe", &garbage];
    for contents in cases {
        let file = written(folder.path(), contents);
        let (code, out, err) = outcome(&["check", path(&file)]);
        assert_eq!((code, out.as_str()), (3, ""), "{err}");
        assert!(err.contains("certificate") && err.len() < 500, "{err}");
    }
}

#[test]
fn certificates_with_bad_moves_are_exit_6_with_a_caret() {
    let folder = tempfile::tempdir().expect("a scratch folder");
    let long = "B".repeat(10_000_000);
    for (position, entry, says) in [
        ("start", "../..\tBa1?a1", "names a1 twice"),
        ("start", "../..\tWa1?a2", "it is Black's turn"),
        ("start", "../..\tBa3?a2", "a3 is off the board"),
        ("start", "../..\tBa1Ba2?b1", "a1 is empty"),
        ("start", "B?/?W\tBa1?a2", "a1 is a black stone"),
        ("start", "...\tBa1?a2", "expected"),
        (".../.../...", "../..\tBa1?a2", "expected the end of row a"),
        (&long, "../..\tBa1?a2", "expected"),
    ] {
        let body = format!(
            "nexsolve certificate 1\nboard nex:2x2\nposition {position}\nclaim black wins 3\nmoves 1\n{entry}\n"
        );
        let file = written(folder.path(), sealed(&body).as_bytes());
        let (code, out, err) = outcome(&["check", path(&file)]);
        assert_eq!((code, out.as_str()), (6, ""), "{says}: {err}");
        assert!(err.contains(says), "{says}: {err}");
        check_message(says, &err);
    }
    let body = "nexsolve certificate 1\nboard nex:26x26\nposition start\nclaim black draws\nmoves 0\n";
    let file = written(folder.path(), sealed(body).as_bytes());
    let (code, _, err) = outcome(&["check", path(&file)]);
    assert!(code == 6 && err.contains("line 2"), "{err}");
}

#[test]
fn missing_files_are_reported() {
    let folder = tempfile::tempdir().expect("a scratch folder");
    let missing = folder.path().join("none");
    for command in ["replay", "check"] {
        for target in [&missing, &folder.path().to_owned()] {
            let (code, _, err) = outcome(&[command, path(target)]);
            assert!(code == 3 && err.contains("cannot be read"), "{command}: {err}");
        }
    }
    // Before the work, not after it.
    let nowhere = missing.join("win.txt");
    for target in [&nowhere, &folder.path().to_owned()] {
        let (code, out, err) = outcome(&["solve", "nex:2x2", "--certificate", path(target)]);
        assert_eq!((code, out.as_str()), (2, ""), "{err}");
        assert!(err.contains("folder"), "{err}");
    }
}

#[test]
fn the_old_programs_records_are_replayed() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/nexc-games");
    let mut files: Vec<String> = std::fs::read_dir(data)
        .expect("the data are in the repository")
        .map(|entry| path(&entry.expect("readable").path()).to_owned())
        .filter(|name| !name.ends_with("README.md"))
        .collect();
    files.sort();
    let mut args = vec!["replay"];
    args.extend(files.iter().map(String::as_str));
    let (code, out, err) = outcome(&args);
    assert_eq!(code, 3, "some are damaged");
    assert!(
        out.ends_with("91 games in 33 files: Black won 27, drawn 32, White won 30, broken off 2; 8 faults\n"),
        "{out}"
    );
    assert_eq!(out.lines().count(), 92);
    let places = |line: &&str| {
        line.split_once(".txt:").is_some_and(|(_, rest)| rest.starts_with(|c: char| c.is_ascii_digit()))
    };
    assert_eq!(err.lines().filter(places).count(), 8, "{err}");
    assert!(err.contains("10 games do not name their board: read on the smallest board that fits"), "{err}");
    args.push("--json");
    let (code, json) = document(&args);
    let expected = serde_json::json!({"files": 33, "games": 91, "black_won": 27, "drawn": 32,
        "white_won": 30, "broken_off": 2, "faults": 8});
    assert_eq!((code, &json["summary"]), (3, &expected));
}

#[test]
fn input_may_come_from_a_pipe() {
    let folder = tempfile::tempdir().expect("a scratch folder");
    let file = written(folder.path(), b"Ba1?b1;Wa1?c1;B\n");
    for (name, code, says) in [("replay", 3, "standard input:1:9: "), ("check", 3, "standard input: ")] {
        let mut run = command(&[name, "-"]);
        run.stdin(std::fs::File::open(&file).expect("there"));
        let (found, _, err) = outcome_of(run);
        assert!(found == code && err.contains(says), "{err}");
    }
}
