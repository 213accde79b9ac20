//! The walk through a file of games: tags, and every move played again.

use super::{Comment, GameResult, PdnFault, PdnReason, Record, one_line};
use crate::draughts::{Draughts, Naming, Position, Variant, fen};
use crate::record::Counted;
use nexsolve_core::{Game, Notation, Side};
use std::borrow::Cow;
use std::ops::Range;

/// See [`super::read`].
pub(super) fn read(bytes: &[u8], default: &Draughts) -> Vec<Result<Record, PdnFault>> {
    let text = String::from_utf8_lossy(bytes);
    let replaced = matches!(text, Cow::Owned(_));
    let last_brace = text.rfind('}').unwrap_or(0);
    let mut reader = Reader { text: &text, replaced, last_brace, at: 0, counted: Counted::default() };
    reader.take('\u{feff}');
    let mut found = Vec::new();
    loop {
        reader.skip_space();
        if reader.rest().is_empty() {
            break;
        }
        let game = reader.game(default);
        found.push(game.map_err(|broken| reader.fault(broken)));
    }
    if found.is_empty() {
        found.push(Err(reader.fault(Broken { span: 0..0, reason: PdnReason::Empty })));
    }
    found
}

/// The first fault of a game, by bytes of the file.
struct Broken {
    span: Range<usize>,
    reason: PdnReason,
}

struct Reader<'a> {
    text: &'a str,
    /// Whether bytes that are no text have been replaced by U+FFFD.
    replaced: bool,
    /// Where the last comment ends.
    last_brace: usize,
    at: usize,
    counted: Counted,
}

/// A piece of a game's moves.
enum Token<'a> {
    Word(&'a str, Range<usize>),
    Comment(&'a str, Range<usize>),
    /// The next game's tags, or the end of the file.
    End,
}

/// What a game's tags tell.
struct Head {
    tags: Vec<(String, String)>,
    game: Draughts,
    naming: Naming,
    start: Position,
    result: Option<GameResult>,
}

/// A tag as it stands in the file.
struct Tag {
    name: String,
    value: String,
    /// The value's place.
    span: Range<usize>,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn take(&mut self, wanted: char) -> bool {
        let taken = self.peek() == Some(wanted);
        if taken {
            self.at += wanted.len_utf8();
        }
        taken
    }

    fn take_while(&mut self, kind: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let length = rest.find(|c| !kind(c)).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    fn skip_space(&mut self) {
        self.take_while(char::is_whitespace);
    }

    /// Reads one game. Whatever is wrong in it, the reader stands behind it afterwards.
    fn game(&mut self, default: &Draughts) -> Result<Record, Broken> {
        let begin = self.at;
        let line = self.counted.count(self.text, begin).0;
        let head = self.tags().and_then(|tags| head(tags, default));
        let has_tags = self.at > begin;
        let mut broken = None;
        let (mut position, mut moves, mut comments) = match &head {
            Ok(head) => (head.start, Vec::new(), Vec::new()),
            Err(_) => (Position::START, Vec::new(), Vec::new()),
        };
        let result = loop {
            let token = match self.token() {
                Ok(token) => token,
                Err(fault) => {
                    broken = broken.or(Some(fault));
                    self.skip_to_tags();
                    Token::End
                }
            };
            match token {
                Token::End => break None,
                Token::Comment(text, span) => {
                    if self.replaced && text.contains('\u{fffd}') {
                        broken = broken.or(Some(Broken { span, reason: PdnReason::NotText }));
                    }
                    comments.push(Comment { after: moves.len(), text: one_line(text) });
                }
                Token::Word(word, span) => {
                    if let Some(result) = GameResult::from_text(word) {
                        break Some((result, span));
                    }
                    let Ok(head) = &head else { continue };
                    if broken.is_some() {
                        continue;
                    }
                    match head.game.read_move(&position, word) {
                        Ok(mv) => {
                            moves.push(mv);
                            position = head.game.play(&position, mv);
                        }
                        Err(error) => {
                            let error = error.shifted(span.start);
                            let reason = PdnReason::Move(error.fault);
                            broken = Some(Broken { span: error.span, reason });
                        }
                    }
                }
            }
        };
        let head = head?;
        if let Some(broken) = broken {
            return Err(broken);
        }
        let end = self.text[..self.at].trim_end().len();
        let (result, span) = match (result, head.result) {
            (Some((moves, span)), Some(tag)) if moves != tag => {
                // A game broken off, or one whose result came later: what is known counts.
                match (moves, tag) {
                    (GameResult::Unknown, known) | (known, GameResult::Unknown) => (known, span),
                    _ => return Err(Broken { span, reason: PdnReason::TwoResults { tag, moves } }),
                }
            }
            (Some(found), _) => found,
            (None, Some(tag)) if has_tags => (tag, end..end),
            (None, _) => return Err(Broken { span: end..end, reason: PdnReason::Unfinished }),
        };
        if head.game.outcome(&position).is_some() {
            let loser = position.side();
            let right = if loser == Side::White { GameResult::Black } else { GameResult::White };
            if result != right && result != GameResult::Unknown {
                return Err(Broken { span, reason: PdnReason::Contradiction { claimed: result, loser } });
            }
        }
        let Head { tags, game, naming, start, .. } = head;
        Ok(Record { tags, rules: game.rules(), naming, start, moves, comments, result, line })
    }

    /// Reads tags as far as there are some. After a fault the reader stands behind them all.
    fn tags(&mut self) -> Result<Vec<Tag>, Broken> {
        let mut tags = Vec::new();
        let mut broken = None;
        while self.peek() == Some('[') {
            match self.tag() {
                Ok(tag) => tags.push(tag),
                Err(fault) => {
                    broken = broken.or(Some(fault));
                    self.take_while(|c| c != '\n');
                }
            }
            self.skip_space();
        }
        broken.map_or(Ok(tags), Err)
    }

    fn tag(&mut self) -> Result<Tag, Broken> {
        let begin = self.at;
        self.take('[');
        self.take_while(is_blank);
        let name = self.take_while(|c| c.is_alphanumeric() || c == '_').to_owned();
        if name.is_empty() {
            return Err(self.bad_tag("the name of a tag, as in `[White \"…\"]`"));
        }
        self.take_while(is_blank);
        if !self.take('"') {
            return Err(self.bad_tag("the tag's value between quotes"));
        }
        let start = self.at;
        let mut value = String::new();
        loop {
            value += self.take_while(|c| !matches!(c, '"' | '\\' | '\n'));
            if self.take('\\') {
                let next = self.peek().filter(|c| matches!(c, '"' | '\\'));
                value.push(next.unwrap_or('\\'));
                self.at += next.map_or(0, char::len_utf8);
            } else {
                break;
            }
        }
        let span = start..self.at;
        if !self.take('"') {
            return Err(self.bad_tag("`\"` at the end of the tag's value"));
        }
        self.take_while(is_blank);
        if !self.take(']') {
            return Err(self.bad_tag("`]` at the end of the tag"));
        }
        if self.replaced && self.text[begin..self.at].contains('\u{fffd}') {
            return Err(Broken { span, reason: PdnReason::NotText });
        }
        Ok(Tag { name, value, span })
    }

    /// The fault that a tag does not go on as it should here.
    fn bad_tag(&self, expected: &'static str) -> Broken {
        let next = self.peek().filter(|&c| c != '\n').map_or(0, char::len_utf8);
        Broken { span: self.at..self.at + next, reason: PdnReason::Tag { expected } }
    }

    /// The next piece of the moves; numbers of moves, marks and variations are passed over.
    fn token(&mut self) -> Result<Token<'a>, Broken> {
        loop {
            self.skip_space();
            let begin = self.at;
            let Some(next) = self.peek() else { return Ok(Token::End) };
            match next {
                '[' => return Ok(Token::End),
                '{' => return self.comment(begin),
                ';' | '%' => {
                    self.at += 1;
                    let text = self.take_while(|c| c != '\n');
                    return Ok(Token::Comment(text, begin..self.at));
                }
                '(' => self.variation(begin)?,
                '}' | ')' => {
                    self.at += 1;
                    return Err(unmatched(if next == '}' { '{' } else { '(' }, begin));
                }
                '$' => {
                    self.at += 1;
                    self.take_while(|c| c.is_ascii_digit());
                }
                '!' | '?' => {
                    self.take_while(|c| matches!(c, '!' | '?'));
                }
                _ => {
                    if next.is_ascii_digit() {
                        self.take_while(|c| c.is_ascii_digit());
                        if !self.take_while(|c| c == '.').is_empty() {
                            continue;
                        }
                        self.at = begin;
                    }
                    let ends = |c: char| c.is_whitespace() || "{}();[]$!?".contains(c);
                    let word = self.take_while(|c| !ends(c));
                    if word.is_empty() {
                        self.at += next.len_utf8();
                    }
                    return Ok(Token::Word(&self.text[begin..self.at], begin..self.at));
                }
            }
        }
    }

    /// A comment in braces.
    fn comment(&mut self, begin: usize) -> Result<Token<'a>, Broken> {
        self.take('{');
        if begin > self.last_brace {
            return Err(unmatched('{', begin));
        }
        let text = self.take_while(|c| c != '}');
        self.take('}');
        Ok(Token::Comment(text, begin..self.at))
    }

    /// Passes over a variation, those inside and the comments too. It ends before the next game's tags.
    fn variation(&mut self, begin: usize) -> Result<(), Broken> {
        let mut open = 0_u32;
        loop {
            self.take_while(|c| !"()[{;".contains(c));
            let at = self.at;
            match self.peek() {
                Some('(') => {
                    self.at += 1;
                    open += 1;
                }
                Some(')') => {
                    self.at += 1;
                    open -= 1;
                    if open == 0 {
                        return Ok(());
                    }
                }
                Some('{') => {
                    self.comment(at)?;
                }
                Some('[') | None => {
                    self.at = begin + 1;
                    return Err(unmatched('(', begin));
                }
                Some(_) => {
                    self.take_while(|c| c != '\n');
                }
            }
        }
    }

    /// Goes on to the next line that begins with a tag, or to the end.
    fn skip_to_tags(&mut self) {
        let next = self.rest().find("\n[").map(|at| self.at + at + 1);
        self.at = next.unwrap_or(self.text.len());
    }

    fn fault(&mut self, broken: Broken) -> PdnFault {
        let Broken { span, reason } = broken;
        let is_replaced = self.replaced && self.text[span.clone()].contains('\u{fffd}');
        let reason = if is_replaced { PdnReason::NotText } else { reason };
        self.counted.fault(self.text, span, reason)
    }
}

/// A space within a line.
fn is_blank(c: char) -> bool {
    c == ' ' || c == '\t'
}

fn unmatched(open: char, at: usize) -> Broken {
    let close = if open == '{' { '}' } else { ')' };
    Broken { span: at..at + 1, reason: PdnReason::Unmatched { open, close } }
}

/// What the tags say of the rules, the numbering, the start and the result.
fn head(all: Vec<Tag>, default: &Draughts) -> Result<Head, Broken> {
    let (mut variant, mut naming) = (default.rules().variant, default.naming());
    let (mut start, mut result) = (None, None);
    let mut tags = Vec::new();
    for tag in all {
        match tag.name.as_str() {
            "GameType" => (variant, naming) = game_type(&tag, naming)?,
            "SetUp" => {}
            "FEN" => start = Some(tag),
            "Result" => {
                let Some(told) = GameResult::from_text(tag.value.trim()) else {
                    let expected = "a result: 2-0, 1-1, 0-2 or *";
                    return Err(Broken { span: tag.span, reason: PdnReason::Tag { expected } });
                };
                result = Some(told);
            }
            _ => tags.push((tag.name, one_line(&tag.value))),
        }
    }
    let start = match start {
        Some(tag) => fen::read(&tag.value, naming).map_err(|error| {
            let error = error.shifted(tag.span.start);
            let end = tag.span.end;
            let span = error.span.start.min(end)..error.span.end.min(end);
            Broken { span, reason: PdnReason::Start(error.fault) }
        })?,
        None => Position::START,
    };
    let rules = if variant == default.rules().variant { default.rules() } else { variant.rules() };
    Ok(Head { tags, game: Draughts::new(rules).named(naming), naming, start, result })
}

fn game_type(tag: &Tag, naming: Naming) -> Result<(Variant, Naming), Broken> {
    let mut parts = tag.value.split(',').map(str::trim);
    let number = parts.next().unwrap_or_default();
    let variant = match number {
        "25" => Variant::Russian,
        "26" => Variant::Brazilian,
        _ => {
            let number = number.chars().take(12).collect();
            return Err(Broken { span: tag.span.clone(), reason: PdnReason::GameType { number } });
        }
    };
    let naming = match parts.nth(3) {
        Some("N0") => Naming::NumericFromA1,
        Some("N2") => Naming::Numeric,
        Some("A0") => Naming::Algebraic,
        _ => naming,
    };
    Ok((variant, naming))
}
