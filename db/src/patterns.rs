//! Look-ups in tables with strips: first the number of the strip's pattern, then the code in the pattern.

use crate::frames::content_bytes;
use crate::index::Place;
use crate::layout::BlockEncoding;
use crate::strips::{Strips, decode_numbers};
use crate::table::{Block, Near, Table, unreadable};
use crate::{TableFault, packed};
use std::sync::Arc;

impl Table {
    /// Returns the code of an entry.
    pub(crate) fn pattern_code<'a>(
        &'a self,
        strips: &Strips,
        index: u64,
        last: &mut Option<Near<'a>>,
    ) -> Result<u8, TableFault> {
        let (strip, within) = (index / strips.strip, (index % strips.strip) as usize);
        let pattern = self.pattern(strips, strip, last)?;
        Ok(packed::get(pattern, self.bits(), within))
    }

    /// Like [`Table::codes`]. Each block of numbers and each block of patterns is read once, because the
    /// entries are sorted again by their patterns.
    pub(crate) fn pattern_codes(
        &self,
        strips: &Strips,
        entries: &[(u64, usize)],
        mut found: impl FnMut(usize, u8),
    ) -> Result<(), TableFault> {
        let (mut wanted, mut last) = (Vec::with_capacity(entries.len()), None);
        for &(index, beside) in entries {
            assert!(index < self.entries(), "no such entry");
            let number = self.pattern_number(strips, index / strips.strip, &mut last)?;
            wanted.push((number, (index % strips.strip) as usize, beside));
        }
        wanted.sort_unstable();
        for (number, within, beside) in wanted {
            let pattern = self.numbered(strips, number, last.as_mut().expect("a block of numbers"))?;
            found(beside, packed::get(pattern, self.bits(), within));
        }
        Ok(())
    }

    /// Returns the pattern of a strip.
    fn pattern<'a, 'l>(
        &'a self,
        strips: &Strips,
        strip: u64,
        last: &'l mut Option<Near<'a>>,
    ) -> Result<&'l [u8], TableFault> {
        let number = self.pattern_number(strips, strip, last)?;
        self.numbered(strips, number, last.as_mut().expect("a block of numbers"))
    }

    /// Returns the number of a strip's pattern.
    fn pattern_number<'a>(
        &'a self,
        strips: &Strips,
        strip: u64,
        last: &mut Option<Near<'a>>,
    ) -> Result<u64, TableFault> {
        let block = strip / strips.numbers;
        if last.as_ref().is_none_or(|near| near.number != block) {
            let numbers = self.cached(block, || self.numbers(strips, block))?;
            let patterns = last.take().and_then(|near| near.patterns);
            *last = Some(Near { number: block, block: Block::Cached(numbers), patterns });
        }
        let Some(Near { block: Block::Cached(numbers), .. }) = last else {
            unreachable!("numbers are cached")
        };
        let (words, _) = numbers.as_chunks::<4>();
        Ok(u32::from_le_bytes(words[(strip % strips.numbers) as usize]).into())
    }

    /// Returns the pattern with this number.
    fn numbered<'l>(
        &self,
        strips: &Strips,
        number: u64,
        near: &'l mut Near<'_>,
    ) -> Result<&'l [u8], TableFault> {
        let block = strips.number_blocks() + number / strips.each;
        if near.patterns.as_ref().is_none_or(|(at, _)| *at != block) {
            near.patterns = Some((block, self.cached(block, || self.patterns(strips, block))?));
        }
        let (_, patterns) = near.patterns.as_ref().expect("just set");
        Ok(&patterns[(number % strips.each) as usize * strips.pattern_bytes..][..strips.pattern_bytes])
    }

    /// Fills `codes` with the packed codes of a block.
    pub(crate) fn join(&self, strips: &Strips, block: u64, codes: &mut [u8]) -> Result<(), TableFault> {
        let bits = u64::from(self.bits());
        let first = block * self.block_entries();
        let end = self.entries().min(first + self.block_entries());
        codes.fill(0);
        let (mut near, mut at) = (None, first);
        while at < end {
            let within = at % strips.strip;
            let count = (strips.strip - within).min(end - at);
            let pattern = self.pattern(strips, at / strips.strip, &mut near)?;
            let [to, from, count_bits] =
                [(at - first) * bits, within * bits, count * bits].map(|n| n as usize);
            packed::copy_bits(codes, to, pattern, from, count_bits);
            at += count;
        }
        Ok(())
    }

    /// Reads a block of numbers from the file; each number takes four bytes.
    fn numbers(&self, strips: &Strips, block: u64) -> Result<Arc<[u8]>, TableFault> {
        let place = self.place(self.index()?, block)?;
        let bytes = self.stored(block, &place)?;
        let count = strips.strips_of(block).expect("a block of numbers");
        let bytes = if place.stored == BlockEncoding::Plain {
            bytes
        } else {
            let len = content_bytes(&bytes);
            let len = len.filter(|&len| Strips::is_numbers(count, len));
            let len = len.ok_or(TableFault::Block { block })?;
            let mut numbers = vec![0; len as usize];
            self.decompress(block, &bytes, &mut numbers)?;
            numbers
        };
        let numbers = decode_numbers(&bytes, count, place.stored, strips.patterns);
        numbers.map(Into::into).ok_or(TableFault::Codes { block })
    }

    /// Reads a block of patterns from the file.
    fn patterns(&self, strips: &Strips, block: u64) -> Result<Arc<[u8]>, TableFault> {
        let place = self.place(self.index()?, block)?;
        let bytes = self.stored(block, &place)?;
        let len = strips.pattern_block_bytes(block);
        let patterns = match place.stored {
            BlockEncoding::Plain => bytes,
            BlockEncoding::Spread | BlockEncoding::Transposed => {
                let mut codes = vec![0; len / strips.pattern_bytes * strips.strip as usize];
                self.decompress(block, &bytes, &mut codes)?;
                if codes.iter().fold(0, |all, &code| all.max(code)) as usize >= self.values().len() {
                    return Err(TableFault::Codes { block });
                }
                if place.stored == BlockEncoding::Transposed {
                    codes = strips.transpose_back(&codes);
                }
                let mut patterns = vec![0; len];
                strips.gather(&codes, &mut patterns);
                return Ok(patterns.into());
            }
            _ => {
                let mut patterns = vec![0; len];
                self.decompress(block, &bytes, &mut patterns)?;
                patterns
            }
        };
        let known = self.values().len() == 1 << self.bits()
            || usize::from(packed::greatest(&patterns, self.bits())) < self.values().len();
        if known && strips.ends_clean(&patterns) {
            Ok(patterns.into())
        } else {
            Err(TableFault::Codes { block })
        }
    }

    /// Reads the stored bytes of a block, and checks them.
    fn stored(&self, block: u64, place: &Place) -> Result<Vec<u8>, TableFault> {
        let mut bytes = vec![0; (place.range.end - place.range.start) as usize];
        self.read(place.range.start, &mut bytes).map_err(unreadable)?;
        self.check(block, place, &bytes)?;
        Ok(bytes)
    }
}
