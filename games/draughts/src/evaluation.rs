//! Evaluations of draughts.

use crate::masks::{self, Squares};
use crate::{Draughts, Position, Square};
use nexsolve_catalogue::limited;
use nexsolve_core::{Evaluation, Side};

/// All evaluations, the default first.
pub(super) const EVALUATIONS: &[Evaluation<Draughts>] = &[
    Evaluation {
        name: "both",
        what: "material, mobility, the advance of the men, and whether a capture is possible",
        points: both,
    },
    Evaluation {
        name: "material",
        what: "men at 100 and kings at 300, minus the opponent's",
        points: material,
    },
    Evaluation {
        name: "mobility",
        what: "quiet moves of the own pieces minus the opponent's",
        points: mobility,
    },
];

/// `material`: own pieces minus the opponent's, with a man at 100 and a (flying) king at 300.
fn material(_: &Draughts, position: &Position) -> i32 {
    let count = |pieces: Squares| {
        let kings = (pieces & position.kings()).count_ones() as i32;
        100 * (pieces.count_ones() as i32 - kings) + 300 * kings
    };
    count(position.own()) - count(position.other())
}

/// `mobility`: quiet moves of the own pieces minus those of the opponent's. It ignores that a capture may be
/// compulsory.
fn mobility(_: &Draughts, position: &Position) -> i32 {
    let (own, other, kings, side) = (position.own(), position.other(), position.kings(), position.side());
    let mine = masks::count_quiet(own, other, own & kings, side);
    let theirs = masks::count_quiet(other, own, other & kings, side.other());
    mine as i32 - theirs as i32
}

/// The weights of a quiet move, and of a row forward.
const MOVE: i32 = 2;
const ROW: i32 = 2;
/// The weight of a possible capture: less than a man, because the opponent may recapture.
const CAPTURE: i32 = 60;

/// `both`: [`material`]; [`MOVE`] points for each move of [`mobility`]; [`ROW`] points for each row that a
/// man has advanced; and [`CAPTURE`] points if the side to move must capture, because it gains at least a man
/// before the opponent can answer.
fn both(game: &Draughts, position: &Position) -> i32 {
    let (own, other, kings, side) = (position.own(), position.other(), position.kings(), position.side());
    let rows = rows(own & !kings, side) - rows(other & !kings, side.other());
    let capture = i32::from(masks::can_capture(own, other, own & kings));
    let moves = mobility(game, position);
    limited(material(game, position) + MOVE * moves + ROW * rows + CAPTURE * capture)
}

/// Returns the total number of rows that men have advanced.
fn rows(men: Squares, side: Side) -> i32 {
    let row = |square: Square| match side {
        Side::White => square.row(),
        Side::Black => 7 - square.row(),
    };
    Square::all(men).map(row).sum::<u32>() as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RUSSIAN;
    use nexsolve_core::{Game, Notation};

    #[test]
    fn by_hand() {
        let game = Draughts::new(RUSSIAN);
        let points = |fen: &str| {
            let position = game.read_position(fen).expect(fen);
            [material(&game, &position), mobility(&game, &position), both(&game, &position)]
        };
        assert_eq!(both(&game, &game.start()), 0);
        // A king on a1 sees seven squares; a black man on h6 can move only to g5, and has advanced two rows.
        assert_eq!(points("W:WKa1:Bh6"), [200, 7 - 1, 200 + 2 * 6 - 2 * 2]);
        // White captures: c3 over d4. The only quiet moves of these men are c3-b4 and d4-e3.
        assert_eq!(points("W:Wc3:Bd4"), [0, 0, 2 * (2 - 4) + 60]);
    }
}
