//! The players `minimax` and `alphabeta` of the course.

use crate::lookahead::{Lookahead, Pruning};
use crate::{Budget, Choice, Course, Player, PlayerSpecError, Spec, Thought};
use nexsolve_core::{Evaluation, SplitMix};
use nexsolve_games::Played;

/// The default depth in plies, as in the course.
pub(crate) const DEPTH: u32 = 2;

/// The maximum depth: more than any board needs, and no more than the stack allows.
pub(crate) const MOST_DEPTH: u32 = 100;

/// `minimax(d)` and `alphabeta(d)`: search to a bounded depth, an evaluation at the horizon, and a random
/// choice among equally good moves.
///
/// Both players agree: for the same position, depth and evaluation they compute the same score and the same
/// best moves, and with the same random numbers they choose the same move. `alphabeta` visits fewer
/// positions. The course scores every win the same; here an early win is better than a late one, and a late
/// loss better than an early one, so that won games come to an end.
///
/// With a limit of nodes or time, the search deepens step by step, and the last finished depth decides.
pub(crate) struct LookaheadPlayer<G: Played> {
    depth: u32,
    pruning: Pruning,
    evaluation: &'static Evaluation<G>,
    random: SplitMix,
}

impl<G: Played> LookaheadPlayer<G> {
    /// Creates `minimax(d, eval=NAME)` or, with pruning, `alphabeta(d, eval=NAME)`.
    ///
    /// # Errors
    /// If the depth is 0 or more than [`MOST_DEPTH`], or the game has no such evaluation.
    pub(crate) fn new(spec: &mut Spec, pruning: Pruning, random: SplitMix) -> Result<Self, PlayerSpecError> {
        let depth = spec.number.take().unwrap_or(DEPTH.into());
        if !(1..=MOST_DEPTH.into()).contains(&depth) {
            let reason = format!("{} searches 1 to {MOST_DEPTH} plies ahead, not {depth}", spec.name);
            return Err(spec.wrong(reason));
        }
        let evaluation = spec.take_evaluation()?;
        Ok(Self { depth: depth as u32, pruning, evaluation, random })
    }
}

impl<G: Played> Player<G> for LookaheadPlayer<G> {
    fn choose(&mut self, course: &Course<'_, G>, budget: &Budget<'_>) -> Choice<G::Move> {
        let depth = self.depth.min(budget.depth.unwrap_or(self.depth)).max(1);
        let mut lookahead = Lookahead::new(course.game(), self.evaluation, self.pruning, *budget);
        let best = lookahead.best(course, &course.legal(), depth);
        let (mv, line) = best.choose(&mut self.random);
        Ok(Thought { mv, estimate: best.estimate(), line, nodes: lookahead.nodes() })
    }
}

#[cfg(test)]
mod tests {
    use crate::roster::tests::{any, on};
    use crate::{Budget, Course, Estimate};
    use nexsolve_core::{Bounds, Notation, Plies, Score};
    use std::collections::HashSet;

    #[test]
    fn thoughts_are_reported() {
        let game = any("hex:3x3");
        let course = Course::from(&game, game.read_position("b2;a1;a2;a3").expect("moves"));
        let spec = "minimax(3, eval=basic)".parse().expect("a player");
        let mut player = on("hex:3x3").player(&spec, 1).expect("a player");
        let thought = player.choose(&course, &Budget::default()).expect("a move");
        assert_eq!(thought.estimate, Estimate::Proven(Bounds::exact(Score::win_in(Plies(1)))));
        assert_eq!(thought.line, [thought.mv]);
        // There are 5 moves, and the game goes on after 3 of them. The search goes three plies down, but not
        // beyond the end of a game.
        assert!(thought.nodes > 5 && thought.nodes <= 5 + 3 * 4 + 3 * 4 * 3);
        let shallow = Budget { depth: Some(1), ..Budget::default() };
        assert_eq!(player.choose(&course, &shallow).expect("a move").nodes, 5);
    }

    /// Each of the equally good moves is played sometimes, and both players draw the same random numbers.
    #[test]
    fn equally_good_moves_are_chosen_at_random() {
        // No stone touches another after one move: all evaluations are 0.
        let (game, roster) = (any("hex:3x3"), on("hex:3x3"));
        let course = Course::new(&game);
        let choose = |text: &str, seed: u64| {
            let mut player = roster.player(&text.parse().expect(text), seed).expect(text);
            player.choose(&course, &Budget::default()).expect("a move").mv
        };
        let chosen: HashSet<_> = (0..200)
            .map(|seed| {
                let mv = choose("alphabeta(2, eval=basic)", seed);
                assert_eq!(mv, choose("minimax(2, eval=basic)", seed));
                mv
            })
            .collect();
        assert_eq!(chosen.len(), 9);
    }
}
