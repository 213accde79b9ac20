//! Awari: twelve pits in two rows, and seeds that are sown around the board and captured.
//!
//! A move takes all seeds of an own pit and sows them one by one counter-clockwise, skipping the origin on
//! every lap. If the last seed falls into an enemy pit that then holds 2 or 3 seeds, these are captured, and
//! so on backwards pit by pit while enemy pits hold 2 or 3. A move that leaves the opponent without seeds is
//! allowed only if every move does. When a player cannot move, the opponent takes all seeds left on the
//! board.
//!
//! - [`Awari`]: the game with stores, for play and search. [`History`] adds the end of a game at the third
//!   occurrence of a position.
//! - [`Seeds`]: the board without stores, for databases. They store the **score**: the seeds that the player
//!   to move will win minus those of the opponent, from here on; endless play is worth 0.
//!
//! ```
//! use nexsolve_core::{Game, Notation};
//! use nexsolve_awari::Awari;
//!
//! let start = Awari.start();
//! let mv = Awari.read_move(&start, "d")?;
//! assert_eq!(Awari.format_move(&start, mv), "d4");
//! let after = Awari.play(&start, mv);
//! assert_eq!(Awari.format_position(&after), "5 5 4 4 4 4 | 4 4 4 0 5 5 | 0 0 | second");
//! # Ok::<(), nexsolve_core::ReadError>(())
//! ```

#![expect(
    clippy::inline_always,
    reason = "inlining lets retrograde analysis be compiled for the processor's instruction set"
)]
#![cfg_attr(not(test), deny(clippy::disallowed_macros, clippy::disallowed_methods, clippy::disallowed_types))]

mod chance;
pub mod evaluation;
mod halves;
mod history;
mod notation;
mod numbering;
mod pits;
mod played;
mod ranking;
mod retrograde;
mod search;
mod seeds;
mod sowing;
mod stores;
mod stores_notation;
mod text;
mod unmoves;

pub use history::{Ending, History, OCCURRENCES};
pub use pits::{OWN, PITS, Pits, SEEDS};
pub use played::{CARD, EXTRAS, FORM, visit};
pub use seeds::Seeds;
pub use sowing::Sown;
pub use stores::{Awari, AwariPosition, MAJORITY};

/// A move: the index of one of the mover's six pits, whose seeds are sown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Pit(u8);

impl Pit {
    /// The six pits in sowing order, `a` … `f`.
    pub const ALL: [Self; OWN] = [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5)];

    /// Returns the index: 0 for `a`, … 5 for `f`.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}
