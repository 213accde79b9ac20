//! Chance with a seed.

/// `SplitMix64` (Steele, Lea, Flood 2014): a small generator, for play and samples that can be repeated from their seed.
#[derive(Clone, Debug)]
pub struct SplitMix(pub u64);

impl SplitMix {
    /// The next 64 bits.
    #[inline]
    pub fn next_word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `n`; none is more likely than another by more than one part in 2⁶⁴ / n.
    ///
    /// # Panics
    /// If `n` is 0.
    #[inline]
    pub fn below(&mut self, n: usize) -> usize {
        assert!(n > 0);
        ((u128::from(self.next_word()) * n as u128) >> 64) as usize
    }

    /// A generator of its own for the part `number` of a whole that has this seed: parts can be worked on in any order.
    #[inline]
    pub fn part(seed: u64, number: u64) -> Self {
        let mut whole = Self(seed);
        let mut part = Self(whole.next_word() ^ number.wrapping_mul(0xd134_2543_de82_ef95));
        Self(part.next_word())
    }
}

/// One lot from which several numbers are drawn, one after the other, as digits of a fraction: as even as the 64 bits of the lot
/// allow, so the product of all the ranges has to stay well below 2⁶⁴.
#[derive(Clone, Copy, Debug)]
pub struct Lot(u64);

impl Lot {
    /// A new lot.
    #[inline]
    pub fn new(random: &mut SplitMix) -> Self {
        Self(random.next_word())
    }

    /// A number below `n`, and 0 if `n` is.
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        let product = u128::from(self.0) * u128::from(n);
        self.0 = product as u64;
        (product >> 64) as u32
    }
}
