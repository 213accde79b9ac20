//! What `--memory` limits, and how commands divide it.
//!
//! It limits the anonymous memory of the process: allocations and thread stacks. Code and the pages of mapped files
//! do not count, because the system can reclaim them. What is not limited (a strategy,
//! players) is in docs/guide/reference.md.
//!
//! Half of it is for blocks of tables where there is a database, a quarter for what a command works with, and a quarter is left for
//! threads and the program.
#![expect(unsafe_code, reason = "sets the C library's allocator, and the end of a program without memory")]

use crate::args::Global;
use crate::exit::Exit;
use crate::fault::{Fault, safe};
use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// The part of `--memory` that the allocator may keep of freed memory, all threads together.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const KEPT_PART: u64 = 32;
/// The least and the most that the allocator may keep per thread: glibc's first and last threshold.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const KEPT_BYTES: std::ops::RangeInclusive<u64> = 128 << 10..=32 << 20;

/// The memory of a thread besides its data: stack, allocator, decompressor.
pub(crate) const THREAD_BYTES: u64 = 512 << 10;

/// Makes the allocator return large buffers to the system. By default, glibc learns to keep buffers of up to 32 MiB per thread,
/// which exceeded `--memory` by half. Keeping none costs time (`query -` a sixth), so it
/// keeps a part. Call this before starting any thread.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub(crate) fn give_back(global: &Global) {
    let threads =
        global.threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
    let kept = global.memory / KEPT_PART / threads.max(1) as u64;
    let kept = kept.clamp(*KEPT_BYTES.start(), *KEPT_BYTES.end()) as i32;
    // SAFETY: `mallopt` takes two numbers and changes nothing but how later allocations are made. No other thread allocates yet.
    unsafe {
        // That it does not take one of them is no fault: more is then kept.
        libc::mallopt(libc::M_MMAP_THRESHOLD, kept);
        libc::mallopt(libc::M_TRIM_THRESHOLD, kept);
    }
}

/// Other allocators are not changed.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub(crate) fn give_back(_: &Global) {}

/// The system's allocator, which notes that memory was refused: whoever asked may do with less, or the program aborts.
struct Noting;

#[global_allocator]
static ALLOCATOR: Noting = Noting;

static REFUSED: AtomicBool = AtomicBool::new(false);

// SAFETY: all is left to the system's allocator.
unsafe impl GlobalAlloc for Noting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promises are those that the system's allocator asks for.
        noted(unsafe { System.alloc(layout) })
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as before.
        noted(unsafe { System.alloc_zeroed(layout) })
    }

    unsafe fn realloc(&self, old: *mut u8, layout: Layout, bytes: usize) -> *mut u8 {
        // SAFETY: as before.
        noted(unsafe { System.realloc(old, layout, bytes) })
    }

    unsafe fn dealloc(&self, old: *mut u8, layout: Layout) {
        // SAFETY: as before.
        unsafe { System.dealloc(old, layout) }
    }
}

#[inline]
fn noted(given: *mut u8) -> *mut u8 {
    if given.is_null() {
        REFUSED.store(true, Relaxed);
    }
    given
}

/// Has a program without memory end with its exit code and a remedy: after memory was refused that nothing can be done
/// without, Rust prints how many bytes were asked for, and aborts. Other aborts stay as they are.
#[cfg(unix)]
pub(crate) fn end_with_a_remedy() {
    extern "C" fn aborted(_: libc::c_int) {
        const TEXT: &[u8] = b"error: out of memory\nhint: give less --memory or fewer --threads\n";
        if REFUSED.load(Relaxed) {
            // SAFETY: a handler of signals may call both; the text lives for ever.
            unsafe {
                libc::write(libc::STDERR_FILENO, TEXT.as_ptr().cast(), TEXT.len());
                libc::_exit(Exit::System as libc::c_int)
            }
        }
    }
    // SAFETY: the handler calls nothing but what a handler may. When it returns, `abort` ends the program.
    unsafe { libc::signal(libc::SIGABRT, aborted as *const () as libc::sighandler_t) };
}

/// Elsewhere the program aborts.
#[cfg(not(unix))]
pub(crate) fn end_with_a_remedy() {}

/// The fault if the system refuses memory that the program can report on.
pub(crate) fn refused(message: &str) -> Fault {
    Fault::new(Exit::System, safe(message)).hint("give less --memory or fewer --threads")
}

/// The memory for blocks of a database's tables.
pub(crate) fn blocks(global: &Global) -> u64 {
    global.memory / 2
}

/// The memory that a command works with, all threads together.
pub(crate) fn work(global: &Global) -> u64 {
    global.memory / 4
}

/// The least `--memory` whose [`work`] is `bytes`.
pub(crate) fn for_work(bytes: u64) -> u64 {
    bytes.saturating_mul(4)
}

/// The memory for the indices of a database's tables, held as long as the command runs.
pub(crate) fn indices(global: &Global) -> u64 {
    global.memory / 8
}

/// The least `--memory` whose [`indices`] are `bytes`.
pub(crate) fn for_indices(bytes: u64) -> u64 {
    bytes.saturating_mul(8)
}

/// The most bytes of a database's manifest. What a command makes of it (the list of tables, sums, a document) takes several times as
/// much.
pub(crate) fn manifest(global: &Global) -> u64 {
    global.memory / 16
}

/// The least `--memory` whose [`manifest`] is `bytes`.
pub(crate) fn for_manifest(bytes: u64) -> u64 {
    bytes.saturating_mul(16)
}

/// The most threads that the memory allows.
pub(crate) fn threads(global: &Global) -> usize {
    usize::try_from(global.memory / 4 / THREAD_BYTES).unwrap_or(usize::MAX).max(1)
}
