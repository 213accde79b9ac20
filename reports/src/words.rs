//! Marks, shares and sizes in words. [`nexsolve_core::words`] has the rest.

use nexsolve_core::Bounds;
use nexsolve_oracle::{Worth, words};

/// The mark of a move ([`words::mark`]) as it is printed: a win has a plus, and a loss a true minus.
///
/// ```
/// use nexsolve_core::{Bounds, Plies, Score, Wdl};
/// use nexsolve_reports::words::mark;
///
/// let scores = [Score::win_in(Plies(7)), Score::DRAW, Score::loss_in(Plies(8))];
/// assert_eq!(scores.map(|score| mark(Bounds::exact(score))), ["+7", "=", "−8"]);
/// assert_eq!([Wdl::Win, Wdl::Loss].map(|value| mark(Bounds::of_value(value))), ["+", "−"]);
/// ```
pub fn mark(bounds: Bounds) -> String {
    let mark = words::mark(&Worth::of(bounds)).replace('-', "−");
    if mark.starts_with(|first: char| first.is_ascii_digit()) { format!("+{mark}") } else { mark }
}

/// A part of a whole in percent: `42.3 %`; a dash if the whole is 0.
pub fn share(part: u64, whole: u64) -> String {
    percent(part as f64 / whole as f64)
}

/// Formats a share in percent. `0.0 %` means none and `100.0 %` means all; shares close to these are marked
/// as such. NaN and infinity become a dash.
pub fn percent(share: f64) -> String {
    // Sums of weights have rounding errors.
    const NOTHING: f64 = 1e-12;
    if !share.is_finite() {
        "–".to_owned()
    } else if share > NOTHING && share < 0.0005 {
        "< 0.1 %".to_owned()
    } else if (0.9995..1.0 - NOTHING).contains(&share) {
        "> 99.9 %".to_owned()
    } else {
        format!("{:.1} %", 100.0 * share)
    }
}

/// A number as text; a dash if it is unknown.
pub fn or_dash<T: ToString>(number: Option<T>) -> String {
    number.map_or_else(|| "–".to_owned(), |number| number.to_string())
}

/// A size in bytes, in the greatest fitting unit: `18.8 MB`, by powers of a thousand.
pub fn size(bytes: u64) -> String {
    match bytes {
        1_000_000_000.. => format!("{:.2} GB", bytes as f64 / 1e9),
        1_000_000.. => format!("{:.1} MB", bytes as f64 / 1e6),
        1_000.. => format!("{:.1} kB", bytes as f64 / 1e3),
        _ => format!("{bytes} B"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_well() {
        assert_eq!((share(1, 8), share(0, 0)), ("12.5 %".to_owned(), "–".to_owned()));
        assert_eq!((share(0, 9), share(9, 9)), ("0.0 %".to_owned(), "100.0 %".to_owned()));
        assert_eq!(
            (share(1, 10_000_000_000), share(9_999_999_999, 10_000_000_000)),
            ("< 0.1 %".to_owned(), "> 99.9 %".to_owned())
        );
        assert_eq!((share(1, 2_000), share(1_999, 2_000)), ("0.1 %".to_owned(), "> 99.9 %".to_owned()));
        assert_eq!((percent(0.1 + 0.2 + 0.7), percent(0.9994)), ("100.0 %".to_owned(), "99.9 %".to_owned()));
        assert_eq!(
            (size(18_843_000), size(999), size(1_300_000_000)),
            ("18.8 MB".into(), "999 B".into(), "1.30 GB".into())
        );
    }
}
