//! The moves of many positions.

/// Stands on every cell of a free rank.
pub const FREE_RANK: u8 = u8::MAX;

/// The moves of many positions, one position after the other.
#[derive(Debug, Default)]
pub struct Successors {
    /// For each position, the number of its moves: 0 for a finished game and for a free rank.
    pub counts: Vec<u32>,
    /// For each move, its number ([`Numbered`](nexsolve_games::Numbered)), or -1 without one.
    pub actions: Vec<i32>,
    /// For each move, the index of the layer that it leads to, or -1 if it ends the game in a position
    /// without a rank.
    pub layers: Vec<i32>,
    /// For each move, the rank in that layer; without one, the result for the side whose turn it would be: 1
    /// for a win, 0 for a draw, -1 for a loss.
    pub ranks: Vec<i64>,
}

impl Successors {
    pub(crate) fn append(mut self, mut other: Self) -> Self {
        self.counts.append(&mut other.counts);
        self.actions.append(&mut other.actions);
        self.layers.append(&mut other.layers);
        self.ranks.append(&mut other.ranks);
        self
    }
}
