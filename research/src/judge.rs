//! Positions and moves judged by a database, and lines of best play.

use crate::source::Known;
use nexsolve_core::{Bounds, Plies, Probe, Prober, Ranked, Score, Wdl};
use nexsolve_db::DbProber;
use nexsolve_reports::{ReportError, mark};

/// A move with its value for the side that makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Judged<M> {
    /// The move.
    pub mv: M,
    /// The bounds of its value and distance by the tables; distances count from before the move.
    pub bounds: Bounds,
}

impl<M> Judged<M> {
    /// Returns the value of the move for the side that makes it.
    ///
    /// # Panics
    /// Never for a move from a [`Judge`], whose value is known.
    pub fn value(&self) -> Wdl {
        self.bounds.wdl().expect("a judge knows the value")
    }

    /// Plies to the end, counted from before the move; `None` for a draw, or if the tables have no distances.
    pub fn distance(&self) -> Option<Plies> {
        self.bounds.score().and_then(Score::distance)
    }

    /// Returns the move's value as a mark: `+7` wins in 7 plies, `−8` loses in 8, `=` draws; `+` and `−`
    /// alone if the distance is unknown.
    pub fn mark(&self) -> String {
        mark(self.value(), self.distance())
    }
}

/// Looks up positions and moves.
pub struct Judge<'a, G: Ranked> {
    game: &'a G,
    board: String,
    prober: DbProber<G>,
}

impl<'a, G: Ranked + Clone> Judge<'a, G> {
    /// Creates a judge for this database.
    pub fn new(known: &'a Known<'_, G>) -> Self {
        Self { game: &known.game, board: known.title(), prober: known.prober() }
    }

    /// The game.
    pub fn game(&self) -> &'a G {
        self.game
    }

    /// Returns the worth of the position for the side to move: by the rules if the game is over, otherwise by
    /// the tables.
    ///
    /// # Errors
    /// If a table is missing or damaged.
    pub fn worth(&self, position: &G::Position) -> Result<Bounds, ReportError> {
        Ok(self.worths(std::slice::from_ref(position))?[0])
    }

    /// The same for many positions.
    ///
    /// # Errors
    /// As [`Judge::worth`].
    pub fn worths(&self, positions: &[G::Position]) -> Result<Vec<Bounds>, ReportError> {
        let over: Vec<_> = positions.iter().map(|position| self.game.outcome(position)).collect();
        let open: Vec<G::Position> =
            positions.iter().zip(&over).filter(|(_, over)| over.is_none()).map(|(p, _)| *p).collect();
        let mut probes = self.prober.probe_all(&open)?.into_iter();
        let worth = |over: Option<Wdl>| match over {
            Some(outcome) => Ok(Bounds::exact(Score::of_outcome(outcome))),
            None => match probes.next() {
                Some(Probe::Known(bounds)) if bounds.wdl().is_some() => Ok(bounds),
                _ => Err(ReportError::Missing {
                    board: self.board.clone(),
                    what: "a position has no value in the tables".to_owned(),
                }),
            },
        };
        over.into_iter().map(worth).collect()
    }

    /// Returns the legal moves in the game's order, each with its value.
    ///
    /// # Errors
    /// As [`Judge::worth`].
    pub fn moves(&self, position: &G::Position) -> Result<Vec<Judged<G::Move>>, ReportError> {
        let mut moves = Vec::new();
        self.game.moves(position, &mut moves);
        let after: Vec<G::Position> = moves.iter().map(|&mv| self.game.play(position, mv)).collect();
        let worths = self.worths(&after)?;
        Ok(moves.into_iter().zip(worths).map(|(mv, bounds)| Judged { mv, bounds: bounds.lift() }).collect())
    }

    /// Returns the best moves: those that keep the position's value, and among them the fastest wins or
    /// slowest losses if the tables have distances. They are in the game's order; there are none if the game
    /// is over.
    ///
    /// # Errors
    /// As [`Judge::worth`].
    pub fn best(&self, position: &G::Position) -> Result<Vec<Judged<G::Move>>, ReportError> {
        let mut moves = self.moves(position)?;
        // With distances the bounds are equal; without, they are the limits of the value.
        let best = moves.iter().map(|judged| (judged.bounds.lo, judged.bounds.hi)).max();
        moves.retain(|judged| Some((judged.bounds.lo, judged.bounds.hi)) == best);
        Ok(moves)
    }

    /// Returns a line of best play to the end of the game, taking the first of several best moves in the
    /// game's order. In a game without end it stops after `most` plies.
    ///
    /// # Errors
    /// As [`Judge::worth`].
    pub fn line(&self, position: &G::Position, most: usize) -> Result<Vec<G::Move>, ReportError> {
        let (mut line, mut at) = (Vec::new(), *position);
        while line.len() < most
            && let Some(best) = self.best(&at)?.first()
        {
            line.push(best.mv);
            at = self.game.play(&at, best.mv);
        }
        Ok(line)
    }
}
