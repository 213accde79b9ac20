//! A drawing: lines, shapes and text on white paper, written as SVG.
//!
//! Equal drawings have equal bytes: numbers are rounded to hundredths, attributes are in order, and nothing
//! depends on a font that happens to be installed. Widths of text are estimates, used for margins, legends
//! and the size of letters on cells.

use crate::ink::{DARK, Fill, Hatch, Look, Stroke};
use std::collections::BTreeSet;
use std::fmt::Write;
use svg::node::element::{
    Circle, Definitions, Description, Group, Image, Line, Path, Pattern, Polygon, Polyline, Rectangle, Text,
    Title,
};
use svg::{Document, Node};

/// The preferred fonts: the first that is installed is used.
const FONT: &str = "Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif";

/// A drawing. Coordinates are in pixels, x to the right and y down.
#[derive(Clone, Debug)]
pub struct Drawing {
    width: f64,
    height: f64,
    title: String,
    caption: String,
    body: Group,
    hatches: BTreeSet<Hatch>,
}

/// Which part of a text is at its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// Which part of a text is at its point.
    Start,
    /// The text's middle is there.
    Middle,
    /// The text ends there.
    End,
}

/// How a text looks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Type {
    /// The height of the letters, in pixels.
    pub size: f64,
    /// Which part of the text is at its point.
    pub anchor: Anchor,
    /// The colour.
    pub colour: &'static str,
    /// How thick the letters are.
    pub weight: Weight,
}

/// The thickness of letters, and whether a light edge separates them from the background.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    /// As running text.
    Plain,
    /// As headings.
    Bold,
    /// Bold with a white edge: readable over a hatch.
    Halo,
}

impl Type {
    /// Dark letters of this size.
    pub const fn new(size: f64, anchor: Anchor) -> Self {
        Self { size, anchor, colour: DARK, weight: Weight::Plain }
    }

    /// The same with this weight.
    pub const fn weight(self, weight: Weight) -> Self {
        Self { weight, ..self }
    }

    /// The same in this colour.
    pub const fn colour(self, colour: &'static str) -> Self {
        Self { colour, ..self }
    }
}

/// Estimates the width of a text in pixels, at this height of letters.
pub fn text_width(text: &str, size: f64) -> f64 {
    text.chars().count() as f64 * size * 0.56
}

/// Returns the greatest height of letters, up to `size`, at which the text fits this width.
pub fn fitting(text: &str, size: f64, width: f64) -> f64 {
    size.min(width / text_width(text, 1.0))
}

/// Rounds a number to hundredths, as in the file.
fn rounded(number: f64) -> f64 {
    // Adding zero turns −0 into 0.
    (number * 100.0).round() / 100.0 + 0.0
}

impl Drawing {
    /// An empty drawing. Screen readers read the title, and browsers show it when the pointer rests on the
    /// drawing.
    pub fn new(width: f64, height: f64, title: impl Into<String>) -> Self {
        let (title, caption) = (title.into(), String::new());
        Self { width, height, title, caption, body: Group::new(), hatches: BTreeSet::new() }
    }

    /// The same with a caption, which says how to read the drawing.
    pub fn captioned(self, caption: impl Into<String>) -> Self {
        Self { caption: caption.into(), ..self }
    }

    /// How to read the drawing; empty without a caption.
    pub fn caption(&self) -> &str {
        &self.caption
    }

    /// The width in pixels.
    pub fn width(&self) -> f64 {
        self.width
    }

    /// The height in pixels.
    pub fn height(&self) -> f64 {
        self.height
    }

    /// What the drawing shows, in words.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// A rectangle with its upper left corner at `(x, y)`.
    pub fn rect(&mut self, (x, y): (f64, f64), (width, height): (f64, f64), fill: Fill, stroke: Stroke) {
        let shape = with(Rectangle::new(), [("x", x), ("y", y), ("width", width), ("height", height)]);
        self.shape(shape, fill, stroke);
    }

    /// A circle.
    pub fn circle(&mut self, (x, y): (f64, f64), radius: f64, fill: Fill, stroke: Stroke) {
        self.shape(with(Circle::new(), [("cx", x), ("cy", y), ("r", radius)]), fill, stroke);
    }

    /// A closed shape.
    pub fn polygon(&mut self, points: &[(f64, f64)], fill: Fill, stroke: Stroke) {
        self.shape(Polygon::new().set("points", joined(points)), fill, stroke);
    }

    /// A line through all of these points.
    pub fn polyline(&mut self, points: &[(f64, f64)], stroke: Stroke) {
        let shape = Polyline::new().set("points", joined(points)).set("stroke-linejoin", "round");
        self.shape(shape, Fill::None, stroke);
    }

    /// A line.
    pub fn line(&mut self, (x1, y1): (f64, f64), (x2, y2): (f64, f64), stroke: Stroke) {
        self.shape(with(Line::new(), [("x1", x1), ("y1", y1), ("x2", x2), ("y2", y2)]), Fill::None, stroke);
    }

    /// A text with its baseline at `y`.
    pub fn text(&mut self, (x, y): (f64, f64), text: &str, look: Type) {
        self.body.append(letters(text, look).set("x", rounded(x)).set("y", rounded(y)));
    }

    /// A text centred vertically on `y`.
    pub fn label(&mut self, (x, y): (f64, f64), text: &str, look: Type) {
        self.text((x, y + look.size * 0.35), text, look);
    }

    /// Lines of letters of equal width, the first centred vertically on `y`.
    pub fn lines(&mut self, (x, y): (f64, f64), text: &str, size: f64) {
        for (line, number) in text.lines().zip(0..) {
            let y = y + size * (0.35 + 1.2 * f64::from(number));
            // Spaces that are not joined.
            let line = letters(&line.replace(' ', "\u{a0}"), Type::new(size, Anchor::Start));
            let line = line.set("x", rounded(x)).set("y", rounded(y));
            self.body.append(line.set("font-family", "monospace"));
        }
    }

    /// An SVG file in a rectangle, as an image: its scripts never run, and it loads nothing.
    pub fn image(&mut self, (x, y): (f64, f64), (width, height): (f64, f64), file: &str) {
        let numbers = [("x", x), ("y", y), ("width", width), ("height", height)];
        self.body.append(with(Image::new(), numbers).set("href", data_address(file)));
    }

    /// A text that reads upwards, centred on a point.
    pub fn upward(&mut self, (x, y): (f64, f64), text: &str, look: Type) {
        let (x, y) = (rounded(x), rounded(y));
        let turned = format!("translate({x} {y}) rotate(-90)");
        self.body.append(letters(text, look).set("transform", turned));
    }

    /// Another drawing with its upper left corner at `(x, y)`.
    pub fn place(&mut self, (x, y): (f64, f64), part: Self) {
        let moved = format!("translate({} {})", rounded(x), rounded(y));
        self.hatches.extend(part.hatches);
        self.body.append(part.body.set("transform", moved));
    }

    fn shape<N: Node + Into<Box<dyn Node>>>(&mut self, mut shape: N, fill: Fill, stroke: Stroke) {
        shape.assign("fill", fill.word());
        if let Fill::Hatched(hatch) = fill {
            self.hatches.insert(hatch);
        }
        if stroke.width > 0.0 {
            shape.assign("stroke", stroke.colour);
            shape.assign("stroke-width", rounded(stroke.width));
            if !stroke.dash.is_empty() {
                shape.assign("stroke-dasharray", stroke.dash);
            }
        }
        self.body.append(shape);
    }

    /// The SVG file. Its description (`<desc>`) is the caption.
    pub fn to_svg(&self) -> String {
        self.file(self.width.ceil().to_string(), self.height.ceil().to_string())
    }

    /// The SVG file as a sheet of paper of this width and height in millimetres. The drawing is centred and
    /// as large as fits.
    pub fn to_sheet(&self, (width, height): (u32, u32)) -> String {
        self.file(format!("{width}mm"), format!("{height}mm"))
    }

    fn file(&self, printed_width: String, printed_height: String) -> String {
        let (width, height) = (self.width.ceil(), self.height.ceil());
        let mut document = Document::new()
            .set("viewBox", (0.0, 0.0, width, height))
            .set("width", printed_width)
            .set("height", printed_height)
            .set("role", "img")
            .set("font-family", FONT)
            .add(Title::new(self.title.as_str()));
        if !self.caption.is_empty() {
            document = document.add(Description::new().add(svg::node::Text::new(&*self.caption)));
        }
        if !self.hatches.is_empty() {
            let patterns = self.hatches.iter().map(|hatch| pattern(*hatch));
            document = document.add(patterns.fold(Definitions::new(), Definitions::add));
        }
        let paper = Rectangle::new().set("width", width).set("height", height).set("fill", "#ffffff");
        format!("{}\n", document.add(paper).add(self.body.clone()))
    }
}

/// A shape with these numbers as its attributes.
fn with<N: Node, const K: usize>(mut shape: N, numbers: [(&str, f64); K]) -> N {
    for (name, number) in numbers {
        shape.assign(name, rounded(number));
    }
    shape
}

fn letters(text: &str, look: Type) -> Text {
    let anchor = match look.anchor {
        Anchor::Start => "start",
        Anchor::Middle => "middle",
        Anchor::End => "end",
    };
    let letters = Text::new(text)
        .set("font-size", rounded(look.size))
        .set("text-anchor", anchor)
        .set("fill", look.colour);
    match look.weight {
        Weight::Plain => letters,
        Weight::Bold => letters.set("font-weight", "bold"),
        Weight::Halo => letters
            .set("font-weight", "bold")
            .set("stroke", "#ffffff")
            .set("stroke-width", rounded(look.size * 0.22))
            .set("stroke-linejoin", "round")
            .set("paint-order", "stroke"),
    }
}

/// The address that contains an SVG file.
fn data_address(file: &str) -> String {
    let mut address = "data:image/svg+xml,".to_owned();
    for byte in file.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'/' | b':' | b'=' | b'_' => {
                address.push(byte.into());
            }
            _ => {
                let _ = write!(address, "%{byte:02X}");
            }
        }
    }
    address
}

fn joined(points: &[(f64, f64)]) -> String {
    let points: Vec<String> = points.iter().map(|&(x, y)| format!("{},{}", rounded(x), rounded(y))).collect();
    points.join(" ")
}

/// The definition of a hatch, to which fills refer.
fn pattern(hatch: Hatch) -> Pattern {
    let Look { word, side, marks, ground, line, width } = hatch.look();
    let ground = Rectangle::new().set("width", side).set("height", side).set("fill", ground);
    let lines = Path::new()
        .set("d", marks)
        .set("stroke", line)
        .set("stroke-width", width)
        .set("stroke-linecap", "round")
        .set("fill", "none");
    Pattern::new()
        .set("id", word)
        .set("width", side)
        .set("height", side)
        .set("patternUnits", "userSpaceOnUse")
        .add(ground)
        .add(lines)
}
