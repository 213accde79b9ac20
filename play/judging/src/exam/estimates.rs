//! What a player expects of positions, compared with their values.

use nexsolve_core::Wdl;
use nexsolve_players::Estimate;

/// The estimates of an exam. Evaluations on a scale of the player's own are not counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Estimates {
    /// Expected shares of points, by tenths: from 0 to 10 %, from 10 to 20 %, …, from 90 to 100 %. A share
    /// between two classes belongs to the higher one.
    pub shares: [Class; 10],
    /// The positions whose value the player believes to be proven.
    pub proven: u64,
    /// Those among them that have another value.
    pub refuted: u64,
}

/// The positions of which a player expects about the same share of points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Class {
    /// Their number.
    pub positions: u64,
    /// The sum of the expected shares, in millionths.
    expected: u64,
    /// The points that the side to move gets with perfect play, in halves.
    halves: u64,
}

impl Class {
    /// Returns the mean of the expected shares, from 0 to 1; `None` without positions.
    pub fn expected(&self) -> Option<f64> {
        (self.positions > 0).then(|| self.expected as f64 / MILLION / self.positions as f64)
    }

    /// Returns the mean share with perfect play, from 0 to 1; `None` without positions.
    pub fn actual(&self) -> Option<f64> {
        (self.positions > 0).then(|| self.halves as f64 / 2.0 / self.positions as f64)
    }
}

const MILLION: f64 = 1e6;

impl Estimates {
    /// Adds the estimate of a position, and its value if it is known.
    pub(super) fn add(&mut self, estimate: Estimate, value: Option<Wdl>) {
        match (estimate, value) {
            (Estimate::Share(share), Some(value)) => {
                let share = share.clamp(0.0, 1.0);
                let class = &mut self.shares[((share * 10.0) as usize).min(9)];
                class.positions += 1;
                class.expected += (share * MILLION).round() as u64;
                class.halves += value as u64;
            }
            (Estimate::Proven(bounds), Some(value)) => {
                self.proven += 1;
                self.refuted += u64::from(bounds.wdl().is_some_and(|proven| proven != value));
            }
            _ => {}
        }
    }

    /// Adds the estimates of other positions.
    pub(super) fn join(&mut self, other: &Self) {
        for (class, other) in self.shares.iter_mut().zip(&other.shares) {
            class.positions += other.positions;
            class.expected += other.expected;
            class.halves += other.halves;
        }
        self.proven += other.proven;
        self.refuted += other.refuted;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nexsolve_core::{Bounds, Plies, Score};

    #[test]
    fn estimates_meet_the_values() {
        let mut found = Estimates::default();
        for (share, value) in [(0.31, Wdl::Win), (0.39, Wdl::Draw), (0.35, Wdl::Loss), (1.0, Wdl::Win)] {
            found.add(Estimate::Share(share), Some(value));
        }
        found.add(Estimate::Share(0.5), None);
        found.add(Estimate::Unknown, Some(Wdl::Win));
        let win = Bounds { lo: Score::WIN, hi: Score::win_in(Plies(1)) };
        for value in [Wdl::Win, Wdl::Draw] {
            found.add(Estimate::Proven(win), Some(value));
        }
        let mut twice = found;
        twice.join(&found);
        for (found, times) in [(found, 1), (twice, 2)] {
            assert_eq!(found.shares.map(|class| class.positions / times), [0, 0, 0, 3, 0, 0, 0, 0, 0, 1]);
            let [expected, actual] =
                [found.shares[3].expected(), found.shares[3].actual()].map(Option::unwrap);
            assert!((expected - 0.35).abs() < 1e-6 && (actual - 0.5).abs() < 1e-9);
            assert_eq!((found.proven, found.refuted), (2 * times, times));
            assert_eq!(found.shares[0].expected().or(found.shares[0].actual()), None);
        }
    }
}
