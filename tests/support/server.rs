//! Starts servers with the command, sends requests, and ends them.

use super::{command, ended};
use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command};

/// A server on a free port; killed when the test fails.
pub(crate) struct Server {
    child: Option<Child>,
    /// The first line that it has printed.
    pub(crate) said: String,
}

impl Drop for Server {
    fn drop(&mut self) {
        if let Some(child) = &mut self.child {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

impl Server {
    /// Starts `serve` with more arguments.
    pub(crate) fn start(more: &str) -> Self {
        Self::of(&mut command(&format!("serve --port 0 {more}")))
    }

    /// Starts a server, and reads where it listens.
    pub(crate) fn of(command: &mut Command) -> Self {
        let mut child = command.spawn().expect("it starts");
        let mut said = String::new();
        // A byte at a time, so that later output is not consumed.
        let out = child.stdout.as_mut().expect("piped");
        BufReader::with_capacity(1, out).read_line(&mut said).expect("text");
        Self { child: Some(child), said: said.trim_end().to_owned() }
    }

    fn address(&self) -> &str {
        self.said.trim_start_matches("http://").trim_end_matches('/')
    }

    /// Sends a request; status and document.
    pub(crate) fn ask(&self, request: &str) -> (u16, Value) {
        let end = format!("\r\nHost: {}\r\nConnection: close\r\n", self.address());
        self.sent(&request.replacen("\r\n", &end, 1))
    }

    /// Sends a request with all its headers; status and document.
    pub(crate) fn sent(&self, request: &str) -> (u16, Value) {
        let mut stream = TcpStream::connect(self.address()).expect("it listens");
        stream.write_all(request.as_bytes()).expect("it takes it");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("text");
        let (head, body) = answer.split_once("\r\n\r\n").expect("a head");
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
        (status, serde_json::from_str(body).unwrap_or(Value::String(body.to_owned())))
    }

    pub(crate) fn post(&self, route: &str, document: &Value) -> (u16, Value) {
        let body = document.to_string();
        let kind = format!("Content-Type: application/json\r\nContent-Length: {}", body.len());
        self.ask(&format!("POST /api/v1/{route} HTTP/1.1\r\n{kind}\r\n\r\n{body}"))
    }

    /// Ends the server as Ctrl-C does. Returns the exit code and the output.
    pub(crate) fn interrupt(mut self) -> (i32, String, String) {
        let child = self.child.take().expect("it runs");
        interrupt(&child);
        ended(child)
    }
}

/// Sends the signal of Ctrl-C.
pub(crate) fn interrupt(child: &Child) {
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(kill.expect("there is a kill").success());
}
