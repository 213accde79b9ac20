//! Strategies: a good move in every position that can arise, as evidence that others can check by the rules
//! alone.

use crate::local::Local;
use crate::report::Goal;
use crate::search::{Cut, DEEPEST, Stopped};
use crate::solver::Solver;
use nexsolve_core::parallel;
use nexsolve_core::{Game, Plies, ProbeError, Score, Searchable, Side};
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, DefaultHasher};

/// The move of `side` in one of its positions, and the positions after the opponent's replies.
type StrategyStep<G> = (Option<<G as Game>::Move>, Vec<<G as Game>::Position>);

/// A map that is walked in the same order in every run, so that one thread finds the same strategy each time.
type Steady<K, V> = HashMap<K, V, BuildHasherDefault<DefaultHasher>>;

/// A strategy: positions in which its side is to move, each with the move to make.
pub type Strategy<G> = Vec<(<G as Game>::Position, <G as Game>::Move)>;

impl<G: Searchable> Solver<'_, G> {
    /// Returns a move for `side` in every position with `side` to move that can arise from `root` if `side`
    /// follows the strategy and the opponent plays anything, in no particular order. The strategy proves that
    /// the score of `root`, for the side to move there, is at least `bound` if `side` is to move, and at most
    /// `bound` otherwise.
    ///
    /// Returns `None` if the search was stopped, or the bound is not true. Time and memory are proportional
    /// to the number of positions; each takes a few look-ups while the table still holds the proof. In a game
    /// without end, if `bound` has no distance, the search first finds the length of the win.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn strategy(
        &mut self,
        root: &G::Position,
        side: Side,
        mut bound: Score,
    ) -> Result<Option<Strategy<G>>, ProbeError> {
        // Proof numbers find the winner without a length. A strategy without a length to keep can be a
        // thousand times as large.
        if self.shared.prover.take().is_some() && bound.distance().is_none() {
            let bounds = self.solve(root, Goal::Value)?.bounds;
            let is_mover = self.shared.game.side_to_move(root) == side;
            let (found, is_true) =
                if is_mover { (bounds.lo, bounds.lo >= bound) } else { (bounds.hi, bounds.hi <= bound) };
            if !is_true {
                return Ok(None);
            }
            bound = found;
        }
        let found = self.with_length(root, bound).and_then(|bound| self.walk(root, side, bound));
        self.shared.sound()?;
        Ok(found)
    }

    /// Returns the bound. In a game without end, where only a length makes progress, it returns the shortest
    /// win or loss instead.
    fn with_length(&self, root: &G::Position, bound: Score) -> Option<Score> {
        let endless = self.shared.game.longest(root) == Plies::ENDLESS;
        if !endless || bound.distance().is_some() || bound == Score::DRAW {
            return Some(bound);
        }
        let root = self.shared.canonical(root);
        let mut local = self.shared.local();
        let found = (1..DEEPEST.0).map(Plies).find_map(|plies| {
            let (win, loss) = (Score::win_in(plies), Score::loss_in(plies));
            let threshold = if bound == Score::WIN { win } else { loss.next() };
            match self.shared.search(&mut local, &Cut::root(), &root, threshold, 0) {
                Err(Stopped) => Some(None),
                Ok(answer) if bound == Score::WIN => (answer.score >= win).then_some(Some(win)),
                Ok(answer) => (answer.score <= loss).then_some(Some(loss)),
            }
        });
        self.shared.merge(local);
        found.flatten()
    }

    fn walk(&self, root: &G::Position, side: Side, bound: Score) -> Option<Strategy<G>> {
        // Each position of `side`, with the score that it must reach there.
        let mut found: Steady<G::Position, (Score, Option<G::Move>)> = Steady::default();
        let to_move = self.shared.game.side_to_move(root) == side;
        if let Some(score) = self.shared.game.outcome(root).map(Score::of_outcome) {
            return if to_move { score >= bound } else { score <= bound }.then(Vec::new);
        }
        let mut layer: Steady<G::Position, Score> = if to_move {
            Steady::from_iter([(*root, bound)])
        } else {
            let score = bound.unlift();
            self.replies(root).into_iter().map(|position| (position, score)).collect()
        };
        while !layer.is_empty() {
            let layer_now: Vec<(G::Position, Score)> = layer.into_iter().collect();
            let steps = parallel::try_runs(layer_now.len() as u64, |run| {
                let mut local = self.shared.local();
                let open = &layer_now[run.start as usize..run.end as usize];
                open.iter()
                    .map(|(position, score)| self.step(&mut local, position, *score).ok_or(()))
                    .collect()
            });
            let steps: Vec<Vec<StrategyStep<G>>> = steps.ok()?;
            let mut next = Steady::default();
            for ((position, score), (mv, replies)) in layer_now.into_iter().zip(steps.into_iter().flatten()) {
                found.insert(position, (score, mv));
                let wanted = score.unlift().unlift();
                for after in replies {
                    if found.get(&after).is_none_or(|(reached, _)| *reached < wanted) {
                        next.entry(after).and_modify(|s: &mut Score| *s = (*s).max(wanted)).or_insert(wanted);
                    }
                }
            }
            layer = next;
        }
        Some(found.into_iter().filter_map(|(position, (_, mv))| Some((position, mv?))).collect())
    }

    /// Handles one position of `side`: returns a move that reaches `score` (one that ends the game, if
    /// possible) and the positions after the replies to it.
    fn step(
        &self,
        local: &mut Local<'_, G>,
        position: &G::Position,
        score: Score,
    ) -> Option<StrategyStep<G>> {
        let game = self.shared.game;
        let moves = game.legal_moves(position);
        let ends = |mv: &G::Move| {
            game.outcome(&game.play(position, *mv)).is_some_and(|o| Score::of_outcome(o).lift() >= score)
        };
        if moves.is_empty() {
            return Some((None, Vec::new()));
        }
        let mv = match moves.iter().copied().find(ends) {
            Some(mv) => mv,
            None => self.good_move(local, position, &moves, score)?,
        };
        Some((Some(mv), self.replies(&game.play(position, mv))))
    }

    /// Returns the positions after all moves.
    fn replies(&self, position: &G::Position) -> Vec<G::Position> {
        self.shared.game.continuations(position).map(|(_, after)| after).collect()
    }

    /// Returns a move that reaches `score`: the move in the table if it does, else the first of `moves` that
    /// does. Returns `None` if no move does, or the search was stopped.
    pub(crate) fn good_move(
        &self,
        local: &mut Local<'_, G>,
        position: &G::Position,
        moves: &[G::Move],
        score: Score,
    ) -> Option<G::Move> {
        let game = self.shared.game;
        if let Some(prover) = &self.shared.prover
            && score == Score::WIN
        {
            return self.winning_move(prover, local, position);
        }
        let canonical = self.shared.canonical(position);
        self.shared.search(local, &Cut::root(), &canonical, score, 0).ok()?;
        let remembered = self.shared.table.get(game.key(&canonical)).and_then(|known| {
            let best = |(mv, _): &(G::Move, G::Position)| game.pack_move(*mv) == known.best;
            let child = self.shared.canonical(&game.continuations(&canonical).find(best)?.1);
            moves.iter().copied().find(|&mv| self.shared.canonical(&game.play(position, mv)) == child)
        });
        remembered
            .into_iter()
            .chain(moves.iter().copied())
            .find(|&mv| self.reaches(local, position, mv, score))
    }

    /// Returns whether a move reaches `score`; `false` if the search was stopped.
    pub(crate) fn reaches(
        &self,
        local: &mut Local<'_, G>,
        position: &G::Position,
        mv: G::Move,
        score: Score,
    ) -> bool {
        let child = self.shared.canonical(&self.shared.game.play(position, mv));
        let answer = self.shared.search(local, &Cut::root(), &child, score.unlift().next(), 1);
        // Compare scores before the move, because the threshold saturates if the last move of a game loses
        // it.
        answer.is_ok_and(|answer| answer.score.lift() >= score)
    }
}
