//! Forced wins, of the player and of the opponent, where the game can find them.

use super::TreePlayer;
use super::node::Proof;
use super::settings::{Threats, TreeSettings};
use crate::{Budget, Course, Estimate, Thought, Tried};
use nexsolve_core::{Bounds, Chance, Draw, ForcedWin, Forcing, Game, Plies, Score};
use std::time::Instant;

/// The positions visited in search of an own win, for each simulation that the move may take, and at most. A
/// position takes a tenth of the time of a simulation or less.
const OWN_PER_SIMULATION: u64 = 2;
const MOST_OWN: u64 = 50_000;

/// The positions visited in search of the opponent's wins: for each move, for each simulation over all moves,
/// and at most over all moves.
const THEIRS: u64 = 1_000;
const THEIRS_PER_SIMULATION: u64 = 2;
const MOST_THEIRS: u64 = 50_000;

/// The game's search for forced wins.
type Search<'a, G> = &'a dyn Forcing<<G as Game>::Position, <G as Game>::Move>;

impl<G: Chance> TreePlayer<G> {
    /// Returns the game's search for forced wins, if the player uses it.
    fn search<'a>(&self, course: &'a Course<'_, G>, settings: &TreeSettings) -> Option<Search<'a, G>> {
        let has_all_moves = settings.draw != Draw::FirstKind || self.has_one_kind;
        if settings.threats == Threats::Ignored || self.tables.is_some() || !has_all_moves {
            return None;
        }
        course.game().forcing()
    }

    /// Returns the first move of a forced win, if one is found. It takes at most half of the remaining time.
    pub(super) fn forced_win(
        &mut self,
        course: &Course<'_, G>,
        settings: &TreeSettings,
        budget: &Budget<'_>,
    ) -> Option<Thought<G::Move>> {
        let search = self.search(course, settings)?;
        let half = Budget { until: budget.half_time(), ..*budget };
        let nodes = settings.simulations.saturating_mul(OWN_PER_SIMULATION).min(MOST_OWN);
        let found = search.forced_win(course.position(), nodes, &|| half.is_over())?;
        let ForcedWin { line, plies, nodes } = found;
        self.forced = Some(line[0]);
        let bounds = Bounds { lo: Score::win_in(plies), hi: Score::win_in(Plies(1)) };
        Some(Thought { mv: line[0], estimate: Estimate::Proven(bounds), line, nodes })
    }

    /// Returns the budget for growing the trees: an eighth of the time is left for [`TreePlayer::unrefuted`].
    pub(super) fn before_the_check<'a>(
        &self,
        course: &Course<'_, G>,
        settings: &TreeSettings,
        budget: &Budget<'a>,
    ) -> Budget<'a> {
        let now = Instant::now();
        let most = |until: Instant| now + until.saturating_duration_since(now) / 8 * 7;
        let is_checked = self.search(course, settings).is_some();
        Budget { until: if is_checked { budget.until.map(most) } else { budget.until }, ..*budget }
    }

    /// Returns the move of a forced win, which took no playouts.
    pub(super) fn tried_by_force(&self) -> Option<Tried<G::Move>> {
        Some(Tried { mv: self.forced?, playouts: 0, share: 1.0 })
    }

    /// Returns the best move after which no forced win of the opponent is found; the best move of all if
    /// there is none, or the budget does not suffice to find it.
    pub(super) fn unrefuted(
        &mut self,
        course: &Course<'_, G>,
        settings: &TreeSettings,
        budget: &Budget<'_>,
    ) -> Thought<G::Move> {
        let best = self.verdict();
        let Some(search) = self.search(course, settings) else { return best };
        let mut left = settings.simulations.saturating_mul(THEIRS_PER_SIMULATION).min(MOST_THEIRS);
        let mut thought = best.clone();
        while left > 0 && thought.estimate.proven().is_none() && !budget.is_over() {
            let after = course.game().play(course.position(), thought.mv);
            if course.game().outcome(&after).is_some() {
                break;
            }
            let nodes = THEIRS.min(left);
            let Some(found) = search.forced_win(&after, nodes, &|| budget.is_over()) else { return thought };
            left = left.saturating_sub(found.nodes.max(1));
            self.trees[0].settle(thought.mv, Proof::Win);
            thought = self.verdict();
        }
        if thought.estimate.proven().is_some() { thought } else { best }
    }
}
