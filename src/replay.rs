//! `nexsolve replay`: replays recorded games by the rules.

use crate::board::SizeArgs;
use crate::notes::{self, Notes};
use crate::records;
use crate::results::ResultTally;
use clap::Args;
use nexsolve_console::{Exit, Fault, Global, fault::safe, files, output, units::counted};
use nexsolve_db::json::joined;
use nexsolve_games::Extent;
use nexsolve_games::records::GameRecord;
use nexsolve_games::rhombus::MAX_SIDE;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::path::PathBuf;

/// The arguments of `replay`.
#[derive(Args, Clone, Debug)]
#[command(mut_arg("size", |size| size.help(size_help())))]
pub(crate) struct ReplayArgs {
    /// Files of game records; - is standard input
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) size: SizeArgs,
    /// Write the valid games to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) write: Option<PathBuf>,
}

/// The help text of `--size`.
fn size_help() -> String {
    let title = nexsolve_games::main_game().card().title;
    format!("Side length of the board, for {title} records that do not name it")
}

/// Runs the command.
pub(crate) fn run(args: &ReplayArgs, global: &Global) -> Result<Exit, Fault> {
    let size = args.size.sides()?;
    let given = size.map(|(rows, cols)| nexsolve_games::main_game().on(Extent::Sides { rows, cols }));
    if let Some((rows, cols)) = size
        && ![rows, cols].iter().all(|n| (1..=u32::from(MAX_SIDE)).contains(n))
    {
        return Err(Fault::usage(format!(
            "{rows}x{cols} is not a board: rows and columns go from 1 to {MAX_SIDE}"
        )));
    }
    if let Some(target) = &args.write {
        files::check_folder(target)?;
        if args.files.contains(target) {
            let message = format!("{} is both input and output", files::name(target));
            return Err(Fault::usage(message).hint("give --write a different file"));
        }
    }
    let (mut tally, mut faults) = (ResultTally::of([]), 0);
    let (mut good, mut documents) = (Vec::new(), Vec::new());
    // The games are written even if the answer cannot be printed.
    let mut told = Ok(());
    for path in &args.files {
        let (name, mut games) = (files::name(path), Vec::new());
        let read = |bytes: &[u8]| nexsolve_games::records::read(bytes, given);
        let mut notes = Notes::default();
        let wrong = records::read(path, read, |record| {
            tally.add(&record);
            notes.add(&record);
            if global.json {
                games.push(document(&record));
            } else {
                let said = output::result(&line(&name, &record));
                told = std::mem::replace(&mut told, Ok(())).and(said);
            }
            if args.write.is_some() {
                keep(record, &name, &mut good)?;
            }
            Ok(())
        })?;
        if !global.json {
            notes.print(&name, Some("--size"));
        }
        faults += wrong.number();
        let document = json!({ "file": name, "error": wrong.error, "games": games, "faults": wrong.faults });
        documents.push(output::without_null(document, &["error"]));
    }
    let number = args.files.len() as u64;
    let document = || {
        let begin = json!({ "files": number, "games": tally.number() });
        let summary = joined([begin, tally.document(), json!({ "faults": faults })]);
        json!({ "files": documents, "summary": summary })
    };
    let text = || {
        let (files, faults) = (counted(number, "file", "files"), counted(faults, "fault", "faults"));
        format!("{} in {files}: {}; {faults}\n", tally.games(), tally.text())
    };
    let told = told.and(output::answer(global, document, text));
    if let Some(target) = &args.write {
        records::write(&good, target)?;
        records::written(good.len(), target);
    }
    told?;
    Ok(if faults == 0 { Exit::Done } else { Exit::Input })
}

/// Keeps a valid game for `--write`. A file can contain games of only one kind.
fn keep(record: GameRecord, file: &str, good: &mut Vec<GameRecord>) -> Result<(), Fault> {
    if let Some(first) = good.first()
        && first.board.game_word() != record.board.game_word()
    {
        let [first, other] = [&first.board, &record.board].map(|board| board.card().title);
        let message = format!("{file} has games of {other}, but the games before them are of {first}");
        return Err(Fault::usage(message).hint("write each game's records to a separate file"));
    }
    good.push(record);
    Ok(())
}

/// Describes a game on one line.
fn line(file: &str, record: &GameRecord) -> String {
    let GameRecord { board, names: [black, white], line, .. } = record;
    // The default game is not named.
    let title = match board.sides() {
        Some((rows, cols)) if board.spec == nexsolve_games::main_game() => format!("{rows}×{cols}"),
        _ => board.game_title(),
    };
    let mut text = format!("{file}:{line}: {title}, {}", records::outcome(record));
    if black.is_some() || white.is_some() {
        let [black, white] = [black, white].map(|name| player(name.as_deref()));
        let _ = write!(text, ", {black} against {white}");
    }
    text + "\n"
}

/// Returns a player's name for one line of output: safe, and shortened if it is long.
fn player(name: Option<&str>) -> String {
    const MOST: usize = 100;
    let Some(name) = name else { return "?".to_owned() };
    match name.char_indices().nth(MOST) {
        Some((end, _)) => safe(&name[..end]) + "…",
        None => safe(name),
    }
}

/// Returns the document of a game.
fn document(record: &GameRecord) -> Value {
    let begin = json!({
        "line": record.line,
        "board": record.board.to_string(),
        // Present only if the record does not name its board and was read on one that fits.
        "inferred": (!record.fits.is_empty()).then_some(true),
        "notes": notes::document(record),
    });
    joined([output::without_null(begin, &["inferred", "notes"]), records::document(record)])
}
