//! A player for any server that speaks the protocol.

use super::fault::Cause;
use super::game;
use super::referee::SIDES;
use super::said::{Board, Said, between, playing, so_far};
use super::wire::Wire;
use nexsolve_core::{Game, Notation, Side, Wdl};
use nexsolve_games::records::{GameRecord, Verdict};
use nexsolve_games::{AnyGame, NameError};
use nexsolve_players::{Budget, Course, Player, PlayerError};
use std::net::TcpStream;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// The client's side: creates a player for each game, once the server has announced the board.
pub trait Guest {
    /// Creates the player of game number `number`, counted from 1.
    ///
    /// # Errors
    /// If no player supports this board; the connection is then closed.
    fn player(&mut self, game: &AnyGame, number: u32) -> Result<Box<dyn Player<AnyGame>>, String>;

    /// Returns the players' name in records.
    fn name(&self) -> String;

    /// Called at the end of each game; does nothing by default.
    fn ended(&mut self, _game: &Attended) {}
}

/// How long a player waits and thinks.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// The maximum wait for the server's next message, during which the opponent may think.
    pub server: Duration,
    /// The time for an own move; `None` for no limit.
    pub mv: Option<Duration>,
}

/// A game that was played.
#[derive(Clone, Debug)]
pub struct Attended {
    /// The record, marked as broken off if the game did not end. It contains only the player's own name.
    pub record: GameRecord,
    /// The player's colour, if known: from the server's announcement, or from a request for a move.
    pub side: Option<Side>,
    /// Whether the server's result agrees with the rules.
    pub borne_out: bool,
}

/// Why a player's connection ended otherwise than by `$`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ClientFault {
    /// The server sent `!`.
    #[error("the server reported an error and ended the match")]
    Told,
    /// The connection failed, or the server sent an invalid message.
    #[error("the server {0}")]
    Server(#[from] Cause),
    /// The server announced a board that does not exist.
    #[error("the server announced an unsupported board: {0}")]
    Board(NameError),
    /// The server's opening contains an illegal move.
    #[error("the server's opening contains the move `{text}`: {fault}")]
    SoFar {
        /// The move.
        text: String,
        /// What is wrong with it.
        fault: nexsolve_core::ReadFault,
    },
    /// The server asked for a move in the opponent's turn or after the end of the game.
    #[error("the server asked for a move out of turn")]
    NotOurTurn,
    /// No player supports this board.
    #[error("{0}")]
    NoPlayer(String),
    /// The player could not move.
    #[error(transparent)]
    Player(#[from] PlayerError),
}

/// Plays all games that the server starts, until it sends `$`. Returns all games that began, and what ended
/// the connection early, if anything did. Setting `stop` ends it soon.
///
/// Both spellings of the request for a move are understood. The moves of a game, own moves included, are
/// taken from the server's echo.
pub fn attend(
    stream: TcpStream,
    patience: Patience,
    stop: &AtomicBool,
    guest: &mut dyn Guest,
) -> (Vec<Attended>, Result<(), ClientFault>) {
    let mut games = Vec::new();
    let outcome = Wire::new(stream, stop)
        .map_err(ClientFault::from)
        .and_then(|wire| ClientSession { wire, patience, stop }.sit(guest, &mut games));
    (games, outcome)
}

struct ClientSession<'a> {
    wire: Wire<'a>,
    patience: Patience,
    stop: &'a AtomicBool,
}

impl ClientSession<'_> {
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
    ) -> Result<T, Cause> {
        self.wire.receive(expected, self.patience.server, scan)
    }

    /// Plays a game with a new player for its board.
    fn game(
        &mut self,
        board: Board,
        number: u32,
        guest: &mut dyn Guest,
    ) -> Result<(Attended, Result<(), ClientFault>), ClientFault> {
        let game = game(board.rows, board.cols).map_err(ClientFault::Board)?;
        let mut player = guest.player(&game, number).map_err(ClientFault::NoPlayer)?;
        Ok(self.play(&game, board.side, number, &mut *player, &guest.name()))
    }

    /// Plays a game and returns it, however it ends.
    fn play(
        &mut self,
        game: &AnyGame,
        side: Option<Side>,
        number: u32,
        player: &mut dyn Player<AnyGame>,
        name: &str,
    ) -> (Attended, Result<(), ClientFault>) {
        let mut seat = ClientGame { course: Course::new(game), begun: 0, side };
        let outcome = self.moves(game, &mut seat, player);
        let ClientGame { course, begun, side } = seat;
        let claimed = outcome.as_ref().map_or(Verdict::BROKEN_OFF, |&over| verdict(over, side));
        let awarded = course.ending().map(|ending| Verdict::by_rules(ending.winner));
        let names = SIDES.map(|colour| (side == Some(colour)).then(|| name.to_owned()));
        let number = Some(number);
        let record = GameRecord { names, number, ..GameRecord::played(&course, begun, claimed) };
        let borne_out = claimed == Verdict::BROKEN_OFF || Some(claimed) == awarded;
        (Attended { record, side, borne_out }, outcome.map(|_| ()))
    }

    fn moves(
        &mut self,
        game: &AnyGame,
        seat: &mut ClientGame<'_>,
        player: &mut dyn Player<AnyGame>,
    ) -> Result<Wdl, ClientFault> {
        self.wire.send("ok")?;
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
                    self.wire.send("ok")?;
                }
                Said::Ask => {
                    let turn = seat.course.side();
                    if seat.course.ending().is_some() || *seat.side.get_or_insert(turn) != turn {
                        return Err(ClientFault::NotOurTurn);
                    }
                    let until = self.patience.mv.and_then(|time| Instant::now().checked_add(time));
                    let budget = Budget { until, stop: Some(self.stop), ..Budget::default() };
                    let thought = player.choose(&seat.course, &budget)?;
                    self.wire.send(&game.format_move(seat.course.position(), thought.mv))?;
                }
                Said::Moved(mv) => {
                    seat.course.play(mv);
                    self.wire.send("ok")?;
                }
                Said::Over(over) => return Ok(over),
                Said::Broken | Said::Done | Said::Board(_) => return Err(ClientFault::Told),
            }
            let position = *seat.course.position();
            said = self.receive("the next move", |bytes, rest| playing(game, &position, bytes, rest))?;
        }
    }
}

/// A game from its player's view.
struct ClientGame<'g> {
    course: Course<'g, AnyGame>,
    /// The number of moves in the opening.
    begun: usize,
    side: Option<Side>,
}

/// Converts the server's result to a verdict. A player that does not know its colour cannot interpret a win
/// or a loss.
fn verdict(over: Wdl, side: Option<Side>) -> Verdict {
    match side {
        Some(side) => Verdict::by_rules(over.winner(side)),
        None if over == Wdl::Draw => Verdict::by_rules(None),
        None => Verdict::BROKEN_OFF,
    }
}
