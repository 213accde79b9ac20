//! The games of a match, written down.

use crate::exit::Exit;
use crate::fault::Fault;
use crate::files;
use nexsolve_games::Board;
use nexsolve_games::records::{GameRecord, Unwritable, Verdict};
use nexsolve_players::matches::Opening;
use std::fs;
use std::path::{Path, PathBuf};

/// Where the records go.
pub(super) enum Target {
    /// All games into one file.
    File(PathBuf),
    /// Each game into a file of its own in this folder.
    Folder(PathBuf),
}

impl Target {
    /// What the user has named: a folder, if there is one or the name ends as that of one, or a file. That it can be written to is
    /// seen to before the games are played.
    pub(super) fn of(board: Board, path: &Path, openings: &[Opening]) -> Result<Self, Fault> {
        let empty = |opening: &Opening| GameRecord {
            board,
            names: [None, None],
            start: opening.position,
            prelude: opening.moves.clone(),
            moves: Vec::new(),
            verdict: Verdict::BROKEN_OFF,
            number: None,
            line: 1,
        };
        let records: Vec<GameRecord> = openings.iter().map(empty).collect();
        board.card().records.write(&records).map_err(|error| unwritable(&error))?;
        if path.is_dir() || path.to_string_lossy().ends_with(std::path::MAIN_SEPARATOR) {
            files::check_no_file(path)?;
            return Ok(Self::Folder(path.to_owned()));
        }
        files::check_folder(path)?;
        Ok(Self::File(path.to_owned()))
    }

    /// Writes the games, which are counted in each file.
    pub(super) fn write(&self, board: Board, records: &[GameRecord]) -> Result<(), Fault> {
        let form = board.card().records;
        let text = |records: &[GameRecord]| {
            let numbered: Vec<GameRecord> = (1..)
                .zip(records)
                .map(|(number, record)| GameRecord { number: Some(number), ..record.clone() })
                .collect();
            form.write(&numbered).map_err(|error| unwritable(&error))
        };
        let path = match self {
            Self::File(path) => {
                files::replace(path, text(records)?.as_bytes())?;
                path
            }
            Self::Folder(folder) => {
                fs::create_dir_all(folder).map_err(|error| files::unwritable(folder, &error))?;
                let digits = records.len().to_string().len();
                for (number, record) in (1..).zip(records) {
                    let name = format!("game-{number:0digits$}.{}", form.extension());
                    files::replace(&folder.join(name), text(std::slice::from_ref(record))?.as_bytes())?;
                }
                folder
            }
        };
        crate::records::written(records.len(), path);
        Ok(())
    }
}

fn unwritable(error: &Unwritable) -> Fault {
    Fault::new(Exit::Usage, error.to_string()).hint("give the opening as moves from the start, joined by `;`")
}
