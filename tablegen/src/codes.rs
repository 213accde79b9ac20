//! Converts planes of bits to packed codes, with counts, and back.
//!
//! A kernel stores a position's value as one bit in each of a few *planes*. This module turns 64 entries at a
//! time into codes of 1, 2, 4 or 8 bits, packed as in a table, and counts them by code.

use nexsolve_core::{Plies, Score, pdep, pext};
use nexsolve_db::{Counts, TableSpec};

/// The meaning of planes as codes.
#[derive(Clone, Debug)]
pub struct Coding {
    /// The code book.
    pub values: Vec<i16>,
    planes: usize,
    kind: Planes,
}

#[derive(Clone, Copy, Debug)]
enum Planes {
    /// One plane, which is the code.
    Bit,
    /// The lost positions, and those not won; in this order if `first` is 0.
    Wdl { first: usize },
    /// Xₖ for k from −`before`: lost in k plies or fewer (even k), not won in k plies or fewer (odd k).
    Dtw { before: usize, longest: usize },
}

impl Coding {
    /// One plane of ones and zeros: `values[0]` for 0.
    pub fn bit(values: [i16; 2]) -> Self {
        Self { values: values.to_vec(), planes: 1, kind: Planes::Bit }
    }

    /// Two planes: the lost positions in plane `lost` (0 or 1), those not won in the other.
    pub fn wdl(lost: usize) -> Self {
        let values = [Score::LOSS, Score::DRAW, Score::WIN].map(Score::to_raw).to_vec();
        Self { values, planes: 2, kind: Planes::Wdl { first: lost } }
    }

    /// `planes` planes Xₖ from k = −`before` on; no game is longer than `longest` plies.
    ///
    /// # Panics
    /// If a game can be longer than 65,535 plies.
    pub fn dtw(planes: usize, before: usize, longest: usize) -> Self {
        let plies = |k: usize| Plies(u16::try_from(k).expect("a game's plies"));
        let losses = (0..=longest).step_by(2).map(|k| Score::loss_in(plies(k)));
        let wins = (1..=longest).rev().filter(|k| k % 2 == 1).map(|k| Score::win_in(plies(k)));
        let values = losses.chain([Score::DRAW]).chain(wins).map(Score::to_raw).collect();
        Self { values, planes, kind: Planes::Dtw { before, longest } }
    }

    /// Bits of a code.
    pub fn bits(&self) -> usize {
        TableSpec::bits_for(self.values.len()) as usize
    }

    /// Of 64 entries, those with each code, as bits.
    #[inline(always)]
    fn by_code(&self, planes: &[u64], codes: &mut [u64]) {
        match self.kind {
            Planes::Bit => {
                codes[0] = !planes[0];
                codes[1] = planes[0];
            }
            Planes::Wdl { first } => {
                let (lost, not_won) = (planes[first], planes[1 - first]);
                codes[0] = lost;
                codes[1] = not_won & !lost;
                codes[2] = !not_won;
            }
            Planes::Dtw { before, longest } => {
                let (mut lost, mut not_won) = (0, u64::MAX);
                let wins = longest.div_ceil(2);
                for k in 0..=longest {
                    let plane = planes[k + before];
                    if k % 2 == 0 {
                        codes[k / 2] = plane & !lost;
                        lost = plane;
                    } else {
                        codes[longest / 2 + 1 + wins - k / 2] = not_won & !plane;
                        not_won = plane;
                    }
                }
                codes[longest / 2 + 1] = not_won & !lost;
            }
        }
    }

    /// The planes that contain an entry with this code, as bits.
    fn planes_of(&self, code: usize) -> u128 {
        match self.kind {
            Planes::Bit => code as u128,
            Planes::Wdl { first } => match code {
                0 => 0b11,
                1 => 1 << (1 - first),
                _ => 0,
            },
            Planes::Dtw { before, .. } => {
                let score = Score::from_raw(self.values[code]).expect("a score");
                let within = |k: usize| score.distance().is_some_and(|plies| usize::from(plies.0) <= k);
                (0..self.planes).fold(0, |planes, at| {
                    let holds = match at.checked_sub(before) {
                        None => true,
                        Some(k) if k % 2 == 0 => score < Score::DRAW && within(k),
                        Some(k) => !(score > Score::DRAW && within(k)),
                    };
                    planes | u128::from(holds) << at
                })
            }
        }
    }
}

/// The weight of a rank in counts: the number of symmetric positions that it stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    /// The ranks are free.
    Free,
    /// Each rank stands for one position.
    One,
    /// Each rank stands for two positions.
    Two,
}

impl Weight {
    /// The weight of all ranks with this set of one side's stones, which rotation by 180° turns into
    /// `turned`. `is_free` says whether no position has the set.
    pub fn of(set: u64, turned: u64, is_free: impl FnOnce() -> bool) -> Self {
        if is_free() {
            Self::Free
        } else if set == turned {
            Self::One
        } else {
            Self::Two
        }
    }
}

/// Codes of consecutive entries of a table that is being made.
pub struct Segment<'a, const K: usize> {
    coding: &'a Coding,
    /// The entries that play can reach, as packed bits, if those are counted.
    reach: Option<&'a [u8]>,
    planes: [u64; K],
    one: u64,
    two: u64,
    fill: u32,
    entries: u64,
    codes: Vec<u64>,
    positions: Vec<u64>,
    reachable: Vec<u64>,
}

/// A finished [`Segment`].
#[derive(Clone, Debug, Default)]
pub struct Codes {
    /// Packed.
    pub packed: Vec<u8>,
    /// By code.
    pub counts: Counts,
}

impl<'a, const K: usize> Segment<'a, K> {
    /// An empty segment of about this many entries. `reach` are the packed bits of the same entries.
    pub fn new(coding: &'a Coding, entries: usize, reach: Option<&'a [u8]>) -> Self {
        debug_assert!(coding.planes <= K);
        Self {
            coding,
            reach,
            planes: [0; K],
            one: 0,
            two: 0,
            fill: 0,
            entries: 0,
            codes: Vec::with_capacity(entries.div_ceil(64) * coding.bits()),
            positions: vec![0; coding.values.len()],
            reachable: vec![0; coding.values.len()],
        }
    }

    /// Adds `count` (at most 64) entries, whose planes are the low bits of `planes`, the others being 0.
    #[inline(always)]
    pub fn push(&mut self, planes: &[u64; K], count: u32, weight: Weight) {
        if count == 0 {
            return;
        }
        let fill = self.fill;
        let all = u64::MAX >> (64 - count);
        let (one, two) = match weight {
            Weight::Free => (0, 0),
            Weight::One => (all, 0),
            Weight::Two => (0, all),
        };
        for (sum, plane) in self.planes.iter_mut().zip(planes) {
            *sum |= plane << fill;
        }
        self.one |= one << fill;
        self.two |= two << fill;
        self.fill += count;
        if self.fill >= 64 {
            self.flush(64);
            let done = 64 - fill;
            // A shift by 64 would shift by 0, so treat it separately.
            let rest = |x: u64| if done == 64 { 0 } else { x >> done };
            for (sum, &plane) in self.planes.iter_mut().zip(planes) {
                *sum = rest(plane);
            }
            self.one = rest(one);
            self.two = rest(two);
            self.fill = fill + count - 64;
        }
    }

    /// Adds `count` entries that are all in these planes.
    pub fn repeat(&mut self, mut count: u64, planes: &[u64; K], weight: Weight) {
        while count > 0 {
            let now = count.min(64) as u32;
            let mask = u64::MAX >> (64 - now);
            self.push(&planes.map(|plane| plane & mask), now, weight);
            count -= u64::from(now);
        }
    }

    #[inline(always)]
    fn flush(&mut self, count: u32) {
        let mask = u64::MAX >> (64 - count);
        // With few planes, clearing the space for all codes would cost more than the work itself.
        let (mut few, mut many);
        let by_code: &mut [u64] = if K <= 2 {
            few = [0; 4];
            &mut few
        } else {
            many = [0; 256];
            &mut many
        };
        self.coding.by_code(&self.planes, by_code);
        let reached = self.reach.map(|reach| word_at(reach, self.entries / 8));
        let codes = self.coding.values.len();
        let bits = self.coding.bits();
        let mut planes = [0; 8];
        for (code, &of) in by_code[..codes].iter().enumerate() {
            let of = of & mask;
            self.positions[code] +=
                u64::from((of & self.one).count_ones() + 2 * (of & self.two).count_ones());
            if let Some(reached) = reached {
                let of = of & reached;
                self.reachable[code] +=
                    u64::from((of & self.one).count_ones() + 2 * (of & self.two).count_ones());
            }
            for (bit, plane) in planes[..bits].iter_mut().enumerate() {
                *plane |= of * (code as u64 >> bit & 1);
            }
        }
        interleave(&planes, bits, &mut self.codes);
        self.entries += u64::from(count);
    }

    /// The codes, and their counts.
    pub fn finish(mut self) -> Codes {
        if self.fill > 0 {
            self.flush(self.fill);
        }
        let bytes = (self.entries as usize * self.coding.bits()).div_ceil(8);
        let packed: Vec<u8> = self.codes.iter().flat_map(|word| word.to_le_bytes()).take(bytes).collect();
        let reachable = self.reach.map(|_| self.reachable);
        Codes { packed, counts: Counts { positions: self.positions, reachable } }
    }
}

impl Segment<'_, 1> {
    /// Adds `count` entries whose single plane is these words; bits after the last entry are ignored.
    #[inline(always)]
    pub fn extend(&mut self, words: impl Iterator<Item = u64>, mut count: u64, weight: Weight) {
        for word in words {
            let now = count.min(64) as u32;
            self.push(&[word & (u64::MAX >> (64 - now))], now, weight);
            count -= u64::from(now);
        }
    }
}

/// Eight bytes from this place on; zeros after the end.
#[inline(always)]
fn word_at(bytes: &[u8], at: u64) -> u64 {
    let rest = &bytes[(at as usize).min(bytes.len())..];
    match rest.first_chunk::<8>() {
        Some(&word) => u64::from_le_bytes(word),
        None => rest.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte)),
    }
}

/// The lowest bit of each field of `bits` bits.
const fn fields(bits: usize) -> u64 {
    match bits {
        1 => u64::MAX,
        2 => 0x5555_5555_5555_5555,
        4 => 0x1111_1111_1111_1111,
        _ => 0x0101_0101_0101_0101,
    }
}

/// Adds 64 codes, given bit by bit.
#[inline(always)]
fn interleave(planes: &[u64; 8], bits: usize, codes: &mut Vec<u64>) {
    let each = 64 / bits;
    for part in 0..bits {
        let mut word = 0;
        for (bit, plane) in planes[..bits].iter().enumerate() {
            word |= pdep(plane >> (part * each), fields(bits) << bit);
        }
        codes.push(word);
    }
}

/// Reads packed codes back as planes.
pub struct Reader<'a> {
    packed: &'a [u8],
    /// The next entry.
    next: u64,
    bits: usize,
    planes_of: &'a [u128],
    planes: usize,
}

/// For [`Reader`]: the planes of each code.
pub fn planes_by_code(coding: &Coding) -> Vec<u128> {
    (0..coding.values.len()).map(|code| coding.planes_of(code)).collect()
}

impl<'a> Reader<'a> {
    /// Reads from entry `first` of `packed` on.
    pub fn new(coding: &Coding, planes_of: &'a [u128], packed: &'a [u8], first: u64) -> Self {
        Self { packed, next: first, bits: coding.bits(), planes_of, planes: coding.planes }
    }

    /// The planes of the next `count` (at most 64) entries, in their low bits.
    #[inline(always)]
    pub fn take(&mut self, count: u32, planes: &mut [u64]) {
        let mut code_planes = [0; 8];
        let bits = self.bits as u64;
        let mut done = 0;
        while done < count {
            // As many entries as 56 bits hold, because the first bit may be up to seven bits into a byte.
            let at = self.next * bits;
            let now = (count - done).min((56 / bits) as u32);
            let word = word_at(self.packed, at / 8) >> (at % 8) & (u64::MAX >> (64 - now * bits as u32));
            for (bit, plane) in code_planes[..self.bits].iter_mut().enumerate() {
                *plane |= pext(word, fields(self.bits) << bit) << done;
            }
            done += now;
            self.next += u64::from(now);
        }
        planes[..self.planes].fill(0);
        let mask = if count == 0 { 0 } else { u64::MAX >> (64 - count) };
        for (code, &within) in self.planes_of.iter().enumerate() {
            let of = (0..self.bits).fold(mask, |of, bit| {
                of & if code >> bit & 1 == 1 { code_planes[bit] } else { !code_planes[bit] }
            });
            for (at, plane) in planes[..self.planes].iter_mut().enumerate() {
                *plane |= of * (within >> at & 1) as u64;
            }
        }
    }
}

/// Adds counts of another part of the same table.
pub fn add(counts: &mut Counts, more: &Counts) {
    if counts.positions.is_empty() {
        *counts = more.clone();
        return;
    }
    let pairs = counts.positions.iter_mut().zip(&more.positions);
    pairs.for_each(|(sum, more)| *sum += more);
    if let (Some(sums), Some(more)) = (&mut counts.reachable, &more.reachable) {
        sums.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
    }
}
