//! Matches as their users see them: tables, documents, records, and the same again from the seed.

use crate::support::{command, document, outcome, path};
use serde_json::Value;
use std::fs;
use std::path::Path;

/// The document of a match without its times.
fn timeless(args: &[&str]) -> Value {
    let (code, mut json) = document(args);
    assert_eq!(code, 0, "{args:?}");
    for score in json["scores"].as_array_mut().expect("a list") {
        assert!(score.as_object_mut().expect("fields").remove("seconds").is_some());
    }
    json
}

#[test]
fn a_match_has_pairings_and_scores() {
    let (code, out, err) =
        outcome(&["match", "nex:3x3", "random", "pseudorand", "--games", "20", "--seed", "3", "--quiet"]);
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(out.starts_with("3×3 Nex, 20 games, time control none, seed 3\n"), "{out}");
    for words in ["Black won", "White won", "95 % interval", "per move  per move"] {
        assert!(out.contains(words), "{words}: {out}");
    }
    let json =
        timeless(&["match", "nex:3x3", "random", "pseudorand", "--games", "20", "--seed", "3", "--json"]);
    let number = |value: &Value| value.as_u64().expect("a number");
    let pairings = json["pairings"].as_array().expect("a list");
    assert_eq!(pairings.len(), 2);
    for line in pairings {
        let parts = ["black_won", "drawn", "white_won"].map(|field| number(&line[field]));
        assert_eq!((number(&line["games"]), parts.iter().sum::<u64>()), (10, 10), "{line}");
    }
    for score in json["scores"].as_array().expect("a list") {
        assert_eq!(["won", "drawn", "lost"].map(|field| number(&score[field])).iter().sum::<u64>(), 20);
        let interval =
            [&score["interval"][0], &score["interval"][1]].map(|end| end.as_f64().expect("a share"));
        let share = score["score"].as_f64().expect("a share");
        assert!(interval[0] < share && share < interval[1], "{score}");
    }
    assert!(json["audit"].is_null() && json["not_played"] == 0);
}

#[test]
fn the_seed_decides_and_threads_do_not() {
    let folder = tempfile::tempdir().expect("a scratch folder");
    let plans: [(&str, &[&str]); 5] = [
        ("nex:4x4", &["--random-plies", "2"]),
        ("hex:swap:3x4", &[]),
        ("hex:11x11", &["--random-plies", "1"]),
        ("awari", &["--random-plies", "3"]),
        ("draughts:brazilian", &[]),
    ];
    for (board, more) in plans {
        let run = |threads: &str, seed: &str, file: &str| {
            let file = folder.path().join(file);
            let mut args =
                vec!["match", board, "random", "pseudorand", "random-bits", "--games", "4", "--json"];
            args.extend(["--threads", threads, "--seed", seed, "--records", path(&file)]);
            args.extend(more);
            (timeless(&args), fs::read(&file).expect("written"))
        };
        let one = run("1", "5", "one");
        assert_eq!(one, run("2", "5", "two"), "{board}");
        assert_ne!(one.1, run("2", "6", "other").1, "{board}");
    }
}

#[test]
fn records_are_one_file_or_one_a_game() {
    let folder = tempfile::tempdir().expect("a scratch folder");
    let all = folder.path().join("games.txt");
    let each = folder.path().join("each");
    fs::create_dir(&each).expect("a folder");
    for target in [&all, &each] {
        let args = ["match", "nex:3x3", "random", "random-bits", "--games", "10", "--records", path(target)];
        let (code, _, err) = outcome(&args);
        assert!(code == 0 && err.contains("10 games written to"), "{err}");
    }
    let count = |files: &[&Path]| {
        let mut args = vec!["replay"];
        args.extend(files.iter().map(|&file| path(file)));
        let (code, out, _) = outcome(&args);
        assert_eq!(code, 0, "{out}");
        out.lines().last().expect("a summary").to_owned()
    };
    assert!(count(&[&all]).starts_with("10 games in 1 file: "), "{}", count(&[&all]));
    let files: Vec<_> =
        fs::read_dir(&each).expect("a folder").map(|file| file.expect("a file").path()).collect();
    let files: Vec<&Path> = files.iter().map(AsRef::as_ref).collect();
    assert!(count(&files).starts_with("10 games in 10 files: "));
}

#[test]
fn records_of_all_games_are_replayed() {
    let folder = tempfile::tempdir().expect("a scratch folder");
    for (board, told) in [
        ("nex:3x4", "nex:3x4"),
        ("hex:4x5", "hex:4x5"),
        ("hex:course:4x4", "hex:course:4x4"),
        ("connect4:4x4", "connect4:4x4"),
        ("awari", "awari"),
        ("draughts", "draughts:russian"),
        ("draughts:brazilian", "draughts:brazilian"),
    ] {
        let file = folder.path().join(board.replace(':', "-"));
        for plies in ["0", "3"] {
            let args =
                ["match", board, "random", "pseudorand", "--games", "6", "--records", path(&file), "--quiet"];
            let played = timeless(&[&args[..], &["--random-plies", plies, "--json"]].concat());
            let (code, json) = document(&["replay", "--json", path(&file)]);
            assert_eq!(code, 0, "{board}: {json}");
            let games = json["files"][0]["games"].as_array().expect("a list");
            assert_eq!(games.len(), 6, "{board}");
            assert!(games.iter().all(|game| game["board"] == told && game["black"].is_string()), "{json}");
            let sum = |key: &str| -> u64 {
                let pairings = played["pairings"].as_array().expect("a list");
                pairings.iter().map(|pair| pair[key].as_u64().expect("a count")).sum()
            };
            for key in ["black_won", "white_won", "drawn"] {
                assert_eq!(json["summary"][key], sum(key), "{board}: {json}");
            }
        }
        let (code, out, _) = outcome(&["replay", path(&file)]);
        assert!(code == 0 && out.contains("6 games in 1 file: Black won "), "{out}");
        let kept = folder.path().join("kept");
        let (code, _, err) = outcome(&["replay", path(&file), "--write", path(&kept)]);
        assert_eq!(code, 0, "{err}");
        let games =
            |path_of: &Path| document(&["replay", "--json", path(path_of)]).1["files"][0]["games"].clone();
        assert_eq!(games(&kept), games(&file), "{board}");
    }
    let (one, other) = (folder.path().join("nex-3x4"), folder.path().join("awari"));
    let both = folder.path().join("both");
    let (code, _, err) = outcome(&["replay", path(&one), path(&other), "--write", path(&both)]);
    assert!(code == 2 && err.contains("games of Awari, earlier files have games of Nex"), "{err}");
    assert!(!both.exists());
}

#[cfg(target_os = "linux")]
#[test]
fn results_are_printed_even_if_records_cannot_be_written() {
    let args =
        ["match", "nex:2x2", "random", "random-bits", "--games", "2", "--records", "/proc/no-such-games"];
    let (code, out, err) = outcome(&args);
    assert!(code == 7 && err.contains("cannot be written"), "{err}");
    assert!(out.contains("2 games") && out.contains("score"), "{out}");
}

#[test]
fn openings_are_played_with_both_colours() {
    let folder = tempfile::tempdir().expect("a scratch folder");
    let (openings, records) = (folder.path().join("openings.txt"), folder.path().join("games.txt"));
    fs::write(&openings, "\u{feff}Ba1?b2\r\n# and\r\n\r\nBb2?c1;Wa1?a2;\r\n").expect("written");
    let args = ["match", "nex:3x3", "random", "pseudorand", "--games", "6", "--openings", path(&openings)];
    let (code, _, err) = outcome(&[&args[..], &["--records", path(&records)]].concat());
    assert_eq!(code, 0, "{err}");
    let text = fs::read_to_string(&records).expect("written");
    let begun: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("Init_State:")).collect();
    let (one, two) = ("Ba1?b2;", "Bb2?c1;Wa1?a2;");
    assert_eq!(begun, [one, one, two, two, one, one]);
}

#[test]
fn wrong_use_is_reported_before_a_match() {
    let folder = tempfile::tempdir().expect("a scratch folder");
    let file = |name: &str, text: &str| {
        let file = folder.path().join(name);
        fs::write(&file, text).expect("written");
        path(&file).to_owned()
    };
    let over = file("over", "Ba1?b2\nBa3?b1;Wa1?a2;Bc1?c2;Wb2?b3;Bb3Bc2?c1\n");
    let wrong = file("wrong", "Ba1?b2\nBa1?zz\n");
    let empty = file("empty", "# nothing\n");
    let diagram = file("diagram", ".../.B?/...\n");
    let out = path(folder.path()).to_owned() + "/none/games.txt";
    let cases: [(&[&str], i32, &str); 16] = [
        (&["nex:3x3", "random"], 2, "PLAYER"),
        (&["nex:3x3", "random", "randm"], 2, "unknown player `randm`"),
        (&["nex:3x3", "random", "random("], 2, "expected `)`"),
        (&["nex:3x3", "random", "random(c=1)"], 2, "no option `c`"),
        (&["nex:3x3", "random", "mcts(0)"], 2, "at least one simulation"),
        (&["nex:3x3", "random", "human"], 2, "human cannot play in a match"),
        (&["nex", "random", "random"], 2, "the size is missing"),
        (&["awari:12", "random", "random"], 2, "no size"),
        (&["nex:3x3", "random", "random", "--games", "0"], 2, "at least 1"),
        (&["nex:3x3", "random", "random", "--time-control", "fast"], 2, "expected none, move:1s"),
        (&["nex:3x3", "random", "random", "--random-plies", "20"], 2, "no random opening of 20 plies"),
        (
            &["nex:3x3", "random", "random", "--openings", &over],
            3,
            "over:2: the game is already over in this position",
        ),
        (&["nex:3x3", "random", "random", "--openings", &wrong], 3, "wrong:2: "),
        (&["nex:3x3", "random", "random", "--openings", &empty], 3, "has no openings"),
        (
            &["nex:3x3", "random", "random", "--openings", &diagram, "--records", "x.txt"],
            2,
            "contain only moves",
        ),
        (&["nex:3x3", "random", "random", "--records", &out], 2, "does not exist"),
    ];
    for (args, exit, says) in cases {
        let (code, out, err) = outcome(&[&["match"], args].concat());
        assert_eq!((code, out.as_str()), (exit, ""), "{args:?}: {err}");
        assert!(err.contains(says), "{args:?}: {err}");
    }
    // The same opening as a diagram is welcome where no record has to begin with it.
    let args = ["match", "nex:3x3", "random", "random", "--openings", &diagram, "--games", "2"];
    assert_eq!(outcome(&args).0, 0);
}

#[test]
fn a_database_of_another_board_is_refused() {
    let folder = tempfile::tempdir().expect("a scratch folder");
    assert_eq!(outcome(&["generate", "nex:2x2", "--out", path(folder.path()), "--quiet"]).0, 0);
    for board in ["nex:13x13", "nex:3x3", "hex:2x2", "awari"] {
        let (code, out, err) = outcome(&["match", board, "random", "random", "--db", path(folder.path())]);
        assert_eq!((code, out.as_str()), (2, ""), "{err}");
        assert!(err.contains("is a database of nex:2x2, not of "), "{err}");
    }
    let (code, _, err) = outcome(&["match", "nex:2x2", "random", "random", "--db", "/nonexistent"]);
    assert_eq!(code, 4, "{err}");
}

#[test]
fn players_are_listed() {
    let (code, out, _) = outcome(&["players"]);
    assert_eq!(code, 0);
    for player in ["random ", "pseudorand ", "random-bits ", "human "] {
        assert!(out.lines().any(|line| line.starts_with(player)), "{player}: {out}");
    }
    let (_, json) = document(&["players", "--json"]);
    let players = out.lines().take_while(|line| !line.is_empty()).count();
    assert!(json["players"].as_array().is_some_and(|all| all.len() == players));
    let evaluations = out.lines().skip(players + 3).count();
    assert!(json["evaluations"].as_array().is_some_and(|all| all.len() == evaluations));
}

#[test]
fn time_is_kept() {
    // A random player does not need a second; nobody can rely on a millisecond on a slow machine.
    let args = [
        "match",
        "nex:3x3",
        "random",
        "random-bits",
        "--games",
        "4",
        "--time-control",
        "game:1m+1s",
        "--json",
    ];
    let json = timeless(&args);
    assert_eq!(json["time_control"], "game:1m+1s");
    assert!(json["scores"].as_array().expect("a list").iter().all(|score| score["lost_on_time"] == 0));
}

#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_ends_a_match() {
    use std::process::Stdio;

    // Neither player would finish.
    let player = "uct(1_000_000_000)";
    let args = ["match", "hex:11x11", player, player, "--games", "4", "--json", "--quiet"];
    let mut command = command(&args);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the command starts");
    crate::support::signals::interrupt(&child, 0);
    let output = child.wait_with_output().expect("ends");
    assert_eq!(output.status.code(), Some(130));
    let json: Value = serde_json::from_slice(&output.stdout).expect("one document");
    assert_eq!((&json["games"], &json["not_played"]), (&0.into(), &4.into()));
}
