//! Lines and points over two axes.

use super::SIZE;
use super::frame::{self, Area, LegendEntry, Sample};
use super::scale::{Axis, Ticks};
use crate::ink::{Ink, Stroke};
use crate::svg::{Anchor, Drawing, Type};

/// Series over two axes of numbers.
#[derive(Clone, Debug)]
pub struct Plot {
    /// What the chart shows.
    pub title: String,
    /// The horizontal axis.
    pub x: Axis,
    /// The vertical axis.
    pub y: Axis,
    /// The data.
    pub series: Vec<Series>,
}

/// A series of points.
#[derive(Clone, Debug)]
pub struct Series {
    /// The name of the series.
    pub name: String,
    /// How they are drawn.
    pub shape: SeriesShape,
    /// The ink of the series.
    pub ink: Ink,
    /// The points. Points outside an axis are left out, and interrupt the line.
    pub points: Vec<(f64, f64)>,
    /// A word beside each point; empty for none.
    pub labels: Vec<String>,
}

/// How a series is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeriesShape {
    /// Points joined by a line.
    Line,
    /// Points alone.
    Points,
    /// A thin line without points, for comparison, such as the expected numbers.
    Guide,
}

impl Series {
    /// Creates a series; its number selects the ink.
    pub fn new(number: usize, name: impl Into<String>, shape: SeriesShape, points: Vec<(f64, f64)>) -> Self {
        let ink = if shape == SeriesShape::Guide {
            Ink { stroke: Stroke::plain("#777777", 1.2).dashed("3 3"), ..Ink::of_series(number) }
        } else {
            Ink::of_series(number)
        };
        Self { name: name.into(), shape, ink, points, labels: Vec::new() }
    }

    fn entry(&self) -> LegendEntry<'_> {
        let sample = match self.shape {
            SeriesShape::Line => Sample::Line { marked: true },
            SeriesShape::Guide => Sample::Line { marked: false },
            SeriesShape::Points => Sample::Mark,
        };
        (&self.name, self.ink, sample)
    }
}

impl Plot {
    /// The chart in the usual size.
    pub fn draw(&self) -> Drawing {
        self.draw_in(SIZE)
    }

    /// The chart in this size, in pixels.
    pub fn draw_in(&self, (width, height): (f64, f64)) -> Drawing {
        let mut drawing = Drawing::new(width, height, &*self.title);
        frame::title(&mut drawing, &self.title);
        let entries: Vec<LegendEntry> = self.series.iter().map(Series::entry).collect();
        let points = || self.series.iter().flat_map(|series| series.points.iter());
        let y = Ticks::new(&self.y, points().map(|point| point.1), 6);
        let left = frame::left_margin(&y);
        let area = Area {
            left,
            top: 40.0 + frame::legend_height(&entries, width - left - 20.0),
            right: width - 24.0,
            bottom: height - 48.0,
        };
        let x = Ticks::new(&self.x, points().map(|point| point.0), (area.width() / 70.0) as usize);
        frame::legend(&mut drawing, (left, 36.0), width - left - 20.0, &entries);
        frame::level(&mut drawing, area, &self.x.title, &x);
        frame::upright(&mut drawing, area, &self.y.title, &y);
        for series in &self.series {
            let placed = |&(a, b): &(f64, f64)| {
                let (a, b) = (x.place(a)?, y.place(b)?);
                Some((area.left + a * area.width(), area.bottom - b * area.height()))
            };
            let places: Vec<Option<(f64, f64)>> = series.points.iter().map(placed).collect();
            for run in places.split(Option::is_none) {
                let run: Vec<(f64, f64)> = run.iter().copied().flatten().collect();
                if series.shape != SeriesShape::Points && run.len() > 1 {
                    drawing.polyline(&run, series.ink.stroke);
                }
            }
            if series.shape != SeriesShape::Guide {
                for &place in places.iter().flatten() {
                    frame::mark(&mut drawing, place, series.ink);
                }
            }
            for (place, label) in places.iter().zip(&series.labels).filter(|(_, label)| !label.is_empty()) {
                if let Some((x, y)) = *place {
                    // The label goes below and to the right of its point, or at the right edge of the chart
                    // above and to the left.
                    let look = |anchor| Type::new(11.0, anchor);
                    if x > area.right - 60.0 {
                        drawing.text((x - 6.0, y - 9.0), label, look(Anchor::End));
                    } else {
                        drawing.text((x + 8.0, y + 14.0), label, look(Anchor::Start));
                    }
                }
            }
        }
        drawing
    }
}
