//! From a position to what a database knows of it.

use crate::{Database, Metric, Table, TableError, TableFault};
use nexsolve_core::{Bounds, Plies, Probe, ProbeError, Prober, Ranked, Score, Wdl};
use std::sync::{Arc, OnceLock};

/// Looks positions up in a database: in the table of distances where there is one, else in that of values, else in that of
/// points, whose sign is a win, a draw or a loss. The points themselves are for [`DbProber::score`] to tell.
///
/// A position that has no number ([`Ranked::is_ranked`]) is in no table, and absent.
pub struct DbProber<'a, G> {
    game: &'a G,
    database: Arc<Database>,
    /// The tables of each layer: for the value, for reachability, and for points.
    layers: Vec<[Slot; 3]>,
}

/// A table once it has been looked for; `None` if there is none.
type Slot = OnceLock<Option<Arc<Table>>>;

const VALUE: usize = 0;
const REACH: usize = 1;
const POINTS: usize = 2;

impl<'a, G: Ranked> DbProber<'a, G> {
    /// A prober for the game whose positions the database holds; that it is this game is for the caller to see to
    /// ([`crate::Manifest::subject`]).
    pub fn new(game: &'a G, database: Arc<Database>) -> Self {
        let layers = game.layers().iter().map(|_| Default::default()).collect();
        Self { game, database, layers }
    }

    /// The database.
    pub fn database(&self) -> &Arc<Database> {
        &self.database
    }

    /// Looks positions up, in the order of their places in the tables, so that each block is read once. The answers are
    /// in the order of the positions.
    ///
    /// # Errors
    /// As [`Prober::probe`], for the first position in the order of places.
    pub fn probe_many(&self, positions: &[G::Position]) -> Result<Vec<Probe>, ProbeError> {
        let known = |table: &Table, value| Probe::Known(bounds(table.metric(), value));
        let found = self.look_up(positions, VALUE, known)?;
        Ok(found.into_iter().map(|probe| probe.unwrap_or(Probe::Absent)).collect())
    }

    /// The points that the side to move wins from here on less those that the opponent wins; `None` if there is no table
    /// of [`Metric::Score`] for the position.
    ///
    /// # Errors
    /// If the table is damaged.
    pub fn score(&self, position: &G::Position) -> Result<Option<i16>, ProbeError> {
        self.one(position, POINTS)?.map(|(table, rank)| value(table, rank)).transpose()
    }

    /// The same for many positions, in the order of their places in the tables, as [`DbProber::probe_many`].
    ///
    /// # Errors
    /// As [`DbProber::score`], for the first position in the order of places.
    pub fn scores_many(&self, positions: &[G::Position]) -> Result<Vec<Option<i16>>, ProbeError> {
        self.look_up(positions, POINTS, |_, value| value)
    }

    /// Whether play from the start that stops at a win can reach the position; `None` if there is no table for it.
    ///
    /// # Errors
    /// If the table is damaged.
    pub fn reachable(&self, position: &G::Position) -> Result<Option<bool>, ProbeError> {
        let Some((table, rank)) = self.one(position, REACH)? else { return Ok(None) };
        Ok(Some(value(table, rank)? != 0))
    }

    /// The table with the position, and its number there.
    #[inline]
    fn one(&self, position: &G::Position, what: usize) -> Result<Option<(&Table, u64)>, ProbeError> {
        if !self.game.is_ranked(position) {
            return Ok(None);
        }
        let (layer, rank) = self.game.rank(position);
        Ok(self.table(layer, what)?.map(|table| (&**table, rank)))
    }

    /// What `answer` makes of the tables' values, position by position; `None` where there is no table.
    fn look_up<T: Clone>(
        &self,
        positions: &[G::Position],
        what: usize,
        answer: impl Fn(&Table, i16) -> T,
    ) -> Result<Vec<Option<T>>, ProbeError> {
        let ranked = positions.iter().enumerate().filter(|(_, position)| self.game.is_ranked(position));
        let mut places: Vec<((usize, u64), usize)> =
            ranked.map(|(i, position)| (self.game.rank(position), i)).collect();
        places.sort_unstable();
        let mut found = vec![None; positions.len()];
        for same in places.chunk_by(|a, b| a.0.0 == b.0.0) {
            let Some(table) = self.table(same[0].0.0, what)? else { continue };
            let mut last = None;
            for &((_, rank), i) in same {
                let code = table.code_near(rank, &mut last).map_err(|error| reason(&error))?;
                found[i] = Some(answer(table, table.value_of(code)));
            }
        }
        Ok(found)
    }

    /// The layer's table.
    #[inline]
    fn table(&self, layer: usize, what: usize) -> Result<Option<&Arc<Table>>, ProbeError> {
        let slot = &self.layers[layer][what];
        if let Some(table) = slot.get() {
            return Ok(table.as_ref());
        }
        let table = self.find(layer, what).map_err(|error| reason(&error))?;
        Ok(slot.get_or_init(|| table).as_ref())
    }

    fn find(&self, layer: usize, what: usize) -> Result<Option<Arc<Table>>, TableError> {
        let metrics: &[Metric] = match what {
            REACH => &[Metric::Reach],
            POINTS => &[Metric::Score],
            _ => &[Metric::Dtw, Metric::Wdl, Metric::Score],
        };
        let layer = &self.game.layers()[layer];
        for &metric in metrics {
            if let Some(table) = self.database.table(&layer.name, metric)? {
                if table.entries() != layer.len {
                    let fault = TableFault::Numbers { entries: table.entries(), numbers: layer.len };
                    return Err(table.error(fault));
                }
                return Ok(Some(table));
            }
        }
        Ok(None)
    }
}

impl<G: Ranked> Prober<G> for DbProber<'_, G> {
    fn probe(&self, position: &G::Position) -> Result<Probe, ProbeError> {
        let Some((table, rank)) = self.one(position, VALUE)? else { return Ok(Probe::Absent) };
        Ok(Probe::Known(bounds(table.metric(), value(table, rank)?)))
    }
}

#[inline]
fn value(table: &Table, rank: u64) -> Result<i16, ProbeError> {
    table.value(rank).map_err(|error| reason(&error))
}

/// What a stored value says: all of a score, or a win or loss in however many plies.
fn bounds(metric: Metric, value: i16) -> Bounds {
    let value = if metric == Metric::Score { value.signum() } else { value };
    let score = Score::from_raw(value).expect("checked with the header");
    match (score.distance(), score.wdl()) {
        (None, Wdl::Win) => Bounds { lo: Score::WIN, hi: Score::win_in(Plies(0)) },
        (None, Wdl::Loss) => Bounds { lo: Score::loss_in(Plies(0)), hi: Score::LOSS },
        _ => Bounds::exact(score),
    }
}

fn reason(error: &TableError) -> ProbeError {
    let remedy = error.fault.remedy();
    ProbeError { table: error.file.display().to_string(), reason: format!("{}; {remedy}", error.fault) }
}
