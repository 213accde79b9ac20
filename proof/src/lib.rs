//! Certificates: a strategy written down, and its check by the rules alone.
//!
//! A certificate says that one side reaches at least a stated result from a position, and shows how: it names that
//! side's move in every position that can arise while the side follows it, whatever the other side plays. The check
//! ([`Certificate::check`]) walks all of these positions with the rules of the game and nothing else: it shares no
//! code with the search that found the strategy, and believes nothing that the file says.
//!
//! The text form is described in `docs/CERTIFICATES.md`.
//!
//! What a certificate proves is one-sided. "Black wins in at most 7 plies" is proven; that there is no faster win is
//! not, since no strategy of one side can show it.

mod error;
mod read;
mod walk;
mod write;

use nexsolve_core::words::counted;
use nexsolve_core::{Plies, Side};

pub use error::CheckError;
pub use walk::length;
pub use write::WriteError;

/// The first line of every certificate of the version that this crate writes.
pub const MAGIC: &str = "nexsolve certificate 1";

/// What the side that follows the strategy reaches, at least.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Claim {
    /// It wins, and the game is over after at most this many plies.
    Wins(Plies),
    /// It does not lose.
    Draws,
}

/// A strategy and what it is said to reach, not yet checked.
///
/// Sides are named by the position that the certificate starts from: the side to move there, and the other. They
/// take turns ply by ply, also in a game whose players may change colours on the way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    board: String,
    /// The position that the strategy starts from, as the game writes it; `start` for the start.
    position: String,
    /// Who follows the strategy.
    side: Side,
    /// What the side reaches, at least.
    claim: Claim,
    /// Position and move, in ascending order of the bytes of their lines.
    entries: Vec<(String, String)>,
}

impl Certificate {
    /// The board, as the command names it: `nex:2x2`.
    pub fn board(&self) -> &str {
        &self.board
    }

    /// The positions in which the side has to move and its moves there, in the order of the file.
    pub fn entries(&self) -> &[(String, String)] {
        &self.entries
    }
}

/// What a certificate has been found to prove.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// The board, as the command names it.
    pub board: String,
    /// The position that the strategy starts from, as the game writes it; `start` for the start.
    pub position: String,
    /// Who follows the strategy.
    pub side: Side,
    /// What the side reaches, at least.
    pub claim: Claim,
    /// How many positions the strategy names a move for; all of them can arise.
    pub positions: u64,
    /// How many replies of the other side were tried: every legal one in every position that can arise.
    pub replies_checked: u64,
    /// The longest game that can arise. For a win it is at most what is claimed.
    pub longest: Plies,
}

impl Verified {
    /// What is proven, as a sentence about a game by the name of `game`: "Black wins 2×2 Nex from the start in at
    /// most 3 plies: 13 positions, 24 replies checked".
    pub fn sentence(&self, game: &str) -> String {
        let from = match self.position.as_str() {
            "start" => "the start".to_owned(),
            position => format!("the position {position}"),
        };
        let reaches = match self.claim {
            Claim::Wins(Plies(1)) => format!("wins {game} from {from} in 1 ply"),
            Claim::Wins(plies) => format!("wins {game} from {from} in at most {plies} plies"),
            Claim::Draws => format!("at least draws {game} from {from}"),
        };
        let side = self.side;
        let positions = counted(self.positions, "position", "positions");
        let replies = counted(self.replies_checked, "reply", "replies");
        format!("{side} {reaches}: {positions}, {replies} checked")
    }
}

#[cfg(test)]
mod tests;
