//! A session on one board: its state, and how words become moves.

use super::clock::Clock;
use super::line;
use crate::{Budget, Course, Estimate, Player};
use nexsolve_core::{Contest, Ending, Fault, Game, Notation, ReadError, Side};
use nexsolve_games::records::GameRecord;
use nexsolve_games::{AnyGame, AnyMove, AnyPosition};
use nexsolve_oracle::Oracle;
use std::io::{self, BufRead, Write};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// What a session begins with.
pub struct Setup<'a> {
    /// The game, and what is known of it.
    pub oracle: &'a Oracle,
    /// Who chooses the moves.
    pub player: Box<dyn Player<AnyGame> + 'a>,
    /// The most time for a move, whatever the controller grants.
    pub most: Option<Duration>,
    /// Positions that an analysis visits, where the controller does not say.
    pub nodes: u64,
    /// Bytes that an analysis may use.
    pub memory_bytes: u64,
    /// The version of the program.
    pub version: &'a str,
    /// Whether the caller can go on with a board of so many rows and columns.
    pub sizes: &'a dyn Fn(u32, u32) -> bool,
    /// Set from outside to have the answer at once.
    pub stop: &'a AtomicBool,
}

/// Why a session has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    /// `quit`.
    Quit,
    /// Nothing more comes.
    Silence,
    /// The controller wants another board: rows and columns, and perhaps a game from a file, which the next session has to begin
    /// with ([`Session::load`]). It has been told that it gets it.
    Resized(u32, u32, Option<Box<Loading>>),
}

/// A game from a file, or its beginning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loading {
    pub(super) record: GameRecord,
    /// How many of its moves are made, if not all.
    pub(super) moves: Option<usize>,
}

/// A session on one board.
pub struct Session<'a> {
    pub(super) setup: Setup<'a>,
    pub(super) course: Course<'a, AnyGame>,
    /// Who has given up.
    pub(super) resigned: Option<Side>,
    /// How many moves there were when the game was turned into its mirror image.
    pub(super) mirrored: Option<usize>,
    pub(super) thought: Option<Thinking>,
    /// Set to end the session after the answer.
    pub(super) ended: Option<Ended>,
}

/// What the player thought about its last move.
#[derive(Clone, Debug)]
pub(super) struct Thinking {
    pub(super) mv: String,
    pub(super) estimate: Estimate,
    pub(super) line: Vec<String>,
    pub(super) nodes: u64,
    pub(super) time: Duration,
}

/// What a command comes to: an answer, or what is wrong.
pub(super) type Answer = Result<String, String>;

impl<'a> Session<'a> {
    /// A session that begins at the start of a game.
    pub fn new(setup: Setup<'a>) -> Self {
        let course = Course::new(setup.oracle.game());
        Self { setup, course, resigned: None, mirrored: None, thought: None, ended: None }
    }

    /// Begins with a game from a file, which is of this board.
    ///
    /// # Panics
    /// If it is of another.
    pub fn load(&mut self, Loading { record, moves }: Loading) {
        assert_eq!(record.board, self.game().board(), "a game of this board");
        self.course = Course::from(self.setup.oracle.game(), record.start);
        for mv in record.moves.into_iter().take(moves.unwrap_or(usize::MAX)) {
            self.course.play(mv);
        }
        (self.resigned, self.mirrored, self.thought) = (None, None, None);
    }

    /// The game.
    pub(super) fn game(&self) -> &'a AnyGame {
        self.setup.oracle.game()
    }

    /// Whether the game is the same in the mirror.
    pub(super) fn has_mirror(&self) -> bool {
        self.game().mirrored(&self.game().start()).is_some()
    }

    /// A move in words, seen in the mirror if the game is; what is no move stays as it is.
    pub(super) fn seen(&self, word: &str) -> String {
        let reflected = self.mirrored.and_then(|_| self.game().mirrored_word(word));
        reflected.unwrap_or_else(|| word.to_owned())
    }

    /// Answers commands until the session ends. Takes whatever comes; `clock` goes on from one board to the next.
    ///
    /// # Errors
    /// If the input cannot be read or the output not be written.
    pub fn run(
        mut self,
        clock: &mut Clock,
        input: &mut dyn BufRead,
        output: &mut dyn Write,
    ) -> io::Result<Ended> {
        while let Some(line) = line::read(input)? {
            let answer = match line.words.split_first() {
                _ if line.cut => Err("syntax error: the line is too long".to_owned()),
                None => Err("syntax error: a number, but no command".to_owned()),
                Some((command, words)) => self.command(command, words, clock),
            };
            line::respond(output, line.id, &answer)?;
            if let Some(ended) = self.ended.take() {
                return Ok(ended);
            }
        }
        Ok(Ended::Silence)
    }

    /// Begins a new game.
    pub(super) fn clear(&mut self) {
        self.course = Course::new(self.game());
        (self.resigned, self.mirrored, self.thought) = (None, None, None);
    }

    /// A side of the board as the controller calls it, or back.
    pub(super) fn turned(&self, side: Side) -> Side {
        if self.mirrored.is_some() { side.other() } else { side }
    }

    /// Whose turn it is, as the controller calls it.
    pub(super) fn side(&self) -> Side {
        self.turned(self.course.side())
    }

    /// Who has won, as the controller calls it, and why; the side is missing for a draw.
    pub(super) fn ending(&self) -> Option<Ending> {
        if let Some(side) = self.resigned {
            return Some(Ending { winner: Some(side.other()), reason: format!("{side} has resigned") });
        }
        let Ending { winner, reason } = self.course.ending()?;
        Some(Ending { winner: winner.map(|winner| self.turned(winner)), reason })
    }

    /// A legal move in this position as one word.
    pub(super) fn word(&self, mv: AnyMove) -> String {
        self.word_at(self.course.position(), mv, self.game().changes_colours(mv) && self.has_mirror())
    }

    /// The same in any position of the game; `swap` is whether it is told as `swap-pieces`.
    fn word_at(&self, position: &AnyPosition, mv: AnyMove, swap: bool) -> String {
        if swap {
            return SWAP_PIECES.to_owned();
        }
        self.seen(&self.game().word(position, mv))
    }

    /// Legal moves one after the other, from this position, in words.
    pub(super) fn line(&self, moves: &[AnyMove]) -> Vec<String> {
        let (game, mut position) = (self.game(), *self.course.position());
        let told = |mv: &AnyMove| {
            let word = self.word_at(&position, *mv, false);
            position = game.play(&position, *mv);
            word
        };
        moves.iter().map(told).collect()
    }

    /// Reads a legal move, and whether it turns the game into its mirror image.
    pub(super) fn read_move(&self, text: &str) -> Result<(AnyMove, bool), String> {
        let (game, position) = (self.game(), self.course.position());
        if text.eq_ignore_ascii_case(SWAP_PIECES) {
            let swap = self.course.legal().into_iter().find(|&mv| game.changes_colours(mv));
            return match swap.filter(|_| self.has_mirror()) {
                Some(mv) => Ok((mv, true)),
                None => Err("illegal move: no swap of pieces here".to_owned()),
            };
        }
        let read = |text: &str| game.read_move(position, &self.seen(text));
        let exact = read(text);
        let mv = exact.or_else(|error| read(&game.respelt(position, text)).map_err(|_| wrong_move(&error)));
        Ok((mv?, false))
    }

    /// Plays a move that was read, or chosen.
    pub(super) fn make(&mut self, mv: AnyMove, turns: bool) {
        self.course.play(mv);
        if turns {
            self.mirrored = Some(self.course.moves().len());
        }
    }

    /// Takes the last move back; whether there was one.
    pub(super) fn undo(&mut self) -> bool {
        if self.resigned.take().is_some() {
            return true;
        }
        let undone = self.course.take_back().is_some();
        self.mirrored = self.mirrored.filter(|&at| at <= self.course.moves().len());
        undone
    }

    /// The player's move; it is not made.
    pub(super) fn choose(&mut self, clock: &mut Clock) -> Result<AnyMove, String> {
        let side = self.side();
        let begun = Instant::now();
        let time = Budget::least(clock.share(side), self.setup.most);
        let until = time.and_then(|time| begun.checked_add(time));
        let budget = Budget { until, stop: Some(self.setup.stop), ..Budget::default() };
        let thought = self.setup.player.choose(&self.course, &budget).map_err(|error| error.to_string())?;
        let time = begun.elapsed();
        clock.take(side, time);
        self.thought = Some(Thinking {
            mv: self.word(thought.mv),
            estimate: thought.estimate,
            line: self.line(&thought.line),
            nodes: thought.nodes,
            time,
        });
        Ok(thought.mv)
    }
}

/// The word of Hex programs for a swap that turns the first stone over.
const SWAP_PIECES: &str = "swap-pieces";

/// What is wrong with a move, as the standard puts it, and more exactly behind.
fn wrong_move(error: &ReadError) -> String {
    match &error.fault {
        fault @ Fault::Expected { .. } => format!("syntax error: {fault}"),
        fault => format!("illegal move: {fault}"),
    }
}
