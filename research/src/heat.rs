//! A heat map: a number in each cell of a table, darker if it is greater; negative numbers have their own
//! colour.

use nexsolve_reports::chart::{SMALL, plain, title};
use nexsolve_reports::ink::{Fill, Hatch, Stroke, Tint};
use nexsolve_reports::svg::{Anchor, Drawing, Type, Weight, text_width};

/// Numbers over rows and columns.
#[derive(Clone, Debug)]
pub struct Heat {
    /// The quantity that the chart shows, with its unit.
    pub title: String,
    /// The title of the rows.
    pub row_title: String,
    /// Their names.
    pub rows: Vec<String>,
    /// The title of the columns.
    pub col_title: String,
    /// Their names.
    pub cols: Vec<String>,
    /// The numbers, row by row; `None` for a cell without a number.
    pub cells: Vec<Vec<Option<f64>>>,
    /// The error after the ± of each number, row by row; `None` for exact numbers. Empty if the chart shows
    /// no errors.
    pub errors: Vec<Vec<Option<f64>>>,
    /// Decimals of the numbers as they are written.
    pub decimals: usize,
}

impl Heat {
    /// The chart, as large as its table.
    pub fn draw(&self) -> Drawing {
        let texts: Vec<Vec<Option<String>>> = (0..self.rows.len()).map(|row| self.texts(row)).collect();
        let widths = texts.iter().flatten().flatten().map(|text| text_width(text, SMALL));
        let widest = widths.fold(0.0, f64::max);
        let names = self.cols.iter().map(|name| text_width(name, SMALL)).fold(0.0, f64::max);
        let (wide, high) = (widest.max(names).max(24.0) + 12.0, 28.0);
        let rows = self.rows.iter().map(|name| text_width(name, SMALL)).fold(0.0, f64::max);
        let (left, top) = (rows + 46.0, 78.0);
        let table = (wide * self.cols.len() as f64, high * self.rows.len() as f64);
        let width = (left + table.0 + 20.0).max(text_width(&self.title, 15.0) + 30.0);
        let (least, most) = self.ends();
        let legend = if least < 0.0 { 44.0 } else { 0.0 };
        let mut drawing = Drawing::new(width, top + table.1 + 20.0 + legend, &*self.title);
        title(&mut drawing, &self.title);
        let small = |anchor| Type::new(SMALL, anchor);
        drawing.text((left + table.0 / 2.0, 50.0), &self.col_title, small(Anchor::Middle));
        drawing.upward((18.0, top + table.1 / 2.0), &self.row_title, small(Anchor::Middle));
        for (i, name) in self.cols.iter().enumerate() {
            drawing.text((left + wide * (i as f64 + 0.5), top - 8.0), name, small(Anchor::Middle));
        }
        for (i, name) in self.rows.iter().enumerate() {
            drawing.label((left - 8.0, top + high * (i as f64 + 0.5)), name, small(Anchor::End));
        }
        if least < 0.0 {
            self.legend(&mut drawing, (left, top + table.1 + 14.0), most.max(-least));
        }
        for (i, row) in self.cells.iter().enumerate() {
            for (j, cell) in row.iter().enumerate() {
                let corner = (left + wide * j as f64, top + high * i as f64);
                let middle = (corner.0 + wide / 2.0, corner.1 + high / 2.0);
                let Some(number) = *cell else {
                    let fill = Fill::Hatched(Hatch::Nothing);
                    drawing.rect(corner, (wide, high), fill, Stroke::plain("#999999", 0.8));
                    continue;
                };
                let tint = Tint::of(if least < 0.0 {
                    number / most.max(-least)
                } else if most > least {
                    (number - least) / (most - least)
                } else {
                    0.5
                });
                shaded(&mut drawing, corner, (wide, high), tint);
                let text = texts[i][j].as_deref().unwrap_or_default();
                let weight = if tint.over().is_some() { Weight::Halo } else { Weight::Plain };
                let look = small(Anchor::Middle).colour(tint.letters()).weight(weight);
                drawing.label(middle, text, look);
            }
        }
        drawing
    }

    /// The texts of a row.
    fn texts(&self, row: usize) -> Vec<Option<String>> {
        let written = |x| plain(x, self.decimals);
        let text = |(column, cell): (usize, &Option<f64>)| {
            let error = self.errors.get(row).and_then(|errors| errors[column]);
            cell.map(|x| {
                error.map_or_else(|| written(x), |error| format!("{} ± {}", written(x), written(error)))
            })
        };
        self.cells[row].iter().enumerate().map(text).collect()
    }

    /// The shades from the lowest to the highest number, zero in the middle.
    fn legend(&self, drawing: &mut Drawing, (x, y): (f64, f64), most: f64) {
        const BOX: (f64, f64) = (16.0, 14.0);
        for i in 0..17 {
            let tint = Tint::of((f64::from(i) - 8.0) / 8.0);
            shaded(drawing, (x + BOX.0 * f64::from(i), y), BOX, tint);
        }
        for (i, number) in [(0, -most), (8, 0.0), (16, most)] {
            let at = (x + BOX.0 * (f64::from(i) + 0.5), y + BOX.1 + 14.0);
            let text = plain(number, self.decimals);
            drawing.text(at, &text, Type::new(SMALL, Anchor::Middle));
        }
    }

    /// The least and the greatest number.
    fn ends(&self) -> (f64, f64) {
        let numbers = self.cells.iter().flatten().flatten();
        numbers.fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), &x| (least.min(x), most.max(x)))
    }
}

/// A box in a shade, with lines if the number is negative, because the two colours look alike in grey.
fn shaded(drawing: &mut Drawing, corner: (f64, f64), size: (f64, f64), tint: Tint) {
    let edge = Stroke::plain("#999999", 0.8);
    drawing.rect(corner, size, tint.fill(), edge);
    if let Some(lines) = tint.over() {
        drawing.rect(corner, size, lines, edge);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_their_errors_and_shades_a_legend() {
        let heat = |least| Heat {
            title: "t".into(),
            row_title: String::new(),
            rows: vec!["r".into()],
            col_title: String::new(),
            cols: vec!["a".into(), "b".into(), "c".into()],
            cells: vec![vec![Some(least), Some(3.0), None]],
            errors: vec![vec![Some(0.25), None, None]],
            decimals: 1,
        };
        assert_eq!(heat(-2.0).texts(0), [Some("−2.0 ± 0.2".to_owned()), Some("3.0".to_owned()), None]);
        // The legend, which negative numbers need, adds to the height.
        assert!(heat(-2.0).draw().height() > heat(2.0).draw().height());
    }
}
