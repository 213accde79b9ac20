//! JSON documents made of parts.

use serde_json::Value;

/// One document with the fields of all of these, in their order.
pub(crate) fn joined<const N: usize>(parts: [Value; N]) -> Value {
    let fields = parts.into_iter().filter_map(|part| match part {
        Value::Object(fields) => Some(fields),
        _ => None,
    });
    Value::Object(fields.flatten().collect())
}
