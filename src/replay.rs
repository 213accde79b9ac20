//! `nexsolve replay`: recorded games, played again by the rules.

mod formats;

use crate::args::{Global, ReplayArgs};
use crate::board::size_of;
use crate::exit::Exit;
use crate::fault::{Fault, in_record, safe};
use crate::results::{self, FaultLine, Tally};
use crate::units::counted;
use crate::{files, output};
use formats::Told;
use nexsolve_games::nex::record::{self, Record};
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
        let document = one_file(path, args, size, global, &mut summary, &mut good)?;
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
    args: &ReplayArgs,
    size: Option<(u32, u32)>,
    global: &Global,
    summary: &mut Summary,
    good: &mut Vec<Record>,
) -> Result<FileDocument, Fault> {
    let name = files::name(path);
    let mut document =
        FileDocument { file: name.clone(), error: None, games: Vec::new(), faults: Vec::new() };
    let writes = args.write.is_some();
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
    for game in formats::read(&bytes, size) {
        match game {
            Ok(told) => {
                summary.games += 1;
                summary.tally.add(told.result);
                if global.json {
                    document.games.push(GameDocument::new(&told));
                } else {
                    output::result(&game_line(&name, &told))?;
                }
                match told.nex {
                    Some(record) => good.push(record),
                    None if writes => {
                        let message = format!("{name} is no file of Nex records, which --write writes");
                        return Err(Fault::usage(message).hint("replay other games without --write"));
                    }
                    None => {}
                }
            }
            Err(fault) => {
                summary.faults += 1;
                output::note(in_record(&name, &fault).trim_end());
                document.faults.push(FaultLine::new(&fault));
            }
        }
    }
    Ok(document)
}

/// A game on one line.
fn game_line(file: &str, game: &Told) -> String {
    let Told { line, title, names: [black, white], result, .. } = game;
    let plies = counted(game.plies as u64, "ply", "plies");
    let mut text = format!("{file}:{line}: {title}, {plies}, {}", results::words(*result));
    if black.is_some() || white.is_some() {
        let player = |name: &Option<String>| name.as_deref().map_or_else(|| "?".to_owned(), safe);
        let _ = write!(text, ", {} against {}", player(black), player(white));
    }
    text + "\n"
}

/// What all files together hold.
#[derive(Default, Serialize)]
struct Summary {
    files: u64,
    games: u64,
    #[serde(flatten)]
    tally: Tally,
    faults: u64,
}

impl Summary {
    fn text(&self) -> String {
        let Self { files, tally, faults, .. } = self;
        let (files, faults) = (counted(*files, "file", "files"), counted(*faults, "fault", "faults"));
        format!("{} in {files}: {}; {faults}\n", tally.games(), tally.text())
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
    faults: Vec<FaultLine>,
}

#[derive(Serialize)]
struct GameDocument {
    line: usize,
    number: Option<u32>,
    board: String,
    /// Null where the game has one board.
    rows: Option<u32>,
    cols: Option<u32>,
    black: Option<String>,
    white: Option<String>,
    plies: usize,
    /// `black`, `white`, `draw` or `broken off`.
    result: &'static str,
}

impl GameDocument {
    fn new(game: &Told) -> Self {
        let Told { line, number, board, size, names: [black, white], plies, result, .. } = game;
        Self {
            line: *line,
            number: *number,
            board: board.clone(),
            rows: size.map(|(rows, _)| rows),
            cols: size.map(|(_, cols)| cols),
            black: black.clone(),
            white: white.clone(),
            plies: *plies,
            result: results::name(*result),
        }
    }
}
