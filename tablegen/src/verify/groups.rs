//! Layers that lead to each other.

use nexsolve_core::Layer;
use std::ops::Range;

/// Layers between which play can go to and fro, or a single one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Group {
    /// Their indices.
    pub(super) layers: Range<usize>,
    /// Whether a position can come up again.
    pub(super) cyclic: bool,
}

/// The groups in the order of their layers: each leads to itself and to later ones alone. Or the name of a layer from
/// which a move leads back to one that does not stand with it.
pub(super) fn groups(layers: &[Layer]) -> Result<Vec<Group>, String> {
    let leads = |from: usize, to: usize| layers[from].successors.contains(&to);
    let mut groups: Vec<Group> = Vec::new();
    for layer in 0..layers.len() {
        let mut group = Group { layers: layer..layer + 1, cyclic: leads(layer, layer) };
        // With the first layer to and from which it leads, it takes all in between.
        if let Some(first) = (0..layer).find(|&other| leads(layer, other) && leads(other, layer)) {
            while groups.last().is_some_and(|last| last.layers.end > first) {
                let last = groups.pop().expect("just seen");
                group.layers.start = last.layers.start;
            }
            group.cyclic = true;
        }
        groups.push(group);
    }
    for group in &groups {
        for layer in group.layers.clone() {
            // What was taken in between must belong: each layer but the first leads to and from an earlier one.
            let earlier = |&other: &usize| leads(layer, other) && leads(other, layer);
            let belongs = layer == group.layers.start || (group.layers.start..layer).any(|o| earlier(&o));
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
            successors: next.to_vec(),
            stake: 0,
        };
        let layers: Vec<Layer> = successors.iter().enumerate().map(layer).collect();
        Ok(groups(&layers)?.into_iter().map(|group| (group.layers, group.cyclic)).collect())
    }

    #[test]
    fn layers_that_lead_to_each_other_are_one_group() {
        assert_eq!(of(&[]), Ok(vec![]));
        assert_eq!(of(&[&[1], &[]]), Ok(vec![(0..1, false), (1..2, false)]));
        assert_eq!(of(&[&[0, 1], &[]]), Ok(vec![(0..1, true), (1..2, false)]));
        assert_eq!(of(&[&[1, 2], &[0, 3], &[2], &[]]), Ok(vec![(0..2, true), (2..3, true), (3..4, false)]));
        // Three, the last by way of the first.
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
