//! Certificates are written, checked by other code, and refused after any change.

use crate::support::{document, json, path, place, refused, run, said, scratch, written};
use std::fs;

/// Returns a certificate with a correct digest.
fn sealed(text: &str) -> String {
    let body = text.rsplit_once("digest ").map_or(text, |(body, _)| body);
    format!("{body}digest {}\n", blake3::hash(body.as_bytes()).to_hex())
}

#[test]
fn certificates_are_written_and_hold() {
    let folder = scratch();
    let file = place(&folder, "win.txt");
    for (args, says) in [
        ("nex:2x2", "Black wins 2×2 Nex from the start in at most 3 plies: "),
        ("nex:3x2", "White wins 3×2 Nex from the start in at most 4 plies: "),
        ("hex:course:2x3", "White wins 2×3 Hex (Black joins left and right) from the start"),
        ("hex:swap:2x2", "White wins 2×2 Hex with swap from the start"),
        ("nex:swap:2x3", "White wins 2×3 Nex with swap from the start in at most 6 plies: "),
        ("nex:swap:3x2", "White wins 3×2 Nex with swap from the start in at most 4 plies: "),
        ("nex:swap:3x3 --side White", "White at least draws 3×3 Nex with swap from the start"),
        ("nex:swap:3x3 --position Ba1?a2;swap --side Black", "Black at least draws "),
        ("nex:2x2 --position Ba1?b1 --side Black", "Black at least draws "),
        ("nex:2x2 --position Ba1?b1 --side White", "White at least draws "),
        ("nex:3x3 --position Ba1?b2 --side White", "White at least draws "),
        ("nex:final:3x2", "White wins 3×2 Nex with final moves from the start in at most 4 plies: "),
        ("nex:final:3x3 --position Ba2?c2", "Black wins "),
        ("nex:final:2x2 --position Ba1?b1", "White wins "),
        ("nex:1x1 --side Black", "Black at least draws "),
        ("nex:3x3 --goal value", "Black wins 3×3 Nex from the start: "),
        ("nex:3x4 --goal value", "Black wins 3×4 Nex from the start: "),
        ("nex:4x3 --goal moves --engine search", "White wins 4×3 Nex from the start: "),
        ("nex:4x4 --goal value", "Black wins 4×4 Nex from the start: "),
        ("nex:4x4 --goal value --position Ba1?a2", "White"),
        ("hex:5x5 --goal value", "Black wins 5×5 Hex from the start: "),
        ("hex:course:4x4 --goal value", "Black wins 4×4 Hex (Black joins left and right) from the start: "),
        ("hex:swap:4x4 --goal value --position a1;swap", "White wins 4×4 Hex with swap from the position "),
        ("hex:4x4 --goal value --position a1", "White wins 4×4 Hex from the position "),
    ] {
        let (code, _, err) = run(&format!("solve {args} --certificate {file}"));
        let lemmas = args.contains("--goal ");
        let wrote = if lemmas { " lemmas written to " } else { "certificate of" };
        assert!(code == 0 && err.contains(wrote), "{args}: {err}");
        let out = said(&format!("check {file}"));
        assert!(out.starts_with(says) && (!lemmas || out.ends_with(" lemmas checked.\n")), "{args}: {out}");
        let checked = json(&format!("check {file}"));
        let is_draw = says.contains("draws");
        assert!((checked["claim"] == "draw") == is_draw && (!is_draw || checked["plies"].is_null()));
        let counted = [&checked["lemmas"], &checked["positions"]].map(serde_json::Value::is_u64);
        assert_eq!(counted, [lemmas, !lemmas], "{args}: {checked}");
    }
    // Before the search, a strategy for the losing side and an unwritable path are refused.
    assert_eq!(run(&format!("solve nex:3x2 --certificate {file} --side black")).0, 2);
    for (code, target, says) in [
        (2, path(folder.path()), "is a folder"),
        (7, &place(&folder, "none/win.txt"), "does not exist"),
        (2, "-", "an output file needs a name"),
    ] {
        refused(code, &format!("solve nex:2x2 --certificate {target}"), says);
    }
    assert!(!folder.path().join("none").exists());
}

#[test]
fn tampering_is_found() {
    let folder = scratch();
    let file = place(&folder, "win.txt");
    let made = |args: &str| {
        said(&format!("solve {args} --certificate {file}"));
        fs::read_to_string(&file).expect("text")
    };
    let (moves, lemmas) = (made("nex:3x2"), made("hex:4x4 --position a1 --goal value"));
    let at = lemmas.lines().find_map(|line| line.strip_prefix("position ")).expect("a position");
    let swapped = lemmas.replace("board hex:4x4", "board hex:swap:4x4").replace(at, "start");
    for (bad, code, says) in [
        (sealed(&moves.replace("claim white", "claim black")), 6, "win.txt: "),
        (moves[..moves.len() / 2].to_owned(), 6, "win.txt: "),
        (moves.clone() + "\n", 6, "win.txt: "),
        (sealed(&lemmas.replace("claim white", "claim black")), 6, "line "),
        (sealed(&lemmas.replacen("\nor ", "\nor 1 ", 1)), 6, "line "),
        (sealed(&lemmas.replace("board hex:4x4", "board nex:4x4")), 6, "line 3"),
        (sealed(&swapped), 6, "a win of this position cannot be proven"),
        (lemmas.replacen("or ", "or 1 ", 1), 6, "the digest does not match"),
        ("Ba1?a2;#\n".to_owned(), 3, "certificate"),
        (String::new(), 3, "certificate"),
        ("x".repeat(10_000_000), 3, "certificate"),
    ] {
        fs::write(&file, &bad).expect("written");
        let err = refused(code, &format!("check {file}"), says);
        assert!(err.len() < 500, "{err}");
        let (found, checked) = document(&format!("check {file}"));
        assert_eq!((found, &checked["holds"]), (code, &false.into()));
    }
    // Any byte.
    for at in (0..moves.len()).step_by(moves.len() / 12).chain([moves.len() - 1]) {
        let mut changed = moves.clone().into_bytes();
        changed[at] ^= 1;
        fs::write(&file, &changed).expect("written");
        refused(6, &format!("check {file}"), "win.txt");
    }
    refused(3, &format!("check {}", place(&folder, "none")), "cannot be read");
}

#[test]
fn kept_certificates_of_nex_hold_or_fail_as_before() {
    let kept = |kind| {
        let folder = format!("{}/tests/data/certificates/{kind}", env!("CARGO_MANIFEST_DIR"));
        let files = fs::read_dir(folder).expect("a folder").map(|file| file.expect("a file").path());
        files.collect::<Vec<_>>()
    };
    for file in kept("holds") {
        assert!(said(&format!("check {}", path(&file))).contains(" wins "), "{}", path(&file));
    }
    let last = "the last lemma does not say that";
    let answer = |name: &str| {
        name.starts_with("answer-") || name.starts_with("chain-") || name.starts_with("covered-")
    };
    let says = |name: &str| match name {
        "a-reply-without-answer" => "line 9: no lemma answers ",
        "an-answer-too-many" => "line 8: no reply needs lemma 2",
        "an-unused-lemma" => "line 10: no later lemma uses this one",
        "cell-off-the-board" => "line 6: c2 is off the board",
        "chain-apart" | "the-other-side" => "line 6: the cells do not join the edges",
        "chain-with-a-spare-cell" => "line 6: fewer of the cells join the edges",
        "impossible-position" => "line 10: ",
        "late-lemma-covers-one-position" => last,
        "later-lemma" => "line 8: there is no lemma 4 before this",
        "lemma-0" => "line 10: there is no lemma 0 before this",
        "no-by" => "line 10: expected `by` after the position",
        "no-lemmas" => "there is no lemma",
        "no-number" => "line 10: expected the number of a lemma, found `x`",
        "number-twice" | "order-of-numbers" => "line 10: the numbers of lemmas are not in ascending order",
        "order-of-cells" => "line 6: this is spelled `chain a2 b2` in a certificate",
        "swap" | "final-moves" => "a win of this position cannot be proven",
        "the-game-is-over" | "no-reply-is-possible" => "line 6: the game is over in the position",
        "the-side-is-to-move" => "line 8: Black is to move in the position",
        "unknown-rule" => "line 6: there is no rule `join`",
        name if answer(name) => last,
        name => panic!("{name} is not listed"),
    };
    let failing = kept("fails");
    assert_eq!(failing.len(), 46);
    for file in failing {
        let name = file.file_stem().and_then(|name| name.to_str()).expect("a name");
        refused(6, &format!("check {}", path(&file)), says(name));
    }
}

#[test]
fn certificates_with_bad_moves_are_exit_6_with_a_caret() {
    let folder = scratch();
    let check = |head: &str, says: &str| {
        let file = written(&folder, "input.txt", sealed(&format!("nexsolve certificate 1\nboard {head}\n")));
        refused(6, &format!("check {file}"), says)
    };
    let long = "B".repeat(10_000_000);
    for (position, entry, says) in [
        ("start", "../..\tBa1?a1", "names a1 twice"),
        ("start", "...\tBa1?a2", "expected"),
        (".../.../...", "../..\tBa1?a2", "expected the end of row a"),
        (&long, "../..\tBa1?a2", "expected"),
    ] {
        let body = format!("nex:2x2\nposition {position}\nclaim black wins 3\nmoves 1\n{entry}");
        crate::command::check_message(says, &check(&body, says));
    }
    check("nex:26x26\nposition start\nclaim black draws\nmoves 0", "line 2");
}

#[test]
#[ignore = "slow: 6×6 and 7×7 Hex"]
fn wins_of_large_boards_of_hex_are_proven_by_lemmas() {
    let folder = scratch();
    for (args, winner) in [
        ("hex:6x6", "Black"),
        ("hex:6x6 --position a1", "White"),
        ("hex:7x7", "Black"),
        ("hex:7x7 --position a1", "White"),
        ("hex:7x7 --position g1", "Black"),
    ] {
        let [text, again] = ["win.txt", "again.txt"].map(|name| {
            let file = place(&folder, name);
            said(&format!("solve {args} --goal value --threads 1 --certificate {file}"));
            fs::read_to_string(&file).expect("text")
        });
        assert_eq!(text, again, "one thread writes the same again");
        let out = said(&format!("check {}", place(&folder, "win.txt")));
        assert!(out.starts_with(winner), "{args}: {out}");
    }
}

#[test]
fn the_documented_certificates_hold() {
    let folder = scratch();
    let document = include_str!("../docs/CERTIFICATES.md");
    let examples: Vec<&str> = document.split("\n    nexsolve certificate ").skip(1).collect();
    assert_eq!(examples.len(), 3);
    for example in examples {
        let lines = example.lines().skip(1).map_while(|line| line.strip_prefix("    "));
        let magic = format!("nexsolve certificate {}", &example[..1]);
        let text: String = std::iter::once(&*magic).chain(lines).flat_map(|line| [line, "\n"]).collect();
        let out = said(&format!("check {}", written(&folder, "win.txt", text)));
        assert!(document.contains(&format!("\n    {out}")), "{out}");
    }
}
