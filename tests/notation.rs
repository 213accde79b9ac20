//! The two ways to name cells of Hex in text: `--notation`.

use crate::support::{fed, place, refused, said, scratch};
use std::fs;

/// The first line of text with cells as `b3`, and as `c2`.
const ROW: &str = "Cells: row letter, column number, as in b3 (--notation column: c2).\n";
const COLUMN: &str = "Cells: column letter, row number, as in c2.\n";

/// The cells that a text names, in order.
fn cells(text: &str) -> Vec<String> {
    let is_cell = |word: &&str| matches!(word.as_bytes(), [b'a'..=b'c', b'1'..=b'3']);
    text.split(|c: char| !c.is_alphanumeric()).filter(is_cell).map(str::to_owned).collect()
}

/// The name of the same cell in the other notation.
fn other_name(cell: &String) -> String {
    let [letter, number] = cell.as_bytes() else { panic!("{cell} is not a cell") };
    format!("{}{}", char::from(number - b'1' + b'a'), letter - b'a' + 1)
}

#[test]
fn solve_reads_and_writes_the_cells_of_the_chosen_notation() {
    let rows = said("solve hex:2x3 --position a3;b1 --lines");
    let columns = said("solve hex:2x3 --position c1;a2 --lines --notation column");
    let row_answer = rows.strip_prefix(ROW).expect("the first line");
    let column_answer = columns.strip_prefix(COLUMN).expect("the first line");
    assert!(row_answer.starts_with("  1 2 3\n"), "{rows}");
    assert!(column_answer.starts_with("  a b c\n"), "{columns}");
    assert!(cells(row_answer).len() >= 4, "{rows}");
    let exchanged: Vec<String> = cells(row_answer).iter().map(other_name).collect();
    assert_eq!(exchanged, cells(column_answer), "{rows}{columns}");
    assert!(said("solve hex:3x3").starts_with(ROW) && said("solve hex:3x3 --notation row").starts_with(ROW));
    let openings = said("solve hex:3x3 --notation column");
    assert!(openings.lines().any(|line| line.split_whitespace().eq(["a", "b", "c"])), "{openings}");
    refused(3, "solve hex:2x3 --position a3 --notation column", "a3 is off the board");
    refused(3, "solve hex:2x3 --position c1", "c1 is off the board");
}

#[test]
fn a_diagram_is_read_in_the_notation_in_which_it_is_drawn() {
    for (notation, moves) in [("row", "a2;b3;c1"), ("column", "b1;c2;a3")] {
        let drawn = said(&format!("solve hex:3x3 --position {moves} --notation {notation}"));
        let diagram: Vec<&str> = drawn.lines().skip(1).take(6).collect();
        let line = format!("solve hex:3x3 --notation {notation} --position '{}'", diagram.join("\n"));
        let again = said(&line);
        assert_eq!(again.lines().skip(1).take(6).collect::<Vec<_>>(), diagram, "{again}");
    }
}

#[test]
fn query_and_play_use_the_notation_and_records_stay_as_they_are() {
    let folder = scratch();
    let hex = place(&folder, "hex");
    said(&format!("generate hex:2x3 --out {hex} --metric dtw --quiet"));
    let [rows, columns] = ["a3", "c1 --notation column"].map(|ask| said(&format!("query {hex} {ask}")));
    assert!(rows.starts_with(ROW) && columns.starts_with(COLUMN), "{rows}{columns}");
    assert!(columns.contains("  a b c\n"), "{columns}");
    let mut records = Vec::new();
    for (number, (notation, moves)) in
        [("row", "a3\nb1\nquit\n"), ("column", "c1\na2\nquit\n")].iter().enumerate()
    {
        let file = place(&folder, &format!("{number}.sgf"));
        let line = format!("play hex:2x3 --notation {notation} --black human --white human --record {file}");
        let (code, out, err) = fed(&line, moves);
        assert_eq!((code, err.as_str()), (0, ""), "{out}");
        assert!(out.starts_with(if number == 0 { ROW } else { COLUMN }), "{out}");
        records.push(fs::read_to_string(&file).expect("a record"));
    }
    assert!(records[0].contains(";B[c1];W[a2]"), "{}", records[0]);
    assert_eq!(records[0], records[1]);
}

#[test]
fn other_games_and_documents_have_one_notation() {
    refused(2, "solve nex:3x3 --notation column", "--notation does not apply: 3×3 Nex has one notation");
    refused(2, "solve hex:course:3x3 --notation row", "has one notation");
    refused(2, "solve hex:3x3 --notation column --json", "cannot be combined with --json");
    refused(2, "puzzles hex:3x3 --notation column", "--notation");
    assert!(!said("solve nex:2x2").contains("Cells:"));
}
