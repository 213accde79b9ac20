//! A player for any server that speaks the protocol.

use super::fault::Cause;
use super::game;
use super::said::{Board, Over, Said, between, playing, so_far};
use super::wire::Wire;
use crate::{Budget, Course, Player, PlayerError};
use nexsolve_core::{Game, Notation, Side};
use nexsolve_games::records::{Beside, GameRecord, Verdict};
use nexsolve_games::{AnyGame, NameError};
use std::net::TcpStream;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// Who plays: for each game a player on its board, which the server tells when the game begins.
pub trait Guest {
    /// Makes the player of the game with this number, from 1.
    ///
    /// # Errors
    /// If there is no such player for this board; the connection is closed then.
    fn player(&mut self, game: &AnyGame, number: u32) -> Result<Box<dyn Player<AnyGame>>, String>;

    /// Hears of each game as it ends; nothing by default.
    fn ended(&mut self, _game: &Attended) {}
}

/// How long a player waits and thinks.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// For the server's next message; the opponent thinks meanwhile.
    pub server: Duration,
    /// For a move of its own; without, as long as it takes.
    pub mv: Option<Duration>,
}

/// A game that was played.
#[derive(Clone, Debug)]
pub struct Attended {
    /// Its record; broken off if it did not end. Of the two names the player's own is there.
    pub record: GameRecord,
    /// The player's colour, where it is known: the server tells it, or a question does.
    pub side: Option<Side>,
    /// Whether the server's result is what the rules award.
    pub borne_out: bool,
}

/// Why a player's connection has ended otherwise than by `$`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ClientFault {
    /// `!`.
    #[error("the server has ended the match because something went wrong")]
    Told,
    /// The connection, or what has come over it.
    #[error("the server {0}")]
    Server(Cause),
    /// A board that there is not.
    #[error("the server names a board that there is not: {0}")]
    Board(NameError),
    /// Moves to begin with that the rules do not allow.
    #[error("the server begins with the move `{text}`: {fault}")]
    SoFar {
        /// The move.
        text: String,
        /// What is wrong with it.
        fault: nexsolve_core::Fault,
    },
    /// A question when it is the other's turn, or the game is over.
    #[error("the server asks for a move when there is none to make")]
    NotOurTurn,
    /// There is no such player for this board.
    #[error("{0}")]
    NoPlayer(String),
    /// The player itself has given up.
    #[error(transparent)]
    Player(#[from] PlayerError),
}

/// Plays whatever the server wants to have played, until it says `$`. All games that began are handed out, with what has ended
/// the connection early, if something has. Somebody who sets `stop` ends it soon.
///
/// Both spellings of the question are answered; a game's moves are taken from what the server echoes, one's own too.
pub fn attend(
    stream: TcpStream,
    patience: Patience,
    stop: &AtomicBool,
    guest: &mut dyn Guest,
) -> (Vec<Attended>, Result<(), ClientFault>) {
    let mut games = Vec::new();
    let outcome = Wire::new(stream, stop)
        .map_err(ClientFault::Server)
        .and_then(|wire| Table { wire, patience, stop }.sit(guest, &mut games));
    (games, outcome)
}

struct Table<'a> {
    wire: Wire<'a>,
    patience: Patience,
    stop: &'a AtomicBool,
}

impl Table<'_> {
    fn sit(&mut self, guest: &mut dyn Guest, games: &mut Vec<Attended>) -> Result<(), ClientFault> {
        loop {
            let board = match self.receive("a game or the end", |bytes, _| between(bytes))? {
                Said::Board(board) => board,
                Said::Broken => return Err(ClientFault::Told),
                _ => return Ok(()),
            };
            let number = games.len() as u32 + 1;
            let (attended, outcome) = self.game(board, number, guest)?;
            guest.ended(&attended);
            games.push(attended);
            outcome?;
        }
    }

    fn receive<T>(
        &mut self,
        expected: &'static str,
        scan: impl FnMut(&[u8], super::scan::Rest) -> super::scan::Scan<T>,
    ) -> Result<T, ClientFault> {
        self.wire.receive(expected, self.patience.server, scan).map_err(ClientFault::Server)
    }

    fn send(&mut self, message: &str) -> Result<(), ClientFault> {
        self.wire.send(message).map_err(ClientFault::Server)
    }

    /// Plays a game with the player that fits the board.
    fn game(
        &mut self,
        board: Board,
        number: u32,
        guest: &mut dyn Guest,
    ) -> Result<(Attended, Result<(), ClientFault>), ClientFault> {
        let game = game(board.rows, board.cols).map_err(ClientFault::Board)?;
        let mut player = guest.player(&game, number).map_err(ClientFault::NoPlayer)?;
        Ok(self.play(&game, board.side, number, &mut *player))
    }

    /// Plays a game; it is handed out whatever comes of it.
    fn play(
        &mut self,
        game: &AnyGame,
        side: Option<Side>,
        number: u32,
        player: &mut dyn Player<AnyGame>,
    ) -> (Attended, Result<(), ClientFault>) {
        let mut seat = Seat { course: Course::new(game), begun: 0, side };
        let outcome = self.moves(game, &mut seat, player);
        let Seat { course, begun, side } = seat;
        let claimed = outcome.as_ref().map_or(Verdict::BROKEN_OFF, |&over| verdict(over, side));
        let awarded = course.ending().map(|ending| Verdict::by_rules(ending.winner));
        let name = |colour| (side == Some(colour)).then(|| player.name());
        let (prelude, moves) = course.moves().split_at(begun);
        let record = GameRecord {
            board: game.board(),
            names: [name(Side::Black), name(Side::White)],
            start: course.positions()[begun],
            prelude: prelude.to_vec(),
            moves: moves.to_vec(),
            verdict: claimed,
            number: Some(number),
            line: 1,
            beside: Beside::default(),
            fits: Vec::new(),
        };
        let borne_out = claimed == Verdict::BROKEN_OFF || Some(claimed) == awarded;
        (Attended { record, side, borne_out }, outcome.map(|_| ()))
    }

    fn moves(
        &mut self,
        game: &AnyGame,
        seat: &mut Seat<'_>,
        player: &mut dyn Player<AnyGame>,
    ) -> Result<Over, ClientFault> {
        self.send("ok")?;
        let start = game.start();
        let mut said = self.receive("the moves so far", |bytes, rest| so_far(game, &start, bytes, rest))?;
        loop {
            match said {
                Said::SoFar(moves) => {
                    for text in moves {
                        let mv = game.read_move(seat.course.position(), &text);
                        seat.course
                            .play(mv.map_err(|error| ClientFault::SoFar { text, fault: error.fault })?);
                    }
                    seat.begun = seat.course.moves().len();
                    self.send("ok")?;
                }
                Said::Ask => {
                    let turn = seat.course.side();
                    if seat.course.ending().is_some() || *seat.side.get_or_insert(turn) != turn {
                        return Err(ClientFault::NotOurTurn);
                    }
                    let until = self.patience.mv.and_then(|time| Instant::now().checked_add(time));
                    let budget = Budget { until, stop: Some(self.stop), ..Budget::default() };
                    let thought = player.choose(&seat.course, &budget)?;
                    self.send(&game.format_move(seat.course.position(), thought.mv))?;
                }
                Said::Moved(mv) => {
                    seat.course.play(mv);
                    self.send("ok")?;
                }
                Said::Over(over) => return Ok(over),
                Said::Broken | Said::Done | Said::Board(_) => return Err(ClientFault::Told),
            }
            let position = *seat.course.position();
            said = self.receive("the next move", |bytes, rest| playing(game, &position, bytes, rest))?;
        }
    }
}

/// A game as its player sees it.
struct Seat<'g> {
    course: Course<'g, AnyGame>,
    /// How many moves there were when it began.
    begun: usize,
    side: Option<Side>,
}

/// What the server's word comes to; a win or a loss says nothing to a player that does not know its colour.
fn verdict(over: Over, side: Option<Side>) -> Verdict {
    match (over, side) {
        (Over::Drawn, _) => Verdict::by_rules(None),
        (Over::Won, Some(side)) => Verdict::by_rules(Some(side)),
        (Over::Lost, Some(side)) => Verdict::by_rules(Some(side.other())),
        (Over::Won | Over::Lost, None) => Verdict::BROKEN_OFF,
    }
}
