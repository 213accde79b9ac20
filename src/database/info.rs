//! `nexsolve info`: what is in a database.

use super::look::{Listed, Lookup};
use super::watch::Phases;
use super::{Opened, VALUES, check_numbers, open};
use crate::args::{Global, InfoArgs};
use crate::board::{Board, Kind};
use crate::exit::Exit;
use crate::fault::{Fault, safe};
use crate::output;
use crate::solve::text::describe;
use crate::units::{counted, grouped, number, seconds, size};
use nexsolve_core::{Bounds, Layer, Plies, Score, Wdl};
use nexsolve_db::{Database, Manifest, Metric, TableRecord};
use nexsolve_games::hex::Hex;
use nexsolve_games::nex::Nex;
use nexsolve_games::rhombus::BoardError;
use serde::Serialize;
use serde_json::Value;
use std::fmt::Write as _;
use std::sync::Arc;

/// Runs the command.
pub(crate) fn run(args: &InfoArgs, global: &Global) -> Result<Exit, Fault> {
    let opened = open(&args.folder, global)?;
    let Board { kind, rows, cols } = opened.board;
    match kind {
        Kind::Nex => on(Nex::<u64>::new(rows, cols), &opened, global),
        Kind::Hex(variant) => on(Hex::<u64>::new(rows, cols, variant), &opened, global),
    }
}

fn on<G: Listed>(game: Result<G, BoardError>, opened: &Opened, global: &Global) -> Result<Exit, Fault> {
    let game = game.map_err(|error| Fault::usage(error.to_string()))?;
    check_numbers(&game, opened.board)?;
    show(&game, opened.board, &opened.database, None, global)?;
    Ok(Exit::Done)
}

/// What a run that made tables took.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct Took {
    /// Tables that were made.
    pub(super) made: usize,
    /// Tables that were there.
    pub(super) found: usize,
    /// The time of all.
    pub(super) seconds: f64,
    /// The same by what it was spent on.
    pub(super) seconds_by_phase: Phases,
}

impl Took {
    /// What was made, in what time; the phases where there was something to make.
    pub(super) fn sentence(&self) -> String {
        let Self { made, found, seconds: time, seconds_by_phase: phases } = self;
        let there = if *found > 0 { format!(", {found} were there") } else { String::new() };
        let mut text =
            format!("{} made in {}{there}", counted(*made as u64, "table", "tables"), seconds(*time));
        if *made > 0 {
            let [reach, sweep, write, commit] =
                [phases.reach, phases.sweep, phases.write, phases.commit].map(seconds);
            let _ = write!(text, "\nreach {reach}, sweep {sweep}, write {write}, commit {commit}");
        }
        text
    }
}

/// Prints what is in a database.
pub(super) fn show<G: Listed>(
    game: &G,
    board: Board,
    database: &Arc<Database>,
    took: Option<Took>,
    global: &Global,
) -> Result<(), Fault> {
    let manifest = database.manifest();
    let summary = Summary::new(game.layers(), manifest);
    // What is known of the start is told beside; that it cannot be read takes nothing away from the rest.
    let (start, fault) = match Start::of(game, database) {
        Ok(start) => (start, None),
        Err(fault) => (None, Some(fault)),
    };
    if global.json {
        output::json(&document(board, manifest, &summary, start.as_ref(), took))?;
    } else {
        output::result(&text(board, manifest, &summary, start.as_ref()))?;
    }
    fault.map_or(Ok(()), Err)
}

/// A layer's tables, and what has been counted of it.
pub(super) struct Row<'a> {
    layer: &'a str,
    tables: Vec<&'a TableRecord>,
    tally: Tally,
}

/// How many positions there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Tally {
    /// All that have a number, symmetric ones counted too; `None` where no table tells.
    positions: Option<u64>,
    /// Those that play from the start can reach; `None` where nobody has counted.
    reachable: Option<u64>,
    /// Lost, drawn and won ones: of the reachable where those were counted, of all otherwise.
    values: Option<[u64; 3]>,
    /// The longest win or loss among these.
    longest: Option<Plies>,
}

impl Tally {
    /// What the counts of a table say.
    fn of(record: &TableRecord) -> Self {
        let sum = |counts: &Vec<u64>| counts.iter().sum::<u64>();
        let mut tally = Self { positions: Some(sum(&record.counts.positions)), ..Self::default() };
        if record.metric == Metric::Reach {
            let pairs = record.values.iter().zip(&record.counts.positions);
            tally.reachable = Some(pairs.filter(|(value, _)| **value != 0).map(|(_, count)| count).sum());
            return tally;
        }
        tally.reachable = record.counts.reachable.as_ref().map(sum);
        let counts = record.counts.reachable.as_ref().unwrap_or(&record.counts.positions);
        let mut values = [0; 3];
        for (&raw, &count) in record.values.iter().zip(counts) {
            let Some(score) = Score::from_raw(raw) else { continue };
            values[usize::from(score.wdl() >= Wdl::Draw) + usize::from(score.wdl() == Wdl::Win)] += count;
            if count > 0 {
                tally.longest = tally.longest.max(score.distance());
            }
        }
        tally.values = Some(values);
        tally
    }

    /// Both together; what one of them does not know, nobody knows of the sum.
    fn and(self, other: Self) -> Self {
        let sum = |a: Option<u64>, b: Option<u64>| Some(a? + b?);
        Self {
            positions: sum(self.positions, other.positions),
            reachable: sum(self.reachable, other.reachable),
            values: self.values.zip(other.values).map(|(a, b)| [a[0] + b[0], a[1] + b[1], a[2] + b[2]]),
            longest: self.longest.max(other.longest),
        }
    }

    /// Of which positions loss, draw and win are counted.
    fn of_which(&self) -> &'static str {
        if self.reachable.is_some() { "reachable" } else { "all" }
    }
}

/// All layers that have tables, in the game's order, and their sums.
pub(super) struct Summary<'a> {
    rows: Vec<Row<'a>>,
    total: Tally,
    /// Layers of the game.
    layers: usize,
    /// Whether there are tables of values, and of every metric that there is, one for each layer.
    complete: bool,
}

impl<'a> Summary<'a> {
    pub(super) fn new(layers: &'a [Layer], manifest: &'a Manifest) -> Self {
        let row = |layer: &'a Layer| {
            let tables: Vec<_> =
                Metric::ALL.iter().filter_map(|&metric| manifest.table(&layer.name, metric)).collect();
            let best = VALUES.iter().chain([&Metric::Reach]).find_map(|&m| manifest.table(&layer.name, m))?;
            let mut tally = Tally::of(best);
            if let Some(reach) = manifest.table(&layer.name, Metric::Reach)
                && tally.reachable.is_none()
            {
                tally.reachable = Tally::of(reach).reachable;
            }
            Some(Row { layer: &layer.name, tables, tally })
        };
        let rows: Vec<Row<'a>> = layers.iter().filter_map(row).collect();
        let total = rows.iter().map(|row| row.tally).reduce(Tally::and).unwrap_or_default();
        let of =
            |metric: Metric| rows.iter().flat_map(|row| &row.tables).filter(|t| t.metric == metric).count();
        let all = |metric: &Metric| of(*metric) == layers.len();
        let complete =
            VALUES.iter().any(all) && Metric::ALL.iter().all(|metric| of(*metric) == 0 || all(metric));
        Self { rows, total, layers: layers.len(), complete }
    }

    /// The layers and their sum as JSON.
    pub(super) fn json(&self) -> (Vec<LayerDocument>, LayerDocument) {
        let layers = self.rows.iter().map(|row| LayerDocument::new(row.layer, &row.tally, &row.tables));
        (layers.collect(), LayerDocument::new("all", &self.total, &[]))
    }

    /// The layers and their sums, in columns as wide as they must be.
    pub(super) fn text(&self) -> String {
        let names = ["layer", "positions", "reachable", "loss", "draw", "win", "size", "bits"];
        let mut lines = vec![names.map(str::to_owned)];
        for row in &self.rows {
            lines.push(cells(row.layer, &row.tally, &row.tables));
        }
        let all: Vec<_> = self.rows.iter().flat_map(|row| row.tables.iter().copied()).collect();
        lines.push(cells("all", &self.total, &all));
        let widths: [usize; 8] =
            std::array::from_fn(|i| lines.iter().map(|line| line[i].len()).max().unwrap_or(0));
        let mut text = String::new();
        for [name, rest @ ..] in &lines {
            let mut line = format!("{name:<0$}", widths[0]);
            for (cell, width) in rest.iter().zip(&widths[1..]) {
                let _ = write!(line, "  {cell:>width$}");
            }
            let _ = writeln!(text, "{}", line.trim_end());
        }
        text
    }
}

fn cells(name: &str, tally: &Tally, tables: &[&TableRecord]) -> [String; 8] {
    let cell = |n: Option<u64>| n.map_or_else(|| "?".to_owned(), grouped);
    let value = |i: usize| cell(tally.values.map(|values| values[i]));
    [
        name.to_owned(),
        cell(tally.positions),
        cell(tally.reachable),
        value(0),
        value(1),
        value(2),
        size(tables.iter().map(|table| table.bytes).sum()),
        bits(tables),
    ]
}

/// Bits of the files for each number of the layers; nothing where next to all of them are the file's frame.
fn bits(tables: &[&TableRecord]) -> String {
    let mut layers: Vec<(&str, u64)> = tables.iter().map(|t| (t.layer.as_str(), t.entries)).collect();
    layers.sort_unstable();
    layers.dedup();
    let entries: u64 = layers.iter().map(|(_, entries)| entries).sum();
    let bytes: u64 = tables.iter().map(|table| table.bytes).sum();
    let bits = 8.0 * bytes as f64 / entries as f64;
    if bits < 100.0 { format!("{bits:.2}") } else { String::new() }
}

/// What tables tell of the start.
struct Start {
    bounds: Bounds,
    /// Openings that win, draw and lose, if all are known.
    openings: Option<[usize; 3]>,
}

impl Start {
    fn of<G: Listed>(game: &G, database: &Arc<Database>) -> Result<Option<Self>, Fault> {
        let lookup = Lookup::new(game, database);
        let Some(bounds) = lookup.values(&[game.start()])?[0] else { return Ok(None) };
        let moves = lookup.moves(&[game.start()])?;
        Ok(Some(Self { bounds, openings: Lookup::<G>::tally(&moves[0]) }))
    }
}

fn text(board: Board, manifest: &Manifest, summary: &Summary<'_>, start: Option<&Start>) -> String {
    let bytes: u64 = manifest.tables.iter().map(|table| table.bytes).sum();
    let mut text = format!(
        "{}: {} of {}; {}; {} in all\n",
        board.title(),
        counted(summary.rows.len() as u64, "layer", "layers"),
        summary.layers,
        metrics(manifest),
        size(bytes)
    );
    if !summary.complete {
        text.push_str("Not finished: the command that made it goes on where it was.\n");
    }
    if let Some(Start { bounds, openings }) = start {
        let _ = write!(text, "The first player {}", describe(*bounds));
        if let Some([win, draw, loss]) = openings
            && win + draw + loss > 0
        {
            let _ = write!(text, "; of the openings {win} win, {draw} draw, {loss} lose");
        }
        text.push_str(".\n");
    }
    text.push('\n');
    text.push_str(&summary.text());
    text.push('\n');
    let of = if summary.total.of_which() == "reachable" { "reachable" } else { "all" };
    let _ = writeln!(
        text,
        "Full positions, symmetric ones counted; loss, draw and win for the side to move,\nof {of} positions."
    );
    if let Some(plies) = summary.total.longest {
        let _ = writeln!(text, "The longest win takes {}.", counted(plies.0.into(), "ply", "plies"));
    }
    for run in &manifest.runs {
        let _ = writeln!(text, "Made by {}: {}", safe(&run.program), safe(&run.command));
    }
    text
}

/// The metrics of the tables, and their form.
fn metrics(manifest: &Manifest) -> String {
    let found = |metric: &&Metric| manifest.tables.iter().any(|table| table.metric == **metric);
    let words: Vec<&str> = Metric::ALL.iter().filter(found).map(|metric| metric.word()).collect();
    format!("{} {}", manifest.form, words.join(", "))
}

/// The JSON document.
#[derive(Serialize)]
struct Document {
    game: &'static str,
    board: String,
    rows: u32,
    cols: u32,
    /// Whether every layer of the game has its table of values, and of whatever else some have.
    complete: bool,
    /// `compressed` or `raw`.
    form: &'static str,
    bytes: Value,
    runs: Vec<RunDocument>,
    /// For the side to move; null where no table tells.
    value: Option<&'static str>,
    distance: Option<u16>,
    /// Null where not all are known.
    openings_by_value: Option<ByValue>,
    layers: Vec<LayerDocument>,
    totals: LayerDocument,
    /// Of a run that made tables.
    #[serde(flatten)]
    took: Option<Took>,
}

#[derive(Serialize)]
struct RunDocument {
    program: String,
    command: String,
}

#[derive(Serialize)]
struct ByValue {
    win: usize,
    draw: usize,
    loss: usize,
}

/// The counts of a layer, or of all.
#[derive(Serialize)]
pub(super) struct LayerDocument {
    layer: String,
    positions: Option<Value>,
    reachable: Option<Value>,
    loss: Option<Value>,
    draw: Option<Value>,
    win: Option<Value>,
    /// `reachable` or `all`: what loss, draw and win are counted of.
    of: &'static str,
    /// Plies; null where no table has distances.
    longest_win: Option<u16>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tables: Vec<TableDocument>,
}

#[derive(Serialize)]
struct TableDocument {
    metric: &'static str,
    file: String,
    entries: Value,
    bytes: Value,
    digest: String,
}

impl LayerDocument {
    fn new(layer: &str, tally: &Tally, tables: &[&TableRecord]) -> Self {
        let value = |i: usize| tally.values.map(|values| number(values[i]));
        let table = |record: &&TableRecord| TableDocument {
            metric: record.metric.word(),
            file: record.file.clone(),
            entries: number(record.entries),
            bytes: number(record.bytes),
            digest: record.digest.clone(),
        };
        Self {
            layer: layer.to_owned(),
            positions: tally.positions.map(number),
            reachable: tally.reachable.map(number),
            loss: value(0),
            draw: value(1),
            win: value(2),
            of: tally.of_which(),
            longest_win: tally.longest.map(|plies| plies.0),
            tables: tables.iter().map(table).collect(),
        }
    }
}

fn document(
    board: Board,
    manifest: &Manifest,
    summary: &Summary<'_>,
    start: Option<&Start>,
    took: Option<Took>,
) -> Document {
    let (layers, totals) = summary.json();
    let run = |run: &nexsolve_db::Provenance| RunDocument {
        program: run.program.clone(),
        command: run.command.clone(),
    };
    let by_value = |[win, draw, loss]: [usize; 3]| ByValue { win, draw, loss };
    Document {
        game: board.game_word(),
        board: board.to_string(),
        rows: board.rows,
        cols: board.cols,
        complete: summary.complete,
        form: manifest.form.word(),
        bytes: number(manifest.tables.iter().map(|table| table.bytes).sum()),
        runs: manifest.runs.iter().map(run).collect(),
        value: start.and_then(|start| start.bounds.wdl()).map(Wdl::word),
        distance: start.and_then(|start| start.bounds.score()).and_then(Score::distance).map(|d| d.0),
        openings_by_value: start.and_then(|start| start.openings).map(by_value),
        layers,
        totals,
        took,
    }
}
