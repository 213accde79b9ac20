//! Exact sizes of a game: its tree, its positions, and its positions up to symmetry, by ply.
//!
//! The nodes of the tree are the sequences of moves from the start. They are counted without walking the
//! tree: the number of paths to a position is the sum of the numbers of paths to its predecessors, so one
//! array of numbers per layer, indexed by rank, is enough. The sweep pulls: for each position of the next ply
//! it adds up the numbers of its predecessors. One thread writes each number, once, so nothing needs a lock,
//! and the result cannot depend on the threads. (Pushing to the successors needs two atomic additions per
//! move, with a carry between them. In a game whose ranking puts the mover's stones first, it also scatters
//! them over the whole next ply, while the pull reads a block that stays in the cache.)
//!
//! Symmetric positions share a rank. They have equally many paths if the start is symmetric to itself, as it
//! is in all games here. So one of them is pulled, and the sums count it as often as it has copies.
//!
//! # Cost
//!
//! Time: unranking every number of every layer once, and one rank and one look-up for each move to a position
//! up to symmetry. Memory: 16 bytes per number for two consecutive plies, minus what is freed when a layer's
//! last successor is done; [`CountError::NeedsMemory`] states how much. Roughly, on two cores with other jobs
//! running: 3×5 Nex (1.3·10⁸ positions) takes 34 s, where pushing took 120 s (on 3×4, where everything fits
//! the cache, 0.35 s against 0.40 s); 4×4 Nex (5.2·10⁸ positions) takes 270 s of processor time and 1.4 GiB.

use nexsolve_core::parallel;
use nexsolve_core::{Layer, LayerId, Ranked, Unmoves};
use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// The size of a game at one ply.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlyCounts {
    /// The number of moves from the start.
    pub ply: u32,
    /// The nodes of the game tree at this ply: sequences of `ply` moves.
    pub nodes: u128,
    /// The different positions that these sequences lead to. A position that can arise at several plies, as
    /// in Hex with the swap rule, counts at each.
    pub positions: u64,
    /// The different positions up to symmetry.
    pub canonical: u64,
    /// How many of [`PlyCounts::positions`] end the game.
    pub finished: u64,
}

impl PlyCounts {
    /// Adds two counts; `None` if a number overflows.
    fn checked_add(self, other: Self) -> Option<Self> {
        Some(Self {
            ply: self.ply,
            nodes: self.nodes.checked_add(other.nodes)?,
            positions: self.positions.checked_add(other.positions)?,
            canonical: self.canonical.checked_add(other.canonical)?,
            finished: self.finished.checked_add(other.finished)?,
        })
    }
}

/// The size of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameCounts {
    /// One entry per ply, from the start to the end of the longest game.
    pub plies: Vec<PlyCounts>,
    /// The sums over all plies; its `ply` is that of the longest game.
    pub total: PlyCounts,
}

/// Why the size of a game could not be counted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CountError {
    /// The game has no ranking on this board.
    #[error("the positions of this board have no 64-bit ranks, so they cannot be counted")]
    NotRanked,
    /// Play can return to a layer, so that the game tree is infinite.
    #[error("play can return to layer {layer}: the game tree is infinite")]
    Cyclic {
        /// A layer to which play can return.
        layer: String,
    },
    /// The tables of the two largest consecutive plies exceed the allowed memory.
    #[error("counting needs {needed} bytes of memory, but only {given} are allowed")]
    NeedsMemory {
        /// The bytes needed.
        needed: u64,
        /// The bytes allowed.
        given: u64,
    },
    /// The tree has 2¹²⁸ nodes or more.
    #[error("the game tree is too large for 128-bit numbers")]
    Overflow,
    /// The caller's flag ended the count.
    #[error("counting was stopped")]
    Stopped,
}

/// The progress of a count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CountProgress {
    /// The ply being counted.
    pub ply: u32,
    /// The number of ranks processed so far.
    pub done: u64,
    /// The number of ranks to process.
    pub total: u64,
}

/// Counts the game tree and the positions, in the caller's rayon pool. Any thread may call `report` with the
/// progress, dozens of times a second.
///
/// Different moves of a position must lead to different positions, and the start must be symmetric to itself
/// under every symmetry of the game.
///
/// # Errors
/// [`CountError::NeedsMemory`] if `memory_bytes` is less than the tables need at their peak;
/// [`CountError::Stopped`] soon after `stop` is set; the other errors as documented there.
///
/// # Panics
/// If the game breaks a law of its ranking.
///
/// ```
/// use nexsolve_games::nex::Nex;
/// use nexsolve_solver::counts;
/// use std::sync::atomic::AtomicBool;
///
/// let game = Nex::<u64>::new(2, 2).expect("a board");
/// let counts = counts::count(&game, 1 << 20, &AtomicBool::new(false), &|_| {})?;
/// let nodes: Vec<u128> = counts.plies.iter().map(|ply| ply.nodes).collect();
/// assert_eq!(nodes, [1, 12, 24, 24]);
/// assert_eq!((counts.total.nodes, counts.total.positions), (61, 37));
/// # Ok::<(), counts::CountError>(())
/// ```
pub fn count<G: Ranked + Unmoves>(
    game: &G,
    memory_bytes: u64,
    stop: &AtomicBool,
    report: &(dyn Fn(CountProgress) + Sync),
) -> Result<GameCounts, CountError> {
    let schedule = Schedule::new(game)?;
    if schedule.peak > memory_bytes {
        return Err(CountError::NeedsMemory { needed: schedule.peak, given: memory_bytes });
    }
    let layers = game.layers();
    let done = AtomicU64::new(0);
    let start = game.start();
    debug_assert_eq!(game.canonical(&start), start);
    let (start_layer, start_rank) = game.rank(&start);
    // Indexed by layer; empty if the ply has no positions in the layer.
    let mut before = tables(layers);
    before[start_layer.index()] = table(layers[start_layer].len);
    before[start_layer.index()][index(start_rank)].store(1);
    let finished = u64::from(game.outcome(&start).is_some());
    let mut counts = GameCounts::default();
    let mut found = PlyCounts { ply: 0, nodes: 1, positions: 1, canonical: 1, finished };
    for steps in schedule.plies.iter().chain([&Vec::new()]) {
        counts.total = counts.total.checked_add(found).ok_or(CountError::Overflow)?;
        counts.total.ply = found.ply;
        counts.plies.push(found);
        let mut next = PlyCounts { ply: found.ply + 1, ..PlyCounts::default() };
        let mut after = tables(layers);
        for step in steps {
            let target = table(layers[step.target].len);
            let sweep = Sweep { game, layer: step.target, before: &before, target: &target, stop };
            let count = |numbers: u64| {
                let done = done.fetch_add(numbers, Relaxed) + numbers;
                report(CountProgress { ply: next.ply, done, total: schedule.total });
            };
            let sum = sweep.run(&count)?;
            if sum.positions > 0 {
                after[step.target.index()] = target;
            }
            next = next.checked_add(sum).ok_or(CountError::Overflow)?;
            for &freed in &step.frees {
                before[freed.index()] = Vec::new();
            }
        }
        if next.nodes == 0 {
            break;
        }
        (found, before) = (next, after);
    }
    Ok(counts)
}

/// The order in which layers are counted, and the cost.
struct Schedule {
    /// The layers of each ply after the start, in order.
    plies: Vec<Vec<CountStep>>,
    /// The size of all tables at the peak, in bytes.
    peak: u64,
    /// The number of ranks in all layers to count.
    total: u64,
}

struct CountStep {
    /// The layer to count.
    target: LayerId,
    /// Layers of the previous ply that no later step reads.
    frees: Vec<LayerId>,
}

impl Schedule {
    fn new<G: Ranked>(game: &G) -> Result<Self, CountError> {
        let layers = game.layers();
        if layers.is_empty() {
            return Err(CountError::NotRanked);
        }
        if let Some(layer) = Layer::first_to_return(layers) {
            return Err(CountError::Cyclic { layer: layer.name.clone() });
        }
        let bytes = |layer: LayerId| u128::from(layers[layer].len) * size_of::<PathCount>() as u128;
        let last_use = |layer: LayerId| layers[layer].successors.iter().copied().max();
        let mut sources = vec![game.rank(&game.start()).0];
        let mut alive: u128 = sources.iter().copied().map(bytes).sum();
        let (mut peak, mut total) = (alive, 0_u64);
        let mut plies = Vec::new();
        loop {
            let mut targets: Vec<LayerId> =
                sources.iter().flat_map(|&source| layers[source].successors.iter().copied()).collect();
            targets.sort_unstable();
            targets.dedup();
            if targets.is_empty() {
                let peak = u64::try_from(peak).unwrap_or(u64::MAX);
                return Ok(Self { plies, peak, total });
            }
            let mut steps = Vec::new();
            for (place, &target) in targets.iter().enumerate() {
                alive += bytes(target);
                peak = peak.max(alive);
                total = total.saturating_add(layers[target].len);
                // No step reads a layer without successors: it is freed with the first step.
                let freed =
                    |source: LayerId| last_use(source).map_or(place == 0, |last_use| last_use == target);
                let frees: Vec<LayerId> = sources.iter().copied().filter(|&source| freed(source)).collect();
                alive -= frees.iter().copied().map(bytes).sum::<u128>();
                steps.push(CountStep { target, frees });
            }
            plies.push(steps);
            sources = targets;
        }
    }
}

/// A number of paths, which one thread writes and then many threads read. Two halves make locks unnecessary.
/// Rayon's joins order the threads' work; these atomics need not.
#[derive(Default)]
struct PathCount {
    low: AtomicU64,
    high: AtomicU64,
}

impl PathCount {
    #[inline]
    fn load(&self) -> u128 {
        u128::from(self.high.load(Relaxed)) << 64 | u128::from(self.low.load(Relaxed))
    }

    #[inline]
    fn store(&self, paths: u128) {
        self.low.store(paths as u64, Relaxed);
        self.high.store((paths >> 64) as u64, Relaxed);
    }
}

fn tables(layers: &[Layer]) -> Vec<Vec<PathCount>> {
    layers.iter().map(|_| Vec::new()).collect()
}

fn table(len: u64) -> Vec<PathCount> {
    (0..index(len)).into_par_iter().map(|_| PathCount::default()).collect()
}

fn index(rank: u64) -> usize {
    usize::try_from(rank).expect("a table in memory")
}

/// Ranks per piece of work, which takes some milliseconds.
const CHUNK: u64 = 1 << 15;

/// The count of one layer at one ply.
struct Sweep<'a, G> {
    game: &'a G,
    layer: LayerId,
    before: &'a [Vec<PathCount>],
    target: &'a [PathCount],
    stop: &'a AtomicBool,
}

impl<G: Ranked + Unmoves> Sweep<'_, G> {
    /// Fills the table and returns the sums over the layer.
    fn run(&self, report: &(dyn Fn(u64) + Sync)) -> Result<PlyCounts, CountError> {
        let len = self.target.len() as u64;
        let add = |a: PlyCounts, b: PlyCounts| a.checked_add(b).ok_or(CountError::Overflow);
        let runs = parallel::try_runs(len.div_ceil(CHUNK), |run| {
            let mut before = Vec::new();
            let mut sums = PlyCounts::default();
            for chunk in run {
                if self.stop.load(Relaxed) {
                    return Err(CountError::Stopped);
                }
                let ranks = chunk * CHUNK..len.min((chunk + 1) * CHUNK);
                let numbers = ranks.end - ranks.start;
                sums = add(sums, self.pull(ranks, &mut before).ok_or(CountError::Overflow)?)?;
                report(numbers);
            }
            Ok(sums)
        })?;
        runs.into_iter().try_fold(PlyCounts::default(), add)
    }

    /// Adds up the paths to each position of these ranks; `None` if a number overflows.
    fn pull(&self, ranks: std::ops::Range<u64>, before: &mut Vec<G::Position>) -> Option<PlyCounts> {
        let mut sum = PlyCounts::default();
        for rank in ranks {
            let Some(position) = self.game.unrank(self.layer, rank) else {
                continue;
            };
            self.game.predecessors(&position, before);
            let mut paths = 0_u128;
            for earlier in before.iter() {
                let (layer, rank) = self.game.rank(earlier);
                // Layers without positions at the previous ply are empty.
                if let Some(tally) = self.before[layer.index()].get(index(rank)) {
                    paths = paths.checked_add(tally.load())?;
                }
            }
            if paths > 0 {
                self.target[index(rank)].store(paths);
                let copies = self.game.copies(&position);
                sum.nodes = sum.nodes.checked_add(paths.checked_mul(u128::from(copies))?)?;
                sum.positions += copies;
                sum.canonical += 1;
                sum.finished += if self.game.outcome(&position).is_some() { copies } else { 0 };
            }
        }
        Some(sum)
    }
}
