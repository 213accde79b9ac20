//! Material: the classes of endings, and the number of positions in each.

#![expect(
    clippy::inline_always,
    reason = "inlined into the table generator's loops, which are compiled for the processor's instruction set"
)]

use super::masks::Squares;
use nexsolve_core::{Layer, LayerId, subsets};

/// The maximum number of pieces of an ending with ranks.
pub const MOST_ENDING_PIECES: u32 = 8;

/// The squares of White's men outside of the home row.
pub(super) const ADVANCED: Squares = 0x0fff_fff0;
/// White's home row.
pub(super) const HOME: Squares = 0x0000_000f;
/// The squares of Black's men.
pub(super) const OTHER_MEN: Squares = 0xffff_fff0;

/// The pieces on the board, those of the side to move first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Material {
    /// The number of kings of the side to move.
    pub own_kings: u32,
    /// The number of men of the side to move.
    pub own_men: u32,
    /// The number of the opponent's kings.
    pub other_kings: u32,
    /// The number of the opponent's men.
    pub other_men: u32,
}

impl Material {
    /// Returns the number of pieces.
    #[inline]
    pub const fn pieces(self) -> u32 {
        self.own_kings + self.own_men + self.other_kings + self.other_men
    }

    /// Returns the material from the opponent's view.
    #[inline]
    pub const fn mirrored(self) -> Self {
        let Self { own_kings, own_men, other_kings, other_men } = self;
        Self { own_kings: other_kings, own_men: other_men, other_kings: own_kings, other_men: own_men }
    }

    /// Returns the name of the class: `KKvKm`.
    pub fn name(self) -> String {
        let side = |kings: u32, men: u32| "K".repeat(kings as usize) + &"m".repeat(men as usize);
        format!("{}v{}", side(self.own_kings, self.own_men), side(self.other_kings, self.other_men))
    }

    /// Returns the material after moves of the side to move, from the opponent's view; it assumes that
    /// captures of any pieces are possible.
    fn after(self) -> Vec<Self> {
        let Self { own_kings, own_men, other_kings, other_men } = self;
        let mut after = Vec::new();
        for crowned in 0..=own_men.min(1) {
            for kings in 0..=other_kings {
                for men in 0..=other_men {
                    let after_this = Self {
                        own_kings: own_kings + crowned,
                        own_men: own_men - crowned,
                        other_kings: kings,
                        other_men: men,
                    };
                    if kings + men > 0 {
                        after.push(after_this.mirrored());
                    }
                }
            }
        }
        after
    }
}

/// A class of endings and the sizes of its parts.
///
/// Let the side to move have a men, j of them in its home row, and the opponent b men. Then there are C(4, j)
/// · C(24, a − j) · C(28 − (a − j), b) ways to place the men: the opponent's may be anywhere except in that
/// row. Kings may be on any free square.
#[derive(Clone, Debug)]
pub(super) struct Class {
    pub(super) material: Material,
    /// The number of the first way to place the men, by j.
    pub(super) first: [u64; 5],
    /// C(24, a − j), by j.
    pub(super) advanced: [u64; 5],
    /// C(28 − (a − j), b), by j.
    pub(super) other_men: [u64; 5],
    /// The number of ways to place the men.
    pub(super) men_sets: u64,
    /// The number of ways to place the opponent's kings, once the men are placed.
    pub(super) other_kings: u64,
    /// The number of ways to place the kings of the side to move, once all others are placed.
    pub(super) own_kings: u64,
    /// The class of the same pieces with the other side to move.
    pub(super) mirror: LayerId,
}

impl Class {
    fn new(material: Material) -> Self {
        let Material { own_kings, own_men, other_kings, other_men } = material;
        let (mut first, mut advanced, mut others) = ([0; 5], [0; 5], [0; 5]);
        let mut sum = 0;
        for j in 0..5 {
            first[j as usize] = sum;
            if j > own_men {
                continue;
            }
            let (a, b) =
                (subsets::binomial(24, own_men - j), subsets::binomial(28 - (own_men - j), other_men));
            (advanced[j as usize], others[j as usize]) = (a, b);
            sum += subsets::binomial(4, j) * a * b;
        }
        let free = 32 - own_men - other_men;
        Self {
            material,
            first,
            advanced,
            other_men: others,
            men_sets: sum,
            other_kings: subsets::binomial(free, other_kings),
            own_kings: subsets::binomial(free - other_kings, own_kings),
            mirror: LayerId::new(0),
        }
    }

    /// Returns how many men of the side to move are in its home row in the way to place the men with this
    /// number.
    #[inline(always)]
    pub(super) fn home_men(&self, men: u64) -> usize {
        (0..5).rev().find(|&j| self.other_men[j] > 0 && self.first[j] <= men).expect("a way to put the men")
    }

    /// Returns the number of positions with White to move.
    #[inline]
    pub(super) fn len(&self) -> u64 {
        self.men_sets * self.other_kings * self.own_kings
    }
}

/// The classes of all endings up to a number of pieces: those with more pieces first, then those with more
/// men. The two sides of a class are adjacent.
#[derive(Clone, Debug)]
pub(super) struct Classes {
    pub(super) list: Vec<Class>,
    pub(super) layers: Vec<Layer>,
    pub(super) pieces: u32,
    /// The most pieces of the side that has fewer.
    pub(super) fewer: u32,
    /// The class, indexed by the four numbers of pieces in base [`MOST_ENDING_PIECES`] + 1.
    index: Vec<u16>,
}

impl Classes {
    /// Creates the classes of endings with up to `pieces` pieces, at most `fewer` of them on some side.
    ///
    /// # Panics
    /// If `pieces` is not from 2 to [`MOST_ENDING_PIECES`], or `fewer` is 0.
    pub(super) fn new(pieces: u32, fewer: u32) -> Self {
        assert!((2..=MOST_ENDING_PIECES).contains(&pieces), "2 to {MOST_ENDING_PIECES} pieces");
        assert!(fewer > 0, "both sides have pieces");
        let mut all = Vec::new();
        for sum in (2..=pieces).rev() {
            for men in (0..=sum).rev() {
                let mut same: Vec<Material> = Vec::new();
                for own in (1..sum).filter(|&own| own.min(sum - own) <= fewer) {
                    for own_men in 0..=own.min(men) {
                        let (other, other_men) = (sum - own, men - own_men);
                        if other_men <= other {
                            let (own_kings, other_kings) = (own - own_men, other - other_men);
                            same.push(Material { own_kings, own_men, other_kings, other_men });
                        }
                    }
                }
                // The side with more pieces, then with more kings, comes first, followed by its mirror image.
                let strength = |of: Material| (of.own_kings + of.own_men, of.own_kings);
                same.retain(|&of| strength(of) >= strength(of.mirrored()));
                same.sort_by_key(|&of| std::cmp::Reverse(strength(of)));
                for of in same {
                    all.push(of);
                    if of != of.mirrored() {
                        all.push(of.mirrored());
                    }
                }
            }
        }
        let mut index = vec![u16::MAX; (MOST_ENDING_PIECES as usize + 1).pow(4)];
        for (at, &of) in all.iter().enumerate() {
            index[Self::slot(of)] = u16::try_from(at).expect("a few hundred classes");
        }
        let mut this = Self { list: Vec::new(), layers: Vec::new(), pieces, fewer, index };
        for of in all {
            let mut class = Class::new(of);
            class.mirror = this.find(of.mirrored());
            let mut successors: Vec<LayerId> = of.after().into_iter().map(|after| this.find(after)).collect();
            successors.sort_unstable();
            successors.dedup();
            this.layers.push(Layer { name: of.name(), len: class.len(), successors, stake: 0 });
            this.list.push(class);
        }
        this
    }

    #[inline(always)]
    fn slot(of: Material) -> usize {
        const BASE: u32 = MOST_ENDING_PIECES + 1;
        (((of.own_kings * BASE + of.own_men) * BASE + of.other_kings) * BASE + of.other_men) as usize
    }

    /// Returns the layer of the positions with this material.
    #[inline(always)]
    pub(super) fn find(&self, of: Material) -> LayerId {
        LayerId::new(self.index[Self::slot(of)].into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_cover_all_placements() {
        // Placements with both sides present, as published; each has either side to move.
        let published = [(2, 3_488), (3, 196_032), (4, 6_209_316), (5, 139_450_808), (6, 2_426_085_676)];
        let classes = Classes::new(6, 6);
        for (pieces, placements) in published {
            let of = |class: &&Class| class.material.pieces() == pieces;
            let sum: u64 = classes.list.iter().filter(of).map(Class::len).sum();
            assert_eq!(sum, placements, "{pieces} pieces");
        }
    }

    #[test]
    fn layers_are_in_generation_order() {
        for pieces in 2..=MOST_ENDING_PIECES {
            let classes = Classes::new(pieces, pieces);
            for (at, layer) in Layer::with_ids(&classes.layers) {
                let mirror = classes.list[at.index()].mirror;
                let apart = mirror.index().abs_diff(at.index());
                assert!(apart <= 1 && layer.successors.contains(&mirror), "{}", layer.name);
                assert!(layer.successors.iter().all(|&next| next > at || next == mirror), "{}", layer.name);
            }
        }
        let names: Vec<_> = Classes::new(2, 1).layers.into_iter().map(|layer| layer.name).collect();
        assert_eq!(names, ["mvm", "Kvm", "mvK", "KvK"]);
    }
}
