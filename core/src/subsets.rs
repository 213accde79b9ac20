//! The combinatorial number system: a perfect numbering of the k-element subsets of n things.
//!
//! D. E. Knuth, *The Art of Computer Programming*, volume 4A, section 7.2.1.3, "the combinatorial
//! number system of degree k": the set
//! `{c₁ < c₂ < … < cₖ}` has the number `C(c₁, 1) + C(c₂, 2) + … + C(cₖ, k)`.

/// C(n, k) for n, k ≤ 64; 0 for k > n. Entries that do not fit 64 bits do not occur: C(64, 32) < 2⁶¹.
static BINOMIALS: [[u64; 65]; 65] = {
    let mut table = [[0_u64; 65]; 65];
    let mut n = 0;
    while n <= 64 {
        table[n][0] = 1;
        let mut k = 1;
        while k <= n {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
};

/// The number of k-element subsets of n things; 0 if k > n.
///
/// # Panics
/// If n or k is above 64.
#[inline]
pub fn binomial(n: u32, k: u32) -> u64 {
    BINOMIALS[n as usize][k as usize]
}

/// The number of the set `bits` among the sets of as many elements, in order of their value as numbers.
/// One table look-up an element.
#[inline]
pub fn rank(mut bits: u64) -> u64 {
    let mut number = 0;
    let mut k = 1;
    while bits != 0 {
        number += BINOMIALS[bits.trailing_zeros() as usize][k];
        bits &= bits - 1;
        k += 1;
    }
    number
}

/// The set of `size` elements below `universe` with this number: the inverse of [`rank`].
/// O(universe) look-ups.
///
/// # Panics
/// If `number` is not below C(universe, size), or `universe` is above 64.
pub fn unrank(mut number: u64, universe: u32, size: u32) -> u64 {
    assert!(number < binomial(universe, size), "no such subset");
    let mut bits = 0;
    let mut k = size;
    for c in (0..universe).rev() {
        let below = binomial(c, k);
        if k > 0 && number >= below {
            number -= below;
            bits |= 1 << c;
            k -= 1;
        }
    }
    bits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_dense_and_in_order() {
        for n in 0..=12 {
            for k in 0..=n {
                let sets: Vec<u64> = (0..binomial(n, k)).map(|i| unrank(i, n, k)).collect();
                assert!(sets.is_sorted_by(|a, b| a < b));
                for (i, &set) in sets.iter().enumerate() {
                    assert_eq!(set.count_ones(), k);
                    assert!(set < 1 << n);
                    assert_eq!(rank(set), i as u64);
                }
            }
        }
        assert_eq!(rank(unrank(binomial(64, 32) - 1, 64, 32)), binomial(64, 32) - 1);
    }
}
