//! The games of a file, before they are replayed: which tags, moves and comments belong to which game.
//!
//! A game begins with its tags, or with its moves if it has no tags. It ends with its result, or where the
//! tags of the next game begin. Comments do not end tags; tags that repeat begin another game, so a game may
//! have tags alone.

use super::tokens::{Tag, TagForm, Token, TokenKind, Tokens};
use super::words::{OWN_TAGS, plain_result, result};
use nexsolve_catalogue::record::Broken;
use nexsolve_catalogue::records::Verdict;
use std::collections::HashMap;
use std::ops::Range;

/// A game of a file.
#[derive(Debug, Default)]
pub(super) struct NotatedGame<'a> {
    /// Where it begins.
    pub(super) begin: usize,
    pub(super) tags: Vec<Tag>,
    /// The index of the first tag with each name, in lower case.
    named: HashMap<String, usize>,
    pub(super) items: Vec<(Item<'a>, Range<usize>)>,
    /// The results at its end. Some programs repeat them.
    pub(super) results: Vec<(Stated, Range<usize>)>,
    /// What could not be used, and where.
    pub(super) notes: Vec<(usize, String)>,
    /// Where it ends.
    pub(super) end: usize,
    /// Whether it has more than tags and comments.
    is_begun: bool,
    /// The number of open variations.
    depth: usize,
    /// The number of moves of the main line.
    plies: usize,
    /// The number of moves since the last number, if moves are numbered.
    since_number: Option<usize>,
    /// A fault that rejects the game.
    pub(super) broken: Option<Broken>,
}

/// A part of a game.
#[derive(Debug)]
pub(super) enum Item<'a> {
    Move(String),
    /// A sign for a move that nobody knows.
    Unknown,
    /// A word that is not a move.
    Word(&'a str),
    Comment(&'a str),
    Open,
    Close,
}

/// A result as the record states it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Stated {
    Known(Verdict),
    /// One without a meaning for a single game, such as 0-0 if both have lost, or 4-6.
    Other(String),
}

impl Stated {
    /// Reads the result of a tag. `None` if it states none.
    pub(super) fn of_tag(value: &str) -> Option<Self> {
        let plain = plain_result(value);
        match (plain.as_str(), result(value)) {
            ("" | "?", _) => None,
            (_, Some(verdict)) => Some(Self::Known(verdict)),
            _ => Some(Self::Other(plain)),
        }
    }
}

impl NotatedGame<'_> {
    /// Returns whether there is nothing to replay.
    pub(super) fn is_empty(&self) -> bool {
        self.tags.is_empty() && !self.is_begun
    }

    /// Returns whether neither the tags nor the moves end with a result.
    pub(super) fn is_without_result(&self) -> bool {
        self.results.is_empty() && self.tag("Result").and_then(|tag| Stated::of_tag(&tag.value)).is_none()
    }

    fn tag(&self, name: &str) -> Option<&Tag> {
        self.named.get(&name.to_ascii_lowercase()).map(|&index| &self.tags[index])
    }

    fn add_tag(&mut self, tag: Tag) {
        self.named.entry(tag.name.to_ascii_lowercase()).or_insert(self.tags.len());
        self.tags.push(tag);
    }

    /// Reads a word as the result of the game: any usual one, 0-0, or the value of its `Result` tag.
    fn stated(&self, text: &str) -> Option<Stated> {
        if let Some(verdict) = result(text) {
            return Some(Stated::Known(verdict));
        }
        let plain = plain_result(text);
        let tag = self.tag("Result").map(|tag| plain_result(&tag.value));
        let is_other = plain == "0-0" || tag.is_some_and(|tag| tag == plain && tag.contains('-'));
        is_other.then_some(Stated::Other(plain))
    }
}

/// The games of a text.
pub(super) struct Entries<'a> {
    tokens: Tokens<'a>,
    text: &'a str,
}

impl<'a> Entries<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { tokens: Tokens::new(text), text }
    }

    /// Returns whether a text has more games after the last one.
    pub(super) fn has_more(&self) -> bool {
        self.tokens.clone().next().is_some()
    }

    /// Adds a token to the game if it belongs to it; otherwise returns false.
    fn takes(&mut self, entry: &mut NotatedGame<'a>, token: Token<'a>) -> bool {
        let Token { kind, span } = token;
        let text = &self.text[span.clone()];
        if let Some((_, ended)) = entry.results.last() {
            let is_same_line = !self.text[ended.end..span.start].contains('\n');
            let belongs = match kind {
                TokenKind::Star | TokenKind::Move(_) | TokenKind::Word(_) if entry.stated(text).is_some() => {
                    true
                }
                TokenKind::Comment(_) | TokenKind::Word(_) | TokenKind::Bracketed(_) => is_same_line,
                TokenKind::Stray | TokenKind::Close => true,
                _ => false,
            };
            if !belongs {
                return false;
            }
        }
        match kind {
            TokenKind::Tag(tag) if tag.form == TagForm::Quoted || !entry.is_begun => {
                if entry.is_begun || self.begins_next(entry, &tag, span.start) {
                    return false;
                }
                if tag.form == TagForm::Unclosed {
                    let note = format!("the tag {} has no end: read to the end of the line", tag.name);
                    entry.notes.push((span.start, note));
                }
                match entry.tags.last() {
                    Some(last) if last.name == tag.name && last.value == tag.value => {}
                    Some(last) if last.name == tag.name => {
                        entry.notes.push((
                            span.start,
                            format!("a second tag {} in one game: kept as {0}2", tag.name),
                        ));
                        entry.add_tag(Tag { name: format!("{}2", tag.name), ..tag });
                    }
                    _ => entry.add_tag(tag),
                }
            }
            TokenKind::Tag(_) => Self::keep_text(entry, text, span),
            TokenKind::Bracketed(text) => Self::keep_text(entry, text, span),
            TokenKind::Comment(text) => entry.items.push((Item::Comment(text), span)),
            TokenKind::Unclosed => {
                let place = span.start..span.start + 1;
                entry.broken.get_or_insert(Broken::new(place, "`{` and `}` do not match"));
            }
            TokenKind::Number(number, dots) => {
                let is_first = number == 1 && dots < 3 && entry.depth == 0;
                if is_first && entry.plies > 1 {
                    return false;
                }
                entry.is_begun = true;
                if entry.depth == 0 {
                    entry.since_number = Some(0);
                }
            }
            TokenKind::Star if entry.depth == 0 && self.ends(entry) => {
                entry.is_begun = true;
                entry.results.push((Stated::Known(Verdict::BROKEN_OFF), span));
            }
            TokenKind::Star => {}
            TokenKind::Move(_) | TokenKind::Word(_) if entry.stated(text).is_some() => {
                entry.is_begun = true;
                // A result inside a variation is not the game's.
                if entry.depth == 0 {
                    entry.results.extend(entry.stated(text).map(|stated| (stated, span)));
                }
            }
            TokenKind::Move(squares) => {
                entry.is_begun = true;
                if entry.depth == 0 {
                    entry.plies += 1;
                    entry.since_number = entry.since_number.map(|moves| moves + 1);
                }
                entry.items.push((Item::Move(squares), span));
            }
            TokenKind::Word(word) => self.word(entry, word, span),
            TokenKind::Open => {
                (entry.is_begun, entry.depth) = (true, entry.depth + 1);
                entry.items.push((Item::Open, span));
            }
            TokenKind::Close if entry.depth > 0 => {
                entry.depth -= 1;
                entry.items.push((Item::Close, span));
            }
            TokenKind::Close | TokenKind::Stray => {
                entry.notes.push((span.start, format!("a `{text}` that closes nothing: skipped")));
            }
        }
        true
    }

    /// Adds a word that is neither a move nor a result.
    fn word(&mut self, entry: &mut NotatedGame<'a>, word: &'a str, span: Range<usize>) {
        if word.chars().all(|c| "-–—−".contains(c)) {
            entry.items.push((Item::Unknown, span));
        } else if entry.is_begun && entry.results.is_empty() {
            entry.items.push((Item::Word(word), span));
        } else {
            self.tokens.rest_of_line();
            let span = span.start..self.tokens.scanner.at;
            Self::keep_text(entry, self.text[span.clone()].trim_end(), span);
        }
    }

    /// Keeps text that is not PDN as a comment.
    fn keep_text(entry: &mut NotatedGame<'a>, text: &'a str, span: Range<usize>) {
        entry.notes.push((span.start, "text outside of a comment: kept as a comment".to_owned()));
        entry.items.push((Item::Comment(text), span));
    }

    /// Returns whether a tag begins the next game: it repeats one of this game.
    fn begins_next(&self, entry: &NotatedGame<'_>, tag: &Tag, at: usize) -> bool {
        let Some(last) = entry.tags.last() else { return false };
        if entry.tag(&tag.name).is_none() {
            return false;
        }
        let is_apart = self.text[last.span.end..at].matches('\n').count() > 1;
        if is_apart {
            return true;
        }
        // No game has one tag alone: a program has written it twice.
        if last.name == tag.name {
            return false;
        }
        // A game may have two events, but not two players of White: look at the other tags of this block.
        let is_own = |tag: &Tag| OWN_TAGS.iter().any(|name| tag.is(name)) && entry.tag(&tag.name).is_some();
        let mut next = at;
        let mut ahead = self.tokens.clone().map_while(|token| match token.kind {
            TokenKind::Tag(tag) if self.text[next..token.span.start].matches('\n').count() < 2 => {
                next = token.span.end;
                Some(tag)
            }
            _ => None,
        });
        is_own(tag) || ahead.by_ref().take(MOST_TAGS).any(|tag| is_own(&tag))
    }

    /// Returns whether a `*` ends the game, rather than saying that the move before it is forced: then more
    /// moves of this game follow.
    fn ends(&self, entry: &NotatedGame<'_>) -> bool {
        if entry.plies == 0 {
            return true;
        }
        let next = self.tokens.clone().find(|token| !matches!(token.kind, TokenKind::Comment(_)));
        match next.map(|token| token.kind) {
            Some(TokenKind::Number(number, dots)) => number == 1 && dots < 3,
            Some(TokenKind::Move(squares)) => result(&squares).is_some() || entry.since_number != Some(1),
            Some(TokenKind::Open) => false,
            _ => true,
        }
    }
}

/// The most tags of a block to look at.
const MOST_TAGS: usize = 64;

impl<'a> Iterator for Entries<'a> {
    type Item = NotatedGame<'a>;

    fn next(&mut self) -> Option<NotatedGame<'a>> {
        let mut entry: Option<NotatedGame<'a>> = None;
        loop {
            let before = self.tokens.clone();
            let Some(token) = self.tokens.next() else { break };
            let entry = entry
                .get_or_insert_with(|| NotatedGame { begin: token.span.start, ..NotatedGame::default() });
            if !self.takes(entry, token) {
                self.tokens = before;
                break;
            }
            entry.end = self.tokens.scanner.at;
        }
        entry
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Describes the games of a text: their tags, the number of their moves, comments, and results.
    fn split(text: &str) -> Vec<String> {
        let one = |entry: NotatedGame<'_>| {
            let tags: Vec<String> =
                entry.tags.iter().map(|tag| format!("{}={}", tag.name, tag.value)).collect();
            let count = |is: fn(&Item<'_>) -> bool| entry.items.iter().filter(|(item, _)| is(item)).count();
            let moves = count(|item| matches!(item, Item::Move(_)));
            let comments = count(|item| matches!(item, Item::Comment(_)));
            format!("{} {moves} {comments} {}", tags.join(","), entry.results.len())
        };
        Entries::new(text).map(one).collect()
    }

    #[test]
    fn tags_belong_to_one_game() {
        for (text, games) in [
            (
                "[White \"a\"]\n[Result \"1-1\"]\n\n[White \"c\"]\n\n1. c3-d4 *",
                &["White=a,Result=1-1 0 0 0", "White=c 1 0 1"][..],
            ),
            (
                "[White \"a\"]\n[Event \"x\"]\n[White \"c\"]\n[Event \"y\"]\n1. c3-d4 *",
                &["White=a,Event=x 0 0 0", "White=c,Event=y 1 0 1"],
            ),
            (
                "[Event \"x\"]\n[White \"a\"]\n[Event \"y\"]\n[White \"c\"]\n1. c3-d4 *",
                &["Event=x,White=a 0 0 0", "Event=y,White=c 1 0 1"],
            ),
            // An example of PDN 3.0: one game with two events.
            (
                "[Event \"x\"]\n[White \"a\"]\n[Event \"y\"]\n[Result \"*\"]\n1. c3-d4 *",
                &["Event=x,White=a,Event=y,Result=* 1 0 1"],
            ),
            ("[White \"a\"]\n\n[Black \"b\"]\n\n1. c3-d4 *", &["White=a,Black=b 1 0 1"]),
            (
                "[White \"a\"]\n% x\n[Black \"b\"]\n; y\n{z}\n[Round \"1\"]\n1. c3-d4 *",
                &["White=a,Black=b,Round=1 1 2 1"],
            ),
            (
                "[White \"a\"]\n1. c3-d4 *\n\n% x\n[White \"b\"]\n1. c3-d4 *",
                &["White=a 1 0 1", "White=b 1 0 1"],
            ),
            ("[White \"a\"]\n1. c3-d4\n[White \"b\"]\n1. c3-d4", &["White=a 1 0 0", "White=b 1 0 0"]),
            ("[White \"a\"] 1. c3-d4 {x\n[White \"b\"]\n1. c3-d4 {y} *", &["White=a 1 0 0", "White=b 1 1 1"]),
        ] {
            assert_eq!(split(text), games, "{text}");
        }
    }

    #[test]
    fn games_end_with_their_result() {
        for (text, games) in [
            ("1. c3-d4 2-0 1. c3-d4 0-2", &[" 1 0 1", " 1 0 1"][..]),
            ("1. c3-d4 * 1-0 {x}\n{y}\n1. c3-d4 *", &[" 1 1 2", " 1 1 1"]),
            ("1. c3-d4 b6-c5 2. d4:b6 * a7:c5 3. b2-c3 *", &[" 5 0 1"]),
            ("1. c3-d4 b6-c5 * 2. d4:b6 a7:c5* *", &[" 4 0 1"]),
            ("1. c3-d4 b6-c5 1. c3-d4", &[" 2 0 0", " 1 0 0"]),
            ("c3-d4 * c3-d4 *", &[" 1 0 1", " 1 0 1"]),
            ("1. c3-d4 (1. c3-b4 2-0) b6-c5 2-0 White has won", &[" 3 1 1"]),
        ] {
            assert_eq!(split(text), games, "{text}");
        }
    }
}
