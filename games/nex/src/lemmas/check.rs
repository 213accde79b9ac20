//! The check of lemmas: it applies each rule again, and uses only the rules of the game and the shape of the
//! board.
//!
//! It shares only the spelling of lemmas (`rule.rs`) with the code that writes them. `docs/CERTIFICATES.md`
//! says why the rules are sound.

use super::rule::{Answer, Rule};
use crate::{Nex, NexPosition};
use nexsolve_core::{Deductions, Flaw, Game, Notation, Side};
use nexsolve_rhombus::{CellSet, Rhombus};

/// A position as the winning side sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Contents<S> {
    pub(super) own: S,
    pub(super) others: S,
    pub(super) neutral: S,
}

impl<S: CellSet> Contents<S> {
    pub(super) fn of(position: &NexPosition<S>, side: Side) -> Self {
        let (own, others) = (position.stones(side), position.stones(side.other()));
        Self { own, others, neutral: position.neutral }
    }

    pub(super) fn within(self, cells: S) -> Self {
        Self { own: self.own & cells, others: self.others & cells, neutral: self.neutral & cells }
    }

    pub(super) fn numbers(self) -> [u32; 3] {
        [self.own, self.others, self.neutral].map(S::count)
    }

    fn empty(self, board: &Rhombus<S>) -> S {
        board.full().without(self.own | self.others | self.neutral)
    }
}

/// The positions that a lemma covers. The opponent is to move there, and the side wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Lemma<S> {
    /// The side has stones on these cells, which join its edges.
    Chain(S),
    /// As in this position, the contents of the region, and the numbers of stones of each kind.
    Alike { position: Contents<S>, region: S },
}

impl<S: CellSet> Lemma<S> {
    pub(super) fn region(&self) -> S {
        match *self {
            Self::Chain(cells) => cells,
            Self::Alike { region, .. } => region,
        }
    }

    /// The lemma rotated by 180°.
    pub(super) fn turned(&self, board: &Rhombus<S>) -> Self {
        let turn = |cells| board.rotated(cells);
        match *self {
            Self::Chain(cells) => Self::Chain(turn(cells)),
            Self::Alike { position: Contents { own, others, neutral }, region } => Self::Alike {
                position: Contents { own: turn(own), others: turn(others), neutral: turn(neutral) },
                region: turn(region),
            },
        }
    }

    /// Returns whether the lemma covers a position in which the opponent is to move.
    pub(super) fn covers(&self, at: Contents<S>) -> bool {
        match *self {
            Self::Chain(cells) => cells.without(at.own).is_empty(),
            Self::Alike { position, region } => {
                at.within(region) == position.within(region) && at.numbers() == position.numbers()
            }
        }
    }

    /// Returns whether the side, which is to move, has a legal move to a position that the lemma covers.
    pub(super) fn answers(&self, board: &Rhombus<S>, at: Contents<S>) -> bool {
        match *self {
            Self::Chain(cells) => {
                let missing = cells.without(at.own);
                let empty = at.empty(board);
                let generates =
                    missing.count() == 1 && missing.without(empty).is_empty() && empty.count() >= 2;
                let transforms = (1..=2).contains(&missing.count())
                    && missing.without(at.neutral).is_empty()
                    && at.neutral.count() >= 2
                    && at.own.without(cells).any();
                generates || transforms
            }
            Self::Alike { position, region } => {
                let (before, after) = (at.within(region), position.within(region));
                if before.others != after.others {
                    return false;
                }
                let [own, others, neutral] = at.numbers();
                let gained = after.own.without(before.own);
                let given = before.own.without(after.own);
                let placed = after.neutral.without(before.neutral);
                let taken = before.neutral.without(after.neutral);
                let numbers = position.numbers();
                if numbers == [own + 1, others, neutral + 1] {
                    return gained.count() <= 1
                        && given.is_empty()
                        && placed.count() <= 1
                        && taken.is_empty();
                }
                // The stones that do not change within the region change elsewhere.
                numbers == [own + 1, others, neutral.wrapping_sub(1)]
                    && gained == taken
                    && given == placed
                    && gained.count() <= 2
                    && given.count() <= 1
                    && at.neutral.without(region).count() + gained.count() >= 2
                    && at.own.without(region).count() + given.count() >= 1
            }
        }
    }
}

/// The check of a proof that a side wins a position.
pub(super) struct Check<'a, S> {
    pub(super) game: &'a Nex<S>,
    pub(super) side: Side,
    pub(super) position: NexPosition<S>,
    lemmas: Vec<Lemma<S>>,
    used: Vec<bool>,
}

impl<'a, S: CellSet> Check<'a, S> {
    /// Begins the check of a proof that `side` wins `position`.
    pub(super) fn new(game: &'a Nex<S>, position: NexPosition<S>, side: Side) -> Self {
        Self { game, side, position, lemmas: Vec::new(), used: Vec::new() }
    }

    /// Adds the lemma that follows by `rule`; an error if the rule does not apply.
    pub(super) fn add(&mut self, rule: &Rule<S>) -> Result<Lemma<S>, String> {
        let lemma = self.apply(rule)?;
        self.push(rule, lemma);
        Ok(lemma)
    }

    /// Adds a lemma that follows by `rule`.
    pub(super) fn push(&mut self, rule: &Rule<S>, lemma: Lemma<S>) {
        if let Rule::Replies { answers, .. } = rule {
            for answer in answers {
                self.used[answer.lemma as usize - 1] = true;
            }
        }
        self.lemmas.push(lemma);
        self.used.push(false);
    }

    /// Returns the lemma that follows by `rule`; an error if the rule does not apply.
    pub(super) fn apply(&self, rule: &Rule<S>) -> Result<Lemma<S>, String> {
        match rule {
            Rule::Chain(cells) => self.chain(*cells),
            Rule::Replies { position, answers } => self.replies(position, answers),
        }
    }

    fn chain(&self, cells: S) -> Result<Lemma<S>, String> {
        let joins = |cells| self.game.board().connects(cells, self.side);
        if !joins(cells) {
            return Err("the cells do not join the edges".to_owned());
        }
        if cells.iter().any(|cell| joins(cells.without(S::one(cell)))) {
            return Err("fewer of the cells join the edges".to_owned());
        }
        Ok(Lemma::Chain(cells))
    }

    fn replies(&self, position: &NexPosition<S>, answers: &[Answer]) -> Result<Lemma<S>, String> {
        let board = self.game.board();
        if position.side_to_move() == self.side {
            return Err(format!("{} is to move in the position", self.side));
        }
        if self.game.outcome(position).is_some() {
            return Err("the game is over in the position".to_owned());
        }
        let lemmas: Vec<Lemma<S>> =
            answers.iter().map(|answer| self.lemma(*answer)).collect::<Result<_, _>>()?;
        let mut is_needed = vec![false; lemmas.len()];
        for (reply, after) in self.game.continuations(position) {
            let after = Contents::of(&after, self.side);
            let Some(first) = lemmas.iter().position(|lemma| lemma.answers(board, after)) else {
                let reply = self.game.format_move(position, reply);
                return Err(format!("no lemma answers {reply}"));
            };
            is_needed[first] = true;
        }
        if let Some(spare) = is_needed.iter().position(|needed| !needed) {
            return Err(format!("no reply needs lemma {}", answers[spare]));
        }
        // With fewer than two empty cells, the opponent may have to give up a stone of a chain.
        let region = match self.game.empty(position).count() {
            0 | 1 => board.full(),
            _ => lemmas.iter().fold(S::EMPTY, |region, lemma| region | lemma.region()),
        };
        Ok(Lemma::Alike { position: Contents::of(position, self.side), region })
    }

    pub(super) fn lemma(&self, answer: Answer) -> Result<Lemma<S>, String> {
        let at = usize::try_from(answer.lemma).ok().and_then(|number| number.checked_sub(1));
        let lemma = at
            .and_then(|at| self.lemmas.get(at))
            .ok_or_else(|| format!("there is no lemma {} before this", answer.lemma))?;
        Ok(if answer.is_turned { lemma.turned(self.game.board()) } else { *lemma })
    }
}

impl<S: CellSet> Deductions for Check<'_, S> {
    fn deduce(&mut self, line: &str) -> Result<(), String> {
        self.add(&Rule::read(self.game, line)?).map(|_| ())
    }

    fn conclude(&self) -> Result<(), Flaw> {
        let (Some(last), Some((_, others))) = (self.lemmas.last(), self.used.split_last()) else {
            return Err(Flaw { lemma: None, reason: "there is no lemma".to_owned() });
        };
        if let Some(unused) = others.iter().position(|used| !used) {
            return Err(Flaw { lemma: Some(unused), reason: "no later lemma uses this one".to_owned() });
        }
        let at = Contents::of(&self.position, self.side);
        let wins = if self.position.side_to_move() == self.side {
            last.answers(self.game.board(), at)
        } else {
            last.covers(at)
        };
        if wins {
            return Ok(());
        }
        let reason = format!("the last lemma does not say that {} wins the position", self.side);
        Err(Flaw { lemma: Some(others.len()), reason })
    }
}
