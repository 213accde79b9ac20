//! Tables that store equal strips once. The entries are divided into strips of equal length. Many strips of a
//! table are equal. The file contains each distinct strip once, as a **pattern**, and for each strip the
//! number of its pattern.

use crate::layout::{BlockEncoding, Header};
use crate::packed;

/// Returns the number of strips in a block of numbers and the approximate number of codes in a block of
/// patterns.
const fn sizes(version: u16) -> (u64, u64) {
    match version {
        2 => (1 << 13, 1 << 16),
        // Reading one entry reads its whole block, so smaller blocks are faster.
        _ => (1 << 12, 1 << 13),
    }
}

/// The greatest number of patterns.
pub(crate) const MOST_PATTERNS: u64 = 1 << 31;

/// How a table is divided into strips, and its file into blocks: first blocks of numbers, then blocks of
/// patterns.
#[derive(Clone, Debug)]
pub(crate) struct Strips {
    /// The number of entries per strip.
    pub(crate) strip: u64,
    /// The number of strips; the last may be shorter.
    pub(crate) count: u64,
    pub(crate) patterns: u64,
    /// The number of bytes per pattern: its packed codes, padded with 0 to a whole byte.
    pub(crate) pattern_bytes: usize,
    /// The number of strips per block of numbers.
    pub(crate) numbers: u64,
    /// The number of patterns per block of patterns.
    pub(crate) each: u64,
    /// Whether blocks of patterns may be transposed.
    transposes: bool,
    bits: u32,
}

impl Strips {
    /// Returns `None` if the table has no strips.
    pub(crate) fn new(header: &Header, patterns: u64) -> Option<Self> {
        let strip = u64::from(header.strip);
        if strip == 0 {
            return None;
        }
        let bits = header.spec.bits();
        let pattern_bytes = packed::bytes(strip, bits) as usize;
        let (numbers, codes) = sizes(header.version);
        let each = (codes / strip).max(1);
        let count = header.spec.entries.div_ceil(strip);
        let transposes = header.version >= 3;
        Some(Self { strip, count, patterns, pattern_bytes, numbers, each, transposes, bits })
    }

    pub(crate) fn number_blocks(&self) -> u64 {
        self.count.div_ceil(self.numbers)
    }

    /// The number of blocks in the file.
    pub(crate) fn blocks(&self) -> u64 {
        self.number_blocks() + self.patterns.div_ceil(self.each)
    }

    /// Returns the number of strips in a block of numbers; `None` for a block of patterns.
    pub(crate) fn strips_of(&self, block: u64) -> Option<usize> {
        (block < self.number_blocks()).then(|| self.numbers.min(self.count - block * self.numbers) as usize)
    }

    /// The number of bytes of this block of patterns, packed.
    pub(crate) fn pattern_block_bytes(&self, block: u64) -> usize {
        let first = (block - self.number_blocks()) * self.each;
        self.each.min(self.patterns.saturating_sub(first)) as usize * self.pattern_bytes
    }

    /// Returns whether a block stored in this way can have `bytes` bytes in the file.
    pub(crate) fn fits(&self, block: u64, stored: BlockEncoding, bytes: u64) -> bool {
        let (plain, most) = if let Some(strips) = self.strips_of(block) {
            (Self::is_numbers(strips, bytes), 4 * strips as u64)
        } else {
            let whole = self.pattern_block_bytes(block) as u64;
            (bytes == whole, whole)
        };
        match stored {
            BlockEncoding::Plain => plain,
            BlockEncoding::Zstd | BlockEncoding::Spread => bytes < most,
            BlockEncoding::Transposed => self.transposes && block >= self.number_blocks() && bytes < most,
            BlockEncoding::Constant(_) => false,
        }
    }

    /// Returns whether the numbers of `strips` strips can take `bytes` bytes.
    pub(crate) fn is_numbers(strips: usize, bytes: u64) -> bool {
        (1..=4).any(|width| bytes == (width * strips) as u64)
    }

    /// Spreads a block's patterns: one byte for each code.
    pub(crate) fn spread(&self, patterns: &[u8]) -> Vec<u8> {
        let strip = self.strip as usize;
        let mut codes = Vec::with_capacity(patterns.len() / self.pattern_bytes * strip);
        for pattern in patterns.chunks_exact(self.pattern_bytes) {
            codes.extend((0..strip).map(|i| packed::get(pattern, self.bits, i)));
        }
        codes
    }

    /// Returns the codes of spread patterns in another order: all first codes, then all second codes, and so
    /// on.
    pub(crate) fn transpose(&self, spread: &[u8]) -> Vec<u8> {
        let strip = self.strip as usize;
        (0..strip).flat_map(|at| spread.iter().copied().skip(at).step_by(strip)).collect()
    }

    /// The inverse of [`Strips::transpose`].
    pub(crate) fn transpose_back(&self, codes: &[u8]) -> Vec<u8> {
        let (strip, patterns) = (self.strip as usize, codes.len() / self.strip as usize);
        let mut spread = vec![0; codes.len()];
        for (at, column) in codes.chunks_exact(patterns.max(1)).enumerate() {
            for (pattern, &code) in spread.chunks_exact_mut(strip).zip(column) {
                pattern[at] = code;
            }
        }
        spread
    }

    /// The inverse of [`Strips::spread`]. The codes must be below 2^bits.
    pub(crate) fn gather(&self, codes: &[u8], patterns: &mut [u8]) {
        let strips = codes.chunks_exact(self.strip as usize);
        for (codes, pattern) in strips.zip(patterns.chunks_exact_mut(self.pattern_bytes)) {
            packed::pack_into(codes, self.bits, pattern);
        }
    }

    /// Returns whether the bits after the end of each pattern are 0.
    pub(crate) fn ends_clean(&self, patterns: &[u8]) -> bool {
        patterns.chunks_exact(self.pattern_bytes).all(|p| packed::ends_clean(p, self.bits, self.strip))
    }
}

/// Encodes the numbers of consecutive strips, each in as many bytes as the greatest needs.
pub(crate) fn encode_numbers(numbers: &[u32]) -> Vec<u8> {
    let greatest = numbers.iter().copied().max().unwrap_or(0);
    let width = (4 - greatest.leading_zeros() as usize / 8).max(1);
    numbers.iter().flat_map(|number| number.to_le_bytes().into_iter().take(width)).collect()
}

/// Decodes the numbers of a block stored in this way, as four bytes each; `None` if one of them is not below
/// `patterns`.
pub(crate) fn decode_numbers(
    bytes: &[u8],
    strips: usize,
    stored: BlockEncoding,
    patterns: u64,
) -> Option<Vec<u8>> {
    let width = bytes.len() / strips;
    let mut numbers = vec![0; 4 * strips];
    let (words, _) = numbers.as_chunks_mut::<4>();
    if stored == BlockEncoding::Spread {
        for (at, plane) in bytes.chunks_exact(strips).enumerate() {
            words.iter_mut().zip(plane).for_each(|(word, &byte)| word[at] = byte);
        }
    } else {
        words
            .iter_mut()
            .zip(bytes.chunks_exact(width))
            .for_each(|(word, number)| word[..width].copy_from_slice(number));
    }
    let greatest = words.iter().map(|word| u32::from_le_bytes(*word)).max()?;
    (u64::from(greatest) < patterns).then_some(numbers)
}

/// Returns the bytes of encoded numbers in another order: all first bytes, then all second bytes, and so on.
pub(crate) fn split_numbers(bytes: &[u8], strips: usize) -> Vec<u8> {
    let width = bytes.len() / strips;
    (0..width).flat_map(|at| bytes.iter().copied().skip(at).step_by(width)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_back() {
        for numbers in
            [vec![0, 0, 1, 2, 0, 3], vec![300, 7, 299, 301, 300], vec![0, 70_000, 69_999], vec![1 << 30]]
        {
            let bytes = encode_numbers(&numbers);
            let expected: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
            let patterns = u64::from(numbers.iter().copied().max().expect("some")) + 1;
            let split = split_numbers(&bytes, numbers.len());
            for (stored, bytes) in [(BlockEncoding::Zstd, &bytes), (BlockEncoding::Spread, &split)] {
                let decoded = |patterns| decode_numbers(bytes, numbers.len(), stored, patterns);
                assert_eq!(decoded(patterns).as_ref(), Some(&expected));
                assert_eq!(decoded(patterns - 1), None);
            }
            assert!(Strips::is_numbers(numbers.len(), bytes.len() as u64));
        }
    }
}
