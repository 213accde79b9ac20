//! Helpers for JSON documents.

use crate::summary::PositionCounts;
use serde_json::{Value, json};

/// Returns a count as JSON: a string if it is above 2⁵³, because many programs read numbers as floating
/// point.
pub fn number(count: u64) -> Value {
    if count <= 1 << 53 { count.into() } else { count.to_string().into() }
}

/// Returns the numbers of positions as JSON: all, reachable from the start, and lost, drawn and won for the
/// side to move.
pub fn counts(tally: &PositionCounts) -> Value {
    let value = |i: usize| tally.values.map(|values| number(values[i]));
    json!({
        "positions": tally.positions.map(number),
        "reachable": tally.reachable.map(number),
        "loss": value(0),
        "draw": value(1),
        "win": value(2),
    })
}

/// Joins the fields of these objects into one document, in order.
pub fn joined<const N: usize>(parts: [Value; N]) -> Value {
    let fields = parts.into_iter().filter_map(|part| match part {
        Value::Object(fields) => Some(fields),
        _ => None,
    });
    Value::Object(fields.flatten().collect())
}
