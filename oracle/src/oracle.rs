//! The oracle of one game.

use crate::search::{Search, Searched, Searcher, all_moves};
use crate::seat::{Asked, Seat, Seating};
use crate::tables::{TableAnswer, Tables};
use crate::worth::{MoveWorth, Worth};
use crate::{Held, OracleError};
use nexsolve_core::{Bounds, Game, Probe, ProbeError, Prober, Score, Wdl};
use nexsolve_games::{AnyGame, AnyMove, AnyPosition, Board, NameError, Played, visit};
use nexsolve_solver::counts::{self, CountError, Counts};
use nexsolve_solver::{Knowledge, Observer, Options, TableError};
use rayon::ThreadPoolBuilder;
use std::any::Any;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Answers for one game. Clones share the databases.
#[derive(Clone)]
pub struct Oracle {
    game: AnyGame,
    held: Vec<Arc<Held>>,
    seat: Arc<dyn Seat>,
}

impl Oracle {
    /// The oracle of the game on a board, with those of the databases that are of it; what tells more is asked first.
    ///
    /// # Errors
    /// If there is no such board.
    pub fn new(board: Board, held: &[Arc<Held>]) -> Result<Self, NameError> {
        let mut held: Vec<Arc<Held>> =
            held.iter().filter(|held| board.has_tables_of(held.opened.board)).cloned().collect();
        held.sort_by_key(|held| std::cmp::Reverse(held.rank()));
        let seat = visit(board, Seating(&held))?;
        Ok(Self { game: AnyGame::on(board)?, held, seat })
    }

    /// The game.
    pub fn game(&self) -> &AnyGame {
        &self.game
    }

    /// What it is played on.
    pub fn board(&self) -> Board {
        self.game.board()
    }

    /// The databases that it asks, those that tell more first.
    pub fn databases(&self) -> &[Arc<Held>] {
        &self.held
    }

    /// Whether there are tables to ask.
    pub fn has_tables(&self) -> bool {
        !self.held.is_empty()
    }

    /// The databases for code that is compiled for the type of the oracle's game; `None` if it is another type.
    pub fn tables<G: Played>(&self) -> Option<Arc<Tables<G>>> {
        let seat: Arc<dyn Any + Send + Sync> = self.seat.clone();
        seat.downcast().ok()
    }

    /// Looks positions up whose games go on, in tables alone.
    ///
    /// # Errors
    /// If a table is damaged.
    pub fn look(&self, positions: &[AnyPosition]) -> Result<Vec<Option<TableAnswer>>, ProbeError> {
        self.seat.look(positions)
    }

    /// Whether play from the start can reach the position; `None` where no table tells.
    ///
    /// # Errors
    /// If a table is damaged.
    pub fn reachable(&self, position: &AnyPosition) -> Result<Option<bool>, ProbeError> {
        self.seat.reachable(position)
    }

    /// The name of the layer in which the first database would have the position; `None` if it has no number there.
    pub fn layer(&self, position: &AnyPosition) -> Option<String> {
        self.seat.layer(position)
    }

    /// What positions are worth for the side to move: by the rules where the game is over, else by tables.
    ///
    /// # Errors
    /// If a table is damaged.
    pub fn worths(&self, positions: &[AnyPosition]) -> Result<Vec<Worth>, ProbeError> {
        Ok(self.told(positions, After::Nothing)?.into_iter().map(|(worth, _)| worth).collect())
    }

    /// The same, each with the place of the database that tells it. Of games for points that are over with points left, tables are
    /// asked what these would have been worth if the positions are those after moves.
    fn told(
        &self,
        positions: &[AnyPosition],
        after: After,
    ) -> Result<Vec<(Worth, Option<usize>)>, ProbeError> {
        let mut told = vec![(Worth::UNKNOWN, None); positions.len()];
        let mut open = Vec::with_capacity(positions.len());
        for (i, position) in positions.iter().enumerate() {
            let over = self.game.outcome(position).map(|outcome| self.by_rules(position, outcome));
            if let Some(worth) = over {
                told[i].0 = worth;
            }
            let is_played_on = after == After::Moves
                && over.is_some_and(|worth| worth.points.is_none())
                && self.game.points(position).is_some();
            if over.is_none() || is_played_on {
                open.push(i);
            }
        }
        let asked: Vec<AnyPosition> = open.iter().map(|&i| positions[i]).collect();
        for (i, found) in open.into_iter().zip(self.look(&asked)?) {
            let Some(found) = found else { continue };
            let value = told[i].0;
            told[i] = (self.by_table(&positions[i], &found), Some(found.source));
            if value != Worth::UNKNOWN {
                told[i].0.bounds = value.bounds;
            }
        }
        Ok(told)
    }

    /// What a game is worth that is over.
    fn by_rules(&self, position: &AnyPosition, outcome: Wdl) -> Worth {
        match self.game.points(position) {
            None => Worth::of(Bounds::exact(Score::of_outcome(outcome))),
            // What is left on a board without moves is the opponent's of who cannot move.
            Some(purse) if purse.is_blocked => {
                Worth { bounds: Bounds::of_value(outcome), ..Worth::of_points(-purse.rest, purse.lead) }
            }
            Some(_) => Worth::of_value(outcome),
        }
    }

    /// What a table says of a position.
    pub(crate) fn by_table(&self, position: &AnyPosition, found: &TableAnswer) -> Worth {
        match found.points {
            None => Worth::of(found.bounds),
            Some(points) => Worth::of_points(points, self.game.points(position).and_then(|purse| purse.lead)),
        }
    }

    /// The moves of each position with what is known of them by rules and tables, in the game's order. There are none where the
    /// game is over.
    ///
    /// # Errors
    /// If a table is damaged.
    pub fn moves(&self, positions: &[AnyPosition]) -> Result<Vec<Vec<MoveWorth<AnyMove>>>, ProbeError> {
        let (mut after, mut all) = (Vec::new(), Vec::with_capacity(positions.len()));
        for position in positions {
            let mut moves = Vec::new();
            for (mv, next) in self.game.continuations(position) {
                after.push(next);
                moves.push(MoveWorth { mv, worth: Worth::UNKNOWN, source: None });
            }
            all.push(moves);
        }
        let mut told = self.told(&after, After::Moves)?.into_iter().zip(&after);
        for (position, moves) in positions.iter().zip(&mut all) {
            for (known, ((worth, source), after)) in moves.iter_mut().zip(&mut told) {
                known.worth = self.lifted(position, after, worth);
                known.source = source;
            }
        }
        Ok(all)
    }

    /// The worth of the move between two positions, given that of the second.
    pub(crate) fn lifted(&self, here: &AnyPosition, there: &AnyPosition, worth: Worth) -> Worth {
        let bounds = worth.bounds.lift();
        let (Some(points), Some(here), Some(there)) =
            (worth.points, self.game.points(here), self.game.points(there))
        else {
            return Worth {
                bounds: if worth.margin.is_some() { bounds.without_distance() } else { bounds },
                ..Worth::UNKNOWN
            };
        };
        // What a move captures is the mover's.
        let points = here.rest - there.rest - points;
        let bounds = if here.lead.is_some() { bounds } else { Bounds::of_value(points.wdl()) };
        let margin = worth.margin.map(|margin| -margin);
        Worth { bounds: bounds.without_distance(), points: Some(points), margin }
    }

    /// Makes a search in the rayon pool of the caller, which takes what tables know as proven, and works with it. `None` if the
    /// game is not searched.
    ///
    /// # Errors
    /// If there is no memory for it.
    ///
    /// # Panics
    /// If `work` does.
    pub fn with_search<T>(
        &self,
        options: Options,
        knowledge: Knowledge,
        stop: &AtomicBool,
        observer: &dyn Observer,
        work: impl FnOnce(&mut dyn Searcher) -> T,
    ) -> Option<Result<T, TableError>> {
        let (mut work, mut done) = (Some(work), None);
        let mut once = |searcher: &mut dyn Searcher| done = work.take().map(|work| work(searcher));
        let made = self.seat.search(Asked { options, knowledge, stop, observer, work: &mut once })?;
        Some(made.map(|()| done.expect("work is done once")))
    }

    /// What a search proves of all moves of a position, within its budget; `None` if the game is not searched.
    ///
    /// # Errors
    /// If a table cannot be read, or the system refuses memory or threads.
    pub fn search(
        &self,
        position: &AnyPosition,
        search: &Search<'_>,
    ) -> Option<Result<Searched, OracleError>> {
        if !self.game.is_searched() {
            return None;
        }
        let Search { stop, threads, memory_bytes, nodes } = *search;
        let options = Options { memory_bytes, nodes, symmetry: true, ordering: true };
        let longest = self.game.longest(position);
        let work = || {
            self.with_search(options, Knowledge::Used, stop, &(), |searcher| {
                all_moves(searcher, longest, position, stop)
            })
        };
        // The search works in the threads of the pool that it is called in: one of its own, so that it waits for nobody else's.
        let pool = match ThreadPoolBuilder::new().num_threads(threads).build() {
            Ok(pool) => pool,
            Err(error) => return Some(Err(OracleError::Search(error.to_string()))),
        };
        let refused = |error: TableError| OracleError::Search(error.to_string());
        Some(pool.install(work)?.map_err(refused).and_then(|found| found.map_err(OracleError::from)))
    }

    /// The size of the game tree from the start and the number of positions, by ply; `None` where play can go on for ever.
    pub fn tree(
        &self,
        memory_bytes: u64,
        stop: &AtomicBool,
        observer: &dyn counts::Observer,
    ) -> Option<Result<Counts, CountError>> {
        self.seat.tree(self.board().extent, memory_bytes, stop, observer)
    }
}

/// Whether positions are those after moves.
#[derive(Clone, Copy, PartialEq, Eq)]
enum After {
    Moves,
    Nothing,
}

impl Prober<AnyGame> for Oracle {
    fn probe(&self, position: &AnyPosition) -> Result<Probe, ProbeError> {
        Ok(self.probe_all(std::slice::from_ref(position))?[0])
    }

    fn probe_all(&self, positions: &[AnyPosition]) -> Result<Vec<Probe>, ProbeError> {
        Ok(self.look(positions)?.into_iter().map(TableAnswer::probe).collect())
    }
}
