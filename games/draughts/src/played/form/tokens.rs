//! The tokens of PDN: tags, moves, move numbers, comments and brackets. Marks are skipped: `!`, `$1`, `(=)`,
//! `+-`, dots that stand for a move of White, and a `*` right behind a move.

use nexsolve_catalogue::scan::Scanner;
use std::ops::Range;

/// A token, and its place.
#[derive(Clone, Debug)]
pub(super) struct Token<'a> {
    pub(super) kind: TokenKind<'a>,
    pub(super) span: Range<usize>,
}

/// The kinds of tokens.
#[derive(Clone, Debug)]
pub(super) enum TokenKind<'a> {
    Tag(Tag),
    /// Text in square brackets that is not a tag.
    Bracketed(&'a str),
    /// A comment, without its braces.
    Comment(&'a str),
    /// The brace of a comment that has no end.
    Unclosed,
    /// The number of a move, and the dots behind it.
    Number(u32, usize),
    /// Squares with `-` or `x` between them, or a space if the record has no sign there.
    Move(String),
    /// A `*` that stands alone.
    Star,
    /// Any other word: a result, for example.
    Word(&'a str),
    /// The bracket that opens a variation.
    Open,
    /// The bracket that closes a variation.
    Close,
    /// A `}` or `]` that closes nothing.
    Stray,
}

/// A tag.
#[derive(Clone, Debug)]
pub(super) struct Tag {
    pub(super) name: String,
    pub(super) value: String,
    /// The place of the value.
    pub(super) span: Range<usize>,
    pub(super) form: TagForm,
}

/// How a tag is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TagForm {
    /// `[White "Ivanov"]`
    Quoted,
    /// `[White Ivanov]`
    Plain,
    /// The quote or the bracket at its end is missing: it is read to the end of the line.
    Unclosed,
}

impl Tag {
    pub(super) fn is(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }
}

/// The greatest length of a tag, so that a file of open quotes takes linear time.
const LONGEST_TAG: usize = 8_192;

/// The tokens of a text, from left to right.
#[derive(Clone)]
pub(super) struct Tokens<'a> {
    pub(super) scanner: Scanner<'a>,
    /// The end of the last comment.
    last_brace: usize,
    braces: Braces,
}

/// What the last search for the end of a comment has found, so that hostile files take linear time.
#[derive(Clone, Copy, Default)]
struct Braces {
    /// The next `}`.
    close: usize,
    /// The last `{` before it.
    last_open: usize,
    /// Comments that begin before this tag and do not end before it run into the next game.
    tag: usize,
}

impl<'a> Tokens<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self {
            scanner: Scanner::of_file(text),
            last_brace: text.rfind('}').unwrap_or(0),
            braces: Braces::default(),
        }
    }

    /// Returns the rest of the line up to a comment, and skips it.
    pub(super) fn rest_of_line(&mut self) -> &'a str {
        self.scanner.take_while(|c| c != '\n' && c != '{').trim_end()
    }

    /// Returns whether only spaces stand before this place in its line.
    fn begins_line(&self, at: usize) -> bool {
        let before = self.scanner.text[..at].trim_end_matches(is_blank);
        before.is_empty() || before.ends_with(['\n', '\u{feff}'])
    }

    fn token(&mut self, next: char) -> Option<TokenKind<'a>> {
        let begin = self.scanner.at;
        let text = self.scanner.text;
        match next {
            '[' => Some(self.bracket(begin)),
            '{' => Some(self.comment(begin)),
            ';' => Some(TokenKind::Comment(&self.scanner.take_while(|c| c != '\n')[1..])),
            '%' => {
                self.scanner.take_while(|c| c != '\n');
                None
            }
            '(' => match mark_in_brackets(&text[begin..]) {
                Some(length) => {
                    self.scanner.at += length;
                    None
                }
                None => Some(self.one(TokenKind::Open)),
            },
            ')' => Some(self.one(TokenKind::Close)),
            '}' | ']' => Some(self.one(TokenKind::Stray)),
            '*' => {
                // Right behind a move, it says that the move is forced.
                let is_mark = text[..begin].ends_with(|c: char| !is_space(c) && !"})]".contains(c));
                let star = self.one(TokenKind::Star);
                (!is_mark).then_some(star)
            }
            '$' => {
                self.scanner.skip();
                self.scanner.digits();
                None
            }
            '!' | '?' | '.' | '…' | '‼' | '⁇' | '⁈' | '⁉' => {
                self.scanner.skip();
                None
            }
            _ => self.word(begin),
        }
    }

    fn one(&mut self, kind: TokenKind<'a>) -> TokenKind<'a> {
        self.scanner.skip();
        kind
    }

    /// Reads a number, a move, or another word.
    fn word(&mut self, begin: usize) -> Option<TokenKind<'a>> {
        let text = self.scanner.text;
        let digits = self.scanner.digits();
        let number = digits.parse().unwrap_or(u32::MAX);
        if !digits.is_empty() {
            let dots = self.scanner.take_while(|c| c == '.' || c == '…');
            if !dots.is_empty() {
                let count = dots.chars().map(|c| if c == '…' { 3 } else { 1 }).sum();
                return Some(TokenKind::Number(number, count));
            }
        }
        self.scanner.at = begin;
        if let Some((squares, length)) = written_move(&text[begin..]) {
            self.scanner.at += length;
            return Some(TokenKind::Move(squares));
        }
        let word = self.scanner.take_while(|c| !ends_word(c));
        if word.is_empty() {
            self.scanner.skip();
            return Some(TokenKind::Word(&text[begin..self.scanner.at]));
        }
        if word == digits && digits.len() == 4 {
            return Some(TokenKind::Move(format!("{} {}", number / 100, number % 100)));
        }
        if word == digits && digits.len() < 4 {
            return Some(TokenKind::Number(number, 0));
        }
        // An assessment, such as +- or =.
        let is_sign = |c: char| "+=±∓~∞⩲⩱#-−–—/".contains(c);
        let is_assessment =
            word.chars().all(is_sign) && word.contains(['+', '=', '±', '∓', '~', '∞', '⩲', '⩱', '#']);
        (!is_assessment).then_some(TokenKind::Word(word))
    }

    /// Reads a comment in braces.
    fn comment(&mut self, begin: usize) -> TokenKind<'a> {
        if let Some(end) = self.end_of_comment(begin) {
            self.scanner.at = end + 1;
            return TokenKind::Comment(&self.scanner.text[begin + 1..end]);
        }
        // Continue at the next line that begins with a tag.
        let rest = self.scanner.rest();
        self.scanner.at += rest.find("\n[").map_or(rest.len(), |at| at + 1);
        TokenKind::Unclosed
    }

    /// Returns the place of the brace that ends a comment; `None` if there is none. A comment that contains a
    /// line that is a tag and, below it, another comment has no end: it has run into the next game.
    fn end_of_comment(&mut self, begin: usize) -> Option<usize> {
        let text = self.scanner.text;
        if begin > self.last_brace {
            return None;
        }
        if begin >= self.braces.close {
            let close = begin + text[begin..].find('}')?;
            let last_open = text[..close].rfind('{').unwrap_or(begin);
            self.braces = Braces { close, last_open, tag: 0 };
        }
        let Braces { close, last_open, tag } = &mut self.braces;
        if begin >= *tag
            && let Some(inside) = text.get(begin + 1..*last_open)
        {
            *tag = line_of_tag(inside).map_or(*tag, |at| begin + 1 + at);
        }
        (begin >= *tag).then_some(*close)
    }

    /// Reads a tag, or other text in square brackets.
    fn bracket(&mut self, begin: usize) -> TokenKind<'a> {
        if let Some(tag) = self.tag(begin) {
            return TokenKind::Tag(tag);
        }
        self.scanner.at = begin + 1;
        let inside = self.scanner.take_while(|c| c != ']' && c != '\n');
        self.scanner.take(']');
        TokenKind::Bracketed(inside.trim())
    }

    fn tag(&mut self, begin: usize) -> Option<Tag> {
        let begins_line = self.begins_line(begin);
        let scanner = &mut self.scanner;
        scanner.take('[');
        scanner.take_while(is_blank);
        let name = scanner.take_while(|c| !is_space(c) && !"\"[](){}:".contains(c)).to_owned();
        if !name.starts_with(char::is_alphabetic) {
            return None;
        }
        scanner.take_while(is_blank);
        let start = scanner.at;
        if scanner.take('"')
            && let Some((value, length)) = quoted(scanner.rest())
        {
            let span = start + 1..start + 1 + length;
            scanner.at = span.end + 1;
            scanner.take_while(is_blank);
            scanner.take(']');
            return Some(Tag { name, value, span, form: TagForm::Quoted });
        }
        if !begins_line {
            return None;
        }
        scanner.at = start;
        let line = scanner.take_while(|c| c != '\n').trim_end();
        let is_open = line.starts_with('"');
        let (inside, form) = match line.find(']').filter(|_| !is_open) {
            Some(end) => (&line[..end], TagForm::Plain),
            None => (line.trim_end_matches(']'), TagForm::Unclosed),
        };
        if form == TagForm::Plain {
            scanner.at = start + inside.len() + 1;
        }
        let value = inside.trim_matches('"').trim().to_owned();
        Some(Tag { name, value, span: start..start + inside.len(), form })
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        loop {
            self.scanner.take_while(is_space);
            let begin = self.scanner.at;
            let next = self.scanner.peek()?;
            if let Some(kind) = self.token(next) {
                return Some(Token { kind, span: begin..self.scanner.at });
            }
        }
    }
}

fn is_blank(c: char) -> bool {
    c == ' ' || c == '\t' || c == '\u{a0}'
}

/// Returns whether a character is a space. Some old programs end a file with a control character.
fn is_space(c: char) -> bool {
    c.is_whitespace() || c.is_control() || c == '\u{feff}'
}

fn ends_word(c: char) -> bool {
    is_space(c) || "{}();[]$!?*".contains(c)
}

/// Returns the place of the first line of a text, but its first, that is a tag.
fn line_of_tag(text: &str) -> Option<usize> {
    let is_tag = |line: &str| {
        let name = line.strip_prefix('[').unwrap_or_default();
        let is_name = name.starts_with(|c: char| c.is_ascii_uppercase());
        is_name && name.contains(" \"") && name.trim_end().ends_with("\"]")
    };
    let breaks = text.match_indices('\n').map(|(at, _)| at + 1);
    breaks.into_iter().find(|&at| is_tag(text[at..].lines().next().unwrap_or_default()))
}

/// Reads the value behind a quote: up to a quote that a bracket follows, in this line or one of the next that
/// are not blank and begin with no bracket. Returns the value without escapes, and its length in the text.
fn quoted(text: &str) -> Option<(String, usize)> {
    let mut value = String::new();
    let mut chars = text.char_indices().take_while(|(at, _)| *at < LONGEST_TAG);
    while let Some((at, c)) = chars.next() {
        let rest = &text[at + c.len_utf8()..];
        match c {
            '"' if rest.trim_start_matches(is_blank).starts_with(']') => return Some((value, at)),
            '\\' if rest.starts_with(['"', '\\']) => value.extend(chars.next().map(|(_, c)| c)),
            '\n' if rest.starts_with(['[', '\n', '\r']) => return None,
            c => value.push(c),
        }
    }
    None
}

/// Returns the length of a mark in brackets, such as `(!)` or `(=)`, at the beginning of a text.
fn mark_in_brackets(text: &str) -> Option<usize> {
    let end = text.bytes().take(13).position(|byte| byte == b')')?;
    let inside = &text[1..end];
    let is_mark = !inside.trim().is_empty() && inside.chars().all(|c| "!?*=+-±∓~∞# ".contains(c));
    is_mark.then_some(end + 1)
}

/// Reads a move at the beginning of a text: squares, joined by signs of several kinds, perhaps with spaces
/// beside them. Returns it with `-`, `x`, or a space if there is no sign, and its length.
fn written_move(text: &str) -> Option<(String, usize)> {
    let mut scanner = Scanner::of_file(text);
    let mut squares = square(&mut scanner)?;
    let mut number = 1;
    loop {
        let before = scanner.at;
        if number == 1 {
            scanner.take_while(is_blank);
        }
        let sign = match scanner.peek() {
            Some('-' | '–' | '—' | '−' | '‐' | '‑') => '-',
            Some(':' | 'x' | 'X' | '×' | 'х' | 'Х') => 'x',
            _ if scanner.at == before
                && squares.ends_with(|c: char| c.is_ascii_digit())
                && !scanner.rest().starts_with(|c: char| c.is_ascii_digit()) =>
            {
                ' '
            }
            _ => {
                scanner.at = before;
                break;
            }
        };
        if sign != ' ' {
            scanner.skip();
            scanner.take_while(is_space);
        }
        let Some(next) = square(&mut scanner) else {
            scanner.at = before;
            break;
        };
        squares.push(sign);
        squares += &next;
        number += 1;
    }
    (number > 1 && scanner.peek().is_none_or(ends_word)).then_some((squares, scanner.at))
}

/// Reads a square: a letter and a digit, or a number without leading zeros.
fn square(scanner: &mut Scanner<'_>) -> Option<String> {
    let letter = match scanner.peek()?.to_lowercase().next()? {
        // Cyrillic letters that look the same.
        'а' => Some('a'),
        'с' => Some('c'),
        'е' => Some('e'),
        c if c.is_ascii_lowercase() => Some(c),
        _ => None,
    };
    let Some(letter) = letter else {
        let digits = scanner.digits();
        let number = digits.trim_start_matches('0');
        let number = if number.is_empty() && !digits.is_empty() { "0" } else { number };
        return (1..=2).contains(&digits.len()).then(|| number.to_owned());
    };
    scanner.skip();
    let digits = scanner.digits();
    (digits.len() == 1).then(|| format!("{letter}{digits}"))
}
