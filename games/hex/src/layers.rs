//! The layers of a board.
//!
//! The layers are the numbers of stones. With [`Swap::On`] the positions of one stone form two layers: first
//! those in which the second player may still swap, then those in which that player has decided (`s01x`). A
//! swap leads from the first to the second.

use super::variant::Swap;
use nexsolve_core::{Layer, LayerId, folded, subsets};
use nexsolve_rhombus::CellSet;

/// Returns the layers of a board with this many cells; none if 64 bits cannot number them.
pub(super) fn layers(cells: u32, swap: Swap) -> Vec<Layer> {
    if cells > u64::CAPACITY {
        return Vec::new();
    }
    let swapped = has_swapped_layer(cells, swap);
    let mut layers = Vec::new();
    for stones in 0..=cells {
        let Some(len) = folded::count(cells, stones.div_ceil(2)).checked_mul(row(cells, stones)) else {
            return Vec::new();
        };
        let next = LayerId::new(layers.len() + 1);
        let next_but_one = LayerId::new(layers.len() + 2);
        let name = format!("s{stones:02}");
        if stones == 1 && swapped {
            layers.push(Layer { name: name.clone(), len, successors: vec![next, next_but_one], stake: 0 });
            layers.push(Layer { name: name + "x", len, successors: vec![next_but_one], stake: 0 });
        } else {
            let successors = if stones == cells { Vec::new() } else { vec![next] };
            layers.push(Layer { name, len, successors, stake: 0 });
        }
    }
    layers
}

/// Returns whether there is a layer of positions after a swap. There is none on a board that the first stone
/// fills.
pub(super) fn has_swapped_layer(cells: u32, swap: Swap) -> bool {
    swap == Swap::On && cells > 1
}

/// Returns the number of ranks in a row: the ways to place White's stones on `cells` cells, once Black's are
/// placed.
#[inline]
pub(super) fn row(cells: u32, stones: u32) -> u64 {
    subsets::binomial(cells - stones.div_ceil(2), stones / 2)
}
