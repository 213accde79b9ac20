//! Pictures of positions as a few simple shapes. The renderer chooses size, colours and line styles.

use nexsolve_core::Side;

/// A point `(x, y)`, in units of about one cell; `x` grows to the right, `y` downwards.
pub type Point = (f64, f64);

/// A drawing of a board and its pieces.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Picture {
    /// Width and height.
    pub size: Point,
    /// Lines along the edges that a side joins (with that side), or around the board (with `None`).
    pub edges: Vec<(Vec<Point>, Option<Side>)>,
    /// The places of the board, in the order of the game's cells.
    pub places: Vec<Place>,
    /// Coordinate labels, each with the point it is centred on.
    pub labels: Vec<(Point, String)>,
    /// What is shown instead of places, in a game without cells.
    pub drawn: Option<Drawn>,
}

/// How people see a position of a game without cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Drawn {
    /// Lines of text.
    Text(String),
    /// An SVG file, perhaps from a stranger: it may stand in a page or a file only as an image, in which no
    /// script runs and nothing is loaded.
    Svg(String),
}

/// Returns the width and height of a text that is an SVG picture: those of its `viewBox`, or its `width` and
/// `height`. Returns `None` for any other text, for a picture that does not say how large it is, and for one
/// that is more than 20 times as long as it is wide.
///
/// ```
/// use nexsolve_catalogue::picture::svg_size;
/// assert_eq!(svg_size("<svg viewBox='0 0 30 20'></svg>"), Some((30.0, 20.0)));
/// assert_eq!(svg_size("<svg width=\"3cm\" height=\"2cm\"/>"), Some((3.0, 2.0)));
/// assert_eq!(svg_size("<svg viewBox='-1.5 0 30.000000000000004 2e1'></svg>").map(|at| at.1), Some(20.0));
/// assert_eq!((svg_size("<svg></svg>"), svg_size("X.O")), (None, None));
/// ```
pub fn svg_size(text: &str) -> Option<Point> {
    let rest = text.strip_prefix("<svg").filter(|rest| rest.starts_with([' ', '\t', '\r', '\n']))?;
    let number = |text: &str| text.trim_end_matches(|c: char| c.is_ascii_alphabetic()).trim().parse().ok();
    let (mut rest, mut seen) = (rest, [None, None]);
    while let Some((name, value)) = rest.split_once('=').filter(|(name, _)| !name.contains('>')) {
        let quote = value.trim_start().chars().next().filter(|c| ['"', '\''].contains(c))?;
        let (value, after) = value.trim_start()[1..].split_once(quote)?;
        match name.trim() {
            "viewBox" => {
                let numbers: Vec<f64> = value.split([' ', ',']).filter_map(number).collect();
                seen = [numbers.get(2).copied(), numbers.get(3).copied()];
                break;
            }
            "width" => seen[0] = number(value),
            "height" => seen[1] = number(value),
            _ => {}
        }
        rest = after;
    }
    let [Some(width), Some(height)] = seen else { return None };
    let is_sound = width.is_finite() && height.is_finite() && width > 0.0 && height > 0.0;
    (is_sound && (0.05..=20.0).contains(&(width / height))).then_some((width, height))
}

/// One place of the board.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    /// The name of the place in moves.
    pub name: String,
    /// The centre.
    pub middle: Point,
    /// The outline.
    pub outline: Outline,
    /// The piece on the place, if any.
    pub piece: Option<Piece>,
}

/// The outline of a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outline {
    /// A hexagon of side 1 with a corner at the top.
    Hexagon,
    /// A dark square of side 1.
    Dark,
    /// A light square of side 1.
    Light,
    /// A hole of width 1, into which pieces fall from above.
    Hole,
    /// A square of side 1, on which stones are put.
    Cell,
}

/// What a place can hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece {
    /// A stone or a man.
    Stone(Side),
    /// A neutral stone.
    Neutral,
    /// A king.
    King(Side),
    /// A number of seeds.
    Seeds(u8),
    /// What a sign stands for, in a game that is not in the program.
    Sign(char),
}

impl Piece {
    /// Returns a number for arrays: 1 for a black stone or man, 2 for a white one, 3 for a neutral stone or a
    /// sign, 4 for a black king, 5 for a white one; of seeds, how many.
    pub const fn code(self) -> u8 {
        match self {
            Self::Stone(Side::Black) => 1,
            Self::Stone(Side::White) => 2,
            Self::Neutral | Self::Sign(_) => 3,
            Self::King(Side::Black) => 4,
            Self::King(Side::White) => 5,
            Self::Seeds(seeds) => seeds,
        }
    }

    /// Returns the letter of the side that owns the piece: `B`, `W`, `?` for a neutral stone or a sign, and
    /// an empty string for seeds.
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Stone(Side::Black) | Self::King(Side::Black) => "B",
            Self::Stone(Side::White) | Self::King(Side::White) => "W",
            Self::Neutral | Self::Sign(_) => "?",
            Self::Seeds(_) => "",
        }
    }
}

impl Picture {
    /// Draws a board of squares or holes with the given numbers of rows and columns. `outline(row, col)` and
    /// `place(row, col)` are called row by row from the top; `place` returns the name and the piece.
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
            ..Self::default()
        }
    }

    /// Adds one name below each column.
    pub fn with_columns(mut self, names: impl Iterator<Item = String>) -> Self {
        let y = self.size.1 - 0.15;
        self.labels.extend(names.enumerate().map(|(col, name)| ((col as f64 + 0.9, y), name)));
        self
    }

    /// Adds one name to the left of each row.
    pub fn with_rows(mut self, names: impl Iterator<Item = String>) -> Self {
        self.labels.extend(names.enumerate().map(|(row, name)| ((0.18, row as f64 + 0.9), name)));
        self
    }
}
