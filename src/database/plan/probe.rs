//! Generates smaller boards of a game to measure them.

use super::forecast::{Measured, Size};
use super::sample;
use crate::args::Global;
use crate::database::generate::fault;
use crate::database::watch::Watch;
use crate::exit::Exit;
use crate::fault::Fault;
use crate::stop;
use nexsolve_games::{Board, Extent, Measure};
use nexsolve_tablegen::{AnyTables, GenerateError, Plan, Settings};
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Instant;
use tempfile::TempDir;

/// The least time that the probe takes, about, if the game has enough boards.
const SECONDS: f64 = 6.0;

/// For a long generation, the probe may take this share of its time, up to [`MOST_SECONDS`].
const SHARE: f64 = 0.1;

/// The greatest time that the probe takes, about.
const MOST_SECONDS: f64 = 30.0;

/// The probe generates the largest board again and again for this time. The fastest run counts, because other programs slow down some.
const AGAIN_SECONDS: f64 = 3.0;

/// Boards with fewer entries are not worth a measurement.
const LEAST: u64 = 100_000;

/// The size of a board, in numbers.
pub(super) fn size(board: Board) -> Size {
    match board.extent {
        Extent::Sides { rows, cols } => vec![rows, cols],
        Extent::Count(count) => vec![count],
        Extent::Whole => Vec::new(),
    }
}

/// The board of the same game with this size, if there is one.
pub(super) fn board(of: Board, size: &[u32]) -> Option<Board> {
    match *size {
        [rows, cols] => of.spec.sized(rows, cols).ok(),
        [count] => of.spec.counting(count).ok(),
        _ => None,
    }
}

/// All boards of the same game that are no larger than this one in any way, this one included, and those that are neither larger nor
/// narrower.
fn within(of: Board) -> Vec<Board> {
    let sizes: Vec<Size> = match of.extent {
        Extent::Sides { rows, cols } => {
            let all = (1..=rows.max(cols)).flat_map(|a| (1..=rows.max(cols)).map(move |b| [a, b]));
            let alike = |[a, b]: &[u32; 2]| {
                (*a <= rows && *b <= cols) || (a * b <= rows * cols && *a.min(b) >= rows.min(cols))
            };
            all.filter(alike).map(Vec::from).collect()
        }
        Extent::Count(count) => {
            let least = if let Measure::Count { least, .. } = of.spec.card().measure { least } else { 1 };
            (least..=count).map(|count| vec![count]).collect()
        }
        Extent::Whole => Vec::new(),
    };
    sizes.iter().filter_map(|size| board(of, size)).collect()
}

/// Generates boards, the small ones first, as long as time allows.
pub(super) fn measured(
    of: Board,
    settings: &Settings,
    global: &Global,
) -> Result<BTreeMap<Size, Measured>, Fault> {
    let mut boards = Vec::new();
    for board in within(of) {
        let Some(tables) = <dyn AnyTables>::of(board)? else { continue };
        if tables.layers().is_empty() {
            continue;
        }
        let settings = Settings { board: board.to_string(), ..settings.clone() };
        // A board that does not fit in memory here predicts nothing.
        let Ok(plan) = tables.plan(&settings) else { continue };
        boards.push((plan, board, tables, settings));
    }
    boards.sort_by_key(|(plan, board, ..)| (plan.entries, size(*board)));
    let most = boards.last().map_or(0, |(plan, ..)| plan.entries);
    let mut all = BTreeMap::new();
    let mut rate = 0.0_f64;
    let began = Instant::now();
    let mut largest = None;
    for (plan, board, tables, settings) in boards {
        let expected = rate * plan.entries as f64;
        let budget = (SHARE * rate * most as f64).clamp(SECONDS, MOST_SECONDS);
        if plan.entries < LEAST.min(most) || began.elapsed().as_secs_f64() + expected > budget {
            continue;
        }
        let measured = make(&*tables, plan.clone(), &settings, global)?;
        // Listing tables takes small boards most of their time, and larger ones no longer.
        let [reach, sweep, write, _] = measured.seconds;
        rate = (reach + sweep + write) / measured.plan.entries.max(1) as f64;
        all.insert(size(board), measured);
        largest = Some((plan, board, tables, settings));
    }
    let Some((plan, board, tables, settings)) = largest else { return Ok(all) };
    let quickest = &mut all.get_mut(&size(board)).expect("measured").seconds;
    let mut spent: f64 = quickest.iter().sum();
    while spent + quickest.iter().sum::<f64>() < AGAIN_SECONDS {
        let again = make(&*tables, plan.clone(), &settings, global)?.seconds;
        spent += again.iter().sum::<f64>();
        for (quickest, again) in quickest.iter_mut().zip(again) {
            *quickest = quickest.min(again);
        }
    }
    Ok(all)
}

/// A temporary folder.
pub(super) fn scratch() -> Result<TempDir, Fault> {
    tempfile::tempdir()
        .map_err(|error| Fault::new(Exit::System, format!("cannot make a scratch folder: {error}")))
}

/// The fault if a smaller board cannot be made.
pub(super) fn failed(error: GenerateError, folder: &Path) -> Fault {
    match error {
        GenerateError::Stopped => {
            Fault::new(Exit::Interrupted, "interrupted before the smaller boards were measured".to_owned())
        }
        error => fault(&error, folder),
    }
}

/// Generates the database of a board in a temporary folder.
pub(super) fn make(
    tables: &dyn AnyTables,
    plan: Plan,
    settings: &Settings,
    global: &Global,
) -> Result<Measured, Fault> {
    let folder = scratch()?;
    let watch = Watch::new(&Global { quiet: true, ..global.clone() });
    let made = tables.generate(folder.path(), settings, stop::flag(), &watch);
    let (_, seconds) = watch.finish();
    let database = made.map_err(|error| failed(error, folder.path()))?;
    let database = database.database;
    let bytes =
        |layer: &String, metric| database.manifest().table(layer, metric).map_or(0, |table| table.bytes);
    let step_bytes =
        plan.steps.iter().map(|step| step.layers.iter().map(|layer| bytes(layer, step.metric)).sum());
    let step_bytes = step_bytes.collect();
    let tables = database.manifest().tables.len();
    let disorder = sample::exact_disorder(database.manifest());
    Ok(Measured { plan, seconds, step_bytes, tables, disorder })
}
