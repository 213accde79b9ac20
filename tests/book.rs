//! Books: made, extended, given to other commands, and refused; and those that come with the program.

use crate::support::{json, list, number, place, refused, run, said, scratch};
use nexsolve_core::{Bounds, Game};
use nexsolve_games::AnyGame;
use nexsolve_games::book::Book;
use nexsolve_oracle::{Opened, Oracle, OracleDatabase};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::sync::Arc;

fn game(board: &str) -> AnyGame {
    AnyGame::on(nexsolve_games::board(board).expect("a board")).expect("a game")
}

#[test]
fn a_book_grows_and_has_the_values_of_the_tables() {
    let folder = scratch();
    let file = place(&folder, "c4.book");
    let make = |plies: u32| json(&format!("book connect4:4x4 --plies {plies} --out {file}"));
    assert_eq!(list(&make(1)["plies"]).len(), 2);
    let grown = make(3);
    for ply in list(&grown["plies"]) {
        assert_eq!(number(&ply["proven"]), number(&ply["positions"]), "{grown}");
    }
    // Fewer plies keep the book.
    let bytes = fs::read(&file).expect("a book");
    make(2);
    assert_eq!(fs::read(&file).expect("a book"), bytes);

    let db = place(&folder, "db");
    said(&format!("generate connect4:4x4 --metric dtw --out {db}"));
    let game = game("connect4:4x4");
    let book = Book::read(&game, "connect4:4x4", &bytes).expect("a book");
    let opened = Opened::open(db.as_ref(), 64 << 20).expect("a database");
    let held = Arc::new(OracleDatabase::in_folder(opened, db.as_ref()));
    let oracle = Oracle::new(game.board(), &[held]).expect("an oracle");
    assert_eq!(book.layers().len(), 4);
    for position in book.layers().iter().flatten() {
        let (known, _) = oracle.look(&[*position]).expect("sound tables")[0].expect("a value");
        assert_eq!(book.bounds(&game, position), known.bounds);
    }
}

#[test]
fn other_commands_take_books() {
    let folder = scratch();
    let file = place(&folder, "hex.book");
    said(&format!("book hex:3x4 --goal values --out {file}"));
    let (code, _, err) = run("query hex:3x4 start");
    assert!(code == 4 && err.contains("the book of 3×4 Hex does not know"), "{err}");
    let answer = json(&format!("query hex:3x4 start --book {file}"));
    assert_eq!((&answer["value"], list(&answer["moves"]).len()), (&"win".into(), 12));
    assert!(list(&answer["moves"]).iter().all(|mv| mv["value"] == "win"), "{answer}");
}

#[test]
fn what_is_no_book_is_refused() {
    let folder = scratch();
    let file = place(&folder, "a.book");
    said(&format!("book hex:2x3 --out {file}"));
    refused(2, &format!("book hex:3x2 --out {file}"), "is a book of hex:2x3");
    refused(2, "book draughts --out x.book", "no search can prove");
    let mut bytes = fs::read(&file).expect("a book");
    let last = bytes.len() - 9;
    bytes[last] ^= 1;
    fs::write(&file, &bytes).expect("written");
    refused(4, &format!("book hex:2x3 --out {file}"), "is damaged");
    refused(4, &format!("query hex:2x3 start --book {file}"), "is damaged");
    fs::write(&file, "nothing").expect("written");
    refused(2, &format!("query hex:2x3 start --book {file}"), "is not a book");
}

/// The boards whose books come with the program.
const SHIPPED: [&str; 13] = [
    "connect4:6x7",
    "hex:5x5",
    "hex:6x6",
    "hex:7x7",
    "hex:8x8",
    "nex:3x7",
    "nex:4x5",
    "nex:4x6",
    "nex:5x4",
    "nex:5x5",
    "nex:6x3",
    "nex:6x4",
    "nex:7x3",
];

#[test]
fn the_books_of_the_program_can_be_read() {
    for board in SHIPPED {
        let game = game(board);
        let start = game.booked(&[game.start()]).expect(board)[0];
        let is_open = board == "nex:5x5";
        assert!(start != Bounds::UNKNOWN && start.wdl().is_none() == is_open, "{board}: {start:?}");
    }
    assert!(game("hex:4x4").booked(&[game("hex:4x4").start()]).is_none());
}

#[test]
fn bounds_of_an_open_value_are_told() {
    let told = said("query nex:5x5 start");
    let told = told.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(told.starts_with("Not proven: the value of 5×5 Nex. Black cannot force a win in fewer than 11 plies, nor White in fewer than 12"), "{told}");
    let answer = json("query nex:5x5 start");
    assert!(answer["value"].is_null(), "{answer}");
}

/// Compares the book of a board with a search, move by move.
fn compared(board: &str, goal: &str) {
    let booked = json(&format!("query {board} start"));
    let searched = json(&format!("solve {board} --engine search --goal {goal} --memory 2GiB"));
    let values = |moves: &Value| -> BTreeMap<String, (Value, Value)> {
        let value = |mv: &Value| (mv["value"].clone(), mv["distance"].clone());
        let text = |mv: &Value| mv.as_str().expect("a move").to_owned();
        list(moves).iter().map(|mv| (text(&mv["move"]), value(mv))).collect()
    };
    let (booked, searched) = (values(&booked["moves"]), values(&searched["openings"]));
    assert_eq!(booked.len(), searched.len(), "{board}");
    for (mv, (value, distance)) in booked {
        let (found, plies) = &searched[&mv];
        assert_eq!(&value, found, "{board} {mv}");
        assert!(goal == "moves" || &distance == plies, "{board} {mv}: {distance}, {plies}");
    }
}

#[test]
fn the_books_of_the_program_have_what_a_search_finds() {
    compared("hex:5x5", "distances");
    compared("hex:6x6", "moves");
    compared("nex:6x3", "moves");
}

#[test]
#[ignore = "slow: minutes of processor time"]
fn the_books_of_larger_boards_have_what_a_search_finds() {
    for board in ["hex:7x7", "nex:7x3", "nex:3x7", "nex:4x5", "nex:4x6"] {
        compared(board, "moves");
    }
}
