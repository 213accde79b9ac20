//! The threads on which libraries work.

use crate::args::Global;
use crate::exit::Exit;
use crate::fault::Fault;
use crate::memory;
use crate::units::at_least;

/// Returns the number of threads: that of `--threads`, or else one per processor, but no more than `--memory`
/// allows.
///
/// # Errors
/// If `--threads` is more than `--memory` allows.
pub fn number(global: &Global) -> Result<usize, Fault> {
    let most = memory::threads(global);
    match global.threads {
        None => Ok(std::thread::available_parallelism().map_or(1, usize::from).min(most)),
        Some(threads) if threads <= most => Ok(threads),
        Some(threads) => {
            let least = at_least(memory::for_work(threads as u64 * memory::THREAD_BYTES));
            let message = format!("{threads} threads need at least {least} of memory");
            Err(Fault::new(Exit::System, message).hint(format!("give --memory {least}, or --threads {most}")))
        }
    }
}

/// Runs `work` in a pool of [`number`] threads, and passes it that number.
///
/// # Errors
/// That of `work` or [`number`], or if the system refuses the threads.
pub fn with<R: Send>(
    global: &Global,
    work: impl FnOnce(usize) -> Result<R, Fault> + Send,
) -> Result<R, Fault> {
    let threads = number(global)?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().map_err(|error| {
        Fault::new(Exit::System, format!("cannot start {threads} threads: {error}")).hint(REFUSED)
    })?;
    pool.install(|| work(threads))
}

/// What to do if the system refuses threads.
pub const REFUSED: &str =
    "the system allows no more threads: raise `ulimit -u` or the container's limit, or give --threads 1";
