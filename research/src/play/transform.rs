//! When to transform: how often only transforms, or only generates, keep the value of a position.

use crate::questions::near_best::{ANY, near_best};
use crate::questions::ratio::Ratio;
use crate::questions::sample::{Drawn, Lottery, SEED, Sample, sample};
use crate::questions::tabled::{Position, Tabled};
use nexsolve_core::words::grouped;
use nexsolve_core::{Game, Wdl};
use nexsolve_games::nex::NexMove;
use nexsolve_games::rhombus::CellSet;
use nexsolve_reports::words::percent;
use nexsolve_reports::{Files, Page, PageTable, ReportError};
use rayon::prelude::*;
use serde::Serialize;
use std::collections::BTreeMap;

/// On boards with at most this many reachable positions, all are examined.
const WHOLE: u64 = 3_000_000;
/// The number of random positions per ply on larger boards.
const PER_PLY: u64 = 20_000;
/// The number of games in near-best play.
const GAMES: u64 = 20_000;

/// Shares of the positions that are not lost and have moves of both kinds, with their standard errors (0 if
/// all were examined).
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Shares {
    /// The number of positions, symmetric ones included. A random sample is scaled up.
    pub positions: f64,
    /// The share in which only transforms keep the value.
    pub only_transforms: (f64, f64),
    /// The share in which only a single transform does.
    pub one_transform: (f64, f64),
    /// The share in which only generates do.
    pub only_generates: (f64, f64),
}

/// The results for a board.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Needed {
    /// The title of the board: `3×3`.
    pub board: String,
    /// Over all positions.
    pub all: Shares,
    /// Over won positions.
    pub won: Shares,
    /// By the number of earlier moves.
    pub by_ply: BTreeMap<u32, Shares>,
    /// By the number of neutral stones on the board.
    pub by_neutral: BTreeMap<u32, Shares>,
}

/// The results for near-best play on a board, whose positions count as often as they occur.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct NeededInPlay {
    /// The title of the board: `3×3`.
    pub board: String,
    /// Over all positions.
    pub all: Shares,
    /// By the number of earlier moves.
    pub by_ply: BTreeMap<u32, Shares>,
}

/// The counts for [`Shares`]: only transforms, a single transform, only generates.
#[derive(Clone, Default)]
struct Counts([Ratio; 3]);

impl Counts {
    fn add(&mut self, ply: u32, weight: f64, holds: [bool; 3]) {
        for (ratio, holds) in self.0.iter_mut().zip(holds) {
            ratio.add(ply, if holds { weight } else { 0.0 }, weight);
        }
    }

    fn join(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(all, more)| all.join(more));
    }

    fn shares(&self, sample: &Sample<Position>) -> Shares {
        let of = |ratio: &Ratio| (ratio.value(), ratio.error(sample));
        let [only_transforms, one_transform, only_generates] = &self.0;
        Shares {
            positions: only_transforms.whole(),
            only_transforms: of(only_transforms),
            one_transform: of(one_transform),
            only_generates: of(only_generates),
        }
    }
}

/// The counts of a board: all positions, won positions, by neutral stones and by ply.
#[derive(Clone, Default)]
struct Sorted {
    all: Counts,
    won: Counts,
    by_neutral: BTreeMap<u32, Counts>,
    plies: BTreeMap<u32, Counts>,
}

impl Sorted {
    fn join(&mut self, other: &Self) {
        self.all.join(&other.all);
        self.won.join(&other.won);
        for (mine, theirs) in [(&mut self.by_neutral, &other.by_neutral), (&mut self.plies, &other.plies)] {
            for (key, counts) in theirs {
                mine.entry(*key).or_default().join(counts);
            }
        }
    }
}

/// Examines all positions of a small board, or random positions of each ply of a larger one.
///
/// # Errors
/// If a value is not known.
pub fn needed(tabled: Tabled<'_>, seed: u64) -> Result<Needed, ReportError> {
    let tables = &tabled.prober.database().manifest().tables;
    let reachable: u64 = tables.iter().filter_map(|table| table.counts.reachable.as_ref()).flatten().sum();
    let per_ply = if reachable <= WHOLE { u64::MAX } else { PER_PLY };
    let sample = sample(tabled.game, tabled.prober, Lottery { per_ply, seed })?;
    let sorted = sorted(tabled, &sample)?;
    Ok(Needed {
        board: title(tabled),
        all: sorted.all.shares(&sample),
        won: sorted.won.shares(&sample),
        by_ply: by_key(&sorted.plies, &sample),
        by_neutral: by_key(&sorted.by_neutral, &sample),
    })
}

/// Examines the positions of `games` games in which nearly every move keeps the value.
///
/// # Errors
/// If a value is not known.
pub fn needed_in_play(tabled: Tabled<'_>, games: u64, seed: u64) -> Result<NeededInPlay, ReportError> {
    let sample = near_best(tabled, games, seed)?;
    let sorted = sorted(tabled, &sample)?;
    Ok(NeededInPlay {
        board: title(tabled),
        all: sorted.all.shares(&sample),
        by_ply: by_key(&sorted.plies, &sample),
    })
}

fn title(tabled: Tabled<'_>) -> String {
    format!("{}×{}", tabled.board().rows(), tabled.board().cols())
}

fn by_key(counts: &BTreeMap<u32, Counts>, sample: &Sample<Position>) -> BTreeMap<u32, Shares> {
    counts.iter().map(|(&key, counts)| (key, counts.shares(sample))).collect()
}

fn sorted(tabled: Tabled<'_>, sample: &Sample<Position>) -> Result<Sorted, ReportError> {
    let batches = sample.drawn.par_chunks(512).map(|batch| look(tabled, batch));
    let batches: Vec<Sorted> = batches.collect::<Result<_, ReportError>>()?;
    let mut sorted = Sorted::default();
    for batch in &batches {
        sorted.join(batch);
    }
    Ok(sorted)
}

fn look(tabled: Tabled<'_>, batch: &[Drawn<Position>]) -> Result<Sorted, ReportError> {
    let mut sorted = Sorted::default();
    let mut moves = Vec::new();
    // In a lost position every move keeps the value.
    for drawn in batch.iter().filter(|drawn| drawn.value != Wdl::Loss) {
        tabled.game.moves(&drawn.position, &mut moves);
        let is_generate = |mv: &NexMove| matches!(mv, NexMove::Generate { .. });
        let generates = moves.iter().filter(|mv| is_generate(mv)).count();
        if generates == 0 || generates == moves.len() {
            continue;
        }
        let after: Vec<Position> = moves.iter().map(|&mv| tabled.game.play(&drawn.position, mv)).collect();
        let values = tabled.values(&after)?;
        let kept = |generate: bool| {
            let pairs = moves.iter().zip(&values);
            pairs.filter(|(mv, value)| is_generate(mv) == generate && -**value == drawn.value).count()
        };
        let (by_generate, by_transform) = (kept(true), kept(false));
        let holds = [by_generate == 0, by_generate == 0 && by_transform == 1, by_transform == 0];
        let (ply, weight) = (drawn.ply, drawn.weight);
        sorted.all.add(ply, weight, holds);
        if drawn.value == Wdl::Win {
            sorted.won.add(ply, weight, holds);
        }
        sorted.plies.entry(ply).or_default().add(ply, weight, holds);
        sorted.by_neutral.entry(drawn.position.neutral.count()).or_default().add(ply, weight, holds);
    }
    Ok(sorted)
}

/// Adds the page. Returns the answer in a sentence.
pub(super) fn add(files: &mut Files, boards: &[Tabled<'_>]) -> Result<String, ReportError> {
    let mut page = Page::new("play/transform.md", "When to transform");
    page.text(&format!(
        "The tables count reachable, unfinished positions that are not lost for the side to move and that have moves of both kinds. A move keeps the value if it leaves the position worth the same. On boards with up to {} reachable positions, all are examined; on others {} random positions of each ply (seed {}), with ± one standard error. Averages over all positions give most weight to the middle of the game, which good play rarely reaches; the last tables count near-best play.",
        grouped(WHOLE),
        grouped(PER_PLY),
        SEED
    ));
    let found: Vec<Needed> = boards.iter().map(|tabled| needed(*tabled, SEED)).collect::<Result<_, _>>()?;
    page.heading(2, "Board by board");
    let mut table = table("<board");
    for needed in &found {
        table.row(row(needed.board.clone(), &needed.all));
    }
    page.table(&table);
    for needed in &found {
        page.heading(2, &needed.board);
        for (name, shares) in [(">ply", &needed.by_ply), (">neutral stones", &needed.by_neutral)] {
            let mut table = self::table(name);
            for (key, shares) in shares {
                table.row(row(key.to_string(), shares));
            }
            page.table(&table);
        }
    }
    let in_play = in_play(&mut page, boards)?;
    files.json("play/transform.json", &TransformDocument { positions: &found, near_best: &in_play });
    page.text(&format!("All figures: {}.", page.link("transform.json", "play/transform.json")));
    files.page(&page);
    let some = found.iter().filter(|needed| needed.all.only_transforms.0 > 0.0);
    let stated = some.map(|n| format!("{} on {}", percent(n.all.only_transforms.0), n.board));
    let met = in_play.iter().filter(|needed| needed.all.only_transforms.0 > 0.0);
    let met = met.map(|n| format!("{} on {}", percent(n.all.only_transforms.0), n.board));
    Ok(format!(
        "over all positions, only transforms keep the value in {}; in near-best play, in {}.",
        stated.collect::<Vec<_>>().join(", "),
        met.collect::<Vec<_>>().join(", ")
    ))
}

/// Adds the tables of near-best play. Boards with fewer than three rows or columns are left out: there it
/// never matters which kind of move is made.
fn in_play(page: &mut Page, boards: &[Tabled<'_>]) -> Result<Vec<NeededInPlay>, ReportError> {
    let wide = boards.iter().filter(|tabled| tabled.board().rows().min(tabled.board().cols()) >= 3);
    let found: Vec<NeededInPlay> =
        wide.map(|tabled| needed_in_play(*tabled, GAMES, SEED)).collect::<Result<_, _>>()?;
    page.heading(2, "In near-best play");
    page.text(&format!(
        "{} games from the start of each board. On average, seven of {ANY} moves are chosen at random among those that keep the value, and one among all legal moves (seed {}). Each position counts as often as it occurs; the errors treat the positions of a game as independent.",
        grouped(GAMES),
        SEED
    ));
    let mut all = table("<board");
    for needed in &found {
        all.row(row(needed.board.clone(), &needed.all));
    }
    page.table(&all);
    for needed in &found {
        page.heading(3, &format!("{}, near-best play", needed.board));
        let mut by_ply = table(">ply");
        for (ply, shares) in &needed.by_ply {
            by_ply.row(row(ply.to_string(), shares));
        }
        page.table(&by_ply);
    }
    Ok(found)
}

#[derive(Serialize)]
struct TransformDocument<'a> {
    positions: &'a [Needed],
    near_best: &'a [NeededInPlay],
}

fn table(first: &str) -> PageTable {
    PageTable::new(&[first, ">positions", ">only transforms", ">a single transform", ">only generates"])
}

fn row(first: String, shares: &Shares) -> Vec<String> {
    let part = |(share, error): (f64, f64)| {
        if error > 0.0 { format!("{:.1} ± {:.1} %", 100.0 * share, 100.0 * error) } else { percent(share) }
    };
    let parts = [shares.only_transforms, shares.one_transform, shares.only_generates].map(part);
    [first, grouped(shares.positions.round() as u64)].into_iter().chain(parts).collect()
}
