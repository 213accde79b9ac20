//! A diagram of draughts.

use nexsolve_core::Side;
use nexsolve_games::draughts::{Position, Square, Squares};
use nexsolve_reports::ink::{DARK, Fill, Stroke};
use nexsolve_reports::svg::{Anchor, Drawing, Type, Weight};

/// What a diagram shows in addition to the pieces.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Draught {
    /// Squares with a frame.
    pub marked: Squares,
    /// A line under the board.
    pub caption: String,
}

/// The side of a square in pixels.
const SIDE: f64 = 30.0;
/// The space for coordinates.
const MARGIN: f64 = 20.0;

/// The board seen from White's side, with coordinates on all sides. A king is a ring in a disc, with a K.
pub fn diagram(position: &Position, extra: &Draught, title: impl Into<String>) -> Drawing {
    let board = 8.0 * SIDE;
    let below = if extra.caption.is_empty() { 0.0 } else { 20.0 };
    let width = (board + 2.0 * MARGIN).max(nexsolve_reports::svg::text_width(&extra.caption, 13.0) + 10.0);
    let mut drawing = Drawing::new(width, board + 2.0 * MARGIN + below, title);
    let corner = |col: u32, row: u32| (MARGIN + SIDE * f64::from(col), MARGIN + SIDE * f64::from(7 - row));
    for row in 0..8_u32 {
        for col in 0..8_u32 {
            let dark = (row + col).is_multiple_of(2);
            let fill = if dark { Fill::Plain("#c9bfa8") } else { Fill::Plain("#fbf8f0") };
            drawing.rect(corner(col, row), (SIDE, SIDE), fill, Stroke::NONE);
        }
    }
    drawing.rect((MARGIN, MARGIN), (board, board), Fill::None, Stroke::plain(DARK, 1.2));
    for square in Square::all(extra.marked) {
        let (x, y) = corner(square.col(), square.row());
        let frame = Stroke::plain(DARK, 2.0).dashed("4 2");
        drawing.rect((x + 2.0, y + 2.0), (SIDE - 4.0, SIDE - 4.0), Fill::None, frame);
    }
    for side in [Side::White, Side::Black] {
        for square in Square::all(position.pieces(side)) {
            let (x, y) = corner(square.col(), square.row());
            let middle = (x + SIDE / 2.0, y + SIDE / 2.0);
            let (fill, ink) = match side {
                Side::White => (Fill::WHITE, DARK),
                Side::Black => (Fill::Plain(DARK), "#ffffff"),
            };
            drawing.circle(middle, SIDE * 0.4, fill, Stroke::plain(DARK, 1.4));
            let ring = if position.kings() & square.bit() != 0 { 0.31 } else { 0.22 };
            drawing.circle(middle, SIDE * ring, Fill::None, Stroke::plain(ink, 1.2));
            if position.kings() & square.bit() != 0 {
                let look = Type::new(SIDE * 0.42, Anchor::Middle).colour(ink).weight(Weight::Bold);
                drawing.label(middle, "K", look);
            }
        }
    }
    let look = Type::new(11.0, Anchor::Middle).colour("#444444");
    for i in 0..8_u8 {
        let at = MARGIN + SIDE * (f64::from(i) + 0.5);
        let (letter, number) = (char::from(b'a' + i).to_string(), (8 - i).to_string());
        for edge in [MARGIN / 2.0, board + 1.5 * MARGIN] {
            drawing.label((at, edge), &letter, look);
            drawing.label((edge, at), &number, look);
        }
    }
    if !extra.caption.is_empty() {
        let place = (board / 2.0 + MARGIN, board + 2.0 * MARGIN + 12.0);
        drawing.text(place, &extra.caption, Type::new(13.0, Anchor::Middle));
    }
    drawing
}
