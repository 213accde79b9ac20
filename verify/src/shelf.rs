//! The tables from which values follow. As many of them as fit are in memory.

use crate::derive::Derivation;
use crate::error::VerifyError;
use crate::source::TableCodes;
use crate::sweep::Sweep;
use nexsolve_core::parallel;
use nexsolve_core::{Layer, LayerId, Ranked, Unmoves};
use nexsolve_db::{Database, Metric, TableError, packed};
use std::cmp::Reverse;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// The number of ranks that a thread completes at a time: a multiple of eight.
const PART: u64 = 1 << 14;

/// The tables that a task needs.
#[derive(Default)]
pub(crate) struct Shelf {
    metric: Option<Metric>,
    /// By layer.
    pub(crate) sources: Vec<Option<TableCodes>>,
}

impl Shelf {
    /// Replaces the tables with those of these layers, as many in memory as fit. Completed tables stay while
    /// there is space. Returns the bytes left.
    pub(crate) fn prepare<G: Ranked + Unmoves>(
        &mut self,
        game: &G,
        sweep: &Sweep<'_>,
        database: &Database,
        metric: Metric,
        needs: &[LayerId],
        memory_bytes: u64,
    ) -> Result<u64, VerifyError> {
        let layers = game.layers();
        if self.metric != Some(metric) {
            *self = Self { metric: Some(metric), sources: layers.iter().map(|_| None).collect() };
        }
        for &need in needs {
            let source = &mut self.sources[need.index()];
            if source.is_none() {
                *source = database.table_of(&layers[need], metric)?.map(TableCodes::new);
            }
        }
        let mut needed: u64 = 0;
        for &need in needs {
            needed += self.source(need).packed_bytes();
        }
        let (mut left, mut room) = (memory_bytes, memory_bytes.saturating_sub(needed));
        for (layer, slot) in LayerId::all(layers).zip(&mut self.sources) {
            let Some(source) = slot.as_ref().filter(|_| !needs.contains(&layer)) else { continue };
            let bytes = source.packed_bytes();
            if source.is_complete() && bytes <= room {
                (left, room) = (left - bytes, room - bytes);
            } else {
                *slot = None;
            }
        }
        for &need in needs {
            load(self.source(need), &mut left)?;
        }
        if G::OMITS && metric != Metric::Reach {
            // First the tables that the others need: later layers, and of a layer and its counterpart the one
            // that has a table.
            let mut needs = needs.to_vec();
            needs.sort_unstable_by_key(|&layer| {
                let pair = game.counterpart(layer).map_or(layer, |other| other.min(layer));
                (Reverse(pair), self.source(layer).table().is_derived())
            });
            for &layer in &needs {
                self.complete(game, sweep, layer, &needs)?;
            }
        }
        Ok(left)
    }

    /// The table of a layer on the shelf.
    fn source(&mut self, layer: LayerId) -> &mut TableCodes {
        self.sources[layer.index()].as_mut().expect("put there before")
    }

    /// The table of reachable positions of a layer, if there is one; in memory if it fits.
    pub(crate) fn reach(
        layers: &[Layer],
        database: &Database,
        layer: LayerId,
        memory_bytes: u64,
    ) -> Result<Option<TableCodes>, TableError> {
        let Some(table) = database.table_of(&layers[layer], Metric::Reach)? else { return Ok(None) };
        let (mut reach, mut left) = (TableCodes::new(table), memory_bytes);
        load(&mut reach, &mut left)?;
        Ok(Some(reach))
    }

    /// Derives the values that a table in memory omits.
    fn complete<G: Ranked + Unmoves>(
        &mut self,
        game: &G,
        sweep: &Sweep<'_>,
        layer: LayerId,
        needs: &[LayerId],
    ) -> Result<(), VerifyError> {
        let source = self.source(layer);
        let Some(mut whole) = source.take_incomplete() else { return Ok(()) };
        let (bits, entries, book) =
            (source.bits(), source.table().entries(), source.table().values().to_vec());
        let (metric, derived) = (source.table().metric(), source.table().is_derived());
        let derivation = Derivation::new(game, metric, layer, &self.sources, needs);
        let part_bytes = (PART * u64::from(bits) / 8) as usize;
        let all_have_codes = AtomicBool::new(true);
        let work = |part: usize, codes: &mut [u8]| {
            sweep.check_stop()?;
            let first = part as u64 * PART;
            let ranks = first..entries.min(first + PART);
            let mut set = |rank, position| {
                let value = derivation.value((layer, rank), &position, &mut Vec::new())?;
                match book.iter().position(|&other| other == value) {
                    Some(code) => packed::set(codes, bits, (rank - first) as usize, code as u8),
                    None => all_have_codes.store(false, Relaxed),
                }
                Ok::<_, VerifyError>(())
            };
            if derived {
                game.try_unrank_range(layer, ranks, set)
            } else {
                game.omitted_range(layer, ranks, &mut set)
            }
        };
        parallel::try_chunks(&mut whole, part_bytes, work)?;
        self.source(layer).put_back(whole, all_have_codes.into_inner());
        Ok(())
    }
}

/// Loads a table into memory if its size is at most `left`, and subtracts the size from `left`.
fn load(source: &mut TableCodes, left: &mut u64) -> Result<(), TableError> {
    if source.packed_bytes() <= *left {
        *left -= source.packed_bytes();
        source.load()
    } else {
        source.unload();
        Ok(())
    }
}
