//! Random samples: some positions from each ply, with all reachable positions of a ply equally likely.

use nexsolve_core::{Game, LayerId, Probe, Prober, Ranked, Score, SplitMix, Wdl};
use nexsolve_db::{DbProber, Metric, TableRecord};
use nexsolve_reports::ReportError;

/// The seed of all random choices.
pub(crate) const SEED: u64 = 1;

/// How positions are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lottery {
    /// The approximate number of positions per ply. If a ply has no more than this, all its positions are
    /// taken.
    pub per_ply: u64,
    /// The seed. The same seed draws the same positions.
    pub seed: u64,
}

/// A position of a sample.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Drawn<P> {
    /// The position, which is not over. It may be replaced by a symmetric one.
    pub position: P,
    /// The number of earlier moves.
    pub ply: u32,
    /// Its value, for the side to move.
    pub value: Wdl,
    /// The number of positions that it represents, symmetric ones included.
    pub weight: f64,
}

/// A sample of the positions of a board.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample<P> {
    /// The positions, ply by ply.
    pub drawn: Vec<Drawn<P>>,
    /// For each ply, the number of reachable, unfinished positions, and whether all of them were taken.
    pub plies: Vec<Population>,
}

/// The positions of a ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Population {
    /// The number of earlier moves.
    pub ply: u32,
    /// The number of reachable, unfinished positions. Symmetric positions count separately.
    pub positions: u64,
    /// Whether all were taken.
    pub whole: bool,
}

/// Draws positions from a database with distances and reachability. A ply has several layers; each gets its
/// share, and at least one position. Ranks are drawn uniformly. Free ranks, unreachable positions and
/// finished games are skipped. So is every second draw of a position that equals its rotation, because its
/// rank represents one position and not two.
///
/// # Errors
/// If a table is missing or damaged.
pub fn sample<G: Ranked>(
    game: &G,
    prober: &DbProber<G>,
    lottery: Lottery,
) -> Result<Sample<G::Position>, ReportError> {
    let layers = game.layers();
    let mut sample = Sample { drawn: Vec::new(), plies: Vec::new() };
    let all_layers: Vec<LayerId> = LayerId::all(layers).collect();
    let ply_at = |layer: LayerId| ply_of(&layers[layer].name);
    for here in all_layers.chunk_by(|&a, &b| ply_at(a) == ply_at(b)) {
        let ply = ply_at(here[0]);
        let open: Vec<u64> =
            here.iter().map(|&layer| open_positions(game, prober, layer)).collect::<Result<_, _>>()?;
        let positions = open.iter().sum();
        let whole = positions <= lottery.per_ply;
        sample.plies.push(Population { ply, positions, whole });
        for (&layer, &open) in here.iter().zip(&open).filter(|(_, open)| **open > 0) {
            let found = if whole {
                all(game, prober, layer)?
            } else {
                let share = (lottery.per_ply as f64 * open as f64 / positions as f64).ceil();
                draw(game, prober, layer, (share as usize, lottery.seed))?
            };
            let asked: Vec<G::Position> = found.iter().map(|(position, _)| *position).collect();
            let drawn: f64 = found.iter().map(|(_, copies)| copies).sum();
            for ((position, copies), probe) in found.iter().zip(prober.probe_all(&asked)?) {
                let Probe::Known(bounds) = probe else {
                    return Err(missing(game, prober, layer, Metric::Dtw));
                };
                let Some(value) = bounds.wdl() else {
                    return Err(missing(game, prober, layer, Metric::Dtw));
                };
                let weight = copies * open as f64 / drawn;
                sample.drawn.push(Drawn { position: *position, ply, value, weight });
            }
        }
    }
    Ok(sample)
}

/// Returns the ply in a layer's name, which begins with a letter and two digits.
pub(crate) fn ply_of(layer: &str) -> u32 {
    layer[1..].chars().map_while(|c| c.to_digit(10)).fold(0, |number, digit| 10 * number + digit)
}

fn missing<G: Ranked>(game: &G, prober: &DbProber<G>, layer: LayerId, metric: Metric) -> ReportError {
    let board = prober.database().manifest().subject.board.clone();
    ReportError::Missing {
        board,
        what: format!("there is no {metric} table of layer {}", game.layers()[layer].name),
    }
}

/// Returns the number of reachable, unfinished positions of a layer, from the manifest.
fn open_positions<G: Ranked>(game: &G, prober: &DbProber<G>, layer: LayerId) -> Result<u64, ReportError> {
    let manifest = prober.database().manifest();
    let name = &game.layers()[layer].name;
    let record = manifest.table(name, Metric::Dtw);
    let record = record.ok_or_else(|| missing(game, prober, layer, Metric::Dtw))?;
    open_by_record(record, game.layers()[layer].successors.is_empty())
        .ok_or_else(|| missing(game, prober, layer, Metric::Reach))
}

/// Returns the number of reachable, unfinished positions, from the record of a table of distances. `last`
/// says that no move leaves the layer, so draws in it are finished games.
pub(crate) fn open_by_record(record: &TableRecord, last: bool) -> Option<u64> {
    let counts = record.counts.reachable.as_ref()?;
    let is_over = |value: i16| value.abs() == Score::MAX.to_raw() || last && value == 0;
    Some(
        record.values.iter().zip(counts).filter(|(value, _)| !is_over(**value)).map(|(_, count)| count).sum(),
    )
}

/// A position, and the number of positions that it represents.
type Counted<G> = (<G as Game>::Position, f64);

/// Returns all reachable, unfinished positions of a layer.
fn all<G: Ranked>(game: &G, prober: &DbProber<G>, layer: LayerId) -> Result<Vec<Counted<G>>, ReportError> {
    let (mut found, mut failed) = (Vec::new(), Ok(()));
    game.unrank_range(layer, 0..game.layers()[layer].len, |_, position| {
        if failed.is_err() || game.outcome(&position).is_some() {
            return;
        }
        match prober.reachable(&position) {
            Ok(Some(true)) => found.push((position, game.copies(&position) as f64)),
            Ok(Some(false)) => {}
            Ok(None) => failed = Err(missing(game, prober, layer, Metric::Reach)),
            Err(error) => failed = Err(error.into()),
        }
    });
    failed.map(|()| found)
}

/// Draws positions at random, with replacement.
fn draw<G: Ranked>(
    game: &G,
    prober: &DbProber<G>,
    layer: LayerId,
    (wanted, seed): (usize, u64),
) -> Result<Vec<Counted<G>>, ReportError> {
    /// The number of draws per requested position after which the tables must be wrong.
    const PATIENCE: usize = 100_000;
    let mut random = SplitMix::part(seed, layer.index() as u64);
    let len = game.layers()[layer].len;
    let (mut found, mut tries) = (Vec::new(), 0);
    while found.len() < wanted {
        let batch = 2 * (wanted - found.len()) + 64;
        tries += batch;
        if tries > PATIENCE * (wanted + 64) {
            let board = prober.database().manifest().subject.board.clone();
            return Err(ReportError::Missing {
                board,
                what: format!(
                    "layer {} has fewer reachable positions than its manifest says",
                    game.layers()[layer].name
                ),
            });
        }
        let mut lots: Vec<(u64, usize, bool)> = (0..batch)
            .map(|i| {
                (random.below(usize::try_from(len).unwrap_or(usize::MAX)) as u64, i, random.below(2) == 0)
            })
            .collect();
        // Look up in the order of ranks, so that each block is read once. Then restore the order of the
        // draws, so that cutting off the last batch does not bias the sample.
        lots.sort_unstable();
        let mut good = Vec::new();
        for (rank, order, tossed) in lots {
            let Some(position) = game.unrank(layer, rank) else { continue };
            if game.outcome(&position).is_some() || game.copies(&position) == 1 && tossed {
                continue;
            }
            match prober.reachable(&position)? {
                Some(true) => good.push((order, position)),
                Some(false) => {}
                None => return Err(missing(game, prober, layer, Metric::Reach)),
            }
        }
        good.sort_unstable_by_key(|(order, _)| *order);
        found.extend(good.into_iter().map(|(_, position)| (position, 1.0)).take(wanted - found.len()));
    }
    Ok(found)
}
