//! A combination of all evaluations of Nex, fitted on some boards and tried on others.

use super::logistic::{self, Case, Outcome};
use super::observe::{Report, Seen, report};
use nexsolve_core::{Side, Wdl};
use nexsolve_games::Played;
use nexsolve_games::nex::evaluation::CUT_OFF;
use nexsolve_games::nex::{Nex, NexPosition};
use serde::Serialize;

/// The features, in their order.
pub const FEATURES: [&str; 12] = [
    "constant",
    "least-stones",
    "must-play region",
    "dominance",
    "connections",
    "chains",
    "legal-moves",
    "ply",
    "Black to move",
    "neutral stones",
    "least-stones × ply",
    "dominance × ply",
];

/// The indices of the features that depend only on numbers of stones: the constant, the moves, the ply, the side, the neutral stones.
pub const BARE: [usize; 5] = [0, 6, 7, 8, 9];

/// The features of a position: [`FEATURES`], and those of evaluations that are tried alone, not in the combination. They are brought to a like scale on boards of all sizes: stones of a way in means of rows and columns, cells and
/// chains in shares of the board's cells, moves in shares of the first player's, plies in shares of the longest game's.
///
/// # Panics
/// If the points are not those of all evaluations of Nex.
pub fn features(game: &Nex<u64>, seen: &Seen<NexPosition<u64>>) -> Vec<f64> {
    let points = |name: &str| {
        let place = Nex::<u64>::evaluations().iter().position(|e| e.name == name);
        seen.points[place.expect("an evaluation of Nex")]
    };
    let board = game.board();
    let (cells, span) = (f64::from(board.len()), f64::from(board.rows() + board.cols()) / 2.0);
    // A side that is cut off needs no more here than one stone more than any way.
    let most = board.rows().max(board.cols()) as i32 + 1;
    let least = points("least-stones");
    let clamped = |x: i32, most: i32| f64::from(x.clamp(-most, most)) / f64::from(most);
    let region = if least.abs() > CUT_OFF / 2 { 0 } else { points("must-play") - 32 * least };
    let least = f64::from(least.clamp(-most, most)) / span;
    let dominance = f64::from(points("dominance")) / cells;
    let ply = f64::from(seen.ply) / (cells - 1.0);
    vec![
        1.0,
        least,
        f64::from(region) / cells,
        dominance,
        f64::from(points("connections")) / cells,
        f64::from(points("chains")) / cells,
        f64::from(points("legal-moves")) / (cells * (cells - 1.0)),
        ply,
        f64::from(seen.position.side_to_move() == Side::Black),
        f64::from(seen.position.neutral.count_ones()) / cells,
        least * ply,
        dominance * ply,
        clamped(points("two-distance"), TWO_DISTANCE),
        clamped(points("resistance"), RESISTANCE),
    ]
}

/// Where the two evaluations of Hex programs are cut off: nothing between sides that are not cut off is far beyond.
const TWO_DISTANCE: i32 = 512;
const RESISTANCE: i32 = 4_000;

/// A board and what was seen on it.
pub struct Board<'a> {
    /// Its name.
    pub name: &'a str,
    /// The game.
    pub game: &'a Nex<u64>,
    /// Its positions.
    pub seen: &'a [Seen<NexPosition<u64>>],
}

/// A fit and its trials.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Fit {
    /// The boards it was fitted on.
    pub fitted_on: Vec<String>,
    /// The weight of each of [`FEATURES`] in the logarithm of the odds of a win for the side to move.
    pub weights: Vec<f64>,
    /// Its results on boards, beginning with those that it was fitted on.
    pub trials: Vec<Trial>,
}

/// A fit on a board, and what it is compared with.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Trial {
    /// The board.
    pub board: String,
    /// Whether the fit used this board.
    pub known: bool,
    /// The combination; its points are the logarithm of the odds.
    pub combined: Report,
    /// Its mean logarithmic loss, of decided positions.
    pub loss: f64,
    /// The same fit with the features [`BARE`] alone.
    pub bare: Report,
    /// Its loss.
    pub bare_loss: f64,
    /// Each evaluation alone, with a constant, the ply and the side beside it, fitted on the same boards.
    pub alone: Vec<(Report, f64)>,
}

/// The penalty on large weights; its effect is small, because there are thousands of cases.
const PENALTY: f64 = 1e-3;

/// Fits on some boards, and tries the fit on these and others.
pub fn fit(on: &[Board<'_>], others: &[Board<'_>]) -> Fit {
    let cases: Vec<Case> = on.iter().flat_map(cases).collect();
    let everything: Vec<usize> = (0..FEATURES.len()).collect();
    let singles = singles();
    let fitted = |chosen: &[usize]| logistic::fit(&chosen_of(&cases, chosen), PENALTY);
    let (all, bare) = (fitted(&everything), fitted(&BARE));
    let alone: Vec<Vec<f64>> = singles.iter().map(|(_, chosen)| fitted(chosen)).collect();
    let trial = |board: &Board<'_>, known| {
        let measure = |name: &str, chosen: &[usize], weights: &[f64]| {
            let points = |seen: &Seen<_>| {
                let all = features(board.game, seen);
                chosen.iter().zip(weights).map(|(&i, weight)| all[i] * weight).sum()
            };
            let cases = chosen_of(&cases_of(board), chosen);
            (report(name, board.seen, points), logistic::log_loss(&cases, weights))
        };
        let (combined, loss) = measure("combined", &everything, &all);
        let (bare, bare_loss) = measure("counts alone", &BARE, &bare);
        let alone =
            singles.iter().zip(&alone).map(|((name, chosen), weights)| measure(name, chosen, weights));
        Trial { board: board.name.to_owned(), known, combined, loss, bare, bare_loss, alone: alone.collect() }
    };
    Fit {
        fitted_on: on.iter().map(|board| board.name.to_owned()).collect(),
        trials: on
            .iter()
            .map(|board| trial(board, true))
            .chain(others.iter().map(|board| trial(board, false)))
            .collect(),
        weights: all,
    }
}

/// Each evaluation with the constant, the ply and the side.
fn singles() -> Vec<(&'static str, Vec<usize>)> {
    let with = |name, features: &[usize]| (name, [features, &[0, 7, 8]].concat());
    vec![
        with("must-play", &[1, 2]),
        with("least-stones", &[1]),
        with("dominance", &[3]),
        with("connections", &[4]),
        with("chains", &[5]),
        with("legal-moves", &[6]),
        with("two-distance", &[12]),
        with("resistance", &[13]),
    ]
}

/// The decided positions of a board, those of each ply together as heavy as those of any other.
fn cases_of(board: &Board<'_>) -> Vec<Case> {
    let plies = board.seen.chunk_by(|a, b| a.ply == b.ply);
    let one_ply = |seen: &[Seen<NexPosition<u64>>]| {
        let decided = || seen.iter().filter(|one| one.value != Wdl::Draw);
        let all: f64 = decided().map(|one| one.weight).sum();
        let case = |one: &Seen<_>| Case {
            features: features(board.game, one),
            outcome: if one.value == Wdl::Win { Outcome::Won } else { Outcome::Lost },
            weight: 1000.0 * one.weight / all,
        };
        decided().map(case).collect::<Vec<_>>()
    };
    plies.flat_map(one_ply).collect()
}

fn cases(board: &Board<'_>) -> Vec<Case> {
    cases_of(board)
}

fn chosen_of(cases: &[Case], chosen: &[usize]) -> Vec<Case> {
    let one =
        |case: &Case| Case { features: chosen.iter().map(|&i| case.features[i]).collect(), ..case.clone() };
    cases.iter().map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use nexsolve_core::Game;

    #[test]
    fn plies_weigh_the_same_whatever_is_drawn_in_them() {
        let game = Nex::<u64>::new(2, 2).expect("a small board");
        let position = game.start();
        let one = |ply, value, weight| Seen { position, ply, value, weight, points: vec![0; 8] };
        let seen = [
            one(1, Wdl::Win, 1.0),
            one(1, Wdl::Draw, 9.0),
            one(2, Wdl::Win, 3.0),
            one(2, Wdl::Loss, 1.0),
            one(3, Wdl::Draw, 5.0),
        ];
        let weights: Vec<f64> = cases_of(&Board { name: "2×2", game: &game, seen: &seen })
            .iter()
            .map(|case| case.weight)
            .collect();
        assert_eq!(weights, [1000.0, 750.0, 250.0]);
    }
}
