//! Signals that would end the program without a word.
#![expect(unsafe_code, reason = "changes what a signal does")]

/// Makes a write beyond the limit on the size of files (`ulimit -f`) an error, as on a full disk. By default,
/// the system ends the program (SIGXFSZ).
#[cfg(unix)]
pub(crate) fn make_size_limits_errors() {
    // SAFETY: ignoring a signal runs no code when it arrives.
    unsafe { libc::signal(libc::SIGXFSZ, libc::SIG_IGN) };
}

/// Other systems have no such signal.
#[cfg(not(unix))]
pub(crate) fn make_size_limits_errors() {}
