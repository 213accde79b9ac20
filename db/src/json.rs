//! Parts of JSON documents.

use crate::summary::Tally;
use serde_json::{Value, json};

/// A count for a document: a string above 2⁵³, because many programs read numbers as floating point.
pub fn number(count: u64) -> Value {
    if count <= 1 << 53 { count.into() } else { count.to_string().into() }
}

/// The counts of positions: all, those that play from the start can reach, and those that the side to move loses, draws and wins.
pub fn counts(tally: &Tally) -> Value {
    let value = |i: usize| tally.values.map(|values| number(values[i]));
    json!({
        "positions": tally.positions.map(number),
        "reachable": tally.reachable.map(number),
        "loss": value(0),
        "draw": value(1),
        "win": value(2),
    })
}

/// One document with the fields of all of these, in their order.
pub fn joined<const N: usize>(parts: [Value; N]) -> Value {
    let fields = parts.into_iter().filter_map(|part| match part {
        Value::Object(fields) => Some(fields),
        _ => None,
    });
    Value::Object(fields.flatten().collect())
}
