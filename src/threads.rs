//! The threads that libraries work in.

use crate::args::Global;
use crate::exit::Exit;
use crate::fault::Fault;

/// As many threads as `--threads` says, or the machine has.
pub(crate) fn number(global: &Global) -> usize {
    global.threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from))
}

/// Does the work on as many threads as `--threads` says, or the machine has; `work` is told how many.
pub(crate) fn with<R: Send>(
    global: &Global,
    work: impl FnOnce(usize) -> Result<R, Fault> + Send,
) -> Result<R, Fault> {
    let threads = number(global);
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .map_err(|error| Fault::new(Exit::System, format!("{threads} threads cannot be started: {error}")))?;
    pool.install(|| work(threads))
}
