//! The oracle of one game.

use crate::answer::{Answer, Reply, Store};
use crate::any::{AnyOracle, Explorer, OracleVisitor};
use crate::search::{Search, Searcher, all_moves};
use crate::tables::{JointProber, TableWorth, probe};
use crate::worth::{Source, Worth};
use crate::{OracleDatabase, OracleError};
use nexsolve_core::{Bounds, Game, Probe, ProbeError, Prober, Score, Wdl, parallel};
use nexsolve_games::{AnyGame, AnyPosition, Board, NameError, Played, Purse, visit};
use nexsolve_solver::counts::{self, CountError, GameCounts};
use nexsolve_solver::{Options, SearchObserver};
use std::any::Any;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Answers for one game. Clones share the databases.
///
/// ```
/// use nexsolve_core::{Game, Plies, Score};
/// use nexsolve_games::Board;
/// use nexsolve_oracle::{Oracle, Small};
/// use nexsolve_kernels::generate_briefly;
///
/// // Generate the tables of 2×2 Nex, which takes milliseconds, and look up the start.
/// let board = nexsolve_games::board("nex:2x2")?;
/// let small = Small::new(Small::ENOUGH, generate_briefly);
/// small.make(board)?;
/// let oracle = Oracle::new(board, &small.all())?;
/// let start = oracle.game().start();
/// assert_eq!(oracle.worths(&[start])?[0].bounds.score(), Some(Score::win_in(Plies(3))));
/// let moves = &oracle.moves(&[start])?[0];
/// assert_eq!(moves.iter().filter(|known| known.worth.bounds.lo >= Score::WIN).count(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Oracle {
    game: AnyGame,
    held: Vec<Arc<OracleDatabase>>,
    any: Arc<dyn AnyOracle>,
}

impl Oracle {
    /// Creates the oracle of the game on `board`. It uses those of the databases that belong to the board,
    /// the most informative first.
    ///
    /// # Errors
    /// If the board does not exist.
    pub fn new(board: Board, held: &[Arc<OracleDatabase>]) -> Result<Self, NameError> {
        let mut held: Vec<Arc<OracleDatabase>> =
            held.iter().filter(|held| board.has_tables_of(held.opened.board)).cloned().collect();
        held.sort_by_key(|held| std::cmp::Reverse(held.rank()));
        let any = visit(board, OracleVisitor(&held))?;
        Ok(Self { game: AnyGame::on(board)?, held, any })
    }

    /// Returns the game.
    pub fn game(&self) -> &AnyGame {
        &self.game
    }

    /// Returns the board of the game.
    pub fn board(&self) -> Board {
        self.game.board()
    }

    pub(crate) fn explorer(&self) -> &dyn Explorer {
        self.any.explorer().expect("a program with searches")
    }

    /// Returns the databases in use, the most informative first.
    pub fn databases(&self) -> &[Arc<OracleDatabase>] {
        &self.held
    }

    /// Returns whether any database is in use.
    pub fn has_tables(&self) -> bool {
        !self.held.is_empty()
    }

    /// Returns the databases for code that is compiled for the game's own type; `None` if `G` is a different
    /// type.
    pub fn tables<G: Played>(&self) -> Option<Arc<JointProber<G>>> {
        let any: Arc<dyn Any + Send + Sync> = self.any.clone();
        any.downcast().ok()
    }

    /// Looks up positions in tables alone, as if play went on in finished games.
    ///
    /// # Errors
    /// If a table is damaged.
    pub fn look(&self, positions: &[AnyPosition]) -> Result<Vec<Option<TableWorth>>, ProbeError> {
        self.any.look(positions)
    }

    /// Returns whether play can reach the position from the start; `None` if no table stores it.
    ///
    /// # Errors
    /// If a table is damaged.
    pub fn reachable(&self, position: &AnyPosition) -> Result<Option<bool>, ProbeError> {
        self.explorer().reachable(position)
    }

    /// Returns the name of the layer that contains the position in the first database; `None` if the position
    /// has no rank there.
    pub fn layer(&self, position: &AnyPosition) -> Option<String> {
        self.explorer().layer(position)
    }

    /// Returns the worth of each position for the side to move: by the rules if the game is over, else by
    /// tables, else by the book of the board.
    ///
    /// # Errors
    /// If a table is damaged.
    pub fn worths(&self, positions: &[AnyPosition]) -> Result<Vec<Worth>, ProbeError> {
        Ok(self.worths_at(positions, After::Nothing)?.into_iter().map(|(worth, _)| worth).collect())
    }

    /// Like [`Oracle::worths`], with the store that supplied each worth.
    ///
    /// In a game with points, a finished game may leave points on the board. If `after` says that these are
    /// positions after moves, tables are asked what those points would have been worth.
    pub(crate) fn worths_at(
        &self,
        positions: &[AnyPosition],
        after: After,
    ) -> Result<Vec<(Worth, Option<Store>)>, ProbeError> {
        let mut answers = vec![(Worth::UNKNOWN, None); positions.len()];
        let mut open = Vec::with_capacity(positions.len());
        for (i, position) in positions.iter().enumerate() {
            let over = self.game.outcome(position).map(|outcome| self.by_rules(position, outcome));
            if let Some(worth) = over {
                answers[i].0 = worth;
            }
            let is_played_on = after == After::Moves
                && over.is_some_and(|worth| worth.points.is_none())
                && self.game.points(position).is_some();
            if over.is_none() || is_played_on {
                open.push(i);
            }
        }
        let asked: Vec<AnyPosition> = open.iter().map(|&i| positions[i]).collect();
        for (i, stored) in open.into_iter().zip(self.look(&asked)?) {
            let Some((worth, database)) = stored else { continue };
            let value = answers[i].0;
            answers[i] = (worth, Some(Store::Database(database)));
            if value != Worth::UNKNOWN {
                answers[i].0.bounds = value.bounds;
            }
        }
        self.add_book(positions, &mut answers)?;
        Ok(answers)
    }

    /// Adds what the book of the board knows about positions of which neither rules nor tables know all.
    fn add_book(
        &self,
        positions: &[AnyPosition],
        answers: &mut [(Worth, Option<Store>)],
    ) -> Result<(), ProbeError> {
        let is_open = |worth: &Worth| worth.points.is_none() && worth.bounds.score().is_none();
        let open: Vec<usize> = (0..positions.len()).filter(|&i| is_open(&answers[i].0)).collect();
        let asked: Vec<AnyPosition> = open.iter().map(|&i| positions[i]).collect();
        let Some(booked) = self.game.booked(&asked) else { return Ok(()) };
        for (i, bounds) in open.into_iter().zip(booked) {
            let (worth, store) = &mut answers[i];
            match (worth.bounds.checked_meet(bounds), *store) {
                (None, Some(Store::Database(index))) => {
                    let reason = format!("it contradicts the book of {}", self.board().title());
                    let table = self.held[index].name.clone();
                    return Err(ProbeError { table, reason, refused: None });
                }
                (Some(both), _) if both != worth.bounds => {
                    (worth.bounds, *store) = (both, store.or(Some(Store::Book)));
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Returns the worth of a finished game.
    fn by_rules(&self, position: &AnyPosition, outcome: Wdl) -> Worth {
        match self.game.points(position) {
            None => Worth::of(Bounds::exact(Score::of_outcome(outcome))),
            Some(Purse { lead, at_the_end: Some(points), .. }) => {
                Worth { bounds: Bounds::of_value(outcome), ..Worth::of_points(points, lead) }
            }
            Some(_) => Worth::of_value(outcome),
        }
    }

    /// Returns the moves of each position in the game's order, with their worth by rules, tables and the book
    /// of the board. A finished game has none.
    ///
    /// # Errors
    /// If a table is damaged.
    pub fn moves(&self, positions: &[AnyPosition]) -> Result<Vec<Vec<Reply>>, ProbeError> {
        let (mut after, mut all) = (Vec::new(), Vec::with_capacity(positions.len()));
        for position in positions {
            let mut moves = Vec::new();
            for (mv, next) in self.game.continuations(position) {
                after.push(next);
                moves.push(Reply::new(mv, Worth::UNKNOWN));
            }
            all.push(moves);
        }
        let mut answers = self.worths_at(&after, After::Moves)?.into_iter().zip(&after);
        for (position, moves) in positions.iter().zip(&mut all) {
            for (reply, ((worth, store), after)) in moves.iter_mut().zip(&mut answers) {
                reply.worth = self.lifted(position, after, worth);
                reply.store = store;
            }
        }
        Ok(all)
    }

    /// Returns what rules, tables and the book of the board know about each position and its moves, whatever
    /// was played before.
    ///
    /// # Errors
    /// If a table is damaged.
    pub fn answers(&self, positions: &[AnyPosition]) -> Result<Vec<Answer>, ProbeError> {
        let worths = self.worths_at(positions, After::Nothing)?;
        let moves = self.moves(positions)?;
        let answer = |((worth, store), moves): ((Worth, Option<Store>), Vec<Reply>)| {
            let source = match (worth.is_known(), moves.is_empty()) {
                (false, _) => Source::Nothing,
                (true, true) => Source::Rules,
                (true, false) if store == Some(Store::Book) => Source::Book,
                (true, false) => Source::Table,
            };
            Answer::new(worth, moves, source)
        };
        Ok(worths.into_iter().zip(moves).map(answer).collect())
    }

    /// Converts the worth of the position after a move to the worth of the move, from `here` to `there`.
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
        // The mover wins the points that a move captures.
        let points = here.rest - there.rest - points;
        let bounds = if here.lead.is_some() { bounds } else { Bounds::of_value(points.wdl()) };
        let margin = worth.margin.map(|margin| -margin);
        Worth { bounds: bounds.without_distance(), points: Some(points), margin }
    }

    /// Creates a search in the current rayon pool, which takes the values of tables as proven. Where the game
    /// has no search, it is a search for forced wins, which proves nothing else. Returns `None` if the game
    /// has neither.
    ///
    /// # Errors
    /// If the system refuses memory.
    pub fn searcher<'a>(
        &'a self,
        options: Options,
        stop: &'a AtomicBool,
        observer: &'a dyn SearchObserver,
    ) -> Result<Option<Box<dyn Searcher + 'a>>, OracleError> {
        self.explorer()
            .searcher(options, stop, observer)
            .map_err(|error| OracleError::Search(error.to_string()))
    }

    /// Searches all moves of a position within a budget; returns `None` if the game has no search.
    ///
    /// # Errors
    /// If a table cannot be read, or the system refuses memory or threads.
    pub fn search(&self, position: &AnyPosition, search: &Search<'_>) -> Option<Result<Answer, OracleError>> {
        if !self.game.is_searched() {
            return None;
        }
        let Search { stop, threads, memory_bytes, nodes, observer } = *search;
        let options = Options { nodes, ..Options::within(memory_bytes) };
        let work = || match self.searcher(options, stop, observer) {
            Ok(None) => None,
            Ok(Some(mut searcher)) => {
                let longest = self.game.longest(position);
                Some(all_moves(&mut *searcher, longest, position, stop).map_err(OracleError::from))
            }
            Err(error) => Some(Err(error)),
        };
        parallel::in_pool(threads, work)
            .unwrap_or_else(|error| Some(Err(OracleError::Search(error.to_string()))))
    }

    /// Counts the nodes of the game tree from the start and the positions, by ply. Returns `None` if play can
    /// continue forever.
    pub fn tree(
        &self,
        memory_bytes: u64,
        stop: &AtomicBool,
        report: &(dyn Fn(counts::CountProgress) + Sync),
    ) -> Option<Result<GameCounts, CountError>> {
        self.explorer().tree(self.board().extent, memory_bytes, stop, report)
    }
}

/// Whether the positions come after moves.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum After {
    Moves,
    Nothing,
}

impl Prober<AnyGame> for Oracle {
    fn probe(&self, position: &AnyPosition) -> Result<Probe, ProbeError> {
        Ok(self.probe_all(std::slice::from_ref(position))?[0])
    }

    fn probe_all(&self, positions: &[AnyPosition]) -> Result<Vec<Probe>, ProbeError> {
        Ok(self.look(positions)?.into_iter().map(probe).collect())
    }
}
