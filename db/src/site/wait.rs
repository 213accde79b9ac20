//! Waits for a server no longer than the work that needs its answer.

use crate::table::stopped;
use nexsolve_core::stop;
use std::io::{self, ErrorKind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;

/// The greatest number of requests of one client whose answers nobody awaits any more.
const MOST_LEFT: usize = 16;

/// The requests of a client that were left: the work that needed their answers was stopped. Each ends at its
/// time limit.
#[derive(Clone, Debug, Default)]
pub(super) struct Left(Arc<AtomicUsize>);

/// A request on a thread of its own. Dropping it ends it.
struct Running {
    /// Set by whichever comes first: the end of the request, or of the wait for it.
    is_over: Arc<AtomicBool>,
    left: Arc<AtomicUsize>,
}

impl Drop for Running {
    fn drop(&mut self) {
        if self.is_over.swap(true, Relaxed) {
            self.left.fetch_sub(1, Relaxed);
        }
    }
}

impl Left {
    /// Calls `ask`, and returns its answer. If the current work can be stopped ([`stop`]), `ask` runs on a
    /// thread of its own, because no request can be interrupted while it waits for the network; after the
    /// stop, nobody awaits it, and `ask` sees its flag.
    ///
    /// # Errors
    /// Those of `ask`; if the work was stopped; if too many requests have been left; if the system refuses a
    /// thread.
    #[expect(clippy::disallowed_methods, reason = "a request cannot be interrupted on the caller's thread")]
    pub(super) fn wait<T: Send + 'static>(
        &self,
        ask: impl FnOnce(&AtomicBool) -> io::Result<T> + Send + 'static,
    ) -> io::Result<T> {
        if stop::current().is_none() {
            return ask(&AtomicBool::new(false));
        }
        if stop::is_set() {
            return Err(stopped());
        }
        if self.0.load(Relaxed) >= MOST_LEFT {
            let reason = format!("the server has not answered {MOST_LEFT} earlier requests");
            return Err(io::Error::new(ErrorKind::TimedOut, reason));
        }
        let (sender, receiver) = channel();
        let is_over = Arc::new(AtomicBool::new(false));
        let running = Running { is_over: Arc::clone(&is_over), left: Arc::clone(&self.0) };
        let work = move || {
            // If nobody listens, the answer is not needed.
            let _ = sender.send(ask(&running.is_over));
        };
        thread::Builder::new().spawn(work)?;
        loop {
            match receiver.recv_timeout(stop::BEAT) {
                Ok(answer) => return answer,
                Err(RecvTimeoutError::Disconnected) => return Err(io::Error::other("a request failed")),
                Err(RecvTimeoutError::Timeout) if stop::is_set() => {
                    self.0.fetch_add(1, Relaxed);
                    if is_over.swap(true, Relaxed) {
                        // It has just ended.
                        self.0.fetch_sub(1, Relaxed);
                    }
                    return Err(stopped());
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}
