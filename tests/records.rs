//! Records as `replay` and `audit` read and write them: boards that are not named, variations and comments.

use crate::support::{document, outcome, path};
use std::fs;

const UNTOLD: &str = "Ba1?b2;Wc3?c1;!\nBa1?d4;Wb2?c3;!\nBa1?b5;Wb3?b4;Bb1?a5;B\n";

#[test]
fn a_board_that_a_record_does_not_tell_is_said() {
    let folder = tempfile::tempdir().expect("a scratch folder");
    let file = folder.path().join("games.txt");
    fs::write(&file, UNTOLD).expect("written");
    let (code, out, err) = outcome(&["replay", path(&file)]);
    assert_eq!(code, 0, "{err}");
    for (line, board) in [(1, "3×3"), (2, "4×4"), (3, "2×5")] {
        assert!(out.contains(&format!("games.txt:{line}: {board}, ")), "{out}");
    }
    assert!(err.contains("3 games do not name their board") && err.contains("--size"), "{err}");
    let (_, json) = document(&["replay", "--json", path(&file)]);
    assert_eq!(
        (&json["files"][0]["games"][0]["inferred"], json["files"][0]["games"][0]["board"].as_str()),
        (&true.into(), Some("nex:3x3"))
    );
    // A board that is given is no guess.
    let (code, out, err) = outcome(&["replay", "--size", "4", path(&file)]);
    assert!(code == 3 && out.contains("games.txt:1: 4×4, ") && !err.contains("do not name"), "{out}{err}");
    fs::write(&file, "Board:r3-c3\nBa1?b2;!\n").expect("written");
    let (_, json) = document(&["replay", "--json", path(&file)]);
    assert!(json["files"][0]["games"][0].get("inferred").is_none(), "{json}");
    let (_, _, err) = outcome(&["replay", path(&file)]);
    assert!(!err.contains("name"), "{err}");
}

#[test]
fn an_audit_reads_such_a_record_on_the_board_of_its_database() {
    let folder = tempfile::tempdir().expect("a scratch folder");
    let (db, file) = (folder.path().join("db"), folder.path().join("games.txt"));
    let (code, _, err) = outcome(&["generate", "nex:2x3", "--out", path(&db), "--quiet"]);
    assert_eq!(code, 0, "{err}");
    // It is legal on 2x2 too; the second has a cell that 2x3 lacks.
    fs::write(&file, "Ba1?a2;!\nBa1?c3;!\n").expect("written");
    let (code, out, err) = outcome(&["audit", path(&file), "--db", path(&db)]);
    assert!(code == 0 && out.contains("1 game of 2×3 Nex"), "{out}{err}");
    assert!(err.contains("1 game does not name the board: read as nex:2x3"), "{err}");
    assert!(err.contains(":2: skipped, a game of nex:3x3"), "{err}");
}

#[test]
fn variations_and_comments_are_kept_and_checked() {
    let folder = tempfile::tempdir().expect("a scratch folder");
    let file = folder.path().join("games");
    for (extension, text, kept) in [
        (
            "txt",
            "Board:r3-c3\nBa1?b2;Wc3?c1;!\nNote:2:so what\nVariation:1:Wa3?b3;\n",
            &["Note:2:so what", "Variation:1:Wa3?b3;"][..],
        ),
        (
            "sgf",
            "(;GM[11]SZ[3]EV[Cup];B[b2](;W[a1]C[so [what\\]])(;W[c1]))",
            &["EV[Cup]", "C[so [what\\]]", "(;W[c1])"],
        ),
        (
            "pdn",
            "[Event \"Cup\"]\n1. c3-d4 {so what} (1. g3-f4) *\n",
            &["[Event \"Cup\"]", "{so what}", "(1. g3-f4)"],
        ),
    ] {
        fs::write(&file, text).expect("written");
        let target = folder.path().join("written").with_extension(extension);
        let (code, _, err) = outcome(&["replay", path(&file), "--write", path(&target)]);
        assert_eq!(code, 0, "{err}");
        let written = fs::read_to_string(&target).expect("a file");
        for words in kept {
            assert!(written.contains(words), "{written}");
        }
        let again = folder.path().join("again").with_extension(extension);
        let (code, _, err) = outcome(&["replay", path(&target), "--write", path(&again)]);
        assert_eq!(code, 0, "{err}");
        assert_eq!(fs::read_to_string(again).expect("a file"), written);
    }
    fs::write(&file, "1. c3-d4 b6-a5\n(1... b6-c7) *\n").expect("written");
    let (code, _, err) = outcome(&["replay", path(&file)]);
    assert!(code == 3 && err.contains("games:2:7: "), "{err}");
}
