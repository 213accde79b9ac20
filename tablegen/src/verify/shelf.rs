//! The tables that values rest on, in memory as far as they fit.

use super::derive::{Derivation, Rule};
use super::{Source, open};
use nexsolve_core::{Layer, Ranked, Unmoves};
use nexsolve_db::{Database, Metric, TableError, packed};
use rayon::prelude::*;

/// Numbers that a thread completes at a time: a multiple of eight.
const PART: u64 = 1 << 14;

/// The tables that a task rests on.
#[derive(Default)]
pub(super) struct Shelf {
    metric: Option<Metric>,
    /// By layer.
    pub(super) sources: Vec<Option<Source>>,
}

impl Shelf {
    /// Puts the tables of these layers there, in memory as far as they fit, and takes the others away. Returns the bytes
    /// that are left.
    pub(super) fn prepare<G: Ranked + Unmoves>(
        &mut self,
        game: &G,
        database: &Database,
        metric: Metric,
        needs: &[usize],
        memory_bytes: u64,
    ) -> Result<u64, TableError> {
        let layers = game.layers();
        if self.metric != Some(metric) {
            *self = Self { metric: Some(metric), sources: layers.iter().map(|_| None).collect() };
        }
        for (layer, source) in self.sources.iter_mut().enumerate() {
            if !needs.contains(&layer) {
                *source = None;
            }
        }
        let mut left = memory_bytes;
        for &need in needs {
            let source = &mut self.sources[need];
            if source.is_none() {
                *source = open(database, &layers[need], metric)?.map(Source::new);
            }
            load(source.as_mut().expect("seen before"), &mut left)?;
        }
        if G::OMITS && metric != Metric::Reach {
            // Those first that the others rest on.
            let mut needs = needs.to_vec();
            needs.sort_unstable();
            for &layer in needs.iter().rev() {
                self.complete(game, layer, &needs)?;
            }
        }
        Ok(left)
    }

    /// The table of what can be reached in a layer, if there is one, in memory if it fits.
    pub(super) fn reach(
        layers: &[Layer],
        database: &Database,
        layer: usize,
        memory_bytes: u64,
    ) -> Result<Option<Source>, TableError> {
        let Some(table) = open(database, &layers[layer], Metric::Reach)? else { return Ok(None) };
        let (mut reach, mut left) = (Source::new(table), memory_bytes);
        load(&mut reach, &mut left)?;
        Ok(Some(reach))
    }

    /// Derives what a table in memory leaves out.
    fn complete<G: Ranked + Unmoves>(
        &mut self,
        game: &G,
        layer: usize,
        needs: &[usize],
    ) -> Result<(), TableError> {
        let source = self.sources[layer].as_mut().expect("just put there");
        let Some(mut whole) = source.take_incomplete() else { return Ok(()) };
        let (bits, entries, book) =
            (source.bits(), source.table().entries(), source.table().values().to_vec());
        let rule = Rule::of(source.table().metric()).expect("tasks have rules");
        let derivation = Derivation::new(game, rule, layer, &self.sources, needs);
        let part_bytes = (PART * u64::from(bits) / 8) as usize;
        let work = |(part, codes): (usize, &mut [u8])| {
            let first = part as u64 * PART;
            let (mut all_have_codes, mut fault) = (true, None);
            game.unrank_range(layer, first..entries.min(first + PART), |rank, position| {
                if fault.is_some() || !derivation.is_omitted(&position) {
                    return;
                }
                match derivation.value((layer, rank), &position, &mut Vec::new()) {
                    Ok(value) => match book.iter().position(|&other| other == value) {
                        Some(code) => packed::set(codes, bits, (rank - first) as usize, code as u8),
                        None => all_have_codes = false,
                    },
                    Err(error) => fault = Some(error),
                }
            });
            fault.map_or(Ok(all_have_codes), Err)
        };
        let parts = whole.par_chunks_mut(part_bytes).enumerate();
        let all_have_codes = parts.map(work).try_reduce(|| true, |a, b| Ok(a && b))?;
        let source = self.sources[layer].as_mut().expect("just put there");
        source.put_back(whole, if all_have_codes { Complete::Yes } else { Complete::No });
        Ok(())
    }
}

/// Whether a table in memory has a value for every position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Complete {
    /// Also for those that the file leaves out.
    Yes,
    /// No: one of them has a value that the table has no code for, so the table is wrong, or it was not tried.
    No,
}

/// Holds a table in memory if so many bytes are enough, and takes them.
fn load(source: &mut Source, left: &mut u64) -> Result<(), TableError> {
    if source.packed_bytes() <= *left {
        *left -= source.packed_bytes();
        source.load()
    } else {
        source.unload();
        Ok(())
    }
}
