//! What the layers of a game say before any work.

use nexsolve_core::Layer;

/// The plies of the longest game from a layer of an acyclic game on, as far as the layers tell.
pub(crate) fn longest(layers: &[Layer], layer: usize) -> usize {
    let mut longest = vec![0; layers.len()];
    for at in (layer..layers.len()).rev() {
        longest[at] = layers[at].successors.iter().map(|&next| 1 + longest[next]).max().unwrap_or(0);
    }
    longest[layer]
}
