//! An example of the longest forced win: a position of the table whose distance is the greatest.

use crate::ReportError;
use crate::source::Known;
use nexsolve_core::{Plies, Ranked, Score};
use nexsolve_db::{DbProber, Metric, TableRecord, packed};

/// A layer whose positions that must capture are looked through one by one has at most so many numbers: some seconds' work.
const MOST_OMITTED: u64 = 1 << 21;

/// The first position, by layers and numbers, with a win or loss in so many plies, of those that the counts are of: a win if
/// there is one, else a loss. `None` if there is none, or where finding it would take too long.
pub(super) fn example<G: Ranked + Clone>(
    known: &Known<'_, G>,
    wanted: Plies,
    layers: impl Fn(&str) -> bool,
) -> Result<Option<(G::Position, Score)>, ReportError> {
    let prober = known.prober();
    for score in [Score::win_in(wanted), Score::loss_in(wanted)] {
        for (index, layer) in known.game.layers().iter().enumerate() {
            let record = known.source.manifest().table(&layer.name, Metric::Dtw);
            if let Some(record) = record.filter(|record| layers(&layer.name) && counts(record, score) > 0)
                && let Some(position) = in_layer(known, &prober, index, record, score)?
            {
                return Ok(Some((position, score)));
            }
        }
    }
    Ok(None)
}

/// How many positions have the score: reachable ones where those are counted.
fn counts(record: &TableRecord, score: Score) -> u64 {
    let counts = record.counts.reachable.as_ref().unwrap_or(&record.counts.positions);
    record.values.iter().zip(counts).filter(|(value, _)| **value == score.to_raw()).map(|(_, n)| n).sum()
}

fn in_layer<G: Ranked>(
    known: &Known<'_, G>,
    prober: &DbProber<G>,
    index: usize,
    record: &TableRecord,
    score: Score,
) -> Result<Option<G::Position>, ReportError> {
    let (game, raw) = (&known.game, score.to_raw());
    let name = &game.layers()[index].name;
    let Some(table) = known.source.database.table(name, Metric::Dtw)? else { return Ok(None) };
    // A number of the table may be free, left out, or out of reach: the prober has the last word.
    let holds = |position: &G::Position| -> Result<bool, ReportError> {
        Ok(prober.value(position, Metric::Dtw)? == Some(raw) && prober.reachable(position)? != Some(false))
    };
    let code = record.values.iter().position(|value| *value == raw).expect("it is counted");
    let mut block_of_codes = Vec::new();
    for block in 0..table.blocks() {
        table.load(block, &mut block_of_codes)?;
        let first = block * table.block_entries();
        let entries = table.block_entries().min(table.entries() - first);
        for i in 0..entries as usize {
            if usize::from(packed::get(&block_of_codes, table.bits(), i)) == code
                && let Some(position) = game.unrank(index, first + i as u64)
                && holds(&position)?
            {
                return Ok(Some(position));
            }
        }
    }
    if !G::OMITS || table.entries() > MOST_OMITTED {
        return Ok(None);
    }
    let (mut found, mut fault) = (None, None);
    game.omitted_range(index, 0..table.entries(), |_, position| {
        if found.is_none() && fault.is_none() {
            match holds(&position) {
                Ok(true) => found = Some(position),
                Ok(false) => {}
                Err(error) => fault = Some(error),
            }
        }
    });
    fault.map_or(Ok(found), Err)
}
