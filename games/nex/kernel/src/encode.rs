//! Converts the cells of a ply to the tables of its layers, and back.
//!
//! A cell has neutral sets of several sizes, and each size is a separate layer. In each word of a plane, a
//! mask extracts the sets of one size. The extracted bits are consecutive entries of the layer's table, in
//! order.

use super::ply::{Layout, RowSource};
use super::vectors::len;
use nexsolve_core::folded;
use nexsolve_db::{Table, TableError};
use nexsolve_rhombus::Rhombus;
use nexsolve_tablegen::bits::Bits;
use nexsolve_tablegen::codes::{Codes, Coding, Reader, Segment, Weight, planes_by_code};
use nexsolve_tablegen::packed;
use std::ops::Range;
use std::sync::Arc;

/// The possible numbers of neutral stones, ascending: one for each layer of the ply.
pub(super) fn neutral(layout: &Layout) -> Vec<u32> {
    let fewest = if layout.ply == 0 { 0 } else { 2 - layout.ply % 2 };
    (fewest..=layout.ply.min(layout.rest() as u32)).step_by(2).collect()
}

/// The layers of a ply in the words of its cells.
pub(super) struct Sizes {
    /// The numbers of neutral stones, ascending.
    pub(super) neutral: Vec<u32>,
    /// Words of a plane.
    words: usize,
    /// For each word of a plane, and each layer: the sets of its size.
    pub(super) masks: Vec<u64>,
}

impl Sizes {
    pub(super) fn new(layout: &Layout) -> Self {
        let (ply, rest) = (layout.ply, layout.rest());
        let neutral = neutral(layout);
        let len = len(rest);
        let words = len.div_ceil(64);
        let mut masks = vec![0; words * neutral.len()];
        for x in 0..len {
            let size = x.count_ones() + ((x.count_ones() ^ ply) & 1);
            if let Some(layer) = neutral.iter().position(|&n| n == size) {
                masks[x / 64 * neutral.len() + layer] |= 1 << (x % 64);
            }
        }
        Self { neutral, words, masks }
    }

    /// The entries of a row, by layer.
    pub(super) fn row_entries(&self, layout: &Layout, layer: usize) -> u64 {
        layout.row_entries(self.neutral[layer])
    }
}

/// The weight of a row in counts.
pub(super) fn weight(layout: &Layout, board: &Rhombus<u64>, row: u64) -> Weight {
    let set = folded::unrank(row, layout.cells, layout.mover());
    Weight::of(set, board.rotated(set), || board.connects(set, layout.side()))
}

/// The words of a plane of a cell of `planes` planes.
#[inline(always)]
fn plane_word(cell: &[u8], layout: &Layout, words: usize, plane: usize, word: usize) -> u64 {
    let pair = &cell[plane / 2 * layout.pair_bytes()..][..layout.pair_bytes()];
    match *pair {
        [byte] => {
            let len = len(layout.rest());
            u64::from(byte) >> (plane % 2 * len) & ((1 << len) - 1)
        }
        [low, high] => u64::from(if plane.is_multiple_of(2) { low } else { high }),
        [a, b, c, d] => u64::from(u16::from_le_bytes(if plane.is_multiple_of(2) { [a, b] } else { [c, d] })),
        _ if pair.len() == 8 => {
            let half = &pair[plane % 2 * 4..][..4];
            u64::from(u32::from_le_bytes(half.try_into().expect("four bytes")))
        }
        _ => bytemuck::cast_slice(pair)[plane % 2 * words + word],
    }
}

/// Consecutive rows of a ply.
pub(super) struct Rows<'a> {
    pub(super) layout: &'a Layout,
    pub(super) numbers: Range<u64>,
    /// Their cells, row by row.
    pub(super) cells: &'a [u8],
}

/// The codes of consecutive rows, by layer. `reach` are the packed bits of the same entries, by layer.
#[inline(always)]
pub(super) fn encode<B: Bits, const K: usize>(
    cpu: B,
    rows: Rows<'_>,
    board: &Rhombus<u64>,
    sizes: &Sizes,
    codings: &[Coding],
    reach: Option<&[Vec<u8>]>,
) -> Vec<Codes> {
    let Rows { layout, numbers: rows, cells } = rows;
    let layers = sizes.neutral.len();
    let planes = 2 * layout.pairs;
    let count = (rows.end - rows.start) as usize;
    let mut segments: Vec<Segment<'_, K>> = (0..layers)
        .map(|layer| {
            let entries = count * sizes.row_entries(layout, layer) as usize;
            Segment::new(&codings[layer], entries, reach.map(|reach| &reach[layer][..]))
        })
        .collect();
    // Code 0 in all planes: lost at once.
    let mut free = [0; K];
    free[..planes].fill(u64::MAX);
    let cell_bytes = layout.pairs * layout.pair_bytes();
    for (row, cells) in rows.zip(cells.chunks_exact(layout.row_bytes())) {
        let weight = weight(layout, board, row);
        if weight == Weight::Free {
            for (layer, segment) in segments.iter_mut().enumerate() {
                segment.repeat(sizes.row_entries(layout, layer), &free, weight);
            }
            continue;
        }
        for cell in cells.chunks_exact(cell_bytes) {
            for (word, masks) in sizes.masks.chunks_exact(layers).enumerate() {
                let mut from = [0; K];
                for (plane, from) in from[..planes].iter_mut().enumerate() {
                    *from = plane_word(cell, layout, sizes.words, plane, word);
                }
                for (segment, &mask) in segments.iter_mut().zip(masks) {
                    segment.push(&from.map(|plane| cpu.pext(plane, mask)), mask.count_ones(), weight);
                }
            }
        }
    }
    segments.into_iter().map(Segment::finish).collect()
}

/// The rows of a ply, read from its tables.
pub(super) struct Decoder {
    pub(super) layout: Layout,
    sizes: Sizes,
    codings: Vec<Coding>,
    planes_of: Vec<Vec<u128>>,
    tables: Vec<Arc<Table>>,
}

impl Decoder {
    /// `tables` are those of the ply's layers, in order.
    pub(super) fn new(layout: Layout, codings: Vec<Coding>, tables: Vec<Arc<Table>>) -> Self {
        let planes_of = codings.iter().map(planes_by_code).collect();
        Self { layout, sizes: Sizes::new(&layout), codings, planes_of, tables }
    }
}

impl RowSource for Decoder {
    fn row<'a>(&'a self, row: u64, room: &'a mut Vec<u64>) -> Result<&'a [u8], TableError> {
        let (layout, sizes) = (&self.layout, &self.sizes);
        let planes = 2 * layout.pairs;
        let row_bytes = layout.row_bytes();
        let layers = sizes.neutral.len();
        room.clear();
        room.resize(row_bytes.div_ceil(8), 0);
        let mut packed_codes = Vec::new();
        let mut from = vec![0; planes];
        let pair_words = 2 * sizes.words;
        let pair_bits = layout.pair_bytes() * 8;
        for (layer, table) in self.tables.iter().enumerate() {
            let entries = sizes.row_entries(layout, layer);
            let first = packed::read_entries(table, row * entries, entries, &mut packed_codes)?;
            let mut codes = Reader::new(&self.codings[layer], &self.planes_of[layer], &packed_codes, first);
            for col in 0..layout.cols as usize {
                for word in 0..sizes.words {
                    let mask = sizes.masks[word * layers + layer];
                    codes.take(mask.count_ones(), &mut from);
                    for (plane, &bits) in from.iter().enumerate() {
                        let bits = nexsolve_core::pdep(bits, mask);
                        let pair = col * layout.pairs + plane / 2;
                        if pair_bits >= 128 {
                            room[pair * pair_words + plane % 2 * sizes.words + word] |= bits;
                        } else {
                            let at = pair * pair_bits + plane % 2 * len(layout.rest());
                            room[at / 64] |= bits << (at % 64);
                        }
                    }
                }
            }
        }
        Ok(&bytemuck::cast_slice(room)[..row_bytes])
    }
}
