//! The players of the course: `minimax` and `alphabeta`.

use crate::evaluation::{self, Evaluation};
use crate::lookahead::{Lookahead, Pruning};
use crate::{Budget, Course, Playable, Player, PlayerError, Spec, SpecError, Thought};
use nexsolve_core::SplitMix;

/// Plies that the players look ahead if nothing is said: as in the course.
pub const DEPTH: u32 = 2;

/// No more plies can be asked for: more than any board allows, and no more than a stack bears.
pub const MOST_DEPTH: u32 = 100;

/// `minimax(d)` and `alphabeta(d)`: bounded depth, an evaluation at the horizon, and a random choice among the moves that are
/// equally good.
///
/// Both see the same: of one position, depth and evaluation they have the same score and the same best moves, and with the same
/// lots they choose the same. The second looks at fewer positions. Where the course gives the end of a game the greatest
/// points, here an early win is better than a late one, and a late loss better than an early one; so a won game is brought
/// to its end.
///
/// With a bound of nodes or time the depth is reached step by step, and the last one that could be finished decides.
pub struct LookaheadPlayer<G: Playable> {
    name: String,
    depth: u32,
    pruning: Pruning,
    evaluation: &'static dyn Evaluation<G>,
    random: SplitMix,
}

impl<G: Playable> LookaheadPlayer<G> {
    /// `minimax(d, eval=NAME)`.
    ///
    /// # Errors
    /// If the depth is 0 or more than [`MOST_DEPTH`], or the game has no such evaluation.
    pub fn minimax(spec: &mut Spec, random: SplitMix) -> Result<Self, SpecError> {
        Self::new(spec, Pruning::Nothing, random)
    }

    /// `alphabeta(d, eval=NAME)`.
    ///
    /// # Errors
    /// As [`LookaheadPlayer::minimax`].
    pub fn alphabeta(spec: &mut Spec, random: SplitMix) -> Result<Self, SpecError> {
        Self::new(spec, Pruning::AlphaBeta, random)
    }

    fn new(spec: &mut Spec, pruning: Pruning, random: SplitMix) -> Result<Self, SpecError> {
        let text = spec.to_string();
        let depth = spec.number.take().unwrap_or(DEPTH.into());
        if !(1..=MOST_DEPTH.into()).contains(&depth) {
            let reason = format!("{} looks 1 to {MOST_DEPTH} plies ahead, not {depth}", spec.name);
            return Err(SpecError::whole(&text, reason));
        }
        let evaluation = evaluation::find(spec.take("eval").as_deref())?;
        Ok(Self { name: text, depth: depth as u32, pruning, evaluation, random })
    }
}

impl<G: Playable> Player<G> for LookaheadPlayer<G> {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn choose(
        &mut self,
        course: &Course<'_, G>,
        budget: &Budget<'_>,
    ) -> Result<Thought<G::Move>, PlayerError> {
        let depth = self.depth.min(budget.depth.unwrap_or(self.depth)).max(1);
        let mut lookahead = Lookahead::new(course.game(), self.evaluation, self.pruning, *budget);
        let best = lookahead.best(course, &course.legal(), depth);
        let (mv, line) = best.choose(&mut self.random);
        Ok(Thought { mv, estimate: best.estimate(), line, nodes: lookahead.nodes() })
    }
}
