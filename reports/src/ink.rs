//! Colours, shades and strokes that differ in colour, in grey, and in print.
//!
//! The colours are those of M. Okabe and K. Ito ("Color universal design", 2008), which people with any kind
//! of colour vision can distinguish. No drawing relies on colour alone: fills differ in lightness and hatch,
//! lines in dash and marks.

use nexsolve_core::Wdl;

/// Black as it is printed: text, axes, outlines.
pub const DARK: &str = "#1a1a1a";

/// The fill of a shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fill {
    /// Nothing.
    None,
    /// A colour.
    Plain(&'static str),
    /// A pattern of lines or dots.
    Hatched(Hatch),
}

impl Fill {
    /// White paper.
    pub const WHITE: Self = Self::Plain("#ffffff");

    /// The attribute.
    pub(crate) fn word(self) -> String {
        match self {
            Self::None => "none".to_owned(),
            Self::Plain(colour) => colour.to_owned(),
            Self::Hatched(hatch) => format!("url(#{})", hatch.look().word),
        }
    }

    /// The fill of the `place`-th fastest win out of `of`, from 0: the faster, the darker.
    pub fn of_win(place: usize, of: usize) -> Self {
        const SHADES: [&str; 4] = ["#4f9fd6", "#8ec1e6", "#bddbf1", "#e1eff9"];
        let last = of.saturating_sub(1).max(1);
        // If there are few kinds of wins, use the shades that differ most.
        let step = if of <= SHADES.len() { place } else { place * (SHADES.len() - 1) / last };
        Self::Plain(SHADES[step.min(SHADES.len() - 1)])
    }

    /// The fill of a value, on a cell or a bar: a win is plain and darkest, a draw white, a loss hatched.
    pub const fn of_value(value: Wdl) -> Self {
        match value {
            Wdl::Win => Self::Plain("#8ec1e6"),
            Wdl::Draw => Self::WHITE,
            Wdl::Loss => Self::Hatched(Hatch::Loss),
        }
    }
}

/// A pattern of lines or dots on a background.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Hatch {
    /// A lost position or move.
    Loss,
    /// Rising lines.
    Rising,
    /// Falling lines.
    Falling,
    /// Dots.
    Dots,
    /// Level lines.
    Level,
    /// Crossed lines.
    Crossed,
    /// Dark falling lines over a light shade: a number below zero.
    Below,
    /// Light falling lines over a dark shade: a number far below zero.
    FarBelow,
    /// No value: light rising lines on grey.
    Nothing,
}

/// How a pattern is drawn.
pub(crate) struct Look {
    /// The pattern's name.
    pub(crate) word: &'static str,
    /// The length of the pattern's side, in pixels.
    pub(crate) side: u32,
    /// Its marks as a path.
    pub(crate) marks: &'static str,
    /// The colour of its background.
    pub(crate) ground: &'static str,
    /// The colour of its marks.
    pub(crate) line: &'static str,
    /// The width of its marks.
    pub(crate) width: f64,
}

impl Hatch {
    /// How the pattern is drawn.
    pub(crate) const fn look(self) -> Look {
        const RISING: &str = "M-1.5,1.5 L1.5,-1.5 M0,6 L6,0 M4.5,7.5 L7.5,4.5";
        const FALLING: &str = "M-1.5,4.5 L1.5,7.5 M0,0 L6,6 M4.5,-1.5 L7.5,1.5";
        let (word, side, marks, ground, line, width) = match self {
            Self::Loss => ("loss", 6, RISING, "#fde3cf", "#d55e00", 1.2),
            Self::Rising => ("rising", 6, RISING, "#fbe0b0", "#b06f00", 1.2),
            Self::Falling => ("falling", 6, FALLING, "#bfe6d8", "#007a59", 1.2),
            Self::Dots => ("dots", 6, "M1.5,1.5 L1.5,1.5 M4.5,4.5 L4.5,4.5", "#f1d3e3", "#a04a7d", 1.8),
            Self::Level => ("level", 5, "M0,2.5 L5,2.5", "#ffffff", "#555555", 1.2),
            Self::Crossed => ("crossed", 7, "M0,0 L7,7 M0,7 L7,0", "#f7f3b8", "#8a8200", 1.2),
            Self::Below => ("below", 6, FALLING, "none", "#5c2806", 0.9),
            Self::FarBelow => ("far-below", 6, FALLING, "none", "#ffffff", 1.1),
            Self::Nothing => ("nothing", 4, "M-1,1 L1,-1 M0,4 L4,0 M3,5 L5,3", "#e4e4e4", "#c4c4c4", 0.8),
        };
        Look { word, side, marks, ground, line, width }
    }
}

/// A shade of blue, or of orange for negative numbers: the farther from zero, the darker, also in grey.
/// [`Tint::over`] has the lines that distinguish the two without colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tint {
    shades: &'static [&'static str; 9],
    place: usize,
}

impl Tint {
    /// From white to dark, with lightness falling evenly.
    const ABOVE: [&'static str; 9] =
        ["#ffffff", "#e8f0f8", "#d0e1f0", "#b4cfe7", "#93badc", "#6ea2ce", "#4a88bc", "#2a6ca3", "#0f4f83"];
    const BELOW: [&'static str; 9] =
        ["#ffffff", "#fdf0e6", "#fbe0cc", "#f7c9a6", "#f0ad7b", "#e48d4e", "#cc6a25", "#a94f16", "#80380b"];

    /// The shade of a share, from −1 to 1.
    pub fn of(share: f64) -> Self {
        let last = Self::ABOVE.len() - 1;
        let place = (share.abs().min(1.0) * last as f64).round() as usize;
        Self { shades: if share < 0.0 { &Self::BELOW } else { &Self::ABOVE }, place }
    }

    /// The fill.
    pub const fn fill(self) -> Fill {
        Fill::Plain(self.shades[self.place])
    }

    /// Drawn over the fill: lines if the share is negative.
    pub fn over(self) -> Option<Fill> {
        let below = self.place > 0 && self.shades[1] == Self::BELOW[1];
        below.then_some(Fill::Hatched(if self.place >= 6 { Hatch::FarBelow } else { Hatch::Below }))
    }

    /// The colour of letters that can be read on it; over lines, with a light edge around them.
    pub fn letters(self) -> &'static str {
        if self.over().is_none() && self.place >= 6 { "#ffffff" } else { DARK }
    }
}

/// How a line is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke {
    /// The colour.
    pub colour: &'static str,
    /// The width in pixels; 0 draws nothing.
    pub width: f64,
    /// Lengths of dashes and gaps; empty for a line without gaps.
    pub dash: &'static str,
}

impl Stroke {
    /// No line.
    pub const NONE: Self = Self { colour: "none", width: 0.0, dash: "" };

    /// A line without gaps.
    pub const fn plain(colour: &'static str, width: f64) -> Self {
        Self { colour, width, dash: "" }
    }

    /// The same with dashes.
    pub const fn dashed(self, dash: &'static str) -> Self {
        Self { dash, ..self }
    }
}

/// The mark at a point of a series.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// ●
    Disc,
    /// ■
    Square,
    /// ▲
    Triangle,
    /// ◆
    Diamond,
    /// ○
    Ring,
    /// □
    Frame,
    /// △
    Delta,
    /// ◇
    Lozenge,
}

/// How one of several series is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ink {
    /// Its line.
    pub stroke: Stroke,
    /// Its bars.
    pub fill: Fill,
    /// Its points.
    pub mark: Mark,
}

impl Ink {
    /// The ink of the series with this number; after eight they begin again.
    pub fn of_series(number: usize) -> Self {
        const INKS: [(&str, &str, Fill, Mark); 8] = [
            ("#0072b2", "", Fill::Plain("#0072b2"), Mark::Disc),
            ("#d55e00", "7 3", Fill::Hatched(Hatch::Loss), Mark::Frame),
            ("#007a59", "2 3", Fill::Hatched(Hatch::Falling), Mark::Triangle),
            ("#1a1a1a", "9 3 2 3", Fill::Plain("#d9d9d9"), Mark::Lozenge),
            ("#a04a7d", "4 2", Fill::Hatched(Hatch::Dots), Mark::Square),
            ("#b06f00", "12 4", Fill::Hatched(Hatch::Rising), Mark::Ring),
            ("#3f8fc4", "2 2 6 2", Fill::Plain("#56b4e9"), Mark::Diamond),
            ("#777777", "1 4", Fill::Hatched(Hatch::Level), Mark::Delta),
        ];
        let (colour, dash, fill, mark) = INKS[number % INKS.len()];
        Self { stroke: Stroke::plain(colour, 2.0).dashed(dash), fill, mark }
    }

    /// The ink of wins, draws or losses.
    pub fn of_value(value: Wdl) -> Self {
        let number = match value {
            Wdl::Win => 0,
            Wdl::Draw => 3,
            Wdl::Loss => 1,
        };
        let fill = if value == Wdl::Win { Fill::Plain("#4a90c8") } else { Fill::of_value(value) };
        Self { fill, ..Self::of_series(number) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shades_lead_both_ways_from_white() {
        assert_eq!((Tint::of(0.0).fill(), Tint::of(-0.01).fill()), (Fill::WHITE, Fill::WHITE));
        assert_ne!(Tint::of(0.5).fill(), Tint::of(-0.5).fill());
        assert_eq!(Tint::of(-3.0), Tint::of(-1.0));
        assert_eq!([0.5, 0.0, -0.5].map(|share| Tint::of(share).over().is_some()), [false, false, true]);
        assert_eq!([1.0, 0.1, -1.0].map(|share| Tint::of(share).letters()), ["#ffffff", DARK, DARK]);
    }
}
