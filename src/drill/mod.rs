//! `nexsolve drill`: the mistakes in a player's games, as exercises.

mod anki;
mod args;
mod players;
mod report;

pub(crate) use args::DrillArgs;

use crate::notes::Notes;
use crate::{board, database, records, tables};
use nexsolve_console::{Display, Exit, Fault, Global, fault::safe, files, memory, output, stop, threads};
use nexsolve_games::Board;
use nexsolve_games::records::GameRecord;
use nexsolve_judging::drills::Drill;
use nexsolve_judging::puzzles::SearchLimits;
use nexsolve_oracle::{Oracle, OracleDatabase};
use report::{BoardDrill, DrillReport};
use serde_json::json;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// A game, with the name of its file.
type Found = (String, GameRecord);

/// Runs the command.
pub(crate) fn run(args: &DrillArgs, global: &Global) -> Result<Exit, Fault> {
    let only = args.board.as_deref().map(|board| board::played(board, None)).transpose()?;
    if let Some(path) = &args.anki {
        files::check_folder(path)?;
    }
    let number = args.db.len() as u64;
    let open = |folder: &PathBuf| -> Result<Arc<OracleDatabase>, Fault> {
        let opened = database::open_among(number, folder, global)?;
        Ok(Arc::new(OracleDatabase::in_folder(opened, folder)))
    };
    let held = args.db.iter().map(open).collect::<Result<Vec<_>, _>>()?;
    let mut found: Vec<Found> = Vec::new();
    let (mut files, mut faults) = (Vec::new(), 0);
    for path in &args.records {
        let (name, mut notes) = (files::name(path), Notes::default());
        let read = |bytes: &[u8]| nexsolve_games::records::read(bytes, only);
        let wrong = records::read(path, read, |record| {
            if only.is_none_or(|only| record.board == only) {
                notes.add(&record);
                found.push((name.clone(), record));
            }
            Ok(())
        })?;
        if !global.json {
            notes.print(&name, None);
        }
        faults += wrong.number();
        let document = json!({ "file": name, "error": wrong.error, "faults": wrong.faults });
        files.push(output::without_null(document, &["error"]));
    }
    let all: Vec<&GameRecord> = found.iter().map(|(_, record)| record).collect();
    let player = players::player(&all, &args.player)?;
    found.retain(|(_, record)| record.names.iter().flatten().any(|name| *name == player));
    let unused = held
        .iter()
        .find(|held| found.iter().all(|(_, record)| !record.board.has_tables_of(held.opened.board)));
    if let Some(held) = unused {
        let message = format!("no game of {} is on the board of {}", safe(&player), held.opened.board);
        return Err(Fault::usage(message));
    }
    stop::on_interrupt("the search for mistakes")?;
    let mut boards = Vec::new();
    while let Some((_, first)) = found.first() {
        let board = first.board;
        let (games, others): (Vec<Found>, Vec<Found>) =
            found.into_iter().partition(|(_, record)| record.board == board);
        found = others;
        boards.push(threads::with(global, |threads| {
            drilled(board, games, &player, &held, args, global, threads)
        })?);
    }
    let report = DrillReport { player: safe(&player), boards, files, faults };
    // The cards are written even if the answer cannot be printed.
    let told = output::answer(global, || report.document(), || report.text());
    if let Some(path) = &args.anki {
        files::replace(path, anki::cards(&report).as_bytes())?;
    }
    told?;
    Ok(stop::cause().map_or(if faults == 0 { Exit::Done } else { Exit::Input }, stop::StopCause::exit))
}

/// Finds the mistakes of the player in games on one board, and shows the progress.
fn drilled(
    board: Board,
    games: Vec<Found>,
    player: &str,
    held: &[Arc<OracleDatabase>],
    args: &DrillArgs,
    global: &Global,
    threads: usize,
) -> Result<BoardDrill, Fault> {
    let fits = |held: &&Arc<OracleDatabase>| board.has_tables_of(held.opened.board);
    let mut held: Vec<Arc<OracleDatabase>> = held.iter().filter(fits).cloned().collect();
    let is_chosen = !held.is_empty() || args.nodes.is_some() || args.time.is_some();
    if let Some(small) = tables::small(board).filter(|_| !is_chosen) {
        held.extend(tables::make(small, global)?);
    }
    let oracle = Oracle::new(board, &held)?;
    let (places, records): (Vec<_>, Vec<_>) =
        games.into_iter().map(|(file, record)| ((file, record.line), record)).unzip();
    let limits = SearchLimits {
        nodes: args.nodes,
        time: args.seconds(),
        memory_bytes: memory::work(global) / threads as u64,
    };
    let is_player = |game: usize, side: usize| records[game].names[side].as_deref() == Some(player);
    let moves: usize = records.iter().map(|record| record.moves.len().div_ceil(2)).sum();
    let (display, done) = (Display::new(global), AtomicU64::new(0));
    let heard = || {
        let done = done.fetch_add(1, Relaxed) + 1;
        display.show(done, (moves as u64).max(done), "moves", &|| board.game_title());
    };
    let found = Drill::collect(&oracle, &records, is_player, limits, stop::flag(), &heard);
    display.finish();
    let found = found.map_err(crate::audit::unanswered)?;
    Ok(BoardDrill { game: oracle.game().clone(), found, games: places })
}
