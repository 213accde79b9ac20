//! Evaluations of Connect Four.

use super::lines::{all_fours, completing};
use super::{Connect4, Connect4Position};
use nexsolve_core::{Evaluation, Side};

/// All, the default first.
pub(super) const EVALUATIONS: &[&dyn Evaluation<Connect4>] = &[&Both, &Lines, &Threats];

/// What a position has for the side to move, less what it has for the other.
fn difference(position: &Connect4Position, points: impl Fn(Side) -> i32) -> i32 {
    let side = position.side_to_move();
    points(side) - points(side.other())
}

/// `lines`: lines of four cells without a stone of the opponent, each counting as many points as it holds own stones, squared.
#[derive(Clone, Copy, Debug)]
pub struct Lines;

impl Evaluation<Connect4> for Lines {
    fn name(&self) -> &'static str {
        "lines"
    }

    fn what(&self) -> &'static str {
        "lines of four without a stone of the opponent, by the square of the own stones in them"
    }

    fn evaluate(&self, game: &Connect4, position: &Connect4Position) -> i32 {
        difference(position, |side| {
            let open = game.board & !position.stones(side.other());
            let stones = |line: u64| (line & position.stones(side)).count_ones() as i32;
            all_fours(open).map(|line| stones(line).pow(2)).sum()
        })
    }
}

/// `threats`: empty cells that complete four in a line, wherever they are.
#[derive(Clone, Copy, Debug)]
pub struct Threats;

impl Evaluation<Connect4> for Threats {
    fn name(&self) -> &'static str {
        "threats"
    }

    fn what(&self) -> &'static str {
        "empty cells that complete four in a line, less the opponent's"
    }

    fn evaluate(&self, game: &Connect4, position: &Connect4Position) -> i32 {
        let empty = game.board & !position.filled();
        difference(position, |side| (completing(position.stones(side)) & empty).count_ones() as i32)
    }
}

/// `both`: [`Lines`] and [`Threats`], a threat counting [`Both::THREAT`] points of a line.
#[derive(Clone, Copy, Debug)]
pub struct Both;

impl Both {
    /// What a threat counts, in points of lines.
    pub const THREAT: i32 = 16;
}

impl Evaluation<Connect4> for Both {
    fn name(&self) -> &'static str {
        "both"
    }

    fn what(&self) -> &'static str {
        "lines and threats: a threat counts as much as a line of four own stones"
    }

    fn evaluate(&self, game: &Connect4, position: &Connect4Position) -> i32 {
        Self::THREAT * Threats.evaluate(game, position) + Lines.evaluate(game, position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nexsolve_core::Notation;

    #[test]
    fn by_hand() {
        let game = Connect4::new(4, 4).expect("a board");
        let position = game.read_position("..../..../OO../XXX.").expect("a position");
        // O is to move. X has the bottom row with three stones and the third column with one, O the second row with two.
        assert_eq!(Threats.evaluate(&game, &position), -1);
        assert_eq!(Lines.evaluate(&game, &position), 4 - (9 + 1));
        assert_eq!(Both.evaluate(&game, &position), -16 - 6);
    }
}
