//! The server: two connections, and games between them.

use super::fault::{Cause, Fault};
use super::scan;
use super::wire::Wire;
use crate::Course;
use nexsolve_core::{Game, Notation, Side};
use nexsolve_games::records::{Beside, GameRecord, Verdict};
use nexsolve_games::{AnyGame, AnyMove};
use std::io;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

/// How the server asks for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Prompt {
    /// `Move?`, as the old server does.
    #[default]
    Long,
    /// `?`, as its document says.
    Short,
}

impl Prompt {
    /// What is sent.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Long => "Move?",
            Self::Short => "?",
        }
    }
}

/// What a match is.
#[derive(Clone, Debug)]
pub struct Terms {
    /// The moves that every game begins with.
    pub opening: Vec<AnyMove>,
    /// How many games are played.
    pub games: u32,
    /// How moves are asked for.
    pub question: Prompt,
    /// The time for a move, and for an `ok`.
    pub answer: Duration,
    /// The time within which both players have to connect.
    pub connect: Duration,
    /// How long the server waits after a message that has no answer (a result), so that players who take
    /// one reading for one message can tell it from the next.
    pub pause: Duration,
    /// What the records call Black and White.
    pub names: [Option<String>; 2],
}

/// What came of a match.
#[derive(Clone, Debug)]
pub struct Match {
    /// The games in their order; the last is broken off ([`Verdict::BROKEN_OFF`](nexsolve_games::records::Verdict::BROKEN_OFF)) if there was a fault while it went on.
    pub games: Vec<GameRecord>,
    /// Why the match has ended before its end, if it has.
    pub fault: Option<Fault>,
}

/// What happens in a match, as it happens.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// A player has connected.
    Connected(Side, SocketAddr),
    /// Who has connected is no player, and the seat is free again.
    TurnedAway(SocketAddr, &'a Cause),
    /// A game begins: its number, from 1.
    Began(u32),
    /// A move was made: by whom, and in writing.
    Moved(Side, &'a str),
    /// A game is over; or broken off, and then a fault is told.
    Ended(&'a GameRecord),
    /// The match ends before its end.
    BrokenOff(&'a Fault),
}

/// The server on one board.
pub struct Referee<'a> {
    game: &'a AnyGame,
    terms: &'a Terms,
    stop: &'a AtomicBool,
    watch: &'a mut (dyn FnMut(Event<'_>) + Send),
}

/// Who has connected and may be a player.
struct Candidate<'a> {
    wire: Wire<'a>,
    address: SocketAddr,
    /// Whether the first message was answered.
    is_player: bool,
}

/// The connections of Black and White.
struct Seats<'a>([Wire<'a>; 2]);

impl<'a> Seats<'a> {
    fn of(&mut self, side: Side) -> &mut Wire<'a> {
        &mut self.0[side as usize]
    }
}

const SIDES: [Side; 2] = [Side::Black, Side::White];

impl<'a> Referee<'a> {
    /// A server for a match, which ends soon after somebody sets `stop`; `watch` hears what happens.
    ///
    /// # Panics
    /// If the opening has a move that is not legal.
    pub fn new(
        game: &'a AnyGame,
        terms: &'a Terms,
        stop: &'a AtomicBool,
        watch: &'a mut (dyn FnMut(Event<'_>) + Send),
    ) -> Self {
        let mut course = Course::new(game);
        for &mv in &terms.opening {
            assert!(course.allows(mv), "an opening of legal moves");
            course.play(mv);
        }
        Self { game, terms, stop, watch }
    }

    /// Waits for both players and plays the match. Whatever they do, it ends: with a cause if not all games were played.
    ///
    /// No wait is longer than the terms say, but a player who takes each time just below it can make a match as long as
    /// that, times its moves.
    ///
    /// Who does not answer the first message is no player, but somebody who has found the port: turned away, and the seat is free for
    /// another. Nobody listens any more once both have answered, so that a third is refused and does not wait for a game that never
    /// comes.
    pub fn run(mut self, listener: TcpListener) -> Match {
        let mut games = Vec::new();
        let seats = self.seats(&listener);
        drop(listener);
        let outcome = seats.and_then(|mut seats| {
            let played =
                (1..=self.terms.games).try_for_each(|number| self.play(&mut seats, number, &mut games));
            // Who is gone cannot be told.
            let farewell = if played.is_ok() { "$" } else { "!" };
            for side in SIDES {
                let _ = seats.of(side).send(farewell);
            }
            for wire in seats.0 {
                wire.close();
            }
            played
        });
        let fault = outcome.err();
        if let Some(fault) = &fault {
            (self.watch)(Event::BrokenOff(fault));
        }
        Match { games, fault }
    }

    /// The first two who connect and answer the message with which the first game begins.
    fn seats(&mut self, listener: &TcpListener) -> Result<Seats<'a>, Fault> {
        let mut seats = [None, None];
        loop {
            let until = Instant::now().checked_add(self.terms.connect);
            while let Some(side) = SIDES.into_iter().find(|&side| seats[side as usize].is_none()) {
                let fault = |cause| fault(side, cause);
                if let Some((stream, address)) = self.accept(listener, until, &mut seats).map_err(fault)? {
                    let wire = Wire::new(stream, self.stop).map_err(fault)?;
                    (self.watch)(Event::Connected(side, address));
                    seats[side as usize] = Some(Candidate { wire, address, is_player: false });
                }
            }
            self.greet(&mut seats)?;
            seats = match seats {
                [Some(black), Some(white)] => return Ok(Seats([black.wire, white.wire])),
                open => open,
            };
        }
    }

    /// Begins the first game with those who have not answered yet; empties the seats of those who do not.
    fn greet(&mut self, seats: &mut [Option<Candidate<'a>>; 2]) -> Result<(), Fault> {
        let mut causes = [None, None];
        for side in SIDES {
            let seat = seats[side as usize].as_mut().filter(|candidate| !candidate.is_player);
            causes[side as usize] = seat.and_then(|seat| seat.wire.send(&self.greeting(side)).err());
        }
        for (side, mut cause) in SIDES.into_iter().zip(causes) {
            let Some(candidate) = &mut seats[side as usize] else { continue };
            if cause.is_none() && !candidate.is_player {
                let answer = candidate.wire.receive("ok", self.terms.answer, |bytes, _| scan::ok(bytes));
                candidate.is_player = answer.is_ok();
                cause = answer.err();
            }
            if let Some(cause) = cause {
                self.turn_away(&mut seats[side as usize], cause).map_err(|cause| fault(side, cause))?;
            }
        }
        Ok(())
    }

    /// Empties a seat, unless the match was stopped.
    fn turn_away(&mut self, seat: &mut Option<Candidate<'a>>, cause: Cause) -> Result<(), Cause> {
        if cause == Cause::Stopped {
            return Err(cause);
        }
        if let Some(mut candidate) = seat.take() {
            (self.watch)(Event::TurnedAway(candidate.address, &cause));
            // Who is gone cannot be told.
            let _ = candidate.wire.send("!");
            candidate.wire.close();
        }
        Ok(())
    }

    /// The next who connects; `None` if meanwhile somebody has left a seat, or has said what no player says.
    fn accept(
        &mut self,
        listener: &TcpListener,
        until: Option<Instant>,
        seats: &mut [Option<Candidate<'a>>; 2],
    ) -> Result<Option<(TcpStream, SocketAddr)>, Cause> {
        listener.set_nonblocking(true).map_err(|error| Cause::Io(error.kind()))?;
        loop {
            if self.stop.load(Relaxed) {
                return Err(Cause::Stopped);
            }
            for seat in &mut *seats {
                if let Some(cause) = seat.as_mut().and_then(|seat| seat.wire.look(scan::ok).err()) {
                    self.turn_away(seat, cause)?;
                    return Ok(None);
                }
            }
            match listener.accept() {
                Ok(connection) => return Ok(Some(connection)),
                Err(error) => match error.kind() {
                    // Nobody there, or somebody who has left at once.
                    io::ErrorKind::WouldBlock
                    | io::ErrorKind::Interrupted
                    | io::ErrorKind::ConnectionAborted
                    | io::ErrorKind::ConnectionReset => {}
                    kind => return Err(Cause::Io(kind)),
                },
            }
            if until.is_some_and(|until| Instant::now() >= until) {
                return Err(Cause::Absent(self.terms.connect));
            }
            thread::sleep(Duration::from_millis(10));
        }
    }

    /// Plays one game; it is recorded whatever comes of it.
    fn play(&mut self, seats: &mut Seats<'_>, number: u32, games: &mut Vec<GameRecord>) -> Result<(), Fault> {
        (self.watch)(Event::Began(number));
        let mut course = Course::new(self.game);
        for &mv in &self.terms.opening {
            course.play(mv);
        }
        let outcome = self.moves(seats, &mut course, number);
        let begun = self.terms.opening.len();
        let record = GameRecord {
            board: self.game.board(),
            names: self.terms.names.clone(),
            start: course.positions()[begun],
            prelude: self.terms.opening.clone(),
            moves: course.moves()[begun..].to_vec(),
            verdict: outcome.as_ref().map_or(Verdict::BROKEN_OFF, |&winner| Verdict::by_rules(winner)),
            number: Some(number),
            line: 1,
            beside: Beside::default(),
            fits: Vec::new(),
        };
        (self.watch)(Event::Ended(&record));
        games.push(record);
        outcome.map(|_| ())
    }

    /// Plays a game to its end, and tells both what has come of it; who has won. The first has begun with the seats.
    fn moves(
        &mut self,
        seats: &mut Seats<'_>,
        course: &mut Course<'a, AnyGame>,
        number: u32,
    ) -> Result<Option<Side>, Fault> {
        if number > 1 {
            self.tell(seats, |side| self.greeting(side))?;
        }
        self.tell(seats, |_| self.so_far())?;
        let ending = loop {
            if let Some(ending) = course.ending() {
                break ending;
            }
            let side = course.side();
            send(seats, side, self.terms.question.text())?;
            let mv = seats
                .of(side)
                .receive("a move", self.terms.answer, |bytes, rest| {
                    scan::legal_move(self.game, course.position(), bytes, rest)
                })
                .map_err(|cause| fault(side, cause))?;
            let text = self.game.format_move(course.position(), mv);
            course.play(mv);
            (self.watch)(Event::Moved(side, &text));
            self.tell(seats, |_| format!(">{text}"))?;
        };
        for side in SIDES {
            let message = match ending.winner {
                None => "#",
                Some(winner) if winner == side => "+",
                Some(_) => "-",
            };
            send(seats, side, message)?;
        }
        thread::sleep(self.terms.pause);
        Ok(ending.winner)
    }

    /// Sends both a message, and waits until both have answered `ok`.
    fn tell(&self, seats: &mut Seats<'_>, message: impl Fn(Side) -> String) -> Result<(), Fault> {
        SIDES.into_iter().try_for_each(|side| send(seats, side, &message(side)))?;
        SIDES.into_iter().try_for_each(|side| {
            let received = seats.of(side).receive("ok", self.terms.answer, |bytes, _| scan::ok(bytes));
            received.map_err(|cause| fault(side, cause))
        })
    }

    /// What a game begins with: the board, and the player's colour.
    fn greeting(&self, side: Side) -> String {
        let (rows, cols) = self.game.board().grid();
        format!("r{rows}-c{cols}-{}#", side.letter())
    }

    /// The opening as it is told: each move ended by `;`.
    fn so_far(&self) -> String {
        let (mut position, mut text) = (self.game.start(), String::new());
        for &mv in &self.terms.opening {
            text += &self.game.format_move(&position, mv);
            text.push(';');
            position = self.game.play(&position, mv);
        }
        if text.is_empty() { ";".to_owned() } else { text }
    }
}

fn send(seats: &mut Seats<'_>, side: Side, message: &str) -> Result<(), Fault> {
    seats.of(side).send(message).map_err(|cause| fault(side, cause))
}

/// That the match was stopped is nobody's fault.
fn fault(side: Side, cause: Cause) -> Fault {
    Fault { side: (cause != Cause::Stopped).then_some(side), cause }
}
