//! Databases as their users meet them: looked up, described, exported, searched with; damaged, missing, and of other boards.

use crate::support::build::scores;
use crate::support::folder::{database, fed, nex, partial};
use crate::support::{command, document, outcome, path};
use nexsolve_core::laws::{self, Reach};
use nexsolve_core::{Layer, LayerId, Notation, Ranked, Score, Symmetric, Wdl};
use nexsolve_db::Metric;
use nexsolve_games::hex::{Hex, Swap, Variant};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

const BOTH: [Metric; 2] = [Metric::Wdl, Metric::Dtw];

/// What `query -` says of a score, by a table of values alone or one with distances.
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
        for position in ["start", "Ba1?b2", "Ba1?b2;Wa2?b1", "B../.?./...", "Ba3?b1;Wa1?a2;Bc1?c2;Wb2?b3"] {
            let (code, found) = document(&["query", "--db", db, position, "--json"]);
            assert_eq!(code, 0, "{position}");
            let goal = if metric == Metric::Dtw { "distances" } else { "moves" };
            let searched =
                document(&["solve", "nex:3x3", "--position", position, "--goal", goal, "--json"]).1;
            let list = if position == "start" { &searched["openings"] } else { &searched["moves"] };
            let distances = metric == Metric::Dtw;
            for field in ["to_move", "value"] {
                assert_eq!(found[field], searched[field], "{position} {field}");
            }
            let moves = found["moves"].as_array().expect("a list");
            assert_eq!(moves.len(), list.as_array().expect("a list").len());
            for (one, other) in moves.iter().zip(list.as_array().expect("a list")) {
                assert_eq!((&one["move"], &one["value"]), (&other["move"], &other["value"]), "{position}");
                if distances {
                    assert_eq!(one["distance"], other["distance"], "{position}");
                }
            }
            if distances {
                assert_eq!(found["distance"], searched["distance"], "{position}");
            }
        }
    }
}

#[test]
fn people_get_a_picture_a_sentence_and_every_move() {
    let folder = database(3, 3, &BOTH);
    let db = path(folder.path());
    let (code, out, err) = outcome(&["query", "--db", db, "start"]);
    assert_eq!((code, err.as_str()), (0, ""));
    let searched = outcome(&["solve", "nex:3x3"]).1;
    // The same but for the figures of the search and the refutation's line.
    assert!(out.starts_with("Black, who moves first, wins 3×3 Nex in 7 plies.\n"), "{out}");
    assert!(searched.starts_with(out.split("\nRefuted").next().expect("text").trim_end()), "{out}");
    let (_, out, _) = outcome(&["query", "--db", db, "Ba1?b2", "Ba1?a2"]);
    assert!(out.contains("a w B . . w\n") && out.contains("\nWhite, to move, draws.\n"), "{out}");
    assert!(out.contains("Wa2?b1  =") && out.contains("Wc3?c2 -4"), "{out}");
    assert_eq!(out.matches("to move").count(), 2, "{out}");
    assert!(out.lines().all(|line| line.chars().count() <= 80), "{out}");
    let (_, out, _) = outcome(&["query", "--db", db, "Ba3?b1;Wa1?a2;Bc1?c2;Wb2?b3;Bb3Bc2?c1"]);
    assert!(out.ends_with("The game is over: Black has won.\n"), "{out}");
}

#[test]
fn every_position_comes_back_from_a_stream_in_order() {
    let game = nex(3, 3);
    let scores = scores(&game);
    let positions = laws::positions(&game, Reach::All);
    for metric in BOTH {
        let folder = database(3, 3, &[metric]);
        let db = path(folder.path());
        let input: String = positions.iter().map(|p| game.format_position(p) + "\n").collect();
        let expected: String = positions
            .iter()
            .map(|p| game.format_position(p) + "\t" + &words(scores[p], metric) + "\n")
            .collect();
        let (code, out, err) = fed(&["query", "--db", db, "-"], input.as_bytes());
        assert_eq!((code, err.as_str()), (0, ""));
        assert!(out == expected, "{metric}");
        let some: Vec<_> = positions.iter().step_by(40).collect();
        let input: String = some.iter().map(|p| game.format_position(p) + "\r\n").collect();
        let (code, out, err) = fed(&["query", "--db", db, "-", "--json"], input.as_bytes());
        assert_eq!((code, err.as_str(), out.lines().count()), (0, "", some.len()));
        for (line, position) in out.lines().zip(some) {
            let json: Value = serde_json::from_str(line).expect("a document a line");
            assert_eq!(json["position"], game.format_position(position));
            assert_eq!(json["value"], scores[position].wdl().word());
            assert!(json["moves"].is_array());
        }
    }
}

#[test]
fn faulty_lines_are_reported_and_the_others_answered() {
    let folder = database(2, 2, &BOTH);
    let args = ["query", "--db", path(folder.path()), "-"];
    let input = b"start\nBa1?a1\n\xff\xfe\n\nBa1?a2\r\n  Ba1?b1 \nB\x1b[31m\n";
    let (code, out, err) = fed(&args, input);
    assert_eq!(code, 3);
    assert_eq!(out, "start\twin in 3\n\twin in 3\nBa1?a2\tloss in 2\nBa1?b1\tdraw\n");
    assert!(
        err.contains("standard input, line 2: the move names a1 twice\n  | Ba1?a1\n  |     ^^\n"),
        "{err}"
    );
    assert!(err.contains("line 3: not UTF-8") && err.contains("line 7: "), "{err}");
    assert!(!err.contains('\u{1b}'), "{err}");
    // However many they are, and however long.
    let (code, out, err) = fed(&args, "x\n".repeat(100_000).as_bytes());
    assert_eq!((code, out.as_str()), (3, ""));
    assert!(err.contains("99,980 more lines of standard input cannot be read"), "{err}");
    assert!(err.len() < 5_000, "{err}");
    let long = format!("{}\nstart\n", "Ba1?a2;".repeat(1_500_000));
    let (code, out, err) = fed(&args, long.as_bytes());
    assert_eq!((code, out.as_str()), (3, "start\twin in 3\n"));
    assert!(err.contains("line 1: longer than any position") && err.len() < 500, "{err}");
    assert_eq!(fed(&args, b""), (0, String::new(), String::new()));
}

#[test]
fn a_missing_table_is_exit_4_and_no_value() {
    let folder = partial(3, 3, &BOTH, |layer| layer > "p03");
    let db = path(folder.path());
    let (code, out, err) = outcome(&["query", "--db", db, "start"]);
    assert_eq!((code, out.as_str()), (4, ""));
    assert!(
        err.contains("no table for .../.../...: layer p00n0 is missing") && err.contains("hint"),
        "{err}"
    );
    let (code, json) = document(&["query", "--db", db, "start", "--json"]);
    assert_eq!((code, &json["value"], &json["moves"][0]["value"]), (4, &Value::Null, &Value::Null));
    let (code, out, err) = fed(&["query", "--db", db, "-"], b"start\nBa1?a2;Wb1?b2;Ba2Bb2?a1\n");
    assert_eq!((code, out.lines().next()), (4, Some("start\tno table")));
    assert!(err.contains("no table for 1 position"), "{err}");
    // If only some moves are missing, the others are listed.
    let folder = partial(3, 3, &BOTH, |layer| layer != "p03n1");
    let (code, out, err) = outcome(&["query", "--db", path(folder.path()), "Ba1?b2;Wa2?b1"]);
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(out.contains("  1 move is in no table.\n"), "{out}");
    let (code, json) = document(&["info", path(folder.path()), "--json"]);
    assert_eq!(
        (code, &json["complete"], &json["layers"].as_array().map(Vec::len)),
        (0, &json!(false), &Some(10))
    );
}

#[test]
fn what_is_no_database_is_told() {
    let scratch = tempfile::tempdir().expect("a scratch folder");
    let good = database(2, 2, &BOTH);
    let nowhere = scratch.path().join("none");
    let damaged = scratch.path().join("damaged");
    fs::create_dir(&damaged).expect("made");
    let manifest = fs::read_to_string(good.path().join("manifest.json")).expect("there");
    fs::write(damaged.join("manifest.json"), manifest.replace("nex:2x2", "nex:2x3")).expect("written");
    let file = damaged.join("manifest.json");
    let makes = "hint: nexsolve generate BOARD --out DIR";
    for (folder, says, remedy) in [
        (scratch.path(), "is no database", makes),
        (&nowhere, "is no database", makes),
        (&file, "is no database", makes),
        (&damaged, "has been changed since it was written", "put the original back, or generate"),
    ] {
        let db = path(folder);
        for args in [
            vec!["query", "--db", db, "start"],
            vec!["query", "--db", db, "-"],
            vec!["info", db],
            vec!["export", db, "--format", "csv"],
            vec!["solve", "nex:2x2", "--db", db],
        ] {
            let (code, out, err) = outcome(&args);
            assert_eq!((code, out.as_str()), (4, ""), "{args:?}: {err}");
            assert!(err.contains(says) && err.contains(remedy), "{args:?}: {err}");
        }
    }
    let db = path(good.path());
    for (args, code, says) in [
        (vec!["query", "--db", db], 2, "<POSITION>"),
        (vec!["query", "start"], 2, "--db"),
        (vec!["query", "--db", db, "-", "start"], 2, "give no other positions"),
        (vec!["query", "--db", db, "Ba3?a1"], 3, "a3 is off the board"),
        (vec!["query", "--db", db, "start", "xx"], 3, "expected a move"),
        (vec!["solve", "nex:2x3", "--db", db], 2, "is a database of nex:2x2, not of nex:2x3"),
        (vec!["solve", "hex:2x2", "--db", db], 2, "is a database of nex:2x2, not of hex:2x2"),
        (vec!["export", db, "--format", "xml"], 2, "csv, npy, parquet"),
        (vec!["export", db, "--format", "npy"], 2, "needs --out"),
        (vec!["export", db, "--format", "parquet"], 2, "needs --out"),
        (vec!["export", db, "--format", "csv", "--layer", "p9"], 2, "its layers are p00n0, p01n1"),
        (vec!["export", db, "--format", "csv", "--metric", "reach"], 4, "no table of reach"),
        (vec!["export", db, "--format", "csv", "--out", "/no/such/folder/x"], 2, "does not exist"),
    ] {
        let (found, out, err) = outcome(&args);
        assert_eq!((found, out.as_str()), (code, ""), "{args:?}: {err}");
        assert!(err.contains(says), "{args:?}: {err}");
    }
}

#[test]
fn info_describes_the_board() {
    let folder = database(3, 3, &[Metric::Wdl, Metric::Dtw, Metric::Reach]);
    let (code, json) = document(&["info", path(folder.path()), "--json"]);
    assert_eq!(code, 0);
    let totals = &json["totals"];
    for (field, expected) in [
        ("positions", json!(36_397)),
        ("reachable", json!(36_397)),
        ("loss", json!(5_828)),
        ("draw", json!(13_814)),
        ("win", json!(16_755)),
        ("of", json!("reachable")),
        ("longest_win", json!(7)),
    ] {
        assert_eq!(totals[field], expected, "{field}");
    }
    assert_eq!((&json["value"], &json["distance"]), (&json!("win"), &json!(7)));
    assert_eq!(json["openings_by_value"], json!({"win": 42, "draw": 30, "loss": 0}));
    let layers = json["layers"].as_array().expect("a list");
    assert_eq!(layers.len(), 11);
    for layer in layers {
        let count = |field: &str| layer[field].as_u64().expect("a number");
        assert_eq!(count("reachable"), count("loss") + count("draw") + count("win"), "{layer}");
        assert_eq!(layer["tables"].as_array().map(Vec::len), Some(3));
    }
    let (code, out, err) = outcome(&["info", path(folder.path())]);
    assert_eq!((code, err.as_str()), (0, ""));
    for says in [
        "3×3 Nex: 11 of 11 layers",
        "The first player wins in 7 plies; 42 openings win, 30 draw, 0 lose.",
        "36,397",
        "The longest win or loss takes 7 plies.",
    ] {
        assert!(out.contains(says), "{says}: {out}");
    }
    // Values alone, of a board on which not every position can arise.
    let folder = database(2, 3, &[Metric::Wdl]);
    let (_, json) = document(&["info", path(folder.path()), "--json"]);
    assert_eq!((&json["totals"]["longest_win"], &json["distance"]), (&Value::Null, &Value::Null));
}

/// The rows of a csv: layer, rank, position, and the rest.
fn rows(csv: &str) -> Vec<[String; 4]> {
    let row = |line: &str| {
        let mut parts = line.splitn(4, ',').map(str::to_owned);
        std::array::from_fn(|_| parts.next().expect("four fields"))
    };
    csv.lines().skip(1).map(row).collect()
}

#[test]
fn exports_hold_every_position_with_its_value() {
    let game = nex(3, 3);
    let scores = scores(&game);
    let folder = database(3, 3, &[Metric::Wdl, Metric::Dtw, Metric::Reach]);
    let db = path(folder.path());
    let numbers: HashMap<&str, LayerId> =
        Layer::with_ids(game.layers()).map(|(id, layer)| (layer.name.as_str(), id)).collect();
    let (code, csv, err) = outcome(&["export", db, "--format", "csv"]);
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(csv.starts_with("layer,rank,position,value,distance\n"));
    let mut seen = 0;
    for [layer, rank, text, worth] in rows(&csv) {
        let position = game.read_position(&text).expect("a position");
        let number = (numbers[layer.as_str()], rank.parse().expect("a number"));
        assert_eq!(game.rank(&position), number);
        let score = scores[&position];
        let distance = score.distance().map_or(String::new(), |plies| plies.to_string());
        assert_eq!(worth, format!("{},{distance}", score.wdl()));
        seen += game.copies(&position);
    }
    assert_eq!(seen, 36_397);
    // The same rows in a file, of two layers, without distances.
    let file = folder.path().join("some.csv");
    let args = ["--metric", "wdl", "--layer", "p01n1", "--layer", "p03n1"];
    let mut command = vec!["export", db, "--format", "csv", "--out", path(&file)];
    command.extend(args);
    let (code, out, err) = outcome(&command);
    assert_eq!((code, out.as_str()), (0, ""), "{err}");
    assert!(err.contains("positions of 2 tables written to"), "{err}");
    let kept: String = csv
        .lines()
        .filter(|line| line.starts_with("p01n1") || line.starts_with("p03n1"))
        .map(|line| line.rsplit_once(',').expect("five fields").0.to_owned() + "\n")
        .collect();
    let written = fs::read_to_string(&file).expect("written");
    assert_eq!(written, format!("layer,rank,position,value\n{kept}"));
    let (_, reach, _) = outcome(&["export", db, "--format", "csv", "--metric", "reach"]);
    assert!(reach.lines().skip(1).all(|line| line.ends_with(",true")));
}

#[test]
fn arrays_hold_a_number_for_each_rank() {
    let game = nex(3, 3);
    let scores = scores(&game);
    let folder = database(3, 3, &[Metric::Wdl, Metric::Dtw]);
    let out = folder.path().join("arrays");
    for metric in BOTH {
        let args = [
            "export",
            path(folder.path()),
            "--format",
            "npy",
            "--metric",
            metric.word(),
            "--out",
            path(&out),
        ];
        let (code, _, err) = outcome(&args);
        assert!(code == 0 && err.contains("of 11 tables written"), "{err}");
        for (number, layer) in Layer::with_ids(game.layers()) {
            let bytes = fs::read(out.join(format!("{}.{metric}.npy", layer.name))).expect("written");
            assert!(bytes.starts_with(b"\x93NUMPY\x01\x00"));
            let width = if metric == Metric::Dtw { 2 } else { 1 };
            let data = &bytes[bytes.len() - layer.len as usize * width..];
            for (rank, element) in (0..).zip(data.chunks_exact(width)) {
                let (found, free) = match *element {
                    [low, high] => (i16::from_le_bytes([low, high]), i16::MIN),
                    [byte] => ((byte as i8).into(), i8::MIN.into()),
                    _ => unreachable!("one or two bytes"),
                };
                let expected = game.unrank(number, rank).map_or(free, |position| match metric {
                    Metric::Dtw => scores[&position].to_raw(),
                    _ => match scores[&position].wdl() {
                        Wdl::Win => 1,
                        Wdl::Draw => 0,
                        Wdl::Loss => -1,
                    },
                });
                assert_eq!(found, expected, "{} {rank}", layer.name);
            }
        }
    }
}

#[cfg(not(feature = "parquet"))]
#[test]
fn a_program_without_parquet_says_how_to_get_it() {
    let folder = database(2, 2, &[Metric::Wdl]);
    let args = ["export", path(folder.path()), "--format", "parquet", "--out", "/no/such/folder/x"];
    let (code, _, err) = outcome(&args);
    assert_eq!(code, 2);
    assert!(err.contains("cargo install --path . --features parquet"), "{err}");
}

#[cfg(feature = "parquet")]
#[test]
fn parquet_files_hold_the_rows_of_csv() {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::RowAccessor;

    let folder = database(3, 3, &[Metric::Wdl, Metric::Dtw, Metric::Reach]);
    let db = path(folder.path());
    let file = folder.path().join("positions.parquet");
    for metric in ["wdl", "dtw", "reach"] {
        let args = ["export", db, "--format", "parquet", "--metric", metric, "--out", path(&file)];
        let (code, _, err) = outcome(&args);
        assert_eq!(code, 0, "{err}");
        let csv = outcome(&["export", db, "--format", "csv", "--metric", metric]).1;
        let reader = SerializedFileReader::new(fs::File::open(&file).expect("written")).expect("Parquet");
        let mut found = String::new();
        for row in reader.get_row_iter(None).expect("rows") {
            let row = row.expect("a row");
            let text = |i| row.get_string(i).expect("text").clone();
            let last = match metric {
                "reach" => row.get_bool(3).expect("yes or no").to_string(),
                "dtw" => {
                    let distance = row.get_short(4).map_or(String::new(), |plies| plies.to_string());
                    format!("{},{distance}", text(3))
                }
                _ => text(3),
            };
            let rank = row.get_long(1).expect("a number").to_string();
            found += &([text(0), rank, text(2), last].join(",")
                + "
");
        }
        assert!(csv.split_once('\n').expect("a head").1 == found, "{metric}");
    }
}

#[test]
fn a_search_with_a_database_gives_the_same_answer() {
    let answer = |json: &Value| {
        let list = if json["openings"].is_null() { &json["moves"] } else { &json["openings"] };
        (json["value"].clone(), json["distance"].clone(), list.clone())
    };
    let scratch = tempfile::tempdir().expect("a scratch folder");
    let hex = Hex::<u64>::new(3, 3, Variant { swap: Swap::On, ..Variant::default() }).expect("small");
    crate::support::build::write(&hex, "hex:swap:3x3", scratch.path(), &[Metric::Wdl], |_| true);
    let folders = [
        ("nex:3x3", database(3, 3, &[Metric::Dtw])),
        ("nex:3x3", partial(3, 3, &[Metric::Wdl], |layer| layer > "p04")),
        ("hex:swap:3x3", scratch),
    ];
    for (board, folder) in &folders {
        let db = path(folder.path());
        for more in [&["--position", "start"][..], &["--no-tactics"], &["--goal", "moves"]] {
            let mut args = vec!["solve", board, "--json"];
            args.extend(more);
            let without = document(&args).1;
            args.extend(["--db", db]);
            let (code, with) = document(&args);
            assert_eq!(code, 0, "{args:?}");
            let (found, expected) = (answer(&with), answer(&without));
            if more[0] == "--goal" {
                assert_eq!(found.0, expected.0, "{args:?}");
            } else {
                assert_eq!(found, expected, "{args:?}");
            }
            assert!(with["search"]["probe_hits"].as_u64() > Some(0), "{}", with["search"]);
            assert_eq!(without["search"]["probes"], 0);
        }
    }
    // The certificate of a value that comes from tables holds by the rules.
    let file = folders[0].1.path().join("win.txt");
    for (_, folder) in &folders[..2] {
        let db = path(folder.path());
        let args = ["solve", "nex:3x3", "--goal", "value", "--db", db, "--certificate", path(&file)];
        let (code, out, err) = outcome(&args);
        assert_eq!(code, 0, "{err}");
        assert!(out.starts_with("Black, who moves first, wins 3×3 Nex"), "{out}");
        let (code, out, _) = outcome(&["check", path(&file)]);
        assert!(code == 0 && out.starts_with("Black wins 3×3 Nex"), "{out}");
    }
}

#[test]
fn a_good_database_is_verified() {
    let swap = tempfile::tempdir().expect("a scratch folder");
    let hex = Hex::<u64>::new(3, 3, Variant { swap: Swap::On, ..Variant::default() }).expect("small");
    crate::support::build::write(&hex, "hex:swap:3x3", swap.path(), &[Metric::Wdl], |_| true);
    for folder in [database(3, 3, &[Metric::Wdl, Metric::Dtw, Metric::Reach]), database(2, 3, &BOTH), swap] {
        let db = path(folder.path());
        let (code, out, err) = outcome(&["verify", db]);
        assert_eq!((code, err.as_str()), (0, ""), "{out}");
        assert!(out.contains("checksums are correct\n") && out.contains("values agree with"), "{out}");
        assert!(out.lines().all(|line| line.chars().count() <= 80), "{out}");
        let (code, json) = document(&["verify", db, "--json"]);
        assert_eq!((code, &json["right"], &json["wrong"]), (0, &json!(true), &json!(0)));
        let totals = document(&["info", db, "--json"]).1["totals"].clone();
        assert_eq!(json["totals"], totals);
        let (code, json) = document(&["verify", db, "--json", "--sample", "10", "--seed", "3"]);
        assert_eq!((code, &json["sample"]), (0, &json!(10)));
        assert!(json["values"].as_u64() < Some(400), "{}", json["values"]);
    }
    let (code, _, err) = outcome(&["verify", "x", "--sample", "0"]);
    assert!(code == 2 && err.contains("at least 1"), "{err}");
}

#[test]
fn a_database_that_is_not_complete_is_not_called_right() {
    for (folder, why) in [
        (partial(3, 3, &[Metric::Dtw], |layer| layer > "p03"), "layers have a table of dtw"),
        (database(2, 2, &[Metric::Reach]), "it has no table of values"),
    ] {
        let db = path(folder.path());
        for sample in [&[][..], &["--sample", "5"]] {
            let (code, out, err) = outcome(&[&["verify", db], sample].concat());
            assert_eq!(code, 4, "{why}: {out}");
            assert!(err.contains("is not complete: ") && err.contains(why) && err.contains("hint"), "{err}");
        }
    }
}

/// A program that asks, waits for the answer, and asks again.
#[test]
fn lines_are_answered_when_the_input_pauses() {
    let folder = database(2, 3, &BOTH);
    for args in [
        &["query", "--db", path(folder.path()), "-"][..],
        &["query", "--db", path(folder.path()), "-", "--json"],
    ] {
        let mut child =
            command(args).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the command starts");
        let mut asks = child.stdin.take().expect("a pipe");
        let mut answers = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        for position in ["start", "Ba1?a2", "start", "Ba1?b2;Wa2?b1"] {
            writeln!(asks, "{position}").expect("written");
            let answer = answers.next().expect("an answer").expect("text");
            let (_, alone) = document(&["query", "--db", path(folder.path()), position, "--json"]);
            let value = alone["value"].as_str().expect("a word");
            assert!(answer.contains(value), "{position}: {answer}");
        }
        drop(asks);
        assert!(answers.next().is_none() && child.wait().expect("ends").success());
    }
}

#[test]
fn a_wrong_value_is_exit_6_and_named() {
    let game = nex(3, 3);
    let scores = scores(&game);
    let position = game.read_position("Ba1?b2;Wa2?b1").expect("a position");
    let (number, rank) = game.rank(&position);
    let layer = &game.layers()[number].name;
    assert_eq!(scores[&position], Score::DRAW);
    let folder = tempfile::tempdir().expect("a scratch folder");
    let lie = |name: &str, r: u64, value: i16| if (name, r) == (layer, rank) { 1 } else { value };
    crate::support::build::write_changed(&game, "nex:3x3", folder.path(), &[Metric::Wdl], |_| true, lie);
    let db = path(folder.path());
    let (code, out, err) = outcome(&["verify", db]);
    assert_eq!((code, err.as_str()), (6, ""), "{out}");
    assert!(out.contains(&format!("rank {rank} of layer {layer}, wdl:")), "{out}");
    assert!(out.contains("the table says win, the rules say draw."), "{out}");
    let turned = game.unrank(number, rank).expect("a position");
    assert!(out.contains(&game.diagram(&turned)), "{out}");
    let (code, json) = document(&["verify", db, "--json"]);
    assert_eq!((code, &json["right"]), (6, &json!(false)));
    let wrong = &json["first_wrong"][0];
    assert_eq!((&wrong["layer"], &wrong["rank"]), (&json!(layer), &json!(rank)));
    assert_eq!((&wrong["stored"], &wrong["derived"]), (&json!("win"), &json!("draw")));
    // A sample as large as the tables finds it too.
    let (code, json) = document(&["verify", db, "--json", "--sample", "1_000_000"]);
    assert_eq!((code, &json["right"], &json["first_wrong"][0]["rank"]), (6, &json!(false), &json!(rank)));
    // A missing table is reported, and values that rest on it cannot be verified.
    let folder = partial(3, 3, &[Metric::Wdl], |layer| layer > "p03");
    let (code, _, err) = outcome(&["verify", path(folder.path())]);
    assert!(code == 4 && err.contains("layer p00n0 has no table of wdl: not verified"), "{err}");
    let folder = partial(3, 3, &[Metric::Wdl], |layer| layer != "p05n1");
    let (code, _, err) = outcome(&["verify", path(folder.path())]);
    assert!(code == 4 && err.contains("p05n1.wdl, which is not there") && err.contains("hint"), "{err}");
}
