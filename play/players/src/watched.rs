//! A piece of work that another thread may end.

use nexsolve_core::parallel::in_pool;
use std::io;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// The time between two looks.
const WATCH: Duration = Duration::from_millis(1);

/// Runs `work` on one thread of its own, and calls `look` every millisecond until it ends. A pool's thread
/// that waits for another pool takes up other work, such as the next game; the thread that looks just waits.
/// Where there are no threads, `work` runs on the caller's, and nobody looks.
///
/// # Errors
/// If the system refuses a thread.
///
/// # Panics
/// If `work` panics.
pub fn watched<R: Send>(work: impl FnOnce() -> R + Send, mut look: impl FnMut()) -> io::Result<R> {
    if cfg!(target_family = "wasm") {
        return in_pool(1, work).map_err(io::Error::other);
    }
    thread::scope(|scope| {
        let (finished, watch) = mpsc::channel::<()>();
        let worker = thread::Builder::new().spawn_scoped(scope, || {
            let _finished = finished;
            in_pool(1, work).map_err(io::Error::other)
        })?;
        while watch.recv_timeout(WATCH) == Err(RecvTimeoutError::Timeout) {
            look();
        }
        worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}
