//! A plan, printed.

use super::Found;
use super::forecast::Expected;
use crate::columns::{self, Align};
use crate::units::{at_least, counted, grouped, seconds, size};
use nexsolve_db::Metric;
use nexsolve_db::json::number;
use nexsolve_games::Board;
use serde_json::{Value, json};
use std::fmt::Write as _;

/// The JSON document.
pub(super) fn document(found: &Found) -> Value {
    let Found { board, plan, threads, .. } = found;
    let steps = plan.steps.iter().enumerate().map(|(place, step)| {
        let expected = found.expected.as_ref().map(|expected| expected[place]);
        json!({
            "metric": step.metric.word(),
            "layers": step.layers,
            "entries": number(step.entries),
            "raw_bytes": number(step.packed_bytes),
            "bytes": expected.map(|expected| number(expected.bytes as u64)),
            "memory_bytes": number(step.memory_bytes),
            // Read back from finished tables, because memory does not hold them.
            "read_entries": number(step.read_entries),
            "seconds": expected.map(|expected| expected.seconds),
        })
    });
    let total = found.total();
    let (rows, cols) = board.sides().unzip();
    let fits = json!({
        "memory": found.needs_bytes.is_none(),
        "disk": found.disk_bytes.zip(total).map(|(disk, total)| total.bytes <= disk as f64),
    });
    let document = json!({
        "game": board.game_word(),
        "board": board.to_string(),
        "rows": rows,
        "cols": cols,
        "threads": threads,
        "entries": number(plan.entries),
        "raw_bytes": number(plan.packed_bytes),
        // Expected: files of tables, which is also the most disk in use at any time.
        "bytes": total.map(|total| number(total.bytes as u64)),
        "seconds": total.map(|total| total.seconds),
        "memory_bytes": number(plan.memory_bytes),
        // With so much nothing is read back from disk.
        "best_memory_bytes": number(plan.best_bytes),
        // The least that it can be made with, where what is given is not enough.
        "needs_memory_bytes": found.needs_bytes.map(number),
        "fits": fits,
        // What was made to find this out.
        "probe": {
            "boards": found.probed.iter().map(Board::to_string).collect::<Vec<_>>(),
            "seconds": found.probe_seconds,
        },
        "steps": steps.collect::<Value>(),
    });
    crate::output::without_null(document, &["rows", "cols"])
}

/// The text.
pub(super) fn text(found: &Found) -> String {
    let Found { board, plan, threads, .. } = found;
    let header = ["layers", "metric", "entries", "raw", "expected", "memory", "time"].map(str::to_owned);
    let mut rows = vec![header.to_vec()];
    let cells = |expected: Option<Expected>| match expected {
        Some(Expected { bytes, seconds }) => [size(bytes as u64), long(seconds)],
        None => ["?".to_owned(), "?".to_owned()],
    };
    for (place, step) in plan.steps.iter().enumerate() {
        let [bytes, time] = cells(found.expected.as_ref().map(|expected| expected[place]));
        rows.push(vec![
            named(&step.layers),
            step.metric.word().to_owned(),
            grouped(step.entries),
            size(step.packed_bytes),
            bytes,
            size(step.memory_bytes),
            time,
        ]);
    }
    let [bytes, time] = cells(found.total());
    rows.push(vec![
        "all".to_owned(),
        String::new(),
        grouped(plan.entries),
        size(plan.packed_bytes),
        bytes.clone(),
        size(plan.memory_bytes),
        time.clone(),
    ]);
    let mut text = columns::lines(&rows, &[Align::Left, Align::Left]);
    let metrics: Vec<&str> = Metric::ALL
        .iter()
        .filter(|metric| plan.steps.iter().any(|step| step.metric == **metric))
        .map(|metric| metric.word())
        .collect();
    let _ = write!(
        text,
        "\n{}, {}: {}, {} of memory",
        board.title(),
        metrics.join(" and "),
        counted(plan.entries, "entry", "entries"),
        size(plan.memory_bytes)
    );
    match found.total() {
        Some(_) => {
            let threads = counted(*threads as u64, "thread", "threads");
            let _ = writeln!(text, "; about {bytes} of disk and {time} on {threads}.");
            let boards: Vec<String> = found.probed.iter().rev().take(3).map(Board::to_string).collect();
            let more = if found.probed.len() > boards.len() { " and smaller" } else { "" };
            let _ = writeln!(
                text,
                "Judged by {}{more}, made in {}.",
                boards.join(", "),
                seconds(found.probe_seconds)
            );
        }
        None => text.push_str("; no smaller board says how much disk and time.\n"),
    }
    if let Some(needed) = found.needs_bytes {
        let _ = writeln!(text, "It does not fit: give --memory {} or more.", at_least(needed));
    } else if plan.best_bytes > plan.memory_bytes {
        let reads = plan.steps.iter().any(|step| step.read_entries > 0);
        let why = if reads { ": nothing is then read back from disk" } else { "" };
        let _ = writeln!(text, "Faster with --memory {}{why}.", at_least(plan.best_bytes));
    }
    if let Some((disk, total)) = found.disk_bytes.zip(found.total())
        && total.bytes > disk as f64
    {
        let _ =
            writeln!(text, "It does not fit on the disk: about {} are needed.", at_least(total.bytes as u64));
    }
    text
}

impl Found {
    /// All steps together.
    fn total(&self) -> Option<Expected> {
        let steps = self.expected.as_ref()?;
        let bytes = steps.iter().map(|step| step.bytes).sum();
        Some(Expected { bytes, seconds: steps.iter().map(|step| step.seconds).sum() })
    }
}

/// The layers of a step, from the first to the last.
fn named(layers: &[String]) -> String {
    match layers {
        [] => String::new(),
        [one] => one.clone(),
        [first, .., last] => format!("{first} to {last}"),
    }
}

/// A time of any length, to two digits or three: hours and days where seconds are too many.
fn long(time: f64) -> String {
    match time {
        t if t < 120.0 => seconds(t),
        t if t < 7_200.0 => format!("{:.0} min", t / 60.0),
        t if t < 172_800.0 => format!("{:.1} h", t / 3_600.0),
        t => format!("{:.1} days", t / 86_400.0),
    }
}
