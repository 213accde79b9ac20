//! Answers a question about a game in progress: by the rules, including what earlier moves decide, by tables,
//! and by a search.

use crate::answer::{Answer, Effort, Reply, Store};
use crate::oracle::After;
use crate::worth::{Source, Worth};
use crate::{Oracle, OracleError, Search, forced};
use nexsolve_core::{Bounds, Chance, Course, Game, Points, Score};
use nexsolve_games::{AnyGame, AnyPosition};
use std::collections::BTreeSet;
use std::sync::atomic::Ordering::Relaxed;

impl Oracle {
    /// Determines the worth of the current position and of each move: by the rules, including what earlier
    /// moves decide, by tables, by the book of the board, and by `search` where these leave a value open;
    /// where the game has no search, by a search for a forced win. If there are more than `most` legal moves,
    /// nothing is looked up, and `moves` has only the move of a forced win.
    ///
    /// # Errors
    /// If a table cannot be read, tables contradict each other, or the system refuses memory or threads for
    /// the search.
    ///
    /// ```
    /// use nexsolve_core::{Course, Plies, Score};
    /// use nexsolve_games::Board;
    /// use nexsolve_oracle::{Oracle, Search};
    /// use std::sync::atomic::AtomicBool;
    ///
    /// let oracle = Oracle::new(nexsolve_games::board("nex:2x2")?, &[])?;
    /// let stop = AtomicBool::new(false);
    /// let search = Search { stop: &stop, threads: 1, memory_bytes: 1 << 20, nodes: None, observer: &() };
    /// let answer = oracle.answer(&Course::new(oracle.game()), 100, Some(&search))?;
    /// assert_eq!(answer.count, 12);
    /// let best = answer.best().expect("a move");
    /// assert_eq!(best.worth.bounds.score(), Some(Score::win_in(Plies(3))));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn answer(
        &self,
        course: &Course<'_, AnyGame>,
        most: usize,
        search: Option<&Search<'_>>,
    ) -> Result<Answer, OracleError> {
        let position = course.position();
        if let Some(ending) = course.ending() {
            let bounds = Bounds::exact(Score::of_outcome(ending.value_for(course.side())));
            return Ok(Answer::new(Worth::of(bounds), Vec::new(), Source::Rules));
        }
        let count = self.game().legal_moves(position).len();
        let forced = search.and_then(|search| self.forced_win(position, search));
        if count > most {
            let found = forced.as_ref().and_then(|(found, _)| found.as_ref());
            let (worth, moves, source) = match found {
                Some(found) => (found.worth, vec![found.clone()], Source::Search),
                None => (Worth::UNKNOWN, Vec::new(), Source::Nothing),
            };
            let searched = forced.map(|(_, nodes)| Effort::of_nodes(nodes));
            return Ok(Answer { count, is_open: true, searched, ..Answer::new(worth, moves, source) });
        }
        let mut looked = self.looked(course)?;
        let mut searched = None;
        if looked.moves.iter().any(|known| !known.worth.is_known())
            && let Some(search) = search
            && let Some(found) = self.search(position, search)
        {
            let found = found?;
            for (known, reply) in looked.moves.iter_mut().zip(found.moves) {
                if !known.worth.is_known() {
                    let bounds = known.worth.bounds.meet(reply.worth.bounds);
                    *known = Reply { worth: Worth { bounds, ..reply.worth }, ..reply };
                }
            }
            searched = found.searched;
        }
        if let Some((found, nodes)) = forced {
            let known = found.and_then(|found| {
                let known = looked.moves.iter_mut().find(|known| known.mv == found.mv)?;
                Some((known, found))
            });
            if let Some((known, found)) = known
                && !known.worth.is_known()
            {
                *known = found;
            }
            searched = Some(Effort::of_nodes(nodes));
        }
        let worth = self.worth_of(course, &mut looked)?;
        let Looked { moves, used, by_rules, is_booked, .. } = looked;
        let proven = worth.says_something() || moves.iter().any(|known| known.worth.says_something());
        let source = match searched {
            Some(_) if proven => Source::Search,
            _ if !used.is_empty() => Source::Table,
            _ if is_booked && proven => Source::Book,
            _ if by_rules && worth.is_known() => Source::Rules,
            _ => Source::Nothing,
        };
        // The search takes the values of every database as proven.
        let used = if searched.is_some() { (0..self.databases().len()).collect() } else { used };
        let tables = used.into_iter().map(|source| self.databases()[source].name.clone()).collect();
        Ok(Answer { tables, searched, ..Answer::new(worth, moves, source) })
    }

    /// Looks for a forced win, if the game has no search. Returns the winning move, if there is one, and the
    /// most positions visited; `None` if the search was not needed, or ended in time without finding any.
    fn forced_win(&self, position: &AnyPosition, search: &Search<'_>) -> Option<(Option<Reply>, u64)> {
        if self.game().is_searched() {
            return None;
        }
        let nodes = search.nodes.unwrap_or(forced::NODES);
        let is_over = || search.stop.load(Relaxed);
        let Some(found) = self.game().forcing()?.forced_win(position, nodes, &is_over) else {
            return is_over().then_some((None, nodes));
        };
        let (worth, nodes) = (Worth::of(forced::bounds(found.plies)), found.nodes);
        Some((Some(Reply { line: found.line.clone(), ..Reply::new(found.line[0], worth) }), nodes))
    }

    /// Determines the worth of each move by the rules and tables.
    fn looked(&self, course: &Course<'_, AnyGame>) -> Result<Looked, OracleError> {
        let (game, position) = (self.game(), course.position());
        let mut looked = Looked::default();
        for mut reply in self.moves(&[*position])?.swap_remove(0) {
            match reply.store {
                Some(Store::Database(index)) => drop(looked.used.insert(index)),
                Some(Store::Book) => looked.is_booked = true,
                None => {}
            }
            if let Some(ending) = course.ending_after(reply.mv) {
                looked.by_rules = true;
                let after = game.play(position, reply.mv);
                let value = ending.value_for(game.side_to_move(&after));
                if game.outcome(&after) != Some(value) {
                    // Earlier moves have ended the game (repetition, for instance); the remaining points are
                    // split evenly.
                    looked.by_past = true;
                    let bounds = Bounds::exact(Score::of_outcome(value));
                    reply.worth = match game.points(&after) {
                        Some(purse) => {
                            let split = Worth { bounds, ..Worth::of_points(Points(0), purse.lead) };
                            self.lifted(position, &after, split)
                        }
                        None => Worth::of(bounds.lift()),
                    };
                }
            }
            looked.moves.push(reply);
        }
        Ok(looked)
    }

    /// Returns the worth of the position: the best worth of its moves, combined with its own table entry
    /// unless earlier moves decide the game after some move.
    fn worth_of(&self, course: &Course<'_, AnyGame>, looked: &mut Looked) -> Result<Worth, OracleError> {
        let moves = looked.moves.iter().map(|known| known.worth.bounds);
        let mut worth = Worth::of(Bounds::of_moves(moves).expect("a game that is not over has a move"));
        let position = course.position();
        let lead = self.game().points(position).and_then(|purse| purse.lead);
        let points: Option<Vec<Points>> = looked.moves.iter().map(|known| known.worth.points).collect();
        if let Some(points) = points {
            worth.points = points.into_iter().max();
            worth.margin = lead.zip(worth.points).map(|(lead, points)| lead + points);
        }
        if looked.by_past {
            return Ok(worth);
        }
        if let (own, Some(store)) = self.worths_at(&[*position], After::Nothing)?[0] {
            let Some(both) = worth.bounds.checked_meet(own.bounds) else {
                let tables = match store {
                    Store::Database(index) => format!("the database {}", self.databases()[index].name),
                    Store::Book => "the book".to_owned(),
                };
                let (position, mv) = (own.bounds.lo.wdl(), worth.bounds.lo.wdl());
                return Err(OracleError::Contradiction { tables, position, mv });
            };
            match store {
                Store::Database(index) => drop(looked.used.insert(index)),
                Store::Book => looked.is_booked = true,
            }
            worth.bounds = both;
            if own.points.is_some() {
                (worth.points, worth.margin) = (own.points, own.margin);
                worth.bounds = both.without_distance();
            }
        }
        Ok(worth)
    }
}

/// The moves, as far as rules and tables determine them.
#[derive(Default)]
struct Looked {
    moves: Vec<Reply>,
    /// The databases that contributed.
    used: BTreeSet<usize>,
    /// Whether the book contributed.
    is_booked: bool,
    /// Whether a move ends the game.
    by_rules: bool,
    /// Whether a move ends the game because of earlier moves, which tables do not consider.
    by_past: bool,
}
