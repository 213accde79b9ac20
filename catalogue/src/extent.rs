//! How far a game extends: the size of a board, or what tables hold.

/// The extent of a game: a board's size, or the limit of what is tabled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Extent {
    /// The whole of a game that has only one board.
    Whole,
    /// A board of this size.
    Sides {
        /// The number of rows.
        rows: u32,
        /// The number of columns.
        cols: u32,
    },
    /// For tables: all positions with at most this many seeds or pieces.
    Count(u32),
}
