//! `nexsolve info`: what is in a database.

use super::asked::Asked;
use super::watch::PHASES;
use super::{Opened, check_numbers, open, points, summary};
use crate::args::{Global, InfoArgs};
use crate::exit::Exit;
use crate::fault::{Fault, safe};
use crate::output;
use crate::solve::text::describe;
use crate::units::{counted, seconds, size};
use nexsolve_core::{Bounds, Score, Wdl};
use nexsolve_db::json::{joined, number};
use nexsolve_db::summary::Summary;
use nexsolve_db::{Manifest, Metric};
use nexsolve_games::{AnyGame, Board};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::path::Path;

/// Runs the command.
pub(crate) fn run(args: &InfoArgs, global: &Global) -> Result<Exit, Fault> {
    let opened = open(&args.folder, global)?;
    show(&opened, &args.folder, None, global)?;
    Ok(Exit::Done)
}

/// What a run that made tables took.
#[derive(Clone, Copy, Debug)]
pub(super) struct Took {
    /// Tables that were made.
    pub(super) made: usize,
    /// Tables that were there.
    pub(super) found: usize,
    /// The time of all.
    pub(super) seconds: f64,
    /// That of each of [`PHASES`].
    pub(super) seconds_by_phase: [f64; 4],
}

impl Took {
    /// What was made, in what time; the phases where there was something to make.
    pub(super) fn sentence(&self) -> String {
        let Self { made, found, seconds: time, seconds_by_phase } = self;
        let there = if *found > 0 { format!(", {found} were there") } else { String::new() };
        let mut text =
            format!("{} made in {}{there}", counted(*made as u64, "table", "tables"), seconds(*time));
        if *made > 0 {
            let phases = PHASES.iter().zip(*seconds_by_phase);
            let phases: Vec<String> =
                phases.map(|(phase, time)| format!("{phase} {}", seconds(time))).collect();
            let _ = write!(text, "\n{}", phases.join(", "));
        }
        text
    }
}

/// Prints what is in a database.
pub(super) fn show(opened: &Opened, folder: &Path, took: Option<Took>, global: &Global) -> Result<(), Fault> {
    let (board, manifest) = (opened.board, opened.database.manifest());
    let layers = check_numbers(board)?;
    let summary = Summary::new(&layers, manifest);
    let asked = Asked::new(opened, folder)?;
    // What is known of the start is told beside; that it cannot be read takes nothing away from the rest.
    let (start, fault) = match Start::of(&asked) {
        Ok(start) => (start, None),
        Err(fault) => (None, Some(fault)),
    };
    let document = || document(board, manifest, &summary, start.as_ref(), took);
    output::answer(global, document, || text(asked.game(), manifest, &summary, start.as_ref()))?;
    fault.map_or(Ok(()), Err)
}

/// What tables tell of the start.
struct Start {
    bounds: Bounds,
    /// Openings that win, draw and lose, if all are known.
    openings: Option<[usize; 3]>,
}

impl Start {
    fn of(asked: &Asked) -> Result<Option<Self>, Fault> {
        let start = [asked.start()];
        let worth = asked.worths(&start)?[0];
        if !worth.is_known() {
            return Ok(None);
        }
        let moves = asked.moves(&start)?.swap_remove(0);
        let count = |value| moves.iter().filter(|known| known.worth.bounds.wdl() == Some(value)).count();
        let counts = [Wdl::Win, Wdl::Draw, Wdl::Loss].map(count);
        let openings = (counts.iter().sum::<usize>() == moves.len()).then_some(counts);
        Ok(Some(Self { bounds: worth.bounds, openings }))
    }
}

fn text(game: &AnyGame, manifest: &Manifest, summary: &Summary<'_>, start: Option<&Start>) -> String {
    let bytes: u64 = manifest.tables.iter().map(|table| table.bytes).sum();
    let mut text = format!(
        "{}: {} of {}; {}; {} in all\n",
        game.board().title(),
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
    text.push_str(&summary::text(summary));
    text.push('\n');
    let derived = manifest.tables.iter().filter(|table| table.derived).count() as u64;
    if derived > 0 {
        let tables = counted(derived, "table has", "tables have");
        let _ = writeln!(text, "{tables} no entries: the values of these layers follow from the moves.");
    }
    let of = if summary.total.of_which() == "reachable" { "reachable" } else { "all" };
    let _ = writeln!(
        text,
        "Full positions, symmetric ones counted; loss, draw and win for the side to move,\nof {of} positions."
    );
    if let Some(plies) = summary.total.longest {
        let _ = writeln!(text, "The longest win or loss takes {}.", counted(plies.0.into(), "ply", "plies"));
    }
    if let Some((least, most, _)) = summary.total.extremes() {
        let what = points::counted_from_here(game);
        let (first, rest) = what.split_at(1);
        let _ = writeln!(text, "{}{rest}: {least} to {most}; a win is more than none.", first.to_uppercase());
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
fn document(
    board: Board,
    manifest: &Manifest,
    summary: &Summary<'_>,
    start: Option<&Start>,
    took: Option<Took>,
) -> Value {
    let (rows, cols) = board.sides().unzip();
    let bounds = start.map_or(Bounds::UNKNOWN, |start| start.bounds);
    let by_value = |[win, draw, loss]: [usize; 3]| json!({ "win": win, "draw": draw, "loss": loss });
    let document = json!({
        "game": board.game_word(),
        "board": board.to_string(),
        // Absent where a board has none.
        "rows": rows,
        "cols": cols,
        // Whether every layer of the game has its table of values, and of whatever else some have.
        "complete": summary.complete,
        // `compressed` or `raw`.
        "form": manifest.form.word(),
        "bytes": number(manifest.tables.iter().map(|table| table.bytes).sum()),
        "runs": manifest.runs,
        // For the side to move; null where no table tells.
        "value": bounds.wdl().map(Wdl::word),
        "distance": bounds.score().and_then(Score::distance).map(|plies| plies.0),
        // Null where not all are known.
        "openings_by_value": start.and_then(|start| start.openings).map(by_value),
    });
    // What a run took that made tables.
    let took = took.map_or(Value::Null, |Took { made, found, seconds, seconds_by_phase }| {
        let phases: Value = PHASES.into_iter().zip(seconds_by_phase).collect();
        json!({ "made": made, "found": found, "seconds": seconds, "seconds_by_phase": phases })
    });
    joined([output::without_null(document, &["rows", "cols"]), summary::json(summary), took])
}
