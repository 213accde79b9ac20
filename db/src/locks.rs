//! Locks that a process holds as long as a file is open, and file systems without locks.

use std::fs::{File, TryLockError};
use std::io;
use std::ops::ControlFlow;
use std::path::Path;

/// Returns whether the file system has no locks: Lustre without the option `flock`, NFS with `nolock`, and
/// some file systems of virtual machines and FUSE refuse every lock.
pub fn has_none(error: &io::Error) -> bool {
    // ENOLCK, on Linux and on other Unixes; and Windows's ERROR_INVALID_FUNCTION and ERROR_NOT_SUPPORTED.
    let codes: &[i32] = if cfg!(target_os = "linux") {
        &[37]
    } else if cfg!(unix) {
        &[77]
    } else {
        &[1, 50]
    };
    // ENOSYS and EOPNOTSUPP, then EINVAL.
    matches!(error.kind(), io::ErrorKind::Unsupported | io::ErrorKind::InvalidInput)
        || error.raw_os_error().is_some_and(|code| codes.contains(&code))
}

/// Waits until no other process has its turn in a folder, and keeps others waiting until the result is
/// dropped. While another process has it, calls `wait` before each further attempt, and gives up if that
/// returns `Break`. Returns `None` where the system cannot lock folders: there, nothing keeps two processes
/// apart.
pub fn turn(folder: &Path, mut wait: impl FnMut() -> ControlFlow<()>) -> ControlFlow<(), Option<File>> {
    let Ok(folder) = File::open(folder) else { return ControlFlow::Continue(None) };
    loop {
        match folder.try_lock() {
            Ok(()) => return ControlFlow::Continue(Some(folder)),
            Err(TryLockError::WouldBlock) => wait()?,
            Err(TryLockError::Error(_)) => return ControlFlow::Continue(None),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(target_os = "linux")]
    #[test]
    fn file_systems_without_locks_are_recognised() {
        // ENOLCK, ENOSYS, EOPNOTSUPP, EINVAL.
        for code in [37, 38, 95, 22] {
            assert!(has_none(&io::Error::from_raw_os_error(code)), "{code}");
        }
        // EIO, ENOSPC, EACCES.
        for code in [5, 28, 13] {
            assert!(!has_none(&io::Error::from_raw_os_error(code)), "{code}");
        }
    }
}
