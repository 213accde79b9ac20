//! Functions that older WASI libraries do not have, although the standard library uses them. The host has no
//! threads and no links, so they are short.

use std::ffi::{c_char, c_int, c_void};
use std::sync::atomic::AtomicI32;

/// Not supported, in WASI's numbers.
const REFUSED: c_int = 58;

unsafe extern "C" {
    fn strdup(text: *const c_char) -> *mut c_char;
}

/// The number of the last error, for callers who ask for its place. The library has one of its own.
static ERROR: AtomicI32 = AtomicI32::new(0);

#[unsafe(no_mangle)]
extern "C" fn __errno_location() -> *mut c_int {
    ERROR.as_ptr()
}

/// The path itself, in memory that the caller frees.
///
/// # Safety
/// `path` ends with a zero byte, and `_place` is null, as the standard library calls it.
#[unsafe(no_mangle)]
unsafe extern "C" fn realpath(path: *const c_char, _place: *mut c_char) -> *mut c_char {
    // SAFETY: as required of the caller.
    unsafe { strdup(path) }
}

#[unsafe(no_mangle)]
extern "C" fn pthread_attr_init(_: *mut c_void) -> c_int {
    0
}

#[unsafe(no_mangle)]
extern "C" fn pthread_attr_setstacksize(_: *mut c_void, _: usize) -> c_int {
    0
}

#[unsafe(no_mangle)]
extern "C" fn pthread_attr_destroy(_: *mut c_void) -> c_int {
    0
}

#[unsafe(no_mangle)]
extern "C" fn pthread_create(_: *mut c_void, _: *const c_void, _: *const c_void, _: *mut c_void) -> c_int {
    REFUSED
}

#[unsafe(no_mangle)]
extern "C" fn pthread_join(_: usize, _: *mut *mut c_void) -> c_int {
    REFUSED
}

#[unsafe(no_mangle)]
extern "C" fn pthread_detach(_: usize) -> c_int {
    REFUSED
}
