//! One game between two players.

use super::clock::{Clock, Purse, TimeControl};
use super::openings::Opening;
use crate::{Budget, Course, Player, PlayerError, Thought};
use nexsolve_core::{Ending, Side};
use nexsolve_games::records::{Beside, GameRecord, How, Verdict};
use nexsolve_games::{AnyGame, AnyMove};
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

/// A game that has gone on for so many plies is drawn, unless the caller says otherwise. Rules that end all games sooner
/// or later can take very long to do so: kings and seeds wander.
pub const LONGEST_GAME: usize = 2_000;

/// What holds for a game beside its rules.
#[derive(Clone, Copy)]
pub struct Terms<'a> {
    /// The players' time.
    pub control: TimeControl,
    /// A game that has gone on for so many plies is drawn.
    pub longest: usize,
    /// Where the time is read from.
    pub clock: &'a dyn Clock,
    /// What every player is given for a move, beside the time. Its `stop` breaks the game off.
    pub budget: Budget<'a>,
}

impl Terms<'_> {
    /// Whether games are to be broken off.
    pub fn is_stopped(&self) -> bool {
        self.budget.stop.is_some_and(|stop| stop.load(Relaxed))
    }
}

/// How a game has ended. Players are named by the colours that they began with: see [`Course::has_changed_colours`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Who has won; `None` for a draw, and for a game that was broken off.
    pub winner: Option<Side>,
    /// Why it is over.
    pub cause: Cause,
}

/// Why a game is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    /// By the rules, which say why.
    Rules(String),
    /// The loser was out of time.
    Time,
    /// The loser chose what is no legal move.
    Illegal {
        /// The move.
        mv: String,
    },
    /// The loser had no move to make.
    Gone(PlayerError),
    /// The loser has resigned.
    Resigned,
    /// It was drawn for its length.
    Length,
    /// It was broken off from outside, and nobody has won.
    Stopped,
}

impl Cause {
    /// The same as records tell it.
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
    /// Moves made.
    pub moves: u64,
    /// Time for them.
    pub time: Duration,
    /// Positions visited for them.
    pub nodes: u64,
}

impl Effort {
    /// Both together.
    pub fn and(self, other: Self) -> Self {
        Self {
            moves: self.moves + other.moves,
            time: self.time + other.time,
            nodes: self.nodes + other.nodes,
        }
    }
}

/// A game that is being played, move by move.
pub struct Round<'g, 'a> {
    /// The game so far.
    course: Course<'g, AnyGame>,
    terms: Terms<'a>,
    purses: [Purse; 2],
    efforts: [Effort; 2],
}

impl<'g, 'a> Round<'g, 'a> {
    /// A game that goes on from here.
    pub fn new(course: Course<'g, AnyGame>, terms: Terms<'a>) -> Self {
        Self { course, terms, purses: [Purse::new(terms.control); 2], efforts: [Effort::default(); 2] }
    }

    /// The game so far.
    pub fn course(&self) -> &Course<'g, AnyGame> {
        &self.course
    }

    /// The game, when it is over.
    pub fn into_course(self) -> Course<'g, AnyGame> {
        self.course
    }

    /// Who is to choose a move, by the colour that the player began with.
    pub fn turn(&self) -> Side {
        turn(&self.course)
    }

    /// What a player has spent.
    pub fn effort(&self, player: Side) -> Effort {
        self.efforts[player as usize]
    }

    /// What a player has left of the time for the whole game, where that is limited.
    pub fn time_left(&self, player: Side) -> Option<Duration> {
        self.purses[player as usize].left()
    }

    /// How the game has ended, if it is over without another move.
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

    /// Asks the player whose turn it is for a move and makes it. If it does not come, or not in time, or is not legal, that
    /// is the end of the game.
    ///
    /// # Errors
    /// That end.
    pub fn ask(&mut self, player: &mut dyn Player<AnyGame>) -> Result<(Thought<AnyMove>, Duration), Outcome> {
        let began = self.terms.clock.now();
        let until = self.purses[self.turn() as usize].share().map(|share| began + share);
        let budget = Budget { until: Budget::least(self.terms.budget.until, until), ..self.terms.budget };
        let thought = player.choose(&self.course, &budget);
        let time = self.terms.clock.now() - began;
        if self.terms.is_stopped() {
            return Err(Outcome { winner: None, cause: Cause::Stopped });
        }
        let thought = thought.map_err(|error| self.lost(Cause::Gone(error)))?;
        self.made(thought.mv, thought.nodes, time)?;
        Ok((thought, time))
    }

    /// Makes a move that took so long and so many positions, by the player whose turn it is.
    ///
    /// # Errors
    /// The end of the game, if it took too long or is not legal.
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

    /// Takes the last move back. The time for it stays spent.
    pub fn take_back(&mut self) -> Option<AnyMove> {
        self.course.take_back()
    }

    /// The end of a game that the player whose turn it is has lost.
    pub fn lost(&self, cause: Cause) -> Outcome {
        Outcome { winner: Some(self.turn().other()), cause }
    }
}

/// Who is to choose a move, by the colour that the player began with.
pub fn turn(course: &Course<'_, AnyGame>) -> Side {
    seat(course, course.side())
}

/// Who has a colour now, by the colour that the player began with.
fn seat(course: &Course<'_, AnyGame>, colour: Side) -> Side {
    if course.has_changed_colours() { colour.other() } else { colour }
}

/// A game that has been played.
#[derive(Debug)]
pub struct Finished<'g> {
    /// Its positions and moves.
    pub course: Course<'g, AnyGame>,
    /// How it ended.
    pub outcome: Outcome,
    /// What the players have spent, who began as Black first.
    pub efforts: [Effort; 2],
}

impl Finished<'_> {
    /// The colour on the board of who has won.
    pub fn winning_colour(&self) -> Option<Side> {
        let winner = self.outcome.winner?;
        Some(if self.course.has_changed_colours() { winner.other() } else { winner })
    }

    /// The record of the game, which these two have played, who began as Black first, after this opening.
    pub fn record(&self, names: [String; 2], opening: &Opening) -> GameRecord {
        GameRecord {
            board: self.course.game().board(),
            names: names.map(Some),
            start: opening.position,
            prelude: opening.moves.clone(),
            moves: self.course.moves().to_vec(),
            verdict: Verdict { winner: self.winning_colour(), how: self.outcome.cause.how() },
            number: None,
            line: 1,
            beside: Beside::default(),
            fits: Vec::new(),
        }
    }
}

/// Plays a game from here to its end between two players, who begins as Black first.
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
