//! The parts of a chart around its data: title, axes, legend.

use super::scale::Ticks;
use crate::ink::{DARK, Fill, Ink, Mark, Stroke};
use crate::svg::{Anchor, Drawing, Type, Weight, text_width};

/// The light lines behind the data.
const GRID: Stroke = Stroke::plain("#dddddd", 1.0);
/// The axes.
const AXIS: Stroke = Stroke::plain(DARK, 1.2);
/// The height of letters beside axes.
pub const SMALL: f64 = 12.0;
const TITLE: f64 = 15.0;

/// The area of the data.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Area {
    pub(super) left: f64,
    pub(super) top: f64,
    pub(super) right: f64,
    pub(super) bottom: f64,
}

impl Area {
    pub(super) fn width(self) -> f64 {
        self.right - self.left
    }

    pub(super) fn height(self) -> f64 {
        self.bottom - self.top
    }
}

/// How a legend shows one of its series.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sample {
    /// A line, with its mark if it has one.
    Line { marked: bool },
    /// A mark alone.
    Mark,
    /// A filled box.
    Box,
}

/// A line of the legend.
pub(super) type LegendEntry<'a> = (&'a str, Ink, Sample);

/// A title at the left, bold.
pub fn title(drawing: &mut Drawing, text: &str) {
    drawing.text((12.0, 24.0), text, Type::new(TITLE, Anchor::Start).weight(Weight::Bold));
}

/// The height of the legend, set in lines of this width.
pub(super) fn legend_height(entries: &[LegendEntry], width: f64) -> f64 {
    if entries.len() < 2 { 0.0 } else { 18.0 * rows_of(entries, width).len() as f64 + 4.0 }
}

fn rows_of<'a, 'b>(entries: &'b [LegendEntry<'a>], width: f64) -> Vec<Vec<&'b LegendEntry<'a>>> {
    let mut rows: Vec<Vec<&LegendEntry>> = vec![Vec::new()];
    let mut x = 0.0;
    for entry in entries {
        let wide = entry_width(entry);
        if x + wide > width && x > 0.0 {
            rows.push(Vec::new());
            x = 0.0;
        }
        x += wide;
        rows.last_mut().expect("never empty").push(entry);
    }
    rows
}

fn entry_width(entry: &LegendEntry) -> f64 {
    52.0 + text_width(entry.0, SMALL)
}

/// Draws the legend below this height. A single series needs none: the title names it.
pub(super) fn legend(drawing: &mut Drawing, (left, top): (f64, f64), width: f64, entries: &[LegendEntry]) {
    if entries.len() < 2 {
        return;
    }
    for (row, entries) in rows_of(entries, width).into_iter().enumerate() {
        let y = top + 18.0 * row as f64 + 9.0;
        let mut x = left;
        for entry in entries {
            let &(name, ink, sample) = entry;
            match sample {
                Sample::Box => {
                    drawing.rect((x, y - 6.0), (30.0, 12.0), ink.fill, Stroke::plain(DARK, 0.8));
                }
                Sample::Line { marked } => {
                    drawing.line((x, y), (x + 30.0, y), ink.stroke);
                    if marked {
                        mark(drawing, (x + 15.0, y), ink);
                    }
                }
                Sample::Mark => mark(drawing, (x + 15.0, y), ink),
            }
            drawing.label((x + 36.0, y), name, Type::new(SMALL, Anchor::Start));
            x += entry_width(entry);
        }
    }
}

/// The mark of a series at a point.
pub(super) fn mark(drawing: &mut Drawing, (x, y): (f64, f64), ink: Ink) {
    let colour = ink.stroke.colour;
    let (full, edge) = (Fill::Plain(colour), Stroke::plain(colour, 1.6));
    let r = 4.0;
    let triangle = [(x, y - 4.8), (x + 4.6, y + 3.4), (x - 4.6, y + 3.4)];
    let diamond = [(x, y - 5.2), (x + 5.2, y), (x, y + 5.2), (x - 5.2, y)];
    match ink.mark {
        Mark::Disc => drawing.circle((x, y), r, full, Stroke::plain("#ffffff", 0.8)),
        Mark::Ring => drawing.circle((x, y), r, Fill::WHITE, edge),
        Mark::Square => drawing.rect((x - 3.8, y - 3.8), (7.6, 7.6), full, Stroke::plain("#ffffff", 0.8)),
        Mark::Frame => drawing.rect((x - 3.6, y - 3.6), (7.2, 7.2), Fill::WHITE, edge),
        Mark::Triangle => drawing.polygon(&triangle, full, Stroke::plain("#ffffff", 0.8)),
        Mark::Delta => drawing.polygon(&triangle, Fill::WHITE, edge),
        Mark::Diamond => drawing.polygon(&diamond, full, Stroke::plain("#ffffff", 0.8)),
        Mark::Lozenge => drawing.polygon(&diamond, Fill::WHITE, edge),
    }
}

/// The margin that the numbers of a vertical axis need.
pub(super) fn left_margin(ticks: &Ticks) -> f64 {
    let widest = ticks.at.iter().map(|(_, text)| text_width(text, SMALL)).fold(0.0, f64::max);
    widest + 42.0
}

/// The title of an axis, with the unit that its numbers multiply.
fn titled(title: &str, ticks: &Ticks) -> String {
    match ticks.unit {
        "" => title.to_owned(),
        unit => format!("{title} ({unit})"),
    }
}

/// Draws the vertical axis with its grid.
pub(super) fn upright(drawing: &mut Drawing, area: Area, name: &str, ticks: &Ticks) {
    for (x, text) in &ticks.at {
        let Some(place) = ticks.place(*x) else { continue };
        let y = area.bottom - place * area.height();
        drawing.line((area.left, y), (area.right, y), GRID);
        drawing.line((area.left - 4.0, y), (area.left, y), AXIS);
        drawing.label((area.left - 8.0, y), text, Type::new(SMALL, Anchor::End));
    }
    drawing.line((area.left, area.top), (area.left, area.bottom), AXIS);
    let middle = f64::midpoint(area.top, area.bottom);
    drawing.upward((18.0, middle), &titled(name, ticks), Type::new(SMALL, Anchor::Middle));
}

/// Draws the horizontal axis with its grid.
pub(super) fn level(drawing: &mut Drawing, area: Area, name: &str, ticks: &Ticks) {
    for (x, text) in &ticks.at {
        let Some(place) = ticks.place(*x) else { continue };
        let x = area.left + place * area.width();
        drawing.line((x, area.top), (x, area.bottom), GRID);
        drawing.line((x, area.bottom), (x, area.bottom + 4.0), AXIS);
        drawing.text((x, area.bottom + 17.0), text, Type::new(SMALL, Anchor::Middle));
    }
    below(drawing, area, &titled(name, ticks), 0.0);
}

/// Draws the horizontal axis with a name under each of its equal parts; vertically if the names are too wide.
pub(super) fn categories(drawing: &mut Drawing, area: Area, name: &str, parts: &[String]) {
    let step = area.width() / parts.len().max(1) as f64;
    let slanted = is_slanted(parts, step);
    for (i, part) in parts.iter().enumerate() {
        let x = area.left + step * (i as f64 + 0.5);
        if slanted {
            drawing.upward((x + SMALL * 0.35, area.bottom + 6.0), part, Type::new(SMALL, Anchor::End));
        } else {
            drawing.text((x, area.bottom + 17.0), part, Type::new(SMALL, Anchor::Middle));
        }
    }
    below(drawing, area, name, bottom_margin(parts, area.width()) - 44.0);
}

fn is_slanted(parts: &[String], step: f64) -> bool {
    parts.iter().any(|part| text_width(part, SMALL) > step - 4.0)
}

/// The margin that names under equal parts need.
pub(super) fn bottom_margin(parts: &[String], width: f64) -> f64 {
    let step = width / parts.len().max(1) as f64;
    if is_slanted(parts, step) {
        let widest = parts.iter().map(|part| text_width(part, SMALL)).fold(0.0, f64::max);
        // Letters of a name can be wider than those of a text.
        44.0 + (widest * 1.2 - SMALL).max(0.0)
    } else {
        44.0
    }
}

/// Draws the horizontal axis and its name, `lower` pixels further down than under numbers.
fn below(drawing: &mut Drawing, area: Area, name: &str, lower: f64) {
    drawing.line((area.left, area.bottom), (area.right, area.bottom), AXIS);
    let at = (f64::midpoint(area.left, area.right), area.bottom + 36.0 + lower);
    drawing.text(at, name, Type::new(SMALL, Anchor::Middle));
}
