//! `--proofs`: a search that ends early goes on where it was, and a file that is not right is refused.

use crate::support::{document, outcome, path};
use std::fs;
use std::path::Path;

const BOARD: &str = "hex:5x5";

/// What is proven of each opening, the exit code, and the positions visited.
fn solved(board: &str, more: &[&str]) -> (Vec<String>, i32, u64) {
    let args =
        [&["solve", board, "--goal", "moves", "--threads", "1", "--json", "--quiet"][..], more].concat();
    let (code, json) = document(&args);
    let moves = json["openings"].as_array().expect("openings").iter();
    let values = moves.map(|row| format!("{} {}", row["move"], row["value"])).collect();
    let nodes = &json["search"]["nodes"];
    (values, code, nodes.as_u64().or_else(|| nodes.as_str()?.parse().ok()).expect("a number"))
}

/// A file of proofs of the whole board.
fn kept(folder: &Path) -> Vec<u8> {
    let file = folder.join("whole");
    assert_eq!(solved(BOARD, &["--proofs", path(&file)]).1, 0);
    fs::read(file).expect("the file is written")
}

fn refused(file: &Path, board: &str) -> (i32, String) {
    let args = ["solve", board, "--goal", "moves", "--quiet", "--proofs", path(file)];
    let (code, out, err) = outcome(&args);
    assert_eq!(out, "", "no answer rests on this file");
    (code, err)
}

#[test]
fn a_search_goes_on_where_it_ended() {
    for (board, step) in [(BOARD, "64"), ("hex:6x6", "1500"), ("hex:4x5", "1")] {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("proofs");
        let (whole, code, nodes) = solved(board, &[]);
        assert_eq!(code, 0);
        let mut sum = 0;
        for run in 0.. {
            assert!(run < 100, "{board} is never done");
            let (values, code, more) = solved(board, &["--nodes", step, "--proofs", path(&file)]);
            sum += more;
            let is_so = |(one, other): (&String, &String)| one == other || one.ends_with(" null");
            assert!(values.iter().zip(&whole).all(is_so), "{board}: {values:?}");
            if code == 0 {
                assert_eq!(values, whole);
                break;
            }
            assert_eq!(code, 5);
        }
        assert!(sum < 2 * nodes + 1000, "{board}: {sum} positions in parts, {nodes} at once");
        // The file is of a finished search now.
        let (values, code, again) = solved(board, &["--proofs", path(&file)]);
        assert_eq!((values, code), (whole, 0));
        assert!(again <= nodes, "{board}: {again} of {nodes}");
        assert!(board != "hex:6x6" || again <= nodes / 4, "{again} of {nodes}");
    }
}

#[test]
fn a_damaged_file_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("damaged");
    let good = kept(folder.path());
    let middle = good.len() / 2;
    for at in [13, 20, 30, 45, middle, good.len() - 33, good.len() - 1] {
        let mut bad = good.clone();
        bad[at] ^= 4;
        fs::write(&file, &bad).expect("written");
        let (code, err) = refused(&file, BOARD);
        assert!(code == 4 && err.contains("damaged") && err.contains("remove it"), "byte {at}: {code} {err}");
        assert_eq!(fs::read(&file).expect("there"), bad, "it stays as it was");
    }
    for len in [0, 20, 60, middle, good.len() - 1] {
        fs::write(&file, &good[..len]).expect("written");
        assert_eq!(refused(&file, BOARD).0, 4, "{len} bytes");
    }
    fs::write(&file, [&good[..], b"\n"].concat()).expect("written");
    assert_eq!(refused(&file, BOARD).0, 4);
}

#[test]
fn a_file_of_something_else_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("other");
    let good = kept(folder.path());
    fs::write(&file, &good).expect("written");
    let (code, err) = refused(&file, "hex:6x6");
    assert!(code == 2 && err.contains("proofs of hex:5x5, not of hex:6x6"), "{code} {err}");
    let mut later = good.clone();
    later[8] = 9;
    fs::write(&file, &later).expect("written");
    let (code, err) = refused(&file, BOARD);
    assert!(code == 2 && err.contains("form 9"), "{code} {err}");
    fs::write(&file, [b'x'; 100]).expect("written");
    let (code, err) = refused(&file, BOARD);
    assert!(code == 2 && err.contains("not a file of --proofs"), "{code} {err}");
    assert_eq!(fs::read(&file).expect("there"), [b'x'; 100], "it is not overwritten");
}

#[test]
fn what_keeps_no_proofs_says_so() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("none");
    let (code, err) = refused(&file, "nex:2x2");
    assert!(code == 2 && err.contains("nex:2x2 is not searched so"), "{code} {err}");
    let (code, _, err) = outcome(&["solve", BOARD, "--proofs", path(&file)]);
    assert!(code == 2 && err.contains("--goal value or moves"), "{code} {err}");
    let (code, _, err) =
        outcome(&["solve", BOARD, "--goal", "moves", "--no-symmetry", "--proofs", path(&file)]);
    assert!(code == 2 && err.contains("--no-symmetry"), "{code} {err}");
    assert!(!file.exists());
}
