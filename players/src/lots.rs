//! Players who draw lots.

use crate::{Budget, Course, Player, PlayerError, Thought};
use nexsolve_core::{Chance, Draw, SplitMix, choose};

/// `random`: each legal move is as likely as any other. `pseudorand`: as the old program's player of that name, each *kind* of
/// move that is possible, then each move of the kind. Both list the moves. `random-bits`: as `random`, drawn from the board's bits
/// without a list ([`Chance::draw`]).
#[derive(Clone, Debug)]
pub struct LotsPlayer {
    name: &'static str,
    how: Draw,
    urn: Urn,
    random: SplitMix,
}

/// What moves are drawn from.
#[derive(Clone, Copy, Debug)]
enum Urn {
    List,
    Bits,
}

impl LotsPlayer {
    /// `random`.
    pub fn uniform(random: SplitMix) -> Self {
        Self { name: "random", how: Draw::Uniform, urn: Urn::List, random }
    }

    /// `pseudorand`.
    pub fn by_kind(random: SplitMix) -> Self {
        Self { name: "pseudorand", how: Draw::ByKind, urn: Urn::List, random }
    }

    /// `random-bits`.
    pub fn by_bits(random: SplitMix) -> Self {
        Self { name: "random-bits", how: Draw::Uniform, urn: Urn::Bits, random }
    }
}

impl<G: Chance> Player<G> for LotsPlayer {
    fn name(&self) -> String {
        self.name.to_owned()
    }

    fn choose(&mut self, course: &Course<'_, G>, _: &Budget<'_>) -> Result<Thought<G::Move>, PlayerError> {
        let (game, random) = (course.game(), &mut self.random);
        let mv = match self.urn {
            Urn::List => choose(game, &course.legal(), self.how, random),
            Urn::Bits => game.draw(course.position(), self.how, random),
        };
        Ok(Thought::blind(mv.expect("the game is not over")))
    }
}
