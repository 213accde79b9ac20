//! Where the neutral stone of a generate move belongs, given its stone.

use super::relation::{Region, Relation};
use super::sample::Sample;
use super::tabled::{Position, Tabled};
use crate::ReportError;
use nexsolve_core::{Game, Side, Wdl};
use nexsolve_games::nex::NexMove;
use nexsolve_games::rhombus::{Cell, CellSet};
use serde::Serialize;

/// How often a choice keeps the value, where that is in question.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Kept {
    /// Choices that are looked at; weights count positions.
    pub all: f64,
    /// Those that keep the value of the position.
    pub kept: f64,
    /// What would be kept if the neutral stone went anywhere: for each choice the share of all its rivals that keep the value.
    pub expected: f64,
}

impl Kept {
    fn add(&mut self, weight: f64, keeps: bool, share: f64) {
        self.all += weight;
        self.kept += weight * f64::from(u8::from(keeps));
        self.expected += weight * share;
    }

    /// The share that keeps the value.
    pub fn share(self) -> f64 {
        self.kept / self.all
    }

    /// The share that any other neutral stone in the same positions, with the same stones, would keep.
    pub fn base(self) -> f64 {
        self.expected / self.all
    }
}

/// What matters for a neutral stone.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Placing {
    /// Positions looked at.
    pub positions: usize,
    /// Pairs of a position and a stone for which some neutral cells keep the value and others do not, weighted.
    pub in_question: f64,
    /// All pairs of which at least one neutral cell keeps the value.
    pub keepable: f64,
    /// By how the neutral stone lies to the stone, in the order of [`Relation::ALL`].
    pub by_relation: Vec<Kept>,
    /// By where it lies on the board, in the order of [`Region::ALL`].
    pub by_region: Vec<Kept>,
    /// By how many of the opponent's stones it touches: none, one, two, three or more.
    pub by_touched: Vec<Kept>,
    /// By how many own stones, the new one included, it touches.
    pub by_own: Vec<Kept>,
}

/// Looks at all generate moves of the positions of a sample.
///
/// # Errors
/// If a value is not known.
pub fn placing(tabled: Tabled<'_>, sample: &Sample<Position>) -> Result<Placing, ReportError> {
    let mut found = Placing {
        positions: sample.drawn.len(),
        in_question: 0.0,
        keepable: 0.0,
        by_relation: vec![Kept::default(); Relation::ALL.len()],
        by_region: vec![Kept::default(); Region::ALL.len()],
        by_touched: vec![Kept::default(); 4],
        by_own: vec![Kept::default(); 4],
    };
    let mut moves = Vec::new();
    for drawn in &sample.drawn {
        let position = &drawn.position;
        let empty = tabled.game.empty(position);
        let best = drawn.score.wdl();
        // Where everything loses, nothing can be kept or lost.
        if empty.count() < 3 || best == Wdl::Loss {
            continue;
        }
        tabled.game.moves(position, &mut moves);
        moves.retain(|mv| matches!(mv, NexMove::Generate { .. }));
        let after: Vec<Position> = moves.iter().map(|&mv| tabled.game.play(position, mv)).collect();
        let keeps: Vec<bool> = tabled.scores(&after)?.into_iter().map(|score| -score.wdl() == best).collect();
        let choices: Vec<(Cell, Cell, bool)> = moves
            .iter()
            .zip(&keeps)
            .filter_map(|(mv, &keeps)| match *mv {
                NexMove::Generate { stone, neutral } => Some((stone, neutral, keeps)),
                NexMove::Transform { .. } => None,
            })
            .collect();
        // The list of moves has all neutral cells of a stone together.
        for rivals in choices.chunk_by(|a, b| a.0 == b.0) {
            let kept = rivals.iter().filter(|rival| rival.2).count();
            found.keepable += drawn.weight * f64::from(u8::from(kept > 0));
            if kept > 0 && kept < rivals.len() {
                found.in_question += drawn.weight;
                for &(stone, neutral, keeps) in rivals {
                    // Without the choice itself, so that a class is held against the others.
                    let others = (kept - usize::from(keeps)) as f64 / (rivals.len() - 1) as f64;
                    found.add(tabled, position, (stone, neutral), (drawn.weight, keeps, others));
                }
            }
        }
    }
    Ok(found)
}

impl Placing {
    fn add(
        &mut self,
        tabled: Tabled<'_>,
        position: &Position,
        (stone, neutral): (Cell, Cell),
        (weight, keeps, others): (f64, bool, f64),
    ) {
        let board = tabled.board();
        let mover = position.side_to_move();
        let (relation, region) = match mover {
            Side::Black => (Relation::of_black(board, stone, neutral), Region::of_black(board, neutral)),
            Side::White => (Relation::of_white(board, stone, neutral), Region::of_white(board, neutral)),
        };
        let around = board.neighbours(u64::one(neutral));
        let touched = (around & position.stones(mover.other())).count().min(3);
        let own = (around & (position.stones(mover) | u64::one(stone))).count().min(3);
        let place = |list: &[Region]| list.iter().position(|&one| one == region).expect("all are listed");
        self.by_relation[relation as usize].add(weight, keeps, others);
        self.by_region[place(&Region::ALL)].add(weight, keeps, others);
        self.by_touched[touched as usize].add(weight, keeps, others);
        self.by_own[own as usize].add(weight, keeps, others);
    }
}

/// Whether generate moves are enough: the old program's hypothesis that transform moves need no look while a generate is possible.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Kinds {
    /// Positions with moves of both kinds, weighted.
    pub both: f64,
    /// Those that only generates keep the value of.
    pub only_generates: f64,
    /// Those that only transforms do.
    pub only_transforms: f64,
    /// Of these, by the value of the position: loss (none), draw, win.
    pub only_transforms_by_value: [f64; 3],
}

/// Compares the kinds of moves in the positions of a sample.
///
/// # Errors
/// If a value is not known.
pub fn kinds(tabled: Tabled<'_>, sample: &Sample<Position>) -> Result<Kinds, ReportError> {
    let mut found = Kinds::default();
    let mut moves = Vec::new();
    for drawn in &sample.drawn {
        tabled.game.moves(&drawn.position, &mut moves);
        let generates = moves.iter().filter(|mv| matches!(mv, NexMove::Generate { .. })).count();
        if generates == 0 || generates == moves.len() {
            continue;
        }
        let best = drawn.score.wdl();
        let after: Vec<Position> = moves.iter().map(|&mv| tabled.game.play(&drawn.position, mv)).collect();
        let scores = tabled.scores(&after)?;
        // Generates come first in the list.
        let keeps = |scores: &[nexsolve_core::Score]| scores.iter().any(|score| -score.wdl() == best);
        let (by_generate, by_transform) = (keeps(&scores[..generates]), keeps(&scores[generates..]));
        found.both += drawn.weight;
        found.only_generates += drawn.weight * f64::from(u8::from(by_generate && !by_transform));
        if by_transform && !by_generate {
            found.only_transforms += drawn.weight;
            found.only_transforms_by_value[best as usize] += drawn.weight;
        }
    }
    Ok(found)
}
