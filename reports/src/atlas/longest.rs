//! An example of the longest forced win: a position of the table whose distance is the greatest.

use crate::ReportError;
use crate::source::BoardDatabase;
use nexsolve_core::{Layer, LayerId, Notation, Plies, Score};
use nexsolve_db::{Metric, TableRecord};
use nexsolve_games::AnyPosition;
use nexsolve_oracle::Entries;

/// Returns the first position, in the order of layers and ranks, that is won, or else lost, in `wanted`
/// plies. It is in one of the layers that `layers` accepts, and reachable if reachable positions are
/// recorded. Returns `None` if there is no such position.
pub(super) fn example(
    source: &BoardDatabase,
    wanted: Plies,
    layers: impl Fn(&str) -> bool,
) -> Result<Option<(AnyPosition, Score)>, ReportError> {
    let Some(entries) = Entries::of(&source.opened, Metric::Dtw)? else { return Ok(None) };
    for score in [Score::win_in(wanted), Score::loss_in(wanted)] {
        for (id, layer) in Layer::with_ids(entries.layers()) {
            let record = source.manifest().table(&layer.name, Metric::Dtw);
            if record.is_some_and(|record| layers(&layer.name) && holds(record, score))
                && let Some(position) = in_layer(source, &entries, id, score)?
            {
                return Ok(Some((position, score)));
            }
        }
    }
    Ok(None)
}

fn holds(record: &TableRecord, score: Score) -> bool {
    let counts = record.counts.reachable.as_ref().unwrap_or(&record.counts.positions);
    record.values.iter().zip(counts).any(|(value, count)| *value == score.to_raw() && *count > 0)
}

fn in_layer(
    source: &BoardDatabase,
    entries: &Entries,
    layer: LayerId,
    score: Score,
) -> Result<Option<AnyPosition>, ReportError> {
    let name = &entries.layers()[layer].name;
    let Some(table) = source.opened.database.table(name, Metric::Dtw)? else { return Ok(None) };
    for block in 0..table.blocks() {
        let part = entries.read(layer, &table, block)?;
        if !part.values.contains(&score.to_raw()) {
            continue;
        }
        let mut found = Vec::new();
        entries.positions(&part, |_, value, text| {
            if value == score.to_raw() {
                found.push(text());
            }
        });
        for text in found {
            let position = source.game().read_position(&text).expect("a position as the game writes it");
            if source.reachable(&position)? != Some(false) {
                return Ok(Some(position));
            }
        }
    }
    Ok(None)
}
