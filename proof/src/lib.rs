//! Certificates: a proof of who wins, written down, and its check by the rules alone.
//!
//! A certificate says that one side reaches at least a stated result from a position, and shows why. There
//! are two forms:
//!
//! - A **strategy** names the side's move in every position that can arise while the side follows it,
//!   whatever the other side plays. The check ([`Certificate::check`]) walks all of these positions with the
//!   rules of the game and nothing else.
//! - **Lemmas**, in a game that has proofs by deduction ([`nexsolve_core::Deductions`]): each follows from
//!   earlier ones, and the last one says that the side wins. The check has the game apply every rule once
//!   more.
//!
//! The check shares no code with the search that found the proof, and believes nothing that the file says.
//! `docs/CERTIFICATES.md` describes the text form.
//!
//! [`Finds`] is another file: what a search by proof numbers has found, from which a later search goes on. It
//! proves nothing.
//!
//! What a certificate proves is one-sided. "Black wins in at most 7 plies" is proven; that there is no faster
//! win is not, since no strategy of one side can show it.

#![cfg_attr(not(test), deny(clippy::disallowed_macros, clippy::disallowed_methods, clippy::disallowed_types))]

mod error;
mod finds;
mod lemmas;
mod read;
mod walk;
mod write;

use nexsolve_core::words::counted;
use nexsolve_core::{Plies, Side};

pub use error::{CheckError, PlayFault};
pub use finds::{Finds, FindsError};
pub use walk::length;
pub use write::WriteError;

/// The first line of a certificate that holds a strategy.
pub const MAGIC: &str = "nexsolve certificate 1";
/// The first line of a certificate that holds lemmas.
pub const LEMMAS_MAGIC: &str = "nexsolve certificate 2";

/// The result that a certificate guarantees its side, at least.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Claim {
    /// It wins, and the game is over after at most this many plies.
    Wins(Plies),
    /// It wins; the certificate states no length.
    WinsSometime,
    /// It does not lose.
    Draws,
}

/// A certificate as written, not yet checked: a claim about one side, and its proof.
///
/// Sides are named by the position that the certificate starts from: the side to move there, and the other.
/// They take turns ply by ply, also in a game whose players may change colours on the way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    board: String,
    /// The position that the proof starts from, as the game writes it; `start` for the start.
    position: String,
    /// Whose result is proven.
    side: Side,
    proof: Proof,
}

/// The proof of a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Proof {
    /// The side plays these moves: position and move, in ascending order of the bytes of their lines.
    Strategy { claim: Claim, entries: Vec<(String, String)> },
    /// The side wins by these lemmas.
    Lemmas(Vec<String>),
}

impl Certificate {
    /// The board, as the command names it: `nex:2x2`.
    pub fn board(&self) -> &str {
        &self.board
    }

    /// Returns the length of the proof in words: "13 positions" (those with a move), or "40 lemmas".
    pub fn length(&self) -> String {
        match &self.proof {
            Proof::Strategy { entries, .. } => counted(entries.len() as u64, "position", "positions"),
            Proof::Lemmas(lemmas) => counted(lemmas.len() as u64, "lemma", "lemmas"),
        }
    }

    fn claim(&self) -> Claim {
        match &self.proof {
            Proof::Strategy { claim, .. } => *claim,
            Proof::Lemmas(_) => Claim::WinsSometime,
        }
    }

    fn verified(&self, evidence: Evidence) -> Theorem {
        let (board, position, side) = (self.board.clone(), self.position.clone(), self.side);
        Theorem { board, position, side, claim: self.claim(), evidence }
    }
}

/// What a certificate proves, after its check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Theorem {
    /// The board, as the command names it.
    pub board: String,
    /// The position that the proof starts from, as the game writes it; `start` for the start.
    pub position: String,
    /// Whose result is proven.
    pub side: Side,
    /// The result that the side is sure of, at least.
    pub claim: Claim,
    /// What was checked.
    pub evidence: Evidence,
}

/// What the check of a certificate has checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evidence {
    /// A strategy.
    Strategy {
        /// The number of positions for which the strategy names a move; all of them can arise.
        positions: u64,
        /// The number of replies of the other side that were tried: every legal one in every position that
        /// can arise.
        replies_checked: u64,
        /// The plies of the longest game that can arise. For a win, at most the plies that the claim states.
        longest: Plies,
    },
    /// Lemmas, each deduced from earlier ones: their number.
    Lemmas(u64),
}

impl Theorem {
    /// Returns what is proven, as a sentence about the game with the title `game` and the players `sides`:
    /// "Black wins 2×2 Nex from the start in at most 3 plies: 13 positions, 24 replies checked".
    pub fn sentence(&self, game: &str, sides: [&str; 2]) -> String {
        let from = match self.position.as_str() {
            "start" => "the start".to_owned(),
            position => format!("the position {position}"),
        };
        let reaches = match self.claim {
            Claim::Wins(Plies(1)) => format!("wins {game} from {from} in 1 ply"),
            Claim::Wins(plies) => format!("wins {game} from {from} in at most {plies} plies"),
            Claim::WinsSometime => format!("wins {game} from {from}"),
            Claim::Draws => format!("at least draws {game} from {from}"),
        };
        let checked = match self.evidence {
            Evidence::Strategy { positions, replies_checked, .. } => {
                let positions = counted(positions, "position", "positions");
                let replies = counted(replies_checked, "reply", "replies");
                format!("{positions}, {replies}")
            }
            Evidence::Lemmas(lemmas) => counted(lemmas, "lemma", "lemmas"),
        };
        format!("{} {reaches}: {checked} checked", sides[self.side as usize])
    }
}

#[cfg(test)]
mod tests;
