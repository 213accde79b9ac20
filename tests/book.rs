//! Books: made, extended, given to other commands, and refused; and those that come with the program.

use crate::support::{json, list, number, place, refused, run, said, scratch};
use nexsolve_games::AnyGame;
use nexsolve_games::book::Book;
use nexsolve_oracle::{Opened, Oracle, OracleDatabase};
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
