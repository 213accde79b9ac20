//! `nexsolve export`: exports the tables of a database for other programs. Tables are read a few blocks at a
//! time and written as they are read, so the memory needed does not depend on their size.

mod csv;
mod npy;
#[cfg(feature = "parquet")]
mod parquet;
mod reader;

use super::folder::{FolderArgs, check_local};
use super::{Opened, open, unreadable};
use clap::{Args, ValueEnum};
use nexsolve_console::units::{counted, grouped};
use nexsolve_console::{Display, Exit, Fault, Global, choice, files, memory, output, stop, threads};
use nexsolve_core::{Layer, LayerId};
use nexsolve_db::Metric;
use nexsolve_db::json::number as db_number;
use nexsolve_oracle::Entries;
use reader::{Export, LayerTables};
use serde_json::json;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicU64;

/// The arguments of `export`.
#[derive(Args, Clone, Debug)]
pub(crate) struct ExportArgs {
    #[command(flatten)]
    pub(crate) database: FolderArgs,
    /// Output format
    #[arg(long, value_enum)]
    pub(crate) format: FormatArg,
    /// Output file (npy: folder); csv defaults to standard output
    #[arg(long, value_name = "PATH")]
    pub(crate) out: Option<PathBuf>,
    /// Export only this layer, such as p02n2; can be repeated
    #[arg(long = "layer", value_name = "LAYER")]
    pub(crate) layers: Vec<String>,
    /// Tables to export [default: dtw if present, else wdl or score]
    #[arg(long, value_parser = choice([
        ("wdl", Metric::Wdl, "Win, draw or loss"),
        ("dtw", Metric::Dtw, "Win, draw or loss, and the distance"),
        ("reach", Metric::Reach, "Whether play from the start can reach the position"),
        ("score", Metric::Score, "Points won minus points lost from here on"),
    ]))]
    pub(crate) metric: Option<Metric>,
}

/// The format of an export.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum FormatArg {
    /// One line per position: layer, rank, position, value, distance
    Csv,
    /// One array per table, for numpy: element r is the value of the position with rank r
    Npy,
    /// One Parquet file with the columns of csv
    Parquet,
}

/// Runs the command.
pub(crate) fn run(args: &ExportArgs, global: &Global) -> Result<Exit, Fault> {
    check_local(args.database.path())?;
    let opened = open(args.database.path(), global)?;
    let metric = metric(&opened, args)?;
    let none = || Fault::usage(format!("{} has no tables", opened.board.title()));
    let entries = Entries::of(&opened, metric)?.ok_or_else(none)?;
    let tables = tables(&entries, &opened, args)?;
    if global.json && args.out.is_none() {
        let message = "both the export and the --json document would go to standard output";
        return Err(Fault::usage(message).hint("give --out, or omit --json"));
    }
    stop::on_interrupt("the export")?;
    let (display, done) = (Display::new(global), AtomicU64::new(0));
    let number = tables.len() as u64;
    let memory_bytes = memory::work(global);
    let export = Export { entries, metric, tables, display, done, memory_bytes };
    let written = threads::with(global, |_| {
        match (args.format, &args.out) {
        (FormatArg::Csv, out) => csv::write(&export, out.as_deref()),
        (_, None) => Err(Fault::usage("this format needs --out")
            .hint("parquet: --out FILE; npy: --out DIR, for one file per table")),
        (FormatArg::Npy, Some(out)) => npy::write(&export, out),
        #[cfg(feature = "parquet")]
        (FormatArg::Parquet, Some(out)) => parquet::write(&export, out),
        #[cfg(not(feature = "parquet"))]
        (FormatArg::Parquet, Some(_)) => Err(Fault::usage("this program was built without Parquet")
            .hint("the release archives have it; to build it, run in the source folder: cargo install --path . --features parquet")),
    }
    });
    export.display.finish();
    let rows = written?;
    if let Some(out) = &args.out {
        let told = format!("{} positions of {}", grouped(rows), counted(number, "table", "tables"));
        output::note(&format!("{told} written to {}", files::name(out)));
        if global.json {
            output::json(&json!({
                "board": opened.board.to_string(),
                "format": args.format.to_possible_value().map(|value| value.get_name().to_owned()),
                "metric": metric.word(),
                "tables": db_number(number),
                "positions": db_number(rows),
                // The file, or for npy the folder.
                "out": files::name(out),
            }))?;
        }
    }
    Ok(Exit::Done)
}

/// The greatest number of entries in a sample.
const SAMPLE: u64 = 100_000;

/// Writes the smallest tables of a database, up to [`SAMPLE`] entries, to files named `sample` in `folder`.
/// Returns the names of the files and the number of their positions; nothing if the board has no tables.
pub(crate) fn sample(opened: &Opened, folder: &Path, global: &Global) -> Result<Vec<(String, u64)>, Fault> {
    let present = &opened.database.manifest().tables;
    let has = |metric: &Metric| present.iter().any(|table| table.metric == *metric);
    let Some(metric) = Metric::VALUES.into_iter().find(has) else { return Ok(Vec::new()) };
    let Some(entries) = Entries::of(opened, metric)? else { return Ok(Vec::new()) };
    let mut small: Vec<(LayerId, u64)> =
        Layer::with_ids(entries.layers()).map(|(id, layer)| (id, layer.len)).collect();
    small.sort_by_key(|&(_, len)| len);
    let mut room = SAMPLE;
    let fits = |&(_, len): &(LayerId, u64)| {
        let fits = len <= room;
        room = room.saturating_sub(len);
        fits
    };
    let mut chosen: Vec<LayerId> = small.into_iter().take_while(fits).map(|(id, _)| id).collect();
    chosen.sort();
    let mut tables = Vec::new();
    for id in chosen {
        let table = opened.database.table_of(&entries.layers()[id], metric);
        tables.extend(table.map_err(|error| unreadable(&error))?.map(|table| (id, table)));
    }
    let (display, done) = (Display::new(global), AtomicU64::new(0));
    let export = Export { entries, metric, tables, display, done, memory_bytes: memory::work(global) };
    let written = threads::with(global, |_| {
        let rows = csv::write(&export, Some(&folder.join("sample.csv")))?;
        let files = vec![("sample.csv".to_owned(), rows)];
        #[cfg(feature = "parquet")]
        let files = {
            let rows = parquet::write(&export, &folder.join("sample.parquet"))?;
            [files, vec![("sample.parquet".to_owned(), rows)]].concat()
        };
        Ok(files)
    });
    export.display.finish();
    written
}

/// Returns the metric to export: the requested one, or else the most exact one.
fn metric(opened: &Opened, args: &ExportArgs) -> Result<Metric, Fault> {
    let tables = &opened.database.manifest().tables;
    let has = |metric: &Metric| tables.iter().any(|table| table.metric == *metric);
    match args.metric {
        Some(metric) if has(&metric) => Ok(metric),
        Some(metric) => Err(missing(args, &format!("no table of {metric}"))),
        None => Metric::VALUES.into_iter().find(has).ok_or_else(|| missing(args, "no table of values")),
    }
}

fn missing(args: &ExportArgs, what: &str) -> Fault {
    Fault::new(Exit::Table, format!("{} has {what}", files::name(args.database.path())))
        .hint("nexsolve info DIR lists the tables")
}

/// Returns the requested tables, in the game's order.
fn tables(entries: &Entries, opened: &Opened, args: &ExportArgs) -> Result<LayerTables, Fault> {
    let (layers, metric) = (entries.layers(), entries.metric());
    let wanted = super::layers(layers, &args.layers, opened.board)?;
    let mut tables = Vec::new();
    let mut left_out = 0;
    for (id, layer) in Layer::with_ids(layers) {
        let asked = wanted.contains(&id);
        if !asked && !wanted.is_empty() {
            continue;
        }
        match opened.database.table(&layer.name, metric).map_err(|error| unreadable(&error))? {
            Some(table) if table.entries() == layer.len => tables.push((id, table)),
            Some(table) => {
                let (found, numbers) = (grouped(table.entries()), grouped(layer.len));
                let message = format!("layer {} has {found} entries, but {numbers} ranks", layer.name);
                return Err(Fault::damaged(&message));
            }
            None if asked => return Err(missing(args, &format!("no {metric} of layer {}", layer.name))),
            None => left_out += 1,
        }
    }
    if left_out > 0 {
        let layers = counted(left_out, "layer has", "layers have");
        output::note(&format!("skipped: {layers} no table of {metric}"));
    }
    Ok(tables)
}
