//! Databases of boards so small that they are made when they are first needed.

use crate::opened::{Held, Opened};
use dashmap::DashMap;
use nexsolve_db::{Form, Metric};
use nexsolve_games::{Board, Extent, Measure, NameError};
use nexsolve_tablegen::{AnyTables, GenerateError, Keep, Kernel, Reach, Settings};
use std::io;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use tempfile::TempDir;

/// Small databases, made one at a time and each once, in a folder that goes with them.
#[derive(Debug)]
pub struct Small {
    /// By board; `None` if one could not be made.
    made: DashMap<Board, Option<Arc<Held>>>,
    /// Their folder, held by whoever makes one.
    making: Mutex<Option<TempDir>>,
    memory_bytes: u64,
    /// Set when nobody wants them any more.
    stop: AtomicBool,
}

/// Why a small database was not made.
#[derive(Debug, thiserror::Error)]
pub enum SmallError {
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
    /// Memory that is enough for each of them but those of boards with more than twelve cells.
    pub const ENOUGH: u64 = 40 << 20;

    /// Memory that is enough for each of them, made by two threads.
    pub const ENOUGH_FOR_ALL: u64 = 64 << 20;

    /// Databases that are made within this memory.
    pub fn new(memory_bytes: u64) -> Self {
        let (made, making) = (DashMap::new(), Mutex::default());
        Self { made, making, memory_bytes, stop: AtomicBool::new(false) }
    }

    /// The board whose database a game needs, where it stands at a position of this size ([`Played::count`](nexsolve_games::Played::count)).
    pub fn board(board: Board, count: u32) -> Option<Board> {
        match (board.card().measure, board.cells()) {
            (Measure::Sides { quick, .. }, Some(cells)) => (cells <= quick).then_some(board),
            (Measure::Count { quick, ahead, .. }, _) => {
                (count <= quick + ahead).then_some(board.spec.on(Extent::Count(quick)))
            }
            _ => None,
        }
    }

    /// Ends what is being made.
    pub fn close(&self) {
        self.stop.store(true, Relaxed);
    }

    /// Those that have been made, by the names of their boards.
    pub fn all(&self) -> Vec<Arc<Held>> {
        let mut all: Vec<Arc<Held>> = self.made.iter().filter_map(|made| made.value().clone()).collect();
        all.sort_by(|a, b| a.name.cmp(&b.name));
        all
    }

    /// Whether it has been tried to make the database of this board.
    pub fn is_made(&self, board: Board) -> bool {
        self.made.contains_key(&board)
    }

    /// Makes the database of this board, in the rayon pool that it is called in, unless it is there; others who want one made wait
    /// meanwhile. One that cannot be made is not tried again: what it would have told is searched for.
    ///
    /// # Errors
    /// If it cannot be made.
    pub fn make(&self, board: Board) -> Result<(), SmallError> {
        let mut folder = self.making.lock().unwrap_or_else(PoisonError::into_inner);
        if self.is_made(board) {
            return Ok(());
        }
        let made = self.make_in(&mut folder, board);
        let (held, result) = match made {
            Ok(held) => (Some(Arc::new(held)), Ok(())),
            Err(error) => (None, Err(error)),
        };
        self.made.insert(board, held);
        result
    }

    fn make_in(&self, folder: &mut Option<TempDir>, board: Board) -> Result<Held, SmallError> {
        let root = match folder {
            Some(folder) => folder,
            None => folder.insert(tempfile::Builder::new().prefix("nexsolve-").tempdir()?),
        };
        let folder = root.path().join(board.slug());
        let missing = || NameError::new(format!("there are no tables of {board}"));
        let tables = <dyn AnyTables>::of(board)?.ok_or_else(missing)?;
        let all = tables.metrics();
        let settings = Settings {
            metric: if all.contains(&Metric::Dtw) { Metric::Dtw } else { all[0] },
            reach: Reach::Left,
            form: Form::Compressed,
            memory_bytes: self.memory_bytes,
            kernel: Kernel::Fast,
            keep: Keep::Briefly,
            program: concat!("nexsolve ", env!("CARGO_PKG_VERSION")).to_owned(),
            command: "nexsolve serve".to_owned(),
            game: board.game_word().to_owned(),
            board: board.to_string(),
        };
        let database = tables.generate(&folder, &settings, &self.stop, &())?.database;
        let opened = Opened { database: Arc::new(database), board };
        Ok(Held::named(opened, board.to_string()))
    }
}
