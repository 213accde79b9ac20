//! Sets of filled cells up to symmetry, and the layers that they make.

use nexsolve_core::{Layer, LayerId, subsets};

/// Returns how many ways there are to choose the first player's stones.
pub(super) fn ways(stones: u32) -> u64 {
    subsets::binomial(stones, stones.div_ceil(2))
}

type Tables = (Vec<[u16; 8]>, Vec<u32>, Vec<Vec<u16>>, Vec<Layer>);

/// Returns the images of all sets of cells, the numbers of these sets, the sets by number, and the layers.
pub(super) fn of(rows: u32, cols: u32) -> Tables {
    let image = |cell: u32, symmetry: u32| {
        let (mut row, mut col) = (cell / cols, cell % cols);
        if symmetry & 1 != 0 {
            row = rows - 1 - row;
        }
        if symmetry & 2 != 0 {
            col = cols - 1 - col;
        }
        let is_turned = symmetry & 4 != 0 && rows == cols;
        1_u16 << if is_turned { col * cols + row } else { row * cols + col }
    };
    let (board, mut images) = (rows * cols, vec![[0; 8]]);
    let mut filled = vec![Vec::new(); board as usize + 1];
    let mut numbers = Vec::new();
    for set in 0..1_usize << board {
        if set > 0 {
            let (rest, cell): ([u16; 8], _) = (images[set & (set - 1)], set.trailing_zeros());
            images.push(std::array::from_fn(|i| rest[i] | image(cell, i as u32)));
        }
        let layer: &mut Vec<u16> = &mut filled[set.count_ones() as usize];
        numbers.push(layer.len() as u32);
        if images[set].iter().all(|&image| set as u16 <= image) {
            layer.push(set as u16);
        }
    }
    let layer = |stones: u32| Layer {
        name: format!("s{stones:02}"),
        len: filled[stones as usize].len() as u64 * ways(stones),
        successors: if stones < board { vec![LayerId::new(stones as usize + 1)] } else { Vec::new() },
        stake: 0,
    };
    let layers = (0..=board).map(layer).collect();
    (images, numbers, filled, layers)
}
