//! End-to-end tests of Awari and draughts: generation, look-ups, verification, comparison, export, search.

use crate::support::{document, fed, json, list, number, path, place, refused, run, said, scratch};
use serde_json::{Value, json};
use std::fs;
use tempfile::TempDir;

/// A database made by the command.
fn made(board: &str) -> TempDir {
    let folder = scratch();
    said(&format!("generate {board} --out {} --quiet", path(folder.path())));
    folder
}

#[test]
fn awari_with_few_seeds_is_as_published() {
    let folder = made("awari:5");
    let db = path(folder.path());
    let info = json(&format!("info {db}"));
    let fields = ["game", "board", "complete", "rows", "value"].map(|field| info[field].clone());
    assert_eq!(Value::from(fields.to_vec()), json!(["awari", "awari:5", true, null, null]));
    let layer = |name: &str| {
        let mut layers = list(&info["layers"]).iter();
        layers.find(|layer| layer["layer"] == name).expect("a layer of this name")
    };
    for (name, counts) in [("s01", [5, 0, 7]), ("s02", [25, 13, 40]), ("s03", [123, 63, 178])] {
        let layer = layer(name);
        assert_eq!(["win", "draw", "loss"].map(|value| number(&layer[value])), counts, "{name}");
        assert_eq!((&layer["of"], &layer["reachable"]), (&json!("all"), &Value::Null));
    }
    let five = layer("s05");
    assert_eq!((&five["positions"], &five["tables"][0]["metric"]), (&json!(4_368), &json!("score")));
    assert_eq!((&five["scores"]["least"], &five["scores"]["most"]), (&json!(-5), &json!(5)));
    let counts = list(&five["scores"]["counts"]).iter();
    assert_eq!(counts.map(|count| number(&count[1])).sum::<u64>(), 4_368);
    let out = said(&format!("info {db}"));
    assert!(out.contains("least  most   mean") && !out.contains("reachable"), "{out}");
    assert!(out.contains("\nSeeds won minus seeds lost from here on: -5 to +5"), "{out}");
    let found = json(&format!("verify {db}"));
    assert_eq!((&found["right"], &found["values"]), (&json!(true), &json!(6_188)));
    assert_eq!(found.get("ungrounded"), None);
    let found = json(&format!("verify {db} --layer s03 --layer s05"));
    assert_eq!((&found["only"], &found["tables"]), (&json!(["s03", "s05"]), &json!(2)));
    assert_eq!((&found["values"], found.get("ungrounded")), (&json!(364 + 4_368), None));
    let out = said(&format!("verify {db} --layer s03"));
    assert!(out.contains("364 of 364 values of 1 table agree with the rules"), "{out}");
    let err = refused(2, &format!("verify {db} --layer s6"), "has no layer s6");
    assert!(err.contains("s05, s04"), "{err}");
    let (code, _, err) = run(&format!("verify {db} --sample 10"));
    assert!(
        code == 0 && err.contains("a sample does not check whether wins depend only on each other"),
        "{err}"
    );
}

#[test]
fn awari_is_asked_about_with_the_stores_or_without() {
    let folder = made("awari:6");
    let db = path(folder.path());
    let query = |position: &str| json(&format!("query --db {db} '{position}'"));
    let told = |position: &str| said(&format!("query --db {db} '{position}'"));
    let word = |score: i64| ["loss", "draw", "win"][(1 + score.signum()) as usize];
    let board = "0 0 0 0 0 1 | 1 0 0 1 0 2";
    let found = query(board);
    assert_eq!((&found["position"], &found["to_move"]), (&json!(board), &Value::Null));
    let score = found["score"].as_i64().expect("a score");
    assert_eq!(found.get("margin"), None);
    assert_eq!(list(&found["moves"]).iter().map(|mv| mv["score"].as_i64()).max(), Some(Some(score)));
    assert_eq!((&found["value"], &found["distance"]), (&json!(word(score)), &Value::Null));
    // With stores, the winner depends on both the stores and the board.
    for (stores, lead) in [("24 19", 5), ("21 22", -1), ("12 31", -19)] {
        let found = query(&format!("{board} | {stores}"));
        let margin = lead + score;
        assert_eq!((&found["value"], &found["to_move"]), (&json!(word(margin)), &json!("first")), "{stores}");
        // The game is over, and nothing more can be won.
        let over = stores == "12 31";
        let scores = (found["score"].as_i64(), found["margin"].as_i64());
        assert_eq!(scores, if over { (None, None) } else { (Some(score), Some(margin)) }, "{stores}");
        assert_eq!(list(&found["moves"]).is_empty(), over, "{stores}");
    }
    let second = format!("{board} | 20 23 | second");
    let found = query(&second);
    assert_eq!((&found["to_move"], &found["position"]), (&json!("second"), &json!(second)));
    assert!(found["moves"][0]["move"].as_str().expect("a move").starts_with('F'), "{found}");
    let out = said(&format!("query --db {db} '{board}' '{second}'"));
    assert!(out.contains("The player to move wins") && out.contains("and the result of the game"), "{out}");
    assert!(out.lines().all(|line| line.chars().count() <= 80), "{out}");
    let input = format!("{board}\n{second}\n1 0 0 0 0 0 | 0 0 0 0 0 9\n1 0 0 0 0 0 | 0 0 0 0 0\n");
    let (code, out, err) = fed(&format!("query --db {db} -"), input);
    let end = match score - 3 {
        0 => "draw".to_owned(),
        margin => format!("{} by {}", word(margin), margin.abs()),
    };
    let signed = if score == 0 { "0".to_owned() } else { format!("{score:+}") };
    let absent = "1 0 0 0 0 0 | 0 0 0 0 0 9\tno table";
    let expected = format!("{board}\t{signed}\n{second}\t{end}\n{absent}\n");
    assert!(code == 3 && out.starts_with(&expected), "{out}");
    assert!(err.contains("line 4: ") && err.contains("no table for 1 position"), "{err}");
    // A game that the stores have ended is over, however many seeds are left.
    for (game, value, says) in [
        ("4 4 4 4 3 0 | 0 0 0 0 0 0 | 4 25", "loss", "the opponent of the player to move has won."),
        ("4 4 4 4 3 0 | 0 0 0 0 0 0 | 26 3", "win", "the player to move has won."),
    ] {
        let found = query(game);
        assert_eq!((&found["value"], &found["moves"]), (&json!(value), &json!([])));
        assert_eq!((&found["distance"], found.get("score")), (&Value::Null, None));
        assert!(told(game).contains(&format!("The game is over: {says}")));
        let (code, out, _) = fed(&format!("query --db {db} -"), game);
        assert_eq!((code, out), (0, format!("{game}\t{value}\n")));
    }
    for (position, code, says) in [
        ("4 4 4 4 3 0 | 0 0 0 0 0 0 | 5 24", 4, "no table for"),
        // A database of another game is refused, and the start has more seeds than any table.
        ("W:WKa1:BKh8", 3, "is a database of Awari with up to 6 seeds"),
        ("start", 4, "it is a database of Awari with up to 6 seeds"),
    ] {
        refused(code, &format!("query --db {db} '{position}'"), says);
    }
    // A search takes values from tables.
    let position = "0 0 0 0 0 1 | 1 0 0 1 0 2 | 21 22";
    let found = json(&format!("solve awari:6 --position '{position}' --goal value --db {db}"));
    assert_eq!((&found["value"], &found["to_move"]), (&query(position)["value"], &json!("first")));
    // A table proves the winner of every move, but not the distances.
    let position = "0 1 1 0 0 1 | 1 0 0 1 0 1 | 21 21";
    let (code, out, _) = run(&format!("solve awari:6 --position '{position}' --nodes 1 --db {db}"));
    let line = out.replace('\n', " ");
    assert!(code == 5 && line.contains("moves have no proven distance within the budget."), "{out}");
    assert!(line.contains("use --goal moves.") && !line.contains("prove a draw"), "{out}");
}

#[test]
fn draughts_endings_are_as_counted_elsewhere() {
    let folder = made("draughts:3 --metric dtw");
    let db = path(folder.path());
    let info = json(&format!("info {db}"));
    assert_eq!(info["board"], "draughts:russian:3");
    // Two pieces, one side to move; a class and its mirror image count once.
    let is_of_two = |layer: &&Value| layer["layer"].as_str().is_some_and(|name| name.len() == 3);
    let two: Vec<&Value> = list(&info["layers"]).iter().filter(is_of_two).collect();
    let sums = ["win", "draw", "loss", "positions"]
        .map(|value| two.iter().map(|layer| number(&layer[value])).sum::<u64>());
    assert_eq!(sums, [2 * 1_291, 2 * 1_507, 2 * 690, 2 * 3_488]);
    assert_eq!(info["totals"]["positions"], 2 * (3_488 + 196_032));
    let out = said(&format!("info {db}"));
    assert!(out.contains("longest") && out.contains("The longest win or loss takes"), "{out}");
    assert_eq!(json(&format!("verify {db}"))["right"], true);

    let found = json(&format!("query --db {db} W:WKG7:BH6,KD2."));
    assert_eq!((&found["value"], &found["to_move"]), (&json!("draw"), &json!("white")));
    let left_out = list(&found["left_out"]);
    assert!(left_out.len() > 3 && left_out[0].as_str().is_some_and(|text| text.contains("third time")));
    let out = said(&format!("query --db {db} W:Wa1,Kc3:BKh8"));
    for says in [
        "White, to move, wins in 3 plies.",
        "a1-b2; h8-d4; c3:e5\n",
        "\nThe tables ignore these draw rules: a position for the third time;",
    ] {
        assert!(out.contains(says), "{out}");
    }
    // A game that is over, and one with more pieces than any table.
    let out = said(&format!("query --db {db} W:Wa1:BKb2,Kc3"));
    assert!(out.contains("The game is over: Black has won.") && !out.contains("leave"), "{out}");
    refused(4, &format!("query --db {db} W:WKa1,Kc1:BKh8,Kf8"), "draughts with up to 3 pieces");
    let (code, out, _) = fed(&format!("query --db {db} -"), "W:Wa1,Kc3:BKh8\nW:WKG7:BH6,KD2.\n");
    assert_eq!((code, out.as_str()), (0, "W:Wa1,Kc3:BKh8\twin in 3\nW:WKG7:BH6,KD2.\tdraw\n"));

    for (position, value) in [("W:Wa1,Kc3:BKh8", "win"), ("B:WKa1,Kc1:BKh8", "loss")] {
        let table = json(&format!("query --db {db} {position}"));
        let searched = document(&format!("solve draughts:3 --position {position} --nodes 200_000")).1;
        assert_eq!((&searched["value"], &table["value"]), (&json!(value), &json!(value)));
        assert_eq!(searched["distance"], table["distance"]);
    }
    // Only a table can prove a draw.
    let draw = "solve draughts:3 --position W:WKa1,c3:BKg1";
    let (code, found) = document(&format!("{draw} --nodes 20_000"));
    assert_eq!((code, &found["proven"], &found["value"]), (5, &json!(false), &Value::Null));
    assert!(number(&found["bounds"]["hi"]["distance"]) > 3, "{found}");
    let (_, out, _) = run(&format!("{draw} --nodes 20_000"));
    let says = "a search cannot prove a draw; a database can";
    assert!(out.replace('\n', " ").contains(says), "{out}");
    let found = json(&format!("{draw} --db {db}"));
    assert_eq!((&found["proven"], &found["value"]), (&json!(true), &json!("draw")));
    // A database of another size is of the same game, and is used for the positions that it has.
    let line = format!("solve draughts:4 --position W:WKa1,Kc3,Ke3:BKh2 --goal value --db {db}");
    assert_eq!(json(&line)["value"], "win");
}

#[test]
fn what_a_search_of_an_ending_leaves_open_is_said() {
    // The value of the position may be proven while a drawn move is open.
    let both = "solve draughts:4 --position W:WKa1,Kc3,Ke3:BKh2 --nodes 500_000";
    let (code, found) = document(both);
    let fields = ["value", "distance", "proven", "stopped"].map(|field| found[field].clone());
    assert_eq!((code, Value::from(fields.to_vec())), (5, json!(["win", 3, false, "nodes"])));
    let (_, out, _) = run(both);
    for says in ["wins in 3 plies. ", " not proven within the budget.", "use --goal value."] {
        assert!(out.replace('\n', " ").contains(says), "{out}");
    }
    let found = json(&format!("{both} --goal value"));
    assert_eq!((&found["value"], &found["proven"]), (&json!("win"), &json!(true)));
    // A search that has asked all its questions did not run out of nodes or time.
    let all = "solve draughts:2 --position W:WKa1:BKb8 --time 10m";
    let (code, found) = document(all);
    assert_eq!((code, &found["value"], &found["stopped"]), (5, &Value::Null, &json!("depth")));
    let (_, out, _) = run(all);
    assert!(out.contains("Not proven by search: ") && out.contains("400 plies"), "{out}");
}

#[test]
fn tables_are_exported() {
    let folder = made("awari:3");
    let export = format!("export {}", path(folder.path()));
    let out = said(&format!("{export} --format csv --layer s01"));
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!((lines.len(), lines[0]), (13, "layer,rank,position,score"));
    assert!(lines[1].starts_with("s01,0,") && lines[1].ends_with('1') && lines[1].contains(" | "), "{out}");
    let npy = folder.path().join("npy");
    said(&format!("{export} --format npy --out {}", path(&npy)));
    let array = fs::read(npy.join("s02.score.npy")).expect("written");
    assert!(array.windows(4).any(|part| part == b"'<i2") && array.len() == 128 + 2 * 78, "{}", array.len());
    if cfg!(feature = "parquet") {
        let file = place(&folder, "all.parquet");
        said(&format!("{export} --format parquet --metric score --out {file}"));
        assert!(fs::read(&file).expect("written").starts_with(b"PAR1"));
    }
    let told = json(&format!("{export} --format npy --out {}", path(&npy)));
    let fields = ["board", "format", "metric", "tables"].map(|field| told[field].clone());
    assert_eq!(Value::from(fields.to_vec()), json!(["awari:3", "npy", "score", 4]));
    // Temporary files of killed exports are removed.
    fs::create_dir(npy.join(".files.x1.partial")).expect("made");
    fs::write(folder.path().join(".out.csv.x1.partial"), "half").expect("written");
    said(&format!("{export} --format npy --out {}", path(&npy)));
    said(&format!("{export} --format csv --out {}", place(&folder, "out.csv")));
    assert!(!npy.join(".files.x1.partial").exists() && !folder.path().join(".out.csv.x1.partial").exists());
    // A FEN with a comma is quoted.
    let folder = made("draughts:3");
    let out = said(&format!("export {} --format csv --layer KKvK", path(folder.path())));
    let first = out.lines().nth(1).expect("a position");
    assert!(first.starts_with("KKvK,0,\"W:WK") && first.matches('"').count() == 2, "{first}");
}

/// Returns every position of a database with its value, as lines for `compare`.
fn lines(db: &str) -> Vec<String> {
    let line = |line: &str| {
        let (front, value) = line.rsplit_once(',').expect("columns");
        let position = front.splitn(3, ',').nth(2).expect("columns").trim_matches('"');
        format!("{position};{value}\n")
    };
    said(&format!("export {db} --format csv")).lines().skip(1).map(line).collect()
}

#[test]
fn a_database_is_compared_with_what_others_have_found() {
    let folder = made("draughts:2");
    let compare = format!("compare {}", path(folder.path()));
    let right = lines(path(folder.path()));
    assert_eq!(right.len(), 3_488);
    let file = place(&folder, "values.txt");
    fs::write(&file, format!("# made elsewhere\n\n{}", right.concat())).expect("written");
    let out = said(&format!("{compare} {file}"));
    let sums = "values.txt

  compared     3,488
    equal      3,488
    different      0
  in no table      0
  not read         0

";
    assert!(out.starts_with("3,488 lines of ") && out.contains(sums), "{out}");

    let mut wrong = right.clone();
    for line in wrong.iter_mut().step_by(100) {
        let (position, value) = line.split_once(';').expect("a value");
        *line = format!("{position};{}\n", if value == "win\n" { "D" } else { "1" });
    }
    fs::write(&file, wrong.concat()).expect("written");
    let (code, found) = document(&format!("{compare} {file}"));
    let counts = ["compared", "different", "differences_left_out", "absent", "absent_left_out"]
        .map(|field| number(&found[field]));
    assert_eq!((code, counts), (6, [3_488, 35, 15, 0, 0]));
    assert_eq!((list(&found["differences"]).len(), &found["absent_positions"]), (20, &json!([])));
    let cell = |said: &str, table: &str| number(&found["by_value"][said][table]);
    assert_eq!(cell("draw", "win") + cell("win", "draw") + cell("win", "loss"), 35);
    assert_eq!(found["differences"][1]["line"], 101);
    let all = document(&format!("{compare} {file} --all")).1;
    assert_eq!((list(&all["differences"]).len(), &all["differences_left_out"]), (35, &json!(0)));
    let different = place(&folder, "different.txt");
    let (code, out, _) = run(&format!("{compare} {file} --out {different}"));
    let written = fs::read_to_string(&different).expect("written");
    assert_eq!((code, written.lines().count()), (6, 35));
    let (position, value) = right[0].trim_end().split_once(';').expect("a value");
    let said = if value == "win" { "draw" } else { "win" };
    assert!(written.starts_with(&format!("{position};{said};{value}\n")), "{written}");
    assert!(out.contains("First differences"), "{out}");
}

#[test]
fn all_lines_are_compared_whatever_is_wrong_with_some() {
    let folder = made("draughts:2");
    let db = path(folder.path());
    let compare = format!("compare {db} -");
    let input =
        b"W:WKa1:BKh8;draw\nnonsense\nW:WKa1:BKh8;0.5\nW:WKa1:BKi8;0\nW:WKa1,Kc1:BKh8;W\nB:WKa1:BKh8\n\xff\n";
    let (code, out, err) = fed(&compare, input);
    assert_eq!(code, 3);
    assert!(out.starts_with("7 lines of standard input\n\n  compared     1\n"), "{out}");
    assert!(out.contains("  in no table  1\n  not read     5\n"), "{out}");
    for says in ["line 2: expected `;`", "line 3: expected win, draw, loss", "line 4: ", "line 7: not UTF-8"]
    {
        assert!(err.contains(says), "{says}: {err}");
    }
    // Positions in no table are named.
    let input = "W:WKa1:BKh8;L\n".to_owned() + &"W:WKa1,Kc1:BKh8;W\n".repeat(23);
    let (code, out, err) = fed(&compare, &input);
    assert_eq!(code, 4);
    assert!(err.contains("has no table for 23 positions of standard input"), "{err}");
    let list = "\nFirst positions in no table\n\n  line  position\n     2  W:WKa1,Kc1:BKh8\n";
    assert!(out.contains(list) && out.contains("\n    21  W:") && !out.contains("\n    22  W:"), "{out}");
    let (_, out, _) = fed(&format!("{compare} --json"), &input);
    let found: Value = serde_json::from_str(&out).expect("a document");
    assert_eq!((&found["absent"], &found["absent_left_out"]), (&json!(23), &json!(3)));
    assert_eq!(found["absent_positions"][0], json!({"line": 2, "position": "W:WKa1,Kc1:BKh8"}));
    let (_, out, _) = fed(&format!("{compare} --all"), &input);
    assert!(out.contains("\nPositions in no table\n") && out.contains("\n    24  W:"), "{out}");
    // An empty file does not count as agreement.
    for input in ["", "\n", "# W:WKa1:BKh8;0\n", "\u{feff}"] {
        let (code, out, err) = fed(&compare, input);
        assert_eq!(code, 3, "{input:?}");
        assert!(err.contains("nothing to compare: standard input has no positions"), "{err}");
        assert!(out.starts_with("0 lines of standard input\n") && !out.contains("table: win"), "{out}");
    }
    // A byte order mark is not part of the first line.
    let (code, out, err) = fed(&compare, "\u{feff}W:WKa1:BKh8;L\r\n");
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    let (code, out, err) = fed(&format!("query --db {db} -"), "\u{feff}W:WKa1:BKh8\r\n");
    assert_eq!((code, out.as_str(), err.as_str()), (0, "W:WKa1:BKh8\tloss\n", ""));
    let (code, _, err) = run(&format!("compare {db} {}", place(&folder, "none")));
    assert!(code == 3 && err.contains("cannot be read"), "{err}");
}

#[test]
fn scores_and_games_are_compared() {
    let (awari, nex) = (made("awari:3"), made("nex:2x2"));
    let compare = format!("compare {} -", path(awari.path()));
    let (code, out, _) = fed(&compare, lines(path(awari.path())).concat());
    assert_eq!(code, 0, "{out}");
    let input =
        "0 0 0 0 0 0 | 0 0 0 0 0 2;-1\n0 0 0 0 0 0 | 0 0 0 0 0 2;L\n0 0 0 0 0 0 | 0 0 0 0 0 2 | 24 22;draw\n";
    let (code, out, _) = fed(&format!("{compare} --json"), input);
    let found: Value = serde_json::from_str(&out).expect("a document");
    assert_eq!((code, &found["equal"], &found["different"]), (6, &json!(2), &json!(1)));
    let expected = json!([{"line": 1, "position": "0 0 0 0 0 0 | 0 0 0 0 0 2", "file": "-1", "table": "-2"}]);
    assert_eq!(found["differences"], expected);
    // In Nex, positions are lists of moves, which contain semicolons themselves.
    let input = "start;win\nBa1?a2;L\nBa1?b1;Wb2?a2;win\n";
    let (code, out, _) = fed(&format!("compare {} -", path(nex.path())), input);
    assert_eq!(code, 0, "{out}");
}
