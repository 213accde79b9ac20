//! The memory that `--memory` limits, and how commands divide it. The limit applies to the anonymous memory
//! of the process: allocations and thread stacks. Code and the pages of mapped files do not count, because
//! the system can reclaim them. `docs/guide/reference.md` lists what is not limited (a strategy, players). If
//! there is a database, half of the memory is for blocks of its tables. A quarter is for a command's work,
//! and a quarter for threads and the program.
#![expect(
    unsafe_code,
    reason = "configures the C library's allocator, and handles the end of a program without memory"
)]

use crate::args::Global;
#[cfg(unix)]
use crate::exit::Exit;
use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// The allocator may keep this part of `--memory` as freed memory, over all threads.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const KEPT_PART: u64 = 32;
/// The least and the most freed memory that the allocator may keep per thread: glibc's initial and greatest
/// thresholds.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const KEPT_BYTES: std::ops::RangeInclusive<u64> = 128 << 10..=32 << 20;

/// The memory of a thread besides its data: stack, allocator, decompressor.
pub const THREAD_BYTES: u64 = 512 << 10;

/// Makes the process stay within `--memory`, and end with a remedy when the system gives no more. Call this
/// before starting any thread.
pub(crate) fn limit(global: &Global) {
    give_back(global);
    end_with_a_remedy();
}

/// Makes the allocator return large buffers to the system. By default, glibc adapts to keep buffers of up to
/// 32 MiB per thread, which exceeded `--memory` by half. Keeping none costs time (a sixth for `query -`), so
/// it keeps some.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
fn give_back(global: &Global) {
    let threads =
        global.threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
    let kept = global.memory / KEPT_PART / threads.max(1) as u64;
    let kept = kept.clamp(*KEPT_BYTES.start(), *KEPT_BYTES.end()) as i32;
    // SAFETY: `mallopt` takes two numbers and changes only how later allocations are made. No other thread
    // exists yet.
    unsafe {
        // If `mallopt` refuses a value, the allocator keeps more memory, which is not an error.
        libc::mallopt(libc::M_MMAP_THRESHOLD, kept);
        libc::mallopt(libc::M_TRIM_THRESHOLD, kept);
        // With an arena for each thread, blocks that one thread frees are of no use to the others.
        libc::mallopt(libc::M_ARENA_MAX, 1);
    }
}

/// Other allocators are not configured.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
fn give_back(_: &Global) {}

/// The system's allocator. It records when memory is refused; the caller may then use less, or the program
/// aborts.
struct Noting;

#[global_allocator]
static ALLOCATOR: Noting = Noting;

static REFUSED: AtomicBool = AtomicBool::new(false);

// SAFETY: every call is passed to the system's allocator.
unsafe impl GlobalAlloc for Noting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller guarantees what the system's allocator requires.
        noted(unsafe { System.alloc(layout) })
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as in `alloc`.
        noted(unsafe { System.alloc_zeroed(layout) })
    }

    unsafe fn realloc(&self, old: *mut u8, layout: Layout, bytes: usize) -> *mut u8 {
        // SAFETY: as in `alloc`.
        noted(unsafe { System.realloc(old, layout, bytes) })
    }

    unsafe fn dealloc(&self, old: *mut u8, layout: Layout) {
        // SAFETY: as in `alloc`.
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

/// Makes a program that runs out of memory end with its exit code and a remedy. If an allocation fails that
/// the program cannot do without, Rust prints its size and aborts. Other aborts are not changed.
#[cfg(unix)]
fn end_with_a_remedy() {
    extern "C" fn aborted(_: libc::c_int) {
        const TEXT: &[u8] = b"error: out of memory\nhint: give less --memory or fewer --threads\n";
        if REFUSED.load(Relaxed) {
            // SAFETY: signal handlers may call both functions, and the text is static.
            unsafe {
                libc::write(libc::STDERR_FILENO, TEXT.as_ptr().cast(), TEXT.len());
                libc::_exit(Exit::System as libc::c_int)
            }
        }
    }
    // SAFETY: the handler calls only functions that are allowed in handlers. When it returns, `abort` ends
    // the program.
    unsafe { libc::signal(libc::SIGABRT, aborted as *const () as libc::sighandler_t) };
}

/// On other systems the program just aborts.
#[cfg(not(unix))]
fn end_with_a_remedy() {}

/// Returns the memory for blocks of a database's tables.
pub fn blocks(global: &Global) -> u64 {
    global.memory / 2
}

/// Returns the memory for a command's work, over all threads.
pub fn work(global: &Global) -> u64 {
    global.memory / 4
}

/// Returns the least `--memory` whose [`work`] is `bytes`.
pub fn for_work(bytes: u64) -> u64 {
    bytes.saturating_mul(4)
}

/// Returns the memory for the indices of a database's tables, which are kept while the command runs.
pub fn indices(global: &Global) -> u64 {
    global.memory / 8
}

/// Returns the least `--memory` whose [`indices`] are `bytes`.
pub fn for_indices(bytes: u64) -> u64 {
    bytes.saturating_mul(8)
}

/// Returns the greatest size of a database's manifest. The data that a command derives from it (the list of
/// tables, sums, a document) takes several times as much.
pub fn manifest(global: &Global) -> u64 {
    global.memory / 16
}

/// Returns the least `--memory` whose [`manifest`] is `bytes`.
pub fn for_manifest(bytes: u64) -> u64 {
    bytes.saturating_mul(16)
}

/// Returns the greatest number of threads that the memory allows.
pub fn threads(global: &Global) -> usize {
    usize::try_from(global.memory / 4 / THREAD_BYTES).unwrap_or(usize::MAX).max(1)
}
