//! Evaluations of draughts.

use crate::draughts::{Draughts, Position, Square, masks};
use crate::limited;
use nexsolve_core::Evaluation;
use nexsolve_core::Side;

/// All, the default first.
pub(super) const EVALUATIONS: &[&dyn Evaluation<Draughts>] = &[&Both, &Material, &Mobility];

/// `material`: own pieces less the opponent's, a man at [`Material::MAN`] and a king at [`Material::KING`].
#[derive(Clone, Copy, Debug)]
pub struct Material;

impl Material {
    /// What a man counts.
    pub const MAN: i32 = 100;
    /// What a king counts, who flies: as much as three men.
    pub const KING: i32 = 300;
}

impl Evaluation<Draughts> for Material {
    fn name(&self) -> &'static str {
        "material"
    }

    fn what(&self) -> &'static str {
        "men at 100 and kings at 300, less the opponent's"
    }

    fn evaluate(&self, _: &Draughts, position: &Position) -> i32 {
        let count = |pieces: masks::Squares| {
            let kings = (pieces & position.kings()).count_ones() as i32;
            Self::MAN * (pieces.count_ones() as i32 - kings) + Self::KING * kings
        };
        count(position.own()) - count(position.other())
    }
}

/// `mobility`: the quiet moves that the own pieces have, less those that the opponent's have. That a capture may be compulsory is
/// not looked at.
#[derive(Clone, Copy, Debug)]
pub struct Mobility;

impl Evaluation<Draughts> for Mobility {
    fn name(&self) -> &'static str {
        "mobility"
    }

    fn what(&self) -> &'static str {
        "quiet moves of the own pieces, less those of the opponent's"
    }

    fn evaluate(&self, _: &Draughts, position: &Position) -> i32 {
        let (own, other, kings, side) = (position.own(), position.other(), position.kings(), position.side());
        let mine = masks::count_quiet(own, other, own & kings, side);
        let theirs = masks::count_quiet(other, own, other & kings, side.other());
        mine as i32 - theirs as i32
    }
}

/// `both`: [`Material`]; [`Both::MOVE`] points for each move of [`Mobility`]; [`Both::ROW`] for each row that a man has come
/// forward; and, if the side to move has to capture, [`Both::CAPTURE`], because it gains a man at least before the other can
/// answer.
#[derive(Clone, Copy, Debug)]
pub struct Both;

impl Both {
    /// What a quiet move counts.
    pub const MOVE: i32 = 2;
    /// What a row forward counts.
    pub const ROW: i32 = 2;
    /// What a capture to come counts: less than the man, who may be paid for.
    pub const CAPTURE: i32 = 60;

    /// The rows that men have come forward, together.
    fn rows(men: masks::Squares, side: Side) -> i32 {
        let row = |square: Square| match side {
            Side::White => square.row(),
            Side::Black => 7 - square.row(),
        };
        Square::all(men).map(row).sum::<u32>() as i32
    }
}

impl Evaluation<Draughts> for Both {
    fn name(&self) -> &'static str {
        "both"
    }

    fn what(&self) -> &'static str {
        "material, mobility, how far men have come, and whether there is something to capture"
    }

    fn evaluate(&self, game: &Draughts, position: &Position) -> i32 {
        let (own, other, kings, side) = (position.own(), position.other(), position.kings(), position.side());
        let rows = Self::rows(own & !kings, side) - Self::rows(other & !kings, side.other());
        let capture = i32::from(masks::can_capture(own, other, own & kings));
        limited(
            Material.evaluate(game, position)
                + Self::MOVE * Mobility.evaluate(game, position)
                + Self::ROW * rows
                + Self::CAPTURE * capture,
        )
    }
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
            [
                Material.evaluate(&game, &position),
                Mobility.evaluate(&game, &position),
                Both.evaluate(&game, &position),
            ]
        };
        assert_eq!(Both.evaluate(&game, &game.start()), 0);
        // A king on a1 sees seven squares; a black man on h6 steps to g5 alone, and has come two rows.
        assert_eq!(points("W:WKa1:Bh6"), [200, 7 - 1, 200 + 2 * 6 - 2 * 2]);
        // White takes: c3 over d4. Neither man of these has quiet moves but c3-b4, and d4-e3.
        assert_eq!(points("W:Wc3:Bd4"), [0, 0, 2 * (2 - 4) + 60]);
    }
}
