//! Evaluations of Connect Four.

use super::lines::{all_fours, completing};
use super::{Connect4, Connect4Position};
use nexsolve_catalogue::difference;
use nexsolve_core::Evaluation;

/// All evaluations, the default first.
pub(super) const EVALUATIONS: &[Evaluation<Connect4>] = &[
    Evaluation {
        name: "both",
        what: "lines and threats: a threat counts as much as a line with four own stones",
        points: |game, position| THREAT * threats(game, position) + lines(game, position),
    },
    Evaluation {
        name: "lines",
        what: "lines of four without opposing stones, each worth the square of the own stones in it, minus the opponent's",
        points: lines,
    },
    Evaluation {
        name: "threats",
        what: "empty cells that complete four in a line, minus the opponent's",
        points: threats,
    },
];

/// The weight of a threat in `both`, in points of `lines`.
const THREAT: i32 = 16;

/// `lines`: lines of four cells without opposing stones, each worth the square of the number of own stones.
fn lines(game: &Connect4, position: &Connect4Position) -> i32 {
    difference(position.side_to_move(), |side| {
        let open = game.board & !position.stones(side.other());
        let stones = |line: u64| (line & position.stones(side)).count_ones() as i32;
        all_fours(open).map(|line| stones(line).pow(2)).sum()
    })
}

/// `threats`: all empty cells that complete four in a line, wherever they are.
fn threats(game: &Connect4, position: &Connect4Position) -> i32 {
    let empty = game.board & !position.filled();
    difference(position.side_to_move(), |side| {
        (completing(position.stones(side)) & empty).count_ones() as i32
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use nexsolve_core::Notation;

    #[test]
    fn by_hand() {
        let game = Connect4::new(4, 4).expect("a board");
        let position = game.read_position("..../..../OO../XXX.").expect("a position");
        // O is to move. X has three stones in the bottom row and one in the third column; O has two in the
        // second row.
        assert_eq!(threats(&game, &position), -1);
        assert_eq!(lines(&game, &position), 4 - (9 + 1));
        assert_eq!(EVALUATIONS[0].evaluate(&game, &position), -16 - 6);
    }
}
