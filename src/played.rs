//! What the arguments name that is played over the board, and what is known of it.

use crate::args::{BoardArgs, Global};
use crate::board::size_of;
use crate::fault::Fault;
use crate::{database, files};
use nexsolve_games::{Board, GameSpec, played_examples};
use nexsolve_oracle::{Held, Oracle};
use std::path::Path;
use std::sync::Arc;

/// What is played.
pub(crate) fn board(args: &BoardArgs) -> Result<Board, Fault> {
    let size = size_of(args.size, args.rows, args.cols)?;
    if args.board.is_some() && (args.game.is_some() || size.is_some()) {
        let others = "--game, --size, --rows and --cols are another way to say the same";
        return Err(Fault::usage(format!("the board is given twice; {others}")).hint(played_examples()));
    }
    match args.board.as_ref().or(args.game.as_ref()) {
        Some(text) => Ok(Board::played(text, size)?),
        None if size.is_some() => Ok(Board::played(GameSpec::default().card().word, size)?),
        None => Err(Fault::usage("no board is given").hint(played_examples())),
    }
}

/// The oracle of what is played, with the database in `folder`.
pub(crate) fn oracle(board: Board, folder: Option<&Path>, global: &Global) -> Result<Oracle, Fault> {
    let Some(folder) = folder else { return Ok(Oracle::new(board, &[])?) };
    let opened = database::open(folder, global)?;
    if !board.has_tables_of(opened.board) {
        let folder = files::name(folder);
        let message = format!("{folder} is a database of {}, not of {board}", opened.board);
        return Err(Fault::usage(message).hint("nexsolve generate makes one of this board"));
    }
    Ok(Oracle::new(board, &[Arc::new(Held::in_folder(opened, folder)?)])?)
}
