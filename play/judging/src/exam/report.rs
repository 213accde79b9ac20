//! The results of an exam.

use super::estimates::Estimates;
use super::selection::{Item, Selection, SelectionKind, Staging};
use crate::audit::{MoveJudgement, MoveTally};
use nexsolve_core::{Plies, Wdl};
use nexsolve_games::{AnyMove, AnyPosition};
use nexsolve_players::Estimate;
use std::cmp::Reverse;

/// The results of an exam.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExamResults {
    /// Which positions were selected.
    pub kind: SelectionKind,
    /// What the stages are.
    pub staging: Staging,
    /// The number of positions selected. `all.once` counts those examined: fewer if the exam was stopped.
    pub selected: u64,
    /// All positions examined.
    pub all: MoveTallies,
    /// The positions of each stage of the game, with the name of the stage. Stages without positions are left
    /// out.
    pub stages: Vec<(String, MoveTallies)>,
    /// The positions by the number of their good moves, those that keep the value: for each of [`GOOD`].
    pub good: [MoveTallies; GOOD.len()],
    /// Won positions in which the player kept the win: plies lost on the shortest win.
    pub late: Wasted,
    /// Lost positions: plies by which the player loses sooner than it must.
    pub soon: Wasted,
    /// What the player expected of the positions; every symmetry class counts once.
    pub estimates: Estimates,
    /// The worst mistakes, worst first.
    pub worst: Vec<Mistake>,
}

/// The classes of positions by their number of good moves: the least and the greatest number.
pub const GOOD: [(usize, usize); 5] = [(1, 1), (2, 2), (3, 5), (6, 10), (11, usize::MAX)];

/// A tally that counts every symmetry class once, and one that counts every position, symmetric ones
/// included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct MoveTallies {
    /// One position of each symmetry class.
    pub once: MoveTally,
    /// All positions.
    pub weighted: MoveTally,
}

/// Plies wasted in positions whose distances are known; every symmetry class counts once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Wasted {
    /// The number of positions.
    pub positions: u64,
    /// The plies wasted in all of them.
    pub plies: u64,
    /// The most plies wasted in one.
    pub most: Plies,
}

/// A move that gave value away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// The position.
    pub position: AnyPosition,
    /// The player's move.
    pub mv: AnyMove,
    /// The value before the move.
    pub before: Wdl,
    /// The value that the move left.
    pub after: Wdl,
    /// A move that keeps the value.
    pub instead: AnyMove,
    /// The number of moves that keep the value.
    pub good: usize,
    /// The number of legal moves.
    pub moves: usize,
    stage: u32,
}

impl Wasted {
    /// Returns the mean number of plies wasted; `None` without positions.
    pub fn mean(&self) -> Option<f64> {
        (self.positions > 0).then(|| self.plies as f64 / self.positions as f64)
    }

    fn add(&mut self, plies: Plies) {
        self.positions += 1;
        self.plies += u64::from(plies.0);
        self.most = self.most.max(plies);
    }

    fn join(&mut self, other: Self) {
        self.positions += other.positions;
        self.plies += other.plies;
        self.most = self.most.max(other.most);
    }
}

impl MoveTallies {
    fn add(&mut self, judged: &MoveJudgement, copies: u32) {
        self.once.add(judged);
        self.weighted.add_times(judged, u64::from(copies));
    }

    fn join(&mut self, other: Self) {
        self.once = self.once.and(other.once);
        self.weighted = self.weighted.and(other.weighted);
    }
}

impl Mistake {
    /// The order of mistakes: the most value first, then the fewest good moves, then the earliest.
    fn order(&self) -> impl Ord + use<> {
        (Reverse(self.before as u8 - self.after as u8), self.good, self.stage, self.position)
    }
}

impl ExamResults {
    /// Begins a report on these positions.
    pub(super) fn new(selection: &Selection) -> Self {
        Self {
            kind: selection.kind,
            staging: selection.staging,
            selected: selection.len(),
            all: MoveTallies::default(),
            stages: selection.stages.iter().map(|name| (name.clone(), MoveTallies::default())).collect(),
            good: Default::default(),
            late: Wasted::default(),
            soon: Wasted::default(),
            estimates: Estimates::default(),
            worst: Vec::new(),
        }
    }

    /// Adds the player's move in a position, and its estimate of it.
    pub(super) fn add(
        &mut self,
        item: &Item,
        (mv, judged, estimate): (AnyMove, MoveJudgement, Estimate),
        most_mistakes: usize,
    ) {
        let MoveJudgement { good, moves, wasted, .. } = judged;
        self.estimates.add(estimate, judged.before);
        self.all.add(&judged, item.copies);
        self.stages[item.stage as usize].1.add(&judged, item.copies);
        if let Some(class) = GOOD.iter().position(|&(least, most)| (least..=most).contains(&good)) {
            self.good[class].add(&judged, item.copies);
        }
        match (judged.before, wasted) {
            (Some(Wdl::Win), Some(plies)) => self.late.add(plies),
            (Some(Wdl::Loss), Some(plies)) => self.soon.add(plies),
            _ => {}
        }
        if let (Some((before, after)), Some(instead)) = (judged.gift(), judged.keeps) {
            let (position, stage) = (item.position, item.stage);
            self.worst.push(Mistake { position, mv, before, after, instead, good, moves, stage });
            self.keep_worst(most_mistakes);
        }
    }

    /// Adds the results of other positions of the same selection.
    pub(super) fn join(&mut self, other: Self, most_mistakes: usize) {
        self.all.join(other.all);
        for ((_, mine), (_, others)) in self.stages.iter_mut().zip(other.stages) {
            mine.join(others);
        }
        for (mine, others) in self.good.iter_mut().zip(other.good) {
            mine.join(others);
        }
        self.late.join(other.late);
        self.soon.join(other.soon);
        self.estimates.join(&other.estimates);
        self.worst.extend(other.worst);
        self.keep_worst(most_mistakes);
    }

    fn keep_worst(&mut self, most: usize) {
        self.worst.sort_by_cached_key(Mistake::order);
        self.worst.truncate(most);
    }

    /// Returns whether all selected positions were examined.
    pub fn is_complete(&self) -> bool {
        self.all.once.moves == self.selected
    }

    /// Returns the share of value given away, with its 95 % interval for a sample; `None` if no position
    /// could give value away.
    pub fn share(&self) -> Option<(f64, Option<[f64; 2]>)> {
        let (gave, could) = (self.all.once.gave(), self.all.once.could());
        let share = self.all.once.share()?;
        Some((share, (self.kind != SelectionKind::All).then(|| interval(gave, could))))
    }
}

/// Returns the 95 % interval of a share after Wilson (1927), of `part` in a random sample of `whole`. It is a
/// little wide for a sample without repetition.
///
/// ```
/// use nexsolve_judging::exam::interval;
/// let [low, high] = interval(0, 100);
/// assert!(low == 0.0 && (0.036..0.038).contains(&high));
/// ```
pub fn interval(part: u64, whole: u64) -> [f64; 2] {
    if whole == 0 {
        return [0.0, 1.0];
    }
    let (n, share) = (whole as f64, part as f64 / whole as f64);
    let z2 = 1.959_964_f64.powi(2);
    let middle = (share + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let reach = (z2 * (share * (1.0 - share) / n + z2 / (4.0 * n * n))).sqrt() / (1.0 + z2 / n);
    [if part == 0 { 0.0 } else { middle - reach }, if part == whole { 1.0 } else { middle + reach }]
}
