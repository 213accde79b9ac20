//! A connection: messages out, bytes in, and never longer than a limit.

use super::fault::Cause;
use super::scan::{Rest, Scan, separators};
use crate::Budget;
use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// A message that could go on is whole when nothing has come for so long.
const QUIET: Duration = Duration::from_millis(50);
/// How often a wait looks whether it has been stopped.
const GLANCE: Duration = Duration::from_millis(100);
/// The other side is given up when it has taken nothing for so long.
const SEND: Duration = if cfg!(test) { Duration::from_millis(200) } else { Duration::from_secs(5) };
/// How long an end waits for the other side to see it.
const FAREWELL: Duration = Duration::from_millis(300);
/// No message is longer: a game's moves on the largest board take less than half of it.
const LONGEST: usize = 16 << 10;

/// One connection, and what has come over it and has not been read yet.
#[derive(Debug)]
pub(super) struct Wire<'a> {
    stream: TcpStream,
    come: Vec<u8>,
    stop: &'a AtomicBool,
}

/// What a wait has come to.
enum Waited {
    /// More has come.
    More,
    /// Nothing, in this time.
    Nothing,
    /// Nothing will come any more.
    Closed,
}

impl<'a> Wire<'a> {
    /// Over this connection; whoever sets `stop` ends all waits.
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

    /// The next message, as `scan` finds it in what has come; `expected` is what it is called.
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

    /// Looks, without waiting, whether the other side is still there, and has said nothing that `scan` finds wrong.
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

    /// Ends the connection when the other side has ended it too, or soon. To drop one at once, with something unread, may cost the
    /// other side the last message.
    pub(super) fn close(mut self) {
        let until = Instant::now().checked_add(FAREWELL);
        if self.stream.shutdown(Shutdown::Write).is_ok() {
            while let Ok(Waited::More) = self.wait(until) {
                self.come.clear();
            }
        }
    }

    /// Waits for bytes until some time.
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

/// Whoever is gone has left; anything else is the system's.
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
    fn who_does_not_read_is_given_up() {
        let (mut wire, _other) = pair();
        let message = "Move?".repeat(1 << 20);
        let sent = (0..100).find_map(|_| wire.send(&message).err());
        assert_eq!(sent, Some(Cause::Slow));
    }

    #[test]
    fn who_has_left_is_noticed() {
        let (mut wire, other) = pair();
        drop(other);
        assert_eq!(wire.receive("ok", SEND, |bytes, _| scan::ok(bytes)), Err(Cause::Left));
    }

    #[test]
    fn what_has_come_before_the_end_counts() {
        let (mut wire, mut other) = pair();
        other.write_all(b" okok").expect("sent");
        drop(other);
        for _ in 0..2 {
            assert_eq!(wire.receive("ok", SEND, |bytes, _| scan::ok(bytes)), Ok(()));
        }
        assert_eq!(wire.receive("ok", SEND, |bytes, _| scan::ok(bytes)), Err(Cause::Left));
    }

    #[test]
    fn no_message_is_endless() {
        let (mut wire, mut other) = pair();
        let flood = std::thread::spawn(move || while other.write_all(&[b'r'; 4_096]).is_ok() {});
        let received = wire.receive::<()>("a board", Duration::from_mins(1), |_, _| Scan::More);
        assert!(matches!(received, Err(Cause::Garbage { .. })), "{received:?}");
        drop(wire);
        flood.join().expect("it ends with the connection");
    }
}
