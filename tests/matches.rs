//! End-to-end tests of matches: tables, documents, records, and repetition from the seed.

use crate::support::{entries, fed, json, list, number, path, place, refused, run, said, scratch, written};
use serde_json::Value;
use std::fs;

/// Returns the document of a match without its times.
fn timeless(line: &str) -> Value {
    let mut found = json(line);
    for score in found["scores"].as_array_mut().expect("a list") {
        assert!(score.as_object_mut().expect("fields").remove("seconds").is_some());
    }
    found
}

#[test]
fn a_match_has_pairings_and_scores() {
    let line = "match nex:3x3 random pseudorand --games 20 --seed 3 --quiet --time-control game:1m+1s";
    let out = said(line);
    assert!(out.starts_with("3×3 Nex, 20 games, time control game:1m+1s, seed 3\n"), "{out}");
    for words in ["Black won", "White won", "95 % interval", "per move  per move"] {
        assert!(out.contains(words), "{words}: {out}");
    }
    let found = timeless(line);
    assert_eq!(list(&found["pairings"]).len(), 2);
    for pairing in list(&found["pairings"]) {
        let parts = ["black_won", "drawn", "white_won"].map(|field| number(&pairing[field]));
        assert_eq!((number(&pairing["games"]), parts.iter().sum()), (10, 10), "{pairing}");
    }
    for score in list(&found["scores"]) {
        assert_eq!(["won", "drawn", "lost"].map(|field| number(&score[field])).iter().sum::<u64>(), 20);
        let [low, share, high] = [&score["interval"][0], &score["score"], &score["interval"][1]]
            .map(|share| share.as_f64().expect("a share"));
        assert!(low < share && share < high && score["lost_on_time"] == 0, "{score}");
    }
    assert!(found["audit"].is_null() && found["not_played"] == 0 && found["time_control"] == "game:1m+1s");
}

#[test]
fn the_seed_decides_and_threads_do_not() {
    let folder = scratch();
    for (board, more) in [
        ("nex:4x4", "--random-plies 2"),
        ("hex:swap:3x4", ""),
        ("nex:swap:3x4", ""),
        ("awari", "--random-plies 3"),
        ("draughts:brazilian", ""),
    ] {
        let run = |threads: u32, seed: u32| {
            let file = place(&folder, "games");
            let more = format!("{more} --threads {threads} --seed {seed} --records {file}");
            let found = timeless(&format!("match {board} random pseudorand random-bits --games 4 {more}"));
            (found, fs::read(&file).expect("written"))
        };
        let one = run(1, 5);
        assert_eq!(one, run(2, 5), "{board}");
        assert_ne!(one.1, run(2, 6).1, "{board}");
    }
}

#[test]
fn records_are_one_file_or_one_a_game() {
    let folder = scratch();
    let [all, each] = ["games.txt", "each"].map(|name| place(&folder, name));
    fs::create_dir(&each).expect("a folder");
    for target in [&all, &each] {
        let line = format!("match nex:3x3 random random-bits --games 10 --records {target}");
        let (code, _, err) = run(&line);
        assert!(code == 0 && err.contains("10 games written to"), "{err}");
    }
    let files: Vec<String> = entries(&each).iter().map(|file| path(file).to_owned()).collect();
    for (files, says) in [(all, "10 games in 1 file: "), (files.join(" "), "10 games in 10 files: ")] {
        let out = said(&format!("replay {files}"));
        assert!(out.lines().last().is_some_and(|line| line.starts_with(says)), "{out}");
    }
    // The same match again replaces its games; another one would leave some of them among its own.
    let (code, _, err) = run(&format!("match nex:3x3 random random-bits --games 10 --records {each}"));
    assert!(code == 0, "{err}");
    let (code, out, err) = run(&format!("match nex:3x3 random random-bits --games 4 --records {each}"));
    assert!(code == 2 && out.is_empty() && err.contains("a game of another match"), "{err}");
    assert_eq!(entries(&each).len(), 10);
    if cfg!(target_os = "linux") {
        let (code, out, err) =
            run("match nex:2x2 random random-bits --games 2 --records /proc/no-such-games");
        assert!(code == 7 && err.contains("cannot be written"), "{err}");
        assert!(out.contains("2 games") && out.contains("score"), "results are printed all the same: {out}");
    }
}

#[test]
fn openings_are_played_with_both_colours() {
    let folder = scratch();
    let openings = written(&folder, "openings", "\u{feff}Ba1?b2\r\n# and\r\n\r\nBb2?c1;Wa1?a2;\r\n");
    let records = place(&folder, "games.txt");
    let more = format!("--games 6 --openings {openings} --records {records}");
    said(&format!("match nex:3x3 random pseudorand {more}"));
    let text = fs::read_to_string(&records).expect("written");
    let begun: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("Init_State:")).collect();
    let (one, two) = ("Ba1?b2;", "Bb2?c1;Wa1?a2;");
    assert_eq!(begun, [one, one, two, two, one, one]);
}

#[test]
fn wrong_use_is_reported_before_a_match() {
    let folder = scratch();
    let over = written(&folder, "over", "Ba1?b2\nBa3?b1;Wa1?a2;Bc1?c2;Wb2?b3;Bb3Bc2?c1\n");
    let wrong = written(&folder, "wrong", "Ba1?b2\nBa1?zz\n");
    let empty = written(&folder, "empty", "# nothing\n");
    let diagram = written(&folder, "diagram", ".../.B?/...\n");
    let out = place(&folder, "none/games.txt");
    for (line, exit, says) in [
        ("nex:3x3 random", 2, "PLAYER"),
        ("nex:3x3 random randm", 2, "unknown player `randm`"),
        ("nex:3x3 random human", 2, "human cannot play in a match"),
        ("nex random random", 2, "the size is missing"),
        ("awari:12 random random", 2, "no size"),
        ("nex:3x3 random random --games 0", 2, "at least 1"),
        ("nex:3x3 random random --time-control fast", 2, "expected none, move:1s"),
        ("nex:3x3 random random --random-plies 20", 2, "no random opening of 20 plies"),
        (&format!("nex:3x3 random random --openings {over}"), 3, "over:2: the game is already over"),
        (&format!("nex:3x3 random random --openings {wrong}"), 3, "wrong:2: "),
        (&format!("nex:3x3 random random --openings {empty}"), 3, "has no openings"),
        (&format!("nex:3x3 random random --openings {diagram} --records x.txt"), 2, "contain only moves"),
        (&format!("nex:3x3 random random --records {out}"), 7, "does not exist"),
    ] {
        refused(exit, &format!("match {line}"), says);
    }
    // The same opening can be given as a diagram if no record has to begin with it.
    said(&format!("match nex:3x3 random random --openings {diagram} --games 2"));
}

#[test]
fn players_are_listed() {
    let out = said("players");
    // A description goes on under its beginning.
    let names = |text: &str| {
        let begun = text.lines().filter(|line| line.starts_with("  ") && !line.starts_with("   "));
        begun.map(|line| line.trim().split("  ").next().unwrap_or_default().to_owned()).collect::<Vec<_>>()
    };
    let (players, evaluations) = out.split_once("\nEvaluations").expect("two parts");
    let found = json("players");
    let listed = |field: &str, name: &str| -> Vec<String> {
        list(&found[field]).iter().map(|line| line[name].as_str().expect("text").to_owned()).collect()
    };
    assert_eq!(names(players), listed("players", "player"), "{out}");
    assert_eq!(names(evaluations), listed("evaluations", "eval"), "{out}");
}

#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_ends_a_match() {
    use crate::support::{command, ended, signals};
    // Neither player would finish.
    let line = "match hex:11x11 uct(1_000_000_000) uct(1_000_000_000) --games 4 --json --quiet";
    let child = command(line).spawn().expect("the command starts");
    signals::interrupt(&child, 0);
    let (code, out, _) = ended(child);
    let found: Value = serde_json::from_str(&out).expect("one document");
    assert_eq!((code, &found["games"], &found["not_played"]), (130, &0.into(), &4.into()));
}

/// Exit code, answers and notes of a session in the Go Text Protocol.
fn session(args: &str, commands: &str) -> (i32, Vec<String>, String) {
    let (code, out, err) = fed(&format!("gtp {args}"), commands);
    (code, out.split("\n\n").map(str::to_owned).collect(), err)
}

#[test]
fn gtp_speaks_of_every_game() {
    for (args, first, title) in [
        ("--game hex", "b", "Hex"),
        ("hex:swap:4x4", "b", "Hex"),
        ("--game hex:course --size 5", "b", "Hex"),
        ("nex:3x3", "b", "Nex"),
        ("nex:swap:3x3", "b", "Nex"),
        ("--game awari --player random", "b", "Awari"),
        ("--game draughts --player random", "w", "Draughts"),
        ("draughts:brazilian --player pseudorand", "w", "Draughts"),
    ] {
        let commands = format!("name\n1 genmove {first}\n2 showboard\nbad\nquit\nname\n");
        let (code, answers, err) = session(args, &commands);
        assert_eq!((code, err.as_str(), answers.len()), (0, "", 6), "{args}: {answers:?}");
        assert_eq!(answers[0], format!("= nexsolve {title}"));
        assert!(answers[1].starts_with("=1 ") && answers[2].starts_with("=2 \n"), "{answers:?}");
        assert_eq!(answers[3..5], ["? unknown command", "= "]);
    }
    let commands = "genmove b\ngenmove w\ngenmove b\nboardsize 4\ngenmove b\n";
    let moves = |seed: u32| session(&format!("hex:9x9 --player uct(100) --seed {seed}"), commands).1;
    assert!(moves(1) == moves(1) && moves(1) != moves(2), "the seed decides");
}

#[test]
fn boards_change_within_a_session_of_gtp() {
    // A game from a file has its own board.
    let folder = scratch();
    let file = written(&folder, "game.sgf", "(;FF[4]GM[11]SZ[3];B[b1];W[a1];B[b2])");
    let commands =
        format!("loadsgf {file}\nall_legal_moves\nundo\nplay b c3\nboardsize 2\nall_legal_moves\n");
    let (code, answers, err) = session("hex:5x5 --player random", &commands);
    assert_eq!((code, err.as_str()), (0, ""));
    assert_eq!(answers[..6], ["= ", "= a3 b1 b3 c1 c2 c3", "= ", "= ", "= ", "= a1 a2 b1 b2"]);
}

#[test]
fn tables_tell_gtp_values_and_play() {
    let folder = scratch();
    let db = path(folder.path());
    said(&format!("generate nex:3x3 --metric dtw --out {db} --quiet"));
    let commands =
        "nexsolve-value\nnexsolve-move_values\ngenmove b\nnexsolve-statistics\nboardsize 2\nname\n";
    let (code, answers, err) = session(&format!("nex:3x3 --db {db} --player table"), commands);
    assert_eq!((code, answers[0].as_str()), (0, "= win in 7"), "{err}");
    assert_eq!((answers[1].matches("win in 7").count(), answers[1].matches("draw").count()), (42, 30));
    assert!(answers[3].contains("estimate win"), "{}", answers[3]);
    // On another small board a table is made.
    assert_eq!(answers[4..6], ["= ", "= nexsolve Nex"]);
    let (_, answers, _) = session(&format!("nex:3x3 --db {db} --player table"), "boardsize 9\n");
    assert_eq!(answers[0], "? unacceptable size");
    // Another player can. The tables are used again when the board is theirs.
    let commands = "boardsize 2\nnexsolve-value\nboardsize 3\nnexsolve-value 1\n";
    let (_, answers, _) = session(&format!("nex:3x3 --db {db} --player random"), commands);
    assert_eq!(answers[..4], ["= ", "= win in 3", "= ", "= win in 7"]);
}

/// The player table makes its tables on small boards, wherever it plays.
#[test]
fn small_boards_need_no_database() {
    let played = json("match nex:3x3 table random --games 20 --seed 3");
    let audit = list(&played["audit"]);
    assert!(audit.iter().filter(|line| line["player"] == "table").all(|line| line["gave"] == 0), "{audit:?}");
    let text = said("match nex:2x2 table random --games 4");
    assert!(text.contains("Mistakes: moves that gave value away") && !text.contains("µs"), "{text}");
    let (code, answers, err) = session("nex:3x3 --player table", "nexsolve-value\ngenmove b\n");
    assert_eq!((code, answers[0].as_str()), (0, "= win in 7"), "{err}");
    let (code, out, err) = run("play nex:2x2 --black table --white table");
    assert!(code == 0 && out.contains("wins in 3 plies"), "{out}{err}");
    refused(2, "match nex:9x9 table random", "nexsolve generate BOARD --out DIR");
}

#[test]
fn wrong_use_of_gtp_is_told() {
    for (line, says) in [
        ("--json", "--json"),
        ("--game go", "no such game"),
        ("hex:3x3 --size 3", "given twice"),
        ("hex:40x40", "19"),
        ("hex:9x9 --player table", "too large for a table"),
        ("awari:12", "no size"),
    ] {
        refused(2, &format!("gtp {line}"), says);
    }
}
