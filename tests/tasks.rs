//! `tasks`: a proof divided into tasks, for several runs, with wrong files among theirs.

use crate::support::{document, json, list, number, path, place, refused, run, said, scratch, written};
use nexsolve_core::Notation;
use nexsolve_games::{AnyGame, AnyPosition};
use nexsolve_proof::{Certificate, CheckError};
use serde_json::Value;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// Writes the list of tasks of a position.
fn listed(folder: &TempDir, board: &str, position: &str) -> String {
    let file = place(folder, "tasks");
    said(&format!("tasks list {board} --position '{position}' --out {file}"));
    file
}

fn text(folder: &TempDir, name: &str) -> String {
    fs::read_to_string(folder.path().join(name)).expect("text")
}

/// Returns a certificate with a correct digest.
fn sealed(text: &str) -> String {
    let (body, _) = text.rsplit_once("digest ").expect("a digest");
    format!("{body}digest {}\n", blake3::hash(body.as_bytes()).to_hex())
}

/// Returns the number of the task with a reply.
fn task_of(list: &str, reply: &str) -> usize {
    let text = fs::read_to_string(list).expect("text");
    text.lines().position(|line| line.split('\t').nth(1) == Some(reply)).expect("a task") - 4
}

#[test]
fn a_list_has_the_replies_up_to_symmetry() {
    let folder = scratch();
    for (board, position, side, replies, tasks) in [
        // The 22 replies with a neutral stone on e5 are in pairs.
        ("nex:5x5", "Bc3?a1", "black", 506, 495),
        ("nex:4x3", "start", "white", 132, 66),
        ("nex:3x3", "Ba2?b2", "black", 42, 42),
        ("hex:5x5", "c3", "black", 24, 12),
    ] {
        let file = place(&folder, "new/tasks");
        let found = json(&format!("tasks list {board} --position '{position}' --out {file}"));
        assert_eq!((&found["side"], &found["tasks"]), (&side.into(), &tasks.into()));
        let text = fs::read_to_string(&file).expect("text");
        assert!(text.starts_with(&format!("nexsolve tasks 1\nboard {board}\nposition ")), "{text}");
        assert!(text.contains(&format!("\nclaim {side} wins\ntasks {tasks}\n1\t")), "{text}");
        assert_eq!(text.lines().count(), 5 + tasks);
        let (_, solved) = document(&format!("solve {board} --position '{position}' --goal moves --nodes 1"));
        let moves = if position == "start" { &solved["openings"] } else { &solved["moves"] };
        assert_eq!(list(moves).len(), replies, "{board}");
        assert_eq!(number(&json(&format!("tasks status {file}"))["open"]), tasks as u64);
    }
    let out = place(&folder, "other");
    for (code, args, says) in [
        (2, "awari:12", "certificates of Awari with up to 12 seeds are not supported"),
        (2, "hex:2x2 --position a1;b1;a2;b2", "the game is over"),
        (2, "hex:2x2 --position a1;a2", "White does not win: the game is over after b1"),
        (3, "nex:2x2 --position Ba1?a1", "names a1 twice"),
    ] {
        refused(code, &format!("tasks list {args} --out {out}"), says);
    }
    refused(
        2,
        &format!("tasks list nex:2x2 --out {}", place(&folder, "1.txt")),
        "the name of a file of a task",
    );
    assert!(!Path::new(&out).exists());
}

#[test]
fn a_small_board_is_proven_by_tasks() {
    for (board, position, says) in [
        ("nex:4x3", "start", "White wins 4×3 Nex from the start: every reply is answered."),
        ("nex:3x3", "Ba2?b2", "So Black, who moves first, wins 3×3 Nex with Ba2?b2."),
        ("hex:4x3", "start", "White wins 4×3 Hex from the start"),
        ("hex:4x4", "d1", "So Black, who moves first, wins 4×4 Hex with d1."),
        // The replies are in pairs, and one lemma of each pair is rotated.
        ("hex:5x5", "c3", "So Black, who moves first, wins 5×5 Hex with c3."),
    ] {
        let folder = scratch();
        let file = listed(&folder, board, position);
        let joined = place(&folder, "win.txt");
        refused(5, &format!("tasks join {file} --out {joined}"), "task 1 is open");
        let out = said(&format!("tasks prove {file}"));
        assert!(out.starts_with("Task ") && out.ends_with("\n0 tasks are left.\n"), "{out}");
        let found = json(&format!("tasks status {file}"));
        assert_eq!(number(&found["proven"]), list(&found["tasks"]).len() as u64);
        assert!(number(&found["nodes"]) > 0 && found["core_seconds"].as_f64() > Some(0.0));
        let conclusion = found["conclusion"].as_str().expect("a conclusion");
        assert!(conclusion.contains(says), "{conclusion}");
        assert!(said(&format!("tasks status {file}")).ends_with(&format!("\n{conclusion}\n")));
        // Again, there is nothing to do.
        assert_eq!(said(&format!("tasks prove {file}")), "0 tasks are left.\n");
        assert!(said(&format!("tasks prove {file} 1")).contains(" lemmas (before)."));
        said(&format!("tasks join {file} --out {joined}"));
        let checked = json(&format!("check {joined}"));
        assert_eq!((&checked["position"], &checked["side"]), (&found["position"], &found["side"]));
    }
}

#[test]
fn one_search_certifies_all_tasks() {
    for (board, position, budget) in [("hex:6x6", "d3", None), ("nex:3x7", "Bb4?a1", Some(20_000))] {
        let folder = scratch();
        let file = listed(&folder, board, position);
        let mut left = number(&json(&format!("tasks status {file}"))["open"]);
        if let Some(budget) = budget {
            let (code, first) = document(&format!("tasks prove {file} --together --nodes {budget}"));
            let found = list(&first["tasks"]).len() as u64;
            assert!(code == 5 && found > 0, "exit code {code}, {first}");
            assert_eq!(number(&first["left"]), left - found);
            left -= found;
            assert!(folder.path().join("together.proofs").exists());
            // What is proven is certified, although the search was stopped.
            let status = json(&format!("tasks status {file}"));
            assert_eq!((number(&status["proven"]), number(&status["open"])), (found, left));
            assert!(number(&status["nodes"]) >= budget, "{status}");
        }
        let out = said(&format!("tasks prove {file} --together"));
        assert_eq!(out.lines().filter(|line| line.contains(": proven, by ")).count() as u64, left, "{out}");
        assert!(out.ends_with("\n0 tasks are left.\n"), "{out}");
        let joined = place(&folder, "win.txt");
        said(&format!("tasks join {file} --out {joined}"));
        assert!(said(&format!("check {joined}")).contains("Black wins"));
    }
    // Refuted tasks have certificates of the other side.
    let folder = scratch();
    let file = listed(&folder, "hex:4x4", "b2");
    said(&format!("tasks prove {file} --together"));
    let status = json(&format!("tasks status {file}"));
    assert!(number(&status["refuted"]) > 0 && number(&status["open"]) == 0, "{status}");
    // A damaged file is refused, and names itself.
    fs::write(folder.path().join("together.proofs"), "no proofs").expect("written");
    let (code, status) = document(&format!("tasks status {file}"));
    let wrong = list(&status["refused"]);
    assert!(code == 6 && wrong.len() == 1, "exit code {code}, {status}");
    assert!(wrong[0].as_str().is_some_and(|why| why.contains("together.proofs")), "{status}");
    let folder = scratch();
    let small = listed(&folder, "nex:4x3", "start");
    refused(2, &format!("tasks prove {small} --together"), "4×3 Nex has none");
    refused(2, &format!("tasks prove {small} 1 --together"), "cannot be used with");
}

#[test]
fn a_task_may_be_proven_by_a_strategy_or_be_wrong() {
    let folder = scratch();
    let file = listed(&folder, "nex:final:3x2", "start");
    assert!(said(&format!("tasks prove {file}")).contains(" positions ("));
    assert!(said(&format!("tasks status {file}")).contains("White wins 3×2 Nex with final moves"));
    let out = place(&folder, "win.txt");
    refused(2, &format!("tasks join {file} --out {out}"), "only certificates of one side by lemmas");
    for (board, position, reply, says) in
        [("tictactoe:3x3", "a1", "b2", "O does not lose"), ("hex:4x4", "b2", "c2", "White wins")]
    {
        let folder = scratch();
        let file = listed(&folder, board, position);
        let task = task_of(&file, reply);
        let line = said(&format!("tasks prove {file} {task}"));
        assert!(line.starts_with(&format!("Task {task}, {reply}: {says}, by ")), "{line}");
        let found = json(&format!("tasks status {file}"));
        assert_eq!((&found["refuted"], number(&found["proven"])), (&1.into(), 0));
        let conclusion = found["conclusion"].as_str().expect("a conclusion");
        assert!(conclusion.ends_with(&format!(": after {reply} {says}.")), "{conclusion}");
    }
}

#[test]
fn wrong_files_are_refused_by_name() {
    let folder = scratch();
    let file = listed(&folder, "nex:4x3", "start");
    said(&format!("tasks prove {file}"));
    let other = scratch();
    said(&format!("tasks prove {}", listed(&other, "nex:3x3", "Ba2?b2")));
    let drawn = place(&other, "draw.txt");
    said(&format!("solve nex:3x3 --position Ba1?b2 --side White --certificate {drawn}"));
    let put = |name: &str, contents: &[u8]| fs::write(folder.path().join(name), contents).expect("written");
    let certificate = text(&folder, "1.txt");
    put("1.txt", sealed(&certificate.replace("claim white", "claim black")).as_bytes());
    let mut damaged = text(&folder, "2.txt").into_bytes();
    let middle = damaged.len() / 2;
    damaged[middle] ^= 1;
    put("2.txt", &damaged);
    put("3.txt", text(&folder, "4.txt").as_bytes());
    put("5.txt", text(&other, "5.txt").as_bytes());
    put("6.txt", text(&other, "draw.txt").as_bytes());
    let fewer = text(&folder, "7.txt");
    let last = fewer.lines().rev().nth(1).expect("a lemma").to_owned() + "\n";
    put("7.txt", sealed(&fewer.replace(&last, "chain a1 a2 a3\n")).as_bytes());
    put("8.txt", b"proven, believe me\n");
    fs::remove_file(folder.path().join("9.txt")).expect("there");
    put("9.proofs", b"NEXPROVE");
    put("10.log", b"nodes 12 seconds -1 threads 2\n");
    fs::remove_file(folder.path().join("11.txt")).expect("there");
    fs::create_dir(folder.path().join("11.txt")).expect("made");
    for name in ["012.txt", "67.txt", "0.proofs", "13 (1).txt"] {
        put(name, certificate.as_bytes());
    }
    // Others may lie there.
    for name in ["README.md", "notes.txt", "66.txt.bak"] {
        put(name, b"");
    }
    let (code, found) = document(&format!("tasks status {file}"));
    assert_eq!((code, number(&found["proven"]), number(&found["open"])), (6, 57, 9));
    let expected = [
        ("/1.txt", "the certificate does not hold: line "),
        ("/2.txt", "the certificate does not hold: line "),
        ("/3.txt", "this is the certificate of task 4, not of task 3"),
        ("/5.txt", "this is a certificate of nex:3x3, not of nex:4x3"),
        ("/6.txt", "this is a certificate of nex:3x3, not of nex:4x3"),
        ("/7.txt", "the certificate does not hold: line "),
        ("/8.txt", "this is not a certificate"),
        ("/9.proofs", "damaged"),
        ("/10.log", "expected `nodes N seconds S threads T`"),
        ("/11.txt", "not a regular file"),
        ("0.proofs", "expected the number of a task, from 1 to 66"),
        ("012.txt", "expected the number of a task"),
        ("13 (1).txt", "expected the number of a task"),
        ("67.txt", "expected the number of a task"),
    ];
    let whys: Vec<&str> = list(&found["refused"]).iter().filter_map(Value::as_str).collect();
    assert_eq!(whys.len(), expected.len(), "{whys:#?}");
    for (why, (name, says)) in whys.iter().zip(expected) {
        let (file, reason) = why.split_once(": ").unwrap_or_else(|| panic!("{why}"));
        let file = file.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end_matches(':');
        assert!(file.ends_with(name) && reason.contains(says), "{why} is not {name}: {says}");
    }
    // They stay as they are, and the other tasks are proven.
    let (code, out, err) = run(&format!("tasks prove {file}"));
    assert!(code == 6 && err.contains("3.txt: this is the certificate of task 4"), "{err}");
    assert!(err.contains("remove the file to prove the task again"), "{err}");
    assert!(out.ends_with("8 tasks are left.\n"), "{out}");
    assert_eq!(fs::read(folder.path().join("2.txt")).expect("there"), damaged);
    fs::remove_file(folder.path().join("1.txt")).expect("there");
    let (code, out, err) = run(&format!("tasks prove {file} 1 9"));
    assert!(code == 0 && out.matches(": proven, by ").count() == 2, "{out}{err}");
    refused(
        6,
        &format!("tasks join {file} --out {}", place(&folder, "win.txt")),
        "2.txt: the certificate does",
    );
}

#[test]
fn a_certificate_of_a_draw_proves_no_win() {
    let folder = scratch();
    let file = listed(&folder, "tictactoe:3x3", "a1");
    let (task, position) = (task_of(&file, "b2"), "X../.O./...");
    let certificate = place(&folder, &format!("{task}.txt"));
    said(&format!("solve tictactoe:3x3 --position {position} --side black --certificate {certificate}"));
    let (code, found) = document(&format!("tasks status {file}"));
    assert_eq!((code, &found["proven"], &found["refuted"]), (6, &0.into(), &0.into()));
    assert!(found["refused"][0].as_str().is_some_and(|why| why.contains("X only draws")), "{found}");
}

#[test]
fn a_list_that_is_not_right_is_refused() {
    let folder = scratch();
    let file = listed(&folder, "nex:3x3", "Ba2?b2");
    let good = fs::read_to_string(&file).expect("text");
    let line = |number: usize| good.lines().nth(number).expect("a line").to_owned() + "\n";
    let bad = place(&folder, "bad");
    for (code, text, says) in [
        (3, String::new(), "bad is not a list of tasks"),
        (3, good.replace("tasks 1\n", "tasks 2\n"), "bad is not a list of tasks"),
        (6, good.replace("nex:3x3", "nex:3x"), "bad:2: expected `board` and a board"),
        (6, good.replace("position .B./", "position .B../"), "bad:3: expected `position` and a position"),
        (6, good.replace("claim black", "claim white"), "bad:4: expected `claim black wins`"),
        (6, good.replace(&line(46), ""), "bad:5: tasks are missing"),
        (6, good.replace("tasks 42", "tasks 41"), "bad:5: tasks are missing"),
        (6, good.replace(&line(7), ""), "bad:8: expected task 3"),
        (6, good.replacen("\n3\tW", "\n3\tB", 1), "bad:8: expected task 3"),
        (
            6,
            good.replacen(&line(6)[2..], &line(5)[2..], 1),
            "bad:7: an earlier task has a symmetric position",
        ),
        (6, good.replace(".B./.?./...", "B../.?./..."), "bad:6: expected task 1"),
    ] {
        fs::write(&bad, text).expect("written");
        for command in ["status", "prove"] {
            refused(code, &format!("tasks {command} {bad}"), says);
        }
    }
    // The order of the replies is free.
    let [one, two] = [5, 6].map(|number| line(number)[2..].to_owned());
    fs::write(&bad, good.replace(&format!("{one}2\t{two}"), &format!("{two}2\t{one}"))).expect("written");
    assert_ne!(fs::read_to_string(&bad).expect("text"), good);
    assert_eq!(json(&format!("tasks status {bad}"))["open"], 42);
}

/// The certificates of a board's tasks, with its game and position.
fn certificates(board: &str, position: &str) -> (AnyGame, AnyPosition, Vec<Certificate>) {
    let folder = scratch();
    let file = listed(&folder, board, position);
    said(&format!("tasks prove {file}"));
    let count = json(&format!("tasks status {file}"))["proven"].as_u64().expect("a number");
    let read = |task| Certificate::read(text(&folder, &format!("{task}.txt")).as_bytes()).expect("whole");
    let game = AnyGame::on(nexsolve_games::board(board).expect("a board")).expect("a game");
    let position = game.read_position(position).expect("a position");
    (game, position, (1..=count).map(read).collect())
}

#[test]
fn certificates_that_leave_a_reply_open_are_not_joined() {
    for (board, position) in
        [("nex:3x2", "start"), ("nex:4x3", "start"), ("hex:4x3", "start"), ("hex:5x5", "c3")]
    {
        let (game, position, all) = certificates(board, position);
        Certificate::join(&game, &position, &all).expect("all are answered");
        let without = |at: usize| {
            let some: Vec<Certificate> = [&all[..at], &all[at + 1..]].concat();
            Certificate::join(&game, &position, &some)
        };
        // Another task may answer the reply.
        let left = (0..all.len()).map(without);
        let open: Vec<CheckError> = left.filter_map(Result::err).collect();
        assert!(!open.is_empty(), "{board}: each is superfluous");
        let says = if board.starts_with("nex") { "no lemma answers " } else { "a cell in common to all" };
        assert!(open.iter().all(|error| error.to_string().contains(says)), "{board}: {open:?}");
        let joined = Certificate::join(&game, &position, &[]);
        assert!(matches!(joined, Err(CheckError::Inconclusive { .. })), "{joined:?}");
        // Lemmas that were not checked.
        let mut bytes = Vec::new();
        all[0].write(&mut bytes).expect("written");
        let text = String::from_utf8(bytes).expect("text");
        let (head, last) = text.lines().rev().nth(1).and_then(|last| text.split_once(last)).expect("a lemma");
        let wrong = text.lines().rev().nth(1).and_then(|last| last.rsplit_once(' ')).expect("words").0;
        let bad = Certificate::read(sealed(&format!("{head}{wrong} 999{last}")).as_bytes()).expect("whole");
        Certificate::join(&game, &position, &[bad]).expect_err("there is no such lemma");
    }
}

/// A reply on 7×7 Hex, which takes a few hundred nodes.
fn long_task(folder: &TempDir) -> (String, usize) {
    let file = listed(folder, "hex:7x7", "d3");
    let task = task_of(&file, "e3");
    (file, task)
}

#[test]
fn a_budget_leaves_a_file_from_which_the_next_run_continues() {
    let folder = scratch();
    let (file, task) = long_task(&folder);
    let line = format!("tasks prove {file} {task} --nodes 64 --threads 1");
    let (mut runs, mut nodes) = (0, 0);
    loop {
        runs += 1;
        assert!(runs < 30, "the task is never proven");
        let (code, found) = document(&line);
        nodes += number(&found["tasks"][0]["nodes"]);
        let logged = text(&folder, &format!("{task}.log"));
        assert_eq!(logged.lines().count(), runs, "{logged}");
        let status = json(&format!("tasks status {file}"));
        assert_eq!(number(&status["nodes"]), nodes);
        let kept = ["proofs", "txt"].map(|end| folder.path().join(format!("{task}.{end}")).exists());
        if code == 0 {
            assert_eq!((kept, &status["proven"], &status["begun"]), ([false, true], &1.into(), &0.into()));
            break;
        }
        assert_eq!((code, kept), (5, [true, false]));
        assert_eq!((&found["left"], &status["begun"]), (&1.into(), &1.into()));
        let shown = said(&format!("tasks status {file}"));
        assert!(shown.contains(&format!("{task}  e3     {nodes:>5}")), "{shown}");
    }
    assert!(runs > 1);
    // A file of another board, or a damaged one, is refused and stays.
    let next = task + 1;
    let name = format!("{next}.proofs");
    for (code, contents, says) in [
        (2, &b"something else that is long enough for a digest"[..], "not a file of --proofs"),
        (4, b"NEX", "damaged"),
    ] {
        let proofs = written(&folder, &name, contents);
        let (found, _, err) = run(&format!("tasks prove {file} {next}"));
        assert!(found == code && err.contains(says), "{found}: {err}");
        assert_eq!(fs::read(proofs).expect("there"), contents);
    }
    refused(2, &format!("tasks prove {file} 0"), "there are tasks 1 to 48, but no 0");
    refused(2, &format!("tasks prove {file} 1 49"), "there are tasks 1 to 48, but no 49");
    let (code, out, _) = run(&format!("tasks prove {file} --time 1ms"));
    assert!(code == 5 && out.ends_with(" tasks are left.\n"), "{out}");
}

/// A run that continues from a file with wrong entries proves nothing wrong.
#[test]
fn a_forged_file_to_continue_from_makes_no_certificate() {
    let folder = scratch();
    let (file, task) = long_task(&folder);
    assert_eq!(run(&format!("tasks prove {file} {task} --nodes 128 --threads 1")).0, 5);
    let path = folder.path().join(format!("{task}.proofs"));
    let mut bytes = fs::read(&path).expect("a file");
    let (start, end) = (8 + 4 + 2 + "hex:7x7".len() + 8, bytes.len() - 32);
    for entry in bytes[start..end].chunks_exact_mut(36) {
        // The side to move is said to win.
        entry[16..20].fill(0);
        entry[20..24].copy_from_slice(&(1_u32 << 28).to_le_bytes());
    }
    let digest = blake3::hash(&bytes[..end]);
    bytes[end..].copy_from_slice(digest.as_bytes());
    fs::write(&path, bytes).expect("written");
    let (code, _, err) = run(&format!("tasks prove {file} {task}"));
    assert!(code == 0 || err.contains("whose entries may be wrong"), "{code}: {err}");
    let status = json(&format!("tasks status {file}"));
    assert_eq!((&status["refuted"], list(&status["refused"]).len()), (&0.into(), 0));
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupted_run_leaves_its_file_and_two_runs_do_not_meet() {
    use crate::support::{command, ended, signals};
    let folder = scratch();
    let file = listed(&folder, "nex:5x5", "Bc3?a1");
    let task = task_of(&file, "Wb3?d2");
    let child = command(&format!("tasks prove {file} {task} --threads 1")).spawn().expect("it starts");
    let log = folder.path().join(format!("{task}.log"));
    while !log.exists() {
        std::thread::yield_now();
    }
    let (code, out, err) = run(&format!("tasks prove {file} {task} --nodes 1"));
    assert!(code == 5 && out.is_empty(), "{code}: {out}");
    assert!(err.contains(&format!("task {task}: another process works on it")), "{err}");
    signals::interrupt(&child, 30);
    let (code, out, err) = ended(child);
    assert!(code == 130 && err.starts_with("interrupted: ending the search"), "{code}: {err}");
    assert!(out.starts_with(&format!("Task {task}, Wb3?d2: open (")), "{out}");
    assert!(folder.path().join(format!("{task}.proofs")).exists());
    assert_eq!(fs::read_to_string(log).expect("text").lines().count(), 1);
    let (_, _, err) = run(&format!("tasks prove {file} {task} --nodes 1"));
    assert!(err.contains(": continuing from "), "{err}");
    // The tasks on which least was spent come first.
    let (_, found) = document(&format!("tasks prove {file} --time 1s --threads 1"));
    assert_ne!(found["tasks"][0]["task"], task, "{}", path(folder.path()));
}
