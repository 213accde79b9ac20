//! Records of Nex games, as the old program wrote them.
//!
//! A game consists of its moves, each ended by `;`, and a result: `B` or `W` for the winner, `#` for a draw,
//! `!` for a game broken off by an error. A game is on one line; a line can hold several games. The early
//! format contains nothing else. The later format has a header for the file and one for each game:
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
//! `Rules:swap` below the board is this project's addition: the game has the swap rule, and its second move
//! may be `swap`. A game that contains a swap, perhaps in a variation, is played by these rules even without
//! the line. `Rules:final` and `Rules:final+swap` are the rules with final moves. Without such a line, the
//! rules of the given board apply.
//!
//! Variations and comments are this project's addition too, on lines below the moves. Their plies are counted
//! without the moves of `Init_State:`.
//!
//! ```text
//! Note:1:too early
//! Variation:1:Wa2?b2;
//! ```
//!
//! The reader replays every game by the rules; a fault affects only the game it is in. A header without a
//! game, and names without one, are faults. The names in a header apply until the next `Black:`, `White:` or
//! `#games:` that begins a header, its board until the next `Game#` or `Board:`. Games without a `Board:`
//! header are played on the given board. Without one, they are played on the smallest square board that has
//! all their cells and agrees with their result, or, if no square board does, perhaps on one that is not
//! square. The fault of a faulty game is the one on the smallest board.

mod line;
mod moves;
mod reader;

use super::CARD;
use line::RESULTS;
pub(crate) use line::is_record;
use moves::{Nex, game_on, moves_text, unpacked};
use nexsolve_catalogue::AnyPosition;
use nexsolve_catalogue::Packed;
use nexsolve_catalogue::annotated;
use nexsolve_catalogue::encoding::Decoded;
use nexsolve_catalogue::player_names::is_long;
use nexsolve_catalogue::record::one_line;
use nexsolve_catalogue::records::{GameRecord, Given, ReadGame, RecordForm, Unwritable};
use nexsolve_core::Game;
use std::borrow::Cow;

/// The record format.
pub const FORM: Option<&dyn RecordForm> = Some(&NexRecords);

#[derive(Debug)]
struct NexRecords;

impl RecordForm for NexRecords {
    fn extension(&self) -> &'static str {
        "txt"
    }

    fn board_field(&self) -> &'static str {
        "Board"
    }

    fn ended<'a>(&self, text: &'a str) -> Cow<'a, str> {
        let is_move =
            |line: &str| line.ends_with("swap") || line.ends_with(|c: char| c == ';' || c.is_ascii_digit());
        let is_ended = |line: &str| !line.contains('?') || line.contains(':') || !is_move(line);
        annotated::ended(text, ";!", is_ended)
    }

    fn read(&self, file: &Decoded<'_>, given: Given) -> Vec<ReadGame> {
        reader::read(&file.text, given.of_game(CARD.word))
    }

    /// Line breaks in names become spaces, and spaces around names are removed.
    fn write(&self, records: &[GameRecord]) -> Result<String, Unwritable> {
        let mut lines = Vec::new();
        let has_long = |record: &GameRecord| record.names.iter().flatten().any(|name| is_long(name));
        for group in records.chunk_by(|a, b| a.names == b.names && !has_long(a)) {
            for (key, name) in ["Black", "White"].into_iter().zip(&group[0].names) {
                lines.extend(name.as_ref().map(|name| format!("{key}:{}", one_line(name))));
            }
            lines.push(format!("#games:{};\n", group.len()));
            for record in group {
                if record.prelude.is_empty() && record.start != AnyPosition::of(&[]) {
                    return Err(Unwritable::NoPrelude);
                }
                let (rows, cols) = record.board.sides().unwrap_or_default();
                lines.extend(record.number.map(|number| format!("Game#{number}")));
                lines.push(format!("Board:r{rows}-c{cols}"));
                let rules = record.board.spec.variant().word;
                lines.extend((!rules.is_empty()).then(|| format!("Rules:{rules}")));
                let game = game_on(record.board.spec, rows, cols).expect("the board of a game");
                let init = moves_text(&game, game.start(), unpacked(&record.prelude));
                lines.push(format!("Init_State:{}", if init.is_empty() { ";" } else { &init }));
                let moves = moves_text(&game, Nex::unpack(&record.start), unpacked(&record.moves));
                // A game that the rules did not end is written as broken off.
                let result = RESULTS.iter().find(|(_, verdict)| *verdict == record.verdict);
                lines.push(moves + result.map_or("!", |(word, _)| word));
                let mut below = String::new();
                annotated::write(&mut below, &game, record, |start, moves| {
                    moves_text(&game, *start, moves.iter().copied())
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
