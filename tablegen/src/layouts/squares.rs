//! Sets of squares and their numbers.

use nexsolve_core::layouts::Squares;
use nexsolve_core::subsets;

/// C(i, k), by k and i.
pub(super) static CHOOSE: [[u32; 33]; 9] = {
    let mut table = [[0; 33]; 9];
    let mut i = 0;
    while i < 33 {
        table[0][i] = 1;
        let mut k = 1;
        while k < 9 && i > 0 {
            table[k][i] = table[k][i - 1] + table[k - 1][i - 1];
            k += 1;
        }
        i += 1;
    }
    table
};

/// C(i, k).
#[inline(always)]
pub(super) fn choose(i: u32, k: u32) -> u32 {
    CHOOSE[k as usize][i as usize]
}

/// The number of a set among the sets of its size.
#[inline(always)]
pub(super) fn number(mut set: Squares) -> u32 {
    let (mut number, mut k) = (0, 1);
    while set != 0 {
        number += CHOOSE[k & 7][(set.trailing_zeros() & 31) as usize];
        set &= set - 1;
        k += 1;
    }
    number
}

/// All sets of `size` squares among the first `places`, in the order of their numbers.
pub(super) fn sets(size: u32, places: u32) -> Vec<Squares> {
    let mut set = (1_u64 << size) - 1;
    (0..choose(places, size))
        .map(|_| {
            let this = set as Squares;
            set = subsets::next(set);
            this
        })
        .collect()
}

/// A set, and the numbers of the sets that differ from it in the place of one element.
#[derive(Clone, Copy)]
pub(super) struct Numbers {
    set: Squares,
    /// The places of the elements, in order.
    at: [u8; 8],
    number: u32,
    /// What each element adds to the number.
    adds: [u32; 8],
    /// By j, how much less the elements before j add with one element fewer below each of them, and how much
    /// more with one more.
    fewer: [u32; 8],
    more: [u32; 8],
}

impl Numbers {
    /// The numbers of sets around this one, of at most seven elements.
    #[inline(always)]
    pub(super) fn new(set: Squares) -> Self {
        let mut new = Self { set, at: [32; 8], number: 0, adds: [0; 8], fewer: [0; 8], more: [0; 8] };
        let (mut rest, mut j) = (set, 0_usize);
        while rest != 0 {
            let place = rest.trailing_zeros() as usize & 31;
            rest &= rest - 1;
            let [below, this, above] = [j, j + 1, j + 2].map(|k| CHOOSE[k & 7][place]);
            new.at[j & 7] = place as u8;
            new.adds[j & 7] = this;
            new.fewer[(j + 1) & 7] = new.fewer[j & 7].wrapping_add(this.wrapping_sub(below));
            new.more[(j + 1) & 7] = new.more[j & 7].wrapping_add(above.wrapping_sub(this));
            new.number += this;
            j += 1;
        }
        new
    }

    /// How many of the other elements are below the lowest place of a set.
    #[inline(always)]
    pub(super) fn below(&self, index: usize, places: Squares) -> u32 {
        let others = self.set & !(1 << (self.at[index & 7] & 31));
        (others & (places & places.wrapping_neg()).wrapping_sub(1)).count_ones()
    }

    /// The places below the next of the other elements, if `below` of them are further down.
    #[inline(always)]
    pub(super) fn up_to_next(&self, index: usize, below: u32) -> Squares {
        let next = below as usize + usize::from(below as usize >= index);
        ((1_u64 << self.at[next & 7]) - 1) as Squares
    }

    /// What the other elements add if `below` of them are below the element.
    #[inline(always)]
    pub(super) fn base(&self, index: usize, below: u32) -> u32 {
        let rest = self.number - self.adds[index & 7];
        let below = below as usize;
        if below > index {
            rest.wrapping_sub(self.fewer[(below + 1) & 7].wrapping_sub(self.fewer[(index + 1) & 7]))
        } else {
            rest.wrapping_add(self.more[index & 7].wrapping_sub(self.more[below & 7]))
        }
    }
}

/// What an element at this place adds, above `below` others.
#[inline(always)]
pub(super) fn adds(below: u32, place: u32) -> u32 {
    CHOOSE[(below as usize + 1) & 7][place as usize & 31]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_dense_and_in_order() {
        for size in 0..=7 {
            for (at, &set) in (0..).zip(&sets(size, 12)) {
                assert_eq!(number(set), at);
                let numbers = Numbers::new(set);
                for i in 0..size as usize {
                    let others = set & !(1 << numbers.at[i]);
                    for place in (0..12).filter(|place| others >> place & 1 == 0) {
                        let below = numbers.below(i, 1 << place);
                        assert_eq!(below, (others & ((1 << place) - 1)).count_ones());
                        let moved = numbers.base(i, below) + adds(below, place);
                        assert_eq!(moved, number(others | 1 << place), "{set:#x}: {i} to {place}");
                        let next = (others >> place).trailing_zeros().min(32 - place) + place;
                        assert_eq!(u64::from(numbers.up_to_next(i, below)), (1_u64 << next) - 1);
                    }
                }
            }
        }
    }
}
