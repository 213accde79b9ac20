//! Records of Awari games, in this project's own format. The first player is Black.
//!
//! A game is one line: its moves, each ended by `;`, then both players' seeds at the end, or `!` if the game was broken
//! off. Moves have the usual notation (`C4 x 2`) and may also be separated by commas. If the third occurrence of a
//! position ended the game, an odd seed counts half for each player.
//!
//! ```text
//! First:solver
//! Second:random
//! Start:0 0 0 0 0 1 | 1 0 0 0 0 3 | 24 19
//! f1 x 2;26-19
//! c4;A5;d5;!
//! ```
//!
//! `First:` and `Second:` name the players from there on. `Start:` gives the position in which the next game begins, if
//! that is not four seeds in each pit. Variations and comments follow their game (`Variation:2:d5;B4;`, `Note:1:a quiet
//! move`). The reader replays every game by the rules; a fault affects only the game it is in.

use super::CARD;
use crate::awari::history::{History, result};
use crate::awari::{Awari, AwariPosition, Pit, SEEDS};
use crate::contract::HalfPoints;
use crate::contract::Packed;
use crate::contract::annotated::{self, Annotations, is_annotation, orphan};
use crate::contract::record::{Broken, Source, name, write_names};
use crate::contract::records::{Beside, GameRecord, Given, How, ReadGame, RecordForm, Unwritable, Verdict};
use crate::contract::{Extent, GameSpec};
use nexsolve_core::{Fault, Game, Notation};
use std::fmt::Write;
use std::ops::Range;

/// The record format.
pub(crate) const FORM: &dyn RecordForm = &AwariRecords;

#[derive(Debug)]
struct AwariRecords;

impl RecordForm for AwariRecords {
    fn extension(&self) -> &'static str {
        "txt"
    }

    /// The first player's pits have lower-case letters; no other game's record begins with such a letter and a digit.
    fn claims(&self, head: &str) -> bool {
        let mut chars = head.chars();
        let is_move =
            matches!(chars.next(), Some('a'..='f')) && chars.next().is_some_and(|c| c.is_ascii_digit());
        is_move || ["First:", "Second:", "Start:"].iter().any(|start| head.starts_with(start))
    }

    /// Boards of stones contain letters that boards of seeds do not.
    fn may_be_drawing(&self, text: &str) -> bool {
        !text.contains(['W', '?']) && !text.contains("BB")
    }

    fn may_be_moves(&self, text: &str) -> bool {
        !text.contains('W')
    }

    fn has_spaces(&self) -> bool {
        true
    }

    fn ended<'a>(&self, bytes: &'a [u8]) -> std::borrow::Cow<'a, [u8]> {
        // A result begins with a digit or is a mark; a move begins with a letter.
        let last = |line: &[u8]| {
            line.rsplit(|b| b";,".contains(b)).find(|part| !part.trim_ascii().is_empty()).map(<[u8]>::to_vec)
        };
        let is_move = |line: &[u8]| last(line).is_some_and(|part| part.trim_ascii()[0].is_ascii_alphabetic());
        annotated::ended(bytes, ";!", |line| line.contains(&b':') || !is_move(line))
    }

    /// The time is linear, except for games that go on for long without a capture.
    fn read(&self, bytes: &[u8], _given: Given) -> Vec<ReadGame> {
        let decoded = String::from_utf8_lossy(bytes);
        let source = Source::new(bytes, &decoded);
        let mut reader = Reader { source, names: [None, None], start: Start::Usual, found: Vec::new() };
        let mut annotations = Annotations::<Awari>::new();
        for (number, (start, text)) in (1..).zip(reader.source.lines()) {
            let from = text.len() - text[start..].trim_start().len();
            if is_annotation(&text[from..]) {
                if reader.found.is_empty() {
                    reader.fault(orphan(from..text.len()));
                }
                let span = from..text.len();
                annotations.line(&mut reader.source, &mut reader.found, span, split_moves, |_| Some(Awari));
                continue;
            }
            if from < text.len() {
                annotations.close(&mut reader.found);
            }
            reader.line(number, start, text);
        }
        annotations.close(&mut reader.found);
        reader.end_start();
        if reader.found.is_empty() {
            let reason = "no game here: expected moves such as `c4;A5;` and a result such as `25-18`";
            reader.fault(Broken::new(0..0, reason));
        }
        reader.found
    }

    /// Line breaks in names become spaces, spaces around names are removed, and [`RecordForm::read`] keeps only the
    /// first 200 characters of a name.
    fn write(&self, records: &[GameRecord]) -> Result<String, Unwritable> {
        let mut text = String::new();
        let mut last = [String::new(), String::new()];
        for record in records {
            write_names(&mut text, ["First", "Second"], &mut last, &record.names);
            let start = Awari::unpack(&record.start);
            if start != Awari.start() {
                let _ = writeln!(text, "Start:{}", Awari.format_position(&start));
            }
            let mut game = History::new(start);
            for mv in record.moves.iter().map(|&mv| Awari::unpack_move(mv)) {
                text += &Awari.format_move(game.position(), mv);
                text.push(';');
                game.play(mv);
            }
            let ending = game.ending().filter(|_| record.verdict.how == How::Rules);
            text += &ending.map_or("!".to_owned(), |ending| result(ending.seeds));
            text.push('\n');
            annotated::write(&mut text, &Awari, record, |start, moves| {
                let mut position = *start;
                let word = |&mv: &Pit| {
                    let word = Awari.format_move(&position, mv) + ";";
                    position = Awari.play(&position, mv);
                    word
                };
                moves.iter().map(word).collect()
            });
        }
        Ok(text)
    }
}

/// The position in which the next game begins.
enum Start {
    /// The start of the rules.
    Usual,
    /// A position, written at these bytes.
    Told(AwariPosition, Range<usize>),
    /// An unreadable position: the game cannot be replayed.
    Broken,
}

struct Reader<'a> {
    source: Source<'a>,
    names: [Option<String>; 2],
    start: Start,
    found: Vec<ReadGame>,
}

impl Reader<'_> {
    /// Reads the line that begins at byte `start` and ends with the text.
    fn line(&mut self, number: usize, start: usize, text: &str) {
        let at = text.len() - text[start..].trim_start().len();
        let line = &text[at..];
        if let Some(value) = line.strip_prefix("First:") {
            self.names[0] = name(value);
        } else if let Some(value) = line.strip_prefix("Second:") {
            self.names[1] = name(value);
        } else if let Some(value) = line.strip_prefix("Start:") {
            self.end_start();
            let at = text.len() - value.len();
            match Awari.read_position(value) {
                Ok(position) => self.start = Start::Told(position, at..text.len()),
                Err(error) => {
                    self.fault(Broken::read(error, at));
                    self.start = Start::Broken;
                }
            }
        } else if !line.is_empty() {
            let start = match std::mem::replace(&mut self.start, Start::Usual) {
                Start::Usual => Awari.start(),
                Start::Told(start, _) => start,
                Start::Broken => return,
            };
            match self.game(start, at, text) {
                Ok(record) => self.found.push(Ok(GameRecord { line: number, ..record })),
                Err(broken) => self.fault(broken),
            }
        }
    }

    /// Reads the game on a line that ends with the text.
    fn game(&self, start: AwariPosition, mut at: usize, text: &str) -> Result<GameRecord, Broken> {
        let mut game = History::new(start);
        let mut moves = Vec::new();
        loop {
            at = text.len() - text[at..].trim_start().len();
            let part = text[at..].split([';', ',']).next().unwrap_or_default();
            let span = at..at + part.trim_end().len();
            let end = at + part.len();
            let ending = game.ending();
            if part.starts_with(|c: char| c == '!' || c.is_ascii_digit()) {
                let stated = part.trim_end();
                let claimed = seeds(stated);
                if claimed.is_none() && stated != "!" {
                    let what = "a result such as `25-18` or `24½-23½`, or `!` for a game broken off";
                    return Err(Broken::expected(span, what));
                }
                if let Some(claimed) =
                    claimed.filter(|&claimed| ending.is_none_or(|end| end.seeds != claimed))
                {
                    let actual = ending.map_or("the game goes on".to_owned(), |ending| ending.to_string());
                    return Err(Broken::new(
                        span,
                        format!("the record claims {}, but {actual}", result(claimed)),
                    ));
                }
                let after = text[end..].trim_start_matches([';', ',', ' ', '\t']);
                if !after.is_empty() {
                    let rest = Fault::expected("the end of the line after the result", after);
                    return Err(Broken::new(text.len() - after.len()..text.len(), rest.to_string()));
                }
                let ending = ending.filter(|_| claimed.is_some());
                return Ok(GameRecord {
                    board: GameSpec::new(&CARD, 0).on(Extent::Whole),
                    names: self.names.clone(),
                    start: Awari::pack(&start),
                    prelude: Vec::new(),
                    moves,
                    verdict: ending.map_or(Verdict::BROKEN_OFF, |ending| Verdict::by_rules(ending.winner())),
                    number: None,
                    line: 1,
                    beside: Beside::default(),
                    fits: Vec::new(),
                });
            }
            if at == text.len() {
                let reason = "the line ends without a result: expected a move, the seeds of both players such as `25-18`, or `!`";
                return Err(Broken::new(at..at, reason));
            }
            if span.is_empty() {
                return Err(Broken::new(span, Fault::expected("a move", &text[at..]).to_string()));
            }
            if let Some(ending) = ending {
                return Err(Broken::new(span, format!("no move can follow: {ending}")));
            }
            let mv = Awari.read_move(game.position(), part).map_err(|error| Broken::read(error, at))?;
            game.play(mv);
            moves.push(Awari::pack_move(mv));
            at = (end + 1).min(text.len());
        }
    }

    /// Reports a start position that no game follows.
    fn end_start(&mut self) {
        if let Start::Told(_, span) = std::mem::replace(&mut self.start, Start::Usual) {
            self.fault(Broken::new(
                span,
                "no game begins with this position: expected its moves on a line below",
            ));
        }
    }

    fn fault(&mut self, broken: Broken) {
        let fault = self.source.fault(broken);
        self.found.push(Err(fault));
    }
}

/// Returns the places of the moves from a byte of the text to its end.
fn split_moves(text: &str, mut at: usize) -> Vec<Range<usize>> {
    let mut moves = Vec::new();
    for part in text[at..].split([';', ',']) {
        if !part.trim().is_empty() {
            moves.push(at..at + part.len());
        }
        at += part.len() + 1;
    }
    moves
}

/// Reads both players' seeds at the end.
fn seeds(text: &str) -> Option<[HalfPoints; 2]> {
    let (first, second) = text.split_once(['-', '–', ':'])?;
    Some([half_seeds(first)?, half_seeds(second)?])
}

/// Reads `24`, `24½` or `24.5`.
fn half_seeds(text: &str) -> Option<HalfPoints> {
    let text = text.trim();
    let whole = text.strip_suffix('½').or_else(|| text.strip_suffix(".5"));
    let digits = whole.unwrap_or(text);
    let seeds =
        digits.parse::<u16>().ok().filter(|&seeds| u32::from(seeds) <= SEEDS && !digits.starts_with('+'))?;
    Some(HalfPoints(2 * seeds + u16::from(whole.is_some())))
}
