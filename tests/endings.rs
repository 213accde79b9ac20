//! Awari and draughts as their users meet them: generated, looked up, verified, compared, exported, searched.

use crate::support::folder::fed;
use crate::support::{document, outcome, path};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// A database made by the command.
fn made(board: &str, options: &[&str]) -> TempDir {
    let folder = tempfile::tempdir().expect("a scratch folder");
    let mut args = vec!["generate", board, "--out", path(folder.path()), "--quiet"];
    args.extend(options);
    let (code, _, err) = outcome(&args);
    assert_eq!((code, err.as_str()), (0, ""), "{board}");
    folder
}

/// The layer of an information in JSON.
fn layer<'a>(info: &'a Value, name: &str) -> &'a Value {
    let layers = info["layers"].as_array().expect("layers");
    layers.iter().find(|layer| layer["layer"] == name).expect("a layer of this name")
}

#[test]
fn awari_with_few_seeds_is_as_published() {
    let folder = made("awari:5", &[]);
    let db = path(folder.path());
    let (code, info) = document(&["info", db, "--json"]);
    assert_eq!((code, &info["game"], &info["board"]), (0, &json!("awari"), &json!("awari:5")));
    assert_eq!(
        (&info["complete"], &info["rows"], &info["value"]),
        (&json!(true), &Value::Null, &Value::Null)
    );
    for (name, [win, draw, loss]) in [("s01", [5, 0, 7]), ("s02", [25, 13, 40]), ("s03", [123, 63, 178])] {
        let layer = layer(&info, name);
        let found = ["win", "draw", "loss"].map(|value| layer[value].as_u64());
        assert_eq!(found, [win, draw, loss].map(Some), "{name}");
        assert_eq!((&layer["of"], &layer["reachable"]), (&json!("all"), &Value::Null));
    }
    let five = layer(&info, "s05");
    assert_eq!((&five["positions"], &five["tables"][0]["metric"]), (&json!(4_368), &json!("score")));
    assert_eq!((&five["scores"]["least"], &five["scores"]["most"]), (&json!(-5), &json!(5)));
    let counts = five["scores"]["counts"].as_array().expect("counts");
    assert_eq!(counts.iter().map(|count| count[1].as_u64().expect("a count")).sum::<u64>(), 4_368);
    let (code, out, _) = outcome(&["info", db]);
    assert!(code == 0 && out.contains("least  most   mean") && !out.contains("reachable"), "{out}");
    assert!(out.contains("\nSeeds won minus seeds lost from here on: -5 to +5"), "{out}");
    let (code, found) = document(&["verify", db, "--json"]);
    assert_eq!((code, &found["right"], &found["values"]), (0, &json!(true), &json!(6_188)));
    assert_eq!(found.get("ungrounded"), None);
    let (code, found) = document(&["verify", db, "--layer", "s03", "--layer", "s05", "--json"]);
    assert_eq!((code, &found["only"], &found["tables"]), (0, &json!(["s03", "s05"]), &json!(2)));
    assert_eq!((&found["values"], found.get("ungrounded")), (&json!(364 + 4_368), None));
    let (code, out, _) = outcome(&["verify", db, "--layer", "s03"]);
    assert!(code == 0 && out.contains("364 of 364 values of 1 table agree with the rules"), "{out}");
    let (code, _, err) = outcome(&["verify", db, "--layer", "s6"]);
    assert!(code == 2 && err.contains("has no layer s6") && err.contains("s05, s04"), "{err}");
    let (code, _, err) = outcome(&["verify", db, "--sample", "10"]);
    assert_eq!(code, 0);
    assert!(err.contains("not checked in a sample: whether wins rest on each other"), "{err}");
}

#[test]
fn awari_is_asked_about_with_the_stores_or_without() {
    let folder = made("awari:6", &[]);
    let db = path(folder.path());
    let board = "0 0 0 0 0 1 | 1 0 0 1 0 2";
    let (code, found) = document(&["query", "--db", db, board, "--json"]);
    assert_eq!((code, &found["position"], &found["to_move"]), (0, &json!(board), &Value::Null));
    let score = found["score"].as_i64().expect("a score");
    assert_eq!(found.get("margin"), None);
    let best = found["moves"].as_array().expect("moves").iter().map(|mv| mv["score"].as_i64()).max();
    assert_eq!(best, Some(Some(score)));
    let value = ["loss", "draw", "win"][(1 + score.signum()) as usize];
    assert_eq!((&found["value"], &found["distance"]), (&json!(value), &Value::Null));
    // With the stores, who wins is a matter of both.
    for (stores, lead) in [("24 19", 5), ("21 22", -1), ("12 31", -19)] {
        let game = format!("{board} | {stores}");
        let (code, found) = document(&["query", "--db", db, &game, "--json"]);
        assert_eq!(code, 0, "{game}");
        let margin = lead + score;
        let value = ["loss", "draw", "win"][(1 + margin.signum()) as usize];
        assert_eq!(found["value"], value, "{game}");
        // The game is over, and nothing is won any more.
        let over = stores == "12 31";
        let told = (found["score"].as_i64(), found["margin"].as_i64());
        assert_eq!(told, if over { (None, None) } else { (Some(score), Some(margin)) }, "{game}");
        assert_eq!(found["moves"].as_array().map(Vec::is_empty), Some(over), "{game}");
        assert_eq!(found["to_move"], "first");
    }
    let second = format!("{board} | 20 23 | second");
    let (_, found) = document(&["query", "--db", db, &second, "--json"]);
    assert_eq!((&found["to_move"], &found["position"]), (&json!("second"), &json!(second)));
    assert!(found["moves"][0]["move"].as_str().expect("a move").starts_with('F'), "{found}");
    let (code, out, err) = outcome(&["query", "--db", db, board, &second]);
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(out.contains("The player to move wins") && out.contains("and the result of the game"), "{out}");
    assert!(out.lines().all(|line| line.chars().count() <= 80), "{out}");
    let input = format!("{board}\n{second}\n1 0 0 0 0 0 | 0 0 0 0 0 9\n1 0 0 0 0 0 | 0 0 0 0 0\n");
    let (code, out, err) = fed(&["query", "--db", db, "-"], input.as_bytes());
    let lines: Vec<&str> = out.lines().collect();
    let end = match score - 3 {
        0 => "draw".to_owned(),
        margin if margin > 0 => format!("win by {margin}"),
        margin => format!("loss by {}", -margin),
    };
    let signed = if score == 0 { "0".to_owned() } else { format!("{score:+}") };
    assert_eq!(lines[..2], [format!("{board}\t{signed}"), format!("{second}\t{end}")]);
    assert_eq!((code, lines[2]), (3, "1 0 0 0 0 0 | 0 0 0 0 0 9\tno table"));
    assert!(err.contains("line 4: ") && err.contains("no table for 1 position"), "{err}");
    // A game that the stores have ended is over, however many seeds are left.
    for (game, value, says) in [
        ("4 4 4 4 3 0 | 0 0 0 0 0 0 | 4 25", "loss", "the opponent of the player to move has won."),
        ("4 4 4 4 3 0 | 0 0 0 0 0 0 | 26 3", "win", "the player to move has won."),
    ] {
        let (code, found) = document(&["query", "--db", db, game, "--json"]);
        assert_eq!((code, &found["value"], &found["moves"]), (0, &json!(value), &json!([])));
        assert_eq!((&found["distance"], found.get("score")), (&Value::Null, None));
        let (code, out, _) = outcome(&["query", "--db", db, game]);
        assert!(code == 0 && out.contains(&format!("The game is over: {says}")), "{out}");
        let (code, out, _) = fed(&["query", "--db", db, "-"], game.as_bytes());
        assert_eq!((code, out), (0, format!("{game}\t{value}\n")));
    }
    let (code, _, err) = outcome(&["query", "--db", db, "4 4 4 4 3 0 | 0 0 0 0 0 0 | 5 24"]);
    assert!(code == 4 && err.contains("no table for"), "{err}");
    // A question about another game is answered with the database's board.
    let (code, _, err) = outcome(&["query", "--db", db, "W:WKa1:BKh8"]);
    assert!(code == 3 && err.contains("is a database of Awari with up to 6 seeds"), "{err}");
    // The start has more seeds than any table.
    let (code, _, err) = outcome(&["query", "--db", db, "start"]);
    assert!(code == 4 && err.contains("it is a database of Awari with up to 6 seeds"), "{err}");
}

#[test]
fn draughts_endings_are_as_counted_elsewhere() {
    let folder = made("draughts:3", &["--metric", "dtw"]);
    let db = path(folder.path());
    let (code, info) = document(&["info", db, "--json"]);
    assert_eq!((code, &info["board"]), (0, &json!("draughts:russian:3")));
    let layers = info["layers"].as_array().expect("layers");
    // Two pieces, one side to move, a class and its mirror image being one.
    let two = layers.iter().filter(|layer| layer["layer"].as_str().is_some_and(|name| name.len() == 3));
    let sum = |value: &str| two.clone().map(|layer| layer[value].as_u64().expect("a count")).sum::<u64>();
    assert_eq!(["win", "draw", "loss"].map(sum), [2 * 1_291, 2 * 1_507, 2 * 690]);
    assert_eq!((sum("positions"), &info["totals"]["positions"]), (2 * 3_488, &json!(2 * (3_488 + 196_032))));
    let (_, out, _) = outcome(&["info", db]);
    assert!(out.contains("longest") && out.contains("The longest win or loss takes"), "{out}");
    let (code, found) = document(&["verify", db, "--json"]);
    assert_eq!((code, &found["right"]), (0, &json!(true)));

    let (code, found) = document(&["query", "--db", db, "W:WKG7:BH6,KD2.", "--json"]);
    assert_eq!((code, &found["value"], &found["to_move"]), (0, &json!("draw"), &json!("white")));
    let left_out: Vec<&str> =
        found["left_out"].as_array().expect("a list").iter().filter_map(Value::as_str).collect();
    assert!(left_out.len() > 3 && left_out[0].contains("third time"), "{left_out:?}");
    let (code, out, err) = outcome(&["query", "--db", db, "W:Wa1,Kc3:BKh8"]);
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(out.contains("White, to move, wins in 3 plies."), "{out}");
    assert!(out.contains("a1-b2; h8-d4; c3:e5\n"), "{out}");
    assert!(out.contains("\nThe tables ignore these draw rules: a position for the third time;"), "{out}");
    // A game that is over, and one with more pieces than any table.
    let (_, out, _) = outcome(&["query", "--db", db, "W:Wa1:BKb2,Kc3"]);
    assert!(out.contains("The game is over: Black has won.") && !out.contains("leave"), "{out}");
    let (code, _, err) = outcome(&["query", "--db", db, "W:WKa1,Kc1:BKh8,Kf8"]);
    assert!(code == 4 && err.contains("draughts with up to 3 pieces"), "{err}");
    let (code, out, _) = fed(&["query", "--db", db, "-"], b"W:Wa1,Kc3:BKh8\nW:WKG7:BH6,KD2.\n");
    assert_eq!((code, out.as_str()), (0, "W:Wa1,Kc3:BKh8\twin in 3\nW:WKG7:BH6,KD2.\tdraw\n"));
}

#[test]
fn a_search_says_what_a_table_says_and_takes_its_word() {
    let folder = made("draughts:3", &["--metric", "dtw"]);
    let db = path(folder.path());
    let board = "draughts:3";
    for (position, value) in [("W:Wa1,Kc3:BKh8", "win"), ("B:WKa1,Kc1:BKh8", "loss")] {
        let table = document(&["query", "--db", db, position, "--json"]).1;
        let args = ["solve", board, "--position", position, "--nodes", "200_000", "--json"];
        let searched = document(&args).1;
        assert_eq!((&searched["value"], &table["value"]), (&json!(value), &json!(value)));
        assert_eq!(searched["distance"], table["distance"]);
    }
    // A draw is for a table to prove.
    let draw = "W:WKa1,c3:BKg1";
    let (code, found) = document(&["solve", board, "--position", draw, "--nodes", "20_000", "--json"]);
    assert_eq!((code, &found["proven"], &found["value"]), (5, &json!(false), &Value::Null));
    assert!(found["bounds"]["hi"]["distance"].as_u64() > Some(3), "{found}");
    let (code, out, _) = outcome(&["solve", board, "--position", draw, "--nodes", "20_000"]);
    assert!(
        code == 5 && out.replace('\n', " ").contains("a search cannot prove a draw; a database can"),
        "{out}"
    );
    let (code, found) = document(&["solve", board, "--position", draw, "--db", db, "--json"]);
    assert_eq!((code, &found["proven"], &found["value"]), (0, &json!(true), &json!("draw")));

    // The value of the position may be proven while a drawn move is open.
    let both = "W:WKa1,Kc3,Ke3:BKh2";
    let args = ["solve", "draughts:4", "--position", both, "--nodes", "500_000"];
    let (code, found) = document(&[&args[..], &["--json"]].concat());
    assert_eq!(
        (code, &found["value"], &found["distance"], &found["proven"], &found["stopped"]),
        (5, &json!("win"), &json!(3), &json!(false), &json!("nodes"))
    );
    let (code, out, _) = outcome(&args);
    let line = out.replace('\n', " ");
    assert_eq!(code, 5, "{out}");
    assert!(line.contains("wins in 3 plies. ") && line.contains(" not proven within the budget."), "{out}");
    assert!(line.contains("use --goal value."), "{out}");
    let (code, found) = document(&[&args[..], &["--goal", "value", "--json"]].concat());
    assert_eq!((code, &found["value"], &found["proven"]), (0, &json!("win"), &json!(true)));
    // A database of another size is of the same game, and may serve.
    let (code, _, err) = outcome(&["solve", "draughts:4", "--position", both, "--db", db]);
    assert_eq!(code, 2);
    assert!(err.contains("same game, other size: give draughts:russian:3 as the board"), "{err}");
    // A search that has asked all it asks has run out of neither nodes nor time.
    let args = ["solve", "draughts:2", "--position", "W:WKa1:BKb8", "--time", "10m"];
    let (code, found) = document(&[&args[..], &["--json"]].concat());
    assert_eq!((code, &found["value"], &found["stopped"]), (5, &Value::Null, &json!("depth")));
    let (code, out, _) = outcome(&args);
    assert!(code == 5 && out.contains("Not proven by search: ") && out.contains("400 plies"), "{out}");

    let folder = made("awari:6", &[]);
    let position = "0 0 0 0 0 1 | 1 0 0 1 0 2 | 21 22";
    let args = ["solve", "awari:6", "--position", position, "--goal", "value", "--json", "--db"];
    let (code, found) = document(&[&args[..], &[path(folder.path())]].concat());
    let table = document(&["query", "--db", path(folder.path()), position, "--json"]).1;
    assert_eq!((code, &found["value"]), (0, &table["value"]));
    assert_eq!(found["to_move"], "first");
    // Who wins is proven of every move, by a table, in how many plies is not.
    let position = "0 1 1 0 0 1 | 1 0 0 1 0 1 | 21 21";
    let args = ["solve", "awari:6", "--position", position, "--nodes", "1", "--db", path(folder.path())];
    let (code, out, _) = outcome(&args);
    let line = out.replace('\n', " ");
    assert!(code == 5 && line.contains("moves have no proven distance within the budget."), "{out}");
    assert!(line.contains("use --goal moves.") && !line.contains("prove a draw"), "{out}");
}

#[test]
fn options_that_cannot_be_combined_are_reported() {
    let scratch = tempfile::tempdir().expect("a scratch folder");
    let out = path(scratch.path());
    for (args, says) in [
        (vec!["generate", "awari:4", "--out", out, "--metric", "wdl"], "depends on the stores"),
        (vec!["generate", "awari:4", "--out", out, "--metric", "dtw"], "give --metric score"),
        (vec!["generate", "draughts:2", "--out", out, "--metric", "score"], "give --metric wdl or dtw"),
        (vec!["generate", "nex:2x2", "--out", out, "--metric", "score"], "give --metric wdl or dtw"),
        (vec!["generate", "awari:4", "--out", out, "--reach"], "omit --reach"),
        (vec!["generate", "draughts:2", "--out", out, "--reach"], "omit --reach"),
        (vec!["generate", "awari:0", "--out", out], "1 to 48 seeds"),
        (vec!["generate", "awari:4x4", "--out", out], "expected the number of seeds, as in awari:12"),
        (vec!["generate", "draughts:1", "--out", out], "2 to 8 pieces"),
        (vec!["generate", "draughts:english:4", "--out", out], "russian and brazilian"),
        (vec!["generate", "--game", "awari", "--rows", "3", "--cols", "4", "--out", out], "no --rows"),
        (vec!["generate", "--game", "draughts", "--out", out], "--size"),
        (vec!["solve", "awari:4", "--certificate", "x.txt"], "certificates of Awari"),
        (vec!["solve", "draughts:4", "--tree"], "play can go on for ever"),
    ] {
        let (code, stdout, err) = outcome(&args);
        assert_eq!((code, stdout.as_str()), (2, ""), "{args:?}: {err}");
        assert!(err.contains(says), "{args:?}: {err}");
    }
    // --size counts what the board counts.
    let (code, _, _) = outcome(&["generate", "--game", "awari", "--size", "3", "--out", out, "--quiet"]);
    assert_eq!(code, 0);
    assert_eq!(document(&["info", out, "--json"]).1["board"], "awari:3");
}

#[test]
fn tables_are_exported() {
    let scratch = tempfile::tempdir().expect("a scratch folder");
    let folder = made("awari:3", &[]);
    let (code, out, _) = outcome(&["export", path(folder.path()), "--format", "csv", "--layer", "s01"]);
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!((code, lines.len(), lines[0]), (0, 13, "layer,rank,position,score"));
    assert!(lines[1].starts_with("s01,0,") && lines[1].ends_with('1') && lines[1].contains(" | "), "{out}");
    let npy = scratch.path().join("npy");
    assert_eq!(outcome(&["export", path(folder.path()), "--format", "npy", "--out", path(&npy)]).0, 0);
    let array = fs::read(npy.join("s02.score.npy")).expect("written");
    assert!(array.windows(4).any(|part| part == b"'<i2") && array.len() == 128 + 2 * 78, "{}", array.len());
    if cfg!(feature = "parquet") {
        let file = scratch.path().join("all.parquet");
        let args =
            ["export", path(folder.path()), "--format", "parquet", "--metric", "score", "--out", path(&file)];
        assert_eq!(outcome(&args).0, 0);
        assert!(fs::read(&file).expect("written").starts_with(b"PAR1"));
    }
    // A FEN with a comma is quoted.
    let folder = made("draughts:3", &[]);
    let (code, out, _) = outcome(&["export", path(folder.path()), "--format", "csv", "--layer", "KKvK"]);
    let first = out.lines().nth(1).expect("a position");
    assert_eq!(code, 0);
    assert!(first.starts_with("KKvK,0,\"W:WK") && first.matches('"').count() == 2, "{first}");
}

/// Every value of a database as lines for `compare`.
fn said(folder: &Path) -> Vec<(String, String)> {
    let (code, out, _) = outcome(&["export", path(folder), "--format", "csv"]);
    assert_eq!(code, 0);
    let line = |line: &str| {
        let (front, value) = line.rsplit_once(',').expect("columns");
        let position = front.splitn(3, ',').nth(2).expect("columns");
        (position.trim_matches('"').to_owned(), value.to_owned())
    };
    out.lines().skip(1).map(line).collect()
}

#[test]
fn a_database_is_compared_with_what_others_have_found() {
    let folder = made("draughts:2", &[]);
    let db = path(folder.path());
    let right = said(folder.path());
    assert_eq!(right.len(), 3_488);
    let text = |lines: &[(String, String)]| -> String {
        let lines = lines.iter().flat_map(|(position, value)| [position.as_str(), ";", value.as_str(), "\n"]);
        lines.collect()
    };
    let scratch = tempfile::tempdir().expect("a scratch folder");
    let file = scratch.path().join("values.txt");
    fs::write(&file, format!("# made elsewhere\n\n{}", text(&right))).expect("written");
    let (code, out, err) = outcome(&["compare", db, path(&file)]);
    assert_eq!((code, err.as_str()), (0, ""));
    let sums = "values.txt

  compared     3,488
    equal      3,488
    different      0
  in no table      0
  not read         0

";
    assert!(out.starts_with("3,488 lines of ") && out.contains(sums), "{out}");

    let mut wrong = right.clone();
    for (_, value) in wrong.iter_mut().step_by(100) {
        *value = if value == "win" { "D" } else { "1" }.to_owned();
    }
    fs::write(&file, text(&wrong)).expect("written");
    let (code, found) = document(&["compare", db, path(&file), "--json"]);
    assert_eq!((code, &found["compared"], &found["different"]), (6, &json!(3_488), &json!(35)));
    assert_eq!(found["differences"].as_array().map(Vec::len), Some(20));
    assert_eq!(
        (&found["differences_left_out"], &found["absent_positions"], &found["absent_left_out"]),
        (&json!(15), &json!([]), &json!(0))
    );
    let cell = |said: &str, table: &str| found["by_value"][said][table].as_u64().expect("a count");
    assert_eq!(cell("draw", "win") + cell("win", "draw") + cell("win", "loss"), 35);
    assert_eq!((&found["differences"][1]["line"], &found["absent"]), (&json!(101), &json!(0)));
    let all = document(&["compare", db, path(&file), "--json", "--all"]).1;
    assert_eq!(all["differences"].as_array().map(Vec::len), Some(35));
    assert_eq!(all["differences_left_out"], 0);
    let list = scratch.path().join("different.txt");
    let (code, out, _) = outcome(&["compare", db, path(&file), "--out", path(&list)]);
    let written = fs::read_to_string(&list).expect("written");
    assert_eq!((code, written.lines().count()), (6, 35));
    let (position, value) = &right[0];
    let said = if value == "win" { "draw" } else { "win" };
    assert_eq!(written.lines().next(), Some(format!("{position};{said};{value}").as_str()));
    assert!(out.contains("First differences"), "{out}");

    // All lines are read, whatever is wrong with some.
    let input =
        b"W:WKa1:BKh8;draw\nnonsense\nW:WKa1:BKh8;0.5\nW:WKa1:BKi8;0\nW:WKa1,Kc1:BKh8;W\nB:WKa1:BKh8\n\xff\n";
    let (code, out, err) = fed(&["compare", db, "-"], input);
    assert_eq!(code, 3);
    assert!(out.starts_with("7 lines of standard input\n\n  compared     1\n"), "{out}");
    assert!(out.contains("  in no table  1\n  not read     5\n"), "{out}");
    for says in ["line 2: expected `;`", "line 3: expected win, draw, loss", "line 4: ", "line 7: not UTF-8"]
    {
        assert!(err.contains(says), "{says}: {err}");
    }
    // Positions in no table are named.
    let input = "W:WKa1:BKh8;L\n".to_owned() + &"W:WKa1,Kc1:BKh8;W\n".repeat(23);
    let (code, out, err) = fed(&["compare", db, "-"], input.as_bytes());
    assert_eq!(code, 4);
    assert!(err.contains("has no table for 23 positions of standard input"), "{err}");
    let list = "\nFirst positions in no table\n\n  line  position\n     2  W:WKa1,Kc1:BKh8\n";
    assert!(out.contains(list) && out.contains("\n    21  W:") && !out.contains("\n    22  W:"), "{out}");
    let (_, out, _) = fed(&["compare", db, "-", "--json"], input.as_bytes());
    let found: Value = serde_json::from_str(&out).expect("a document");
    assert_eq!((&found["absent"], &found["absent_left_out"]), (&json!(23), &json!(3)));
    assert_eq!(found["absent_positions"][0], json!({"line": 2, "position": "W:WKa1,Kc1:BKh8"}));
    let (_, out, _) = fed(&["compare", db, "-", "--all"], input.as_bytes());
    assert!(out.contains("\nPositions in no table\n") && out.contains("\n    24  W:"), "{out}");
    // Nothing to compare is no agreement.
    for input in ["", "\n", "# W:WKa1:BKh8;0\n", "\u{feff}"] {
        let (code, out, err) = fed(&["compare", db, "-"], input.as_bytes());
        assert_eq!(code, 3, "{input:?}");
        assert!(err.contains("nothing to compare: standard input has no positions"), "{err}");
        assert!(out.starts_with("0 lines of standard input\n") && !out.contains("table: win"), "{out}");
    }
    // A byte order mark is no part of the first line.
    let (code, out, err) = fed(&["compare", db, "-"], "\u{feff}W:WKa1:BKh8;L\r\n".as_bytes());
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    let (code, out, err) = fed(&["query", "--db", db, "-"], "\u{feff}W:WKa1:BKh8\r\n".as_bytes());
    assert_eq!((code, out.as_str(), err.as_str()), (0, "W:WKa1:BKh8\tloss\n", ""));
    let (code, _, err) = outcome(&["compare", db, path(&scratch.path().join("none"))]);
    assert!(code == 3 && err.contains("cannot be read"), "{err}");
}

#[test]
fn scores_and_games_are_compared() {
    let folder = made("awari:3", &[]);
    let db = path(folder.path());
    let right = said(folder.path());
    let lines = right.iter().flat_map(|(position, score)| [position.as_str(), ";", score.as_str(), "\n"]);
    let text: String = lines.collect();
    let (code, out, _) = fed(&["compare", db, "-"], text.as_bytes());
    assert_eq!(code, 0, "{out}");
    let input = b"0 0 0 0 0 0 | 0 0 0 0 0 2;-1\n0 0 0 0 0 0 | 0 0 0 0 0 2;L\n0 0 0 0 0 0 | 0 0 0 0 0 2 | 24 22;draw\n";
    let (code, found) = {
        let (code, out, _) = fed(&["compare", db, "-", "--json"], input);
        (code, serde_json::from_str::<Value>(&out).expect("a document"))
    };
    assert_eq!((code, &found["equal"], &found["different"]), (6, &json!(2), &json!(1)));
    let expected = json!([{"line": 1, "position": "0 0 0 0 0 0 | 0 0 0 0 0 2", "file": "-1", "table": "-2"}]);
    assert_eq!(found["differences"], expected);
    // Values of Nex are read from its moves, which have semicolons of their own.
    let nex = tempfile::tempdir().expect("a scratch folder");
    outcome(&["generate", "nex:2x2", "--out", path(nex.path()), "--quiet"]);
    let (code, out, _) =
        fed(&["compare", path(nex.path()), "-"], b"start;win\nBa1?a2;L\nBa1?b1;Wb2?a2;win\n");
    assert_eq!(code, 0, "{out}");
}
