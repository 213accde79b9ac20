//! A heat map: a number in each cell of a table, dark where it is great.

use super::frame::{self, SMALL};
use crate::ink::{Fill, Hatch, Stroke};
use crate::svg::{Anchor, DARK, Drawing, Type, Weight, text_width};

/// Numbers over rows and columns.
#[derive(Clone, Debug)]
pub struct Heat {
    /// What the chart shows, with its unit.
    pub title: String,
    /// What the rows are.
    pub row_title: String,
    /// Their names.
    pub rows: Vec<String>,
    /// What the columns are.
    pub col_title: String,
    /// Their names.
    pub cols: Vec<String>,
    /// The numbers, row by row; `None` where there is none.
    pub cells: Vec<Vec<Option<f64>>>,
    /// Decimals of the numbers as they are written.
    pub decimals: usize,
}

/// A shade of blue on white, from 0 (white) to 1: the greater the darker, in grey as well.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tint(usize);

impl Tint {
    /// From white to dark, with lightness falling evenly.
    const SHADES: [&'static str; 9] =
        ["#ffffff", "#e8f0f8", "#d0e1f0", "#b4cfe7", "#93badc", "#6ea2ce", "#4a88bc", "#2a6ca3", "#0f4f83"];

    /// The shade of a share.
    pub fn of(share: f64) -> Self {
        let last = Self::SHADES.len() - 1;
        Self((share.clamp(0.0, 1.0) * last as f64).round() as usize)
    }

    /// The fill.
    pub const fn fill(self) -> Fill {
        Fill::Plain(Self::SHADES[self.0])
    }

    /// What can be read on it.
    pub const fn letters(self) -> &'static str {
        if self.0 >= 6 { "#ffffff" } else { DARK }
    }
}

impl Heat {
    /// The chart, as large as its table.
    pub fn draw(&self) -> Drawing {
        let texts = self.cells.iter().flatten().flatten().map(|&x| super::scale::plain(x, self.decimals));
        let widest = texts.map(|text| text_width(&text, SMALL)).fold(0.0, f64::max);
        let names = self.cols.iter().map(|name| text_width(name, SMALL)).fold(0.0, f64::max);
        let (wide, high) = (widest.max(names).max(24.0) + 12.0, 28.0);
        let rows = self.rows.iter().map(|name| text_width(name, SMALL)).fold(0.0, f64::max);
        let (left, top) = (rows + 46.0, 78.0);
        let table = (wide * self.cols.len() as f64, high * self.rows.len() as f64);
        let width = (left + table.0 + 20.0).max(text_width(&self.title, 15.0) + 30.0);
        let mut drawing = Drawing::new(width, top + table.1 + 20.0, &*self.title);
        frame::title(&mut drawing, &self.title);
        let small = |anchor| Type::new(SMALL, anchor);
        drawing.text((left + table.0 / 2.0, 50.0), &self.col_title, small(Anchor::Middle));
        drawing.upward((18.0, top + table.1 / 2.0), &self.row_title, small(Anchor::Middle));
        for (i, name) in self.cols.iter().enumerate() {
            drawing.text((left + wide * (i as f64 + 0.5), top - 8.0), name, small(Anchor::Middle));
        }
        for (i, name) in self.rows.iter().enumerate() {
            drawing.label((left - 8.0, top + high * (i as f64 + 0.5)), name, small(Anchor::End));
        }
        let (least, most) = self.ends();
        for (i, row) in self.cells.iter().enumerate() {
            for (j, cell) in row.iter().enumerate() {
                let corner = (left + wide * j as f64, top + high * i as f64);
                let middle = (corner.0 + wide / 2.0, corner.1 + high / 2.0);
                let Some(number) = *cell else {
                    let fill = Fill::Hatched(Hatch::Nothing);
                    drawing.rect(corner, (wide, high), fill, Stroke::plain("#999999", 0.8));
                    continue;
                };
                let tint = Tint::of(if most > least { (number - least) / (most - least) } else { 0.5 });
                drawing.rect(corner, (wide, high), tint.fill(), Stroke::plain("#999999", 0.8));
                let text = super::scale::plain(number, self.decimals);
                let look = small(Anchor::Middle).colour(tint.letters()).weight(Weight::Plain);
                drawing.label(middle, &text, look);
            }
        }
        drawing
    }

    /// The least and the greatest number.
    fn ends(&self) -> (f64, f64) {
        let numbers = self.cells.iter().flatten().flatten();
        numbers.fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), &x| (least.min(x), most.max(x)))
    }
}
