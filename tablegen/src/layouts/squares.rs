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

/// The numbers of sets that differ in the place of one element.
#[derive(Clone, Copy)]
pub(super) struct Others {
    /// What the other elements add, by how many of them are below the element.
    base: [u32; 8],
}

impl Others {
    /// `others` are the places of the other elements, in order.
    #[inline(always)]
    pub(super) fn new(others: &[u8]) -> Self {
        let mut base = [0; 8];
        let mut high = 0;
        for (j, &place) in others.iter().enumerate() {
            high += CHOOSE[(j + 2) & 7][usize::from(place & 31)];
        }
        let mut low = 0;
        for (j, &place) in others.iter().enumerate() {
            base[j & 7] = low + high;
            low += CHOOSE[(j + 1) & 7][usize::from(place & 31)];
            high -= CHOOSE[(j + 2) & 7][usize::from(place & 31)];
        }
        base[others.len() & 7] = low;
        Self { base }
    }

    /// The number of the set with the element at this place, above `below` of the others.
    #[inline(always)]
    pub(super) fn with(&self, below: u32, place: u32) -> u32 {
        self.base[below as usize & 7] + CHOOSE[(below as usize + 1) & 7][place as usize & 31]
    }
}

/// The places of a set, in order; returns how many there are.
#[inline(always)]
pub(super) fn places(mut set: Squares, places: &mut [u8; 8]) -> usize {
    let mut count = 0;
    while set != 0 {
        places[count & 7] = set.trailing_zeros() as u8;
        set &= set - 1;
        count += 1;
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_dense_and_in_order() {
        for size in 0..=7 {
            for (at, &set) in (0..).zip(&sets(size, 12)) {
                assert_eq!(number(set), at);
                let mut of = [0; 8];
                let count = places(set, &mut of);
                for i in 0..count {
                    let mut others = of[..count].to_vec();
                    others.remove(i);
                    assert_eq!(Others::new(&others).with(i as u32, of[i].into()), at);
                }
            }
        }
    }
}
