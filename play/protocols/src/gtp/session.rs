//! A session on one board: its state, and the translation of words to moves.

use super::clock::Clock;
use super::line;
use nexsolve_core::{Ending, Game, Notation, ReadError, ReadFault, Side};
use nexsolve_games::records::GameRecord;
use nexsolve_games::{AnyGame, AnyMove};
use nexsolve_oracle::Oracle;
use nexsolve_players::{Budget, Course, Creator, Player};
use std::io::{self, BufRead, Write};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// What a session needs.
pub struct GtpSetup<'a> {
    /// The game, and what is known about it.
    pub oracle: &'a Oracle,
    /// Creates the player that chooses the moves, from a seed.
    pub create: Box<Creator<'a>>,
    /// The seed of the player.
    pub seed: u64,
    /// The player's name, with its options.
    pub name: String,
    /// The maximum time for a move, whatever the controller grants.
    pub most: Option<Duration>,
    /// The positions that an analysis visits by default.
    pub nodes: u64,
    /// The memory that an analysis may use, in bytes.
    pub memory_bytes: u64,
    /// The version of the program.
    pub version: &'a str,
    /// Returns whether the caller supports a board with these rows and columns.
    pub sizes: &'a dyn Fn(u32, u32) -> bool,
    /// The caller sets this flag to get an answer at once.
    pub stop: &'a AtomicBool,
}

/// Why a session ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The controller sent `quit`.
    Quit,
    /// The input ended.
    Silence,
    /// The controller requested another board with these rows and columns, and has received a positive
    /// answer. The next session must begin with the game from a file, if there is one ([`GtpSession::load`]).
    Resized(u32, u32, Option<Box<Loading>>),
}

/// A game from a file, or its beginning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loading {
    pub(super) record: GameRecord,
    /// The number of moves to play; `None` for all.
    pub(super) moves: Option<usize>,
}

/// A session on one board.
pub struct GtpSession<'a> {
    pub(super) setup: GtpSetup<'a>,
    player: Box<dyn Player<AnyGame>>,
    pub(super) course: Course<'a, AnyGame>,
    /// The side that has resigned.
    pub(super) resigned: Option<Side>,
    /// The number of moves after which the game is mirrored.
    pub(super) mirrored: Option<usize>,
    /// The number of moves after a swap of pieces, which may turn out to be one of sides.
    swapped: Option<usize>,
    /// The player's thoughts on its last move, in words.
    pub(super) thought: Option<String>,
    /// Set to end the session after the answer.
    pub(super) ended: Option<Ended>,
}

/// The result of a command: an answer, or an error message.
pub(super) type Answer = Result<String, String>;

impl<'a> GtpSession<'a> {
    /// Creates a session at the start of a game.
    pub fn new(setup: GtpSetup<'a>) -> Self {
        let course = Course::new(setup.oracle.game());
        let player = (setup.create)(setup.seed);
        Self {
            setup,
            player,
            course,
            resigned: None,
            mirrored: None,
            swapped: None,
            thought: None,
            ended: None,
        }
    }

    /// Begins with a game from a file.
    ///
    /// # Panics
    /// If the game is for another board.
    pub fn load(&mut self, Loading { record, moves }: Loading) {
        assert_eq!(record.board, self.game().board(), "a game of this board");
        self.clear();
        self.course = Course::from(self.game(), record.start);
        for mv in record.moves.into_iter().take(moves.unwrap_or(usize::MAX)) {
            self.course.play(mv);
        }
    }

    /// Returns the game.
    pub(super) fn game(&self) -> &'a AnyGame {
        self.setup.oracle.game()
    }

    /// Returns whether the game has a mirror symmetry.
    pub(super) fn has_mirror(&self) -> bool {
        self.game().mirrored(&self.game().start()).is_some()
    }

    /// Translates a move through the mirror if the game is mirrored; returns other words unchanged.
    pub(super) fn seen(&self, word: &str) -> String {
        let reflected = self.mirrored.and_then(|_| self.game().mirrored_word(word));
        reflected.unwrap_or_else(|| word.to_owned())
    }

    /// Answers commands until the session ends. It accepts any input. The clock continues from one board to
    /// the next.
    ///
    /// # Errors
    /// If the input cannot be read or the output cannot be written.
    pub fn run(
        mut self,
        clock: &mut Clock,
        input: &mut dyn BufRead,
        output: &mut dyn Write,
    ) -> io::Result<Ended> {
        while let Some(line) = line::read(input)? {
            let answer = match line.words.split_first() {
                _ if line.cut => Err("syntax error: the line is too long".to_owned()),
                None => Err("syntax error: expected a command after the number".to_owned()),
                Some((command, words)) => self.command(command, words, &line.rest, clock),
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
        (self.resigned, self.mirrored, self.swapped, self.thought) = (None, None, None, None);
    }

    /// Runs a command in which a side moves. If it follows a swap of pieces, this side shows what the
    /// controller means by it: after a swap of sides, as in `MoHex`, the colour that swapped moves again, and
    /// nothing is mirrored.
    pub(super) fn settling(&mut self, side: Side, command: impl FnOnce(&mut Self) -> Answer) -> Answer {
        let (before, moves) = (self.mirrored, self.course.moves().len());
        if self.swapped == Some(moves) && self.has_mirror() {
            let is_of_pieces = side != self.course.side();
            self.mirrored = self.swapped.filter(|_| is_of_pieces);
        }
        let answer = command(self);
        // A command that plays nothing changes nothing.
        if self.course.moves().len() == moves {
            self.mirrored = before;
        }
        answer
    }

    /// Translates a side between the board and the controller's view.
    pub(super) fn turned(&self, side: Side) -> Side {
        if self.mirrored.is_some() { side.other() } else { side }
    }

    /// Returns the side to move in the controller's view.
    pub(super) fn side(&self) -> Side {
        self.turned(self.course.side())
    }

    /// Returns how the game ended, in the controller's view.
    pub(super) fn ending(&self) -> Option<Ending> {
        if let Some(side) = self.resigned {
            let reason = format!("{} has resigned", self.game().side(side));
            return Some(Ending { winner: Some(side.other()), reason });
        }
        let Ending { winner, reason } = self.course.ending()?;
        Some(Ending { winner: winner.map(|winner| self.turned(winner)), reason })
    }

    /// Returns a legal move of the current position as one word.
    pub(super) fn word(&self, mv: AnyMove) -> String {
        if self.turns(mv) {
            return SWAP_PIECES.to_owned();
        }
        self.seen(&self.game().word(self.course.position(), mv))
    }

    /// Returns whether a move of the player mirrors the game.
    pub(super) fn turns(&self, mv: AnyMove) -> bool {
        self.game().changes_colours(mv) && self.has_mirror()
    }

    /// Returns a line of legal moves from the current position in words.
    pub(super) fn line(&self, moves: &[AnyMove]) -> Vec<String> {
        let (game, mut position) = (self.game(), *self.course.position());
        let worded = |mv: &AnyMove| {
            let word = self.seen(&game.word(&position, *mv));
            position = game.play(&position, *mv);
            word
        };
        moves.iter().map(worded).collect()
    }

    /// Reads a legal move; also returns whether it mirrors the game.
    pub(super) fn read_move(&self, text: &str) -> Result<(AnyMove, bool), String> {
        let (game, position) = (self.game(), self.course.position());
        if text.eq_ignore_ascii_case(SWAP_PIECES) {
            let swap = self.course.legal().into_iter().find(|&mv| game.changes_colours(mv));
            // Without a mirror, only sides can be swapped.
            return match swap {
                Some(mv) => Ok((mv, self.has_mirror())),
                None => Err("illegal move: the pieces cannot be swapped now".to_owned()),
            };
        }
        let read = |text: &str| game.read_move(position, &self.seen(text));
        let exact = read(text);
        // The colour that the text may leave out is that of the controller's view.
        let view = self.mirrored.and_then(|_| game.mirrored(position)).unwrap_or(*position);
        let mv = exact.or_else(|error| read(&game.respelt(&view, text)).map_err(|_| wrong_move(&error)));
        Ok((mv?, false))
    }

    /// Plays a move.
    pub(super) fn make(&mut self, mv: AnyMove, turns: bool) {
        self.course.play(mv);
        if turns {
            self.swapped = Some(self.course.moves().len());
            self.mirrored = self.swapped;
        }
    }

    /// Takes back the last move; returns whether there was one.
    pub(super) fn undo(&mut self) -> bool {
        if self.resigned.take().is_some() {
            return true;
        }
        let undone = self.course.take_back().is_some();
        let moves = self.course.moves().len();
        self.swapped = self.swapped.filter(|&at| at <= moves);
        // Directly after the swap it is open again which was meant.
        self.mirrored = self.swapped.filter(|&at| self.mirrored.is_some() || at == moves);
        undone
    }

    /// Asks the player for a move without playing it.
    pub(super) fn choose(&mut self, clock: &mut Clock) -> Result<AnyMove, String> {
        let side = self.side();
        let begun = Instant::now();
        let time = Budget::least(clock.share(side), self.setup.most);
        let until = time.and_then(|time| begun.checked_add(time));
        let budget = Budget { until, stop: Some(self.setup.stop), ..Budget::default() };
        let thought = self.player.choose(&self.course, &budget).map_err(|error| error.to_string())?;
        let time = begun.elapsed();
        clock.take(side, time);
        self.thought = Some(self.statistics(&thought, time));
        Ok(thought.mv)
    }
}

/// The word that Hex programs use for a swap of pieces.
const SWAP_PIECES: &str = "swap-pieces";

/// Returns an error message in the standard's form, with details.
fn wrong_move(error: &ReadError) -> String {
    match &error.fault {
        fault @ ReadFault::Expected { .. } => format!("syntax error: {fault}"),
        fault => format!("illegal move: {fault}"),
    }
}
