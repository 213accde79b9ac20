//! Records of Nex games, as the old program wrote them.
//!
//! A game consists of its moves, each ended by `;`, and a result: `B` or `W` for the winner, `#` for a draw, `!` for a
//! game broken off by an error. A game is on one line; a line can hold several games. The early format contains nothing
//! else. The later format has a header for the file and one for each game:
//!
//! ```text
//! Black:solver1.0
//! White:pseudoRand
//! #games:1;
//!
//! Game#1
//! Board:r3-c3
//! Init_State:;
//! Ba3?b1;Wa1?a2;Bc1?c2;Wb2?b3;Bb3Bc2?c1;B
//! ```
//!
//! Variations and comments are this project's addition, on lines below the moves. Their plies are counted without the
//! moves of `Init_State:`.
//!
//! ```text
//! Note:1:too early
//! Variation:1:Wa2?b2;
//! ```
//!
//! The reader replays every game by the rules; a fault affects only the game it is in. The names in a header apply
//! until the next `Black:`, `White:` or `#games:` that begins a header, its board until the next `Game#` or `Board:`.
//! Games without a `Board:` header are played on the given board. Without one, they are played on the smallest square
//! board that has all their cells and agrees with their result, or, if no square board does, perhaps on one that is not
//! square. The fault of a faulty game is the one on the smallest board.

mod line;
mod reader;

use super::CARD;
use crate::contract::Packed;
use crate::contract::annotated;
use crate::contract::records::{GameRecord, Given, ReadGame, RecordForm, Unwritable};
use crate::contract::{AnyMove, AnyPosition};
use crate::nex::notation::format_move;
use crate::nex::{Nex, NexMove};
use crate::rhombus::Wide;
use line::RESULTS;
pub(crate) use line::is_record;
use nexsolve_core::Side;
use std::borrow::Cow;

/// The record format.
pub(crate) const FORM: Option<&dyn RecordForm> = Some(&NexRecords);

#[derive(Debug)]
struct NexRecords;

impl RecordForm for NexRecords {
    fn extension(&self) -> &'static str {
        "txt"
    }

    fn ended<'a>(&self, bytes: &'a [u8]) -> Cow<'a, [u8]> {
        let is_move = |line: &[u8]| line.last().is_some_and(|&b| b == b';' || b.is_ascii_digit());
        let is_ended = |line: &[u8]| !line.contains(&b'?') || line.contains(&b':') || !is_move(line);
        annotated::ended(bytes, ";!", is_ended)
    }

    fn read(&self, bytes: &[u8], given: Given) -> Vec<ReadGame> {
        reader::read(bytes, given.of_game(CARD.word))
    }

    /// Line breaks in names become spaces, spaces around names are removed, and [`RecordForm::read`] keeps only the
    /// first 200 characters of a name.
    fn write(&self, records: &[GameRecord]) -> Result<String, Unwritable> {
        let mut lines = Vec::new();
        for group in records.chunk_by(|a, b| a.names == b.names) {
            for (key, name) in ["Black", "White"].into_iter().zip(&group[0].names) {
                let name = name.as_ref().map(|name| name.replace(['\n', '\r'], " "));
                lines.extend(name.map(|name| format!("{key}:{}", name.trim())));
            }
            lines.push(format!("#games:{};\n", group.len()));
            for record in group {
                if record.prelude.is_empty() && record.start != AnyPosition::of(&[]) {
                    return Err(Unwritable::NoPrelude);
                }
                let (rows, cols) = record.board.sides().unwrap_or_default();
                lines.extend(record.number.map(|number| format!("Game#{number}")));
                lines.push(format!("Board:r{rows}-c{cols}"));
                let init = moves_text(cols, 0, unpacked(&record.prelude));
                lines.push(format!("Init_State:{}", if init.is_empty() { ";" } else { &init }));
                let moves = moves_text(cols, record.prelude.len(), unpacked(&record.moves));
                // A game that the rules did not end is written as broken off.
                let result = RESULTS.iter().find(|(_, verdict)| *verdict == record.verdict);
                lines.push(moves + result.map_or("!", |(word, _)| word));
                let mut below = String::new();
                if let Ok(game) = Nex::<Wide>::new(rows, cols) {
                    annotated::write(&mut below, &game, record, |start, moves| {
                        moves_text(cols, start.ply() as usize, moves.iter().copied())
                    });
                }
                lines.push(below);
            }
        }
        if records.is_empty() {
            lines.push("#games:0;".to_owned());
        }
        Ok(lines.join("\n").trim_end().to_owned() + "\n")
    }
}

fn unpacked(moves: &[AnyMove]) -> impl Iterator<Item = NexMove> {
    moves.iter().map(|&mv| Nex::<Wide>::unpack_move(mv))
}

/// Writes moves from this ply on, each ended by `;`.
fn moves_text(cols: u32, ply: usize, moves: impl Iterator<Item = NexMove>) -> String {
    let side = |ply: usize| if ply.is_multiple_of(2) { Side::Black } else { Side::White };
    (ply..).zip(moves).map(|(ply, mv)| format_move(cols, side(ply), mv) + ";").collect()
}
