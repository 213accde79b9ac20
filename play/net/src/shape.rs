//! The size of a network.

use crate::seen::ChangeKind;

/// The size of a network. All boards of a game share it: no layer depends on the size of the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetworkShape {
    /// The channels of the tower.
    pub channels: usize,
    /// The blocks of the tower, of two convolutions each.
    pub blocks: usize,
    /// The length of the vectors whose products make up the weights of moves; 0 for sums alone.
    pub dims: usize,
    /// The units between the tower and the value.
    pub hidden: usize,
    /// The kinds of changes that moves of the game make, each once. Others count nothing.
    pub kinds: Vec<ChangeKind>,
}

impl NetworkShape {
    /// Returns the numbers that the network computes for each cell: one and a vector for each kind of change.
    pub fn policy(&self) -> usize {
        self.kinds.len() * (1 + self.dims)
    }

    /// Returns the number of weights.
    pub fn weights(&self) -> usize {
        self.tensors().iter().map(|(_, shape)| shape.iter().product::<usize>()).sum()
    }

    /// Returns the place of each kind of change in [`NetworkShape::kinds`], by its number; `None` for kinds
    /// that the network does not know.
    pub fn places(&self) -> [Option<usize>; ChangeKind::COUNT] {
        let mut places = [None; ChangeKind::COUNT];
        for (place, kind) in self.kinds.iter().enumerate() {
            places[kind.index()] = Some(place);
        }
        places
    }

    /// Returns the names and shapes of all tensors, in the order of their use. A convolution's weights are in
    /// the order output, input, row, column; a full layer's in the order output, input.
    pub fn tensors(&self) -> Vec<(String, Vec<usize>)> {
        let mut all = Vec::new();
        let mut layer = |name: String, weight: Vec<usize>| {
            let out = weight[0];
            all.push((format!("{name}.weight"), weight));
            all.push((format!("{name}.bias"), vec![out]));
        };
        for i in 0..=2 * self.blocks {
            let inputs = if i == 0 { crate::INPUTS } else { self.channels };
            layer(format!("tower.{i}"), vec![self.channels, inputs, 3, 3]);
        }
        layer("policy".to_owned(), vec![self.policy(), self.channels]);
        layer("value.0".to_owned(), vec![self.hidden, 2 * self.channels]);
        layer("value.1".to_owned(), vec![3, self.hidden]);
        all
    }
}
