//! Reads the interface's lines, in a thread of its own: some must be answered during a search.

use super::line::Request;
use super::output::Output;
use crate::lines::TextLine;
use std::io::{self, BufRead};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::mpsc::{self, Sender};

/// What the interface and a search tell each other.
#[derive(Debug, Default)]
pub(super) struct Signal {
    /// The interface wants the move at once.
    pub(super) stop: AtomicBool,
    /// Pondering is over: the interface wants the move, or the opponent has played the expected one.
    pub(super) pondered: AtomicBool,
    /// The search is over, and has written or is writing its answer.
    pub(super) over: AtomicBool,
}

impl Signal {
    /// Ends the search.
    fn end(&self) {
        self.stop.store(true, SeqCst);
        self.pondered.store(true, SeqCst);
    }
}

/// What the reader passes on.
pub(super) enum Event {
    /// A command.
    Command(Command),
    /// The input cannot be read.
    Fault(io::Error),
}

/// A command, for which the reader waits: answers keep the order of the lines.
pub(super) struct Command {
    /// The command, or the message why a `pos` cannot be read.
    pub(super) request: Result<Request, String>,
    /// The signal of the search, for `go`.
    pub(super) signal: Arc<Signal>,
    /// Dropped when the command has been executed, or its search begins.
    pub(super) settled: Sender<()>,
}

/// Reads until the input ends, the interface quits, or nobody listens any more.
pub(super) fn read(mut input: impl BufRead, output: &Output, events: &Sender<Event>) {
    let mut signal = Arc::new(Signal { over: true.into(), ..Signal::default() });
    loop {
        let request = match TextLine::read(&mut input) {
            Ok(None) => break,
            Ok(Some(line)) if line.is_cut => Err((line, "the line is too long".to_owned())),
            Ok(Some(line)) => Request::parse(&line.bytes).map_err(|message| (line, message)),
            Err(error) => {
                signal.end();
                // Nobody may listen any more.
                let _ = events.send(Event::Fault(error));
                return;
            }
        };
        let is_searching = !signal.over.load(SeqCst);
        let is_stopped = signal.stop.load(SeqCst);
        let execute = |request, signal: &Arc<Signal>| {
            let (sender, settled) = mpsc::channel();
            let command = Command { request, signal: Arc::clone(signal), settled: sender };
            let sent = events.send(Event::Command(command)).map_err(io::Error::other);
            // Nothing is sent: this waits for the other end to be dropped.
            let _ = settled.recv();
            sent
        };
        let done = match request {
            Ok(None) => Ok(()),
            // The session must know that the position is not the one that the interface means.
            Err((line, message)) if (!is_searching || is_stopped) && is_pos(&line) => {
                execute(Err(message), &signal)
            }
            Err((_, message)) => output.fail(&message),
            Ok(Some(request)) => match request.command.as_str() {
                "quit" => break,
                "ping" if is_searching => output.say("pong"),
                "stop" => {
                    signal.end();
                    Ok(())
                }
                "ponder-hit" => {
                    signal.pondered.store(true, SeqCst);
                    Ok(())
                }
                _ if is_searching && !is_stopped => output.fail("a search is running: send stop first"),
                command => {
                    if command == "go" {
                        signal = Arc::default();
                    }
                    execute(Ok(request), &signal)
                }
            },
        };
        if done.is_err() {
            break;
        }
    }
    signal.end();
}

/// Returns whether a line, which cannot be read, begins like a `pos`.
fn is_pos(line: &TextLine) -> bool {
    line.bytes.trim_ascii_start().split(u8::is_ascii_whitespace).next() == Some(b"pos")
}
