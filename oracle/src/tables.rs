//! Combines several databases of one game: the most informative answer wins.

use crate::opened::{Opened, OracleDatabase};
use crate::worth::Worth;
use nexsolve_core::{Game, Points, Probe, ProbeError, Prober, Tabled, replies_by_position};
use nexsolve_db::DbProber;
use nexsolve_games::Played;
use std::sync::{Arc, OnceLock};

/// What a table stores about a position, for the side to move, and the index of its database among those of
/// the game.
pub type TableWorth = (Worth, usize);

/// The databases of a game as one prober; the most informative is asked first.
pub struct JointProber<G: Played> {
    game: Arc<G>,
    /// The game that a search takes; `None` if it has no search.
    searched: OnceLock<Option<G::Searched>>,
    pub(crate) sources: Vec<DatabaseProber<G>>,
}

pub(crate) struct DatabaseProber<G: Played> {
    pub(crate) game: Arc<G::Tabled>,
    pub(crate) prober: DbProber<G::Tabled>,
}

impl<G: Played> DatabaseProber<G> {
    /// The tables of a database; `None` if the game has none of this extent.
    pub(crate) fn of(game: &G, opened: &Opened) -> Option<Self> {
        let game = Arc::new(game.tables(opened.board.extent)?);
        let prober = DbProber::new(Arc::clone(&game), Arc::clone(&opened.database));
        Some(Self { game, prober })
    }
}

type Position<G> = <G as Game>::Position;

/// A position in the form that the tables number.
type Bare<G> = Position<<G as Played>::Tabled>;

impl<G: Played> JointProber<G> {
    /// Combines these databases.
    pub(crate) fn new(game: G, held: &[Arc<OracleDatabase>]) -> Self {
        let sources = held.iter().filter_map(|held| DatabaseProber::of(&game, &held.opened)).collect();
        Self { game: Arc::new(game), searched: OnceLock::new(), sources }
    }

    /// Returns the game.
    pub fn game(&self) -> &Arc<G> {
        &self.game
    }

    /// Returns the game that a search takes; `None` if it has no search.
    pub(crate) fn searched(&self) -> Option<&G::Searched> {
        self.searched.get_or_init(|| self.game.searcher()).as_ref()
    }

    /// Returns whether there are no databases.
    pub fn is_empty(&self) -> bool {
        self.sources.is_empty()
    }

    /// Looks up positions of unfinished games.
    ///
    /// # Errors
    /// If a table is damaged.
    pub(crate) fn look(&self, positions: &[Position<G>]) -> Result<Vec<Option<TableWorth>>, ProbeError> {
        let mut found: Vec<Option<TableWorth>> = vec![None; positions.len()];
        let mut open: Vec<usize> = (0..positions.len()).collect();
        for (source, tables) in self.sources.iter().enumerate() {
            let asked: Vec<Bare<G>> = open.iter().map(|&i| self.game.to_tabled(&positions[i])).collect();
            if tables.game.has_points() {
                for (&i, points) in open.iter().zip(tables.prober.scores_many(&asked)?) {
                    found[i] = points.map(|points| (self.of_points(&positions[i], points), source));
                }
            } else {
                for (&i, probe) in open.iter().zip(tables.prober.probe_all(&asked)?) {
                    if let Probe::Known(bounds) = probe
                        && found[i].is_none_or(|(before, _)| {
                            before.bounds.score().is_none() && bounds.score().is_some()
                        })
                    {
                        found[i] = Some((Worth::of(bounds), source));
                    }
                }
            }
            // No other database can add to points or an exact score.
            let is_settled =
                |(worth, _): &TableWorth| worth.points.is_some() || worth.bounds.score().is_some();
            open.retain(|&i| !found[i].as_ref().is_some_and(is_settled));
            if open.is_empty() {
                break;
            }
        }
        Ok(found)
    }

    fn of_points(&self, position: &Position<G>, points: Points) -> Worth {
        Worth::of_points(points, self.game.points(position).and_then(|purse| purse.lead))
    }
}

/// Converts what tables store, if they store anything, to a probe.
pub(crate) fn probe(stored: Option<TableWorth>) -> Probe {
    stored.map_or(Probe::Absent, |(worth, _)| Probe::Known(worth.bounds))
}

impl<G: Played> Prober<G> for JointProber<G> {
    fn probe(&self, position: &Position<G>) -> Result<Probe, ProbeError> {
        let bare = self.game.to_tabled(position);
        let mut best = Probe::Absent;
        for source in &self.sources {
            if source.game.has_points() {
                if let Some(points) = source.prober.score(&bare)? {
                    return Ok(Probe::Known(self.of_points(position, points).bounds));
                }
                continue;
            }
            let probe = source.prober.probe(&bare)?;
            if let Probe::Known(bounds) = probe {
                if bounds.score().is_some() {
                    return Ok(probe);
                }
                if best == Probe::Absent {
                    best = probe;
                }
            }
        }
        Ok(best)
    }

    fn probe_all(&self, positions: &[Position<G>]) -> Result<Vec<Probe>, ProbeError> {
        if let [only] = &self.sources[..]
            && !only.game.has_points()
        {
            let asked: Vec<Bare<G>> =
                positions.iter().map(|position| self.game.to_tabled(position)).collect();
            return only.prober.probe_all(&asked);
        }
        Ok(self.look(positions)?.into_iter().map(probe).collect())
    }

    fn replies(&self, game: &G, position: &Position<G>) -> Result<Option<[u32; 3]>, ProbeError> {
        match &self.sources[..] {
            [only] if !only.game.has_points() => only.prober.replies(&only.game, &game.to_tabled(position)),
            _ => replies_by_position(self, game, position),
        }
    }
}

/// The same tables, for the game in the form that the search uses.
pub(crate) struct SearchedTables<'a, G: Played>(pub(crate) &'a JointProber<G>);

impl<G: Played> Prober<G::Searched> for SearchedTables<'_, G> {
    fn probe(&self, position: &Position<G::Searched>) -> Result<Probe, ProbeError> {
        self.0.probe(&self.0.game.to_played(position))
    }

    fn probe_all(&self, positions: &[Position<G::Searched>]) -> Result<Vec<Probe>, ProbeError> {
        let positions: Vec<Position<G>> =
            positions.iter().map(|position| self.0.game.to_played(position)).collect();
        self.0.probe_all(&positions)
    }
}
