//! Axes: where numbers lie, and which of them are labelled.

/// How an axis places numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Equal differences have equal lengths.
    Linear,
    /// Equal ratios have equal lengths; only positive numbers have a place.
    Log,
}

/// An axis: its quantity with the unit, and its scale.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// The quantity, with its unit.
    pub title: String,
    /// How the numbers are placed.
    pub scale: Scale,
    /// The range; `None` takes it from the data.
    pub range: Option<(f64, f64)>,
}

impl Axis {
    /// An axis that takes its range from the data.
    pub fn new(title: impl Into<String>, scale: Scale) -> Self {
        Self { title: title.into(), scale, range: None }
    }

    /// A linear axis.
    pub fn linear(title: impl Into<String>) -> Self {
        Self::new(title, Scale::Linear)
    }

    /// A logarithmic axis.
    pub fn log(title: impl Into<String>) -> Self {
        Self::new(title, Scale::Log)
    }

    /// The same axis with this range.
    pub fn range(self, from: f64, to: f64) -> Self {
        Self { range: Some((from, to)), ..self }
    }
}

/// An axis with its ends, and the numbers beside it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Ticks {
    scale: Scale,
    from: f64,
    to: f64,
    /// The numbers, with their texts.
    pub(super) at: Vec<(f64, String)>,
    /// The unit that the labels multiply, in words; empty for 1.
    pub(super) unit: &'static str,
}

impl Ticks {
    /// The axis for these numbers, with about `wanted` labels.
    pub(super) fn new(axis: &Axis, data: impl Iterator<Item = f64>, wanted: usize) -> Self {
        let kept = data.filter(|x| x.is_finite() && (axis.scale == Scale::Linear || *x > 0.0));
        let (mut ends, mut whole) = (None, true);
        for x in kept {
            let (least, most) = ends.unwrap_or((x, x));
            ends = Some((x.min(least), x.max(most)));
            whole &= x.fract() == 0.0;
        }
        let (least, most) = axis.range.or(ends).unwrap_or((1.0, 1.0));
        match axis.scale {
            Scale::Linear => {
                // Counts and plies need no labels between whole numbers.
                let finest = if whole { 1.0 } else { 0.0 };
                Self::linear((least, most), wanted, axis.range.is_some(), finest)
            }
            Scale::Log => Self::log(least, most, wanted),
        }
    }

    fn linear((least, most): (f64, f64), wanted: usize, fixed: bool, finest: f64) -> Self {
        let most = if most > least { most } else { least + 1.0 };
        let step = nice((most - least) / wanted.max(1) as f64).max(finest);
        let (from, to) = if fixed {
            (least, most)
        } else {
            ((least / step + 1e-9).floor() * step, (most / step - 1e-9).ceil() * step)
        };
        let size = from.abs().max(to.abs());
        let (divisor, unit) = match size {
            1e9.. => (1e9, "billions"),
            1e6.. => (1e6, "millions"),
            1e5.. => (1e3, "thousands"),
            _ => (1.0, ""),
        };
        let digits = (-(step / divisor).log10().floor()).max(0.0) as usize;
        let first = (from / step - 1e-9).ceil();
        let count = ((to / step + 1e-9).floor() - first) as usize;
        let at = (0..=count)
            .map(|i| {
                let x = (first + i as f64) * step;
                (x, plain(x / divisor, digits))
            })
            .collect();
        Self { scale: Scale::Linear, from, to, at, unit }
    }

    /// Powers of ten, with their multiples by 2 and 5 if there is space.
    fn log(least: f64, most: f64, wanted: usize) -> Self {
        let low = (least.log10() + 1e-9).floor() as i32;
        let high = ((most.log10() - 1e-9).ceil() as i32).max(low + 1);
        let every = ((high - low) as usize).div_ceil(wanted.max(1)).max(1);
        let mut at = Vec::new();
        for power in (low..=high).step_by(every) {
            at.push((10_f64.powi(power), power_of_ten(power)));
            if high - low <= 2 && power < high {
                for factor in [2.0, 5.0] {
                    let x = factor * 10_f64.powi(power);
                    at.push((x, plain(x, (-power).max(0) as usize)));
                }
            }
        }
        Self { scale: Scale::Log, from: 10_f64.powi(low), to: 10_f64.powi(high), at, unit: "" }
    }

    /// The place of a number: 0 at the beginning, 1 at the end; `None` if it is not on the axis.
    pub(super) fn place(&self, x: f64) -> Option<f64> {
        let place = match self.scale {
            Scale::Linear => (x - self.from) / (self.to - self.from),
            Scale::Log if x > 0.0 => (x / self.from).log10() / (self.to / self.from).log10(),
            Scale::Log => return None,
        };
        (place.is_finite() && (-1e-9..=1.0 + 1e-9).contains(&place)).then_some(place.clamp(0.0, 1.0))
    }
}

/// The least of 1, 2, 5, 10, 20, … that is at least this.
fn nice(x: f64) -> f64 {
    let power = 10_f64.powi(x.log10().floor() as i32);
    let factor = [1.0, 2.0, 5.0, 10.0].into_iter().find(|factor| factor * power >= x * (1.0 - 1e-9));
    factor.unwrap_or(10.0) * power
}

/// 1, 10, 100, 1,000, then 10⁴ and so on; below 1 as decimals.
fn power_of_ten(power: i32) -> String {
    if power.abs() <= 3 {
        return plain(10_f64.powi(power), (-power).max(0) as usize);
    }
    let signs: Vec<char> = "⁰¹²³⁴⁵⁶⁷⁸⁹⁻".chars().collect();
    let high = |c: char| signs[c.to_digit(10).unwrap_or(10) as usize];
    format!("10{}", power.to_string().chars().map(high).collect::<String>())
}

/// Formats a number with `decimals` decimals, separated thousands, and a true minus sign.
pub fn plain(x: f64, decimals: usize) -> String {
    let text = format!("{:.decimals$}", x.abs());
    let (whole, rest) = text.find('.').map_or((text.as_str(), ""), |at| text.split_at(at));
    let zero = text.bytes().all(|b| matches!(b, b'0' | b'.'));
    let sign = if x < 0.0 && !zero { "−" } else { "" };
    format!("{sign}{}{rest}", nexsolve_core::words::grouped_digits(whole))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(axis: &Axis, data: &[f64], wanted: usize) -> String {
        let ticks = Ticks::new(axis, data.iter().copied(), wanted);
        let texts: Vec<&str> = ticks.at.iter().map(|(_, text)| text.as_str()).collect();
        format!("{} {}", texts.join(" "), ticks.unit).trim_end().to_owned()
    }

    #[test]
    fn round_numbers_are_written() {
        let axis = Axis::linear("x");
        assert_eq!(texts(&axis, &[0.0, 9.0], 5), "0 2 4 6 8 10");
        assert_eq!(texts(&axis, &[0.0, 3.0], 9), "0 1 2 3");
        assert_eq!(texts(&axis, &[0.03, 0.4], 4), "0.0 0.1 0.2 0.3 0.4");
        assert_eq!(texts(&axis, &[-3.0, 3.0], 3), "−4 −2 0 2 4");
        assert_eq!(texts(&axis, &[0.0, 395_351_222.0], 4), "0 100 200 300 400 millions");
        assert_eq!(texts(&axis, &[0.0, 5_000.0], 5), "0 1,000 2,000 3,000 4,000 5,000");
        assert_eq!(texts(&axis, &[], 5), "1 2");
        assert_eq!(texts(&axis, &[7.0], 2), "7 8");
        assert_eq!(texts(&axis.clone().range(0.0, 1.0), &[0.3], 4), "0.0 0.5 1.0");
    }

    #[test]
    fn powers_of_ten_are_written_on_logarithmic_axes() {
        let axis = Axis::log("x");
        assert_eq!(texts(&axis, &[1.0, 0.0, -2.0, 36_397.0], 6), "1 10 100 1,000 10⁴ 10⁵");
        assert_eq!(texts(&axis, &[1.0, 1e12], 6), "1 100 10⁴ 10⁶ 10⁸ 10¹⁰ 10¹²");
        assert_eq!(texts(&axis, &[3.0, 40.0], 6), "1 2 5 10 20 50 100");
        assert_eq!(texts(&axis, &[0.02, 0.9], 6), "0.01 0.02 0.05 0.1 0.2 0.5 1");
    }

    #[test]
    fn numbers_have_their_places() {
        let ticks = Ticks::new(&Axis::log("x"), [1.0, 100.0].into_iter(), 5);
        assert_eq!(ticks.place(10.0), Some(0.5));
        assert_eq!(ticks.place(0.0), None);
        let ticks = Ticks::new(&Axis::linear("x"), [0.0, 10.0].into_iter(), 5);
        assert_eq!((ticks.place(2.5), ticks.place(11.0), ticks.place(f64::NAN)), (Some(0.25), None, None));
    }
}
