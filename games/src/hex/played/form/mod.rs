//! Records of Hex: games as SGF, the Smart Game Format (`FF[4]`, `GM[11]`; <https://www.red-bean.com/sgf/hex.html>).
//!
//! ```text
//! (;FF[4]GM[11]SZ[3]PB[mcts(100)]PW[random]RE[B+];B[b2];W[swap-sides];W[a3];B[c1])
//! ```
//!
//! **Cells are not written as everywhere else here**: in these files the letter is the column and the number the row, so that `c2`
//! is what [`hex::Hex`] calls `b3`. Black joins top and bottom; on a board whose Black joins left and right
//! ([`Convention::Course`]) all is read and written as seen in the mirror of its main diagonal.
//!
//! Two swaps are read. `swap-sides` (or `swap`) is the one of this game: the players change colours, and the same colour is to
//! move. With `swap-pieces` the first stone becomes a white one at the place that it has in the mirror, and Black is to move;
//! that is the same game seen in the mirror with the colours exchanged, and is read as such, its result too. A game with a swap
//! is one by the rules that have it; without one it is taken for one by the rules of the given board.
//!
//! Variations are read as the main line is, with comments (`C`), names, result, board, stones set up before the first move, and
//! what is told of the event. Every game is played again by the rules, and a fault costs the game it is in and no other.

mod reader;
mod tree;

use super::{CARD, rules};
use crate::AnyMove;
use crate::hex::{self, Convention, HexMove, HexPosition};
use crate::played::Played;
use crate::record::one_line;
use crate::records::{GameRecord, Given, How, MoveTree, ReadGame, RecordForm, Unwritable};
use crate::rhombus::{Cell, CellSet, Wide};
use std::fmt::Write;

/// All widths pack alike.
type Hex = hex::Hex<Wide>;

/// The form.
#[derive(Debug)]
pub(super) struct HexRecords;

/// Ways to end that are told by a word.
const WAYS: [(&str, How); 3] = [("Time", How::Time), ("Forfeit", How::Forfeit), ("Resign", How::Resigned)];

impl RecordForm for HexRecords {
    fn extension(&self) -> &'static str {
        "sgf"
    }

    fn claims(&self, head: &str) -> bool {
        head.starts_with('(')
    }

    /// Time is linear in the length of the file.
    fn read(&self, bytes: &[u8], given: Given) -> Vec<ReadGame> {
        reader::read(bytes, given.of_game(CARD.word))
    }

    /// Line breaks in names become spaces, spaces around names are lost.
    fn write(&self, records: &[GameRecord]) -> Result<String, Unwritable> {
        Ok(records.iter().map(write_one).collect::<Vec<_>>().join("\n"))
    }
}

/// What files tell of a game beside all that a record has a place of its own for: its event, place and date, and who wrote it down.
const TAGS: [&str; 18] = [
    "AN", "BR", "BT", "CP", "DT", "EV", "GC", "GN", "HA", "ON", "OT", "PC", "RO", "SO", "TM", "US", "WR",
    "WT",
];

/// Lines of moves are no longer than this.
const WIDTH: usize = 80;

fn write_one(record: &GameRecord) -> String {
    let convention = rules(record.board.spec).convention;
    let (rows, cols) = record.board.sides().unwrap_or_default();
    let (down, across) = turned(convention, rows, cols);
    let size = if down == across { across.to_string() } else { format!("{across}:{down}") };
    let mut out = format!("(;FF[4]GM[11]SZ[{size}]");
    for (key, name) in ["PB", "PW"].iter().zip(&record.names) {
        if let Some(name) = name {
            let _ = write!(out, "{key}[{}]", escaped(name));
        }
    }
    for (key, value) in &record.beside.tags {
        if TAGS.contains(&key.as_str()) {
            let _ = write!(out, "{key}[{}]", escaped(value));
        }
    }
    let tree = record.tree();
    if tree.moves().any(|mv| Hex::unpack_move(mv) == HexMove::Swap) {
        out += "RU[swap]";
    }
    let how = WAYS.iter().find(|(_, how)| *how == record.verdict.how).map_or("", |(word, _)| word);
    let _ = match record.verdict.winner {
        Some(winner) => write!(out, "RE[{}+{how}]", winner.letter()),
        None => write!(out, "RE[?]"),
    };
    let cell = |cell: Cell| cell_text(cols, convention, cell);
    let start: HexPosition<Wide> = Hex::unpack(&record.start);
    for (key, stones) in [("AB", start.black), ("AW", start.white)] {
        out += if stones.any() { key } else { "" };
        out.extend(stones.iter().map(|stone| format!("[{}]", cell(stone))));
    }
    let root = MoveTree::<AnyMove>::ROOT;
    out += &comment(tree.comment_at(root));
    let mut sides = vec![start.side_to_move()];
    let mut column = WIDTH;
    // Nodes to be written, and where brackets stand around them.
    let mut rest: Vec<Rest> = Rest::after(&tree, root).collect();
    for node in 1..tree.size() {
        let side = sides[tree.parent(node)];
        let is_swap = tree.mv(node).is_some_and(|mv| Hex::unpack_move(mv) == HexMove::Swap);
        sides.push(if is_swap { side } else { side.other() });
    }
    while let Some(next) = rest.pop() {
        let text = match next {
            Rest::Text(text) => text.to_owned(),
            Rest::Node(node) => {
                rest.extend(Rest::after(&tree, node));
                let place = match tree.mv(node).map(Hex::unpack_move) {
                    Some(HexMove::Place(place)) => cell(place),
                    Some(HexMove::Swap) | None => "swap-sides".to_owned(),
                };
                let letter = sides[tree.parent(node)].letter();
                format!(";{letter}[{place}]{}", comment(tree.comment_at(node)))
            }
        };
        if column + text.len() > WIDTH && text != ")" {
            out.push('\n');
            column = 0;
        }
        column += text.len();
        out += &text;
    }
    out += ")\n";
    out
}

/// What is still to be written of a game.
enum Rest {
    Node(usize),
    Text(&'static str),
}

impl Rest {
    /// What comes after a node, the last first: one node as it is, several in brackets.
    fn after(tree: &MoveTree, node: usize) -> impl Iterator<Item = Self> {
        let children = tree.children(node);
        let bracketed = children.len() > 1;
        children.iter().rev().flat_map(move |&child| {
            let around = |text| bracketed.then_some(Self::Text(text));
            [around(")"), Some(Self::Node(child)), around("(")].into_iter().flatten()
        })
    }
}

/// A comment as a property; nothing if it is empty.
fn comment(text: &str) -> String {
    if text.is_empty() {
        String::new()
    } else {
        format!("C[{}]", text.replace('\\', "\\\\").replace(']', "\\]"))
    }
}

/// Rows and columns, or a cell's row and column, as these files have them, or back.
fn turned(convention: Convention, row: u32, col: u32) -> (u32, u32) {
    match convention {
        Convention::Standard => (row, col),
        Convention::Course => (col, row),
    }
}

/// A cell as these files write it.
fn cell_text(cols: u32, convention: Convention, cell: Cell) -> String {
    let (row, col) = turned(convention, u32::from(cell.0) / cols, u32::from(cell.0) % cols);
    format!("{}{}", char::from(b'a' + col as u8), row + 1)
}

/// The text on one line, with what would end it marked.
fn escaped(text: &str) -> String {
    one_line(text).replace('\\', "\\\\").replace(']', "\\]").replace(':', "\\:")
}

#[cfg(test)]
mod tests;
