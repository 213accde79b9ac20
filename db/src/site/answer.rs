//! Requests for files and parts of files, and the checks of their answers.

use std::fs::File;
use std::io::{self, ErrorKind, Read, Seek, SeekFrom};
use std::ops::Range;
use std::time::Duration;
use ureq::http::{HeaderMap, Response, StatusCode, header};
use ureq::{Agent, Body, Error, ResponseExt, Timeout};

/// The longest time for a connection.
const CONNECT: Duration = Duration::from_secs(10);
/// The longest time without a byte from the server.
const READ: Duration = Duration::from_secs(30);

/// Sends requests, and keeps connections for the next ones.
#[derive(Clone, Debug)]
pub(super) struct Client {
    agent: Agent,
}

/// The part of a file that was asked for, or the whole file.
#[derive(Debug)]
pub(super) enum Received {
    Part(Vec<u8>),
    Whole(File),
}

/// What tells two versions of a file apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Mark {
    tag: Option<String>,
    date: Option<String>,
}

impl Mark {
    fn of(headers: &HeaderMap) -> Self {
        Self { tag: text(headers, &header::ETAG), date: text(headers, &header::LAST_MODIFIED) }
    }

    /// Returns whether two answers are from different versions of a file. Servers need not mark versions; the checksums
    /// of blocks then notice a difference.
    pub(super) fn differs(&self, other: &Self) -> bool {
        match (&self.tag, &other.tag, &self.date, &other.date) {
            (Some(tag), Some(other), _, _) => tag != other,
            (_, _, Some(date), Some(other)) => date != other,
            _ => false,
        }
    }
}

impl Client {
    /// Creates a client without connections.
    pub(super) fn new() -> Self {
        Self::with_timeouts(CONNECT, READ)
    }

    /// Creates a client with these longest times for a connection, and without a byte.
    pub(super) fn with_timeouts(connect: Duration, read: Duration) -> Self {
        let config = Agent::config_builder()
            .user_agent(concat!("nexsolve/", env!("CARGO_PKG_VERSION")))
            .http_status_as_error(false)
            .timeout_resolve(Some(connect))
            .timeout_connect(Some(connect))
            .timeout_recv_response(Some(read))
            .timeout_per_read(Some(read))
            .build();
        Self { agent: config.into() }
    }

    /// Reads a file of at most `most` bytes. Returns also its address after all redirections.
    pub(super) fn whole(&self, address: &str, most: u64) -> io::Result<(Vec<u8>, String)> {
        again(|| {
            let mut answer = self.ask(address, None)?;
            if answer.status() != StatusCode::OK {
                return Err(refused(answer.status()));
            }
            let found = answer.get_uri().to_string();
            let expected = length(answer.headers());
            let mut bytes = Vec::new();
            body(&mut answer).take(most + 1).read_to_end(&mut bytes).map_err(cut)?;
            if bytes.len() as u64 > most {
                return Err(wrong(format!("it has more than {most} bytes")));
            }
            match expected.filter(|&expected| expected != bytes.len() as u64) {
                Some(expected) => Err(ended(bytes.len() as u64, expected)),
                None => Ok((bytes, found)),
            }
        })
    }

    /// Reads a part of a file of `bytes` bytes, which must not be empty.
    pub(super) fn part(&self, address: &str, part: &Range<u64>, bytes: u64) -> io::Result<(Received, Mark)> {
        again(|| {
            let mut answer = self.ask(address, Some(part))?;
            let mark = Mark::of(answer.headers());
            let is_part = match answer.status() {
                StatusCode::PARTIAL_CONTENT => {
                    check_range(answer.headers(), part, bytes)?;
                    true
                }
                StatusCode::OK => *part == (0..bytes),
                StatusCode::RANGE_NOT_SATISFIABLE => return Err(shorter(bytes)),
                status => return Err(refused(status)),
            };
            let expected = if is_part { part.end - part.start } else { bytes };
            if let Some(found) = length(answer.headers()).filter(|&found| found != expected) {
                return Err(if is_part {
                    wrong(format!("the server sent {found} bytes instead of the {expected} asked for"))
                } else {
                    other_length(found, bytes)
                });
            }
            // One byte more shows that an answer is too long.
            let mut from = body(&mut answer).take(expected + 1);
            let (received, found) = if is_part {
                let mut received = Vec::with_capacity(expected as usize + 1);
                let read = from.read_to_end(&mut received);
                read.or_else(to_the_end)?;
                let found = received.len() as u64;
                (Received::Part(received), found)
            } else {
                let mut file = tempfile::tempfile().map_err(|error| no_room(&error))?;
                let found = copy(&mut from, &mut file)?;
                file.seek(SeekFrom::Start(0)).map_err(|error| no_room(&error))?;
                (Received::Whole(file), found)
            };
            match found {
                found if found < expected => Err(ended(found, expected)),
                found if found > expected => {
                    Err(wrong(format!("the server sent more than the {expected} bytes expected")))
                }
                _ => Ok((received, mark)),
            }
        })
    }

    fn ask(&self, address: &str, part: Option<&Range<u64>>) -> io::Result<Response<Body>> {
        let mut request = self.agent.get(address).header(header::ACCEPT_ENCODING, "identity");
        if let Some(part) = part {
            request = request.header(header::RANGE, format!("bytes={}-{}", part.start, part.end - 1));
        }
        let answer = request.call().map_err(unreached)?;
        match text(answer.headers(), &header::CONTENT_ENCODING).filter(|name| name != "identity") {
            Some(name) => {
                Err(wrong(format!("the server compressed the answer ({name}), though it was not asked to")))
            }
            None => Ok(answer),
        }
    }
}

/// Copies an answer into a temporary file. Returns the number of bytes.
fn copy(from: &mut impl Read, file: &mut File) -> io::Result<u64> {
    use std::io::Write;
    let (mut buffer, mut copied) = (vec![0; 1 << 16], 0);
    loop {
        match from.read(&mut buffer).or_else(to_the_end)? {
            0 => return Ok(copied),
            read => {
                file.write_all(&buffer[..read]).map_err(|error| no_room(&error))?;
                copied += read as u64;
            }
        }
    }
}

/// Asks a second time if the connection broke: servers close connections that were unused for a while.
fn again<T>(mut ask: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    match ask() {
        Err(error) if matches!(error.kind(), ErrorKind::ConnectionAborted | ErrorKind::ConnectionReset) => {
            ask()
        }
        answer => answer,
    }
}

fn body(answer: &mut Response<Body>) -> impl Read {
    answer.body_mut().with_config().limit(u64::MAX).reader()
}

fn text(headers: &HeaderMap, name: &header::HeaderName) -> Option<String> {
    headers.get(name)?.to_str().ok().map(|text| text.trim().to_owned())
}

fn length(headers: &HeaderMap) -> Option<u64> {
    text(headers, &header::CONTENT_LENGTH)?.parse().ok()
}

/// Checks that an answer is the part that was asked for, of a file of `bytes` bytes.
fn check_range(headers: &HeaderMap, part: &Range<u64>, bytes: u64) -> io::Result<()> {
    let told = text(headers, &header::CONTENT_RANGE).unwrap_or_default();
    let asked = format!("bytes {}-{}", part.start, part.end - 1);
    match told.rsplit_once('/') {
        Some((range, total)) if range == asked => match total.parse::<u64>() {
            Ok(total) if total != bytes => Err(other_length(total, bytes)),
            Ok(_) => Ok(()),
            Err(_) if total == "*" => Ok(()),
            Err(_) => Err(wrong(format!("the server sent `{told}` instead of `{asked}/{bytes}`"))),
        },
        _ => Err(wrong(format!("the server sent `{told}` instead of `{asked}/{bytes}`"))),
    }
}

/// The error of an answer that is not what was asked for.
fn wrong(reason: String) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, reason)
}

fn other_length(found: u64, bytes: u64) -> io::Error {
    wrong(format!("it has {found} bytes on the server; the manifest says {bytes}"))
}

fn shorter(bytes: u64) -> io::Error {
    wrong(format!("it is shorter on the server than the {bytes} bytes in the manifest"))
}

/// The error of an answer that ends too early.
fn ended(found: u64, expected: u64) -> io::Error {
    let reason = format!("the connection broke after {found} of {expected} bytes");
    io::Error::new(ErrorKind::ConnectionAborted, reason)
}

/// The error of a temporary file.
fn no_room(error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("no temporary file for it can be written: {error}"))
}

/// The error of a status other than success.
fn refused(status: StatusCode) -> io::Error {
    let kind = match status.as_u16() {
        404 | 410 => ErrorKind::NotFound,
        401 | 403 => ErrorKind::PermissionDenied,
        429 | 500.. => ErrorKind::HostUnreachable,
        _ => ErrorKind::InvalidData,
    };
    io::Error::new(kind, format!("the server answered {status}"))
}

/// Takes a connection that broke for the end of the answer, whose length is checked later.
fn to_the_end(error: io::Error) -> io::Result<usize> {
    if error.kind() == ErrorKind::UnexpectedEof { Ok(0) } else { Err(cut(error)) }
}

/// The error of an answer that could not be read to its end.
fn cut(error: io::Error) -> io::Error {
    unreached(Error::from(error))
}

/// The error of a request without an answer.
fn unreached(error: Error) -> io::Error {
    let (kind, reason) = match error {
        Error::HostNotFound => (ErrorKind::HostUnreachable, "the host is unknown".to_owned()),
        Error::Timeout(Timeout::Connect | Timeout::Resolve) => {
            (ErrorKind::TimedOut, format!("no connection within {} s", CONNECT.as_secs()))
        }
        Error::Timeout(_) => (ErrorKind::TimedOut, format!("the server was silent for {} s", READ.as_secs())),
        Error::BadUri(_) | Error::Http(_) => {
            (ErrorKind::InvalidInput, format!("it is not a valid address ({error})"))
        }
        Error::Io(error) => match error.kind() {
            ErrorKind::UnexpectedEof | ErrorKind::BrokenPipe => {
                (ErrorKind::ConnectionAborted, "the server closed the connection".to_owned())
            }
            ErrorKind::InvalidInput => (ErrorKind::InvalidInput, error.to_string()),
            kind if crate::is_unreached(kind) => (kind, error.to_string()),
            _ => (ErrorKind::HostUnreachable, format!("no answer: {error}")),
        },
        Error::TooManyRedirects => {
            (ErrorKind::InvalidData, "the server redirected the request too often".to_owned())
        }
        Error::Protocol(error) => (ErrorKind::InvalidData, format!("the answer is not HTTP: {error}")),
        error => (ErrorKind::HostUnreachable, error.to_string()),
    };
    io::Error::new(kind, reason)
}
