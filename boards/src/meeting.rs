//! From what is played to its game, and to what a database knows of it.

use crate::{Arena, Board, Kind, NameError, Opened, Rhombus, WithStores};
use nexsolve_core::{Game, ProbeError, Prober, Ranked};
use nexsolve_db::DbProber;
use nexsolve_games::awari::{Awari, Seeds};
use nexsolve_games::draughts::Draughts;
use nexsolve_games::hex::Hex;
use nexsolve_games::nex::Nex;
use nexsolve_games::rhombus::{BoardError, CellSet, Wide};
use nexsolve_players::Playable;
use std::sync::Arc;

/// What a database knows of a game over the board.
pub trait Tables<G: Game>: Prober<G> {
    /// The points that the side to move wins less those that it loses from each position on, in a game of points (Awari);
    /// `None` of a position that no table knows, and in all other games. The default is another game.
    ///
    /// # Errors
    /// If a table is damaged.
    fn points(&self, positions: &[G::Position]) -> Result<Vec<Option<i16>>, ProbeError> {
        Ok(vec![None; positions.len()])
    }
}

impl<G: Ranked> Tables<G> for DbProber<G> {}

/// What is done with the game that is played, whichever it is.
pub trait Meeting {
    /// What comes of it.
    type Done;

    /// Does it; `tables` is what a database knows, where there is one.
    fn on<G: Playable>(self, game: &G, tables: Option<&dyn Tables<G>>) -> Self::Done;
}

/// Does the work with the game of an arena, and with what the database knows of it.
///
/// # Errors
/// If there is no such board, or the database is of another.
///
/// # Panics
/// Never: a database that has tables of the arena has those of its game.
pub fn with<M: Meeting>(arena: Arena, opened: Option<&Opened>, meeting: M) -> Result<M::Done, NameError> {
    if let Some(opened) = opened
        && !arena.has_tables_of(opened.board)
    {
        return Err(NameError::new(format!("this is a database of {}, not of {arena}", opened.board)));
    }
    let no_board = |error: BoardError| NameError::new(error.to_string());
    let tables = opened.map(|opened| (opened.board, Arc::clone(&opened.database)));
    Ok(match arena {
        Arena::Rhombus(Rhombus { kind, rows, cols }) if rows.saturating_mul(cols) <= u64::CAPACITY => {
            match kind {
                Kind::Nex => {
                    let game = Arc::new(Nex::<u64>::new(rows, cols).map_err(no_board)?);
                    let prober = tables.map(|(_, database)| DbProber::new(Arc::clone(&game), database));
                    meeting.on(&*game, prober.as_ref().map(|prober| prober as &dyn Tables<_>))
                }
                Kind::Hex(variant) => {
                    let game = Arc::new(Hex::<u64>::new(rows, cols, variant).map_err(no_board)?);
                    let prober = tables.map(|(_, database)| DbProber::new(Arc::clone(&game), database));
                    meeting.on(&*game, prober.as_ref().map(|prober| prober as &dyn Tables<_>))
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
            let Some((board, database)) = tables else { return Ok(meeting.on(&Awari, None)) };
            let Board::Awari { seeds } = board else { unreachable!("looked at above") };
            let seeds = Seeds::new(seeds).map_err(|error| NameError::new(error.to_string()))?;
            let prober = WithStores::new(DbProber::new(Arc::new(seeds), database));
            meeting.on(&Awari, Some(&prober))
        }
        Arena::Draughts(variant) => {
            let Some((board, database)) = tables else {
                return Ok(meeting.on(&Draughts::new(variant.rules()), None));
            };
            let Board::Draughts { pieces, .. } = board else { unreachable!("looked at above") };
            let game = Arc::new(Draughts::endings(variant.rules(), pieces));
            let prober = DbProber::new(Arc::clone(&game), database);
            meeting.on(&*game, Some(&prober))
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the start is called, and whether there are tables.
    struct Start;

    impl Meeting for Start {
        type Done = (String, bool);

        fn on<G: Playable>(self, game: &G, tables: Option<&dyn Tables<G>>) -> Self::Done {
            (game.format_position(&game.start()), tables.is_some())
        }
    }

    #[test]
    fn every_arena_has_its_game() {
        for (name, start) in [
            ("nex:2x3", ".../..."),
            ("hex:swap:2x2", "../.."),
            ("awari", "4 4 4 4 4 4 | 4 4 4 4 4 4 | 0 0"),
            ("draughts", "W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3:Bb6,d6,f6,h6,a7,c7,e7,g7,b8,d8,f8,h8"),
        ] {
            let arena = Arena::parse(name, None).expect(name);
            assert_eq!(with(arena, None, Start).expect(name), (start.to_owned(), false));
        }
        for name in ["nex:19x19", "hex:course:13x13"] {
            let arena = Arena::parse(name, None).expect(name);
            let (start, _) = with(arena, None, Start).expect(name);
            assert!(start.chars().all(|c| c == '.' || c == '/'), "{start}");
        }
        let wrong = Arena::parse("nex:0x4", None).expect("a name");
        assert!(with(wrong, None, Start).is_err());
    }
}
