//! The limits of one request, of one client and of all clients together.

use std::time::Duration;

/// The unit in which bytes of documents are counted.
#[cfg(feature = "server")]
pub(crate) const PIECE: usize = 1 << 10;

/// The bounds of a server.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ServerLimits {
    /// Bytes of a request's document.
    pub body_bytes: usize,
    /// Bytes of all documents being received, except short ones.
    pub documents_bytes: usize,
    /// Characters of a move, a position, a board, a player.
    pub text_chars: usize,
    /// Positions of a batch.
    pub positions: usize,
    /// Moves of a game.
    pub moves: usize,
    /// Games returned for one text of records.
    pub games: usize,
    /// The greatest time for a search or a player's move.
    pub search: Duration,
    /// Requests that may wait, in addition to those being processed.
    pub queue: usize,
    /// The greatest time that a request waits.
    pub wait: Duration,
    /// Connections at once.
    pub connections: usize,
    /// The time for the head of a request, and for which a connection may be idle.
    pub header: Duration,
    /// The time for a request's document.
    pub body: Duration,
    /// The greatest time that a connection lasts. A request that is being processed at that moment still gets
    /// its answer.
    pub connection: Duration,
    /// The time after that in which the client must have read the answer.
    pub grace: Duration,
}

impl Default for ServerLimits {
    fn default() -> Self {
        Self {
            body_bytes: 1 << 20,
            documents_bytes: 32 << 20,
            text_chars: 4_096,
            positions: 1_000,
            moves: 2_000,
            games: 1_000,
            search: Duration::from_secs(10),
            queue: 32,
            wait: Duration::from_secs(20),
            connections: 256,
            header: Duration::from_secs(15),
            body: Duration::from_secs(15),
            connection: Duration::from_mins(2),
            grace: Duration::from_secs(30),
        }
    }
}

#[cfg(feature = "server")]
impl ServerLimits {
    /// Room for the documents of all clients together, in pieces.
    pub(crate) fn rooms(&self) -> tokio::sync::Semaphore {
        use tokio::sync::Semaphore;
        Semaphore::new(self.documents_bytes.max(self.body_bytes).div_ceil(PIECE).min(Semaphore::MAX_PERMITS))
    }
}
