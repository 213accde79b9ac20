//! What a position or a move is worth, as documents say it, and how documents before an answer are told.

use nexsolve_core::{Bounds, Wdl};
use nexsolve_db::json::joined;
use nexsolve_oracle::Worth;
use nexsolve_oracle::words::Fields;
use serde_json::{Value, json};
use std::sync::Arc;

/// Receives the documents that come before an answer.
pub(crate) type Tell = Arc<dyn Fn(Value) + Send + Sync>;

/// A move and its value.
pub(crate) fn line(mv: &str, known: Worth) -> Value {
    joined([json!({ "move": mv }), worth(known)])
}

/// A value, in words and numbers.
pub(crate) fn worth(worth: Worth) -> Value {
    let Bounds { lo, hi } = worth.bounds;
    let mut document = json!(Fields::from(worth));
    for points in ["score", "margin"] {
        // Null, not absent, where there are none.
        let _ = &mut document[points];
    }
    // The most plies of a win or a loss of unknown distance.
    let longest = if worth.bounds.wdl() == Some(Wdl::Loss) { hi } else { lo };
    if let Some(plies) = longest.distance()
        && worth.bounds.wdl().is_some()
        && worth.bounds.score().is_none()
    {
        document["at_most_plies"] = json!(plies.0);
    }
    // A proven bound of an unknown value.
    for (name, bound) in [("at_least", lo), ("at_most", hi)] {
        if worth.bounds.wdl().is_none() && bound.wdl() == Wdl::Draw {
            document[name] = json!(Wdl::Draw.word());
        }
    }
    if let Some(plies) = crate::words::fewest(worth.bounds) {
        document["at_least_plies"] = json!(plies.0);
    }
    document
}
