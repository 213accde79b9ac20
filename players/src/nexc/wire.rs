//! A connection: messages out, bytes in, and never longer than a limit.

use super::fault::Cause;
use super::scan::{Rest, Scan, separators};
use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// A message that could go on is whole when nothing has come for so long.
const QUIET: Duration = Duration::from_millis(50);
/// How often a wait looks whether it has been stopped.
const GLANCE: Duration = Duration::from_millis(100);
/// The other side is given up when it has taken nothing for so long.
const SEND: Duration = Duration::from_secs(5);
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
                Scan::Perhaps => earlier(until, Instant::now().checked_add(QUIET)),
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

fn earlier(one: Option<Instant>, other: Option<Instant>) -> Option<Instant> {
    match (one, other) {
        (Some(one), Some(other)) => Some(one.min(other)),
        (one, other) => one.or(other),
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
