//! The share of each process in the work.

use std::ops::Range;

/// The approximate number of codes that a process of a team adds to its tables at a time: enough that
/// processes seldom wait for each other.
pub const BATCH_BYTES: u64 = 4 << 20;

/// Rows of a layer, cut into chunks that are dealt out in turn: chunk i belongs to process i % size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deal {
    /// Where each chunk begins, and where the last one ends.
    cuts: Vec<u64>,
    /// For each chunk the number of rows that its process has before it.
    before: Vec<u64>,
    size: usize,
}

impl Deal {
    /// Deals `rows`, from a multiple of eight on, out to `size` processes, in chunks of about the same
    /// weight, about `chunks` of them for each process. `weight` returns how much work a row is. A chunk has
    /// a multiple of eight rows, so that its codes begin at a whole byte. It has at most `most` rows, or
    /// eight if `most` is less.
    pub fn new(rows: Range<u64>, size: usize, chunks: u64, most: u64, weight: impl Fn(u64) -> u64) -> Self {
        let weights: Vec<(u64, u64)> = (rows.clone().step_by(8))
            .map(|first| (first, rows.end.min(first + 8)))
            .map(|(first, end)| (end, (first..end).map(&weight).sum()))
            .collect();
        let each = weights.iter().map(|(_, weight)| weight).sum::<u64>() / (chunks * size as u64).max(1);
        let most = (most / 8).max(1);
        let mut cuts = vec![rows.start];
        let (mut sum, mut eights) = (0, 0);
        for (end, weight) in weights {
            sum += weight;
            eights += 1;
            if sum >= each || eights >= most || end == rows.end {
                cuts.push(end);
                (sum, eights) = (0, 0);
            }
        }
        let mut taken = vec![0; size];
        let before = cuts.windows(2).enumerate().map(|(chunk, cuts)| {
            let taken = &mut taken[chunk % size];
            *taken += cuts[1] - cuts[0];
            *taken - (cuts[1] - cuts[0])
        });
        let before = before.collect();
        Self { cuts, before, size }
    }

    /// The number of windows. In window w, process p has chunk w · size + p. The rows of a window are
    /// consecutive.
    pub fn windows(&self) -> usize {
        self.before.len().div_ceil(self.size)
    }

    /// The number of rows of all processes in a window.
    fn rows_in(&self, window: usize) -> u64 {
        let cuts = |chunk: usize| self.cuts[chunk.min(self.before.len())];
        cuts((window + 1) * self.size) - cuts(window * self.size)
    }

    /// The number of rows of all processes in the largest window.
    pub fn rows_of_window(&self) -> u64 {
        (0..self.windows()).map(|window| self.rows_in(window)).max().unwrap_or(0)
    }

    /// The rows of a process in a window; empty after the last chunk.
    pub fn share(&self, window: usize, process: usize) -> Range<u64> {
        let chunk = window * self.size + process;
        if chunk < self.before.len() { self.cuts[chunk]..self.cuts[chunk + 1] } else { 0..0 }
    }

    /// Windows to be written together, if a row has `row_bytes` bytes of codes: the number of rows of all
    /// processes, and the rows of this process in each window.
    pub fn batches(&self, process: usize, row_bytes: u64) -> impl Iterator<Item = (u64, Vec<Range<u64>>)> {
        let window_bytes = row_bytes.saturating_mul(self.rows_of_window()).max(1);
        let each = if self.size == 1 { 1 } else { (BATCH_BYTES * self.size as u64 / window_bytes).max(1) };
        (0..self.windows()).step_by(each as usize).map(move |first| {
            let windows = first..self.windows().min(first + each as usize);
            let all = windows.clone().map(|window| self.rows_in(window)).sum();
            (all, windows.map(|window| self.share(window, process)).collect())
        })
    }

    /// The rows of a process, in order.
    pub fn rows(&self, process: usize) -> impl Iterator<Item = u64> {
        (0..self.windows()).flat_map(move |window| self.share(window, process))
    }

    /// The number of rows of a process.
    pub fn len(&self, process: usize) -> u64 {
        (0..self.windows()).map(|window| self.share(window, process)).map(|rows| rows.end - rows.start).sum()
    }

    /// The process that a row belongs to, and its place among that process's rows; `None` for a row that is
    /// not dealt out.
    pub fn place(&self, row: u64) -> Option<(usize, u64)> {
        let chunk = self.cuts.partition_point(|&cut| cut <= row).checked_sub(1)?;
        let before = self.before.get(chunk)?;
        Some((chunk % self.size, before + row - self.cuts[chunk]))
    }
}

/// The share of a process in the numbers below `count`. The shares differ by one number at most and follow
/// each other in the order of the processes.
pub fn share(count: usize, size: usize, process: usize) -> Range<usize> {
    count * process / size..count * (process + 1) / size
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_row_belongs_to_one_rank() {
        for (first, rows) in [(0, 0), (0, 1), (0, 7), (8, 16), (16, 25), (0, 100), (40, 1000)] {
            for size in 1..=4 {
                for most in [1, 40, 10_000] {
                    let deal = Deal::new(first..rows, size, 3, most, |row| row % 5);
                    let mut all = vec![0; rows as usize];
                    assert_eq!(
                        (deal.place(rows), first.checked_sub(1).and_then(|row| deal.place(row))),
                        (None, None)
                    );
                    for process in 0..size {
                        assert_eq!(deal.len(process), deal.rows(process).count() as u64);
                        for (place, row) in deal.rows(process).enumerate() {
                            all[row as usize] += 1;
                            assert_eq!(deal.place(row), Some((process, place as u64)));
                        }
                    }
                    assert!(all[first as usize..].iter().all(|&count| count == 1));
                    let shares = (0..deal.windows())
                        .flat_map(|window| (0..size).map(move |process| (window, process)))
                        .flat_map(|(window, process)| deal.share(window, process));
                    assert!(shares.eq(first..rows), "the rows of windows follow each other");
                }
            }
        }
    }

    #[test]
    fn the_ranks_have_about_the_same_weight() {
        // A third of the rows have no weight, and they are adjacent.
        let weight = |row| u64::from(row >= 1000);
        let deal = Deal::new(0..3000, 4, 16, u64::MAX, weight);
        let weights: Vec<u64> = (0..4).map(|process| deal.rows(process).map(weight).sum()).collect();
        assert!(weights.iter().all(|weight| (450..=550).contains(weight)), "{weights:?}");
    }

    #[test]
    fn shares_cover_all() {
        for count in 0..20 {
            for size in 1..6 {
                let all = (0..size).flat_map(|process| share(count, size, process));
                assert!(all.eq(0..count));
            }
        }
    }
}
