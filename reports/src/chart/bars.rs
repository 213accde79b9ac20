//! Bars: side by side, or as shares of a whole.

use super::SIZE;
use super::frame::{self, Area, LegendEntry, Sample};
use super::scale::{Axis, Scale, Ticks};
use crate::ink::{DARK, Ink, Stroke};
use crate::svg::Drawing;

/// Bars over a list of names.
#[derive(Clone, Debug)]
pub struct Bars {
    /// What the chart shows.
    pub title: String,
    /// The title of the names.
    pub x: String,
    /// The names.
    pub names: Vec<String>,
    /// The axis of the values. For shares, only its title is used.
    pub y: Axis,
    /// The data.
    pub bars: Vec<Bar>,
    /// How the bars of one name are arranged.
    pub stacking: Stacking,
}

/// A value for each name.
#[derive(Clone, Debug)]
pub struct Bar {
    /// The title of the values.
    pub name: String,
    /// The ink of the bars.
    pub ink: Ink,
    /// The values, in the order of the names; none is negative.
    pub values: Vec<f64>,
}

/// How the bars of one name are arranged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stacking {
    /// Side by side.
    Beside,
    /// On top of each other, the first lowest, as parts of their sum.
    Shares,
}

impl Bar {
    /// Creates a bar; the number selects the ink.
    pub fn new(number: usize, name: impl Into<String>, values: Vec<f64>) -> Self {
        Self { name: name.into(), ink: Ink::of_series(number), values }
    }
}

impl Bars {
    /// The chart in the usual size.
    pub fn draw(&self) -> Drawing {
        self.draw_in(SIZE)
    }

    /// The chart in this size, in pixels.
    pub fn draw_in(&self, (width, height): (f64, f64)) -> Drawing {
        let mut drawing = Drawing::new(width, height, &*self.title);
        frame::title(&mut drawing, &self.title);
        let entries: Vec<LegendEntry> =
            self.bars.iter().map(|bar| (bar.name.as_str(), bar.ink, Sample::Box)).collect();
        let y = self.ticks();
        let left = frame::left_margin(&y);
        let right = width - 20.0;
        let area = Area {
            left,
            top: 40.0 + frame::legend_height(&entries, right - left),
            right,
            bottom: height - 4.0 - frame::bottom_margin(&self.names, right - left),
        };
        frame::legend(&mut drawing, (left, 36.0), right - left, &entries);
        frame::upright(&mut drawing, area, &self.y.title, &y);
        for name in 0..self.names.len() {
            self.draw_name(&mut drawing, area, &y, name);
        }
        frame::categories(&mut drawing, area, &self.x, &self.names);
        drawing
    }

    fn sum(&self, name: usize) -> f64 {
        self.bars.iter().map(|bar| bar.values[name]).sum()
    }

    fn ticks(&self) -> Ticks {
        let sums = (0..self.names.len()).map(|name| self.sum(name));
        let values = self.bars.iter().flat_map(|bar| bar.values.iter().copied());
        // Bars begin at zero, so that their lengths can be compared.
        match self.stacking {
            Stacking::Shares => Ticks::new(&self.y.clone().range(0.0, 100.0), sums, 5),
            Stacking::Beside => {
                let zero = (self.y.scale == Scale::Linear).then_some(0.0);
                Ticks::new(&self.y, values.chain(zero), 6)
            }
        }
    }

    fn draw_name(&self, drawing: &mut Drawing, area: Area, y: &Ticks, name: usize) {
        let step = area.width() / self.names.len() as f64;
        let (whole, left) = (step * 0.76, area.left + step * (name as f64 + 0.12));
        let edge = Stroke::plain(DARK, 0.8);
        let height = |value: f64| y.place(value).map_or(0.0, |place| place * area.height());
        let (mut below, sum) = (0.0, self.sum(name));
        for (i, bar) in self.bars.iter().enumerate() {
            let value = bar.values[name];
            let (low, high, x, wide) = match self.stacking {
                Stacking::Beside => {
                    let wide = whole / self.bars.len() as f64;
                    (0.0, height(value), left + wide * i as f64, wide)
                }
                Stacking::Shares if sum > 0.0 => {
                    (height(100.0 * below / sum), height(100.0 * (below + value) / sum), left, whole)
                }
                Stacking::Shares => continue,
            };
            below += value;
            if value > 0.0 {
                drawing.rect((x, area.bottom - high), (wide, high - low), bar.ink.fill, edge);
            }
        }
    }
}
