//! Where the neutral stone of a generate move belongs, given its stone.

use super::ratio::Ratio;
use super::relation::{Region, Relation};
use super::sample::{Drawn, Sample};
use super::tabled::{Position, Tabled};
use nexsolve_core::{Game, Side, Wdl};
use nexsolve_games::nex::NexMove;
use nexsolve_games::rhombus::{Cell, CellSet};
use nexsolve_reports::ReportError;
use rayon::prelude::*;
use serde::Serialize;
use std::collections::BTreeMap;

/// How much more often a neutral stone of a class keeps the value than one that is not of the class: over pairs of a position and a stone
/// in question, for which there are neutral cells of both kinds. Each pair has the share of one kind less that of the other, and each
/// counts alike, so the figures of all classes can be compared.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Kept {
    /// The number of pairs; weights count positions.
    pub all: f64,
    /// The mean difference of the shares.
    pub gain: f64,
    /// The standard error of the gain; 0 if all positions were looked at.
    pub error: f64,
}

/// A share of positions, or of pairs of a position and a stone.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Part {
    /// The number that the share is of; weights count positions.
    pub all: f64,
    /// The share.
    pub share: f64,
    /// Its standard error; 0 if all positions were looked at.
    pub error: f64,
}

impl Part {
    /// Returns the number in the share; weights count positions.
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
    /// Moves made before.
    pub ply: u32,
    /// The rule's success at this ply.
    pub kept: Kept,
    /// The cells of the stones of these pairs; a cell and its image under the turn by 180° count once.
    pub stones: u32,
}

/// A class of neutral stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Rule {
    /// How the neutral stone lies to the stone.
    Lies(Relation),
    /// Where it lies on the board.
    In(Region),
    /// It touches none of the mover's stones, the new one included.
    Apart,
}

impl Rule {
    /// The rules that are followed ply by ply: those that hold on all boards in the mean.
    pub const FOLLOWED: [Self; 5] = [
        Self::Lies(Relation::Ahead),
        Self::Lies(Relation::Beside),
        Self::Lies(Relation::Three),
        Self::In(Region::Obtuse),
        Self::Apart,
    ];

    /// A name for tables.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Lies(relation) => relation.words(),
            Self::In(region) => region.words(),
            Self::Apart => "touches none of one's own",
        }
    }

    /// Returns the rule's success in all positions together.
    pub fn of(self, placing: &Placing) -> Kept {
        match self {
            Self::Lies(relation) => placing.by_relation[relation as usize],
            Self::In(region) => placing.by_region[place(region)],
            Self::Apart => placing.by_own[0],
        }
    }

    /// The rule's place in the list of all classes.
    fn class(self) -> usize {
        match self {
            Self::Lies(relation) => relation as usize,
            Self::In(region) => Relation::ALL.len() + place(region),
            Self::Apart => Relation::ALL.len() + Region::ALL.len() + 4,
        }
    }
}

/// The results on where to place a neutral stone.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Placing {
    /// Of the pairs of a position and a stone for which some neutral cell keeps the value, the share for which another one does not.
    pub in_question: Part,
    /// By how the neutral stone lies to the stone, in the order of [`Relation::ALL`].
    pub by_relation: Vec<Kept>,
    /// By where it lies on the board, in the order of [`Region::ALL`].
    pub by_region: Vec<Kept>,
    /// By how many of the opponent's stones it touches: none, one, two, three or more.
    pub by_touched: Vec<Kept>,
    /// By how many own stones, the new one included, it touches.
    pub by_own: Vec<Kept>,
    /// The success of each of [`Rule::FOLLOWED`], ply by ply.
    pub by_ply: Vec<Vec<AtPly>>,
}

/// Relations, regions, stones touched of the opponent and of one's own: one list of classes.
const CLASSES: usize = Relation::ALL.len() + Region::ALL.len() + 4 + 4;

/// The counts while positions are examined.
#[derive(Clone)]
struct Counts {
    in_question: Ratio,
    classes: Vec<Ratio>,
    /// The cells of the stones that decide a class at a ply.
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

/// Positions that are looked up together.
const BATCH: usize = 512;

/// Looks at all moves of the positions of a sample. The result does not depend on how many threads there are.
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
        |ratio: &Ratio| Kept { all: ratio.whole(), gain: ratio.value(), error: ratio.error(sample) };
    let by_ply = |rule: Rule| {
        let ratio = &counts.classes[rule.class()];
        let stones = |ply| counts.stones[&(rule.class(), ply)].count();
        ratio.plies().map(|ply| AtPly { ply, kept: kept_of(&ratio.at(ply)), stones: stones(ply) }).collect()
    };
    let by_ply = Rule::FOLLOWED.map(by_ply).into();
    let mut kept = counts.classes.iter().map(kept_of);
    let mut next = |count| kept.by_ref().take(count).collect();
    Ok(Placing {
        in_question: Part::of(&counts.in_question, sample),
        by_relation: next(Relation::ALL.len()),
        by_region: next(Region::ALL.len()),
        by_touched: next(4),
        by_own: next(4),
        by_ply,
    })
}

fn look(tabled: Tabled<'_>, batch: &[Drawn<Position>]) -> Result<Counts, ReportError> {
    let mut counts = Counts::new();
    let (mut moves, mut after, mut asked) = (Vec::new(), Vec::new(), Vec::new());
    // Where everything loses, nothing can be kept or lost.
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
                NexMove::Transform { .. } => None,
            })
            .collect();
        // With two empty cells a stone leaves one for the neutral stone: no choice.
        if tabled.game.empty(&drawn.position).count() < 3 {
            return;
        }
        let (mut open, mut keepable) = (0.0, 0.0);
        // Gains and pairs of the position by class.
        let mut sums = [(0.0, 0.0); CLASSES];
        // The list of moves has all neutral cells of a stone together.
        for rivals in choices.chunk_by(|a, b| a.0 == b.0) {
            let kept = rivals.iter().filter(|rival| rival.2).count();
            keepable += weight * f64::from(u8::from(kept > 0));
            if kept == 0 || kept == rivals.len() {
                continue;
            }
            open += weight;
            // Cells of each class, and those of them that keep the value.
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

/// The classes of a neutral stone, places in the list of all.
fn classes(tabled: Tabled<'_>, position: &Position, stone: Cell, neutral: Cell) -> [usize; 4] {
    let board = tabled.board();
    let mover = position.side_to_move();
    let (relation, region) = match mover {
        Side::Black => (Relation::of_black(board, stone, neutral), Region::of_black(board, neutral)),
        Side::White => (Relation::of_white(board, stone, neutral), Region::of_white(board, neutral)),
    };
    let around = board.neighbours(u64::one(neutral));
    let touched = (around & position.stones(mover.other())).count().min(3) as usize;
    let own = (around & (position.stones(mover) | u64::one(stone))).count().min(3) as usize;
    let after_regions = Relation::ALL.len() + Region::ALL.len();
    [relation as usize, Relation::ALL.len() + place(region), after_regions + touched, after_regions + 4 + own]
}

/// A region's place in [`Region::ALL`].
fn place(region: Region) -> usize {
    Region::ALL.iter().position(|&one| one == region).expect("all are listed")
}
