//! The memory, disk and work that a database takes, before any work.

use crate::any::Tables;
use crate::engine::Engine;
use crate::error::PlanError;
use crate::packed::packed_bytes;
use crate::progress::{Plan, Step};
use crate::settings::{GenerateSettings, Kernel, Reach};
use nexsolve_core::{Layer, LayerId};
use nexsolve_db::{BATCH_BYTES, Metric, index_bytes};

/// Bytes that a process takes in addition to those of a plan: code, stacks, buffers of the allocator.
const BASE_BYTES: u64 = 20 << 20;

/// The allocator may keep this part of the memory as buffers that have been freed: the command sets it so.
const KEPT_PART: u64 = 32;

/// Bytes that each thread takes in addition to those of a plan: its stack, its part of the allocator, and the
/// compressor.
const THREAD_BYTES: u64 = 3 << 20;

/// Plans [`crate::generate`] for the current rayon pool: each thread needs memory of its own.
///
/// # Errors
/// If there can be no such database.
pub fn plan(game: &dyn Tables, settings: &GenerateSettings) -> Result<Plan, PlanError> {
    plan_for(game, settings, 1)
}

/// Plans [`crate::generate_together`] for a number of processes. Memory is that of each; all other figures
/// are those of all together.
///
/// # Errors
/// If there can be no such database.
pub fn plan_for(game: &dyn Tables, settings: &GenerateSettings, processes: usize) -> Result<Plan, PlanError> {
    let (layers, metrics) = (game.layers(), game.metrics());
    if layers.is_empty() {
        return Err(PlanError::NotRanked);
    }
    if !metrics.contains(&settings.metric) {
        return Err(PlanError::Metric { metric: settings.metric, metrics });
    }
    let is_generic =
        settings.kernel == Kernel::Generic || game.engine(settings.metric, Kernel::Fast, processes).is_none();
    if let Some(layer) = Layer::first_to_return(layers).filter(|_| is_generic) {
        return Err(PlanError::Cyclic { layer: layer.name.clone() });
    }
    if metrics.contains(&Metric::Score) && is_generic {
        return Err(PlanError::Points);
    }
    if settings.reach == Reach::Counted && game.reach() == Reach::Left {
        return Err(PlanError::Reach);
    }
    let mut plan = Plan { steps: Vec::new(), entries: 0, packed_bytes: 0, memory_bytes: 0, best_bytes: 0 };
    let (mut works, mut engines) = (Vec::new(), Vec::new());
    for metric in wanted(settings) {
        let engine = engine(game, metric, settings.kernel, processes);
        let first = works.len();
        for work in engine.steps() {
            let entries = work.layers.iter().map(|&layer| layers[layer].len);
            let entries = entries.fold(0, u64::saturating_add);
            let bytes = |&layer: &LayerId| packed_bytes(layers[layer].len, engine.values(layer).len());
            let packed_bytes = work.layers.iter().map(bytes).fold(0, u64::saturating_add);
            plan.entries = plan.entries.saturating_add(entries);
            plan.packed_bytes = plan.packed_bytes.saturating_add(packed_bytes);
            let names = work.layers.iter().map(|&layer| layers[layer].name.clone()).collect();
            plan.steps.push(Step {
                metric,
                layers: names,
                entries,
                packed_bytes,
                memory_bytes: 0,
                effort: work.effort,
                read_entries: 0,
            });
            works.push(work);
        }
        engines.push((engine, first..works.len()));
    }
    let mut least = 0;
    for (work, place) in works.iter().zip(0..) {
        let beside = beside(&plan, &plan.steps[place]);
        let best = with_kept(work.best_bytes.saturating_add(beside));
        least = least.max(with_kept(work.least_bytes.saturating_add(beside)));
        plan.best_bytes = plan.best_bytes.max(best);
        plan.steps[place].memory_bytes = best.min(settings.memory_bytes);
        plan.memory_bytes = plan.memory_bytes.max(best.min(settings.memory_bytes));
    }
    for (engine, steps) in engines {
        let usable = usable(settings.memory_bytes);
        let memory = |place: usize| usable.saturating_sub(beside(&plan, &plan.steps[place]));
        let memory: Vec<u64> = steps.clone().map(memory).collect();
        for (place, entries) in steps.zip(engine.reads(&memory)) {
            plan.steps[place].read_entries = entries;
        }
    }
    if least > settings.memory_bytes {
        return Err(PlanError::NeedsMemory { needed: least, given: settings.memory_bytes });
    }
    Ok(plan)
}

/// The memory that remains after the allocator's part.
pub(crate) fn usable(memory_bytes: u64) -> u64 {
    memory_bytes - memory_bytes / KEPT_PART
}

/// The least memory with at least this many [`usable`] bytes.
fn with_kept(bytes: u64) -> u64 {
    bytes.saturating_add(bytes.saturating_sub(1) / (KEPT_PART - 1))
}

/// The engine that makes tables of this metric, for one of this number of processes.
pub(crate) fn engine<'g>(
    game: &'g dyn Tables,
    metric: Metric,
    which: Kernel,
    processes: usize,
) -> Box<dyn Engine + 'g> {
    let engine =
        game.engine(metric, which, processes).or_else(|| game.engine(metric, Kernel::Generic, processes));
    engine.expect("every game has the engine for all games")
}

/// The metrics whose tables are made, in order.
pub(crate) fn wanted(settings: &GenerateSettings) -> impl Iterator<Item = Metric> {
    let reach = (settings.reach == Reach::Counted).then_some(Metric::Reach);
    reach.into_iter().chain([settings.metric])
}

/// Bytes that a step takes in addition to its engine: the process, its threads, the tables in work, and the
/// indices of the tables that are read again.
pub(crate) fn beside(plan: &Plan, step: &Step) -> u64 {
    // The codes that wait to fill a batch, and their compressed form.
    let written = step.packed_bytes.min(step.layers.len() as u64 * BATCH_BYTES as u64).saturating_mul(2);
    let process = BASE_BYTES + THREAD_BYTES * rayon::current_num_threads() as u64;
    // The index of the table being written grows in steps, and is copied once.
    let indices =
        index_bytes(plan.packed_bytes).saturating_add(index_bytes(step.packed_bytes).saturating_mul(3));
    process.saturating_add(written).saturating_add(indices)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_allocator_keeps_is_planned_for() {
        for bytes in (0..200).chain([1 << 20, (1 << 30) + 7, 1 << 50]) {
            let memory = with_kept(bytes);
            assert!(usable(memory) >= bytes, "{bytes}");
            assert!(memory == 0 || usable(memory - 1) < bytes, "{bytes}: {memory} is not the least");
        }
        assert!(usable(u64::MAX) < with_kept(u64::MAX));
    }
}
