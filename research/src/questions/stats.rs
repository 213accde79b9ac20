//! How well points distinguish won positions from lost ones.

use nexsolve_core::Wdl;
use serde::Serialize;

/// An evaluation's points for a position, and its value, both for the side to move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EvaluatedPosition {
    /// The evaluation's points.
    pub points: f64,
    /// The value by the tables.
    pub value: Wdl,
    /// The number of positions that this one represents; more than 0.
    pub weight: f64,
}

/// How well points predict values.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Prediction {
    /// The share of won and lost positions whose points have the right sign; 0 points count half. `None` if
    /// there are no such positions.
    pub accuracy: Option<f64>,
    /// The area under the ROC curve: the probability that a random won position has more points than a random
    /// lost one, with equal points counting half. Random points give 0.5. `None` unless both kinds of
    /// positions occur.
    pub auc: Option<f64>,
    /// Kendall's rank correlation `τ_b` between points and values, with draws between losses and wins (M. G.
    /// Kendall, *Rank correlation methods*, 1948), which corrects for ties of both kinds. `None` if all
    /// points or all values are equal.
    pub tau: Option<f64>,
}

/// Measures a prediction in O(n log n) steps. A position of weight w counts as w equal positions.
pub fn prediction(judged: &[EvaluatedPosition]) -> Prediction {
    let mut order: Vec<&EvaluatedPosition> = judged.iter().collect();
    order.sort_by(|a, b| a.points.total_cmp(&b.points));
    let (mut total, mut right) = ([0.0; 3], 0.0);
    // Pairs of positions with different values: those ordered like their points, and those ordered the other
    // way.
    let (mut concordant, mut discordant, mut won_above_lost) = (0.0, 0.0, 0.0);
    let mut tied_points = 0.0;
    for same in order.chunk_by(|a, b| a.points.total_cmp(&b.points).is_eq()) {
        let mut here = [0.0; 3];
        for one in same {
            here[one.value as usize] += one.weight;
            right += one.weight * sign_is_right(one);
        }
        let [lost, drawn, won] = here;
        concordant += won * (total[0] + total[1]) + drawn * total[0];
        discordant += lost * (total[1] + total[2]) + drawn * total[2];
        won_above_lost += won * (total[0] + lost / 2.0);
        tied_points += (lost + drawn + won).powi(2);
        total.iter_mut().zip(here).for_each(|(total, here)| *total += here);
    }
    let [lost, drawn, won] = total;
    let all = (lost + drawn + won).powi(2);
    let tied_values = lost.powi(2) + drawn.powi(2) + won.powi(2);
    // Twice the geometric mean of the pairs not tied by points and of those not tied by values.
    let room = ((all - tied_points) * (all - tied_values)).sqrt();
    Prediction {
        accuracy: (won + lost > 0.0).then(|| right / (won + lost)),
        auc: (won * lost > 0.0).then(|| won_above_lost / (won * lost)),
        tau: (room > 1e-9 * all).then(|| 2.0 * (concordant - discordant) / room),
    }
}

/// Returns 1 if the points have the sign of the value, ½ if they are 0, else 0; 0 for a draw.
fn sign_is_right(one: &EvaluatedPosition) -> f64 {
    let points = if one.points == 0.0 { 0.0 } else { one.points.signum() };
    match one.value {
        Wdl::Win => f64::midpoint(1.0, points),
        Wdl::Draw => 0.0,
        Wdl::Loss => f64::midpoint(1.0, -points),
    }
}

/// Positions with similar points.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Bin {
    /// The least number of points.
    pub from: f64,
    /// The greatest number of points.
    pub to: f64,
    /// The mean number of points.
    pub mean: f64,
    /// The weight of the positions.
    pub weight: f64,
    /// The shares of lost, drawn and won positions.
    pub shares: [f64; 3],
}

/// Divides positions by their points into at most `count` bins of similar weight. Positions with equal points
/// stay together.
pub fn calibration(judged: &[EvaluatedPosition], count: usize) -> Vec<Bin> {
    let mut order: Vec<&EvaluatedPosition> = judged.iter().collect();
    order.sort_by(|a, b| a.points.total_cmp(&b.points));
    let all: f64 = judged.iter().map(|one| one.weight).sum();
    let (mut bins, mut open, mut seen) = (Vec::new(), Vec::<&EvaluatedPosition>::new(), 0.0);
    for same in order.chunk_by(|a, b| a.points.total_cmp(&b.points).is_eq()) {
        open.extend(same);
        seen += same.iter().map(|one| one.weight).sum::<f64>();
        if seen >= all * (bins.len() + 1) as f64 / count as f64 {
            bins.push(Bin::of(&open));
            open.clear();
        }
    }
    if !open.is_empty() {
        bins.push(Bin::of(&open));
    }
    bins
}

impl Bin {
    fn of(positions: &[&EvaluatedPosition]) -> Self {
        let weight: f64 = positions.iter().map(|one| one.weight).sum();
        let mut shares = [0.0; 3];
        for one in positions {
            shares[one.value as usize] += one.weight / weight;
        }
        let mean = positions.iter().map(|one| one.weight * one.points).sum::<f64>() / weight;
        let (from, to) = (positions[0].points, positions[positions.len() - 1].points);
        Self { from, to, mean, weight, shares }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nexsolve_core::SplitMix;

    fn by_lot(count: usize, kinds: usize) -> Vec<EvaluatedPosition> {
        let mut random = SplitMix(4);
        let values = [Wdl::Loss, Wdl::Draw, Wdl::Win];
        let mut one = || EvaluatedPosition {
            points: random.below(kinds) as f64 - 2.0,
            value: values[random.below(3)],
            weight: 1.0 + random.below(3) as f64,
        };
        (0..count).map(|_| one()).collect()
    }

    /// Computes AUC and τ from all pairs of positions, each repeated by its weight.
    fn pair_by_pair(judged: &[EvaluatedPosition]) -> (f64, f64) {
        let copies: Vec<&EvaluatedPosition> =
            judged.iter().flat_map(|one| std::iter::repeat_n(one, one.weight as usize)).collect();
        let (mut above, mut decided, mut score, mut by_points, mut by_value) = (0.0, 0.0, 0.0, 0.0, 0.0);
        for (i, a) in copies.iter().enumerate() {
            for b in &copies[..i] {
                let points = a.points.partial_cmp(&b.points).expect("a number") as i32;
                let values = a.value.cmp(&b.value) as i32;
                score += f64::from(points * values);
                by_points += f64::from(points * points);
                by_value += f64::from(values * values);
                if a.value != Wdl::Draw && b.value != Wdl::Draw && values != 0 {
                    decided += 1.0;
                    above += f64::from(1 + points * values) / 2.0;
                }
            }
        }
        (above / decided, score / f64::sqrt(by_points * by_value))
    }

    #[test]
    fn ranks_agree_with_a_count_of_all_pairs() {
        for (count, kinds) in [(20, 3), (60, 5), (120, 40)] {
            let judged = by_lot(count, kinds);
            let found = prediction(&judged);
            let (auc, tau) = pair_by_pair(&judged);
            assert!((found.auc.expect("both") - auc).abs() < 1e-12);
            assert!((found.tau.expect("differs") - tau).abs() < 1e-12);
        }
    }

    #[test]
    fn a_perfect_prediction_scores_one() {
        let one = |points, value| EvaluatedPosition { points, value, weight: 1.0 };
        let right = [one(3.0, Wdl::Win), one(1.0, Wdl::Win), one(-2.0, Wdl::Loss)];
        let found = prediction(&right);
        assert_eq!((found.accuracy, found.auc), (Some(1.0), Some(1.0)));
        let drawn = [one(3.0, Wdl::Draw), one(0.0, Wdl::Win)];
        let found = prediction(&drawn);
        assert_eq!((found.accuracy, found.auc, found.tau), (Some(0.5), None, Some(-1.0)));
        assert_eq!(prediction(&[]), Prediction { accuracy: None, auc: None, tau: None });
        assert_eq!(prediction(&[one(1.0, Wdl::Win), one(1.0, Wdl::Loss)]).tau, None);
    }

    #[test]
    fn bins_contain_every_position_once_in_order() {
        let judged = by_lot(200, 30);
        let bins = calibration(&judged, 10);
        assert!(bins.len() <= 10 && bins.len() > 5);
        let all: f64 = judged.iter().map(|one| one.weight).sum();
        assert!((bins.iter().map(|bin| bin.weight).sum::<f64>() - all).abs() < 1e-9);
        for bin in &bins {
            assert!((bin.shares.iter().sum::<f64>() - 1.0).abs() < 1e-9 && bin.from <= bin.to);
        }
        assert!(bins.windows(2).all(|pair| pair[0].to < pair[1].from));
    }
}
