//! What all requests share: the databases, the bounds, the threads, the memory.

use crate::document;
use crate::games::Viewed;
use crate::limits::Limits;
use crate::problem::{Kind as Fault, Problem};
use crate::tables::{Held, ShelfError, Small, Stack};
use crate::work::{Lane, Share};
use nexsolve_boards::{Arena, Board, Kind, NameError, Rhombus, Tables, WithStores};
use nexsolve_db::DbProber;
use nexsolve_games::awari::{Awari, Seeds};
use nexsolve_games::draughts::Draughts;
use nexsolve_games::hex::Hex;
use nexsolve_games::nex::Nex;
use nexsolve_games::rhombus::{CellSet, Wide};
use rayon::ThreadPoolBuilder;
use std::path::PathBuf;
use std::sync::Arc;
use tokio::sync::Semaphore;

/// What a server is made with.
pub struct Settings {
    /// Folders of databases.
    pub folders: Vec<PathBuf>,
    /// Its bounds.
    pub limits: Limits,
    /// Threads that compute.
    pub threads: usize,
    /// Memory to stay within.
    pub memory_bytes: u64,
    /// Hears what the person who has started the server should know.
    pub note: Box<dyn Fn(&str) + Send + Sync>,
}

/// What all requests share.
pub(crate) struct App {
    pub(crate) limits: Limits,
    /// The databases that were given, what tells more first.
    pub(crate) shelf: Vec<Held>,
    small: Small,
    /// Room for the documents of requests.
    pub(crate) documents: Semaphore,
    /// What takes no time to speak of.
    pub(crate) quick: Lane,
    /// Searches, players, and what else takes time.
    pub(crate) slow: Lane,
    /// Memory of one search.
    pub(crate) search_bytes: u64,
    /// Memory of one player.
    pub(crate) player_bytes: u64,
    note: Box<dyn Fn(&str) + Send + Sync>,
}

/// The least and the most rows and columns of a board that the page draws.
pub(crate) const SIDES: std::ops::RangeInclusive<u32> = 2..=13;

/// Memory beside tables, searches and what is made: the program, connections, documents.
const BESIDE: u64 = 64 << 20;

/// With less memory than this, small databases are done without rather than made beyond their part.
const FEW: u64 = 128 << 20;

/// A search, or a player, finds less with less, and goes on all the same.
const LEAST: u64 = 1 << 20;

/// Work with a game, and with what is known of it.
pub(crate) trait Task {
    /// What comes of it.
    type Done;

    /// Does it.
    fn on<G: Viewed>(self, game: &G, tables: &Stack<'_, G>) -> Result<Self::Done, Problem>;
}

impl App {
    /// Opens the databases.
    pub(crate) fn new(settings: Settings) -> Result<Self, ShelfError> {
        let Settings { folders, limits, threads, memory_bytes, note } = settings;
        let threads = threads.max(1);
        // Of eight parts three for blocks of the tables, two for searches, two for a small database being made, one for players.
        let part = memory_bytes.saturating_sub(BESIDE).max(memory_bytes / 4) / 8;
        let cache_bytes = 3 * part / folders.len().max(1) as u64;
        let open = |folder: &PathBuf| Held::open(folder, cache_bytes);
        let mut shelf: Vec<Held> = folders.iter().map(open).collect::<Result<_, _>>()?;
        shelf.sort_by_key(|held| std::cmp::Reverse(held.worth()));
        Ok(Self {
            limits,
            shelf,
            small: Small::new(if memory_bytes < FEW { 2 * part } else { (2 * part).max(Small::ENOUGH) }),
            documents: document::rooms(&limits),
            quick: Lane::new(threads.div_ceil(2), &limits),
            slow: Lane::new(threads, &limits),
            search_bytes: (2 * part / threads as u64).max(LEAST),
            player_bytes: (part / threads as u64).max(LEAST),
            note,
        })
    }

    /// Ends what makes a small database.
    pub(crate) fn close(&self) {
        self.small.close();
    }

    /// The small databases that have been made.
    pub(crate) fn made(&self) -> Vec<Arc<Held>> {
        self.small.all()
    }

    /// The board whose database is still to be made for a position of this size, if any.
    pub(crate) fn missing(&self, arena: Arena, size: u32) -> Option<Board> {
        let board = Small::board(arena, size)?;
        let needless = self.shelf.iter().any(|held| held.makes_needless(board)) || self.small.is_made(board);
        (!needless).then_some(board)
    }

    /// Makes it.
    ///
    /// # Errors
    /// If there are no threads; one that cannot be made is told to whom it concerns, and done without.
    pub(crate) fn make(&self, board: Board, share: &Share) -> Result<(), Problem> {
        let pool = ThreadPoolBuilder::new().num_threads(share.threads).build();
        let pool = pool.map_err(|error| Problem::server(format!("no threads: {error}")))?;
        if let Err(error) = pool.install(|| self.small.make(board)) {
            (self.note)(&format!("no database of {} is made: {error}", board.title()));
        }
        Ok(())
    }

    /// Does the work with the game of an arena, and with all databases of it.
    pub(crate) fn with<T: Task>(&self, arena: Arena, task: T) -> Result<T::Done, Problem> {
        let made = self.made();
        let held: Vec<&Held> = self.shelf.iter().chain(made.iter().map(Arc::as_ref)).collect();
        let held: Vec<&Held> =
            held.into_iter().filter(|held| arena.has_tables_of(held.opened.board)).collect();
        let no_board = |error: &dyn std::fmt::Display| Problem::new(Fault::Board, error.to_string());
        match arena {
            Arena::Rhombus(Rhombus { kind: Kind::Nex, rows, cols }) if rows * cols <= u64::CAPACITY => {
                let game = Nex::<u64>::new(rows, cols).map_err(|error| no_board(&error))?;
                task.on(&game, &stack(&game, &held))
            }
            Arena::Rhombus(Rhombus { kind: Kind::Hex(variant), rows, cols })
                if rows * cols <= u64::CAPACITY =>
            {
                let game = Hex::<u64>::new(rows, cols, variant).map_err(|error| no_board(&error))?;
                task.on(&game, &stack(&game, &held))
            }
            Arena::Rhombus(Rhombus { kind: Kind::Nex, rows, cols }) => {
                let game = Nex::<Wide>::new(rows, cols).map_err(|error| no_board(&error))?;
                task.on(&game, &Stack::new(Vec::new()))
            }
            Arena::Rhombus(Rhombus { kind: Kind::Hex(variant), rows, cols }) => {
                let game = Hex::<Wide>::new(rows, cols, variant).map_err(|error| no_board(&error))?;
                task.on(&game, &Stack::new(Vec::new()))
            }
            Arena::Awari => {
                let seeds = |held: &&Held| match held.opened.board {
                    Board::Awari { seeds } => Seeds::new(seeds).map_err(|error| no_board(&error)),
                    _ => unreachable!("databases of the arena alone"),
                };
                let games: Vec<Seeds> = held.iter().map(seeds).collect::<Result<_, _>>()?;
                let tables = held.iter().zip(games).map(|(held, game)| {
                    let prober =
                        WithStores::new(DbProber::new(Arc::new(game), Arc::clone(&held.opened.database)));
                    (held.name.as_str(), Box::new(prober) as Box<dyn Tables<Awari>>)
                });
                task.on(&Awari, &Stack::new(tables.collect()))
            }
            Arena::Draughts(variant) => {
                let endings = |held: &&Held| match held.opened.board {
                    Board::Draughts { rules, pieces } => Draughts::endings(rules.rules(), pieces),
                    _ => unreachable!("databases of the arena alone"),
                };
                let games: Vec<Draughts> = held.iter().map(endings).collect();
                let tables = held.iter().zip(games).map(|(held, game)| {
                    let prober = DbProber::new(Arc::new(game), Arc::clone(&held.opened.database));
                    (held.name.as_str(), Box::new(prober) as Box<dyn Tables<Draughts>>)
                });
                task.on(&Draughts::new(variant.rules()), &Stack::new(tables.collect()))
            }
        }
    }

    /// The arena with this name, if the page draws its board.
    pub(crate) fn arena(&self, text: &str) -> Result<Arena, Problem> {
        self.check_text(Fault::Board, text)?;
        let arena = Arena::parse(text, None).map_err(|error| unnamed(text, &error))?;
        if let Arena::Rhombus(Rhombus { rows, cols, .. }) = arena
            && !(SIDES.contains(&rows) && SIDES.contains(&cols))
        {
            let (least, most) = (SIDES.start(), SIDES.end());
            let message =
                format!("boards of {least} to {most} rows and columns are shown, not {rows}x{cols}");
            return Err(Problem::new(Fault::Board, message).at(text, 0..text.len()));
        }
        Ok(arena)
    }

    /// That a text is not too long.
    pub(crate) fn check_text(&self, kind: Fault, text: &str) -> Result<(), Problem> {
        let most = self.limits.text_chars;
        if text.len() <= most || text.chars().count() <= most {
            return Ok(());
        }
        let what = serde_json::to_value(kind).expect("a word");
        let what = what.as_str().expect("a word").to_owned();
        Err(Problem::new(Fault::Limit, format!("a {what} is written in {most} characters at most")))
    }
}

/// The tables of one game whose boards are those of its databases.
fn stack<'a, G: nexsolve_core::Ranked + Clone + 'a>(game: &G, held: &[&'a Held]) -> Stack<'a, G> {
    let game = Arc::new(game.clone());
    let tables = |held: &&'a Held| {
        let prober = DbProber::new(Arc::clone(&game), Arc::clone(&held.opened.database));
        (held.name.as_str(), Box::new(prober) as Box<dyn Tables<G> + 'a>)
    };
    Stack::new(held.iter().map(tables).collect())
}

/// A name that no board has.
fn unnamed(text: &str, error: &NameError) -> Problem {
    let problem = Problem::new(Fault::Board, error.message.clone());
    let span = error.place.as_ref().map_or(0..text.len(), |(_, span)| span.clone());
    problem.at(text, span).hint(Arena::EXAMPLES)
}
