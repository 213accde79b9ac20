//! The boards that the pages examine, how much of them, and the answer that each page gives.

use crate::questions::sample::{Lottery, SEED, Sample, sample};
use crate::questions::tabled::{Opening, Position, Tabled};
use nexsolve_core::words::grouped;
use nexsolve_db::Metric;
use nexsolve_reports::ReportError;

/// On boards with at most this many reachable positions, all are examined.
pub(super) const WHOLE: u64 = 100_000;
/// The number of random positions per ply on larger boards.
pub(super) const PER_PLY: u64 = 4_000;
/// Like [`PER_PLY`], for studies that look up every move of a position.
pub(super) const PER_PLY_OF_MOVES: u64 = 20_000;
/// Like [`WHOLE`], for studies that look up every move of a position.
pub(super) const WHOLE_OF_MOVES: u64 = 3_000_000;

/// A board of the report.
pub(super) struct Ground<'a> {
    /// The title: `3×3`.
    pub(super) title: String,
    pub(super) tabled: Tabled<'a>,
    pub(super) openings: Vec<Opening>,
}

impl Ground<'_> {
    pub(super) fn size(&self) -> (u32, u32) {
        (self.tabled.board().rows(), self.tabled.board().cols())
    }

    pub(super) fn is_square(&self) -> bool {
        self.size().0 == self.size().1
    }

    /// Returns the number of reachable positions, from the manifest.
    pub(super) fn reachable(&self) -> u64 {
        let tables = &self.tabled.prober.database().manifest().tables;
        let counts = tables.iter().filter(|table| table.metric == Metric::Dtw);
        counts.filter_map(|table| table.counts.reachable.as_ref()).flatten().sum()
    }

    /// Returns `per_ply` random positions of each ply, or all positions if the board has at most `whole`
    /// reachable ones.
    pub(super) fn sample(&self, per_ply: u64, whole: u64) -> Result<Sample<Position>, ReportError> {
        let per_ply = if self.reachable() <= whole { u64::MAX } else { per_ply };
        sample(self.tabled.game, self.tabled.prober, Lottery { per_ply, seed: SEED })
    }
}

/// Returns the title of a board: `3×3`.
pub(super) fn title_of(tabled: &Tabled<'_>) -> String {
    format!("{}×{}", tabled.board().rows(), tabled.board().cols())
}

/// Describes how many positions of a sample were examined, for a heading or a row.
pub(super) fn how_many<P>(sample: &Sample<P>) -> String {
    let all: u64 = sample.plies.iter().map(|population| population.positions).sum();
    if sample.plies.iter().all(|population| population.whole) {
        format!("all {}", grouped(all))
    } else {
        format!("{} draws from {}", grouped(sample.drawn.len() as u64), grouped(all))
    }
}

/// An answer, for the index.
pub(super) struct Answer {
    pub(super) question: &'static str,
    pub(super) path: String,
    pub(super) short: String,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::questions::sample::{Drawn, Population};
    use nexsolve_core::Wdl;

    #[test]
    fn draws_are_not_called_positions() {
        let one = |ply| Drawn { position: (), ply, value: Wdl::Win, weight: 2.0 };
        let population = |ply, positions, whole| Population { ply, positions, whole };
        let mut sample = Sample {
            drawn: vec![one(0), one(1), one(1), one(2)],
            plies: vec![population(0, 1, true), population(1, 2_000, false), population(2, 12, true)],
        };
        assert_eq!(how_many(&sample), "4 draws from 2,013");
        sample.plies[1].whole = true;
        assert_eq!(how_many(&sample), "all 2,013");
    }
}
