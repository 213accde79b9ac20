//! Parallel loops that are compiled only once.
//!
//! Rayon compiles a parallel iterator anew for every closure, some two thousand lines of LLVM IR each time,
//! and again for every game. Here the closure is a `dyn Fn`, whose call costs nanoseconds: a loop is compiled
//! once, or once for each type of error. Use these loops for pieces of work that take microseconds or longer;
//! hotter loops call rayon directly.
//!
//! The threads have the stop flag of the caller's work ([`stop`]).

use crate::stop;
use rayon::prelude::*;
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

/// Whether there are no threads: a loop runs on the caller's, and no pool is in the program.
const ALONE: bool = cfg!(target_family = "wasm");

/// Runs per thread: enough to keep all threads busy until the end, and few enough that collecting the results
/// costs nothing.
const RUNS: u64 = 16;

/// Runs `work` in a pool of its own, so that it never waits for other work, and takes up none. Where there
/// are no threads, it runs on the caller's.
///
/// # Errors
/// If the system refuses threads.
pub fn in_pool<R: Send>(
    threads: usize,
    work: impl FnOnce() -> R + Send,
) -> Result<R, rayon::ThreadPoolBuildError> {
    if ALONE {
        return Ok(work());
    }
    let flag = stop::current();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
    let install = || pool.install(|| stop::with(flag, work));
    if rayon::current_thread_index().is_none() {
        return Ok(install());
    }
    // A thread of another pool would take up that pool's work while it waits, on the same stack.
    #[expect(clippy::disallowed_methods, reason = "a thread that only waits")]
    let waited = std::thread::scope(|scope| scope.spawn(install).join());
    Ok(waited.unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
}

/// Calls `work` with each number below `count`, in parallel.
pub fn each(count: usize, work: &(dyn Fn(usize) + Sync)) {
    if ALONE {
        return (0..count).for_each(work);
    }
    let flag = stop::current();
    (0..count).into_par_iter().for_each(|at| stop::with(flag.clone(), || work(at)));
}

/// Calls both functions, in parallel if a thread is free.
pub fn both(one: &mut (dyn FnMut() + Send), other: &mut (dyn FnMut() + Send)) {
    if ALONE {
        one();
        return other();
    }
    let flag = stop::current();
    rayon::join(|| stop::with(flag.clone(), one), || stop::with(flag.clone(), other));
}

/// Returns the results of `work` for each number below `count`, in order; the calls run in parallel.
///
/// ```
/// assert_eq!(nexsolve_core::parallel::map(4, |at| at * at), [0, 1, 4, 9]);
/// ```
pub fn map<T: Send>(count: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let slots: Vec<Mutex<Option<T>>> = (0..count).map(|_| Mutex::new(None)).collect();
    each(count, &|at| put(&slots[at], work(at)));
    slots.into_iter().filter_map(taken).collect()
}

/// Calls `work` with each number below `count`, in parallel, until a call fails.
///
/// # Errors
/// Returns the error of a call that failed.
pub fn try_each<E: Send>(count: usize, work: impl Fn(usize) -> Result<(), E> + Sync) -> Result<(), E> {
    let work: &(dyn Fn(usize) -> Result<(), E> + Sync) = &work;
    if ALONE {
        return (0..count).try_for_each(work);
    }
    let flag = stop::current();
    (0..count).into_par_iter().try_for_each(|at| stop::with(flag.clone(), || work(at)))
}

/// Returns the results of `work` for each number below `count`, in order; the calls run in parallel.
///
/// # Errors
/// Returns the error of a call that failed; hardly a call begins after it.
pub fn try_map<T: Send, E: Send>(
    count: usize,
    work: impl Fn(usize) -> Result<T, E> + Sync,
) -> Result<Vec<T>, E> {
    let slots: Vec<Mutex<Option<T>>> = (0..count).map(|_| Mutex::new(None)).collect();
    try_each(count, |at| work(at).map(|made| put(&slots[at], made)))?;
    Ok(slots.into_iter().filter_map(taken).collect())
}

/// Splits the numbers below `count` into ranges, several per thread, and calls `work` with each range in
/// parallel. Create in `work` whatever each range needs for itself.
pub fn runs(count: u64, work: &(dyn Fn(Range<u64>) + Sync)) {
    let (number, run) = split(count);
    each(number, &|at| work(run(at)));
}

/// Like [`runs`], but returns the results of `work` in order.
///
/// # Errors
/// Returns the error of a call that failed; hardly a call begins after it.
pub fn try_runs<T: Send, E: Send>(
    count: u64,
    work: impl Fn(Range<u64>) -> Result<T, E> + Sync,
) -> Result<Vec<T>, E> {
    let (number, run) = split(count);
    try_map(number, |at| work(run(at)))
}

/// Returns the number of ranges that `count` numbers are split into, and a function that returns each range.
fn split(count: u64) -> (usize, impl Fn(usize) -> Range<u64> + Sync) {
    let threads = if ALONE { 1 } else { rayon::current_num_threads() as u64 };
    let len = count.div_ceil(RUNS * threads).max(1);
    (count.div_ceil(len) as usize, move |at| at as u64 * len..count.min((at as u64 + 1) * len))
}

/// Calls `work` with the index and contents of each chunk of `len` bytes, in parallel, until a call fails.
/// The last chunk may be shorter.
///
/// # Errors
/// Returns the error of a call that failed.
pub fn try_chunks<E: Send>(
    bytes: &mut [u8],
    len: usize,
    work: impl Fn(usize, &mut [u8]) -> Result<(), E> + Sync,
) -> Result<(), E> {
    let work: &Work<'_, E> = &work;
    if ALONE {
        return bytes.chunks_mut(len).enumerate().try_for_each(|(at, chunk)| work(at, chunk));
    }
    let flag = stop::current();
    let each = |(at, chunk): (usize, &mut [u8])| stop::with(flag.clone(), || work(at, chunk));
    bytes.par_chunks_mut(len).enumerate().try_for_each(each)
}

/// Calls `work` with the index and contents of each chunk of `len` bytes, in parallel. The last chunk may be
/// shorter.
pub fn chunks(bytes: &mut [u8], len: usize, work: &(dyn Fn(usize, &mut [u8]) + Sync)) {
    if ALONE {
        return bytes.chunks_mut(len).enumerate().for_each(|(at, chunk)| work(at, chunk));
    }
    let flag = stop::current();
    let each = |(at, chunk): (usize, &mut [u8])| stop::with(flag.clone(), || work(at, chunk));
    bytes.par_chunks_mut(len).enumerate().for_each(each);
}

/// Sorts on all threads; equal items may change places.
pub fn sort_unstable<T: Ord + Send>(list: &mut [T]) {
    if ALONE { list.sort_unstable() } else { list.par_sort_unstable() }
}

/// What [`try_chunks`] does with a chunk.
type Work<'w, E> = dyn Fn(usize, &mut [u8]) -> Result<(), E> + Sync + 'w;

fn put<T>(slot: &Mutex<Option<T>>, made: T) {
    *slot.lock().unwrap_or_else(PoisonError::into_inner) = Some(made);
}

fn taken<T>(slot: Mutex<Option<T>>) -> Option<T> {
    slot.into_inner().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

    #[test]
    fn results_are_in_order() {
        assert_eq!(map(1_000, |at| 3 * at), (0..1_000).map(|at| 3 * at).collect::<Vec<_>>());
        assert_eq!(try_map(1_000, |at| Ok::<_, ()>(3 * at)), Ok(map(1_000, |at| 3 * at)));
        assert!(map(0, |at| at).is_empty());
    }

    #[test]
    fn runs_cover_the_numbers_in_order() {
        for count in [0, 1, 7, 100, 12_345] {
            let runs = try_runs(count, Ok::<_, ()>).expect("no run fails");
            let numbers: Vec<u64> = runs.into_iter().flatten().collect();
            assert_eq!(numbers, (0..count).collect::<Vec<_>>(), "{count}");
        }
    }

    #[test]
    fn an_error_is_returned_and_ends_the_work() {
        let fails = |at: usize| if at >= 10 { Err(at) } else { Ok(at) };
        assert!(try_map(100_000, fails).is_err_and(|at| at >= 10));
        let calls = AtomicUsize::new(0);
        let failed = try_each(100_000, |_| {
            calls.fetch_add(1, Relaxed);
            Err("no")
        });
        assert_eq!(failed, Err("no"));
        assert!(calls.into_inner() < 100_000, "the calls ended");
    }

    #[test]
    fn chunks_come_with_their_index() {
        let mut bytes = vec![0; 1_001];
        chunks(&mut bytes, 10, &|at, chunk| chunk.fill(at as u8));
        assert!((0..).zip(&bytes).all(|(at, &byte)| byte == (at / 10) as u8));
        let failed = try_chunks(&mut bytes, 10, |at, chunk| if chunk.len() == 1 { Err(at) } else { Ok(()) });
        assert_eq!(failed, Err(100));
    }

    #[test]
    fn both_are_called() {
        let (mut one, mut other) = (0, 0);
        both(&mut || one = 1, &mut || other = 2);
        assert_eq!((one, other), (1, 2));
    }
}
