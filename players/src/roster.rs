//! Players of any game.

use crate::{Budget, Cast, Course, Player, PlayerError, Spec, SpecError, Thought};
use nexsolve_games::{AnyGame, AnyMove, Played, Visitor, visit};
use nexsolve_oracle::Oracle;
use std::sync::Arc;

/// What the players of a game of any kind are made with. Clones share it; making a player costs no more than its own parts.
#[derive(Clone)]
pub struct Roster(Arc<dyn Casting>);

impl Roster {
    /// Players of the oracle's game, who can look positions up in its databases.
    ///
    /// # Panics
    /// Never: there is no oracle of a board that there is not.
    pub fn new(oracle: &Oracle) -> Self {
        visit(oracle.board(), Enrol(oracle)).expect("the board of an oracle")
    }

    /// The player with this description, whose lots come from `seed`.
    ///
    /// # Errors
    /// If there is no such player, or not with these options, or not for this game.
    pub fn player(&self, spec: &Spec, seed: u64) -> Result<Box<dyn Player<AnyGame>>, SpecError> {
        self.0.player(spec, seed)
    }
}

/// From the oracle of a game whose kind is known when the program runs to its players.
struct Enrol<'a>(&'a Oracle);

impl Visitor for Enrol<'_> {
    type Done = Roster;

    fn on<G: Played>(self, _: G) -> Roster {
        let tables = self.0.tables::<G>().expect("the oracle's game");
        let cast = Cast::new(Arc::clone(tables.game()));
        Roster(Arc::new(if tables.is_empty() { cast } else { cast.with_tables(tables) }))
    }
}

/// A cast of any game.
trait Casting: Send + Sync {
    fn player(&self, spec: &Spec, seed: u64) -> Result<Box<dyn Player<AnyGame>>, SpecError>;
}

impl<G: Played> Casting for Cast<G> {
    fn player(&self, spec: &Spec, seed: u64) -> Result<Box<dyn Player<AnyGame>>, SpecError> {
        let (player, game) = (self.player(spec, seed)?, Arc::clone(self.game()));
        let course = Course::shared(Arc::clone(&game), game.start());
        Ok(Box::new(Seated { player, course, game }))
    }
}

/// A player of one game, at a board where any game is played.
struct Seated<G: Played> {
    player: Box<dyn Player<G>>,
    /// The game that it plays, as far as it has seen it.
    course: Course<'static, G>,
    game: Arc<G>,
}

impl<G: Played> Seated<G> {
    /// Makes the moves that have been made since the last look; begins anew where this is another game, or moves have been taken
    /// back.
    fn follow(&mut self, course: &Course<'_, AnyGame>) {
        let (start, moves) = (course.positions()[0], course.moves());
        let seen = self.course.moves();
        let goes_on = G::pack(&self.course.positions()[0]) == start
            && seen.len() <= moves.len()
            && seen.iter().zip(moves).all(|(&mine, &mv)| G::pack_move(mine) == mv);
        if !goes_on {
            self.course = Course::shared(Arc::clone(&self.game), G::unpack(&start));
        }
        for &mv in &moves[self.course.moves().len()..] {
            self.course.play(G::unpack_move(mv));
        }
    }
}

impl<G: Played> Player<AnyGame> for Seated<G> {
    fn name(&self) -> String {
        self.player.name()
    }

    fn choose(
        &mut self,
        course: &Course<'_, AnyGame>,
        budget: &Budget<'_>,
    ) -> Result<Thought<AnyMove>, PlayerError> {
        self.follow(course);
        let Thought { mv, estimate, line, nodes } = self.player.choose(&self.course, budget)?;
        let line = line.into_iter().map(G::pack_move).collect();
        Ok(Thought { mv: G::pack_move(mv), estimate, line, nodes })
    }
}
