//! Random players.

use crate::{Budget, Choice, Course, Player, Thought};
use nexsolve_core::{Chance, Draw, SplitMix, choose};

/// A random player.
#[derive(Clone, Debug)]
pub(crate) struct LotsPlayer(pub(crate) Lots, pub(crate) SplitMix);

/// How a move is drawn.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Lots {
    /// `random`: all legal moves are equally likely.
    Uniform,
    /// `pseudorand`: all *kinds* of moves with a legal move are equally likely, then all moves of the chosen
    /// kind, like the old program's player of that name.
    ByKind,
    /// `random-bits`: like `random`, but drawn from the board's bits without a list ([`Chance::draw`]).
    Bits,
}

impl<G: Chance> Player<G> for LotsPlayer {
    fn choose(&mut self, course: &Course<'_, G>, _: &Budget<'_>) -> Choice<G::Move> {
        let (game, Self(lots, random)) = (course.game(), self);
        let mv = match lots {
            Lots::Uniform => choose(game, &course.legal(), Draw::Uniform, random),
            Lots::ByKind => choose(game, &course.legal(), Draw::ByKind, random),
            Lots::Bits => game.draw(course.position(), Draw::Uniform, random),
        };
        Ok(Thought::blind(mv.expect("the game is not over")))
    }
}
