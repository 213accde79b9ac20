//! A web server for the files of a folder.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread;

/// What a server sends when it is asked for a part of a file.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sends {
    Parts,
    WholeFiles,
}

/// A server on a free port, until the tests end.
pub(crate) struct Site {
    /// Begins with `http://`.
    pub(crate) address: String,
    sent: Arc<AtomicU64>,
}

impl Site {
    /// Serves the files below a folder.
    pub(crate) fn start(folder: &Path, sends: Sends) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = format!("http://{}", listener.local_addr().expect("bound"));
        let sent = Arc::new(AtomicU64::new(0));
        let (sum, folder) = (Arc::clone(&sent), folder.to_owned());
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (sum, folder) = (Arc::clone(&sum), folder.clone());
                thread::spawn(move || attend(stream, &folder, sends, &sum));
            }
        });
        Self { address, sent }
    }

    /// The number of bytes of files sent since the last call.
    pub(crate) fn sent(&self) -> u64 {
        self.sent.swap(0, Relaxed)
    }

    /// Downloads a file.
    pub(crate) fn download(&self, path: &str) -> Vec<u8> {
        let host = self.address.trim_start_matches("http://");
        let mut stream = TcpStream::connect(host).expect("it listens");
        write!(stream, "GET /{path} HTTP/1.1\r\nHost: {host}\r\n\r\n").expect("it takes it");
        let mut answer = BufReader::new(stream);
        let mut line = String::new();
        answer.read_line(&mut line).expect("a status");
        assert!(line.contains(" 200 "), "{path}: {line}");
        while line != "\r\n" {
            line.clear();
            answer.read_line(&mut line).expect("a head");
        }
        let mut bytes = Vec::new();
        std::io::copy(&mut answer, &mut bytes).expect("a file");
        bytes
    }
}

/// Answers one request, and closes the connection.
fn attend(mut stream: TcpStream, folder: &Path, sends: Sends, sent: &AtomicU64) {
    let mut head = BufReader::new(&stream).lines().map_while(Result::ok).take_while(|line| !line.is_empty());
    let request = head.next().unwrap_or_default();
    let part = head.filter_map(|line| range(&line)).last().filter(|_| sends == Sends::Parts);
    let path: PathBuf = folder.join(request.split(' ').nth(1).unwrap_or_default().trim_start_matches('/'));
    let Ok(file) = fs::read(path) else {
        let _ = stream.write_all(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
        return;
    };
    let (status, body) = match part {
        None => ("200 OK".to_owned(), &file[..]),
        Some((first, last)) => {
            let range = format!("Content-Range: bytes {first}-{last}/{}", file.len());
            (format!("206 Partial Content\r\n{range}"), &file[first..=last])
        }
    };
    sent.fetch_add(body.len() as u64, Relaxed);
    let head = format!("HTTP/1.1 {status}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n", body.len());
    // The reader may have left.
    let _ = stream.write_all(&[head.as_bytes(), body].concat());
}

/// The first and the last byte that a line of a request's head asks for.
fn range(line: &str) -> Option<(usize, usize)> {
    let (name, range) = line.split_once(": bytes=")?;
    let (first, last) = range.split_once('-')?;
    name.eq_ignore_ascii_case("range").then_some(())?;
    Some((first.parse().ok()?, last.parse().ok()?))
}
