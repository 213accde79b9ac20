//! A wrong value.

use nexsolve_core::LayerId;
use nexsolve_db::Metric;

/// The most wrong values that a report names.
pub(crate) const NAMED: usize = 10;

/// A value that is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WrongValue {
    /// The layer.
    pub layer: LayerId,
    /// The metric of the table.
    pub metric: Metric,
    /// The rank of the position in the layer.
    pub rank: u64,
    /// The value in the table.
    pub stored: i16,
    /// The derived value. `None` for a win or loss that agrees with the values from which it follows, while
    /// they follow from it in turn and from nothing else: play goes round for ever, and the win never comes.
    pub derived: Option<i16>,
}
