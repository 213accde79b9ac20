//! The combinatorial number system: a gapless numbering of the k-element subsets of n things.
//!
//! D. E. Knuth, *The Art of Computer Programming*, volume 4A, section 7.2.1.3, "the combinatorial number
//! system of degree k": the set `{c₁ < c₂ < … < cₖ}` has the number `C(c₁, 1) + C(c₂, 2) + … + C(cₖ, k)`.

/// A number for each n and k up to 64.
pub(crate) type Table = [[u64; 65]; 65];

/// C(n, k) for n, k ≤ 64; 0 for k > n. Every entry fits 64 bits: C(64, 32) < 2⁶¹.
#[cfg(not(feature = "small"))]
static BINOMIALS: Table = binomials();
/// The same, computed on first use.
#[cfg(feature = "small")]
static BINOMIALS: std::sync::LazyLock<Table> = std::sync::LazyLock::new(binomials);

#[expect(clippy::large_stack_arrays, reason = "for the compiler, or once")]
pub(crate) const fn binomials() -> Table {
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
}

/// Returns the number of k-element subsets of n things; 0 if k > n.
///
/// # Panics
/// If n or k is above 64.
#[inline]
pub fn binomial(n: u32, k: u32) -> u64 {
    BINOMIALS[n as usize][k as usize]
}

/// Returns the number of the set `bits` among the sets of the same size, ordered as integers.
///
/// A set below 2²⁵ takes three look-ups in tables of 45 KiB together (10 KiB for a board of 16 cells); any
/// other set, and with the feature `small` every set, takes one look-up per element.
///
/// ```
/// use nexsolve_core::subsets::{binomial, next, rank, unrank};
/// // The 3-element subsets of 6 things have the numbers 0 to 19.
/// let mut set = 0b000_111;
/// for number in 0..binomial(6, 3) {
///     assert_eq!(rank(set), number);
///     assert_eq!(unrank(number, 6, 3), set);
///     set = next(set);
/// }
/// ```
#[inline]
pub fn rank(bits: u64) -> u64 {
    #[cfg(not(feature = "small"))]
    if bits < 1 << 25 {
        return parts::rank(bits as u32);
    }
    rank_by_elements(bits)
}

/// Computes the number by its definition.
#[inline]
fn rank_by_elements(mut bits: u64) -> u64 {
    let mut number = 0;
    let mut k = 1;
    while bits != 0 {
        number += BINOMIALS[bits.trailing_zeros() as usize][k];
        bits &= bits - 1;
        k += 1;
    }
    number
}

/// Numbers by look-ups for whole parts of a set.
#[cfg(not(feature = "small"))]
mod parts {
    use super::binomials;

    /// The first bit of the element count in the tables of parts; the bits below hold the number, as
    /// C(25, 12) < 2²³.
    const COUNT: u32 = 24;

    /// The table for one part of a set: what the part's elements add to the number, and above bit `COUNT` how
    /// many elements there are so far. The part begins at element `FROM` and has `SIZE` values; the parts
    /// before it contain at most `BELOW` − 1 elements.
    const fn parts<const FROM: usize, const SIZE: usize, const BELOW: usize>() -> [[u32; SIZE]; BELOW] {
        let binomials = binomials();
        let mut table = [[0; SIZE]; BELOW];
        let mut below = 0;
        while below < BELOW {
            let mut part = 1;
            while part < SIZE {
                // Split the part into its greatest element and the others.
                let last = part.ilog2() as usize;
                let others = table[below][part ^ (1 << last)];
                let k = below + (others >> COUNT) as usize + 1;
                table[below][part] = others + (1 << COUNT) + binomials[FROM + last][k] as u32;
                part += 1;
            }
            below += 1;
        }
        table
    }

    static LOW: [[u32; 256]; 1] = parts::<0, 256, 1>();
    static MIDDLE: [[u32; 256]; 9] = parts::<8, 256, 9>();
    static HIGH: [[u32; 512]; 17] = parts::<16, 512, 17>();

    #[inline]
    pub(super) fn rank(bits: u32) -> u64 {
        let low = LOW[0][(bits & 0xff) as usize];
        let middle = low + MIDDLE[(low >> COUNT) as usize][(bits >> 8 & 0xff) as usize];
        let high = middle + HIGH[(middle >> COUNT) as usize][(bits >> 16) as usize];
        u64::from(high & ((1 << COUNT) - 1))
    }
}

/// Returns the set of `size` elements below `universe` with this number: the inverse of [`rank`]. It takes
/// O(universe) look-ups.
///
/// # Panics
/// If `number` is not below C(universe, size), or `universe` is above 64.
#[inline]
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

/// Returns the next set of the same size. After the last set of a universe comes one that reaches beyond it;
/// the result after the last set of 64 things is unspecified.
///
/// R. W. Gosper's step: *The Art of Computer Programming*, volume 4A, section 7.1.3, exercise 21.
#[inline]
pub const fn next(bits: u64) -> u64 {
    if bits == 0 {
        return 0;
    }
    let lowest = bits & bits.wrapping_neg();
    let raised = bits.wrapping_add(lowest);
    // Move the elements below the raised one to the low end, one fewer than before.
    raised | ((raised ^ bits) >> 2 >> lowest.trailing_zeros())
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
                assert!(sets.windows(2).all(|pair| next(pair[0]) == pair[1]));
                for (i, &set) in sets.iter().enumerate() {
                    assert_eq!(set.count_ones(), k);
                    assert!(set < 1 << n);
                    assert_eq!(rank(set), i as u64);
                }
            }
        }
        assert_eq!(rank(unrank(binomial(64, 32) - 1, 64, 32)), binomial(64, 32) - 1);
    }

    #[test]
    fn look_ups_by_parts_agree_with_those_by_elements() {
        for bits in (0..1 << 25).step_by(if cfg!(debug_assertions) { 3 } else { 1 }) {
            assert_eq!(rank(bits), rank_by_elements(bits), "{bits:b}");
        }
        for bits in [(1 << 25) - 1, 1 << 25, (1 << 25) + 1] {
            assert_eq!(rank(bits), rank_by_elements(bits), "{bits:b}");
        }
    }
}
