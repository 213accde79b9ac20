//! What `--memory` limits, and how commands divide it.
//!
//! It limits the anonymous memory of the process: allocations and thread stacks. Code and the pages of mapped files
//! do not count, because the system can reclaim them. What is not limited (a strategy,
//! players) is in docs/guide/reference.md.
//!
//! Half of it is for blocks of tables where there is a database, a quarter for what a command works with, and a quarter is left for
//! threads and the program.
#![expect(unsafe_code, reason = "sets the C library's allocator, and catches its failures")]

use crate::args::Global;
use crate::exit::Exit;
use std::alloc::{GlobalAlloc, Layout, System};
use std::io::{self, Write as _};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

/// The system's allocator, which ends the program with a message when memory is refused: an abort would not name the remedy.
struct Told;

#[global_allocator]
static ALLOCATOR: Told = Told;

// SAFETY: all is left to the system's allocator; a null pointer is never handed out.
unsafe impl GlobalAlloc for Told {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promises are those that the system's allocator asks for.
        told(unsafe { System.alloc(layout) }, layout.size())
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as before.
        told(unsafe { System.alloc_zeroed(layout) }, layout.size())
    }

    unsafe fn realloc(&self, old: *mut u8, layout: Layout, bytes: usize) -> *mut u8 {
        // SAFETY: as before.
        told(unsafe { System.realloc(old, layout, bytes) }, bytes)
    }

    unsafe fn dealloc(&self, old: *mut u8, layout: Layout) {
        // SAFETY: as before.
        unsafe { System.dealloc(old, layout) }
    }
}

/// The memory, if the system gave any.
#[inline]
fn told(given: *mut u8, bytes: usize) -> *mut u8 {
    if given.is_null() { refused(bytes) } else { given }
}

/// Ends the program. If there is not even memory for the message, it ends without one.
#[cold]
fn refused(bytes: usize) -> ! {
    static TOLD: AtomicBool = AtomicBool::new(false);
    if TOLD.swap(true, Relaxed) {
        // Another thread prints the message and ends the program; or this one could not, and ends it here.
        std::thread::sleep(Duration::from_secs(1));
    } else {
        // Needs no memory: standard error has no buffer.
        let _ = writeln!(
            io::stderr(),
            "error: out of memory: the system refused {bytes} bytes\nhint: give less --memory or fewer --threads"
        );
    }
    Exit::System.now()
}

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

/// The most threads that the memory allows.
pub(crate) fn threads(global: &Global) -> usize {
    usize::try_from(global.memory / 4 / THREAD_BYTES).unwrap_or(usize::MAX).max(1)
}
