//! Seeded random numbers.

/// `SplitMix64` (Steele, Lea, Flood 2014): a small generator. The same seed gives the same games and samples.
///
/// ```
/// use nexsolve_core::SplitMix;
/// let roll = |seed| { let mut random = SplitMix(seed); [(); 5].map(|()| random.below(6)) };
/// assert_eq!(roll(1), roll(1));
/// assert!(roll(1).iter().all(|&number| number < 6));
/// ```
#[derive(Clone, Debug)]
pub struct SplitMix(pub u64);

impl SplitMix {
    /// Returns the next 64 bits.
    #[inline]
    pub fn next_word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Returns a number below `n`. The probabilities of two numbers differ by at most one part in 2⁶⁴ / n.
    ///
    /// # Panics
    /// If `n` is 0.
    #[inline]
    pub fn below(&mut self, n: usize) -> usize {
        assert!(n > 0);
        ((u128::from(self.next_word()) * n as u128) >> 64) as usize
    }

    /// Returns an independent generator for part `number` of work with this seed, so that parts can run in
    /// any order.
    #[inline]
    pub fn part(seed: u64, number: u64) -> Self {
        let mut whole = Self(seed);
        let mut part = Self(whole.next_word() ^ number.wrapping_mul(0xd134_2543_de82_ef95));
        Self(part.next_word())
    }
}

/// One 64-bit random word from which several numbers are drawn in turn, as digits of a fraction. The product
/// of all ranges must stay well below 2⁶⁴, or the later numbers are uneven.
///
/// ```
/// use nexsolve_core::{Lot, SplitMix};
/// let mut lot = Lot::new(&mut SplitMix(7));
/// let (row, column) = (lot.below(6), lot.below(7));
/// assert!(row < 6 && column < 7);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Lot(u64);

impl Lot {
    /// Draws a new word from `random`.
    #[inline]
    pub fn new(random: &mut SplitMix) -> Self {
        Self(random.next_word())
    }

    /// Returns a number below `n`; 0 if `n` is 0.
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        let product = u128::from(self.0) * u128::from(n);
        self.0 = product as u64;
        (product >> 64) as u32
    }
}
