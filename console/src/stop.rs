//! Ends work early: after Ctrl-C, or after the time given by `--time`. The libraries check a flag that is set
//! here.

use crate::exit::Exit;
use crate::fault::Fault;
use crate::{output, threads};
use std::io;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering::SeqCst};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// Why a search ended before it had proven everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopCause {
    /// The nodes of `--nodes` were used up.
    Nodes,
    /// In a game that can go on for ever, the search reached its greatest depth.
    Depth,
    /// The time of `--time` was used up.
    Time,
    /// Ctrl-C.
    Interrupt,
}

impl StopCause {
    /// Returns the exit code of a run that ended for this reason.
    pub fn exit(self) -> Exit {
        match self {
            Self::Nodes | Self::Time | Self::Depth => Exit::Unproven,
            Self::Interrupt => Exit::Interrupted,
        }
    }
}

static STOP: AtomicBool = AtomicBool::new(false);
static CAUSE: AtomicU8 = AtomicU8::new(0);

/// Returns the flag that ends work.
pub fn flag() -> &'static AtomicBool {
    &STOP
}

/// Returns why the flag was set; `None` if it was not.
pub fn cause() -> Option<StopCause> {
    match CAUSE.load(SeqCst) {
        0 => None,
        1 => Some(StopCause::Time),
        _ => Some(StopCause::Interrupt),
    }
}

/// Makes Ctrl-C set the flag from now on. A second Ctrl-C ends the process at once. `what` names the work.
///
/// # Errors
/// If the system refuses the handler or its thread.
pub fn on_interrupt(what: &'static str) -> Result<(), Fault> {
    let handler = move || {
        if CAUSE.swap(2, SeqCst) == 2 {
            Exit::Interrupted.now();
        }
        STOP.store(true, SeqCst);
        output::note(&format!("interrupted: ending {what}; press Ctrl-C again to stop at once"));
    };
    ctrlc::set_handler(handler).map_err(|error| match error {
        ctrlc::Error::System(cause) if cause.kind() == io::ErrorKind::WouldBlock => {
            Fault::new(Exit::System, format!("cannot start the thread that waits for Ctrl-C: {cause}"))
                .hint(threads::REFUSED)
        }
        ctrlc::Error::System(cause) => Fault::new(Exit::System, format!("cannot catch Ctrl-C: {cause}")),
        other => Fault::new(Exit::System, format!("cannot catch Ctrl-C: {other}")),
    })
}

/// The fault if work is interrupted before there is any result.
pub fn interrupted() -> Fault {
    Fault::new(Exit::Interrupted, "interrupted before there was a result")
}

/// Sets the flag after some time, unless it is dropped first.
pub struct Timer(Option<(mpsc::Sender<()>, thread::JoinHandle<()>)>);

impl Timer {
    /// Starts the timer, if there is a limit.
    ///
    /// # Errors
    /// If the system refuses a thread.
    pub fn start(limit: Option<Duration>) -> Result<Self, Fault> {
        let start = |limit| {
            let (sender, receiver) = mpsc::channel::<()>();
            let wait = move || {
                if receiver.recv_timeout(limit) == Err(mpsc::RecvTimeoutError::Timeout) {
                    let _ = CAUSE.compare_exchange(0, 1, SeqCst, SeqCst);
                    STOP.store(true, SeqCst);
                }
            };
            Ok((sender, thread::Builder::new().spawn(wait)?))
        };
        let refused = |error: io::Error| {
            Fault::new(Exit::System, format!("cannot start a thread: {error}")).hint(threads::REFUSED)
        };
        limit.map(start).transpose().map(Self).map_err(refused)
    }
}

impl Drop for Timer {
    fn drop(&mut self) {
        if let Some((sender, thread)) = self.0.take() {
            drop(sender);
            // The thread cannot fail.
            let _ = thread.join();
        }
    }
}
