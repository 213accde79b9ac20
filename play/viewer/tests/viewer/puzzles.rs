//! Puzzles: found by the server, or given to it.

use crate::ask::{ask, get, moves_worth, refused, router, router_with, strings};
use hyper::StatusCode;
use nexsolve_core::{Notation, Plies};
use nexsolve_judging::puzzles::{PuzzleDocument, PuzzleFile, PuzzlePack, Puzzler, SearchLimits, Wish};
use nexsolve_oracle::{Oracle, Small};
use nexsolve_viewer::Answers;
use serde_json::{Value, json};
use std::path::Path;
use std::sync::atomic::AtomicBool;

/// Checks a puzzle by the values of its moves and replies.
async fn check(router: &Answers, puzzle: &Value) {
    let (board, start) = (&puzzle["board"], &puzzle["position"]);
    let values = ask(router, "values", json!({ "board": board, "start": start })).await;
    let mut solution = strings(&puzzle["solution"]);
    let mut winning = moves_worth(&values, "win");
    solution.sort_unstable();
    winning.sort_unstable();
    assert_eq!(solution, winning, "{puzzle}");
    let refutations = puzzle["refutations"].as_array().expect("a list");
    assert_eq!(solution.len() + refutations.len(), values["moves"].as_array().expect("a list").len());
    for refutation in refutations.iter().take(5) {
        let Some(reply) = refutation["reply"].as_str() else { continue };
        let moves = [&refutation["move"]];
        let after = ask(router, "values", json!({ "board": board, "start": start, "moves": moves })).await;
        let of = after["moves"].as_array().expect("a list").iter().find(|line| line["move"] == reply);
        let value = &of.expect("a legal reply")["value"];
        assert_eq!(
            *value,
            if refutation["value"] == "loss" { "win" } else { "draw" },
            "{puzzle}: {refutation}"
        );
    }
}

#[tokio::test]
async fn the_server_finds_puzzles_and_the_same_again() {
    let router = router();
    for board in ["nex:3x4", "hex:3x3", "connect4:4x4", "domineering:4x4"] {
        let find =
            |number: u64| ask(&router, "puzzle", json!({ "board": board, "number": number, "seconds": 10 }));
        let puzzle = find(1).await;
        assert!(puzzle["of"].is_null() && puzzle["source"] == "table", "{puzzle}");
        assert!(puzzle["sentence"].as_str().expect("text").ends_with("with exactly one move."), "{puzzle}");
        check(&router, &puzzle).await;
        assert_eq!(find(1).await, puzzle);
        assert_ne!(find(2).await["position"], puzzle["position"]);
    }
}

#[tokio::test]
async fn given_puzzles_are_numbered() {
    let oracle = Oracle::new(nexsolve_games::board("hex:4x4").expect("a board"), &[]).expect("a board");
    let wish = Wish {
        count: 3,
        search: SearchLimits { nodes: Some(100_000), ..SearchLimits::default() },
        ..Wish::default()
    };
    let found = Puzzler::new(&oracle, wish).find(&AtomicBool::new(false), &|_, _| ()).expect("no fault");
    let documents: Vec<PuzzleDocument> =
        found.puzzles.iter().map(|puzzle| PuzzleDocument::new(oracle.game(), puzzle)).collect();
    let text = json!({ "board": "hex:4x4", "goal": "win", "puzzles": documents }).to_string();
    let router = router_with(vec![PuzzleFile::read(&text).expect("a file")]);
    assert_eq!(get(&router, "/api/v1/games").await.json()["puzzles"], json!(["hex:4x4"]));
    for number in 0..4 {
        let puzzle = ask(&router, "puzzle", json!({ "board": "hex:4x4", "number": number })).await;
        assert_eq!((&puzzle["of"], &puzzle["number"]), (&json!(3), &json!(number % 3)));
        assert_eq!(puzzle["position"], documents[number % 3].position);
        assert_eq!(puzzle["simulations"], json!(documents[number % 3].simulations));
        // The check of the first puzzle makes a table of the board, which proves the others.
        let (basis, says_file) = if number == 0 { ("file", true) } else { ("server", false) };
        assert_eq!(puzzle["basis"], basis);
        let sentence = puzzle["sentence"].as_str().expect("text");
        assert_eq!(sentence.ends_with("says the file of puzzles."), says_file, "{sentence}");
        check(&router, &puzzle).await;
    }
}

#[tokio::test]
async fn requests_for_puzzles_are_checked() {
    let router = router();
    for (document, says) in [
        (json!({ "board": "chess:8x8" }), "no such game"),
        (json!({ "board": "nex:3x3", "moves": [] }), "moves"),
        (json!({ "board": "nex:2x2", "seconds": 1e9 }), "seconds"),
        (json!({ "board": "nex:13x13", "seconds": 0 }), "no puzzle of 13×13 Nex was found"),
    ] {
        let (status, error) = refused(&router, "puzzle", document.clone()).await;
        assert!(status == StatusCode::BAD_REQUEST || status == StatusCode::UNPROCESSABLE_ENTITY, "{error}");
        assert!(error["message"].as_str().expect("text").contains(says), "{document}: {error}");
    }
}

#[tokio::test]
async fn a_puzzle_that_contradicts_the_tables_is_refused() {
    let oracle = Oracle::new(nexsolve_games::board("nex:3x3").expect("a board"), &[]).expect("a board");
    let wish = Wish { count: 1, ..Wish::default() };
    let found = Puzzler::new(&oracle, wish).find(&AtomicBool::new(false), &|_, _| ()).expect("no fault");
    let mut document = json!(PuzzleDocument::new(oracle.game(), &found.puzzles[0]));
    // A line that does not reach the end could have any length.
    let distance = document["distance"].as_u64().expect("a distance");
    document["distance"] = json!(distance + 2);
    document["line"] = json!([document["solution"][0]]);
    let text = json!({ "board": "nex:3x3", "puzzles": [document] }).to_string();
    let router = router_with(vec![PuzzleFile::read(&text).expect("it does not contradict itself")]);
    let asked = json!({ "board": "nex:3x3" });
    let by_file = ask(&router, "puzzle", asked.clone()).await;
    assert_eq!((&by_file["basis"], &by_file["distance"]), (&json!("file"), &json!(distance + 2)));
    // Now the server makes a table.
    ask(&router, "values", asked.clone()).await;
    let (status, error) = refused(&router, "puzzle", asked).await;
    assert_eq!((status, &error["kind"]), (StatusCode::INTERNAL_SERVER_ERROR, &json!("table")), "{error}");
    assert!(error["message"].as_str().expect("text").starts_with("puzzle 1 of 3×3 Nex is wrong"), "{error}");
}

/// The puzzles that ship with the page.
fn packs() -> Vec<PuzzlePack> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("page/puzzles");
    let files = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a file").path());
    let mut packs: Vec<PuzzlePack> =
        files.map(|path| PuzzlePack::read(&std::fs::read(path).expect("a file")).expect("a pack")).collect();
    packs.sort_by(|a, b| a.board.cmp(&b.board));
    packs
}

/// One puzzle in so many is proven again on each board, by up to ten times the work: searches change.
const SAMPLE: usize = 12;

#[test]
fn puzzles_that_ship_are_proven_again() {
    let small = Small::new(Small::ENOUGH, nexsolve_kernels::generate_briefly);
    for pack in packs() {
        let board = nexsolve_games::played(&pack.board, None).expect("a board");
        // Endings need a table.
        if board.sides().is_none() {
            small.make(Small::board(board, 0).expect("a small board")).expect("a table");
        }
        let oracle = Oracle::new(board, &small.all()).expect("a board");
        let game = oracle.game();
        for packed in pack.puzzles.iter().step_by(SAMPLE) {
            let search =
                SearchLimits { nodes: pack.nodes.map(|nodes| 10 * nodes), ..SearchLimits::default() };
            let wish = Wish { goal: packed.goal(), least: Plies(1), search, ..Wish::default() };
            let position = game.read_position(&packed.position).expect("a position");
            let found = Puzzler::new(&oracle, wish).in_position(&position, &AtomicBool::new(false));
            let puzzle = found.expect("no fault").unwrap_or_else(|| panic!("{}: {packed:?}", pack.board));
            let again = &PuzzlePack::new(game, &[puzzle], pack.nodes).puzzles[0];
            assert_eq!((&again.solution, &again.value), (&packed.solution, &packed.value), "{}", pack.board);
            if let (Some(distance), Some(again)) = (packed.distance, again.distance) {
                assert_eq!(distance, again, "{}: {packed:?}", pack.board);
            }
        }
    }
}

#[tokio::test]
async fn puzzles_that_ship_are_numbered_and_refuted() {
    let router = router();
    let pack = packs().into_iter().find(|pack| pack.board == "hex:5x5").expect("a pack");
    let of = pack.puzzles.len();
    for number in [0, 1, of, of - 1] {
        let puzzle =
            ask(&router, "puzzle", json!({ "board": "hex:5x5", "number": number, "seconds": 10 })).await;
        let packed = &pack.puzzles[number % of];
        assert_eq!((&puzzle["of"], &puzzle["position"]), (&json!(of), &json!(packed.position)), "{puzzle}");
        assert_eq!(
            (&puzzle["simulations"], &puzzle["basis"]),
            (&json!(packed.simulations), &json!("server"))
        );
        check(&router, &puzzle).await;
    }
    let name = "/puzzles/hex-5x5.json";
    assert_eq!(get(&router, name).await.json()["board"], "hex:5x5");
}
