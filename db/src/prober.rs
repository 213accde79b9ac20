//! Look-ups: from a position to its value in a database.

use crate::{Database, Metric, Table, TableError, TableFault};
use nexsolve_core::{
    After, Bounds, LayerId, Points, Probe, ProbeError, Prober, Ranked, Score, Wdl, replies_by_position,
};
use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};

/// Looks up positions in a database: in its tables of distances, else in those of values, else in those of
/// points, whose sign gives a win, a draw or a loss. [`DbProber::score`] returns the points themselves. A
/// position without a rank ([`Ranked::is_ranked`]) is in no table, so it is absent. If a table omits a
/// position ([`Ranked::is_omitted`], [`Table::is_derived`]), the prober follows its moves; the position is
/// absent if any position that it needs is absent.
///
/// ```
/// use nexsolve_core::{Bounds, Game, Probe, Prober, Ranked, Score};
/// use nexsolve_db::{Builder, Counts, DbProber, Form, Metric, Provenance, Subject, TableSpec, packed};
/// use nexsolve_games::nex::Nex;
/// use std::sync::Arc;
///
/// # let scratch = tempfile::tempdir()?;
/// # let folder = scratch.path();
/// // A database with one table, for the layer of the start of 2×2 Nex: the player to move wins.
/// let game = Nex::<u64>::new(2, 2)?;
/// let (layer, _) = game.rank(&game.start());
/// let subject = Subject { game: "nex".into(), board: "nex:2x2".into() };
/// let provenance = Provenance { program: "an example".into(), command: "make it".into() };
/// let mut builder = Builder::open(folder, subject, Form::Compressed, provenance)?;
/// let spec = TableSpec {
///     layer: game.layers()[layer].name.clone(),
///     metric: Metric::Wdl,
///     entries: game.layers()[layer].len,
///     values: vec![-1, 0, 1],
/// };
/// let mut writer = builder.begin(spec)?;
/// writer.append(&packed::pack(&[2], 2))?;
/// let counts = Counts { positions: vec![0, 0, 1], reachable: None };
/// builder.commit(vec![(writer.finish()?, counts)])?;
///
/// let prober = DbProber::new(Arc::new(game.clone()), Arc::new(builder.into_database()));
/// let start = game.start();
/// assert_eq!(prober.probe(&start)?, Probe::Known(Bounds::of_value(Score::WIN.wdl())));
/// // The positions after a move are in no table.
/// let (_, after) = game.continuations(&start).next().expect("a move");
/// assert_eq!(prober.probe(&after)?, Probe::Absent);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct DbProber<G> {
    game: Arc<G>,
    database: Arc<Database>,
    /// The metrics in which a position's value is looked up, in this order.
    metrics: Vec<Metric>,
    /// The tables of each layer, indexed by metric.
    layers: Vec<[Slot; Metric::ALL.len()]>,
}

/// A requested position, or one from which the value of a requested position follows.
struct Node<P> {
    position: P,
    /// Its layer and rank; `None` if it has none.
    place: Option<(LayerId, u64)>,
    worth: Worth,
}

/// What is known about a position's value.
#[derive(Clone, Copy)]
enum Worth {
    /// The value in a table; `None` if no table has the position, or it has not been looked up yet.
    Known(Option<i16>),
    /// The best over the moves: these nodes, and `ended`, the value of the best move that ends the game.
    Follows { first: usize, end: usize, ended: Option<i16> },
}

/// The number of positions looked up together. With the positions after their moves, they fit into little
/// memory.
const PART: usize = 1 << 12;

/// A table, once it has been looked for; `None` if it does not exist.
type Slot = OnceLock<Option<Arc<Table>>>;

impl<G: Ranked> DbProber<G> {
    /// Creates a prober for the game whose positions the database has. The caller must check that the game
    /// and the board agree ([`crate::Manifest::subject`]).
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

    /// Returns the points that the side to move wins from here on minus those that the opponent wins; `None`
    /// if no table of [`Metric::Score`] has the position.
    ///
    /// # Errors
    /// If the table is damaged.
    pub fn score(&self, position: &G::Position) -> Result<Option<Points>, ProbeError> {
        Ok(self.value(position, Metric::Score)?.map(Points))
    }

    /// Like [`DbProber::score`] for many positions. Each block is read once for up to 4,096 positions.
    ///
    /// # Errors
    /// If a table is damaged.
    pub fn scores_many(&self, positions: &[G::Position]) -> Result<Vec<Option<Points>>, ProbeError> {
        let found = self.values(positions, Metric::Score)?;
        Ok(found.into_iter().map(|value| value.map(Points)).collect())
    }

    /// Returns whether play from the start can reach the position if it ends at the first win; `None` if no
    /// table has it.
    ///
    /// # Errors
    /// If the table is damaged.
    pub fn reachable(&self, position: &G::Position) -> Result<Option<bool>, ProbeError> {
        Ok(self.value(position, Metric::Reach)?.map(|value| value != 0))
    }

    /// Returns the position's value in the tables of this metric, as they store it
    /// ([`crate::TableSpec::values`]); `None` if no table has it.
    ///
    /// # Errors
    /// If a table is damaged.
    pub fn value(&self, position: &G::Position, metric: Metric) -> Result<Option<i16>, ProbeError> {
        if !self.game.is_ranked(position) {
            return Ok(None);
        }
        let (layer, rank) = self.game.rank(position);
        let Some(table) = self.table(layer, metric)? else { return Ok(None) };
        if table.is_derived() || self.is_omitted(position, metric) {
            return Ok(self.values_of(std::slice::from_ref(position), metric)?[0]);
        }
        table.value(rank).map(Some).map_err(|error| reason(&error))
    }

    /// Like [`DbProber::value`] for many positions. Each block is read once for up to 4,096 positions.
    ///
    /// # Errors
    /// If a table is damaged.
    pub fn values(&self, positions: &[G::Position], metric: Metric) -> Result<Vec<Option<i16>>, ProbeError> {
        let parts = positions.chunks(PART).map(|part| self.values_of(part, metric));
        Ok(parts.collect::<Result<Vec<_>, _>>()?.concat())
    }

    fn values_of(&self, positions: &[G::Position], metric: Metric) -> Result<Vec<Option<i16>>, ProbeError> {
        let node = |position: &G::Position| {
            let place = self.game.is_ranked(position).then(|| self.game.rank(position));
            Node { position: *position, place, worth: Worth::Known(None) }
        };
        let mut nodes: Vec<Node<G::Position>> = positions.iter().map(node).collect();
        // If a value follows from the moves, the positions after them are appended.
        let (mut at, mut entries) = (0, Vec::new());
        while at < nodes.len() {
            if let Some(place) = nodes[at].place
                && let Some(table) = self.table(place.0, metric)?
            {
                let derived = metric != Metric::Reach && table.is_derived();
                if derived || self.is_omitted(&nodes[at].position, metric) {
                    let here = derived.then_some((table, place.0));
                    nodes[at].worth = self.follow(&mut nodes, at, metric, here)?;
                } else {
                    entries.push((place, at));
                }
            }
            at += 1;
        }
        entries.sort_unstable();
        for same in entries.chunk_by(|a, b| a.0.0 == b.0.0) {
            let table = self.table(same[0].0.0, metric)?.expect("just found");
            let found = |at: usize, code| nodes[at].worth = Worth::Known(Some(table.value_of(code)));
            let ranks: Vec<(u64, usize)> = same.iter().map(|&((_, rank), at)| (rank, at)).collect();
            table.codes(&ranks, found).map_err(|error| reason(&error))?;
        }
        let layers = self.game.layers();
        for at in (0..nodes.len()).rev() {
            let Worth::Follows { first, end, ended } = nodes[at].worth else { continue };
            let (here, _) = nodes[at].place.expect("a position with a rank");
            let best = nodes[first..end].iter().try_fold(ended, |best, next| {
                let Worth::Known(value) = next.worth else { unreachable!("later nodes are known") };
                let (there, _) = next.place?;
                Some(best.max(Some(metric.before(&layers[here], &layers[there], value?))))
            });
            nodes[at].worth = Worth::Known(best.flatten());
        }
        let value = |node: &Node<_>| match node.worth {
            Worth::Known(value) => value,
            Worth::Follows { .. } => unreachable!("all are known"),
        };
        Ok(nodes[..positions.len()].iter().map(value).collect())
    }

    /// Appends the positions after all moves of a position to `nodes`. If the position is over, its outcome
    /// is its value. `derived` is the table of its layer, if that table has no entries of its own.
    fn follow(
        &self,
        nodes: &mut Vec<Node<G::Position>>,
        at: usize,
        metric: Metric,
        derived: Option<(&Arc<Table>, LayerId)>,
    ) -> Result<Worth, ProbeError> {
        let (position, first, mut ended) = (nodes[at].position, nodes.len(), None);
        let layers = self.game.layers();
        if let Some(outcome) = self.game.outcome(&position) {
            let (here, _) = nodes[at].place.expect("a position with a rank");
            return Ok(Worth::Known(Some(metric.of_outcome(&layers[here], outcome))));
        }
        for (_, after) in self.game.continuations(&position) {
            if !self.game.is_ranked(&after) {
                let (here, _) = nodes[at].place.expect("a position with a rank");
                let outcome = self.game.outcome(&after).expect("a move leads to a rank or to the end");
                ended = ended.max(Some(metric.at_the_end(&layers[here], outcome)));
                continue;
            }
            let place = self.game.rank(&after);
            // Only a later layer may also be derived, so this ends even if the files are wrong.
            if let Some((table, layer)) = derived
                && place.0 <= layer
                && self.table(place.0, metric)?.is_some_and(|next| next.is_derived())
            {
                let layer = layers[place.0].name.clone();
                return Err(reason(&table.error(TableFault::Circular { layer })));
            }
            nodes.push(Node { position: after, place: Some(place), worth: Worth::Known(None) });
        }
        Ok(Worth::Follows { first, end: nodes.len(), ended })
    }

    #[inline]
    fn is_omitted(&self, position: &G::Position, metric: Metric) -> bool {
        G::OMITS && metric != Metric::Reach && self.game.is_omitted(position)
    }

    /// Returns the layer's table.
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

    /// Looks up the positions in the order of their ranks, so that each block is read once.
    fn probe_all(&self, positions: &[G::Position]) -> Result<Vec<Probe>, ProbeError> {
        let mut found = vec![Probe::Absent; positions.len()];
        for &metric in &self.metrics {
            let left: Vec<usize> = (0..found.len()).filter(|&i| found[i] == Probe::Absent).collect();
            let asked: Vec<G::Position> = left.iter().map(|&i| positions[i]).collect();
            for (i, value) in left.into_iter().zip(self.values(&asked, metric)?) {
                if let Some(value) = value {
                    found[i] = Probe::Known(bounds(metric, value));
                }
            }
        }
        Ok(found)
    }

    /// Looks up the positions after each move by their ranks, without creating them. If a table is missing or
    /// omits positions, looks up the positions one by one.
    fn replies(&self, game: &G, position: &G::Position) -> Result<Option<[u32; 3]>, ProbeError> {
        let numbered = !G::OMITS && self.game.is_ranked(position) && game.outcome(position).is_none();
        let Some(&metric) = self.metrics.first().filter(|_| numbered) else {
            return replies_by_position(self, game, position);
        };
        let (mut found, mut places, mut error) = ([0; 3], Vec::new(), None);
        let walked = self.game.ranks_after(position, |after| {
            match after {
                After::Over(outcome) => found[(-outcome) as usize] += 1,
                After::Ranked { layer, rank } => match self.table(layer, metric) {
                    Ok(Some(table)) if !table.is_derived() => places.push((layer, (rank, 0))),
                    Ok(_) => return ControlFlow::Break(()),
                    Err(fault) => {
                        error = Some(fault);
                        return ControlFlow::Break(());
                    }
                },
            }
            ControlFlow::Continue(())
        });
        if let Some(error) = error {
            return Err(error);
        }
        if walked.is_break() {
            return replies_by_position(self, game, position);
        }
        places.sort_unstable();
        for same in places.chunk_by(|a, b| a.0 == b.0) {
            let table = self.table(same[0].0, metric)?.expect("just found");
            let ranks: Vec<(u64, usize)> = same.iter().map(|&(_, rank)| rank).collect();
            let count = |_, code| found[(-Wdl::of_sign(table.value_of(code))) as usize] += 1;
            table.codes(&ranks, count).map_err(|error| reason(&error))?;
        }
        Ok(Some(found))
    }
}

/// Returns the bounds of a stored value: an exact score, or a win or loss without a distance.
fn bounds(metric: Metric, value: i16) -> Bounds {
    let value = if metric == Metric::Score { value.signum() } else { value };
    let score = Score::from_raw(value).expect("checked with the header");
    match score.distance() {
        Some(_) => Bounds::exact(score),
        None => Bounds::of_value(score.wdl()),
    }
}

fn reason(error: &TableError) -> ProbeError {
    let remedy = error.remedy();
    ProbeError {
        table: error.file.display().to_string(),
        reason: format!("{}; {remedy}", error.fault.why()),
        refused: error.fault.refused(),
    }
}
