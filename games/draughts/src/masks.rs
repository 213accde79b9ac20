//! Steps, rays and captures on sets of squares, as bits.
//!
//! Row r has the bits 4r … 4r + 3. In rows 0, 2, 4, 6 (counted from 0) the dark squares are one column
//! further left than in the others, so a diagonal step is a shift that depends on the row; two steps are not.
//! All functions here are pure arithmetic on whole sets without branches, checks or allocation. *Up* is away
//! from White's home.

#![expect(
    clippy::inline_always,
    reason = "a few instructions each, in the innermost loops of table generation"
)]

use nexsolve_core::Side;

/// A set of squares: bit i is square i of [`super::Square`].
pub type Squares = u32;

/// The rows 0, 2, 4, 6, counted from 0.
const EVEN: Squares = 0x0f0f_0f0f;
/// The rows 1, 3, 5, 7, counted from 0.
const ODD: Squares = !EVEN;
/// The first square of each row, and the last.
const FIRST: Squares = 0x1111_1111;
const LAST: Squares = FIRST << 3;
/// White's home.
pub const ROW_1: Squares = 0x0000_000f;
/// Black's home.
pub const ROW_8: Squares = 0xf000_0000;

/// A diagonal direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Towards h8.
    UpRight,
    /// Towards a8.
    UpLeft,
    /// Towards h1.
    DownRight,
    /// Towards a1.
    DownLeft,
}

impl Direction {
    /// All four directions; opposite directions are symmetric about the middle of the list.
    pub const ALL: [Self; 4] = [Self::UpRight, Self::UpLeft, Self::DownRight, Self::DownLeft];

    /// Returns the opposite direction.
    #[inline(always)]
    pub const fn opposite(self) -> Self {
        match self {
            Self::UpRight => Self::DownLeft,
            Self::UpLeft => Self::DownRight,
            Self::DownRight => Self::UpLeft,
            Self::DownLeft => Self::UpRight,
        }
    }
}

/// Returns the squares one step from those of `set`.
#[inline(always)]
pub const fn step(set: Squares, direction: Direction) -> Squares {
    match direction {
        Direction::UpRight => (set & EVEN) << 4 | (set & ODD & !LAST) << 5,
        Direction::UpLeft => (set & EVEN & !FIRST) << 3 | (set & ODD) << 4,
        Direction::DownRight => (set & EVEN) >> 4 | (set & ODD & !LAST) >> 3,
        Direction::DownLeft => (set & EVEN & !FIRST) >> 5 | (set & ODD) >> 4,
    }
}

/// Returns the squares two steps from those of `set`.
#[inline(always)]
pub const fn step_2(set: Squares, direction: Direction) -> Squares {
    match direction {
        Direction::UpRight => (set & !LAST) << 9,
        Direction::UpLeft => (set & !FIRST) << 7,
        Direction::DownRight => (set & !LAST) >> 7,
        Direction::DownLeft => (set & !FIRST) >> 9,
    }
}

/// Returns the squares four steps from those of `set`.
#[inline(always)]
pub const fn step_4(set: Squares, direction: Direction) -> Squares {
    match direction {
        Direction::UpRight => (set & (FIRST | FIRST << 1)) << 18,
        Direction::UpLeft => (set & (LAST | LAST >> 1)) << 14,
        Direction::DownRight => (set & (FIRST | FIRST << 1)) >> 14,
        Direction::DownLeft => (set & (LAST | LAST >> 1)) >> 18,
    }
}

/// Returns the two directions towards the far row of `side`: to the right and to the left, from White's view.
#[inline(always)]
pub const fn forward(side: Side) -> [Direction; 2] {
    match side {
        Side::White => [Direction::UpRight, Direction::UpLeft],
        Side::Black => [Direction::DownRight, Direction::DownLeft],
    }
}

/// Returns the row on which men of `side` become kings.
#[inline(always)]
pub const fn far_row(side: Side) -> Squares {
    match side {
        Side::White => ROW_8,
        Side::Black => ROW_1,
    }
}

/// Returns `from` and the empty squares that kings there reach in one direction.
#[inline(always)]
pub const fn slide(from: Squares, empty: Squares, direction: Direction) -> Squares {
    // Kogge and Stone's parallel prefix: one step, then two, then four.
    let set = from | empty & step(from, direction);
    let empty_2 = empty & step(empty, direction);
    let set = set | empty_2 & step_2(set, direction);
    let empty_4 = empty_2 & step_2(empty_2, direction);
    set | empty_4 & step_4(set, direction)
}

/// Returns the pieces of `other` that a man (or a king one step away) in `from` can capture in one direction.
#[inline(always)]
const fn taken_in(from: Squares, other: Squares, empty: Squares, direction: Direction) -> Squares {
    step(from, direction) & other & step(empty, direction.opposite())
}

/// Returns the pieces of `other` that `men` can capture first. Men capture forward and backward, so their
/// side does not matter.
#[inline(always)]
pub const fn taken_by_men(men: Squares, other: Squares, empty: Squares) -> Squares {
    taken_in(men, other, empty, Direction::UpRight)
        | taken_in(men, other, empty, Direction::UpLeft)
        | taken_in(men, other, empty, Direction::DownRight)
        | taken_in(men, other, empty, Direction::DownLeft)
}

/// Returns the pieces of `other` that `kings` can capture first.
#[inline(always)]
pub const fn taken_by_kings(kings: Squares, other: Squares, empty: Squares) -> Squares {
    #[inline]
    const fn one(kings: Squares, other: Squares, empty: Squares, direction: Direction) -> Squares {
        taken_in(slide(kings, empty, direction), other, empty, direction)
    }
    one(kings, other, empty, Direction::UpRight)
        | one(kings, other, empty, Direction::UpLeft)
        | one(kings, other, empty, Direction::DownRight)
        | one(kings, other, empty, Direction::DownLeft)
}

/// Returns whether the side with the pieces `own`, including `own_kings`, can capture one of `other`, and so
/// must. It is the same for both sides.
#[inline(always)]
pub const fn can_capture(own: Squares, other: Squares, own_kings: Squares) -> bool {
    let empty = !(own | other);
    let by_men = taken_by_men(own & !own_kings, other, empty);
    (by_men | if own_kings == 0 { 0 } else { taken_by_kings(own_kings, other, empty) }) != 0
}

/// Returns the number of a side's quiet moves, even if it must capture.
#[inline(always)]
pub const fn count_quiet(own: Squares, other: Squares, own_kings: Squares, side: Side) -> u32 {
    let empty = !(own | other);
    let men = own & !own_kings;
    let [right, left] = forward(side);
    let by_men = (step(men, right) & empty).count_ones() + (step(men, left) & empty).count_ones();
    let (mut by_kings, mut rest) = (0, own_kings);
    while rest != 0 {
        by_kings += king_steps(rest & rest.wrapping_neg(), empty).count_ones();
        rest &= rest - 1;
    }
    by_men + by_kings
}

/// Returns the squares that a king can reach without capturing, or can have come from.
#[inline(always)]
pub const fn king_steps(king: Squares, empty: Squares) -> Squares {
    (slide(king, empty, Direction::UpRight)
        | slide(king, empty, Direction::UpLeft)
        | slide(king, empty, Direction::DownRight)
        | slide(king, empty, Direction::DownLeft))
        & !king
}

#[cfg(test)]
mod tests {
    use super::super::Square;
    use super::*;
    use nexsolve_core::laws::SplitMix;

    fn walk(square: Square, direction: Direction, steps: i32) -> Squares {
        let (right, up) = match direction {
            Direction::UpRight => (1, 1),
            Direction::UpLeft => (-1, 1),
            Direction::DownRight => (1, -1),
            Direction::DownLeft => (-1, -1),
        };
        let col = u32::try_from(square.col() as i32 + right * steps);
        let row = u32::try_from(square.row() as i32 + up * steps);
        col.ok().zip(row.ok()).and_then(|(col, row)| Square::at(col, row)).map_or(0, Square::bit)
    }

    #[test]
    fn steps_are_those_of_the_board() {
        for direction in Direction::ALL {
            for square in Square::all(!0) {
                assert_eq!(
                    step(square.bit(), direction),
                    walk(square, direction, 1),
                    "{square} {direction:?}"
                );
                assert_eq!(step_2(square.bit(), direction), walk(square, direction, 2), "{square}");
                assert_eq!(step_4(square.bit(), direction), walk(square, direction, 4), "{square}");
                let back = step(step(square.bit(), direction), direction.opposite());
                assert!(back == 0 || back == square.bit());
            }
        }
    }

    #[test]
    fn kings_slide_to_the_first_piece() {
        let mut random = SplitMix(2);
        for _ in 0..20_000 {
            let empty = random.next_word() as u32 | random.next_word() as u32;
            let square = Square::new(random.below(32) as u32).expect("on the board");
            for direction in Direction::ALL {
                let mut expected = square.bit();
                for steps in 1..8 {
                    let next = walk(square, direction, steps);
                    if next & empty == 0 {
                        break;
                    }
                    expected |= next;
                }
                assert_eq!(slide(square.bit(), empty, direction), expected, "seed 2: {square} {empty:#x}");
            }
        }
    }
}
