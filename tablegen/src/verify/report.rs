//! What verification has found.

use super::ground;
use super::sweep::{Found, NAMED};
use super::task::Task;
use nexsolve_db::{Counts, Metric};

/// What verification has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report<P> {
    /// Tables looked at.
    pub tables: usize,
    /// Values derived again: positions up to symmetry.
    pub values: u64,
    /// Positions up to symmetry, among those looked at, whose values the tables leave out.
    pub omitted: u64,
    /// How many of the values the tables have otherwise.
    pub wrong: u64,
    /// The first of those, up to ten. The very first is wrong by itself; later ones may only rest on wrong ones.
    pub first_wrong: Vec<WrongValue<P>>,
    /// Tables whose counts in the manifest are wrong.
    pub wrong_counts: Vec<WrongCounts>,
    /// Tables with counts of positions that can be reached, for which no table tells which those are: these counts
    /// were not looked at.
    pub unchecked_counts: Vec<(String, Metric)>,
    /// Tables of layers that play can return to, of which it was not looked at whether their wins rest on each other:
    /// because only a sample was asked for, or because values are wrong in any case.
    pub ungrounded: Vec<(String, Metric)>,
    /// Layers without a table of a metric that other layers have one of.
    pub missing: Vec<(String, Metric)>,
}

/// A value that does not follow from those that it rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WrongValue<P> {
    /// The index of the layer among the game's.
    pub layer: usize,
    /// What the table says of each position.
    pub metric: Metric,
    /// The number in the layer.
    pub rank: u64,
    /// A position that has it.
    pub position: P,
    /// The value in the table.
    pub stored: i16,
    /// The value derived from those that it rests on; `None` for a win or loss that agrees with all of them, but they
    /// rest on it in turn, and on nothing else: play goes round for ever, and the win never comes.
    pub derived: Option<i16>,
}

/// Counts in the manifest that are not those of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongCounts {
    /// The layer's name.
    pub layer: String,
    /// What the table says of each position.
    pub metric: Metric,
    /// The manifest's.
    pub stored: Counts,
    /// What was counted in the table; [`Counts::reachable`] where that was possible and is in the manifest.
    pub counted: Counts,
}

impl<P> Report<P> {
    /// Whether nothing wrong was found. What was not looked at may still be: [`Report::missing`],
    /// [`Report::unchecked_counts`], [`Report::ungrounded`].
    pub fn is_right(&self) -> bool {
        self.wrong == 0 && self.wrong_counts.is_empty()
    }

    pub(super) fn new(missing: Vec<(String, Metric)>) -> Self {
        Self {
            tables: 0,
            values: 0,
            omitted: 0,
            wrong: 0,
            first_wrong: Vec::new(),
            wrong_counts: Vec::new(),
            unchecked_counts: Vec::new(),
            ungrounded: Vec::new(),
            missing,
        }
    }

    /// Adds wins that rest on themselves.
    pub(super) fn add_left(&mut self, metric: Metric, found: ground::Found<P>) {
        self.wrong += found.left;
        let named = found.first.into_iter().map(|left| WrongValue {
            layer: left.layer,
            metric,
            rank: left.rank,
            position: left.position,
            stored: left.stored,
            derived: None,
        });
        self.first_wrong.extend(named.take(NAMED - self.first_wrong.len()));
    }

    /// Notes that these tables were not looked at for such wins.
    pub(super) fn leave_ungrounded(&mut self, tasks: &[Task]) {
        self.ungrounded.extend(tasks.iter().map(|task| (task.name().to_owned(), task.table.metric())));
    }

    /// Adds what was found in a table; `counts` are the manifest's, if all values were looked at.
    pub(super) fn add(&mut self, task: &Task, found: Found<P>, counts: Option<&Counts>, reach_known: bool) {
        let metric = task.table.metric();
        self.tables += 1;
        self.values += found.values;
        self.omitted += found.omitted;
        self.wrong += found.wrong;
        let named = found.first_wrong.into_iter().map(|wrong| WrongValue {
            layer: task.layer,
            metric,
            rank: wrong.rank,
            position: wrong.position,
            stored: wrong.stored,
            derived: Some(wrong.derived),
        });
        self.first_wrong.extend(named.take(NAMED - self.first_wrong.len()));
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
