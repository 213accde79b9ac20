//! Lemmas as text: the rule by which each follows, and the earlier lemmas that it uses.

use nexsolve_catalogue::scan::Scanner;
use nexsolve_core::words::shortened;
use nexsolve_rhombus::text::{cell_name, read_cell};
use nexsolve_rhombus::{Cell, CellSet, Rhombus};

/// An end of a connection: one of the side's edges, or a cell that has or will get a stone of the side.
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
    /// Connections of the same ends. No cell is in all their carriers.
    Or(Vec<u32>),
    /// The side plays on a cell and then has a full connection.
    Play { cell: Cell, then: u32 },
    /// A stone on this cell is not needed: with the other stones, given here or in the lemma, the cell is
    /// dead.
    Dead { cell: Cell, then: u32, stones: S },
    /// Two captured cells: with the other stones, a stone on either makes the other dead.
    Captured { cells: [Cell; 2], then: u32, stones: S },
    /// The same, rotated by 180°.
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
        self.parts().1
    }

    /// Returns the name of the rule, the numbers of the lemmas that it uses, its ends or cells, and its
    /// stones.
    fn parts(&self) -> (&'static str, &[u32], Vec<End>, S) {
        let one = std::slice::from_ref;
        match self {
            Self::Join { ends, stones } => ("join", &[], ends.to_vec(), *stones),
            Self::Chain(two) => ("chain", two, Vec::new(), S::EMPTY),
            Self::Key(two) => ("key", two, Vec::new(), S::EMPTY),
            Self::Or(all) => ("or", all, Vec::new(), S::EMPTY),
            Self::Play { cell, then } => ("play", one(then), vec![End::Cell(*cell)], S::EMPTY),
            Self::Dead { cell, then, stones } => ("dead", one(then), vec![End::Cell(*cell)], *stones),
            Self::Captured { cells, then, stones } => {
                ("captured", one(then), cells.map(End::Cell).to_vec(), *stones)
            }
            Self::Turn(then) => ("turn", one(then), Vec::new(), S::EMPTY),
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
                all.dedup();
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
        let (name, premises, ends, stones) = self.parts();
        let mut words = vec![name.to_owned()];
        words.extend(premises.iter().map(u32::to_string));
        words.extend(ends.into_iter().map(|end| match end {
            End::Cell(cell) => cell_name(board.cols(), cell),
            End::First => "first".to_owned(),
            End::Last => "last".to_owned(),
        }));
        if stones.any() {
            words.push("with".to_owned());
            words.extend(stones.iter().map(|cell| cell_name(board.cols(), cell)));
        }
        words.join(" ")
    }

    /// Reads a line, which has only one valid spelling.
    pub(super) fn read(board: &Rhombus<S>, text: &str) -> Result<Self, String> {
        let mut words = Words { board, rest: text.split(' ') };
        let rule = match words.rest.next().unwrap_or_default() {
            "join" => Self::Join { ends: [words.end()?, words.end()?], stones: words.stones()? },
            "chain" => Self::Chain([words.number()?, words.number()?]),
            "key" => Self::Key([words.number()?, words.number()?]),
            "or" => Self::Or(words.numbers()?),
            "play" => Self::Play { then: words.number()?, cell: words.cell()? },
            "dead" => Self::Dead { then: words.number()?, cell: words.cell()?, stones: words.stones()? },
            "captured" => Self::Captured {
                then: words.number()?,
                cells: [words.cell()?, words.cell()?],
                stones: words.stones()?,
            },
            "turn" => Self::Turn(words.number()?),
            other => return Err(format!("there is no rule `{}`", shortened(other))),
        };
        if let Some(more) = words.rest.next() {
            return Err(format!("expected the end of the line, found `{}`", shortened(more)));
        }
        let expected = rule.format(board);
        if expected != text {
            return Err(format!("this is spelled `{}` in a certificate", shortened(&expected)));
        }
        if !rule.premises().is_sorted_by(|a, b| a < b) {
            return Err("the numbers of lemmas are not in ascending order".to_owned());
        }
        Ok(rule)
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
        word.parse().map_err(|_| format!("expected the number of a lemma, found `{}`", shortened(word)))
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

    /// The stones after `with`, if it is present.
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
