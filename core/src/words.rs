//! Numbers and lists as people write them.

/// Formats a number with commas between the thousands.
///
/// ```
/// use nexsolve_core::words::grouped;
/// assert_eq!(grouped(132_759_721_u64), "132,759,721");
/// ```
pub fn grouped(number: impl Into<u128>) -> String {
    grouped_digits(&number.into().to_string())
}

/// Inserts commas between the thousands of `digits`, for numbers that fit no integer type.
///
/// ```
/// use nexsolve_core::words::grouped_digits;
/// assert_eq!(grouped_digits("5751795236932490613450673"), "5,751,795,236,932,490,613,450,673");
/// ```
pub fn grouped_digits(digits: &str) -> String {
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Formats a number with its noun: `one` is the singular, `many` the plural.
///
/// ```
/// use nexsolve_core::words::counted;
/// assert_eq!(counted(1, "ply", "plies"), "1 ply");
/// assert_eq!(counted(12_345, "ply", "plies"), "12,345 plies");
/// ```
pub fn counted(number: u64, one: &str, many: &str) -> String {
    format!("{} {}", grouped(number), if number == 1 { one } else { many })
}

/// Joins `items` into a list for a sentence; empty for no items.
///
/// ```
/// use nexsolve_core::words::list;
/// assert_eq!(list(&["win", "draw", "loss"]), "win, draw and loss");
/// ```
pub fn list<T: AsRef<str>>(items: &[T]) -> String {
    let mut text = String::new();
    for (i, item) in items.iter().enumerate() {
        text.push_str(match i {
            0 => "",
            _ if i + 1 == items.len() => " and ",
            _ => ", ",
        });
        text.push_str(item.as_ref());
    }
    text
}

/// Returns the beginning of a text of any length, for a message: at most 40 characters, the special ones
/// escaped.
///
/// ```
/// use nexsolve_core::words::shortened;
/// assert_eq!(shortened("a1\tb2"), "a1\\tb2");
/// assert!(shortened(&"long ".repeat(100)).ends_with('…'));
/// ```
pub fn shortened(text: &str) -> String {
    let mut short: String = text.chars().take(40).map(printable).collect();
    if text.chars().nth(40).is_some() {
        short.push('…');
    }
    short
}

/// Returns a character as it can be printed within backticks.
fn printable(c: char) -> String {
    if matches!(c, '"' | '\'') { c.to_string() } else { c.escape_debug().to_string() }
}

/// The units of times, with their seconds.
pub const TIMES: [(&str, f64); 4] = [("ms", 0.001), ("s", 1.0), ("m", 60.0), ("h", 3_600.0)];

/// Reads a number with one of these units, and returns their product. The number consists of digits and at
/// most one decimal point. A unit that ends like another one comes before it.
///
/// ```
/// use nexsolve_core::words::{TIMES, measured};
/// assert_eq!(measured("1.5 m", &TIMES), Some(90.0));
/// assert_eq!([measured("-1s", &TIMES), measured("1e3s", &TIMES), measured("1", &TIMES)], [None; 3]);
/// ```
pub fn measured<T: AsRef<str>>(text: &str, units: &[(T, f64)]) -> Option<f64> {
    let (unit, one) = units.iter().find(|(unit, _)| text.ends_with(unit.as_ref()))?;
    let number = text[..text.len() - unit.as_ref().len()].trim_end();
    let is_plain = number.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    let number: f64 = if is_plain { number.parse().ok()? } else { return None };
    Some(number * one)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_lists_are_written_for_people() {
        assert_eq!([0_u64, 999, 1_000, 36_397].map(grouped), ["0", "999", "1,000", "36,397"]);
        assert_eq!(grouped(u128::MAX), "340,282,366,920,938,463,463,374,607,431,768,211,455");
        assert_eq!([0, 1].map(|n| counted(n, "ply", "plies")), ["0 plies", "1 ply"]);
        assert_eq!([&[][..], &["a"], &["a", "b"]].map(list), ["", "a", "a and b"]);
    }
}
