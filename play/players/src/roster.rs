//! Players of any game.

use crate::cast::Cast;
use crate::level::LevelPlayer;
use crate::net::Networks;
use crate::{Budget, Choice, Course, Player, PlayerSpecError, Spec, Thought, Tried};
use nexsolve_core::Prober;
use nexsolve_games::{AnyGame, AnyMove, Played, Visitor, visit};
use nexsolve_oracle::Oracle;
use std::sync::Arc;

/// Creates the players of a game of any kind. Clones share the game and its tables, so creating a player
/// costs only its own parts.
///
/// ```
/// use nexsolve_games::Board;
/// use nexsolve_oracle::Oracle;
/// use nexsolve_players::{Budget, Course, Roster};
///
/// let oracle = Oracle::new(nexsolve_games::played("awari", None)?, &[])?;
/// let mut player = Roster::new(&oracle).player(&"minimax(2)".parse()?, 1)?;
/// let course = Course::new(oracle.game());
/// let thought = player.choose(&course, &Budget::default())?;
/// assert!(course.legal().contains(&thought.mv));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Roster {
    make: Arc<Make>,
    /// For the players that ask what is known.
    oracle: Oracle,
}

/// Creates a player for a seed.
type Make = dyn Fn(&Spec, u64) -> Result<Box<dyn Player<AnyGame>>, PlayerSpecError> + Send + Sync;

impl Roster {
    /// Creates the roster of the oracle's game, without networks. Its players can look up positions in the
    /// oracle's databases.
    ///
    /// # Panics
    /// Never: the board of an oracle exists.
    pub fn new(oracle: &Oracle) -> Self {
        Self::with_networks(oracle, &Networks::default())
    }

    /// Creates the roster of the oracle's game, with players that use these networks.
    ///
    /// # Panics
    /// Never: the board of an oracle exists.
    pub fn with_networks(oracle: &Oracle, networks: &Networks) -> Self {
        let make = visit(oracle.board(), Enrol(oracle, networks.clone())).expect("the board of an oracle");
        Self { make, oracle: oracle.clone() }
    }

    /// Creates the player that `spec` describes; `seed` determines its random choices.
    ///
    /// # Errors
    /// If there is no such player, or the player does not support these options or this game.
    pub fn player(&self, spec: &Spec, seed: u64) -> Result<Box<dyn Player<AnyGame>>, PlayerSpecError> {
        match spec.name.as_str() {
            "level" | "perfect" => {
                Ok(Box::new(LevelPlayer::new(self.oracle.clone(), &*self.make, spec, seed)?))
            }
            _ => (self.make)(spec, seed),
        }
    }
}

/// Creates the roster of a game whose kind is known only at run time.
struct Enrol<'a>(&'a Oracle, Networks);

impl Visitor for Enrol<'_> {
    type Done = Arc<Make>;

    fn on<G: Played>(self, _: G) -> Arc<Make> {
        let solver = Oracle::new(self.0.board(), &[]).expect("the board of an oracle");
        let tables = self.0.tables::<G>().expect("the oracle's game");
        let game = Arc::clone(tables.game());
        let has_tables = !tables.is_empty();
        let cast = Cast {
            game,
            tables: has_tables.then_some(tables as Arc<dyn Prober<G>>),
            solver,
            networks: self.1,
        };
        Arc::new(move |spec, seed| {
            let (player, game) = (cast.player(spec, seed)?, Arc::clone(&cast.game));
            let course = Course::shared(Arc::clone(&game), game.start());
            Ok(Box::new(Seated { player, course, game }))
        })
    }
}

/// Lets a player of one game play it as an [`AnyGame`].
struct Seated<G: Played> {
    player: Box<dyn Player<G>>,
    /// The game as the player has seen it so far.
    course: Course<'static, G>,
    game: Arc<G>,
}

impl<G: Played> Seated<G> {
    /// Plays the moves made since the last call. Starts anew if `course` is another game, or moves have been
    /// taken back.
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
    fn choose(&mut self, course: &Course<'_, AnyGame>, budget: &Budget<'_>) -> Choice<AnyMove> {
        self.follow(course);
        let Thought { mv, estimate, line, nodes } = self.player.choose(&self.course, budget)?;
        let line = line.into_iter().map(G::pack_move).collect();
        Ok(Thought { mv: G::pack_move(mv), estimate, line, nodes })
    }

    fn tried(&self) -> Vec<Tried<AnyMove>> {
        let pack = |Tried { mv, playouts, share }| Tried { mv: G::pack_move(mv), playouts, share };
        self.player.tried().into_iter().map(pack).collect()
    }
}

/// Games for tests.
#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Returns the game on a board.
    pub(crate) fn any(board: &str) -> AnyGame {
        AnyGame::on(nexsolve_games::played(board, None).expect(board)).expect(board)
    }

    /// Returns the roster of a board without tables.
    pub(crate) fn on(board: &str) -> Roster {
        Roster::new(&Oracle::new(any(board).board(), &[]).expect("a board"))
    }
}
