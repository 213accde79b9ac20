//! Lemmas as text: the rule by which each follows, and the earlier lemmas that it uses.

use crate::{Nex, NexPosition};
use nexsolve_catalogue::scan::Scanner;
use nexsolve_core::Notation;
use nexsolve_core::words::shortened;
use nexsolve_rhombus::CellSet;
use nexsolve_rhombus::text::{cell_name, read_cell};
use std::fmt::{self, Display, Formatter};

/// The rule by which a lemma follows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Rule<S> {
    /// The side has stones on these cells, which join its edges.
    Chain(S),
    /// Every reply of the opponent in this position has an answer.
    Replies { position: NexPosition<S>, answers: Vec<Answer> },
}

/// An earlier lemma, by its number from 1, or that lemma rotated by 180°, written `-1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Answer {
    pub(super) lemma: u32,
    pub(super) is_turned: bool,
}

impl Display for Answer {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.is_turned { "-" } else { "" }, self.lemma)
    }
}

impl Answer {
    fn read(word: &str) -> Option<Self> {
        let number = word.strip_prefix('-');
        Some(Self { lemma: number.unwrap_or(word).parse().ok()?, is_turned: number.is_some() })
    }
}

impl<S: CellSet> Rule<S> {
    /// The same rule with other numbers of the lemmas that it uses.
    pub(super) fn renumbered(mut self, number: impl Fn(u32) -> u32) -> Self {
        if let Self::Replies { answers, .. } = &mut self {
            for answer in &mut *answers {
                answer.lemma = number(answer.lemma);
            }
            answers.sort_unstable();
            answers.dedup();
        }
        self
    }

    /// The line of a lemma.
    pub(super) fn format(&self, game: &Nex<S>) -> String {
        match self {
            Self::Chain(cells) => cells
                .iter()
                .fold("chain".to_owned(), |line, cell| line + " " + &cell_name(game.board().cols(), cell)),
            Self::Replies { position, answers } => {
                let line = format!("replies {} by", game.format_position(position));
                answers.iter().fold(line, |line, answer| format!("{line} {answer}"))
            }
        }
    }

    /// Reads a line, which has only one valid spelling.
    pub(super) fn read(game: &Nex<S>, text: &str) -> Result<Self, String> {
        let mut words = text.split(' ');
        let rule = match words.next().unwrap_or_default() {
            "chain" => {
                let mut cells = S::EMPTY;
                for word in words {
                    let (cell, _) = read_cell(game.board(), &mut Scanner::new(word))
                        .map_err(|error| error.to_string())?;
                    cells |= S::one(cell);
                }
                Self::Chain(cells)
            }
            "replies" => {
                let position = words.next().unwrap_or_default();
                let position = game.read_position(position).map_err(|error| error.to_string())?;
                if words.next() != Some("by") {
                    return Err("expected `by` after the position".to_owned());
                }
                let answers = words.map(|word| {
                    Answer::read(word)
                        .ok_or_else(|| format!("expected the number of a lemma, found `{}`", shortened(word)))
                });
                Self::Replies { position, answers: answers.collect::<Result<_, _>>()? }
            }
            other => return Err(format!("there is no rule `{}`", shortened(other))),
        };
        let expected = rule.format(game);
        if expected != text {
            return Err(format!("this is spelled `{}` in a certificate", shortened(&expected)));
        }
        if let Self::Replies { answers, .. } = &rule
            && !answers.is_sorted_by(|a, b| a < b)
        {
            return Err("the numbers of lemmas are not in ascending order".to_owned());
        }
        Ok(rule)
    }
}
