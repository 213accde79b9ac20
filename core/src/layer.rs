//! Layers, and which of a game's layers is meant.

use std::ops::Index;

/// Positions that are numbered together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layer {
    /// A short name, fit for a file: `p03n1`.
    pub name: String,
    /// How many numbers the layer has.
    pub len: u64,
    /// The layers that moves from here lead to.
    pub successors: Vec<LayerId>,
    /// Points that are still to be won (Awari: the seeds on the board); 0 in a game that is won, drawn or lost. With a move
    /// the mover wins what its layer has more than the one that it leads to; with the end of the game its winner wins all.
    pub stake: u16,
}

impl Layer {
    /// The first of a game's layers from which a move leads to itself or to an earlier one; `None` if play never returns to a layer.
    #[inline]
    pub fn first_to_return(layers: &[Self]) -> Option<&Self> {
        let returns = |(at, layer): &(LayerId, &Self)| layer.successors.iter().any(|next| next <= at);
        Self::with_ids(layers).find(returns).map(|(_, layer)| layer)
    }

    /// The layers of a game that play from this one can lead to, itself among them if play can return to it.
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

    /// All these layers of a game with their ids, in order.
    #[inline]
    pub fn with_ids(
        layers: &[Self],
    ) -> impl DoubleEndedIterator<Item = (LayerId, &Self)> + ExactSizeIterator {
        LayerId::all(layers).zip(layers)
    }
}

/// The place of a layer in the list of its game's layers ([`crate::Ranked::layers`]), from 0 on: `game.layers()[id]`.
///
/// An id means nothing without its game. People see a layer's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct LayerId(usize);

impl LayerId {
    /// The layer at this place of the list.
    #[inline]
    pub const fn new(index: usize) -> Self {
        Self(index)
    }

    /// The place in the list: for arrays with one element a layer.
    #[inline]
    pub const fn index(self) -> usize {
        self.0
    }

    /// The ids of all these layers of a game, in order.
    #[inline]
    pub fn all(
        layers: &[Layer],
    ) -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator + Clone + use<> {
        (0..layers.len()).map(Self)
    }

    /// The layer with this name.
    #[inline]
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
