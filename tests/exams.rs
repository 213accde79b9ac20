//! Exams of players, and what they can be held to, end to end.

use crate::support::{json, list, number, path, place, refused, run, said, scratch};
use serde_json::Value;

#[test]
fn the_smallest_board_is_counted_as_known() {
    let found = json("exam nex:2x2 --player random --seed 3");
    let counts = ["positions", "examined", "unknown", "could"].map(|field| number(&found[field]));
    // 37 positions can arise; 12 of them are over.
    assert_eq!((counts, number(&found["weighted"]["positions"])), ([13, 13, 0, 5], 25));
    assert_eq!((&found["of"], &found["is_sample"]), (&"reachable".into(), &false.into()));
    for part in ["by_stage", "by_good_moves"] {
        for field in ["positions", "could", "gave"] {
            let sum: u64 = list(&found[part]).iter().map(|line| number(&line[field])).sum();
            let whole = if field == "positions" { "examined" } else { field };
            assert_eq!(sum, number(&found[whole]), "{part}: {field}");
        }
    }
    assert_eq!(found["by_stage"][0]["ply"], 0);
    let kinds = ["win_to_draw", "win_to_loss", "draw_to_loss"].map(|field| number(&found[field]));
    assert_eq!(kinds.iter().sum::<u64>(), number(&found["gave"]));
}

#[test]
fn a_database_changes_the_judge_and_not_the_player() {
    let folder = scratch();
    let db = place(&folder, "db");
    said(&format!("generate nex:3x3 --metric dtw --out {db} --quiet"));
    for player in ["random", "'uct(20)'"] {
        let mut made = json(&format!("exam nex:3x3 --player {player}"));
        let mut given = json(&format!("exam nex:3x3 --player {player} --db {db} --threads 1"));
        assert_eq!((&made["databases"][0], &given["databases"][0]), (&"nex:3x3".into(), &"db".into()));
        for found in [&mut made, &mut given] {
            found["databases"].take();
            // Without a table, a tree expects shares of points or proves values.
            let expected: u64 =
                list(&found["estimates"]).iter().map(|class| number(&class["positions"])).sum();
            let proven = number(&found["proven"]);
            let all = if player == "random" { 0 } else { number(&found["examined"]) };
            assert_eq!((expected + proven, number(&found["refuted"])), (all, 0));
        }
        assert_eq!(made, given, "{player}");
    }
    let perfect = json(&format!("exam nex:3x3 --player table --db {db}"));
    assert_eq!((number(&perfect["gave"]), list(&perfect["worst"]).len()), (0, 0));
    assert_eq!((number(&perfect["proven"]), number(&perfect["refuted"])), (number(&perfect["examined"]), 0));
    assert_eq!(["wins_later", "loses_sooner"].map(|field| number(&perfect[field]["most"])), [0, 0]);
    // Without distances, no plies are counted.
    let wdl = place(&folder, "wdl");
    said(&format!("generate nex:3x3 --out {wdl} --quiet"));
    let found = json(&format!("exam nex:3x3 --player random --db {wdl}"));
    assert_eq!(found["wins_later"], serde_json::json!({ "positions": 0, "mean": null, "most": null }));
    assert_eq!(found["gave"], json(&format!("exam nex:3x3 --player random --db {db}"))["gave"]);

    // Mistakes are written as other commands read them, and a query agrees with each.
    let found = json(&format!("exam nex:3x3 --player random --db {db} --worst 12"));
    assert_eq!(list(&found["worst"]).len(), 12);
    for mistake in list(&found["worst"]) {
        let text = |field: &str| mistake[field].as_str().expect("text");
        let known = json(&format!("query {db} '{}'", text("position")));
        let value = |mv: &str| {
            let moves = list(&known["moves"]);
            let found = moves.iter().find(|known| known["move"] == mv);
            found.unwrap_or_else(|| panic!("{mv}: {known}"))["value"].clone()
        };
        assert_eq!(known["value"], mistake["before"]);
        assert_eq!(
            (value(text("move")), value(text("instead"))),
            (mistake["after"].clone(), known["value"].clone())
        );
        let good = list(&known["moves"]).iter().filter(|mv| mv["value"] == known["value"]).count() as u64;
        assert_eq!(
            (good, list(&known["moves"]).len() as u64),
            (number(&mistake["good_moves"]), number(&mistake["moves"]))
        );
    }
}

#[test]
fn samples_have_intervals_and_layers() {
    let folder = scratch();
    let db = place(&folder, "db");
    said(&format!("generate nex:3x3 --out {db} --quiet"));
    let exam = format!("exam nex:3x3 --player random --db {db} --sample 300");
    let found = json(&exam);
    assert_eq!((number(&found["examined"]), &found["is_sample"]), (300, &true.into()));
    assert_eq!((&found["of"], &found["weighted"]), (&"reachable".into(), &Value::Null));
    assert!(list(&found["by_stage"]).iter().all(|line| line["layer"].is_string()), "{found}");
    assert_eq!(json(&format!("{exam} --threads 1")), found);
    let whole = json(&format!("exam nex:3x3 --player random --db {db}"))["share"].as_f64().expect("a share");
    let interval: Vec<f64> =
        list(&found["interval"]).iter().map(|end| end.as_f64().expect("a number")).collect();
    assert!(interval[0] < whole && whole < interval[1], "{whole}: {interval:?}");
    let text = said(&exam);
    for says in ["300 positions that are not over", "95 % interval", "\nlayer", "\nWorst mistakes\n"] {
        assert!(text.contains(says), "{text}");
    }
    // Without a database the made one serves, and positions are counted by ply.
    let found = json("exam nex:3x3 --player random --sample 40");
    assert_eq!((&found["of"], number(&found["examined"])), (&"reachable".into(), 40));
    assert!(found["by_stage"][0]["ply"].is_u64(), "{found}");
    // Endings: nobody knows which can be reached.
    let found = json("exam draughts:2 --player 'alphabeta(2)' --sample 30");
    assert_eq!((&found["of"], number(&found["examined"])), (&"numbered".into(), 30));
    assert!(found["left_out"].is_string(), "{found}");
}

#[test]
fn perfect_players_are_weak_solutions_and_their_certificates_hold() {
    let folder = scratch();
    let proofs = place(&folder, "proofs");
    for (board, player, certificates, says) in [
        ("nex:3x3", "solver3", &["black"][..], "Black wins 3×3 Nex from the start in at most 7 plies"),
        // The network that comes with the program, without search.
        ("nex:3x3", "net(1)", &["black"], "Black wins 3×3 Nex from the start in at most "),
        ("nex:3x2", "solver3", &["white"], "White wins 3×2 Nex from the start in at most 4 plies"),
        ("tictactoe:3x3", "table", &["black", "white"], " at least draws 3×3 Tic-tac-toe from the start"),
        ("connect4:4x4", "table", &["black", "white"], " at least draws "),
        ("hex:swap:2x3", "table", &["white"], "White wins 2×3 Hex with swap from the start"),
    ] {
        let folder = format!("{proofs}/{}", board.replace(':', "-"));
        let found = json(&format!("exploit {board} --player {player} --certificate {folder}"));
        assert_eq!(found["exploitability"].as_f64(), Some(0.0), "{found}");
        let mut written = Vec::new();
        for colour in list(&found["colours"]) {
            assert_eq!((&colour["value"], &colour["line"]), (&colour["held"], &Value::Null), "{found}");
            assert_eq!(number(&colour["gave"]), 0, "{found}");
            if let Some(file) = colour["certificate"].as_str() {
                let out = said(&format!("check {file}"));
                assert!(out.contains(says), "{board}: {out}");
                written.push(colour["colour"].as_str().expect("a colour").to_owned());
            }
        }
        assert_eq!(written, certificates, "{board}");
    }
}

#[test]
fn the_worst_mistakes_are_drawn() {
    let folder = scratch();
    let picture = place(&folder, "mistakes.svg");
    let exam = format!("exam nex:3x3 --player random --worst 7 --picture {picture}");
    let found = json(&exam);
    let drawn = std::fs::read_to_string(&picture).expect("a picture");
    let worst = list(&found["worst"]);
    assert_eq!(worst.len(), 7);
    for mistake in worst {
        let [mv, instead] = ["move", "instead"].map(|field| mistake[field].as_str().expect("a move"));
        assert!(drawn.contains(&format!("{mv} loses, {instead} wins")), "{mistake}");
    }
    said(&format!("exam nex:2x2 --player table --picture {picture}"));
    assert!(
        std::fs::read_to_string(&picture)
            .expect("a picture")
            .contains("table on 2×2 Nex: no mistakes in 13 positions")
    );
    refused(7, &format!("exam nex:2x2 --player random --picture {picture}/none.svg"), "does not exist");
    refused(2, &format!("exam nex:2x2 --player random --worst 0 --picture {picture}"), "--worst 0");
}

#[test]
fn a_line_that_exploits_a_player_is_shown() {
    let folder = scratch();
    let proofs = place(&folder, "proofs");
    let exploit = "exploit nex:3x3 --player random";
    let found = json(exploit);
    let [black, white] = list(&found["colours"]) else { panic!("{found}") };
    assert_eq!(
        (&black["value"], &black["held"], &white["value"]),
        (&"win".into(), &"loss".into(), &"loss".into())
    );
    assert_eq!((found["exploitability"].as_f64(), &white["line"]), (Some(0.5), &Value::Null));
    let line: Vec<&str> = list(&black["line"]).iter().map(|mv| mv.as_str().expect("a move")).collect();
    // White, who moves second, makes the last move.
    assert!(line.len().is_multiple_of(2) && line[0].starts_with('B'), "{line:?}");
    let out = said(&format!("solve nex:3x3 --position '{}'", line.join(";")));
    assert!(out.contains("The game is over: White has won."), "{out}");
    let one = json(&format!("{exploit} --as black"));
    let colours = one["colours"].as_array().expect("a list");
    assert_eq!(
        (colours.len(), &colours[0], &one["exploitability"]),
        (1, &found["colours"][0], &Value::from(1.0))
    );
    let text = said(&format!("{exploit} --as black"));
    assert!(text.contains("Exploitability 1: ") && !text.contains("White"), "{text}");
    let short = json(&format!("{exploit} --until-loss"));
    assert_eq!(short["exploitability"], found["exploitability"]);
    for (short, full) in list(&short["colours"]).iter().zip(list(&found["colours"])) {
        let complete = [&short["complete"], &full["complete"]].map(Value::as_bool);
        assert_eq!((&short["held"], complete), (&full["held"], [Some(false), Some(true)]));
        assert!(number(&short["positions"]) < number(&full["positions"]), "{short}");
    }
    let text = said(&format!("{exploit} --until-loss"));
    assert!(text.contains("The test as White ended at the first choice that loses"), "{text}");
    let (code, out, err) = run(&format!("{exploit} --certificate {proofs}"));
    assert!(
        code == 0 && out.contains("Black can be held to a loss in ") && out.contains("Exploitability 0.5"),
        "{out}"
    );
    assert!(err.contains("the player does not hold the win"), "{err}");
    assert!(!std::path::Path::new(&proofs).exists());
}

#[test]
fn wrong_arguments_are_refused() {
    for command in ["exam", "exploit"] {
        refused(2, &format!("{command} nex:3x3"), "--player");
        refused(2, &format!("{command} nex:3x3 --player nobody"), "unknown player `nobody`");
        refused(2, &format!("{command} nex:3x3 --player 'uct(1'"), "expected `)` at the end");
        refused(2, &format!("{command} --player random"), "no board is given");
        refused(2, &format!("{command} chess --player random"), "chess");
        refused(4, &format!("{command} nex:3x3 --player random --db missing"), "missing");
        refused(2, &format!("{command} tictactoe:3x3 --player minimax"), "no evaluations");
    }
    refused(2, "exam nex:3x3 --player random --sample 0", "at least 1");
    refused(2, "exam nex:4x5 --player random", "too large for a table made on the spot");
    refused(2, "exam draughts:2 --player random", "too many positions");
    refused(2, "exploit draughts:2 --player random", "positions can repeat");
    refused(2, "exploit nex:5x5 --player table", "table needs a database");
    refused(2, "exploit nex:5x5 --player random --until-loss", "give --db");
    refused(7, "exploit hex:4x5 --player random --memory 64MiB", "too many for --memory");
    let folder = scratch();
    let db = place(&folder, "db");
    said(&format!("generate nex:2x2 --out {db} --quiet"));
    refused(
        2,
        &format!("exam nex:3x3 --player random --db {db}"),
        "db is a database of nex:2x2, not of nex:3x3",
    );
    let file = format!("{}/manifest.json", path(folder.path().join("db").as_path()));
    refused(2, &format!("exploit nex:3x3 --player table --certificate {file}"), "is a file, not a folder");
    let full = "exploit nex:3x3 --player table --certificate /proc/none --quiet";
    let (code, _, err) = run(full);
    assert!(code == 7 && err.contains("cannot be written"), "{err}");
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupted_exam_prints_what_it_has() {
    use crate::support::{command, ended, signals};
    let exam = "exam nex:3x3 --player 'mcts(20000)' --threads 2 --json";
    let child = command(exam).spawn().expect("it starts");
    signals::interrupt(&child, 150);
    let (code, out, err) = ended(child);
    let found: Value = serde_json::from_str(&out).expect("a document");
    assert!(code == 130 && err.starts_with("interrupted: ending the exam"), "{err}");
    let [examined, positions] = ["examined", "positions"].map(|field| number(&found[field]));
    assert!(examined > 0 && examined < positions, "{found}");
    let child = command("exploit nex:3x3 --player 'mcts(20000)' --threads 2").spawn().expect("it starts");
    signals::interrupt(&child, 150);
    let (code, out, err) = ended(child);
    assert!(code == 130 && out.is_empty() && err.contains("interrupted before there was a result"), "{err}");
}

#[test]
fn the_memory_that_an_error_names_is_enough() {
    let line = "exam hex:3x4 --player random --memory";
    // The small database comes first.
    refused(7, &format!("{line} 16MiB"), "generating 3×4 Hex needs at least 36MiB of memory");
    let says = refused(7, &format!("{line} 36MiB"), "is enough for all positions of the board");
    let words: Vec<&str> = says.split_whitespace().collect();
    let at = words.iter().rposition(|word| *word == "--memory").expect("a hint");
    said(&format!("{line} {}", words[at + 1]));
    let exploit = "exploit hex:4x5 --player random --memory 16MiB";
    refused(7, exploit, "give more --memory than 16MiB");
}
