//! `nexsolve replay`: recorded games, played again by the rules.

use crate::args::{Global, ReplayArgs};
use crate::board::size_of;
use crate::exit::Exit;
use crate::fault::{Fault, in_record, safe};
use crate::units::counted;
use crate::{files, output};
use nexsolve_games::nex::record::{self, GameResult, Record, RecordFault};
use nexsolve_games::rhombus::MAX_SIDE;
use serde::Serialize;
use std::fmt::Write as _;
use std::path::Path;

/// Runs the command.
pub(crate) fn run(args: &ReplayArgs, global: &Global) -> Result<Exit, Fault> {
    let size = size_of(args.size, args.rows, args.cols)?;
    if let Some((rows, cols)) = size
        && ![rows, cols].iter().all(|n| (1..=u32::from(MAX_SIDE)).contains(n))
    {
        return Err(Fault::usage(format!(
            "there is no board of {rows}x{cols}: rows and columns go from 1 to {MAX_SIDE}"
        )));
    }
    if let Some(target) = &args.write
        && args.files.contains(target)
    {
        let message = format!("{} would be read and overwritten", files::name(target));
        return Err(Fault::usage(message).hint("give --write another file"));
    }
    let mut summary = Summary::default();
    let mut good = Vec::new();
    let mut documents = Vec::new();
    for path in &args.files {
        let document = one_file(path, size, global, &mut summary, &mut good)?;
        documents.push(document);
    }
    if global.json {
        output::json(&Document { files: documents, summary: &summary })?;
    } else {
        output::result(&summary.text())?;
    }
    if let Some(target) = &args.write {
        files::replace(target, record::write(&good).as_bytes())?;
        let games = counted(good.len() as u64, "game", "games");
        output::note(&format!("{games} written to {}", files::name(target)));
    }
    Ok(if summary.faults == 0 { Exit::Done } else { Exit::Input })
}

/// Reads one file, tells about its games as they come, and goes on past every fault.
fn one_file(
    path: &Path,
    size: Option<(u32, u32)>,
    global: &Global,
    summary: &mut Summary,
    good: &mut Vec<Record>,
) -> Result<FileDocument, Fault> {
    let name = files::name(path);
    let mut document =
        FileDocument { file: name.clone(), error: None, games: Vec::new(), faults: Vec::new() };
    summary.files += 1;
    let bytes = match files::read(path) {
        Ok(bytes) => bytes,
        Err(fault) => {
            fault.show();
            summary.faults += 1;
            document.error = Some(fault.message);
            return Ok(document);
        }
    };
    for game in record::read(&bytes, size) {
        match game {
            Ok(record) => {
                summary.add(&record);
                if global.json {
                    document.games.push(GameDocument::new(&record));
                } else {
                    output::result(&game_line(&name, &record))?;
                }
                good.push(record);
            }
            Err(fault) => {
                summary.faults += 1;
                output::note(in_record(&name, &fault).trim_end());
                document.faults.push(FaultDocument::new(&fault));
            }
        }
    }
    Ok(document)
}

/// A game on one line.
fn game_line(file: &str, record: &Record) -> String {
    let Record { rows, cols, line, .. } = record;
    let plies = counted((record.init.len() + record.moves.len()) as u64, "ply", "plies");
    let mut text = format!("{file}:{line}: {rows}×{cols}, {plies}, {}", result_words(record.result));
    if record.black.is_some() || record.white.is_some() {
        let player = |name: &Option<String>| name.as_deref().map_or_else(|| "?".to_owned(), safe);
        let _ = write!(text, ", {} against {}", player(&record.black), player(&record.white));
    }
    text + "\n"
}

fn result_words(result: GameResult) -> &'static str {
    match result {
        GameResult::Black => "Black won",
        GameResult::White => "White won",
        GameResult::Draw => "drawn",
        GameResult::BrokenOff => "broken off",
    }
}

/// What all files together hold.
#[derive(Default, Serialize)]
struct Summary {
    files: u64,
    games: u64,
    black_won: u64,
    drawn: u64,
    white_won: u64,
    broken_off: u64,
    faults: u64,
}

impl Summary {
    fn add(&mut self, record: &Record) {
        self.games += 1;
        *match record.result {
            GameResult::Black => &mut self.black_won,
            GameResult::White => &mut self.white_won,
            GameResult::Draw => &mut self.drawn,
            GameResult::BrokenOff => &mut self.broken_off,
        } += 1;
    }

    fn text(&self) -> String {
        let Self { files, games, black_won, drawn, white_won, broken_off, faults } = self;
        format!(
            "{} in {}: Black won {black_won}, drawn {drawn}, White won {white_won}, broken off {broken_off}; {}\n",
            counted(*games, "game", "games"),
            counted(*files, "file", "files"),
            counted(*faults, "fault", "faults")
        )
    }
}

#[derive(Serialize)]
struct Document<'a> {
    files: Vec<FileDocument>,
    summary: &'a Summary,
}

#[derive(Serialize)]
struct FileDocument {
    file: String,
    /// Why the file could not be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    games: Vec<GameDocument>,
    faults: Vec<FaultDocument>,
}

#[derive(Serialize)]
struct GameDocument {
    line: usize,
    number: Option<u32>,
    rows: u32,
    cols: u32,
    black: Option<String>,
    white: Option<String>,
    plies: usize,
    /// `black`, `white`, `draw` or `broken off`.
    result: &'static str,
}

impl GameDocument {
    fn new(record: &Record) -> Self {
        Self {
            line: record.line,
            number: record.number,
            rows: record.rows,
            cols: record.cols,
            black: record.black.clone(),
            white: record.white.clone(),
            plies: record.init.len() + record.moves.len(),
            result: match record.result {
                GameResult::Black => "black",
                GameResult::White => "white",
                GameResult::Draw => "draw",
                GameResult::BrokenOff => "broken off",
            },
        }
    }
}

#[derive(Serialize)]
struct FaultDocument {
    line: usize,
    column: usize,
    reason: String,
    text: String,
}

impl FaultDocument {
    fn new(fault: &RecordFault) -> Self {
        Self {
            line: fault.line,
            column: fault.column,
            reason: fault.reason.to_string(),
            text: fault.text.clone(),
        }
    }
}
