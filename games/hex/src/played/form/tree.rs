//! The tree structure of SGF: the nodes of a game, each with its properties.

use super::words::{MARKUP, OF_ROOT, is_text};
use nexsolve_catalogue::encoding::{self, Decoded, Origin};
use nexsolve_catalogue::record::Broken;
use nexsolve_catalogue::scan::Scanner;
use nexsolve_core::ReadFault;
use std::borrow::Cow;
use std::ops::Range;

/// A node of a game.
#[derive(Debug)]
pub(super) struct Node<'a> {
    /// The index of the parent node; the first node is its own parent.
    pub(super) parent: usize,
    /// Whether the node is on the main line, which ends at the first closing bracket.
    pub(super) is_main: bool,
    pub(super) properties: Vec<Property<'a>>,
}

impl<'a> Node<'a> {
    /// Returns the first value of a property, if the node has it.
    pub(super) fn value(&self, key: &str) -> Option<&Value<'a>> {
        self.values(key).next()
    }

    /// Returns the first value of each property with this name.
    pub(super) fn values(&self, key: &str) -> impl Iterator<Item = &Value<'a>> {
        self.properties.iter().filter(move |property| property.key == key).map(|property| &property.values[0])
    }
}

/// A property of a node.
#[derive(Debug)]
pub(super) struct Property<'a> {
    /// The name in capital letters, as in `FF[4]`: earlier versions add lower-case letters, which mean
    /// nothing.
    pub(super) key: Cow<'a, str>,
    pub(super) values: Vec<Value<'a>>,
}

/// A value as written in the file, without its brackets.
#[derive(Clone, Debug)]
pub(super) struct Value<'a> {
    pub(super) text: &'a str,
    span: Range<usize>,
    is_two_byte: bool,
}

impl<'a> Value<'a> {
    /// Creates a value that is written at these bytes.
    pub(super) fn new(text: &'a str, span: Range<usize>) -> Self {
        Self { text, span, is_two_byte: false }
    }

    /// Returns the text without escapes, in the encoding of the file.
    pub(super) fn unescaped(&self) -> String {
        let mut plain = String::new();
        let mut chars = self.text.chars();
        while let Some(c) = chars.next() {
            match c {
                // An escaped line break joins the lines.
                '\\' => plain.extend(chars.next().filter(|&c| c != '\n')),
                c if self.is_two_byte && is_lead(c) => {
                    plain.extend([Some(c), chars.next()].into_iter().flatten());
                }
                c => plain.push(c),
            }
        }
        plain
    }

    /// Creates a fault of this value.
    pub(super) fn broken(&self, reason: impl Into<String>) -> Broken {
        Broken::new(self.span.clone(), reason)
    }

    /// Creates a fault of this value as a cell or a move.
    pub(super) fn fault(&self, fault: &ReadFault) -> Broken {
        self.broken(fault.to_string())
    }
}

/// Returns whether a line of a text begins a game with a property.
pub(in crate::played) fn has_game(text: &str) -> bool {
    text.lines().any(|line| begins_tree(line.trim_start()))
}

/// Decodes a file. If it is not all UTF-8, or a game names another encoding, each character stands for a
/// byte, and each game decodes its own values.
pub(super) fn decode(bytes: &[u8]) -> Decoded<'_> {
    let decoded = encoding::decode(bytes);
    if bytes.is_ascii() || encoding::has_mark(bytes) {
        return decoded;
    }
    let named = decoded.text.match_indices("CA[").map(|(at, _)| &decoded.text[at + 3..]);
    let is_utf_8 = |rest: &str| rest.split_once(']').is_some_and(|(name, _)| encoding::is_utf_8(name));
    if decoded.origin == Origin::Known && named.into_iter().all(is_utf_8) {
        return decoded;
    }
    Decoded { text: encoding::characters(bytes).into(), origin: Origin::Bytes }
}

/// The place of a game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Begin {
    pub(super) at: usize,
    /// Whether text before it was skipped.
    pub(super) skips: bool,
}

/// The reader of a file of games.
pub(super) struct Tree<'a> {
    scanner: Scanner<'a>,
    /// Whether each character stands for a byte.
    is_bytes: bool,
    /// Whether characters of two bytes may contain the bytes of `\` and `]` in the current game.
    is_two_byte: bool,
    /// The end of the last value.
    last_close: usize,
    /// The range in which no `]` ends a text: later values need not search it.
    unfollowed: Range<usize>,
    /// From here on, no game begins after other text.
    last_game: usize,
}

impl<'a> Tree<'a> {
    pub(super) fn new(file: &'a Decoded<'_>) -> Self {
        let text = &*file.text;
        Self {
            scanner: Scanner::of_file(text),
            is_bytes: file.origin == Origin::Bytes,
            is_two_byte: false,
            last_close: text.rfind(']').unwrap_or(0),
            unfollowed: 0..0,
            last_game: text.len(),
        }
    }

    /// Moves to the next game; returns `None` at the end. Text before a game, such as the head of a letter,
    /// is skipped.
    pub(super) fn next_game(&mut self) -> Option<Begin> {
        self.is_two_byte = false;
        self.scanner.skip_space();
        let next = self.scanner.peek()?;
        let from = self.scanner.at;
        if next != '(' && from < self.last_game {
            let rest = self.scanner.rest();
            match rest.match_indices('(').find(|&(at, _)| begins_tree(&rest[at..])) {
                Some((at, _)) => self.scanner.at += at,
                None => self.last_game = from,
            }
        }
        Some(Begin { at: self.scanner.at, skips: self.scanner.at > from })
    }

    /// Reads the nodes of a game, parents before children. Afterwards the reader is at the end of the game,
    /// whatever was wrong in it.
    pub(super) fn game(&mut self) -> Result<Vec<Node<'a>>, Broken> {
        let nodes = self.nodes();
        if nodes.as_ref().is_ok_and(Vec::is_empty) {
            let end = self.scanner.at;
            return Err(Broken::expected(end - 1..end, "`;` and a node's properties"));
        }
        if nodes.is_err() && !self.begins_game() {
            let rest = self.scanner.rest();
            self.scanner.at += rest.find("\n(").map_or(rest.len(), |next| next + 1);
        }
        nodes
    }

    fn nodes(&mut self) -> Result<Vec<Node<'a>>, Broken> {
        let begin = self.scanner.at;
        let unclosed = || Broken::expected(begin..begin + 1, "`)` at the end of the game that begins here");
        if !self.scanner.take('(') {
            return Err(Broken::next(&self.scanner, "`(` and a game, such as `(;GM[11]SZ[3];B[a1])`"));
        }
        // The parents of the open brackets.
        let mut open = vec![0];
        let mut is_main = true;
        let mut nodes: Vec<Node<'a>> = Vec::new();
        let mut at = 0;
        while !open.is_empty() {
            self.scanner.skip_space();
            if self.scanner.at > begin + 1 && self.begins_game() {
                return Err(unclosed());
            }
            match self.scanner.peek() {
                Some('(') => open.push(at),
                Some(')') => {
                    at = open.pop().unwrap_or(0);
                    is_main = false;
                }
                Some(';') => {
                    nodes.push(Node { parent: at, is_main, properties: Vec::new() });
                    at = nodes.len() - 1;
                }
                Some(c) if c.is_ascii_alphabetic() && !nodes.is_empty() => {
                    let property = self.property()?;
                    if self.is_bytes && at == 0 && property.key == "CA" {
                        self.is_two_byte = encoding::has_two_byte_characters(property.values[0].text);
                    }
                    nodes[at].properties.push(property);
                    continue;
                }
                Some(_) if nodes.is_empty() => {
                    return Err(Broken::next(&self.scanner, "`;` and a node's properties"));
                }
                Some(_) => {
                    return Err(Broken::next(&self.scanner, "a property such as `B[a1]`, `;`, `(` or `)`"));
                }
                None => {
                    self.scanner.at = begin + 1;
                    return Err(unclosed());
                }
            }
            self.scanner.skip();
        }
        Ok(nodes)
    }

    /// Returns whether a game, not a variation, begins here at the start of a line: then earlier brackets
    /// were not closed.
    fn begins_game(&self) -> bool {
        let Scanner { text, at } = self.scanner;
        let Some(node) = text[at..].strip_prefix("(;").map(space_then) else { return false };
        let is_root = |key: &&str| node.strip_prefix(*key).is_some_and(|rest| rest.starts_with('['));
        text[..at].ends_with('\n') && OF_ROOT.iter().any(is_root)
    }

    fn property(&mut self) -> Result<Property<'a>, Broken> {
        let key = key_of(self.scanner.take_while(|c| c.is_ascii_alphanumeric()));
        let mut values = Vec::new();
        loop {
            self.scanner.skip_space();
            if !self.scanner.take('[') {
                break;
            }
            values.push(self.value(is_text(&key))?);
        }
        if values.is_empty() {
            return Err(Broken::next(&self.scanner, "`[` and the property's value"));
        }
        if let (Some(extra), false) = (values.get(1), MARKUP.contains(&&*key)) {
            return Err(extra.broken(format!("{key} has one value")));
        }
        Ok(Property { key, values })
    }

    /// Reads the value whose bracket has been opened. A value that is text (`is_text`) may contain brackets
    /// that are not escaped: it ends at the first that SGF can follow, if there is one.
    fn value(&mut self, is_text: bool) -> Result<Value<'a>, Broken> {
        let start = self.scanner.at;
        let is_two_byte = self.is_two_byte;
        let mut first = None;
        let mut end = self.scanner.text.len();
        let is_text = is_text && !self.unfollowed.contains(&start);
        let mut chars = self.scanner.rest().char_indices().take_while(|_| start <= self.last_close);
        while let Some((i, c)) = chars.next() {
            match c {
                '\\' => {
                    chars.next();
                }
                c if is_two_byte && is_lead(c) => {
                    chars.next();
                }
                ']' if !is_text || follows(&self.scanner.text[start + i + 1..]) => {
                    return Ok(self.closed(start..start + i));
                }
                ']' => first = first.or(Some(i)),
                // A text does not contain the next game.
                '\n' if first.is_some() && begins_tree(&self.scanner.text[start + i + 1..]) => {
                    end = start + i;
                    break;
                }
                _ => {}
            }
        }
        // Later values need not look again.
        self.unfollowed = start..end;
        match first {
            Some(i) => Ok(self.closed(start..start + i)),
            None => Err(Broken::expected(start - 1..start, "`]` at the end of the value that begins here")),
        }
    }

    fn closed(&mut self, span: Range<usize>) -> Value<'a> {
        self.scanner.at = span.end + 1;
        Value { text: &self.scanner.text[span.clone()], span, is_two_byte: self.is_two_byte }
    }
}

/// Returns the name of a property in capital letters. A name without any is all lower-case by mistake.
fn key_of(written: &str) -> Cow<'_, str> {
    if written.bytes().all(|b| !b.is_ascii_lowercase()) {
        written.into()
    } else if written.bytes().all(|b| !b.is_ascii_uppercase()) {
        written.to_ascii_uppercase().into()
    } else {
        written.chars().filter(|c| !c.is_ascii_lowercase()).collect::<String>().into()
    }
}

/// Returns whether the first byte of a character of two bytes has this value.
fn is_lead(c: char) -> bool {
    ('\u{81}'..='\u{fe}').contains(&c)
}

/// Returns whether a text begins with a property, as programs write it: a capital letter, the rest of the
/// name, and `[`.
fn begins_property(text: &str) -> bool {
    let name = text.bytes().take(MOST_LOOKED_AT).take_while(u8::is_ascii_alphanumeric).count();
    text.starts_with(|c: char| c.is_ascii_uppercase()) && text[name..].starts_with('[')
}

/// Returns whether a game or a variation with a property begins here.
fn begins_tree(text: &str) -> bool {
    let node = text.strip_prefix('(').map(space_then).and_then(|text| text.strip_prefix(';'));
    node.is_some_and(|node| begins_property(space_then(node)))
}

/// Returns whether a text can follow the last value of a property: the end, another property, a node, or a
/// bracket of the tree.
fn follows(text: &str) -> bool {
    let text = space_then(text);
    match text.bytes().next() {
        None | Some(b')') => true,
        Some(b';') => {
            let node = space_then(&text[1..]);
            node.is_empty() || node.starts_with([';', '(', ')']) || begins_property(node)
        }
        Some(b'(') => space_then(&text[1..]).starts_with(';'),
        Some(_) => begins_property(text),
    }
}

/// The number of spaces, and of letters of a name, that are looked at. It bounds the time of reading a
/// hostile file.
const MOST_LOOKED_AT: usize = 100;

/// Skips spaces, up to a limit.
fn space_then(text: &str) -> &str {
    let spaces = text.bytes().take(MOST_LOOKED_AT).take_while(u8::is_ascii_whitespace).count();
    &text[spaces..]
}
