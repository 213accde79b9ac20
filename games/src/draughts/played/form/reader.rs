//! Reads a file of games: the tags, and every move, replayed.

use super::lines::Lines;
use super::words::{GAME_TYPES, OWN_TAGS, RESULTS, TERMINATION, WAYS, result_text};
use crate::contract::Packed;
use crate::contract::record::{Broken, Source, one_line};
use crate::contract::records::{Beside, GameRecord, How, ReadGame, Verdict};
use crate::contract::scan::Scanner;
use crate::draughts::played::board;
use crate::draughts::{Draughts, Naming, Position, Rules, fen};
use nexsolve_core::Game;
use std::ops::Range;

/// Reads a file of games; `usual` gives the rules of games without a `GameType`.
pub(super) fn read(bytes: &[u8], usual: Rules) -> Vec<ReadGame> {
    let decoded = String::from_utf8_lossy(bytes);
    let source = Source::new(bytes, &decoded);
    let last_brace = source.text.rfind('}').unwrap_or(0);
    let mut reader = Reader { scanner: Scanner::of_file(source.text), source, last_brace };
    let mut found = Vec::new();
    loop {
        reader.scanner.skip_space();
        if reader.scanner.rest().is_empty() {
            break;
        }
        let line = reader.source.line_of(reader.scanner.at);
        let game = reader.game(usual).map(|record| GameRecord { line, ..record });
        found.push(game.map_err(|broken| reader.source.fault(broken)));
    }
    if found.is_empty() {
        let reason = "no game here: expected tags such as `[White \"…\"]`, or moves";
        found.push(Err(reader.source.fault(Broken::new(0..0, reason))));
    }
    found
}

struct Reader<'a> {
    source: Source<'a>,
    scanner: Scanner<'a>,
    /// The end of the last comment.
    last_brace: usize,
}

/// A token of a game's moves.
enum Token<'a> {
    Word(&'a str, Range<usize>),
    /// A comment, without its braces.
    Comment(&'a str),
    /// A comment that is not valid text.
    Damaged(Range<usize>),
    /// The bracket that opens a variation, and its place.
    Open(usize),
    /// The bracket that closes a variation, and its place.
    Close(usize),
    /// The tags of the next game, or the end of the file.
    End,
}

/// The information in a game's tags.
struct Head {
    game: Draughts,
    start: Position,
    names: [Option<String>; 2],
    number: Option<u32>,
    result: Option<Verdict>,
    how: How,
    tags: Vec<(String, String)>,
}

/// A tag as written in the file.
struct Tag {
    name: String,
    value: String,
    /// The place of the value.
    span: Range<usize>,
}

impl Tag {
    fn kept(&self) -> (String, String) {
        (self.name.clone(), one_line(&self.value))
    }
}

impl<'a> Reader<'a> {
    /// Reads one game. Afterwards the reader is at the end of the game, whatever was wrong in it.
    fn game(&mut self, usual: Rules) -> Result<GameRecord, Broken> {
        let head = self.tags().and_then(|tags| Head::of(&tags, usual));
        let (head, mut broken) = match head {
            Ok(head) => (head, None),
            Err(broken) => (Head::of(&[], usual)?, Some(broken)),
        };
        let mut lines = Lines::new(&head.game, head.start);
        let stated = loop {
            let found = self.token().and_then(|token| match (token, lines.open()) {
                (Token::End, Some(begin)) => {
                    self.scanner.at = begin + 1;
                    Err(unmatched('(', begin))
                }
                (Token::Close(at), None) => Err(unmatched(')', at)),
                (token, _) => Ok(token),
            });
            match found {
                Ok(Token::End) => break None,
                Ok(Token::Damaged(span)) => broken = broken.or(Some(Broken::new(span, ""))),
                Ok(Token::Comment(text)) => lines.comment(text),
                Ok(Token::Open(at)) => {
                    let fault = lines.begin(at).err();
                    broken = broken.or(fault);
                }
                Ok(Token::Close(_)) => lines.end(),
                Ok(Token::Word(word, span)) => {
                    match (result(word), lines.open()) {
                        (Some(result), None) => break Some((result, span)),
                        // A result inside a variation is not the game's.
                        (Some(_), Some(_)) => continue,
                        (None, _) => {}
                    }
                    if broken.is_none() {
                        broken = lines.play(word).err().map(|error| Broken::read(error, span.start));
                    }
                }
                Err(fault) => {
                    broken = broken.or(Some(fault));
                    // Continue at the next line that begins with a tag.
                    let rest = self.scanner.rest();
                    self.scanner.at += rest.find("\n[").map_or(rest.len(), |at| at + 1);
                    break None;
                }
            }
        };
        if let Some(broken) = broken {
            return Err(broken);
        }
        let (tree, course) = lines.finish();
        let end = self.source.text[..self.scanner.at].trim_end().len();
        let (verdict, span) = match (stated, head.result) {
            // The game was broken off, or its result was added later: use the known one.
            (Some((Verdict::BROKEN_OFF, span)), Some(known))
            | (Some((known, span)), Some(Verdict::BROKEN_OFF)) => (known, span),
            (Some((stated, span)), Some(tag)) if stated != tag => {
                let [stated, tag] = [stated, tag].map(result_text);
                return Err(Broken::new(
                    span,
                    format!("the moves end with {stated}, but the tag says {tag}"),
                ));
            }
            (Some(found), _) => found,
            (None, Some(tag)) => (tag, end..end),
            (None, None) => {
                let reason = "the game ends without a result: expected a move or one of 2-0, 1-1, 0-2 and *";
                return Err(Broken::new(end..end, reason));
            }
        };
        let is_known = verdict != Verdict::BROKEN_OFF;
        let loser = course.side();
        let is_over = head.game.outcome(course.position()).is_some();
        if is_known && is_over && verdict.winner != Some(loser.other()) {
            let claimed = result_text(verdict);
            let reason = format!("the record claims {claimed}, but {loser} cannot move and has lost");
            return Err(Broken::new(span, reason));
        }
        let verdict = if is_known { Verdict { how: head.how, ..verdict } } else { verdict };
        let record = GameRecord::of(board(head.game.rules()), &course, verdict);
        let (_, beside) = tree.finish(Draughts::pack_move);
        let beside = Beside { tags: head.tags, ..beside };
        Ok(GameRecord { names: head.names, number: head.number, beside, ..record })
    }

    /// Reads all tags. After a fault the reader is at the end of all tags.
    fn tags(&mut self) -> Result<Vec<Tag>, Broken> {
        let mut tags = Vec::new();
        let mut broken = None;
        while self.scanner.peek() == Some('[') {
            match self.tag() {
                Ok(tag) => tags.push(tag),
                Err(fault) => {
                    broken = broken.or(Some(fault));
                    self.scanner.take_while(|c| c != '\n');
                }
            }
            self.scanner.skip_space();
        }
        broken.map_or(Ok(tags), Err)
    }

    fn tag(&mut self) -> Result<Tag, Broken> {
        let is_blank = |c: char| c == ' ' || c == '\t';
        let scanner = &mut self.scanner;
        scanner.take('[');
        scanner.take_while(is_blank);
        let name = scanner.take_while(|c| c.is_alphanumeric() || c == '_').to_owned();
        if name.is_empty() {
            return Err(Broken::next(scanner, "the name of a tag, as in `[White \"…\"]`"));
        }
        scanner.take_while(is_blank);
        if !scanner.take('"') {
            return Err(Broken::next(scanner, "the tag's value between quotes"));
        }
        let start = scanner.at;
        let mut value = String::new();
        loop {
            value += scanner.take_while(|c| !matches!(c, '"' | '\\' | '\n'));
            if !scanner.take('\\') {
                break;
            }
            let next = scanner.peek().filter(|c| matches!(c, '"' | '\\'));
            value.push(next.unwrap_or('\\'));
            scanner.at += next.map_or(0, char::len_utf8);
        }
        let span = start..scanner.at;
        if !scanner.take('"') {
            return Err(Broken::next(scanner, "`\"` at the end of the tag's value"));
        }
        scanner.take_while(is_blank);
        if !scanner.take(']') {
            return Err(Broken::next(scanner, "`]` at the end of the tag"));
        }
        if self.source.is_damaged(span.clone()) {
            return Err(Broken::new(span, ""));
        }
        Ok(Tag { name, value, span })
    }

    /// Reads the next token of the moves; it skips move numbers and marks.
    fn token(&mut self) -> Result<Token<'a>, Broken> {
        loop {
            self.scanner.skip_space();
            let begin = self.scanner.at;
            let Some(next) = self.scanner.peek() else { return Ok(Token::End) };
            match next {
                '[' => return Ok(Token::End),
                '{' | ';' | '%' => {
                    self.comment(next)?;
                    let span = begin..self.scanner.at;
                    if self.source.is_damaged(span.clone()) {
                        return Ok(Token::Damaged(span));
                    }
                    if next != '%' {
                        let text = &self.scanner.text[begin + 1..span.end];
                        return Ok(Token::Comment(if next == '{' { &text[..text.len() - 1] } else { text }));
                    }
                }
                '(' | ')' => {
                    self.scanner.skip();
                    return Ok(if next == '(' { Token::Open(begin) } else { Token::Close(begin) });
                }
                '}' => {
                    self.scanner.skip();
                    return Err(unmatched(next, begin));
                }
                '$' => {
                    self.scanner.skip();
                    self.scanner.digits();
                }
                '!' | '?' => self.scanner.skip(),
                _ => {
                    if !self.scanner.digits().is_empty() && !self.scanner.take_while(|c| c == '.').is_empty()
                    {
                        continue;
                    }
                    self.scanner.at = begin;
                    let ends = |c: char| c.is_whitespace() || "{}();[]$!?".contains(c);
                    if self.scanner.take_while(|c| !ends(c)).is_empty() {
                        self.scanner.skip();
                    }
                    let span = begin..self.scanner.at;
                    return Ok(Token::Word(&self.scanner.text[span.clone()], span));
                }
            }
        }
    }

    /// Skips a comment in braces, or up to the end of the line.
    fn comment(&mut self, sign: char) -> Result<(), Broken> {
        let begin = self.scanner.at;
        if sign != '{' {
            self.scanner.take_while(|c| c != '\n');
        } else if begin > self.last_brace {
            return Err(unmatched('{', begin));
        } else {
            self.scanner.take_while(|c| c != '}');
            if !self.scanner.take('}') {
                return Err(unmatched('{', begin));
            }
        }
        Ok(())
    }
}

/// Returns the verdict of a result in any of its spellings.
fn result(text: &str) -> Option<Verdict> {
    RESULTS.into_iter().find_map(|(of, verdict)| (of == text).then_some(verdict))
}

/// Returns the fault of an unmatched bracket or brace.
fn unmatched(sign: char, at: usize) -> Broken {
    let pair = if "{}".contains(sign) { "`{` and `}`" } else { "`(` and `)`" };
    Broken::new(at..at + 1, format!("{pair} do not match"))
}

impl Head {
    /// Interprets the tags: the rules, the numbering, the start and the result.
    fn of(tags: &[Tag], usual: Rules) -> Result<Self, Broken> {
        let (mut rules, mut naming) = (usual, Naming::Algebraic);
        let (mut start, mut verdict) = (None, None);
        for tag in tags {
            match tag.name.as_str() {
                "GameType" => (rules, naming) = game_type(tag, naming)?,
                "FEN" => start = Some(tag),
                "Result" => {
                    verdict = result(tag.value.trim());
                    if verdict.is_none() {
                        return Err(Broken::expected(tag.span.clone(), "a result: 2-0, 1-1, 0-2 or *"));
                    }
                }
                _ => {}
            }
        }
        let read = |tag: &Tag| {
            fen::read(&tag.value, naming).map_err(|error| {
                // An escape before a character takes space only in the file.
                let within = |at: usize| (tag.span.start + at).min(tag.span.end);
                Broken::new(within(error.span.start)..within(error.span.end), error.fault.to_string())
            })
        };
        let value = |name: &str| tags.iter().find(|tag| tag.name == name).map(|tag| one_line(&tag.value));
        let name = |side| value(side).filter(|name| !matches!(name.as_str(), "" | "?"));
        let stated = value(TERMINATION).unwrap_or_default();
        let way = WAYS.iter().find(|(way, _)| stated.eq_ignore_ascii_case(way));
        Ok(Self {
            game: Draughts::new(rules).named(naming),
            start: start.map_or(Ok(Position::START), read)?,
            names: [name("Black"), name("White")],
            number: value("Round").and_then(|round| round.parse().ok()),
            result: verdict,
            how: way.map_or(How::Rules, |&(_, how)| how),
            tags: tags.iter().filter(|tag| !OWN_TAGS.contains(&tag.name.as_str())).map(Tag::kept).collect(),
        })
    }
}

fn game_type(tag: &Tag, naming: Naming) -> Result<(Rules, Naming), Broken> {
    let mut parts = tag.value.split(',').map(str::trim);
    let number = parts.next().unwrap_or_default();
    let Some(&(_, rules)) = GAME_TYPES.iter().find(|(of, _)| *of == number) else {
        let number: String = number.chars().take(12).collect();
        let reason = format!("unknown game type {number}: Russian draughts is 25, Brazilian draughts 26");
        return Err(Broken::new(tag.span.clone(), reason));
    };
    let naming = match parts.nth(3) {
        Some("N0") => Naming::NumericFromA1,
        Some("N2") => Naming::Numeric,
        Some("A0") => Naming::Algebraic,
        _ => naming,
    };
    Ok((rules, naming))
}
