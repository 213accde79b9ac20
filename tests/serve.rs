//! The viewer, by the command: started, asked, ended.

use crate::support::{command, document, outcome, path};
use serde_json::{Value, json};
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};

/// A server of this command line on a free port.
struct Server {
    child: Child,
    out: BufReader<ChildStdout>,
    /// Its address: the first line of its standard output.
    said: String,
}

impl Server {
    fn start(args: &[&str], temporary: &Path) -> Self {
        let mut command = command(&["serve", "--port", "0"]);
        command.args(args).env("TMPDIR", temporary);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
        let mut out = BufReader::new(child.stdout.take().expect("piped"));
        let mut said = String::new();
        out.read_line(&mut said).expect("text");
        Self { child, out, said: said.trim_end().to_owned() }
    }

    /// Sends a request to the server at this address; status and document.
    fn ask(url: &str, request: &str) -> (u16, Value) {
        let address =
            url.strip_prefix("http://").and_then(|rest| rest.strip_suffix('/')).expect("an address");
        let mut stream = TcpStream::connect(address).expect("it listens");
        stream.write_all(request.replace("HOST", address).as_bytes()).expect("it takes it");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("text");
        let (head, body) = answer.split_once("\r\n\r\n").expect("a head");
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
        (status, serde_json::from_str(body).unwrap_or(Value::String(body.to_owned())))
    }

    fn post(url: &str, route: &str, document: &Value) -> (u16, Value) {
        let body = document.to_string();
        let request = format!(
            "POST /api/v1/{route} HTTP/1.1\r\nHost: HOST\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
            body.len()
        );
        Self::ask(url, &request)
    }

    /// Ends it as Ctrl-C does; exit code, and what it said.
    fn interrupt(mut self) -> (i32, String, String) {
        let killed = Command::new("kill").args(["-INT", &self.child.id().to_string()]).status();
        assert!(killed.expect("kill").success());
        let mut out = String::new();
        self.out.read_to_string(&mut out).expect("text");
        let output = self.child.wait_with_output().expect("it ends");
        (output.status.code().expect("no signal"), out, String::from_utf8(output.stderr).expect("UTF-8"))
    }
}

#[test]
fn it_prints_its_address_answers_and_ends() {
    let scratch = tempfile::tempdir().expect("a scratch folder");
    let server = Server::start(&[], scratch.path());
    let url = server.said.clone();
    assert!(url.starts_with("http://127.0.0.1:") && url.ends_with('/'), "{url}");
    let (status, page) = Server::ask(&url, "GET / HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n\r\n");
    assert!(status == 200 && page.as_str().is_some_and(|page| page.contains("<html")), "{page}");
    let (status, values) = Server::post(&url, "values", &json!({"board": "nex:2x2"}));
    assert_eq!((status, &values["value"], &values["distance"]), (200, &json!("win"), &json!(3)));
    let made = || fs::read_dir(scratch.path()).expect("a folder").count();
    assert_eq!(made(), 1, "the small database");
    let (code, out, err) = server.interrupt();
    assert_eq!((code, out.as_str()), (130, ""));
    assert!(err.starts_with("interrupted: ending the server"), "{err}");
    assert_eq!(made(), 0, "what was made goes with the server");
}

#[test]
fn databases_and_bounds_are_given() {
    let scratch = tempfile::tempdir().expect("a scratch folder");
    let folder = scratch.path().join("three");
    let (code, made) =
        document(&["generate", "nex:3x3", "--out", path(&folder), "--metric", "dtw", "--json"]);
    assert_eq!((code, &made["board"]), (0, &json!("nex:3x3")), "{made}");
    let args = ["--db", path(&folder), "--seconds", "0.5", "--positions", "2", "--body", "2KiB", "--json"];
    let server = Server::start(&args, scratch.path());
    let said: Value = serde_json::from_str(&server.said).expect("a document");
    let url = said["url"].as_str().expect("an address").to_owned();
    let (_, values) = Server::post(&url, "values", &json!({"board": "nex:3x3"}));
    assert_eq!((&values["detail"], &values["distance"]), (&json!("database three"), &json!(7)));
    for (route, document, status) in [
        ("values", json!({"board": "nex:3x3", "seconds": 1}), 400),
        ("batch", json!({"board": "nex:3x3", "positions": ["start", "start", "start"]}), 400),
        ("read", json!({"text": "x".repeat(3_000)}), 413),
    ] {
        let (answered, problem) = Server::post(&url, route, &document);
        assert_eq!((answered, &problem["error"]["kind"]), (status, &json!("limit")), "{route}: {problem}");
    }
    assert_eq!(server.interrupt().0, 130);

    // All that are in a folder.
    let other = scratch.path().join("two");
    assert_eq!(outcome(&["generate", "nex:2x2", "--out", path(&other)]).0, 0);
    let server = Server::start(&["--db", path(scratch.path())], scratch.path());
    for (board, detail) in [("nex:3x3", "database three"), ("nex:2x2", "database two")] {
        let (_, values) = Server::post(&server.said, "values", &json!({"board": board}));
        assert_eq!(values["detail"], json!(detail), "{values}");
    }
    assert_eq!(server.interrupt().0, 130);
}

#[cfg(target_os = "linux")]
#[test]
fn the_browser_is_opened_or_the_server_goes_on_without() {
    use std::os::unix::fs::PermissionsExt;
    use std::time::{Duration, Instant};
    let scratch = tempfile::tempdir().expect("a scratch folder");
    let (programs, opened) = (scratch.path().join("programs"), scratch.path().join("opened"));
    fs::create_dir(&programs).expect("a folder");
    let start = || {
        let mut command = command(&["serve", "--port", "0", "--open"]);
        command.env("PATH", &programs).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("it starts");
        let mut out = BufReader::new(child.stdout.take().expect("piped"));
        let mut said = String::new();
        out.read_line(&mut said).expect("text");
        Server { child, out, said: said.trim_end().to_owned() }
    };
    let answers = |url: &str| Server::post(url, "position", &json!({"board": "nex:2x2"})).0;
    let without = start();
    assert_eq!(answers(&without.said.clone()), 200);
    let url = without.said.clone();
    let (code, _, err) = without.interrupt();
    assert!(code == 130 && err.contains(&format!("open {url} yourself")), "{code} {err}");
    let program = programs.join("xdg-open");
    fs::write(&program, format!("#!/bin/sh\necho \"$1\" > '{}'\n", opened.display())).expect("a program");
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).expect("ours");
    let server = start();
    let told = Instant::now();
    let heard = || fs::read_to_string(&opened).unwrap_or_default();
    while heard().is_empty() && told.elapsed() < Duration::from_mins(1) {
        std::thread::sleep(Duration::from_millis(20));
    }
    assert_eq!(heard().trim_end(), server.said);
    assert_eq!(answers(&server.said.clone()), 200);
    let (code, _, err) = server.interrupt();
    assert!(code == 130 && !err.contains("yourself"), "{code} {err}");
}

#[test]
fn what_cannot_be_served_is_refused() {
    let scratch = tempfile::tempdir().expect("a scratch folder");
    let nothing = scratch.path().join("nothing");
    let (code, _, err) = outcome(&["serve", "--port", "0", "--db", path(&nothing)]);
    assert!(code == 4 && err.contains("nexsolve generate"), "{code} {err}");
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = taken.local_addr().expect("an address").port().to_string();
    let (code, _, err) = outcome(&["serve", "--port", &port]);
    assert!(code == 2 && err.contains("--port 0"), "{code} {err}");
    for wrong in ["-1", "x", "1e9"] {
        let (code, _, err) = outcome(&["serve", &format!("--seconds={wrong}")]);
        assert!(code == 2 && err.contains("seconds"), "{code} {err}");
    }
    let (code, _, _) = outcome(&["serve", "--port", "0", "nexc", "--size", "3"]);
    assert_eq!(code, 2, "the page's options are not those of nexc");
}
