//! Checks the ranks of one table, all or a sample of them, on all threads.

use crate::derive::Derivation;
use crate::error::VerifyError;
use crate::observer::{VerifyObserver, VerifyProgress};
use crate::source::TableCodes;
use crate::task::Task;
use crate::wrong::{NAMED, WrongValue};
use nexsolve_core::laws::SplitMix;
use nexsolve_core::parallel;
use nexsolve_core::{Ranked, Unmoves};
use nexsolve_db::{TableError, packed};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// Verification in progress.
pub(crate) struct Sweep<'a> {
    pub(crate) stop: &'a AtomicBool,
    pub(crate) observer: &'a dyn VerifyObserver,
    /// Ranks checked so far.
    pub(crate) done: AtomicU64,
    /// Ranks to check.
    pub(crate) total: u64,
}

/// The findings in a table, or in a part of it.
pub(crate) struct Swept {
    pub(crate) values: u64,
    /// Positions that the table omits.
    pub(crate) omitted: u64,
    pub(crate) wrong: u64,
    /// The first ones, in the order of ranks.
    pub(crate) first_wrong: Vec<WrongValue>,
    /// The number of positions by code. Symmetric positions count separately.
    pub(crate) positions: [u64; 256],
    /// The number of reachable positions by code.
    pub(crate) reachable: [u64; 256],
}

impl Swept {
    fn nothing() -> Self {
        Self {
            values: 0,
            omitted: 0,
            wrong: 0,
            first_wrong: Vec::new(),
            positions: [0; 256],
            reachable: [0; 256],
        }
    }

    fn add_wrong(&mut self, wrong: WrongValue) {
        self.wrong += 1;
        if self.first_wrong.len() < NAMED {
            self.first_wrong.push(wrong);
        }
    }

    fn and(mut self, behind: Self) -> Self {
        self.values += behind.values;
        self.omitted += behind.omitted;
        self.wrong += behind.wrong;
        self.first_wrong.extend(behind.first_wrong);
        self.first_wrong.truncate(NAMED);
        for (sum, part) in self.positions.iter_mut().zip(behind.positions) {
            *sum += part;
        }
        for (sum, part) in self.reachable.iter_mut().zip(behind.reachable) {
            *sum += part;
        }
        self
    }
}

/// Ranks of a sample in one piece of work.
const CHUNK: usize = 256;

/// The average number of draws for each value of a sample before the sample may stay smaller. Either few
/// ranks of a layer are free, or all.
const DRAWS: u64 = 64;

impl Sweep<'_> {
    /// Derives all values of a table again, and counts. `reach` says which positions can be reached.
    pub(crate) fn all<G: Ranked + Unmoves>(
        &self,
        derivation: &Derivation<'_, G>,
        task: &Task,
        reach: Option<&TableCodes>,
    ) -> Result<Swept, VerifyError> {
        let (table, game) = (&task.table, derivation.game());
        let work = |(packed, before): &mut (Vec<u8>, Vec<G::Position>),
                    block: u64|
         -> Result<_, VerifyError> {
            self.check_stop()?;
            table.load(block, packed)?;
            let first = block * table.block_entries();
            let ranks = first..table.entries().min(first + table.block_entries());
            let mut found = Swept::nothing();
            let visited = game.try_unrank_range(task.layer, ranks.clone(), |rank, position| {
                let code = packed::get(packed, table.bits(), (rank - first) as usize);
                let Some(code) = see(derivation, task, (rank, position, code), before, &mut found)? else {
                    return Ok(());
                };
                let copies = game.copies(&position);
                found.positions[usize::from(code)] += copies;
                if let Some(reach) = reach
                    && reach.table().values().get(usize::from(reach.code(rank)?)) == Some(&1)
                {
                    found.reachable[usize::from(code)] += copies;
                }
                Ok::<_, TableError>(())
            });
            self.progress(ranks.end - ranks.start);
            Ok(visited.map(|()| found)?)
        };
        let runs = parallel::try_runs(table.blocks(), |run| {
            let mut room = (Vec::new(), Vec::new());
            run.map(|block| work(&mut room, block))
                .try_fold(Swept::nothing(), |found, behind| Ok::<_, VerifyError>(found.and(behind?)))
        })?;
        Ok(runs.into_iter().fold(Swept::nothing(), Swept::and))
    }

    /// Derives `count` values of a table again.
    pub(crate) fn sample<G: Ranked + Unmoves>(
        &self,
        derivation: &Derivation<'_, G>,
        task: &Task,
        (count, seed): (u64, u64),
        memory_bytes: u64,
    ) -> Result<Swept, VerifyError> {
        let needed = count.saturating_mul(size_of::<(u64, G::Position)>() as u64);
        if needed > memory_bytes {
            let layer = task.name().to_owned();
            return Err(VerifyError::NeedsMemory { layer, needed, given: memory_bytes });
        }
        let mut sample = self.choose(derivation, task, count, seed)?;
        // In the order of ranks, the values needed are close together, and the first wrong value is the
        // least.
        sample.sort_unstable_by_key(|&(rank, _)| rank);
        let work = |before: &mut Vec<G::Position>, chunk: &[(u64, G::Position)]| -> Result<_, VerifyError> {
            self.check_stop()?;
            let mut found = Swept::nothing();
            for &(rank, position) in chunk {
                let code = task.table.code(rank)?;
                see(derivation, task, (rank, position, code), before, &mut found)?;
            }
            self.progress(chunk.len() as u64);
            Ok(found)
        };
        let chunks: Vec<_> = sample.chunks(CHUNK).collect();
        let runs = parallel::try_runs(chunks.len() as u64, |run| {
            let mut before = Vec::new();
            run.map(|at| work(&mut before, chunks[at as usize]))
                .try_fold(Swept::nothing(), |found, behind| Ok::<_, VerifyError>(found.and(behind?)))
        })?;
        let found = runs.into_iter().fold(Swept::nothing(), Swept::and);
        // Ranks that could not be drawn.
        self.progress(count.saturating_sub(sample.len() as u64));
        Ok(found)
    }

    /// Ranks with values, drawn at random, with their positions; fewer than requested if hardly any rank has
    /// a value.
    fn choose<G: Ranked + Unmoves>(
        &self,
        derivation: &Derivation<'_, G>,
        task: &Task,
        count: u64,
        seed: u64,
    ) -> Result<Vec<(u64, G::Position)>, VerifyError> {
        let game = derivation.game();
        if task.table.is_derived() {
            return Ok(Vec::new());
        }
        // The choice in a table does not depend on the other tables.
        let mut random = SplitMix(seed);
        let mut random =
            SplitMix(random.next_word() ^ (task.layer.index() as u64) << 8 ^ task.table.metric() as u64);
        let mut sample = Vec::with_capacity(usize::try_from(count).expect("as many fit into memory"));
        for draw in 0..count.saturating_mul(DRAWS) {
            if sample.len() as u64 == count {
                break;
            }
            if draw % 1024 == 0 {
                self.check_stop()?;
            }
            let rank = random.below(task.table.entries() as usize) as u64;
            let position = game.unrank(task.layer, rank).filter(|position| !derivation.is_omitted(position));
            sample.extend(position.map(|position| (rank, position)));
        }
        Ok(sample)
    }

    pub(crate) fn check_stop(&self) -> Result<(), VerifyError> {
        if self.stop.load(Relaxed) { Err(VerifyError::Stopped) } else { Ok(()) }
    }

    /// Reports that `count` more ranks are done.
    pub(crate) fn progress(&self, numbers: u64) {
        let done = self.done.fetch_add(numbers, Relaxed) + numbers;
        self.observer.progress(VerifyProgress { done, total: self.total });
    }
}

/// Compares one value with the values from which it follows. Returns the code to count, if there is one.
#[inline]
fn see<G: Ranked + Unmoves>(
    derivation: &Derivation<'_, G>,
    task: &Task,
    (rank, position, code): (u64, G::Position, u8),
    before: &mut Vec<G::Position>,
    found: &mut Swept,
) -> Result<Option<u8>, TableError> {
    let derived = derivation.value((task.layer, rank), &position, before)?;
    let values = task.table.values();
    let wrong = |stored| WrongValue {
        layer: task.layer,
        metric: task.table.metric(),
        rank,
        stored,
        derived: Some(derived),
    };
    if task.table.is_derived() || derivation.is_omitted(&position) {
        found.omitted += 1;
        let code = values.iter().position(|&value| value == derived);
        if code.is_none() {
            // The counts cannot have it.
            found.add_wrong(wrong(values[0]));
        }
        return Ok(code.map(|code| u8::try_from(code).expect("a code book has no more codes")));
    }
    found.values += 1;
    let stored = values[usize::from(code)];
    if stored != derived {
        found.add_wrong(wrong(stored));
    }
    Ok(Some(code))
}
