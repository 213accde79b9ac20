//! The engine for the positions that play can reach, on several ranks. Each rank makes a part of the rows and sends them to all others, a
//! few bits for each cell.

use super::ply::Layout;
use super::reached::{self, Ply, Reachable, Reached, Row};
use crate::cluster::deal::share;
use crate::cluster::engine::SharedEngine;
use crate::cluster::output::SharedOutput;
use crate::cluster::team::Team;
use crate::cluster::wire::{Reader, Writer};
use crate::codes::Codes;
use crate::engine::{Engine, Work};
use crate::error::GenerateError;
use nexsolve_db::packed;
use nexsolve_games::nex::Nex;
use rayon::prelude::*;
use std::ops::Range;

pub(super) struct SharedReachable<'g> {
    reachable: Reachable<'g>,
}

impl<'g> SharedReachable<'g> {
    pub(super) fn new(game: &'g Nex<u64>) -> Self {
        Self { reachable: Reachable::new(game) }
    }
}

/// How a row begins when it is sent: all of it can be reached, none of it, or its cells follow.
const ALL: u64 = 0;
const NONE: u64 = 1;
const CELLS: u64 = 2;

/// Bits of a cell that is sent.
const CELL_BITS: u32 = 2;

fn write(row: &Row, to: &mut Writer) {
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

fn read(from: &mut Reader<'_>, layout: &Layout) -> Row {
    let cols = layout.cols as usize;
    match from.number() {
        ALL => Row { all: true, ..Row::default() },
        NONE => Row { cells: vec![Reached::None; cols], ..Row::default() },
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
            Row { all: false, cells, vectors: vectors.collect() }
        }
    }
}

impl SharedEngine for SharedReachable<'_> {
    fn alone(&self) -> &dyn Engine {
        &self.reachable
    }

    fn window_bytes(&self, work: &Work) -> u64 {
        work.best_bytes / 2
    }

    fn make(
        &mut self,
        step: usize,
        output: &mut SharedOutput<'_>,
        team: &mut Team<'_>,
    ) -> Result<(), GenerateError> {
        let ply = step as u32;
        let layout = self.reachable.layout(ply);
        let before = match self.reachable.held.take() {
            _ if step == 0 => None,
            Some(held) if held.layout.ply + 1 == ply => Some(held),
            _ => Some(self.reachable.load(ply - 1, output)?),
        };
        let mut made = Ply::new(self.reachable.game.board(), layout, Vec::new());
        let row_entries = reached::row_entries(&layout);
        for groups in reached::groups(&layout) {
            let all: u64 = groups.iter().map(|rows| rows.end - rows.start).sum();
            let own = &groups[share(groups.len(), team.size(), team.rank())];
            let part = |group: &Range<u64>| reached::part(before.as_ref(), &made, group.clone(), output);
            let parts: Vec<(Vec<Row>, Vec<Codes>)> = own.par_iter().map(part).collect();
            output.check_stop()?;
            let (rows, codes): (Vec<_>, Vec<_>) = parts.into_iter().unzip();
            output.append(team, &[codes], all * row_entries)?;
            let mut block = Writer::default();
            for row in rows.iter().flatten() {
                write(row, &mut block);
            }
            for block in team.all_gather(block.done())? {
                let mut reader = Reader::new(&block);
                while !reader.is_empty() {
                    made.rows.push(read(&mut reader, &layout));
                }
            }
        }
        self.reachable.held = Some(made);
        Ok(())
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
            Row { all: true, ..Row::default() },
            Row { all: false, cells, vectors: vectors.collect() },
            Row { cells: vec![Reached::None; layout.cols as usize], ..Row::default() },
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
