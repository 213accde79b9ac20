//! Prints a plan.

use super::forecast::{Forecast, Hosts};
use nexsolve_console::columns::{self, Align};
use nexsolve_console::terminal::paragraph;
use nexsolve_console::units::{at_least, counted, grouped, long, seconds, size};
use nexsolve_db::Metric;
use nexsolve_db::json::number;
use nexsolve_games::Board;
use nexsolve_tablegen::{Expected, Plan};
use serde_json::{Value, json};
use std::fmt::Write as _;

/// Below this share of the processor time, the text mentions other jobs.
const BUSY: f64 = 0.9;

/// The JSON document.
pub(super) fn document(found: &Forecast) -> Value {
    let Forecast { board, plan, threads, .. } = found;
    let steps = plan.steps.iter().enumerate().map(|(place, step)| {
        let expected = found.expected.as_ref().map(|expected| expected[place]);
        json!({
            "metric": step.metric.word(),
            "layers": step.layers,
            "entries": number(step.entries),
            "raw_bytes": number(step.packed_bytes),
            "bytes": expected.map(|expected| number(expected.bytes as u64)),
            "memory_bytes": number(step.memory_bytes),
            // Entries read back from finished tables, because they do not fit in memory.
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
    let hosts = found.hosts.as_ref().map(|hosts| {
        let times = hosts.seconds;
        json!({
            "number": hosts.number,
            // The number of bytes that each machine can send per second.
            "network_bytes": number(hosts.network),
            "memory_bytes": number(hosts.plan.memory_bytes),
            "needs_memory_bytes": hosts.needs_bytes.map(number),
            // Sent by all machines together, finished tables included.
            "exchanged_bytes": hosts.traffic.map(|bytes| number(bytes as u64)),
            "work_seconds": times.map(|(work, _)| work),
            "network_seconds": times.map(|(_, sending)| sending),
        })
    });
    let document = json!({
        "game": board.game_word(),
        "board": board.to_string(),
        "rows": rows,
        "cols": cols,
        "threads": threads,
        "entries": number(plan.entries),
        "raw_bytes": number(plan.packed_bytes),
        // The expected size of the table files, which is also the greatest disk space in use at any time.
        "bytes": total.map(|total| number(total.bytes as u64)),
        // On an idle machine.
        "seconds": total.map(|total| total.seconds),
        // From the shortest to the longest; the longest if other jobs keep running as now.
        "seconds_range": total.map(|total| total.range),
        "memory_bytes": number(plan.memory_bytes),
        // With this much memory, nothing is read back from disk.
        "best_memory_bytes": number(plan.best_bytes),
        // The least sufficient memory, if the memory given is not enough.
        "needs_memory_bytes": found.needs_bytes.map(number),
        "fits": fits,
        "hosts": hosts,
        // The boards generated for this prediction.
        "probe": {
            "boards": found.probed,
            "seconds": found.probe_seconds,
            // The share of the time in which threads that were ready to run had a processor; null if the
            // system does not report it.
            "processor_share": found.processor_share,
        },
        "steps": steps.collect::<Value>(),
    });
    nexsolve_console::output::without_null(document, &["rows", "cols"])
}

/// The text: the totals, then the steps.
pub(super) fn text(found: &Forecast) -> String {
    let Forecast { board, plan, threads, .. } = found;
    let header = ["layers", "metric", "entries", "raw", "expected", "memory", "time"].map(str::to_owned);
    let mut rows = vec![header.to_vec()];
    let cells = |expected: Option<Expected>| match expected {
        Some(Expected { bytes, seconds, .. }) => [size(bytes as u64), long(seconds)],
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
    let steps = columns::lines(&rows, &[Align::Left, Align::Left]);
    let mut text = known(*board, plan);
    match found.total() {
        Some(Expected { range: [least, most], .. }) => {
            let threads = counted(*threads as u64, "thread", "threads");
            let (least, most) = (long(least), long(most));
            let _ = writeln!(
                text,
                "; about {bytes} of disk and {time} ({least} to {most}) on {threads} of an idle machine."
            );
            if let Some(share) = found.processor_share.filter(|share| *share < BUSY) {
                let _ = writeln!(
                    text,
                    "Other jobs are running: this measurement got {:.0} % of the processor. The longer time assumes that they go on.",
                    share * 100.0
                );
            }
            let boards: Vec<String> = found.probed.iter().rev().take(3).cloned().collect();
            let more = if found.probed.len() > boards.len() { " and smaller" } else { "" };
            let _ = writeln!(
                text,
                "Extrapolated from {}{more}, generated in {}.",
                boards.join(", "),
                seconds(found.probe_seconds)
            );
        }
        None if found.is_quick => {
            let raw = size(plan.packed_bytes);
            let _ = writeln!(
                text,
                "; at most {raw} of disk, before compression. Without --quick, smaller boards are measured."
            );
        }
        None => text.push_str("; there is no smaller board to predict disk and time from.\n"),
    }
    if let Some(needed) = found.needs_bytes {
        let _ = writeln!(text, "It does not fit: give --memory {} or more.", at_least(needed));
    } else if plan.best_bytes > plan.memory_bytes {
        let reads = plan.steps.iter().any(|step| step.read_entries > 0);
        let why = if reads { ": nothing is then read back from disk" } else { "" };
        let _ = writeln!(text, "Faster with --memory {}{why}.", at_least(plan.best_bytes));
    }
    if let Some(hosts) = &found.hosts {
        text.push_str(&together(hosts));
    }
    if let Some((disk, total)) = found.disk_bytes.zip(found.total())
        && total.bytes > disk as f64
    {
        let _ =
            writeln!(text, "It does not fit on the disk: it needs about {}.", at_least(total.bytes as u64));
    }
    let lines: Vec<String> = text.lines().flat_map(paragraph).collect();
    format!("{}\n\n{steps}", lines.join("\n"))
}

/// Describes what is known without measuring: `4×5 Nex, wdl: 123,456 entries, 1.2GiB of memory`.
pub(super) fn known(board: Board, plan: &Plan) -> String {
    let metrics: Vec<&str> = Metric::ALL
        .iter()
        .filter(|metric| plan.steps.iter().any(|step| step.metric == **metric))
        .map(|metric| metric.word())
        .collect();
    format!(
        "{}, {}: {}, {} of memory",
        board.title(),
        metrics.join(" and "),
        counted(plan.entries, "entry", "entries"),
        size(plan.memory_bytes)
    )
}

/// Describes the plan for several machines.
fn together(hosts: &Hosts) -> String {
    let machines = counted(hosts.number as u64, "machine", "machines");
    let mut text = format!("{machines} like this one: {} of memory each", size(hosts.plan.memory_bytes));
    if let Some((work, sending)) = hosts.seconds {
        let _ = write!(text, "; about {}", long(work + sending));
        if let Some(traffic) = hosts.traffic {
            let network = size(hosts.network);
            let _ =
                write!(text, ", including {} to send {} at {network}/s", long(sending), size(traffic as u64));
        }
    }
    text.push_str(".\n");
    if let Some(needed) = hosts.needs_bytes {
        let _ =
            writeln!(text, "It does not fit in their memory: give --memory {} or more.", at_least(needed));
    }
    text
}

/// Names the layers of a step, from the first to the last.
fn named(layers: &[String]) -> String {
    match layers {
        [] => String::new(),
        [one] => one.clone(),
        [first, .., last] => format!("{first} to {last}"),
    }
}
