//! Databases made from plain scores, by the rules alone.

use nexsolve_core::laws::{self, Positions};
use nexsolve_core::{Layer, Ranked, Score, Symmetric, Wdl};
use nexsolve_db::{Builder, Counts, Form, Metric, Provenance, Subject, TableSpec, packed};
use std::collections::{HashMap, HashSet};
use std::path::Path;

/// Every position that has a rank, with its score.
pub(crate) fn scores<G: Symmetric + Ranked>(game: &G) -> HashMap<G::Position, Score> {
    let numbers = Layer::with_ids(game.layers()).flat_map(|(i, layer)| (0..layer.len).map(move |r| (i, r)));
    let all: Vec<_> = numbers.filter_map(|(layer, rank)| game.unrank(layer, rank)).collect();
    laws::scores(game, &laws::descendants(game, &all))
}

/// Writes the tables of these metrics for the layers that `keep` names.
pub(crate) fn write<G: Symmetric + Ranked>(
    game: &G,
    board: &str,
    folder: &Path,
    metrics: &[Metric],
    keep: impl Fn(&str) -> bool,
) {
    write_changed(game, board, folder, metrics, keep, |_, _, value| value);
}

/// Like [`write`], but `change` changes the correct values, given layer and rank.
pub(crate) fn write_changed<G: Symmetric + Ranked>(
    game: &G,
    board: &str,
    folder: &Path,
    metrics: &[Metric],
    keep: impl Fn(&str) -> bool,
    change: impl Fn(&str, u64, i16) -> i16,
) {
    let scores = scores(game);
    let reached: HashSet<_> = laws::positions(game, Positions::All).iter().map(|p| game.rank(p)).collect();
    let word = board.split(':').next().expect("a game").to_owned();
    let subject = Subject { game: word, board: board.to_owned() };
    let provenance = Provenance { program: "a test".to_owned(), command: "scores".to_owned() };
    let mut builder = Builder::open(folder, subject, Form::Compressed, provenance).expect("a new folder");
    for (number, layer) in Layer::with_ids(game.layers()).filter(|(_, layer)| keep(&layer.name)) {
        for &metric in metrics {
            let value = |rank: u64| {
                let position = game.unrank(number, rank)?;
                let score = scores[&position];
                let value = match (metric, score.wdl()) {
                    (Metric::Reach, _) => i16::from(reached.contains(&(number, rank))),
                    (Metric::Wdl, Wdl::Win) => 1,
                    (Metric::Wdl, Wdl::Draw) => 0,
                    (Metric::Wdl, Wdl::Loss) => -1,
                    _ => score.to_raw(),
                };
                Some(change(&layer.name, rank, value))
            };
            let entries: Vec<Option<i16>> = (0..layer.len).map(value).collect();
            let mut values = match metric {
                Metric::Reach => vec![0, 1],
                Metric::Wdl => vec![-1, 0, 1],
                _ => entries.iter().flatten().copied().collect(),
            };
            values.sort_unstable();
            values.dedup();
            if values.is_empty() {
                // A layer in which all ranks are free.
                values.push(0);
            }
            let code = |value: i16| values.iter().position(|&v| v == value).expect("listed");
            let mut counts =
                Counts { positions: vec![0; values.len()], reachable: Some(vec![0; values.len()]) };
            let mut codes = Vec::new();
            for (rank, value) in (0..).zip(&entries) {
                codes.push(value.map_or(0, |value| code(value) as u8));
                if let (Some(value), Some(position)) = (value, game.unrank(number, rank)) {
                    let copies = game.copies(&position);
                    counts.positions[code(*value)] += copies;
                    if reached.contains(&(number, rank)) {
                        counts.reachable.as_mut().expect("counted")[code(*value)] += copies;
                    }
                }
            }
            let spec = TableSpec { layer: layer.name.clone(), metric, entries: layer.len, values };
            let bits = spec.bits();
            let mut writer = builder.begin(spec).expect("a good table");
            writer.append(&packed::pack(&codes, bits)).expect("room on the disk");
            let table = writer.finish().expect("room on the disk");
            builder.commit(vec![(table, counts)]).expect("a good table");
        }
    }
}
