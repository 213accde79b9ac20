//! `nexsolve verify`: checks the checksums of a database, then derives its values again with independent
//! code.

use super::folder::{FolderArgs, check_local};
use super::{Opened, broken, open_unchecked, summary, tables, unreadable};
use clap::Args;
use nexsolve_console::units::{self, counted, grouped, size};
use nexsolve_console::{Display, Exit, Fault, Global, fault::safe, memory, output, stop, threads};
use nexsolve_db::Metric;
use nexsolve_db::digest::{self, Checked};
use nexsolve_db::json::{joined, number};
use nexsolve_db::summary::Summary;
use nexsolve_oracle::words;
use nexsolve_tablegen::{AnyTables, Written};
use nexsolve_verify::{
    Depth, Verification, VerifyError, VerifyObserver, VerifyProgress, VerifySettings, WrongValue,
    verify_board,
};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::sync::Mutex;

/// The arguments of `verify`.
#[derive(Args, Clone, Debug)]
pub(crate) struct VerifyArgs {
    #[command(flatten)]
    pub(crate) database: FolderArgs,
    /// Verify only this layer, such as s12, and the layers that play can reach from it and return from; can
    /// be repeated
    #[arg(long = "layer", value_name = "LAYER")]
    pub(crate) layers: Vec<String>,
    /// Derive only N values of each table again, chosen by --seed
    #[arg(long, value_name = "N", value_parser = units::count)]
    pub(crate) sample: Option<u64>,
}

/// Runs the command.
pub(crate) fn run(args: &VerifyArgs, global: &Global) -> Result<Exit, Fault> {
    check_local(args.database.path())?;
    let opened = open_unchecked(1, args.database.path(), global)?;
    let tables = tables(opened.board)?;
    let layers = super::layers(tables.layers(), &args.layers, opened.board)?;
    stop::on_interrupt("the verification")?;
    threads::with(global, |_| {
        let checked = check_files(&opened, global)?;
        if !checked.faults.is_empty() {
            return damaged(&opened, &checked, args, global);
        }
        let depth = match args.sample {
            Some(count) => Depth::Sample { count, seed: global.seed },
            None => Depth::All,
        };
        let settings = VerifySettings { layers: &layers, depth, memory_bytes: memory::work(global) };
        let follower = Follower { display: Display::new(global), table: Mutex::default() };
        let report = verify_board(opened.board, &opened.database, &settings, stop::flag(), &follower);
        follower.display.finish();
        let report = report.expect("a board with tables").map_err(fault)?;
        let document = || document(&*tables, &opened, &checked, &report, args);
        output::answer(global, document, || text(&*tables, &opened, &checked, &report, args))?;
        if !report.ungrounded.is_empty() && report.is_right() {
            let tables = counted(report.ungrounded.len() as u64, "table", "tables");
            output::note(&format!(
                "a sample does not check whether wins depend only on each other, in {tables} of layers to which play can return"
            ));
        }
        for (layer, metric) in &report.missing {
            output::note(&format!("layer {layer} has no table of {metric}: not verified"));
        }
        if !report.is_right() {
            return Ok(Exit::Check);
        }
        summary::unfinished(&opened, args.database.path()).map_or(Ok(Exit::Done), Err)
    })
}

/// Checks every file's digest and every block's checksum.
fn check_files(opened: &Opened, global: &Global) -> Result<Checked, Fault> {
    let display = Display::new(global);
    let total = opened.database.manifest().tables.iter().map(|table| table.bytes).sum();
    let checked = digest::check(&opened.database, stop::flag(), &|table, bytes| {
        display.show(bytes, total, "bytes checked", &|| format!("checksums of {}", table.file));
    });
    display.finish();
    checked.map_err(|digest::Interrupted| interrupted())
}

/// Reports damaged files, whose values are not verified.
fn damaged(opened: &Opened, checked: &Checked, args: &VerifyArgs, global: &Global) -> Result<Exit, Fault> {
    if global.json {
        let faults: Value = checked.faults.iter().map(ToString::to_string).collect();
        output::json(&json!({ "right": false, "board": opened.board.to_string(), "damaged": faults }))?;
    }
    Err(broken(args.database.path(), &checked.faults))
}

fn interrupted() -> Fault {
    Fault::new(Exit::Interrupted, "the verification was not completed")
}

fn fault(error: VerifyError) -> Fault {
    match error {
        VerifyError::Stopped => interrupted(),
        VerifyError::Table(error) => unreadable(&error),
        VerifyError::NeedsMemory { layer, needed, .. } => {
            let needs = format!("verifying layer {} needs", safe(&layer));
            Fault::memory(&needs, memory::for_work(needed), ", or --sample with a smaller number")
        }
        other => Fault::new(Exit::Table, safe(&other.to_string())).hint(summary::GO_ON),
    }
}

/// Shows the progress of a verification.
struct Follower {
    display: Display,
    /// The current table.
    table: Mutex<String>,
}

impl VerifyObserver for Follower {
    fn table(&self, layer: &str, metric: Metric) {
        *self.table.lock().expect("no thread panics while it reports") = format!("{layer}.{metric}");
    }

    fn progress(&self, progress: VerifyProgress) {
        let about = || format!("values of {}", self.table.lock().expect("no thread panics while it reports"));
        self.display.show(progress.done, progress.total, "values derived", &about);
    }
}

/// Returns the position with a wrong value.
fn position(tables: &dyn AnyTables, wrong: &WrongValue) -> Written {
    tables.position(wrong.layer, wrong.rank).expect("free ranks have no value")
}

/// Says why a value is wrong: another value was derived, or it depends only on itself.
fn against(metric: Metric, derived: Option<i16>) -> String {
    derived.map_or_else(
        || "but it depends only on itself: play goes round for ever".to_owned(),
        |derived| format!("the rules say {}", words::stored(metric, derived)),
    )
}

fn text(
    tables: &dyn AnyTables,
    opened: &Opened,
    checked: &Checked,
    report: &Verification,
    args: &VerifyArgs,
) -> String {
    let mut text = format!(
        "{}: {}, {}: checksums are correct\n",
        opened.board.title(),
        counted(checked.tables as u64, "table", "tables"),
        size(checked.bytes)
    );
    let of = match report.tables as u64 {
        _ if args.layers.is_empty() => String::new(),
        tables => format!(" of {}", counted(tables, "table", "tables")),
    };
    let chosen = if args.sample.is_some() { ", chosen at random," } else { "" };
    let _ = writeln!(
        text,
        "{} of {} values{of}{chosen} agree with the rules",
        grouped(report.values - report.wrong),
        grouped(report.values)
    );
    if report.omitted > 0 && args.sample.is_none() {
        let omitted = grouped(report.omitted);
        let _ =
            writeln!(text, "{omitted} more positions are not stored: their values follow from their moves");
    }
    if args.sample.is_none() && report.unchecked_counts.is_empty() {
        let wrong = report.wrong_counts.len();
        let _ = writeln!(
            text,
            "{} of {} tables match the counts in the manifest",
            report.tables - wrong,
            report.tables
        );
    }
    if let Some(wrong) = report.first_wrong.first() {
        let WrongValue { layer, metric, rank, stored, derived } = wrong;
        let _ = write!(
            text,
            "\nFirst wrong value: rank {} of layer {}, {metric}:\nthe table says {}, {}.\n\n{}",
            grouped(*rank),
            tables.layers()[*layer].name,
            words::stored(*metric, *stored),
            against(*metric, *derived),
            position(tables, wrong).diagram
        );
    }
    for counts in &report.wrong_counts {
        let _ = writeln!(text, "The counts of {}.{} in the manifest are wrong.", counts.layer, counts.metric);
    }
    text
}

/// The JSON document.
fn document(
    tables: &dyn AnyTables,
    opened: &Opened,
    checked: &Checked,
    report: &Verification,
    args: &VerifyArgs,
) -> Value {
    let layers = tables.layers();
    let wrong = |wrong: &WrongValue| {
        json!({
            "layer": layers[wrong.layer].name,
            "metric": wrong.metric.word(),
            "rank": number(wrong.rank),
            "position": position(tables, wrong).text,
            // The value in the table: a value with its distance, `reachable` or `not reachable`.
            "stored": words::stored(wrong.metric, wrong.stored),
            // The value by the rules; null if the value depends only on itself.
            "derived": wrong.derived.map(|derived| words::stored(wrong.metric, derived)),
        })
    };
    let files = |tables: &[(String, Metric)]| -> Vec<String> {
        tables.iter().map(|(layer, metric)| format!("{layer}.{metric}")).collect()
    };
    let wrong_counts = report.wrong_counts.iter().map(|counts| format!("{}.{}", counts.layer, counts.metric));
    let document = json!({
        "right": report.is_right(),
        "board": opened.board.to_string(),
        "tables": report.tables,
        "bytes": number(checked.bytes),
        // The requested layers; absent if all were verified.
        "only": (!args.layers.is_empty()).then_some(&args.layers),
        // The number of values chosen from each table; null for all.
        "sample": args.sample.map(number),
        // The number of values derived again: positions up to symmetry.
        "values": number(report.values),
        // The number of positions that the tables omit because their values follow from others; absent if
        // there are none.
        "omitted": (report.omitted > 0 && args.sample.is_none()).then(|| number(report.omitted)),
        "wrong": number(report.wrong),
        "first_wrong": report.first_wrong.iter().map(wrong).collect::<Value>(),
        // Tables whose counts in the manifest are wrong.
        "wrong_counts": wrong_counts.collect::<Value>(),
        // Tables in which a sample did not check whether wins depend only on each other; absent if there are
        // none.
        "ungrounded": (!report.ungrounded.is_empty()).then(|| files(&report.ungrounded)),
        // Missing tables of metrics for which other tables exist.
        "missing": files(&report.missing),
    });
    let document = output::without_null(document, &["only", "omitted", "ungrounded"]);
    joined([document, summary::json(&Summary::new(layers, opened.database.manifest()))])
}
