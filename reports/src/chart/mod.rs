//! Charts: lines, points and bars, with axes, ticks and units.
//!
//! All charts can be read without colours: lines have dashes and marks, bars have hatches.
//!
//! Why not a library: none of those considered (plotters, poloto, charming) hatches bars or marks lines in
//! its SVG, and the first two measure text with fonts of the machine, or treat all characters as equally
//! wide.

mod bars;
mod frame;
mod plot;
mod scale;

pub use bars::{Bar, Bars, Stacking};
pub use frame::{SMALL, title};
pub use plot::{Plot, Series, SeriesShape};
pub use scale::{Axis, Scale, plain};

/// The default size of a chart, which fits a page.
pub const SIZE: (f64, f64) = (720.0, 400.0);
