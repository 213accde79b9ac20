//! A wrong value.

use nexsolve_core::LayerId;
use nexsolve_db::Metric;

/// The most wrong values that a report names.
pub(crate) const NAMED: usize = 10;

/// A value that does not follow from those that it rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WrongValue {
    /// The layer.
    pub layer: LayerId,
    /// The metric of the table.
    pub metric: Metric,
    /// The number in the layer, which stands for a position.
    pub rank: u64,
    /// The value in the table.
    pub stored: i16,
    /// The value derived from those that it rests on. `None` for a win or loss that agrees with all of them while they rest on it in turn
    /// and on nothing else: play goes round for ever, and the win never comes.
    pub derived: Option<i16>,
}
