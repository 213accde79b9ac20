//! The state that all requests share: databases, limits, threads, memory.

use crate::limits::ServerLimits;
use crate::problem::{Problem, ProblemKind};
use crate::work::{Lane, Share};
use nexsolve_core::parallel::in_pool;
use nexsolve_db::Memory;
use nexsolve_games::{Board, NameError, played_examples};
use nexsolve_judging::puzzles::PuzzleFile;
use nexsolve_oracle::{Maker, Making, Opened, OpenedError, Oracle, OracleDatabase, Search, Small, layers};
use nexsolve_players::Networks;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// The settings of a server.
pub struct ViewerSettings {
    /// Folders of databases.
    pub folders: Vec<PathBuf>,
    /// Its bounds.
    pub limits: ServerLimits,
    /// Threads that compute.
    pub threads: usize,
    /// Memory to stay within.
    pub memory_bytes: u64,
    /// The size of the largest manifest of a database.
    pub manifest_bytes: u64,
    /// Generates small databases.
    pub maker: Maker,
    /// The networks of players.
    pub networks: Networks,
    /// Puzzles for the boards for which some are given.
    pub puzzles: Vec<PuzzleFile>,
    /// Receives messages for the person who started the server.
    pub note: Box<dyn Fn(&str) + Send + Sync>,
}

/// The state that all requests share.
pub(crate) struct App {
    pub(crate) limits: ServerLimits,
    /// The databases that were given, in the order of the command line.
    pub(crate) shelf: Vec<Arc<OracleDatabase>>,
    /// The networks of players.
    pub(crate) networks: Networks,
    /// The puzzles that were given.
    pub(crate) puzzles: Vec<PuzzleFile>,
    small: Small,
    /// The oracles in use, the last one first, each with the number of small databases at its creation.
    oracles: Mutex<Vec<(Oracle, usize)>>,
    /// Room for the documents of requests.
    #[cfg(feature = "server")]
    pub(crate) documents: tokio::sync::Semaphore,
    /// Work on all boards but those in `far`.
    near: Lanes,
    /// Work on each board whose values come from a database at an address. It waits for another server, which
    /// must not keep other boards waiting.
    far: Vec<(Board, Lanes)>,
    /// Memory of one search.
    search_bytes: u64,
    /// Memory of one player.
    pub(crate) player_bytes: u64,
    note: Box<dyn Fn(&str) + Send + Sync>,
}

/// The lanes of some boards.
pub(crate) struct Lanes {
    /// Work that takes next to no time.
    pub(crate) quick: Lane,
    /// Searches, players and other work that takes time.
    pub(crate) slow: Lane,
}

/// The numbers of quick and of slow requests that work on a board with a database at an address at once. They
/// compute little: they wait for its server.
const FAR: (usize, usize) = (4, 1);

/// The greatest number of oracles that are kept.
const ORACLES: usize = 16;

/// The least and the most rows and columns of a board that the page draws.
pub(crate) const SIDES: std::ops::RangeInclusive<u32> = 2..=13;

/// Memory for everything else: the program, connections, documents.
const BESIDE: u64 = 64 << 20;

/// With less memory than this, small databases that do not fit into their share are not generated.
const FEW: u64 = 128 << 20;

/// The least memory of a search or a player.
const LEAST: u64 = 1 << 20;

/// The least memory for the indices of a database.
const LEAST_INDICES: u64 = 4 << 20;

impl Lanes {
    /// Creates lanes with these numbers of quick and of slow pieces of work at once.
    fn new((quick, slow): (usize, usize), limits: &ServerLimits) -> Self {
        Self { quick: Lane::new(quick, limits), slow: Lane::new(slow, limits) }
    }
}

impl App {
    /// Opens the databases.
    pub(crate) fn new(settings: ViewerSettings) -> Result<Self, OpenedError> {
        let ViewerSettings { folders, limits, threads, memory_bytes, manifest_bytes, maker, .. } = settings;
        let threads = threads.max(1);
        // Of eight parts, two are for blocks of tables, one for their indices, two for searches, two for a
        // small database being generated, one for players.
        let part = memory_bytes.saturating_sub(BESIDE).max(memory_bytes / 4) / 8;
        let each = part / folders.len().max(1) as u64;
        let memory =
            Memory { blocks_bytes: 2 * each, indices_bytes: each.max(LEAST_INDICES), manifest_bytes };
        let shelf: Vec<Arc<OracleDatabase>> =
            folders.iter().map(|folder| open(folder, memory)).collect::<Result<_, _>>()?;
        let mut far: Vec<(Board, Lanes)> = Vec::new();
        for held in shelf.iter().filter(|held| held.opened.database.is_remote()) {
            let board = held.opened.board.over_the_board();
            if far.iter().all(|(other, _)| *other != board) {
                far.push((board, Lanes::new(FAR, &limits)));
            }
        }
        let searches = (threads + far.len() * FAR.1) as u64;
        Ok(Self {
            limits,
            shelf,
            networks: settings.networks,
            puzzles: settings.puzzles,
            small: Small::new(
                if memory_bytes < FEW { 2 * part } else { (2 * part).max(Small::ENOUGH) },
                maker,
            ),
            oracles: Mutex::default(),
            #[cfg(feature = "server")]
            documents: limits.rooms(),
            near: Lanes::new((threads.div_ceil(2), threads), &limits),
            far,
            search_bytes: (2 * part / searches).max(LEAST),
            player_bytes: (part / searches).max(LEAST),
            note: settings.note,
        })
    }

    /// The lanes for work that needs the tables of a board; without a board, for work that needs no tables.
    pub(crate) fn lanes(&self, board: Option<Board>) -> &Lanes {
        let board = board.map(nexsolve_games::Board::over_the_board);
        self.far.iter().find(|(far, _)| Some(*far) == board).map_or(&self.near, |(_, lanes)| lanes)
    }

    /// Stops the generation of small databases.
    #[cfg(feature = "server")]
    pub(crate) fn close(&self) {
        self.small.close();
    }

    /// The small databases that have been made.
    pub(crate) fn made(&self) -> Vec<Arc<OracleDatabase>> {
        self.small.all()
    }

    /// The small database that is being made.
    pub(crate) fn making(&self) -> Option<Making> {
        self.small.making()
    }

    /// The board whose small database would answer for a position of this size, if that database can be made
    /// and does not exist.
    pub(crate) fn missing(&self, board: Board, count: u32) -> Option<Board> {
        let board = Small::board(board, count)?;
        let needless = self.shelf.iter().any(|held| held.makes_needless(board)) || self.small.is_made(board);
        (!needless && is_soon_made(board)).then_some(board)
    }

    /// Makes it.
    ///
    /// # Errors
    /// If no threads can be started. A database that cannot be made is reported through `note`; the request
    /// continues.
    pub(crate) fn make(&self, board: Board, share: &Share) -> Result<(), Problem> {
        let made = in_pool(share.threads, || self.small.make(board)).map_err(Problem::no_threads)?;
        if let Err(error) = made {
            (self.note)(&format!("the database of {} could not be made: {error}", board.title()));
        }
        Ok(())
    }

    /// The oracle for the game on a board, with all databases of it.
    pub(crate) fn oracle(&self, board: Board) -> Result<Oracle, Problem> {
        let made = self.made();
        let mut oracles = self.oracles.lock().unwrap_or_else(PoisonError::into_inner);
        let is_here = |(oracle, count): &(Oracle, usize)| oracle.board() == board && *count == made.len();
        if let Some(at) = oracles.iter().position(is_here) {
            oracles[..=at].rotate_right(1);
        } else {
            let count = made.len();
            let held: Vec<Arc<OracleDatabase>> = self.shelf.iter().cloned().chain(made).collect();
            let oracle = Oracle::new(board, &held);
            let oracle = oracle.map_err(|error| Problem::new(ProblemKind::Board, error.to_string()))?;
            oracles.retain(|(older, _)| older.board() != board);
            oracles.insert(0, (oracle, count));
            oracles.truncate(ORACLES);
        }
        Ok(oracles[0].0.clone())
    }

    /// A search within the limits of a piece of work.
    pub(crate) fn search<'a>(&self, share: &'a Share) -> Search<'a> {
        Search {
            stop: &share.stop,
            threads: share.threads,
            memory_bytes: self.search_bytes,
            nodes: None,
            observer: share,
        }
    }

    /// The board with this name, if the page can draw it.
    pub(crate) fn board(&self, text: &str) -> Result<Board, Problem> {
        self.check_text(ProblemKind::Board, text)?;
        let board = nexsolve_games::played(text, None).map_err(|error| unnamed(text, &error))?;
        match not_shown(&board) {
            Some((rows, cols)) => {
                let (least, most) = (SIDES.start(), SIDES.end());
                let message =
                    format!("the page shows boards of {least} to {most} rows and columns, not {rows}x{cols}");
                Err(Problem::new(ProblemKind::Board, message).at(text, 0..text.len()))
            }
            None => Ok(board),
        }
    }

    /// Refuses a text that is too long.
    pub(crate) fn check_text(&self, kind: ProblemKind, text: &str) -> Result<(), Problem> {
        let most = self.limits.text_chars;
        if text.len() <= most || text.chars().count() <= most {
            return Ok(());
        }
        let what = serde_json::to_value(kind).expect("a word");
        let what = what.as_str().expect("a word").to_owned();
        Err(Problem::new(ProblemKind::Limit, format!("a {what} may have at most {most} characters")))
    }
}

/// The sides of a board that the page does not draw.
pub(crate) fn not_shown(board: &Board) -> Option<(u32, u32)> {
    board.sides().filter(|(rows, cols)| !(SIDES.contains(rows) && SIDES.contains(cols)))
}

/// With more entries, one thread takes too long to make a database: 4×4 Hex takes two seconds in a browser,
/// 4×4 Nex two minutes.
const MOST_ENTRIES_ALONE: u64 = 50_000_000;

/// Whether the small database of a board can be made while someone waits.
fn is_soon_made(board: Board) -> bool {
    let entries = || layers(board).map_or(u64::MAX, |layers| layers.iter().map(|layer| layer.len).sum());
    cfg!(feature = "server") || entries() <= MOST_ENTRIES_ALONE
}

/// Opens a database that was given. A server looks at the files of all tables first; a page without a server,
/// to which each look is a request, when it needs them.
fn open(folder: &Path, memory: Memory) -> Result<Arc<OracleDatabase>, OpenedError> {
    let open = if cfg!(feature = "server") { Opened::open } else { Opened::open_unchecked };
    Ok(Arc::new(OracleDatabase::in_folder(open(folder, memory)?, folder)))
}

/// A name that no board has.
fn unnamed(text: &str, error: &NameError) -> Problem {
    let problem = Problem::new(ProblemKind::Board, error.message.clone());
    let span = error.place.as_ref().map_or(0..text.len(), |(_, span)| span.clone());
    problem.at(text, span).hint(played_examples())
}
