//! Predicts a larger board from smaller ones.
//!
//! Time is work times a rate: what the engines call effort for the values, entries for what play can reach, and entries and packed
//! bytes for writing. The rates are those of the largest boards measured.
//!
//! Bits per entry follow the trend of the smaller boards, half as strong as there: tables compress better the larger the board, but
//! ever less so. If a sample says how mixed the values are (their entropy, given the layer), the trend is that of packed bits per bit
//! of entropy. It is the steadier one: on 3×6 Nex, nearly all positions of a layer have the same value, on 4×4 not.

use nexsolve_db::Metric;
use nexsolve_tablegen::{Plan, Step};
use std::collections::BTreeMap;

/// The size of a board, as numbers that grow: rows and columns, or a count.
pub(super) type Size = Vec<u32>;

/// Boards with fewer entries say nothing of how larger ones compress: the files' headers weigh as much as what is in them.
const TELLING: u64 = 1_000_000;

/// Values with less entropy are nearly all alike, and most of a file is headers.
const ALIKE: f64 = 0.1;

/// The spread of the logarithm of entries, as a sum of squares, at which boards say half of the slope between them.
const SLOPE_NEEDS: f64 = 4.0;

/// The measured generation of a board.
#[derive(Clone, Debug)]
pub(super) struct Measured {
    pub(super) plan: Plan,
    /// By phase: reach, sweep, write, commit.
    pub(super) seconds: [f64; 4],
    /// Bytes of the tables of each step.
    pub(super) step_bytes: Vec<u64>,
    pub(super) tables: usize,
    /// The mean entropy of an entry's value, given its layer, in bits.
    pub(super) disorder: f64,
}

impl Measured {
    /// Bytes of all tables.
    pub(super) fn bytes(&self) -> u64 {
        self.step_bytes.iter().sum()
    }

    fn bits(&self) -> f64 {
        8.0 * self.bytes() as f64 / self.plan.entries.max(1) as f64
    }
}

/// The entropy of something that has been seen so often with each of its values, in bits.
pub(super) fn entropy(counts: &[u64]) -> f64 {
    let all = counts.iter().sum::<u64>() as f64;
    let share =
        |&count: &u64| if count == 0 { 0.0 } else { -(count as f64 / all) * (count as f64 / all).log2() };
    counts.iter().map(share).sum()
}

/// The boards measured, by size, and the number of entries of other sizes.
pub(super) struct Ladder<E> {
    pub(super) measured: BTreeMap<Size, Measured>,
    pub(super) entries: E,
    /// Seconds to read back an entry from a table, if measured.
    pub(super) read_seconds: f64,
    /// The mean entropy of an entry of the board in question, if that board has not been measured and a sample says it.
    pub(super) disorder: Option<f64>,
}

/// The forecast for a step of a plan.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Expected {
    pub(super) bytes: f64,
    pub(super) seconds: f64,
}

/// The sum of a figure over the steps that say what can be reached, or over those that hold values.
fn sum(plan: &Plan, is_reach: bool, of: impl Fn(&Step) -> u64) -> u64 {
    let steps = plan.steps.iter().filter(|step| (step.metric == Metric::Reach) == is_reach);
    steps.map(of).fold(0, u64::saturating_add)
}

impl Expected {
    /// All steps together.
    pub(super) fn all(steps: &[Self]) -> Self {
        let sum = |of: fn(&Self) -> f64| steps.iter().map(of).sum();
        Self { bytes: sum(|step| step.bytes), seconds: sum(|step| step.seconds) }
    }
}

/// A rate; nothing where there was no work.
fn rate(seconds: f64, work: u64) -> f64 {
    if work == 0 { 0.0 } else { seconds / work as f64 }
}

impl<E: Fn(&Size) -> Option<u64>> Ladder<E> {
    /// The largest boards measured, the largest first.
    fn largest(&self) -> Vec<&Measured> {
        let mut all: Vec<&Measured> = self.measured.values().collect();
        all.sort_by_key(|measured| std::cmp::Reverse(measured.plan.entries));
        all
    }

    /// The forecast for each step of a plan for a board of this size; `None` if nothing was measured.
    pub(super) fn expected(&self, size: &Size, plan: &Plan) -> Option<Vec<Expected>> {
        let largest = self.largest();
        let first = *largest.first()?;
        let bits = self.bits_by_disorder(size).or_else(|| self.bits(size))?;
        let [reach, sweep, ..] = first.seconds;
        let reach = rate(reach, sum(&first.plan, true, |step| step.entries));
        let sweep = rate(sweep, sum(&first.plan, false, |step| step.effort));
        let (per_entry, per_byte) = writing(&largest);
        let commit = first.seconds[3] / first.tables.max(1) as f64;
        let shares = shares(first, plan);
        let whole = bits / 8.0 * plan.entries as f64;
        let step = |(step, share): (&Step, f64)| {
            let (entries, bytes) = (step.entries as f64, whole * share);
            let seconds = match step.metric {
                Metric::Reach => entries * reach,
                _ => step.effort as f64 * sweep + entries * per_entry + bytes * per_byte,
            };
            let read = step.read_entries as f64 * self.read_seconds;
            Expected { bytes, seconds: seconds + read + commit * step.layers.len() as f64 }
        };
        Some(plan.steps.iter().zip(shares).map(step).collect())
    }

    /// Bits per entry of a board that has not been measured, from its disorder: those of the largest board measured for the same
    /// disorder, and half the slope that all boards measured have over the logarithm of their entries.
    fn bits_by_disorder(&self, size: &Size) -> Option<f64> {
        let disorder = self.disorder?;
        let measured = self.measured.iter().filter(|(_, measured)| measured.plan.entries >= TELLING);
        let points: Vec<(&Size, f64, f64)> = measured
            .filter(|(_, measured)| measured.disorder > ALIKE)
            .map(|(size, measured)| {
                (size, (measured.plan.entries as f64).ln(), (measured.bits() / measured.disorder).ln())
            })
            .collect();
        // Of boards with as many entries, one that fits into the board in question.
        let fits = |small: &Size| small.iter().zip(size).all(|(small, large)| small <= large);
        let largest = points.iter().max_by(|a, b| a.1.total_cmp(&b.1).then(fits(a.0).cmp(&fits(b.0))));
        let &(_, at, level) = largest?;
        let mean =
            |of: fn(&(&Size, f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / points.len() as f64;
        let (x, y) = (mean(|point| point.1), mean(|point| point.2));
        let above: f64 = points.iter().map(|point| (point.1 - x) * (point.2 - y)).sum();
        let below: f64 = points.iter().map(|point| (point.1 - x).powi(2)).sum();
        // Boards of nearly the same size say little of the slope.
        let slope = above / (below + SLOPE_NEEDS);
        let entries = (self.entries)(size)? as f64;
        Some(disorder * (level + slope / 2.0 * (entries.ln() - at)).exp())
    }

    /// Bits per entry of a board of this size, extrapolated from smaller ones.
    fn bits(&self, size: &Size) -> Option<f64> {
        if let Some(measured) = self.measured.get(size) {
            return Some(measured.bits());
        }
        let below = |size: &Size, axis: usize| -> Option<Size> {
            let mut size = size.clone();
            size[axis] = size[axis].checked_sub(1)?;
            Some(size)
        };
        let telling = |size: &Size| (self.entries)(size).filter(|&entries| entries >= TELLING);
        // Along the axis with the largest board before.
        let parents = (0..size.len()).filter_map(|axis| {
            let parent = below(size, axis)?;
            Some((telling(&parent)?, axis, parent))
        });
        let Some((_, axis, parent)) = parents.max() else {
            return self.largest().first().map(|measured| measured.bits());
        };
        let bits = self.bits(&parent)?;
        // How bits changed along this axis before, here and beside.
        let others = (0..size.len()).filter(|&other| other != axis).filter_map(|other| below(size, other));
        let trends: Vec<f64> = std::iter::once(parent)
            .chain(others)
            .filter_map(|last| {
                let before = below(&last, axis)?;
                telling(&before)?;
                Some((self.bits(&last)? / self.bits(&before)?).ln())
            })
            .collect();
        let trend = trends.iter().sum::<f64>() / trends.len().max(1) as f64;
        Some(bits * (trend / 2.0).exp())
    }
}

/// Seconds that writing takes for each entry and for each packed byte, by the two largest boards.
fn writing(largest: &[&Measured]) -> (f64, f64) {
    let of = |measured: &Measured| {
        let entries = sum(&measured.plan, false, |step| step.entries);
        (entries as f64, measured.bytes() as f64, measured.seconds[2])
    };
    let (entries, bytes, seconds) = of(largest[0]);
    let alone = (seconds / entries.max(1.0), 0.0);
    let Some(&second) = largest.get(1) else { return alone };
    let (fewer, less, sooner) = of(second);
    let determinant = entries * less - fewer * bytes;
    let per_entry = (seconds * less - sooner * bytes) / determinant;
    let per_byte = (entries * sooner - fewer * seconds) / determinant;
    if per_entry >= 0.0 && per_byte >= 0.0 { (per_entry, per_byte) } else { alone }
}

/// The part of all bytes that each step of a plan has: entries are as dense as at the same point of the work on the smaller board.
fn shares(small: &Measured, plan: &Plan) -> Vec<f64> {
    let density = |metric: Metric, point: f64| {
        let steps = small.plan.steps.iter().zip(&small.step_bytes);
        let steps: Vec<f64> = steps
            .filter(|(step, _)| step.metric == metric)
            .map(|(step, &bytes)| bytes as f64 / step.entries.max(1) as f64)
            .collect();
        let last = steps.len().checked_sub(1)?;
        let at = point * last as f64;
        let (low, high) = (at.floor() as usize, at.ceil() as usize);
        Some(steps[low] + (steps[high] - steps[low]) * at.fract())
    };
    let weight = |(place, step): (usize, &Step)| {
        let before = plan.steps[..place].iter().filter(|other| other.metric == step.metric).count();
        let all = plan.steps.iter().filter(|other| other.metric == step.metric).count();
        let point = before as f64 / (all - 1).max(1) as f64;
        step.entries as f64 * density(step.metric, point).unwrap_or(0.0)
    };
    let weights: Vec<f64> = plan.steps.iter().enumerate().map(weight).collect();
    let sum: f64 = weights.iter().sum();
    weights.into_iter().map(|weight| if sum > 0.0 { weight / sum } else { 0.0 }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const WIDE: u64 = 10 * TELLING;

    fn step(metric: Metric, entries: u64) -> Step {
        let layers = vec![format!("{metric}")];
        Step {
            metric,
            layers,
            entries,
            packed_bytes: entries / 4,
            memory_bytes: 0,
            effort: 3 * entries,
            read_entries: 0,
        }
    }

    fn plan(entries: u64) -> Plan {
        let steps = vec![step(Metric::Reach, entries), step(Metric::Wdl, entries)];
        let packed_bytes = steps.iter().map(|step| step.packed_bytes).sum();
        Plan { entries: 2 * entries, steps, packed_bytes, memory_bytes: 0, best_bytes: 0 }
    }

    fn measured(entries: u64, bits: f64) -> Measured {
        let bytes = |share: f64| (share * bits / 8.0 * 2.0 * entries as f64) as u64;
        let million = entries as f64 / 1e6;
        let seconds = [million, 2.0 * million, 4.0 * million, 0.2];
        Measured {
            plan: plan(entries),
            seconds,
            step_bytes: vec![bytes(0.25), bytes(0.75)],
            tables: 2,
            disorder: 0.0,
        }
    }

    fn close(found: f64, expected: f64) {
        assert!((found / expected - 1.0).abs() < 1e-6, "{found}, {expected}");
    }

    #[test]
    fn a_board_that_was_measured_takes_what_it_took() {
        let board = measured(WIDE, 0.5);
        let (seconds, bytes, plan) = (board.seconds.iter().sum(), board.bytes(), board.plan.clone());
        let ladder = Ladder {
            measured: [(vec![4], board)].into(),
            entries: |_: &Size| None,
            read_seconds: 0.0,
            disorder: None,
        };
        let expected = ladder.expected(&vec![4], &plan).expect("measured");
        close(Expected::all(&expected).seconds, seconds);
        close(Expected::all(&expected).bytes, bytes as f64);
        close(expected[1].bytes, 3.0 * expected[0].bytes);
    }

    #[test]
    fn trends_go_on_half_as_strong_with_each_step() {
        let boards = [(vec![3], measured(WIDE, 1.6)), (vec![4], measured(10 * WIDE, 0.4))];
        let entries = |size: &Size| (size[0] >= 3).then_some(WIDE);
        let ladder = Ladder { measured: boards.into(), entries, read_seconds: 0.0, disorder: None };
        close(ladder.bits(&vec![5]).expect("told"), 0.2);
        close(ladder.bits(&vec![6]).expect("told"), 0.2 / f64::sqrt(2.0));
    }

    #[test]
    fn a_disorder_counts_for_as_many_bits_as_on_the_largest_board() {
        let mixed = |entries, bits, disorder| Measured { disorder, ..measured(entries, bits) };
        let entries = |_: &Size| Some(2_000 * WIDE);
        let ladder = |boards: Vec<(Size, Measured)>| Ladder {
            measured: boards.into_iter().collect(),
            entries,
            read_seconds: 0.0,
            disorder: Some(0.5),
        };
        let size = vec![3, 6];
        let alone = vec![(vec![4, 4], mixed(WIDE, 0.2, 0.8))];
        close(ladder(alone.clone()).bits_by_disorder(&size).expect("measured"), 0.125);
        // The board that fits speaks, of two with as many entries; one with hardly any disorder never does.
        let fits = (vec![3, 4], mixed(WIDE, 0.1, 0.5));
        let alike = (vec![2, 6], mixed(10 * WIDE, 0.1, 0.01));
        close(ladder([alone, vec![fits, alike]].concat()).bits_by_disorder(&size).expect("measured"), 0.1);
        // Fewer bits on a larger board: fewer still on the next one.
        let fewer = vec![(vec![3, 3], mixed(WIDE, 0.4, 0.5)), (vec![3, 5], mixed(100 * WIDE, 0.1, 0.5))];
        let bits = ladder(fewer).bits_by_disorder(&size).expect("measured");
        assert!(bits < 0.1 && bits > 0.05, "{bits}");
        assert_eq!(ladder(vec![]).bits_by_disorder(&size), None);
    }

    #[test]
    fn entropy_is_of_shares() {
        close(entropy(&[3, 0, 3]), 1.0);
        close(entropy(&[1, 1, 2]), 1.5);
        assert!(entropy(&[0, 7, 0]).abs() < 1e-12 && entropy(&[]).abs() < 1e-12);
    }

    #[test]
    fn boards_with_rows_and_columns_look_both_ways() {
        let boards = [
            (vec![3, 3], measured(WIDE, 1.0)),
            (vec![3, 4], measured(2 * WIDE, 0.25)),
            (vec![4, 3], measured(2 * WIDE, 0.5)),
            (vec![4, 4], measured(10 * WIDE, 0.5)),
        ];
        let entries = |size: &Size| {
            (size.iter().all(|&side| side >= 3)).then(|| u64::from(size[0] * size[1]) * TELLING)
        };
        let ladder = Ladder { measured: boards.into(), entries, read_seconds: 0.0, disorder: None };
        // From 4×4: along the columns nothing changed there, and to a half beside, where 3×5 is judged by 3×4 in turn.
        close(ladder.bits(&vec![4, 5]).expect("told"), 0.5 * 0.5_f64.powf(0.25));
    }

    #[test]
    fn what_is_read_back_takes_its_time() {
        let board = measured(WIDE, 0.5);
        let mut plan = board.plan.clone();
        plan.steps[1].read_entries = WIDE;
        let seconds: f64 = board.seconds.iter().sum();
        let ladder = Ladder {
            measured: [(vec![4], board)].into(),
            entries: |_: &Size| None,
            read_seconds: 1e-6,
            disorder: None,
        };
        close(Expected::all(&ladder.expected(&vec![4], &plan).expect("measured")).seconds, seconds + 10.0);
    }

    #[test]
    fn nothing_is_told_of_nothing() {
        let ladder =
            Ladder { measured: BTreeMap::new(), entries: |_: &Size| None, read_seconds: 0.0, disorder: None };
        assert_eq!(ladder.expected(&vec![4], &plan(WIDE)), None);
    }
}
