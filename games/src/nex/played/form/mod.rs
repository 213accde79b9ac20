//! Records of Nex games, as the old program wrote them.
//!
//! A game is its moves, each ended by `;`, and a result: `B` or `W` who won, `#` a draw, `!` broken off by an
//! error. It stands on one line; one line can hold several. The early form is that and no more. The later form
//! has a header for the file and one for each game:
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
//! Variations and comments are this project's own addition, on lines below the moves; plies are counted from the moves on, those
//! of `Init_State:` left out:
//!
//! ```text
//! Note:1:too early
//! Variation:1:Wa2?b2;
//! ```
//!
//! Every game is played again by the rules, and a fault costs the game it is in and no other. A header's names hold until
//! the next `Black:`, `White:` or `#games:` that begins a header, its board until the next `Game#` or `Board:`.
//! Games without a `Board:` header are played on the given board; without one, on the smallest square board that has all
//! their cells and bears out their result, so of a faulty game the fault on the smallest is told. Where no square board bears
//! the result out, one that is not square may.

mod line;
mod reader;

use super::CARD;
use crate::annotated;
use crate::any::{AnyMove, AnyPosition};
use crate::nex::notation::format_move;
use crate::nex::{Nex, NexMove, NexPosition};
use crate::played::Played;
use crate::records::{GameRecord, Given, ReadGame, RecordForm, Results, Unwritable, Verdict, result_of};
use crate::rhombus::Wide;
use nexsolve_core::Side;
use std::borrow::Cow;

/// The form.
#[derive(Debug)]
pub(super) struct NexRecords;

/// What stands for a result.
const RESULTS: Results = [
    ("B", Verdict::by_rules(Some(Side::Black))),
    ("W", Verdict::by_rules(Some(Side::White))),
    ("#", Verdict::by_rules(None)),
    ("!", Verdict::BROKEN_OFF),
];

impl RecordForm for NexRecords {
    fn extension(&self) -> &'static str {
        "txt"
    }

    /// It is the form of what no other game claims.
    fn claims(&self, _head: &str) -> bool {
        false
    }

    /// Moves of the form have no spaces, and lines of a drawing do.
    fn may_be_drawing(&self, text: &str) -> bool {
        let is_move = |line: &str| {
            line.contains('?') && line.contains('B') && line.trim().len() == 6 && !line.contains(' ')
        };
        !text.lines().any(is_move)
    }

    fn ended<'a>(&self, bytes: &'a [u8]) -> Cow<'a, [u8]> {
        let is_move = |line: &[u8]| line.last().is_some_and(|&b| b == b';' || b.is_ascii_digit());
        let is_ended = |line: &[u8]| !line.contains(&b'?') || line.contains(&b':') || !is_move(line);
        annotated::ended(bytes, ";!", is_ended)
    }

    fn read(&self, bytes: &[u8], given: Given) -> Vec<ReadGame> {
        reader::read(bytes, given.of_game(CARD.word))
    }

    /// Line breaks in names become spaces, spaces around names are lost, and of a name over 200 characters
    /// [`RecordForm::read`] keeps the first 200.
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
                let init = moves_text(cols, 0, &record.prelude);
                lines.push(format!("Init_State:{}", if init.is_empty() { ";" } else { &init }));
                let moves = moves_text(cols, record.prelude.len(), &record.moves);
                lines.push(format!("{moves}{}", result_of(&RESULTS, record.verdict)));
                let mut below = String::new();
                annotated::write(&mut below, record, |_, start, moves| {
                    let start: NexPosition<Wide> = Nex::unpack(start);
                    moves_text(cols, start.ply() as usize, moves)
                });
                lines.push(below);
            }
        }
        if records.is_empty() {
            lines.push("#games:0;".to_owned());
        }
        Ok(lines.join("\n").trim_end().to_owned() + "\n")
    }
}

/// Moves from this ply on, each ended by `;`.
fn moves_text(cols: u32, ply: usize, moves: &[AnyMove]) -> String {
    let side = |i: usize| if i.is_multiple_of(2) { Side::Black } else { Side::White };
    let text = |(i, &mv): (usize, &AnyMove)| {
        let mv: NexMove = Nex::<Wide>::unpack_move(mv);
        format_move(cols, side(ply + i), mv) + ";"
    };
    moves.iter().enumerate().map(text).collect()
}
