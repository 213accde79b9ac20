//! The only place where searches and tables meet a game of known type.

use crate::OracleDatabase;
use crate::answer::{Answer, Effort, Reply};
use crate::forced::ForcedSearch;
use crate::search::Searcher;
use crate::successors::{FREE_RANK, Successors};
use crate::tables::{JointProber, SearchedTables, TableWorth};
use crate::worth::Worth;
use nexsolve_core::{Game, Layer, LayerId, Plies, ProbeError, Ranked, Score, Side};
use nexsolve_games::picture::Piece;
use nexsolve_games::{AnyGame, AnyPosition, Extent, Played, Visitor};
use nexsolve_solver::counts::{self, CountError, GameCounts};
use nexsolve_solver::{
    Goal, MoveReport, Options, ProofEntry, SearchObserver, Solution, Solver, Strategy, TableError,
};
use std::any::Any;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// What tables and a search know about a game, through an interface that does not depend on the game's type.
pub(crate) trait AnyOracle: Any + Send + Sync {
    /// Looks up positions of unfinished games.
    fn look(&self, positions: &[AnyPosition]) -> Result<Vec<Option<TableWorth>>, ProbeError>;

    /// What only programs with searches ask; `None` in others, which are small without it.
    fn explorer(&self) -> Option<&dyn Explorer>;
}

/// Walks through the positions of a game: by their ranks in the first database, and by a search.
pub(crate) trait Explorer: Sync {
    /// Returns whether play can reach the position from the start; `None` if no table stores it.
    fn reachable(&self, position: &AnyPosition) -> Result<Option<bool>, ProbeError>;

    /// Returns the name of the layer that contains the position in the first database; `None` if the position
    /// has no rank there.
    fn layer(&self, position: &AnyPosition) -> Option<String>;

    /// As [`crate::Oracle::layers`].
    fn layers(&self) -> &[Layer];

    /// As [`crate::Oracle::places`].
    fn places(&self, positions: &[AnyPosition]) -> Vec<Option<(LayerId, u64)>>;

    /// As [`crate::Oracle::unranked`].
    fn unranked(&self, layer: LayerId, ranks: &[u64]) -> Vec<Option<AnyPosition>>;

    /// Appends what stands on each cell of the positions with these ranks.
    fn cells(&self, layer: LayerId, ranks: &[u64], cells: &mut Vec<u8>);

    /// Appends the moves of the positions with these ranks.
    fn successors(&self, layer: LayerId, ranks: &[u64], successors: &mut Successors);

    /// As [`crate::Oracle::searcher`].
    fn searcher<'a>(
        &'a self,
        options: Options,
        stop: &'a AtomicBool,
        observer: &'a dyn SearchObserver,
    ) -> Result<Option<Box<dyn Searcher + 'a>>, TableError>;

    /// Counts the nodes of the game tree from the start and the positions, by ply. Returns `None` if play can
    /// continue forever.
    fn tree(
        &self,
        extent: Extent,
        memory_bytes: u64,
        stop: &AtomicBool,
        report: &(dyn Fn(counts::CountProgress) + Sync),
    ) -> Option<Result<GameCounts, CountError>>;
}

/// Creates the [`AnyOracle`] of a game with these databases.
pub(crate) struct OracleVisitor<'a>(pub(crate) &'a [Arc<OracleDatabase>]);

impl Visitor for OracleVisitor<'_> {
    type Done = Arc<dyn AnyOracle>;

    fn on<G: Played>(self, game: G) -> Arc<dyn AnyOracle> {
        Arc::new(JointProber::new(game, self.0))
    }
}

impl<G: Played> AnyOracle for JointProber<G> {
    fn look(&self, positions: &[AnyPosition]) -> Result<Vec<Option<TableWorth>>, ProbeError> {
        let positions: Vec<G::Position> = positions.iter().map(G::unpack).collect();
        JointProber::look(self, &positions)
    }

    fn explorer(&self) -> Option<&dyn Explorer> {
        if cfg!(feature = "tables-only") { None } else { Some(self) }
    }
}

impl<G: Played> Explorer for JointProber<G> {
    fn reachable(&self, position: &AnyPosition) -> Result<Option<bool>, ProbeError> {
        let bare = self.game().to_tabled(&G::unpack(position));
        for source in &self.sources {
            let reachable = source.prober.reachable(&bare)?;
            if reachable.is_some() {
                return Ok(reachable);
            }
        }
        Ok(None)
    }

    fn layer(&self, position: &AnyPosition) -> Option<String> {
        let tabled = &self.sources.first()?.game;
        let bare = self.game().to_tabled(&G::unpack(position));
        let layer = tabled.is_ranked(&bare).then(|| tabled.rank(&bare).0)?;
        Some(tabled.layers()[layer].name.clone())
    }

    fn layers(&self) -> &[Layer] {
        self.sources.first().map_or(&[], |source| source.game.layers())
    }

    fn places(&self, positions: &[AnyPosition]) -> Vec<Option<(LayerId, u64)>> {
        let Some(source) = self.sources.first() else { return vec![None; positions.len()] };
        let place = |position: &AnyPosition| {
            let bare = self.game().to_tabled(&G::unpack(position));
            source.game.is_ranked(&bare).then(|| source.game.rank(&bare))
        };
        positions.iter().map(place).collect()
    }

    fn unranked(&self, layer: LayerId, ranks: &[u64]) -> Vec<Option<AnyPosition>> {
        let tabled = &self.sources.first().expect("a layer of a database").game;
        let packed = |&rank: &u64| Some(G::pack(&self.game().of_tabled(&tabled.unrank(layer, rank)?)));
        ranks.iter().map(packed).collect()
    }

    fn cells(&self, layer: LayerId, ranks: &[u64], cells: &mut Vec<u8>) {
        let (game, tabled) = (&**self.game(), &self.sources.first().expect("a layer of a database").game);
        let (rows, cols) = game.grid();
        for &rank in ranks {
            let position = tabled.unrank(layer, rank).map(|position| game.of_tabled(&position));
            cells.extend((0..rows * cols).map(|cell| {
                position
                    .as_ref()
                    .map_or(FREE_RANK, |position| game.piece(position, cell).map_or(0, Piece::code))
            }));
        }
    }

    fn successors(&self, layer: LayerId, ranks: &[u64], successors: &mut Successors) {
        let (game, tabled) = (&**self.game(), &self.sources.first().expect("a layer of a database").game);
        let mut moves = Vec::new();
        for position in ranks.iter().map(|&rank| tabled.unrank(layer, rank)) {
            moves.clear();
            if let Some(position) = position.filter(|position| tabled.outcome(position).is_none()) {
                tabled.moves(&position, &mut moves);
                for &mv in &moves {
                    let after = tabled.play(&position, mv);
                    let action = game.number(mv).map_or(-1, |action| action as i32);
                    successors.actions.push(action);
                    if tabled.is_ranked(&after) {
                        let (layer, rank) = tabled.rank(&after);
                        successors.layers.push(layer.index() as i32);
                        successors.ranks.push(rank as i64);
                    } else {
                        let outcome = tabled.outcome(&after).expect("a move leads to a rank or to the end");
                        successors.layers.push(-1);
                        successors.ranks.push(outcome as i64 - 1);
                    }
                }
            }
            successors.counts.push(moves.len() as u32);
        }
    }

    fn searcher<'a>(
        &'a self,
        options: Options,
        stop: &'a AtomicBool,
        observer: &'a dyn SearchObserver,
    ) -> Result<Option<Box<dyn Searcher + 'a>>, TableError> {
        let game = &**self.game();
        let Some(searched) = self.searched() else {
            let forced = game.forcing().map(|forcing| ForcedSearch { game, forcing, options, stop });
            return Ok(forced.map(|search| Box::new(search) as Box<dyn Searcher>));
        };
        let mut solver = Solver::new(searched, options, stop, observer)?;
        if !self.is_empty() {
            solver = solver.with_prober(SearchedTables(self));
        }
        Ok(Some(Box::new(TypedSearch { game, solver })))
    }

    fn tree(
        &self,
        extent: Extent,
        memory_bytes: u64,
        stop: &AtomicBool,
        report: &(dyn Fn(counts::CountProgress) + Sync),
    ) -> Option<Result<GameCounts, CountError>> {
        let game = self.game().tables(extent)?;
        if game.longest(&game.start()) == Plies::ENDLESS {
            return None;
        }
        Some(counts::count(&game, memory_bytes, stop, report))
    }
}

struct TypedSearch<'a, G: Played> {
    game: &'a G,
    solver: Solver<'a, G::Searched>,
}

impl<G: Played> Searcher for TypedSearch<'_, G> {
    fn solve(&mut self, position: &AnyPosition, goal: Goal) -> Result<Answer, ProbeError> {
        let found = self.solver.solve(&self.game.to_searched(&G::unpack(position)), goal)?;
        let Solution { bounds, moves, complete, exhausted, stats } = found;
        let reply = |MoveReport { mv, bounds, line }: MoveReport<G::Move>| Reply {
            line: line.into_iter().map(G::pack_move).collect(),
            ..Reply::new(G::pack_move(mv), Worth::of(bounds))
        };
        let moves = moves.into_iter().map(reply).collect();
        Ok(Answer::of_search(bounds, moves, Effort { stats, complete, exhausted }))
    }

    fn strategy(
        &mut self,
        position: &AnyPosition,
        side: Side,
        score: Score,
    ) -> Result<Option<Strategy<AnyGame>>, ProbeError> {
        let found = self.solver.strategy(&self.game.to_searched(&G::unpack(position)), side, score)?;
        let pack = |(position, mv)| (G::pack(&self.game.to_played(&position)), G::pack_move(mv));
        Ok(found.map(|strategy| strategy.into_iter().map(pack).collect()))
    }

    fn proofs(&self) -> Option<Box<dyn Iterator<Item = ProofEntry> + '_>> {
        Some(Box::new(self.solver.proofs()?))
    }

    fn restore(&mut self, entries: &mut dyn Iterator<Item = ProofEntry>) {
        self.solver.restore(entries);
    }

    fn deduce(&self, position: &AnyPosition) -> Option<Vec<String>> {
        self.solver.deduce(&self.game.to_searched(&G::unpack(position)))
    }
}
