//! Lemmas as text: the rule by which each follows, and the earlier lemmas that it uses.

use crate::rhombus::text::{push_cell, read_cell};
use crate::rhombus::{Cell, CellSet, Rhombus};
use crate::scan::Scanner;

/// An end of a connection: one of the side's edges, or a cell that the side has or is to have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum End {
    Cell(Cell),
    First,
    Last,
}

/// The rule by which a lemma follows. Earlier lemmas are named by their numbers, from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Rule<S> {
    /// The ends and these stones touch each other.
    Join { ends: [End; 2], stones: S },
    /// Two full connections meet at a stone.
    Chain([u32; 2]),
    /// Two full connections meet at an empty cell, where the side plays.
    Key([u32; 2]),
    /// Connections of the same ends whose carriers have no cell in common to all.
    Or(Vec<u32>),
    /// The side plays on a cell and has a full connection then.
    Play { cell: Cell, then: u32 },
    /// A stone on this cell is not needed: with the other stones, given or of the lemma, it is dead.
    Dead { cell: Cell, then: u32, stones: S },
    /// Two captured cells: with the other stones, a stone on either makes the other dead.
    Captured { cells: [Cell; 2], then: u32, stones: S },
    /// The same turned by 180°.
    Turn(u32),
}

impl End {
    /// The end as a set of cells: none for an edge.
    pub(super) fn cells<S: CellSet>(self) -> S {
        match self {
            Self::Cell(cell) => S::one(cell),
            Self::First | Self::Last => S::EMPTY,
        }
    }
}

impl<S: CellSet> Rule<S> {
    /// Returns the numbers of the lemmas that the rule uses.
    pub(super) fn premises(&self) -> &[u32] {
        match self {
            Self::Join { .. } => &[],
            Self::Chain(two) | Self::Key(two) => two,
            Self::Or(all) => all,
            Self::Play { then, .. }
            | Self::Dead { then, .. }
            | Self::Captured { then, .. }
            | Self::Turn(then) => std::slice::from_ref(then),
        }
    }

    /// The same rule with other numbers for its premises.
    pub(super) fn renumbered(mut self, number: impl Fn(u32) -> u32) -> Self {
        match &mut self {
            Self::Join { .. } => {}
            Self::Chain(two) | Self::Key(two) => {
                *two = two.map(number);
                two.sort_unstable();
            }
            Self::Or(all) => {
                for one in &mut *all {
                    *one = number(*one);
                }
                all.sort_unstable();
            }
            Self::Play { then, .. }
            | Self::Dead { then, .. }
            | Self::Captured { then, .. }
            | Self::Turn(then) => {
                *then = number(*then);
            }
        }
        self
    }

    /// The line of a lemma.
    pub(super) fn format(&self, board: &Rhombus<S>) -> String {
        let mut line = Line { text: String::new(), cols: board.cols() };
        match self {
            Self::Join { ends, stones } => {
                line.word("join");
                for &end in ends {
                    line.end(end);
                }
                line.stones(*stones);
            }
            Self::Chain(two) => line.rule("chain", two),
            Self::Key(two) => line.rule("key", two),
            Self::Or(all) => line.rule("or", all),
            Self::Play { cell, then } => {
                line.rule("play", &[*then]);
                line.cell(*cell);
            }
            Self::Dead { cell, then, stones } => {
                line.rule("dead", &[*then]);
                line.cell(*cell);
                line.stones(*stones);
            }
            Self::Captured { cells, then, stones } => {
                line.rule("captured", &[*then]);
                for &cell in cells {
                    line.cell(cell);
                }
                line.stones(*stones);
            }
            Self::Turn(then) => line.rule("turn", &[*then]),
        }
        line.text
    }

    /// Reads a line in the one spelling that it has.
    pub(super) fn read(board: &Rhombus<S>, text: &str) -> Result<Self, String> {
        let mut words = Words { board, rest: text.split(' ') };
        let rule = match words.rest.next().unwrap_or_default() {
            "join" => Self::Join { ends: [words.end()?, words.end()?], stones: words.stones()? },
            "chain" => Self::Chain([words.number()?, words.number()?]),
            "key" => Self::Key([words.number()?, words.number()?]),
            "or" => Self::Or(words.numbers()?),
            "play" => {
                let then = words.number()?;
                Self::Play { cell: words.cell()?, then }
            }
            "dead" => {
                let then = words.number()?;
                Self::Dead { cell: words.cell()?, then, stones: words.stones()? }
            }
            "captured" => {
                let then = words.number()?;
                Self::Captured { cells: [words.cell()?, words.cell()?], then, stones: words.stones()? }
            }
            "turn" => Self::Turn(words.number()?),
            other => return Err(format!("there is no rule `{}`", short(other))),
        };
        if let Some(more) = words.rest.next() {
            return Err(format!("expected the end of the line, found `{}`", short(more)));
        }
        let expected = rule.format(board);
        if expected != text {
            return Err(format!("this is spelled `{}` in a certificate", short(&expected)));
        }
        if !rule.premises().is_sorted_by(|a, b| a < b) {
            return Err("the numbers of lemmas are not in ascending order".to_owned());
        }
        Ok(rule)
    }
}

/// A line in the making.
struct Line {
    text: String,
    cols: u32,
}

impl Line {
    fn word(&mut self, word: &str) {
        if !self.text.is_empty() {
            self.text.push(' ');
        }
        self.text.push_str(word);
    }

    fn rule(&mut self, name: &str, premises: &[u32]) {
        self.word(name);
        for number in premises {
            self.word(&number.to_string());
        }
    }

    fn cell(&mut self, cell: Cell) {
        self.text.push(' ');
        push_cell(&mut self.text, self.cols, cell);
    }

    fn end(&mut self, end: End) {
        match end {
            End::Cell(cell) => self.cell(cell),
            End::First => self.word("first"),
            End::Last => self.word("last"),
        }
    }

    fn stones<S: CellSet>(&mut self, stones: S) {
        if stones.any() {
            self.word("with");
            stones.iter().for_each(|cell| self.cell(cell));
        }
    }
}

/// The words of a line.
struct Words<'a, S> {
    board: &'a Rhombus<S>,
    rest: std::str::Split<'a, char>,
}

impl<S: CellSet> Words<'_, S> {
    fn number(&mut self) -> Result<u32, String> {
        let word = self.rest.next().unwrap_or_default();
        word.parse().map_err(|_| format!("expected the number of a lemma, found `{}`", short(word)))
    }

    fn numbers(&mut self) -> Result<Vec<u32>, String> {
        let mut all = Vec::new();
        while self.rest.clone().next().is_some() {
            all.push(self.number()?);
        }
        Ok(all)
    }

    fn cell(&mut self) -> Result<Cell, String> {
        let word = self.rest.next().unwrap_or_default();
        let mut scanner = Scanner::new(word);
        let (cell, _) = read_cell(self.board, &mut scanner).map_err(|error| error.to_string())?;
        Ok(cell)
    }

    fn end(&mut self) -> Result<End, String> {
        let edge = match self.rest.clone().next() {
            Some("first") => End::First,
            Some("last") => End::Last,
            _ => return self.cell().map(End::Cell),
        };
        self.rest.next();
        Ok(edge)
    }

    /// The stones behind `with`, if it follows.
    fn stones(&mut self) -> Result<S, String> {
        let mut stones = S::EMPTY;
        if self.rest.clone().next() == Some("with") {
            self.rest.next();
            while self.rest.clone().next().is_some() {
                stones |= S::one(self.cell()?);
            }
        }
        Ok(stones)
    }
}

/// The beginning of a text of any length, for a message.
fn short(text: &str) -> String {
    let mut short: String = text.chars().take(40).flat_map(char::escape_debug).collect();
    if text.chars().nth(40).is_some() {
        short.push('…');
    }
    short
}
