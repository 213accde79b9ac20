//! A connection: sends messages and receives bytes, with a limit on every wait.

use super::fault::Cause;
use super::scan::{Rest, Scan, separators};
use nexsolve_players::Budget;
use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// A provisional message is accepted after this time of silence.
const QUIET: Duration = Duration::from_millis(50);
/// How often a wait checks the stop flag.
const GLANCE: Duration = Duration::from_millis(100);
/// A connection that accepts no data for this long is given up.
const SEND: Duration = if cfg!(test) { Duration::from_millis(200) } else { Duration::from_secs(5) };
/// How long a closing connection waits for the other side.
const FAREWELL: Duration = Duration::from_millis(300);
/// The maximum length of a message: more than twice the moves of a game on the largest board.
const LONGEST: usize = 16 << 10;

/// A connection, and the bytes received but not yet read.
#[derive(Debug)]
pub(super) struct Wire<'a> {
    stream: TcpStream,
    come: Vec<u8>,
    stop: &'a AtomicBool,
}

/// The result of a wait.
enum Waited {
    /// Bytes arrived.
    More,
    /// Nothing arrived in time.
    Nothing,
    /// The other side closed the connection.
    Closed,
}

impl<'a> Wire<'a> {
    /// Uses the connection `stream`; setting `stop` ends all waits.
    pub(super) fn new(stream: TcpStream, stop: &'a AtomicBool) -> Result<Self, Cause> {
        let ready = || {
            stream.set_nonblocking(false)?;
            stream.set_nodelay(true)?;
            stream.set_write_timeout(Some(SEND))
        };
        ready().map_err(|error| of_error(&error))?;
        Ok(Self { stream, come: Vec::new(), stop })
    }

    /// Sends a message.
    pub(super) fn send(&mut self, message: &str) -> Result<(), Cause> {
        self.stream.write_all(message.as_bytes()).map_err(|error| match error.kind() {
            io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut => Cause::Slow,
            _ => of_error(&error),
        })
    }

    /// Receives the next message, as `scan` finds it in the received bytes; `expected` describes it in
    /// errors.
    pub(super) fn receive<T>(
        &mut self,
        expected: &'static str,
        within: Duration,
        mut scan: impl FnMut(&[u8], Rest) -> Scan<T>,
    ) -> Result<T, Cause> {
        let until = Instant::now().checked_add(within);
        let mut rest = Rest::Awaited;
        loop {
            self.come.drain(..separators(&self.come));
            let wait_until = match scan(&self.come, rest) {
                Scan::Whole(found, len) => {
                    self.come.drain(..len);
                    return Ok(found);
                }
                Scan::Wrong(cause) => return Err(cause),
                _ if self.come.len() > LONGEST => return Err(Cause::garbage(expected, &self.come)),
                Scan::Perhaps => Budget::least(until, Instant::now().checked_add(QUIET)),
                Scan::More => until,
            };
            match self.wait(wait_until)? {
                Waited::More => rest = Rest::Awaited,
                Waited::Nothing | Waited::Closed if rest == Rest::Awaited && !self.come.is_empty() => {
                    rest = Rest::Quiet;
                }
                Waited::Nothing if until.is_some_and(|until| Instant::now() < until) => {}
                Waited::Nothing => return Err(Cause::Silent { expected, within }),
                Waited::Closed => return Err(Cause::Left),
            }
        }
    }

    /// Checks, without waiting, that the other side is connected and has sent nothing invalid.
    pub(super) fn look<T>(&mut self, scan: impl Fn(&[u8]) -> Scan<T>) -> Result<(), Cause> {
        let now = Instant::now().checked_add(Duration::from_millis(1));
        if matches!(self.wait(now)?, Waited::Closed) && self.come.is_empty() {
            return Err(Cause::Left);
        }
        self.come.drain(..separators(&self.come));
        match scan(&self.come) {
            Scan::Wrong(cause) => Err(cause),
            _ if self.come.len() > LONGEST => Err(Cause::garbage("a player", &self.come)),
            _ => Ok(()),
        }
    }

    /// Closes the connection once the other side has closed it too, or soon. Dropping a connection with
    /// unread bytes could lose the last message to the other side.
    pub(super) fn close(mut self) {
        let until = Instant::now().checked_add(FAREWELL);
        if self.stream.shutdown(Shutdown::Write).is_ok() {
            while let Ok(Waited::More) = self.wait(until) {
                self.come.clear();
            }
        }
    }

    /// Waits for bytes until `until`.
    fn wait(&mut self, until: Option<Instant>) -> Result<Waited, Cause> {
        loop {
            if self.stop.load(Relaxed) {
                return Err(Cause::Stopped);
            }
            let left = until.map_or(GLANCE, |until| until.saturating_duration_since(Instant::now()));
            if left.is_zero() {
                return Ok(Waited::Nothing);
            }
            let pause = left.clamp(Duration::from_millis(1), GLANCE);
            self.stream.set_read_timeout(Some(pause)).map_err(|error| of_error(&error))?;
            let mut bytes = [0; 512];
            match self.stream.read(&mut bytes) {
                Ok(0) => return Ok(Waited::Closed),
                Ok(len) => {
                    self.come.extend_from_slice(&bytes[..len]);
                    return Ok(Waited::More);
                }
                Err(error) => match error.kind() {
                    io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut | io::ErrorKind::Interrupted => {}
                    _ => return Err(of_error(&error)),
                },
            }
        }
    }
}

/// Classifies an error: the other side disconnected, or a system error.
fn of_error(error: &io::Error) -> Cause {
    match error.kind() {
        io::ErrorKind::BrokenPipe
        | io::ErrorKind::ConnectionReset
        | io::ErrorKind::ConnectionAborted
        | io::ErrorKind::NotConnected
        | io::ErrorKind::UnexpectedEof => Cause::Left,
        kind => Cause::Io(kind),
    }
}

#[cfg(test)]
mod tests {
    use super::super::scan;
    use super::*;
    use std::net::TcpListener;

    static NEVER: AtomicBool = AtomicBool::new(false);

    fn pair() -> (Wire<'static>, TcpStream) {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let stream = TcpStream::connect(listener.local_addr().expect("an address")).expect("a listener");
        let (other, _) = listener.accept().expect("somebody");
        (Wire::new(stream, &NEVER).expect("a connection"), other)
    }

    #[test]
    fn a_connection_that_does_not_read_is_given_up() {
        let (mut wire, _other) = pair();
        let message = "Move?".repeat(1 << 20);
        let sent = (0..100).find_map(|_| wire.send(&message).err());
        assert_eq!(sent, Some(Cause::Slow));
    }

    #[test]
    fn bytes_before_a_disconnection_count() {
        let (mut wire, mut other) = pair();
        other.write_all(b" okok").expect("sent");
        drop(other);
        for _ in 0..2 {
            assert_eq!(wire.receive("ok", SEND, |bytes, _| scan::ok(bytes)), Ok(()));
        }
        assert_eq!(wire.receive("ok", SEND, |bytes, _| scan::ok(bytes)), Err(Cause::Left));
    }
}
