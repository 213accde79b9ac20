//! The fitted combination, and its test on other boards.

use super::{Observed, number};
use crate::questions::combine::{Board, FEATURES, Fit, Trial, fit};
use crate::questions::logistic;
use crate::questions::observe::Report;
use crate::questions::pages::percent;
use nexsolve_core::words::list;
use nexsolve_reports::chart::{Axis, Plot, Series, Shape};
use nexsolve_reports::{Files, Page, Table};

/// The boards that fits are made on, by rows and columns.
const FITTED_ON: [&[(u32, u32)]; 2] = [&[(3, 3), (3, 4), (4, 3)], &[(4, 4)]];

/// Adds the section. Returns the fits and the verdict in a sentence.
pub(super) fn add(files: &mut Files, page: &mut Page, boards: &[Observed<'_>]) -> (Vec<Fit>, String) {
    page.heading(2, "A combination");
    page.text(
        "The old evaluations together with the ply, the side to move and the neutral stones, scaled to boards of all sizes and fitted by \
         logistic regression: the weighted sum is the logarithm of the odds that the side to move wins. Draws are left out; each ply of a board has the same weight. \
         Each fit is tried on boards that it has not seen.",
    );
    let fits: Vec<Fit> = FITTED_ON
        .iter()
        .filter_map(|sizes| {
            let (on, others): (Vec<_>, Vec<_>) =
                boards.iter().partition(|observed| sizes.contains(&observed.ground.size()));
            (on.len() == sizes.len()).then(|| fit(&as_boards(&on), &as_boards(&others)))
        })
        .collect();
    if fits.is_empty() {
        page.text("For a fit the boards 3×3, 3×4 and 4×3, or 4×4, are needed.");
        return (fits, String::new());
    }
    weights(page, &fits);
    trials(page, &fits);
    for (i, fit) in fits.iter().enumerate() {
        if let Some(trial) = fit.trials.iter().rfind(|trial| !trial.known) {
            let drawing = calibrated(fit, trial).draw();
            files.picture(page, &format!("questions/calibration-{}.svg", i + 1), &drawing);
        }
    }
    let verdict = verdict(&fits);
    page.text(&verdict);
    page.text(
        "No player uses the combination: a point or two of AUC would cost the time of six evaluations instead of one.",
    );
    (fits, verdict)
}

fn as_boards<'b>(observed: &[&'b Observed<'b>]) -> Vec<Board<'b>> {
    let board = |one: &&'b Observed<'b>| Board {
        name: &one.ground.title,
        game: one.ground.tabled.game,
        seen: &one.seen,
    };
    observed.iter().map(board).collect()
}

fn weights(page: &mut Page, fits: &[Fit]) {
    let names: Vec<String> = fits.iter().map(|fit| format!(">fitted on {}", list(&fit.fitted_on))).collect();
    let columns: Vec<&str> = std::iter::once("<feature").chain(names.iter().map(String::as_str)).collect();
    let mut table = Table::new(&columns);
    for (i, feature) in FEATURES.iter().enumerate() {
        let weights = fits.iter().map(|fit| format!("{:+.3}", fit.weights[i]).replace('-', "−"));
        table.row(std::iter::once((*feature).to_owned()).chain(weights));
    }
    page.text("The weights:");
    page.table(&table);
}

/// The single evaluation that does best on a board, by the AUC in a ply; fitted with ply and side as well.
fn best_alone(trial: &Trial) -> &(Report, f64) {
    let auc = |one: &&(Report, f64)| one.0.mean_auc.unwrap_or(0.0);
    trial.alone.iter().max_by(|a, b| auc(a).total_cmp(&auc(b))).expect("several")
}

fn trials(page: &mut Page, fits: &[Fit]) {
    page.text(
        "*Counts alone* has the ply, the side, the moves and the neutral stones, but no places. *Best alone* is the single evaluation \
         that is best on this board, fitted with ply and side on the same boards. *Loss* is the mean logarithmic loss of decided positions, each ply \
         alike: less is better, a coin has 0.693.",
    );
    let mut table =
        Table::new(&["<fitted on", "<tried on", "<what", ">accuracy", ">AUC", ">AUC in a ply", ">loss"]);
    for fit in fits {
        for trial in &fit.trials {
            let (alone, alone_loss) = best_alone(trial);
            let rows = [
                ("**combined**".to_owned(), &trial.combined, trial.loss),
                (format!("best alone: {}", alone.name), alone, *alone_loss),
                ("counts alone".to_owned(), &trial.bare, trial.bare_loss),
            ];
            for (i, (what, report, loss)) in rows.into_iter().enumerate() {
                let known = if trial.known { " (known)" } else { "" };
                let (on, board) = if i == 0 {
                    (fit.fitted_on.join(", "), format!("{}{known}", trial.board))
                } else {
                    Default::default()
                };
                table.row([
                    on,
                    board,
                    what,
                    report.overall.accuracy.map_or_else(|| "–".to_owned(), percent),
                    number(report.overall.auc),
                    number(report.mean_auc),
                    format!("{loss:.3}"),
                ]);
            }
        }
    }
    page.table(&table);
}

/// The chance that the combination gives against the share of wins, on a board that it has not seen.
fn calibrated(fit: &Fit, trial: &Trial) -> Plot {
    let line = |number: usize, name: &str, report: &Report| {
        let points = report
            .bins
            .iter()
            .filter(|bin| bin.shares[0] + bin.shares[2] > 0.0)
            .map(|bin| {
                let seen = bin.shares[2] / (bin.shares[0] + bin.shares[2]);
                (100.0 * logistic::chance(bin.mean), 100.0 * seen)
            })
            .collect();
        Series::new(number, name, Shape::Line, points)
    };
    let (alone, _) = best_alone(trial);
    Plot {
        title: format!(
            "Fitted on {}, tried on {}: predicted chance and share of wins",
            list(&fit.fitted_on),
            trial.board
        ),
        x: Axis::linear("predicted chance of a win, per cent").range(0.0, 100.0),
        y: Axis::linear("won, per cent of decided positions").range(0.0, 100.0),
        series: vec![
            line(0, "combined", &trial.combined),
            line(1, &format!("{} alone", alone.name), alone),
            Series::new(7, "a perfect prediction", Shape::Guide, vec![(0.0, 0.0), (100.0, 100.0)]),
        ],
    }
}

/// How the combination compares with the best single evaluation where it was not fitted.
fn verdict(fits: &[Fit]) -> String {
    let unseen: Vec<&Trial> = fits.iter().flat_map(|fit| &fit.trials).filter(|trial| !trial.known).collect();
    if unseen.is_empty() {
        return "There was no further board to try the fits on.".to_owned();
    }
    let gains: Vec<f64> = unseen
        .iter()
        .filter_map(|trial| Some(trial.combined.mean_auc? - best_alone(trial).0.mean_auc?))
        .collect();
    let better = gains.iter().filter(|gain| **gain > 0.0).count();
    let overall = unseen
        .iter()
        .filter(|trial| {
            trial.combined.overall.auc.unwrap_or(0.0) > best_alone(trial).0.overall.auc.unwrap_or(0.0)
        })
        .count();
    let loss = unseen.iter().filter(|trial| trial.loss < best_alone(trial).1).count();
    let mean_loss =
        |of: &dyn Fn(&Trial) -> f64| unseen.iter().map(|trial| of(trial)).sum::<f64>() / unseen.len() as f64;
    let [combined, alone] = [mean_loss(&|trial| trial.loss), mean_loss(&|trial| best_alone(trial).1)];
    let mean = gains.iter().sum::<f64>() / gains.len().max(1) as f64;
    let (least, most) =
        gains.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), &x| (a.min(x), b.max(x)));
    format!(
        "In {} trials on boards that the fit had not seen, the combination orders the positions of a ply better than the best single evaluation in {better} (AUC {least:+.3} to \
         {most:+.3}, {mean:+.3} in the mean), all positions together in {overall}, and has the smaller loss in {loss}. Its mean loss is {combined:.3}, that of the best single evaluation {alone:.3}: {}.",
        unseen.len(),
        match (mean > 0.0 && better == gains.len(), combined < alone) {
            (true, true) => "it is better at both",
            (true, false) =>
                "it is better only at ordering the positions of a ply, and its chances are worse",
            (false, true) => "its chances are better, its order is not",
            (false, false) => "it is not better",
        }
    )
}
