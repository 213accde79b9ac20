//! Reads and formats numbers with units.

use nexsolve_core::words::{TIMES, measured};
pub use nexsolve_core::words::{counted, grouped};
use std::time::Duration;

const SIZES: [(&str, u64); 9] = [
    ("TiB", 1 << 40),
    ("GiB", 1 << 30),
    ("MiB", 1 << 20),
    ("KiB", 1 << 10),
    ("TB", 1_000_000_000_000),
    ("GB", 1_000_000_000),
    ("MB", 1_000_000),
    ("KB", 1_000),
    ("B", 1),
];

/// The least `--memory`: with less, the program itself does not fit.
pub const LEAST_MEMORY: u64 = 16 << 20;

/// Reads the value of `--memory`.
///
/// # Errors
/// Says what to give instead.
pub fn memory(text: &str) -> Result<u64, String> {
    let total = bytes_as(text, "512MiB or 4GiB")?;
    if total < LEAST_MEMORY {
        let least = size(LEAST_MEMORY);
        return Err(format!("at least {least}; {EXAMPLE} 512MiB or 4GiB"));
    }
    Ok(total)
}

/// Returns a size of at least `bytes`, in a form that `--memory` accepts.
pub fn at_least(bytes: u64) -> String {
    // Two digits are enough.
    let (unit, one) = if bytes > 10 << 30 { ("GiB", 1 << 30) } else { ("MiB", 1 << 20) };
    format!("{}{unit}", bytes.div_ceil(one))
}

const EXAMPLE: &str = "give a number and a unit, such as";

/// Reads a number of bytes. `examples` names two, for the error message.
///
/// # Errors
/// Says what to give instead.
pub fn bytes_as(text: &str, examples: &str) -> Result<u64, String> {
    let example = format!("{EXAMPLE} {examples}");
    let units = SIZES.map(|(unit, bytes)| (unit.to_ascii_lowercase(), bytes as f64));
    let text = text.to_ascii_lowercase();
    let total = measured(&text, &units).ok_or_else(|| wrong(&text, &units, &example))?;
    if total >= (1_u64 << 50) as f64 {
        return Err(format!("more than any machine has; {example}"));
    }
    Ok(total as u64)
}

/// Reads the value of `--time`.
///
/// # Errors
/// Says what to give instead.
pub fn duration(text: &str) -> Result<Duration, String> {
    let example = format!("{EXAMPLE} 500ms, 90s, 10m or 2h");
    let seconds = measured(text, &TIMES).ok_or_else(|| wrong(text, &TIMES, &example))?;
    match Duration::try_from_secs_f64(seconds) {
        Ok(time) if time < Duration::from_millis(1) => Err("at least 1ms".to_owned()),
        Ok(time) => Ok(time),
        Err(_) => Err(format!("too long; {example}")),
    }
}

/// Returns the message about a text that is not a number with one of these units.
fn wrong<T: AsRef<str>>(text: &str, units: &[(T, f64)], example: &str) -> String {
    let has_unit = units.iter().any(|(unit, _)| text.ends_with(unit.as_ref()));
    if !has_unit && text.parse::<f64>().is_ok() {
        return format!("the unit is missing; {example}");
    }
    misspelt(text, units).unwrap_or_else(|| example.to_owned())
}

/// Returns the message about a number whose unit only begins like a known one: `4G`, `10min`.
fn misspelt<T: AsRef<str>>(text: &str, units: &[(T, f64)]) -> Option<String> {
    let (number, unit) = text.split_at(text.find(|c: char| c.is_ascii_alphabetic())?);
    let number = number.trim_end();
    number.parse::<f64>().ok().filter(|number| *number >= 0.0)?;
    let mut units = units.iter().map(|(unit, _)| unit.as_ref());
    let longer = units.clone().find(|meant| meant.starts_with(unit));
    let meant = longer.or_else(|| units.find(|meant| unit.starts_with(meant)))?;
    let sizes = SIZES.iter().map(|(size, _)| *size);
    let meant = sizes.into_iter().find(|size| size.eq_ignore_ascii_case(meant)).unwrap_or(meant);
    Some(format!("unknown unit; did you mean {number}{meant}?"))
}

/// Reads a count of at least 1; `_` may separate digits.
///
/// # Errors
/// Says what to give instead.
pub fn count(text: &str) -> Result<u64, String> {
    match text.replace('_', "").parse() {
        Ok(0) => Err("at least 1".to_owned()),
        Ok(count) => Ok(count),
        Err(_) => Err("give a whole number, such as 1000000 or 1_000_000".to_owned()),
    }
}

/// Formats a rate to two or three digits: `850 thousand`, `2.4 million`.
pub fn rate(per_second: f64) -> String {
    let (number, unit) = match per_second {
        r if r >= 1e9 => (r / 1e9, " billion"),
        r if r >= 1e6 => (r / 1e6, " million"),
        r if r >= 1e3 => (r / 1e3, " thousand"),
        r => (r, ""),
    };
    let digits = usize::from(number < 10.0 && !unit.is_empty());
    format!("{number:.digits$}{unit}")
}

/// Formats a number of bytes in the largest unit, with one decimal if needed: `4GiB`, `1.5GiB`.
pub fn size(bytes: u64) -> String {
    let &(unit, one) = SIZES[..4].iter().find(|(_, one)| bytes >= *one).unwrap_or(&SIZES[8]);
    if bytes.is_multiple_of(one) {
        format!("{}{unit}", bytes / one)
    } else {
        format!("{:.1}{unit}", bytes as f64 / one as f64)
    }
}

/// Formats a time to two or three digits: `0.3 ms`, `12 ms`, `3.4 s`, `125 s`.
pub fn seconds(time: f64) -> String {
    if time < 0.000_05 {
        return "under 0.1 ms".to_owned();
    }
    if time < 0.1 {
        let millis = time * 1_000.0;
        let digits = usize::from(millis < 10.0);
        return format!("{millis:.digits$} ms");
    }
    let digits = match time {
        t if t < 1.0 => 2,
        t if t < 100.0 => 1,
        _ => 0,
    };
    format!("{time:.digits$} s")
}

/// Formats a time of any length to two or three digits, in minutes, hours or days if it is long.
pub fn long(time: f64) -> String {
    match time {
        t if t < 120.0 => seconds(t),
        t if t < 7_200.0 => format!("{:.0} min", t / 60.0),
        t if t < 172_800.0 => format!("{:.1} h", t / 3_600.0),
        t => format!("{:.1} days", t / 86_400.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_with_their_units() {
        assert_eq!(memory("4GiB"), Ok(4 << 30));
        assert_eq!(memory("512mib"), Ok(512 << 20));
        assert_eq!(memory("1.5 GiB"), Ok(3 << 29));
        assert_eq!(memory("100MB"), Ok(100_000_000));
        assert_eq!(memory("1KiB").expect_err("small").split(';').next(), Some("at least 16MiB"));
        for bad in
            ["", "4", "GiB", "-4GiB", "4GiBs", "1e3GiB", "infGiB", "NaNGiB", "99999999TiB", "4.4.4GiB", "é"]
        {
            assert!(memory(bad).is_err(), "{bad}");
        }
        for bytes in [16 << 20, 4 << 30, 3 << 29, 1 << 40] {
            assert_eq!(memory(&size(bytes)), Ok(bytes));
        }
    }

    #[test]
    fn misspelt_units_are_reported() {
        for (text, meant) in
            [("4G", "4GiB"), ("1.5 g", "1.5GiB"), ("512MiBs", "512MiB"), ("100mbyte", "100MB")]
        {
            assert_eq!(memory(text), Err(format!("unknown unit; did you mean {meant}?")));
        }
        for (text, meant) in [("10min", "10m"), ("90sec", "90s"), ("2hours", "2h"), ("5msec", "5ms")] {
            assert_eq!(duration(text), Err(format!("unknown unit; did you mean {meant}?")));
        }
    }

    #[test]
    fn times_are_read_with_their_units() {
        for (text, millis) in
            [("90s", 90_000), ("10m", 600_000), ("2h", 7_200_000), ("500ms", 500), ("0.5s", 500)]
        {
            assert_eq!(duration(text), Ok(Duration::from_millis(millis)));
        }
        for bad in ["", "90", "s", "-1s", "0s", "1d", "1e9h", "99999999999999999999h", "é"] {
            assert!(duration(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn numbers_are_written_for_people() {
        assert_eq!(rate(2_440_000.0), "2.4 million");
        assert_eq!(rate(850_000.0), "850 thousand");
        assert_eq!(rate(12.0), "12");
        assert_eq!(
            [0.000_01, 0.000_31, 0.0123, 0.254, 3.44, 125.2].map(seconds),
            ["under 0.1 ms", "0.3 ms", "12 ms", "0.25 s", "3.4 s", "125 s"]
        );
        assert_eq!(count("1_000"), Ok(1_000));
        assert!(count("0").is_err() && count("-1").is_err() && count("many").is_err());
    }
}
