//! Layers and their identifiers.

use std::ops::Index;

/// Positions that are numbered together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layer {
    /// A short name, valid as part of a file name: `p03n1`.
    pub name: String,
    /// The number of ranks, free ones included.
    pub len: u64,
    /// The layers that moves from this layer lead to.
    pub successors: Vec<LayerId>,
    /// The points still to be won (Awari: the seeds on the board); 0 in a game that is only won, drawn or
    /// lost. A move wins the difference between the stakes of its layer and the next for the mover. At the
    /// end of the game, the winner takes the whole stake.
    pub stake: u16,
}

impl Layer {
    /// Returns the first layer with a move to itself or to an earlier layer; `None` if play never returns to
    /// a layer.
    pub fn first_to_return(layers: &[Self]) -> Option<&Self> {
        let returns = |(at, layer): &(LayerId, &Self)| layer.successors.iter().any(|next| next <= at);
        Self::with_ids(layers).find(returns).map(|(_, layer)| layer)
    }

    /// Returns the layers that play from `layer` can lead to, itself among them if play can return to it.
    pub fn all_after(layers: &[Self], layer: LayerId) -> Vec<LayerId> {
        let mut after = layers[layer].successors.clone();
        let mut seen = 0;
        while seen < after.len() {
            let next = layers[after[seen]].successors.iter().filter(|next| !after.contains(next));
            let next: Vec<LayerId> = next.copied().collect();
            after.extend(next);
            seen += 1;
        }
        after
    }

    /// Returns all layers with their ids, in order.
    #[inline]
    pub fn with_ids(
        layers: &[Self],
    ) -> impl DoubleEndedIterator<Item = (LayerId, &Self)> + ExactSizeIterator {
        LayerId::all(layers).zip(layers)
    }

    /// Returns an upper bound, from the layers alone, for the plies of a game from a layer on. The game has
    /// no cycles.
    pub fn longest(layers: &[Self], layer: LayerId) -> usize {
        let mut longest = vec![0; layers.len()];
        for (at, layer) in Self::with_ids(layers).rev() {
            longest[at.index()] =
                layer.successors.iter().map(|next| 1 + longest[next.index()]).max().unwrap_or(0);
        }
        longest[layer.index()]
    }
}

/// The index of a layer in [`crate::Ranked::layers`], so that `game.layers()[id]` is the layer.
///
/// An id has no meaning without its game. Output for people shows the layer's name instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct LayerId(usize);

impl LayerId {
    /// Creates the id of the layer at `index`.
    #[inline]
    pub const fn new(index: usize) -> Self {
        Self(index)
    }

    /// Returns the index, for arrays with one element for each layer.
    #[inline]
    pub const fn index(self) -> usize {
        self.0
    }

    /// Returns the ids of all `layers`, in order.
    #[inline]
    pub fn all(
        layers: &[Layer],
    ) -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator + Clone + use<> {
        (0..layers.len()).map(Self)
    }

    /// Returns the layer with this name, if there is one.
    pub fn named(layers: &[Layer], name: &str) -> Option<Self> {
        layers.iter().position(|layer| layer.name == name).map(Self)
    }
}

impl Index<LayerId> for [Layer] {
    type Output = Layer;

    #[inline]
    fn index(&self, id: LayerId) -> &Layer {
        &self[id.0]
    }
}
