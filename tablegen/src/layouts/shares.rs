//! How processes share the work on a table.
//!
//! Each process has neighbouring rows of a table. New results go to the process that has their row. When a
//! table is done, all processes get all of it, because captures of later groups can lead anywhere.

use super::rows::Change;
use super::words::Lanes;
use crate::error::GenerateError;
use crate::team::Team;
use rayon::prelude::*;

/// A table is filled in at most this many zones at once, as a power of two.
const ZONES: u32 = 6;

/// Bytes that a process sends to all others at a time.
const SENT: usize = 1 << 25;

/// New results: for each process, those of each zone.
pub(super) type Zones<P> = Vec<Vec<Change<P>>>;

/// The places of a table's rows in [`Zones`].
#[derive(Clone, Copy)]
pub(super) struct Places {
    rows: usize,
    processes: usize,
    /// A zone has 2^`shift` rows.
    shift: u32,
}

impl Places {
    pub(super) fn new(rows: usize, processes: usize) -> Self {
        Self { rows, processes, shift: rows.div_ceil(1 << ZONES).next_power_of_two().trailing_zeros() }
    }

    /// The rows of a zone.
    pub(super) fn zone(self) -> usize {
        1 << self.shift
    }

    /// Nothing new.
    pub(super) fn none<P>(self) -> Zones<P> {
        (0..self.processes << ZONES).map(|_| Vec::new()).collect()
    }

    /// Adds a new result.
    #[inline(always)]
    pub(super) fn put<P>(self, zones: &mut Zones<P>, change: Change<P>) {
        let row = change.row as usize;
        let process = if self.processes == 1 { 0 } else { self.process_of(row) };
        zones[process << ZONES | row >> self.shift].push(change);
    }

    /// The process that has a row ([`Team::share`]).
    fn process_of(self, row: usize) -> usize {
        ((row + 1) * self.processes - 1) / self.rows
    }

    /// Sends new results to the processes that have their rows, and returns those of this process's rows, by
    /// zone.
    pub(super) fn deliver<P: Lanes>(
        self,
        team: &mut Team<'_>,
        found: Vec<Zones<P>>,
    ) -> Result<Vec<Zones<P>>, GenerateError> {
        if team.is_one() {
            return Ok(found);
        }
        let own = team.process();
        let blocks = (0..self.processes).into_par_iter().map(|process| {
            let here = (process != own).then_some(process << ZONES..(process + 1) << ZONES);
            let mut block = Vec::new();
            for change in
                here.iter().flat_map(|here| found.iter().flat_map(|zones| &zones[here.clone()])).flatten()
            {
                block.extend(change.row.to_le_bytes());
                block.extend(change.column.to_le_bytes());
                block.extend(bytemuck::bytes_of(&change.pair));
            }
            block
        });
        let received = team.all_to_all(blocks.collect())?;
        let mut all: Vec<Zones<P>> = found
            .into_iter()
            .map(|mut zones| {
                zones.truncate((own + 1) << ZONES);
                zones.split_off(own << ZONES)
            })
            .collect();
        let read = |block: &Vec<u8>| {
            let mut zones: Zones<P> = (0..1 << ZONES).map(|_| Vec::new()).collect();
            for change in block.chunks_exact(8 + size_of::<P>()) {
                let number = |bytes: &[u8]| u32::from_le_bytes(*bytes.first_chunk().expect("four bytes"));
                let (row, column) = (number(change), number(&change[4..]));
                let pair = bytemuck::pod_read_unaligned(&change[8..]);
                zones[row as usize >> self.shift].push(Change { row, column, pair });
            }
            zones
        };
        all.par_extend(received.par_iter().map(read));
        Ok(all)
    }
}

/// Completes bytes that belong to `rows` rows, of which each process has its share.
pub(super) fn gather(team: &mut Team<'_>, bytes: &mut [u8], rows: usize) -> Result<(), GenerateError> {
    if team.is_one() || rows == 0 {
        return Ok(());
    }
    let row = bytes.len() / rows;
    let shares: Vec<_> =
        (0..team.size()).map(|process| crate::team::share(rows, team.size(), process)).collect();
    let most = shares.iter().map(ExactSizeIterator::len).max().unwrap_or(0);
    let each = (SENT / row.max(1)).max(1);
    for first in (0..most).step_by(each) {
        let part = |process: usize| {
            let share = &shares[process];
            let [first, end] = [first, first + each].map(|at| share.end.min(share.start + at) * row);
            first..end
        };
        let received = team.all_gather(bytes[part(team.process())].to_vec())?;
        for (process, received) in
            received.into_iter().enumerate().filter(|&(process, _)| process != team.process())
        {
            bytes[part(process)].copy_from_slice(&received);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::team::share;

    #[test]
    fn rows_belong_to_the_process_that_has_them() {
        for (rows, processes) in [(1, 1), (1, 3), (32, 3), (100, 4), (4960, 7)] {
            for process in 0..processes {
                for row in share(rows, processes, process) {
                    assert_eq!(Places::new(rows, processes).process_of(row), process, "{row} of {rows}");
                }
            }
        }
    }
}
