//! Layers by seeds on the board, most seeds first: a move keeps the number of seeds or reduces it.

use super::numbering;
use super::{Pits, Seeds, Sown};
use nexsolve_core::{After, Layer, LayerId, Ranked};
use std::ops::{ControlFlow, Range};

impl Seeds {
    /// Returns the layer of the positions with this many seeds.
    #[inline(always)]
    pub(super) fn layer(&self, seeds: u32) -> LayerId {
        LayerId::new(self.most.checked_sub(seeds).expect("a position with a number") as usize)
    }

    /// Returns the number of seeds in the positions of a layer.
    #[inline(always)]
    pub(super) fn seeds(&self, layer: LayerId) -> u32 {
        self.layers()[layer].stake.into()
    }

    /// Calls `visit` with all positions of a layer that have these ranks.
    #[inline(always)]
    pub(super) fn each(&self, layer: LayerId, ranks: Range<u64>, mut visit: impl FnMut(u64, u128)) {
        if ranks.is_empty() {
            return;
        }
        assert!(ranks.end <= self.layers()[layer].len);
        let mut block = self.numbering.block(self.seeds(layer), ranks.start);
        let mut from = ranks.start;
        loop {
            let to = block.numbers.end.min(ranks.end);
            for (number, word) in block.words(from..to) {
                visit(number, word);
            }
            if to == ranks.end {
                return;
            }
            from = to;
            block.advance(&self.numbering);
        }
    }
}

impl Ranked for Seeds {
    fn layers(&self) -> &[Layer] {
        &self.layers
    }

    fn is_ranked(&self, position: &Pits) -> bool {
        position.seeds() <= self.most
    }

    #[inline]
    fn rank(&self, position: &Pits) -> (LayerId, u64) {
        (self.layer(position.seeds()), numbering::number(position.word))
    }

    fn unrank(&self, layer: LayerId, rank: u64) -> Option<Pits> {
        Some(self.numbering.position(self.seeds(layer), rank))
    }

    #[inline(always)]
    fn unrank_range(&self, layer: LayerId, ranks: Range<u64>, mut visit: impl FnMut(u64, Pits)) {
        self.each(
            layer,
            ranks,
            #[inline(always)]
            |rank, word| visit(rank, Pits { word }),
        );
    }

    #[inline]
    fn ranks_after(
        &self,
        position: &Pits,
        mut visit: impl FnMut(After) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let layer = self.layer(position.seeds());
        position.allowed().try_for_each(|pit| {
            let Sown { after, captured } = position.sow(pit);
            let layer = LayerId::new(layer.index() + usize::from(captured));
            visit(After::Ranked { layer, rank: numbering::number(after.word) })
        })
    }
}
