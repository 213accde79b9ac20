//! Openings classified by the places of their two cells, on the board and relative to each other.

use super::relation::{BoardRegion, Relation};
use super::tabled::Opening;
use crate::geometry::Shape;
use nexsolve_core::{Plies, Score, Wdl};
use nexsolve_games::rhombus::Rhombus;
use serde::Serialize;
use std::collections::BTreeMap;

/// Openings that have something in common.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Class {
    /// The numbers that lose, draw and win for Black.
    pub values: [u64; 3],
    /// The total plies of the wins.
    pub plies_of_wins: u64,
    /// The total plies of the losses.
    pub plies_of_losses: u64,
    /// The number of these among the board's best openings: the fastest wins; if none wins, the draws; if all
    /// lose, the slowest losses.
    pub best: u64,
}

impl Class {
    /// Returns the number of openings.
    pub fn all(&self) -> u64 {
        self.values.iter().sum()
    }

    /// Returns the mean plies of a win; `None` if none wins.
    pub fn win_plies(&self) -> Option<f64> {
        let wins = self.values[Wdl::Win as usize];
        (wins > 0).then(|| self.plies_of_wins as f64 / wins as f64)
    }

    fn add(&mut self, score: Score, best: Score) {
        self.values[score.wdl() as usize] += 1;
        let plies = u64::from(score.distance().unwrap_or(Plies(0)).0);
        match score.wdl() {
            Wdl::Win => self.plies_of_wins += plies,
            Wdl::Loss => self.plies_of_losses += plies,
            Wdl::Draw => {}
        }
        self.best += u64::from(score == best);
    }
}

/// Groups openings by the key that `of` returns.
pub fn classes<K: Ord>(openings: &[Opening], of: impl Fn(&Opening) -> K) -> BTreeMap<K, Class> {
    let best = openings.iter().map(|opening| opening.score).max().unwrap_or(Score::MIN);
    let mut classes: BTreeMap<K, Class> = BTreeMap::new();
    for opening in openings {
        classes.entry(of(opening)).or_default().add(opening.score, best);
    }
    classes
}

/// Returns the share of the variance of the openings' values (win 1, draw ½, loss 0) that lies between the
/// groups of `of`; `None` if all have the same value.
pub fn explained<K: Ord>(openings: &[Opening], of: impl Fn(&Opening) -> K) -> Option<f64> {
    let value = |class: &Class| (class.values[2] as f64 + class.values[1] as f64 / 2.0) / class.all() as f64;
    let whole = classes(openings, |_| ());
    let mean = value(whole.get(&())?);
    let within_all = classes(openings, |opening| opening.score.wdl());
    let spread = |mean_of: f64, count: u64| count as f64 * (mean_of - mean).powi(2);
    let all: f64 = within_all.values().map(|class| spread(value(class), class.all())).sum();
    let between: f64 = classes(openings, of).values().map(|class| spread(value(class), class.all())).sum();
    (all > 0.0).then(|| between / all)
}

/// Returns the place of the stone, and the place of the neutral stone relative to it.
pub fn pattern(board: &Rhombus<u64>, opening: &Opening) -> (BoardRegion, Relation) {
    (BoardRegion::of_black(board, opening.stone), Relation::of_black(board, opening.stone, opening.neutral))
}

/// Returns the number of steps from the stone to the short diagonal of a square board.
pub fn steps_off(board: &Rhombus<u64>, opening: &Opening) -> i64 {
    let (row, col) = Shape::of(board).place(opening.stone);
    (row + col + 1 - i64::from(board.rows())).abs()
}

#[cfg(test)]
mod tests {
    use super::*;
    use nexsolve_games::rhombus::{Cell, Edges};

    #[test]
    fn the_short_diagonal_joins_the_blunt_corners() {
        let board = Rhombus::<u64>::new(3, 3, Edges::BlackTopBottom).expect("a board");
        let at = |cell| Opening { stone: Cell(cell), neutral: Cell(1), score: Score::DRAW };
        let steps: Vec<i64> = (0..9).map(|cell| steps_off(&board, &at(cell))).collect();
        assert_eq!(steps, [2, 1, 0, 1, 0, 1, 0, 1, 2]);
    }

    #[test]
    fn variance_is_between_stones_or_within() {
        let opening = |stone, neutral, score| Opening { stone: Cell(stone), neutral: Cell(neutral), score };
        let (win, loss) = (Score::win_in(Plies(3)), Score::loss_in(Plies(4)));
        let all = [opening(0, 2, win), opening(0, 3, win), opening(1, 2, loss), opening(1, 3, loss)];
        assert_eq!(explained(&all, |o| o.stone), Some(1.0));
        assert_eq!(explained(&all, |o| o.neutral), Some(0.0));
        assert_eq!(explained(&all[..2], |o| o.stone), None);
        assert_eq!(explained(&[], |o| o.stone), None);
    }

    #[test]
    fn classes_count_each_opening_once() {
        let opening = |stone, score| Opening { stone: Cell(stone), neutral: Cell(8), score };
        let (fast, slow) = (Score::win_in(Plies(7)), Score::win_in(Plies(9)));
        let found = classes(&[opening(0, fast), opening(0, slow), opening(1, Score::DRAW)], |o| o.stone);
        assert_eq!(found[&Cell(0)].values, [0, 0, 2]);
        assert_eq!((found[&Cell(0)].best, found[&Cell(0)].win_plies()), (1, Some(8.0)));
        assert_eq!((found[&Cell(1)].best, found[&Cell(1)].win_plies()), (0, None));
    }
}
