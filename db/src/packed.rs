//! Packed codes: entries of 1, 2, 4 or 8 bits, the first in the lowest bits of the first byte.
//!
//! ```
//! use nexsolve_db::packed;
//!
//! // Five codes of two bits take two bytes.
//! let mut codes = packed::pack(&[2, 0, 1, 2, 1], 2);
//! assert_eq!(codes, [0b10_01_00_10, 0b01]);
//! packed::set(&mut codes, 2, 1, 1);
//! assert_eq!(packed::get(&codes, 2, 1), 1);
//! ```

/// Returns the number of bytes for `entries` codes of `bits` bits.
///
/// # Panics
/// If they take 2⁶⁴ bits or more.
pub const fn bytes(entries: u64, bits: u32) -> u64 {
    (entries * bits as u64).div_ceil(8)
}

/// Returns the code of entry `index`.
///
/// # Panics
/// If the entry lies beyond the bytes.
#[inline]
pub const fn get(packed: &[u8], bits: u32, index: usize) -> u8 {
    let bit = index * bits as usize;
    packed[bit / 8] >> (bit % 8) & mask(bits)
}

/// Sets the code of entry `index`.
///
/// # Panics
/// If the entry lies beyond the bytes.
#[inline]
pub const fn set(packed: &mut [u8], bits: u32, index: usize, code: u8) {
    let bit = index * bits as usize;
    let byte = &mut packed[bit / 8];
    *byte = *byte & !(mask(bits) << (bit % 8)) | (code & mask(bits)) << (bit % 8);
}

/// Packs codes of at most `bits` bits; unused bits of the last byte are 0.
pub fn pack(codes: &[u8], bits: u32) -> Vec<u8> {
    let mut packed = vec![0; bytes(codes.len() as u64, bits) as usize];
    pack_into(codes, bits, &mut packed);
    packed
}

/// Packs codes of at most `bits` bits each into `packed`, which must be long enough.
pub(crate) fn pack_into(codes: &[u8], bits: u32, packed: &mut [u8]) {
    let each = 8 / bits as usize;
    let (whole, rest) = codes.split_at(codes.len() / each * each);
    // Each arm gathers the low bits of a word's bytes.
    match bits {
        1 => gather::<8>(whole, packed, |word| (word.wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8),
        2 => gather::<4>(whole, packed, |word| (word | word >> 6 | word >> 12 | word >> 18) as u8),
        4 => gather::<2>(whole, packed, |word| (word | word >> 4) as u8),
        _ => packed[..whole.len()].copy_from_slice(whole),
    }
    if !rest.is_empty() {
        let shifted = rest.iter().zip(0..).map(|(&code, place)| code << (place * bits));
        packed[whole.len() / each] = shifted.fold(0, |all, code| all | code);
    }
}

/// Fills `packed` with one byte for each `EACH` bytes of `codes`: `byte` computes it from these bytes as one
/// little-endian number.
#[inline]
fn gather<const EACH: usize>(codes: &[u8], packed: &mut [u8], byte: impl Fn(u64) -> u8) {
    let (words, _) = codes.as_chunks::<EACH>();
    for (word, packed) in words.iter().zip(packed) {
        let mut eight = [0; 8];
        eight[..EACH].copy_from_slice(word);
        *packed = byte(u64::from_le_bytes(eight));
    }
}

/// Copies `count` consecutive bits of `from`, from bit `start` on, to bit `at` of `to`. The bits of `to` from
/// `at` on must be 0.
pub(crate) fn copy_bits(to: &mut [u8], at: usize, from: &[u8], start: usize, count: usize) {
    let mut done = 0;
    while done < count {
        // As many as fit into the byte of `to`.
        let (byte, shift) = ((at + done) / 8, (at + done) % 8);
        let now = (8 - shift).min(count - done);
        let (source, low) = ((start + done) / 8, (start + done) % 8);
        let pair = u16::from(from[source]) | u16::from(from.get(source + 1).copied().unwrap_or(0)) << 8;
        let bits = (pair >> low) as u8 & (u8::MAX >> (8 - now));
        to[byte] |= bits << shift;
        done += now;
    }
}

/// Returns the greatest code of `bits` bits.
pub(crate) const fn mask(bits: u32) -> u8 {
    u8::MAX >> (8 - bits)
}

/// Returns a byte filled with one code.
const fn full(bits: u32, code: u8) -> u8 {
    // 0b11111111, 0b01010101, 0b00010001, 0b00000001.
    code * (u8::MAX / mask(bits))
}

/// Fills bytes with `entries` copies of a code.
pub(crate) fn fill(packed: &mut [u8], bits: u32, entries: u64, code: u8) {
    packed.fill(full(bits, code));
    if let Some(last) = packed.last_mut() {
        *last &= last_mask(entries, bits);
    }
}

/// Returns the code of these entries if all have the same.
pub(crate) fn constant(packed: &[u8], bits: u32, entries: u64) -> Option<u8> {
    let (&last, most) = packed.split_last()?;
    let code = packed[0] & mask(bits);
    let byte = full(bits, code);
    // Whether each byte equals the next is a single fast comparison of memory with itself.
    let same = most.is_empty() || most[0] == byte && most[1..] == most[..most.len() - 1];
    (same && last == byte & last_mask(entries, bits)).then_some(code)
}

/// Returns whether the unused bits of the last byte are 0.
pub(crate) fn ends_clean(packed: &[u8], bits: u32, entries: u64) -> bool {
    packed.last().is_none_or(|last| last & !last_mask(entries, bits) == 0)
}

/// Returns the greatest code among these.
pub(crate) fn greatest(packed: &[u8], bits: u32) -> u8 {
    // Each arm is a loop without branches that the compiler turns into vector instructions.
    match bits {
        1 => u8::from(packed.iter().fold(0, |all, byte| all | byte) != 0),
        2 => {
            let (mut both, mut high, mut low) = (0, 0, 0);
            for byte in packed {
                both |= byte & byte >> 1 & 0x55;
                high |= byte & 0xaa;
                low |= byte & 0x55;
            }
            if both != 0 {
                3
            } else if high != 0 {
                2
            } else {
                u8::from(low != 0)
            }
        }
        4 => packed.iter().map(|byte| (byte & 15).max(byte >> 4)).max().unwrap_or(0),
        _ => packed.iter().copied().max().unwrap_or(0),
    }
}

/// Returns a mask of the bits of the last byte that belong to entries.
const fn last_mask(entries: u64, bits: u32) -> u8 {
    match entries * bits as u64 % 8 {
        0 => u8::MAX,
        used => u8::MAX >> (8 - used),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn codes_are_read_back(width in 0_u32..4, codes in prop::collection::vec(any::<u8>(), 0..70)) {
            let bits = 1 << width;
            let codes: Vec<u8> = codes.into_iter().map(|code| code & mask(bits)).collect();
            let packed = pack(&codes, bits);
            let read: Vec<u8> = (0..codes.len()).map(|i| get(&packed, bits, i)).collect();
            prop_assert_eq!(&read, &codes);
            prop_assert_eq!(greatest(&packed, bits), codes.iter().copied().max().unwrap_or(0));
            prop_assert!(ends_clean(&packed, bits, codes.len() as u64));
            let same = codes.first().filter(|first| codes.iter().all(|code| code == *first)).copied();
            prop_assert_eq!(constant(&packed, bits, codes.len() as u64), same);
        }

        #[test]
        fn bits_are_copied(from in prop::collection::vec(any::<u8>(), 1..20), start in 0_usize..40, count in 0_usize..100, at in 0_usize..30) {
            let bit = |bytes: &[u8], i: usize| bytes[i / 8] >> (i % 8) & 1;
            let start = start.min(from.len() * 8);
            let count = count.min(from.len() * 8 - start);
            let mut to = vec![0; 20];
            copy_bits(&mut to, at, &from, start, count);
            for i in 0..160 {
                let expected = if (at..at + count).contains(&i) { bit(&from, start + i - at) } else { 0 };
                prop_assert_eq!(bit(&to, i), expected);
            }
        }

        #[test]
        fn constant_codes_are_recognised(width in 0_u32..4, code: u8, entries in 1_u64..70) {
            let bits = 1 << width;
            let code = code & mask(bits);
            let packed = pack(&vec![code; entries as usize], bits);
            let mut filled = vec![0xa5; packed.len()];
            fill(&mut filled, bits, entries, code);
            prop_assert_eq!(&filled, &packed);
            prop_assert_eq!(constant(&packed, bits, entries), Some(code));
            let mut other = packed;
            set(&mut other, bits, entries as usize - 1, code ^ 1);
            prop_assert_eq!(constant(&other, bits, entries).is_some(), entries == 1);
        }
    }
}
