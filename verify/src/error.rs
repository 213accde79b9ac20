//! Errors of verification.

use nexsolve_db::TableError;

/// The reason why a database was not verified.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum VerifyError {
    /// A table cannot be read.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The database has a table that does not belong to the game.
    #[error("the table {file} is not of this game: it has no layer {layer}, or its values cannot be derived")]
    Foreign {
        /// The table's file.
        file: String,
        /// The layer that it names.
        layer: String,
    },
    /// A table from which others follow is missing.
    #[error("the table {file} cannot be verified: its values depend on {needed}, which is missing")]
    Absent {
        /// The table's file.
        file: String,
        /// The table that it needs.
        needed: String,
    },
    /// Reachable positions cannot be verified if play can return to a layer: two positions may each be marked
    /// reachable because of the other. This error also means that a move leads back to a layer that is not
    /// next to its group.
    #[error("play can return to layer {layer}: reachable positions of such layers cannot be verified")]
    Cyclic {
        /// A layer that play can return to.
        layer: String,
    },
    /// There is too little memory. Finding wins that follow only from each other takes a bit for each rank of
    /// a group of layers; a sample takes memory, too.
    #[error("verifying layer {layer} needs at least {needed} bytes of memory, but only {given} are allowed")]
    NeedsMemory {
        /// The layer, or the first of the group.
        layer: String,
        /// Bytes needed.
        needed: u64,
        /// Bytes allowed ([`super::VerifySettings::memory_bytes`]).
        given: u64,
    },
    /// The caller has set the flag to stop.
    #[error("verification was stopped")]
    Stopped,
}
