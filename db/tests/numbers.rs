//! A game with one layer, for tests and benchmarks of tables.

use nexsolve_core::{Game, Layer, LayerId, Plies, Ranked, Side, Symmetric, Wdl};
use std::sync::Arc;

/// A game whose positions are the ranks of its only layer.
pub(crate) struct Numbers([Layer; 1]);

impl Numbers {
    pub(crate) fn new(layer: &str, len: u64) -> Arc<Self> {
        Arc::new(Self([Layer { name: layer.to_owned(), len, successors: Vec::new(), stake: 0 }]))
    }
}

impl Game for Numbers {
    type Position = u64;
    type Move = u64;

    fn start(&self) -> u64 {
        0
    }
    fn side_to_move(&self, _: &u64) -> Side {
        Side::Black
    }
    fn outcome(&self, _: &u64) -> Option<Wdl> {
        None
    }
    fn moves(&self, _: &u64, _: &mut Vec<u64>) {}
    fn play(&self, _: &u64, mv: u64) -> u64 {
        mv
    }
    fn longest(&self, _: &u64) -> Plies {
        Plies::ENDLESS
    }
}

impl Symmetric for Numbers {}

impl Ranked for Numbers {
    fn layers(&self) -> &[Layer] {
        &self.0
    }
    fn rank(&self, position: &u64) -> (LayerId, u64) {
        (LayerId::new(0), *position)
    }
    fn unrank(&self, _: LayerId, rank: u64) -> Option<u64> {
        Some(rank)
    }
}
