//! Nex as a contest, and random play.

use super::{Nex, NexMove, NexPosition};
use nexsolve_core::{Chance, Contest, Draw, Forcing, Game, Lot, Playout, Side, SplitMix, Wdl, choose};
use nexsolve_rhombus::CellSet;

impl<S: CellSet> Contest for Nex<S> {
    type Memory = ();

    /// Generate moves, transform moves, and final moves if the game has them. A swap is of the first kind,
    /// like all moves that can be made instead of it.
    fn kinds(&self) -> usize {
        2 + usize::from(self.has_final_moves)
    }

    fn begin(&self, _position: &NexPosition<S>) {}

    fn kind(&self, mv: NexMove) -> usize {
        match mv {
            NexMove::Generate { .. } | NexMove::Swap => 0,
            NexMove::Transform { .. } => 1,
            NexMove::Fill(_) | NexMove::Turn(_) => 2,
        }
    }

    fn reason(&self, outcome: Wdl) -> &'static str {
        if outcome == Wdl::Draw { "no move is left" } else { "the edges are joined" }
    }
}

impl<S: CellSet> Chance for Nex<S> {
    fn draw(&self, position: &NexPosition<S>, how: Draw, random: &mut SplitMix) -> Option<NexMove> {
        if self.outcome(position).is_some() {
            return None;
        }
        if position.may_swap {
            return choose(self, &self.legal_moves(position), how, random);
        }
        let side = position.side_to_move();
        let sets = Sets::new(self, position, side);
        sets.draw(how, random).or_else(|| self.final_move(sets.empty, sets.neutral))
    }

    fn forcing(&self) -> Option<&dyn Forcing<NexPosition<S>, NexMove>> {
        Some(self)
    }

    /// Only the mover can complete a chain, so one side is checked after each move.
    fn playout(&self, position: &NexPosition<S>, how: Draw, random: &mut SplitMix) -> Playout {
        if let Some(value) = self.outcome(position) {
            return Playout { value, plies: 0 };
        }
        if self.is_before_swap(position)
            && let Some(mv) = self.draw(position, how, random)
        {
            // Every move, even a swap, passes the turn to the other player.
            let Playout { value, plies } = self.playout(&self.play(position, mv), how, random);
            return Playout { value: -value, plies: plies + 1 };
        }
        let mut side = position.side_to_move();
        let mut sets = Sets::new(self, position, side);
        let mut plies = 0;
        loop {
            let drawn = sets.draw(how, random).or_else(|| self.final_move(sets.empty, sets.neutral));
            let Some(mv) = drawn else { return Playout { value: Wdl::Draw, plies } };
            sets.play(mv);
            plies += 1;
            if self.board.connects(sets.own, side) {
                // The side that moves first moves at odd plies.
                return Playout { value: if plies % 2 == 1 { Wdl::Win } else { Wdl::Loss }, plies };
            }
            std::mem::swap(&mut sets.own, &mut sets.others);
            side = match side {
                Side::Black => Side::White,
                Side::White => Side::Black,
            };
        }
    }
}

/// A position from the view of the side to move, with its empty cells.
#[derive(Clone, Copy)]
struct Sets<S> {
    own: S,
    others: S,
    neutral: S,
    empty: S,
}

impl<S: CellSet> Sets<S> {
    #[inline]
    fn new(game: &Nex<S>, position: &NexPosition<S>, side: Side) -> Self {
        Self {
            own: position.stones(side),
            others: position.stones(side.other()),
            neutral: position.neutral,
            empty: game.empty(position),
        }
    }

    /// Draws a random generate or transform move, if there is one.
    #[inline]
    fn draw(&self, how: Draw, random: &mut SplitMix) -> Option<NexMove> {
        let (empty, neutral, own) = (self.empty.count(), self.neutral.count(), self.own.count());
        let generates = empty * empty.saturating_sub(1);
        let transforms = neutral * neutral.saturating_sub(1) / 2 * own;
        let mut lot = Lot::new(random);
        let is_generate = match how {
            _ if transforms == 0 => true,
            _ if generates == 0 => false,
            Draw::Uniform => lot.below(generates + transforms) < generates,
            Draw::ByKind => lot.below(2) == 0,
            Draw::FirstKind => true,
        };
        if generates + transforms == 0 {
            return None;
        }
        Some(if is_generate {
            let stone = self.empty.nth(lot.below(empty));
            let neutral = self.empty.without(S::one(stone)).nth(lot.below(empty - 1));
            NexMove::Generate { stone, neutral }
        } else {
            let first = self.neutral.nth(lot.below(neutral));
            let second = self.neutral.without(S::one(first)).nth(lot.below(neutral - 1));
            let given = self.own.nth(lot.below(own));
            NexMove::Transform { gained: [first.min(second), first.max(second)], given }
        })
    }

    /// Plays a move of the side to move, without changing sides.
    #[inline]
    fn play(&mut self, mv: NexMove) {
        (self.own, self.neutral) = mv.played(self.own, self.neutral);
        match mv {
            NexMove::Generate { stone, neutral } => {
                self.empty = self.empty.without(S::one(stone) | S::one(neutral));
            }
            NexMove::Fill(_) => self.empty = S::EMPTY,
            NexMove::Transform { .. } | NexMove::Turn(_) | NexMove::Swap => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nexsolve_core::Plies;
    use nexsolve_core::laws::{self, Positions};
    use nexsolve_rhombus::Wide;

    #[test]
    fn random_play_follows_the_rules() {
        for (rows, cols) in [(2, 2), (2, 3), (3, 3)] {
            let game = Nex::<u64>::with_final_moves(rows, cols).expect("a small board");
            laws::irreversible(&game, 200, 2);
            let mut positions = laws::positions(&game, Positions::Games { count: 2, seed: 5 });
            positions.extend(laws::endings(&game, 1, Plies(2), 3).into_iter().take(4));
            laws::chance(&game, &positions, 4_000, 0.12, 1);
        }
        let small = Nex::<u64>::new(3, 3).expect("a small board");
        laws::irreversible(&small, 200, 2);
        let positions = laws::positions(&small, Positions::Games { count: 3, seed: 5 });
        laws::chance(&small, &positions, 4_000, 0.12, 1);
        let large = Nex::<Wide>::new(3, 11).expect("fits");
        let positions = laws::positions(&large, Positions::Games { count: 1, seed: 5 });
        laws::chance(&large, &positions[..4], 2_000, 0.2, 2);
    }
}
