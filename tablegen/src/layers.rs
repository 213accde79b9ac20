//! What the layers of a game say before any work.

use nexsolve_core::{Layer, LayerId};

/// The plies of the longest game from a layer of an acyclic game on, as far as the layers tell.
pub(crate) fn longest(layers: &[Layer], layer: LayerId) -> usize {
    let mut longest = vec![0; layers.len()];
    for (at, layer) in Layer::with_ids(layers).rev() {
        longest[at.index()] =
            layer.successors.iter().map(|next| 1 + longest[next.index()]).max().unwrap_or(0);
    }
    longest[layer.index()]
}
