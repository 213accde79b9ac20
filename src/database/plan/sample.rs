//! Estimates the entropy of a board's values from random positions, solved by a search.

use nexsolve_core::{Layer, Notation, SplitMix};
use nexsolve_games::Board;
use nexsolve_oracle::{Oracle, Searcher};
use nexsolve_solver::{Goal, Options};
use nexsolve_tablegen::{AnyTables, entropy};

/// The greatest number of positions to search, and of nodes for all of them.
const POSITIONS: usize = 20_000;
const NODES: u64 = 4_000_000;

/// The least number of positions for an estimate.
const FEWEST: usize = 1_000;

/// Returns the mean entropy of an entry's value given its layer, in bits. `None` if the game has no search,
/// or its positions are too hard.
pub(super) fn disorder(board: Board, tables: &dyn AnyTables) -> Option<f64> {
    let oracle = Oracle::new(board, &[]).ok()?;
    if !oracle.game().is_searched() {
        return None;
    }
    let options = Options { nodes: Some(NODES), ..Options::within(1 << 24) };
    let stop = nexsolve_console::stop::flag();
    sampled(&oracle, tables, &mut *oracle.searcher(options, stop, &()).ok()??)
}

/// Like [`disorder`], with this search.
fn sampled(oracle: &Oracle, tables: &dyn AnyTables, searcher: &mut dyn Searcher) -> Option<f64> {
    let layers = tables.layers();
    let all: u64 = layers.iter().map(|layer| layer.len).sum();
    let mut counts = vec![[0; 3]; layers.len()];
    let (mut random, mut known) = (SplitMix(0), 0);
    for _ in 0..POSITIONS {
        // A random entry of the whole board.
        let mut rank = random.below(all as usize) as u64;
        let mut places = Layer::with_ids(layers).zip(&mut counts);
        let ((id, _), counts) = places.find(|((_, layer), _)| {
            let is_here = rank < layer.len;
            rank -= if is_here { 0 } else { layer.len };
            is_here
        })?;
        let Some(written) = tables.position(id, rank) else { continue };
        let position = oracle.game().read_position(&written.text).ok()?;
        let Some(value) = searcher.solve(&position, Goal::Value).ok()?.worth.bounds.wdl() else { break };
        counts[value as usize] += 1;
        known += 1;
    }
    let share = |counts: &[u64; 3]| counts.iter().sum::<u64>() as f64 / known as f64;
    (known >= FEWEST).then(|| counts.iter().map(|counts| share(counts) * entropy(counts)).sum())
}

#[cfg(test)]
mod tests {
    use super::*;
    use nexsolve_db::{Form, Metric};
    use nexsolve_tablegen::{Reach, generate};
    use std::sync::atomic::AtomicBool;

    #[test]
    fn the_entropy_of_a_sample_is_that_of_the_board() {
        for name in ["nex:3x3", "nex:3x4", "hex:3x4"] {
            let board = nexsolve_games::board(name).expect("a board");
            let tables = nexsolve_kernels::tables(board).expect("there").expect("tables");
            let settings = tables.settings(board, Metric::Wdl, Reach::Left, Form::Compressed, 1 << 30);
            let folder = tempfile::tempdir().expect("a folder");
            let made =
                generate(&*tables, folder.path(), &settings, &AtomicBool::new(false), &()).expect("made");
            let records = &made.database.manifest().tables;
            let entries: u64 = records.iter().map(|table| table.entries).sum();
            let mixed = records.iter().map(|table| table.entries as f64 * entropy(&table.counts.positions));
            let whole = mixed.sum::<f64>() / entries as f64;
            let sampled = disorder(board, &*tables).expect("easy positions");
            assert!((sampled - whole).abs() < 0.03, "{name}: {sampled}, {whole}");
        }
    }
}
