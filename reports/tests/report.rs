//! The report of small boards: published counts, values against a search, files that can be read, the same
//! bytes twice.

use nexsolve_core::{Game, Notation};
use nexsolve_db::Metric;
use nexsolve_games::nex::Nex;
use nexsolve_oracle::Opened;
use nexsolve_reports::{BoardDatabases, Files, Section, report};
use nexsolve_solver::{Goal, Options, Solver};
use nexsolve_tablegen::Reach;
use pulldown_cmark::{Event, Options as Markdown, Parser, Tag};
use serde_json::Value;
use std::sync::atomic::AtomicBool;
use tempfile::TempDir;

mod support;

use support::databases::{database, nex, text};
use support::pictures;

/// Databases of all games, small ones.
fn boards() -> Vec<(TempDir, Opened)> {
    vec![
        database("draughts:russian:3", Metric::Dtw, Reach::Left),
        database("awari:6", Metric::Score, Reach::Left),
        database("hex:2x2", Metric::Dtw, Reach::Counted),
        database("hex:3x3", Metric::Dtw, Reach::Counted),
        nex(3, 3),
        nex(2, 2),
        nex(2, 3),
        nex(3, 2),
        database("nex:2x4", Metric::Wdl, Reach::Left),
    ]
}

fn made(boards: &[(TempDir, Opened)]) -> Files {
    let opened = boards.iter().map(|(_, opened)| opened.clone()).collect();
    report(&BoardDatabases::new(opened).expect("read"), &Section::ALL, "tests").expect("a report")
}

fn json(files: &Files, path: &str) -> Value {
    serde_json::from_str(&text(files, path)).expect(path)
}

/// The element of a list whose `key` is this.
fn find<'a>(list: &'a Value, key: &str, wanted: &str) -> &'a Value {
    let list = list.as_array().expect("a list");
    list.iter().find(|item| item[key] == wanted).unwrap_or_else(|| panic!("no {wanted}"))
}

#[test]
fn the_atlas_has_the_published_counts() {
    let files = made(&boards());
    let atlas = json(&files, "atlas/atlas.json");
    // docs/BOARDS.md: value, distance, openings, reachable, lost, drawn, won, longest.
    for (game, board, value, distance, openings, counts, longest) in [
        ("nex", "nex:2x2", "win", 3, [2, 10, 0], [37, 8, 22, 7], 3),
        ("nex", "nex:2x3", "win", 5, [30, 0, 0], [571, 318, 12, 241], 5),
        ("nex", "nex:3x2", "loss", 4, [0, 0, 30], [581, 127, 219, 235], 4),
        ("nex", "nex:3x3", "win", 7, [42, 30, 0], [36_397, 5_828, 13_814, 16_755], 7),
        ("hex", "hex:2x2", "win", 3, [2, 0, 2], [32, 13, 0, 19], 3),
        ("hex", "hex:3x3", "win", 5, [5, 0, 4], [5_514, 2_113, 0, 3_401], 8),
    ] {
        let stated = find(&atlas[game], "board", board);
        assert_eq!((&stated["value"], &stated["distance"]), (&value.into(), &distance.into()), "{board}");
        let by_value = ["win", "draw", "loss"].map(|key| stated["openings"][key].as_i64().expect(key));
        assert_eq!(by_value, openings, "{board}");
        let counted = ["reachable", "loss", "draw", "win"].map(|key| stated[key].as_i64().expect(key));
        assert_eq!(counted, counts, "{board}");
        assert_eq!(stated["longest"], longest, "{board}");
        let plies = stated["plies"].as_array().expect("plies");
        let reached: i64 = plies.iter().map(|ply| ply["reachable"].as_i64().expect("a count")).sum();
        assert_eq!(reached, counts[0], "{board}");
    }
    // A database without distances and without counts of reachable positions.
    let values = find(&atlas["nex"], "board", "nex:2x4");
    assert_eq!((&values["value"], &values["distance"]), (&"win".into(), &Value::Null));
    assert_eq!(
        (&values["reachable"], &values["longest"], &values["of"]),
        (&Value::Null, &Value::Null, &"all".into())
    );
    // Awari with three seeds, and draughts with two pieces, one side to move.
    let seeds = &atlas["awari"][0]["seeds"][3];
    assert_eq!(["seeds", "win", "draw", "loss"].map(|key| seeds[key].as_i64()), [3, 123, 63, 178].map(Some));
    let classes = atlas["draughts"][0]["classes"].as_array().expect("classes");
    let sum = |key: &str, pieces: i64| -> i64 {
        let these = classes.iter().filter(|class| class["pieces"] == pieces);
        these.map(|class| class[key].as_i64().expect(key)).sum()
    };
    assert_eq!(["positions", "win", "draw", "loss"].map(|key| sum(key, 2)), [3_488, 1_291, 1_507, 690]);
    assert_eq!(
        ["positions", "win", "draw", "loss"].map(|key| sum(key, 3)),
        [196_032, 67_475, 95_144, 33_413]
    );
    let page = text(&files, "atlas/index.md");
    assert!(
        page.contains("| 3×3 Nex | win in 7 | 42 | 30 | 0 | 36,397 | 36,397 | 5,828 | 13,814 | 16,755 | 7 |")
    );
}

#[test]
fn openings_are_worth_what_a_search_proves() {
    let files = made(&boards());
    let openings = json(&files, "openings/openings.json");
    for (rows, cols) in [(2, 2), (3, 2), (3, 3)] {
        let game = Nex::<u64>::new(rows, cols).expect("a small board");
        let stop = AtomicBool::new(false);
        let options = Options::within(1 << 24);
        let mut solver = Solver::new(&game, options, &stop, &()).expect("memory");
        let board = format!("nex:{rows}x{cols}");
        let stated = find(&openings["boards"], "board", &board)["openings"].as_array().expect("openings");
        let start = game.start();
        let proven = solver.solve(&start, Goal::Distances).expect("no table can fail");
        assert_eq!(stated.len(), proven.moves.len());
        for (stated, proven) in stated.iter().zip(&proven.moves) {
            let score = proven.bounds.score().expect("proven");
            assert_eq!(stated["move"], game.format_move(&start, proven.mv));
            assert_eq!(stated["value"], score.wdl().word(), "{board} {stated}");
            assert_eq!(
                stated["distance"].as_u64(),
                score.distance().map(|plies| plies.0.into()),
                "{board} {stated}"
            );
        }
    }
}

#[test]
fn pictures_are_well_formed_and_say_what_they_show() {
    let files = made(&boards());
    let mut pictures = 0;
    for (path, bytes) in files.iter().filter(|(path, _)| has(path, "svg")) {
        let text = std::str::from_utf8(bytes).expect("UTF-8");
        let document = roxmltree::Document::parse(text).expect("an SVG file");
        pictures::check(path, &document);
        for node in document.descendants() {
            for attribute in node.attributes() {
                assert!(
                    !attribute.value().contains("NaN") && !attribute.value().contains("inf"),
                    "{path}: {attribute:?}"
                );
                // The pattern to which a fill refers must exist.
                if let Some(name) =
                    attribute.value().strip_prefix("url(#").and_then(|name| name.strip_suffix(')'))
                {
                    assert!(
                        document.descendants().any(|node| node.attribute("id") == Some(name)),
                        "{path}: {name}"
                    );
                }
            }
        }
        pictures += 1;
    }
    assert!(pictures > 25, "{pictures}");
}

#[test]
fn links_lead_to_files_and_every_file_is_linked() {
    let files = made(&boards());
    let mut linked = vec!["index.md".to_owned()];
    for (path, bytes) in files.iter().filter(|(path, _)| has(path, "md")) {
        let text = std::str::from_utf8(bytes).expect("UTF-8");
        let folder: Vec<&str> = path.split('/').rev().skip(1).collect();
        for event in Parser::new_ext(text, Markdown::ENABLE_TABLES) {
            let Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) = event else {
                continue;
            };
            let mut place: Vec<&str> = folder.iter().rev().copied().collect();
            for part in dest_url.split('/') {
                if part == ".." {
                    place.pop();
                } else {
                    place.push(part);
                }
            }
            let place = place.join("/");
            assert!(files.get(&place).is_some(), "{path}: {dest_url}");
            linked.push(place);
        }
    }
    for (path, _) in files.iter() {
        assert!(linked.iter().any(|linked| linked == path), "nothing leads to {path}");
    }
}

#[test]
fn the_same_databases_give_the_same_bytes() {
    let mut boards = boards();
    let first = made(&boards);
    // Their order does not matter, nor does a database given twice.
    boards.reverse();
    boards.push(database("nex:3x3", Metric::Wdl, Reach::Left));
    let second = made(&boards);
    assert_eq!(first.iter().count(), second.iter().count());
    for ((path, a), (_, b)) in first.iter().zip(second.iter()) {
        assert!(a == b, "{path}");
    }
}

#[test]
fn provenance_names_every_table_with_its_digest() {
    let boards = boards();
    let files = made(&boards);
    let stated = json(&files, "provenance.json");
    let page = text(&files, "provenance.md");
    assert!(page.contains("from these databases alone, by `nexsolve report --out DIR --db DATABASE…`"));
    for (folder, opened) in &boards {
        let database = find(&stated["databases"], "board", &opened.board.to_string());
        let digest = |file: &str| {
            let bytes = std::fs::read(folder.path().join(file)).expect(file);
            blake3::hash(&bytes).to_hex().to_string()
        };
        assert_eq!(database["manifest"], digest("manifest.json"));
        let tables = database["tables"].as_array().expect("tables");
        assert_eq!(tables.len(), opened.database.manifest().tables.len());
        for table in tables {
            assert_eq!(table["digest"], digest(table["file"].as_str().expect("a name")));
        }
    }
}

#[test]
fn a_damaged_table_is_an_error_and_no_report() {
    let (folder, _) = nex(2, 2);
    let file = folder.path().join("p01n1.dtw");
    let mut bytes = std::fs::read(&file).expect("a table");
    // The first block, which nobody reads at opening, begins behind the header.
    let block = u32::from_le_bytes(*bytes[40..].first_chunk().expect("a header")) as usize;
    bytes[block] ^= 1;
    std::fs::write(&file, bytes).expect("written");
    let opened = Opened::open(folder.path(), 1 << 20).expect("what opening reads is whole");
    let sources = BoardDatabases::new(vec![opened]).expect("read");
    let error = report(&sources, &[Section::Openings], "tests").expect_err("damaged");
    assert!(error.to_string().contains("p01n1.dtw"), "{error}");
}

/// Returns whether the path ends with this.
fn has(path: &str, extension: &str) -> bool {
    path.rsplit_once('.').is_some_and(|(_, end)| end == extension)
}
