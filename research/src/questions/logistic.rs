//! Logistic regression, by Newton's method.
//!
//! The chance of a win is 1 / (1 + e^−z), where z is a weighted sum of features. The weights maximise the likelihood of the cases, less a
//! small penalty on their squares, which keeps them finite if a feature alone separates wins from losses.

/// An observation: features, result and weight.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    /// The features, as many in every case. A constant is for the caller to put in.
    pub features: Vec<f64>,
    /// Whether it was a win.
    pub outcome: Outcome,
    /// How often it counts.
    pub weight: f64,
}

/// A win, or a loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A win.
    Won,
    /// A loss.
    Lost,
}

/// Newton's steps at most; far fewer are needed.
const STEPS: u32 = 100;

/// The weights of the features, by the cases; `penalty` times half their squares is taken off the logarithm of the likelihood.
///
/// Each step takes cases × features² operations. See T. Hastie, R. Tibshirani, J. Friedman, *The elements of statistical learning*,
/// section 4.4.1 (iteratively reweighted least squares).
///
/// # Panics
/// If cases have different numbers of features, or the penalty is not positive.
pub fn fit(cases: &[Case], penalty: f64) -> Vec<f64> {
    assert!(penalty > 0.0, "a penalty keeps the weights finite");
    let size = cases.first().map_or(0, |case| case.features.len());
    let mut weights = vec![0.0; size];
    let mut worth = objective(cases, &weights, penalty);
    for _ in 0..STEPS {
        let slope = gradient(cases, &weights, penalty);
        let step = solve(curvature(cases, &weights, penalty), slope);
        // A step that leads too far is halved.
        let mut length = 1.0;
        let (next, found) = loop {
            let next: Vec<f64> = weights.iter().zip(&step).map(|(w, s)| w + length * s).collect();
            let found = objective(cases, &next, penalty);
            if found >= worth || length < 1e-9 {
                break (next, found);
            }
            length /= 2.0;
        };
        let gain = found - worth;
        if gain.is_nan() || gain < 0.0 {
            break;
        }
        (weights, worth) = (next, found);
        if gain <= 1e-12 * worth.abs() {
            break;
        }
    }
    weights
}

/// The weighted sum of features: the logarithm of the odds of a win.
pub fn log_odds(weights: &[f64], features: &[f64]) -> f64 {
    weights.iter().zip(features).map(|(weight, feature)| weight * feature).sum()
}

/// The chance of a win with these logarithmic odds.
pub fn chance(log_odds: f64) -> f64 {
    1.0 / (1.0 + (-log_odds).exp())
}

/// The mean logarithm of the chance given to what did not happen, its negative: less is better, ln 2 = 0.693 is a coin.
pub fn log_loss(cases: &[Case], weights: &[f64]) -> f64 {
    let all: f64 = cases.iter().map(|case| case.weight).sum();
    -likelihood(cases, weights) / all
}

fn likelihood(cases: &[Case], weights: &[f64]) -> f64 {
    let one = |case: &Case| {
        let z = log_odds(weights, &case.features);
        let against = if case.outcome == Outcome::Won { -z } else { z };
        // ln(1 + e^x) without overflow.
        -case.weight * (against.max(0.0) + (-against.abs()).exp().ln_1p())
    };
    cases.iter().map(one).sum()
}

fn objective(cases: &[Case], weights: &[f64], penalty: f64) -> f64 {
    likelihood(cases, weights) - penalty / 2.0 * weights.iter().map(|w| w * w).sum::<f64>()
}

fn gradient(cases: &[Case], weights: &[f64], penalty: f64) -> Vec<f64> {
    let mut slope: Vec<f64> = weights.iter().map(|weight| -penalty * weight).collect();
    for case in cases {
        let seen = f64::from(case.outcome == Outcome::Won);
        let miss = case.weight * (seen - chance(log_odds(weights, &case.features)));
        slope.iter_mut().zip(&case.features).for_each(|(slope, feature)| *slope += miss * feature);
    }
    slope
}

/// The negative second derivatives, by rows up to the diagonal.
fn curvature(cases: &[Case], weights: &[f64], penalty: f64) -> Vec<Vec<f64>> {
    let size = weights.len();
    let mut rows = vec![vec![0.0; size]; size];
    for case in cases {
        assert_eq!(case.features.len(), size, "as many features in every case");
        let chance = chance(log_odds(weights, &case.features));
        let scale = case.weight * chance * (1.0 - chance);
        for (i, row) in rows.iter_mut().enumerate() {
            let left = scale * case.features[i];
            row[..=i].iter_mut().zip(&case.features).for_each(|(cell, feature)| *cell += left * feature);
        }
    }
    // What is above the diagonal is never looked at.
    rows.iter_mut().enumerate().for_each(|(i, row)| row[i] += penalty);
    rows
}

/// Solves a positive definite system by Cholesky's factors.
fn solve(mut rows: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let size = right.len();
    for i in 0..size {
        for j in 0..=i {
            let sum = rows[i][j] - (0..j).map(|k| rows[i][k] * rows[j][k]).sum::<f64>();
            rows[i][j] = if i == j { sum.max(f64::MIN_POSITIVE).sqrt() } else { sum / rows[j][j] };
        }
    }
    for i in 0..size {
        right[i] = (right[i] - (0..i).map(|k| rows[i][k] * right[k]).sum::<f64>()) / rows[i][i];
    }
    for i in (0..size).rev() {
        right[i] = (right[i] - (i + 1..size).map(|k| rows[k][i] * right[k]).sum::<f64>()) / rows[i][i];
    }
    right
}

#[cfg(test)]
mod tests {
    use super::*;
    use nexsolve_core::SplitMix;

    fn cases(count: usize) -> Vec<Case> {
        let mut random = SplitMix(9);
        let mut number = || random.below(2001) as f64 / 1000.0 - 1.0;
        let one = |_| {
            let features = vec![1.0, number(), number(), number()];
            let z = 0.5 + 2.0 * features[1] - features[2];
            let outcome = if chance(z) * 2.0 - 1.0 > number() { Outcome::Won } else { Outcome::Lost };
            Case { features, outcome, weight: 1.0 + number().abs() }
        };
        (0..count).map(one).collect()
    }

    #[test]
    fn derivatives_agree_with_small_differences() {
        let (cases, weights, penalty) = (cases(50), vec![0.3, -0.7, 1.1, 0.2], 0.5);
        let moved = |i: usize, by: f64| {
            let mut moved = weights.clone();
            moved[i] += by;
            moved
        };
        let (slope, bend) = (gradient(&cases, &weights, penalty), curvature(&cases, &weights, penalty));
        let h = 1e-5;
        for i in 0..4 {
            let (up, down) = (moved(i, h), moved(i, -h));
            let rise = objective(&cases, &up, penalty) - objective(&cases, &down, penalty);
            assert!((rise / (2.0 * h) - slope[i]).abs() < 1e-6);
            let (above, below) = (gradient(&cases, &up, penalty), gradient(&cases, &down, penalty));
            for j in 0..4 {
                let bend = bend[i.max(j)][i.min(j)];
                assert!(((above[j] - below[j]) / (2.0 * h) + bend).abs() < 1e-5);
            }
        }
    }

    #[test]
    fn the_fit_is_a_maximum_and_finds_what_was_put_in() {
        let cases = cases(20_000);
        let weights = fit(&cases, 1e-3);
        assert!(gradient(&cases, &weights, 1e-3).iter().all(|slope| slope.abs() < 1e-2), "{weights:?}");
        for (found, put) in weights.iter().zip([0.5, 2.0, -1.0, 0.0]) {
            assert!((found - put).abs() < 0.15, "{weights:?}");
        }
        assert!(log_loss(&cases, &weights) < log_loss(&cases, &[0.0; 4]));
        assert!((log_loss(&cases, &[0.0; 4]) - 2_f64.ln()).abs() < 1e-12);
    }

    #[test]
    fn by_hand() {
        // Three wins of four with a constant alone: the odds are 3 to 1.
        let case = |outcome| Case { features: vec![1.0], outcome, weight: 1.0 };
        let seen = [Outcome::Won, Outcome::Won, Outcome::Won, Outcome::Lost].map(case);
        assert!((fit(&seen, 1e-9)[0] - 3_f64.ln()).abs() < 1e-6);
        // A feature that separates wins from losses has a large but finite weight.
        let case = |feature, outcome| Case { features: vec![feature], outcome, weight: 1.0 };
        let weight = fit(&[case(1.0, Outcome::Won), case(-1.0, Outcome::Lost)], 0.1)[0];
        assert!(weight.is_finite() && weight > 1.0);
        assert_eq!(fit(&[], 1.0), Vec::<f64>::new());
    }
}
