//! The two ways to name cells of Hex in text: `--notation`.

use crate::support::{fed, path, place, refused, said, scratch};
use std::fs;

/// The first line of text with cells as `b3`, and as `c2`.
const ROW: &str = "Cells: the row's letter, then the column's number, as in b3 (--notation column: c2).\n";
const COLUMN: &str = "Cells: the column's letter, then the row's number, as in c2.\n";

/// The same text with the cells of one notation in place of those of the other.
fn exchanged(text: &str) -> String {
    let swap = |word: &str| {
        let (cell, rest) = word.split_at(word.len().min(2));
        match cell.as_bytes() {
            [letter @ b'a'..=b'c', number @ b'1'..=b'3'] => {
                format!("{}{}{rest}", char::from(number - b'1' + b'a'), letter - b'a' + 1)
            }
            _ => word.to_owned(),
        }
    };
    text.split(' ').map(swap).collect::<Vec<_>>().join(" ")
}

#[test]
fn solve_reads_and_writes_the_cells_of_the_chosen_notation() {
    let rows = said("solve hex:2x3 --position a3;b1 --lines");
    let columns = said("solve hex:2x3 --position c1;a2 --lines --notation column");
    let row_answer = rows.strip_prefix(ROW).expect("the first line");
    let column_answer = columns.strip_prefix(COLUMN).expect("the first line");
    assert!(row_answer.starts_with("  1 2 3\n"), "{rows}");
    assert!(column_answer.starts_with("  a b c\n"), "{columns}");
    // The diagram has 5 lines, the last part times.
    let words = |text: &str| {
        let lines: Vec<&str> = text.lines().skip(5).take_while(|line| !line.starts_with("Took")).collect();
        lines.join("\n").replace('\n', " \n ")
    };
    let told = words(row_answer);
    assert!(told.contains("a1") || told.contains("a2"), "{rows}");
    assert_eq!(exchanged(&told).split(' ').count(), words(column_answer).split(' ').count(), "{columns}");
    assert!(said("solve hex:3x3").starts_with(ROW));
    assert_eq!(said("solve hex:3x3 --notation row").lines().next(), ROW.lines().next());
    assert!(said("solve hex:3x3 --notation column").contains("\n   a b c\n"));
    refused(3, "solve hex:2x3 --position a3 --notation column", "a3 is off the board");
    refused(3, "solve hex:2x3 --position c1", "c1 is off the board");
}

#[test]
fn a_position_is_read_from_a_diagram_in_either_notation() {
    let folder = scratch();
    for (notation, moves) in [("row", "a2;b3;c1"), ("column", "b1;c2;a3")] {
        let drawn = said(&format!("solve hex:3x3 --position {moves} --notation {notation}"));
        let diagram: Vec<&str> = drawn.lines().skip(1).take(6).collect();
        let file = place(&folder, notation);
        fs::write(&file, diagram.join("\n")).expect("written");
        let text = fs::read_to_string(&file).expect("read");
        let again = said(&format!("solve hex:3x3 --notation {notation} --position '{text}'"));
        assert_eq!(again.lines().skip(1).take(6).collect::<Vec<_>>(), diagram, "{again}");
    }
}

#[test]
fn query_and_play_use_the_notation_and_records_stay_as_they_are() {
    let folder = scratch();
    let hex = place(&folder, "hex");
    said(&format!("generate hex:2x3 --out {hex} --metric dtw"));
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
        records.push(fs::read_to_string(path(file.as_ref())).expect("a record"));
    }
    assert!(records[0].contains(";B[c1];W[a2]"), "{}", records[0]);
    assert_eq!(records[0], records[1]);
}

#[test]
fn other_games_and_documents_have_one_notation() {
    refused(2, "solve nex:3x3 --notation column", "--notation is for Hex: 3×3 Nex has one notation");
    refused(2, "solve hex:course:3x3 --notation row", "has one notation");
    refused(2, "solve hex:3x3 --notation column --json", "cannot be combined with --json");
    refused(2, "puzzles hex:3x3 --notation column", "--notation");
    assert!(!said("solve nex:2x2").contains("Cells:"));
}
