//! The board of Awari.

use crate::ink::{Fill, Stroke};
use crate::svg::{Anchor, DARK, Drawing, Type, Weight};
use nexsolve_games::awari::Pits;

/// The distance between two pits in pixels.
const STEP: f64 = 54.0;
const LEFT: f64 = 12.0;

/// The board with the player to move above, as the rules draw it: his pits a to f from right to left, the opponent's A to F
/// below from left to right; seeds are sown round counter-clockwise. The number of seeds stands in each pit; the arrow shows
/// whose turn it is.
pub fn pits(position: Pits, caption: &str, title: impl Into<String>) -> Drawing {
    let below = if caption.is_empty() { 0.0 } else { 20.0 };
    let board = 6.0 * STEP + 2.0 * LEFT;
    let width = (board + 60.0).max(crate::svg::text_width(caption, 13.0) + 10.0);
    let mut drawing = Drawing::new(width, 152.0 + below, title);
    let wood = Fill::Plain("#efe6d2");
    drawing.rect((2.0, 20.0), (board - 4.0, 2.0 * STEP + 4.0), wood, Stroke::plain(DARK, 1.4));
    for pit in 0..12_usize {
        let own = pit < 6;
        let place = if own { 5 - pit } else { pit - 6 };
        let x = LEFT + STEP * (place as f64 + 0.5);
        let (y, name, name_y) = if own {
            (22.0 + STEP / 2.0, char::from(b'a' + pit as u8), 10.0)
        } else {
            (22.0 + STEP * 1.5, char::from(b'A' + (pit - 6) as u8), 142.0)
        };
        let seeds = position.pit(pit);
        let hole = if seeds == 0 { Fill::Plain("#e2d6ba") } else { Fill::WHITE };
        drawing.circle((x, y), 22.0, hole, Stroke::plain(DARK, 1.2));
        let look = Type::new(20.0, Anchor::Middle).weight(Weight::Bold);
        drawing.label((x, y), &seeds.to_string(), if seeds == 0 { look.colour("#8d8468") } else { look });
        drawing.label((x, name_y), &name.to_string(), Type::new(12.0, Anchor::Middle).colour("#444444"));
    }
    let y = 22.0 + STEP / 2.0;
    let look = Type::new(12.0, Anchor::Start);
    drawing.polygon(
        &[(board + 2.0, y), (board + 10.0, y - 5.0), (board + 10.0, y + 5.0)],
        Fill::Plain(DARK),
        Stroke::NONE,
    );
    drawing.label((board + 14.0, y), "moves", look);
    if !caption.is_empty() {
        drawing.text((board / 2.0, 164.0), caption, Type::new(13.0, Anchor::Middle));
    }
    drawing
}
