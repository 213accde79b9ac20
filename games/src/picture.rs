//! Pictures of positions, made of a few simple shapes: what draws them decides on size, colours and pens.

use nexsolve_core::Side;

/// A point, in units of about one cell: right, then down.
pub type Point = (f64, f64);

/// A board, and what stands on it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Picture {
    /// Width and height.
    pub size: Point,
    /// Lines along the edges that a side joins, or around the board where it is nobody's.
    pub edges: Vec<(Vec<Point>, Option<Side>)>,
    /// The places of the board, in the order of the game's cells.
    pub places: Vec<Place>,
    /// Coordinates.
    pub labels: Vec<(Point, String)>,
}

/// A place of the board.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    /// What moves call it.
    pub name: String,
    /// Its middle.
    pub middle: Point,
    /// Its outline.
    pub outline: Outline,
    /// What stands there.
    pub piece: Option<Piece>,
}

/// The outline of a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outline {
    /// A hexagon with a corner above, of side 1.
    Hexagon,
    /// A dark square of side 1.
    Dark,
    /// A light square of side 1.
    Light,
    /// A hole of width 1.
    Hole,
}

/// What can stand on a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece {
    /// A stone or a man.
    Stone(Side),
    /// A stone of nobody's.
    Neutral,
    /// A king.
    King(Side),
    /// So many seeds.
    Seeds(u8),
}

impl Piece {
    /// The letter of the side that it belongs to, `?` for nobody's; empty for seeds.
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Stone(Side::Black) | Self::King(Side::Black) => "B",
            Self::Stone(Side::White) | Self::King(Side::White) => "W",
            Self::Neutral => "?",
            Self::Seeds(_) => "",
        }
    }
}

impl Picture {
    /// A board of squares or holes with these rows and columns; what stands on each is asked row by row from the top.
    pub fn grid(
        (rows, cols): (u32, u32),
        outline: impl Fn(u32, u32) -> Outline,
        place: impl Fn(u32, u32) -> (String, Option<Piece>),
    ) -> Self {
        let (right, bottom) = (f64::from(cols) + 0.8, f64::from(rows) + 0.8);
        let places = (0..rows * cols).map(|i| {
            let (row, col) = (i / cols, i % cols);
            let (name, piece) = place(row, col);
            let middle = (f64::from(col) + 0.9, f64::from(row) + 0.9);
            Place { name, middle, outline: outline(row, col), piece }
        });
        let corners = [(0.4, 0.4), (right - 0.4, 0.4), (right - 0.4, bottom - 0.4), (0.4, bottom - 0.4)];
        let around = corners.iter().chain(&corners[..1]).copied().collect();
        Self {
            size: (right, bottom),
            edges: vec![(around, None)],
            places: places.collect(),
            labels: Vec::new(),
        }
    }

    /// The same with a name below each column.
    pub fn with_columns(mut self, names: impl Iterator<Item = String>) -> Self {
        let y = self.size.1 - 0.15;
        self.labels.extend(names.enumerate().map(|(col, name)| ((col as f64 + 0.9, y), name)));
        self
    }

    /// The same with a name left of each row.
    pub fn with_rows(mut self, names: impl Iterator<Item = String>) -> Self {
        self.labels.extend(names.enumerate().map(|(row, name)| ((0.18, row as f64 + 0.9), name)));
        self
    }
}
