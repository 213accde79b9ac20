//! Words of bits, one bit for each way to rank the pieces of a layout.
//!
//! Bit m of a word stands for the ranks in which the pieces of m are kings: bit i of m is *index bit* i, and
//! stands for one piece. A *pair* is two such words side by side, the won positions and the lost ones, so one
//! operation serves both.

/// In each lane, the bits whose index bit i is 1, for i below 6.
const KINGS: [u64; 6] = [
    0xaaaa_aaaa_aaaa_aaaa,
    0xcccc_cccc_cccc_cccc,
    0xf0f0_f0f0_f0f0_f0f0,
    0xff00_ff00_ff00_ff00,
    0xffff_0000_ffff_0000,
    0xffff_ffff_0000_0000,
];

/// One or more words as lanes of 64 bits. Index bits from 6 on select the lane.
pub(super) trait Lanes: Copy + bytemuck::Pod + Send + Sync + PartialEq + Default {
    const NONE: Self;

    fn map(self, of: impl FnMut(u64) -> u64) -> Self;
    fn with(self, other: Self, of: impl Fn(u64, u64) -> u64) -> Self;
    fn lane(self, at: usize) -> u64;
    fn set_lane(&mut self, at: usize, lane: u64);

    /// The bits whose index bit `i` is 1.
    fn kings(i: u32) -> Self;

    /// Exchanges index bits `i` and `j`, `i` < `j`.
    fn exchanged(self, i: u32, j: u32) -> Self;

    /// Moves the bits with index bit `i` = 1 to the places where it is 0.
    fn lowered(self, i: u32) -> Self;

    #[inline(always)]
    fn is_none(self) -> bool {
        self == Self::NONE
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        self.with(other, |a, b| a & b)
    }
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        self.with(other, |a, b| a | b)
    }
    #[inline(always)]
    fn without(self, other: Self) -> Self {
        self.with(other, |a, b| a & !b)
    }

    /// Moves index bit `from` to place `to`; those between close up.
    #[inline(always)]
    fn moved(self, from: u32, to: u32) -> Self {
        let (mut word, mut at) = (self, from);
        while at > to {
            at -= 1;
            word = word.exchanged(at, at + 1);
        }
        while at < to {
            word = word.exchanged(at, at + 1);
            at += 1;
        }
        word
    }

    /// Reverses the order of `count` index bits.
    #[inline(always)]
    fn reversed(self, count: u32) -> Self {
        let mut word = self;
        for i in 0..count / 2 {
            word = word.exchanged(i, count - 1 - i);
        }
        word
    }

    /// Those of kings, also in the places of men: index bit `i` no longer matters.
    #[inline(always)]
    fn of_kings_for_both(self, i: u32) -> Self {
        let kings = self.and(Self::kings(i));
        kings.or(kings.lowered(i))
    }
}

impl<const L: usize> Lanes for [u64; L]
where
    Self: bytemuck::Pod + Default,
{
    const NONE: Self = [0; L];

    #[inline(always)]
    fn map(self, mut of: impl FnMut(u64) -> u64) -> Self {
        std::array::from_fn(|at| of(self[at]))
    }
    #[inline(always)]
    fn with(self, other: Self, of: impl Fn(u64, u64) -> u64) -> Self {
        std::array::from_fn(|at| of(self[at], other[at]))
    }
    #[inline(always)]
    fn lane(self, at: usize) -> u64 {
        self[at]
    }
    #[inline(always)]
    fn set_lane(&mut self, at: usize, lane: u64) {
        self[at] = lane;
    }
    #[inline(always)]
    fn kings(i: u32) -> Self {
        if i < 6 {
            [KINGS[i as usize]; L]
        } else {
            std::array::from_fn(|at| if at >> (i - 6) & 1 == 1 { u64::MAX } else { 0 })
        }
    }
    #[inline(always)]
    fn exchanged(self, i: u32, j: u32) -> Self {
        if j < 6 {
            let by = (1 << j) - (1 << i);
            let mask = KINGS[i as usize & 7] & !KINGS[j as usize & 7];
            return self.map(|lane| {
                let changed = (lane >> by ^ lane) & mask;
                lane ^ changed ^ changed << by
            });
        }
        let high = 1 << (j - 6);
        if i < 6 {
            // Between two lanes: the bits of kings of the lower one, and those of men of the upper one.
            let (mask, by) = (!KINGS[i as usize], 1_u32 << i);
            return std::array::from_fn(|at| {
                if at & high == 0 {
                    let above = self[(at | high) & (L - 1)];
                    self[at] & mask | (above & mask) << by
                } else {
                    let below = self[at ^ high];
                    self[at] & !mask | below >> by & mask
                }
            });
        }
        let low = 1 << (i - 6);
        std::array::from_fn(|at| {
            let differ = (at & low == 0) != (at & high == 0);
            self[if differ { (at ^ low ^ high) & (L - 1) } else { at }]
        })
    }
    #[inline(always)]
    fn lowered(self, i: u32) -> Self {
        if i < 6 {
            return self.map(|lane| (lane & KINGS[i as usize]) >> (1_u32 << i));
        }
        let high = 1 << (i - 6);
        std::array::from_fn(|at| if at & high == 0 { self[(at | high) & (L - 1)] } else { 0 })
    }
}

/// The words of layouts with some number of pieces.
pub(super) trait Width: Sync + 'static {
    /// One word.
    type Word: Lanes;
    /// The words of the won and the lost positions.
    type Pair: Lanes;

    fn pair(won: Self::Word, lost: Self::Word) -> Self::Pair;
    fn won(pair: Self::Pair) -> Self::Word;
    fn lost(pair: Self::Pair) -> Self::Word;
}

/// Up to five pieces: a pair takes one lane, and a word half of it.
pub(super) struct Half;

impl Width for Half {
    type Word = [u64; 1];
    type Pair = [u64; 1];

    #[inline(always)]
    fn pair(won: [u64; 1], lost: [u64; 1]) -> [u64; 1] {
        [won[0] | lost[0] << 32]
    }
    #[inline(always)]
    fn won(pair: [u64; 1]) -> [u64; 1] {
        [pair[0] & 0xffff_ffff]
    }
    #[inline(always)]
    fn lost(pair: [u64; 1]) -> [u64; 1] {
        [pair[0] >> 32]
    }
}

/// A word takes whole lanes.
macro_rules! whole {
    ($name:ident, $pieces:literal, $word:literal, $pair:literal) => {
        #[doc = concat!($pieces, " pieces.")]
        pub(super) struct $name;

        impl Width for $name {
            type Word = [u64; $word];
            type Pair = [u64; $pair];

            #[inline(always)]
            fn pair(won: Self::Word, lost: Self::Word) -> Self::Pair {
                std::array::from_fn(|at| if at < $word { won[at] } else { lost[at - $word] })
            }
            #[inline(always)]
            fn won(pair: Self::Pair) -> Self::Word {
                std::array::from_fn(|at| pair[at])
            }
            #[inline(always)]
            fn lost(pair: Self::Pair) -> Self::Word {
                std::array::from_fn(|at| pair[at + $word])
            }
        }
    };
}
whole!(Six, "Six", 1, 2);
whole!(Seven, "Seven", 2, 4);
whole!(Eight, "Eight", 4, 8);

/// All bits of a word for `pieces` pieces.
#[inline(always)]
pub(super) fn all<W: Lanes>(pieces: u32) -> W {
    let lane = if pieces < 6 { (1 << (1_u32 << pieces)) - 1 } else { u64::MAX };
    W::NONE.map(|_| lane)
}

/// Adds an index bit at place `i` that does not matter, to a word with `count` index bits.
#[inline(always)]
pub(super) fn widened<W: Lanes>(word: W, i: u32, count: u32, pdep: impl Fn(u64, u64) -> u64) -> W {
    let spread = |half: u64, i: u32| {
        let men = pdep(half, !KINGS[i as usize]);
        men | men << (1_u32 << i)
    };
    let mut wide = W::NONE;
    if count < 6 {
        wide.set_lane(0, spread(word.lane(0), i));
        return wide;
    }
    for at in 0..2_usize << (count - 6) {
        let lane = if i < 6 {
            spread(word.lane(at / 2) >> (32 * (at % 2)) & 0xffff_ffff, i)
        } else {
            let low = (1 << (i - 6)) - 1;
            word.lane(at & low | at >> 1 & !low)
        };
        wide.set_lane(at, lane);
    }
    wide
}

#[cfg(test)]
mod tests {
    use super::*;
    use nexsolve_core::SplitMix;

    fn bit(word: impl Lanes, at: usize) -> bool {
        word.lane(at / 64) >> (at % 64) & 1 == 1
    }

    /// The word whose bit m is bit `from(m)` of another.
    fn check<W: Lanes>(what: &str, word: W, made: W, count: u32, from: impl Fn(usize) -> Option<usize>) {
        for m in 0..1 << count {
            assert_eq!(bit(made, m), from(m).is_some_and(|m| bit(word, m)), "{what}, bit {m} of {count}");
        }
    }

    fn exchange(m: usize, i: u32, j: u32) -> usize {
        let differ = (m >> i ^ m >> j) & 1;
        m ^ (differ << i) ^ (differ << j)
    }

    fn each<W: Width>(counts: std::ops::RangeInclusive<u32>) {
        let mut random = SplitMix(9);
        for count in counts {
            for _ in 0..20 {
                let word: W::Word = all::<W::Word>(count).map(|all| random.next_word() & all);
                let other: W::Word = all::<W::Word>(count).map(|all| random.next_word() & all);
                let both = W::pair(word, other);
                assert!(W::won(both) == word && W::lost(both) == other);
                for j in 0..count {
                    check("lowered", word, word.lowered(j), count, |m| {
                        (m >> j & 1 == 0).then_some(m | 1 << j)
                    });
                    check("kings", all(count), W::Word::kings(j).and(all(count)), count, |m| {
                        (m >> j & 1 == 1).then_some(m)
                    });
                    check("both", word, word.of_kings_for_both(j), count, |m| Some(m | 1 << j));
                    for i in 0..count {
                        let moved = |m: usize| {
                            let rest = (m & ((1 << j) - 1)) | m >> (j + 1) << j;
                            Some((rest & ((1 << i) - 1)) | (m >> j & 1) << i | rest >> i << (i + 1))
                        };
                        check("moved", word, word.moved(i, j), count, moved);
                        assert!(both.moved(i, j) == W::pair(word.moved(i, j), other.moved(i, j)));
                        if i < j {
                            check("exchanged", word, word.exchanged(i, j), count, |m| {
                                Some(exchange(m, i, j))
                            });
                        }
                    }
                }
                let reversed = |m: usize| (0..count).map(|i| (m >> i & 1) << (count - 1 - i)).sum();
                check("reversed", word, word.reversed(count), count, |m| Some(reversed(m)));
                assert!(both.reversed(count) == W::pair(word.reversed(count), other.reversed(count)));
                for i in 0..count {
                    let narrow = word.and(all(count - 1));
                    let narrow = if count > 6 { first_half(narrow, count) } else { narrow };
                    let wide = widened(narrow, i, count - 1, nexsolve_core::pdep);
                    check("widened", narrow, wide, count, |m| Some(m & ((1 << i) - 1) | m >> (i + 1) << i));
                }
            }
        }
    }

    /// The lanes of a word with one index bit less; the others are 0.
    fn first_half<W: Lanes>(word: W, count: u32) -> W {
        let mut half = W::NONE;
        (0..1 << (count - 7)).for_each(|at| half.set_lane(at, word.lane(at)));
        half
    }

    #[test]
    fn operations_agree_with_loops_over_bits() {
        each::<Half>(2..=5);
        each::<Six>(6..=6);
        each::<Seven>(7..=7);
        each::<Eight>(8..=8);
    }
}
