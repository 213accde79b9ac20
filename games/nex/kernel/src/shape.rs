//! The vectors from which each vector is made. They are the same for all opponent's sets of one size.

use super::masks::Masks;
use nexsolve_core::subsets;

/// The mover's sets of one ply, within the cells that the opponent's set leaves free, and the places of the
/// vectors after their moves. Nothing here depends on the free cells themselves, only on their number.
pub(super) struct Shape {
    /// Cells that are neither the mover's nor the opponent's: r.
    pub(super) rest: usize,
    /// 0 or 1: the parity of the ply, which is that of the number of neutral stones.
    pub(super) parity: u32,
    /// The mover's sets, in order of their numbers.
    pub(super) sets: Vec<u32>,
    /// The number of mover's sets after a move.
    pub(super) next_sets: usize,
    /// For each set and each cell of its rest: the number of the set with that cell.
    generates: Vec<u32>,
    /// For each set, each pair of cells of its rest and each cell of the set: the slice that the transform
    /// leads to. Slices are numbered by the set after the move and the place of the neutral cell in that
    /// set's rest.
    transforms: Vec<u32>,
    /// The number of the mover's stones.
    pub(super) stones: usize,
    /// The masks for boards with few cells left.
    pub(super) masks: Masks,
}

impl Shape {
    /// The shape for `free` cells, `stones` of them the mover's, with neutral sets of this parity.
    pub(super) fn new(free: u32, stones: u32, parity: u32) -> Self {
        let rest = free - stones;
        let sets: Vec<u32> =
            (0..subsets::binomial(free, stones)).map(|i| subsets::unrank(i, free, stones) as u32).collect();
        let all = (1_u64 << free) - 1;
        let number = |set: u64| subsets::rank(set) as u32;
        let mut generates = Vec::with_capacity(sets.len() * rest as usize);
        let mut transforms = Vec::new();
        for set in sets.iter().map(|&set| u64::from(set)) {
            let left = all & !set;
            for cell in ones(left) {
                generates.push(number(set | cell));
            }
            for gained in pairs(left) {
                for given in ones(set) {
                    let after = (set | gained) & !given;
                    let place = (all & !after & (given - 1)).count_ones();
                    transforms.push(number(after) * (rest - 1) + place);
                }
            }
        }
        Self {
            rest: rest as usize,
            parity,
            sets,
            next_sets: subsets::binomial(free, stones + 1) as usize,
            generates,
            transforms,
            stones: stones as usize,
            masks: Masks::new(rest as usize, stones as usize, parity),
        }
    }

    /// The sets after a generate, by the place of the new stone in the rest.
    #[inline(always)]
    pub(super) fn generates(&self, set: usize) -> &[u32] {
        &self.generates[set * self.rest..][..self.rest]
    }

    /// The slices after a transform: one run for each pair of places in the rest, in order, of one slice for
    /// each stone given up.
    #[inline(always)]
    pub(super) fn transforms(&self, set: usize) -> std::slice::ChunksExact<'_, u32> {
        let pairs = self.rest * (self.rest - 1) / 2;
        let run = self.stones.max(1);
        let all = pairs * self.stones;
        self.transforms[set * all..][..all].chunks_exact(run)
    }

    /// Bytes of a shape.
    pub(super) fn bytes(free: u32, stones: u32) -> u64 {
        let rest = u64::from(free - stones);
        let pairs = rest * rest.saturating_sub(1) / 2;
        4 * subsets::binomial(free, stones) * (1 + rest + pairs * u64::from(stones))
    }
}

/// The bits of a set, one by one, lowest first.
pub(super) fn ones(mut set: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let lowest = set & set.wrapping_neg();
        set ^= lowest;
        (lowest != 0).then_some(lowest)
    })
}

/// The pairs of bits of a set.
pub(super) fn pairs(set: u64) -> impl Iterator<Item = u64> {
    ones(set).flat_map(move |first| ones(set & !(first | (first - 1))).map(move |second| first | second))
}
