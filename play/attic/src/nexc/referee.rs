//! The server: two connections, and games between them.

use super::fault::{Cause, MatchFault};
use super::scan;
use super::wire::Wire;
use nexsolve_core::{Game, Notation, Side};
use nexsolve_games::records::{GameRecord, Verdict};
use nexsolve_games::{AnyGame, AnyMove};
use nexsolve_players::Course;
use std::io;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

/// The terms of a match.
#[derive(Clone, Debug)]
pub struct Terms {
    /// The opening moves of every game.
    pub opening: Vec<AnyMove>,
    /// The number of games.
    pub games: u32,
    /// How the server asks for a move: `Move?` as the old server does, or `?` as its document specifies.
    pub question: &'static str,
    /// The time limit for a move, and for an `ok`.
    pub answer: Duration,
    /// The time limit for both players to connect.
    pub connect: Duration,
    /// How long the server waits after a message that has no answer (a result), so that players who treat one
    /// read as one message can separate it from the next.
    pub pause: Duration,
    /// The names of Black and White in the records.
    pub names: [Option<String>; 2],
}

/// The result of a match.
#[derive(Clone, Debug)]
pub struct Match {
    /// The games in order. The last one is broken off
    /// ([`Verdict::BROKEN_OFF`](nexsolve_games::records::Verdict::BROKEN_OFF)) if a fault interrupted it.
    pub games: Vec<GameRecord>,
    /// Why the match ended early, if it did.
    pub fault: Option<MatchFault>,
}

/// An event in a match.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// A player connected.
    Connected(Side, SocketAddr),
    /// A connection turned out not to be a player, and the seat is free again.
    TurnedAway(SocketAddr, &'a Cause),
    /// A game began; its number is counted from 1.
    Began(u32),
    /// A side made a move.
    Moved(Side, &'a str),
    /// A game ended; if it was broken off, [`Event::BrokenOff`] follows.
    Ended(&'a GameRecord),
    /// The match ended early.
    BrokenOff(&'a MatchFault),
}

/// A server on one board.
pub struct Referee<'a> {
    game: &'a AnyGame,
    terms: &'a Terms,
    stop: &'a AtomicBool,
    watch: &'a mut (dyn FnMut(Event<'_>) + Send),
}

/// A connection that may be a player.
struct Candidate<'a> {
    wire: Wire<'a>,
    address: SocketAddr,
    /// Whether it has answered the first message.
    is_player: bool,
}

/// The connections of Black and White.
type Seats<'a> = [Wire<'a>; 2];

pub(super) const SIDES: [Side; 2] = [Side::Black, Side::White];

impl<'a> Referee<'a> {
    /// Creates a server for a match. Setting `stop` ends the match soon; `watch` receives the events.
    ///
    /// # Panics
    /// If the opening contains an illegal move.
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

    /// Waits for both players and plays the match. It always ends, with a fault if not all games were played.
    ///
    /// No wait exceeds the limits in the terms, but a player who uses almost the full limit each time can
    /// prolong a match accordingly.
    ///
    /// A connection that does not answer the first message is not a player: it is turned away, and the seat
    /// becomes free. Once both players have answered, the server stops listening, so that a third is refused
    /// at once.
    pub fn run(mut self, listener: TcpListener) -> Match {
        let mut games = Vec::new();
        let seats = self.seats(&listener);
        drop(listener);
        let outcome = seats.and_then(|mut seats| {
            let played =
                (1..=self.terms.games).try_for_each(|number| self.play(&mut seats, number, &mut games));
            // A player who has disconnected cannot be notified.
            let farewell = if played.is_ok() { "$" } else { "!" };
            for wire in &mut seats {
                let _ = wire.send(farewell);
            }
            seats.into_iter().for_each(Wire::close);
            played
        });
        let fault = outcome.err();
        if let Some(fault) = &fault {
            (self.watch)(Event::BrokenOff(fault));
        }
        Match { games, fault }
    }

    /// Returns the first two connections that answer the first message of the first game.
    fn seats(&mut self, listener: &TcpListener) -> Result<Seats<'a>, MatchFault> {
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
                [Some(black), Some(white)] => return Ok([black.wire, white.wire]),
                open => open,
            };
        }
    }

    /// Sends the first message to those who have not answered yet, and empties the seats of those who do not
    /// answer.
    fn greet(&mut self, seats: &mut [Option<Candidate<'a>>; 2]) -> Result<(), MatchFault> {
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
            // A player who has disconnected cannot be notified.
            let _ = candidate.wire.send("!");
            candidate.wire.close();
        }
        Ok(())
    }

    /// Returns the next connection; `None` if a seated player has meanwhile disconnected or sent something
    /// invalid.
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
                    // Nobody is there, or the connection was closed at once.
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

    /// Plays one game and records it, however it ends.
    fn play(
        &mut self,
        seats: &mut Seats<'_>,
        number: u32,
        games: &mut Vec<GameRecord>,
    ) -> Result<(), MatchFault> {
        (self.watch)(Event::Began(number));
        let mut course = Course::new(self.game);
        for &mv in &self.terms.opening {
            course.play(mv);
        }
        let outcome = self.moves(seats, &mut course, number);
        let begun = self.terms.opening.len();
        let verdict = outcome.as_ref().map_or(Verdict::BROKEN_OFF, |&winner| Verdict::by_rules(winner));
        let (names, number) = (self.terms.names.clone(), Some(number));
        let record = GameRecord { names, number, ..GameRecord::played(&course, begun, verdict) };
        (self.watch)(Event::Ended(&record));
        games.push(record);
        outcome.map(|_| ())
    }

    /// Plays a game to its end, sends both players the result, and returns the winner. The first game's
    /// greeting was sent by [`Self::greet`].
    fn moves(
        &mut self,
        seats: &mut Seats<'_>,
        course: &mut Course<'a, AnyGame>,
        number: u32,
    ) -> Result<Option<Side>, MatchFault> {
        if number > 1 {
            self.tell(seats, |side| self.greeting(side))?;
        }
        self.tell(seats, |_| self.so_far())?;
        let ending = loop {
            if let Some(ending) = course.ending() {
                break ending;
            }
            let side = course.side();
            send(seats, side, self.terms.question)?;
            let mv = seats[side as usize]
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

    /// Sends both players a message and waits until both have answered `ok`.
    fn tell(&self, seats: &mut Seats<'_>, message: impl Fn(Side) -> String) -> Result<(), MatchFault> {
        SIDES.into_iter().try_for_each(|side| send(seats, side, &message(side)))?;
        SIDES.into_iter().try_for_each(|side| {
            let received = seats[side as usize].receive("ok", self.terms.answer, |bytes, _| scan::ok(bytes));
            received.map_err(|cause| fault(side, cause))
        })
    }

    /// Returns the first message of a game: the board, and the player's colour.
    fn greeting(&self, side: Side) -> String {
        let (rows, cols) = self.game.board().grid();
        format!("r{rows}-c{cols}-{}#", side.letter())
    }

    /// Returns the message with the opening: each move ended by `;`.
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

fn send(seats: &mut Seats<'_>, side: Side, message: &str) -> Result<(), MatchFault> {
    seats[side as usize].send(message).map_err(|cause| fault(side, cause))
}

/// Nobody is at fault if the match was stopped.
fn fault(side: Side, cause: Cause) -> MatchFault {
    MatchFault { side: (cause != Cause::Stopped).then_some(side), cause }
}
