//! Positions as pictures: the simple shapes of a game, with pens, values and captions.

use crate::ink::{DARK, Fill, Stroke};
use crate::svg::{Anchor, Drawing, Type, Weight, fitting};
use nexsolve_core::Side;
use nexsolve_games::picture::{Drawn, Outline, Picture, Piece, Place, Point};

/// A picture to be drawn.
#[derive(Clone, Debug)]
pub struct NotedPicture {
    picture: Picture,
    /// The note on each place, in the picture's order.
    pub notes: Vec<Note>,
    scale: f64,
    caption: String,
}

/// A note on a place: text or a shade beside the piece.
#[derive(Clone, Debug, Default)]
pub struct Note {
    /// A few characters.
    pub text: String,
    /// A shade; `None` for the board's own.
    pub fill: Option<Fill>,
}

const CAPTION: f64 = 13.0;

/// Returns for each place whether its piece differs between two pictures of a board.
pub fn changed(before: &Picture, after: &Picture) -> Vec<bool> {
    before.places.iter().zip(&after.places).map(|(before, after)| before.piece != after.piece).collect()
}

impl NotedPicture {
    /// Creates a picture in which one unit is `scale` points long.
    pub fn new(picture: Picture, scale: f64) -> Self {
        let notes = vec![Note::default(); picture.places.len()];
        Self { picture, notes, scale, caption: String::new() }
    }

    /// The same with a line below.
    pub fn caption(self, caption: impl Into<String>) -> Self {
        Self { caption: caption.into(), ..self }
    }

    fn at(&self, (x, y): Point) -> Point {
        (x * self.scale, y * self.scale)
    }

    /// The drawing; `title` says what it shows.
    pub fn draw(&self, title: impl Into<String>) -> Drawing {
        let (board_width, height) = self.at(self.picture.size);
        let below = if self.caption.is_empty() { 0.0 } else { CAPTION + 6.0 };
        let width = board_width.max(crate::svg::text_width(&self.caption, CAPTION) + 10.0);
        let mut board = Drawing::new(board_width, height, "");
        match &self.picture.drawn {
            Some(Drawn::Svg(file)) => board.image((0.0, 0.0), (board_width, height), file),
            Some(Drawn::Text(text)) => board.lines(self.at((0.5, 0.7)), text, self.scale * 0.5),
            None => self.edges(&mut board),
        }
        for (place, note) in self.picture.places.iter().zip(&self.notes) {
            self.place(&mut board, place, note);
        }
        let look = Type::new((self.scale * 0.5).clamp(9.0, 13.0), Anchor::Middle).colour("#444444");
        for (at, text) in &self.picture.labels {
            board.label(self.at(*at), text, look);
        }
        let mut drawing = Drawing::new(width, height + below, title);
        if !self.caption.is_empty() {
            let at = (width / 2.0, height + below - 6.0);
            drawing.text(at, &self.caption, Type::new(CAPTION, Anchor::Middle));
        }
        drawing.place(((width - board_width) / 2.0, 0.0), board);
        drawing
    }

    /// Draws White's edges first: at a corner, Black's edges cover them.
    fn edges(&self, drawing: &mut Drawing) {
        let wide = self.scale * 0.62;
        for wanted in [None, Some(Side::White), Some(Side::Black)] {
            for (line, _) in self.picture.edges.iter().filter(|(_, side)| *side == wanted) {
                let line: Vec<Point> = line.iter().map(|&point| self.at(point)).collect();
                match wanted {
                    None => drawing.polyline(&line, Stroke::plain(DARK, 1.2)),
                    Some(Side::Black) => drawing.polyline(&line, Stroke::plain(DARK, wide)),
                    Some(Side::White) => {
                        drawing.polyline(&line, Stroke::plain(DARK, wide));
                        drawing.polyline(&line, Stroke::plain("#ffffff", wide - 2.4));
                    }
                }
            }
        }
    }

    fn place(&self, drawing: &mut Drawing, place: &Place, note: &Note) {
        let s = self.scale;
        let middle = self.at(place.middle);
        let (x, y) = middle;
        let plain = match place.outline {
            Outline::Hexagon => "#f6f3ea",
            Outline::Dark => "#c9bfa8",
            Outline::Light => "#fbf8f0",
            Outline::Hole if place.piece == Some(Piece::Seeds(0)) => "#e2d6ba",
            Outline::Hole | Outline::Cell => "#ffffff",
        };
        let fill = note.fill.unwrap_or(Fill::Plain(plain));
        match place.outline {
            Outline::Hexagon => {
                const H: f64 = 0.866_025_403_784_438_6;
                let corners = [(0.0, -1.0), (H, -0.5), (H, 0.5), (0.0, 1.0), (-H, 0.5), (-H, -0.5)];
                let corners = corners.map(|(right, down)| (x + s * right, y + s * down));
                drawing.polygon(&corners, fill, Stroke::plain("#6b6b6b", (s * 0.06).max(0.7)));
            }
            Outline::Dark | Outline::Light => {
                drawing.rect((x - s / 2.0, y - s / 2.0), (s, s), fill, Stroke::NONE);
            }
            Outline::Cell => {
                drawing.rect((x - s / 2.0, y - s / 2.0), (s, s), fill, Stroke::plain(DARK, 1.2));
            }
            Outline::Hole => drawing.circle(middle, s * 0.44, fill, Stroke::plain(DARK, 1.2)),
        }
        // The side of a hexagon is one unit; squares and holes are one unit wide.
        let r = if place.outline == Outline::Hexagon { s * 0.62 } else { s * 0.4 };
        if let Some(piece) = place.piece {
            draw_piece(drawing, middle, r, piece);
        }
        if !note.text.is_empty() {
            let dark = matches!(place.piece, Some(Piece::Stone(Side::Black) | Piece::King(Side::Black)));
            let narrow = if note.text.chars().count() > 2 { 0.6 } else { 0.74 };
            let hatched = place.piece.is_none() && matches!(fill, Fill::Hatched(_));
            let weight = if hatched { Weight::Halo } else { Weight::Bold };
            let wide =
                if place.piece.is_none() && place.outline == Outline::Hexagon { 1.48 * s } else { 1.7 * r };
            let look = Type::new(fitting(&note.text, r / 0.62 * narrow, wide), Anchor::Middle)
                .colour(if dark { "#ffffff" } else { DARK })
                .weight(weight);
            drawing.label(middle, &note.text, look);
        }
    }
}

fn draw_piece(drawing: &mut Drawing, middle: Point, r: f64, piece: Piece) {
    let edge = Stroke::plain(DARK, (r * 0.13).max(0.8));
    let pens = |side: Side| match side {
        Side::Black => (Fill::Plain(DARK), "#ffffff"),
        Side::White => (Fill::WHITE, DARK),
    };
    match piece {
        Piece::Stone(side) => drawing.circle(middle, r, pens(side).0, edge),
        Piece::Neutral => {
            let ((x, y), r) = (middle, r * 1.16);
            let diamond = [(x, y - r), (x + r, y), (x, y + r), (x - r, y)];
            drawing.polygon(&diamond, Fill::Plain("#b5b5b5"), edge);
        }
        Piece::Sign(sign) => {
            let look = Type::new(r * 1.3, Anchor::Middle).weight(Weight::Bold);
            drawing.label(middle, &sign.to_string(), look);
        }
        Piece::King(side) => {
            let (fill, ink) = pens(side);
            drawing.circle(middle, r, fill, edge);
            let look = Type::new(r * 1.05, Anchor::Middle).colour(ink).weight(Weight::Bold);
            drawing.label(middle, "K", look);
        }
        Piece::Seeds(number) => {
            let look = Type::new(r, Anchor::Middle).weight(Weight::Bold);
            let look = if number == 0 { look.colour("#8d8468") } else { look };
            drawing.label(middle, &number.to_string(), look);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_strangers_picture_is_an_image_and_text_keeps_its_columns() {
        let drawn = |drawn| {
            let picture = Picture { size: (6.0, 4.0), drawn: Some(drawn), ..Picture::default() };
            NotedPicture::new(picture, 10.0).draw("a position").to_svg()
        };
        let hostile = "<svg viewBox='0 0 6 4'><script>alert(\"1\")</script>&lt;é</svg>";
        let file = drawn(Drawn::Svg(hostile.to_owned()));
        let document = roxmltree::Document::parse(&file).expect("well formed");
        let names: Vec<&str> = document.descendants().map(|node| node.tag_name().name()).collect();
        assert!(names.contains(&"image") && !names.contains(&"script"), "{names:?}");
        assert!(
            file.contains("href=\"data:image/svg+xml,%3Csvg%20viewBox=%270%200%206%204%27%3E%3Cscript%3E")
        );
        let file = drawn(Drawn::Text("a  b\n <&".to_owned()));
        let document = roxmltree::Document::parse(&file).expect("well formed");
        let lines: Vec<&str> = document.descendants().filter_map(|node| node.text()).collect();
        let has = |wanted| lines.iter().any(|line| line.trim_matches('\n') == wanted);
        assert!(has("a\u{a0}\u{a0}b") && has("\u{a0}<&"), "{lines:?}");
    }
}
