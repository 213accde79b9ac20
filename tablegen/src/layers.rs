//! Facts that follow from the layers of a game, before any work.

use nexsolve_core::{Layer, LayerId};

/// An upper bound, from the layers alone, for the plies of a game from a layer on. The game has no cycles.
pub(crate) fn longest(layers: &[Layer], layer: LayerId) -> usize {
    let mut longest = vec![0; layers.len()];
    for (at, layer) in Layer::with_ids(layers).rev() {
        longest[at.index()] =
            layer.successors.iter().map(|next| 1 + longest[next.index()]).max().unwrap_or(0);
    }
    longest[layer.index()]
}
