//! The way on from a value that repeating positions would lose.

use crate::Course;
use nexsolve_core::{Contest, Probe, ProbeError, Prober, Wdl};

/// The approximate maximum number of positions looked up.
const MOST_LOOKS: u32 = 20_000;

/// The maximum depth in plies.
const DEEPEST: u32 = 41;

/// Looks for the shortest way to an irreversible move ([`Contest::is_irreversible`]), or to the end of the
/// game, that the side to move can force while it keeps a value.
///
/// Tables of values show what a position is worth, but not what makes progress: where play can repeat, moves
/// that keep the value can go on forever. Every irreversible move shortens the rest of the game, so playing
/// from one to the next ends it.
pub(crate) struct Progress<'a, G: Contest> {
    game: &'a G,
    tables: &'a dyn Prober<G>,
    /// The value to keep, at least.
    value: Wdl,
    looks: u32,
}

impl<'a, G: Contest> Progress<'a, G> {
    pub(crate) fn new(game: &'a G, tables: &'a dyn Prober<G>, value: Wdl) -> Self {
        Self { game, tables, value, looks: 0 }
    }

    /// Returns the first of `moves`, all of which must keep the value, that begins a shortest way; `None` if
    /// no way was found within the limits.
    ///
    /// # Errors
    /// If a table cannot be read.
    pub(crate) fn find(
        &mut self,
        course: &Course<'_, G>,
        moves: &[G::Move],
    ) -> Result<Option<G::Move>, ProbeError> {
        for depth in (1..=DEEPEST).step_by(2) {
            for &mv in moves {
                // A position that has occurred before makes no progress.
                let after = self.game.play(course.position(), mv);
                let is_new = !course.positions().contains(&after);
                if is_new && self.leads_on(course.position(), mv, depth)? {
                    return Ok(Some(mv));
                }
                if self.looks >= MOST_LOOKS {
                    return Ok(None);
                }
            }
        }
        Ok(None)
    }

    /// Returns whether a move that keeps the value leads to an irreversible move, of either side, within
    /// `depth` plies.
    fn leads_on(&mut self, position: &G::Position, mv: G::Move, depth: u32) -> Result<bool, ProbeError> {
        if self.game.is_irreversible(position, mv) {
            return Ok(true);
        }
        if depth < 3 || self.looks >= MOST_LOOKS {
            return Ok(false);
        }
        let game = self.game;
        let after = game.play(position, mv);
        for (reply, next) in game.continuations(&after) {
            // The tables guarantee that every reply leaves the value.
            if !game.is_irreversible(&after, reply) && !self.goes_on(&next, depth - 2)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Returns whether the side to move has a move that keeps the value and leads on.
    fn goes_on(&mut self, position: &G::Position, depth: u32) -> Result<bool, ProbeError> {
        for mv in self.game.legal_moves(position) {
            if self.keeps(position, mv)? && self.leads_on(position, mv, depth)? {
                return Ok(true);
            }
        }
        // The game may be over.
        Ok(self.game.outcome(position).is_some_and(|outcome| outcome >= self.value))
    }

    fn keeps(&mut self, position: &G::Position, mv: G::Move) -> Result<bool, ProbeError> {
        self.looks += 1;
        let after = self.game.play(position, mv);
        if let Some(outcome) = self.game.outcome(&after) {
            return Ok(-outcome >= self.value);
        }
        let Probe::Known(bounds) = self.tables.probe(&after)? else { return Ok(false) };
        Ok(bounds.wdl().is_some_and(|value| -value >= self.value))
    }
}
