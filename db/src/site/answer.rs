//! Requests for files and parts of files, and the checks of their answers.

use super::guard::Guard;
use super::wait::Left;
use crate::address::has_scheme;
use std::fs::File;
use std::io::{self, ErrorKind, Read, Seek, SeekFrom};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;
use ureq::http::{HeaderMap, Response, StatusCode, Uri, header};
use ureq::tls::TlsConfig;
use ureq::unversioned::transport::DefaultConnector;
use ureq::{Agent, Body, Error, Proxy, ResponseExt, Timeout};

/// The time limits of requests.
#[derive(Clone, Copy, Debug)]
pub(super) struct Times {
    /// For a connection.
    pub(super) connect: Duration,
    /// Without a byte from the server.
    pub(super) read: Duration,
    /// For a whole request, besides the time for its bytes.
    pub(super) request: Duration,
    /// The slowest transfer, in bytes per second.
    pub(super) slowest: u64,
}

impl Times {
    const USUAL: Self = Self {
        connect: Duration::from_secs(10),
        read: Duration::from_secs(30),
        request: Duration::from_mins(1),
        slowest: 10_000,
    };
}

/// The greatest number of answers for one part of a file: a server may send less than it was asked for.
const MOST_ANSWERS: u32 = 16;

/// The longest file that is received without a second request. The time limit of a request depends on the
/// number of bytes, and before the answer it is not known how long a manifest is, or whether the server sends
/// a part or the whole file.
const FIRST_BYTES: u64 = 1 << 20;

/// Sends requests, and keeps connections for the next ones.
#[derive(Clone, Debug)]
pub(super) struct Client {
    agent: Agent,
    times: Times,
    left: Left,
}

/// The part of a file that was asked for, or the whole file.
#[derive(Debug)]
pub(super) enum Received {
    Part(Vec<u8>),
    Whole(File),
}

/// A file and its address after all redirections; or, if it is too long, its length if the server says it.
pub(super) type Whole = Result<(Vec<u8>, String), Option<u64>>;

/// What tells two versions of a file apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct MarkFile {
    tag: Option<String>,
    date: Option<String>,
}

impl MarkFile {
    fn of(headers: &HeaderMap) -> Self {
        Self { tag: text(headers, &header::ETAG), date: text(headers, &header::LAST_MODIFIED) }
    }

    /// Returns whether two answers are from different versions of a file. Servers need not mark versions; the
    /// checksums of blocks then notice a difference.
    pub(super) fn differs(&self, other: &Self) -> bool {
        match (&self.tag, &other.tag, &self.date, &other.date) {
            (Some(tag), Some(other), _, _) => tag != other,
            (_, _, Some(date), Some(other)) => date != other,
            _ => false,
        }
    }
}

impl Client {
    /// Creates a client for files of the host in this address, without connections.
    pub(super) fn new(address: &str) -> Self {
        Self::with_times(address, Times::USUAL)
    }

    /// Creates a client with these time limits.
    pub(super) fn with_times(address: &str, times: Times) -> Self {
        Self::with_tls(address, times, TlsConfig::default())
    }

    /// Creates a client with these time limits, which encrypts in this way.
    pub(super) fn with_tls(address: &str, times: Times, tls: TlsConfig) -> Self {
        let config = Agent::config_builder()
            .user_agent(concat!("nexsolve/", env!("CARGO_PKG_VERSION")))
            .http_status_as_error(false)
            // A redirection must not lead from an encrypted connection to a plain one.
            .https_only(has_scheme(address, "https://"))
            .tls_config(tls)
            .timeout_resolve(Some(times.connect))
            .timeout_connect(Some(times.connect))
            .timeout_recv_response(Some(times.read))
            .timeout_per_read(Some(times.read))
            .build();
        let host = address.parse::<Uri>().ok().and_then(|uri| uri.host().map(str::to_owned));
        let guard = Guard::new(&host.unwrap_or_default());
        let agent = Agent::with_parts(config, DefaultConnector::default(), guard);
        Self { agent, times, left: Left::default() }
    }

    /// Returns whether the client refuses connections that are not encrypted.
    #[cfg(test)]
    pub(super) fn is_https_only(&self) -> bool {
        self.agent.config().https_only()
    }

    /// Reads a file of at most `most` bytes.
    pub(super) fn whole(&self, address: &str, most: u64) -> io::Result<Whole> {
        let first = most.min(FIRST_BYTES);
        match self.whole_within(address, first)? {
            Err(length) if first < most && length.is_none_or(|length| length <= most) => {
                self.whole_within(address, length.unwrap_or(most))
            }
            answer => Ok(answer),
        }
    }

    fn whole_within(&self, address: &str, most: u64) -> io::Result<Whole> {
        let (client, address) = (self.clone(), address.to_owned());
        self.left.wait(move |is_left| {
            again(|| {
                let mut answer = client.ask(&address, None, most)?;
                if answer.status() != StatusCode::OK {
                    return Err(refused(answer.status()));
                }
                let found = answer.get_uri().to_string();
                let expected = length(answer.headers());
                if expected.is_some_and(|expected| expected > most) {
                    return Ok(Err(expected));
                }
                let mut bytes = Vec::new();
                let read = client.copy(&mut body(&mut answer).take(most + 1), is_left, |piece| {
                    bytes.extend_from_slice(piece);
                    Ok(())
                })?;
                if read > most {
                    return Ok(Err(None));
                }
                match expected.filter(|&expected| expected != read) {
                    Some(expected) => Err(ended(read, expected)),
                    None => Ok(Ok((bytes, found))),
                }
            })
        })
    }

    /// Reads a part of a file of `bytes` bytes, which must not be empty.
    pub(super) fn part(
        &self,
        address: &str,
        part: &Range<u64>,
        bytes: u64,
    ) -> io::Result<(Received, MarkFile)> {
        let (mut part, mut all, mut first) = (part.clone(), Vec::new(), None::<MarkFile>);
        for _ in 0..MOST_ANSWERS {
            let (client, own, asked) = (self.clone(), address.to_owned(), part.clone());
            let answer =
                self.left.wait(move |is_left| again(|| client.part_once(&own, &asked, bytes, is_left)));
            let (received, mark) = answer?;
            if first.get_or_insert_with(|| mark.clone()).differs(&mark) {
                return Err(changed());
            }
            let Received::Part(received) = received else { return Ok((received, mark)) };
            part.start += received.len() as u64;
            if all.is_empty() {
                all = received;
            } else {
                all.extend(received);
            }
            if part.is_empty() {
                return Ok((Received::Part(all), mark));
            }
        }
        let found = all.len();
        Err(wrong(format!("the server sent only {found} bytes of a part in {MOST_ANSWERS} answers")))
    }

    /// Reads the part, the beginning of it, or the whole file.
    fn part_once(
        &self,
        address: &str,
        part: &Range<u64>,
        bytes: u64,
        is_left: &AtomicBool,
    ) -> io::Result<(Received, MarkFile)> {
        let mut answer =
            self.ask(address, Some(part), (part.end - part.start).max(bytes.min(FIRST_BYTES)))?;
        if answer.status() == StatusCode::OK && bytes > FIRST_BYTES {
            answer = self.ask(address, None, bytes)?;
        }
        let mark = MarkFile::of(answer.headers());
        let (sent, is_part) = match answer.status() {
            StatusCode::PARTIAL_CONTENT => (sent(answer.headers(), part, bytes)?, true),
            StatusCode::OK => (0..bytes, *part == (0..bytes)),
            StatusCode::RANGE_NOT_SATISFIABLE => return Err(shorter(bytes)),
            status => return Err(refused(status)),
        };
        let expected = sent.end - sent.start;
        if let Some(found) = length(answer.headers()).filter(|&found| found != expected) {
            return Err(if is_part {
                wrong(format!("the server sent {found} bytes instead of the {expected} expected"))
            } else {
                other_length(found, bytes)
            });
        }
        // One byte more shows that an answer is too long.
        let mut from = body(&mut answer).take(expected + 1);
        let (received, found) = if is_part {
            let mut received = Vec::with_capacity(expected as usize + 1);
            let found = self.copy(&mut from, is_left, |piece| {
                received.extend_from_slice(piece);
                Ok(())
            })?;
            if found == expected {
                received.truncate((sent.end.min(part.end) - sent.start) as usize);
                received.drain(..(part.start - sent.start) as usize);
            }
            (Received::Part(received), found)
        } else {
            use std::io::Write;
            let mut file = tempfile::tempfile().map_err(|error| no_room(&error))?;
            let found = self
                .copy(&mut from, is_left, |piece| file.write_all(piece).map_err(|error| no_room(&error)))?;
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
    }

    /// Sends a request for a part of a file, or for the whole file. The answer must come in the time for
    /// `bytes` bytes.
    fn ask(&self, address: &str, part: Option<&Range<u64>>, bytes: u64) -> io::Result<Response<Body>> {
        let limit = self.times.request.saturating_add(Duration::from_secs(bytes / self.times.slowest));
        let request = self.agent.get(address).config().timeout_global(Some(limit)).build();
        let mut request = request.header(header::ACCEPT_ENCODING, "identity");
        if let Some(part) = part {
            request = request.header(header::RANGE, format!("bytes={}-{}", part.start, part.end - 1));
        }
        let answer = request.call().map_err(|error| self.unreached(error))?;
        match text(answer.headers(), &header::CONTENT_ENCODING).filter(|name| name != "identity") {
            Some(name) => {
                Err(wrong(format!("the server compressed the answer ({name}), though it was not asked to")))
            }
            None => Ok(answer),
        }
    }

    /// Passes an answer to `take` in pieces. Returns the number of bytes. Ends early if nobody awaits the
    /// answer.
    fn copy(
        &self,
        from: &mut impl Read,
        is_left: &AtomicBool,
        mut take: impl FnMut(&[u8]) -> io::Result<()>,
    ) -> io::Result<u64> {
        let (mut buffer, mut copied) = (vec![0; 1 << 16], 0);
        loop {
            match from.read(&mut buffer) {
                Ok(0) => return Ok(copied),
                // A connection that broke is the end of the answer, whose length is checked later.
                Err(error) if error.kind() == ErrorKind::UnexpectedEof => return Ok(copied),
                Ok(read) => {
                    take(&buffer[..read])?;
                    copied += read as u64;
                }
                Err(error) => return Err(self.unreached(Error::from(error))),
            }
            if is_left.load(Relaxed) {
                return Err(crate::table::stopped());
            }
        }
    }

    /// The error of a request without an answer, or of an answer that could not be read to its end.
    fn unreached(&self, error: Error) -> io::Error {
        let (kind, reason) = reason(error, self.times);
        match self.agent.config().proxy() {
            Some(proxy) if crate::is_unreached(kind) => {
                io::Error::new(kind, format!("{reason} {}", through(proxy)))
            }
            _ => io::Error::new(kind, reason),
        }
    }
}

/// Names the proxy, without its password.
fn through(proxy: &Proxy) -> String {
    format!("(the environment names the proxy {}:{})", proxy.host(), proxy.port())
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

/// Returns the place of an answer to a request for a part of a file of `bytes` bytes. The answer must have
/// the beginning of the part. It may end earlier (RFC 9110, 15.3.7), and a cache that keeps whole blocks may
/// add bytes before and after it.
fn sent(headers: &HeaderMap, part: &Range<u64>, bytes: u64) -> io::Result<Range<u64>> {
    let told = text(headers, &header::CONTENT_RANGE).unwrap_or_default();
    let another = || {
        wrong(format!("the server sent `{told}` instead of `bytes {}-{}/{bytes}`", part.start, part.end - 1))
    };
    let (unit, range) = told.split_once(' ').ok_or_else(another)?;
    let (range, total) = range.trim().split_once('/').ok_or_else(another)?;
    let (start, last) = range.split_once('-').ok_or_else(another)?;
    let (Ok(start), Ok(last)) = (start.parse::<u64>(), last.parse::<u64>()) else { return Err(another()) };
    let is_there = (start..=last).contains(&part.start) && last < bytes;
    let most = part.end - part.start + FIRST_BYTES;
    if !unit.eq_ignore_ascii_case("bytes") || !is_there || last - start >= most {
        return Err(another());
    }
    match total.parse::<u64>() {
        Ok(total) if total != bytes => Err(other_length(total, bytes)),
        Err(_) if total != "*" => Err(another()),
        _ => Ok(start..last + 1),
    }
}

/// The error of an answer that is not what was asked for.
fn wrong(reason: String) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, reason)
}

/// The error of a file that has changed.
pub(super) fn changed() -> io::Error {
    wrong("it has changed on the server since this program began to read it: start again".to_owned())
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

/// The error of a temporary file. Its kind says that this computer is the cause, whatever the system's
/// reason.
fn no_room(error: &io::Error) -> io::Error {
    let folder = tempfile::env::temp_dir();
    let reason =
        format!("the temporary folder {} (TMPDIR) cannot take a copy of it: {error}", folder.display());
    io::Error::new(ErrorKind::StorageFull, reason)
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

/// The kind and the words of an error. They never repeat the address, which may have a password.
fn reason(error: Error, times: Times) -> (ErrorKind, String) {
    match error {
        Error::HostNotFound => (ErrorKind::HostUnreachable, "the host is unknown".to_owned()),
        Error::Timeout(Timeout::Connect | Timeout::Resolve) => {
            (ErrorKind::TimedOut, format!("no connection within {} s", times.connect.as_secs()))
        }
        Error::Timeout(Timeout::Global) => {
            let reason = format!(
                "the server is too slow: it needs more than {} s and a second for each {} kB",
                times.request.as_secs(),
                times.slowest / 1_000
            );
            (ErrorKind::TimedOut, reason)
        }
        Error::Timeout(_) => {
            (ErrorKind::TimedOut, format!("the server was silent for {} s", times.read.as_secs()))
        }
        Error::BadUri(_) => (ErrorKind::InvalidInput, "it is not a valid address".to_owned()),
        Error::Http(error) => (ErrorKind::InvalidInput, format!("it is not a valid address ({error})")),
        Error::RequireHttpsOnly(_) => {
            let reason = "the server redirected the request from https to http, which is not encrypted";
            (ErrorKind::PermissionDenied, reason.to_owned())
        }
        Error::Io(error) => match error.kind() {
            ErrorKind::UnexpectedEof | ErrorKind::BrokenPipe => {
                (ErrorKind::ConnectionAborted, "the server closed the connection".to_owned())
            }
            ErrorKind::InvalidInput | ErrorKind::PermissionDenied => (error.kind(), error.to_string()),
            kind if crate::is_unreached(kind) => (kind, error.to_string()),
            _ => (ErrorKind::HostUnreachable, format!("no answer: {error}")),
        },
        Error::TooManyRedirects => {
            (ErrorKind::InvalidData, "the server redirected the request too often".to_owned())
        }
        Error::ConnectProxyFailed(error) => {
            (ErrorKind::HostUnreachable, format!("the proxy refused the connection: {error}"))
        }
        Error::Protocol(error) => (ErrorKind::InvalidData, format!("the answer is not HTTP: {error}")),
        error => (ErrorKind::HostUnreachable, error.to_string()),
    }
}
