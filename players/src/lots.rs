//! Random players.

use crate::{Budget, Course, Player, PlayerError, Thought};
use nexsolve_core::{Chance, Draw, SplitMix, choose};

/// A random player.
///
/// - `random`: all legal moves are equally likely.
/// - `pseudorand`: all *kinds* of moves with a legal move are equally likely, then all moves of the chosen kind, like
///   the old program's player of that name.
/// - `random-bits`: like `random`, but drawn from the board's bits without a list ([`Chance::draw`]).
///
/// The first two list the moves.
///
/// ```
/// use nexsolve_core::{Game, SplitMix};
/// use nexsolve_games::nex::Nex;
/// use nexsolve_players::{Budget, Course, LotsPlayer, Player};
///
/// let game = Nex::<u64>::new(3, 3).expect("a board");
/// let mut player = LotsPlayer::uniform(SplitMix(1));
/// let thought = player.choose(&Course::new(&game), &Budget::default())?;
/// assert!(game.is_legal(&game.start(), thought.mv));
/// # Ok::<(), nexsolve_players::PlayerError>(())
/// ```
#[derive(Clone, Debug)]
pub struct LotsPlayer {
    name: &'static str,
    how: Draw,
    urn: Urn,
    random: SplitMix,
}

/// How a move is drawn.
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
