//! The exit codes.

/// The end of a run, as its exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// Everything asked for was done.
    Done = 0,
    /// An internal error; of `connect`: the server broke off the games or disconnected.
    Fault = 1,
    /// Wrong use: options that do not exist, cannot be combined, or ask for the impossible.
    Usage = 2,
    /// Bad input: a position, move or record that cannot be read, or that the rules do not allow.
    Input = 3,
    /// A table is missing or damaged.
    Table = 4,
    /// Not proven within the budget of nodes or time; what is proven was printed.
    Unproven = 5,
    /// A check failed: a certificate that does not hold, a fact that differs, a wrong value.
    Check = 6,
    /// The system refused: a full disk, a permission, memory, a connection that broke.
    System = 7,
    /// Interrupted; what was proven until then was printed.
    Interrupted = 130,
}

impl Exit {
    /// Ends the process.
    pub(crate) fn now(self) -> ! {
        std::process::exit(self as i32)
    }
}

/// The codes, for `--help` and the manual page.
pub(crate) const HELP: &str = include_str!("help/exit.txt").trim_ascii_end();
