//! Lines: best play from a position or a move on, as far as it is known.

use crate::way::{Way, Ways};
use crate::{Answer, Oracle, OracleError, Reply};
use nexsolve_core::{Bounds, Contest, Course, Game, Plies, Points, ProbeError, Score, Wdl};
use nexsolve_games::{AnyGame, AnyMove, AnyPosition};
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

/// The maximum length of a line, in plies.
const LONGEST: usize = 400;

/// How many positions a line without patience examines in search of a way on.
const QUICK_POSITIONS: usize = 20_000;

/// How many positions a line with patience examines from one capture to the next.
const MOST_POSITIONS: usize = 500_000;

/// A line stops at a position with more moves than this.
const MOST_MOVES: usize = 5_000;

/// Why a line stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The values of the next moves are unknown.
    Unknown,
    /// The game is over.
    Over,
    /// Play repeats from here, and the value is that of the repetition.
    Round,
    /// The value of the tables no longer holds, because earlier moves decide the game.
    Past,
    /// No way was found that brings the end nearer.
    NoWay,
}

/// Permission to spend time on a line where tables do not determine the way on.
pub struct Patience<'a> {
    /// The caller sets this flag to end the line.
    pub stop: &'a AtomicBool,
    /// Chooses a move that keeps the value and brings the end nearer, where tables store values without
    /// distances.
    pub choose: &'a mut dyn FnMut(&Course<'_, AnyGame>) -> Result<AnyMove, OracleError>,
}

/// Best play by both sides, continuing a game.
pub struct Line<'a> {
    oracle: &'a Oracle,
    patience: Option<Patience<'a>>,
    course: Course<'static, AnyGame>,
    moves: Vec<AnyMove>,
    stop: Stop,
    /// The moves of the ways found so far.
    ways: Ways,
    /// The number of positions examined while looking for ways.
    looked: usize,
}

impl Oracle {
    /// Returns a line that begins with `first`, considering positions alone: to the end of the game if tables
    /// store distances; for a draw, one way to hold it. Returns an empty line if a table on the way is
    /// missing or stores no distances, and for a draw in a game that can continue forever.
    ///
    /// A [`Line`] continues a game in progress instead: it considers what earlier moves decide, continues
    /// where tables store values without distances, and reports where it stops.
    ///
    /// ```
    /// use nexsolve_core::Game;
    /// use nexsolve_games::Board;
    /// use nexsolve_oracle::{Oracle, Small};
    /// use nexsolve_kernels::generate_briefly;
    ///
    /// let board = nexsolve_games::board("nex:2x2")?;
    /// let small = Small::new(Small::ENOUGH, generate_briefly);
    /// small.make(board)?;
    /// let oracle = Oracle::new(board, &small.all())?;
    /// let start = oracle.game().start();
    /// let moves = oracle.moves(&[start])?.swap_remove(0);
    ///
    /// // 2×2 Nex is a win in 3 plies, so the line of a best move has 3 moves.
    /// let best = moves.iter().max_by_key(|known| known.worth.bounds.lo).expect("a move");
    /// assert_eq!(oracle.line(&start, best)?.len(), 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If a table is damaged.
    pub fn line(&self, position: &AnyPosition, first: &Reply) -> Result<Vec<AnyMove>, ProbeError> {
        let Some(mut score) = first.worth.bounds.score() else { return Ok(Vec::new()) };
        if score == Score::DRAW && self.game().longest(position) == Plies::ENDLESS {
            return Ok(Vec::new());
        }
        let mut line = vec![first.mv];
        let mut at = self.game().play(position, first.mv);
        while self.game().outcome(&at).is_none() {
            score = score.unlift();
            let moves = self.moves(&[at])?.swap_remove(0);
            let Some(next) = moves.iter().find(|known| known.worth.bounds == Bounds::exact(score)) else {
                // A table on the way is missing or stores no distances.
                return Ok(Vec::new());
            };
            line.push(next.mv);
            at = self.game().play(&at, next.mv);
        }
        Ok(line)
    }
}

impl<'a> Line<'a> {
    /// Creates a line without moves. Without `patience`, the line stops where finding the way on takes long.
    pub fn new(oracle: &'a Oracle, course: Course<'static, AnyGame>, patience: Option<Patience<'a>>) -> Self {
        let (moves, stop, ways, looked) = (Vec::new(), Stop::Unknown, Ways::new(), 0);
        Self { oracle, patience, course, moves, stop, ways, looked }
    }

    /// Returns the game, continued by the line.
    pub fn course(&self) -> &Course<'static, AnyGame> {
        &self.course
    }

    /// Returns the moves of the line.
    pub fn moves(&self) -> &[AnyMove] {
        &self.moves
    }

    /// Returns why the line stops.
    pub fn stop(&self) -> Stop {
        self.stop
    }

    /// Appends a legal move.
    pub fn play(&mut self, mv: AnyMove) {
        self.course.play(mv);
        self.moves.push(mv);
        if self.course.ending().is_some() {
            self.stop = Stop::Over;
        }
    }

    /// Returns a best move; `None` if none is known. Among equal moves it prefers one that makes progress if
    /// repeating positions would lose points.
    ///
    /// # Errors
    /// If a table cannot be read.
    pub fn first<'k>(&mut self, known: &'k Answer) -> Result<Option<&'k Reply>, OracleError> {
        let Some(best) = known.best() else { return Ok(None) };
        let mv = self.way_on(best)?.unwrap_or(best.mv);
        Ok(known.moves.iter().find(|known| known.mv == mv))
    }

    fn is_stopped(&self) -> bool {
        self.patience.as_ref().is_some_and(|patience| patience.stop.load(Relaxed))
    }

    /// In a game with points, returns the best move or, if repeating positions would lose points, an equally
    /// good move that begins a shortest way to a capture. Returns `None` if no such way is found. Every
    /// capture shortens the rest of the game.
    fn way_on(&mut self, best: &Reply) -> Result<Option<AnyMove>, OracleError> {
        let (Some(Points(1..)), Some(margin)) = (best.worth.points, best.worth.margin) else {
            return Ok(Some(best.mv));
        };
        let position = *self.course.position();
        if let Some(&mv) = self.ways.get(&position) {
            return Ok(Some(mv));
        }
        let most = match self.patience {
            Some(_) => MOST_POSITIONS,
            None => QUICK_POSITIONS.saturating_sub(self.looked),
        };
        let (ways, looked) = Way::new(self.oracle, margin).find(position, most, &|| self.is_stopped())?;
        self.looked += looked;
        self.ways.extend(ways);
        Ok(self.ways.get(&position).copied())
    }

    /// Continues the line with `first`, whose worth is known.
    ///
    /// # Errors
    /// If a table cannot be read, or tables contradict each other.
    pub fn follow(&mut self, first: &Reply) -> Result<(), OracleError> {
        let game = self.oracle.game();
        let endless = game.longest(self.course.position()) == Plies::ENDLESS;
        let value = first.worth.bounds.wdl();
        let begun = self.course.positions().len() - 1;
        self.play(first.mv);
        // Follow the line of the search while the rules agree that the game goes on.
        for &mv in first.line.iter().skip(1) {
            if self.stop == Stop::Over || !self.course.allows(mv) {
                break;
            }
            self.play(mv);
        }
        while self.stop != Stop::Over && self.moves.len() < LONGEST && !self.is_stopped() {
            let known = self.oracle.answer(&self.course, MOST_MOVES, None)?;
            // The value changes its sign with each ply.
            let wanted = if self.moves.len().is_multiple_of(2) { value } else { value.map(|value| -value) };
            let Some(next) =
                known.best().filter(|next| known.worth.is_known() && next.worth.bounds.wdl() == wanted)
            else {
                // A book can know a position and none of its moves.
                if known.worth.bounds.wdl().is_some_and(|found| Some(found) != wanted) {
                    self.stop = Stop::Past;
                }
                return Ok(());
            };
            let points = next.worth.points;
            if endless && wanted == Some(Wdl::Draw) && points.is_none() {
                self.stop = Stop::Round;
                return Ok(());
            }
            let has_way = !endless || points.is_some() || next.worth.bounds.score().is_some();
            let mv = if has_way {
                let Some(mv) = self.way_on(next)? else {
                    self.stop = Stop::NoWay;
                    return Ok(());
                };
                mv
            } else {
                // Values without distances do not show which move brings the win nearer.
                let Some(patience) = &mut self.patience else { return Ok(()) };
                (patience.choose)(&self.course)?
            };
            let after = game.play(self.course.position(), mv);
            if endless && has_way && self.course.positions()[begun..].contains(&after) {
                // Repeating positions wins nothing more.
                let keeps_value = match points {
                    Some(points) => points == Points(0),
                    None => wanted == Some(game.value_of_repetition(self.course.position())),
                };
                self.stop = if keeps_value { Stop::Round } else { Stop::NoWay };
                return Ok(());
            }
            self.play(mv);
        }
        Ok(())
    }

    /// Returns the moves of the line in the notation of the page, as
    /// [`format_in_full`](nexsolve_games::Shown::format_in_full) writes them.
    pub fn written(&self) -> Vec<String> {
        self.each(|game, position, mv| game.format_in_full(position, mv))
    }

    /// Returns the moves of the line as sentences name them.
    pub fn told(&self) -> Vec<String> {
        self.each(|game, position, mv| game.format_for_people(position, mv))
    }

    fn each(&self, format: impl Fn(&AnyGame, &AnyPosition, AnyMove) -> String) -> Vec<String> {
        let begun = self.course.positions().len() - 1 - self.moves.len();
        let moves = self.course.positions()[begun..].iter().zip(&self.moves);
        moves.map(|(position, &mv)| format(self.oracle.game(), position, mv)).collect()
    }
}
