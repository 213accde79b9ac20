//! Openings of games.

use nexsolve_core::{Chance, Contest, Draw, Game, Notation, ReadError, SplitMix};
use nexsolve_games::{AnyGame, AnyMove, AnyPosition};

/// The position in which a game begins, and the moves to it if they are known.
///
/// ```
/// use nexsolve_games::{AnyGame, Board};
/// use nexsolve_players::matches::Opening;
///
/// let game = AnyGame::on(nexsolve_games::board("nex:3x3")?)?;
/// assert_eq!(Opening::read(&game, "Ba1?b2;Wa2?b1")?.moves.len(), 2);
/// assert!(Opening::read(&game, "Ba1?a1").is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Opening {
    /// The position. The players see nothing before it.
    pub position: AnyPosition,
    /// The moves from the start to the position; empty if the opening was given as a position, or is the
    /// start.
    pub moves: Vec<AnyMove>,
}

/// Why a text is not a valid opening.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpeningError {
    /// The text cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The game is over in this position.
    #[error("the game is already over in this position")]
    Over,
    /// The opening swaps the players' colours.
    #[error("the opening swaps colours, which is a decision for the players of a match")]
    ChangedColours,
    /// No random opening was found.
    #[error("found no random opening of {plies} plies: the game ended in all {tries} attempts")]
    NoneByLot {
        /// The requested length in plies.
        plies: u32,
        /// The number of attempts.
        tries: u32,
    },
}

/// The number of attempts to draw a random opening.
const TRIES: u32 = 1_000;

impl Opening {
    /// Returns the start of the game.
    pub fn start(game: &AnyGame) -> Self {
        Self { position: game.start(), moves: Vec::new() }
    }

    /// Reads an opening: moves from the start, joined by `;`, or a position.
    ///
    /// # Errors
    /// If the text is neither, the game is over there, or the moves swap colours.
    pub fn read(game: &AnyGame, text: &str) -> Result<Self, OpeningError> {
        let opening = match Self::of_moves(game, text) {
            Some(opening) => opening,
            None => Self { position: game.read_position(text)?, moves: Vec::new() },
        };
        if opening.moves.iter().any(|&mv| game.changes_colours(mv)) {
            return Err(OpeningError::ChangedColours);
        }
        if opening.is_over(game) { Err(OpeningError::Over) } else { Ok(opening) }
    }

    /// Draws a random opening of `plies` plies from the start, after which the game continues. All legal
    /// moves are equally likely.
    ///
    /// # Errors
    /// If 1,000 attempts all ended the game.
    pub fn by_lot(game: &AnyGame, plies: u32, random: &mut SplitMix) -> Result<Self, OpeningError> {
        for _ in 0..TRIES {
            let mut opening = Self::start(game);
            for _ in 0..plies {
                let Some(mv) = game.draw(&opening.position, Draw::Uniform, random) else { break };
                if game.changes_colours(mv) {
                    break;
                }
                opening.play(game, mv);
            }
            if opening.moves.len() == plies as usize && !opening.is_over(game) {
                return Ok(opening);
            }
        }
        Err(OpeningError::NoneByLot { plies, tries: TRIES })
    }

    /// Reads moves from the start; `None` if the text is not moves.
    fn of_moves(game: &AnyGame, text: &str) -> Option<Self> {
        let text = text.trim();
        let mut opening = Self::start(game);
        for part in text.strip_suffix(';').unwrap_or(text).split(';') {
            opening.play(game, game.read_move(&opening.position, part).ok()?);
        }
        Some(opening)
    }

    fn play(&mut self, game: &AnyGame, mv: AnyMove) {
        self.position = game.play(&self.position, mv);
        self.moves.push(mv);
    }

    fn is_over(&self, game: &AnyGame) -> bool {
        game.ending(&game.begin(&self.position), &self.position).is_some()
    }
}
