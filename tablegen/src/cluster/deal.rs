//! Which rank works on what.

use std::ops::Range;

/// Rows of a layer, cut into chunks that are dealt out one after the other: chunk i is rank i % size's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Deal {
    /// Where each chunk begins, and where the last one ends.
    cuts: Vec<u64>,
    size: usize,
}

impl Deal {
    /// Deals `rows` out to `size` ranks, in chunks of about the same weight, about `chunks` of them for each rank. `weight` says how
    /// much work a row is. A chunk has a multiple of eight rows, so that its codes begin at a whole byte, and `most` of them or
    /// eight at most.
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

    /// How many chunks there are.
    fn chunks(&self) -> usize {
        self.cuts.len() - 1
    }

    /// Chunks that each rank has at most: in window w, rank r has chunk w · size + r, and the rows of a window follow each other.
    pub(crate) fn windows(&self) -> usize {
        self.chunks().div_ceil(self.size)
    }

    /// The rows of a rank in a window; none where the rows are at their end.
    pub(crate) fn share(&self, window: usize, rank: usize) -> Range<u64> {
        let chunk = window * self.size + rank;
        if chunk < self.chunks() { self.cuts[chunk]..self.cuts[chunk + 1] } else { 0..0 }
    }

    /// The rows of a rank, in order.
    pub(crate) fn rows(&self, rank: usize) -> impl Iterator<Item = u64> {
        (0..self.windows()).flat_map(move |window| self.share(window, rank))
    }

    /// How many rows a rank has.
    pub(crate) fn len(&self, rank: usize) -> u64 {
        (0..self.windows()).map(|window| self.share(window, rank)).map(|rows| rows.end - rows.start).sum()
    }

    /// The rank that each row belongs to, and its place among that rank's rows.
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

/// Parts of so many numbers, shared out to the ranks as even as can be, in their order.
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
