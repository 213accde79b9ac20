//! Tests of given databases: their values, and errors of damaged ones.

use crate::ask::{ask, get, moves_worth, refused, viewer};
use hyper::StatusCode;
use nexsolve_db::{Database, Form, Metric};
use nexsolve_games::Board;
use nexsolve_games::nex::Nex;
use nexsolve_kernels::generate_briefly;
use nexsolve_players::Networks;
use nexsolve_tablegen::{Keep, Kernel, Reach, generate};
use nexsolve_viewer::{Answers, Names, ServerLimits, Viewer, ViewerSettings};
use serde_json::{Value, json};
use std::error::Error;
use std::fs;
use std::io::{Read, Write};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::Duration;
use tempfile::TempDir;

/// A database of Nex in a folder of this name.
fn database(root: &Path, name: &str, (rows, cols): (u32, u32), metric: Metric) -> PathBuf {
    let folder = root.join(name);
    let game = Nex::<u64>::new(rows, cols).expect("a board");
    let settings = nexsolve_tablegen::GenerateSettings {
        metric,
        reach: Reach::Left,
        form: Form::Compressed,
        memory_bytes: 64 << 20,
        kernel: Kernel::Fast,
        keep: Keep::Briefly,
        program: "a test".to_owned(),
        command: "generate".to_owned(),
        game: "nex".to_owned(),
        board: format!("nex:{rows}x{cols}"),
    };
    generate(&nexsolve_kernels::joined(&game), &folder, &settings, &AtomicBool::new(false), &())
        .expect("it is made");
    folder
}

fn serving(folders: Vec<PathBuf>) -> Answers {
    viewer(folders, ServerLimits::default()).answers(Names::default())
}

fn scratch() -> TempDir {
    tempfile::tempdir().expect("a scratch folder")
}

#[tokio::test]
async fn databases_are_known_by_their_folders_names_alone() {
    let scratch = scratch();
    let folder = database(scratch.path(), "of three", (3, 3), Metric::Wdl);
    let router = serving(vec![folder]);
    let list = get(&router, "/api/v1/databases").await;
    let text = String::from_utf8(list.bytes.clone()).expect("text");
    assert!(!text.contains(&scratch.path().display().to_string()), "{text}");
    let line = &list.json()["databases"][0];
    assert_eq!(
        (&line["name"], &line["board"], &line["title"]),
        (&json!("of three"), &json!("nex:3x3"), &json!("3×3 Nex"))
    );
    assert_eq!(
        (&line["metrics"], &line["complete"], &line["made_here"]),
        (&json!(["wdl"]), &json!(true), &json!(false))
    );
    assert!(line["positions"].as_u64() >= Some(36_397) && line["bytes"].as_u64() > Some(0));
}

#[tokio::test]
async fn values_come_from_them_and_distances_from_where_there_are_some() {
    let scratch = scratch();
    let values = database(scratch.path(), "values", (3, 3), Metric::Wdl);
    let distances = database(scratch.path(), "distances", (3, 3), Metric::Dtw);
    let told =
        async |folders: Vec<PathBuf>| ask(&serving(folders), "values", json!({"board": "nex:3x3"})).await;
    let alone = told(vec![values.clone()]).await;
    assert_eq!(
        (&alone["detail"], &alone["value"], &alone["distance"]),
        (&json!("database values"), &json!("win"), &Value::Null)
    );
    assert_eq!(moves_worth(&alone, "win").len(), 42);
    let both = told(vec![values.clone(), distances]).await;
    assert_eq!((&both["detail"], &both["distance"]), (&json!("database distances"), &json!(7)));
    // Without distances, a line needs a search, which finds them.
    let line = ask(&serving(vec![values]), "line", json!({"board": "nex:3x3"})).await;
    assert_eq!((&line["complete"], line["line"].as_array().map(Vec::len)), (&json!(true), Some(7)), "{line}");
}

#[tokio::test]
async fn a_database_of_another_board_tells_nothing() {
    let scratch = scratch();
    let folder = database(scratch.path(), "three", (3, 3), Metric::Dtw);
    let values = ask(&serving(vec![folder]), "values", json!({"board": "nex:5x5", "seconds": 0})).await;
    assert_eq!((&values["value"], &values["detail"]), (&Value::Null, &json!("no table")));
}

#[tokio::test]
async fn a_damaged_table_is_an_error_and_never_a_value() {
    let scratch = scratch();
    let folder = database(scratch.path(), "three", (3, 3), Metric::Dtw);
    for entry in fs::read_dir(&folder).expect("a folder") {
        let path = entry.expect("a file").path();
        if path.extension().is_some_and(|ending| ending == "dtw") {
            let mut bytes = fs::read(&path).expect("a table");
            // The first block, which is not read at opening, begins after the header. A table of one position
            // has none.
            let block = u32::from_le_bytes(*bytes[40..].first_chunk().expect("a header")) as usize;
            if !path.ends_with("p00n0.dtw") {
                bytes[block] ^= 0x10;
                fs::write(&path, bytes).expect("room");
            }
        }
    }
    let sound = database(scratch.path(), "sound", (3, 3), Metric::Dtw);
    let (router, sound) = (serving(vec![folder]), serving(vec![sound]));
    let mut errors = 0;
    let mut moves: Vec<&str> = Vec::new();
    for mv in ["Ba1?b2", "Wb1?c3", "Bb3?a3", "Wc1?a2"] {
        let game = json!({"board": "nex:3x3", "moves": moves, "seconds": 0});
        let right = ask(&sound, "values", game.clone()).await;
        let answer = crate::ask::post(&router, "values", &game).await;
        if answer.status == StatusCode::OK {
            assert_eq!(answer.json()["value"], right["value"]);
        } else {
            let error = &answer.json()["error"];
            assert_eq!((answer.status, &error["kind"]), (StatusCode::INTERNAL_SERVER_ERROR, &json!("table")));
            assert!(!error.to_string().contains(&scratch.path().display().to_string()), "{error}");
            errors += 1;
        }
        moves.push(mv);
    }
    assert!(errors > 0);
    let batch = json!({"board": "nex:3x3", "positions": ["start", "Ba1?b2", "Ba1?b2;Wb1?c3"]});
    let (status, error) = refused(&router, "batch", batch).await;
    assert_eq!((status, &error["kind"]), (StatusCode::INTERNAL_SERVER_ERROR, &json!("table")));
    let (_, error) =
        refused(&router, "audit", json!({"board": "nex:3x3", "moves": ["Ba1?b2", "Wb1?c3", "Bb3?a3"]})).await;
    assert_eq!(error["kind"], "table");
}

#[test]
fn what_is_no_database_is_refused_at_once() {
    let scratch = scratch();
    let note = Box::new(|_: &str| {});
    let folders = vec![scratch.path().join("nothing")];
    let settings = ViewerSettings {
        folders,
        limits: ServerLimits::default(),
        threads: 1,
        memory_bytes: 1 << 28,
        manifest_bytes: 1 << 20,
        maker: generate_briefly,
        networks: Networks::default(),
        puzzles: Vec::new(),
        note,
    };
    assert!(Viewer::new(settings).is_err());
}

#[tokio::test]
async fn small_databases_are_made_once_and_listed() {
    let router = serving(Vec::new());
    let list = async || {
        get(&router, "/api/v1/databases").await.json()["databases"].as_array().expect("a list").len()
    };
    assert_eq!(list().await, 0);
    let game = json!({"board": "hex:2x3"});
    let both = tokio::join!(ask(&router, "values", game.clone()), ask(&router, "values", game.clone()));
    assert_eq!(both.0, both.1);
    assert_eq!(list().await, 1);
    ask(&router, "batch", json!({"board": "hex:2x3", "positions": ["start", "a1"]})).await;
    assert_eq!(list().await, 1);
    let line = get(&router, "/api/v1/databases").await.json()["databases"][0].clone();
    assert_eq!(
        (&line["name"], &line["made_here"], &line["complete"]),
        (&json!("hex:2x3"), &json!(true), &json!(true))
    );
}

/// Set once the test has seen how much is done.
static SEEN: AtomicBool = AtomicBool::new(false);

/// Reports that three of eight entries are done, and waits.
fn slow_maker(
    board: Board,
    folder: &Path,
    memory_bytes: u64,
    stop: &AtomicBool,
    progress: &(dyn Fn(u64, u64) + Sync),
) -> Result<Database, Box<dyn Error + Send + Sync>> {
    progress(3, 8);
    while !SEEN.load(Relaxed) {
        thread::sleep(Duration::from_millis(1));
    }
    generate_briefly(board, folder, memory_bytes, stop, progress)
}

#[tokio::test(flavor = "multi_thread")]
async fn all_who_wait_for_a_small_database_see_how_much_is_done() {
    let settings = ViewerSettings {
        folders: Vec::new(),
        limits: ServerLimits::default(),
        threads: 2,
        memory_bytes: 256 << 20,
        manifest_bytes: 1 << 20,
        maker: slow_maker,
        networks: Networks::default(),
        puzzles: Vec::new(),
        note: Box::new(|text: &str| panic!("nobody should have to know: {text}")),
    };
    let router = Viewer::new(settings).expect("it opens").answers(Names::default());
    let making = async || get(&router, "/api/v1/databases").await.json()["making"].clone();
    assert_eq!(making().await, Value::Null);
    let waiting = ["hex:2x3", "hex:2x3", "hex:2x2"].map(|board| {
        let router = router.clone();
        tokio::spawn(async move { ask(&router, "values", json!({"board": board})).await })
    });
    let now = loop {
        let now = making().await;
        if now["done"].as_f64().is_some_and(|done| done > 0.0) {
            break now;
        }
    };
    let board = now["board"].as_str().expect("a board");
    assert!(board == "hex:2x3" || board == "hex:2x2");
    assert_eq!(now["title"], board.replace("hex:", "").replace('x', "×") + " Hex");
    assert_eq!(now["done"], 0.375);
    SEEN.store(true, Relaxed);
    for waiting in waiting {
        assert_eq!(waiting.await.expect("an answer")["source"], "table");
    }
    assert_eq!(making().await, Value::Null);
}

#[tokio::test]
async fn with_a_quarter_of_the_memory_all_small_databases_are_made() {
    let note = Box::new(|text: &str| panic!("nobody should have to know: {text}"));
    let settings = ViewerSettings {
        folders: Vec::new(),
        limits: ServerLimits::default(),
        threads: 1,
        memory_bytes: 256 << 20,
        manifest_bytes: 1 << 20,
        maker: generate_briefly,
        networks: Networks::default(),
        puzzles: Vec::new(),
        note,
    };
    let router = Viewer::new(settings).expect("it opens").answers(Names::default());
    for board in ["nex:3x4", "nex:2x2", "hex:4x3", "draughts"] {
        let start = if board == "draughts" { "W:Wa1:Bh8" } else { "start" };
        let game = json!({"board": board, "start": start, "seconds": 0});
        assert_eq!(ask(&router, "values", game).await["source"], "table", "{board}");
    }
}

/// A server with the files of a folder that sends its manifest, but never a table.
fn silent_tables(folder: &Path) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = format!("http://{}", listener.local_addr().expect("bound"));
    let manifest = std::fs::read(folder.join("manifest.json")).expect("a manifest");
    thread::spawn(move || {
        let mut silent = Vec::new();
        for mut stream in listener.incoming().flatten() {
            let mut head = [0; 4_096];
            let read = stream.read(&mut head).unwrap_or(0);
            if head[..read].starts_with(b"GET /manifest.json ") {
                let text = format!(
                    "HTTP/1.1 200 OK\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
                    manifest.len()
                );
                stream.write_all(&[text.as_bytes(), &manifest].concat()).expect("it listens");
            } else {
                // The connection stays open.
                silent.push(stream);
            }
        }
    });
    address
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_does_not_answer_keeps_no_other_board_waiting() {
    let folder = tempfile::tempdir().expect("a folder");
    let board = nexsolve_games::board("nex:2x3").expect("a board");
    let made = generate_briefly(board, folder.path(), 1 << 26, &AtomicBool::new(false), &|_, _| ());
    made.expect("a database");
    let settings = ViewerSettings {
        folders: vec![silent_tables(folder.path()).into()],
        limits: ServerLimits::default(),
        threads: 2,
        memory_bytes: 256 << 20,
        manifest_bytes: 1 << 20,
        maker: generate_briefly,
        networks: Networks::default(),
        puzzles: Vec::new(),
        note: Box::new(|_| ()),
    };
    let router = Viewer::new(settings).expect("it opens").answers(Names::default());
    // More than all lanes of the board and all threads together.
    let waiting: Vec<_> = (0..8)
        .map(|_| {
            let router = router.clone();
            tokio::spawn(async move { ask(&router, "values", json!({"board": "nex:2x3"})).await })
        })
        .collect();
    for _ in 0..3 {
        // The rules of the same board, and the values of another one.
        assert_eq!(ask(&router, "position", json!({"board": "nex:2x3"})).await["legal_count"], 30);
        assert_eq!(ask(&router, "values", json!({"board": "hex:3x3"})).await["value"], "win");
        assert!(waiting.iter().all(|waiting| !waiting.is_finished()));
    }
    waiting.iter().for_each(tokio::task::JoinHandle::abort);
}
