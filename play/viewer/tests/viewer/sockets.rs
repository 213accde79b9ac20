//! Real connections: clients that are slow, hostile, or leave.

use crate::ask::viewer_with;
use nexsolve_viewer::ServerLimits;
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// A time longer than anything here takes on the slowest machine.
const LONG: Duration = Duration::from_mins(2);

/// A server on its own port, which runs until it is dropped.
struct Server {
    address: SocketAddr,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Server {
    fn start(limits: ServerLimits) -> Self {
        Self::start_with(limits, 2)
    }

    fn start_with(limits: ServerLimits, threads: usize) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("an address");
        let stop = Arc::new(AtomicBool::new(false));
        let viewer = viewer_with(Vec::new(), limits, threads);
        let thread = {
            let stop = Arc::clone(&stop);
            thread::spawn(move || viewer.serve(listener, &[], &stop).expect("it serves"))
        };
        Self { address, stop, thread: Some(thread) }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).expect("it listens");
        stream.set_read_timeout(Some(LONG)).expect("a socket");
        stream.set_write_timeout(Some(LONG)).expect("a socket");
        stream
    }

    /// Returns the answer that a well-behaved client gets.
    fn ask(&self, route: &str, document: &Value) -> String {
        let mut stream = self.connect();
        stream.write_all(post(route, &document.to_string()).as_bytes()).expect("it takes it");
        all(stream)
    }

    fn check(&self) {
        let answer = self.ask("position", &json!({"board": "nex:2x2"}));
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop.store(true, Relaxed);
        if let Some(thread) = self.thread.take() {
            thread.join().expect("it ends");
        }
    }
}

fn post(route: &str, body: &str) -> String {
    let length = body.len();
    format!(
        "POST /api/v1/{route} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
         Content-Length: {length}\r\nConnection: close\r\n\r\n{body}"
    )
}

/// Reads until the other side closes.
fn all(mut stream: TcpStream) -> String {
    let mut bytes = Vec::new();
    // After a reset, nothing more is expected.
    let _ = stream.read_to_end(&mut bytes);
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Returns whether nothing has arrived and the connection is still open.
fn is_waiting(read: &std::io::Result<usize>) -> bool {
    use std::io::ErrorKind::{TimedOut, WouldBlock};
    matches!(read, Err(error) if matches!(error.kind(), TimedOut | WouldBlock))
}

fn short() -> ServerLimits {
    let short = Duration::from_millis(200);
    ServerLimits { header: short, body: short, ..ServerLimits::default() }
}

#[test]
fn half_a_request_is_not_waited_for() {
    let server = Server::start(short());
    for half in
        ["", "GET", "GET / HTTP/1.1\r\nHost: loc", "POST /api/v1/position HTTP/1.1\r\nHost: localhost\r\n"]
    {
        let mut stream = server.connect();
        stream.write_all(half.as_bytes()).expect("it takes it");
        let answer = all(stream);
        assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 408"), "{half}: {answer}");
    }
    let mut stream = server.connect();
    let request = post("position", "{\"board\":\"nex:2x2\"}");
    stream.write_all(&request.as_bytes()[..request.len() - 5]).expect("it takes it");
    let answer = all(stream);
    assert!(answer.starts_with("HTTP/1.1 408") && answer.contains("took too long"), "{answer}");
    server.check();
}

#[test]
fn a_byte_at_a_time_is_too_slow() {
    let server = Server::start(short());
    let mut stream = server.connect();
    // After each byte, the client waits a tenth of the server's limit and checks whether the server has
    // closed the connection.
    stream.set_read_timeout(Some(short().header / 10)).expect("a time");
    for byte in "GET / HTTP/1.1\r\nHost: localhost\r\n".bytes().chain(std::iter::repeat(b'x')) {
        if stream.write_all(&[byte]).is_err() || !is_waiting(&stream.read(&mut [0])) {
            break;
        }
    }
    server.check();
}

#[test]
fn what_is_too_large_is_refused() {
    let server = Server::start(ServerLimits { body_bytes: 10_000, ..ServerLimits::default() });
    let mut stream = server.connect();
    // The server need not read all of it.
    let _ = stream.write_all(post("read", &format!("{{\"text\":\"{}\"}}", "x".repeat(1 << 20))).as_bytes());
    let answer = all(stream);
    assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 413"), "{answer}");
    let mut stream = server.connect();
    let _ = stream.write_all(
        format!("GET / HTTP/1.1\r\nHost: localhost\r\nX: {}\r\n\r\n", "x".repeat(1 << 20)).as_bytes(),
    );
    let answer = all(stream);
    assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 4"), "{answer}");
    let mut stream = server.connect();
    let many = "X: 1\r\n".repeat(1_000);
    let _ = stream.write_all(format!("GET / HTTP/1.1\r\nHost: localhost\r\n{many}\r\n").as_bytes());
    assert!(!all(stream).starts_with("HTTP/1.1 200"));
    // A document whose length in the head is too large is refused before any of it arrives.
    let mut stream = server.connect();
    let head = "POST /api/v1/read HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 2000000000\r\n\r\n";
    stream.write_all(head.as_bytes()).expect("sent");
    let mut begin = [0; 12];
    stream.read_exact(&mut begin).expect("an answer");
    assert_eq!(&begin, b"HTTP/1.1 413");
    // In chunks, without a total length.
    let mut stream = server.connect();
    let head = "POST /api/v1/read HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n";
    let _ = stream.write_all(head.as_bytes());
    for _ in 0..64 {
        if stream.write_all(format!("1000\r\n{}\r\n", "x".repeat(0x1000)).as_bytes()).is_err() {
            break;
        }
    }
    let answer = all(stream);
    assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 413"), "{answer}");
    server.check();
}

#[test]
fn noise_is_no_request() {
    let server = Server::start(short());
    for noise in [
        &b"\0\xff\xfe\r\n\r\n"[..],
        b"GET\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"\x16\x03\x01\x02\x00",
    ] {
        let mut stream = server.connect();
        let _ = stream.write_all(noise);
        assert!(!all(stream).starts_with("HTTP/1.1 200"));
    }
    server.check();
}

#[test]
fn who_is_slow_makes_room_for_others() {
    let server = Server::start(ServerLimits { connections: 8, ..short() });
    let mut slow: Vec<TcpStream> = (0..40).map(|_| server.connect()).collect();
    for stream in slow.iter_mut().take(20) {
        let _ = stream.write_all(b"POST /api/v1/read HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{");
    }
    server.check();
    drop(slow);
    server.check();
}

#[test]
fn a_connection_serves_many_requests_and_not_for_ever() {
    let server =
        Server::start(ServerLimits { connection: Duration::from_secs(1), ..ServerLimits::default() });
    let mut stream = server.connect();
    let request = "GET /api/v1/games HTTP/1.1\r\nHost: localhost\r\n\r\n";
    let mut answers = 0;
    let mut buffer = vec![0; 1 << 16];
    while stream.write_all(request.as_bytes()).is_ok() && matches!(stream.read(&mut buffer), Ok(1..)) {
        answers += 1;
    }
    assert!(answers > 1, "{answers}");
}

/// Returns whether there is unread data.
fn is_answered(stream: &TcpStream) -> bool {
    stream.set_nonblocking(true).expect("open");
    let answered = stream.peek(&mut [0]).is_ok();
    stream.set_nonblocking(false).expect("open");
    answered
}

#[test]
fn who_leaves_ends_the_search_for_others() {
    let estimate = json!({"board": "hex:13x13", "playouts": 1_000_000, "seconds": LONG.as_secs()});
    for (route, endless) in
        [("values", json!({"board": "nex:7x7", "seconds": LONG.as_secs()})), ("estimate", estimate)]
    {
        leave(route, &endless.to_string());
    }
}

fn leave(route: &str, endless: &str) {
    // One thread and no queue: the next request is answered only if the search of the client that left has
    // ended.
    let server = Server::start_with(ServerLimits { search: LONG, queue: 0, ..ServerLimits::default() }, 1);
    let hold = || {
        let mut held = server.connect();
        held.write_all(post(route, endless).as_bytes()).expect("it takes it");
        held
    };
    let mut held = hold();
    let busy = || server.ask("values", &json!({"board": "nex:6x6", "seconds": 0.01}));
    // Searches get `busy` while quick requests are answered: the search still occupies the thread.
    let quick = || server.ask("position", &json!({"board": "nex:2x2"}));
    let mut in_a_row = 0;
    while in_a_row < 5 {
        let is_held = quick().starts_with("HTTP/1.1 200") && busy().starts_with("HTTP/1.1 503");
        in_a_row = if is_held { in_a_row + 1 } else { 0 };
        if is_answered(&held) {
            // Another request occupied the thread.
            held = hold();
        }
    }
    let refused = busy();
    assert!(
        refused.to_ascii_lowercase().contains("retry-after") && refused.contains("\"busy\""),
        "{refused}"
    );
    held.shutdown(Shutdown::Both).expect("open");
    while busy().starts_with("HTTP/1.1 503") {
        thread::yield_now();
    }
}

#[test]
fn the_end_does_not_wait_for_clients() {
    let server = Server::start(ServerLimits { search: LONG, ..ServerLimits::default() });
    let mut stream = server.connect();
    stream
        .write_all(
            post("values", &json!({"board": "nex:7x7", "seconds": LONG.as_secs()}).to_string()).as_bytes(),
        )
        .expect("it takes it");
    let idle = server.connect();
    server.check();
    drop(server);
    // A completed search would have been answered.
    assert_eq!(all(stream), "");
    drop(idle);
}

#[test]
fn long_documents_that_come_slowly_have_bounded_room() {
    let limits = ServerLimits {
        body_bytes: 100_000,
        documents_bytes: 200_000,
        wait: Duration::ZERO,
        body: LONG,
        header: LONG,
        ..ServerLimits::default()
    };
    let server = Server::start(limits);
    let head = "POST /api/v1/read HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 90000\r\n\r\n{";
    let mut slow: Vec<TcpStream> = (0..5).map(|_| server.connect()).collect();
    for stream in &mut slow {
        stream.write_all(head.as_bytes()).expect("it takes it");
    }
    // There is room for two; the others get `busy`, and quick requests are answered.
    while slow.iter().filter(|stream| is_answered(stream)).count() < 3 {
        thread::yield_now();
    }
    server.check();
    let (refused, waiting): (Vec<TcpStream>, Vec<TcpStream>) = slow.into_iter().partition(is_answered);
    assert_eq!(waiting.len(), 2);
    for mut stream in refused {
        let mut begin = [0; 12];
        stream.read_exact(&mut begin).expect("an answer");
        assert_eq!(&begin, b"HTTP/1.1 503");
    }
}
