//! Recorded games of all kinds behind one interface, each in its game's own format.

mod awari;
mod draughts;
mod form;
mod hex;
mod nex;
#[cfg(test)]
mod tests;

pub use form::Form;

use crate::Course;
use crate::matches::{Cause, Opening, Played};
use nexsolve_core::{Contest, Side};
use nexsolve_games::record::RecordFault;

/// A game whose moves are legal, as it is written down.
#[derive(Debug)]
pub struct GameRecord<G: Contest> {
    /// Who began as Black and who as White, where that is known.
    pub names: [Option<String>; 2],
    /// What the game began with.
    pub start: G::Position,
    /// Moves before it, from the start of the rules, where they are known. They were nobody's choice.
    pub prelude: Vec<G::Move>,
    /// The moves of the players.
    pub moves: Vec<G::Move>,
    /// How it ended.
    pub verdict: Verdict,
    /// The line of the file on which it begins, or on which its moves stand; from 1.
    pub line: usize,
}

/// How a recorded game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The colour on the board that has won; `None` for a draw, and for a game that was broken off.
    pub winner: Option<Side>,
    /// Why it ended.
    pub how: How,
}

/// Why a recorded game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// By the rules, or the record tells no other way.
    Rules,
    /// The loser was out of time.
    Time,
    /// The loser made no legal move, or none at all.
    Forfeit,
    /// The loser has resigned.
    Resigned,
    /// It was drawn for its length.
    Length,
    /// It was broken off.
    BrokenOff,
}

impl How {
    /// Why a game ended that has been played.
    pub fn of(cause: &Cause) -> Self {
        match cause {
            Cause::Rules(_) => Self::Rules,
            Cause::Time => Self::Time,
            Cause::Illegal { .. } | Cause::Gone(_) => Self::Forfeit,
            Cause::Resigned => Self::Resigned,
            Cause::Length => Self::Length,
            Cause::Stopped => Self::BrokenOff,
        }
    }
}

impl Verdict {
    /// A game that was broken off.
    pub const BROKEN_OFF: Self = Self { winner: None, how: How::BrokenOff };
}

impl<G: Contest> Clone for GameRecord<G> {
    fn clone(&self) -> Self {
        let Self { names, start, prelude, moves, verdict, line } = self;
        let (names, prelude, moves) = (names.clone(), prelude.clone(), moves.clone());
        Self { names, start: *start, prelude, moves, verdict: *verdict, line: *line }
    }
}

impl<G: Contest> PartialEq for GameRecord<G> {
    fn eq(&self, other: &Self) -> bool {
        let parts = |record: &Self| (record.start, record.verdict, record.line);
        parts(self) == parts(other)
            && self.names == other.names
            && self.prelude == other.prelude
            && self.moves == other.moves
    }
}

impl<G: Contest> GameRecord<G> {
    /// The record of a game that these two have played, who began as Black first, after this opening.
    pub fn of(names: [String; 2], opening: &Opening<G>, played: &Played<'_, G>) -> Self {
        let how = How::of(&played.outcome.cause);
        Self {
            names: names.map(Some),
            start: opening.position,
            prelude: opening.moves.clone(),
            moves: played.course.moves().to_vec(),
            verdict: Verdict { winner: played.winning_colour(), how },
            line: 1,
        }
    }

    /// The game played again.
    pub fn course<'g>(&self, game: &'g G) -> Course<'g, G> {
        let mut course = Course::from(game, self.start);
        for &mv in &self.moves {
            course.play(mv);
        }
        course
    }
}

/// What stands in a file of records.
#[derive(Debug)]
pub enum Found<G: Contest> {
    /// A game.
    Game(GameRecord<G>),
    /// A good game of another board, or by other rules.
    Elsewhere {
        /// The line on which it begins, or on which its moves stand; from 1.
        line: usize,
        /// What it is played on, as boards are written.
        board: String,
    },
    /// What is wrong, and where.
    Fault(RecordFault<String>),
}

/// What a game is played on whose record does not tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Untold {
    /// The board of the game that reads.
    Here,
    /// The smallest on which all is right.
    Smallest,
}

/// Why a game cannot be written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unwritable {
    /// The form knows no positions to begin with, only moves.
    #[error(
        "records of this game begin with moves: an opening that is given as a position cannot be written"
    )]
    NoPrelude,
}

/// A game whose games can be written down and read.
pub trait Recorded: Contest + Sized {
    /// What the names of such files end with, without the dot.
    const EXTENSION: &'static str;

    /// Writes games; [`Recorded::read_records`] gives them back, but for their lines and what the format has no place for: moves
    /// before the start (of all but Nex), and how a game ended if not by its rules (Nex and Awari, where it is broken off).
    ///
    /// # Errors
    /// If the format has no place for what a game begins with.
    fn write_records(&self, records: &[GameRecord<Self>]) -> Result<String, Unwritable>;

    /// Reads a file of games: each game, or what is wrong with it, in the order of the file.
    fn read_records(&self, bytes: &[u8], untold: Untold) -> Vec<Found<Self>>;
}
