//! Several pictures side by side, and the legend of shades.

use crate::ink::{DARK, Fill, Stroke};
use crate::svg::{Anchor, Drawing, Type, text_width};

/// Arranges pictures in rows of at most this width, with a bold heading above if one is given.
pub fn strip(title: &str, heading: Option<&str>, width: f64, parts: Vec<Drawing>) -> Drawing {
    const GAP: f64 = 14.0;
    let top = if heading.is_some() { 34.0 } else { 4.0 };
    let mut places = Vec::with_capacity(parts.len());
    let (mut x, mut y, mut high, mut right) = (4.0, top, 0.0_f64, 0.0_f64);
    for part in &parts {
        if x > 4.0 && x + part.width() > width {
            (x, y, high) = (4.0, y + high + GAP, 0.0);
        }
        places.push((x, y));
        x += part.width() + GAP;
        right = right.max(x - GAP);
        high = high.max(part.height());
    }
    let least = heading.map_or(0.0, |heading| text_width(heading, 15.0) + 24.0);
    let mut drawing = Drawing::new((right + 4.0).max(least), y + high + 4.0, title);
    if let Some(heading) = heading {
        let look = Type::new(15.0, Anchor::Start).weight(crate::svg::Weight::Bold);
        drawing.text((12.0, 22.0), heading, look);
    }
    for (place, part) in places.into_iter().zip(parts) {
        drawing.place(place, part);
    }
    drawing
}

/// The legend of shades: a box and a text for each, in rows of at most this width.
pub fn legend(entries: &[(Fill, String)], width: f64) -> Drawing {
    let entry = |(fill, text): &(Fill, String)| {
        let mut drawing = Drawing::new(text_width(text, 12.0) + 44.0, 22.0, "");
        drawing.rect((4.0, 4.0), (26.0, 14.0), *fill, Stroke::plain(DARK, 0.8));
        drawing.label((37.0, 11.0), text, Type::new(12.0, Anchor::Start));
        drawing
    };
    strip("what the shades mean", None, width, entries.iter().map(entry).collect())
}
