//! Layers that lead to each other.

use nexsolve_core::{Layer, LayerId};
use std::ops::Range;

/// Layers between which play can go back and forth, or a single layer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Group {
    pub(crate) layers: Range<LayerId>,
    /// Whether play can return to a position.
    pub(crate) cyclic: bool,
}

impl Group {
    /// The layers one by one.
    pub(crate) fn ids(&self) -> impl Iterator<Item = LayerId> + use<> {
        (self.layers.start.index()..self.layers.end.index()).map(LayerId::new)
    }

    /// The place of one of its layers in the group.
    #[inline]
    pub(crate) fn place(&self, layer: LayerId) -> usize {
        layer.index() - self.layers.start.index()
    }
}

/// The groups in the order of their layers. Each leads only to itself and to later ones. Otherwise the name
/// of a layer from which a move leads back to a layer that is not next to its group.
pub(crate) fn groups(layers: &[Layer]) -> Result<Vec<Group>, String> {
    let leads = |from: LayerId, to: LayerId| layers[from].successors.contains(&to);
    let goes_round = |layer, earlier| earlier < layer && leads(layer, earlier) && leads(earlier, layer);
    let mut groups: Vec<Group> = Vec::new();
    for layer in LayerId::all(layers) {
        let next = LayerId::new(layer.index() + 1);
        let mut group = Group { layers: layer..next, cyclic: leads(layer, layer) };
        // A layer joins all layers between itself and the first layer with which it forms a cycle.
        if let Some(first) = LayerId::all(layers).find(|&other| goes_round(layer, other)) {
            while groups.last().is_some_and(|last| last.layers.end > first) {
                let last = groups.pop().expect("just seen");
                group.layers.start = last.layers.start;
            }
            group.cyclic = true;
        }
        groups.push(group);
    }
    for group in &groups {
        for layer in group.ids() {
            // The layers in between must belong to the group: each layer except the first leads to and from
            // an earlier one.
            let belongs = layer == group.layers.start || group.ids().any(|other| goes_round(layer, other));
            let back = layers[layer].successors.iter().any(|&next| next < group.layers.start);
            if back || !belongs {
                return Err(layers[layer].name.clone());
            }
        }
    }
    Ok(groups)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(successors: &[&[usize]]) -> Result<Vec<(Range<usize>, bool)>, String> {
        let layer = |(number, next): (usize, &&[usize])| Layer {
            name: number.to_string(),
            len: 1,
            successors: next.iter().copied().map(LayerId::new).collect(),
            stake: 0,
        };
        let layers: Vec<Layer> = successors.iter().enumerate().map(layer).collect();
        let range = |of: &Range<LayerId>| of.start.index()..of.end.index();
        Ok(groups(&layers)?.iter().map(|group| (range(&group.layers), group.cyclic)).collect())
    }

    #[test]
    fn layers_that_lead_to_each_other_are_one_group() {
        assert_eq!(of(&[]), Ok(vec![]));
        assert_eq!(of(&[&[1], &[]]), Ok(vec![(0..1, false), (1..2, false)]));
        assert_eq!(of(&[&[0, 1], &[]]), Ok(vec![(0..1, true), (1..2, false)]));
        assert_eq!(of(&[&[1, 2], &[0, 3], &[2], &[]]), Ok(vec![(0..2, true), (2..3, true), (3..4, false)]));
        // Three layers; the last belongs because of the first.
        assert_eq!(of(&[&[1, 2], &[0], &[0], &[]]), Ok(vec![(0..3, true), (3..4, false)]));
        assert_eq!(of(&[&[3], &[2, 3], &[1], &[]]), Ok(vec![(0..1, false), (1..3, true), (3..4, false)]));
    }

    #[test]
    fn moves_back_to_others_are_refused() {
        assert_eq!(of(&[&[], &[0]]), Err("1".to_owned()));
        assert_eq!(of(&[&[2], &[], &[0]]), Err("1".to_owned()));
        assert_eq!(of(&[&[1], &[2], &[0]]), Err("2".to_owned()));
        assert_eq!(of(&[&[1, 3], &[0], &[3], &[0]]), Err("2".to_owned()));
    }
}
