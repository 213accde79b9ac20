//! Commands about the worth of positions and moves, and about the player's last thought.

use super::commands::misused;
use super::session::{Answer, GtpSession, GtpSetup};
use nexsolve_core::{Bounds, Score};
use nexsolve_games::AnyMove;
use nexsolve_oracle::words::limit;
use nexsolve_oracle::{Reply, Search, Worth};
use nexsolve_players::{Course, Estimate, Thought};
use nexsolve_solver::{Goal, Options};
use std::time::Duration;

impl GtpSession<'_> {
    /// Returns the worth of the position for the side to move, from tables or as far as a search proves it.
    pub(super) fn value(&self, words: &[&str]) -> Answer {
        let nodes = self.nodes(words)?;
        if let Some(ending) = self.ending() {
            return Ok(worded(Bounds::exact(Score::of_outcome(ending.value_for(self.side())))));
        }
        let worths = self.setup.oracle.worths(&[*self.course.position()]);
        let known = worths.map_err(|error| error.to_string())?[0].bounds;
        if known.score().is_some() {
            return Ok(worded(known));
        }
        let value = self.prove(Goal::Value, nodes)?;
        if value.wdl().is_none() {
            return Ok(worded(value));
        }
        // The winner is known: search as many positions again for the distance.
        let exact = self.prove(Goal::Distances, nodes)?;
        Ok(worded(if exact.wdl().is_some() { exact } else { value }))
    }

    /// Returns the worth of each legal move for the mover, one per line.
    pub(super) fn move_values(&self, words: &[&str]) -> Answer {
        let nodes = Some(self.nodes(words)?);
        if self.ending().is_some() {
            return Ok(String::new());
        }
        let GtpSetup { oracle, memory_bytes, stop, .. } = self.setup;
        let threads = rayon::current_num_threads();
        let search = Search { stop, threads, memory_bytes, nodes, observer: &() };
        let alone = Course::from(self.game(), *self.course.position());
        let known = oracle.answer(&alone, usize::MAX, Some(&search)).map_err(|error| error.to_string())?;
        if known.is_open && known.searched.is_none() {
            return Err(TOO_WIDE.to_owned());
        }
        let line = |known: &Reply| format!("{} {}", self.word(known.mv), worded(known.worth.bounds));
        Ok(known.moves.iter().map(line).collect::<Vec<_>>().join("\n"))
    }

    /// Returns the player's thoughts on a move that it has just chosen.
    pub(super) fn statistics(&self, thought: &Thought<AnyMove>, time: Duration) -> String {
        let estimate = match thought.estimate {
            Estimate::Unknown => "none".to_owned(),
            Estimate::Proven(bounds) => worded(bounds),
            Estimate::Share(share) => format!("share {share:.4}"),
            Estimate::Points(points) => format!("points {points}"),
        };
        let lines = [
            format!("player {}", self.setup.name),
            format!("move {}", self.word(thought.mv)),
            format!("estimate {estimate}"),
            format!("line {}", self.line(&thought.line).join(" ")),
            format!("nodes {}", thought.nodes),
            format!("seconds {:.3}", time.as_secs_f64()),
        ];
        lines.join("\n")
    }

    /// Reads the number of positions that an analysis may visit.
    fn nodes(&self, words: &[&str]) -> Result<u64, String> {
        match (words, words.first().map(|word| word.parse())) {
            ([], _) => Ok(self.setup.nodes),
            ([_], Some(Ok(nodes @ 1..))) => Ok(nodes),
            _ => Err(misused("nexsolve-value")),
        }
    }

    fn prove(&self, goal: Goal, nodes: u64) -> Result<Bounds, String> {
        let GtpSetup { oracle, memory_bytes, stop, .. } = self.setup;
        let options = Options { nodes: Some(nodes), ..Options::within(memory_bytes) };
        let searcher = oracle.searcher(options, stop, &()).map_err(|error| error.to_string())?;
        let solution = searcher.ok_or(TOO_WIDE)?.solve(self.course.position(), goal);
        solution.map(|solution| solution.worth.bounds).map_err(|error| error.to_string())
    }
}

const TOO_WIDE: &str = "cannot search boards of more than 64 cells";

/// Formats bounds for the side to move: `win in 5`, `draw`, `loss`, or what is proven at least.
fn worded(bounds: Bounds) -> String {
    let limits = || limit(bounds).map_or_else(String::new, |limit| format!(", {limit}"));
    Worth::of(bounds).brief().unwrap_or_else(|| format!("unproven{}", limits()))
}
