//! A session: parameters, the position, and searches.

use super::limits::MoveLimits;
use super::line::Request;
use super::output::{Failure, Output, quoted};
use super::reader::{self, Command, Event, Signal};
use super::search::{Hub, Mode, Search};
use nexsolve_core::Game;
use nexsolve_core::words::shortened;
use nexsolve_games::AnyGame;
use nexsolve_players::{Course, Player};
use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::sync::atomic::Ordering::SeqCst;
use std::sync::mpsc::{self, Sender};
use std::thread;
use std::time::{Duration, Instant};

/// What a session needs.
pub struct HubSetup<'a> {
    /// The parameters that the interface can set.
    pub params: Vec<Param>,
    /// Creates the game and its players for the values of the parameters, or returns a message why that
    /// fails.
    pub seat: &'a mut dyn FnMut(&[Param]) -> Result<HubPlayer, String>,
    /// The maximum time for a move, whatever the interface grants.
    pub most: Option<Duration>,
    /// The version of the program.
    pub version: &'a str,
}

/// A parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Param {
    /// The name.
    pub name: &'static str,
    /// The value, at first the default.
    pub value: String,
    /// The values that it can have.
    pub kind: ParamKind,
}

/// The values that a parameter can have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParamKind {
    /// Any text.
    Text,
    /// One of these words.
    OneOf(Vec<&'static str>),
}

/// A game, and what creates its players.
pub struct HubPlayer {
    /// The game; it must have a [`HubNotation`](nexsolve_games::HubNotation).
    pub game: AnyGame,
    /// Creates a player for the next game, or returns a message why that fails.
    pub player: Box<NewPlayer>,
}

/// Creates a player, or returns a message why that fails.
pub type NewPlayer = dyn FnMut() -> Result<Box<dyn Player<AnyGame>>, String>;

/// A session with an interface.
pub struct HubSession<'a> {
    setup: HubSetup<'a>,
    output: Output,
    /// The game, from `init` on.
    table: Option<HubGame>,
    limits: MoveLimits,
}

/// The game, its player and its position.
struct HubGame {
    game: Arc<AnyGame>,
    seat: HubPlayer,
    player: Box<dyn Player<AnyGame>>,
    /// The moves up to the position, as `pos` gave them.
    course: Option<Course<'static, AnyGame>>,
}

/// The result of a command: an error has a message for the interface.
type Answer = Result<(), Failure>;

impl<'a> HubSession<'a> {
    /// Answers an interface until it quits or its input ends. It accepts any input.
    ///
    /// # Errors
    /// If the input cannot be read or the output cannot be written. A thread that reads the input may then go
    /// on until it gets a line.
    pub fn run(
        setup: HubSetup<'a>,
        input: impl BufRead + Send + 'static,
        output: impl Write + Send + 'static,
    ) -> io::Result<()> {
        let output = Output::new(output);
        let (sender, events) = mpsc::channel();
        let reading = output.clone();
        thread::Builder::new().spawn(move || reader::read(input, &reading, &sender))?;
        let mut session = Self { setup, output, table: None, limits: MoveLimits::default() };
        for event in events {
            let Command { request, signal, settled } = match event {
                Event::Command(command) => command,
                Event::Fault(error) => return Err(error),
            };
            let mut settled = Some(settled);
            let answer = match request {
                Ok(request) => session.command(&request, &signal, &mut settled),
                Err(message) => {
                    session.forget();
                    Err(message.into())
                }
            };
            signal.over.store(true, SeqCst);
            match answer {
                Ok(()) => {}
                Err(Failure::Told(message)) => session.output.fail(&message)?,
                Err(Failure::Silent(error)) => return Err(error),
            }
            drop(settled);
        }
        Ok(())
    }

    /// Executes a command; drops `settled` when a search begins.
    fn command(&mut self, request: &Request, signal: &Signal, settled: &mut Option<Sender<()>>) -> Answer {
        match request.command.as_str() {
            "hub" => self.introduce(),
            "set-param" => self.set_param(request),
            "init" => self.init(),
            "pos" => self.pos(request),
            "level" => Ok(self.limits.add(request)?),
            "go" => self.go(request, signal, settled),
            "ping" => Ok(self.output.say("pong")?),
            "new-game" => self.new_game(),
            other => Err(format!("unknown command `{}`", shortened(other)).into()),
        }
    }

    /// Names the engine and its parameters.
    fn introduce(&self) -> Answer {
        let version = self.setup.version;
        self.output
            .say(&format!("id name=nexsolve version={version} author=\"the nexsolve maintainers\""))?;
        for Param { name, value, kind } in &self.setup.params {
            let value = quoted(value);
            let kind = match kind {
                ParamKind::Text => "string".to_owned(),
                ParamKind::OneOf(words) => format!("enum values={}", quoted(&words.join(" "))),
            };
            self.output.say(&format!("param name={name} value={value} type={kind}"))?;
        }
        Ok(self.output.say("wait")?)
    }

    /// Stores a parameter. If it changes, the game ends.
    fn set_param(&mut self, request: &Request) -> Answer {
        let (Some(name), Some(value)) = (request.get("name"), request.get("value")) else {
            return Err("set-param needs name= and value=".into());
        };
        let Some(param) = self.setup.params.iter_mut().find(|param| param.name == name) else {
            return Err(format!("there is no parameter `{}`", shortened(name)).into());
        };
        if let ParamKind::OneOf(words) = &param.kind
            && !words.contains(&value)
        {
            let (value, words) = (shortened(value), words.join(", "));
            return Err(format!("{name} `{value}` is not supported; it can be one of: {words}").into());
        }
        if param.value != value {
            value.clone_into(&mut param.value);
            self.table = None;
        }
        Ok(())
    }

    fn init(&mut self) -> Answer {
        let mut seat = (self.setup.seat)(&self.setup.params)?;
        let player = (seat.player)()?;
        self.table = Some(HubGame { game: Arc::new(seat.game.clone()), seat, player, course: None });
        Ok(self.output.say("ready")?)
    }

    fn new_game(&mut self) -> Answer {
        let table = self.table.as_mut().ok_or(NOT_READY)?;
        table.player = (table.seat.player)()?;
        (table.course, self.limits) = (None, MoveLimits::default());
        Ok(())
    }

    /// Removes the position.
    fn forget(&mut self) {
        if let Some(table) = &mut self.table {
            table.course = None;
        }
    }

    /// Stores a position. If the line is faulty, there is none: a move for the position before would be a
    /// wrong answer.
    fn pos(&mut self, request: &Request) -> Answer {
        self.forget();
        let table = self.table.as_mut().ok_or(NOT_READY)?;
        let text = request.get("pos").ok_or("pos needs pos=")?;
        let notation = notation(&table.game);
        let position = notation.read_position(text).map_err(|error| {
            let letter = text.get(..error.span.start).map_or(0, |before| before.chars().count()) + 1;
            format!("the position is wrong at letter {letter}: {error}")
        })?;
        let mut course = Course::shared(Arc::clone(&table.game), position);
        for (number, word) in (1..).zip(request.get("moves").unwrap_or_default().split_whitespace()) {
            let wrong = |error| format!("move {number}, `{}`, is wrong: {error}", shortened(word));
            let mv = notation.read_move(course.position(), word).map_err(wrong)?;
            course.play(mv);
        }
        table.course = Some(course);
        Ok(())
    }

    /// Searches the position within the limits, which then no longer hold.
    fn go(&mut self, request: &Request, signal: &Signal, settled: &mut Option<Sender<()>>) -> Answer {
        let modes = [("think", Mode::Think), ("analyze", Mode::Analyze), ("ponder", Mode::Ponder)];
        let mode = modes.into_iter().find(|(word, _)| request.get(word).is_some());
        let (_, mode) = mode.ok_or("go needs think, ponder or analyze")?;
        let table = self.table.as_mut().ok_or(NOT_READY)?;
        let course = table.course.as_ref().ok_or("there is no position: send pos first")?;
        let limits = std::mem::take(&mut self.limits);
        if table.game.legal_moves(course.position()).is_empty() {
            signal.over.store(true, SeqCst);
            return Ok(self.output.say("done")?);
        }
        let alone = course.ending().map(|_| Course::shared(Arc::clone(&table.game), *course.position()));
        let mut search = Search {
            course: alone.as_ref().unwrap_or(course),
            player: &mut *table.player,
            notation: notation(&table.game),
            output: &self.output,
            most: self.setup.most,
            begun: Instant::now(),
            nodes: 0,
        };
        *settled = None;
        let thought = search.run(mode, &limits, signal)?;
        let word = |mv| search.notation.format_move(mv);
        let reply = thought.line.get(1).map_or_else(String::new, |&reply| format!(" ponder={}", word(reply)));
        signal.over.store(true, SeqCst);
        Ok(self.output.say(&format!("done move={}{reply}", word(thought.mv)))?)
    }
}

const NOT_READY: &str = "the engine is not ready: send init first";

/// Returns the notation of a game.
fn notation(game: &AnyGame) -> Hub<'_> {
    game.hub().expect("a game of the protocol")
}
