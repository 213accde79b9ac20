//! One game at the terminal, turn by turn.

use super::PlayArgs;
use super::input::Input;
use super::words::{self, HELP};
use super::{OPPONENT, Seat};
use crate::columns::{self, Align};
use crate::fault::{Fault, safe};
use crate::players;
use crate::{files, output, records, stop, typos};
use nexsolve_core::{Game, Notation, Side, Wdl};
use nexsolve_games::records::{GameRecord, Verdict};
use nexsolve_games::{AnyGame, AnyMove};
use nexsolve_oracle::Oracle;
use nexsolve_players::matches::{Cause, LONGEST_GAME, Opening, Outcome, Round, Terms, turn};
use nexsolve_players::{Budget, Course, PlayerError, Roster};
use std::path::Path;
use std::time::Instant;

/// A game at the terminal.
pub(super) struct Session<'a> {
    oracle: &'a Oracle,
    game: &'a AnyGame,
    roster: &'a Roster,
    args: &'a PlayArgs,
    opening: Opening,
    seats: [Seat; 2],
    names: [String; 2],
    round: Round<'a, 'static>,
    over: Option<Outcome>,
}

/// The number of moves on a line of a hint.
const HINTS: usize = 8;

impl<'a> Session<'a> {
    pub(super) fn new(
        oracle: &'a Oracle,
        roster: &'a Roster,
        args: &'a PlayArgs,
        opening: Opening,
        seats: [Seat; 2],
        names: [String; 2],
    ) -> Self {
        let game = oracle.game();
        let budget = Budget { stop: Some(stop::flag()), ..Budget::default() };
        let terms = Terms { control: args.time_control, longest: LONGEST_GAME, now: &Instant::now, budget };
        let round = Round::new(Course::from(game, opening.position), terms);
        Self { oracle, game, roster, args, opening, seats, names, round, over: None }
    }

    /// Plays until a person quits, or the game between programs is over.
    pub(super) fn run(mut self, input: &mut Input<'_>) -> Result<(), Fault> {
        let title =
            format!("{}: {}.\n\n", self.game.board().game_title(), words::seated(self.game, self.players()));
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
                let about = words::thought(self.round.course(), &thought, time);
                let (colour, name) = (self.game.side(colour), &self.names[turn as usize]);
                output::result(&format!("{colour} ({name}) plays {mv}: {about}\n\n"))?;
                self.moved()
            }
            Err(Outcome { cause: Cause::Gone(PlayerError::Table(error)), .. }) => Err(error.into()),
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
            match word {
                "" => {}
                "quit" | "exit" if rest.is_empty() => return Ok(false),
                "help" | "?" if rest.is_empty() => output::result(HELP)?,
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

    /// Parses a move in the game's notation, or its number in the list.
    fn read(&self, text: &str) -> Result<AnyMove, Fault> {
        let legal = self.round.course().legal();
        if let (true, Ok(number)) = (text.bytes().all(|b| b.is_ascii_digit()), text.parse::<usize>()) {
            let mv = number.checked_sub(1).and_then(|at| legal.get(at).copied());
            let wrong = || Fault::input(format!("only {} moves: `moves` lists them", legal.len()));
            return mv.ok_or_else(wrong);
        }
        let read = self.game.read_move(self.round.course().position(), text);
        read.map_err(|error| {
            let reads = |meant: &str| self.game.read_move(self.round.course().position(), meant).is_ok();
            let fault = Fault::read("move", text, &error).meant(typos::position(text, reads));
            fault.hint("`moves` lists the moves, `help` the commands")
        })
    }

    fn draw(&self) -> Result<(), Fault> {
        output::result(&(self.game.diagram(self.round.course().position()) + "\n"))
    }

    /// Prints the legal moves with their numbers, in columns.
    fn list(&self) -> Result<(), Fault> {
        const COLUMNS: usize = 6;
        let (position, legal) = (self.round.course().position(), self.round.course().legal());
        let cells: Vec<String> = (1..)
            .zip(&legal)
            .map(|(number, &mv)| format!("{number:3} {}", self.game.format_move(position, mv)))
            .collect();
        let rows: Vec<Vec<String>> = cells.chunks(COLUMNS).map(<[String]>::to_vec).collect();
        output::result(&columns::lines(&rows, &[Align::Left; COLUMNS]))
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

    /// Prints the best moves by the tables, else a search's choice.
    fn hint(&self) -> Result<(), Fault> {
        match self.known()? {
            Some(text) => output::result(&text),
            None => self.searched(),
        }
    }

    /// Returns the best moves by the tables; `None` if a value is missing.
    fn known(&self) -> Result<Option<String>, Fault> {
        if !self.oracle.has_tables() {
            return Ok(None);
        }
        let position = self.round.course().position();
        let moves = self.oracle.moves(std::slice::from_ref(position))?.swap_remove(0);
        let values: Option<Vec<Wdl>> = moves.iter().map(|known| known.worth.bounds.wdl()).collect();
        let Some(values) = values else { return Ok(None) };
        let best = values.iter().max().expect("a game that is not over has a move");
        let moves: Vec<String> = moves
            .iter()
            .zip(&values)
            .filter(|(_, value)| *value == best)
            .map(|(known, _)| self.game.format_move(position, known.mv))
            .collect();
        let word = match best {
            Wdl::Win => "Winning moves",
            Wdl::Draw => "No move wins; drawing moves",
            Wdl::Loss => "All moves lose",
        };
        let lines: Vec<String> = moves.chunks(HINTS).map(|moves| moves.join("  ")).collect();
        Ok(Some(format!("{word}: {}\n", lines.join("\n    "))))
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
