//! Games from the start, whose positions may be puzzles.

use super::{Puzzler, uct};
use nexsolve_core::{Chance, Draw, Game, SplitMix};
use nexsolve_games::{AnyMove, AnyPosition, Shown};
use nexsolve_players::{Budget, Course};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// The maximum length of a game, in plies.
const LONGEST: usize = 400;

/// The simulations of the weak player, which makes half of the moves in every second game.
const WEAK: u64 = 30;

/// How often a move that swaps colours is drawn again.
const REDRAWS: usize = 100;

impl Puzzler<'_> {
    /// Returns the positions of a game that may be puzzles. In every second game all moves are random, in the
    /// others every second one on average; the others are those of a weak player, so that play is neither
    /// aimless nor always the same.
    pub(super) fn played(&self, number: u64, random: &mut SplitMix, stop: &AtomicBool) -> Vec<AnyPosition> {
        let game = self.oracle.game();
        let weak = || self.roster.player(&uct(WEAK), number).expect("every game has this player");
        let mut weak = (number % 2 == 1).then(weak);
        // In games with several kinds of moves, uniform draws hardly ever choose the kinds with few moves.
        let how = if number & 2 == 0 { Draw::Uniform } else { Draw::ByKind };
        let mut course = Course::new(game);
        let mut positions = Vec::new();
        while course.ending().is_none() && course.moves().len() < LONGEST && !stop.load(Relaxed) {
            let position = *course.position();
            let is_small = self.most.is_none_or(|most| game.count(&position) <= most);
            if is_small && !game.may_swap(&position) {
                positions.push(position);
            }
            let thought = match &mut weak {
                Some(player) if random.below(2) == 0 => player.choose(&course, &Budget::default()).ok(),
                _ => None,
            };
            let chosen = thought.map(|thought| thought.mv).filter(|&mv| !game.changes_colours(mv));
            let Some(mv) = chosen.or_else(|| self.drawn(&position, how, random)) else { break };
            course.play(mv);
        }
        positions
    }

    /// Draws a random move that does not swap the colours; `None` if there is none.
    fn drawn(&self, position: &AnyPosition, how: Draw, random: &mut SplitMix) -> Option<AnyMove> {
        let game = self.oracle.game();
        let mut draws = (0..REDRAWS).map_while(|_| game.draw(position, how, random));
        draws.find(|&mv| !game.changes_colours(mv))
    }
}
