//! A single game between two players.

use super::clock::{Purse, TimeControl};
use super::openings::Opening;
use crate::{Budget, Course, Player, PlayerError, Thought};
use nexsolve_core::{Ending, Side};
use nexsolve_games::records::{GameRecord, How, Verdict};
use nexsolve_games::{AnyGame, AnyMove};
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

/// The default number of plies after which a game is called a draw. Even games whose rules end them
/// eventually can take very long: kings and seeds wander.
pub const LONGEST_GAME: usize = 2_000;

/// The terms of a game besides its rules.
#[derive(Clone, Copy)]
pub struct Terms<'a> {
    /// The time control.
    pub control: TimeControl,
    /// The number of plies after which the game is called a draw.
    pub longest: usize,
    /// Returns the current time, which never decreases.
    pub now: &'a (dyn Fn() -> Instant + Sync),
    /// The budget of each move besides the time. Its `stop` flag breaks the game off.
    pub budget: Budget<'a>,
}

impl Terms<'_> {
    /// Returns whether games are being broken off.
    pub fn is_stopped(&self) -> bool {
        self.budget.stop.is_some_and(|stop| stop.load(Relaxed))
    }
}

/// The result of a game. Players are named by the colours that they began with: see
/// [`Course::has_changed_colours`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The winner; `None` for a draw and for a game that was broken off.
    pub winner: Option<Side>,
    /// Why the game is over.
    pub cause: Cause,
}

/// Why a game is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The rules ended it, for the given reason.
    Rules(String),
    /// The loser exceeded its time.
    Time,
    /// The loser chose an illegal move.
    Illegal {
        /// The illegal move.
        mv: String,
    },
    /// The loser could not move.
    Gone(PlayerError),
    /// The loser resigned.
    Resigned,
    /// The game was called a draw because of its length.
    Length,
    /// The game was broken off, without a winner.
    Stopped,
}

impl Cause {
    /// Returns the cause in the form that records use.
    pub fn how(&self) -> How {
        match self {
            Self::Rules(_) => How::Rules,
            Self::Time => How::Time,
            Self::Illegal { .. } | Self::Gone(_) => How::Forfeit,
            Self::Resigned => How::Resigned,
            Self::Length => How::Length,
            Self::Stopped => How::BrokenOff,
        }
    }
}

/// What a player has spent in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Effort {
    /// The moves made.
    pub moves: u64,
    /// The time used.
    pub time: Duration,
    /// The positions visited.
    pub nodes: u64,
}

impl Effort {
    /// Adds two efforts.
    pub fn and(self, other: Self) -> Self {
        Self {
            moves: self.moves + other.moves,
            time: self.time + other.time,
            nodes: self.nodes + other.nodes,
        }
    }
}

/// A game in progress, played move by move.
pub struct Round<'g, 'a> {
    /// The game so far.
    course: Course<'g, AnyGame>,
    terms: Terms<'a>,
    purses: [Purse; 2],
    efforts: [Effort; 2],
}

impl<'g, 'a> Round<'g, 'a> {
    /// Continues a game from `course`.
    pub fn new(course: Course<'g, AnyGame>, terms: Terms<'a>) -> Self {
        Self { course, terms, purses: [Purse::new(terms.control); 2], efforts: [Effort::default(); 2] }
    }

    /// Returns the game so far.
    pub fn course(&self) -> &Course<'g, AnyGame> {
        &self.course
    }

    /// Returns the finished game.
    pub fn into_course(self) -> Course<'g, AnyGame> {
        self.course
    }

    /// Returns the player whose turn it is, named by the colour that the player began with.
    pub fn turn(&self) -> Side {
        turn(&self.course)
    }

    /// Returns what a player has spent.
    pub fn effort(&self, player: Side) -> Effort {
        self.efforts[player as usize]
    }

    /// Returns a player's remaining time for the whole game, if it is limited.
    pub fn time_left(&self, player: Side) -> Option<Duration> {
        self.purses[player as usize].left()
    }

    /// Returns how the game ended, if it is over without another move.
    pub fn outcome(&self) -> Option<Outcome> {
        if let Some(Ending { winner, reason }) = self.course.ending() {
            let winner = winner.map(|colour| seat(&self.course, colour));
            return Some(Outcome { winner, cause: Cause::Rules(reason) });
        }
        if self.terms.is_stopped() {
            return Some(Outcome { winner: None, cause: Cause::Stopped });
        }
        (self.course.moves().len() >= self.terms.longest)
            .then_some(Outcome { winner: None, cause: Cause::Length })
    }

    /// Asks the player whose turn it is for a move, and plays it.
    ///
    /// # Errors
    /// The end of the game, if the move is missing, late or illegal.
    pub fn ask(&mut self, player: &mut dyn Player<AnyGame>) -> Result<(Thought<AnyMove>, Duration), Outcome> {
        let began = (self.terms.now)();
        let until = self.purses[self.turn() as usize].share().map(|share| began + share);
        let budget = Budget { until: Budget::least(self.terms.budget.until, until), ..self.terms.budget };
        let thought = player.choose(&self.course, &budget);
        let time = (self.terms.now)() - began;
        if self.terms.is_stopped() {
            return Err(Outcome { winner: None, cause: Cause::Stopped });
        }
        let thought = thought.map_err(|error| self.lost(Cause::Gone(error)))?;
        self.made(thought.mv, thought.nodes, time)?;
        Ok((thought, time))
    }

    /// Plays a move by the player whose turn it is, which took `time` and visited `nodes` positions.
    ///
    /// # Errors
    /// The end of the game, if the move was late or is illegal.
    pub fn made(&mut self, mv: AnyMove, nodes: u64, time: Duration) -> Result<(), Outcome> {
        let turn = self.turn() as usize;
        let effort = &mut self.efforts[turn];
        *effort = effort.and(Effort { moves: 1, time, nodes });
        if !self.purses[turn].pay(time) {
            return Err(self.lost(Cause::Time));
        }
        if !self.course.allows(mv) {
            return Err(self.lost(Cause::Illegal { mv: format!("{mv:?}") }));
        }
        self.course.play(mv);
        Ok(())
    }

    /// Takes back the last move. Its time stays spent.
    pub fn take_back(&mut self) -> Option<AnyMove> {
        self.course.take_back()
    }

    /// Returns the result of a game that the player whose turn it is has lost.
    pub fn lost(&self, cause: Cause) -> Outcome {
        Outcome { winner: Some(self.turn().other()), cause }
    }
}

/// Returns the player whose turn it is, named by the colour that the player began with.
pub fn turn(course: &Course<'_, AnyGame>) -> Side {
    seat(course, course.side())
}

/// Returns the player who has a colour now, named by the colour that the player began with.
fn seat(course: &Course<'_, AnyGame>, colour: Side) -> Side {
    if course.has_changed_colours() { colour.other() } else { colour }
}

/// A finished game.
#[derive(Debug)]
pub struct Finished<'g> {
    /// The positions and moves.
    pub course: Course<'g, AnyGame>,
    /// The result.
    pub outcome: Outcome,
    /// What the players have spent; first the player who began as Black.
    pub efforts: [Effort; 2],
}

impl Finished<'_> {
    /// Returns the record of the game, with the players' names (first the player who began as Black) and the
    /// opening.
    pub fn record(&self, names: [String; 2], opening: &Opening) -> GameRecord {
        let has_changed = self.course.has_changed_colours();
        let winner = self.outcome.winner.map(|winner| if has_changed { winner.other() } else { winner });
        let verdict = Verdict { winner, how: self.outcome.cause.how() };
        let (names, prelude) = (names.map(Some), opening.moves.clone());
        GameRecord { names, prelude, ..GameRecord::played(&self.course, 0, verdict) }
    }
}

/// Plays a game from `course` to its end. The first of `players` begins as Black.
pub fn play<'g>(
    course: Course<'g, AnyGame>,
    players: [&mut dyn Player<AnyGame>; 2],
    terms: Terms<'_>,
) -> Finished<'g> {
    let [black, white] = players;
    let mut round = Round::new(course, terms);
    let outcome = loop {
        if let Some(outcome) = round.outcome() {
            break outcome;
        }
        let player = match round.turn() {
            Side::Black => &mut *black,
            Side::White => &mut *white,
        };
        if let Err(outcome) = round.ask(player) {
            break outcome;
        }
    };
    let efforts = [round.effort(Side::Black), round.effort(Side::White)];
    Finished { course: round.into_course(), outcome, efforts }
}
