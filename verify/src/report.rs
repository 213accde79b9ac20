//! The findings of verification.

use super::ground;
use crate::sweep::Swept;
use crate::task::Task;
use crate::wrong::{NAMED, WrongValue};
use nexsolve_db::{Counts, Metric};

/// The findings of verification.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verification {
    /// The number of tables checked.
    pub tables: usize,
    /// Values derived again: positions up to symmetry.
    pub values: u64,
    /// Positions up to symmetry, among those checked, whose values the tables omit.
    pub omitted: u64,
    /// The number of values that differ from the tables.
    pub wrong: u64,
    /// The first of those, up to ten. The first one is wrong by itself; later ones may only follow from wrong
    /// values.
    pub first_wrong: Vec<WrongValue>,
    /// Tables whose counts in the manifest are wrong.
    pub wrong_counts: Vec<WrongCounts>,
    /// Tables with counts of reachable positions in a database without tables of reachable positions: those
    /// counts were not checked.
    pub unchecked_counts: Vec<(String, Metric)>,
    /// Tables of layers that play can return to for which the second pass was skipped, because only a sample
    /// was requested, or because values are wrong anyway.
    pub ungrounded: Vec<(String, Metric)>,
    /// Layers that lack a table of a metric that other layers have.
    pub missing: Vec<(String, Metric)>,
}

/// Counts in the manifest that differ from those of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongCounts {
    /// The layer's name.
    pub layer: String,
    /// The metric of the table.
    pub metric: Metric,
    /// The counts in the manifest.
    pub stored: Counts,
    /// The counts of the table itself; [`Counts::reachable`] only if the manifest has them and they could be
    /// counted.
    pub counted: Counts,
}

impl Verification {
    /// Returns whether nothing wrong was found. Some things may not have been checked: see
    /// [`Verification::missing`], [`Verification::unchecked_counts`], [`Verification::ungrounded`].
    pub fn is_right(&self) -> bool {
        self.wrong == 0 && self.wrong_counts.is_empty()
    }

    /// Adds wins that follow only from themselves.
    pub(crate) fn add_left(&mut self, found: ground::Ungrounded) {
        self.add_wrong(found.left, found.first);
    }

    fn add_wrong(&mut self, count: u64, first: Vec<WrongValue>) {
        self.wrong += count;
        self.first_wrong.extend(first);
        self.first_wrong.truncate(NAMED);
    }

    /// Records that these tables were not checked for such wins.
    pub(crate) fn leave_ungrounded(&mut self, tasks: &[Task]) {
        self.ungrounded.extend(tasks.iter().map(|task| (task.name().to_owned(), task.table.metric())));
    }

    /// Adds the findings in a table; `counts` are those of the manifest, if all values were checked.
    pub(crate) fn add(&mut self, task: &Task, found: Swept, counts: Option<&Counts>, reach_known: bool) {
        let metric = task.table.metric();
        self.tables += 1;
        self.values += found.values;
        self.omitted += found.omitted;
        self.add_wrong(found.wrong, found.first_wrong);
        let Some(stored) = counts else { return };
        let values = task.table.values().len();
        let by_value = |counts: &[u64]| counts[..values].to_vec();
        let (layer, positions) = (task.name().to_owned(), by_value(&found.positions));
        let reachable = match &stored.reachable {
            Some(_) if reach_known => Some(by_value(&found.reachable)),
            Some(not_checked) => {
                self.unchecked_counts.push((layer.clone(), metric));
                Some(not_checked.clone())
            }
            None => None,
        };
        let counted = Counts { positions, reachable };
        if counted != *stored {
            self.wrong_counts.push(WrongCounts { layer, metric, stored: stored.clone(), counted });
        }
    }
}
