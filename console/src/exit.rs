//! The exit codes.

/// How a run ended: the exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Everything asked for was done.
    Done = 0,
    /// An internal error. For `connect`: the server broke off the games or disconnected.
    Fault = 1,
    /// Wrong usage: options that do not exist, cannot be combined, or request something impossible.
    Usage = 2,
    /// Bad input: a position, move or record that cannot be read or is not legal.
    Input = 3,
    /// A table is missing or damaged.
    Table = 4,
    /// Not proven within the limits of nodes, time or depth. The proven bounds were printed.
    Unproven = 5,
    /// A check failed: a certificate that does not hold, a fact that differs, a wrong value.
    Check = 6,
    /// The system refused: disk full, no permission, no memory, broken connection.
    System = 7,
    /// Interrupted. The results so far were printed.
    Interrupted = 130,
}

impl Exit {
    /// Ends the process.
    pub fn now(self) -> ! {
        std::process::exit(self as i32)
    }
}
