//! What a game says of the tables that can be made of it.

use crate::{Ranked, Unmoves};

/// A game that databases can be made of. The defaults are those of a game that is won, drawn or lost.
pub trait Tabled: Ranked + Unmoves + Sized + 'static {
    /// Whether a game can be drawn. Tables of wins and losses alone take one bit a position.
    const DRAWS: bool = true;

    /// Whether tables hold the points that the side to move wins from a position on less those that the opponent wins.
    /// Else they hold wins, draws and losses, with or without distances.
    const POINTS: bool = false;
}
