//! The check that a header names nothing twice, which readers of JSON decide in different ways.

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use std::collections::HashSet;
use std::fmt;

/// Checks that no object of a JSON text has a name twice. Returns the reason if one has, or if the text is
/// not JSON.
pub(crate) fn check_names(json: &[u8]) -> Result<(), String> {
    serde_json::from_slice(json).map(|Unique| ()).map_err(|error| error.to_string())
}

/// Any JSON value in which no name is repeated.
struct Unique;

impl<'de> Deserialize<'de> for Unique {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Values)
    }
}

struct Values;

impl<'de> Visitor<'de> for Values {
    type Value = Unique;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a value")
    }

    fn visit_bool<E>(self, _: bool) -> Result<Unique, E> {
        Ok(Unique)
    }

    fn visit_i64<E>(self, _: i64) -> Result<Unique, E> {
        Ok(Unique)
    }

    fn visit_u64<E>(self, _: u64) -> Result<Unique, E> {
        Ok(Unique)
    }

    fn visit_f64<E>(self, _: f64) -> Result<Unique, E> {
        Ok(Unique)
    }

    fn visit_str<E>(self, _: &str) -> Result<Unique, E> {
        Ok(Unique)
    }

    fn visit_unit<E>(self) -> Result<Unique, E> {
        Ok(Unique)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut values: A) -> Result<Unique, A::Error> {
        while values.next_element::<Unique>()?.is_some() {}
        Ok(Unique)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Unique, A::Error> {
        let mut names = HashSet::new();
        while let Some((name, Unique)) = entries.next_entry::<String, Unique>()? {
            if let Some(name) = names.replace(name) {
                return Err(A::Error::custom(format!("`{}` is there twice", name.escape_debug())));
            }
        }
        Ok(Unique)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_there_once() {
        for json in ["{}", "3", r#"{"a":{"a":1},"b":{"a":[{"c":1.5},{"c":null}]},"c":"a"}"#] {
            assert_eq!(check_names(json.as_bytes()), Ok(()), "{json}");
        }
        for json in [r#"{"a":1,"a":1}"#, r#"{"x":[{"b":{},"a":true,"\u0061":-1}]}"#] {
            let reason = check_names(json.as_bytes()).expect_err("a name twice");
            assert!(reason.starts_with("`a` is there twice"), "{reason}");
        }
        assert!(check_names(b"{").is_err());
    }
}
