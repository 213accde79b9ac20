//! Charts: lines, points and bars, with axes, ticks and units.
//!
//! All of them read without colour: lines have dashes and marks, bars have hatches.
//!
//! Why own code: no chart library that was looked at (plotters, poloto, charming) hatches bars or marks lines in its SVG,
//! and the first two measure text with fonts of the machine, or take all of it to be equally wide.

mod bars;
mod frame;
mod plot;
mod scale;

pub use bars::{Bar, Bars, Stacking};
pub use frame::{SMALL, title};
pub use plot::{Plot, Series, Shape};
pub use scale::{Axis, Scale, plain};

/// The size of a chart, unless another is asked for: what fits a page.
pub const SIZE: (f64, f64) = (720.0, 400.0);
