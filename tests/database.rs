//! End-to-end tests of databases: looked up, described, exported, used by searches; damaged, missing, and of
//! other boards.

use crate::support::build::{scores, write, write_changed};
use crate::support::folder::{database, nex, partial};
use crate::support::{command, document, entries, fed, json, list, path, place, refused, run, said, scratch};
use nexsolve_core::laws::{self, Positions};
use nexsolve_core::{Layer, LayerId, Notation, Ranked, Score, Symmetric, Wdl};
use nexsolve_db::Metric;
use nexsolve_games::hex::{Hex, Swap, Variant};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;
use tempfile::TempDir;

const BOTH: [Metric; 2] = [Metric::Wdl, Metric::Dtw];
const ALL: [Metric; 3] = [Metric::Wdl, Metric::Dtw, Metric::Reach];

/// Values of 3×3 Hex with swap.
fn swap() -> TempDir {
    let folder = scratch();
    let hex = Hex::<u64>::new(3, 3, Variant { swap: Swap::On, ..Variant::default() }).expect("small");
    write(&hex, "hex:swap:3x3", folder.path(), &[Metric::Wdl], |_| true);
    folder
}

/// Returns the answer of `query -` for a score, from a table with or without distances.
fn words(score: Score, metric: Metric) -> String {
    match score.distance() {
        Some(plies) if metric == Metric::Dtw || plies.0 == 0 => format!("{} in {plies}", score.wdl()),
        _ => score.wdl().to_string(),
    }
}

#[test]
fn a_position_is_answered_as_a_search_would() {
    for metric in BOTH {
        let folder = database(3, 3, &[metric]);
        let db = path(folder.path());
        let (goal, fields) = match metric {
            Metric::Dtw => ("distances", &["value", "distance"][..]),
            _ => ("moves", &["value"][..]),
        };
        for position in ["start", "Ba1?b2", "B../.?./...", "Ba3?b1;Wa1?a2;Bc1?c2;Wb2?b3"] {
            let found = json(&format!("query --db {db} {position}"));
            let searched =
                json(&format!("solve nex:3x3 --engine search --position {position} --goal {goal}"));
            assert_eq!(found["to_move"], searched["to_move"], "{position}");
            let moves = list(&searched[if position == "start" { "openings" } else { "moves" }]);
            assert_eq!(list(&found["moves"]).len(), moves.len());
            for field in fields {
                assert_eq!(found[field], searched[field], "{position} {field}");
                for (one, other) in list(&found["moves"]).iter().zip(moves) {
                    let told = [one, other].map(|mv| (&mv["move"], &mv[field]));
                    assert_eq!(told[0], told[1], "{position} {field}");
                }
            }
        }
    }
}

#[test]
fn people_get_a_picture_a_sentence_and_every_move() {
    let folder = database(3, 3, &BOTH);
    let query = |positions: &str| said(&format!("query --db {} {positions}", path(folder.path())));
    let out = query("start");
    // The same as from a search, except for its figures and the line of the refutation.
    assert!(out.starts_with("Black, who moves first, wins 3×3 Nex in 7 plies.\n"), "{out}");
    let first = out.split("\nRefuted").next().expect("text").trim_end();
    assert!(said("solve nex:3x3 --engine search").starts_with(first), "{out}");
    let out = query("Ba1?b2 Ba1?a2");
    for says in ["a w B . . w\n", "\nWhite, to move, draws.\n", "Wa2?b1  =", "Wc3?c2 -4"] {
        assert!(out.contains(says), "{says}: {out}");
    }
    assert_eq!(out.matches("to move").count(), 2, "{out}");
    assert!(out.lines().all(|line| line.chars().count() <= 80), "{out}");
    let out = query("Ba3?b1;Wa1?a2;Bc1?c2;Wb2?b3;Bb3Bc2?c1");
    assert!(out.ends_with("The game is over: Black has won.\n"), "{out}");
}

#[test]
fn every_position_comes_back_from_a_stream_in_order() {
    let game = nex(3, 3);
    let scores = scores(&game);
    let positions = laws::positions(&game, Positions::All);
    let text = |position| game.format_position(position);
    for metric in BOTH {
        let folder = database(3, 3, &[metric]);
        let query = format!("query --db {} -", path(folder.path()));
        let input: String = positions.iter().map(|p| text(p) + "\n").collect();
        let answer = |p| format!("{}\t{}\n", text(p), words(scores[p], metric));
        let expected: String = positions.iter().map(answer).collect();
        assert!(fed(&query, input) == (0, expected, String::new()), "{metric}");
        let some: Vec<_> = positions.iter().step_by(40).collect();
        let input: String = some.iter().map(|p| text(p) + "\r\n").collect();
        let (code, out, err) = fed(&format!("{query} --json"), input);
        assert_eq!((code, err.as_str(), out.lines().count()), (0, "", some.len()));
        for (line, position) in out.lines().zip(some) {
            let found: Value = serde_json::from_str(line).expect("a document a line");
            let expected = (json!(text(position)), json!(scores[position].wdl().word()));
            assert_eq!((&found["position"], &found["value"]), (&expected.0, &expected.1));
            assert!(found["moves"].is_array());
        }
    }
}

#[test]
fn faulty_lines_are_reported_and_the_others_answered() {
    let folder = database(2, 2, &BOTH);
    let query = format!("query --db {} -", path(folder.path()));
    let input = b"start\nBa1?a1\n\xff\xfe\n\nBa1?a2\r\n  Ba1?b1 \nB\x1b[31m\n";
    let (code, out, err) = fed(&query, input);
    assert_eq!(code, 3);
    let answers: Vec<&str> = out.lines().collect();
    let expected = [
        "start\twin in 3",
        "Ba1?a1\terror: standard input, line 2: the move names a1 twice",
        "\u{fffd}\u{fffd}\terror: standard input, line 3: not UTF-8 text",
        "\terror: standard input, line 4: empty line; write start for the start",
        "Ba1?a2\tloss in 2",
        "Ba1?b1\tdraw",
    ];
    assert_eq!(answers[..6], expected);
    assert!(
        answers.len() == 7 && answers[6].starts_with("B\\u{1b}[31m\terror: standard input, line 7: "),
        "{out}"
    );
    let (code, out, _) = fed(&format!("{query} --json"), input);
    let documents: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!((code, documents.len()), (3, 7));
    let error = &documents[1]["error"];
    let fields = ["text", "from", "to", "exit"].map(|field| error[field].clone());
    assert_eq!(Value::from(fields.to_vec()), json!(["Ba1?a1", 4, 6, 3]));
    let is_error: Vec<bool> = documents.iter().map(|document| document.get("error").is_some()).collect();
    assert_eq!(is_error, [false, true, true, true, false, false, true]);
    let place = "standard input, line 2: the move names a1 twice\n  | Ba1?a1\n  |     ^^\n";
    assert!(err.contains(place) && !err.contains('\u{1b}'), "{err}");
    assert!(err.contains("line 3: not UTF-8") && err.contains("line 7: "), "{err}");
    // Any number of lines, of any length.
    let many = "x\n".repeat(100_000);
    let long = format!("{}\nstart\n", "Ba1?a2;".repeat(1_500_000));
    for (input, answer, says) in [
        (many, "", "99,980 more lines of standard input cannot be read"),
        (long, "start\twin in 3\n", "line 1: longer than any position"),
    ] {
        let lines = input.lines().count();
        let (code, out, err) = fed(&query, input);
        assert_eq!((code, out.lines().count()), (3, lines));
        assert!(out.ends_with(answer) && out.lines().all(|line| line.len() < 500), "{err}");
        assert!(err.contains(says) && err.len() < 5_000, "{err}");
    }
    assert_eq!(fed(&query, ""), (0, String::new(), String::new()));
}

/// A program that asks, waits for the answer, and asks again.
#[test]
fn lines_are_answered_when_the_input_pauses() {
    let folder = database(2, 3, &BOTH);
    let db = path(folder.path());
    for more in ["", "--json"] {
        let mut command = command(&format!("query --db {db} - {more}"));
        let mut child = command.stdin(Stdio::piped()).spawn().expect("the command starts");
        let mut asks = child.stdin.take().expect("a pipe");
        let mut answers = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        for (position, value) in
            [("start", "win"), ("nonsense", "error"), ("Ba1?a2", "loss"), ("", "error"), ("start", "win")]
        {
            writeln!(asks, "{position}").expect("written");
            let answer = answers.next().expect("an answer").expect("text");
            assert!(answer.contains(value), "{position}: {answer}");
        }
        drop(asks);
        assert!(answers.next().is_none() && child.wait().expect("ends").code() == Some(3));
    }
}

#[test]
fn a_missing_table_is_exit_4_and_no_value() {
    let folder = partial(3, 3, &BOTH, |layer| layer > "p03");
    let db = path(folder.path());
    let query = format!("query --db {db}");
    let err = refused(4, &format!("{query} start"), "no table for .../.../...: layer p00n0 is missing");
    assert!(err.contains("hint"), "{err}");
    let (code, found) = document(&format!("{query} start"));
    assert_eq!((code, &found["value"], &found["moves"][0]["value"]), (4, &Value::Null, &Value::Null));
    let (code, out, err) = fed(&format!("{query} -"), "start\nBa1?a2;Wb1?b2;Ba2Bb2?a1\n");
    assert_eq!((code, out.lines().next()), (4, Some("start\tno table")));
    assert!(err.contains("no table for 1 position"), "{err}");
    for sample in ["", "--sample 5"] {
        let (code, _, err) = run(&format!("verify {db} {sample}"));
        assert!(code == 4 && err.contains("layers have a table of wdl") && err.contains("hint"), "{err}");
    }
    let folder = database(2, 2, &[Metric::Reach]);
    let (code, _, err) = run(&format!("verify {}", path(folder.path())));
    assert!(code == 4 && err.contains("is not complete: it has no table of values"), "{err}");
    let folder = partial(3, 3, &[Metric::Wdl], |layer| layer > "p03");
    let (code, _, err) = run(&format!("verify {}", path(folder.path())));
    assert!(code == 4 && err.contains("layer p00n0 has no table of wdl: not verified"), "{err}");
    // If only some moves are missing, the others are listed.
    let folder = partial(3, 3, &BOTH, |layer| layer != "p03n1");
    let db = path(folder.path());
    assert!(said(&format!("query --db {db} Ba1?b2;Wa2?b1")).contains("  1 move is in no table.\n"));
    let found = json(&format!("info {db}"));
    assert_eq!((&found["complete"], list(&found["layers"]).len()), (&json!(false), 10));
    // Values that depend on a missing table cannot be verified.
    let folder = partial(3, 3, &[Metric::Wdl], |layer| layer != "p05n1");
    let (code, _, err) = run(&format!("verify {}", path(folder.path())));
    assert!(code == 4 && err.contains("p05n1.wdl, which is missing") && err.contains("hint"), "{err}");
}

#[test]
fn a_damaged_table_is_exit_4_with_a_remedy() {
    let folder = database(2, 3, &[Metric::Wdl]);
    let db = path(folder.path());
    let file = folder.path().join("p01n1.wdl");
    let good = fs::read(&file).expect("there");
    let mut changed = good.clone();
    changed[good.len() / 2] ^= 1;
    for bad in [Some(&changed[..]), Some(&good[..good.len() / 2]), Some(&[]), None] {
        match bad {
            Some(bytes) => fs::write(&file, bytes).expect("written"),
            None => fs::remove_file(&file).expect("there"),
        }
        for line in [
            format!("query --db {db} Ba1?a2"),
            format!("export {db} --format csv"),
            format!("solve nex:2x3 --db {db}"),
        ] {
            let (code, out, err) = run(&line);
            assert!(code == 4 && (line.starts_with("export") || out.is_empty()), "{line}: {out}{err}");
            assert!(
                err.contains("p01n1.wdl") && err.contains("run the command that made the database again"),
                "{err}"
            );
        }
        let (code, _, err) = fed(&format!("query --db {db} -"), "Ba1?a2\n");
        assert!(code == 4 && err.contains("p01n1.wdl"), "{err}");
        // Only the lines that need the table are errors.
        let (code, out, _) = fed(&format!("query --db {db} -"), "Ba1?a2;Wb1?b2\nBa1?a2\nBa1?a2;Wb1?b2\n");
        let lines: Vec<&str> = out.lines().collect();
        assert!(code == 4 && lines.len() == 3 && lines[0] == lines[2], "{out}");
        assert!(lines[1].starts_with("Ba1?a2\terror: ") && !lines[0].contains("error"), "{out}");
        // Answers that do not need the table are still given.
        let (code, out, err) = run(&format!("info {db}"));
        assert!(code == 4 && out.contains("p02n2") && err.contains("p01n1.wdl"), "{out}{err}");
    }
    // A verification names every file.
    fs::write(&file, changed).expect("written");
    let other = entries(folder.path()).pop().expect("a table");
    fs::remove_file(&other).expect("there");
    let err = refused(4, &format!("verify {db}"), "2 faults in its files");
    assert!([&file, &other].iter().all(|file| err.contains(path(file))), "{err}");
    let (code, found) = document(&format!("verify {db}"));
    assert_eq!((code, list(&found["damaged"]).len()), (4, 2));
}

#[test]
fn what_is_no_database_is_told() {
    let scratch = scratch();
    let good = database(2, 2, &BOTH);
    let (damaged, nowhere) = (scratch.path().join("damaged"), place(&scratch, "none"));
    fs::create_dir(&damaged).expect("made");
    let file = damaged.join("manifest.json");
    let manifest = fs::read_to_string(good.path().join("manifest.json")).expect("there");
    fs::write(&file, manifest.replace("nex:2x2", "nex:2x3")).expect("written");
    let makes = "hint: nexsolve generate BOARD --out DIR";
    for (db, says, remedy) in [
        (path(scratch.path()), "is not a database", makes),
        (&nowhere, "is not a database", makes),
        (path(&file), "is not a database", makes),
        (path(&damaged), "has been changed since it was written", "put the original back, or generate"),
    ] {
        for line in ["query --db DB start", "query --db DB -", "info DB", "export DB --format csv"] {
            let err = refused(4, &line.replace("DB", db), says);
            assert!(err.contains(remedy), "{line}: {err}");
        }
        refused(4, &format!("solve nex:2x2 --db {db}"), says);
    }
    for (line, code, says) in [
        ("query --db DB", 2, "<POSITION>"),
        ("query start", 2, "no position is given"),
        ("compare DB", 2, "needs a database and one file"),
        ("audit DB", 2, "no file of records"),
        ("info DB --db DB", 2, "cannot be used with"),
        ("export DB --format csv --json", 2, "give --out"),
        ("query --db DB - start", 2, "give no other positions"),
        ("query --db DB Ba3?a1", 3, "a3 is off the board"),
        ("query --db DB start xx", 3, "expected a move"),
        ("solve nex:2x3 --db DB", 2, "is a database of nex:2x2, not of nex:2x3"),
        ("match nex:3x3 random random --db DB", 2, "is a database of nex:2x2, not of "),
        ("match awari random random --db DB", 2, "is a database of nex:2x2, not of "),
        ("match nex:2x2 random random --db /nonexistent", 4, ""),
        ("verify x --sample 0", 2, "at least 1"),
        ("export DB --format xml", 2, "csv, npy, parquet"),
        ("export DB --format npy", 2, "needs --out"),
        ("export DB --format parquet", 2, "needs --out"),
        ("export DB --format csv --layer p9", 2, "its layers are p00n0, p01n1"),
        ("export DB --format csv --metric reach", 4, "no table of reach"),
        ("export DB --format csv --out /no/such/folder/x", 7, "does not exist"),
        ("export DB --format csv --out -", 2, "needs a name"),
        ("export DB --format csv --out DB/manifest.json", 2, "belongs to a database"),
        ("export DB --format csv --out DB/p00n0.wdl", 2, "belongs to a database"),
        ("solve nex:2x2 --db DB --certificate DB/manifest.json", 2, "belongs to a database"),
        ("match nex:2x2 random random --db DB --records DB/p00n0.wdl", 2, "belongs to a database"),
    ] {
        refused(code, &line.replace("DB", path(good.path())), says);
    }
    // The tables of a damaged database are not replaced either.
    let damaged = database(2, 2, &[Metric::Wdl]);
    let manifest = damaged.path().join("manifest.json");
    let text = fs::read_to_string(&manifest).expect("a manifest");
    fs::write(&manifest, text.replacen("nex:2x2", "nex:2x3", 1)).expect("written");
    let line = format!("export {} --format csv --out {}/p00n0.wdl", path(good.path()), path(damaged.path()));
    refused(2, &line, "belongs to a database");
}

#[test]
fn info_describes_the_board() {
    let folder = database(3, 3, &ALL);
    let info = format!("info {}", path(folder.path()));
    let found = json(&info);
    let totals = ["positions", "reachable", "loss", "draw", "win", "of", "longest_win"]
        .map(|field| found["totals"][field].clone());
    let expected = json!([36_397, 36_397, 5_828, 13_814, 16_755, "reachable", 7]);
    assert_eq!(Value::from(totals.to_vec()), expected);
    assert_eq!((&found["value"], &found["distance"]), (&json!("win"), &json!(7)));
    assert_eq!(found["openings_by_value"], json!({"win": 42, "draw": 30, "loss": 0}));
    assert_eq!(list(&found["layers"]).len(), 11);
    for layer in list(&found["layers"]) {
        let count = |field: &str| layer[field].as_u64().expect("a number");
        assert_eq!(count("reachable"), count("loss") + count("draw") + count("win"), "{layer}");
        assert_eq!(list(&layer["tables"]).len(), 3);
    }
    let out = said(&info);
    for says in [
        "3×3 Nex: 11 of 11 layers",
        "The first player wins in 7 plies; 42 openings win, 30 draw, 0 lose.",
        "36,397",
        "The longest win or loss takes 7 plies.",
    ] {
        assert!(out.contains(says), "{says}: {out}");
    }
    // Values without distances, on a board where some positions are unreachable.
    let folder = database(2, 3, &[Metric::Wdl]);
    let found = json(&format!("info {}", path(folder.path())));
    assert_eq!((&found["totals"]["longest_win"], &found["distance"]), (&Value::Null, &Value::Null));
}

#[test]
fn exports_hold_every_position_with_its_value() {
    let game = nex(3, 3);
    let scores = scores(&game);
    let folder = database(3, 3, &ALL);
    let db = path(folder.path());
    let numbers: HashMap<&str, LayerId> =
        Layer::with_ids(game.layers()).map(|(id, layer)| (layer.name.as_str(), id)).collect();
    let csv = said(&format!("export {db} --format csv"));
    let mut lines = csv.lines();
    assert_eq!(lines.next(), Some("layer,rank,position,value,distance"));
    let mut seen = 0;
    for line in lines {
        let fields: Vec<&str> = line.split(',').collect();
        let position = game.read_position(fields[2]).expect("a position");
        assert_eq!(game.rank(&position), (numbers[fields[0]], fields[1].parse().expect("a number")));
        let score = scores[&position];
        let distance = score.distance().map_or(String::new(), |plies| plies.to_string());
        assert_eq!(fields[3..], [score.wdl().to_string(), distance]);
        seen += game.copies(&position);
    }
    assert_eq!(seen, 36_397);
    // The same rows in a file, for two layers, without distances.
    let file = place(&folder, "some.csv");
    let args = "--metric wdl --layer p01n1 --layer p03n1";
    let (code, out, err) = run(&format!("export {db} --format csv --out {file} {args}"));
    assert_eq!((code, out.as_str()), (0, ""), "{err}");
    assert!(err.contains("positions of 2 tables written to"), "{err}");
    let kept = csv.lines().filter(|line| line.starts_with("p01n1") || line.starts_with("p03n1"));
    let kept = kept.flat_map(|line| [line.rsplit_once(',').expect("five fields").0, "\n"]);
    let expected = format!("layer,rank,position,value\n{}", kept.collect::<String>());
    assert_eq!(fs::read_to_string(&file).expect("written"), expected);
    let reach = said(&format!("export {db} --format csv --metric reach"));
    assert!(reach.lines().skip(1).all(|line| line.ends_with(",true")));
}

#[test]
fn arrays_hold_a_number_for_each_rank() {
    let game = nex(3, 3);
    let scores = scores(&game);
    let folder = database(3, 3, &BOTH);
    let out = folder.path().join("arrays");
    for metric in BOTH {
        let args = format!("--format npy --metric {metric} --out {}", path(&out));
        let (code, _, err) = run(&format!("export {} {args}", path(folder.path())));
        assert!(code == 0 && err.contains("of 11 tables written"), "{err}");
        for (number, layer) in Layer::with_ids(game.layers()) {
            let bytes = fs::read(out.join(format!("{}.{metric}.npy", layer.name))).expect("written");
            assert!(bytes.starts_with(b"\x93NUMPY\x01\x00"));
            let score = |rank| game.unrank(number, rank).map(|position| scores[&position]);
            let expected: Vec<u8> = (0..layer.len)
                .flat_map(|rank| match (metric, score(rank)) {
                    (Metric::Dtw, score) => score.map_or(i16::MIN, Score::to_raw).to_le_bytes().to_vec(),
                    (_, None) => i8::MIN.to_le_bytes().to_vec(),
                    (_, Some(score)) => [Wdl::Loss, Wdl::Draw, Wdl::Win]
                        .iter()
                        .zip([-1_i8, 0, 1])
                        .filter(|(wdl, _)| **wdl == score.wdl())
                        .map(|(_, number)| number as u8)
                        .collect(),
                })
                .collect();
            assert!(bytes.len() >= 128 && bytes.ends_with(&expected), "{} {metric}", layer.name);
        }
    }
}

#[cfg(not(feature = "parquet"))]
#[test]
fn a_program_without_parquet_says_how_to_get_it() {
    let folder = database(2, 2, &[Metric::Wdl]);
    let line = format!("export {} --format parquet --out /no/such/folder/x", path(folder.path()));
    refused(2, &line, "cargo install --path . --features parquet");
}

#[cfg(feature = "parquet")]
#[test]
fn parquet_files_hold_the_rows_of_csv() {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::RowAccessor;

    let folder = database(3, 3, &ALL);
    let db = path(folder.path());
    let file = place(&folder, "positions.parquet");
    for metric in ["wdl", "dtw", "reach"] {
        said(&format!("export {db} --format parquet --metric {metric} --out {file}"));
        let csv = said(&format!("export {db} --format csv --metric {metric}"));
        let reader = SerializedFileReader::new(fs::File::open(&file).expect("written")).expect("Parquet");
        let mut found = String::new();
        for row in reader.get_row_iter(None).expect("rows") {
            let row = row.expect("a row");
            let text = |i| row.get_string(i).expect("text").clone();
            let distance = || row.get_short(4).map_or(String::new(), |plies| plies.to_string());
            let last = match metric {
                "reach" => row.get_bool(3).expect("yes or no").to_string(),
                "dtw" => format!("{},{}", text(3), distance()),
                _ => text(3),
            };
            let rank = row.get_long(1).expect("a number").to_string();
            found += &([text(0), rank, text(2), last].join(",") + "\n");
        }
        assert!(csv.split_once('\n').expect("a head").1 == found, "{metric}");
    }
}

#[test]
fn a_search_with_a_database_gives_the_same_answer() {
    let folders = [
        ("nex:3x3", database(3, 3, &[Metric::Dtw])),
        ("nex:3x3", partial(3, 3, &[Metric::Wdl], |layer| layer > "p04")),
        ("hex:swap:3x3", swap()),
    ];
    for (board, folder) in &folders {
        for more in ["", "--no-tactics", "--goal moves"] {
            let line = format!("solve {board} --engine search {more}");
            let (without, with) = (json(&line), json(&format!("{line} --db {}", path(folder.path()))));
            // A search for values may or may not find distances.
            let fields =
                if more == "--goal moves" { &["value"][..] } else { &["value", "distance", "openings"] };
            for field in fields {
                assert_eq!(with[field], without[field], "{line} {field}");
            }
            assert!(with["search"]["probe_hits"].as_u64() > Some(0), "{}", with["search"]);
            assert_eq!(without["search"]["probes"], 0);
        }
    }
    // A certificate of a value from tables is valid by the rules.
    let file = place(&folders[0].1, "win.txt");
    for (_, folder) in &folders[..2] {
        let db = path(folder.path());
        said(&format!("solve nex:3x3 --goal value --db {db} --certificate {file}"));
        assert!(said(&format!("check {file}")).starts_with("Black wins 3×3 Nex"));
    }
}

#[test]
fn a_good_database_is_verified() {
    for folder in [database(3, 3, &ALL), database(2, 3, &BOTH), swap()] {
        let verify = format!("verify {}", path(folder.path()));
        let out = said(&verify);
        assert!(out.contains("checksums are correct\n") && out.contains("values agree with"), "{out}");
        assert!(out.lines().all(|line| line.chars().count() <= 80), "{out}");
        let found = json(&verify);
        assert_eq!((&found["right"], &found["wrong"]), (&json!(true), &json!(0)));
        assert_eq!(found["totals"], json(&format!("info {}", path(folder.path())))["totals"]);
        let found = json(&format!("{verify} --sample 10 --seed 3"));
        assert!(found["sample"] == 10 && found["values"].as_u64() < Some(400), "{found}");
    }
}

#[test]
fn a_wrong_value_is_exit_6_and_named() {
    let game = nex(3, 3);
    let position = game.read_position("Ba1?b2;Wa2?b1").expect("a position");
    let (number, rank) = game.rank(&position);
    let layer = &game.layers()[number].name;
    let folder = scratch();
    let lie = |name: &str, r: u64, value: i16| if (name, r) == (layer, rank) { 1 } else { value };
    write_changed(&game, "nex:3x3", folder.path(), &[Metric::Wdl], |_| true, lie);
    let verify = format!("verify {}", path(folder.path()));
    let (code, out, err) = run(&verify);
    assert_eq!((code, err.as_str()), (6, ""), "{out}");
    let turned = game.diagram(&game.unrank(number, rank).expect("a position"));
    let place = format!("rank {rank} of layer {layer}, wdl:");
    for says in [&place, "the table says win, the rules say draw.", &turned] {
        assert!(out.contains(says), "{out}");
    }
    // A sample as large as the tables finds it, too.
    for more in ["", "--sample 1_000_000"] {
        let (code, found) = document(&format!("{verify} {more}"));
        assert_eq!((code, &found["right"]), (6, &json!(false)));
        let wrong = ["layer", "rank", "stored", "derived"].map(|field| &found["first_wrong"][0][field]);
        assert_eq!(wrong, [&json!(layer), &json!(rank), &json!("win"), &json!("draw")]);
    }
}
