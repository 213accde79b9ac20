//! Databases of boards so small that they are made when they are first needed.

use super::Held;
use nexsolve_boards::{Arena, Board, Kind, NameError, Opened, Rhombus};
use nexsolve_core::Tabled;
use nexsolve_db::{Form, Metric};
use nexsolve_games::awari::Seeds;
use nexsolve_games::draughts::Draughts;
use nexsolve_games::hex::Hex;
use nexsolve_games::nex::Nex;
use nexsolve_tablegen::{GenerateError, Kernel, Settings, generate};
use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError, RwLock, RwLockReadGuard};
use tempfile::TempDir;

/// Cells of the largest rhombus that a database is made of.
const CELLS: u32 = 12;

/// Seeds of the Awari database, and pieces of that of draughts.
const SEEDS: u32 = 10;
const PIECES: u32 = 3;

/// With so many seeds or pieces more, what is played now leads there soon.
const MORE_SEEDS: u32 = 8;
const MORE_PIECES: u32 = 3;

/// Small databases, made one at a time and each once, in a folder that goes with them.
pub(crate) struct Small {
    /// By their names; `None` if one could not be made. Nobody holds it for longer than a look takes.
    made: RwLock<BTreeMap<String, Option<Arc<Held>>>>,
    /// Their folder, held by whoever makes one.
    making: Mutex<Option<TempDir>>,
    memory_bytes: u64,
    /// Set when the server ends.
    stop: AtomicBool,
}

/// Why a small database was not made.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SmallError {
    /// The system gives no folder.
    #[error(transparent)]
    Folder(#[from] io::Error),
    /// It cannot be made.
    #[error(transparent)]
    Generate(#[from] GenerateError),
    /// There is no such board.
    #[error(transparent)]
    Board(#[from] NameError),
}

impl Small {
    /// Memory that is enough for each of them.
    pub(crate) const ENOUGH: u64 = 40 << 20;

    /// Databases that are made within this memory.
    pub(crate) fn new(memory_bytes: u64) -> Self {
        let (made, making) = (RwLock::default(), Mutex::default());
        Self { made, making, memory_bytes, stop: AtomicBool::new(false) }
    }

    /// The board whose database a game needs, where it stands at a position of this size ([`crate::games::Viewed::extent`]).
    pub(crate) fn board(arena: Arena, size: u32) -> Option<Board> {
        match arena {
            Arena::Rhombus(rhombus) => {
                let Rhombus { rows, cols, .. } = rhombus;
                (rows * cols <= CELLS).then_some(Board::Rhombus(rhombus))
            }
            Arena::Awari => (size <= SEEDS + MORE_SEEDS).then_some(Board::Awari { seeds: SEEDS }),
            Arena::Draughts(rules) => {
                (size <= PIECES + MORE_PIECES).then_some(Board::Draughts { rules, pieces: PIECES })
            }
        }
    }

    /// Ends what is being made.
    pub(crate) fn close(&self) {
        self.stop.store(true, Relaxed);
    }

    fn made(&self) -> RwLockReadGuard<'_, BTreeMap<String, Option<Arc<Held>>>> {
        self.made.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Those that have been made.
    pub(crate) fn all(&self) -> Vec<Arc<Held>> {
        self.made().values().flatten().cloned().collect()
    }

    /// Whether it has been tried to make the database of this board.
    pub(crate) fn is_made(&self, board: Board) -> bool {
        self.made().contains_key(&board.to_string())
    }

    /// Makes the database of this board, in the rayon pool that it is called in, unless it is there; others who want one made wait
    /// meanwhile. One that cannot be made is not tried again: what it would have told is searched for.
    pub(crate) fn make(&self, board: Board) -> Result<(), SmallError> {
        let mut folder = self.making.lock().unwrap_or_else(PoisonError::into_inner);
        if self.is_made(board) {
            return Ok(());
        }
        let (held, result) = match self.make_in(&mut folder, board) {
            Ok(held) => (Some(Arc::new(held)), Ok(())),
            Err(error) => (None, Err(error)),
        };
        let mut made = self.made.write().unwrap_or_else(PoisonError::into_inner);
        made.insert(board.to_string(), held);
        result
    }

    fn make_in(&self, folder: &mut Option<TempDir>, board: Board) -> Result<Held, SmallError> {
        let root = match folder {
            Some(folder) => folder,
            None => folder.insert(tempfile::Builder::new().prefix("nexsolve-").tempdir()?),
        };
        let folder = root.path().join(board.to_string().replace(':', "-"));
        let no_board = |error: &dyn std::fmt::Display| NameError::new(error.to_string());
        match board {
            Board::Rhombus(Rhombus { kind: Kind::Nex, rows, cols }) => {
                let game = Nex::<u64>::new(rows, cols).map_err(|error| no_board(&error))?;
                self.tables(&game, board, &folder)
            }
            Board::Rhombus(Rhombus { kind: Kind::Hex(variant), rows, cols }) => {
                let game = Hex::<u64>::new(rows, cols, variant).map_err(|error| no_board(&error))?;
                self.tables(&game, board, &folder)
            }
            Board::Awari { seeds } => {
                self.tables(&Seeds::new(seeds).map_err(|error| no_board(&error))?, board, &folder)
            }
            Board::Draughts { rules, pieces } => {
                self.tables(&Draughts::endings(rules.rules(), pieces), board, &folder)
            }
        }
    }

    fn tables<G: Tabled>(&self, game: &G, board: Board, folder: &Path) -> Result<Held, SmallError> {
        let settings = Settings {
            metric: if G::POINTS { Metric::Score } else { Metric::Dtw },
            reach: nexsolve_tablegen::Reach::Left,
            form: Form::Compressed,
            memory_bytes: self.memory_bytes,
            kernel: Kernel::Fast,
            program: concat!("nexsolve ", env!("CARGO_PKG_VERSION")).to_owned(),
            command: "nexsolve serve".to_owned(),
            game: board.game_word().to_owned(),
            board: board.to_string(),
        };
        let database = generate(game, folder, &settings, &self.stop, &())?.database;
        Ok(Held::small(Opened { database: Arc::new(database), board })?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;
    use std::thread;
    use std::time::Duration;

    fn board(name: &str) -> Board {
        Small::board(Arena::named(name).expect(name), 0).expect("small")
    }

    #[test]
    fn what_is_there_is_told_while_another_is_made() {
        let small = Arc::new(Small::new(Small::ENOUGH));
        small.make(board("nex:2x2")).expect("made");
        // As held by whoever makes one.
        let making = small.making.lock().expect("free");
        let (told, heard) = mpsc::channel();
        let asking = Arc::clone(&small);
        thread::spawn(move || told.send((asking.all().len(), asking.is_made(board("nex:2x3")))));
        assert_eq!(heard.recv_timeout(Duration::from_mins(1)), Ok((1, false)));
        drop(making);
        small.make(board("nex:2x3")).expect("made");
        assert_eq!(small.all().len(), 2);
    }

    #[test]
    fn that_memory_is_enough_for_every_kind() {
        let small = Small::new(Small::ENOUGH);
        for name in
            ["nex:3x4", "nex:2x6", "hex:3x4", "hex:swap:4x3", "awari", "draughts", "draughts:brazilian"]
        {
            small.make(board(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
        }
    }
}
