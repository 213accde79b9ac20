//! The brackets of SGF: the nodes of a game's main line, each with its properties.

use super::SgfReason;
use std::ops::Range;

/// The first fault of a game, by bytes of the file.
#[derive(Debug)]
pub(super) struct Broken {
    pub(super) span: Range<usize>,
    pub(super) reason: SgfReason,
}

/// A property of a node.
#[derive(Debug)]
pub(super) struct Property<'a> {
    pub(super) key: &'a str,
    pub(super) values: Vec<Value<'a>>,
}

/// A value as it stands in the file, without its brackets.
#[derive(Clone, Debug)]
pub(super) struct Value<'a> {
    pub(super) text: &'a str,
    pub(super) span: Range<usize>,
}

impl Value<'_> {
    /// The text with its marks taken away, on one line.
    pub(super) fn plain(&self) -> String {
        let mut plain = String::new();
        let mut chars = self.text.chars();
        while let Some(c) = chars.next() {
            match c {
                // A mark before a line break joins the lines.
                '\\' => plain.extend(chars.next().filter(|&c| c != '\n')),
                c => plain.push(c),
            }
        }
        plain.split_whitespace().collect::<Vec<_>>().join(" ")
    }
}

/// A place in a file of games.
pub(super) struct Tree<'a> {
    text: &'a str,
    /// Where the last value ends.
    last_close: usize,
    pub(super) at: usize,
}

impl<'a> Tree<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { text, last_close: text.rfind(']').unwrap_or(0), at: 0 }
    }

    /// Moves to the next game; whether there is something.
    pub(super) fn next_game(&mut self) -> bool {
        self.skip_space();
        self.at < self.text.len()
    }

    /// Reads the properties of a game's main line, node by node. Whatever is wrong, the reader stands behind the game afterwards.
    pub(super) fn game(&mut self) -> Result<Vec<Vec<Property<'a>>>, Broken> {
        let nodes = self.nodes();
        if nodes.is_err() && !self.begins_game() {
            let rest = &self.text[self.at..];
            self.at += rest.find("\n(").map_or(rest.len(), |next| next + 1);
        }
        nodes
    }

    fn nodes(&mut self) -> Result<Vec<Vec<Property<'a>>>, Broken> {
        let begin = self.at;
        if !self.take('(') {
            return Err(self.expected("`(` and a game, such as `(;GM[11]SZ[3];B[a1])`"));
        }
        let mut open = 1_u32;
        // The main line ends with the first bracket that closes.
        let mut main = true;
        let mut nodes = Vec::new();
        while open > 0 {
            self.skip_space();
            if self.at > begin + 1 && self.begins_game() {
                return Err(unclosed(begin));
            }
            match self.peek() {
                Some('(') => open += 1,
                Some(')') => {
                    open -= 1;
                    main = false;
                }
                Some(';') if main => nodes.push(Vec::new()),
                Some(';') => {}
                Some(c) if c.is_ascii_alphabetic() && !nodes.is_empty() => {
                    let property = self.property()?;
                    if let (true, Some(node)) = (main, nodes.last_mut()) {
                        node.push(property);
                    }
                    continue;
                }
                Some(_) if nodes.is_empty() => return Err(self.expected("`;` and a node's properties")),
                Some(_) => return Err(self.expected("a property such as `B[a1]`, `;`, `(` or `)`")),
                None => {
                    self.at = begin + 1;
                    let reason =
                        SgfReason::Expected { expected: "`)` at the end of the game that begins here" };
                    return Err(Broken { span: begin..begin + 1, reason });
                }
            }
            self.at += 1;
        }
        Ok(nodes)
    }

    /// Whether a line begins here with a game, and no variation of one: brackets before it have not been closed.
    fn begins_game(&self) -> bool {
        let rest = &self.text[self.at..];
        self.text[..self.at].ends_with('\n') && ["(;FF[", "(;GM["].iter().any(|head| rest.starts_with(head))
    }

    fn property(&mut self) -> Result<Property<'a>, Broken> {
        let start = self.at;
        let rest = &self.text[start..];
        let length = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
        self.at += length;
        let key = &rest[..length];
        let mut values = Vec::new();
        loop {
            self.skip_space();
            if !self.take('[') {
                break;
            }
            values.push(self.value()?);
        }
        if values.is_empty() {
            return Err(self.expected("`[` and the property's value"));
        }
        Ok(Property { key, values })
    }

    /// The value whose bracket has been opened.
    fn value(&mut self) -> Result<Value<'a>, Broken> {
        let start = self.at;
        let unclosed = || {
            let reason = SgfReason::Expected { expected: "`]` at the end of the value that begins here" };
            Err(Broken { span: start - 1..start, reason })
        };
        if start > self.last_close {
            return unclosed();
        }
        let mut marked = false;
        for (i, c) in self.text[start..].char_indices() {
            match c {
                _ if marked => marked = false,
                '\\' => marked = true,
                ']' => {
                    self.at = start + i + 1;
                    let span = start..start + i;
                    return Ok(Value { text: &self.text[span.clone()], span });
                }
                _ => {}
            }
        }
        unclosed()
    }

    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn take(&mut self, wanted: char) -> bool {
        let taken = self.peek() == Some(wanted);
        if taken {
            self.at += wanted.len_utf8();
        }
        taken
    }

    fn skip_space(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }

    fn expected(&self, expected: &'static str) -> Broken {
        let next = self.peek().filter(|&c| c != '\n').map_or(0, char::len_utf8);
        Broken { span: self.at..self.at + next, reason: SgfReason::Expected { expected } }
    }
}

/// The fault that a game does not end.
fn unclosed(begin: usize) -> Broken {
    let reason = SgfReason::Expected { expected: "`)` at the end of the game that begins here" };
    Broken { span: begin..begin + 1, reason }
}
