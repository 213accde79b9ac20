//! Checks claims in the old program's documents about moves and openings against the tables.

use crate::questions::sample::{Lottery, sample};
use crate::questions::tabled::{Position, Tabled};
use nexsolve_core::{Game, Wdl};
use nexsolve_games::nex::NexMove;
use nexsolve_games::rhombus::Cell;
use nexsolve_reports::ReportError;
use serde::Serialize;

/// A generate move of Black as a pattern, with counts over all positions of one ply in which it is legal.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(super) struct Pattern {
    /// The cell of the stone.
    #[serde(skip)]
    pub(super) stone: Cell,
    /// The cell of the neutral stone.
    #[serde(skip)]
    pub(super) neutral: Cell,
    /// Positions in which both cells are empty.
    pub(super) playable: u64,
    /// Positions in which the move wins.
    pub(super) wins: u64,
    /// Positions in which the move keeps the position's value.
    pub(super) keeps: u64,
    /// Positions in which the move keeps a win that some other generate gives away.
    pub(super) matters: u64,
}

/// Returns every generate move, counted over all reachable positions after two moves; the one that wins most
/// often is first. A pattern and its rotation by 180° have the same counts, and both are listed.
///
/// # Errors
/// If a table is missing or damaged.
pub(super) fn third_moves(tabled: Tabled<'_>) -> Result<Vec<Pattern>, ReportError> {
    let all = sample(tabled.game, tabled.prober, Lottery { per_ply: u64::MAX, seed: 0 })?;
    let cells = tabled.board().len();
    let none = |stone, neutral| Pattern { stone, neutral, playable: 0, wins: 0, keeps: 0, matters: 0 };
    let mut patterns: Vec<Pattern> =
        (0..cells * cells).map(|i| none(Cell((i / cells) as u16), Cell((i % cells) as u16))).collect();
    let mut moves = Vec::new();
    for drawn in all.drawn.iter().filter(|drawn| drawn.ply == 2) {
        // Only one of each pair of positions that are rotations of each other was counted; the other has the
        // rotated moves.
        for position in both(tabled, &drawn.position) {
            tabled.game.moves(&position, &mut moves);
            let generates: Vec<(Cell, Cell)> = moves
                .iter()
                .filter_map(|mv| match *mv {
                    NexMove::Generate { stone, neutral } => Some((stone, neutral)),
                    _ => None,
                })
                .collect();
            let after: Vec<Position> =
                moves[..generates.len()].iter().map(|&mv| tabled.game.play(&position, mv)).collect();
            let values: Vec<Wdl> =
                tabled.scores(&after)?.into_iter().map(|score| score.lift().wdl()).collect();
            let best = drawn.value;
            let in_question = values.iter().any(|&value| value < best);
            for ((stone, neutral), value) in generates.into_iter().zip(values) {
                let pattern = &mut patterns[usize::from(stone.0) * cells as usize + usize::from(neutral.0)];
                pattern.playable += 1;
                pattern.wins += u64::from(value == Wdl::Win);
                pattern.keeps += u64::from(value == best);
                pattern.matters += u64::from(value == Wdl::Win && in_question);
            }
        }
    }
    patterns.retain(|pattern| pattern.playable > 0);
    patterns.sort_by(|a, b| (b.wins * a.playable).cmp(&(a.wins * b.playable)));
    Ok(patterns)
}

/// Returns the position, and its rotation by 180° if that is different.
fn both(tabled: Tabled<'_>, position: &Position) -> Vec<Position> {
    let board = tabled.board();
    let turned = Position {
        black: board.rotated(position.black),
        white: board.rotated(position.white),
        neutral: board.rotated(position.neutral),
        may_swap: position.may_swap,
    };
    if turned == *position { vec![turned] } else { vec![*position, turned] }
}

/// Returns the place of a pattern in the list, counted from 1: one more than the number of patterns with a
/// greater share of wins.
pub(super) fn place_of(patterns: &[Pattern], stone: Cell, neutral: Cell) -> Option<(usize, Pattern)> {
    let found = patterns.iter().find(|pattern| pattern.stone == stone && pattern.neutral == neutral)?;
    let better = patterns.iter().filter(|other| other.wins * found.playable > found.wins * other.playable);
    Some((better.count() + 1, *found))
}
