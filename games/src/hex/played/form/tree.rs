//! The tree structure of SGF: the nodes of a game, each with its properties.

use crate::contract::record::{Broken, one_line};
use crate::contract::scan::Scanner;
use nexsolve_core::Fault;
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

/// A property of a node.
#[derive(Debug)]
pub(super) struct Property<'a> {
    pub(super) key: &'a str,
    pub(super) values: Vec<Value<'a>>,
}

/// A value as written in the file, without its brackets.
#[derive(Clone, Debug)]
pub(super) struct Value<'a> {
    pub(super) text: &'a str,
    span: Range<usize>,
}

impl Value<'_> {
    /// Returns the text without escapes, on one line.
    pub(super) fn plain(&self) -> String {
        one_line(&self.unmarked())
    }

    /// Returns the text without escapes.
    pub(super) fn unmarked(&self) -> String {
        let mut plain = String::new();
        let mut chars = self.text.chars();
        while let Some(c) = chars.next() {
            match c {
                // An escaped line break joins the lines.
                '\\' => plain.extend(chars.next().filter(|&c| c != '\n')),
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
    pub(super) fn fault(&self, fault: &Fault) -> Broken {
        self.broken(fault.to_string())
    }
}

/// The reader of a file of games.
pub(super) struct Tree<'a> {
    scanner: Scanner<'a>,
    /// The end of the last value.
    last_close: usize,
}

impl<'a> Tree<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { scanner: Scanner::of_file(text), last_close: text.rfind(']').unwrap_or(0) }
    }

    /// Moves to the next game; returns its place, or `None` at the end.
    pub(super) fn next_game(&mut self) -> Option<usize> {
        self.scanner.skip_space();
        self.scanner.peek().map(|_| self.scanner.at)
    }

    /// Reads the nodes of a game, parents before children. Afterwards the reader is at the end of the game, whatever was wrong
    /// in it.
    pub(super) fn game(&mut self) -> Result<Vec<Node<'a>>, Broken> {
        let nodes = self.nodes();
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

    /// Returns whether a game, not a variation, begins here at the start of a line: then earlier brackets were not
    /// closed.
    fn begins_game(&self) -> bool {
        let Scanner { text, at } = self.scanner;
        text[..at].ends_with('\n') && ["(;FF[", "(;GM["].iter().any(|head| text[at..].starts_with(head))
    }

    fn property(&mut self) -> Result<Property<'a>, Broken> {
        let key = self.scanner.take_while(|c| c.is_ascii_alphabetic());
        let mut values = Vec::new();
        loop {
            self.scanner.skip_space();
            if !self.scanner.take('[') {
                break;
            }
            values.push(self.value()?);
        }
        if values.is_empty() {
            return Err(Broken::next(&self.scanner, "`[` and the property's value"));
        }
        Ok(Property { key, values })
    }

    /// Reads the value whose bracket has been opened.
    fn value(&mut self) -> Result<Value<'a>, Broken> {
        let start = self.scanner.at;
        let mut marked = false;
        for (i, c) in self.scanner.rest().char_indices().take_while(|_| start <= self.last_close) {
            match c {
                _ if marked => marked = false,
                '\\' => marked = true,
                ']' => {
                    let span = start..start + i;
                    self.scanner.at = span.end + 1;
                    return Ok(Value { text: &self.scanner.text[span.clone()], span });
                }
                _ => {}
            }
        }
        Err(Broken::expected(start - 1..start, "`]` at the end of the value that begins here"))
    }
}
