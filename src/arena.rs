//! What is played over the board, and on which: `nex:13x13`, `hex:swap:11x11`, `awari`, `draughts:brazilian`.

use crate::args::{BoardArgs, Global};
use crate::board::{Board, Kind, Played, Rhombus, read_game, read_sides, rules_title, size_of, wrong};
use crate::database::awari::WithStores;
use crate::fault::Fault;
use crate::{database, files};
use nexsolve_core::Prober;
use nexsolve_db::DbProber;
use nexsolve_games::awari::{Awari, Seeds};
use nexsolve_games::draughts::{Draughts, Variant};
use nexsolve_games::hex::Hex;
use nexsolve_games::nex::Nex;
use nexsolve_games::rhombus::{BoardError, CellSet, Wide};
use nexsolve_players::Playable;
use std::fmt;
use std::path::Path;

/// A game on a board that can be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Arena {
    /// A game on a rhombus, of up to 19 rows and columns.
    Rhombus(Rhombus),
    /// Awari, from four seeds in each pit.
    Awari,
    /// Draughts, from the start.
    Draughts(Variant),
}

/// What a command does with the game that is played, whichever it is.
pub(crate) trait Meeting {
    /// What comes of it.
    type Done;

    /// Does it; `tables` is what a database knows, where there is one.
    fn on<G: Playable>(self, game: &G, tables: Option<&dyn Prober<G>>) -> Result<Self::Done, Fault>;
}

impl Arena {
    /// The arena that the arguments name.
    pub(crate) fn of(args: &BoardArgs) -> Result<Self, Fault> {
        let size = size_of(args.size, args.rows, args.cols)?;
        let Some(text) = args.board.as_ref().or(args.game.as_ref()) else {
            let (rows, cols) = size.ok_or_else(|| Fault::usage("no board is given").hint(EXAMPLES))?;
            return Ok(Self::Rhombus(Rhombus { kind: Kind::Nex, rows, cols }));
        };
        if args.board.is_some() && (args.game.is_some() || size.is_some()) {
            let others = "--game, --size, --rows and --cols are another way to say the same";
            return Err(Fault::usage(format!("the board is given twice; {others}")).hint(EXAMPLES));
        }
        Self::parse(text, size)
    }

    /// The arena with this name.
    pub(crate) fn named(text: &str) -> Result<Self, Fault> {
        Self::parse(text, None)
    }

    /// The arena with this name; `size` are its rows and columns where the name does not tell them.
    fn parse(text: &str, size: Option<(u32, u32)>) -> Result<Self, Fault> {
        let mut parts: Vec<&str> = text.split(':').collect();
        let last = parts.last().copied().unwrap_or_default();
        let at = text.len() - last.len();
        let sized = parts.len() > 1 && last.starts_with(|c: char| c.is_ascii_digit());
        if sized {
            parts.pop();
        }
        let end = if sized { at - 1 } else { text.len() };
        let played = read_game(text, &parts, 0..end)?;
        let Played::Rhombus(kind) = played else {
            if sized || size.is_some() {
                let message = "the whole game is played, which has no size; databases have";
                return Err(wrong(text, at..text.len(), message).hint(EXAMPLES));
            }
            return Ok(match played {
                Played::Draughts(variant) => Self::Draughts(variant),
                _ => Self::Awari,
            });
        };
        let (rows, cols) = match size {
            _ if sized => read_sides(text, at)?,
            Some(size) => size,
            None => return Err(wrong(text, end..end, "the size is missing").hint(EXAMPLES)),
        };
        Ok(Self::Rhombus(Rhombus { kind, rows, cols }))
    }

    /// The arena for people: `3×3 Nex`.
    pub(crate) fn title(self) -> String {
        match self {
            Self::Rhombus(rhombus) => rhombus.title(),
            Self::Awari => "Awari".to_owned(),
            Self::Draughts(variant) => format!("{} draughts", rules_title(variant)),
        }
    }

    /// The game whose positions a database of this board knows.
    pub(crate) fn of_tables(board: Board) -> Self {
        match board {
            Board::Rhombus(rhombus) => Self::Rhombus(rhombus),
            Board::Awari { .. } => Self::Awari,
            Board::Draughts { rules, .. } => Self::Draughts(rules),
        }
    }

    /// What tables leave out that holds over the board, if anything.
    pub(crate) fn left_out(self) -> Option<&'static str> {
        match self {
            Self::Rhombus(_) => None,
            Self::Awari => Some(
                "The tables know no repetition: over the board a position that occurs for the third time ends the game, and the rest \
                 is split.",
            ),
            Self::Draughts(_) => Some(
                "The tables leave out the draws that are counted over the board (repetition, moves by kings only, and others): a \
                 win may have been a draw by the count.",
            ),
        }
    }

    /// Whether a database of this board knows positions of the game.
    fn has_tables_of(self, board: Board) -> bool {
        match (self, board) {
            (Self::Rhombus(mine), Board::Rhombus(theirs)) => mine == theirs,
            (Self::Awari, Board::Awari { .. }) => true,
            (Self::Draughts(mine), Board::Draughts { rules, .. }) => mine == rules,
            _ => false,
        }
    }
}

const EXAMPLES: &str =
    "what is played is written as nex:3x3, hex:11x11, hex:swap:5x5, awari, draughts or draughts:brazilian";

impl fmt::Display for Arena {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rhombus(rhombus) => rhombus.fmt(f),
            Self::Awari => f.write_str("awari"),
            Self::Draughts(variant) => write!(f, "draughts:{variant}"),
        }
    }
}

/// Does the work with the game of an arena, and with what the database in `folder` knows of it.
pub(crate) fn with<M: Meeting>(
    arena: Arena,
    folder: Option<&Path>,
    global: &Global,
    meeting: M,
) -> Result<M::Done, Fault> {
    let opened = folder.map(|folder| database::open(folder, global)).transpose()?;
    if let (Some(folder), Some(opened)) = (folder, &opened)
        && !arena.has_tables_of(opened.board)
    {
        let folder = files::name(folder);
        let message = format!("{folder} is a database of {}, not of {arena}", opened.board);
        return Err(Fault::usage(message).hint("nexsolve generate makes one of this board"));
    }
    let no_board = |error: BoardError| Fault::usage(error.to_string());
    match arena {
        Arena::Rhombus(Rhombus { kind, rows, cols }) if rows.saturating_mul(cols) <= u64::CAPACITY => {
            match kind {
                Kind::Nex => {
                    let game = Nex::<u64>::new(rows, cols).map_err(no_board)?;
                    let prober = opened.map(|opened| DbProber::new(&game, opened.database));
                    meeting.on(&game, prober.as_ref().map(|prober| prober as &dyn Prober<_>))
                }
                Kind::Hex(variant) => {
                    let game = Hex::<u64>::new(rows, cols, variant).map_err(no_board)?;
                    let prober = opened.map(|opened| DbProber::new(&game, opened.database));
                    meeting.on(&game, prober.as_ref().map(|prober| prober as &dyn Prober<_>))
                }
            }
        }
        Arena::Rhombus(Rhombus { kind: Kind::Nex, rows, cols }) => {
            meeting.on(&Nex::<Wide>::new(rows, cols).map_err(no_board)?, None)
        }
        Arena::Rhombus(Rhombus { kind: Kind::Hex(variant), rows, cols }) => {
            meeting.on(&Hex::<Wide>::new(rows, cols, variant).map_err(no_board)?, None)
        }
        Arena::Awari => {
            let Some(opened) = opened else { return meeting.on(&Awari, None) };
            let Board::Awari { seeds } = opened.board else { unreachable!("looked at above") };
            let seeds = Seeds::new(seeds).map_err(|error| Fault::usage(error.to_string()))?;
            let prober = WithStores::new(DbProber::new(&seeds, opened.database));
            meeting.on(&Awari, Some(&prober))
        }
        Arena::Draughts(variant) => {
            let Some(opened) = opened else { return meeting.on(&Draughts::new(variant.rules()), None) };
            let Board::Draughts { pieces, .. } = opened.board else { unreachable!("looked at above") };
            let game = Draughts::endings(variant.rules(), pieces);
            let prober = DbProber::new(&game, opened.database);
            meeting.on(&game, Some(&prober))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exit::Exit;

    #[test]
    fn arenas_are_read_as_they_are_written() {
        let written =
            ["nex:3x3", "nex:13x13", "hex:11x11", "hex:course+swap:6x6", "awari", "draughts:russian"];
        for text in written {
            assert_eq!(Arena::parse(text, None).expect(text).to_string(), text);
        }
        let sized = |text: &str| Arena::parse(text, Some((3, 4))).expect(text).to_string();
        assert_eq!((sized("nex"), sized("hex:swap")), ("nex:3x4".into(), "hex:swap:3x4".into()));
        assert_eq!(Arena::parse("draughts", None).expect("draughts").title(), "Russian draughts");
        for wrong in ["nex", "go", "awari:12", "draughts:russian:4", "nex:3x", "hex:swap", "", ":"] {
            assert_eq!(Arena::parse(wrong, None).expect_err(wrong).exit, Exit::Usage, "{wrong}");
        }
        assert!(Arena::parse("awari", Some((3, 3))).is_err());
    }
}
