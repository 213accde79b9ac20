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
//! A file holds any number of games, each with tags and moves, tags alone, or moves alone. Moves use letters
//! or numbers. A `FEN` tag gives the start of the game; `GameType` gives the rules (25 Russian, 26 Brazilian)
//! and the numbering of squares. Without it, games are read by the first rules by which all their moves are
//! legal, beginning with the given or the Russian ones, and say so. Variations in brackets, comments in
//! braces and other tags are kept; marks such as `$1` and `!` are skipped.
//!
//! The writer follows PDN 3.0 (<https://wiegerw.github.io/pdn/>). The reader accepts more: what its "reading
//! grammar" lists, and what programs and people write besides (tests/draughts/dialects.rs). It replays every
//! game by the rules; a fault affects only the game it is in. What it can neither use nor keep it reports as
//! a note.

pub(super) mod claim;
mod entries;
mod head;
mod lines;
mod reader;
mod tokens;
mod words;

use super::{CARD, rules};
use crate::{Draughts, Position};
use nexsolve_catalogue::AnyMove;
use nexsolve_catalogue::Packed;
use nexsolve_catalogue::encoding::Decoded;
use nexsolve_catalogue::record::one_line;
use nexsolve_catalogue::records::{GameRecord, Given, MoveTree, ReadGame, RecordForm, Unwritable, Verdict};
use nexsolve_core::{Game, Notation, Side};
use std::fmt::Write;
use words::{CAPTURE_SIGN, GAME_TYPES, TERMINATION, WAYS, comment_word, result_text};

/// The record format.
pub const FORM: Option<&dyn RecordForm> = Some(&DraughtsRecords);

#[derive(Debug)]
struct DraughtsRecords;

impl RecordForm for DraughtsRecords {
    fn extension(&self) -> &'static str {
        "pdn"
    }

    fn board_field(&self) -> &'static str {
        "GameType"
    }

    /// The time is linear in the length of the file.
    fn read(&self, file: &Decoded<'_>, given: Given) -> Vec<ReadGame> {
        reader::read(&file.text, given.of_game(CARD.word))
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
    let has = |tag: &str| record.beside.tags.iter().any(|(name, _)| name.eq_ignore_ascii_case(tag));
    let tags = [
        ("Round", (!has("Round")).then(|| record.number.unwrap_or(place).to_string())),
        ("White", white),
        ("Black", black),
        // The result says that a game was broken off.
        (TERMINATION, way.filter(|_| record.verdict != Verdict::BROKEN_OFF || !has(TERMINATION))),
        ("GameType", Some(format!("{number},W,8,8,A0,0"))),
        ("SetUp", (!is_usual).then(|| "1".to_owned())),
        ("FEN", (!is_usual).then(|| game.format_position(&start))),
        ("Result", Some(result.to_owned())),
    ];
    let mut out = String::new();
    let is_own = |name: &str| {
        let written = tags.iter().any(|(own, value)| value.is_some() && own.eq_ignore_ascii_case(name));
        written || ["SetUp", "FEN"].iter().any(|own| own.eq_ignore_ascii_case(name))
    };
    let others = record.beside.tags.iter().filter(|(name, _)| !is_own(name));
    let others: Vec<_> = others.map(|(name, value)| (tag_name(name), Some(value.clone()))).collect();
    let others = others.iter().map(|(name, value)| (name.as_str(), value.clone()));
    for (name, value) in others.chain(tags.clone()) {
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

/// Returns the moves with their numbers, comments in braces, and after each move the variations that replace
/// it.
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
        let sign = if mv.captured() == 0 { "-" } else { CAPTURE_SIGN };
        words.push(game.format_squares(&positions[before], mv).join(sign));
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

/// Returns the name of a tag with `_` for characters that it may not have.
fn tag_name(name: &str) -> String {
    let name: String = name.chars().map(|c| if c.is_alphanumeric() { c } else { '_' }).collect();
    if name.starts_with(char::is_alphabetic) { name } else { format!("Tag{name}") }
}
