//! `nexsolve export`: exports the tables of a database for other programs. Tables are read a few blocks at a time and
//! written as they are read, so the memory needed does not depend on their size.

mod csv;
mod npy;
#[cfg(feature = "parquet")]
mod parquet;

use super::folder::{FolderArgs, check_local};
use super::{Opened, check_numbers, damaged, open, unreadable};
use crate::args::Global;
use crate::exit::Exit;
use crate::fault::Fault;
use crate::progress::Display;
use crate::units::{counted, grouped};
use crate::{files, memory, output, stop, threads};
use clap::{Args, ValueEnum};
use nexsolve_core::{Layer, LayerId, Score};
use nexsolve_db::json::number as db_number;
use nexsolve_db::{Metric, Table};
use nexsolve_oracle::{Entries, EntriesError, Part};
use rayon::prelude::*;
use serde_json::json;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The greatest number of entries to process at a time.
const ENTRIES: u64 = 1 << 20;

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
    #[arg(long, value_enum)]
    pub(crate) metric: Option<ExportMetric>,
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

/// Tables that can be exported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ExportMetric {
    /// Win, draw or loss
    Wdl,
    /// Win, draw or loss, and the distance
    Dtw,
    /// Whether play from the start can reach the position
    Reach,
    /// Seeds won minus seeds lost from here on
    Score,
}

/// Runs the command.
pub(crate) fn run(args: &ExportArgs, global: &Global) -> Result<Exit, Fault> {
    check_local(args.database.path())?;
    let opened = open(args.database.path(), global)?;
    check_numbers(opened.board)?;
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

/// Writes the smallest tables of a database, up to [`SAMPLE`] entries, to files named `sample` in `folder`. Returns the names of the files
/// and the number of their positions; nothing if the board has no tables.
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
    let asked = args.metric.map(|metric| match metric {
        ExportMetric::Wdl => Metric::Wdl,
        ExportMetric::Dtw => Metric::Dtw,
        ExportMetric::Reach => Metric::Reach,
        ExportMetric::Score => Metric::Score,
    });
    let has = |metric: &Metric| tables.iter().any(|table| table.metric == *metric);
    match asked {
        Some(metric) if has(&metric) => Ok(metric),
        Some(metric) => Err(missing(args, &format!("no table of {metric}"))),
        None => Metric::VALUES.into_iter().find(has).ok_or_else(|| missing(args, "no table of values")),
    }
}

fn missing(args: &ExportArgs, what: &str) -> Fault {
    Fault::new(Exit::Table, format!("{} has {what}", files::name(args.database.path())))
        .hint("nexsolve info DIR lists the tables")
}

/// Tables with their layers.
type Tables = Vec<(LayerId, Arc<Table>)>;

/// Returns the requested tables, in the game's order.
fn tables(entries: &Entries, opened: &Opened, args: &ExportArgs) -> Result<Tables, Fault> {
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
                return Err(damaged(&message));
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

/// Reads tables for all formats of export.
struct Export {
    entries: Entries,
    metric: Metric,
    tables: Tables,
    display: Display,
    /// The number of entries in the tables read so far.
    done: AtomicU64,
    /// The available memory.
    memory_bytes: u64,
}

impl Export {
    /// A layer's name.
    fn name(&self, layer: LayerId) -> &str {
        &self.entries.layers()[layer].name
    }

    /// Reads a table. `make` processes its parts in parallel; `take` receives the results in order. Each entry needs
    /// `entry_bytes` of memory.
    fn read<T: Send>(
        &self,
        layer: LayerId,
        table: &Table,
        entry_bytes: u64,
        make: impl Fn(Part) -> T + Sync,
        mut take: impl FnMut(Vec<T>) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        // Enough blocks for all threads. A value takes two bytes, and the parts, copies included, may use half of the
        // memory.
        let threads = rayon::current_num_threads() as u64;
        let room = self.memory_bytes / 8 / table.block_entries().max(1);
        let blocks = (2 * threads).clamp(4, 64).min(room.max(1));
        let piece = at_a_time(self.memory_bytes, entry_bytes).div_ceil(2 * threads) as usize;
        let total = self.tables.iter().map(|(_, table)| table.entries()).sum();
        let mut next = 0;
        while next < table.blocks() && output::is_read() {
            if stop::flag().load(Relaxed) {
                return Err(Fault::new(Exit::Interrupted, "the incomplete export was discarded"));
            }
            let end = table.blocks().min(next + blocks);
            let read = |block| self.entries.read(layer, table, block);
            let parts: Result<Vec<Part>, EntriesError> = (next..end).into_par_iter().map(read).collect();
            let parts = parts.map_err(|error| match error {
                EntriesError::Table(error) => unreadable(&error),
                EntriesError::Probe(error) => error.into(),
                error => damaged(&error.to_string()),
            })?;
            let pieces: Vec<Piece<'_>> = parts.iter().flat_map(|part| pieces(part, piece)).collect();
            for pieces in pieces.chunks(2 * threads as usize) {
                take(
                    pieces
                        .par_iter()
                        .map(|&(part, first, values)| {
                            make(Part { layer: part.layer, first, values: values.to_vec() })
                        })
                        .collect(),
                )?;
            }
            next = end;
            let done = self.done.load(Relaxed) + table.entries().min(end * table.block_entries());
            let about = || format!("layer {}", self.name(layer));
            self.display.show(done, total, "entries written", &about);
        }
        self.done.fetch_add(table.entries(), Relaxed);
        Ok(())
    }
}

/// Returns how many entries of `entry_bytes` to process at a time in this memory.
fn at_a_time(memory_bytes: u64, entry_bytes: u64) -> u64 {
    (memory_bytes / entry_bytes).clamp(1 << 10, ENTRIES)
}

/// Consecutive entries of a part: the part, the rank of the first one, and the values.
type Piece<'a> = (&'a Part, u64, &'a [i16]);

/// Divides a part into pieces of `entries` entries.
fn pieces(part: &Part, entries: usize) -> impl Iterator<Item = Piece<'_>> {
    let first = (part.first..).step_by(entries);
    first.zip(part.values.chunks(entries)).map(move |(first, values)| (part, first, values))
}

/// Returns a value as a word and a distance.
fn words(raw: i16) -> (&'static str, Option<u16>) {
    let score = Score::from_raw(raw).expect("checked when it was read");
    (score.wdl().word(), score.distance().map(|plies| plies.0))
}
