//! Best play from a position or a move on, as far as it is known.

use crate::way::{Way, Ways};
use crate::{Known, KnownMove, MoveWorth, Oracle, OracleError, best};
use nexsolve_core::{Bounds, Contest, Course, Game, Plies, Points, ProbeError, Score, Wdl};
use nexsolve_games::{AnyGame, AnyMove, AnyPosition};
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

/// No line is longer.
const LONGEST: usize = 400;

/// Positions among which the way on is sought for a line that is told at once.
const QUICK_POSITIONS: usize = 20_000;

/// The same from one capture to the next for a line that waits its turn.
const MOST_POSITIONS: usize = 500_000;

/// Of more moves than these a line takes none for best.
const MOST_MOVES: usize = 5_000;

/// Where a line stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// What comes next is not known.
    Unknown,
    /// The game is over.
    Over,
    /// Play goes round from there, and the value is what going round is worth.
    Round,
    /// The tables' value holds no more: what came before decides over the board.
    Past,
    /// No way was found that brings the end nearer.
    NoWay,
}

/// Time to think about a line whose way on tables don't tell.
pub struct Patience<'a> {
    /// Set from outside to end it.
    pub stop: &'a AtomicBool,
    /// Chooses a move that keeps the value and brings the end nearer, where tables tell values without distances.
    pub choose: &'a mut dyn FnMut(&Course<'_, AnyGame>) -> Result<AnyMove, OracleError>,
}

/// Best play of both sides from the end of a game on.
pub struct Line<'a> {
    oracle: &'a Oracle,
    patience: Option<Patience<'a>>,
    course: Course<'static, AnyGame>,
    moves: Vec<AnyMove>,
    stop: Stop,
    /// The moves of ways on that have been found.
    ways: Ways,
    /// Positions among which ways have been sought.
    looked: usize,
}

impl Oracle {
    /// A line of best play that begins with this move, by positions alone: to the end of the game where tables tell how far that is,
    /// or for a draw one way to hold it. Empty where they do not, and where play could go on for ever.
    ///
    /// A [`Line`] follows a game as it has been played: it knows what the past decides, goes on where tables tell values without
    /// distances, and says where it stops.
    ///
    /// # Errors
    /// If a table is damaged.
    pub fn line(
        &self,
        position: &AnyPosition,
        first: &MoveWorth<AnyMove>,
    ) -> Result<Vec<AnyMove>, ProbeError> {
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
                // A table on the way is missing, or tells no distance.
                return Ok(Vec::new());
            };
            line.push(next.mv);
            at = self.game().play(&at, next.mv);
        }
        Ok(line)
    }
}

impl<'a> Line<'a> {
    /// No move so far. Without patience a line ends where the way on takes thought.
    pub fn new(oracle: &'a Oracle, course: Course<'static, AnyGame>, patience: Option<Patience<'a>>) -> Self {
        let (moves, stop, ways, looked) = (Vec::new(), Stop::Unknown, Ways::new(), 0);
        Self { oracle, patience, course, moves, stop, ways, looked }
    }

    /// The game with the line played on.
    pub fn course(&self) -> &Course<'static, AnyGame> {
        &self.course
    }

    /// The moves of the line.
    pub fn moves(&self) -> &[AnyMove] {
        &self.moves
    }

    /// Where it stops.
    pub fn stop(&self) -> Stop {
        self.stop
    }

    /// Adds a legal move.
    pub fn play(&mut self, mv: AnyMove) {
        self.course.play(mv);
        self.moves.push(mv);
        if self.course.ending().is_some() {
            self.stop = Stop::Over;
        }
    }

    /// A best move; of several one that leads on, where going round would lose points. `None` if none is known.
    ///
    /// # Errors
    /// If a table cannot be read.
    pub fn first<'k>(&mut self, known: &'k Known) -> Result<Option<&'k KnownMove>, OracleError> {
        let Some(best) = best(&known.moves) else { return Ok(None) };
        let mv = self.way_on(best)?.unwrap_or(best.mv);
        Ok(known.moves.iter().find(|known| known.mv == mv))
    }

    fn is_stopped(&self) -> bool {
        self.patience.as_ref().is_some_and(|patience| patience.stop.load(Relaxed))
    }

    /// Of a game for points: the best move, or where going round would lose points, one as good that begins a shortest way to a
    /// capture; `None` if that is not found. With each capture there is less left of the game.
    fn way_on(&mut self, best: &KnownMove) -> Result<Option<AnyMove>, OracleError> {
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

    /// Plays on, from a move whose worth is known.
    ///
    /// # Errors
    /// If a table cannot be read, or tables contradict each other.
    pub fn follow(&mut self, first: &KnownMove) -> Result<(), OracleError> {
        let game = self.oracle.game();
        let endless = game.longest(self.course.position()) == Plies::ENDLESS;
        let value = first.worth.bounds.wdl();
        let begun = self.course.positions().len() - 1;
        self.play(first.mv);
        // What a search has found, while the rules agree that the game goes on.
        for &mv in first.line.iter().skip(1) {
            if self.stop == Stop::Over || !self.course.allows(mv) {
                break;
            }
            self.play(mv);
        }
        while self.stop != Stop::Over && self.moves.len() < LONGEST && !self.is_stopped() {
            let known = self.oracle.know(&self.course, MOST_MOVES, None)?;
            // From one ply to the next a value is the other's.
            let wanted = if self.moves.len().is_multiple_of(2) { value } else { value.map(|value| -value) };
            let Some(next) =
                best(&known.moves).filter(|next| known.worth.is_known() && next.worth.bounds.wdl() == wanted)
            else {
                if known.worth.is_known() {
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
                // Values alone do not say what brings a win nearer.
                let Some(patience) = &mut self.patience else { return Ok(()) };
                (patience.choose)(&self.course)?
            };
            let after = game.play(self.course.position(), mv);
            if endless && has_way && self.course.positions()[begun..].contains(&after) {
                // Going round wins nothing more.
                let is_told = match points {
                    Some(points) => points == Points(0),
                    None => wanted == Some(game.value_of_repetition(self.course.position())),
                };
                self.stop = if is_told { Stop::Round } else { Stop::NoWay };
                return Ok(());
            }
            self.play(mv);
        }
        Ok(())
    }

    /// The moves of the line with everything that a page asks for.
    pub fn written(&self) -> Vec<String> {
        let begun = self.course.positions().len() - 1 - self.moves.len();
        let moves = self.course.positions()[begun..].iter().zip(&self.moves);
        moves.map(|(position, &mv)| self.oracle.game().format_in_full(position, mv)).collect()
    }
}
