//! Writes the games of a match.

use nexsolve_console::{Exit, Fault, files};
use nexsolve_games::records::{GameRecord, Verdict};
use nexsolve_games::{AnyGame, Board};
use nexsolve_players::Course;
use nexsolve_players::matches::Opening;
use std::collections::HashSet;
use std::fs;
use std::path::Path;

/// Returns whether `path` means a folder, with a file for each game: the folder exists, or the path ends with
/// a separator.
fn is_folder(path: &Path) -> bool {
    path.is_dir() || path.to_string_lossy().ends_with(std::path::MAIN_SEPARATOR)
}

/// Checks, before the match, that its games can be written to `path`. Refuses a folder in which games of an
/// earlier match would stay beside the `games` new ones.
pub(super) fn check(game: &AnyGame, path: &Path, openings: &[Opening], games: usize) -> Result<(), Fault> {
    let empty = |opening: &Opening| {
        let course = Course::from(game, opening.position);
        let prelude = opening.moves.clone();
        GameRecord { prelude, ..GameRecord::played(&course, 0, Verdict::BROKEN_OFF) }
    };
    let records: Vec<GameRecord> = openings.iter().map(empty).collect();
    text(game.board(), path, &records)?;
    if !is_folder(path) {
        return files::check_folder(path);
    }
    files::check_no_file(path)?;
    let new: HashSet<String> = (1..=games).map(|number| name_of(game.board(), number, games)).collect();
    for entry in fs::read_dir(path).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if name.starts_with(PREFIX) && !new.contains(&*name) {
            let message = format!(
                "{} has {}, a game of another match",
                files::name(path),
                files::name(Path::new(&*name))
            );
            return Err(Fault::usage(message).hint("give a new folder, or remove those games"));
        }
    }
    Ok(())
}

/// The beginning of the name of a game's file in a folder.
const PREFIX: &str = "game-";

/// Returns the name of a game's file in a folder, for the game with this number of `games`.
fn name_of(board: Board, number: usize, games: usize) -> String {
    let digits = games.to_string().len();
    format!("{PREFIX}{number:0digits$}.{}", nexsolve_games::records::of(board.card()).extension())
}

/// Writes the games, numbered in each file, of a match that was to have `games`.
pub(super) fn write(board: Board, path: &Path, records: &[GameRecord], games: usize) -> Result<(), Fault> {
    if is_folder(path) {
        fs::create_dir_all(path).map_err(|error| files::unwritable(path, &error))?;
        for (number, record) in (1..).zip(records) {
            let text = text(board, path, std::slice::from_ref(record))?;
            files::replace(&path.join(name_of(board, number, games)), text.as_bytes())?;
        }
    } else {
        files::replace(path, text(board, path, records)?.as_bytes())?;
    }
    crate::records::written(records.len(), path);
    Ok(())
}

/// Returns the text of the games, numbered.
fn text(board: Board, path: &Path, records: &[GameRecord]) -> Result<String, Fault> {
    let numbered: Vec<GameRecord> = (1..)
        .zip(records)
        .map(|(number, record)| GameRecord { number: Some(number), ..record.clone() })
        .collect();
    let form = nexsolve_games::records::of(board.card());
    let text = if is_folder(path) { form.write(&numbered) } else { form.write_for(path, &numbered) };
    text.map_err(|error| {
        Fault::new(Exit::Usage, error.to_string())
            .hint("give the opening as moves from the start, joined by `;`")
    })
}
