//! What a user can choose about the tables of a board, and the choices that are refused.

use crate::any::AnyTables;
use crate::settings::{GenerateSettings, Reach};
use nexsolve_catalogue::Board;
use nexsolve_db::{Database, Form, Metric};
use std::path::{Path, PathBuf};

/// The choices about the tables of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableChoice {
    /// What to store; `None` for the game's default.
    pub metric: Option<Metric>,
    /// Whether to find the reachable positions; `None` for [`Reach::Counted`] where the board has it.
    pub reach: Option<Reach>,
    /// How tables are stored.
    pub form: Form,
    /// Bytes that the process may take.
    pub memory_bytes: u64,
}

/// Why a choice is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ChoiceError {
    /// The game has no tables of the metric.
    #[error("no tables of {metric} for {}: {}", board.title(), reason(metrics))]
    Metric {
        /// The board.
        board: Board,
        /// The metric.
        metric: Metric,
        /// The metrics that the game has.
        metrics: &'static [Metric],
    },
    /// The tables do not contain the start.
    #[error("{} does not contain the start, so reachable positions cannot be recorded", board.title())]
    Reach {
        /// The board.
        board: Board,
    },
    /// The user chose no metric, and the folder has a database of another metric than the default.
    #[error("{} has tables of {other}, but none of {metric}", folder.display())]
    Other {
        /// The folder.
        folder: PathBuf,
        /// The default metric.
        metric: Metric,
        /// The metric of the database.
        other: Metric,
    },
}

fn reason(metrics: &[Metric]) -> &'static str {
    if metrics.contains(&Metric::Score) {
        "the winner depends on the stores; query prints it for a position with stores"
    } else {
        "only games played for points have scores"
    }
}

impl dyn AnyTables + '_ {
    /// The settings of a run with these choices.
    ///
    /// # Errors
    /// If the board has no such tables.
    pub fn chosen(&self, board: Board, choice: &TableChoice) -> Result<GenerateSettings, ChoiceError> {
        let metrics = self.metrics();
        let metric = choice.metric.unwrap_or(metrics[0]);
        if !metrics.contains(&metric) {
            return Err(ChoiceError::Metric { board, metric, metrics });
        }
        let most = self.reach();
        if choice.reach == Some(Reach::Counted) && most == Reach::Left {
            return Err(ChoiceError::Reach { board });
        }
        let reach = choice.reach.unwrap_or(most);
        Ok(self.settings(board, metric, reach, choice.form, choice.memory_bytes))
    }
}

/// Refuses to add tables of the default metric to a database that has only tables of another metric.
///
/// # Errors
/// [`ChoiceError::Other`] if `folder` has such a database of the same board.
pub fn check_metric(folder: &Path, board: Board, metric: Metric) -> Result<(), ChoiceError> {
    // If the database cannot be read, the generation itself refuses it.
    let Ok(database) = Database::open(folder) else { return Ok(()) };
    let manifest = database.manifest();
    let has = |metric: &Metric| manifest.tables.iter().any(|table| table.metric == *metric);
    let Some(other) = Metric::VALUES.into_iter().find(has) else { return Ok(()) };
    if has(&metric) || manifest.subject.board != board.to_string() {
        return Ok(());
    }
    Err(ChoiceError::Other { folder: folder.to_owned(), metric, other })
}
