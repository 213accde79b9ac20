//! The databases that judge or prove the positions of a board: those given with `--db`, or a small one made
//! on the spot.

use crate::database;
use nexsolve_console::{Fault, Global, files};
use nexsolve_games::{Board, Extent};
use nexsolve_oracle::{Held, Small};
use std::path::PathBuf;
use std::sync::Arc;

/// Opens the databases in these folders, which must be of `board`.
pub(crate) fn open(board: Board, folders: &[PathBuf], global: &Global) -> Result<Vec<Arc<Held>>, Fault> {
    let open = |folder: &PathBuf| {
        let opened = database::open_among(folders.len() as u64, folder, global)?;
        if !board.has_tables_of(opened.board) {
            let message =
                format!("{} is a database of {}, not of {board}", files::name(folder), opened.board);
            return Err(Fault::usage(message).hint("nexsolve generate makes a database of this board"));
        }
        Ok(Arc::new(Held::in_folder(opened, folder)))
    };
    folders.iter().map(open).collect()
}

/// Returns the board whose table is made on the spot for positions of `board`; `None` if that takes long.
pub(crate) fn small(board: Board) -> Option<Board> {
    let count = if let Extent::Count(most) = board.extent { most } else { u32::MAX };
    Small::board_with(board, if board.sides().is_some() { 0 } else { count })
}
