//! The share of each rank in the work.

use std::ops::Range;

/// Rows of a layer, cut into chunks that are dealt out in turn: chunk i belongs to rank i % size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Deal {
    /// Where each chunk begins, and where the last one ends.
    cuts: Vec<u64>,
    size: usize,
}

impl Deal {
    /// Deals `rows` out to `size` ranks, in chunks of about the same weight, about `chunks` of them for each rank. `weight` returns how
    /// much work a row is. A chunk has a multiple of eight rows, so that its codes begin at a whole byte. It has at most `most` rows,
    /// or eight if `most` is less.
    pub(crate) fn new(rows: u64, size: usize, chunks: u64, most: u64, weight: impl Fn(u64) -> u64) -> Self {
        let weights: Vec<u64> = (0..rows.div_ceil(8))
            .map(|eight| (8 * eight..rows.min(8 * eight + 8)).map(&weight).sum())
            .collect();
        let each = weights.iter().sum::<u64>() / (chunks * size as u64).max(1);
        let most = (most / 8).max(1);
        let mut cuts = vec![0];
        let (mut sum, mut eights) = (0, 0);
        for (at, weight) in weights.iter().enumerate() {
            sum += weight;
            eights += 1;
            if sum >= each || eights >= most || at + 1 == weights.len() {
                cuts.push(rows.min(8 * (at as u64 + 1)));
                (sum, eights) = (0, 0);
            }
        }
        Self { cuts, size }
    }

    /// The number of chunks.
    fn chunks(&self) -> usize {
        self.cuts.len() - 1
    }

    /// The number of windows. In window w, rank r has chunk w · size + r. The rows of a window are neighbours.
    pub(crate) fn windows(&self) -> usize {
        self.chunks().div_ceil(self.size)
    }

    /// The number of rows of all ranks in a window.
    pub(crate) fn rows_in(&self, window: usize) -> u64 {
        let cuts = |chunk: usize| self.cuts[chunk.min(self.chunks())];
        cuts((window + 1) * self.size) - cuts(window * self.size)
    }

    /// The number of rows of all ranks in the largest window.
    pub(crate) fn rows_of_window(&self) -> u64 {
        (0..self.windows()).map(|window| self.rows_in(window)).max().unwrap_or(0)
    }

    /// The rows of a rank in a window; empty behind the last chunk.
    pub(crate) fn share(&self, window: usize, rank: usize) -> Range<u64> {
        let chunk = window * self.size + rank;
        if chunk < self.chunks() { self.cuts[chunk]..self.cuts[chunk + 1] } else { 0..0 }
    }

    /// The rows of a rank, in order.
    pub(crate) fn rows(&self, rank: usize) -> impl Iterator<Item = u64> {
        (0..self.windows()).flat_map(move |window| self.share(window, rank))
    }

    /// The number of rows of a rank.
    pub(crate) fn len(&self, rank: usize) -> u64 {
        (0..self.windows()).map(|window| self.share(window, rank)).map(|rows| rows.end - rows.start).sum()
    }

    /// For each row the rank that it belongs to, and its place among that rank's rows.
    pub(crate) fn places(&self) -> Vec<(usize, u64)> {
        let mut taken = vec![0; self.size];
        let chunks = self.cuts.windows(2).enumerate();
        let rows = chunks.flat_map(|(chunk, cuts)| (cuts[0]..cuts[1]).map(move |_| chunk % self.size));
        rows.map(|rank| {
            taken[rank] += 1;
            (rank, taken[rank] - 1)
        })
        .collect()
    }
}

/// The share of a rank in the numbers below `count`. The shares differ by one number at most and follow each other in the order of the
/// ranks.
pub(crate) fn share(count: usize, size: usize, rank: usize) -> Range<usize> {
    count * rank / size..count * (rank + 1) / size
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_row_belongs_to_one_rank() {
        for rows in [0, 1, 7, 8, 9, 100, 1000] {
            for size in 1..=4 {
                for most in [1, 40, 10_000] {
                    let deal = Deal::new(rows, size, 3, most, |row| row % 5);
                    let mut all = vec![0; rows as usize];
                    let places = deal.places();
                    assert_eq!(places.len() as u64, rows);
                    for rank in 0..size {
                        assert_eq!(deal.len(rank), deal.rows(rank).count() as u64);
                        for (place, row) in deal.rows(rank).enumerate() {
                            all[row as usize] += 1;
                            assert_eq!(places[row as usize], (rank, place as u64));
                        }
                    }
                    assert!(all.iter().all(|&count| count == 1));
                    let shares = (0..deal.windows())
                        .flat_map(|window| (0..size).map(move |rank| (window, rank)))
                        .flat_map(|(window, rank)| deal.share(window, rank));
                    assert!(shares.eq(0..rows), "the rows of windows follow each other");
                }
            }
        }
    }

    #[test]
    fn the_ranks_have_about_the_same_weight() {
        // A third of the rows weighs nothing, and these stand together.
        let weight = |row| u64::from(row >= 1000);
        let deal = Deal::new(3000, 4, 16, u64::MAX, weight);
        let weights: Vec<u64> = (0..4).map(|rank| deal.rows(rank).map(weight).sum()).collect();
        assert!(weights.iter().all(|weight| (450..=550).contains(weight)), "{weights:?}");
    }

    #[test]
    fn shares_cover_all() {
        for count in 0..20 {
            for size in 1..6 {
                let all = (0..size).flat_map(|rank| share(count, size, rank));
                assert!(all.eq(0..count));
            }
        }
    }
}
