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
//! Of variations the main line is read, and of all else names, result, board and stones set up before the first move. Every game
//! is played again by the rules, and a fault costs the game it is in and no other.

mod reader;
mod tree;

use super::{CARD, rules};
use crate::Board;
use crate::hex::{self, Convention, HexMove, HexPosition, Variant};
use crate::played::Played;
use crate::record::one_line;
use crate::records::{GameRecord, How, ReadGame, RecordForm, Unwritable};
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
    fn read(&self, bytes: &[u8], given: Option<Board>) -> Vec<ReadGame> {
        let given = given.filter(|board| board.game_word() == CARD.word);
        reader::read(bytes, given.map_or_else(Variant::default, |board| rules(board.spec)))
    }

    /// Line breaks in names become spaces, spaces around names are lost.
    fn write(&self, records: &[GameRecord]) -> Result<String, Unwritable> {
        Ok(records.iter().map(write_one).collect::<Vec<_>>().join("\n"))
    }
}

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
    let moves: Vec<HexMove> = record.moves.iter().map(|&mv| Hex::unpack_move(mv)).collect();
    if moves.contains(&HexMove::Swap) {
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
    let mut side = start.side_to_move();
    let mut column = WIDTH;
    for mv in moves {
        let (place, next) = match mv {
            HexMove::Place(place) => (cell(place), side.other()),
            HexMove::Swap => ("swap-sides".to_owned(), side),
        };
        let text = format!(";{}[{place}]", side.letter());
        if column + text.len() > WIDTH {
            out.push('\n');
            column = 0;
        }
        column += text.len();
        out += &text;
        side = next;
    }
    out += ")\n";
    out
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
