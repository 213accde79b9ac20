//! Charts: lines, steps, points, bars and heat maps, with axes, ticks and units.
//!
//! All of them read without colour: lines have dashes and marks, bars have hatches, cells of a heat map have their number.
//!
//! Why own code: no chart library that was looked at (plotters, poloto, charming) hatches bars or marks lines in its SVG,
//! and the first two measure text with fonts of the machine, or take all of it to be equally wide.

mod bars;
mod frame;
mod heat;
mod plot;
mod scale;

pub use bars::{Bar, Bars, Stacking};
pub use heat::{Heat, Tint};
pub use plot::{Plot, Series, Shape};
pub use scale::{Axis, Scale};

/// The size of a chart, unless another is asked for: what fits a page.
pub const SIZE: (f64, f64) = (720.0, 400.0);
