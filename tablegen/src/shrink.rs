//! A database in its small form, for publishing.

use crate::any::Tables;
use crate::error::GenerateError;
use crate::generate::write_beside;
use crate::progress::{GenerateObserver, GenerateProgress, Phase};
use crate::store::{COMMIT_BYTES, COMMIT_TIME};
use nexsolve_core::parallel;
use nexsolve_core::{Layer, LayerId};
use nexsolve_db::{
    Builder, Counts, Database, FinishedTable, Form, Manifest, Metric, PATTERN_BYTES, Provenance,
    REMEMBERED_BYTES, Table, TableError, TableRecord, packed,
};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Instant;

/// The number of blocks that a thread reads at a time.
const PART: u64 = 16;

/// The number of parts that are read before their codes are written.
const PARTS: u64 = 32;

/// Codes being processed: a window, the strips cut from it, and their compressed blocks.
const WINDOW_BYTES: u64 = 96 << 20;

/// The approximate memory that a thread needs to compress at the highest level.
const THREAD_BYTES: u64 = 8 << 20;

/// The greatest memory that [`shrink`] takes, in bytes.
pub fn shrink_bytes(manifest: &Manifest, threads: usize) -> u64 {
    let tables = manifest.tables.iter().map(|table| table.spec().packed_bytes());
    // No pattern takes less than a byte.
    let patterns = tables.max().unwrap_or(0).saturating_mul(1 + PATTERN_BYTES).min(REMEMBERED_BYTES);
    // Twice, because the remembered patterns move while they grow.
    2 * patterns + WINDOW_BYTES + THREAD_BYTES * threads as u64
}

/// Writes the missing tables of a folder, in the form [`Form::Small`], from those of another database. All
/// values stay the same. Entries without a meaning, such as those of omitted positions, may change. Of a
/// layer and its counterpart ([`Tables::counterpart`]), the larger table is written without entries, because
/// its values follow from the other one. After an interruption, the same call continues after the last table
/// that was listed, and ends with the same bytes.
///
/// # Errors
/// See [`GenerateError`]; [`GenerateError::Stopped`] soon after `stop` is set.
pub fn shrink(
    game: &dyn Tables,
    from: &Database,
    folder: &Path,
    provenance: Provenance,
    stop: &AtomicBool,
    observer: &dyn GenerateObserver,
) -> Result<Database, GenerateError> {
    let manifest = from.manifest();
    let mut builder = Builder::open(folder, manifest.subject.clone(), Form::Small, provenance)?;
    builder.credit(&manifest.runs);
    write_beside(game, folder)?;
    let total = manifest.tables.iter().map(|table| table.entries).sum();
    let mut done = 0;
    let mut waiting: Vec<(FinishedTable, Counts)> = Vec::new();
    let (mut waiting_bytes, mut listed) = (0, Instant::now());
    let commit = |builder: &mut Builder, waiting: &mut Vec<_>| {
        observer.phase(Phase::Commit);
        builder.commit(std::mem::take(waiting))
    };
    for record in &manifest.tables {
        observer.phase(Phase::Write);
        if builder.finished(&record.layer, record.metric).is_none() {
            let mut tell = |entries| {
                observer.progress(GenerateProgress { metric: record.metric, done: done + entries, total });
            };
            let written = if is_derived(game, from, record, builder.database().manifest()) {
                builder.derived(record.spec()).map_err(GenerateError::from)
            } else {
                write(game, from, record, &builder, stop, &mut tell)
            };
            match written {
                Ok(finished) => {
                    waiting_bytes += finished.bytes();
                    waiting.push((finished, record.counts.clone()));
                }
                Err(error) => {
                    commit(&mut builder, &mut waiting)?;
                    return Err(error);
                }
            }
        }
        done += record.entries;
        if waiting_bytes >= COMMIT_BYTES || listed.elapsed() >= COMMIT_TIME {
            commit(&mut builder, &mut waiting)?;
            (waiting_bytes, listed) = (0, Instant::now());
        }
    }
    commit(&mut builder, &mut waiting)?;
    Ok(builder.into_database())
}

/// Returns whether a table is written without entries, because its values follow from those of the layer's
/// counterpart ([`Tables::counterpart`]) and of later layers: the larger one of the two tables. `made` lists
/// the tables that are finished.
fn is_derived(game: &dyn Tables, from: &Database, record: &TableRecord, made: &Manifest) -> bool {
    let (layers, metric) = (game.layers(), record.metric);
    let Some(layer) = LayerId::named(layers, &record.layer).filter(|_| metric != Metric::Reach) else {
        return false;
    };
    let table = |layer: LayerId| from.manifest().table(&layers[layer].name, metric);
    let Some(counterpart) = game.counterpart(layer) else { return false };
    let Some(other) = table(counterpart) else { return false };
    let is_larger = (record.bytes, layer) > (other.bytes, counterpart);
    let other_is_derived = made.table(&other.layer, metric).is_some_and(|other| other.derived);
    is_larger
        && !other_is_derived
        && Layer::all_after(layers, layer).into_iter().all(|next| table(next).is_some())
}

/// Writes one table.
fn write(
    game: &dyn Tables,
    from: &Database,
    record: &TableRecord,
    builder: &Builder,
    stop: &AtomicBool,
    tell: &mut dyn FnMut(u64),
) -> Result<FinishedTable, GenerateError> {
    let table = from.table(&record.layer, record.metric)?.expect("the manifest lists it");
    let layer = Layer::with_ids(game.layers()).find(|(_, layer)| layer.name == table.spec().layer);
    let layer = layer.map(|(id, _)| id);
    // In tables of reachable positions most blocks are constant, and take no space.
    let strip = layer.filter(|_| table.metric() != Metric::Reach).map_or(0, |layer| game.strip(layer));
    let fits = (strip * u64::from(table.bits())).div_ceil(8) <= Builder::MOST_STRIP_BYTES;
    let mut writer = builder.begin_strips(table.spec().clone(), if fits { strip as u32 } else { 0 })?;
    let blocks = table.blocks();
    for first in (0..blocks).step_by((PART * PARTS) as usize) {
        let window = first..blocks.min(first + PART * PARTS);
        let parts = (window.end - window.start).div_ceil(PART) as usize;
        let parts = parallel::try_map(parts, |part| {
            let begin = window.start + part as u64 * PART;
            read(game, layer, &table, begin..window.end.min(begin + PART))
        })?;
        writer.append(&parts.concat())?;
        if stop.load(Relaxed) {
            return Err(GenerateError::Stopped);
        }
        tell(table.entries().min(window.end * table.block_entries()));
    }
    Ok(writer.finish()?)
}

/// The packed codes of consecutive blocks. Positions that the game omits get the code before them, which
/// compresses best.
fn read(
    game: &dyn Tables,
    layer: Option<LayerId>,
    table: &Table,
    blocks: std::ops::Range<u64>,
) -> Result<Vec<u8>, TableError> {
    let mut codes = Vec::new();
    let first = blocks.start * table.block_entries();
    let end = table.entries().min(blocks.end * table.block_entries());
    for block in blocks {
        let at = codes.len();
        codes.resize(at + table.block_bytes(block), 0);
        table.load_into(block, &mut codes[at..])?;
    }
    let bits = table.bits();
    if let Some(layer) = layer.filter(|_| table.metric() != Metric::Reach) {
        for rank in game.omitted(layer, first..end) {
            let at = (rank - first) as usize;
            let before = if at == 0 { 0 } else { packed::get(&codes, bits, at - 1) };
            packed::set(&mut codes, bits, at, before);
        }
    }
    Ok(codes)
}
