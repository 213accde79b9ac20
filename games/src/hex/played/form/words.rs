//! The words of SGF for cells, endings and tags.

use crate::contract::records::How;
use crate::hex::{self, Convention};
use crate::rhombus::{Cell, Wide};

/// The packing is the same for all set types.
pub(super) type Hex = hex::Hex<Wide>;

/// The endings that have a word in these files.
pub(super) const WAYS: [(&str, How); 3] =
    [("Time", How::Time), ("Forfeit", How::Forfeit), ("Resign", How::Resigned)];

/// Properties without a field of their own in a record: event, place, date, and the author.
pub(super) const TAGS: [&str; 18] = [
    "AN", "BR", "BT", "CP", "DT", "EV", "GC", "GN", "HA", "ON", "OT", "PC", "RO", "SO", "TM", "US", "WR",
    "WT",
];

/// Converts rows and columns, or a cell's row and column, between these files and the board.
pub(super) fn turned(convention: Convention, row: u32, col: u32) -> (u32, u32) {
    match convention {
        Convention::Standard => (row, col),
        Convention::Course => (col, row),
    }
}

/// Returns a cell in the notation of these files.
pub(super) fn cell_text(cols: u32, convention: Convention, cell: Cell) -> String {
    let (row, col) = turned(convention, u32::from(cell.0) / cols, u32::from(cell.0) % cols);
    format!("{}{}", char::from(b'a' + col as u8), row + 1)
}
