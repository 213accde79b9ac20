//! Records of draughts: games as PDN, the portable draughts notation.
//!
//! ```text
//! [White "Ivanov"]
//! [Black "Petrov"]
//! [GameType "25,W,8,8,A0,0"]
//! [Result "2-0"]
//!
//! 1. c3-d4 b6-c5 2. d4:b6 {a comment} a7:c5 2-0
//! ```
//!
//! A file holds any number of games, each tags and moves, or moves alone. Moves are in letters or in numbers. A `FEN` tag tells
//! where the game began, `GameType` by which rules (25 Russian, 26 Brazilian) and how squares are numbered. Comments, variations
//! and marks such as `$1` and `!` are passed over.
//!
//! Every game is played again by the rules, and a fault costs the game it is in and no other.

mod reader;

use super::{CARD, rules};
use crate::Board;
use crate::draughts::{Draughts, Position, Rules};
use crate::played::Played;
use crate::record::one_line;
use crate::records::{GameRecord, How, ReadGame, RecordForm, Unwritable, Verdict};
use nexsolve_core::{Course, Notation, Side};
use std::borrow::Cow;
use std::fmt::Write;

/// The form.
#[derive(Debug)]
pub(super) struct DraughtsRecords;

/// The tag that tells how a game has ended, if not by its rules, and what it says.
const TERMINATION: &str = "Termination";
const WAYS: [(&str, How); 5] = [
    ("time forfeit", How::Time),
    ("rules infraction", How::Forfeit),
    ("resignation", How::Resigned),
    ("adjudication", How::Length),
    ("unterminated", How::BrokenOff),
];

/// What a game ends with; of several spellings records of draughts-64 write the first.
const RESULTS: [(&str, Verdict); 7] = [
    ("2-0", Verdict::by_rules(Some(Side::White))),
    ("0-2", Verdict::by_rules(Some(Side::Black))),
    ("1-1", Verdict::by_rules(None)),
    ("*", Verdict::BROKEN_OFF),
    ("1-0", Verdict::by_rules(Some(Side::White))),
    ("0-1", Verdict::by_rules(Some(Side::Black))),
    ("1/2-1/2", Verdict::by_rules(None)),
];

/// The rules by the first number of a `GameType`.
const GAME_TYPES: [(&str, Rules); 2] = [("25", Rules::Russian), ("26", Rules::Brazilian)];

/// A result as records write it.
fn result_text(verdict: Verdict) -> &'static str {
    let told = if verdict.how == How::BrokenOff { verdict } else { Verdict::by_rules(verdict.winner) };
    RESULTS.iter().find(|(_, of)| *of == told).map_or("*", |(text, _)| text)
}

impl RecordForm for DraughtsRecords {
    fn extension(&self) -> &'static str {
        "pdn"
    }

    fn claims(&self, head: &str) -> bool {
        head.starts_with('[') || head.starts_with("1.")
    }

    fn ended<'a>(&self, bytes: &'a [u8]) -> Cow<'a, [u8]> {
        if RESULTS.iter().any(|(end, _)| bytes.trim_ascii_end().ends_with(end.as_bytes())) {
            Cow::Borrowed(bytes)
        } else {
            Cow::Owned([bytes, b"\n*"].concat())
        }
    }

    fn may_be_drawing(&self, text: &str) -> bool {
        !(text.contains("1.") || text.contains('-'))
    }

    /// Time is linear in the length of the file.
    fn read(&self, bytes: &[u8], given: Option<Board>) -> Vec<ReadGame> {
        let given = given.filter(|board| board.game_word() == CARD.word);
        reader::read(bytes, given.map_or(Rules::Russian, |board| rules(board.spec)))
    }

    /// Line breaks in names become spaces.
    fn write(&self, records: &[GameRecord]) -> Result<String, Unwritable> {
        let written: Vec<String> =
            (1..).zip(records).map(|(place, record)| write_one(place, record)).collect();
        Ok(written.join("\n"))
    }
}

/// Lines of moves are no longer than this.
const WIDTH: usize = 80;

fn write_one(place: u32, record: &GameRecord) -> String {
    let rules = rules(record.board.spec);
    let game = Draughts::new(rules);
    let start = Draughts::unpack(&record.start);
    let result = result_text(record.verdict);
    let number = GAME_TYPES.iter().find(|(_, of)| *of == rules).map_or("", |(number, _)| number);
    let way = WAYS.iter().find(|(_, how)| *how == record.verdict.how).map(|(way, _)| (*way).to_owned());
    let [black, white] = record.names.clone();
    let is_usual = start == Position::START;
    let tags = [
        ("Round", Some(record.number.unwrap_or(place).to_string())),
        ("White", white),
        ("Black", black),
        (TERMINATION, way),
        ("GameType", Some(format!("{number},W,8,8,A0,0"))),
        ("SetUp", (!is_usual).then(|| "1".to_owned())),
        ("FEN", (!is_usual).then(|| game.format_position(&start))),
        ("Result", Some(result.to_owned())),
    ];
    let mut out = String::new();
    for (name, value) in tags {
        if let Some(value) = value {
            let value = one_line(&value).replace('\\', "\\\\").replace('"', "\\\"");
            let _ = writeln!(out, "[{name} \"{value}\"]");
        }
    }
    out.push('\n');
    let mut words = Vec::new();
    let mut course = Course::from(&game, start);
    let mut number = 1;
    for &mv in &record.moves {
        let mv = Draughts::unpack_move(mv);
        match course.side() {
            Side::White => words.push(format!("{number}.")),
            Side::Black if words.is_empty() => words.push(format!("{number}...")),
            Side::Black => {}
        }
        words.push(game.format_move(course.position(), mv));
        number += u32::from(course.side() == Side::Black);
        course.play(mv);
    }
    words.push(result.to_owned());
    let mut column = 0;
    for word in words {
        let length = word.chars().count();
        if column > 0 {
            let breaks = column + 1 + length > WIDTH;
            out.push(if breaks { '\n' } else { ' ' });
            column = if breaks { 0 } else { column + 1 };
        }
        out += &word;
        column += length;
    }
    out.push('\n');
    out
}
