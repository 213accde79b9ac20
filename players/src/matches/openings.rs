//! What games begin with.

use nexsolve_core::{Chance, Contest, Draw, Game, Notation, ReadError, SplitMix};
use nexsolve_games::{AnyGame, AnyMove, AnyPosition};

/// What a game begins with, and how play gets there, where that is known.
#[derive(Clone, Debug)]
pub struct Opening {
    /// The position; the players know of nothing before it.
    pub position: AnyPosition,
    /// Moves that lead to it from the start of the game; none if it was given as a position, or is the start.
    pub moves: Vec<AnyMove>,
}

/// Why something cannot be an opening.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpeningError {
    /// It cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The game is over there.
    #[error("the game is over here, and nobody could play on")]
    Over,
    /// The players have changed colours.
    #[error("the players have changed colours here; the players of a match decide about that themselves")]
    ChangedColours,
    /// No opening was found by lot.
    #[error(
        "no random opening of {plies} plies leaves a game to play: of {tries} drawn, every one had ended"
    )]
    NoneByLot {
        /// So long it was to be.
        plies: u32,
        /// So often it was tried.
        tries: u32,
    },
}

/// Openings are drawn so often before there is said to be none.
const TRIES: u32 = 1_000;

impl Opening {
    /// Where the rules begin.
    pub fn start(game: &AnyGame) -> Self {
        Self { position: game.start(), moves: Vec::new() }
    }

    /// Reads an opening: moves from the start, joined by `;`, or a position.
    ///
    /// # Errors
    /// If it is neither, or no game can begin with it.
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

    /// So many plies by lot from the start, each legal move as likely as any other, after which the game goes on.
    ///
    /// # Errors
    /// If there seems to be none.
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

    /// The moves from the start that a text is, if it is moves.
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
