//! Records of Hex: games as SGF, the Smart Game Format (`FF[4]`, `GM[11]`;
//! <https://www.red-bean.com/sgf/hex.html>).
//!
//! ```text
//! (;FF[4]GM[11]CA[UTF-8]SZ[3]PB[mcts(100)]PW[random]RE[B+];B[b2];W[swap-sides];W[a3];B[c1])
//! ```
//!
//! **Cells are written differently from everywhere else here**: in these files the letter is the column and
//! the number the row, so `c2` is what [`hex::Hex`] calls `b3`. Black joins top and bottom; for a board on
//! which Black joins left and right ([`Convention::Course`]), everything is mirrored in the main diagonal.
//!
//! The reader accepts two swaps. After a swap of sides (`swap-sides`), the swap of this game, the players
//! have exchanged colours, and the same colour is to move. With a swap of pieces (`swap-pieces`) the first
//! stone becomes a white one at its mirror image, and Black is to move. That is the mirror image of the same
//! game with the colours exchanged, and is read as such, including the result. Old programs wrote
//! `swap-pieces` for a swap of sides, and others write `swap` for either: the colour of the next move shows
//! which was meant. Sabaki writes a swap of pieces as the reflected stone, and removes the first one. A game
//! that contains a swap, or states `RU[swap]`, is played by rules with the swap; otherwise the rules of the
//! given board apply.
//!
//! If White moves first, or is to move in a position with as many stones of either colour, the mirror image
//! with the colours exchanged is read. Games from Little Golem need no mirror: it only marks the moves of its
//! first player, who joins top and bottom, with `W`.
//!
//! The reader also accepts links of [`hexworld`], one in each line.
//!
//! Texts are UTF-8, or in the encoding that `CA` names. Lower-case letters in the names of properties mean
//! nothing, as before `FF[4]`.
//!
//! The reader keeps variations with their comments (`C`), names, the result, the board, stones set up before
//! the first move, and information about the event; [`GameRecord::notes`] names other properties. It replays
//! every game by the rules; a fault affects only the game it is in, and one in a variation only that
//! variation.

mod hexworld;
mod letters;
mod reader;
mod tree;
mod view;
mod words;

use super::{CARD, rules};
use crate::{HexMove, HexPosition, Swap};
pub(super) use hexworld::begins as begins_with_link;
use nexsolve_catalogue::AnyMove;
use nexsolve_catalogue::Packed;
use nexsolve_catalogue::encoding::Decoded;
use nexsolve_catalogue::record::one_line;
use nexsolve_catalogue::records::{GameRecord, Given, MoveTree, ReadGame, RecordForm, Unwritable};
use nexsolve_rhombus::{Cell, CellSet, Wide};
use std::fmt::Write;
pub(super) use tree::has_game;
use words::{Hex, TAGS, WAYS, cell_text, turned};

/// The record format.
pub const FORM: Option<&dyn RecordForm> = Some(&HexRecords);

#[derive(Debug)]
struct HexRecords;

impl RecordForm for HexRecords {
    fn extension(&self) -> &'static str {
        "sgf"
    }

    fn board_field(&self) -> &'static str {
        "SZ"
    }

    fn decode<'a>(&self, bytes: &'a [u8]) -> Decoded<'a> {
        tree::decode(bytes)
    }

    /// The time is linear in the length of the file.
    fn read(&self, file: &Decoded<'_>, given: Given) -> Vec<ReadGame> {
        reader::read(file, given.of_game(CARD.word))
    }

    /// Line breaks in names become spaces, and spaces around names are removed.
    fn write(&self, records: &[GameRecord]) -> Result<String, Unwritable> {
        Ok(records.iter().map(write_one).collect::<Vec<_>>().join("\n"))
    }
}

/// The maximum length of a line of moves.
const WIDTH: usize = 80;

fn write_one(record: &GameRecord) -> String {
    let convention = rules(record.board.spec).convention;
    let (rows, cols) = record.board.sides().unwrap_or_default();
    let (down, across) = turned(convention, rows, cols);
    let size = if down == across { across.to_string() } else { format!("{across}:{down}") };
    let mut out = format!("(;FF[4]GM[11]CA[UTF-8]SZ[{size}]");
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
    if rules(record.board.spec).swap == Swap::On {
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
    // The nodes still to be written, with the brackets around them.
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

/// The parts of a game that remain to be written.
enum Rest {
    Node(usize),
    Text(&'static str),
}

impl Rest {
    /// Returns what follows a node, in reverse order: a single child as it is, several in brackets.
    fn after(tree: &MoveTree, node: usize) -> impl Iterator<Item = Self> {
        let children = tree.children(node);
        let bracketed = children.len() > 1;
        children.iter().rev().flat_map(move |&child| {
            let around = |text| bracketed.then_some(Self::Text(text));
            [around(")"), Some(Self::Node(child)), around("(")].into_iter().flatten()
        })
    }
}

/// Returns a comment as a property; nothing if it is empty.
fn comment(text: &str) -> String {
    if text.is_empty() {
        String::new()
    } else {
        format!("C[{}]", text.replace('\\', "\\\\").replace(']', "\\]"))
    }
}

/// Returns the text on one line, with special characters escaped.
fn escaped(text: &str) -> String {
    one_line(text).replace('\\', "\\\\").replace(']', "\\]").replace(':', "\\:")
}

#[cfg(test)]
mod tests;
