//! Evaluations of draughts.

use crate::draughts::masks::{self, Squares};
use crate::draughts::{Draughts, Position, Square};
use crate::limited;
use nexsolve_core::{Evaluation, Side};

/// All, the default first.
pub(super) const EVALUATIONS: &[Evaluation<Draughts>] = &[
    Evaluation {
        name: "both",
        what: "material, mobility, how far men have come, and whether there is something to capture",
        points: both,
    },
    Evaluation {
        name: "material",
        what: "men at 100 and kings at 300, less the opponent's",
        points: material,
    },
    Evaluation {
        name: "mobility",
        what: "quiet moves of the own pieces, less those of the opponent's",
        points: mobility,
    },
];

/// `material`: own pieces less the opponent's, a man at 100 and a king, who flies, at 300.
fn material(_: &Draughts, position: &Position) -> i32 {
    let count = |pieces: Squares| {
        let kings = (pieces & position.kings()).count_ones() as i32;
        100 * (pieces.count_ones() as i32 - kings) + 300 * kings
    };
    count(position.own()) - count(position.other())
}

/// `mobility`: the quiet moves that the own pieces have, less those that the opponent's have. That a capture may be compulsory is
/// not looked at.
fn mobility(_: &Draughts, position: &Position) -> i32 {
    let (own, other, kings, side) = (position.own(), position.other(), position.kings(), position.side());
    let mine = masks::count_quiet(own, other, own & kings, side);
    let theirs = masks::count_quiet(other, own, other & kings, side.other());
    mine as i32 - theirs as i32
}

/// What a quiet move counts, and a row forward.
const MOVE: i32 = 2;
const ROW: i32 = 2;
/// What a capture to come counts: less than the man, who may be paid for.
const CAPTURE: i32 = 60;

/// `both`: [`material`]; [`MOVE`] points for each move of [`mobility`]; [`ROW`] for each row that a man has come forward; and, if
/// the side to move has to capture, [`CAPTURE`], because it gains a man at least before the other can answer.
fn both(game: &Draughts, position: &Position) -> i32 {
    let (own, other, kings, side) = (position.own(), position.other(), position.kings(), position.side());
    let rows = rows(own & !kings, side) - rows(other & !kings, side.other());
    let capture = i32::from(masks::can_capture(own, other, own & kings));
    let moves = mobility(game, position);
    limited(material(game, position) + MOVE * moves + ROW * rows + CAPTURE * capture)
}

/// The rows that men have come forward, together.
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
    use crate::draughts::RUSSIAN;
    use nexsolve_core::{Game, Notation};

    #[test]
    fn by_hand() {
        let game = Draughts::new(RUSSIAN);
        let points = |fen: &str| {
            let position = game.read_position(fen).expect(fen);
            [material(&game, &position), mobility(&game, &position), both(&game, &position)]
        };
        assert_eq!(both(&game, &game.start()), 0);
        // A king on a1 sees seven squares; a black man on h6 steps to g5 alone, and has come two rows.
        assert_eq!(points("W:WKa1:Bh6"), [200, 7 - 1, 200 + 2 * 6 - 2 * 2]);
        // White takes: c3 over d4. Neither man of these has quiet moves but c3-b4, and d4-e3.
        assert_eq!(points("W:Wc3:Bd4"), [0, 0, 2 * (2 - 4) + 60]);
    }
}
