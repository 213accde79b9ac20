//! The layers of a board.
//!
//! The layers are the pairs of ply p (coloured stones on the board) and number of neutral stones n. A
//! generate move adds one coloured and one neutral stone; a transform move adds one coloured stone and uses
//! one neutral one. So g generate and t transform moves give p = g + t and n = g − t. On a board of c cells,
//! the pairs that play can reach are therefore
//!
//! - p = n = 0, the start, and
//! - 1 ≤ n ≤ p with n ≡ p (mod 2) and p + n = 2g ≤ c. It is impossible to have no neutral stone at p > 0: the
//!   first move is a generate move, and a transform move needs two neutral stones and leaves one. A transform
//!   move also needs a stone of the mover, which excludes nothing more, because two neutral stones exist only
//!   from ply 2 on, when both sides have a stone.
//!
//! Final moves add the pairs with p + n = c and n ≤ 1, p > 0: the board is full, with at most one neutral
//! stone. Two of them are pairs of that game alone, or one if c is even or 1.
//!
//! With the swap rule, the layer after the start has the positions in which a swap may follow. A copy of it,
//! with an `x` after its name, has those in which the swap has been made, if the board has space for a second
//! move.

use nexsolve_core::{Layer, LayerId, folded, subsets};
use nexsolve_rhombus::CellSet;

/// The layer of the positions after the first move; with the swap rule, of those in which a swap may follow.
pub(super) const FIRST_MOVE: LayerId = LayerId::new(1);

/// The layer of the positions after a swap, if there is one.
pub(super) const SWAPPED: LayerId = LayerId::new(2);

/// The layers of a board; none if 64 bits cannot number them.
#[derive(Clone, Debug, Default)]
pub(super) struct Ranking {
    pub(super) layers: Vec<Layer>,
    /// For each layer, its ply and number of neutral stones.
    pairs: Vec<(u32, u32)>,
    /// For each layer, its sizes.
    pub(super) sizes: Vec<Sizes>,
    /// For each ply, the index of its first layer, after a swap at ply 1.
    pub(super) firsts: Vec<usize>,
}

/// The numbers of stones of each kind in the positions of a layer.
#[derive(Clone, Copy)]
pub(super) struct Stones {
    pub(super) mover: u32,
    pub(super) opponent: u32,
    pub(super) neutral: u32,
}

impl Stones {
    pub(super) fn at(ply: u32, neutral: u32) -> Self {
        Self { mover: ply / 2, opponent: ply.div_ceil(2), neutral }
    }

    /// Returns the number of ways to place the opponent's stones on `cells` cells, once the mover's are
    /// placed.
    pub(super) fn opponents(self, cells: u32) -> u64 {
        subsets::binomial(cells - self.mover, self.opponent)
    }

    /// Returns the number of ways to place the neutral stones on `cells` cells, once the coloured ones are
    /// placed.
    pub(super) fn neutrals(self, cells: u32) -> u64 {
        subsets::binomial(cells - self.mover - self.opponent, self.neutral)
    }

    /// Returns the number of ranks of a layer; `None` if it does not fit 64 bits.
    fn count(self, cells: u32) -> Option<u64> {
        let row = self.opponents(cells).checked_mul(self.neutrals(cells))?;
        folded::count(cells, self.mover).checked_mul(row)
    }
}

/// How many ranks share a part of the position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sizes {
    /// The ranks with the same mover's set.
    pub(super) row: u64,
    /// The ranks with the same coloured stones.
    pub(super) neutrals: u64,
}

/// Returns whether play without final moves can reach this number of neutral stones at this ply.
pub(super) fn is_layer(cells: u32, ply: u32, neutral: u32) -> bool {
    let in_range = if ply == 0 { neutral == 0 } else { (1..=ply).contains(&neutral) };
    in_range && (ply + neutral).is_multiple_of(2) && ply + neutral <= cells
}

/// Returns whether play can reach this number of neutral stones at this ply by a final move.
pub(super) fn is_final_layer(cells: u32, ply: u32, neutral: u32) -> bool {
    ply > 0 && neutral <= 1 && ply + neutral == cells && !is_layer(cells, ply, neutral)
}

pub(super) fn index(number: u32) -> usize {
    usize::try_from(number).expect("at most 64")
}

impl Ranking {
    /// Creates the layers of a board with this many cells.
    pub(super) fn new(cells: u32, has_final_moves: bool, has_swap: bool) -> Self {
        if cells > u64::CAPACITY {
            return Self::default();
        }
        Self::checked(cells, has_final_moves, has_swap).unwrap_or_default()
    }

    fn checked(cells: u32, has_final_moves: bool, has_swap: bool) -> Option<Self> {
        let mut pairs = Vec::new();
        let mut firsts = Vec::new();
        let is_pair = |ply, n| is_layer(cells, ply, n) || (has_final_moves && is_final_layer(cells, ply, n));
        for ply in 0..cells.max(1) + u32::from(has_final_moves) {
            firsts.push(pairs.len());
            pairs.extend((0..=ply).filter(|&n| is_pair(ply, n)).map(|n| (ply, n)));
        }
        let has_swapped = has_swap && pairs.len() > SWAPPED.index();
        if has_swapped {
            pairs.insert(SWAPPED.index(), pairs[FIRST_MOVE.index()]);
            firsts[1..].iter_mut().for_each(|first| *first += 1);
        }
        let successors = |(ply, neutral): (u32, u32)| {
            let after = |n: u32| pairs.iter().position(|&pair| pair == (ply + 1, n)).map(LayerId::new);
            let fewer = neutral.checked_sub(1).and_then(after);
            fewer.into_iter().chain(after(neutral)).chain(after(neutral + 1)).collect()
        };
        let layer = |&(ply, neutral): &(u32, u32)| {
            Some(Layer {
                name: format!("p{ply:02}n{neutral}"),
                len: Stones::at(ply, neutral).count(cells)?,
                successors: successors((ply, neutral)),
                stake: 0,
            })
        };
        let mut layers = pairs.iter().map(layer).collect::<Option<Vec<_>>>()?;
        if has_swapped {
            layers[FIRST_MOVE.index()].successors.insert(0, SWAPPED);
            layers[SWAPPED.index()].name.push('x');
        }
        let sizes = |&(ply, neutral): &(u32, u32)| {
            let stones = Stones::at(ply, neutral);
            let neutrals = stones.neutrals(cells);
            Sizes { row: stones.opponents(cells) * neutrals, neutrals }
        };
        let sizes = pairs.iter().map(sizes).collect();
        Some(Self { layers, pairs, sizes, firsts })
    }

    /// Returns the layer with this ply and number of neutral stones, where no swap may follow. The numbers at
    /// a ply are 1, 3, … or 2, 4, ….
    pub(super) fn index(&self, ply: u32, neutral: u32) -> LayerId {
        LayerId::new(self.firsts[index(ply)] + index(neutral.saturating_sub(1) / 2))
    }

    /// Returns the ply and number of neutral stones of a layer.
    pub(super) fn pair(&self, layer: LayerId) -> (u32, u32) {
        self.pairs[layer.index()]
    }
}
