//! From a position to what a database knows of it.

use crate::table::Near;
use crate::{Database, Metric, Table, TableError, TableFault};
use nexsolve_core::{Bounds, Plies, Probe, ProbeError, Prober, Ranked, Score, Wdl};
use std::sync::{Arc, OnceLock};

/// Looks positions up in a database: in the table of distances where there is one, else in that of values.
pub struct DbProber<'a, G> {
    game: &'a G,
    database: Arc<Database>,
    /// The tables of each layer: for the score, and for reachability.
    layers: Vec<[Slot; 2]>,
}

/// A table once it has been looked for; `None` if there is none.
type Slot = OnceLock<Option<Arc<Table>>>;

const SCORE: usize = 0;
const REACH: usize = 1;

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
        let mut places: Vec<((usize, u64), usize)> =
            positions.iter().enumerate().map(|(i, position)| (self.game.rank(position), i)).collect();
        places.sort_unstable();
        let mut probes = vec![Probe::Absent; positions.len()];
        for same in places.chunk_by(|a, b| a.0.0 == b.0.0) {
            let Some(table) = self.table(same[0].0.0, SCORE)? else { continue };
            let mut last = None;
            for &((_, rank), i) in same {
                probes[i] = known(table, rank, &mut last).map_err(|error| reason(&error))?;
            }
        }
        Ok(probes)
    }

    /// Whether play from the start that stops at a win can reach the position; `None` if there is no table for it.
    ///
    /// # Errors
    /// If the table is damaged.
    pub fn reachable(&self, position: &G::Position) -> Result<Option<bool>, ProbeError> {
        let (layer, rank) = self.game.rank(position);
        let Some(table) = self.table(layer, REACH)? else { return Ok(None) };
        Ok(Some(table.value(rank).map_err(|error| reason(&error))? != 0))
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
        let metrics: &[Metric] = if what == REACH { &[Metric::Reach] } else { &[Metric::Dtw, Metric::Wdl] };
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
        let (layer, rank) = self.game.rank(position);
        let Some(table) = self.table(layer, SCORE)? else { return Ok(Probe::Absent) };
        known(table, rank, &mut None).map_err(|error| reason(&error))
    }
}

#[inline]
fn known<'a>(table: &'a Table, rank: u64, last: &mut Option<Near<'a>>) -> Result<Probe, TableError> {
    let value = table.value_of(table.code_near(rank, last)?);
    let score = Score::from_raw(value).expect("checked with the header");
    Ok(Probe::Known(bounds(score)))
}

/// What a stored score says: all of it, or a win or loss in however many plies.
fn bounds(score: Score) -> Bounds {
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
