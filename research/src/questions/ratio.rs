//! Ratios of sums over a sample, with their standard errors.

use super::sample::Sample;
use std::collections::BTreeMap;

/// A ratio of two sums over the positions of a sample: the sum of parts divided by the sum of wholes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ratio {
    plies: BTreeMap<u32, Sums>,
}

/// Sums over the positions of a ply: of parts x, wholes y, and their products.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Sums {
    x: f64,
    y: f64,
    xx: f64,
    xy: f64,
    yy: f64,
}

impl Ratio {
    /// Adds a position of a ply, with its part and its whole. Positions that are not added count as 0 for
    /// both.
    pub fn add(&mut self, ply: u32, x: f64, y: f64) {
        let sums = self.plies.entry(ply).or_default();
        sums.x += x;
        sums.y += y;
        sums.xx += x * x;
        sums.xy += x * y;
        sums.yy += y * y;
    }

    /// Adds the sums of `other`.
    pub fn join(&mut self, other: &Self) {
        for (ply, more) in &other.plies {
            let sums = self.plies.entry(*ply).or_default();
            sums.x += more.x;
            sums.y += more.y;
            sums.xx += more.xx;
            sums.xy += more.xy;
            sums.yy += more.yy;
        }
    }

    /// Returns the plies with positions.
    pub fn plies(&self) -> impl Iterator<Item = u32> {
        self.plies.keys().copied()
    }

    /// Returns the ratio of one ply alone.
    pub fn at(&self, ply: u32) -> Self {
        Self { plies: self.plies.get(&ply).map(|sums| (ply, *sums)).into_iter().collect() }
    }

    /// Returns the sum of all parts.
    pub fn part(&self) -> f64 {
        self.plies.values().map(|sums| sums.x).sum()
    }

    /// Returns the sum of all wholes.
    pub fn whole(&self) -> f64 {
        self.plies.values().map(|sums| sums.y).sum()
    }

    /// Returns the ratio; NaN if the sum of wholes is 0.
    pub fn value(&self) -> f64 {
        self.part() / self.whole()
    }

    /// Returns the standard error of the ratio, with plies as strata, positions as units, and the ratio
    /// linearised (W. G. Cochran, *Sampling techniques*, 1977, chapter 6). Plies with all positions taken
    /// have no error. The layers of a ply are drawn in proportion to their sizes, so treating them as one
    /// stratum makes the error too large rather than too small.
    pub fn error<P>(&self, sample: &Sample<P>) -> f64
    where
        P: Copy,
    {
        let (ratio, whole) = (self.value(), self.whole());
        let variance = |(ply, sums): (&u32, &Sums)| {
            let taken = sample.plies.iter().any(|population| population.ply == *ply && population.whole);
            let drawn = sample.drawn.iter().filter(|drawn| drawn.ply == *ply).count() as f64;
            if taken || drawn < 2.0 {
                return 0.0;
            }
            let sum = sums.x - ratio * sums.y;
            let squares = sums.xx - 2.0 * ratio * sums.xy + ratio * ratio * sums.yy;
            (squares - sum * sum / drawn).max(0.0) * drawn / (drawn - 1.0)
        };
        self.plies.iter().map(variance).sum::<f64>().sqrt() / whole
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::questions::sample::{Drawn, Population};
    use nexsolve_core::{SplitMix, Wdl};

    fn sample(count: usize, whole: bool) -> Sample<u8> {
        let one = Drawn { position: 0, ply: 3, value: Wdl::Win, weight: 1.0 };
        let plies = vec![Population { ply: 3, positions: 1_000_000, whole }];
        Sample { drawn: vec![one; count], plies }
    }

    #[test]
    fn the_error_is_that_of_repeated_samples() {
        let mut random = SplitMix(7);
        let (mut values, mut error) = (Vec::new(), 0.0);
        for _ in 0..400 {
            let mut ratio = Ratio::default();
            for _ in 0..200 {
                // A third of the positions are not added; the others have wholes of 1 to 4, and parts of
                // about half.
                if random.below(3) > 0 {
                    let whole = 1 + random.below(4);
                    ratio.add(3, random.below(whole + 1) as f64, whole as f64);
                }
            }
            values.push(ratio.value());
            error += ratio.error(&sample(200, false)) / 400.0;
        }
        let mean = values.iter().sum::<f64>() / 400.0;
        let spread = (values.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / 399.0).sqrt();
        assert!((error / spread - 1.0).abs() < 0.15, "{error} {spread}");
    }

    #[test]
    fn complete_plies_have_no_error() {
        let mut ratio = Ratio::default();
        ratio.add(3, 1.0, 2.0);
        ratio.add(3, 0.0, 2.0);
        assert_eq!((ratio.value(), ratio.part(), ratio.whole()), (0.25, 1.0, 4.0));
        assert!(ratio.error(&sample(2, true)) < 1e-12);
        // Two units with ratios ½ and 0 and wholes of 2 each: the standard error is half their difference.
        assert!((ratio.error(&sample(2, false)) - 0.25).abs() < 1e-12);
    }

    #[test]
    fn joined_halves_equal_the_whole() {
        let (mut all, mut left, mut right) = (Ratio::default(), Ratio::default(), Ratio::default());
        for i in 0..10_u32 {
            let (x, y) = (f64::from(i % 3), f64::from(i % 4));
            all.add(i % 2, x, y);
            if i < 5 { &mut left } else { &mut right }.add(i % 2, x, y);
        }
        left.join(&right);
        assert_eq!(left, all);
    }
}
