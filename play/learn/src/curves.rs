//! Learning curves of finished runs, as a picture.

use crate::folder::{LogEntry, RunFolder};
use nexsolve_db::files;
use nexsolve_reports::chart::{Axis, Plot, Series, SeriesShape};
use nexsolve_reports::strip::strip;
use std::error::Error;
use std::path::{Path, PathBuf};

/// What learning is measured against.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Against {
    /// The time that the run took.
    Seconds,
    /// The positions learned, each as often as it was.
    Positions,
    /// The games of self-play.
    Games,
}

impl Against {
    fn title(self) -> &'static str {
        match self {
            Self::Seconds => "seconds",
            Self::Positions => "positions learned",
            Self::Games => "games of self-play",
        }
    }

    fn of(self, entry: &LogEntry) -> f64 {
        match self {
            Self::Seconds => entry.progress.seconds,
            Self::Positions => entry.progress.positions as f64,
            Self::Games => entry.progress.games as f64,
        }
    }
}

/// A curve: its name, and the runs over which its points are averaged.
#[derive(Clone, Debug)]
pub(crate) struct Curve {
    name: String,
    runs: Vec<PathBuf>,
}

impl std::str::FromStr for Curve {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, runs) = text.split_once('=').ok_or("a curve is written as NAME=RUN or NAME=RUN,RUN")?;
        Ok(Self { name: name.to_owned(), runs: runs.split(',').map(PathBuf::from).collect() })
    }
}

/// The smallest share that is told from none, in percent: half a position of an examination.
const LEAST_SHARE: f64 = 0.03;

/// The smallest number of mistakes that is told from none.
const LEAST_MISTAKES: f64 = 0.5;

/// The greatest number of points of a curve.
const POINTS: usize = 24;

/// Draws the curves to this file.
///
/// # Errors
/// If a run cannot be read, has no checkpoint or is of another board than the others, or the file cannot be
/// written.
pub(crate) fn draw(curves: &[Curve], against: Against, out: &Path) -> Result<(), Box<dyn Error>> {
    let mut boards = Vec::new();
    let mut logs: Vec<(&str, Vec<Vec<LogEntry>>)> = Vec::new();
    for Curve { name, runs } in curves {
        let mut all = Vec::new();
        for run in runs {
            let named = |error: String| format!("{}: {error}", run.display());
            let folder = RunFolder::new(run);
            let config = folder.config().map_err(|error| named(error.to_string()))?;
            boards.push(config.ok_or_else(|| named("there is no run".to_owned()))?.board);
            let log = folder.log().map_err(|error| named(error.to_string()))?;
            if log.is_empty() {
                return Err(named("there is no checkpoint yet".to_owned()).into());
            }
            all.push(log);
        }
        logs.push((name, all));
    }
    if boards.iter().any(|board| *board != boards[0]) {
        return Err("the runs must be of one board".into());
    }
    let board = nexsolve_games::played(&boards[0], None)?.title();
    let plot = |title: &str, y: &str, least: f64, number: &dyn Fn(&LogEntry) -> Option<f64>| {
        let curve = |(at, (name, logs)): (usize, &(&str, Vec<Vec<LogEntry>>))| {
            let points = means(logs, &|entry| Some((against.of(entry), number(entry)?.max(least))));
            Series::new(at, *name, SeriesShape::Line, points)
        };
        let series: Vec<Series> = logs.iter().enumerate().map(curve).collect();
        let has_points = series.iter().any(|series| !series.points.is_empty());
        let (x, y) = (Axis::linear(against.title()), Axis::log(y));
        has_points.then(|| Plot { title: format!("{board}: {title}"), x, y, series }.draw_in((720.0, 340.0)))
    };
    let parts: Vec<_> = [
        plot("the move that the network likes best", "gives value away, %", LEAST_SHARE, &|entry| {
            entry.gave.map(|share| share * 100.0)
        }),
        plot("against every way to play, without search", "mistakes", LEAST_MISTAKES, &|entry| {
            entry.worst.map(|worst| worst.mistakes.iter().sum::<u64>() as f64)
        }),
    ]
    .into_iter()
    .flatten()
    .collect();
    if parts.is_empty() {
        return Err("the runs were trained without tables, so nothing was measured".into());
    }
    let names: Vec<&str> = logs.iter().map(|&(name, _)| name).collect();
    let caption =
        format!("How networks learn, over {}: {}. Lower is better.", against.title(), names.join(", "));
    let picture = strip(&format!("{board}: learning"), None, 740.0, parts).captioned(caption);
    files::replace(out, |file| file.write_all(picture.to_svg().as_bytes()))?;
    Ok(())
}

/// Averages the points of several runs, checkpoint by checkpoint, as long as all runs have them. Only some of
/// the points are kept.
fn means(logs: &[Vec<LogEntry>], point: &dyn Fn(&LogEntry) -> Option<(f64, f64)>) -> Vec<(f64, f64)> {
    let length = logs.iter().map(Vec::len).min().unwrap_or(0);
    let mut points = Vec::new();
    for at in 0..length {
        let Some(all) = logs.iter().map(|log| point(&log[at])).collect::<Option<Vec<_>>>() else { continue };
        let mean =
            |number: &dyn Fn(&(f64, f64)) -> f64| all.iter().map(number).sum::<f64>() / all.len() as f64;
        points.push((mean(&|point| point.0), mean(&|point| point.1)));
    }
    let step = points.len().div_ceil(POINTS).max(1);
    let last = points.len().saturating_sub(1);
    points
        .into_iter()
        .enumerate()
        .filter(|(at, _)| (last - at).is_multiple_of(step))
        .map(|(_, point)| point)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::folder::TrainingProgress;
    use crate::held::Worst;

    fn entry(batches: u64, gave: f64, mistakes: [u64; 2]) -> LogEntry {
        let progress =
            TrainingProgress { batches, positions: 10 * batches, games: 0, seconds: batches as f64 };
        let worst = Some(Worst { exploitability: 0.5, mistakes });
        let (gave, wrong_values) = (Some(gave), Some(0.5));
        LogEntry { progress, moves_loss: 1.0, values_loss: 1.0, score: None, gave, wrong_values, worst }
    }

    #[test]
    fn curves_are_means_over_runs() {
        let logs = [
            vec![entry(1, 0.4, [1, 2]), entry(2, 0.2, [0, 1])],
            vec![entry(1, 0.2, [1, 2]), entry(2, 0.1, [0, 1]), entry(3, 0.0, [0, 0])],
        ];
        let points = means(&logs, &|entry| Some((Against::Positions.of(entry), entry.gave?)));
        assert_eq!(points.len(), 2);
        for (point, wanted) in points.iter().zip([(10.0, 0.3), (20.0, 0.15)]) {
            assert!((point.0 - wanted.0).abs() < 1e-9 && (point.1 - wanted.1).abs() < 1e-9, "{point:?}");
        }
    }

    #[test]
    fn long_curves_are_thinned_and_keep_their_last_point() {
        let log: Vec<LogEntry> = (0..1_000).map(|at| entry(at, 0.1, [0, 0])).collect();
        let points = means(&[log], &|entry| Some((Against::Seconds.of(entry), 1.0)));
        assert!(points.len() <= POINTS && points.len() > POINTS / 2, "{}", points.len());
        assert!((points.last().expect("points").0 - 999.0).abs() < 1e-9);
    }
}
