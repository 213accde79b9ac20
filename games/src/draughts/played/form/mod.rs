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
//! A file holds any number of games, each with tags and moves, or moves alone. Moves use letters or numbers. A `FEN`
//! tag gives the start of the game; `GameType` gives the rules (25 Russian, 26 Brazilian) and the numbering of squares.
//! Variations in brackets, comments in braces and other tags are kept; marks such as `$1` and `!` are skipped.
//!
//! The reader replays every game by the rules; a fault affects only the game it is in.

mod lines;
mod reader;
mod words;

use super::{CARD, rules};
use crate::contract::AnyMove;
use crate::contract::Packed;
use crate::contract::record::one_line;
use crate::contract::records::{GameRecord, Given, MoveTree, ReadGame, RecordForm, Unwritable};
use crate::draughts::{Draughts, Position, Rules};
use nexsolve_core::{Game, Notation, Side};
use std::borrow::Cow;
use std::fmt::Write;
use words::{GAME_TYPES, OWN_TAGS, RESULTS, TERMINATION, WAYS, result_text};

/// The record format.
pub(crate) const FORM: Option<&dyn RecordForm> = Some(&DraughtsRecords);

#[derive(Debug)]
struct DraughtsRecords;

impl RecordForm for DraughtsRecords {
    fn extension(&self) -> &'static str {
        "pdn"
    }

    fn ended<'a>(&self, bytes: &'a [u8]) -> Cow<'a, [u8]> {
        if RESULTS.iter().any(|(end, _)| bytes.trim_ascii_end().ends_with(end.as_bytes())) {
            Cow::Borrowed(bytes)
        } else {
            Cow::Owned([bytes, b"\n*"].concat())
        }
    }

    /// The time is linear in the length of the file.
    fn read(&self, bytes: &[u8], given: Given) -> Vec<ReadGame> {
        let given = given.of_game(CARD.word).board();
        reader::read(bytes, given.map_or(Rules::Russian, |board| rules(board.spec)))
    }

    /// Line breaks in names become spaces, and a closing brace in a comment becomes a bracket.
    fn write(&self, records: &[GameRecord]) -> Result<String, Unwritable> {
        let written: Vec<String> =
            (1..).zip(records).map(|(place, record)| write_one(place, record)).collect();
        Ok(written.join("\n"))
    }
}

/// The maximum length of a line of moves.
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
    let others = record.beside.tags.iter().map(|(name, value)| (name.as_str(), Some(value.clone())));
    let is_name = |name: &str| !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_');
    for (name, value) in others.filter(|(name, _)| is_name(name) && !OWN_TAGS.contains(name)).chain(tags) {
        if let Some(value) = value {
            let value = one_line(&value).replace('\\', "\\\\").replace('"', "\\\"");
            let _ = writeln!(out, "[{name} \"{value}\"]");
        }
    }
    out.push('\n');
    let mut words = move_words(&game, start, &record.tree());
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
        column = word.rfind('\n').map_or(column + length, |at| word[at + 1..].chars().count());
    }
    out.push('\n');
    out
}

/// The parts of a game that remain to be written.
enum Rest {
    /// The line from a node on.
    Line(usize),
    /// A variation that begins with this node.
    Variation(usize),
    /// The bracket that closes a variation.
    Close,
}

/// Returns the moves with their numbers, comments in braces, and after each move the variations that replace it.
fn move_words(game: &Draughts, start: Position, tree: &MoveTree) -> Vec<String> {
    let mut positions = vec![start];
    for node in 1..tree.size() {
        let before = positions[tree.parent(node)];
        positions.push(tree.mv(node).map_or(before, |mv| game.play(&before, Draughts::unpack_move(mv))));
    }
    let begun = u32::from(game.side_to_move(&start) == Side::Black);
    let mut plies = vec![begun];
    for node in 1..tree.size() {
        plies.push(plies[tree.parent(node)] + 1);
    }
    let root = MoveTree::<AnyMove>::ROOT;
    let mut words: Vec<String> = comment_word(tree.comment_at(root)).into_iter().collect();
    let mut rest: Vec<Rest> =
        tree.children(root).first().map(|&first| Rest::Line(first)).into_iter().collect();
    // Whether Black's move needs a number again.
    let mut is_anew = true;
    let mut opening = "";
    while let Some(next) = rest.pop() {
        let node = match next {
            Rest::Close => {
                words.last_mut().expect("a move").push(')');
                is_anew = true;
                continue;
            }
            Rest::Line(node) => node,
            Rest::Variation(node) => {
                (opening, is_anew) = ("(", true);
                node
            }
        };
        let before = tree.parent(node);
        let number = plies[before] / 2 + 1;
        let mv = Draughts::unpack_move(tree.mv(node).expect("a node after a move"));
        match game.side_to_move(&positions[before]) {
            Side::White => words.push(format!("{opening}{number}.")),
            Side::Black if is_anew => words.push(format!("{opening}{number}...")),
            Side::Black => {}
        }
        words.push(game.format_move(&positions[before], mv));
        let comment = comment_word(tree.comment_at(node));
        (is_anew, opening) = (comment.is_some(), "");
        words.extend(comment);
        rest.extend(tree.children(node).first().map(|&next| Rest::Line(next)));
        if let [first, others @ ..] = tree.children(before)
            && *first == node
        {
            for &other in others.iter().rev() {
                rest.extend([Rest::Close, Rest::Variation(other)]);
            }
        }
    }
    words
}

fn comment_word(text: &str) -> Option<String> {
    (!text.is_empty()).then(|| format!("{{{}}}", text.replace('}', ")")))
}
