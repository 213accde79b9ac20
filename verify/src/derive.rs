//! Derives the value of one position from the rules and from other values.

use crate::source::TableCodes;
use nexsolve_core::{After, Layer, LayerId, Ranked, Score, Unmoves, Wdl};
use nexsolve_db::{Metric, TableError};
use std::ops::ControlFlow;

/// Returns whether values of this metric can agree with each other and still be wrong in a group of layers
/// that play can return to (`super::ground`).
pub(crate) fn is_circular(metric: Metric) -> bool {
    matches!(metric, Metric::Wdl | Metric::Score)
}

/// The value of a finished game in this layer.
fn finished(metric: Metric, layer: &Layer, outcome: Wdl) -> i16 {
    match (metric, outcome) {
        (Metric::Score, Wdl::Win) => points(layer.stake.into()),
        (Metric::Score, Wdl::Draw) => 0,
        (Metric::Score, Wdl::Loss) => points(-i32::from(layer.stake)),
        (Metric::Wdl, Wdl::Win) => Score::WIN.to_raw(),
        (Metric::Wdl, Wdl::Loss) => Score::LOSS.to_raw(),
        _ => Score::of_outcome(outcome).to_raw(),
    }
}

/// The greatest possible value of a move in this layer. Moves after one with this value are not examined.
fn best(metric: Metric, layer: &Layer) -> i16 {
    match metric {
        Metric::Wdl => Score::WIN.to_raw(),
        Metric::Reach | Metric::Dtw => Score::MIN.lift().to_raw(),
        Metric::Score => points(layer.stake.into()),
    }
}

/// The value that a move gives a position of the layer `here` if it leads to a position of value `value` in
/// the layer `there`. For [`Metric::Reach`], whether the position can be reached.
fn lifted(metric: Metric, here: &Layer, there: &Layer, value: i16) -> i16 {
    let score = || Score::from_raw(value).expect("the metric has no other values");
    match metric {
        Metric::Reach => value,
        // A win or loss without a distance is not a value of this metric, and gives no value to others.
        Metric::Dtw if value.abs() == Score::WIN.to_raw() => Score::DRAW.to_raw(),
        Metric::Wdl | Metric::Dtw => score().lift().to_raw(),
        Metric::Score => points(i32::from(here.stake) - i32::from(there.stake) - i32::from(value)),
    }
}

/// Points as stored in a table; points out of range never equal a stored value.
fn points(points: i32) -> i16 {
    i16::try_from(points).unwrap_or(i16::MAX)
}

/// The tables from which the values of one table follow.
pub(crate) struct Derivation<'a, G> {
    game: &'a G,
    metric: Metric,
    /// The layer of the table.
    layer: LayerId,
    /// By layer.
    tables: Vec<Option<Rested<'a>>>,
    /// The start, which is reached without a move, for tables of reachable positions.
    start: Option<(LayerId, u64)>,
}

struct Rested<'a> {
    source: &'a TableCodes,
    /// For each code, its value as seen from the positions that lead to it.
    lifted: [i16; 256],
}

impl<'a, G: Ranked + Unmoves> Derivation<'a, G> {
    pub(crate) fn new(
        game: &'a G,
        metric: Metric,
        layer: LayerId,
        sources: &'a [Option<TableCodes>],
        needs: &[LayerId],
    ) -> Self {
        let layers = game.layers();
        let rested = |((id, there), source): ((LayerId, &Layer), &'a Option<TableCodes>)| {
            let source = source.as_ref().filter(|_| needs.contains(&id))?;
            // Codes come from checked blocks, so other codes do not occur.
            let mut lifted = [0; 256];
            for (lifted, &value) in lifted.iter_mut().zip(source.table().values()) {
                *lifted = self::lifted(metric, &layers[layer], there, value);
            }
            Some(Rested { source, lifted })
        };
        let tables = Layer::with_ids(layers).zip(sources).map(rested).collect();
        let start = game.start();
        let start = (metric == Metric::Reach && game.is_ranked(&start)).then(|| game.rank(&start));
        Self { game, metric, layer, tables, start }
    }

    pub(crate) fn game(&self) -> &'a G {
        self.game
    }

    /// Returns whether the table omits the position.
    pub(crate) fn is_omitted(&self, position: &G::Position) -> bool {
        G::OMITS && self.metric != Metric::Reach && self.game.is_omitted(position)
    }

    /// Derives the value of the position with this rank. `before` is working memory.
    #[inline]
    pub(crate) fn value(
        &self,
        number: (LayerId, u64),
        position: &G::Position,
        before: &mut Vec<G::Position>,
    ) -> Result<i16, TableError> {
        match self.metric {
            Metric::Reach => self.reach(number, position, before),
            Metric::Wdl | Metric::Dtw | Metric::Score => self.score(position),
        }
    }

    fn reach(
        &self,
        number: (LayerId, u64),
        position: &G::Position,
        before: &mut Vec<G::Position>,
    ) -> Result<i16, TableError> {
        if Some(number) == self.start {
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
        let layer = &self.game.layers()[self.layer];
        let best = self.best(position, best(self.metric, layer), |after| self.worth(after))?;
        Ok(best.unwrap_or_else(|| {
            let outcome = self.game.outcome(position).expect("a position without moves is over");
            self.finished(layer, position, outcome)
        }))
    }

    /// The value of a finished game with this position, which has a rank in this layer.
    fn finished(&self, layer: &Layer, position: &G::Position, outcome: Wdl) -> i16 {
        let points = self.game.at_the_end(position).filter(|_| self.metric == Metric::Score);
        points.unwrap_or_else(|| finished(self.metric, layer, outcome))
    }

    /// Returns the greatest value of a move. It stops at a move with the greatest possible value. `None` if
    /// there is no move.
    #[inline]
    fn best(
        &self,
        position: &G::Position,
        limit: i16,
        worth: impl Fn(After) -> Result<i16, TableError>,
    ) -> Result<Option<i16>, TableError> {
        let (mut best, mut fault) = (None, None);
        let _ = self.game.ranks_after(position, |after| {
            match worth(after) {
                Ok(value) => best = best.max(Some(value)),
                Err(error) => fault = Some(error),
            }
            let is_enough = fault.is_some() || best >= Some(limit);
            if is_enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        fault.map_or(Ok(best), Err)
    }

    /// Returns whether a win or loss of this value is grounded, given which other positions of its group are
    /// (`super::ground`). For the layer and rank after a move, `stays` returns whether the move stays in the
    /// group, and if so, whether that position is grounded.
    pub(crate) fn is_grounded(
        &self,
        position: &G::Position,
        value: i16,
        stays: impl Fn(LayerId, u64) -> Option<bool>,
    ) -> Result<bool, TableError> {
        let (mut fault, mut moves) = (None, false);
        // A win needs one grounded move; in a loss, all moves must be grounded.
        let found = self.game.ranks_after(position, |after| {
            moves = true;
            let good = match after {
                After::Ranked { layer, rank } => stays(layer, rank).unwrap_or(true),
                After::Over(_) => true,
            };
            if value < 0 {
                return if good { ControlFlow::Continue(()) } else { ControlFlow::Break(()) };
            }
            match good.then(|| self.worth(after)) {
                Some(Ok(worth)) if worth == value => ControlFlow::Break(()),
                Some(Err(error)) => {
                    fault = Some(error);
                    ControlFlow::Break(())
                }
                _ => ControlFlow::Continue(()),
            }
        });
        match fault {
            Some(error) => Err(error),
            None => Ok(!moves || found.is_break() == (value > 0)),
        }
    }

    /// The value of a move that leads to this rank.
    #[inline]
    fn worth(&self, after: After) -> Result<i16, TableError> {
        match after {
            After::Ranked { layer, rank } => self.meaning(layer, rank),
            After::Over(outcome) => {
                let here = &self.game.layers()[self.layer];
                Ok(lifted(self.metric, here, here, finished(self.metric, here, outcome)))
            }
        }
    }

    /// The value of this rank, as seen from a position that leads to it.
    #[inline]
    fn meaning(&self, layer: LayerId, rank: u64) -> Result<i16, TableError> {
        let table = self.rested(layer);
        if G::OMITS && self.metric != Metric::Reach && !table.source.is_complete() {
            let layers = self.game.layers();
            return Ok(lifted(self.metric, &layers[self.layer], &layers[layer], self.found(layer, rank)?));
        }
        Ok(table.lifted[usize::from(table.source.code(rank)?)])
    }

    /// The value of this rank, from the table, or if it is omitted, derived from the moves.
    fn found(&self, layer: LayerId, rank: u64) -> Result<i16, TableError> {
        let position = self.game.unrank(layer, rank).expect("a position with a number");
        let source = self.rested(layer).source;
        if !source.table().is_derived() && !self.game.is_omitted(&position) {
            return Ok(source.table().values()[usize::from(source.code(rank)?)]);
        }
        let layers = self.game.layers();
        let here = &layers[layer];
        if let Some(outcome) = self.game.outcome(&position) {
            return Ok(self.finished(here, &position, outcome));
        }
        let best = self.best(&position, i16::MAX, |after| match after {
            After::Ranked { layer, rank } => {
                Ok(lifted(self.metric, here, &layers[layer], self.found(layer, rank)?))
            }
            After::Over(outcome) => Ok(lifted(self.metric, here, here, finished(self.metric, here, outcome))),
        })?;
        Ok(best.expect("a position that is not over has a move"))
    }

    #[inline]
    fn rested(&self, layer: LayerId) -> &Rested<'a> {
        self.tables[layer.index()].as_ref().expect("a layer that the plan names")
    }
}
