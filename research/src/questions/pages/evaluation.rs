//! The fourth question: how to evaluate positions.

use super::ground::{Answer, Ground, PER_PLY, WHOLE, how_many};
use crate::input::Input;
use crate::questions::observe::{FEW, PredictionReport, evaluations, observe};
use crate::questions::sample::{Lottery, SEED, sample};
use nexsolve_db::Metric;
use nexsolve_games::Played;
use nexsolve_games::hex::Hex;
use nexsolve_games::nex::Nex;
use nexsolve_reports::chart::{Axis, Plot, Series, SeriesShape};
use nexsolve_reports::words::percent;
use nexsolve_reports::{Files, Page, PageTable, ReportError};
use serde::Serialize;

const QUESTION: &str = "How should the game's positions be evaluated?";

/// The results for a board.
#[derive(Serialize)]
struct Listed {
    board: String,
    /// The number of positions examined, and the number of all positions.
    positions: String,
    evaluations: Vec<PredictionReport>,
}

/// A board of Nex and its results.
struct Observed<'a> {
    ground: &'a Ground<'a>,
    listed: Listed,
}

#[derive(Serialize)]
struct EvaluationDocument<'a> {
    per_ply: u64,
    seed: u64,
    nex: Vec<&'a Listed>,
    hex: &'a [Listed],
}

pub(super) fn add(files: &mut Files, grounds: &[Ground<'_>], input: &Input) -> Result<Answer, ReportError> {
    let path = "questions/4-evaluation.md";
    let mut page = Page::new(path, QUESTION);
    let mut boards = Vec::new();
    // On boards of two rows, the first few moves decide the game, so there is little to evaluate.
    for ground in grounds.iter().filter(|ground| ground.size().0.min(ground.size().1) >= 3) {
        let sample = ground.sample(PER_PLY, WHOLE)?;
        let seen = observe(ground.tabled.game, &sample);
        let evaluations = evaluations::<Nex<u64>>(&seen);
        let listed = Listed { board: ground.title.clone(), positions: how_many(&sample), evaluations };
        boards.push(Observed { ground, listed });
    }
    let Some(largest) = boards.last() else {
        page.text("No board with at least three rows and columns was given.");
        files.page(&page);
        return Ok(Answer {
            question: QUESTION,
            path: path.to_owned(),
            short: "No board was given.".to_owned(),
        });
    };
    introduction(&mut page);
    page.heading(2, "AUC in a ply");
    overview(&mut page, &boards.iter().map(|observed| &observed.listed).collect::<Vec<_>>());
    by_ply(files, &mut page, &boards);
    calibration(files, &mut page, largest);
    let hex = hex(&mut page, input)?;
    let nex: Vec<&Listed> = boards.iter().map(|observed| &observed.listed).collect();
    let document = EvaluationDocument { per_ply: PER_PLY, seed: SEED, nex, hex: &hex };
    files.json("questions/evaluation.json", &document);
    page.text(&format!("All figures: {}.", page.link("evaluation.json", "questions/evaluation.json")));
    let short = best_everywhere(&boards);
    page.lead(&short);
    files.page(&page);
    Ok(Answer { question: QUESTION, path: path.to_owned(), short })
}

fn introduction(page: &mut Page) {
    page.text(&format!(
        "Each evaluation is compared with exact values: on boards with up to 100,000 reachable positions, of all of them; on others, of {} random positions of each ply (seed {SEED}), drawn with replacement. *AUC in a ply* is the probability that a random won position of the ply has more points than a random lost one, both for the side to move (equal points count half), averaged over the plies with at least {FEW} of each. Random guessing gives 0.5. The standard error is at most {:.2} with 1,000 of each in a sample, and {:.2} with {FEW} of each.",
        nexsolve_core::words::grouped(PER_PLY),
        coins_error(1_000, 1_000),
        coins_error(FEW, FEW)
    ));
    let mut table = PageTable::new(&["<evaluation", "<what it measures"]);
    for evaluation in Nex::<u64>::EVALUATIONS {
        table.row([evaluation.name, evaluation.what]);
    }
    page.table(&table);
}

/// Returns the standard error of the AUC of random guesses about `won` won and `lost` lost positions (H. B.
/// Mann and D. R. Whitney, 1947).
fn coins_error(won: usize, lost: usize) -> f64 {
    ((won + lost + 1) as f64 / (12 * won * lost) as f64).sqrt()
}

fn number(x: Option<f64>) -> String {
    x.map_or_else(|| "–".to_owned(), |x| format!("{x:.3}").replace('-', "−"))
}

/// Adds the AUC in a ply of each evaluation on each board.
fn overview(page: &mut Page, boards: &[&Listed]) {
    let columns: Vec<String> = boards.iter().map(|listed| format!(">{}", listed.board)).collect();
    let columns: Vec<&str> =
        std::iter::once("<evaluation").chain(columns.iter().map(String::as_str)).collect();
    let mut table = PageTable::new(&columns);
    for (i, report) in boards[0].evaluations.iter().enumerate() {
        let aucs = boards.iter().map(|listed| number(listed.evaluations[i].mean_auc));
        table.row(std::iter::once(report.name.clone()).chain(aucs));
    }
    page.table(&table);
    let looked_at = boards.iter().map(|listed| format!("{}: {}", listed.board, listed.positions));
    page.text(&format!("Positions examined: {}.", looked_at.collect::<Vec<_>>().join("; ")));
}

/// Adds a chart and a table for each board: the AUC of each evaluation by ply.
fn by_ply(files: &mut Files, page: &mut Page, boards: &[Observed<'_>]) {
    page.heading(2, "Ply by ply");
    let largest = boards.last().expect("at least one board");
    let mut shown: Vec<&Observed<'_>> = boards.iter().filter(|o| o.ground.is_square()).collect();
    if !largest.ground.is_square() {
        shown.push(largest);
    }
    for observed in shown {
        let line = |(number, report): (usize, &PredictionReport)| {
            let points = report
                .plies
                .iter()
                .filter_map(|ply| Some((f64::from(ply.ply), ply.prediction.auc?)))
                .collect();
            Series::new(number, report.name.clone(), SeriesShape::Line, points)
        };
        let mut series: Vec<Series> = observed.listed.evaluations.iter().enumerate().map(line).collect();
        let ends = series
            .iter()
            .flat_map(|series| &series.points)
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(first, last), (ply, _)| {
                (first.min(*ply), last.max(*ply))
            });
        if ends.0 <= ends.1 {
            series.push(Series::new(
                7,
                "random guesses",
                SeriesShape::Guide,
                vec![(ends.0, 0.5), (ends.1, 0.5)],
            ));
        }
        let chart = Plot {
            title: format!("{} Nex: AUC of each evaluation by ply", observed.ground.title),
            x: Axis::linear("moves made before, plies"),
            y: Axis::linear("AUC, won against lost").range(0.3, 1.0),
            series,
        };
        let name = observed.ground.title.replace('×', "x");
        let caption = "How well each evaluation distinguishes won from lost positions of a ply: 1 is perfect, ½ is no better than guessing.";
        files.picture(page, &format!("questions/auc-{name}.svg"), &chart.draw().captioned(caption));
        let mut table = PageTable::new(&[
            ">ply",
            ">examined",
            ">lost",
            ">drawn",
            ">won",
            ">AUC of must-play",
            ">of least-stones",
            ">of connections",
            ">of two-distance",
            ">of resistance",
        ]);
        let of = |name: &str| observed.listed.evaluations.iter().find(|report| report.name == name);
        let shown = ["must-play", "least-stones", "connections", "two-distance", "resistance"];
        let reports: Vec<&PredictionReport> = shown.into_iter().filter_map(of).collect();
        for (i, ply) in reports[0].plies.iter().enumerate() {
            let aucs: Vec<Option<f64>> =
                reports.iter().map(|report| report.plies[i].prediction.auc).collect();
            if aucs.iter().all(Option::is_none) {
                continue;
            }
            let shares = ply.shares.map(percent);
            let counted = nexsolve_core::words::grouped(ply.looked_at as u64);
            let first = [vec![ply.ply.to_string(), counted], shares.to_vec()].concat();
            table.row(first.into_iter().chain(aucs.into_iter().map(number)));
        }
        page.text(&format!(
            "{}: *examined* counts one of each two symmetric positions; *lost*, *drawn* and *won* are shares of the ply's positions, for the side to move. Plies in which nearly all positions have the same value are omitted.",
            observed.ground.title
        ));
        page.table(&table);
    }
}

/// Adds a chart of the share of wins by tenths of the positions, in the order of points.
fn calibration(files: &mut Files, page: &mut Page, observed: &Observed<'_>) {
    page.heading(2, "Points against wins");
    let line = |(number, report): (usize, &PredictionReport)| {
        let all: f64 = report.bins.iter().map(|bin| bin.weight).sum();
        let mut below = 0.0;
        let point = |bin: &crate::questions::stats::Bin| {
            let middle = 100.0 * (below + bin.weight / 2.0) / all;
            below += bin.weight;
            let decided = bin.shares[0] + bin.shares[2];
            (decided > 0.0).then(|| (middle, 100.0 * bin.shares[2] / decided))
        };
        let points = report.bins.iter().filter_map(point).collect();
        Series::new(number, report.name.clone(), SeriesShape::Line, points)
    };
    let chart = Plot {
        title: format!(
            "{} Nex: wins by points, positions in the order of their points",
            observed.ground.title
        ),
        x: Axis::linear("positions with fewer points, per cent").range(0.0, 100.0),
        y: Axis::linear("won, per cent of decided positions").range(0.0, 100.0),
        series: observed.listed.evaluations.iter().enumerate().map(line).collect(),
    };
    let caption = "The positions are divided into tenths in the order of their points. The steeper a line, the better the evaluation; a level line distinguishes nothing.";
    files.picture(page, "questions/points.svg", &chart.draw().captioned(caption));
}

/// States which evaluation is best within plies on each board.
fn best_everywhere(boards: &[Observed<'_>]) -> String {
    let best = |observed: &Observed<'_>| -> Option<(String, f64)> {
        let reports = observed.listed.evaluations.iter().filter_map(|r| Some((r.name.clone(), r.mean_auc?)));
        reports.max_by(|a, b| a.1.total_cmp(&b.1))
    };
    let all: Vec<(String, f64)> = boards.iter().filter_map(best).collect();
    let Some((first, _)) = all.first() else { return String::new() };
    let ends = |least: f64, (_, x): &(String, f64)| least.min(*x);
    let least = all.iter().fold(1.0, ends);
    let most = all.iter().map(|(_, x)| *x).fold(0.0, f64::max);
    if all.iter().all(|(name, _)| name == first) {
        format!(
            "`{first}` orders the positions of a ply best on each of the {} boards: given a won and a lost position, it prefers the won one with a probability of {least:.2} to {most:.2}.",
            all.len()
        )
    } else {
        let boards: Vec<String> = boards
            .iter()
            .zip(&all)
            .map(|(observed, (name, auc))| format!("`{name}` on {} ({auc:.3})", observed.ground.title))
            .collect();
        format!(
            "The evaluations that order the positions of a ply best (AUC): {}.",
            nexsolve_core::words::list(&boards)
        )
    }
}

/// Adds a summary of the evaluations of Hex.
fn hex(page: &mut Page, input: &Input) -> Result<Vec<Listed>, ReportError> {
    let mut all = Vec::new();
    for known in crate::source::hex(&input.sources)? {
        let whole = known.source.has(Metric::Dtw) && known.source.has(Metric::Reach);
        let plain = known.game.variant() == nexsolve_games::hex::Variant::default();
        let size = known.game.board().rows().min(known.game.board().cols());
        if !whole || !plain || size < 3 {
            continue;
        }
        let per_ply = if known.game.board().len() <= 9 { u64::MAX } else { PER_PLY };
        let prober = known.prober();
        let drawn = sample(&known.game, &prober, Lottery { per_ply, seed: SEED })?;
        let seen = observe(&known.game, &drawn);
        let positions = how_many(&drawn);
        let (rows, cols) = (known.game.board().rows(), known.game.board().cols());
        all.push(Listed {
            board: format!("{rows}×{cols} Hex"),
            positions,
            evaluations: evaluations::<Hex<u64>>(&seen),
        });
    }
    if !all.is_empty() {
        page.heading(2, "Hex, in short");
        page.list(Hex::<u64>::EVALUATIONS.iter().map(|e| format!("`{}`: {}", e.name, e.what)));
        overview(page, &all.iter().collect::<Vec<_>>());
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_guesses_have_the_known_standard_error() {
        // With one position of each kind, the AUC is 0 or 1: ½ off the mean.
        assert!((coins_error(1, 1) - 0.5).abs() < 1e-12);
        assert!((coins_error(20, 20) - 0.092).abs() < 5e-4);
    }
}
