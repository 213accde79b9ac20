//! Nex and Hex: a rhombus of hexagons, with stones, numbers, marks and values.

use nexsolve_core::{Side, Wdl};
use nexsolve_games::hex::HexPosition;
use nexsolve_games::nex::NexPosition;
use nexsolve_games::rhombus::{Cell as Number, CellSet, Edges};
use nexsolve_reports::ink::{DARK, Fill, Stroke};
use nexsolve_reports::svg::{Anchor, Drawing, Type, Weight, fitting, text_width};

/// Half the square root of three: half the width of a hexagon of side 1.
const HALF: f64 = 0.866_025_403_784_438_6;

/// The height of letters under a board.
const CAPTION: f64 = 13.0;

/// The contents of a cell. Shapes differ, too: black and white stones are discs, a neutral stone is a grey
/// diamond.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stone {
    /// Black's.
    Black,
    /// White's.
    White,
    /// Nobody's.
    Neutral,
}

impl Stone {
    /// The stone of a side.
    pub const fn of(side: Side) -> Self {
        match side {
            Side::Black => Self::Black,
            Side::White => Self::White,
        }
    }
}

/// A sign on a cell beside its stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Note {
    /// A ring around the stone, or on the empty cell: it marks the last move or a stone that matters.
    Ring,
    /// A cross: it marks a stone that is given up, or a cell that is ruled out.
    Cross,
}

/// A cell as it is drawn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// Its stone.
    pub stone: Option<Stone>,
    /// A word on it: the number of a move, a value.
    pub text: String,
    /// Its value, which shades it.
    pub value: Option<Wdl>,
    /// A fill of another kind.
    pub fill: Option<Fill>,
    /// A sign.
    pub note: Option<Note>,
}

/// What stones and signs mean in strips of moves; `signs` are words for marks beside the stones.
pub fn legend(signs: &[&str]) -> Drawing {
    const R: f64 = 8.0;
    const CHAIN: &str = "the chain that wins";
    let words: f64 = ["Black", "White", "neutral", CHAIN]
        .iter()
        .chain(signs)
        .map(|text| text_width(text, 12.0) + 16.0)
        .sum();
    let mut drawing = Drawing::new(6.0 + words + 3.0 * (2.0 * R + 6.0) + 34.0, 26.0, "what the signs mean");
    let edge = Stroke::plain(DARK, 1.0);
    let mut x = 6.0;
    let word = |drawing: &mut Drawing, x: &mut f64, text: &str| {
        drawing.label((*x, 13.0), text, Type::new(12.0, Anchor::Start));
        *x += text_width(text, 12.0) + 16.0;
    };
    for (stone, text) in [(Stone::Black, "Black"), (Stone::White, "White"), (Stone::Neutral, "neutral")] {
        let middle = (x + R, 13.0);
        match stone {
            Stone::Black => drawing.circle(middle, R, Fill::Plain(DARK), edge),
            Stone::White => drawing.circle(middle, R, Fill::WHITE, edge),
            Stone::Neutral => {
                let (x, y) = middle;
                let diamond = [(x, y - R), (x + R, y), (x, y + R), (x - R, y)];
                drawing.polygon(&diamond, Fill::Plain("#b5b5b5"), edge);
            }
        }
        x += 2.0 * R + 6.0;
        word(&mut drawing, &mut x, text);
    }
    for text in signs {
        word(&mut drawing, &mut x, text);
    }
    let line = [(x, 13.0), (x + 26.0, 13.0)];
    drawing.polyline(&line, Stroke::plain(DARK, 6.0));
    drawing.polyline(&line, Stroke::plain("#f5c518", 3.6));
    x += 34.0;
    word(&mut drawing, &mut x, CHAIN);
    drawing
}

impl Cell {
    fn fill_or_shade(&self) -> Fill {
        let empty = Fill::Plain("#f6f3ea");
        self.fill.unwrap_or_else(|| self.value.map_or(empty, Fill::of_value))
    }

    /// The colour of letters on its stone.
    fn ink(&self) -> &'static str {
        if self.stone == Some(Stone::Black) { "#ffffff" } else { DARK }
    }
}

/// A board with coordinates on all sides and the edges of both players: a thick dark band for Black, an
/// outlined white one for White.
#[derive(Clone, Debug)]
pub struct Rhombus {
    rows: u32,
    cols: u32,
    edges: Edges,
    /// The cells, row by row.
    pub cells: Vec<Cell>,
    /// The side of a hexagon in pixels.
    pub side: f64,
    /// A line under the board.
    pub caption: String,
    /// Cells that a line joins, one beside the other: the chain that wins.
    pub way: Vec<Number>,
}

impl Rhombus {
    /// The side of a hexagon unless another is asked for, in pixels.
    pub const SIDE: f64 = 20.0;

    /// An empty board.
    pub fn new(rows: u32, cols: u32, edges: Edges) -> Self {
        let cells = vec![Cell::default(); (rows * cols) as usize];
        Self { rows, cols, edges, cells, side: Self::SIDE, caption: String::new(), way: Vec::new() }
    }

    /// A position of Nex.
    pub fn nex<S: CellSet>(rows: u32, cols: u32, position: &NexPosition<S>) -> Self {
        let mut board = Self::new(rows, cols, Edges::BlackTopBottom);
        board.put(position.black, Stone::Black);
        board.put(position.white, Stone::White);
        board.put(position.neutral, Stone::Neutral);
        board
    }

    /// A position of Hex.
    pub fn hex<S: CellSet>(rows: u32, cols: u32, edges: Edges, position: &HexPosition<S>) -> Self {
        let mut board = Self::new(rows, cols, edges);
        board.put(position.black, Stone::Black);
        board.put(position.white, Stone::White);
        board
    }

    fn put<S: CellSet>(&mut self, set: S, stone: Stone) {
        for cell in set.iter() {
            self.cell(cell).stone = Some(stone);
        }
    }

    /// A cell, to be changed.
    ///
    /// # Panics
    /// If it is not on the board.
    pub fn cell(&mut self, cell: Number) -> &mut Cell {
        &mut self.cells[usize::from(cell.0)]
    }

    /// The same with a line under the board.
    pub fn caption(self, caption: impl Into<String>) -> Self {
        Self { caption: caption.into(), ..self }
    }

    /// The same with hexagons of this side.
    pub fn side(self, side: f64) -> Self {
        Self { side, ..self }
    }

    /// The middle of a cell; the row and column may be off the board.
    fn middle(&self, row: f64, col: f64) -> (f64, f64) {
        let s = self.side;
        (s * (2.3 + 2.0 * HALF * (col + row / 2.0)), s * (2.3 + 1.5 * row))
    }

    /// The corners of the hexagon around a middle, clockwise from the top.
    fn corners(&self, (x, y): (f64, f64)) -> [(f64, f64); 6] {
        let (s, h) = (self.side, self.side * HALF);
        [
            (x, y - s),
            (x + h, y - s / 2.0),
            (x + h, y + s / 2.0),
            (x, y + s),
            (x - h, y + s / 2.0),
            (x - h, y - s / 2.0),
        ]
    }

    /// The picture; `title` says in words what it shows.
    pub fn draw(&self, title: impl Into<String>) -> Drawing {
        let (last_row, last_col) = (f64::from(self.rows - 1), f64::from(self.cols - 1));
        let (right, bottom) = self.middle(last_row, last_col);
        let below = if self.caption.is_empty() { 0.0 } else { CAPTION + 6.0 };
        let board_width = right + 2.3 * self.side;
        let mut board = Drawing::new(board_width, bottom + 2.3 * self.side, "");
        self.draw_edges(&mut board);
        for row in 0..self.rows {
            for col in 0..self.cols {
                let cell = &self.cells[(row * self.cols + col) as usize];
                self.draw_cell(&mut board, self.middle(f64::from(row), f64::from(col)), cell);
            }
        }
        self.draw_way(&mut board);
        for (cell, number) in self.cells.iter().zip(0_u32..) {
            let (row, col) = (number / self.cols, number % self.cols);
            self.write(&mut board, self.middle(f64::from(row), f64::from(col)), cell);
        }
        self.draw_names(&mut board);
        let width = board_width.max(text_width(&self.caption, CAPTION) + 10.0);
        let mut drawing = Drawing::new(width, board.height() + below, title);
        if !self.caption.is_empty() {
            let place = (width / 2.0, board.height() + below - 6.0);
            drawing.text(place, &self.caption, Type::new(CAPTION, Anchor::Middle));
        }
        drawing.place(((width - board_width) / 2.0, 0.0), board);
        drawing
    }

    /// The bands around the board, half covered by the cells that are drawn later.
    fn draw_edges(&self, drawing: &mut Drawing) {
        let corner = |row: u32, col: u32, corner: usize| {
            self.corners(self.middle(f64::from(row), f64::from(col)))[corner]
        };
        let half = |a: (f64, f64), b: (f64, f64)| (f64::midpoint(a.0, b.0), f64::midpoint(a.1, b.1));
        let (r, c) = (self.rows - 1, self.cols - 1);
        // At the two blunt corners, one side of a hexagon belongs half to each edge.
        let upper = half(corner(0, c, 0), corner(0, c, 1));
        let lower = half(corner(r, 0, 3), corner(r, 0, 4));
        let mut top: Vec<_> = (0..=c).flat_map(|col| [corner(0, col, 5), corner(0, col, 0)]).collect();
        top.push(upper);
        let mut bottom = vec![lower];
        bottom.extend((0..=c).flat_map(|col| [corner(r, col, 3), corner(r, col, 2)]));
        let mut left: Vec<_> = (0..=r).flat_map(|row| [corner(row, 0, 5), corner(row, 0, 4)]).collect();
        left.push(lower);
        let mut right = vec![upper];
        right.extend((0..=r).flat_map(|row| [corner(row, c, 1), corner(row, c, 2)]));
        let (black, white) = match self.edges {
            Edges::BlackTopBottom => ([top, bottom], [left, right]),
            Edges::BlackLeftRight => ([left, right], [top, bottom]),
        };
        for line in white {
            drawing.polyline(&line, Stroke::plain(DARK, self.side * 0.62));
            drawing.polyline(&line, Stroke::plain("#ffffff", self.side * 0.62 - 2.4));
        }
        for line in black {
            drawing.polyline(&line, Stroke::plain(DARK, self.side * 0.62));
        }
    }

    fn draw_cell(&self, drawing: &mut Drawing, middle: (f64, f64), cell: &Cell) {
        let s = self.side;
        drawing.polygon(
            &self.corners(middle),
            cell.fill_or_shade(),
            Stroke::plain("#6b6b6b", (s * 0.06).max(0.7)),
        );
        let (x, y) = middle;
        let edge = Stroke::plain(DARK, (s * 0.08).max(0.8));
        match cell.stone {
            Some(Stone::Black) => drawing.circle(middle, s * 0.62, Fill::Plain(DARK), edge),
            Some(Stone::White) => drawing.circle(middle, s * 0.62, Fill::WHITE, edge),
            Some(Stone::Neutral) => {
                let r = s * 0.72;
                let diamond = [(x, y - r), (x + r, y), (x, y + r), (x - r, y)];
                drawing.polygon(&diamond, Fill::Plain("#b5b5b5"), edge);
            }
            None => {}
        }
        let colour = cell.ink();
        match cell.note {
            Some(Note::Ring) => {
                drawing.circle(middle, s * 0.4, Fill::None, Stroke::plain(colour, s * 0.1));
            }
            Some(Note::Cross) => {
                let d = s * 0.78;
                let stroke = Stroke::plain("#8a3a00", s * 0.1);
                for (x1, y1, x2, y2) in [
                    (-d, -d, -d * 0.5, -d * 0.5),
                    (d, d, d * 0.5, d * 0.5),
                    (-d, d, -d * 0.5, d * 0.5),
                    (d, -d, d * 0.5, -d * 0.5),
                ] {
                    drawing.line((x + x1 * 0.8, y + y1 * 0.8), (x + x2 * 0.8, y + y2 * 0.8), stroke);
                }
            }
            None => {}
        }
    }

    /// The text on a cell, over its stone and the chain.
    fn write(&self, drawing: &mut Drawing, middle: (f64, f64), cell: &Cell) {
        if cell.text.is_empty() {
            return;
        }
        let narrow = if cell.text.chars().count() > 2 { 0.6 } else { 0.74 };
        let hatched = cell.stone.is_none() && matches!(cell.fill_or_shade(), Fill::Hatched(_));
        let weight = if hatched { Weight::Halo } else { Weight::Bold };
        let wide = self.side * if cell.stone.is_none() { 1.48 } else { 1.1 };
        let size = fitting(&cell.text, self.side * narrow, wide);
        let look = Type::new(size, Anchor::Middle).colour(cell.ink()).weight(weight);
        drawing.label(middle, &cell.text, look);
    }

    /// The line through the cells of the chain, light with a dark edge, so that it can be seen on black and
    /// white stones.
    fn draw_way(&self, drawing: &mut Drawing) {
        let middle = |cell: &Number| {
            let cell = u32::from(cell.0);
            self.middle(f64::from(cell / self.cols), f64::from(cell % self.cols))
        };
        let points: Vec<(f64, f64)> = self.way.iter().map(middle).collect();
        if points.len() > 1 {
            drawing.polyline(&points, Stroke::plain(DARK, self.side * 0.36));
            drawing.polyline(&points, Stroke::plain("#f5c518", self.side * 0.22));
        }
    }

    /// Letters of the rows on both sides, numbers of the columns above and below, in line with the cells.
    fn draw_names(&self, drawing: &mut Drawing) {
        let look = Type::new((self.side * 0.66).max(9.0), Anchor::Middle).colour("#444444");
        let (rows, cols) = (f64::from(self.rows), f64::from(self.cols));
        for row in 0..self.rows {
            let name = char::from(b'a' + row as u8).to_string();
            drawing.label(self.middle(f64::from(row), -0.98), &name, look);
            drawing.label(self.middle(f64::from(row), cols - 0.02), &name, look);
        }
        for col in 0..self.cols {
            let name = (col + 1).to_string();
            drawing.label(self.middle(-1.03, f64::from(col)), &name, look);
            drawing.label(self.middle(rows + 0.03, f64::from(col)), &name, look);
        }
    }
}
