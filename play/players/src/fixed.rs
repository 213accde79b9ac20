//! A player made a function of the position.

use crate::{Budget, Course, Estimate, Player, PlayerError, Thought};
use nexsolve_core::{Game, Notation, SplitMix, Symmetric};
use nexsolve_games::{AnyGame, AnyMove, AnyPosition};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Creates a player from a seed.
pub type Creator<'a> = dyn Fn(u64) -> Box<dyn Player<AnyGame>> + Sync + 'a;

/// A player that chooses the same move whenever it meets a position.
///
/// Each choice is made by a new player, as if the game began with the position. The seed of the new player is
/// derived from the seed of the fixed player and from the position. So the choice depends neither on the way
/// to the position, nor on other choices.
///
/// The choice is made in the canonical form of the position and carried over: symmetric positions get
/// symmetric moves.
///
/// ```
/// use nexsolve_core::Game;
/// use nexsolve_games::Board;
/// use nexsolve_oracle::Oracle;
/// use nexsolve_players::{FixedPlayer, Roster};
/// use std::sync::atomic::AtomicBool;
///
/// let oracle = Oracle::new(nexsolve_games::played("nex:3x3", None)?, &[])?;
/// let (roster, spec) = (Roster::new(&oracle), "random".parse()?);
/// let create = |seed| roster.player(&spec, seed).expect("every game has it");
/// let player = FixedPlayer::new(oracle.game(), &create, 7);
/// let (start, stop) = (oracle.game().start(), AtomicBool::new(false));
/// assert_eq!(player.choose(&start, &stop)?, player.choose(&start, &stop)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub struct FixedPlayer<'a> {
    game: &'a AnyGame,
    create: &'a Creator<'a>,
    seed: u64,
}

/// Why a fixed player has no move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FixedError {
    /// The player cannot move.
    #[error(transparent)]
    Player(#[from] PlayerError),
    /// The player chose an illegal move.
    #[error("the player chose an illegal move in the position {position}")]
    Illegal {
        /// The position, as the game writes it.
        position: String,
    },
    /// The work was stopped, so the player may not have finished its choice.
    #[error("stopped")]
    Stopped,
}

impl<'a> FixedPlayer<'a> {
    /// Creates the fixed player of the players that `create` makes.
    pub fn new(game: &'a AnyGame, create: &'a Creator<'a>, seed: u64) -> Self {
        Self { game, create, seed }
    }

    /// Returns the game.
    pub fn game(&self) -> &'a AnyGame {
        self.game
    }

    /// Chooses a move in a position that is not over.
    ///
    /// # Errors
    /// If the player cannot move, chooses an illegal move, or `stop` is set.
    pub fn choose(&self, position: &AnyPosition, stop: &AtomicBool) -> Result<AnyMove, FixedError> {
        self.think(position, stop).map(|(mv, _)| mv)
    }

    /// Chooses as [`FixedPlayer::choose`] does, and returns the player's estimate of the position, too.
    ///
    /// # Errors
    /// As for [`FixedPlayer::choose`].
    pub fn think(
        &self,
        position: &AnyPosition,
        stop: &AtomicBool,
    ) -> Result<(AnyMove, Estimate), FixedError> {
        let canonical = self.game.canonical(position);
        let mut player = (self.create)(self.seed_of(&canonical));
        let budget = Budget { stop: Some(stop), ..Budget::default() };
        let chosen = player.choose(&Course::from(self.game, canonical), &budget);
        if stop.load(Relaxed) {
            return Err(FixedError::Stopped);
        }
        let Thought { mv, estimate, .. } = chosen?;
        if !self.game.is_legal(&canonical, mv) {
            return Err(FixedError::Illegal { position: self.game.format_position(&canonical) });
        }
        Ok((carried(self.game, &canonical, mv, position), estimate))
    }

    /// Returns the seed of the player that chooses in this position.
    fn seed_of(&self, position: &AnyPosition) -> u64 {
        let used = position.0.iter().rposition(|&word| word != 0).map_or(0, |last| last + 1);
        let digest = position.0[..used].iter().fold(0, |digest, word| SplitMix(digest ^ word).next_word());
        SplitMix::part(self.seed, digest).next_word()
    }
}

/// Returns the move of `to` that corresponds to the move `mv` of the symmetric position `from`: the first one
/// that leads to a symmetric position.
///
/// # Panics
/// If the positions are not symmetric.
pub fn carried(game: &AnyGame, from: &AnyPosition, mv: AnyMove, to: &AnyPosition) -> AnyMove {
    if from == to {
        return mv;
    }
    let wanted = game.canonical(&game.play(from, mv));
    let mut continuations = game.continuations(to);
    let found = continuations.find(|(_, after)| game.canonical(after) == wanted);
    found.expect("symmetric positions have symmetric moves").0
}
