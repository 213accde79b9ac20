//! From a position to what a database knows of it.

use crate::omitted::follow;
use crate::{Database, Metric, Table, TableError};
use nexsolve_core::{
    After, Bounds, LayerId, Points, Probe, ProbeError, Prober, Ranked, Score, Wdl, replies_by_position,
};
use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};

/// Looks positions up in a database: in the tables of distances, else in those of values, else in those of points, whose sign
/// is a win, a draw or a loss. The points themselves are for [`DbProber::score`] to tell.
///
/// A position that has no number ([`Ranked::is_ranked`]) is in no table, and absent. One that tables leave out
/// ([`Ranked::is_omitted`]) is worth what its moves lead to, and absent if one of these is.
pub struct DbProber<G> {
    game: Arc<G>,
    database: Arc<Database>,
    /// Which tables tell a position's value, the first before the others.
    metrics: Vec<Metric>,
    /// The tables of each layer, by metric.
    layers: Vec<[Slot; Metric::ALL.len()]>,
}

/// A table once it has been looked for; `None` if there is none.
type Slot = OnceLock<Option<Arc<Table>>>;

impl<G: Ranked> DbProber<G> {
    /// A prober for the game whose positions the database holds; that it is this game is for the caller to see to
    /// ([`crate::Manifest::subject`]).
    pub fn new(game: Arc<G>, database: Arc<Database>) -> Self {
        let layers = game.layers().iter().map(|_| Default::default()).collect();
        let mut metrics = Metric::VALUES.to_vec();
        metrics.retain(|metric| database.manifest().tables.iter().any(|table| table.metric == *metric));
        Self { game, database, metrics, layers }
    }

    /// The database.
    pub fn database(&self) -> &Arc<Database> {
        &self.database
    }

    /// The points that the side to move wins from here on less those that the opponent wins; `None` if there is no table
    /// of [`Metric::Score`] for the position.
    ///
    /// # Errors
    /// If the table is damaged.
    pub fn score(&self, position: &G::Position) -> Result<Option<Points>, ProbeError> {
        Ok(self.value(position, Metric::Score)?.map(Points))
    }

    /// The same for many positions, in the order of their places in the tables, as [`Prober::probe_all`].
    ///
    /// # Errors
    /// As [`DbProber::score`], for the first position in the order of places.
    pub fn scores_many(&self, positions: &[G::Position]) -> Result<Vec<Option<Points>>, ProbeError> {
        let found = self.values_many(positions, Metric::Score)?;
        Ok(found.into_iter().map(|value| value.map(Points)).collect())
    }

    /// Whether play from the start that stops at a win can reach the position; `None` if there is no table for it.
    ///
    /// # Errors
    /// If the table is damaged.
    pub fn reachable(&self, position: &G::Position) -> Result<Option<bool>, ProbeError> {
        Ok(self.value(position, Metric::Reach)?.map(|value| value != 0))
    }

    /// What tables of this metric say of the position, as they store it ([`crate::TableSpec::values`]); `None` if there is
    /// no table for it.
    ///
    /// # Errors
    /// If a table is damaged.
    pub fn value(&self, position: &G::Position, metric: Metric) -> Result<Option<i16>, ProbeError> {
        if !self.game.is_ranked(position) {
            return Ok(None);
        }
        self.ranked(self.game.rank(position), position, metric)
    }

    /// The same of a position with this layer and number.
    fn ranked(
        &self,
        (layer, rank): (LayerId, u64),
        position: &G::Position,
        metric: Metric,
    ) -> Result<Option<i16>, ProbeError> {
        let Some(table) = self.table(layer, metric)? else { return Ok(None) };
        if self.is_omitted(position, metric) {
            return follow(&*self.game, metric, layer, position, |place, after| {
                self.ranked(place, after, metric)
            });
        }
        table.value(rank).map(Some).map_err(|error| reason(&error))
    }

    #[inline]
    fn is_omitted(&self, position: &G::Position, metric: Metric) -> bool {
        G::OMITS && metric != Metric::Reach && self.game.is_omitted(position)
    }

    /// What tables of this metric say, position by position.
    fn values_many(&self, positions: &[G::Position], metric: Metric) -> Result<Vec<Option<i16>>, ProbeError> {
        let ranked = positions.iter().enumerate().filter(|(_, position)| self.game.is_ranked(position));
        let mut places: Vec<((LayerId, u64), usize)> =
            ranked.map(|(i, position)| (self.game.rank(position), i)).collect();
        places.sort_unstable();
        let mut found = vec![None; positions.len()];
        for same in places.chunk_by(|a, b| a.0.0 == b.0.0) {
            let Some(table) = self.table(same[0].0.0, metric)? else { continue };
            let mut last = None;
            for &(place, i) in same {
                found[i] = if self.is_omitted(&positions[i], metric) {
                    self.ranked(place, &positions[i], metric)?
                } else {
                    let code = table.code_near(place.1, &mut last).map_err(|error| reason(&error))?;
                    Some(table.value_of(code))
                };
            }
        }
        Ok(found)
    }

    /// The layer's table.
    #[inline]
    fn table(&self, layer: LayerId, metric: Metric) -> Result<Option<&Arc<Table>>, ProbeError> {
        let slot = &self.layers[layer.index()][metric as usize];
        if let Some(table) = slot.get() {
            return Ok(table.as_ref());
        }
        let table =
            self.database.table_of(&self.game.layers()[layer], metric).map_err(|error| reason(&error))?;
        Ok(slot.get_or_init(|| table).as_ref())
    }
}

impl<G: Ranked> Prober<G> for DbProber<G> {
    fn probe(&self, position: &G::Position) -> Result<Probe, ProbeError> {
        for &metric in &self.metrics {
            if let Some(value) = self.value(position, metric)? {
                return Ok(Probe::Known(bounds(metric, value)));
            }
        }
        Ok(Probe::Absent)
    }

    /// In the order of their places in the tables, so that each block is read once.
    fn probe_all(&self, positions: &[G::Position]) -> Result<Vec<Probe>, ProbeError> {
        let mut found = vec![Probe::Absent; positions.len()];
        for &metric in &self.metrics {
            let left: Vec<usize> = (0..found.len()).filter(|&i| found[i] == Probe::Absent).collect();
            let asked: Vec<G::Position> = left.iter().map(|&i| positions[i]).collect();
            for (i, value) in left.into_iter().zip(self.values_many(&asked, metric)?) {
                if let Some(value) = value {
                    found[i] = Probe::Known(bounds(metric, value));
                }
            }
        }
        Ok(found)
    }

    /// By the numbers of what the moves lead to, without the positions, where a metric has tables of all of them and these
    /// leave no position out.
    fn replies(&self, game: &G, position: &G::Position) -> Result<Option<[u32; 3]>, ProbeError> {
        let numbered = !G::OMITS && self.game.is_ranked(position) && game.outcome(position).is_none();
        let Some(&metric) = self.metrics.first().filter(|_| numbered) else {
            return replies_by_position(self, game, position);
        };
        let (mut found, mut table, mut near, mut error) = ([0; 3], None, None, None);
        let walked = self.game.ranks_after(position, |after| {
            let value = match after {
                After::Over(outcome) => outcome,
                After::Ranked { layer, rank } => {
                    if table.is_none_or(|(last, _)| last != layer) {
                        near = None;
                        match self.table(layer, metric) {
                            Ok(Some(found)) => table = Some((layer, found)),
                            Ok(None) => return ControlFlow::Break(()),
                            Err(fault) => {
                                error = Some(fault);
                                return ControlFlow::Break(());
                            }
                        }
                    }
                    let (_, table) = table.expect("just set");
                    match table.code_near(rank, &mut near) {
                        Ok(code) => Wdl::of_sign(table.value_of(code)),
                        Err(fault) => {
                            error = Some(reason(&fault));
                            return ControlFlow::Break(());
                        }
                    }
                }
            };
            found[(-value) as usize] += 1;
            ControlFlow::Continue(())
        });
        match error {
            Some(error) => Err(error),
            None if walked.is_break() => replies_by_position(self, game, position),
            None => Ok(Some(found)),
        }
    }
}

/// What a stored value says: all of a score, or a win or loss in however many plies.
fn bounds(metric: Metric, value: i16) -> Bounds {
    let value = if metric == Metric::Score { value.signum() } else { value };
    let score = Score::from_raw(value).expect("checked with the header");
    match score.distance() {
        Some(_) => Bounds::exact(score),
        None => Bounds::of_value(score.wdl()),
    }
}

fn reason(error: &TableError) -> ProbeError {
    let remedy = error.fault.remedy();
    ProbeError { table: error.file.display().to_string(), reason: format!("{}; {remedy}", error.fault) }
}
