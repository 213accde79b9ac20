//! `--proofs`: an interrupted search continues where it stopped, and an invalid file is refused.

use crate::support::{document, json, list, place, refused, scratch, written};
use std::fs;

/// What is proven about each opening, the exit code, and the number of positions visited.
fn solved(board: &str, more: &str) -> (Vec<String>, i32, u64) {
    let (code, found) = document(&format!("solve {board} --goal moves --threads 1 --quiet {more}"));
    let moves = list(&found["openings"]).iter();
    let values = moves.map(|row| format!("{} {}", row["move"], row["value"])).collect();
    let nodes = &found["search"]["nodes"];
    (values, code, nodes.as_u64().or_else(|| nodes.as_str()?.parse().ok()).expect("a number"))
}

#[test]
fn a_search_goes_on_where_it_ended() {
    let folder = scratch();
    for (board, step) in [("hex:5x5", 64), ("hex:6x6", 1500), ("hex:4x5", 1), ("nex:3x6", 20_000)] {
        let file = place(&folder, &board.replace(':', "-"));
        let (whole, code, nodes) = solved(board, "");
        assert_eq!(code, 0);
        let mut sum = 0;
        for run in 0.. {
            assert!(run < 100, "{board} is never done");
            let (values, code, more) = solved(board, &format!("--nodes {step} --proofs {file}"));
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
        // The file is now that of a finished search.
        let (values, code, again) = solved(board, &format!("--proofs {file}"));
        assert_eq!((values, code), (whole, 0));
        assert!(again <= nodes, "{board}: {again} of {nodes}");
        assert!(board != "hex:6x6" || again <= nodes / 4, "{again} of {nodes}");
    }
}

#[test]
fn a_file_that_is_not_right_is_refused_and_stays() {
    let folder = scratch();
    let [whole, file] = ["whole", "other"].map(|name| place(&folder, name));
    assert_eq!(solved("hex:5x5", &format!("--proofs {whole}")).1, 0);
    let good = fs::read(&whole).expect("the file is written");
    let check = |bad: &[u8], board: &str, code: i32, says: &str| {
        fs::write(&file, bad).expect("written");
        refused(code, &format!("solve {board} --goal moves --quiet --proofs {file}"), says);
        assert_eq!(fs::read(&file).expect("there"), bad, "it stays as it was");
    };
    let changed = |at: usize, bits: u8| {
        let mut bad = good.clone();
        bad[at] ^= bits;
        bad
    };
    let middle = good.len() / 2;
    for at in [13, 30, middle, good.len() - 33, good.len() - 1] {
        check(&changed(at, 4), "hex:5x5", 4, "remove it");
    }
    for len in [0, 20, 60, middle, good.len() - 1] {
        check(&good[..len], "hex:5x5", 4, "damaged");
    }
    check(&[&good[..], b"\n"].concat(), "hex:5x5", 4, "damaged");
    check(&good, "hex:6x6", 2, "proofs of hex:5x5, not of hex:6x6");
    check(&changed(8, good[8] ^ 9), "hex:5x5", 2, "form 9");
    check(&[b'x'; 100], "hex:5x5", 2, "not a file of --proofs");
}

#[test]
fn an_answer_names_the_file_that_it_rests_on() {
    let folder = scratch();
    let file = place(&folder, "proofs");
    let line = format!("solve hex:4x4 --goal moves --quiet --proofs {file}");
    assert!(json(&line)["proofs"].is_null(), "there is no file yet");
    assert_eq!(json(&line)["proofs"], file.as_str());
}

#[cfg(unix)]
#[test]
fn devices_and_files_beyond_the_memory_are_not_read() {
    let folder = scratch();
    let line = "solve hex:5x5 --goal value --quiet --memory 16MiB --proofs";
    refused(3, &format!("{line} /dev/zero"), "not a regular file");
    refused(3, &format!("proofs merge /dev/zero --out {}", place(&folder, "out")), "not a regular file");
    let long = place(&folder, "long");
    fs::File::create(&long).and_then(|file| file.set_len(1 << 30)).expect("a file with a hole");
    refused(7, &format!("{line} {long}"), "needs at least 2048MiB of memory");
    let merge = format!("proofs merge {long} --memory 16MiB --out {}", place(&folder, "out"));
    refused(7, &merge, "needs at least 4096MiB of memory");
}

#[test]
fn what_keeps_no_proofs_says_so() {
    let folder = scratch();
    let file = place(&folder, "none");
    for (line, says) in [
        ("nex:2x2 --goal moves", "2×2 Nex is searched in another way"),
        // Final moves break the claims of the search by proof numbers.
        ("nex:final:4x5 --goal value", "4×5 Nex with final moves is searched in another way"),
        ("hex:5x5", "--goal value or moves"),
        ("hex:5x5 --goal moves --no-symmetry", "--no-symmetry"),
    ] {
        let message = refused(2, &format!("solve {line} --proofs {file}"), says);
        // A hint never asks for what is already there.
        let asked = line.contains("--goal") && message.contains("hint: use it with --goal");
        assert!(!asked, "{message}");
        assert!(!fs::exists(&file).expect("readable"));
    }
}

#[test]
fn files_of_several_runs_are_joined() {
    let folder = scratch();
    let [one, other, joined] = ["one", "other", "joined"].map(|name| place(&folder, name));
    let (whole, _, nodes) = solved("hex:5x5", "");
    assert_eq!(solved("hex:5x5", &format!("--nodes 64 --proofs {one}")).1, 5);
    assert_eq!(solved("hex:5x5", &format!("--proofs {other}")).1, 0);
    let found = json(&format!("proofs merge {one} {other} --out {joined}"));
    assert_eq!((&found["board"], &found["files"]), (&"hex:5x5".into(), &2.into()));
    assert!(found["proven"].as_u64() > Some(0) && found["states"].as_u64() >= found["proven"].as_u64());
    let (values, code, again) = solved("hex:5x5", &format!("--proofs {joined}"));
    assert_eq!((values, code), (whole, 0));
    assert!(again <= nodes, "{again} of {nodes}");
    assert_eq!(solved("hex:4x4", &format!("--proofs {one}x")).1, 0);
    refused(2, &format!("proofs merge {one} {one}x --out {joined}"), "proofs of hex:4x4, not of hex:5x5");
    let mut wrong = fs::read(&other).expect("written");
    let entries = wrong.len() - 32 - 36;
    for i in 0..4 {
        wrong.swap(entries + 16 + i, entries + 20 + i);
    }
    let wrong = written(&folder, "wrong", &wrong);
    refused(4, &format!("proofs merge {wrong} --out {joined}"), "damaged");
    refused(2, "proofs merge", "FILE");
}
