//! Sets of cells as the bits of a number: cell 0 is the lowest bit.

use nexsolve_catalogue::picture::Piece;
use nexsolve_core::Side;

/// Returns the cells of a set, in ascending order.
pub fn cells(mut set: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let cell = set.trailing_zeros();
        (set != 0).then(|| set &= set - 1)?;
        Some(cell)
    })
}

/// Returns the stone on a cell, where each side has this set of cells.
pub fn piece_on(sets: [u64; 2], cell: u32) -> Option<Piece> {
    let is_owner = |side: &Side| sets[*side as usize] >> cell & 1 == 1;
    [Side::Black, Side::White].into_iter().find(is_owner).map(Piece::Stone)
}

/// Returns the cells of each side's stones.
pub fn sets_of(pieces: &[Option<Piece>]) -> [u64; 2] {
    let of = |side| (0..).zip(pieces).filter(move |(_, piece)| **piece == Some(Piece::Stone(side)));
    [Side::Black, Side::White].map(|side| of(side).map(|(cell, _)| 1 << cell).sum())
}

/// Returns a set of cells of a rectangle, turned by half and mirrored both ways.
pub fn mirrored(set: u64, rows: u32, cols: u32) -> [u64; 3] {
    let turned = |set: u64| set.reverse_bits() >> (64 - rows * cols);
    let row = |row| set >> (row * cols) & (u64::MAX >> (64 - cols));
    let flipped = (0..rows).fold(0, |flipped, at| flipped << cols | row(at));
    [turned(set), flipped, turned(flipped)]
}
