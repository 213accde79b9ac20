//! Where the neutral stone of a generate move belongs, given its stone.

use super::ratio::Ratio;
use super::relation::{BoardRegion, Relation};
use super::sample::{Drawn, Sample};
use super::tabled::{Position, Tabled};
use nexsolve_core::{Game, Side, Wdl};
use nexsolve_games::nex::NexMove;
use nexsolve_games::rhombus::{Cell, CellSet};
use nexsolve_reports::ReportError;
use rayon::prelude::*;
use serde::Serialize;
use std::collections::BTreeMap;

/// How much more often a neutral stone of a class keeps the value than one outside the class. The figure is
/// taken over pairs of a position and a stone that are in question and have neutral cells of both kinds. For
/// each pair, it is the share inside the class minus the share outside; all pairs count equally, so the
/// figures of all classes can be compared.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ShareGain {
    /// The number of pairs, each weighted by the positions that it represents.
    pub all: f64,
    /// The mean difference of the shares.
    pub gain: f64,
    /// The standard error of the gain; 0 if all positions were examined.
    pub error: f64,
}

/// A share of positions, or of pairs of a position and a stone.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Proportion {
    /// The number of which this is a share, weighted by the positions represented.
    pub all: f64,
    /// The share.
    pub share: f64,
    /// The standard error; 0 if all positions were examined.
    pub error: f64,
}

impl Proportion {
    /// Returns the number in the share, weighted by the positions represented.
    pub fn count(self) -> f64 {
        self.all * self.share
    }

    fn of(ratio: &Ratio, sample: &Sample<Position>) -> Self {
        Self { all: ratio.whole(), share: ratio.value(), error: ratio.error(sample) }
    }
}

/// A rule of thumb at a ply.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct AtPly {
    /// The number of earlier moves.
    pub ply: u32,
    /// The rule's success at this ply.
    pub kept: ShareGain,
    /// The number of different cells of the stones in these pairs. A cell and its rotation by 180° count
    /// once.
    pub stones: u32,
}

/// A class of neutral stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Rule {
    /// The place of the neutral stone relative to the stone.
    Lies(Relation),
    /// The place of the neutral stone on the board.
    In(BoardRegion),
    /// The neutral stone touches none of the mover's stones, the new one included.
    Apart,
}

impl Rule {
    /// The rules that are reported ply by ply: those that hold on average on all boards.
    pub const FOLLOWED: [Self; 5] = [
        Self::Lies(Relation::Ahead),
        Self::Lies(Relation::Beside),
        Self::Lies(Relation::Three),
        Self::In(BoardRegion::Obtuse),
        Self::Apart,
    ];

    /// Returns the name for tables.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Lies(relation) => relation.words(),
            Self::In(region) => region.words(),
            Self::Apart => "touches no own stone",
        }
    }

    /// Returns the rule's success over all positions.
    pub fn of(self, placing: &Placing) -> ShareGain {
        match self {
            Self::Lies(relation) => placing.by_relation[relation as usize],
            Self::In(region) => placing.by_region[place(region)],
            Self::Apart => placing.by_own[0],
        }
    }

    /// Returns the index of the rule in the list of all classes.
    fn class(self) -> usize {
        match self {
            Self::Lies(relation) => relation as usize,
            Self::In(region) => Relation::ALL.len() + place(region),
            Self::Apart => Relation::ALL.len() + BoardRegion::ALL.len() + 4,
        }
    }
}

/// The results about where to place a neutral stone.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Placing {
    /// Among the pairs of a position and a stone for which some neutral cell keeps the value, the share for
    /// which another one does not.
    pub in_question: Proportion,
    /// By the neutral stone's place relative to the stone, in the order of [`Relation::ALL`].
    pub by_relation: Vec<ShareGain>,
    /// By the neutral stone's place on the board, in the order of [`BoardRegion::ALL`].
    pub by_region: Vec<ShareGain>,
    /// By the number of the opponent's stones that it touches: none, one, two, three or more.
    pub by_touched: Vec<ShareGain>,
    /// By the number of own stones that it touches, the new one included.
    pub by_own: Vec<ShareGain>,
    /// The success of each of [`Rule::FOLLOWED`], ply by ply.
    pub by_ply: Vec<Vec<AtPly>>,
}

/// The number of classes: relations, regions, and touched stones of the opponent and of the mover, in one
/// list.
const CLASSES: usize = Relation::ALL.len() + BoardRegion::ALL.len() + 4 + 4;

/// The counts while examining positions.
#[derive(Clone)]
struct Counts {
    in_question: Ratio,
    classes: Vec<Ratio>,
    /// The cells of the stones in the pairs of a class at a ply.
    stones: BTreeMap<(usize, u32), u64>,
}

impl Counts {
    fn new() -> Self {
        Self {
            in_question: Ratio::default(),
            classes: vec![Ratio::default(); CLASSES],
            stones: BTreeMap::new(),
        }
    }

    fn join(&mut self, other: &Self) {
        self.in_question.join(&other.in_question);
        self.classes.iter_mut().zip(&other.classes).for_each(|(all, more)| all.join(more));
        for (place, stones) in &other.stones {
            *self.stones.entry(*place).or_default() |= stones;
        }
    }
}

/// The number of positions to look up together.
const BATCH: usize = 512;

/// Examines all moves of the positions of a sample. The result does not depend on the number of threads.
///
/// # Errors
/// If a value is not known.
pub fn placing(tabled: Tabled<'_>, sample: &Sample<Position>) -> Result<Placing, ReportError> {
    let batches: Vec<Counts> = sample
        .drawn
        .par_chunks(BATCH)
        .map(|batch| look(tabled, batch))
        .collect::<Result<_, ReportError>>()?;
    let mut counts = Counts::new();
    for batch in &batches {
        counts.join(batch);
    }
    let kept_of =
        |ratio: &Ratio| ShareGain { all: ratio.whole(), gain: ratio.value(), error: ratio.error(sample) };
    let by_ply = |rule: Rule| {
        let ratio = &counts.classes[rule.class()];
        let stones = |ply| counts.stones[&(rule.class(), ply)].count();
        ratio.plies().map(|ply| AtPly { ply, kept: kept_of(&ratio.at(ply)), stones: stones(ply) }).collect()
    };
    let by_ply = Rule::FOLLOWED.map(by_ply).into();
    let mut kept = counts.classes.iter().map(kept_of);
    let mut next = |count| kept.by_ref().take(count).collect();
    Ok(Placing {
        in_question: Proportion::of(&counts.in_question, sample),
        by_relation: next(Relation::ALL.len()),
        by_region: next(BoardRegion::ALL.len()),
        by_touched: next(4),
        by_own: next(4),
        by_ply,
    })
}

fn look(tabled: Tabled<'_>, batch: &[Drawn<Position>]) -> Result<Counts, ReportError> {
    let mut counts = Counts::new();
    let (mut moves, mut after, mut asked) = (Vec::new(), Vec::new(), Vec::new());
    // In a lost position every move keeps the value.
    for drawn in batch.iter().filter(|drawn| drawn.value != Wdl::Loss) {
        tabled.game.moves(&drawn.position, &mut moves);
        let from = after.len();
        after.extend(moves.iter().map(|&mv| tabled.game.play(&drawn.position, mv)));
        asked.push((drawn, moves.clone(), from));
    }
    let values = tabled.values(&after)?;
    for (drawn, moves, from) in asked {
        let best = drawn.value;
        let keeps: Vec<bool> = values[from..from + moves.len()].iter().map(|value| -*value == best).collect();
        counts.add(tabled, drawn, &moves, &keeps);
    }
    Ok(counts)
}

impl Counts {
    fn add(&mut self, tabled: Tabled<'_>, drawn: &Drawn<Position>, moves: &[NexMove], keeps: &[bool]) {
        let (ply, weight) = (drawn.ply, drawn.weight);
        let choices: Vec<(Cell, Cell, bool)> = moves
            .iter()
            .zip(keeps)
            .filter_map(|(mv, &keeps)| match *mv {
                NexMove::Generate { stone, neutral } => Some((stone, neutral, keeps)),
                _ => None,
            })
            .collect();
        // With two empty cells, the stone leaves no choice for the neutral stone.
        if tabled.game.empty(&drawn.position).count() < 3 {
            return;
        }
        let (mut open, mut keepable) = (0.0, 0.0);
        // The gains and the pairs of the position by class.
        let mut sums = [(0.0, 0.0); CLASSES];
        // In the list of moves, all neutral cells of a stone are consecutive.
        for rivals in choices.chunk_by(|a, b| a.0 == b.0) {
            let kept = rivals.iter().filter(|rival| rival.2).count();
            keepable += weight * f64::from(u8::from(kept > 0));
            if kept == 0 || kept == rivals.len() {
                continue;
            }
            open += weight;
            // The number of cells of each class, and of those that keep the value.
            let mut cells = [(0, 0); CLASSES];
            for &(stone, neutral, keeps) in rivals {
                for class in classes(tabled, &drawn.position, stone, neutral) {
                    cells[class].0 += 1;
                    cells[class].1 += usize::from(keeps);
                }
            }
            let stone = rivals[0].0.0.min(tabled.board().len() as u16 - 1 - rivals[0].0.0);
            for (class, (inside, kept_inside)) in cells.into_iter().enumerate() {
                let outside = rivals.len() - inside;
                if inside > 0 && outside > 0 {
                    let share = |kept: usize, of: usize| kept as f64 / of as f64;
                    let gain = share(kept_inside, inside) - share(kept - kept_inside, outside);
                    sums[class].0 += weight * gain;
                    sums[class].1 += weight;
                    *self.stones.entry((class, ply)).or_default() |= u64::one(Cell(stone));
                }
            }
        }
        self.in_question.add(ply, open, keepable);
        for (ratio, (gain, all)) in self.classes.iter_mut().zip(sums).filter(|(_, (_, all))| *all > 0.0) {
            ratio.add(ply, gain, all);
        }
    }
}

/// Returns the classes of a neutral stone, as indices in the list of all classes.
fn classes(tabled: Tabled<'_>, position: &Position, stone: Cell, neutral: Cell) -> [usize; 4] {
    let board = tabled.board();
    let mover = position.side_to_move();
    let (relation, region) = match mover {
        Side::Black => (Relation::of_black(board, stone, neutral), BoardRegion::of_black(board, neutral)),
        Side::White => (Relation::of_white(board, stone, neutral), BoardRegion::of_white(board, neutral)),
    };
    let around = board.neighbours(u64::one(neutral));
    let touched = (around & position.stones(mover.other())).count().min(3) as usize;
    let own = (around & (position.stones(mover) | u64::one(stone))).count().min(3) as usize;
    let after_regions = Relation::ALL.len() + BoardRegion::ALL.len();
    [relation as usize, Relation::ALL.len() + place(region), after_regions + touched, after_regions + 4 + own]
}

/// Returns the index of a region in [`BoardRegion::ALL`].
fn place(region: BoardRegion) -> usize {
    BoardRegion::ALL.iter().position(|&one| one == region).expect("all are listed")
}
