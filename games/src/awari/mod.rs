//! Awari: twelve pits in two rows, and seeds that are sown round the board and captured.
//!
//! A move takes all seeds of an own pit and sows them one by one counter-clockwise, skipping the origin on every lap. If
//! the last seed falls into an enemy pit that then holds 2 or 3, those are captured, and so on backwards pit by pit while
//! enemy pits hold 2 or 3. A move after which the opponent has no seed is allowed only if every move is such. When a player cannot
//! move, the opponent takes all seeds left on the board.
//!
//! - [`Awari`]: the game with stores, for play and search; [`History`] adds the end of a game at the third occurrence of
//!   a position.
//! - [`Seeds`]: the board without the stores, for databases. What counts there is the **score**: the seeds that the player to
//!   move will win minus those of the opponent, from here on, with endless play worth 0.

#![expect(
    clippy::inline_always,
    reason = "retrograde analysis is compiled for what the processor has by inlining all of it"
)]

mod chance;
pub mod evaluation;
mod halves;
mod history;
mod notation;
mod numbering;
mod pits;
pub(crate) mod played;
mod ranking;
mod retrograde;
mod search;
mod seeds;
mod sowing;
mod stores;
mod stores_notation;
mod text;
mod unmoves;

pub use history::{Ending, HalfSeeds, History, OCCURRENCES};
pub use pits::{OWN, PITS, Pits, SEEDS};
pub use seeds::Seeds;
pub use sowing::Sown;
pub use stores::{Awari, AwariPosition, MAJORITY};

/// A move: one of the mover's six pits, whose seeds are sown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Pit(u8);

impl Pit {
    /// The six pits in sowing order, `a` … `f`.
    pub const ALL: [Self; OWN] = [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5)];

    /// 0 for `a`, … 5 for `f`.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}
