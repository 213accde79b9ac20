//! The heights of the columns, numbered, and the layers that they and the first player's stones make up.

use nexsolve_core::{Layer, LayerId, subsets};

/// A board with more shapes has no ranks: its database would have more than 10¹⁴ entries.
const MOST_SHAPES: u64 = 1 << 20;

/// Returns the layers of a board; none if it has too many positions.
pub(super) fn layers(rows: u32, cols: u32) -> Vec<Layer> {
    if u64::from(rows + 1).pow(cols) > MOST_SHAPES {
        return Vec::new();
    }
    let cells = rows * cols;
    let (all, half) = (counts(rows, cols), counts(rows, cols / 2));
    let layer = |stones: u32| {
        // Shapes that equal their mirror image: a half and its reflection, around a middle column if there is
        // one.
        let highest = if cols.is_multiple_of(2) { 0 } else { rows.min(stones) };
        let halves = (0..=highest).filter(|middle| (stones - middle).is_multiple_of(2));
        let own_images: u64 = halves.filter_map(|middle| half.get((stones - middle) as usize / 2)).sum();
        let shapes = u64::midpoint(all[stones as usize], own_images);
        let successors = if stones == cells { Vec::new() } else { vec![LayerId::new(stones as usize + 1)] };
        Layer { name: format!("s{stones:02}"), len: shapes * row(stones), successors, stake: 0 }
    };
    (0..=cells).map(layer).collect()
}

/// Returns the number of ranks per shape: the ways to choose the first player's stones.
#[inline]
pub(super) fn row(stones: u32) -> u64 {
    subsets::binomial(stones, stones.div_ceil(2))
}

/// Returns how many shapes this many columns have, indexed by the number of stones.
fn counts(rows: u32, cols: u32) -> Vec<u64> {
    (0..cols).fold(vec![1], |before, _| {
        let mut counts = vec![0; before.len() + rows as usize];
        for (stones, count) in before.into_iter().enumerate() {
            counts[stones..=stones + rows as usize].iter_mut().for_each(|sum| *sum += count);
        }
        counts
    })
}

/// The numbering of shapes up to the mirror image.
#[derive(Clone, Debug)]
pub(super) struct Shapes {
    /// The shape's number in its layer, indexed by the heights of the columns as digits of one number (the
    /// first column's digit is the lowest). It is valid only for shapes that, as sets, are not greater than
    /// their images.
    numbers: Vec<u32>,
    /// The filled cells, indexed by layer and number.
    pub(super) filled: Vec<Vec<u64>>,
}

impl Shapes {
    /// Numbers the shapes of a board; `mirrored` returns the mirror image of a set of cells.
    pub(super) fn of(rows: u32, cols: u32, mirrored: impl Fn(u64) -> u64) -> Self {
        let radix = u64::from(rows + 1);
        let mut filled = vec![Vec::new(); (rows * cols + 1) as usize];
        let number = |code: u64| {
            let column = |col: u32| ((1 << (code / radix.pow(col) % radix)) - 1) << (8 * col);
            let shape: u64 = (0..cols).map(column).sum();
            let layer = &mut filled[shape.count_ones() as usize];
            if shape <= mirrored(shape) {
                layer.push(shape);
            }
            layer.len().saturating_sub(1) as u32
        };
        let numbers = (0..radix.pow(cols)).map(number).collect();
        Self { numbers, filled }
    }

    /// Returns the number of a shape that is not greater than its image.
    #[inline]
    pub(super) fn number(&self, rows: u32, filled: u64) -> u64 {
        let code = filled.to_le_bytes().into_iter().rev();
        let code = code.fold(0, |code, column| code * (rows + 1) + column.count_ones());
        u64::from(self.numbers[code as usize])
    }
}
