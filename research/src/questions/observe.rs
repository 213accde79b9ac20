//! Compares evaluations with exact values, ply by ply.

use super::sample::Sample;
use super::stats::{self, Bin, EvaluatedPosition, Prediction};
use nexsolve_core::Wdl;
use nexsolve_games::Played;
use rayon::prelude::*;
use serde::Serialize;

/// A position with its value and its evaluations.
#[derive(Clone, Debug, PartialEq)]
pub struct EvaluationSample<P> {
    /// The position.
    pub position: P,
    /// The number of earlier moves.
    pub ply: u32,
    /// Its value, for the side to move.
    pub value: Wdl,
    /// The number of positions that it represents.
    pub weight: f64,
    /// The points of each evaluation, in the order of [`Played::EVALUATIONS`].
    pub points: Vec<i32>,
}

/// Evaluates all positions of a sample with all evaluations of the game.
pub fn observe<G: Played>(game: &G, sample: &Sample<G::Position>) -> Vec<EvaluationSample<G::Position>> {
    let evaluations = G::EVALUATIONS;
    sample
        .drawn
        .par_iter()
        .map(|drawn| EvaluationSample {
            position: drawn.position,
            ply: drawn.ply,
            value: drawn.value,
            weight: drawn.weight,
            points: evaluations.iter().map(|e| e.evaluate(game, &drawn.position)).collect(),
        })
        .collect()
}

/// How well an evaluation predicts the values on a board.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PredictionReport {
    /// The name of the evaluation.
    pub name: String,
    /// The prediction over all positions, weighted.
    pub overall: Prediction,
    /// The mean of [`Prediction::auc`] over plies with at least [`FEW`] won and [`FEW`] lost positions.
    /// Within a ply, the number of earlier moves cannot help to predict the value.
    pub mean_auc: Option<f64>,
    /// The prediction at each ply.
    pub plies: Vec<AtPly>,
    /// All positions in ten bins by points.
    pub bins: Vec<Bin>,
}

/// How well an evaluation predicts the values at a ply.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct AtPly {
    /// The number of earlier moves.
    pub ply: u32,
    /// The number of positions examined.
    pub looked_at: usize,
    /// The shares of the ply's positions that are lost, drawn and won for the side to move.
    pub shares: [f64; 3],
    /// The prediction; without AUC if fewer than [`FEW`] positions are won, or lost.
    pub prediction: Prediction,
}

/// The least number of won and of lost positions in a ply for which its AUC is reported.
pub const FEW: usize = 20;

/// The number of bins of a calibration plot.
const BINS: usize = 10;

/// Creates the report on the points that `points` returns.
pub fn report<P>(
    name: &str,
    seen: &[EvaluationSample<P>],
    points: impl Fn(&EvaluationSample<P>) -> f64,
) -> PredictionReport {
    let judge = |seen: &EvaluationSample<P>| EvaluatedPosition {
        points: points(seen),
        value: seen.value,
        weight: seen.weight,
    };
    let all: Vec<EvaluatedPosition> = seen.iter().map(judge).collect();
    let at = |seen: &[EvaluationSample<P>]| {
        let here: Vec<EvaluatedPosition> = seen.iter().map(judge).collect();
        let weight: f64 = here.iter().map(|one| one.weight).sum();
        let mut shares = [0.0; 3];
        for one in &here {
            shares[one.value as usize] += one.weight / weight;
        }
        let of = |value| here.iter().filter(|one| one.value == value).count();
        let mut prediction = stats::prediction(&here);
        if of(Wdl::Win).min(of(Wdl::Loss)) < FEW {
            prediction.auc = None;
        }
        AtPly { ply: seen[0].ply, looked_at: here.len(), shares, prediction }
    };
    let plies: Vec<AtPly> = seen.chunk_by(|a, b| a.ply == b.ply).map(at).collect();
    let aucs: Vec<f64> = plies.iter().filter_map(|ply| ply.prediction.auc).collect();
    PredictionReport {
        name: name.to_owned(),
        overall: stats::prediction(&all),
        mean_auc: (!aucs.is_empty()).then(|| aucs.iter().sum::<f64>() / aucs.len() as f64),
        plies,
        bins: stats::calibration(&all, BINS),
    }
}

/// Creates the reports on all evaluations of the game.
pub fn evaluations<G: Played>(seen: &[EvaluationSample<G::Position>]) -> Vec<PredictionReport> {
    let one = |(i, evaluation): (usize, &nexsolve_core::Evaluation<G>)| {
        report(evaluation.name, seen, |seen| f64::from(seen.points[i]))
    };
    G::EVALUATIONS.par_iter().enumerate().map(one).collect()
}
