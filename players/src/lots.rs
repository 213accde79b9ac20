//! Players who draw lots.

use crate::{Budget, Course, Player, PlayerError, Thought};
use nexsolve_core::{Chance, Contest, Draw, SplitMix, choose};

/// `random`: each legal move is as likely as any other. `pseudorand`: as the old program's player of that name, each *kind* of
/// move that is possible, then each move of the kind. Both list the moves.
#[derive(Clone, Debug)]
pub struct LotsPlayer {
    how: Draw,
    random: SplitMix,
    name: &'static str,
}

impl LotsPlayer {
    /// `random`.
    pub fn uniform(random: SplitMix) -> Self {
        Self { how: Draw::Uniform, random, name: "random" }
    }

    /// `pseudorand`.
    pub fn by_kind(random: SplitMix) -> Self {
        Self { how: Draw::ByKind, random, name: "pseudorand" }
    }
}

impl<G: Contest> Player<G> for LotsPlayer {
    fn name(&self) -> String {
        self.name.to_owned()
    }

    fn choose(&mut self, course: &Course<'_, G>, _: &Budget<'_>) -> Result<Thought<G::Move>, PlayerError> {
        let moves = course.legal();
        let mv = choose(course.game(), &moves, self.how, &mut self.random).expect("the game is not over");
        Ok(Thought::blind(mv))
    }
}

/// `random-bits`: each legal move is as likely as any other, drawn from the board's bits without a list ([`Chance::draw`]).
#[derive(Clone, Debug)]
pub struct BitsPlayer(SplitMix);

impl BitsPlayer {
    /// The player with these lots.
    pub fn new(random: SplitMix) -> Self {
        Self(random)
    }
}

impl<G: Chance> Player<G> for BitsPlayer {
    fn name(&self) -> String {
        "random-bits".to_owned()
    }

    fn choose(&mut self, course: &Course<'_, G>, _: &Budget<'_>) -> Result<Thought<G::Move>, PlayerError> {
        let mv = course.game().draw(course.position(), Draw::Uniform, &mut self.0);
        Ok(Thought::blind(mv.expect("the game is not over")))
    }
}
