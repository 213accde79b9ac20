//! What a game's tables store.

use crate::{Ranked, Unmoves};

/// A game for which databases can be made. The defaults are for a game that is won, drawn or lost.
pub trait Tabled: Ranked + Unmoves + Sized + 'static {
    /// Whether a game can end in a draw. Without draws, tables of values take one bit per position.
    const DRAWS: bool = true;

    /// Whether tables store points: those that the side to move wins from a position on, minus those of the
    /// opponent. Otherwise they store wins, draws and losses, with or without distances.
    const POINTS: bool = false;
}
