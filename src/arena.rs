//! The game that the arguments name, as it is played over the board.

use crate::args::{BoardArgs, Global};
use crate::board::size_of;
use crate::fault::Fault;
use crate::{database, files};
use nexsolve_boards::{Arena, Kind, Meeting, Rhombus};
use std::path::Path;

/// The arena that the arguments name.
pub(crate) fn of(args: &BoardArgs) -> Result<Arena, Fault> {
    let size = size_of(args.size, args.rows, args.cols)?;
    let Some(text) = args.board.as_ref().or(args.game.as_ref()) else {
        let (rows, cols) = size.ok_or_else(|| Fault::usage("no board is given").hint(Arena::EXAMPLES))?;
        return Ok(Arena::Rhombus(Rhombus { kind: Kind::Nex, rows, cols }));
    };
    if args.board.is_some() && (args.game.is_some() || size.is_some()) {
        let others = "--game, --size, --rows and --cols are another way to say the same";
        return Err(Fault::usage(format!("the board is given twice; {others}")).hint(Arena::EXAMPLES));
    }
    Ok(Arena::parse(text, size)?)
}

/// Does the work with the game of an arena, and with what the database in `folder` knows of it.
pub(crate) fn with<T, M: Meeting<Done = Result<T, Fault>>>(
    arena: Arena,
    folder: Option<&Path>,
    global: &Global,
    meeting: M,
) -> Result<T, Fault> {
    let opened = folder.map(|folder| database::open(folder, global)).transpose()?;
    if let (Some(folder), Some(opened)) = (folder, &opened)
        && !arena.has_tables_of(opened.board)
    {
        let folder = files::name(folder);
        let message = format!("{folder} is a database of {}, not of {arena}", opened.board);
        return Err(Fault::usage(message).hint("nexsolve generate makes one of this board"));
    }
    nexsolve_boards::with(arena, opened.as_ref(), meeting)?
}
