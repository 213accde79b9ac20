//! `nexsolve replay`: recorded games, played again by the rules.

use crate::args::{Global, ReplayArgs};
use crate::board::size_of;
use crate::exit::Exit;
use crate::fault::{Fault, in_record, safe};
use crate::results::{self, FaultLine, Tally};
use crate::units::counted;
use crate::{files, output};
use nexsolve_games::records::{self, GameRecord};
use nexsolve_games::rhombus::MAX_SIDE;
use nexsolve_games::{Board, Extent, GameSpec};
use serde::Serialize;
use std::fmt::Write as _;
use std::path::Path;

/// Runs the command.
pub(crate) fn run(args: &ReplayArgs, global: &Global) -> Result<Exit, Fault> {
    let size = size_of(args.size, args.rows, args.cols)?;
    let given = size.map(|(rows, cols)| GameSpec::default().on(Extent::Sides { rows, cols }));
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
        let document = one_file(path, args, given, global, &mut summary, &mut good)?;
        documents.push(document);
    }
    if global.json {
        output::json(&Document { files: documents, summary: &summary })?;
    } else {
        output::result(&summary.text())?;
    }
    if let Some(target) = &args.write {
        let card = good.first().map_or(GameSpec::default(), |record| record.board.spec).card();
        let text = card.records.write(&good).map_err(|error| Fault::usage(error.to_string()))?;
        files::replace(target, text.as_bytes())?;
        let games = counted(good.len() as u64, "game", "games");
        output::note(&format!("{games} written to {}", files::name(target)));
    }
    Ok(if summary.faults == 0 { Exit::Done } else { Exit::Input })
}

/// Reads one file, tells about its games as they come, and goes on past every fault.
fn one_file(
    path: &Path,
    args: &ReplayArgs,
    given: Option<Board>,
    global: &Global,
    summary: &mut Summary,
    good: &mut Vec<GameRecord>,
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
    for game in records::read(&bytes, given) {
        match game {
            Ok(record) => {
                summary.games += 1;
                summary.tally.add(record.verdict);
                if global.json {
                    document.games.push(GameDocument::new(&record));
                } else {
                    output::result(&game_line(&name, &record))?;
                }
                if args.write.is_some() {
                    keep(record, &name, good)?;
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

/// Keeps a good game for `--write`, whose file has one form.
fn keep(record: GameRecord, file: &str, good: &mut Vec<GameRecord>) -> Result<(), Fault> {
    if let Some(first) = good.first()
        && first.board.game_word() != record.board.game_word()
    {
        let [first, other] = [&first.board, &record.board].map(|board| board.card().title);
        let message = format!("{file} has games of {other}, and those before are of {first}");
        return Err(Fault::usage(message).hint("write the games of each into a file of their own"));
    }
    good.push(record);
    Ok(())
}

/// The plies of a game, those before its record among them.
fn plies(record: &GameRecord) -> usize {
    record.prelude.len() + record.moves.len()
}

/// A game on one line.
fn game_line(file: &str, record: &GameRecord) -> String {
    let GameRecord { board, names: [black, white], verdict, line, .. } = record;
    // The main game goes without saying.
    let title = match board.sides() {
        Some((rows, cols)) if board.spec == GameSpec::default() => format!("{rows}×{cols}"),
        _ => board.game_title(),
    };
    let plies = counted(plies(record) as u64, "ply", "plies");
    let mut text = format!("{file}:{line}: {title}, {plies}, {}", results::words(*verdict));
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
    fn new(record: &GameRecord) -> Self {
        let GameRecord { board, names: [black, white], verdict, number, line, .. } = record;
        Self {
            line: *line,
            number: *number,
            board: board.to_string(),
            rows: board.sides().map(|(rows, _)| rows),
            cols: board.sides().map(|(_, cols)| cols),
            black: black.clone(),
            white: white.clone(),
            plies: plies(record),
            result: results::name(*verdict),
        }
    }
}
