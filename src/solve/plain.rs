//! Small boards solved by the rules alone: every position once, no pruning, no knowledge.
//!
//! Stands in where the solver must not be used, as in the tests of what the command prints.

use nexsolve_core::{Bounds, Game, Score, Side};
use nexsolve_solver::{Goal, MoveReport, Observer, PlyStats, Progress, Solution, Stats};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// A search of one game.
pub(crate) struct Plain<'a, G: Game> {
    game: &'a G,
    nodes: Option<u64>,
    stop: &'a AtomicBool,
    observer: &'a dyn Observer,
    /// Moves of the root that are settled, and all of them.
    settled: (usize, usize),
    scores: HashMap<G::Position, Score>,
    plies: Vec<PlyStats>,
}

impl<'a, G: Game> Plain<'a, G> {
    /// A search with these bounds.
    pub(crate) fn new(
        game: &'a G,
        nodes: Option<u64>,
        stop: &'a AtomicBool,
        observer: &'a dyn Observer,
    ) -> Self {
        Self { game, nodes, stop, observer, settled: (0, 0), scores: HashMap::new(), plies: Vec::new() }
    }

    /// Solves the position and each move.
    pub(crate) fn solve(&mut self, position: &G::Position, goal: Goal) -> Solution<G::Move> {
        let mut list = Vec::new();
        self.game.moves(position, &mut list);
        let mut moves = Vec::new();
        let all = list.len();
        for mv in list {
            self.settled = (moves.len(), all);
            let child = self.game.play(position, mv);
            let mut line = Vec::new();
            let bounds = self.score(&child, 1).map_or(Bounds::UNKNOWN, |score| Bounds::exact(score.lift()));
            if bounds.score().is_some() && goal == Goal::Distances {
                line.push(mv);
                self.follow(child, &mut line);
            }
            moves.push(MoveReport { mv, bounds, line });
        }
        let bounds = match (self.game.outcome(position), &moves[..]) {
            (Some(outcome), _) => Bounds::exact(Score::of_outcome(outcome)),
            (None, moves) => Bounds {
                lo: moves.iter().map(|m| m.bounds.lo).max().unwrap_or(Score::MIN),
                hi: moves.iter().map(|m| m.bounds.hi).max().unwrap_or(Score::MAX),
            },
        };
        let complete = moves.iter().all(|m| m.bounds.score().is_some());
        Solution { bounds, moves, complete, stats: Stats { plies: self.plies.clone() } }
    }

    /// A best move for `side` wherever it is to move.
    pub(crate) fn strategy(
        &mut self,
        position: &G::Position,
        side: Side,
    ) -> Option<Vec<(G::Position, G::Move)>> {
        let mut plan = HashMap::new();
        let mut seen =
            std::collections::HashSet::from([(*position, self.game.side_to_move(position) == side)]);
        let mut queue: Vec<_> = seen.iter().copied().collect();
        let mut moves = Vec::new();
        while let Some((at, own)) = queue.pop() {
            if own && self.game.outcome(&at).is_none() {
                let best = self.best(&at)?;
                plan.insert(at, best);
                moves = vec![best];
            } else {
                self.game.moves(&at, &mut moves);
            }
            let next = moves.iter().map(|&mv| (self.game.play(&at, mv), !own));
            queue.extend(next.filter(|step| seen.insert(*step)));
        }
        Some(plan.into_iter().collect())
    }

    fn best(&mut self, at: &G::Position) -> Option<G::Move> {
        let mut moves = Vec::new();
        self.game.moves(at, &mut moves);
        let mut best = None;
        for mv in moves {
            let score = self.score(&self.game.play(at, mv), 1)?.lift();
            if best.is_none_or(|(least, _)| score > least) {
                best = Some((score, mv));
            }
        }
        best.map(|(_, mv)| mv)
    }

    fn follow(&mut self, mut at: G::Position, line: &mut Vec<G::Move>) {
        while self.game.outcome(&at).is_none() {
            let Some(best) = self.best(&at) else { return };
            line.push(best);
            at = self.game.play(&at, best);
        }
    }

    fn score(&mut self, at: &G::Position, ply: usize) -> Option<Score> {
        if let Some(&score) = self.scores.get(at) {
            return Some(score);
        }
        let visited = self.scores.len() as u64;
        if self.stop.load(Relaxed) || self.nodes.is_some_and(|most| visited >= most) {
            return None;
        }
        if visited.is_multiple_of(1 << 16) {
            let (settled, moves) = self.settled;
            self.observer.progress(Progress { threshold: Score::WIN, settled, moves, nodes: visited });
        }
        self.plies.resize(self.plies.len().max(ply + 1), PlyStats::default());
        self.plies[ply].nodes += 1;
        let score = if let Some(outcome) = self.game.outcome(at) {
            self.plies[ply].leaves += 1;
            Score::of_outcome(outcome)
        } else {
            let mut moves = Vec::new();
            self.game.moves(at, &mut moves);
            self.plies[ply].moves += moves.len() as u64;
            let mut best = Score::MIN;
            for mv in moves {
                best = best.max(self.score(&self.game.play(at, mv), ply + 1)?.lift());
            }
            best
        };
        self.scores.insert(*at, score);
        Some(score)
    }
}

/// The nodes of the game tree by ply, by counting the paths to each position.
pub(crate) fn tree<G: Game>(game: &G) -> Vec<u128> {
    let mut layer = HashMap::from([(game.start(), 1_u128)]);
    let (mut counts, mut moves) = (Vec::new(), Vec::new());
    while !layer.is_empty() {
        counts.push(layer.values().sum());
        let mut next = HashMap::new();
        for (at, paths) in layer {
            game.moves(&at, &mut moves);
            for &mv in &moves {
                *next.entry(game.play(&at, mv)).or_insert(0) += paths;
            }
        }
        layer = next;
    }
    counts
}
