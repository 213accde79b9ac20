//! Numbers of positions: within a layer, by the filled cells up to symmetry, then by the stones among them
//! that are the first player's.

use super::sets::ways;
use super::{Stones, TicTacToe};
use nexsolve_core::{Layer, LayerId, Ranked, Symmetric, Tabled, Unmoves, pdep, pext, subsets};

impl Ranked for TicTacToe {
    fn layers(&self) -> &[Layer] {
        &self.layers
    }

    fn rank(&self, position: &Stones) -> (LayerId, u64) {
        let Stones { filled, black } = self.canonical(position);
        let chosen = subsets::rank(pext(black.into(), filled.into()));
        let stones = filled.count_ones();
        let rank = u64::from(self.numbers[usize::from(filled)]) * ways(stones) + chosen;
        (LayerId::new(stones as usize), rank)
    }

    fn unrank(&self, layer: LayerId, rank: u64) -> Option<Stones> {
        let stones = layer.index() as u32;
        let filled = self.filled[layer.index()][(rank / ways(stones)) as usize];
        let chosen = subsets::unrank(rank % ways(stones), stones, stones.div_ceil(2));
        let position = Stones { filled, black: pdep(chosen, filled.into()) as u16 };
        (self.canonical(&position) == position && self.is_possible(position)).then_some(position)
    }
}

impl Unmoves for TicTacToe {
    fn predecessors(&self, position: &Stones, positions: &mut Vec<Stones>) {
        positions.clear();
        positions.extend(self.before(*position));
    }
}

impl Tabled for TicTacToe {}
