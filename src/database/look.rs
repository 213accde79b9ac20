//! Positions looked up, with their moves.

use super::unreadable;
use crate::fault::Fault;
use crate::solve::report::Pictured;
use nexsolve_core::{Bounds, Probe, Ranked, Score, Wdl};
use nexsolve_db::{Database, DbProber};
use nexsolve_solver::MoveReport;
use std::sync::Arc;

/// A game that can be looked up and shown.
pub(crate) trait Listed: Pictured + Ranked {}

impl<G: Pictured + Ranked> Listed for G {}

/// Looks positions of one game up.
pub(crate) struct Lookup<'a, G: Listed> {
    game: &'a G,
    /// The tables.
    pub(crate) prober: DbProber<'a, G>,
}

impl<'a, G: Listed> Lookup<'a, G> {
    /// Positions of this game, which the database is of.
    pub(crate) fn new(game: &'a G, database: &Arc<Database>) -> Self {
        Self { game, prober: DbProber::new(game, Arc::clone(database)) }
    }

    /// What is known of each position, `None` where there is no table: of a game that is over by the rules, of others
    /// from the tables.
    pub(crate) fn values(&self, positions: &[G::Position]) -> Result<Vec<Option<Bounds>>, Fault> {
        let by_rules = |position| self.game.outcome(position).map(|o| Bounds::exact(Score::of_outcome(o)));
        let mut values: Vec<Option<Bounds>> = positions.iter().map(by_rules).collect();
        let open: Vec<usize> = (0..positions.len()).filter(|&i| values[i].is_none()).collect();
        let asked: Vec<G::Position> = open.iter().map(|&i| positions[i]).collect();
        let probes = self.prober.probe_many(&asked).map_err(|error| unreadable(&error))?;
        for (i, probe) in open.into_iter().zip(probes) {
            values[i] = match probe {
                Probe::Known(bounds) => Some(bounds),
                Probe::Absent => None,
            };
        }
        Ok(values)
    }

    /// The moves of each position with what is known of them, in the game's order; without lines.
    pub(crate) fn moves(&self, positions: &[G::Position]) -> Result<Vec<Vec<MoveReport<G::Move>>>, Fault> {
        let mut list = Vec::new();
        let mut children = Vec::new();
        let mut all: Vec<Vec<MoveReport<G::Move>>> = Vec::with_capacity(positions.len());
        for position in positions {
            self.game.moves(position, &mut list);
            children.extend(list.iter().map(|&mv| self.game.play(position, mv)));
            let open = |&mv| MoveReport { mv, bounds: Bounds::UNKNOWN, line: Vec::new() };
            all.push(list.iter().map(open).collect());
        }
        for (report, value) in all.iter_mut().flatten().zip(self.values(&children)?) {
            report.bounds = value.map_or(Bounds::UNKNOWN, Bounds::lift);
        }
        Ok(all)
    }

    /// A line of best play that begins with the move: to the end of the game where tables tell how far that is, or for a
    /// draw one way to hold it. Empty where they do not.
    pub(crate) fn line(
        &self,
        position: &G::Position,
        first: &MoveReport<G::Move>,
    ) -> Result<Vec<G::Move>, Fault> {
        let Some(mut score) = first.bounds.score() else { return Ok(Vec::new()) };
        let mut line = vec![first.mv];
        let mut position = self.game.play(position, first.mv);
        while self.game.outcome(&position).is_none() {
            score = score.unlift();
            let [moves] = &self.moves(&[position])?[..] else { break };
            let keeps = |report: &&MoveReport<G::Move>| report.bounds == Bounds::exact(score);
            let Some(next) = moves.iter().find(keeps) else {
                // A table on the way is missing, or tells no distance.
                return Ok(Vec::new());
            };
            line.push(next.mv);
            position = self.game.play(&position, next.mv);
        }
        Ok(line)
    }

    /// How many of these moves win, draw and lose; `None` unless all are known.
    pub(crate) fn tally(moves: &[MoveReport<G::Move>]) -> Option<[usize; 3]> {
        let count = |value| moves.iter().filter(|report| report.bounds.wdl() == Some(value)).count();
        let counts = [Wdl::Win, Wdl::Draw, Wdl::Loss].map(count);
        (counts.iter().sum::<usize>() == moves.len()).then_some(counts)
    }
}
