//! Values as bytes in the order of preference, and the order in which values are settled.

use nexsolve_core::{Plies, Score, Wdl};
use nexsolve_db::Metric;

/// A draw: neither side gets more than the other.
pub(crate) const DRAW: u8 = 128;

/// Nothing is known yet: below all values.
pub(crate) const NOTHING: u8 = 0;

/// The largest distance in plies.
pub(crate) const MOST_PLIES: usize = 252;

/// The meaning of the bytes of a metric. A greater byte is a better value for the side to move; [`DRAW`]
/// is 0.
///
/// Values are settled **level** by level. With distances, level d has the wins and losses in d plies,
/// starting with 0. With points, level l has the values that are l points less than the whole stake.
/// Otherwise there is one level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Scale {
    metric: Metric,
    /// Points at stake in all layers of the group.
    stake: u16,
}

impl Scale {
    /// The scale for a group of layers with `stake` points at stake.
    pub(crate) fn new(metric: Metric, stake: u16) -> Self {
        Self { metric, stake }
    }

    /// The value of a position by a move that wins `gain` points and leads to a position of value `value` for
    /// the opponent.
    #[inline(always)]
    pub(crate) fn lift(self, value: u8, gain: u16) -> u8 {
        let negative = 256 - i32::from(value);
        let lifted = match self.metric {
            Metric::Score => negative + i32::from(gain),
            // After a win in d plies for the opponent comes a loss in d + 1: the next even number.
            Metric::Dtw => negative + i32::from(value > DRAW),
            _ => negative,
        };
        lifted as u8
    }

    /// The value of a position that is over: the side to move has lost.
    pub(crate) fn over(self) -> u8 {
        match self.metric {
            Metric::Score => DRAW - self.stake as u8,
            Metric::Dtw => 1,
            _ => DRAW - 1,
        }
    }

    /// The number of levels from a value to the value that it causes.
    #[cfg(test)]
    fn delay(self) -> usize {
        usize::from(self.metric == Metric::Dtw)
    }

    /// The largest number of levels.
    #[cfg(test)]
    fn levels(self) -> usize {
        match self.metric {
            Metric::Score => usize::from(self.stake).max(1),
            Metric::Dtw => MOST_PLIES + 1,
            _ => 1,
        }
    }

    /// The level of a value that is not a draw.
    #[inline(always)]
    pub(crate) fn level_of(self, value: u8) -> usize {
        match self.metric {
            Metric::Score => usize::from(self.stake) - usize::from(value.abs_diff(DRAW)),
            Metric::Dtw if value < DRAW => 2 * (usize::from(value) - 1),
            Metric::Dtw => 2 * (255 - usize::from(value)) + 1,
            _ => 0,
        }
    }

    /// The win and the loss of a level; [`NOTHING`] if the level has none.
    pub(crate) fn at(self, level: usize) -> [u8; 2] {
        match self.metric {
            Metric::Score => {
                let points = (usize::from(self.stake) - level) as u8;
                [DRAW + points, DRAW - points]
            }
            Metric::Dtw if level.is_multiple_of(2) => [NOTHING, (level / 2 + 1) as u8],
            Metric::Dtw => [(255 - level / 2) as u8, NOTHING],
            _ => [DRAW + 1, DRAW - 1],
        }
    }

    /// The value as tables store it.
    pub(crate) fn value(self, byte: u8) -> i16 {
        let off = i16::from(byte) - i16::from(DRAW);
        let plies = |level: usize| Plies(level as u16);
        let score = match (self.metric, byte) {
            (Metric::Score, _) => return off,
            (_, DRAW) => Score::DRAW,
            (Metric::Dtw, _) if byte > DRAW => Score::win_in(plies(self.level_of(byte))),
            (Metric::Dtw, _) => Score::loss_in(plies(self.level_of(byte))),
            _ if byte > DRAW => Score::WIN,
            _ => Score::LOSS,
        };
        score.to_raw()
    }

    /// The inverse of [`Scale::value`]; `None` for a value that is not on the scale.
    pub(crate) fn byte(self, value: i16) -> Option<u8> {
        let byte = if self.metric == Metric::Score {
            u8::try_from(value + i16::from(DRAW)).ok()?
        } else {
            let score = Score::from_raw(value)?;
            match (score.wdl(), score.distance()) {
                (Wdl::Draw, _) => DRAW,
                (Wdl::Win, None) => DRAW + 1,
                (Wdl::Loss, None) => DRAW - 1,
                (Wdl::Win, Some(Plies(d))) if usize::from(d) <= MOST_PLIES => 255 - (d / 2) as u8,
                (Wdl::Loss, Some(Plies(d))) if usize::from(d) <= MOST_PLIES => (d / 2) as u8 + 1,
                _ => return None,
            }
        };
        (self.value(byte) == value).then_some(byte)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCALES: [Scale; 5] = [
        Scale { metric: Metric::Wdl, stake: 0 },
        Scale { metric: Metric::Dtw, stake: 0 },
        Scale { metric: Metric::Score, stake: 0 },
        Scale { metric: Metric::Score, stake: 7 },
        Scale { metric: Metric::Score, stake: 48 },
    ];

    /// All bytes in use.
    fn bytes(scale: Scale) -> Vec<u8> {
        let mut bytes: Vec<u8> =
            (0..scale.levels()).flat_map(|level| scale.at(level)).chain([DRAW]).collect();
        bytes.retain(|&byte| byte != NOTHING);
        bytes.sort_unstable();
        bytes.dedup();
        bytes
    }

    #[test]
    fn bytes_are_values_in_order() {
        for scale in SCALES {
            let values: Vec<i16> = bytes(scale).iter().map(|&byte| scale.value(byte)).collect();
            assert!(values.is_sorted_by(|a, b| a < b), "{scale:?}");
            for byte in bytes(scale) {
                assert_eq!(scale.byte(scale.value(byte)), Some(byte));
            }
        }
        assert_eq!(SCALES[1].byte(Score::WIN.to_raw() + 1), None);
        assert_eq!(SCALES[0].byte(Score::win_in(Plies(3)).to_raw()), None);
    }

    #[test]
    fn levels_are_those_of_their_values() {
        for scale in SCALES {
            for level in 0..scale.levels() {
                for byte in scale.at(level) {
                    assert!(
                        matches!(byte, NOTHING | DRAW) || scale.level_of(byte) == level,
                        "{scale:?} {byte}"
                    );
                }
            }
        }
    }

    #[test]
    fn values_are_lifted_as_scores_are() {
        for scale in SCALES {
            let lift = |value: i16| match scale.metric {
                Metric::Score => -value,
                _ => Score::from_raw(value).expect("a score").lift().to_raw(),
            };
            // There is no byte for one ply more than the greatest distance.
            for byte in bytes(scale).into_iter().filter(|&byte| scale.metric != Metric::Dtw || byte != 127) {
                let lifted = scale.lift(byte, 0);
                assert_eq!(scale.value(lifted), lift(scale.value(byte)), "{scale:?} {byte}");
                if byte != DRAW && scale.delay() == 1 {
                    assert_eq!(scale.level_of(lifted), scale.level_of(byte) + 1);
                }
            }
        }
        let points = Scale::new(Metric::Score, 9);
        assert_eq!(points.value(points.lift(points.byte(-4).expect("on the scale"), 3)), 7);
        assert_eq!(points.value(points.over()), -9);
    }
}
