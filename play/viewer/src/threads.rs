//! How many threads a piece of work asks for.

/// The threads that a piece of work requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Threads {
    /// One.
    One,
    /// Half of the free threads, so that some are left for other work.
    Some,
}
