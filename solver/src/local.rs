//! State shared by the threads of a search, and state of each thread.

use crate::history::History;
use crate::options::{Knowledge, Options};
use crate::proof_numbers::Prover;
use crate::report::{Entries, PlyStats, SearchObserver, SearchProgress, Stats};
use crate::table::TranspositionTable;
use nexsolve_core::{Asking, Candidate, ProbeError, Prober, Score, Searchable};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, OnceLock};

/// The table grows to this many times the entries stored so far, if memory allows: the next question of a
/// deepening search may well need that many more.
const ROOM: u64 = 3;

/// The observer receives progress during a long question after this many positions, a few times a second.
const REPORT_NODES: u64 = 1 << 20;

/// A thread passes the results of proof numbers to the observer after this many looks at states, which take
/// some seconds.
const KEEP_LOOKS: u64 = 1 << 15;

/// This many of the positions that a game looks at within a look take about as long as a look itself.
const SMALL_LOOKS: u64 = 64;

/// State shared by all threads.
pub(crate) struct Shared<'a, G: Searchable> {
    pub(crate) game: &'a G,
    pub(crate) options: Options,
    pub(crate) table: TranspositionTable,
    pub(crate) threads: usize,
    /// The search by proof numbers, which finds out who wins, if the game has it.
    pub(crate) prover: Option<Prover<'a, G::Position>>,
    /// The source of known values.
    pub(crate) prober: Option<Box<dyn Prober<G> + 'a>>,
    /// The first failed look-up, which ends this search and all later ones.
    fault: OnceLock<ProbeError>,
    observer: &'a dyn SearchObserver,
    /// The last report, repeated with new counts during a long question.
    progress: Mutex<SearchProgress>,
    histories: Vec<History>,
    /// The caller's request to stop.
    stop: &'a AtomicBool,
    /// Set once the search must end, for any reason.
    halted: AtomicBool,
    nodes: AtomicU64,
    stats: Mutex<Stats>,
}

/// State of one piece of work.
pub(crate) struct Local<'s, G: Searchable> {
    pub(crate) nodes: u64,
    /// The looks at states of a search by proof numbers.
    pub(crate) looks: u64,
    pub(crate) history: &'s History,
    plies: Vec<PlyStats>,
    /// Lists of moves, kept for reuse.
    pub(crate) buffers: Vec<Vec<Candidate<G::Move>>>,
    reported: u64,
}

impl<'a, G: Searchable> Shared<'a, G> {
    pub(crate) fn new(
        game: &'a G,
        options: Options,
        table: TranspositionTable,
        stop: &'a AtomicBool,
        observer: &'a dyn SearchObserver,
    ) -> Self {
        let threads = rayon::current_num_threads();
        let histories = (0..threads).map(|_| History::new(game.history_len())).collect();
        Self {
            game,
            options,
            table,
            threads,
            prover: None,
            prober: None,
            fault: OnceLock::new(),
            observer,
            progress: Mutex::new(SearchProgress { threshold: Score::MAX, settled: 0, moves: 0, nodes: 0 }),
            histories,
            stop,
            halted: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            stats: Mutex::default(),
        }
    }

    /// Returns whether answers carry regions.
    pub(crate) fn regions(&self) -> bool {
        G::REGIONS && self.options.knowledge == Knowledge::Used
    }

    /// Returns how to ask about wins of different lengths.
    pub(crate) fn asking(&self) -> Asking {
        match self.options.knowledge {
            Knowledge::Used => G::ASKING,
            Knowledge::Ignored => Asking::Lengths,
        }
    }

    pub(crate) fn local(&self) -> Local<'_, G> {
        let thread = rayon::current_thread_index().unwrap_or(0);
        Local {
            nodes: 0,
            looks: 0,
            history: &self.histories[thread % self.histories.len()],
            plies: Vec::new(),
            buffers: Vec::new(),
            reported: 0,
        }
    }

    /// Adds the counters of a finished piece of work.
    pub(crate) fn merge(&self, mut local: Local<'_, G>) {
        self.tick(&mut local);
        let mut stats = self.stats.lock().expect("no thread panics while it counts");
        if stats.plies.len() < local.plies.len() {
            stats.plies.resize(local.plies.len(), PlyStats::default());
        }
        for (sum, part) in stats.plies.iter_mut().zip(&local.plies) {
            *sum += *part;
        }
    }

    /// Grows the table in proportion to its contents. Call it only between questions, while no other work
    /// runs.
    pub(crate) fn make_room(&mut self) {
        let stored: u64 = self.stats.get_mut().expect("no thread panics while it counts").total().tt_stores;
        self.table.make_room(stored.saturating_mul(ROOM));
    }

    /// Reports the positions visited since the last call, and halts the search if the budget is spent.
    pub(crate) fn tick(&self, local: &mut Local<'_, G>) {
        let new = local.nodes - local.reported;
        local.reported = local.nodes;
        let before = self.nodes.fetch_add(new, Relaxed);
        let nodes = before + new;
        if before / REPORT_NODES != nodes / REPORT_NODES {
            let last = *self.progress.lock().expect("no thread panics while it reports");
            self.observer.progress(SearchProgress { nodes, ..last });
        }
        self.observer.pause();
        if self.stop.load(Relaxed) || self.options.nodes.is_some_and(|limit| nodes >= limit) {
            self.halted.store(true, Relaxed);
        }
    }

    /// Counts a look of a search by proof numbers, and the positions at which its game has looked further.
    /// Returns how many looks they are worth in time.
    pub(crate) fn look(&self, local: &mut Local<'_, G>, prover: &Prover<'_, G::Position>) -> u64 {
        let further = prover.game.take_looks();
        local.looks += 1;
        self.count(local, 1 + further);
        1 + further / SMALL_LOOKS
    }

    /// Counts positions.
    pub(crate) fn count(&self, local: &mut Local<'_, G>, positions: u64) {
        local.nodes += positions;
        local.count(0).nodes += positions;
        if local.nodes - local.reported >= 64 {
            self.tick(local);
        }
    }

    /// Passes the results of a search by proof numbers to the observer, from time to time.
    pub(crate) fn show<'e>(&self, local: &Local<'_, G>, entries: &'e dyn Fn() -> Entries<'e>) {
        if local.looks.is_multiple_of(KEEP_LOOKS) {
            self.observer.proofs(entries);
        }
    }

    pub(crate) fn observer(&self) -> &dyn SearchObserver {
        self.observer
    }

    /// Reports a new question, and how many moves of the root are settled.
    pub(crate) fn report(&self, threshold: Score, settled: usize, moves: usize) {
        let progress = SearchProgress { threshold, settled, moves, nodes: self.nodes.load(Relaxed) };
        *self.progress.lock().expect("no thread panics while it reports") = progress;
        self.observer.progress(progress);
    }

    /// Ends the search because a table cannot be read.
    pub(crate) fn fail(&self, error: ProbeError) {
        // Of several simultaneous failures, the first is kept.
        let _ = self.fault.set(error);
        self.halted.store(true, Relaxed);
    }

    /// Returns the first failed look-up as an error.
    pub(crate) fn sound(&self) -> Result<(), ProbeError> {
        self.fault.get().map_or(Ok(()), |error| Err(error.clone()))
    }

    pub(crate) fn stopped(&self) -> bool {
        self.halted.load(Relaxed)
    }

    /// Returns the counters so far.
    pub(crate) fn stats(&self) -> Stats {
        self.stats.lock().expect("no thread panics while it counts").clone()
    }
}

impl<G: Searchable> Local<'_, G> {
    pub(crate) fn count(&mut self, ply: usize) -> &mut PlyStats {
        if self.plies.len() <= ply {
            self.plies.resize(ply + 1, PlyStats::default());
        }
        &mut self.plies[ply]
    }
}
