//! The walk through a file of records: headers, and every game played again.

use super::{GameResult, Record, RecordFault, RecordReason};
use crate::awari::history::{HalfSeeds, History};
use crate::awari::{Awari, AwariPosition, SEEDS};
use crate::record::LONGEST_NAME;
use nexsolve_core::{Fault, Game, Notation};
use std::ops::Range;

/// See [`super::read`].
pub(super) fn read(bytes: &[u8]) -> Vec<Result<Record, RecordFault>> {
    let text = String::from_utf8_lossy(bytes);
    let mut reader = Reader {
        replaced: matches!(text, std::borrow::Cow::Owned(_)),
        first: None,
        second: None,
        start: None,
        found: Vec::new(),
    };
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    for (before, line) in text.split('\n').enumerate() {
        reader.line(Line { number: before + 1, text: line.trim_end() });
    }
    reader.end_start();
    if reader.found.is_empty() {
        let first = Line { number: 1, text: text.lines().next().unwrap_or_default() };
        reader.fault(first, 0..0, RecordReason::Empty);
    }
    reader.found
}

/// A line without the spaces at its end.
#[derive(Clone, Copy, Debug)]
struct Line<'a> {
    number: usize,
    text: &'a str,
}

/// What `Start:` has told of the next game.
enum Start<'a> {
    Told(AwariPosition, Line<'a>, Range<usize>),
    /// Nothing that can be read: the game cannot be played.
    Broken,
}

struct Reader<'a> {
    /// Whether bytes that are no text have been replaced by U+FFFD.
    replaced: bool,
    first: Option<String>,
    second: Option<String>,
    start: Option<Start<'a>>,
    found: Vec<Result<Record, RecordFault>>,
}

/// A fault's place in a line.
type Broken = (Range<usize>, RecordReason);

impl<'a> Reader<'a> {
    fn line(&mut self, line: Line<'a>) {
        let from = line.text.len() - line.text.trim_start().len();
        let text = &line.text[from..];
        let name = |name: &str| {
            let name: String = name.trim().chars().take(LONGEST_NAME).collect();
            Some(name.trim_end().to_owned()).filter(|name| !name.is_empty())
        };
        if text.is_empty() {
        } else if let Some(value) = text.strip_prefix("First:") {
            self.first = name(value);
        } else if let Some(value) = text.strip_prefix("Second:") {
            self.second = name(value);
        } else if let Some(value) = text.strip_prefix("Start:") {
            self.end_start();
            let at = line.text.len() - value.len();
            self.start = Some(match Awari.read_position(value) {
                Ok(position) => Start::Told(position, line, at..line.text.len()),
                Err(error) => {
                    let error = error.shifted(at);
                    self.fault(line, error.span, RecordReason::Text(error.fault));
                    Start::Broken
                }
            });
        } else {
            let start = match self.start.take() {
                None => Awari.start(),
                Some(Start::Told(start, ..)) => start,
                Some(Start::Broken) => return,
            };
            match self.game(line, start) {
                Ok(record) => self.found.push(Ok(record)),
                Err((span, reason)) => self.fault(line, span, reason),
            }
        }
    }

    /// The game of a line.
    fn game(&self, line: Line<'_>, start: AwariPosition) -> Result<Record, Broken> {
        let mut game = History::new(start);
        let (mut moves, mut at) = (Vec::new(), 0);
        loop {
            at = line.text.len() - line.text[at..].trim_start().len();
            let part = line.text[at..].split([';', ',']).next().unwrap_or_default();
            let span = at..at + part.trim_end().len();
            let end = at + part.len();
            if part.starts_with(|c: char| c == '!' || c.is_ascii_digit()) {
                let result = result(part.trim_end()).ok_or((span.clone(), RecordReason::Result))?;
                let actual = game.ending();
                let right = match result {
                    GameResult::Over(seeds) => actual.is_some_and(|ending| ending.seeds == seeds),
                    GameResult::BrokenOff => true,
                };
                if !right {
                    return Err((span, RecordReason::Contradiction { claimed: result, actual }));
                }
                let after = line.text[end..].trim_start_matches([';', ',', ' ', '\t']);
                if !after.is_empty() {
                    let at = line.text.len() - after.len();
                    let rest = Fault::expected("the end of the line after the result", after);
                    return Err((at..line.text.len(), RecordReason::Text(rest)));
                }
                let (first, second) = (self.first.clone(), self.second.clone());
                return Ok(Record { first, second, start, moves, result, line: line.number });
            }
            if at == line.text.len() {
                return Err((at..at, RecordReason::Unfinished));
            }
            if span.is_empty() {
                return Err((span, RecordReason::Text(Fault::expected("a move", &line.text[at..]))));
            }
            if let Some(ending) = game.ending() {
                return Err((span, RecordReason::Over(ending)));
            }
            let mv = Awari.read_move(game.position(), part).map_err(|error| {
                let error = error.shifted(at);
                (error.span, RecordReason::Text(error.fault))
            })?;
            game.play(mv);
            moves.push(mv);
            at = (end + 1).min(line.text.len());
        }
    }

    /// A position that no game has begun with is a fault.
    fn end_start(&mut self) {
        if let Some(Start::Told(_, line, span)) = self.start.take() {
            self.fault(line, span, RecordReason::NoGame);
        }
    }

    fn fault(&mut self, line: Line<'_>, span: Range<usize>, reason: RecordReason) {
        let is_replaced = self.replaced && line.text[span.start..].starts_with('\u{fffd}');
        let reason = if is_replaced { RecordReason::NotText } else { reason };
        let column = line.text[..span.start].chars().count() + 1;
        self.found.push(Err(RecordFault::new((line.number, column), line.text, span, reason)));
    }
}

/// Reads a result.
fn result(text: &str) -> Option<GameResult> {
    if text == "!" {
        return Some(GameResult::BrokenOff);
    }
    let (first, second) = text.split_once(['-', '–', ':'])?;
    Some(GameResult::Over([half_seeds(first)?, half_seeds(second)?]))
}

/// Reads `24`, `24½` or `24.5`.
fn half_seeds(text: &str) -> Option<HalfSeeds> {
    let text = text.trim();
    let whole = text.strip_suffix('½').or_else(|| text.strip_suffix(".5"));
    let digits = whole.unwrap_or(text);
    let seeds =
        digits.parse::<u16>().ok().filter(|&seeds| u32::from(seeds) <= SEEDS && !digits.starts_with('+'))?;
    Some(HalfSeeds(2 * seeds + u16::from(whole.is_some())))
}
