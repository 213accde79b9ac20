//! Rows of positions that play can reach, and how processes send them to each other: a few bits for each
//! cell.

use super::ply::Layout;
use nexsolve_db::packed;
use nexsolve_tablegen::team::{Reader, Writer};
use std::collections::HashMap;

/// The neutral sets of a cell that can be reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reached {
    None,
    All,
    /// The sets in the row's vector for this cell.
    Some,
}

/// The cells of a row.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ReachedRow {
    /// Every cell is [`Reached::All`]; then `cells` is empty.
    pub(super) all: bool,
    pub(super) cells: Vec<Reached>,
    pub(super) vectors: HashMap<u32, Vec<u64>>,
}

impl ReachedRow {
    /// Returns whether all, none or some of the `valid` sets in the vector of a column can be reached. For
    /// some, the vector is kept.
    pub(super) fn note(&mut self, col: u64, vector: Vec<u64>, valid: &[u64]) -> Reached {
        if vector == valid {
            Reached::All
        } else if vector.iter().all(|&word| word == 0) {
            Reached::None
        } else {
            self.vectors.insert(col as u32, vector);
            Reached::Some
        }
    }

    /// Adds the cell of the next column, of `cols`.
    pub(super) fn push(&mut self, col: u64, reached: Reached, cols: u64) {
        if self.all && reached != Reached::All {
            self.all = false;
            self.cells.reserve_exact(cols as usize);
            self.cells.resize(col as usize, Reached::All);
        }
        if !self.all {
            self.cells.push(reached);
        }
    }
}

/// How a row begins when it is sent: all of it can be reached, none of it, or its cells follow.
const ALL: u64 = 0;
const NONE: u64 = 1;
const CELLS: u64 = 2;

/// Bits of a cell that is sent.
const CELL_BITS: u32 = 2;

/// Writes a row.
pub(super) fn write(row: &ReachedRow, to: &mut Writer) {
    if row.all {
        return to.number(ALL);
    }
    if row.cells.iter().all(|&cell| cell == Reached::None) {
        return to.number(NONE);
    }
    to.number(CELLS);
    let cells: Vec<u8> = row.cells.iter().map(|&cell| cell as u8).collect();
    to.bytes(&packed::pack(&cells, CELL_BITS));
    let mut vectors: Vec<_> = row.vectors.iter().collect();
    vectors.sort_unstable();
    to.number(vectors.len() as u64);
    for (&col, vector) in vectors {
        to.number(col.into());
        to.bytes(bytemuck::cast_slice(vector));
    }
}

/// Reads what [`write`] has written.
pub(super) fn read(from: &mut Reader<'_>, layout: &Layout) -> ReachedRow {
    let cols = layout.cols as usize;
    match from.number() {
        ALL => ReachedRow { all: true, ..ReachedRow::default() },
        NONE => ReachedRow { cells: vec![Reached::None; cols], ..ReachedRow::default() },
        _ => {
            let kinds = [Reached::None, Reached::All, Reached::Some];
            let packed = from.bytes();
            let cells =
                (0..cols).map(|col| kinds[usize::from(packed::get(packed, CELL_BITS, col))]).collect();
            let vectors = (0..from.number()).map(|_| {
                let col = from.number() as u32;
                let words = from.bytes().as_chunks().0.iter().map(|&word| u64::from_le_bytes(word));
                (col, words.collect())
            });
            ReachedRow { all: false, cells, vectors: vectors.collect() }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nexsolve_db::Metric;

    #[test]
    fn rows_are_read_as_they_were_written() {
        let layout = Layout::new(9, 3, Metric::Wdl);
        let kinds = [Reached::None, Reached::All, Reached::Some];
        let cells = (0..layout.cols as usize).map(|col| kinds[col % 3]).collect();
        let vectors = (0..layout.cols as u32)
            .filter(|col| col % 3 == 2)
            .map(|col| (col, vec![u64::from(col) << 40; 1]));
        let rows = [
            ReachedRow { all: true, ..ReachedRow::default() },
            ReachedRow { all: false, cells, vectors: vectors.collect() },
            ReachedRow { cells: vec![Reached::None; layout.cols as usize], ..ReachedRow::default() },
        ];
        let mut block = Writer::default();
        for row in &rows {
            write(row, &mut block);
        }
        let block = block.done();
        let mut reader = Reader::new(&block);
        for row in &rows {
            assert_eq!(read(&mut reader, &layout), *row);
        }
        assert!(reader.is_empty());
    }
}
