//! Long work on its own threads, while Python stays responsive.

use crate::arguments::Number;
use crate::error::{failed, wrong};
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// The time between two looks at signals, clocks and progress.
const BEAT: Duration = Duration::from_millis(20);

/// The most threads.
const MOST_THREADS: usize = 1024;

/// A pool of this many threads; of one per processor without a number.
pub(crate) fn pool(threads: Option<Number<usize>>) -> PyResult<ThreadPool> {
    let threads = threads.map(|Number(threads)| threads);
    if threads.is_some_and(|threads| !(1..=MOST_THREADS).contains(&threads)) {
        return Err(wrong(format!("threads is a number from 1 to {MOST_THREADS}, or None")));
    }
    ThreadPoolBuilder::new().num_threads(threads.unwrap_or(0)).build().map_err(failed)
}

/// Runs `work` in a pool while other Python threads run, and calls `beat` every 20 ms. Sets `stop` and
/// returns the exception once the work has ended, if a signal handler (Ctrl-C) or `beat` raises one.
pub(crate) fn attended<T: Send>(
    py: Python<'_>,
    pool: &ThreadPool,
    stop: &Arc<AtomicBool>,
    beat: impl FnMut() -> PyResult<()>,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    let flag = Arc::clone(stop);
    watched(py, stop, beat, || pool.install(|| nexsolve_core::stop::with(Some(flag), work)))
}

/// Runs `work`, which may wait for a server, as [`attended`] does, but on one thread. Ctrl-C ends the wait.
pub(crate) fn interruptible<T: Send>(py: Python<'_>, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    watched(py, &stop, || Ok(()), || nexsolve_core::stop::with(Some(flag), work))
}

fn watched<T: Send>(
    py: Python<'_>,
    stop: &AtomicBool,
    mut beat: impl FnMut() -> PyResult<()>,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    let (sender, receiver) = channel();
    let receiver = Mutex::new(receiver);
    std::thread::scope(|scope| {
        let worker = scope.spawn(move || {
            // The receiver waits until this is sent.
            let _ = sender.send(work());
        });
        let mut raised = None;
        let found = loop {
            let next =
                py.detach(|| receiver.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(BEAT));
            match next {
                Ok(found) => break Some(found),
                Err(RecvTimeoutError::Disconnected) => break None,
                Err(RecvTimeoutError::Timeout) => {}
            }
            if raised.is_none()
                && let Err(error) = py.check_signals().and_then(|()| beat())
            {
                raised = Some(error);
                stop.store(true, Relaxed);
            }
        };
        // A panic of the work is reported below.
        let _ = worker.join();
        raised.map_or(Ok(()), Err)?;
        found.ok_or_else(|| failed("the work failed: this is a bug in nexsolve"))
    })
}

/// Progress on its way from working threads to a Python callable, which takes what is done and what there is
/// to do.
#[derive(Default)]
pub(crate) struct CallableProgress {
    done: AtomicU64,
    total: AtomicU64,
}

impl CallableProgress {
    /// Reports progress, from any thread.
    pub(crate) fn set(&self, done: u64, total: u64) {
        self.total.store(total, Relaxed);
        self.done.fetch_max(done, Relaxed);
    }

    /// Calls `told` with the numbers, unless they are those of the last call.
    pub(crate) fn tell(
        &self,
        py: Python<'_>,
        told: Option<&Py<PyAny>>,
        last: &mut (u64, u64),
    ) -> PyResult<()> {
        let now = (self.done.load(Relaxed), self.total.load(Relaxed));
        if let Some(told) = told
            && now != *last
        {
            *last = now;
            told.call1(py, now)?;
        }
        Ok(())
    }

    /// Sets everything as done, and calls `told` a last time.
    pub(crate) fn end(
        &self,
        py: Python<'_>,
        told: Option<&Py<PyAny>>,
        last: &mut (u64, u64),
    ) -> PyResult<()> {
        self.done.store(self.total.load(Relaxed), Relaxed);
        self.tell(py, told, last)
    }
}

/// Refuses a `progress` that cannot be called.
pub(crate) fn check_callable(py: Python<'_>, progress: Option<&Py<PyAny>>) -> PyResult<()> {
    match progress {
        Some(progress) if !progress.bind(py).is_callable() => {
            Err(pyo3::exceptions::PyTypeError::new_err("progress is a function of two numbers, or None"))
        }
        _ => Ok(()),
    }
}
