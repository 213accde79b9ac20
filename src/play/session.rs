//! One game at the terminal, turn by turn.

use super::args::{OPPONENT, PlayArgs};
use super::input::Input;
use super::judge::Judge;
use super::words::{self, HELP};
use crate::players;
use crate::records;
use nexsolve_console::{Fault, Global, fault::safe, files, output, stop, terminal};
use nexsolve_core::{Game, Notation, ReadError, ReadFault, Side};
use nexsolve_games::records::{GameRecord, Verdict};
use nexsolve_games::{AnyGame, AnyMove, typos};
use nexsolve_oracle::Oracle;
use nexsolve_players::matches::{Cause, LONGEST_GAME, Opening, Outcome, Round, Terms, turn};
use nexsolve_players::{Budget, Course, Player, PlayerError, Roster};
use std::path::Path;
use std::time::Instant;

/// A program, or `None` for a person.
pub(super) type Seat = Option<Box<dyn Player<AnyGame>>>;

/// A game at the terminal.
pub(super) struct Session<'a> {
    judge: Judge<'a>,
    game: &'a AnyGame,
    roster: &'a Roster,
    args: &'a PlayArgs,
    opening: Opening,
    seats: [Seat; 2],
    names: [String; 2],
    round: Round<'a, 'static>,
    over: Option<Outcome>,
}

/// Returns whether a text is a whole number.
fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

/// Returns whether a text is not a move in any position.
fn is_no_move(error: &ReadError) -> bool {
    matches!(error.fault, ReadFault::Expected { .. })
}

/// What to do after a move that cannot be played.
const LISTS: &str = "`moves` lists the moves, `help` the commands";

impl<'a> Session<'a> {
    pub(super) fn new(
        (oracle, game): (&'a Oracle, &'a AnyGame),
        roster: &'a Roster,
        (args, global): (&'a PlayArgs, &'a Global),
        opening: Opening,
        seats: [Seat; 2],
        names: [String; 2],
    ) -> Self {
        let budget = Budget { stop: Some(stop::flag()), ..Budget::default() };
        let terms = Terms { control: args.time_control, longest: LONGEST_GAME, now: &Instant::now, budget };
        let round = Round::new(Course::from(game, opening.position), terms);
        Self {
            judge: Judge::new(oracle, global),
            game,
            roster,
            args,
            opening,
            seats,
            names,
            round,
            over: None,
        }
    }

    /// Plays until a person quits, or the game between programs is over.
    pub(super) fn run(mut self, input: &mut Input<'_>) -> Result<(), Fault> {
        let title = format!(
            "{}{}: {}.\n\n",
            self.args.notation.line(self.game),
            self.game.board().game_title(),
            words::seated(self.game, self.players())
        );
        output::result(&title)?;
        self.draw()?;
        loop {
            if self.over.is_none() {
                self.over = self.round.outcome();
                if let Some(outcome) = &self.over {
                    output::result(&self.ended(outcome))?;
                    self.keep()?;
                }
            }
            let turn = self.round.turn();
            if self.over.is_some() && self.seats.iter().all(Option::is_some) {
                return Ok(());
            }
            if self.over.is_none() && self.seats[turn as usize].is_some() {
                self.program(turn)?;
            } else if !self.person(turn, input)? {
                return Ok(());
            }
        }
    }

    /// Returns the current colour of the player who started with this colour, and the other way round.
    fn now(&self, began: Side) -> Side {
        if self.round.course().has_changed_colours() { began.other() } else { began }
    }

    /// Returns the names of the players who have Black and White on the board.
    fn players(&self) -> [&str; 2] {
        [Side::Black, Side::White].map(|side| self.names[self.now(side) as usize].as_str())
    }

    fn ended(&self, outcome: &Outcome) -> String {
        words::ended(self.game, outcome, self.players(), |began| self.now(began))
    }

    /// Draws the board after a move, and prints the colours if the move changed them.
    fn moved(&self) -> Result<(), Fault> {
        if self.round.course().moves().last().is_some_and(|&mv| self.game.changes_colours(mv)) {
            output::result(&format!("Now {}.\n\n", words::seated(self.game, self.players())))?;
        }
        self.draw()?;
        self.keep()
    }

    /// Plays a program's turn.
    fn program(&mut self, turn: Side) -> Result<(), Fault> {
        let colour = self.round.course().side();
        let before = *self.round.course().position();
        let player = self.seats[turn as usize].as_mut().expect("asked for a program");
        match self.round.ask(&mut **player) {
            Ok((thought, time)) => {
                let mv = self.game.format_move(&before, thought.mv);
                let mut about = words::thought(self.round.course(), &thought, time);
                if self.names[turn as usize] == "perfect" && thought.estimate.proven().is_none() {
                    about = format!("not certain, {about}");
                }
                let (colour, name) = (self.game.side(colour), &self.names[turn as usize]);
                output::result(&format!("{colour} ({name}) plays {mv}: {about}\n\n"))?;
                self.moved()
            }
            Err(Outcome {
                cause: Cause::Gone(error @ (PlayerError::Table(_) | PlayerError::Threads(_))),
                ..
            }) => Err(players::fault(error)),
            Err(outcome) => self.end(outcome),
        }
    }

    /// Plays a person's turn, or executes a command after the end. Returns whether the person continues.
    fn person(&mut self, turn: Side, input: &mut Input<'_>) -> Result<bool, Fault> {
        let began = Instant::now();
        loop {
            let prompt = match &self.over {
                Some(_) => "game over (undo, save FILE, quit)".to_owned(),
                None => self.prompt(turn),
            };
            let line = input.line(&prompt)?;
            let Some(line) = line else {
                if self.over.is_none() {
                    output::note("end of input: the game is broken off");
                }
                return Ok(false);
            };
            let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((&line, ""));
            // Words that end the turn return. After all others, the same person is asked again.
            match word.to_ascii_lowercase().as_str() {
                "" => {}
                "quit" | "exit" if rest.is_empty() => return Ok(false),
                "help" | "?" if rest.is_empty() => output::result(&terminal::described(HELP))?,
                "board" if rest.is_empty() => self.draw()?,
                "save" => self.save(rest.trim()),
                "undo" if rest.is_empty() => {
                    if self.undo()? {
                        return Ok(true);
                    }
                }
                _ if self.over.is_some() => {
                    output::note("the game is over: undo takes back the last move, quit leaves");
                }
                "moves" if rest.is_empty() => self.list()?,
                "hint" if rest.is_empty() => self.hint()?,
                "values" if rest.is_empty() => self.values()?,
                "resign" if rest.is_empty() => {
                    let outcome = self.round.lost(Cause::Resigned);
                    return self.end(outcome).map(|()| true);
                }
                _ => match self.read(&line) {
                    Err(fault) => fault.show(),
                    Ok(mv) => {
                        match self.round.made(mv, 0, began.elapsed()) {
                            Ok(()) => {
                                output::result("\n")?;
                                self.moved()?;
                            }
                            Err(outcome) => self.end(outcome)?,
                        }
                        return Ok(true);
                    }
                },
            }
        }
    }

    /// Returns the side to move and its remaining time.
    fn prompt(&self, turn: Side) -> String {
        let colour = self.game.side(self.round.course().side());
        match self.round.time_left(turn) {
            Some(left) => format!("{colour} ({} left)", crate::matches::time(left)),
            None => colour.to_owned(),
        }
    }

    /// Parses a move in the game's notation, as people type it (in any letter case, perhaps without the
    /// colour), or its number in the list.
    fn read(&self, text: &str) -> Result<AnyMove, Fault> {
        let position = self.round.course().position();
        let error = match self.game.read_move(position, text) {
            Ok(mv) => return Ok(mv),
            Err(error) => error,
        };
        // Where moves are numbers themselves, such as those of columns, a number never means the list.
        if is_number(text) && !self.moves_are_numbers() {
            let legal = self.round.course().legal();
            let mv = text.parse::<usize>().ok().and_then(|number| legal.get(number.checked_sub(1)?).copied());
            let wrong = || Fault::input(format!("only {} moves: `moves` lists them", legal.len()));
            return mv.ok_or_else(wrong);
        }
        let respelt = self.game.respelt(position, text);
        match self.game.read_move(position, &respelt) {
            Ok(mv) => Ok(mv),
            // Understood, but not legal: the fault of the whole move says why.
            Err(fault) if is_no_move(&error) && !is_no_move(&fault) => {
                Err(Fault::read("move", &respelt, &fault).hint(LISTS))
            }
            Err(_) => {
                let reads = |meant: &str| self.game.read_move(position, meant).is_ok();
                Err(Fault::read("move", text, &error).meant(typos::position(text, reads)).hint(LISTS))
            }
        }
    }

    /// Returns whether the game writes its moves as numbers.
    fn moves_are_numbers(&self) -> bool {
        let (position, legal) = (self.round.course().position(), self.round.course().legal());
        legal.iter().any(|&mv| is_number(&self.game.format_move(position, mv)))
    }

    fn draw(&self) -> Result<(), Fault> {
        output::result(&(self.game.diagram(self.round.course().position()) + "\n"))
    }

    /// Prints the legal moves in columns, with their numbers unless moves are numbers themselves.
    fn list(&self) -> Result<(), Fault> {
        let (position, legal) = (self.round.course().position(), self.round.course().legal());
        let moves: Vec<String> = legal.iter().map(|&mv| self.game.format_move(position, mv)).collect();
        if self.moves_are_numbers() {
            return output::result(&words::beside(&moves));
        }
        let cells: Vec<String> = (1..).zip(&moves).map(|(number, mv)| format!("{number:3} {mv}")).collect();
        output::result(&words::beside(&cells))
    }

    /// Takes back moves up to and including the last move of a person. Returns whether there was one.
    fn undo(&mut self) -> Result<bool, Fault> {
        if self.over.as_ref().is_some_and(|outcome| outcome.cause == Cause::Resigned) {
            self.over = None;
            output::note("resignation taken back: the game continues");
            return self.keep().map(|()| true);
        }
        let mut course = self.round.course().clone();
        let mut number = 0;
        while number == 0 || self.seats[turn(&course) as usize].is_some() {
            if course.take_back().is_none() {
                output::note("no move of yours to take back");
                return Ok(false);
            }
            number += 1;
        }
        for _ in 0..number {
            self.round.take_back();
        }
        self.over = None;
        self.draw()?;
        self.keep()?;
        Ok(true)
    }

    /// Prints a best move by the tables, else a search's choice.
    fn hint(&self) -> Result<(), Fault> {
        let position = self.round.course().position();
        match self.judge.moves(position)? {
            Some(moves) => output::result(&words::hint(self.game, position, &moves)),
            None => self.searched(),
        }
    }

    /// Prints all moves with their values by the tables, best first.
    fn values(&self) -> Result<(), Fault> {
        let position = self.round.course().position();
        if let Some(moves) = self.judge.moves(position)? {
            return output::result(&words::values(self.game, position, &moves));
        }
        output::note("no table covers this position: `hint` searches it");
        Ok(())
    }

    fn searched(&self) -> Result<(), Fault> {
        let mut player = players::make(self.roster, &players::spec(OPPONENT)?, 0)?;
        let budget = Budget { stop: Some(stop::flag()), ..Budget::default() };
        match player.choose(self.round.course(), &budget) {
            Ok(thought) => {
                let mv = self.game.format_move(self.round.course().position(), thought.mv);
                let about =
                    words::estimate(thought.estimate).map_or_else(String::new, |about| format!(": {about}"));
                output::result(&format!("{OPPONENT} would play {mv}{about}\n"))
            }
            Err(error) => {
                output::note(&format!("no hint: {}", safe(&error.to_string())));
                Ok(())
            }
        }
    }

    fn end(&mut self, outcome: Outcome) -> Result<(), Fault> {
        output::result(&self.ended(&outcome))?;
        self.over = Some(outcome);
        self.keep()
    }

    /// Writes the game so far to a file. An error does not end the game.
    fn save(&self, name: &str) {
        let fault = if name.is_empty() {
            Some(Fault::usage("save needs a file name, such as save game.txt"))
        } else {
            self.write(Path::new(name)).err()
        };
        match fault {
            Some(fault) => fault.show(),
            None => output::note(&format!("game saved in {}", safe(name))),
        }
    }

    /// Writes the record that `--record` requests.
    fn keep(&self) -> Result<(), Fault> {
        self.args.record.as_deref().map_or(Ok(()), |file| self.write(file))
    }

    fn write(&self, file: &Path) -> Result<(), Fault> {
        files::check_folder(file)?;
        let course = self.round.course();
        let verdict = match &self.over {
            None => Verdict::BROKEN_OFF,
            Some(Outcome { winner, cause }) => {
                Verdict { winner: winner.map(|began| self.now(began)), how: cause.how() }
            }
        };
        let (names, prelude) = (self.names.clone().map(Some), self.opening.moves.clone());
        let played = GameRecord::played(course, 0, verdict);
        let record = GameRecord { names, prelude, number: Some(1), ..played };
        records::write(&[record], file)
    }
}
