//! Commands about the worth of positions and moves, and about the player's last thought.

use super::session::{Answer, Session, Setup};
use crate::Estimate;
use nexsolve_core::{Bounds, Game, Score, known_bounds};
use nexsolve_games::{AnyMove, AnyPosition};
use nexsolve_oracle::Knowledge;
use nexsolve_solver::{Goal, Options, Solution};

impl Session<'_> {
    /// Returns the worth of the position for the side to move, from tables or as far as a search proves it.
    pub(super) fn value(&self, words: &[&str]) -> Answer {
        let nodes = self.nodes(words)?;
        if let Some(outcome) = self.outcome() {
            return Ok(worded(outcome));
        }
        if let Some(bounds) = self.known(&[*self.course.position()])?[0]
            && bounds.score().is_some()
        {
            return Ok(worded(bounds));
        }
        let solution = self.prove(Goal::Value, nodes)?;
        if solution.bounds.wdl().is_none() {
            return Ok(worded(solution.bounds));
        }
        // The winner is known: search as many positions again for the distance.
        let exact = self.prove(Goal::Distances, nodes)?.bounds;
        Ok(worded(if exact.wdl().is_some() { exact } else { solution.bounds }))
    }

    /// Returns the worth of each legal move for the mover, one per line.
    pub(super) fn move_values(&self, words: &[&str]) -> Answer {
        let nodes = self.nodes(words)?;
        if self.ending().is_some() {
            return Ok(String::new());
        }
        let moves = self.course.legal();
        let game = self.game();
        let after: Vec<AnyPosition> = moves.iter().map(|&mv| game.play(self.course.position(), mv)).collect();
        let known = self.known(&after)?.into_iter().map(|bounds| bounds.map(Bounds::lift));
        let mut known: Vec<Option<Bounds>> = known.collect();
        if !known.iter().flatten().all(|bounds| bounds.wdl().is_some()) || known.contains(&None) {
            for goal in [Goal::Moves, Goal::Distances] {
                let solution = self.prove(goal, nodes)?;
                for (slot, mv) in known.iter_mut().zip(&moves) {
                    let found =
                        solution.moves.iter().find(|report| report.mv == *mv).map(|report| report.bounds);
                    let better =
                        |new: &Bounds| slot.is_none_or(|old| old.wdl().is_none() || new.wdl().is_some());
                    *slot = found.filter(better).or(*slot);
                }
            }
        }
        let line = |(&mv, bounds): (&AnyMove, &Option<Bounds>)| {
            format!("{} {}", self.word(mv), worded(bounds.unwrap_or(Bounds::UNKNOWN)))
        };
        Ok(moves.iter().zip(&known).map(line).collect::<Vec<_>>().join("\n"))
    }

    /// Returns the player's thoughts on the last move that it chose.
    pub(super) fn statistics(&self) -> Answer {
        let Some(thought) = &self.thought else {
            return Err("no move has been generated in this game".to_owned());
        };
        let estimate = match thought.estimate {
            Estimate::Unknown => "none".to_owned(),
            Estimate::Proven(bounds) => worded(bounds),
            Estimate::Share(share) => format!("share {share:.4}"),
            Estimate::Points(points) => format!("points {points}"),
        };
        let lines = [
            format!("player {}", self.setup.player.name()),
            format!("move {}", thought.mv),
            format!("estimate {estimate}"),
            format!("line {}", thought.line.join(" ")),
            format!("nodes {}", thought.nodes),
            format!("seconds {:.3}", thought.time.as_secs_f64()),
        ];
        Ok(lines.join("\n"))
    }

    /// Reads the number of positions that an analysis may visit.
    fn nodes(&self, words: &[&str]) -> Result<u64, String> {
        match words {
            [] => Ok(self.setup.nodes),
            [number] => match number.parse() {
                Ok(nodes) if nodes > 0 => Ok(nodes),
                _ => Err("syntax error: expected a number of positions to visit".to_owned()),
            },
            _ => Err("syntax error: expected at most a number of positions to visit".to_owned()),
        }
    }

    /// Returns the result, if the game is over.
    fn outcome(&self) -> Option<Bounds> {
        let value = self.ending()?.value_for(self.side());
        Some(Bounds::exact(Score::of_outcome(value)))
    }

    /// Returns what rules and tables know.
    fn known(&self, positions: &[AnyPosition]) -> Result<Vec<Option<Bounds>>, String> {
        known_bounds(self.setup.oracle, self.game(), positions).map_err(|error| error.to_string())
    }

    fn prove(&self, goal: Goal, nodes: u64) -> Result<Solution<AnyMove>, String> {
        let Setup { oracle, memory_bytes, stop, .. } = self.setup;
        let options = Options { memory_bytes, nodes: Some(nodes), symmetry: true, ordering: true };
        let found = oracle.with_search(options, Knowledge::Used, stop, &(), |searcher| {
            searcher.solve(self.course.position(), goal)
        });
        match found {
            Some(Ok(solution)) => solution.map_err(|error| error.to_string()),
            Some(Err(error)) => Err(error.to_string()),
            None => Err("cannot search boards of more than 64 cells".to_owned()),
        }
    }
}

/// Formats bounds for the side to move: `win in 5`, `draw`, `loss`, or what is proven at least.
fn worded(bounds: Bounds) -> String {
    if let Some(score) = bounds.score() {
        return score.to_string();
    }
    match (bounds.wdl(), bounds.lo >= Score::DRAW, bounds.hi <= Score::DRAW) {
        (Some(value), ..) => value.to_string(),
        (None, true, _) => "unproven, at least a draw".to_owned(),
        (None, _, true) => "unproven, at most a draw".to_owned(),
        (None, ..) => "unproven".to_owned(),
    }
}
