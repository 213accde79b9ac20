//! The value of one position by the rules and the values that it rests on.

use super::Source;
use nexsolve_core::{After, Ranked, Score, Unmoves, Wdl};
use nexsolve_db::{Metric, TableError};
use std::ops::ControlFlow;

/// How values are derived.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Rule {
    Reach,
    Wdl,
    Dtw,
}

impl Rule {
    pub(super) fn of(metric: Metric) -> Option<Self> {
        match metric {
            Metric::Reach => Some(Self::Reach),
            Metric::Wdl => Some(Self::Wdl),
            Metric::Dtw => Some(Self::Dtw),
            _ => None,
        }
    }

    /// What a finished game is worth.
    fn finished(self, outcome: Wdl) -> i16 {
        let score = match (self, outcome) {
            (Self::Wdl, Wdl::Win) => Score::WIN,
            (Self::Wdl, Wdl::Loss) => Score::LOSS,
            _ => Score::of_outcome(outcome),
        };
        score.to_raw()
    }

    /// The best that a move can be worth: none is looked at behind one that is.
    fn best(self) -> i16 {
        let score = match self {
            Self::Wdl => Score::WIN,
            Self::Reach | Self::Dtw => Score::MIN.lift(),
        };
        score.to_raw()
    }

    /// What a position is worth with a move to one worth `value`; for [`Rule::Reach`], whether that one can be reached.
    fn lifted(self, value: i16) -> i16 {
        match self {
            Self::Reach => value,
            Self::Wdl | Self::Dtw => {
                Score::from_raw(value).expect("the metric has no other values").lift().to_raw()
            }
        }
    }
}

/// The tables that the values of one table rest on.
pub(super) struct Derivation<'a, G> {
    game: &'a G,
    rule: Rule,
    /// By layer.
    tables: Vec<Option<Rested<'a>>>,
    start: (usize, u64),
}

struct Rested<'a> {
    source: &'a Source,
    /// What each code means for the positions that rest on it.
    lifted: [i16; 256],
}

impl<'a, G: Ranked + Unmoves> Derivation<'a, G> {
    pub(super) fn new(game: &'a G, rule: Rule, sources: &'a [Option<Source>], needs: &[usize]) -> Self {
        let rested = |(layer, source): (usize, &'a Option<Source>)| {
            let source = source.as_ref().filter(|_| needs.contains(&layer))?;
            // Codes come from checked blocks: the others do not occur.
            let mut lifted = [0; 256];
            for (lifted, &value) in lifted.iter_mut().zip(source.table().values()) {
                *lifted = rule.lifted(value);
            }
            Some(Rested { source, lifted })
        };
        let tables = sources.iter().enumerate().map(rested).collect();
        Self { game, rule, tables, start: game.rank(&game.start()) }
    }

    pub(super) fn game(&self) -> &'a G {
        self.game
    }

    /// The value of the position with this number. `before` is working memory.
    #[inline]
    pub(super) fn value(
        &self,
        number: (usize, u64),
        position: &G::Position,
        before: &mut Vec<G::Position>,
    ) -> Result<i16, TableError> {
        match self.rule {
            Rule::Reach => self.reach(number, position, before),
            Rule::Wdl | Rule::Dtw => self.score(position),
        }
    }

    fn reach(
        &self,
        number: (usize, u64),
        position: &G::Position,
        before: &mut Vec<G::Position>,
    ) -> Result<i16, TableError> {
        if number == self.start {
            return Ok(1);
        }
        self.game.predecessors(position, before);
        for earlier in &*before {
            let (layer, rank) = self.game.rank(earlier);
            if self.meaning(layer, rank)? == 1 {
                return Ok(1);
            }
        }
        Ok(0)
    }

    #[inline]
    fn score(&self, position: &G::Position) -> Result<i16, TableError> {
        let (mut best, mut fault) = (i16::MIN, None);
        let limit = self.rule.best();
        let _ = self.game.ranks_after(position, |after| {
            let value = match after {
                After::Ranked { layer, rank } => self.meaning(layer, rank),
                After::Over(outcome) => Ok(self.rule.lifted(self.rule.finished(outcome))),
            };
            match value {
                Ok(value) => best = best.max(value),
                Err(error) => fault = Some(error),
            }
            if best >= limit || fault.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        if let Some(fault) = fault {
            return Err(fault);
        }
        if best == i16::MIN {
            let outcome = self.game.outcome(position).expect("a position without moves is over");
            return Ok(self.rule.finished(outcome));
        }
        Ok(best)
    }

    /// What the value with this number means for a position that rests on it.
    #[inline]
    fn meaning(&self, layer: usize, rank: u64) -> Result<i16, TableError> {
        let table = self.tables[layer].as_ref().expect("a layer that the plan names");
        Ok(table.lifted[usize::from(table.source.code(rank)?)])
    }
}
