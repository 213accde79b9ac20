//! What is known about a position or a move.

use crate::error::wrong;
use crate::state::State;
use nexsolve_core::{Bounds, Notation as _, Points, Score, Wdl};
use nexsolve_oracle::words::{self, Fields};
use nexsolve_oracle::{Reply, Worth};
use pyo3::prelude::*;
use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

/// What is proven about a position, for the side to move, or about a move, for its mover.
///
/// Values are ordered as the player prefers them: a win before a draw before a loss, a fast win before a slow
/// one, a slow loss before a fast one, and more points before fewer. A value that is not proven is between
/// those that are still possible. `-value` is the same for the opponent.
#[pyclass(module = "nexsolve", frozen, eq, ord, hash, skip_from_py_object)]
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Value(pub(crate) Worth);

/// How a value is pickled: the function that rebuilds it, with the least and the greatest score, the points
/// from here on and those at the end.
type Reduced<'py> = (Bound<'py, PyAny>, (i16, i16, Option<i16>, Option<i16>));

impl Value {
    /// What decides the order, the most important first. It has all fields, so that only equal values compare
    /// as equal.
    fn key(&self) -> impl Ord + Hash + use<> {
        let Worth { bounds: Bounds { lo, hi }, points, margin } = self.0;
        (lo.wdl(), hi.wdl(), margin.or(points), lo, hi, points)
    }
}

impl Ord for Value {
    fn cmp(&self, other: &Self) -> Ordering {
        self.key().cmp(&other.key())
    }
}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Hash for Value {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}

/// The value and the distance of a score.
type End = (&'static str, Option<u16>);

fn end(score: Score) -> End {
    let known = score != Score::MIN && score != Score::MAX;
    (score.wdl().word(), score.distance().filter(|_| known).map(|plies| plies.0))
}

#[pymethods]
impl Value {
    /// `win`, `draw` or `loss`; None if it is not proven.
    #[getter]
    fn value(&self) -> Option<&'static str> {
        Fields::from(self.0).value
    }

    /// 1 for a win, 0 for a draw, -1 for a loss; None if it is not proven.
    #[getter]
    fn sign(&self) -> Option<i8> {
        self.0.bounds.wdl().map(sign)
    }

    /// Plies to the end under best play; None for a draw, in a game with points, and if it is not proven.
    #[getter]
    fn distance(&self) -> Option<u16> {
        Fields::from(self.0).distance
    }

    /// The value and the distance as one number, as `Database.layer` has it: 16384 - plies for a win in so
    /// many plies, plies - 16384 for a loss, 0 for a draw; 1 or -1 if the distance is unknown. In a game with
    /// points, the points from here on. None if it is not proven.
    #[getter]
    fn score(&self) -> Option<i16> {
        let exact = self.0.bounds.score().map(Score::to_raw);
        self.points().or(exact).or(self.sign().map(i16::from))
    }

    /// Points from here on, in a game with points; otherwise None.
    #[getter]
    fn points(&self) -> Option<i16> {
        Fields::from(self.0).score
    }

    /// Points at the end of the game; None if the points so far are unknown.
    #[getter]
    fn margin(&self) -> Option<i16> {
        Fields::from(self.0).margin
    }

    /// Whether win, draw or loss is proven.
    #[getter]
    fn is_proven(&self) -> bool {
        self.0.is_known()
    }

    /// The worst and the best that is still possible, each a value with its distance, or None where no
    /// distance is known.
    #[getter]
    fn bounds(&self) -> (End, End) {
        (end(self.0.bounds.lo), end(self.0.bounds.hi))
    }

    fn __neg__(&self) -> PyResult<Self> {
        let Bounds { lo, hi } = self.0.bounds;
        let minus = |points: Option<Points>| points.map(|Points(points)| -points);
        rebuild(-hi.to_raw(), -lo.to_raw(), minus(self.0.points), minus(self.0.margin))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let Worth { bounds: Bounds { lo, hi }, points, margin } = self.0;
        let number = |points: Option<Points>| points.map(|Points(points)| points);
        let rebuild = py.import("nexsolve._nexsolve")?.getattr("_value")?;
        Ok((rebuild, (lo.to_raw(), hi.to_raw(), number(points), number(margin))))
    }

    fn __str__(&self) -> String {
        let open = || words::proven(self.0.bounds).trim_start_matches("is ").to_owned();
        self.0.brief().unwrap_or_else(open)
    }

    fn __repr__(&self) -> String {
        format!("<Value: {}>", self.__str__())
    }
}

/// Rebuilds a pickled value.
#[pyfunction(name = "_value")]
pub(crate) fn rebuild(lo: i16, hi: i16, points: Option<i16>, margin: Option<i16>) -> PyResult<Value> {
    let score = |raw| Score::from_raw(raw).ok_or_else(|| wrong(format!("{raw} is not a score")));
    let bounds = Bounds { lo: score(lo)?, hi: score(hi)? };
    Ok(Value(Worth { bounds, points: points.map(Points), margin: margin.map(Points) }))
}

/// The value as a number.
pub(crate) const fn sign(value: Wdl) -> i8 {
    value as i8 - 1
}

/// Moves of a state in notation with their values: a list, which notebooks display as a table.
pub(crate) fn moves<'py>(py: Python<'py>, state: &State, replies: &[Reply]) -> PyResult<Bound<'py, PyAny>> {
    let written = |reply: &Reply| (state.rules().format_move(state.position(), reply.mv), Value(reply.worth));
    let moves: Vec<(String, Value)> = replies.iter().map(written).collect();
    py.import("nexsolve.display")?.getattr("Moves")?.call1((moves,))
}
