//! Sweeps one opponent's set at a time: all positions with that set, from all positions that their moves lead
//! to.
//!
//! A move never changes an opponent's stone. So for one opponent's set O, all moves of all positions with O
//! lead to positions with O as the *mover's* set: one row of the next ply. For a mover's set M, the neutral
//! sets are the bits of a vector. Two operations on whole vectors make all moves at once:
//!
//! - *Generate moves.* Join the vectors of M + s over all stones s, each widened by the cell s, which is not
//!   neutral after the move. A generate move leads to the resulting neutral set x from every set x − y: the
//!   shadow. (y ≠ s holds anyway, because s is not in x.)
//! - *Transform moves.* For a pair i, j of neutral stones and a stone q given up, take the slice of the
//!   vector of M − q + i + j in which q is neutral, and widen it by i and j, which are neutral before the
//!   move. The slices are taken once for each vector, joined over q, then widened by j, joined over j, and
//!   widened by i.
//!
//! The kernel works on two sets at once, the *planes* of a vector. Let Xₖ be the positions lost in k plies or
//! fewer if k is even, and the positions not won in k plies or fewer if k is odd. Then X₀ are the positions
//! that are over. A position that is not over is in Xₖ₊₁ if no move of it leads to Xₖ (and, for even k + 1,
//! if it has a move). A pair of planes (Xₖ, Xₖ₊₁) of one ply gives the pair (Xₖ₊₁, Xₖ₊₂) of the ply before.
//! Values without distances are the same for a k after which nothing changes: the lost positions and the
//! positions not won, which change places at each ply.

use super::job::{Job, PlaneRow, Scratch};
use super::masks::LARGEST;
use super::shape::Shape;
use super::{large, small};
use nexsolve_tablegen::bits::{Bits, Level};
use nexsolve_tablegen::with_bits;

/// Sweeps one opponent's set. `source` is its row in the next ply.
pub(super) fn sweep(
    level: Level,
    shape: &Shape,
    source: PlaneRow<'_>,
    scratch: &mut Scratch,
    job: &mut impl Job,
) {
    with_bits!(level, |cpu| by_size(cpu, shape, source, scratch, job));
}

#[inline(always)]
fn by_size<B: Bits>(cpu: B, shape: &Shape, source: PlaneRow<'_>, scratch: &mut Scratch, job: &mut impl Job) {
    if shape.rest <= LARGEST {
        return small::sweep(cpu, shape, source, scratch, job);
    }
    match shape.rest {
        8 => small::sweep_eight(cpu, shape, source, scratch, job),
        9 => large::sweep::<_, 1>(cpu, shape, source, scratch, job),
        10 => large::sweep::<_, 2>(cpu, shape, source, scratch, job),
        11 => large::sweep::<_, 4>(cpu, shape, source, scratch, job),
        12 => large::sweep::<_, 8>(cpu, shape, source, scratch, job),
        13 => large::sweep::<_, 16>(cpu, shape, source, scratch, job),
        _ => large::sweep::<_, 32>(cpu, shape, source, scratch, job),
    }
}

#[cfg(test)]
mod tests {
    use super::super::vectors::len;
    use super::*;

    /// Numbers that look random.
    struct Random(u64);

    impl Random {
        fn word(&mut self) -> u64 {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            self.0 ^ self.0 >> 29
        }
    }

    /// The planes of each set; every third set is not wanted.
    #[derive(Default)]
    struct Collect {
        planes: Vec<(usize, Vec<u64>)>,
        set: usize,
    }

    impl Job for Collect {
        fn wanted(&mut self, set: usize) -> bool {
            self.set = set;
            set % 3 != 1
        }
        fn small(&mut self, planes: [u64; 2]) {
            self.planes.push((self.set, planes.to_vec()));
        }
        fn large(&mut self, planes: &mut [u64]) {
            self.planes.push((self.set, planes.to_vec()));
        }
    }

    /// Whether a set of neutral cells is in a plane of the next ply.
    struct Next<'a> {
        bytes: &'a [u8],
        rest: usize,
        free: u32,
    }

    const PAIRS: usize = 2;
    const PAIR: usize = 1;

    impl Next<'_> {
        fn has(&self, plane: usize, own: u32, neutral: u32) -> bool {
            let left = !own & ((1 << self.free) - 1);
            let index = nexsolve_core::pext(u64::from(neutral), u64::from(left)) as usize >> 1;
            let len = len(self.rest - 1);
            let pair = (2 * len / 8).max(1);
            let cell = nexsolve_core::subsets::rank(u64::from(own)) as usize * PAIRS + PAIR;
            let bit = plane * len + index;
            self.bytes[cell * pair + bit / 8] >> (bit % 8) & 1 == 1
        }

        /// Returns whether there is a move, and for each plane whether a move leads to it.
        fn moves(&self, own: u32, neutral: u32) -> (bool, [bool; 2]) {
            let empty = (0..self.free).map(|cell| 1 << cell).filter(|cell| cell & (own | neutral) == 0);
            let empty: Vec<u32> = empty.collect();
            let bits = |set: u32| (0..self.free).map(|cell| 1 << cell).filter(move |cell| cell & set != 0);
            let mut after = Vec::new();
            for &stone in &empty {
                for &put in empty.iter().filter(|&&put| put != stone) {
                    after.push((own | stone, neutral | put));
                }
            }
            for first in bits(neutral) {
                for second in bits(neutral).filter(|&second| second > first) {
                    for given in bits(own) {
                        let gained = first | second;
                        after.push(((own | gained) & !given, (neutral | given) & !gained));
                    }
                }
            }
            let leads =
                |plane| after.iter().any(|&(own, neutral): &(u32, u32)| self.has(plane, own, neutral));
            (!after.is_empty(), [leads(0), leads(1)])
        }
    }

    /// Compares every size of rest, with every kind of instructions, with single moves.
    #[test]
    fn a_sweep_looks_at_every_move_and_no_other() {
        let mut random = Random(1);
        for rest in 1_u32..=15 {
            for stones in 0..=if rest < 12 { 3 } else { 2 } {
                for parity in 0..2 {
                    let free = rest + stones;
                    let shape = Shape::new(free, stones, parity);
                    let pair = (2 * len(shape.rest - 1)).div_ceil(8);
                    // Few enough ones that not every set has a move to one.
                    let words = (0..(shape.next_sets * PAIRS * pair).div_ceil(8))
                        .map(|_| (0..5).fold(u64::MAX, |word, _| word & random.word()));
                    let words: Vec<u64> = words.collect();
                    let bytes = bytemuck::cast_slice(&words);
                    let next = Next { bytes, rest: shape.rest, free };
                    for level in Level::available() {
                        let mut job = Collect::default();
                        let mut scratch = Scratch::default();
                        let row = PlaneRow { bytes, pairs: PAIRS, pair: PAIR };
                        sweep(level, &shape, row, &mut scratch, &mut job);
                        let wanted = (0..shape.sets.len()).filter(|set| set % 3 != 1);
                        assert!(wanted.eq(job.planes.iter().map(|&(set, _)| set)));
                        for (set, planes) in &job.planes {
                            let own = shape.sets[*set];
                            let left = !own & ((1 << free) - 1);
                            for _ in 0..(1 << (rest - 1)).min(40) {
                                let index = random.word() as usize % len(shape.rest);
                                let lowest = (index.count_ones() ^ parity) & 1;
                                let inside = (index as u64) << 1 | u64::from(lowest);
                                if inside >> rest != 0 {
                                    continue;
                                }
                                let neutral = nexsolve_core::pdep(inside, u64::from(left)) as u32;
                                let (any, leads) = next.moves(own, neutral);
                                if !any && rest > 7 {
                                    continue;
                                }
                                let half = planes.len() / 2;
                                for plane in 0..2 {
                                    let found = planes[plane * half + index / 64] >> (index % 64) & 1 == 1;
                                    let lost = plane as u32 == parity;
                                    let expected = !leads[plane] && (any || !lost);
                                    assert_eq!(
                                        found, expected,
                                        "{level:?}: rest {rest}, stones {stones}, parity {parity}, set {own:b}, neutral \
                                         {neutral:b}, plane {plane}"
                                    );
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}
